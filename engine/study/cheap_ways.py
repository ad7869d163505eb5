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


def strategies_of(game: Game) -> list[Strategy]:
    """Return the strategies that each play differently; none where there is nothing to choose.

    Of two actions, never to take one is always to take the other.
    """
    actions = actions_of(game.rules)
    kinds = (True,) if len(actions) == 2 else (True, False)
    return [Strategy(always, a) for a in actions for always in kinds] if len(actions) > 1 else []


def cheap_ways(
    game: Game, seed: int, heard: Callable[[float], None], seconds: float = SECONDS
) -> Iterator[StrategyResult]:
    """Yield what each strategy of a game wins against its trained players.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    strategies = strategies_of(game)
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
    for one in found:
        never = _never(one, found)
        if never is None or never.outcome is not StrategyOutcome.LOSES:
            continue
        if one.outcome is StrategyOutcome.AS_GOOD:
            action = one.strategy.action.replace("_", " ")
            yield (
                f"Where '{action}' is legal, the trained players gain nothing by deciding case by "
                f"case: always taking it wins {one.result.words} against them, never taking it "
                f"wins {never.result.words}."
            )


def _never(one: StrategyResult, found: Sequence[StrategyResult]) -> StrategyResult | None:
    """Return what is won by never taking the action that a strategy always takes."""
    if not one.strategy.always:
        return None
    others = [x for x in found if x is not one]
    if len(others) == 1 and others[0].strategy.always:
        return others[0]  # there are two actions
    wanted = Strategy(always=False, action=one.strategy.action)
    return next((x for x in others if x.strategy == wanted), None)


def untried(strategies: int, found: Sequence[StrategyResult]) -> Iterator[str]:
    """Yield that some of the strategies weren't tried, where it is so."""
    left = strategies - len(found)
    if left > 0:
        yield f"{left} of {strategies} strategies weren't tried, for lack of time."
