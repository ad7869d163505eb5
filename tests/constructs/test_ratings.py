"""`rating 21..24 "amazing"`: what results are called."""

from __future__ import annotations

from engine.cli.text import score_rows
from engine.game.session import Session
from engine.study.simulate import simulate
from tests.constructs.tiny import load, play, start

TEXT = """
option generous: yes, no = no

counter coins[Player]: 0..20 = 0

turn
  choose
    take(n in 1..9)
      gain n coins
    give_up
      game ends

everybody loses when coins[seat 2] = 9
game ends when coins[seat 2] > 0

winner highest coins

rating 0..2 "poor"
rating 3..(4 if generous else 5) "fair"
rating 8 "rich"
"""


def ended(*moves: str, generous: str = "no") -> Session:
    return play(start(TEXT, generous=generous), *moves)


def test_each_result_has_the_name_of_its_numbers() -> None:
    assert ended("take(2)", "take(3)").ratings == ["poor", "fair"]
    assert ended("take(5)", "take(6)").ratings == ["fair", ""]
    assert ended("take(5)", "take(8)", generous="yes").ratings == ["", "rich"]


def test_nothing_is_rated_before_the_end_or_where_all_lose() -> None:
    assert start(TEXT).ratings == ["", ""]
    assert ended("take(2)", "take(9)").ratings == ["", ""]


def test_it_is_told_at_the_end_once_where_all_share_it() -> None:
    names = ["Ann", "Bo"]
    told = score_rows(ended("take(2)", "take(3)"), names)
    assert [row.strip() for row in told if "Rating" in row] == ["Rating: poor.", "Rating: fair."]
    told = score_rows(ended("take(1)", "take(2)"), names)
    assert told[-1] == "Bo has won. (Ann 1, Bo 2) Rating: poor."
    assert not any("Rating" in row for row in told[:-1])


def test_simulations_count_them() -> None:
    report = simulate(load(TEXT), 2, 40, 1, ["random", "random"])
    assert set(report.ratings) == {"poor", "fair", "rich"}
    assert 0 < report.ratings["poor"] < sum(report.ratings.values()) < 1
