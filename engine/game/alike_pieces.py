"""Pieces that nobody can tell apart, in an order of their own: exchanging them changes nothing.

The module does the same: see engine/compile/wasm/tensor.wat.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile.layout import PlacedZone
from engine.game.knowledge import InformationSet, Knowledge


class AlikePieces:
    """Puts pieces that are alike in the order of their places. `groups`: which are."""

    def __init__(
        self,
        knowledge: Knowledge,
        zones: Sequence[PlacedZone],
        groups: tuple[tuple[int, ...], ...],
    ) -> None:
        """Take the groups, and the zones with single pieces."""
        self._knowledge, self._zones, self.groups = knowledge, zones, groups

    def places(self, state: Sequence[int]) -> dict[tuple[int, int], int]:
        """Return each piece's position in its zone, from 1, by zone and piece."""
        return {
            (zone.address, piece): place
            for zone in self._zones
            for place, piece in enumerate(zone.lying(state), start=1)
            if piece >= 0
        }

    def ordered(self, known: InformationSet) -> Sequence[int]:
        """Return the state of an information set with alike pieces in the order of their places."""
        state = known.state
        if not self.groups:
            return state
        places, named = self.places(state), self._knowledge.references(state)
        aspects = self._knowledge.layout.aspects
        by: dict[int, tuple[int, ...]] = {}
        for address in named:
            by[state[address]] = (*by.get(state[address], ()), address)
        new: dict[int, int] = {}
        for group in self.groups:
            told = {
                p: (
                    *(state[base + p] for base in aspects),
                    places.get((state[self._knowledge.layout.zone_of + p], p), 0),
                    *by.get(p, ()),
                )
                for p in group
            }
            order = sorted(group, key=told.__getitem__)
            new.update((old, group[n]) for n, old in enumerate(order) if old != group[n])
        return self._renumbered(state, new, named) if new else state

    def _renumbered(
        self, state: Sequence[int], new: dict[int, int], named: Sequence[int]
    ) -> list[int]:
        result = list(state)
        for base in self._knowledge.layout.aspects:
            for old, now in new.items():
                result[base + now] = state[base + old]
        for zone in self._zones:
            first = zone.address + 1
            for slot in range(first, first + state[zone.address]):
                result[slot] = new.get(state[slot], state[slot])
        for address in named:
            result[address] = new.get(state[address], state[address])
        return result


__all__ = ["AlikePieces"]
