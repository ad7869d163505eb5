"""Arithmetic that can't be: both executors stop at the same place with the same diagnostic."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compile.lower import Compiled
from engine.game.interpreter import Interpreter
from engine.game.wasm_executor import Module, Stopped
from engine.language.diagnostics import RulesError
from tests.compile.small import compiled, ruleset
from tests.scope import often, telling

VARIABLES = """
var zero: -9..9 = 0
var big:  -2147483647..2147483647 = 2147483647
var low:  -2147483647..2147483647 = -2147483647
"""
NUMBERS = [
    "5 / zero", "5 mod zero", "1 mod (1 - 1)", "1 if zero = 1 or 5 mod zero = 1 else 0",
    "1 if 5 / zero = 1 or zero = 0 else 0", "1 if zero = 1 and 5 mod zero = 0 else 2",
    "1 if zero = 0 or max(k for k in 1..zero) = 1 else 0",
    "max(k for k in 1..3 where k > 5)", "min(k for k in 1..zero)",
    "max(k for k in 1..3 where 5 mod (k - 2) = 0)", "count(k in 1..3 where 6 mod (k - 1) = 0)",
    "max(5 / zero, max(k for k in 1..zero))", "(5 mod zero) + max(k for k in 1..zero)",
    "max(k for k in 1..zero) + (5 mod zero)", "(-7) mod (zero - 3)", "(-7) / (zero - 3)",
    "low / (zero - 1)", "low mod (zero - 1)", "big * big", "big * big * zero", "big + big",
    "-big - big", "big * 2 / 2", "abs(low)", "low - 1", "(big - low) / 2",
    "1 if big * big > big else 0", "sum(big for k in 1..3)",
]  # fmt: skip


def slowly(made: Compiled) -> object:
    """The first position and what is legal in it, or what the interpreter stops with."""
    runs = Interpreter(made)
    try:
        state = runs.start(1)
        return state, runs.legal(state)
    except RulesError as problem:
        found = problem.diagnostics[0]
        return found.code, found.message.split(";")[0], found.span


def fast(made: Compiled) -> object:
    """The same of the module, with the site that it stops at."""
    module = Module(made)
    try:
        module.start(1)
        return module.state(), module.legal()
    except Stopped as stopped:
        site = made.program.sites[stopped.code]
        return site.code, site.message, site.span


@pytest.mark.parametrize("number", telling(NUMBERS[::3], NUMBERS))
@pytest.mark.parametrize(
    "turn", ["answer := {}", "if {} > 0: answer := 1", "answer := count(n in 1..3 where {} > n)"]
)
def test_both_stop_at_the_same_place(number: str, turn: str) -> None:
    made = compiled(ruleset(VARIABLES, turn.format(f"({number})")))
    assert fast(made) == slowly(made)


@pytest.mark.parametrize("number", telling(NUMBERS[1::3], NUMBERS))
def test_both_stop_at_the_same_place_where_moves_are_looked_for(number: str) -> None:
    text = ruleset(VARIABLES).replace(
        "    go\n", f"    go(n in 1..3)\n      require ({number}) > n\n"
    )
    made = compiled(text.replace("      end game", "      end game\n    stay\n      skip"))
    assert fast(made) == slowly(made)


ANY = st.recursive(
    st.sampled_from(["zero", "big", "low", "n", "1", "-3", "7"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "mod"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), inner, inner),
        st.builds("max(k for k in 1..3 where {} > k)".format, inner),
        st.builds("sum({} for k in 1..3)".format, inner),
        st.builds("(1 if {} > 0 or {} = 0 else {})".format, inner, inner, inner),
        st.builds("(n if {} > 0 and {} = 0 else 2)".format, inner, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=often(40))
@given(ANY, ANY)
def test_both_stop_at_the_same_place_whatever_is_reckoned(one: str, other: str) -> None:
    text = ruleset(VARIABLES + "var n: -2147483647..2147483647 = 2\n", f"n := {one}")
    text = text.replace("    go\n", f"    go(m in 1..3)\n      require {other} > m\n")
    text = text.replace("      end game", "      end game\n    stay\n      skip")
    try:
        made = compiled(text)
    except RulesError:
        return  # told before the game begins
    assert fast(made) == slowly(made)
