"""Numbers that may be none: wherever a type stands, kept exactly, never computed with."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.language.format import format_text
from engine.rules.load import load
from tests.compile.small import same_games
from tests.constructs.tiny import codes, examples, moves, play, refused, start, var, whole
from tests.constructs.tiny import load as tiny

FOUND = Path(__file__).resolve().parents[1] / "found"
DICE = """
type Rank = 1..5
component Die
  number: 2..4?
  var face: 3..6? = none
  called "die {number}"
  make 1 number = none
  make 1 for each number
zone tray: area of Die
var told: Rank?
var bid[Player]: -3..5?
var log: -99..99 = 0
rule twice(n: 1..5?)
  none if n is none or n = 3
  n * 2 otherwise
setup
  move all Die to tray
"""
TURN = """
turn
  var mine: 2..9?
  choose
    tell(n in 1..5)
      told := n
      my bid := n - 4
      mine := n + 1
      log := mine
    forget
      told := none
      my bid := none
      log := 50 if mine is none else 51
    more
      require told is not none
      log := told + 1
    double
      let twofold = twice(told)
      log := -1 if twofold is none else twofold
    set_face(die in tray)
      die.face := told
    throw
      roll tray
game ends when told = 5 and log = 10
"""


def test_a_number_may_be_none_in_variables_attributes_parameters_and_rules() -> None:
    s = start(DICE + TURN)
    assert var(s, "told") == var(s, "bid[seat 1]") == "none"
    assert "more" not in moves(s)
    play(s, "tell(4)")
    assert (var(s, "told"), var(s, "bid[seat 1]"), var(s, "log")) == ("4", "0", "5")
    assert var(play(s, "more"), "log") == "5"
    assert var(play(s, "double"), "log") == "8"
    assert var(play(s, "tell(3)", "double"), "log") == "-1"
    assert var(play(s, "forget"), "told") == "none"
    assert var(s, "log") == "50"
    assert "set_face(die none)" in moves(s)


def test_both_executors_play_the_same() -> None:
    same_games(whole(DICE + TURN.replace("die.face := told", "die.face := max(3, log mod 7)")))


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("log := told + 1", "this is none, where a number is needed"),
        ("log := told", "this is none, where a number is needed"),
        ("my bid := -4", "'bid' is -3..5 or none"),
        ("my bid := 6 - log", "'bid' is -3..5 or none"),
        ("mine := 1 + log", "'mine' is 2..9 or none"),
        ("the(d in tray with lowest d.number).face := 2 + log", "'face' is 3..6 or none"),
        ("log := twice(0 + log)", "'n' is 1..5 or none"),
    ],
)
def test_what_it_cant_be_is_an_error(action: str, says: str) -> None:
    turn = f"turn\n  var mine: 2..9?\n  choose\n    go\n      {action}\n"
    text = DICE.replace("number: 2..4?", "number: 2..4").replace("  make 1 number = none\n", "")
    if action == "my bid := -4":
        turn = turn.replace("-4", "-4 - log")
    message = refused("E503", text + turn, 2, "go").diagnostics[0].message
    assert says in message


def test_none_has_no_order_and_is_in_no_range() -> None:
    assert codes(DICE + "turn\n  choose\n    go\n      if told < 3: log := 1\n") == ["E103"]
    text = (
        DICE
        + TURN
        + """
example "None is no number"
  then (told is not in 1..5)
  then told != 3
example "It can be given"
  given 2 players
  given told = 2
  given bid[seat 2] = -3
  then (told is in 1..5)
  then bid[seat 2] = -3
  do   forget
  then told is none
  then my bid is none
"""
    )
    assert set(examples(text).values()) == {""}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("counter gold: 0..9? = 0", ["E101"]),
        ("option far: 0..9? = 0", ["E101"]),
        ("type Few = 0..9?", ["E203"]),
        ("type Few = 0..9?, many", ["E203"]),
        ("var few: 0..9?", []),
        ("var few = 3 if players > 2 else none", ["E201"]),
    ],
)
def test_where_none_has_no_place(line: str, found: list[str]) -> None:
    assert codes(DICE + TURN + line + "\n") == found


def test_the_formatter_keeps_it() -> None:
    source = tiny(DICE + TURN).findings.sources
    once = format_text(next(iter(source.values())), tiny(DICE + TURN).findings)
    assert "number:   2..4?" in once
    assert "var bid[Player]: -3..5?" in once


def test_the_example_that_a_stranger_wrote_holds() -> None:
    assert [o.passed for o in run_examples(load(FOUND / "optional-number.cairn"))] == [True]
