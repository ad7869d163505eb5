"""Grids: `zone board: grid of …, R by C`, its cells by row and column, and `lines of N in GRID`."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.compile.lowering.lines import lines
from tests.constructs.tiny import codes, moves, play, refused, start, var, zone

PLAYING = """
turn
  choose
    fill(row in 1..2, column in 1..3)
      require sheet[me, row, column] is empty
      write row * 10 + column in my sheet[row, column]
      n := {measure}
"""
SHEET = "zone sheet[Player]: grid of 0..99, 2 by 3\nvar n: 0..999\n"


def measured(measure: str, *made: str) -> str | None:
    """What a measure says of two players' sheets after some moves."""
    return var(play(start(SHEET + PLAYING.replace("{measure}", measure)), *made), "n")


@pytest.mark.parametrize(
    ("rows", "columns", "length", "many"),
    [(3, 3, 3, 8), (6, 7, 4, 69), (1, 5, 5, 1), (2, 3, 3, 2), (3, 3, 1, 9), (15, 15, 5, 572)],
)
def test_all_straight_lines_are_found_and_each_once(
    rows: int, columns: int, length: int, many: int
) -> None:
    found = lines(rows, columns, length)
    assert len({frozenset(line) for line in found}) == len(found) == many
    for line in found:
        steps = {(b // columns - a // columns, b % columns - a % columns)
                 for a, b in pairwise(line)}  # fmt: skip
        assert len(steps) <= 1
        assert steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}


def test_a_cell_is_reached_by_row_and_column() -> None:
    session = play(start(SHEET + PLAYING.replace("{measure}", "last(my sheet[row, column])")),
                   "fill(2, 3)")  # fmt: skip
    assert zone(session, "sheet[seat 1, 2, 3]") == ["23"]
    assert zone(session, "sheet[seat 2, 2, 3]") == []
    assert zone(session, "sheet[seat 1, 1, 3]") == []
    assert var(session, "n") == "23"


def test_a_cell_holds_one_value() -> None:
    error = refused(
        "E508",
        """
        zone board: grid of 0..9, 2 by 2
        turn
          choose
            twice
              write 1 in board[1, 1]
              write 2 in board[1, 1]
        """,
        2,
        "twice",
    )
    assert "full" in str(error)


def test_a_filled_cell_is_no_longer_offered() -> None:
    session = play(start(SHEET + PLAYING.replace("{measure}", "0")), "fill(1, 1)", "fill(2, 2)")
    assert "fill(1, 1)" not in moves(session)
    assert len(moves(session)) == 5


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("count(line in lines of 2 in my sheet)", "11"),
        ("count(line in lines of 2 in sheet)", "22"),
        ("count(line in lines of 3 in my sheet)", "2"),
        ("count(line in lines of 1 in my sheet)", "6"),
        ("max(sum(last(cell) for cell in line where cell is not empty)"
         " for line in lines of 3 in my sheet)", "24"),
        ("sum(size(line) for line in lines of 2 in my sheet)", "22"),
        ("count(line in lines of 2 in my sheet where my sheet[1, 1] is in line)", "3"),
        ("count(line in lines of 2 in my sheet where any(cell is not empty for cell in line))",
         "6"),
        ("count(line in lines of 2 in my sheet + lines of 3 in my sheet)", "13"),
        ("1 if my sheet is empty else 2", "2"),
        ("size(my sheet)", "2"),
        ("size(sheet)", "3"),
    ],
)  # fmt: skip
def test_lines_are_sets_of_cells(measure: str, value: str) -> None:
    assert measured(measure, "fill(1, 1)", "fill(2, 1)", "fill(1, 3)") == value


def test_a_grid_is_full_when_every_cell_is() -> None:
    text = SHEET + PLAYING.replace("{measure}", "1 if my sheet is full else 0")
    session = start(text, 1)
    for move in list(moves(session))[:-1]:
        play(session, move)
        assert var(session, "n") == "0"
    play(session, moves(session)[0])
    assert var(session, "n") == "1"


def test_pieces_lie_in_grids_as_well() -> None:
    session = play(
        start(
            """
            component Stone
              side: Player
              make 4 for each side
            zone bag[Player]: area of Stone
            zone board: grid of Stone, 2 by 2
            setup
              move each Stone to bag[its side]
            turn
              choose
                put(row in 1..2, column in 1..2)
                  require board[row, column] is empty
                  move first(my bag) to board[row, column]
            wins when any(all(cell is not empty and last(cell).side = me for cell in line)
                          for line in lines of 2 in board)
            """
        ),
        "put(1, 1)", "put(1, 2)", "put(2, 2)",
    )  # fmt: skip
    assert session.over
    assert session.winners == [0]


def test_a_line_may_depend_on_an_option() -> None:
    text = """
        option length: 2..3 = 2
        zone board: grid of Player, 1 by 3
        turn
          choose
            mark(column in 1..3)
              require board[1, column] is empty
              write me in board[1, column]
        wins when any(all(cell is not empty for cell in line) for line in lines of length in board)
    """
    assert play(start(text), "mark(1)", "mark(2)").over
    assert not play(start(text, length="3"), "mark(1)", "mark(2)").over


@pytest.mark.parametrize(
    ("where", "code"),
    [("lines of 2 in board[1, 1]", "E102"), ("lines of 2 in heap", "E101"),
     ("lines of n in board", "E106"), ("lines of 2 in 3", "E101")],
)  # fmt: skip
def test_only_whole_grids_have_lines(where: str, code: str) -> None:
    text = f"""
        component Stone
          make 3
        zone heap: area of Stone
        zone board: grid of mark, 2 by 2
        var n: 0..9
        turn
          choose
            go
              move all Stone to heap
              write mark in board[1, 1]
              n := count(line in {where})
    """
    assert code in codes(text)


def test_a_line_that_is_longer_than_the_grid_is_refused() -> None:
    text = """
        zone board: grid of mark, 2 by 2
        turn
          choose
            go
              write mark in board[1, 1]
        game ends when any(all(cell is full for cell in line) for line in lines of 3 in board)
    """
    assert "2 by 2" in str(refused("E104", text))


def test_a_grid_needs_a_size() -> None:
    assert "E201" in codes("zone board: grid of mark\nturn\n  choose\n    go\n      end game\n")
