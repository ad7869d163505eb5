"""Of endings and reactions to one change: which counts, and what is said of those that don't."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import line_of, load, play, start

GIVE_UP = """
var stuck = no
var who: Player?
turn
  choose
    give_up
      who := me
      stuck := yes
"""
WINS = "wins when stuck and who = me\n"
ENDS = "game ends when stuck\n"
BOARD = """
zone board: row of mark, at most 2
var log: 0..99 = 0
turn
  choose
    put
      write mark in board
"""


@pytest.mark.parametrize(("endings", "winners"), [(WINS + ENDS, [0]), (ENDS + WINS, [])])
def test_of_a_winner_and_an_end_at_one_change_the_first_in_the_text_counts(
    endings: str, winners: list[int]
) -> None:
    s = play(start(GIVE_UP + endings), "give_up")
    assert s.over
    assert s.winners == winners


def test_a_round_s_end_above_a_winner_counts_first() -> None:
    rounds = 'game "Tiny"\n  players 2\n  rounds 2\n'
    ends = "round ends when stuck\n"
    assert play(start(rounds + GIVE_UP + WINS + ends), "give_up").over
    assert not play(start(rounds + GIVE_UP + ends + WINS), "give_up").over


def warnings(text: str) -> list[tuple[str, int]]:
    return [(d.code, d.span.line) for d in load(text).findings.items if d.code == "W004"]


def test_a_winner_below_an_end_that_looks_at_the_same_is_warned_of() -> None:
    assert warnings(GIVE_UP + ENDS + WINS) == [("W004", line_of(GIVE_UP + ENDS + WINS, "wins"))]
    assert warnings(GIVE_UP + WINS + ENDS) == []
    assert warnings(GIVE_UP + "game ends at end of turn when stuck\n" + WINS) == []
    other = "var n: 0..1 = 0\ngame ends when n = 1\n"
    assert warnings(GIVE_UP + other + WINS) == []


REACTION = """
when mark arrives in board
  log := log + 1
"""


def test_an_end_comes_before_what_reacts_to_the_same_change() -> None:
    ends = "game ends when board is full\n"
    s = play(start(BOARD + REACTION + ends), "put", "put")
    assert s.over
    assert next(v.value for v in s.view(None).variables if v.name == "log") == "1"
    waits = "game ends at end of turn when board is full\n"
    s = play(start(BOARD + REACTION + waits), "put", "put")
    assert s.over
    assert next(v.value for v in s.view(None).variables if v.name == "log") == "2"


@pytest.mark.parametrize(
    ("reaction", "ends", "warned"),
    [
        ("when mark arrives in board", "game ends when board is full", True),
        ("when board becomes full", "game ends when log > 9 or board is full", True),
        ("when board becomes full", "wins when me = active and board is full", False),
        ("when board becomes full", "wins when board is full", True),
        ("when board becomes full", "round ends when board is empty", False),
        ("when board becomes empty", "round ends when board is empty", True),
        ("when mark arrives in board", "game ends when board is empty", False),
        ("when board becomes full", "game ends at end of turn when board is full", False),
    ],
)
def test_a_reaction_to_what_ends_the_game_is_warned_of(
    reaction: str, ends: str, warned: bool
) -> None:
    text = f"{BOARD}{reaction}\n  log := log + 1\n{ends}\n"
    assert warnings(text) == ([("W004", line_of(text, reaction))] if warned else [])
