"""Grids whose cells have six sides: neighbours, lines, groups, and how they are drawn and told."""

from __future__ import annotations

from tests.constructs.tiny import examples, same_in_both

BOARD = """
zone board: grid of Player, 4 by 5, hexes
zone field[Player]: grid of mark, 3 by 3, hexes
turn
  choose
    put(square in cells of board where square is empty)
      write me in square
game ends when board is full
"""
CLAIMS = [
    ("size(cells next to board[2, 3])", 6),
    ("size(cells around board[2, 3])", 6),
    ("size(cells next to board[1, 1])", 2),
    ("size(cells next to board[1, 5])", 3),
    ("size(cells next to board[4, 1])", 3),
    ("size(cells next to board[4, 5])", 2),
    ("size(cells next to field[seat 2, 2, 2])", 6),
    ("size(cells from board[1, 4] going (1, -1))", 3),
    ("size(cells between board[1, 4] and board[4, 1])", 2),
    ("size(cells between board[1, 1] and board[4, 4])", 0),
    ("size(cells between board[2, 1] and board[2, 5])", 3),
    ("size(cells between field[seat 1, 1, 3] and field[seat 2, 3, 1])", 0),
    ("count(line in lines of 4 in board)", 2 * 4 + 5 + 2),
    ("count(line in lines of 1 in board)", 20),
    ("size(group(cell next to board[1, 4] where cell.row + cell.column = 5))", 4),
    ("size(group(cell next to board[1, 1] where cell.row = cell.column))", 1),
    ("size(group(cell around board[4, 5]))", 20),
    ("sum(size(cells next to cell) for cell in cells of board)", 2 * (4 * 4 + 3 * 5 + 3 * 4)),
]


def test_what_touches_what() -> None:
    claims = "\n".join(f"  then {what} = {much}" for what, much in CLAIMS)
    assert examples(f'{BOARD}\nexample "cells"\n  given 2 players\n{claims}\n') == {"cells": ""}


def test_both_executors_agree() -> None:
    same_in_both(
        """
        zone board: grid of Player, 4 by 4, hexes
        var n: 0..9999
        turn
          choose
            put(square in cells of board where square is empty)
              write me in square
              n := size(group(cell next to square where cell is not empty and first(cell) = me))
              for each cell in cells next to square where cell is not empty and first(cell) != me
                n := n + 10 * size(cells between square and cell) + cell.column
              if n mod 7 = 3: erase square
              n := n + count(line in lines of 3 in board where all(c is full for c in line))
        game ends when size(board) > 12
        """
    )
