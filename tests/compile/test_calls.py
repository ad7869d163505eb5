"""Calls that a module needn't make: what is written out, kept or tallied computes the same."""

import pytest

from engine.compile.program import Call
from engine.compile.wasm.lookup_tables import Spreads
from engine.compile.wasm.module import emit
from tests.compile.small import compiled, ruleset
from tests.compile.test_wasm import both

CARDS = """
component Card
  value: 1..20
  suit:  1..3
  make 1 for each value, suit
zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
"""
DEAL = "move all Card to deck\nshuffle deck\ndeal 25 from deck to each hand"
BOARD = "zone board: grid of Player, 3 by 3"


@pytest.mark.parametrize(
    "expression",
    [
        "count(row in 1..3 where board[row, 2] is empty)",
        "1 if any(all(cell is not empty for cell in line) for line in lines of 3 in board) else 0",
        "count(line in lines of 3 in board where all(cell is empty for cell in line))",
        "size(board)",
        "sum(row * 2 for row in 1..3 where board[row, row] is empty)",
    ],
)
@pytest.mark.parametrize("written", [((1, 1), (2, 2)), ((1, 3), (2, 2), (3, 1)), ()])
def test_what_looks_at_fixed_places(expression: str, written: tuple[tuple[int, int], ...]) -> None:
    writes = "".join(f"write me in board[{row}, {column}]\n" for row, column in written)
    both(ruleset(BOARD, f"{writes}answer := {expression}"))


def test_lines_are_written_out_without_calls() -> None:
    line = "any(all(cell is not empty for cell in line) for line in lines of 3 in board)"
    program = compiled(ruleset(BOARD, f"answer := 1 if {line} else 0")).program
    spreads = Spreads(program)
    outer = next(f.name for f in program.functions if f.name.startswith("any"))
    whole = spreads.of(Call(outer, (), 0, 1))
    assert whole is not None
    assert "Call(" not in repr(whole)


@pytest.mark.parametrize(
    "turn",
    [
        "for each n in 1..20 where count(card in my hand where card.value = n) = 1\n"
        "  answer := answer + n",
        "for each n in 1..20 where any(card in my hand where card.value = n)\n"
        "  move {card in my hand where card.value = n} to deck\n"
        "  deal 1 from deck to my hand",
        "for each n in 1..20 where count(card in my hand where card.value = n) > 1\n"
        "  move {card in my hand where card.value = n} to deck",
        "answer := count(n in 1..20 where any(card in my hand where card.value = n))",
        "answer := sum(n * count(card in my hand where card.suit = n) for n in 1..3)",
        "answer := count(n in 0..40 where any(card in my hand where card.value = n))",
    ],
)
def test_what_counts_in_a_zone(turn: str) -> None:
    both(ruleset(CARDS, turn, DEAL))


def test_counts_are_looked_up_not_made_for_each_value() -> None:
    turn = "answer := count(n in 1..20 where any(card in my hand where card.value = n))"
    text = emit(compiled(ruleset(CARDS, turn, DEAL))).text
    counting = text[text.index("(func $sum") :]
    assert "i32.store8" in counting
    assert "(call $any" not in counting[: counting.index("(func", 1)]


@pytest.mark.parametrize("value", [1, 7, 13, 20])
def test_pieces_leave_large_zones(value: int) -> None:
    both(ruleset(CARDS, f"move {{card in my hand where card.value = {value}}} to deck", DEAL))
    both(ruleset(CARDS, f"for each card in deck where card.value = {value}: move card to my hand",
                 "move all Card to deck\nshuffle deck"))  # fmt: skip


@pytest.mark.parametrize("number", [-8, -7, -1, 0, 1, 7, 8])
def test_fixed_divisors_floor(number: int) -> None:
    both(ruleset(f"var n: -9..9 = {number}", "answer := 100 * (n / 7) + n mod 7"))
    both(ruleset(f"var n: -9..9 = {number}", "answer := 100 * (n / 4) + n mod 4"))


@pytest.mark.parametrize(
    "expression",
    [
        "count(card in tray where card.value > 2)",
        "sum(card.value for card in tray where card.value mod 2 = 1)",
        "count(card in tray[1] where card.value > 2)",
        "count(card in tray where size(tray[2]) > 1)",
    ],
)
def test_what_lies_in_several_zones(expression: str) -> None:
    declarations = """
    component Card
      value: 1..5
      make 1 for each value
    zone box:        pile of Card, face up
    zone tray[1..4]: area of Card
    """
    setup = "move all Card to box\nmove 2 from box to tray[2]\nmove 1 from box to tray[4]"
    both(ruleset(declarations, f"answer := {expression}", setup))
