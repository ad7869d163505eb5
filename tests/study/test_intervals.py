"""Estimates against values that are known: from tables, by hand, and by drawing many samples."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.study.intervals import (
    Interval,
    deviation,
    difference,
    mean,
    ratio,
    ratio_difference,
    student,
    times,
    wilson,
)

SOME = st.lists(st.integers(-1000, 1000), min_size=2, max_size=60)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (999, 1.9623),
    ],
)
def test_students_t_is_that_of_the_tables(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize(("freedom", "value"), [(1, 63.6567), (2, 9.9248), (10, 3.1693)])
def test_students_t_has_other_levels(freedom: int, value: float) -> None:
    assert student(freedom, 0.99) == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval_is_that_of_the_literature(
    successes: int, games: int, low: float, high: float
) -> None:
    found = wilson(successes, games)
    assert found.value == successes / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_a_mean_and_its_interval_by_hand() -> None:
    found = mean([1, 2, 3, 4, 5])
    assert found.value == 3
    assert found.high - found.value == pytest.approx(2.7764 * math.sqrt(2.5 / 5), rel=1e-3)
    assert deviation([1, 2, 3, 4, 5]) == pytest.approx(math.sqrt(2.5))


def test_of_a_single_game_nothing_can_be_told() -> None:
    assert mean([7]) == Interval(7, -math.inf, math.inf, 1)
    assert ratio([], []).games == 0


@given(SOME)
def test_a_ratio_to_one_a_game_is_a_mean(values: list[int]) -> None:
    assert ratio(values, [1] * len(values)) == pytest.approx(mean(values))


@given(SOME, st.integers(-50, 50))
def test_what_is_always_the_same_is_a_difference_without_doubt(
    values: list[int], more: int
) -> None:
    found = difference(values, [value + more for value in values])
    assert found == pytest.approx((more, more, more, len(values)))


def test_a_difference_of_ratios_is_that_of_the_ratios() -> None:
    one, other = ([1, 2, 3], [4, 4, 4]), ([3, 3, 3], [4, 8, 6])
    found = ratio_difference(one, other)
    assert found.value == pytest.approx(9 / 18 - 6 / 12)
    assert found.low < 0 < found.high


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_hold_as_often_as_they_promise(share: float) -> None:
    chance = random.Random(1)
    games, tries = 60, 1500
    held = {"wilson": 0, "mean": 0, "ratio": 0}
    for _ in range(tries):
        hits = [chance.random() < share for _ in range(games)]
        found = wilson(sum(hits), games)
        held["wilson"] += found.low <= share <= found.high
        skewed = [chance.gammavariate(4, 1) for _ in range(games)]
        held["mean"] += not mean(skewed).clear_of(4.0)
        wholes = [chance.randint(5, 30) for _ in range(games)]
        own = [min(1.0, max(0.0, chance.gauss(share / 2, 0.1))) for _ in range(games)]
        parts = [
            sum(chance.random() < p for _ in range(n)) for p, n in zip(own, wholes, strict=True)
        ]
        held["ratio"] += not ratio(parts, wholes).clear_of(share / 2)
    for name, count in held.items():
        assert 0.92 <= count / tries <= 0.98, name


def test_counts_of_what_is_rare() -> None:
    never = times([0] * 200)
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(wilson(0, 200).high)  # about three in so many games, or more
    once = times([1] + [0] * 199)
    assert 0 < once.low < once.value == 1 / 200 < once.high < 0.03
    often = [3, 5, 4, 4, 2, 6]
    assert times(often) == mean(often)


def test_counts_of_what_is_rare_cover_what_they_come_from() -> None:
    chance = random.Random(5)
    held = 0
    for _ in range(300):
        found = times([float(chance.random() < 0.01) for _ in range(100)])
        held += found.low <= 0.01 <= found.high
    assert held > 0.93 * 300
