"""Decisions that take values from the sets that they must be in: same moves, same errors."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.equality import Pair
from engine.compile.program import Found
from engine.compile.wasm.sought_values import with_sought_values
from engine.language.diagnostics import RulesError
from tests.compile.small import Small, compiled

WALK = """
game "Walk"
  players 2
component Man
  owner: Player
  kind: 1..3
  make 1 for each owner, kind
zone board: grid of Man, 4 by {columns}
zone box: area of Man
var made: 0..20 = 0
rule goals(man: Man)
  {{cell in cells around man.cell where cell.row > man.cell.row}} if man.kind = 1
  {{cell in cells next to man.cell where cell is empty}} if man.kind = 2
  {{cell in cells at (1, 2) from man.cell where {last}}} otherwise
rule beside(here: board)
  {{cell in cells next to here where cell is empty}}
setup
  move all Man to box
  move the(m in box where m.owner = seat 1 and m.kind = 1) to board[1, 1]
  move the(m in box where m.owner = seat 1 and m.kind = 3) to board[2, 3]
  move the(m in box where m.owner = seat 2 and m.kind = 1) to board[1, 2]
  move the(m in box where m.owner = seat 2 and m.kind = 2) to board[4, 4]
turn
  choose
    go(man in {men} where man.owner = me, square in cells of board{where})
      require {needs}
      move all from square to box
      move man to square
    drop(man in box where man.owner = me)
      require board[1, 1] is empty
      move man to board[1, 1]
    wait
  made := made + 1
game ends when made = 20
"""


def walk(
    *,
    men: str = "board",
    where: str = "",
    needs: str = "square is in goals(man)",
    last: str = "cell.column > 1",
    columns: int = 4,
) -> str:
    """A game in which men walk about a board."""
    return WALK.format(men=men, where=where, needs=needs, last=last, columns=columns)


def narrowed(text: str) -> bool:
    """Whether the squares that a man goes to are taken from a set."""
    actions = with_sought_values(compiled(text)).program.choices[0].actions
    loops = [over for p in actions[0].parameters for _, over in p.loops]
    return any(isinstance(over, Found) or "sought" in repr(over) for over in loops)


SAME: list[dict[str, Any]] = [
    {},
    {"columns": 9},
    {"where": " where square is in goals(man)", "needs": "square is empty"},
    {"where": " where square.row > 1 and square is in goals(man)", "needs": "yes"},
    {"needs": "square is empty and square is in goals(man) and man.kind < 3"},
    # A man in the box has no goals, which nobody asks for.
    {"men": "Man", "needs": "man is in board and square is in goals(man)"},
    {"men": "Man", "needs": "man is in board and square is in goals(man)", "columns": 9},
    {"men": "Man", "where": " where man is in board", "columns": 9},
]


@pytest.mark.parametrize("how", SAME, ids=range(len(SAME)))
def test_moves_are_the_same_and_in_the_same_order(how: dict[str, Any]) -> None:
    text = walk(**how)
    assert narrowed(text)
    pair = Pair(compiled(text))
    for seed in range(3):
        pair.game(seed, 1)


@pytest.mark.parametrize("columns", [4, 9])
def test_what_a_set_is_asked_of_is_asked_after_the_tests_before(columns: int) -> None:
    """A man in the box is in no cell, and nothing asks for the cells beside it."""
    needs = "man is in board and square is in beside(man.cell)"
    Pair(compiled(walk(men="Man", needs=needs, columns=columns))).game(1, 1)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"men": "Man"}, "E509"),
        ({"men": "Man", "columns": 9}, "E509"),
        ({"last": "first(cell).kind > 1"}, "E509"),
        ({"needs": "6 mod (square.row - 1) = 0 and square is in goals(man)"}, "E503"),
    ],
)
def test_what_fails_still_does(how: dict[str, Any], code: str) -> None:
    game = Small(walk(**how))
    Pair(game.compiled).game(1, 1)
    with pytest.raises(RulesError) as caught:
        game.interpreter.legal(game.state)
    assert caught.value.diagnostics[0].code == code
