"""The agents there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.agents.agent import Agent
from engine.agents.greedy import GreedyAgent
from engine.agents.random_agent import RandomAgent
from engine.agents.search_config import BUDGETED, LEVELS, level_of
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest


def _searching(name: str) -> Callable[[int], Agent]:
    """Return what makes an agent that searches as deep as its name says."""

    def make(seed: int) -> Agent:
        from engine.agents.search import SearchAgent

        return SearchAgent(seed, level_of(name))

    return make


AGENTS: dict[str, Callable[[int], Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "search": _searching("search"),
    "easy": _searching("easy"),
    "medium": _searching("medium"),
    "hard": _searching("hard"),
}
"""By name; the levels that people play against last, the strongest at the end."""


def make_agent(name: str, seed: int) -> Agent:
    """Return a new agent by name, as `hard` or `search:2000`.

    Raises RulesError (E603) for a name that no agent has, or a budget that can't be.
    """
    check_name(name)
    return (AGENTS.get(name) or _searching(name))(seed)


def agent_names() -> list[str]:
    """Return the names of the agents that a seat can be given to."""
    return list(AGENTS)


def check_name(name: str, others: tuple[str, ...] = ()) -> None:
    """Raise RulesError (E603) unless a seat can be taken by this agent or one of the others."""
    known = [*others, *AGENTS]
    if name in known:
        return
    base, colon, _ = name.partition(":")
    if colon and base in LEVELS:
        level_of(name)
        return
    if colon and base in known:
        message = f"'{base}' takes no budget; only {BUDGETED} does, as in {BUDGETED}:2000"
        raise RulesError(Diagnostic(Code.E603, message))
    guess = nearest(base, known)
    hint = f"did you mean '{guess}'? " if guess else ""
    raise RulesError(
        Diagnostic(Code.E603, f"there is no agent '{name}'; {hint}a seat can be {_either(known)}")
    )


def _either(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1]
