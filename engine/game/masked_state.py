"""A position as one reader knows it: what every text that a seat reads is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.game.partial import HIDDEN


@dataclass(frozen=True)
class MaskedState:
    """A position with HIDDEN wherever its reader doesn't know the number.

    `seat`: the reader, None for one who knows everything. `slots`: which pieces may lie where one
    is hidden, by the slot's address. `pieces`: which pieces the reader tells apart, by number.
    """

    seat: int | None
    state: list[int]
    slots: Mapping[int, frozenset[int]] = field(default_factory=dict)
    pieces: Sequence[bool] = ()
    unplaced: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The pieces that the reader doesn't tell apart, by what they look like from behind."""

    @property
    def whole(self) -> bool:
        """Return whether nothing is hidden from the reader."""
        return self.seat is None or HIDDEN not in self.state

    def knows(self, piece: int) -> bool:
        """Return whether the reader knows which piece this is."""
        return not self.pieces or self.pieces[piece]
