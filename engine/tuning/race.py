"""Which of several values comes closer to the targets, and whether that is clear of chance.

The values' games have common deals, so differences are taken game by game. A miss is the greatest
of a few linear functions of the figures: above the target and below it, or above and nothing. One
value is clearly worse than another when some function of its own miss exceeds every function of the
other's, each by more than the half interval. That is right for any two values, whatever their true
figures are; so it stays right for the one that happens to look best.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist

import numpy as np

from engine.study.intervals import LEVEL, Numbers, Whole, deviation
from engine.tuning.targets import Target, TargetResult

FEWEST = 20
"""With fewer common games nothing is called clear."""


def total_miss(outcomes: Sequence[TargetResult]) -> float:
    """Return how far a value is from all targets together."""
    return sum(outcome.miss for outcome in outcomes)


def quantile(comparisons: int, targets: Sequence[Target]) -> float:
    """Return how many standard errors make a difference clear, if so many are looked at.

    All of them together are wrong in one of twenty runs at most (Bonferroni). Each comparison
    counts once for every choice of the directions in which its value misses the targets, as the
    games themselves say which are taken.
    """
    choices = 2 ** sum(target.sign == "=" for target in targets)
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (max(1, comparisons) * choices))


def clearly_worse(
    one: Sequence[TargetResult], other: Sequence[TargetResult], errors: float
) -> bool:
    """Return whether one value misses the targets by so many standard errors more."""
    numbers = np.intersect1d(_numbers(one), _numbers(other))
    if len(numbers) < FEWEST:
        return False
    own = _along(one, numbers, [_worst(outcome) for outcome in one])
    return all(_above(own - branch, errors) for branch in _branches(other, numbers))


def _above(differences: Numbers, errors: float) -> bool:
    """Return whether a mean is above nothing by so many standard errors."""
    half = errors * deviation(differences) / math.sqrt(len(differences))
    return float(differences.mean()) > half


def _worst(outcome: TargetResult) -> int:
    """Return the direction in which an outcome misses its target as far as can be seen."""
    mean = float(outcome.off.mean())
    return max(outcome.target.directions(), key=lambda way: way * mean)


def _branches(outcomes: Sequence[TargetResult], numbers: Whole) -> Iterator[Numbers]:
    """Yield by game every linear function of which the miss is the greatest."""
    for ways in itertools.product(*(outcome.target.directions() for outcome in outcomes)):
        yield _along(outcomes, numbers, ways)


def _along(outcomes: Sequence[TargetResult], numbers: Whole, ways: Sequence[int]) -> Numbers:
    """Return by game what outcomes are off their targets in some directions, added up."""
    total: Numbers = np.zeros(len(numbers))
    for outcome, way in zip(outcomes, ways, strict=True):
        total += way * outcome.off[np.searchsorted(outcome.numbers, numbers)]
    return total


def _numbers(outcomes: Sequence[TargetResult]) -> Whole:
    """Return the numbers of the games of which every figure is known."""
    return min((outcome.numbers for outcome in outcomes), key=len)
