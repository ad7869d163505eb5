"""What an agent is: something that chooses a legal move from what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game


class Agent(Protocol):
    """A player. It never gets the state, so it can't peek at what its seat doesn't see."""

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return one of the legal moves, given what the seat knows of the position."""
        ...
