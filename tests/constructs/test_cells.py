"""Cells as values: `cells of`, `next to`, `around`, `from … going`, `between`, and `group`."""

from __future__ import annotations

import pytest

from tests.compile.small import values_in_both
from tests.constructs.tiny import codes, examples, moves, same_in_both, start

BOARD = """
zone board: grid of Player, 4 by 5
zone field[Player]: grid of mark, 2 by 2
turn
  choose
    mark(square in cells of board where square is empty)
      "Row {square.row}, column {square.column}."
      let there = square
      write me in there
game ends when board is full
"""
CLAIMS = [
    ("size(cells of board)", 20),
    ("size(cells of field)", 8),
    ("size(cells of field[seat 2])", 4),
    ("size(cells next to board[1, 1])", 2),
    ("size(cells next to board[2, 1])", 3),
    ("size(cells next to board[2, 2])", 4),
    ("size(cells around board[1, 1])", 3),
    ("size(cells around board[4, 3])", 5),
    ("size(cells around board[3, 3])", 8),
    ("size(cells around field[seat 2, 1, 1])", 3),
    ("size(cells from board[2, 1] going (0, 1))", 4),
    ("size(cells from board[2, 1] going (1, 1))", 2),
    ("size(cells from board[1, 1] going (2, 1))", 1),
    ("size(cells from board[4, 5] going (-1, -1))", 3),
    ("size(cells from board[4, 5] going (1, 0))", 0),
    ("sum(size(cells from board[2, 2] going (d, e)) for d in -1..1, e in -1..1)", 12),
    ("size(cells between board[1, 1] and board[4, 4])", 2),
    ("size(cells between board[4, 1] and board[4, 5])", 3),
    ("size(cells between board[1, 1] and board[2, 2])", 0),
    ("size(cells between board[1, 1] and board[4, 3])", 0),
    ("size(cells between field[seat 1, 1, 1] and field[seat 2, 2, 2])", 0),
    ("board[3, 4].row", 3),
    ("board[3, 4].column", 4),
    ("field[seat 2, 2, 1].row", 2),
    ("count(a in cells of board, b in cells next to a where a.row = b.row)", 2 * 4 * 4),
    ("size(group(cell next to board[1, 1]))", 20),
    ("size(group(cell next to field[seat 2, 1, 2]))", 4),
    ("size(group(cell next to board[1, 1] where cell.row = 1 or cell.column = 5))", 8),
    ("size(group(cell next to board[1, 1] where cell.row = cell.column))", 1),
    ("size(group(cell around board[1, 1] where cell.row = cell.column))", 4),
    ("sum(cell.row for cell in group(cell around board[1, 1] where cell.row = cell.column))", 10),
]


def test_what_the_cells_are() -> None:
    claims = "\n".join(f"  then {what} = {much}" for what, much in CLAIMS)
    assert examples(f'{BOARD}\nexample "cells"\n  given 2 players\n{claims}\n') == {"cells": ""}


def test_both_executors_find_the_same_cells() -> None:
    grids = "zone board: grid of Player, 4 by 5\nzone field[Player]: grid of mark, 2 by 2"
    pairs = "a in cells of {0}, b in cells of {0}"
    asked = [what for what, _ in CLAIMS] + [
        f"sum({worth} for {pairs.format(zone)}, cell in cells between a and b)"
        for zone, worth in (("board", "cell.row * cell.column"), ("field", "cell.row"))
    ]
    far = sum(row * column for a in ALL for b in ALL for row, column in straight_between(a, b))
    assert values_in_both(asked, grids) == [*(much for _, much in CLAIMS), far, 0]


def test_a_cell_is_chosen_named_compared_and_asked_about() -> None:
    claims = """
example "one after the other"
  then can mark(board[2, 3])
  do mark(board[2, 3])
  then board[2, 3] = seat 1
  then cannot mark(board[2, 3])
  then board[1, 1] is in group(cell next to board[1, 2] where cell is empty)
  then board[2, 3] is not in group(cell next to board[1, 2] where cell is empty)
  then count(cell in cells of board where cell = board[1, 1]) = 1
"""
    assert examples(BOARD + claims) == {"one after the other": ""}
    session = start(BOARD)
    assert len(moves(session)) == 20
    legal = session.legal()[7]
    assert (legal.text, legal.words) == ("mark(board[2, 3])", "Row 2, column 3.")


ALL = [(row, column) for row in range(1, 5) for column in range(1, 6)]
"""The cells of the board."""


def straight_between(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    down, right = b[0] - a[0], b[1] - a[1]
    far = max(abs(down), abs(right))
    if not (down == 0 or right == 0 or abs(down) == abs(right)):
        return []
    return [(a[0] + down * k // far, a[1] + right * k // far) for k in range(1, far)]


def test_all_that_lies_between_any_two_cells() -> None:
    found = [cell for a in ALL for b in ALL for cell in straight_between(a, b)]
    pairs = "a in cells of board, b in cells of board"
    worth = "cell.row * (cell.row + 7 * cell.column)"
    sums = sum(row * (row + 7 * column) for row, column in found)
    claims = f"""
example "between"
  then sum(size(cells between a and b) for {pairs}) = {len(found)}
  then sum({worth} for {pairs}, cell in cells between a and b) = {sums}
"""
    assert examples(BOARD + claims) == {"between": ""}


def test_both_executors_agree() -> None:
    same_in_both(
        """
        component Man
          owner: Player
          make 4 for each owner
        zone board: grid of Man, 3 by 4
        zone box[Player]: area of Man
        var n: 0..9999
        var made: 0..40 = 0
        setup
          move each Man to box[its owner]
        turn
          choose
            put(man in my box, square in cells of board where square is empty)
              move man to square
              made := made + 1
              n := sum(cell.column for cell in group(cell around man.cell where cell is not empty))
              for each cell in group(other next to square where other is not empty)
                n := n + cell.row * 10
                if cell.row = 1: move all from cell to my box
            step(man in board, square in cells next to man.cell where square is empty)
              move man to square
              made := made + 1
        game ends when made = 40
        """
    )


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("size(cells of board[1, 1]) = 1", "E102"),
        ("size(cells of pot) = 1", "E101"),
        ("size(cells next to board) = 1", "E102"),
        ("size(cells next to pot) = 1", "E101"),
        ("size(cells from board[1, 1] going (0, 0)) = 1", "E104"),
        ("size(cells between board[1, 1] and field[me, 1, 1]) = 1", "E101"),
        ("board.row = 1", "E102"),
        ("pot.row = 1", "E101"),
        ("size(crowd(cell next to board[1, 1])) = 1", "E010"),
    ],
)
def test_what_is_refused(condition: str, code: str) -> None:
    assert codes(
        f'{BOARD}\nzone pot: pile of 1..3, at most 2\nexample "x"\n  then {condition}\n'
    ) == [code]


def test_what_lies_in_a_hidden_grid_is_not_asked_before_a_choice() -> None:
    hidden = """
component Card
  rank: 1..4
  make 1 for each rank
zone board: grid of Card, 2 by 2, face down
zone box: pile of Card
setup
  move all Card to box
  for each cell in cells of board: move last(box) to cell
turn
  choose
    take(cell in cells of board where {where})
      move all from cell to box
    pass
"""
    assert codes(hidden.replace("{where}", "cell is not empty and cell.row = 1")) == []
    assert codes(hidden.replace("{where}", "first(cell).rank = 1")) == ["E206"]
