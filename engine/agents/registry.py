"""The agents there are, by name.

What they are made of is loaded when one is made, since help texts read this list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.agents.search_config import BUDGETED, LEVELS, current_name, level_of
from engine.agents.strategy_names import ALWAYS
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message, joined

if TYPE_CHECKING:
    from engine.agents.agent import Agent


class WasmPolicy(Enum):
    """How the module chooses for a seat as its agent would, by the number that policies.wat reads.

    `BY_RATES`, by the trained policy, is what a search becomes where something has been.
    """

    RANDOM = 0
    GREEDY = 1
    SEARCH = 2
    LEARNED = 3


@dataclass(frozen=True)
class AgentSpec:
    """An agent that a seat can be given to.

    `summary`: what it does, in a few words behind its name. `make`: makes a new one of its name and
    a seed. `in_module`: how the module plays it, None where only Python can, as by the clock.
    """

    name: str
    summary: str
    make: Callable[[str, int], Agent]
    in_module: WasmPolicy | None = None


def _random(name: str, seed: int) -> Agent:
    from engine.agents.random_agent import RandomAgent

    return RandomAgent(seed)


def _greedy(name: str, seed: int) -> Agent:
    from engine.agents.greedy import GreedyAgent

    return GreedyAgent(seed)


def _search(name: str, seed: int) -> Agent:
    from engine.agents.search import SearchAgent

    return SearchAgent(seed, level_of(name), name)


def _by_rule(name: str, seed: int) -> Agent:
    from engine.agents.strategies import StrategyAgent, strategy_of

    strategy = strategy_of(name)
    assert strategy is not None
    return StrategyAgent(seed, strategy)


AGENTS = {
    spec.name: spec
    for spec in (
        AgentSpec("random", "plays any legal move, at random", _random, WasmPolicy.RANDOM),
        AgentSpec(
            "greedy", "takes the biggest immediate gain and never looks ahead",
            _greedy, WasmPolicy.GREEDY,
        ),
        AgentSpec(
            "mcts", "searches with 5,000 iterations, or with a budget: mcts:2000, mcts:1.5s",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec(
            "easy", "plays by what training taught it, but makes beginner's mistakes",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec(
            "medium", "plays the move that its training rates best, at once",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec(
            "safe", "searches a little and would rather win by a little than risk a lot",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec(
            "risky", "searches a little and takes risks, to win or lose by a lot",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec(
            "defensive", "searches a little and tries above all to keep you from scoring",
            _search, WasmPolicy.SEARCH,
        ),
        AgentSpec("hard", "searches for up to a second a move, and is the strongest", _search),
    )
}  # fmt: skip
"""By name; the levels that people play against last, the strongest at the end."""
STRATEGY = AgentSpec(
    "strategy", "takes an action always or never, otherwise plays as medium",
    _by_rule, WasmPolicy.SEARCH,
)  # fmt: skip
"""What an agent is whose name is one of ALWAYS with an action behind it, as in always:draw."""
EXAMPLES = f"{BUDGETED}:2000", f"{BUDGETED}:1.5s"
"""A search with a budget of its own: of iterations, or of time."""


def spec_of(name: str) -> AgentSpec:
    """Return the agent of a name, as `hard` or `mcts:2000`. Raises RulesError (E603)."""
    check_name(name)
    kind = current_name(name).partition(":")[0]
    return STRATEGY if kind in ALWAYS else AGENTS[kind]


def make_agent(name: str, seed: int) -> Agent:
    """Return a new agent by its name, for example `hard` or `mcts:2000`.

    The same seed makes the same choices, but for agents that think for a time, like `hard`. Raises
    RulesError (E603) for a name that no agent has, or a budget outside its range.

    >>> from engine import make_agent
    >>> [make_agent(name, seed=1) for name in ("random", "greedy", "mcts:2000")]
    [<agent random>, <agent greedy>, <agent mcts:2000>]
    """
    return spec_of(name).make(name, seed)


def agent_names() -> list[str]:
    """Return the names that `make_agent` takes; the strongest is the last.

    >>> from engine import agent_names
    >>> agent_names()[:3]
    ['random', 'greedy', 'mcts']
    """
    return list(AGENTS)


def names_in_words(*others: str) -> str:
    """Return who may take a seat, in a list for help texts: these others, then every agent."""
    plain = [name for name in (*others, *AGENTS) if name != BUDGETED]
    return Message("{names}, {first} or {second}", ", ".join(plain), *EXAMPLES)


def check_name(name: str, others: tuple[str, ...] = ()) -> None:
    """Raise RulesError (E603) unless a seat can be taken by this agent or one of the others."""
    known, name = [*others, *AGENTS], current_name(name)
    if name in known:
        return
    base, colon, action = name.partition(":")
    if action and base in ALWAYS:
        return
    if colon and base in LEVELS:
        level_of(name)
        return
    if colon and base in known:
        message = Message(
            "'{name}' takes no budget; only {other} does, as in {other}:2000", base, BUDGETED
        )
        raise RulesError(Diagnostic(Code.E603, message))
    guess = nearest(base, known)
    names = joined(known, "or")
    message = Message("there is no agent '{name}'; a seat can be {names}", name, names)
    if guess:
        message = Message(
            "there is no agent '{name}'; did you mean '{guess}'? a seat can be {names}",
            *(name, guess, names),
        )
    raise RulesError(Diagnostic(Code.E603, message))
