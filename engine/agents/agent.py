"""What an agent is: something that chooses a legal move from what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game


class Agent(Protocol):
    """A player. It never gets the state, so it can't peek at what its seat doesn't see.

    What it is given holds something of the past only if it has a `looks_back` that is true.
    """

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return one of the legal moves, given what the seat knows of the position."""
        ...


def looks_back(agent: Agent) -> bool:
    """Tell whether an agent makes something of what its seat remembers."""
    return bool(getattr(agent, "looks_back", False))


def looking_back(agents: Sequence[Agent]) -> list[int]:
    """Return the seats whose agents make something of what they remember."""
    return [seat for seat, agent in enumerate(agents) if looks_back(agent)]
