"""Tables of a type that is there already, with cells that are empty."""

from __future__ import annotations

from tests.constructs.tiny import codes, examples, refused, same_in_both

TEXT = """
type Kind = pawn, rook
component Man
  kind: Kind
  called "{kind}"
  make 6 for each kind
zone board: grid of Man, 2 by 3
zone box: area of Man
var total_worth: 0..99
table wanted: 1..2 by 1..3 -> Kind?
  .  1    2    3
  1  rook .    rook
  2  pawn pawn .
table worth: 1..2 by 1..2 -> 0..9?
  . 1 2
  1 3 .
  2 . 4
table soil: 1..1 by 1..3
  . 1    2 3
  1 wood . lake
setup
  move all Man to box
turn
  choose
    put(row in 1..2, column in 1..3)
      require board[row, column] is empty and wanted[row, column] is not none
      let kind = wanted[row, column]
      move the(man in box where man.kind = kind with lowest man) to board[row, column]
      let n = worth[row, column mod 2 + 1]
      if n is not none: total_worth := total_worth + n
      if soil[1, column] is none or soil[1, column] = lake: total_worth := total_worth + 1
  else
    end game
game ends when size(board) = 6
"""
CLAIMS = """
example "empty cells"
  given 2 players
  then  wanted[1, 2] is none
  then  wanted[1, 1] = rook
  then  worth[1, 2] is none
  then  worth[2, 2] = 4
  then  soil[1, 2] is none
  then  not soil[1, 2] = wood
"""


def test_an_empty_cell_is_none() -> None:
    assert set(examples(TEXT + CLAIMS).values()) == {""}


def test_both_executors_ask_a_cell_alike() -> None:
    same_in_both(TEXT)


def test_a_cell_that_may_be_empty_is_asked_before_it_is_used() -> None:
    unasked = TEXT.replace("if n is not none: total", "total")
    found = refused("E503", unasked, 2, "put(1, 1)", "put(1, 3)", "put(2, 1)", "put(2, 2)")
    assert "this is none, where a number is needed" in str(found)
    assert codes(TEXT.replace("-> 0..9?", "-> 0..9")) == ["E101"] * 2 + ["E103"]
