"""What each column of a tensor is read from, and how: one recipe for both executors.

`engine.game.knowledge_tensor` names the columns, works the recipe out and evaluates it in Python;
`engine.compile.wasm.tensor` writes it as a function of the module. Every column is exact in 32-bit
floating point, so no two integers become the same columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.compile.program import NONE

EXACT = 1 << 24
"""Up to here, each integer is a floating-point number of 32 bits."""
COARSE = 256
"""An integer beyond that is a multiple of this, and what is to be added."""


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

    @property
    def missing(self) -> int:
        """Return the column that is 1 for none."""
        return self.first + (self.high - self.low + 1 if self.listed else 1)

    def put(self, row: list[float], value: int) -> None:
        """Write a value; nothing for one that is not known."""
        if value == NONE and self.none:
            row[self.missing] = 1
        elif self.listed:
            if self.low <= value <= self.high:
                row[self.first + value - self.low] = 1
        elif self.wide and abs(value) > EXACT:
            near = round(value / COARSE) * COARSE
            row[self.first] = near
            row[self.first + 1 + self.none] = value - near
        else:
            row[self.first] = value


@dataclass(frozen=True)
class ZoneColumns:
    """The columns of a zone with single pieces: where it begins in the state, the column of how
    many pieces it has, and by kind that of how many of them the seat knows.
    """

    address: int
    first: int
    kinds: Mapping[int, int]


@dataclass(frozen=True)
class PieceColumns:
    """The columns of single pieces: those of piece 0, and how many each piece has.

    `zone`, `place`: where it is. `aspects`: where the state says it of piece 0, and its columns.
    """

    zone: int
    place: int
    aspects: tuple[tuple[int, Field], ...]
    width: int

    def aspects_of(self, piece: int) -> tuple[tuple[int, Field], ...]:
        """Return the words of a piece, and their columns."""
        further = self.width * piece
        return tuple(
            (base + piece, replace(field, first=field.first + further))
            for base, field in self.aspects
        )


@dataclass(frozen=True)
class HashedWords:
    """A stretch of the state that is too long for columns: its hash begins at a column."""

    start: int
    end: int
    first: int


@dataclass(frozen=True)
class TensorRecipe:
    """What the columns of a tensor are read from.

    `decisions`: how many decisions have a column, the first ones; then one of a game that is over.
    `seats`: words that hold a seat, −1 for the reader, and the column of the first seat.
    `won`, `nobody`, `out`: the columns of the winners, of no winner, and of who is out.
    `plain`: words with their columns.
    `zone_numbers`: by where a zone begins, its number from 1; `pools`: the same of the looks from
    behind. `alike`: pieces that nobody can tell apart. `hidden`: how many pieces are hidden; from
    `holes` on, `hole_width` columns for each. `hashed`: what has only a hash. `heard`, `past`: what
    is known only where rules show values, and where memory was asked for; −1 for none.
    """

    size: int
    decisions: int
    seats: tuple[tuple[int, int], ...]
    won: int
    nobody: int
    out: int
    plain: tuple[tuple[int, Field], ...]
    zones: tuple[ZoneColumns, ...]
    pieces: PieceColumns | None
    hidden: int
    holes: int
    hole_width: int
    hashed: tuple[HashedWords, ...]
    heard: int
    past: int
    alike: tuple[tuple[int, ...], ...]
    zone_numbers: Mapping[int, int]
    pools: Mapping[str, int]
