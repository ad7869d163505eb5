"""Whether the players of one game see the same as those of the same game on changed rules.

Compared are who has to decide, whether the game is over, and what lies where; not scores and other
variables, which may well be why the rules were changed. Pieces that nobody knows are all alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game

_Item = tuple[str, bool]
"""What a piece or value is called with what changes of it, and whether someone knows that."""


class PositionDiff:
    """Compares positions of two games."""

    def __init__(self, old: Game, new: Game) -> None:
        """Find the zones that both have."""
        self.old = _Table(old)
        self.new = _Table(new)
        self.shared = [name for name in self.old.zones if name in self.new.zones]
        self.same = self.old.mark() == self.new.mark()
        """Everything lies at the same places of the state, under the same names."""

    def difference(self, before: Sequence[int], now: Sequence[int]) -> str | None:
        """Return how a position differs from another in what the players see; None if it doesn't.

        Names nothing that isn't known to all.
        """
        words = self.new.game.wording.catalogue
        was_over, is_over = (state[at.PC] == at.OVER for state in (before, now))
        if was_over != is_over:
            return words.text("now the game is over." if is_over else "now the game isn't over.")
        if not is_over and before[at.ME] != now[at.ME]:
            return words.filled("now {seat} has to decide.", seat=words.seat(now[at.ME]))
        if self.same and self.old.raw(before) == self.new.raw(now):
            return None
        one, other = list(before), list(now)
        for name in self.shared:
            if not self._alike(name, one, other):
                return self._zone_difference(name, one, other)
        return None

    def _alike(self, name: str, before: State, now: State) -> bool:
        old, new = self.old.lying(name, before), self.new.lying(name, now)
        if len(old) != len(new):
            return False
        if self.new.zones[name].model.traits.loose:
            if all(sure for _, sure in (*old, *new)):
                return sorted(old) == sorted(new)
            return True
        return all(a == b or not (a[1] and b[1]) for a, b in zip(old, new, strict=True))

    def _zone_difference(self, name: str, before: State, now: State) -> str:
        """Return how a zone differs, with names only where everybody knows them."""
        text = self.new.game.wording.catalogue.text
        open_to_all = self.old.public(name, before) and self.new.public(name, now)
        if not open_to_all:
            return text("now {place} isn't what it was.").format(place=name)
        then, there = (
            ", ".join(item for item, _ in table.lying(name, state)) or text("nothing")
            for table, state in ((self.old, before), (self.new, now))
        )
        template = text("now {place} has {now}, where it had {then}.")
        return template.format(place=name, now=there, then=then)


class _Table:
    """What lies where in the positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.wording = game.wording
        self.layout = game.compiled.layout
        zones = self.layout.zones
        self.zones = {self.wording.zone_at(address): zone for address, zone in zones.items()}
        ends = [zone.address + zone.family.stride for zone in zones.values()]
        self._last = max(ends, default=self.layout.zone_of)

    def raw(self, state: Sequence[int]) -> list[int]:
        """Return the stretch of a state in which pieces and zones lie."""
        return list(state[self.layout.zone_of : self._last])

    def mark(self) -> object:
        """Return what is equal for games whose tables lie alike in their states."""
        layout, setting = self.layout, self.wording.setting
        empty = [0] * self.game.compiled.program.size
        names = tuple(self.wording.name(piece.number, empty) for piece in setting.pieces)
        places = (layout.aspects, layout.changing)
        zones = [(name, z.address, z.family, z.model.kind) for name, z in self.zones.items()]
        return zones, places, names, setting.pieces, self._last

    def lying(self, name: str, state: State) -> list[_Item]:
        """Return the contents of a zone, in order."""
        zone = self.zones[name]
        if zone.family.counted:
            return [(zone.model.pieces[0], True)] * state[zone.address]
        if zone.model.written:
            kind = zone.model.written.type
            return [(self.wording.value(v, kind, state), True) for v in zone.lying(state)]
        return [self._item(piece, state) for piece in zone.lying(state)]

    def _item(self, piece: int, state: State) -> _Item:
        layout, component = self.layout, self.wording.setting.pieces[piece].component
        if not state[layout.known + piece]:
            return component, False
        parts = [self.wording.name(piece, state)]
        for a in self.game.rules.components[component].attributes:
            if a.changes:
                value = state[layout.changing[a.name][0] + piece]
                parts.append(self.wording.value(value, a.domain.type, state))
        if layout.space and state[layout.space + piece]:
            parts.append(f"at {state[layout.space + piece]}")
        return " ".join(dict.fromkeys(parts)), True

    def public(self, name: str, state: State) -> bool:
        """Return whether every seat knows everything in a zone."""
        zone, layout = self.zones[name], self.layout
        pieces = zone.lying(state) if zone.tells_apart else ()
        return all(state[layout.known + piece] == layout.everybody for piece in pieces)
