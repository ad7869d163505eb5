"""The agent `greedy`: what gives the best ledger after this one decision.

It looks no further, so it never invests: by design the simplest opponent that wants something.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.agents.evaluation import WON, lead
from engine.game.interpreter import Interpreter, Move, State
from engine.game.knowledge import InformationSet
from engine.game.rng import Chance
from engine.game.session import Game
from engine.language.diagnostics import RulesError

SAMPLES = 3


class GreedyAgent:
    """Tries each legal move on a few positions that its seat can't tell from the true one."""

    def __init__(self, seed: int, samples: int = SAMPLES) -> None:
        """Seed what it samples and how it breaks ties."""
        self.chance = Chance(seed)
        self.samples = samples

    def __repr__(self) -> str:
        return "<agent greedy>"

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return the move with the best lead on average; among equals, one at random."""
        if len(legal) == 1:
            return legal[0]
        values = self.values(game, known, legal, seat)
        best = max(values)
        ties = [move for move, value in zip(legal, values, strict=True) if value == best]
        return self._one_of(ties)

    def _one_of(self, ties: Sequence[Move]) -> Move:
        """Return one of equally good moves: first the chance decides on the action, then on its
        arguments, so that what can be done in many ways isn't likelier for it.
        """
        actions = list(dict.fromkeys(move[0] for move in ties))
        action = actions[self.chance.below(len(actions))]
        same = [move for move in ties if move[0] == action]
        return same[self.chance.below(len(same))]

    def values(
        self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int
    ) -> list[int]:
        """Return the seat's lead after each move, added up over the samples."""
        values = [0] * len(legal)
        for _ in range(self.samples):
            state = game.knowledge.sample(known, self.chance.below(1 << 31))
            for number, move in enumerate(same_moves(game.interpreter, state, legal)):
                values[number] += _after(game.interpreter, state, move, seat)
        return values


def same_moves(interpreter: Interpreter, state: State, legal: Sequence[Move]) -> Sequence[Move]:
    """Return what the moves are in a sampled position.

    A move on a piece that its mover can't see names a place, and another piece lies there in the
    sample; legal moves come in the order of the places, so they correspond one to one.
    """
    here = interpreter.legal(state)
    return here if len(here) == len(legal) else legal


def _after(interpreter: Interpreter, state: State, move: Move, seat: int) -> int:
    """Return the seat's lead after a move; a move that meets an error is the worst."""
    after = list(state)
    try:
        interpreter.apply(after, move)
        return lead(interpreter, after, seat)
    except RulesError:
        return -3 * WON
