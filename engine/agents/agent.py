"""What an agent is: something that chooses a legal move from what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Game


class Agent(Protocol):
    """What an AI player has to have: `choose`. It gets what its seat knows, never the position.

    An agent with an attribute `looks_back` that is true is also given what its seat has seen others
    do.

    >>> from engine import Game, Session, load
    >>> class First:
    ...     def choose(self, game, known, legal, seat):
    ...         return legal[0]
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> legal = [move.move for move in session.legal()]
    >>> session.apply(First().choose(session.game, session.information_set(0), legal, 0)).text
    'take(1, 1)'
    """

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return one of the legal moves of a seat, given what it knows of the position."""
        ...


def looks_back(agent: Agent) -> bool:
    """Return whether an agent makes something of what its seat remembers."""
    return bool(getattr(agent, "looks_back", False))


def looking_back(agents: Sequence[Agent]) -> list[int]:
    """Return the seats whose agents make something of what they remember."""
    return [seat for seat, agent in enumerate(agents) if looks_back(agent)]
