"""A deal for a first game: one on which many parts of the rules matter early."""

from __future__ import annotations

from contextlib import suppress

from engine.chronicle.fired import Firing
from engine.chronicle.happenings import Replays
from engine.game.session import Game
from engine.game.visits import by_chance, visits
from engine.language.diagnostics import RulesError

DEALS, DEPTH = 5, 24
"""So many deals are tried, each so far."""


def good_deal(game: Game, starter: int = 0) -> int:
    """Return the seed of a deal on which many parts of the rules matter early.

    Tried with moves at random: each part counts more the sooner it is met.
    """
    best, firing = (-1.0, 1), Firing(Replays(game))
    for seed in range(1, DEALS + 1):
        met: dict[int, int] = {}
        state = game.interpreter.start(seed, starter)
        with suppress(RulesError):
            for visit in visits(game.interpreter, state, DEPTH, by_chance(seed)):
                for part in firing.fired(state, visit.move, None):
                    met.setdefault(part.span.line, visit.number)
        worth = sum(1 / (1 + ply) for ply in met.values()) + len(met)
        best = max(best, (worth, -seed))
    return abs(int(best[1]))
