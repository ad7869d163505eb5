"""The names of a tensor's columns: one for each value of an integer, or one for a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from engine.compile.tensor_recipe import Field
from engine.game.rng import mixed

MOST_VALUES = 12
"""An integer that has no more values than this has a column for each of them."""
FINGERPRINT = 3
"""So many columns tell apart what isn't written in full: numbers of 20 bits of a hash."""


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

    def numbers(self, names: Iterable[str]) -> int:
        """Add numbers; return the first column."""
        first = len(self.names)
        self.names += names
        return first

    def fingerprint(self, name: str, word: str = "fingerprint") -> int:
        """Add the columns of what has only a hash; return the first."""
        first = len(self.names)
        self.names += [f"{name}, {word} {n + 1}" for n in range(FINGERPRINT)]
        return first


def put_fingerprint(row: list[float], first: int, told: object, empty: bool) -> None:
    """Write the hash of something; zeros where there is nothing."""
    if not empty:
        bits = int.from_bytes(sha256(repr(told).encode()).digest()[:8], "big")
        _put_bits(row, first, bits)


def put_hash(row: list[float], first: int, words: Sequence[int]) -> None:
    """Write the hash of some integers, which the module works out, too; zeros where all are 0."""
    bits = sum(hashed(n, word) for n, word in enumerate(words) if word)
    _put_bits(row, first, bits)


def hashed(place: int, word: int) -> int:
    """Return what an integer adds to the hash of a stretch, given its place in it."""
    return mixed(place << 32 | word & 0xFFFFFFFF)


def _put_bits(row: list[float], first: int, bits: int) -> None:
    for n in range(FINGERPRINT):
        row[first + n] = bits >> 20 * n & 0xFFFFF
