"""What a move or a player can point at: zones, the pieces in them, and seats, as values.

Notation is for people. No program takes it apart to learn whose a zone is, or which one it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.rules.types import seat_of, seat_word

WHOLE = -1
"""As `nth` of a spot: the zone (or the seat) itself, not a piece in it."""
_NOTATION = re.compile(r"([^\[\]]+)(?:\[(.*)\])?")


class TablePlace(NamedTuple):
    """A zone, or a variable's cell, by its family and indices; a seat, which has no family.

    `indices`: seats by their numbers from 0, all else in notation.

    >>> str(TablePlace("row", (1, "top"))), TablePlace.of_seat(0).seats
    ('row[seat 2, top]', (0,))
    """

    family: str
    indices: tuple[int | str, ...] = ()

    @staticmethod
    def of_seat(seat: int) -> TablePlace:
        """Return the place of a seat itself, which is numbered from 0."""
        return TablePlace("", (seat,))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats among its indices, its owner first."""
        return tuple(index for index in self.indices if isinstance(index, int))

    @property
    def others(self) -> tuple[str, ...]:
        """Its indices that are no seats, in notation."""
        return tuple(index for index in self.indices if isinstance(index, str))

    @property
    def words(self) -> tuple[str, ...]:
        """All its indices in notation."""
        return tuple(i if isinstance(i, str) else seat_word(i) for i in self.indices)

    def __str__(self) -> str:
        inside = ", ".join(self.words)
        return f"{self.family}[{inside}]" if self.family and inside else self.family or inside


class Spot(NamedTuple):
    """A place itself, or a piece in it: `nth` counts from the bottom, from 0."""

    place: TablePlace
    nth: int = WHOLE


Cells = frozenset[tuple[TablePlace, int]]
"""Spaces of tracks: a zone and the number of a space."""


def read_place(text: str) -> TablePlace:
    """Return the place that someone outside of the program writes in notation.

    >>> read_place("hand[seat 2]"), read_place("seat 1").seats
    (TablePlace(family='hand', indices=(1,)), (0,))
    """
    seat, found = seat_of(text), _NOTATION.fullmatch(text)
    if seat is not None:
        return TablePlace.of_seat(seat)
    if found is None or found[2] is None:
        return TablePlace(text)
    seats = ((part, seat_of(part)) for part in found[2].split(", "))
    return TablePlace(found[1], tuple(part if seat is None else seat for part, seat in seats))
