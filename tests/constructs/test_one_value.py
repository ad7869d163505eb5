"""Places that need one value, and everything that may be written there though it is several."""

from __future__ import annotations

from itertools import product

import pytest

from tests.compile.small import same_games
from tests.constructs.tiny import codes, load, play, start, var, whole

TEXT = """
type Suit = red, blue
component Man
  suit: Suit
  rank: 1..3
  called "{suit} {rank}"
  make 1 for each suit, rank
zone board: grid of Man, 3 by 3
zone box: area of Man
zone line[Player]: row of Man
var n: 0..9 = 0
table lucky: 1..2 -> set of 1..9
  1 = 1, 7
  2 = 2
RULE
setup
  move all Man to box
turn
  choose
    go
      ACT
    pass
      n := 1
game ends at end of turn when n > 0
"""
SEVERAL = {
    "cells of board": "E101",
    "cells from board[1, 1] going (0, 1)": "E101",
    "cells next to board[1, 1]": "E101",
    "cells around board[1, 1]": "E101",
    "cells between board[1, 1] and board[3, 3]": "E101",
    "lines of 3 in board": "E101",
    "group(cell next to board[1, 1] where cell is empty)": "E101",
    "{1, 2}": "E101",
    "1..n": "E101",
    "Suit": "E101",
    "Man": "E101",
    "Player": "E101",
    "{man in box where man.rank = 1}": "E101",
    "{red} + {blue}": "E101",
    "first(2 of my line)": "E101",
    "lucky[1]": "E101",
    "board": "E102",
    "line": "E102",
}
"""What is several things, and the code of the error where one is needed."""
PLACES = (
    ("rule what()\n  WHAT", "if what() = what(): n := 1"),
    ("", "if WHAT = WHAT: n := 1"),
    ("", "if (WHAT, 1) = (WHAT, 2): n := 1"),
    ("", "let what = WHAT if n = 0 else WHAT\n      if what = what: n := 1"),
    ("", "n := distinct(WHAT for man in box)"),
    ("", "n := max(WHAT for man in box)"),
    ("", "if WHAT is in {WHAT}: n := 1"),
)
SETS = (
    ("rule what()\n  WHAT if n = 0\n  WHAT otherwise", "n := size(what())"),
    ("", "n := size(WHAT if n = 0 else WHAT)"),
)
"""Places that take a set, but neither several sets nor a family of zones."""


def game(act: str, rule: str = "") -> str:
    return TEXT.replace("RULE", rule).replace("ACT", act)


@pytest.mark.parametrize(("several", "place"), [*product(SEVERAL, PLACES)])
def test_several_things_are_refused_where_one_is_needed(
    several: str, place: tuple[str, str]
) -> None:
    rule, act = (part.replace("WHAT", several) for part in place)
    assert SEVERAL[several] in codes(game(act, rule))


@pytest.mark.parametrize(("several", "place"), [*product(SEVERAL, SETS)])
def test_a_set_may_be_given_or_chosen_between(several: str, place: tuple[str, str]) -> None:
    rule, act = (part.replace("WHAT", several) for part in place)
    refused = several in ("lines of 3 in board", "board", "line")
    assert codes(game(act, rule)) != [] if refused else codes(game(act, rule)) == []


@pytest.mark.parametrize(
    "act", ['if ("a", 1) = ("b", 2): n := 1', 'n := distinct("a" for man in box)']
)
def test_a_text_is_no_value(act: str) -> None:
    assert "E101" in codes(game(act))


def test_only_a_zone_is_full() -> None:
    act = "if cells next to board[1, 1] is full: n := 1"
    assert codes(game(act)) == ["E101"]


def test_several_zones_get_no_name_in_a_rule() -> None:
    rule = "rule wide()\n  let what = line\n  what = what"
    assert "E102" in codes(game("if wide(): n := 1", rule))


def test_what_lies_in_a_zone_that_is_searched_for_can_be_run_through() -> None:
    """The pieces in the zone, not the zone in their place."""
    act = """
      move the(man in box where man.rank = 3 and man.suit = red) to board[2, 2]
      for each man in the(cell in cells of board where cell is not empty)
        n := n + man.rank
      if top of board[2, 2] is in the(cell in cells of board where cell is not empty)
        n := n + 1
"""
    text = game(act.strip())
    assert var(play(start(text), "go"), "n") == "4"
    same_games(whole(text), games=2)


def test_an_action_offers_what_lies_in_a_zone_that_is_searched_for() -> None:
    text = game("n := 2").replace(
        "    go\n",
        "    go(man in the(cell in cells of board where cell is not empty))\n",
    )
    there = "the(man in box where man.rank = 3 and man.suit = red)"
    text = text.replace("Man to box", f"Man to box\n  move {there} to board[2, 2]")
    load(text)
    assert [legal.text for legal in start(text).legal()] == ["go(red 3 in board[2, 2])", "pass"]
