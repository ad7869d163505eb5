"""Matches of one side against another, deal by deal in the module: how strong players are.

Each deal is played once from every side's seats, so that nobody is helped by what was dealt.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from engine.compile.wasm.move_keys import sides
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.study.fast import GameResult, fast_results, unfinished
from engine.study.intervals import LEVEL, Interval, Numbers, deviation, mean, wilson
from engine.study.metric import interval_words, plain
from engine.study.wasm_policies import seated, seating
from engine.study.wins import part_of_win

AT_ONCE = 25
"""So many deals are asked for in one call, fewer at first: a game may take long."""
FEWEST = 50
"""Of fewer deals nothing is clear where several comparisons are made."""
HOPELESS = 4
"""After so many deals it ends if there was none of which all games were finished."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match so far. `share`: the part of all games that the first side wins;
    `others`: that of every other side on average; `margin`: how much more the first one wins, deal
    by deal, with an interval that is as wide as the number of comparisons asks for.
    """

    share: Interval
    others: float
    margin: Interval
    uneven: bool
    """Whether what the others win doesn't follow from that: there are draws, or more sides."""

    @property
    def words(self) -> str:
        """Return what the first side wins."""
        if not self.share.games:
            return "no game that was finished"
        rest = f" (others {100 * self.others:.1f}% each)" if self.uneven else ""
        return f"{interval_words(self.share, '%')} of {self.share.games:,} games{rest}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**plain(self.share), "others": round(self.others, 6), "margin": plain(self.margin)}


class PolicyMatch:
    """An agent against another one, of which every other side is."""

    def __init__(
        self,
        game: Game,
        one: str,
        other: str,
        seed: int,
        weights: tuple[Sequence[float], Sequence[float]] | None = None,
        like: Module | None = None,
    ) -> None:
        """Seat them. `weights`: by what each rates moves, if not both by the game's policy; `like`:
        the module of a match of agents that choose in the same ways.

        The module must be able to play them, see `unplayable`.
        """
        self.game, self.seed = game, seed
        self.sides = sides(game.compiled)
        own = [seat % self.sides == 0 for seat in range(game.players)]
        how = seating([one if mine else other for mine in own])
        assert how is not None and self.sides > 1
        by_seat = [weights[0] if mine else weights[1] for mine in own] if weights else ()
        self.module = seated(game, how, turning=True, deals=self.sides, weights=by_seat, like=like)
        self.own: list[float] = []
        self.rest: list[float] = []
        """Of each deal the part of its games that the first side wins, and all others together."""
        self.dealt = 0

    @property
    def margins(self) -> Numbers:
        """Return by deal how much more the first side wins than others do on average."""
        margins: Numbers = np.array(self.own) - np.array(self.rest) / (self.sides - 1)
        return margins

    def result(self, comparisons: int = 1) -> MatchResult:
        """Return the result so far; `comparisons`: how many margins are judged beside this one."""
        games = len(self.own) * self.sides
        own, rest = np.array(self.own), np.array(self.rest)
        share = wilson(own.sum() * self.sides, games)
        if own.size and np.ptp(own):
            value, low, high, _ = mean(own)
            share = Interval(value, max(0.0, low), min(1.0, high), games)
        uneven = self.sides > 2 or bool((own + rest < 1 - 1e-9).any())
        each = float(rest.mean()) / (self.sides - 1) if rest.size else 0.0
        return MatchResult(share, each, self._margin(comparisons), uneven)

    def _margin(self, comparisons: int) -> Interval:
        """Return how much more the first side wins. Of several comparisons the interval has
        Bonferroni's correction, and of few deals it is endless: nothing is clear of them.
        """
        found, deals = mean(self.margins), len(self.own)
        if comparisons == 1:
            return found
        if deals < FEWEST:
            return Interval(found.value, -math.inf, math.inf, deals)
        z = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / comparisons)
        half = z * deviation(self.margins) / math.sqrt(deals)
        return Interval(found.value, found.value - half, found.value + half, deals)

    def play(self, deals: int, seconds: float) -> None:
        """Play so many deals more, or as many as can be begun in some seconds.

        Where not one of the first deals is finished, none of the others will be, and it ends.
        """
        until, last = time.monotonic() + seconds, self.dealt + deals
        while self.dealt < last and time.monotonic() < until:
            self._play(min(AT_ONCE, last - self.dealt, max(1, self.dealt)))
            if self.dealt >= HOPELESS and not self.own:
                return

    def _play(self, deals: int) -> None:
        first = 1 + self.dealt * self.sides
        rows = list(fast_results(self.module, self.seed, first, deals * self.sides, self._given_up))
        for place in range(0, len(rows), self.sides):
            deal = [row.winners for row in rows[place : place + self.sides]]
            winners = [won for won in deal if won is not None]
            if len(winners) == self.sides:
                own = sum(
                    part_of_win(won, -turn % self.sides, self.sides)
                    for turn, won in enumerate(winners)
                )
                self.own.append(own / self.sides)
                self.rest.append((sum(map(bool, winners)) - own) / self.sides)
        self.dealt += deals

    def _given_up(self, number: int) -> GameResult:
        """Leave out a deal in which a game stops with an error: the study itself reports it."""
        return unfinished(self.game.players)
