"""What a search is told and what it finds; the levels and budgets of the agents that search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError

MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 600.0
LEAST_SECONDS = 0.01
NEVER = -1e9
"""The value of a move that was never tried."""


@dataclass(frozen=True)
class SearchTuning:
    """How a search goes about it.

    `explore`: how much what is little known is favoured, where it is likely to be good. `wins`: how
    much winning counts, the rest being points; where nobody is ranked, there is only winning.
    `less`: how much less than what has been tried a move is worth that hasn't been. `tries`: among
    how many random moves a playout takes the one that has been best so far; `chance`: how often of
    1,024 times it takes any. `max_depth`: decisions of a path through the tree at most. `settled`:
    a search ends early when the iterations that are left are fewer than so many times those by
    which one move is ahead of the next; 0 for never. `sharpness`: how sure of itself what has been
    learned is in a search, against what it was when it was learned. `likely`: how likely a move
    must be by that, against the likeliest, to be tried at all in a decision that is searched.
    `risk`: how much better results far from the mean are than others, or worse below 0; `others`:
    how much more what the best other side gets counts than what one's own does.
    """

    explore: float = 1.0
    wins: float = 0.5
    less: float = 0.1
    tries: int = 4
    chance: int = 200
    max_depth: int = 64
    settled: float = 1.0
    sharpness: float = 2.0
    likely: float = 0.01
    risk: float = 0.0
    others: float = 0.0


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
    tuning: SearchTuning = field(default_factory=SearchTuning)

    def budget(self, moves: int) -> int:
        """Return how many iterations a decision between so many moves has."""
        return min(self.iterations, self.each * moves) if self.each else self.iterations


@dataclass(frozen=True)
class Found:
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

    That is a plan to sample from (see engine/game/sampling_plan.py), or
    a number of samples side by side where the module can't sample. `likely`: from a plan only the
    samples of these numbers are taken, as what others did makes likely; none means all alike.
    """

    words: Sequence[int]
    count: int = 0
    likely: Sequence[int] = ()


LEVELS = {
    "easy": Level(40, exploration_noise=200, each=8, policy=0.45),
    "medium": Level(100, each=10, policy=4.0, tuning=SearchTuning(settled=2.0)),
    "safe": Level(240, tuning=SearchTuning(wins=0.2, risk=-0.7)),
    "risky": Level(240, tuning=SearchTuning(wins=0.2, risk=0.7)),
    "defensive": Level(240, tuning=SearchTuning(wins=0.2, others=1.0)),
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
        raise _refuse(f"'{agent}' takes no budget; only {BUDGETED} does, as in {BUDGETED}:2000")
    match = re.fullmatch(r"(\d+)|(\d*\.?\d+) ?s", budget.strip())
    if match is None:
        raise _refuse(f"'{name}' names no budget; {_EXAMPLES}")
    if match[1]:
        return _of_iterations(name, match[1])
    seconds = float(match[2])
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        low, high = f"{LEAST_SECONDS:g}", f"{MOST_SECONDS:g}"
        raise _refuse(f"'{name}': a decision may take {low} to {high} seconds")
    return Level(MOST_ITERATIONS, seconds, trees=4)


_EXAMPLES = (
    f"write {BUDGETED}:2000 for 2,000 iterations a decision, or {BUDGETED}:1.5s for 1.5 seconds"
)


def _of_iterations(name: str, digits: str) -> Level:
    iterations = int(digits[:12])
    if not 1 <= iterations <= MOST_ITERATIONS:
        most = f"{MOST_ITERATIONS:,}"
        raise _refuse(f"'{name}': a decision may take 1 to {most} iterations")
    return Level(iterations)


def _refuse(message: str) -> RulesError:
    return RulesError(Diagnostic(Code.E603, message))
