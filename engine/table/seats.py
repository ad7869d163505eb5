"""Who sits where: a person, or an agent by its name; and what an agent decides."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agents.agent import Agent, looks_back
from engine.agents.registry import agent_names, make_agent
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.session import Session

HUMAN = "human"
"""Who sits on a seat that no agent has."""
NOBODY = ""
"""Who has a seat whose time is over, where the table stops then: nobody decides for it."""
USUAL = "medium"
QUICK = "greedy"
"""Who decides when a person doesn't want to wait."""
TUTORED = "easy"
"""Who plays against a learner: sensibly and at once, and no master."""
_SEED = 7919
"""What a game's seed is multiplied with, so that choices differ from one game to the next."""


def usual_agent() -> str:
    """Return who takes the other seats when nobody has said anything: no beginner, no master."""
    return USUAL if USUAL in agent_names() else QUICK


def decision_seed(session: Session) -> int:
    """Return what the agent that decides now is seeded with.

    It depends on the deal and on how many decisions were made, on nothing else: the same game gets
    the same moves in every face, and also after a pause or an undo.
    """
    return session.seed * _SEED + len(session.history)


def choose(session: Session, name: str) -> Move:
    """Return what an agent does on the seat that has to decide. Raises RulesError (E603)."""
    seat = session.seat
    assert seat is not None
    game = session.game
    legal = game.interpreter.legal(list(session.state))
    agent = make_agent(name, decision_seed(session))
    return agent.choose(game, known_to(agent, session), legal, seat)


def known_to(agent: Agent, session: Session) -> InformationSet:
    """Return what an agent is told on the seat that has to decide."""
    seat = session.seat
    assert seat is not None
    return session.information_set(seat, history=looks_back(agent))


def seats_of(session: Session) -> list[str]:
    """Return who sits where when somebody wants to go on from a position that they didn't play to:
    they themselves on the seat that has to decide, the usual agent on the others.
    """
    mine = session.seat or 0
    return [HUMAN if seat == mine else usual_agent() for seat in range(session.game.players)]


def people_of(team: int, teams: int, names: Sequence[str]) -> str:
    """Return the names of the people of a team, from 1, of so many teams: each seat in its turn."""
    return " + ".join(names[team - 1 :: teams])
