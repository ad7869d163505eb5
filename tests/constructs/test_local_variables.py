"""Variables of a block: they are open while they are there, and are gone with their block."""

from __future__ import annotations

from itertools import product
from textwrap import indent

import pytest

from tests.compile.small import same_games
from tests.constructs.tiny import play, start, var, whole
from tests.scope import telling

BLOCKS = """
var log: 0..99 = 0
turn
  var first: 0..9 = 3
  choose
    draw
      var place: 0..9 = 0
      place := place + 7
      log := place
    think
      var depth: 0..9 = 1
      choose
        deeper
          depth := depth + 1
          log := depth
    call_it
      var mine: 0..9 = 4
      ask_twice(2)
      log := mine
  var second: 0..9 = 5
  may choose
    finish
      log := second
to ask_twice(n: 0..9)
  var inside: 0..9 = n
  choose
    yes_
      inside := 8
  var later: 0..9 = inside
  choose
    no_
      log := later
"""


def there(text: str, *made: str, seat: int | None = None) -> dict[str, str | None]:
    found = play(start(text), *made).view(seat).variables
    return {v.name: v.value for v in found if v.name not in ("log", "n[seat 1]", "n[seat 2]")}


def test_a_variable_is_there_from_its_line_to_the_end_of_its_block() -> None:
    assert there(BLOCKS) == {"first": "3"}
    assert there(BLOCKS, "draw") == {"first": "3", "second": "5"}
    assert there(BLOCKS, "draw", "finish") == {"first": "3"}
    assert there(BLOCKS, "think") == {"first": "3", "depth": "1"}
    assert there(BLOCKS, "think", "deeper") == {"first": "3", "second": "5"}


def test_those_of_who_called_a_procedure_stay_there() -> None:
    assert there(BLOCKS, "call_it") == {"first": "3", "mine": "4", "inside": "2"}
    found = there(BLOCKS, "call_it", "yes_")
    assert found == {"first": "3", "mine": "4", "inside": "8", "later": "8"}
    assert there(BLOCKS, "call_it", "yes_", "no_") == {"first": "3", "second": "5"}


def test_none_is_there_when_the_game_is_over() -> None:
    assert there(BLOCKS + "game ends when log = 7\n", "draw") == {}


APART = """
var n[Player]: 0..9 = 0
turn
  var open: 0..9 = 1
  simultaneously each Player
    var own: 0..9 = 2
    choose
      add_one
        own := own + 1
    choose
      keep
        my n := own
  may choose
    finish
"""


def test_in_a_branch_apart_only_who_decides_sees_what_it_keeps() -> None:
    assert there(APART, "add_one", seat=0) == {"open": "1", "own": "3"}
    assert there(APART, "add_one", seat=1) == {"open": "1"}
    assert there(APART, "add_one", "keep", seat=0) == {"open": "1"}
    assert there(APART, "add_one", "keep", seat=1) == {"open": "1", "own": "2"}


def test_two_of_one_name_are_told_apart() -> None:
    text = BLOCKS.replace("depth", "place")
    assert there(text, "think") == {"first": "3", "place": "1"}


def test_both_executors_keep_them_alike() -> None:
    ends = "game ends when log = 8\n"
    same_games(whole(BLOCKS + ends), games=10)
    same_games(whole(APART + "game ends at end of turn when n[me] > 0\n"), games=10)


NESTS = (
    "repeat\n{}\nuntil rest = 0",
    "repeat each Player clockwise\n{}\nuntil rest = 0",
    "repeat each Player clockwise after left(me) where rest < 9\n{}\nuntil rest = 0",
    "each Player\n{}",
    "each other Player\n{}",
    "for each number in 1..3 where number <= rest + 1\n{}",
    "if rest > 0\n{}",
    "together\n{}",
    "as left(me)\n{}",
    "for each card in heap\n{}",
)
"""The statements that have others inside; `simultaneously` refuses what belongs to all (E207)."""
COUNTED = """
component Card
  rank: 1..3
  make 1 for each rank
zone heap: pile of Card
var n: 0..99 = 0
setup
  move all Card to heap
turn
  choose
    go
      {local}
{loops}
      n := 10 + rest
game ends when n > 0
"""


@pytest.mark.parametrize(
    ("outer", "inner"), telling([*product(NESTS, NESTS)][::9], [*product(NESTS, NESTS)])
)
def test_a_local_variable_is_changed_in_loops_as_one_of_the_game_is(outer: str, inner: str) -> None:
    """A variable of the game always lies in the position; a local one can be in a register."""
    loops = "rest := max(0, rest - 1)"
    for nest in (inner.replace("card", "one").replace("number", "one"), outer):
        loops = nest.format(indent(loops, "  "))
    loops = indent(loops, " " * 6)
    local = whole(COUNTED.format(local="var rest: 0..9 = 3", loops=loops))
    of_game = COUNTED.format(local="rest := 3", loops=loops)
    of_game = whole(of_game.replace("var n:", "var rest: 0..9 = 0\nvar n:"))
    assert var(play(start(local), "go"), "n") == var(play(start(of_game), "go"), "n")
    same_games(local, games=1)


def test_a_local_variable_lives_through_phases_in_which_nobody_is_asked() -> None:
    text = """
var n: 0..99 = 0
turn
  var rest: 0..9 = 3
  phase "One"
    rest := rest - 1
  phase "Two"
    n := n + rest
game ends when n > 20
"""
    session = start(text)
    assert session.over
    assert var(session, "n") == "22"
    same_games(whole(text), games=1)
