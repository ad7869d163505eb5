"""Tests that move out of inner loops, and sets that are looked up: nothing else comes of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.compile.lower import lower
from engine.compile.program import Call, If, Loop
from engine.compile.program_parts import walk
from engine.game.interpreter import Interpreter
from engine.rules.load import load_text
from tests.compile.small import Small, compiled, refused_in_both, ruleset, values_in_both
from tests.scope import ALL

BOARD = """
component Man
  owner: Player
  rank: 1..3
  make 1 for each owner, rank
zone board: grid of Man, 3 by 4
zone box: area of Man
var n: -9..9 = 2
var zero: 0..9 = 0
var flags[1..3]: 0..9 = 1
rule held(cell: board, player: Player)
  cell is not empty and first(cell).owner = player
rule strong(cell: board)
  cell is not empty and first(cell).rank > n
rule near(a: board, b: board)
  a is in cells next to b
rule crowded(cell: board)
  count(other in cells around cell where other is not empty) > n
var strongest: Man?
"""
SETUP = """
move all Man to box
move the(m in box where m.owner = seat 1 and m.rank = 1) to board[1, 1]
move the(m in box where m.owner = seat 1 and m.rank = 3) to board[1, 2]
move the(m in box where m.owner = seat 2 and m.rank = 2) to board[2, 2]
move the(m in box where m.owner = seat 2 and m.rank = 3) to board[3, 4]
strongest := first(board[3, 4])
"""
TESTS = (
    "held(a, seat 1)", "held(b, seat 2)", "strong(a)", "strong(b)", "a is empty", "b is empty",
    "near(a, b)", "b is in cells around a", "b is in cells next to strongest.cell",
    "a is in cells at (1, 2) from strongest.cell", "a is in cells next to board[2, 2]",
    "crowded(a)", "a = b", "n > 1", "a.row < b.row", "b.column mod 2 = 1",
    "(a is empty or strong(a))", "not held(a, seat 2)",
    "a is not empty and first(a).rank = 3",
    "b is not empty and first(b).owner = seat 2", "count(m in board where m.rank > n) > 1",
)  # fmt: skip


def _folds(chance: random.Random, many: int) -> list[str]:
    """Folds over pairs of cells with tests in any order."""
    found = []
    for _ in range(many):
        where = " and ".join(chance.sample(TESTS, chance.randint(1, 4)))
        more = " and ".join(chance.sample(TESTS, chance.randint(1, 3)))
        loops = "for a in cells of board, b in cells of board"
        if chance.random() < 0.3:
            loops = "for a in cells of board, b in cells next to a"
        kind = chance.choice(("count({more} {loops} where {where})", "1 if any({more} {loops} where"
            " {where}) else 0", "1 if all({more} {loops} where {where}) else 0",
            "sum(a.row * 4 + b.column {loops} where {where})"))  # fmt: skip
        found.append(kind.format(more=more, loops=loops, where=where))
    return found


@pytest.mark.parametrize("seed", range(20 if ALL else 1))
def test_what_moves_outward_changes_no_value(seed: int) -> None:
    folds = _folds(random.Random(seed), 15)
    found = values_in_both(folds, BOARD, setup=SETUP)
    many = f"{BOARD}\nvar found[1..{len(folds)}]: -99..9999 = -1\n"
    asked = "\n".join(f"found[{place}] := {fold}" for place, fold in enumerate(folds, 1))
    rules = load_text(ruleset(many, asked, SETUP), Path("small.cairn")).checked()
    traced = lower(rules, 2, trace=True)  # asks as it is written
    state = Interpreter(traced).start(1)
    cells = traced.layout.cells["found"]
    assert found == [state[cells.address((place,))] for place in range(1, len(folds) + 1)]
    assert len(set(found)) > 2


def test_a_test_of_the_outer_loop_is_made_before_the_inner_one() -> None:
    fold = "any(held(a, seat 1) for a in cells of board, b in cells of board where b is empty)"
    program = compiled(ruleset(BOARD, f"answer := 1 if {fold} else 0", SETUP)).program
    asked = [f.body for f in program.functions if f.name.startswith("any")]
    (outer,) = [s for body in asked for s in body if isinstance(s, Loop)]
    assert isinstance(outer.body[0], If)
    assert any(isinstance(part, Call) for part in walk(outer.body[0].condition))


@pytest.mark.parametrize(
    ("fold", "code"),
    [
        # None of these is reached if the test of the outer loop comes first.
        ("count(a in 1..3, b in 1..3 where 6 mod (b - b) = n and a = 9)", "E503"),
        ("sum(1 for a in 1..3, b in 1..3 where first(board[3, b]).rank = 2 and a = 9)", "E509"),
        ("count(a in cells of board where a is in cells next to first(box).cell)", "E509"),
        ("count(a in 1..3, b in 1..(3 if 6 mod zero = 1 else 2) where a = 9)", "E503"),
    ],
)
def test_no_error_is_left_out(fold: str, code: str) -> None:
    refused_in_both(ruleset(BOARD, f"n := 0\nanswer := {fold}  # here", SETUP), code)


def test_no_error_is_invented() -> None:
    folds = (
        "count(a in 0..3, b in 1..3 where b > 5 and 6 mod a = 1)",
        "count(a in cells of board, b in cells of board where a = b and b is not empty"
        " and first(a).rank = 3)",
    )
    assert values_in_both(folds, BOARD, setup=SETUP) == [0, 2]


def test_a_test_is_made_anew_where_what_is_done_changes_it() -> None:
    turn = """
    for each a in 1..3, b in 1..3 where flags[a] < 3
      flags[a] := flags[a] + 1
      answer := answer + 1
    """
    assert Small(ruleset(BOARD, turn, SETUP)).var("answer") == 6


def test_whether_a_cell_is_next_to_another_is_looked_up() -> None:
    fold = "count(a in cells of board, b in cells of board where near(a, b))"
    assert values_in_both([fold], BOARD, setup=SETUP) == [34]
    program = compiled(ruleset(BOARD, f"answer := {fold}", SETUP)).program
    tables = {name: values for name, values in program.data.items() if name.startswith("among")}
    assert [(len(values), sum(values)) for values in tables.values()] == [(144, 34)]
