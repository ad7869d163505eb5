"""What a text asks twice isn't computed twice over: programs grow as fast as their texts.

Counts nodes of programs and of models, steps and moves, never seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from engine.compile.cost import MOST_CANDIDATES, MOST_MOVES, MOST_OFFERED
from engine.compile.lower import lower
from engine.compile.program import Program
from engine.game.wasm_executor import Module
from engine.language.diagnostics import RulesError
from engine.language.frozen import walk
from engine.language.line_errors import BracketStack
from engine.language.recovery import words_of
from engine.rules.checker.context import MOST_COPIED, MOST_PARTS
from engine.rules.checker.sets import MOST_LISTED
from engine.rules.load import load_text
from tests.compile.small import Small, compiled, refused, ruleset, value
from tests.scope import ALL

ROOM = """
component Card
  rank: 1..9
  make 4 for each rank
zone heap[1..9]: pile of Card, face up
zone deck: pile of Card, face down
var n: 0..9 = 1
"""
SETUP = "move all Card to deck"
NESTED: dict[str, Callable[[str], str]] = {
    "abs": lambda x: f"abs({x})",
    "min": lambda x: f"min(n, {x})",
    "max of three": lambda x: f"max(n, {x}, 2)",
    "division": lambda x: f"(7 / {x})",
    "rest": lambda x: f"(7 mod {x})",
    "end of a zone": lambda x: f"last(heap[{x}]).rank",
    "is in a range": lambda x: f"(1 if {x} is in 1..5 else 2)",
    "is in a set": lambda x: f"(1 if {x} is in {{1, 3, 5}} else 2)",
    "is empty": lambda x: f"(1 if heap[{x}] is not empty and n > 1 else 2)",
    "is full": lambda x: f"(1 if heap[{x}] is full else 2)",
    "conditional": lambda x: f"(1 if n > 2 else {x})",
    "condition": lambda x: f"(1 if {x} > 2 else 2)",
    "greatest": lambda x: f"max(k for k in 1..{x})",
    "set": lambda x: f"size({{k in 1..{x} where k > 1}})",
    "counts": lambda x: f"count(k in 1..2 where k < {x})".replace("k", f"k{len(x)}"),
    "tuples": lambda x: f"(1 if ({x}, 2) < (n, 3) else 2)",
}


def nodes(part: Any) -> int:
    """How many nodes a part of a program has as the executors write it out: as a tree."""
    if isinstance(part, (tuple, list)):
        return hasattr(part, "_fields") + sum(map(nodes, part))
    return 0


def size(program: Program) -> int:
    return sum(nodes(f.body) for f in program.functions) + sum(
        nodes(b.body) for b in program.blocks
    )


def nested(form: Callable[[str], str], depth: int) -> str:
    text = "n"
    for _ in range(depth):
        text = form(text)
    return text


@pytest.mark.parametrize("form", NESTED.values(), ids=NESTED)
def test_a_program_grows_as_its_text_does(form: Callable[[str], str]) -> None:
    small, large = (
        size(compiled(ruleset(ROOM, f"answer := {nested(form, depth)}", SETUP)).program)
        for depth in (6, 18)
    )
    assert large < 4 * small


def test_deep_nesting_is_worked_out_once() -> None:
    assert value(nested(NESTED["abs"], 40), ROOM, setup=SETUP) == 1
    assert value(nested(lambda x: f"abs(0 - {x})", 40), ROOM, setup=SETUP) == 1
    assert value(nested(lambda x: f"max(2, {x} - 1)", 40), ROOM, setup=SETUP) == 2
    assert value(nested(lambda x: f"(7 mod {x})", 1), ROOM.replace("= 1", "= 4")) == 3


def test_both_executors_share_alike() -> None:
    turn = f"answer := {nested(lambda x: f'max(n, abs({x} - 5))', 15)}"
    text = ruleset(ROOM, f"{turn}\nn := answer mod 10", SETUP)
    made = compiled(text)
    assert Module(made) is not None
    assert Small(text).var("answer") == value(turn.removeprefix("answer := "), ROOM, setup=SETUP)


def test_a_division_by_zero_is_still_found_where_it_stands() -> None:
    refused(ruleset(ROOM, "answer := 7 / (n - min(n, abs(n)) * max(n, 1))  # here", SETUP), "E503")


# ---------------------------------------------------------------- what names mean


def lets(count: int, first: str = "players") -> str:
    rows = [f"let a0 = {first}"]
    rows += [f"let a{n} = a{n - 1} + a{n - 1}" for n in range(1, count + 1)]
    return "\n".join(rows)


def test_values_made_of_one_another_are_refused_where_they_become_too_large() -> None:
    text = ruleset(lets(24), "answer := a24")
    message, line = _refused(text)
    assert f"{MOST_PARTS:,}" in message and "a12 + a12" in line
    assert value("a8", lets(8)) == 2 * 2**8


@pytest.mark.parametrize(
    "rule",
    [
        "rule grown(start: 1..9)\n" + "\n".join(
            f"  let a{n} = {'start' if n == 0 else f'a{n - 1} + a{n - 1}'}" for n in range(25)
        ) + "\n  a24",
        "rule grown(start: 1..9)\n  " + nested(
            lambda x: f"(1 if 0 < {x} < 5 else 2)", 20
        ).replace("n", "start"),
    ],
    ids=["lets of a rule", "chained comparisons"],
)  # fmt: skip
def test_names_in_rules_and_chains_are_refused_too(rule: str) -> None:
    message, _ = _refused(ruleset(rule, "answer := grown(2)"))
    assert f"{MOST_PARTS:,}" in message


def test_what_an_action_names_is_refused_too() -> None:
    rows = "".join(f"      let a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, 25))
    head = f"    go\n      let a0 = n\n{rows}      require a24 > 0\n"
    message, _ = _refused(ruleset("var n: 0..9 = 1").replace("    go\n", head))
    assert f"{MOST_PARTS:,}" in message


@pytest.mark.skipif(not ALL, reason="thousands of names: CAIRN_ALL=1")
def test_many_names_are_refused_together() -> None:
    rules = "\n".join(f"rule r{n}()\n  a9 + a9" for n in range(300))
    message, _ = _refused(ruleset(f"{lets(9)}\n{rules}"))
    assert f"{MOST_COPIED:,}" in message


def test_ranges_in_a_set_are_listed_up_to_a_number_of_all_together() -> None:
    ranges = ", ".join(f"{n}..{n + 400}" for n in range(0, 40_000, 400))
    text = ruleset("", f"answer := 1 if answer is in {{{ranges}}} else 2")
    loaded = load_text(text, Path("small.cairn"))
    assert sum(1 for _ in walk(loaded.checked().turn)) < 2 * MOST_LISTED


def _refused(text: str) -> tuple[str, str]:
    """The first error of a text that is refused with E004, and the line that it names."""
    errors = load_text(text, Path("small.cairn")).findings.errors
    assert [d.code for d in errors][:1] == ["E004"]
    assert errors[0].hint
    return errors[0].message, text.split("\n")[errors[0].span.line - 1]


# ---------------------------------------------------------------- moves


def choice(action: str, body: str = "skip") -> str:
    return ruleset(ROOM, "", SETUP).replace("    go\n", f"    {action}\n      {body}\n    go\n")


@pytest.mark.parametrize(
    ("action", "most"),
    [
        ("many(a in 1..100000)  # here", MOST_OFFERED),
        ("many(a in 1..100, b in 1..100, c in 1..100)  # here", MOST_OFFERED),
        ("many(a in 1..100, b in 1..100, c in 1..100, d in 1..100)  # here", MOST_OFFERED),
        ("many(a in 1..200, b in 1..200, c in 1..200 where a = b)  # here", MOST_CANDIDATES),
        ("many(a in 1..2000, b in Player, c in 1..9)  # here", MOST_OFFERED),
    ],
)
def test_too_many_moves_are_counted_before_they_are_made(action: str, most: int) -> None:
    assert f"{most:,}" in refused(choice(action), "E510")


def test_many_moves_are_offered() -> None:
    assert len(Small(choice("many(a in 1..100, b in 1..50)")).moves()) == 5_001


def test_moves_that_only_the_position_makes_too_many_are_refused_when_they_are_listed() -> None:
    declared = """
component Card
  number: 1..60
  make 1 for each number
zone deck: row of Card, face up
"""
    action = "    take(a in deck, b in deck, c in deck)\n      skip\n    go\n"
    text = ruleset(declared, "n := 0", "move all Card to deck").replace("    go\n", action)
    text = text.replace("n := 0", "").replace("  choose", "  choose  # here")
    with pytest.raises(RulesError) as caught:
        Small(text).moves()
    (found,) = caught.value.diagnostics
    assert (found.code, "# here" in text.split("\n")[found.span.line - 1]) == ("E510", True)
    assert f"{MOST_MOVES:,}" in found.message


# ---------------------------------------------------------------- pieces, zones, brackets


@pytest.mark.parametrize(
    "declared",
    [
        "zone spot[1..100000, 1..1]: pile of Card, face up",
        "zone spot[1..70, 1..70, 1..70]: pile of Card, face up",
    ],
)
def test_zones_are_counted_before_they_are_made(declared: str) -> None:
    text = ruleset(f"{ROOM}{declared}  # here", "", SETUP)
    assert "5,000 zones" in refused(text, "E104")


def test_products_of_pieces_are_counted_before_they_are_made() -> None:
    declared = """
component Tile
  a: 1..4000
  b: 1..4000
  make 1 for each a, b  # here
zone box: pile of Tile, face down
"""
    with _counted() as steps:
        assert "5,000 pieces" in refused(ruleset(declared, "", "move all Tile to box"), "E104")
    assert steps.count < 2_000_000


class _counted:
    """Counts the lines of Python that run."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> _counted:
        def trace(frame: FrameType, event: str, given: object) -> Any:
            self.count += 1
            return trace

        sys.settrace(trace)
        return self

    def __exit__(self, *problem: object) -> None:
        sys.settrace(None)


@pytest.mark.parametrize(
    "line", ["()", "(]", "([)", "]", "{(]"], ids=["round", "mixed", "inside", "extra", "three"]
)
def test_brackets_take_steps_in_proportion(line: str) -> None:
    def steps(count: int) -> int:
        words = words_of("".join(sign * count for sign in line))
        stack = BracketStack()
        with _counted() as counted:
            for word in words:
                stack.take(word)
        return counted.count

    assert steps(1000) < 11 * steps(100)


# ---------------------------------------------------------------- long texts


LONG: dict[str, Callable[[int], str]] = {
    "attributes": lambda n: ruleset(
        ROOM.replace("  make", "".join(f"  a{i}: 0..9 = {i % 9}\n" for i in range(n)) + "  make")
    ),
    "actions": lambda n: ruleset(ROOM, "").replace(
        "    go\n", "".join(f"    a{i}\n      skip\n" for i in range(n)) + "    go\n"
    ),
    "endings": lambda n: ruleset(
        ROOM + "".join(f"round ends when n > {i % 9}\nwins when n < {i % 9}\n" for i in range(n))
    ),
    "rules": lambda n: ruleset(ROOM + "".join(f"rule r{i}()\n  n + {i}\n" for i in range(n))),
}


@pytest.mark.parametrize("shape", LONG.values(), ids=LONG)
def test_checking_takes_steps_in_proportion(shape: Callable[[int], str]) -> None:
    def steps(count: int) -> int:
        text = shape(count)
        load_text(text, Path("small.cairn"))  # what is read once is kept
        with _counted() as counted:
            load_text(text, Path("small.cairn"))
        return counted.count

    few, more, many = steps(10), steps(60), steps(160)
    assert many - more < 1.3 * 2 * (more - few)


def test_phases_are_lowered_in_steps_in_proportion() -> None:
    def steps(count: int) -> int:
        phases = "".join(f'  phase "Part {i}"\n    gain at most 1 n\n' for i in range(count))
        head = 'game "Parts"\n  players 2\ncounter n: 0..9 = 0\nturn\n'
        rules = load_text(f"{head}{phases}game ends when n = 9\n", Path("parts.cairn")).checked()
        with _counted() as counted:
            lower(rules, 2)
        return counted.count

    steps(5)
    assert steps(160) < 5 * steps(40)
