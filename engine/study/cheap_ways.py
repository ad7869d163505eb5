"""Cheap ways to win: what rules of thumb win against trained players.

Each action makes two strategies: to take it whenever it is legal, and never to take it. Otherwise a
strategy plays as the trained players do, against these, on equal deals. It is looked at after 50
deals and then whenever there are twice as many; it stops where it clearly wins or clearly loses.
The intervals that decide have Bonferroni's correction for so many strategies and looks: they are
wider, so that with probability 95 % no strategy of a study is wrongly said to win or to lose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.agents.strategies import Strategy, actions_of
from engine.game.session import Game
from engine.study.policy_match import FEWEST, MatchResult, PolicyMatch
from engine.study.study_players import TRAINED

LOOKS = (FEWEST, 100, 200, 400)
"""After so many deals it is asked whether a strategy is decided."""
SECONDS = 60.0
"""So long all strategies of a ruleset may take."""
AS_GOOD = 0.1
"""A strategy is as good as choosing if it surely wins no more than this share of games fewer than
the trained players: 45 of 100 against their 55.
"""


class StrategyOutcome(Enum):
    """What is clear of a strategy against trained players."""

    WINS = "wins"
    LOSES = "loses"
    AS_GOOD = "as good"
    OPEN = "open"


@dataclass(frozen=True)
class StrategyResult:
    """What a strategy wins against the trained players."""

    strategy: Strategy
    result: MatchResult

    @property
    def outcome(self) -> StrategyOutcome:
        """Return what is clear."""
        margin = self.result.margin
        if margin.low > 0:
            return StrategyOutcome.WINS
        if margin.high < 0:
            return StrategyOutcome.LOSES
        return StrategyOutcome.AS_GOOD if margin.low >= -AS_GOOD else StrategyOutcome.OPEN

    @property
    def row(self) -> str:
        """Return what is said of it in the list of all strategies."""
        return f"{self.strategy.words}: {self.result.words}, {_WORDS[self.outcome]}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "strategy": self.strategy.name,
            "outcome": self.outcome.value,
            **self.result.as_json(),
        }


_WORDS = {
    StrategyOutcome.WINS: "clearly better than the trained players",
    StrategyOutcome.LOSES: "clearly worse",
    StrategyOutcome.AS_GOOD: "about as good",
    StrategyOutcome.OPEN: "undecided",
}


def cheap_ways(
    game: Game, seed: int, heard: Callable[[float], None], seconds: float = SECONDS
) -> Iterator[StrategyResult]:
    """Yield what each strategy of a game wins against its trained players.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    actions = actions_of(game.rules)
    strategies = [Strategy(always, a) for a in actions for always in (True, False)]
    if len(actions) < 2:
        return
    until = time.monotonic() + seconds
    like = None
    for number, strategy in enumerate(strategies):
        left = until - time.monotonic()
        if left <= 0:
            return
        match = PolicyMatch(game, strategy.name, TRAINED, seed, like=like)
        like = like or match.module
        yield _played(match, strategy, len(strategies), left / (len(strategies) - number))
        heard((number + 1) / len(strategies))


def _played(
    match: PolicyMatch, strategy: Strategy, strategies: int, seconds: float
) -> StrategyResult:
    """Play a strategy until it is decided, or the looks or the time are over."""
    until = time.monotonic() + seconds
    for deals in LOOKS:
        match.play(deals - match.dealt, until - time.monotonic())
        found = StrategyResult(strategy, match.result(strategies * len(LOOKS)))
        if found.outcome in (StrategyOutcome.WINS, StrategyOutcome.LOSES) or match.dealt < deals:
            break
    return found


def sentences(found: Sequence[StrategyResult]) -> Iterator[str]:
    """Yield the cheap ways to win, the best first, then the actions that leave no choice.

    An action leaves no choice if to take it always is as good as to choose, and never to take it
    clearly loses.
    """
    winning = [x for x in found if x.outcome is StrategyOutcome.WINS]
    for one in sorted(winning, key=lambda x: (-x.result.margin.value, not x.strategy.always)):
        yield (
            f"There is a cheap way to win: {one.strategy.words}. It wins {one.result.words} "
            "against the trained players."
        )
    by_name = {x.strategy.name: x for x in found}
    for one in found:
        action = one.strategy.action
        never = by_name.get(Strategy(always=False, action=action).name)
        if not one.strategy.always or never is None or never.outcome is not StrategyOutcome.LOSES:
            continue
        if one.outcome is StrategyOutcome.AS_GOOD:
            yield (
                f"Where '{action.replace('_', ' ')}' is legal, the trained players gain nothing by "
                f"weighing it: to take it always wins {one.result.words} against them, never to "
                f"take it {never.result.words}."
            )
