"""Ratings from results: Bradley and Terry's model by maximum likelihood, on Elo's scale.

A game between more than two counts as one between each two of its seats. A tie is half a win each.
So that who has won or lost everything has a rating too, each two agents that have met are given
one more game, a tie. Intervals come from drawing deals again with replacement (bootstrap), all
games of a deal together.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

SCALE = 400 / math.log(10)
"""A rating of 400 more means ten to one."""
MIDDLE = 1500.0
"""The mean of all ratings."""
RESAMPLES = 400
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


def ratings(count: int, strata: Sequence[Sequence[Deal]], seed: int = 0) -> list[Rating]:
    """Return the ratings of so many agents. `strata`: the deals of each match-up."""
    points = _added(Counter(deal for deals in strata for deal in deals))
    best = strengths(count, points)
    known = [Counter(deals) for deals in strata]
    chance = random.Random(seed)
    drawn: list[list[float]] = []
    for _ in range(RESAMPLES):
        again: Counter[Deal] = Counter()
        for deals in known:
            again.update(chance.choices(list(deals), list(deals.values()), k=deals.total()))
        drawn.append(strengths(count, _added(again), best))
    return [_rating(best[i], sorted(d[i] for d in drawn)) for i in range(count)]


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


def expected(one: float, other: float) -> float:
    """Return how many points of one a rating expects against another."""
    return 1 / (1 + math.exp((other - one) / SCALE))


def _added(deals: Mapping[Deal, int]) -> dict[Pair, tuple[float, float]]:
    """Return the points of every pair, given how often each deal counts."""
    points: dict[Pair, tuple[float, float]] = {}
    for deal, times in deals.items():
        for pair, own, other in deal:
            a, b = points.get(pair, (0.0, 0.0))
            points[pair] = (a + own * times, b + other * times)
    return points


def _rating(best: float, drawn: Sequence[float]) -> Rating:
    low, high = drawn[round(0.025 * (len(drawn) - 1))], drawn[round(0.975 * (len(drawn) - 1))]
    value, low, high = (MIDDLE + SCALE * x for x in (best, min(low, best), max(high, best)))
    return Rating(value, low, high)
