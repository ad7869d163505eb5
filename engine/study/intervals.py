"""Estimates and how far they can be trusted: 95 % confidence intervals.

Shares of games have Wilson's interval, means Student's. A ratio of sums over games (so much of this
per so much of that, in percent or not) has the interval of its linear approximation by Student's
t, in which a game counts as one observation however much happens in it. Differences are taken game
by game on the same seeds and have Student's interval, those of shares too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Column: TypeAlias = Whole | Numbers
Values: TypeAlias = Sequence[float] | Column

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


class Interval(NamedTuple):
    """An estimate, its interval, and from how many games it is."""

    value: float
    low: float
    high: float
    games: int

    def clear_of(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def times(self, factor: float) -> Interval:
        """Return the interval in another unit."""
        ends = sorted((self.low * factor, self.high * factor))
        return Interval(self.value * factor, ends[0], ends[1], self.games)


def student(freedom: int, level: float = LEVEL) -> float:
    """Return how far Student's t is from zero at most at a level, by degrees of freedom.

    Cornish and Fisher's expansion; for one and two degrees the closed forms.
    """
    p = 0.5 + level / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    z, n = NormalDist().inv_cdf(p), float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def wilson(successes: float, games: int) -> Interval:
    """Return a share with Wilson's interval; successes may be parts, which makes it rather wide."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0, 0)
    share = successes / games
    around = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / around
    half = Z / around * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    low = 0.0 if share == 0 else max(0.0, middle - half)
    high = 1.0 if share == 1 else min(1.0, middle + half)
    return Interval(share, low, high, games)


def mean(values: Values) -> Interval:
    """Return a mean with Student's interval; of a single value nothing can be told."""
    found = np.asarray(values, np.float64)
    return _around(float(found.mean()), found) if found.size else _around(0.0, found)


def times(values: Values) -> Interval:
    """Return how often something comes in a game, a mean of counts, with its interval.

    What came in few games or in none may yet come: where Student's interval reaches nothing,
    Wilson's for the share of games in which it came says how rare it may be, and how frequent, if
    it then comes as often as it did.
    """
    found = mean(values)
    if found.games < 2 or found.low > 0:
        return found
    some = np.extract(values, values)
    share = wilson(some.size, found.games)
    each = max(1.0, float(some.mean())) if some.size else 1.0
    return Interval(found.value, share.low, max(found.high, share.high * each), found.games)


def deviation(values: Values) -> float:
    """Return the standard deviation of a sample; nothing at all where all values are equal."""
    return float(np.std(values, ddof=1)) if np.size(values) > 1 and np.ptp(values) else 0.0


def _around(value: float, values: Numbers) -> Interval:
    """Return an estimate with Student's interval by how some values are spread."""
    count = values.size
    if count < 2:
        return Interval(value, -math.inf, math.inf, count)
    half = student(count - 1) * deviation(values) / math.sqrt(count)
    return Interval(value, value - half, value + half, count)


def ratio(parts: Values, wholes: Values) -> Interval:
    """Return the sum of parts over the sum of wholes, both given by game."""
    if not np.sum(wholes):
        return Interval(0.0, -math.inf, math.inf, 0)
    return _around(*_ratio(parts, wholes))


def _ratio(parts: Values, wholes: Values) -> tuple[float, Numbers]:
    """Return a ratio, and by how much each game moves it, the sum of which is nothing."""
    value = float(np.sum(parts) / np.sum(wholes))
    moved: Numbers = (np.asarray(parts) - value * np.asarray(wholes)) / np.mean(wholes)
    return value, moved


def corrected(found: Interval, comparisons: int) -> Interval:
    """Return an interval as wide as it has to be where so many are judged together (Bonferroni)."""
    if comparisons <= 1 or math.isinf(found.high):
        return found
    wider = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / comparisons) / Z
    low, high = (found.value + wider * (x - found.value) for x in (found.low, found.high))
    return Interval(found.value, low, high, found.games)


def difference(one: Values, other: Values) -> Interval:
    """Return how much more the other is than the one on average, pair by pair."""
    return mean(np.asarray(other, np.float64) - one)


def ratio_difference(one: tuple[Values, Values], other: tuple[Values, Values]) -> Interval:
    """Return how much greater the other ratio is than the one, pair by pair."""
    if not (np.sum(one[1]) and np.sum(other[1])):
        return Interval(0.0, -math.inf, math.inf, 0)
    (before, moved), (after, moves) = _ratio(*one), _ratio(*other)
    return _around(after - before, moves - moved)
