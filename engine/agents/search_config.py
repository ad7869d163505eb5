"""What a search is told and what it finds; the levels and budgets of the agents that search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message

MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 600.0
LEAST_SECONDS = 0.01
NEVER = -1e9
"""The value of a move that was never tried."""


@dataclass(frozen=True)
class SearchParams:
    """The hyperparameters of a search.

    `c_puct`: how much the search favours moves that it has tried little and that the prior rates
    highly. `win_weight`: the share of the value that winning makes, 0 to 1; points make the rest.
    Where nobody is ranked, winning makes all of it. `fpu_reduction`: how much lower the value of an
    untried move is than that of its parent (first play urgency). `playout_candidates`: a playout
    takes the best so far of that many random moves; `playout_epsilon`: in so many of 1,024 cases it
    takes any move. `max_depth`: the longest path through the tree, in decisions. `settled`: a
    search ends early when fewer iterations are left than this many times the lead of the best move
    over the next; 0 for never. `sharpness`: the inverse temperature of the trained policy in a
    search, against that of its training. `prior_cutoff`: the lowest prior of a move that is
    searched, against the highest. `risk`: how much the spread of results adds to a value; below 0
    it subtracts. `opponent_weight`: how much more the best opponent's result counts than one's own.
    """

    c_puct: float = 1.0
    win_weight: float = 0.5
    fpu_reduction: float = 0.1
    playout_candidates: int = 4
    playout_epsilon: int = 200
    max_depth: int = 64
    settled: float = 1.0
    sharpness: float = 2.0
    prior_cutoff: float = 0.01
    risk: float = 0.0
    opponent_weight: float = 0.0


@dataclass(frozen=True)
class Level:
    """How long an agent thinks about a decision, and how steadily it plays.

    `iterations`: of all its trees together; `each`: at most so many for each legal move, 0 for any
    number; `seconds`: at most, 0 for as long as it takes; `trees`:
    how many are grown side by side, on several cores where there are; `samples`: positions that
    each tree goes through; `exploration_noise`: how often of 1,024 times it chooses in proportion
    to how often a move was tried, not what was tried most. `policy`: where something has been
    learned of the game, it is not searched but played by that, so many times as surely as it was
    learned; 0 for a search in any case.
    """

    iterations: int
    seconds: float = 0.0
    trees: int = 1
    samples: int = 100
    exploration_noise: int = 0
    each: int = 0
    policy: float = 0.0
    params: SearchParams = field(default_factory=SearchParams)

    def budget(self, moves: int) -> int:
        """Return how many iterations a decision between so many moves has."""
        return min(self.iterations, self.each * moves) if self.each else self.iterations


@dataclass(frozen=True)
class MoveStats:
    """What was found of a move: how often it was tried, then the mean lead and share of wins.

    `value`: by how much it is preferred to others in the end, however that was found.
    """

    visits: int
    lead: float
    wins: float
    value: float = NEVER

    @property
    def rank(self) -> tuple[float, float]:
        """Return what the best move has most of."""
        return self.value, self.lead


@dataclass(frozen=True)
class SampleSource:
    """Where a search takes its positions from.

    That is a plan to sample from (see engine/game/sampling_table.py), or
    a number of samples side by side where the module can't sample. `likely`: from a plan only the
    samples of these numbers are taken, as what others did makes likely; none means all alike.
    """

    words: Sequence[int]
    count: int = 0
    likely: Sequence[int] = ()


LEVELS = {
    "easy": Level(40, exploration_noise=200, each=8, policy=0.45),
    "medium": Level(100, each=10, policy=4.0, params=SearchParams(settled=2.0)),
    "safe": Level(240, params=SearchParams(win_weight=0.2, risk=-0.7)),
    "risky": Level(240, params=SearchParams(win_weight=0.2, risk=0.7)),
    "defensive": Level(240, params=SearchParams(win_weight=0.2, opponent_weight=1.0)),
    "hard": Level(60_000, seconds=1.0, trees=2),
    "mcts": Level(5000),
}
"""All but `hard` are the same on every machine: equal seeds give equal games. `hard` is, too, as
long as it gets through its iterations within its second.
"""
BUDGETED = "mcts"
"""The agent that may be given a budget of its own, as in mcts:2000 or mcts:1.5s."""
RENAMED = {"search": "mcts", "cautious": "safe", "bold": "risky", "watchful": "defensive"}
"""The agents that version 0.1.0 called otherwise, by their old names."""


def current_name(name: str) -> str:
    """Return an agent's name as it is today: `mcts:2000` for `search:2000`."""
    agent, colon, budget = name.partition(":")
    return f"{RENAMED.get(agent, agent)}{colon}{budget}"


def level_of(name: str) -> Level:
    """Return the level of an agent that searches. Raises RulesError (E603) for no known budget."""
    name = current_name(name)
    agent, colon, budget = name.partition(":")
    if not colon:
        return LEVELS[agent]
    if agent != BUDGETED:
        raise _refuse(
            Message(
                "'{name}' takes no budget; only {other} does, as in {other}:2000", agent, BUDGETED
            )
        )
    match = re.fullmatch(r"(\d+)|(\d*\.?\d+) ?s", budget.strip())
    if match is None:
        raise _refuse(Message("'{name}' names no budget; {examples}", name, _EXAMPLES))
    if match[1]:
        return _of_iterations(name, match[1])
    seconds = float(match[2])
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        low, high = f"{LEAST_SECONDS:g}", f"{MOST_SECONDS:g}"
        raise _refuse(
            Message("'{name}': a decision may take {low} to {high} seconds", name, low, high)
        )
    return Level(MOST_ITERATIONS, seconds, trees=4)


_EXAMPLES = Message(
    "write {agent}:2000 for 2,000 iterations a decision, or {agent}:1.5s for 1.5 seconds",
    BUDGETED,
)


def _of_iterations(name: str, digits: str) -> Level:
    iterations = int(digits[:12])
    if not 1 <= iterations <= MOST_ITERATIONS:
        most = f"{MOST_ITERATIONS:,}"
        raise _refuse(Message("'{name}': a decision may take 1 to {most} iterations", name, most))
    return Level(iterations)


def _refuse(message: str) -> RulesError:
    return RulesError(Diagnostic(Code.E603, message))
