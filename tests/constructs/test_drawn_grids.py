"""Grids that are drawn: cells left out, lines between points, hexes in a shape of their own."""

from __future__ import annotations

from tests.constructs.tiny import codes, examples, same_in_both

BOARDS = r"""
zone cross: grid of Player
  "A cross of 33 cells."
  drawn
    "  ooo"
    "  ooo"
    "ooooooo"
    "ooooooo"
    "ooooooo"
    "  ooo"
    "  ooo"
zone rings: grid of Player
  drawn
    "o-----o-----o"
    "|     |     |"
    "| o---o---o |"
    "| |   |   | |"
    "| | o-o-o | |"
    "| | |   | | |"
    "o-o-o   o-o-o"
    "| | |   | | |"
    "| | o-o-o | |"
    "| |   |   | |"
    "| o---o---o |"
    "|     |     |"
    "o-----o-----o"
zone square[Player]: grid of Player
  drawn
    "o-o-o"
    "|\|/|"
    "o-o-o"
    "|/|\|"
    "o-o-o"
zone star: grid of Player, hexes
  drawn
    "   o"
    "o o o o"
    " o o o"
    "o o o o"
    "   o"
zone dark: grid of Player
  drawn
    ". o . o"
    "o . o ."
    ". o . o"
    "o . o ."
zone way: grid of Player
  drawn
    "  o"
    " / \"
    "o-o-o"
turn
  choose
    put(cell in cells of cross where cell is empty)
      write me in cell
game ends when cross is full
"""
CLAIMS = [
    ("size(cells of cross)", 33),
    ("size(cells next to cross[3, 1])", 2),
    ("size(cells around cross[3, 2])", 6),
    ("size(cells around cross[4, 4])", 8),
    ("size(cells from cross[4, 4] going (-1, 0))", 3),
    ("size(cells from cross[4, 4] going (-1, -1))", 1),
    ("size(cells from cross[3, 3] going (-2, 1))", 1),
    ("size(cells between cross[1, 3] and cross[7, 3])", 5),
    ("size(cells between cross[1, 3] and cross[3, 1])", 0),
    ("size(cells between cross[3, 1] and cross[5, 3])", 1),
    ("count(line in lines of 7 in cross)", 6),
    ("cross[4, 1].row + 10 * cross[4, 1].column", 14),
    ("size(group(cell next to cross[1, 3] where cell.row <= 2))", 6),
    ("size(group(cell around cross[3, 1] where cell.column < 4))", 13),
    ("size(cells of rings)", 24),
    ("count(line in lines of 3 in rings)", 16),
    ("size(cells next to rings[1, 1])", 2),
    ("size(cells around rings[4, 2])", 4),
    ("sum(size(cells next to cell) for cell in cells of rings)", 64),
    ("size(cells from rings[1, 1] going (0, 1))", 2),
    ("size(cells from rings[1, 1] going (0, 2))", 1),
    ("size(cells from rings[4, 3] going (0, 1))", 0),
    ("size(cells between rings[1, 1] and rings[7, 1])", 1),
    ("size(cells between rings[1, 4] and rings[7, 4])", 0),
    ("size(group(cell next to rings[1, 1]))", 24),
    ("size(group(cell next to rings[1, 1] where cell.row != 4 and cell.column != 4))", 1),
    ("size(group(cell next to rings[4, 5] where cell.row = 4))", 3),
    ("size(cells next to square[seat 2, 2, 2])", 8),
    ("size(cells next to square[seat 1, 1, 2])", 3),
    ("count(line in lines of 3 in square)", 16),
    ("count(line in lines of 3 in square[seat 2])", 8),
    ("size(cells between square[seat 2, 1, 1] and square[seat 2, 3, 3])", 1),
    ("size(cells between square[seat 1, 1, 1] and square[seat 2, 3, 3])", 0),
    ("size(cells from square[seat 2, 1, 1] going (1, 1))", 2),
    ("square[seat 2, 3, 1].row", 3),
    ("size(group(cell next to square[seat 2, 1, 1]))", 9),
    ("size(cells of star)", 13),
    ("size(cells next to star[3, 3])", 6),
    ("size(cells next to star[1, 4])", 2),
    ("size(cells around dark[2, 1])", 2),
    ("size(cells next to dark[2, 1])", 0),
    ("size(cells next to way[2, 2])", 2),
    ("size(cells next to way[1, 2])", 2),
    ("count(line in lines of 2 in way)", 4),
    ("sum(size(cells from cross[4, 4] going (d, r)) for d in -1..1, r in -1..1)", 16),
    ("sum(cell.row for cell in cells from rings[7, 7] going (-1, 0))", 5),
]


def test_what_touches_what() -> None:
    claims = "\n".join(f"  then {what} = {much}" for what, much in CLAIMS)
    assert examples(f'{BOARDS}\nexample "cells"\n  given 2 players\n{claims}\n') == {"cells": ""}


def test_both_executors_agree() -> None:
    same_in_both(
        r"""
        zone board: grid of Player
          drawn
            "o-o-o-o-o-o"
            "|\|/|\|/|"
            "o-o-o-o-o-o"
            "|/|\|/|\|"
            "o-o-o-o-o-o"
            "|\|/|\|/|"
            "o-o-o-o-o-o"
            "|/|\|/|\|"
            "o-o-o-o-o-o"
            "|\|/|\|/|"
            "o-o-o-o-o-o"
        var n: 0..9999
        var rows: 0..9999
        when who arrives in board[row, column]
          rows := rows + row * column
        turn
          choose
            put(square in cells of board where square is empty)
              write me in square
              n := size(group(cell next to square where cell is not empty and first(cell) = me))
              for each cell in cells next to square where cell is not empty and first(cell) != me
                n := n + 10 * size(cells between square and cell) + cell.column
              if n mod 7 = 3: erase square
              n := n + count(line in lines of 3 in board where all(c is full for c in line))
              n := n + sum(size(cells from square going (d, n mod 2)) for d in -1..1)
        game ends when size(board) > 24
        """
    )


def test_a_family_is_full_without_its_holes() -> None:
    text = """
zone field[Player]: grid of mark
  drawn
    "o o"
    "  o"
setup
  write mark in field[seat 1, 1, 1]
  write mark in field[seat 1, 1, 2]
turn
  choose
    go(row in 1..2, column in 1..2)
      require my field[row, column] is empty
      write mark in my field[row, column]
game ends when field is full
example "full"
  given 2 players
  then  size(field) = 2
"""
    assert "E503" in codes(text) or examples(text) == {"full": ""}
