"""`choose repeatedly with highest N`: a choice that must lead as far as possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.editor.completion import completions
from engine.language.diagnostics import Findings, RulesError
from engine.language.format import format_text
from engine.language.source import Source
from engine.rules.load import load
from tests.constructs.tiny import examples, moves, same_in_both, start, whole

LEAPS = """game "Leaps"
  players 2

component Man
  owner: Player
  called "man of {owner}"
  make 6 for each owner

zone board: grid of Man, 6 by 6, columns a..f, rows 6..1
  letters a = man of seat 1, b = man of seat 2
zone taken: area of Man

setup
  set up board
    ".b.b.b"
    "......"
    "..b..."
    ".a...."
    "a.a.a."
    "......"

turn
  var runner: Man?
  choose
    wait
    step(man in board where man.owner = me, square in cells next to man.cell where square is empty)
      move man to square
  choose repeatedly with highest size(taken)
    because "Take as many men as you can."
    leap(man in board where man.owner = me and (runner = none or runner = man),
      square in cells at (2, 2) from man.cell where square is empty)
      require any(over is not empty and first(over).owner != me
        for over in cells between man.cell and square)
      for each over in cells between man.cell and square
        move all from over to taken
      move man to square
      runner := man

seat 1 wins when round > 20
"""
DICE = """
var chips[1..6]: 0..3
var reached: 0..30

turn
  chips[3] := 1
  chips[5] := 1
  chips[6] := 1
  reached := 0
  choose repeatedly with lowest 11 - reached
    use(chip in 1..6 where chips[chip] > 0)
      require reached + chip <= 11
      chips[chip] := chips[chip] - 1
      reached := reached + chip
"""


def test_only_moves_that_lead_furthest_are_legal() -> None:
    claims = """
example "The longest way must be taken"
  given board
    "......"
    ".b...."
    "a..b.."
    "......"
    ".b...."
    "a....."
  do    wait
  then  cannot leap(a4, c6) because "Take as many men as you can."
  do    leap(a1, c3), leap(c3, e5)
  then  size(taken) = 2
  then  seat 2 is to move

example "Ways that are equally long are free"
  given board
    "......"
    "......"
    "...b.."
    "......"
    ".b.b.."
    "a...a."
  do    wait
  then  can leap(a1, c3)
  then  can leap(e1, c3)
"""
    assert set(examples(LEAPS + claims).values()) == {""}


def test_the_lowest_value_is_looked_for_in_the_same_way() -> None:
    session = start(DICE)
    assert moves(session) == ["use(5)", "use(6)"]
    session.play("use(6)")
    assert moves(session) == ["use(5)"]
    session.undo()
    session.play("use(5)")
    assert moves(session) == ["use(6)"]


def test_both_executors_look_ahead_alike() -> None:
    same_in_both(LEAPS)
    same_in_both(DICE)


def test_a_choice_that_goes_on_for_too_long_is_an_error() -> None:
    endless = """
var n: 0..99

turn
  choose repeatedly with highest n
    more
      require n < 60
      n := n + 1
"""
    with pytest.raises(RulesError, match="more than 40 moves of this choice follow one another"):
        start(endless)


def test_a_choice_that_goes_on_in_too_many_ways_is_an_error() -> None:
    bomb = """
var n[1..30]: 0..1
var highest: 0..999999999

turn
  choose repeatedly with highest highest
    pick(one in 1..30)
      require n[one] = 0
      n[one] := 1
"""
    with pytest.raises(RulesError, match="in too many ways"):
        start(bomb)


def test_it_is_formatted_and_completed(tmp_path: Path) -> None:
    broken = LEAPS.replace("repeatedly with highest size", "repeatedly   with highest  size")
    assert format_text(Source("leaps.cairn", broken), Findings()) == LEAPS
    path = tmp_path / "dice.cairn"
    path.write_text(whole(DICE).replace("with lowest 11 - reached", "with "))
    line = next(n for n, x in enumerate(path.read_text().splitlines(), 1) if " with " in x)
    offered = completions(load(path), path, line, len("  choose repeatedly with ") + 1)
    assert {"highest", "lowest"} <= {x.label for x in offered}
