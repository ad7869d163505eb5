"""The course of a tuning: values are proposed and tried in a few games, then the good ones in more.

What comes in: a ruleset, its numbers with their ranges, targets. The data flows one way: proposals
say which values to try, value games say what their games are like, targets turn games into misses,
which go back to the proposals; the race says whose misses are clearly greater than the best one's,
and those values get no more games. What comes out is a list of candidates for the report.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.language.diagnostics import RulesError
from engine.study.game_results import GameResults
from engine.tuning.numbers import Values, VariedNumber
from engine.tuning.proposals import Proposals
from engine.tuning.race import clearly_worse, quantile, total_miss
from engine.tuning.targets import Target, TargetResult, outcomes
from engine.tuning.value_games import ValueGames

FIRST = 100
"""So many games a value is first tried in."""
SEARCH = 0.5
"""The part of a time limit that goes to trying new values; the rest compares the best."""


class Watch(Protocol):
    """Hears how far a tuning is: a step begins, then so many of its games are played."""

    def begin(self, what: str, games: int) -> None:
        """Hear of a step of so many games."""

    def played(self, games: int) -> None:
        """Hear how many games of the step are played."""


@dataclass(frozen=True)
class Candidate:
    """A value that was tried: its games and what they show of each target.

    `refused`: in its place why the rules don't allow it.
    """

    values: Values
    games: int
    outcomes: tuple[TargetResult, ...] = ()
    refused: RulesError | None = None

    @property
    def known(self) -> bool:
        """Return whether it was played, and every figure came up."""
        return self.refused is None and all(outcome.known for outcome in self.outcomes)

    @property
    def met(self) -> bool:
        """Return whether it surely meets every target."""
        return all(outcome.met for outcome in self.outcomes)

    @property
    def miss(self) -> float:
        """Return how far it is from all targets together."""
        return total_miss(self.outcomes)


class Tuning:
    """One tuning, as far as it is."""

    def __init__(
        self,
        games: ValueGames,
        targets: Sequence[Target],
        proposals: Proposals,
        watch: Watch,
        deadline: float | None = None,
    ) -> None:
        """Begin or resume; `deadline`: seconds from now."""
        self.games, self.targets, self.proposals, self.watch = games, targets, proposals, watch
        self.numbers: tuple[VariedNumber, ...] = games.numbers
        self.now: Values = tuple(number.now for number in self.numbers)
        self.tried: dict[Values, Candidate] = {}
        self.began, self.deadline = time.monotonic(), deadline
        self.out_of_time = False
        self.most_games = FIRST
        """So many games a value gets at most."""

    # -------------------------------------------------------------- the two steps

    def search(self, most: int, games: int) -> None:
        """Try up to so many values, each in a few games."""
        self.most_games = games
        count = min(FIRST, games)
        inside = all(n.low <= n.now <= n.high for n in self.numbers)
        known, most = self.proposals.tried, min(most, self.proposals.size)
        self.watch.begin("Trying values", most * count)
        self._play(known, count)
        while wave := self.proposals.wave(most, self.now if inside else None):
            if self.tried and self._late(SEARCH):
                break
            done = len(self.tried) * count
            self._play(wave, count, done)
            if not self.tried.keys() >= set(wave):  # the time is up
                break
            for values in wave:
                found = self.tried[values]
                misses = [x.miss for x in found.outcomes] if found.known else None
                self.proposals.add(values, misses)

    def compare(self, games: int) -> None:
        """Play the values that may be best in more and more games.

        It ends when one is left, when all have so many games, or when all surely meet every target.
        """
        self.most_games = games
        while len(found := self.open) > 1 and not self._late(1.0):
            fewest = min(x.games for x in found)
            if fewest >= games or all(x.met for x in found):
                break
            count = min(2 * fewest, games)
            wanted = [x.values for x in found if x.games < count]
            self.watch.begin(f"Comparing {len(wanted)} values", count * len(wanted))
            self._play(wanted, count)

    def _play(self, wanted: Sequence[Values], count: int, before: int = 0) -> None:
        """Play so many games of some values, and take note of what they show.

        Nothing is noted where the time is up before, but the games are kept.
        """
        time_up = False

        def heard(done: int) -> None:
            nonlocal time_up
            self.watch.played(before + done)
            if self.tried and self._late(1.0):
                time_up = True
                raise KeyboardInterrupt  # it ends the games as Ctrl-C does

        try:
            played = self.games.play(wanted, count, heard)
        except KeyboardInterrupt:
            if not time_up:
                raise
            return
        for values, found in played.items():
            self.tried[values] = self._candidate(values, found, count)

    def _candidate(self, values: Values, found: GameResults | RulesError, count: int) -> Candidate:
        if isinstance(found, GameResults):
            try:
                return Candidate(values, count, tuple(outcomes(found, self.targets)))
            except RulesError as problem:
                found = problem
        return Candidate(values, count, refused=found)

    def _late(self, part: float) -> bool:
        """Return whether a part of the time limit has passed."""
        if self.deadline is None or time.monotonic() - self.began < part * self.deadline:
            return False
        self.out_of_time = True
        return True

    # -------------------------------------------------------------- what there is

    @property
    def compared(self) -> list[Candidate]:
        """Return the candidates that can be compared, the best first."""
        found = [x for x in self.tried.values() if x.known]
        return sorted(found, key=lambda x: (x.miss, self._change(x.values), x.values))

    def _change(self, values: Values) -> float:
        """Return by how much the text would change: the smallest change is preferred."""
        found = zip(self.numbers, values, strict=True)
        return sum(abs(value - number.now) / number.size for number, value in found)

    @property
    def unknown(self) -> list[Candidate]:
        """Return the values that were played, but of which some figure never came up."""
        found = [x for x in self.tried.values() if x.refused is None and not x.known]
        return sorted(found, key=lambda x: x.values)

    @property
    def refused(self) -> list[Candidate]:
        """Return the values that the rules don't allow."""
        found = [x for x in self.tried.values() if x.refused is not None]
        return sorted(found, key=lambda x: x.values)

    @property
    def best(self) -> Candidate:
        """Return the best candidate of those that have most games."""
        found = self.compared
        most = max(x.games for x in found)
        return next(x for x in found if x.games == most)

    @property
    def errors(self) -> float:
        """Return how many standard errors make one of all the values clearly worse, at any look."""
        return quantile(_looks(self.most_games) * (len(self.compared) - 1), self.targets)

    @property
    def open(self) -> list[Candidate]:
        """Return the candidates that can't be told apart from the best, the best first."""
        best, errors = self.best, self.errors
        others = [
            x for x in self.compared
            if x is not best and not clearly_worse(x.outcomes, best.outcomes, errors)
        ]  # fmt: skip
        return [best, *others]


def _looks(games: int) -> int:
    """Return how often candidates are compared on the way to so many games."""
    looks, count = 1, FIRST
    while count < games:
        looks, count = looks + 1, 2 * count
    return looks
