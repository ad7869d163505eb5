"""Names of cells, by column and row or from a table: in rules, moves, words, log and examples."""

from __future__ import annotations

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.chronicle.rows import DecisionRow
from engine.game.session import Session
from tests.constructs.tiny import codes, examples, moves, play, same_in_both, start, zone

MEN = """
component Man
  owner: Player
  called "man of {owner}"
  make 2 for each owner
zone box: pile of Man
"""
CHESSLIKE = f"""{MEN}
zone board: grid of Man, 3 by 4, columns a..d, rows 3..1
setup
  move all Man to box
  move bottom of box to board[a1]
  move top of box to d3
turn
  choose
    go(man in board where man.owner = me, to in cells of board where to is empty)
      "Go from {{man.cell}} to {{to}}."
      move man to to
game ends when b2 is full
"""
TWO_SEAS = """
zone sea[Player]: grid of mark, 2 by 2, columns 1..2, rows a..b
turn
  choose
    hit(square in cells of sea[left(me)] where square is empty)
      "Hit {square}."
      write mark in square
game ends when sea[seat 1, b2] is full
"""
TABLE = """
table spot: 1..2 by 1..4
  at 1 2 3 4
  1  . hub . rim
  2  axle . end .
zone board: grid of Player, 2 by 4, called spot
turn
  choose
    put(square in cells of board where square is empty)
      write me in square
game ends when end is full
"""


def test_a_cell_is_called_by_its_column_and_its_row_everywhere() -> None:
    session = start(CHESSLIKE, given={})
    assert zone(session, "a1") == ["man of seat 1"]
    assert moves(session)[:2] == ["go(a1, a3)", "go(a1, b3)"]
    play(session, "go(a1, c2)")
    assert session.history[0].text == "go(a1, c2)"
    assert session.legal()[0].words == "Go from d3 to a3."
    (row,) = [r for r in Chronicle(session).rows(1, None) if isinstance(r, DecisionRow)]
    assert [chip.text for chip in row.chips] == ["man of seat 1", "a1 →", "c2"]


def test_examples_say_cells_by_name() -> None:
    claims = """
    given 2 players
    given board is empty
    given b3 = man of seat 1
    given board[d1] = man of seat 2
    then  b3.row = 1
    then  board[1, 2] is full
    then  can go(b3, a1)
    then  cannot go(d1, a1)
    then  cannot go(b3, d1)
    then  can go(man of seat 1, a1)
    then  can go(man of seat 1 in b3, a1)
    do    go(man of seat 1 in board[1, 2], board[3, 1])
    then  a1 = man of seat 1
    """
    assert examples(f'{CHESSLIKE}\nexample "cells"\n{claims}') == {"cells": ""}


def test_what_was_written_before_cells_had_names_is_still_read() -> None:
    session = play(start(CHESSLIKE), "go(man of seat 1 in board[3, 1], board[2, 3])")
    assert session.history[0].text == "go(a1, c2)"


def test_each_seat_s_own_board_says_whose_it_is() -> None:
    session = play(start(TWO_SEAS), "hit(sea[seat 2, a2])")
    assert moves(session)[:2] == ["hit(sea[seat 1, a1])", "hit(sea[seat 1, a2])"]
    assert zone(session, "sea[seat 2, a2]") == ["mark"]
    claims = (
        "  do hit(sea[seat 2, b1])\n  then sea[seat 2, b1] is full\n  then my sea[a1] is empty\n"
    )
    assert examples(f'{TWO_SEAS}\nexample "seas"\n  given 2 players\n{claims}') == {"seas": ""}


def test_a_table_may_name_the_cells() -> None:
    session = start(TABLE)
    assert moves(session) == [
        "put(board[1, 1])", "put(hub)", "put(board[1, 3])", "put(rim)",
        "put(axle)", "put(board[2, 2])", "put(end)", "put(board[2, 4])",
    ]  # fmt: skip
    assert play(session, "put(end)").over


@pytest.mark.parametrize(
    ("modifiers", "code"),
    [
        ("3 by 3, columns a..c", "E201"),
        ("3 by 3, columns a..d, rows 3..1", "E102"),
        ("3 by 3, columns a..c, rows a..c", "E102"),
        ("3 by 3, columns A..C, rows 3..1", "E015"),
        ("3 by 3, columns a..b a, rows 3..1", "E011"),
        ("3 by 3, called nothing_known", "E010"),
    ],
)
def test_names_that_fit_no_board(modifiers: str, code: str) -> None:
    put = "turn\n  choose\n    put\n      write mark in board[1, 1]\n"
    text = f"zone board: grid of mark, {modifiers}\n{put}"
    assert codes(text) == [code]


def test_a_cell_that_is_on_no_board() -> None:
    text = CHESSLIKE.replace("move top of box to d3", "move top of box to board[e3]")
    assert codes(text) == ["E010"]


def test_letters_may_be_left_out() -> None:
    text = CHESSLIKE.replace("columns a..d", "columns a..c e").replace("to d3", "to e3")
    assert zone(start(text), "e3") == ["man of seat 2"]


def test_both_executors_agree() -> None:
    same_in_both(CHESSLIKE)


def test_a_save_of_the_old_notation() -> None:
    session: Session = start(CHESSLIKE)
    for text in ("go(man of seat 1 in board[3, 1], board[3, 2])", "go(d3, d2)"):
        session.play(text)
    assert [d.text for d in session.history] == ["go(a1, b1)", "go(d3, d2)"]


def test_a_refusal_may_be_claimed_by_rows_and_columns() -> None:
    rules = CHESSLIKE.replace(
        "      move man to to", "      require open_to(to)\n      move man to to"
    )
    text = f"{rules}\nrule open_to(end: board)\n  end.column != 2\n"
    claims = (
        '\nexample "by its cell"\n  then cannot go(a1, b3) because open_to\n'
        '\nexample "by its row"\n'
        "  then cannot go(man of seat 1 in board[3, 1], board[1, 2]) because open_to\n"
    )
    assert set(examples(f"{text}{claims}").values()) == {""}
