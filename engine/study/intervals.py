"""Estimates and how far they can be trusted: 95 % confidence intervals.

Shares of games have Wilson's interval, means Student's. A ratio of sums over games (so much of this
per so much of that, in percent or not) has the interval of its linear approximation by Student's
t, in which a game counts as one observation however much happens in it. Differences are taken game
by game on the same seeds and have Student's interval, those of shares too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


class Interval(NamedTuple):
    """An estimate, its interval, and from how many games it is."""

    value: float
    low: float
    high: float
    games: int

    def clear_of(self, value: float) -> bool:
        """Tell whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def times(self, factor: float) -> Interval:
        """Return the interval in another unit."""
        ends = sorted((self.low * factor, self.high * factor))
        return Interval(self.value * factor, ends[0], ends[1], self.games)


def student(freedom: int) -> float:
    """Return between plus and minus what Student's t lies with 95 %, by degrees of freedom.

    Cornish and Fisher's expansion; for one and two degrees the closed forms.
    """
    p = 0.5 + LEVEL / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    z, n = Z, float(freedom)
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


def mean(values: Sequence[float]) -> Interval:
    """Return a mean with Student's interval; of a single value nothing can be told."""
    count = len(values)
    if count == 0:
        return Interval(0.0, -math.inf, math.inf, 0)
    middle = sum(values) / count
    return _around(middle, deviation(values), count)


def times(values: Sequence[float]) -> Interval:
    """Return how often something comes in a game, a mean of counts, with its interval.

    What came in few games or in none may yet come: where Student's interval reaches nothing,
    Wilson's for the share of games in which it came says how rare it may be, and how frequent, if
    it then comes as often as it did.
    """
    found = mean(values)
    if found.games < 2 or found.low > 0:
        return found
    some = [value for value in values if value]
    share = wilson(len(some), len(values))
    each = max(1.0, sum(some) / len(some)) if some else 1.0
    return Interval(found.value, share.low, max(found.high, share.high * each), found.games)


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample."""
    count = len(values)
    if count < 2:
        return 0.0
    total = sum(values)
    around = sum(map(mul, values, values)) - total * total / count
    return math.sqrt(max(0.0, around) / (count - 1))


def _around(value: float, sd: float, count: int) -> Interval:
    if count < 2:
        return Interval(value, -math.inf, math.inf, count)
    half = student(count - 1) * sd / math.sqrt(count)
    return Interval(value, value - half, value + half, count)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Interval:
    """Return the sum of parts over the sum of wholes, both given by game."""
    count, whole = len(parts), sum(wholes)
    if whole == 0:
        return Interval(0.0, -math.inf, math.inf, 0)
    value = sum(parts) / whole
    residuals = _residuals(parts, wholes)
    return _around(value, deviation(residuals), count)


def _residuals(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    """Return by how much each game moves the ratio, the sum of all being nothing."""
    whole = sum(wholes)
    value, middle = sum(parts) / whole, whole / len(wholes)
    return [(part - value * own) / middle for part, own in zip(parts, wholes, strict=True)]


def difference(one: Sequence[float], other: Sequence[float]) -> Interval:
    """Return how much more the other is than the one on average, pair by pair."""
    return mean([b - a for a, b in zip(one, other, strict=True)])


def ratio_difference(
    one: tuple[Sequence[float], Sequence[float]], other: tuple[Sequence[float], Sequence[float]]
) -> Interval:
    """Return how much greater the other ratio is than the one, pair by pair."""
    wholes = sum(one[1]), sum(other[1])
    if 0 in wholes:
        return Interval(0.0, -math.inf, math.inf, 0)
    value = sum(other[0]) / wholes[1] - sum(one[0]) / wholes[0]
    moved = [b - a for a, b in zip(_residuals(*one), _residuals(*other), strict=True)]
    return _around(value, deviation(moved), len(moved))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of the ordered values lies, between two if need be."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
