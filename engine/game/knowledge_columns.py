"""How one integer of a position becomes columns of a tensor: one for each value, or a number.

Every column is exact in 32-bit floating point, so no two integers become the same columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from engine.compile.program import NONE

MOST_VALUES = 12
"""An integer that has no more values than this has a column for each of them."""
EXACT = 1 << 24
"""Up to here, each integer is a floating-point number of 32 bits."""
FINGERPRINT = 3
"""So many columns tell apart what isn't written in full: numbers of 20 bits of a hash."""


@dataclass(frozen=True)
class Field:
    """An integer of a tensor: from which column on, and its bounds.

    `none`: it may be none. `listed`: each value has a column, which is 1 for that value.
    """

    first: int
    low: int
    high: int
    none: bool
    listed: bool

    @property
    def size(self) -> int:
        """Return how many columns it has."""
        if self.listed:
            return self.high - self.low + 1 + self.none
        return 1 + self.none + self.wide

    @property
    def wide(self) -> bool:
        """Return whether it may be beyond what one column holds exactly."""
        return self.low < -EXACT or self.high > EXACT

    def put(self, row: list[float], value: int) -> None:
        """Write a value; nothing for one that is not known."""
        if value == NONE and self.none:
            row[self.first + (self.high - self.low + 1 if self.listed else 1)] = 1
        elif self.listed:
            if self.low <= value <= self.high:
                row[self.first + value - self.low] = 1
        elif self.wide and abs(value) > EXACT:
            near = round(value / 256) * 256
            row[self.first] = near
            row[self.first + 1 + self.none] = value - near
        else:
            row[self.first] = value


class TensorColumns:
    """Collects the columns of a tensor: their names, part by part."""

    def __init__(self) -> None:
        """Begin with none."""
        self.names: list[str] = []

    def field(
        self,
        name: str,
        low: int,
        high: int,
        *,
        none: bool = False,
        say: Callable[[int], str] | None = None,
    ) -> Field:
        """Add an integer from `low` to `high`. `none`: it may be none as well. `say`: puts a value
        into words, of an integer whose values have names.
        """
        listed = say is not None and 0 <= high - low < MOST_VALUES
        made = Field(len(self.names), low, high, none, listed)
        if listed and say is not None:
            self.names += [f"{name} is {say(value)}" for value in range(low, high + 1)]
        else:
            self.names.append(name)
        if none:
            self.names.append(f"{name} is none")
        if made.wide and not listed:
            self.names.append(f"{name}, to be added")
        return made

    def number(self, name: str) -> int:
        """Add a number that one column holds exactly; return the column."""
        self.names.append(name)
        return len(self.names) - 1

    def fingerprint(self, name: str) -> int:
        """Add the columns of what has only a hash; return the first."""
        first = len(self.names)
        self.names += [f"{name}, fingerprint {n + 1}" for n in range(FINGERPRINT)]
        return first


def put_fingerprint(row: list[float], first: int, told: object, empty: bool) -> None:
    """Write the hash of something; zeros where there is nothing."""
    if not empty:
        bits = int.from_bytes(sha256(repr(told).encode()).digest()[:8], "big")
        for n in range(FINGERPRINT):
            row[first + n] = bits >> 20 * n & 0xFFFFF
