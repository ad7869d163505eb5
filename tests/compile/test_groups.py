"""Groups of cells in both executors: what one cell decides, and what is asked of all."""

import pytest

from tests.compile.small import refused_in_both, ruleset, same_games, values_in_both

BOARD = """
zone board: grid of Player, 4 by 5
zone field[Player]: grid of mark, 2 by 2
zone point: grid of Player, 1 by 1
"""
FIRST = "write seat 1 in board[1, 1]"


def found(*conditions: str, before: str = "") -> list[int]:
    asked = [f"1 if {condition} else 0" for condition in conditions]
    return values_in_both(asked, BOARD, before)


def test_what_one_cell_of_a_group_decides() -> None:
    edge = "for cell in group(cell next to board[1, 1] where cell.row = 1 or cell.column = 5)"
    assert found(
        f"any(cell.row = 4 {edge})",
        f"any(cell.row = 4 and cell is empty {edge})",
        f"any(near is full {edge}, near in cells next to cell)",
        f"any(cell = board[1, 1] {edge})",
        f"all(cell.row = 1 or cell.column = 5 {edge})",
        f"all(cell.row = 1 {edge})",
        f"all(cell is empty {edge})",
        "all(cell.row = 2 for cell in group(cell next to field[seat 2, 2, 1] where cell.row = 2))",
        before="write seat 2 in board[4, 5]",
    ) == [1, 0, 1, 1, 1, 0, 0, 1]


def test_a_start_that_would_not_join_is_asked_nothing() -> None:
    """The start is full, and the cells next to it are empty: the corner is never read."""
    group = "group(cell next to board[1, 1] where cell is full and first(board[4, 5]) = seat 1)"
    assert found(
        f"any(x.row = 4 for x in {group})",
        f"all(x.row = 1 for x in {group})",
        f"any(x.row = 1 for x in {group})",
        before=FIRST.replace("1, 1", "3, 3"),
    ) == [0, 1, 1]
    assert found(f"any(x.row = 4 for x in {group})", before=FIRST) == [0]


def test_a_cell_without_neighbours_is_alone_in_its_group() -> None:
    group = "group(cell next to point[1, 1] where first(board[4, 5]) = seat 1)"
    assert found(f"any(x.row = 1 for x in {group})", f"all(x.row = 2 for x in {group})") == [1, 0]


@pytest.mark.parametrize(
    "asked",
    [
        "any(x = board[1, 1] for x in group(cell next to board[1, 1]"
        " where cell is empty and first(board[4, 5]) = seat 1))",
        "any(x = board[1, 1] for x in group(cell next to board[1, 1]"
        " where first(board[4, 5]) = seat 1))",
        "any(x = board[1, 1] for x in group(cell next to board[1, 1] where first(cell) = seat 1))",
        "any(first(x) = seat 2 for x in group(cell next to board[1, 1]))",
        "all(first(x) = seat 1 for x in group(cell next to board[1, 1] where cell is empty))",
        "all(x.row > 1 for x in group(cell next to board[1, 1] where first(cell) = seat 1))",
    ],
)
def test_no_cell_that_meets_an_error_is_left_out(asked: str) -> None:
    turn = f"{FIRST}\nanswer := 1 if {asked} else 0  # here"
    assert "empty" in refused_in_both(ruleset(BOARD, turn), "E509")


STONES = """
game "Stones"
  players 2
zone board: grid of Player, 5 by 6
zone field[Player]: grid of mark, 3 by 3
var made: 0..50 = 0
var n: 0..9999
rule owned(cell: board, player: Player)
  cell is not empty and first(cell) = player
rule breathes(cell: board)
  let owner = first(cell)
  any(near is empty
    for x in group(y next to cell where owned(y, owner)), near in cells next to x)
rule walled(cell: board)
  all(near is empty or owned(near, me)
    for x in group(y next to cell where y is empty), near in cells next to x)
rule large(cell: field)
  size(group(x around cell where x is full)) > 3
turn
  made := made + 1
  choose
    put(cell in cells of board where cell is empty)
      require n mod 5 != 2 or not walled(cell)
      write me in cell
      n := size(group(x next to cell where owned(x, me))) * 10
      n := n + sum(x.row + x.column for x in group(y around cell where owned(y, me)))
      for each near in cells next to cell where owned(near, left(me))
        if not breathes(near)
          for each x in group(y next to near where owned(y, left(me))): erase x
      n := n + count(x is empty for x in group(y next to cell where y is empty or y = cell))
    leave(cell in cells of my field where cell is empty)
      require not any(large(x) for x in cells of my field where x is full) or n mod 2 = 0
      write mark in cell
    lift(cell in cells of my field where cell is full)
      require large(cell) and board[1, 1] is not in group(x next to board[5, 6] where x is empty)
      for each x in group(y around cell where y is full): erase x
    pass
game ends when made = 50
"""


def test_both_executors_agree() -> None:
    same_games(STONES, games=8)
