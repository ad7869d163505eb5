"""The agent `random`: every legal move is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.rng import Chance
from engine.game.session import Game


class RandomAgent:
    """Chooses among the legal moves with a generator of its own."""

    def __init__(self, seed: int) -> None:
        """Seed it; the same seed and the same numbers of legal moves give the same choices."""
        self.below = Chance(seed).below

    def __repr__(self) -> str:
        return "<agent random>"

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return a legal move, each with the same chance."""
        return legal[self.below(len(legal))]
