"""`the TYPE in ZONE`: the only piece of that kind, whatever else lies there."""

from __future__ import annotations

import pytest

from engine.language.diagnostics import RulesError
from tests.compile.small import same_games
from tests.constructs.tiny import codes, examples, play, start, var, whole

ROAD = """
component Runner
  number: 1..3
  called "runner {number}"
  make 1 for each number
component Marker
  colour: red, blue
  called "{colour} marker"
  make 1 for each colour
zone road: track of Marker or Runner, spaces 1..13
zone spare: area of Marker or Runner
zone bench: area of Runner
var where: 0..13 = 0
setup
  move all Runner to spare
  move all Marker to spare
  move the(r in Runner where r.number = 2) to road at 3
  move the(m in Marker where m.colour = red) to road at 5
"""
STEP = """
turn
  choose
    step
      move the Runner in road forward 1
      where := (the Runner in road).space
game ends at end of turn when (the Runner in road).space > 9
example "Only the runner goes on"
  do step
  then (the Runner in road).space = 4
  then (the Marker in road).space = 5
"""


def test_pieces_of_other_kinds_are_not_meant() -> None:
    assert var(play(start(ROAD + STEP), "step", "step"), "where") == "5"
    assert examples(ROAD + STEP) == {"Only the runner goes on": ""}


def test_both_executors_find_the_same() -> None:
    same_games(whole(ROAD + STEP), games=5)


def test_two_of_the_kind_are_an_error_with_the_line() -> None:
    text = ROAD + "turn\n  choose\n    take\n      where := (the Runner in spare).number\n"
    with pytest.raises(RulesError) as caught:
        play(start(text), "take")
    assert caught.value.diagnostics[0].code == "E505"


def test_a_kind_that_the_zone_cant_hold_is_refused() -> None:
    text = ROAD + "turn\n  choose\n    take\n      move the Marker in bench to spare\n"
    assert codes(text) == ["E101"]
