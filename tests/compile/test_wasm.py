"""Programs as WebAssembly: what a module computes is what the interpreter computes."""

from array import array

import pytest

from engine.compile.wasm.memory import STATE, FixedTable, Memory
from engine.compile.wasm.module import emit
from engine.game.wasm_executor import Module, Stopped
from engine.language.diagnostics import RulesError
from tests.compile.small import Small, compiled, ruleset

LARGEST = 2_000_000_000


def both(text: str, players: int = 2) -> None:
    """Start a game in both executors: states, or that it can't continue, must be the same."""
    program = compiled(text, players)
    module = Module(program)
    try:
        state = Small(text, players).state
    except RulesError:
        with pytest.raises(Stopped):
            module.start(1)
        return
    module.start(1)
    assert module.words(STATE, len(state)) == array("i", state)


@pytest.mark.parametrize(
    "expression",
    [
        "7 / 2", "-7 / 2", "7 mod 3", "-7 mod 3", "(0 - n) / 3", "(0 - n) mod 3", "n / d",
        "n mod d", "1 / (n - n)", f"{LARGEST} + 147483646", f"n + {LARGEST}",
        f"{LARGEST} + n * {LARGEST}",
        f"n * {LARGEST} - n * {LARGEST}", "min(n, d)", "max(n, d)", "n if n > d else d",
        "sum(x * n for x in 1..9)", "count(x in 1..9 where x mod 2 = 1 and x > d)",
        "max(x * x - 9 * x for x in 1..9)", "1 if any(x = n for x in 1..9) else 0",
    ],
)  # fmt: skip
def test_arithmetic_is_exact(expression: str) -> None:
    declarations = "var n: -9..99 = 7\nvar d: 0..9 = 2"
    both(ruleset(declarations, f"answer := {expression}"))


@pytest.mark.parametrize(
    "turn",
    [
        "repeat\n  n := n + 1\nuntil n = 30",
        "repeat\n  n := 7\nuntil n = 30",
        "for each x in 1..5\n  n := n + x",
        "for each x in 5..1\n  n := n + x",
        "n := n + 200",
    ],
)
def test_statements(turn: str) -> None:
    both(ruleset("var n: 0..99 = 7", turn))


def test_a_loop_goes_through_what_lay_in_a_zone_when_it_began() -> None:
    declarations = """
    component Card
      value: 1..9
      make 1 for each value
    zone deck: pile of Card, face down
    zone hand[Player]: hand of Card
    """
    setup = "move all Card to deck\nshuffle deck\ndeal 3 from deck to each hand"
    turn = "for each card in my hand\n  move card to deck\n  answer := answer * 10 + card.value"
    both(ruleset(declarations, turn, setup))


def _bytes(table: FixedTable) -> str:
    return table.segment().split('"')[1]


def test_tables_take_as_few_bytes_as_they_can_and_equal_ones_are_kept_once() -> None:
    memory = Memory(100)
    small = memory.table((0, 255))
    assert (small.shift, _bytes(small)) == (0, r"\00\ff")
    signed = memory.table((-1, 127))
    assert (signed.load, _bytes(signed)) == ("i32.load8_s", r"\ff\7f")
    assert _bytes(memory.table((-300, 5))) == r"\d4\fe\05\00"
    assert memory.table((1 << 20,)).shift == 2
    assert memory.table((0, 255)) is small
    assert memory.table((7,)).address >= signed.address + 2


def test_a_ruleset_is_written_the_same_way_twice() -> None:
    text = ruleset("var n: 0..9 = 1", "n := 2")
    assert emit(compiled(text)).text == emit(compiled(text)).text
