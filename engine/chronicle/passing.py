"""Positions in passing: what a seat sees of one while a decision is carried out."""

from __future__ import annotations

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game


class Passing:
    """Reads positions in passing of one game."""

    def __init__(self, game: Game) -> None:
        self.compiled = game.compiled
        layout = game.compiled.layout
        self.zone_of, self.known = layout.zone_of, layout.known
        self.changing = [base for base, _, _ in layout.changing.values()]
        self.count = len(game.compiled.setting.pieces)

    def halted(self, shown: State, state: State) -> State:
        """Return a position in passing with the local names of the decision's own position.

        What seats hide from one another is hidden as it is in passing: what was chosen in secret
        has come to light where the choices have been carried out.
        """
        stack, snapshot = self.compiled.program.stack, self.compiled.snapshot
        halted = [*shown[:stack], *state[stack:]]
        for word in (at.PC, at.FRAME, at.TOP):
            halted[word] = state[word]
        if shown[at.HIDING]:
            halted[snapshot : snapshot + stack] = shown[snapshot : snapshot + stack]
        return halted

    def sees(self, state: State, piece: int, viewer: int | None) -> bool:
        """Return whether a viewer knows a piece on the table."""
        if not state[self.zone_of + piece]:
            return False
        return viewer is None or bool(state[self.known + piece] >> viewer & 1)

    def changed(self, before: State, now: State, piece: int) -> bool:
        """Return whether a piece looks otherwise than before, wherever it is."""
        return any(before[base + piece] != now[base + piece] for base in self.changing)

    def altered(self, before: State, now: State) -> list[int]:
        """Return the pieces that lie elsewhere than before, look otherwise, or are known to others,
        in the order of their numbers.
        """
        found: set[int] = set()
        for base in (self.zone_of, self.known, *self.changing):
            old, new = before[base : base + self.count], now[base : base + self.count]
            if old != new:
                pairs = enumerate(zip(old, new, strict=True))
                found.update(piece for piece, (a, b) in pairs if a != b)
        return sorted(found)
