"""The agents there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.agents.agent import Agent
from engine.agents.greedy import GreedyAgent
from engine.agents.uniform import RandomAgent
from engine.language.diagnostics import Diagnostic, RulesError, nearest

AGENTS: dict[str, Callable[[int], Agent]] = {
    "greedy": GreedyAgent,
    "random": RandomAgent,
}


def agent(name: str, seed: int) -> Agent:
    """Return a new agent by name. Raises RulesError (E603) for a name that no agent has."""
    check_name(name)
    return AGENTS[name](seed)


def check_name(name: str, others: tuple[str, ...] = ()) -> None:
    """Raise RulesError (E603) unless a seat can be taken by this agent or one of the others."""
    known = [*others, *AGENTS]
    if name in known:
        return
    guess = nearest(name, known)
    hint = f"did you mean '{guess}'? " if guess else ""
    raise RulesError(
        Diagnostic("E603", f"there is no agent '{name}'; {hint}a seat can be {_either(known)}")
    )


def _either(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1]
