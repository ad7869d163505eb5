"""Ratings from results: Bradley and Terry's model by maximum likelihood, on Elo's scale.

A game between more than two counts as one between each two of its seats. A tie is half a win each.
So that who has won or lost everything has a rating too, each two agents that have met are given
one more game, a tie. Intervals come from drawing deals again with replacement (bootstrap), all
games of a deal together.

What is drawn again from a few deals, or from results that all are the same, is the same each time.
So where a match-up has few deals, or two agents few results one way, an interval reaches at least
as far as the likelihood's curvature says, with a half win more on both sides (for two agents that
is Gart's interval for the logarithm of odds).

How often that covers the truth was measured with games drawn from known strengths, from 1 to 40
deals a match-up, with and without luck in the deal: 92 to 100 of 100 intervals do for two agents of
whom one wins up to 88 % of the games, and for three agents at two to four seats. Of two agents of
whom one wins 98.8 % they do in 76 to 100 of 100; and that someone wins 99.7 % isn't seen in fewer
than ten deals, all won: where results all go one way, what is known is how far apart two agents are
at least.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.study.intervals import Z, student

SCALE = 400 / math.log(10)
"""A rating of 400 more means ten to one."""
MIDDLE = 1500.0
"""The mean of all ratings."""
RESAMPLES = 400
FEW_DEALS, FEW_POINTS = 20, 3
"""With fewer deals in a match-up, or points against another, drawing again shows too little."""
ROUNDS = 1000
CLOSE_ENOUGH = 1e-9

Pair: TypeAlias = tuple[int, int]
Deal: TypeAlias = tuple[tuple[Pair, float, float], ...]
"""Pairs of agents in order, and how many points each of the two has made against the other."""


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval."""

    value: float
    low: float
    high: float


def ratings(
    count: int, strata: Sequence[Sequence[Deal]], seed: int = 0, players: int = 2
) -> list[Rating]:
    """Return the ratings of so many agents. `strata`: the deals of each match-up.

    Who has met nobody has the middle rating, and nothing is known of it: its interval has no ends.
    """
    points = _added(Counter(deal for deals in strata for deal in deals))
    best = strengths(count, points)
    drawn = _drawn_again(best, strata, random.Random(seed))
    little = _little(strata, points)
    halves = curvature(count, points, best, players) if little else [0.0] * count
    wider = 1.0 if little else _stretch(min(map(len, strata)))
    met = {i for pair in points for i in pair}
    found = []
    for i, (value, half) in enumerate(zip(best, halves, strict=True)):
        low, high = _ends([strength[i] for strength in drawn])
        low, high = value - wider * (value - low), value + wider * (high - value)
        half = half if i in met else math.inf
        ends = value, min(low, value - half), max(high, value + half)
        found.append(Rating(*(MIDDLE + SCALE * x for x in ends)))
    return found


def strengths(
    count: int, points: Mapping[Pair, tuple[float, float]], start: Sequence[float] | None = None
) -> list[float]:
    """Return the logarithms of the strengths, their mean being 0 (Zermelo's iteration)."""
    meets: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    wins = [0.0] * count
    for (i, j), (own, other) in points.items():
        wins[i] += own + 0.5
        wins[j] += other + 0.5
        meets[i].append((j, own + other + 1))
        meets[j].append((i, own + other + 1))
    now = [math.exp(x) for x in start] if start else [1.0] * count
    for _ in range(ROUNDS):
        after = list(now)
        for i in range(count):
            if meets[i]:
                after[i] = wins[i] / sum(n / (after[i] + after[j]) for j, n in meets[i])
        middle = math.exp(sum(map(math.log, after)) / count)
        after = [x / middle for x in after]
        moved = max(abs(math.log(a / b)) for a, b in zip(after, now, strict=True))
        now = after
        if moved < CLOSE_ENOUGH:
            break
    return [math.log(x) for x in now]


def curvature(
    count: int,
    points: Mapping[Pair, tuple[float, float]],
    known: Sequence[float],
    players: int = 2,
) -> list[float]:
    """Return half the width of each strength's interval by how sharply the likelihood is bent.

    Results of two seats in one game are not independent of those of the others: among equals, the
    mean of a seat's results varies (players + 1) / 3 times as much as it would if they were.
    """
    bent = np.zeros((count, count))
    for (i, j), (own, other) in points.items():
        one = 1 / (1 + math.exp(known[j] - known[i]))
        weight = (own + other + 1) * one * (1 - one) * 3 / (players + 1)
        bent[[i, j], [i, j]] += weight
        bent[[i, j], [j, i]] -= weight
    met = bent.diagonal() != 0
    share = 1 / met.sum()
    # The mean is fixed: only differences are told by games. A constant keeps what is left regular.
    spread = np.linalg.inv(bent[np.ix_(met, met)] + share)
    halves = np.zeros(count)
    halves[met] = Z * np.sqrt(spread.diagonal() - share)
    found: list[float] = halves.tolist()
    return found


def _little(strata: Sequence[Sequence[Deal]], points: Mapping[Pair, tuple[float, float]]) -> bool:
    """Return whether there is too little to draw from again."""
    few = min(map(len, strata), default=0) < FEW_DEALS
    return few or any(min(found) < FEW_POINTS for found in points.values())


def _added(deals: Mapping[Deal, int]) -> dict[Pair, tuple[float, float]]:
    """Return the points of every pair, given how often each deal counts."""
    points: dict[Pair, tuple[float, float]] = {}
    for deal, times in deals.items():
        for pair, own, other in deal:
            a, b = points.get(pair, (0.0, 0.0))
            points[pair] = (a + own * times, b + other * times)
    return points


def _drawn_again(
    best: Sequence[float], strata: Sequence[Sequence[Deal]], chance: random.Random
) -> list[list[float]]:
    """Return the strengths that deals drawn again with replacement would have shown."""
    known = [Counter(deals) for deals in strata]
    found = []
    for _ in range(RESAMPLES):
        again: Counter[Deal] = Counter()
        for deals in known:
            again.update(chance.choices(list(deals), list(deals.values()), k=deals.total()))
        found.append(strengths(len(best), _added(again), best))
    return found


def _ends(drawn: Sequence[float]) -> tuple[float, float]:
    """Return between what the middle 95 % lie."""
    ordered = sorted(drawn)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]


def _stretch(deals: int) -> float:
    """Return how much too narrow is what is drawn again from so many deals.

    It varies as the sample does, which is less than its source does, and by how much less is
    uncertain: Student's interval instead of the normal one.
    """
    return student(deals - 1) / Z * math.sqrt(deals / (deals - 1))
