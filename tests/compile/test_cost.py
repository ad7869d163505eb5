"""What would keep a computer busy for minutes is refused before the game begins."""

from pathlib import Path

import pytest

from engine.compile.cost import LIMIT, Costs
from engine.compile.lower import lower
from engine.language.diagnostics import RulesError
from engine.rules.load import library, load
from tests.compile.small import compiled, refused, ruleset, value

WIDE = "var coins[Player]: 0..999 = 7\nvar n: 0..9 = 0\n"


@pytest.mark.parametrize(
    "loop",
    [
        "for each a in 1..2000000, b in 1..2000000: n := 0",
        "for each a in 1..2000000000: n := 0",
        "answer := sum(1 for a in 1..20000, b in 1..20000)",
        "answer := 1 if any(a = b for a in 1..20000, b in 1..20000) else 0",
        "answer := distinct(a * b for a in 1..300, b in 1..300)",
        "answer := size({a in 1..2000000000})",
        "let a = random(a in 1..2000000000)",
        "for each a in 1..my coins, b in 1..my coins, c in 1..my coins: n := 0",
    ],
)
def test_an_endless_loop_is_refused_at_its_line(loop: str) -> None:
    message = refused(ruleset(WIDE, f"n := 0\n{loop}  # here\nn := 1"), "E502")
    assert f"{LIMIT:,}" in message


def test_a_loop_inside_a_loop_is_refused_where_it_goes_too_far() -> None:
    turn = """
    for each a in 1..30000  # here
      for each b in 1..30000
        n := 0
    """
    refused(ruleset(WIDE, turn), "E502")


@pytest.mark.parametrize(
    ("loop", "result"),
    [
        ("for each k in 1..my coins: answer := answer + k", 28),
        ("for each k in 1..sum(1 for p in Player): answer := answer + 1", 2),
        ("for each k in 1..count(p in Player), j in 1..my coins: answer := answer + 1", 14),
    ],
)
def test_a_loop_over_a_number_takes_the_range_that_it_was_declared_with(
    loop: str, result: int
) -> None:
    assert value("answer", WIDE, loop) == result


def test_rules_that_double_their_work_again_and_again_are_refused() -> None:
    rules = "rule r0()\n  1 if n = 0\n  2 otherwise\n"
    for k in range(1, 40):
        rules += f"rule r{k}()\n  r{k - 1}() + r{k - 1}()\n"
    text = ruleset(WIDE + rules, "answer := r39()")
    with pytest.raises(RulesError) as caught:
        compiled(text)
    found = caught.value.diagnostics[0]
    assert found.code == "E502"
    assert text.splitlines()[found.span.line - 1].startswith("rule r")


def test_tuples_that_double_again_and_again_are_refused() -> None:
    rules = "rule r0()\n  (n, 1)\n"
    for k in range(1, 40):
        rules += f"rule r{k}()\n  r{k - 1}() if n = {k % 9}\n  r{k - 1}() otherwise\n"
    with pytest.raises(RulesError) as caught:
        compiled(ruleset(WIDE + rules, "answer := 1 if r39() = (0, 1) else 0"))
    assert caught.value.diagnostics[0].code == "E502"


def test_a_decision_with_too_many_moves_is_refused() -> None:
    text = """game "Small"
  players 2
turn
  choose
    go(a in 1..20000, b in 1..20000)  # here
      end game
"""
    refused(text, "E502")


def test_a_repeat_inside_a_repeat_is_refused() -> None:
    turn = """
    repeat  # here
      repeat
        n := 0
      until n = 0
    until n = 0
    """
    refused(ruleset(WIDE, turn), "E502")


def test_a_repeat_without_an_end_is_stopped_at_its_line() -> None:
    turn = """
    repeat  # here
      n := 0
    until n = 1
    """
    refused(ruleset(WIDE, turn), "E502")


@pytest.mark.parametrize("path", library(), ids=lambda path: path.stem)
def test_the_library_stays_far_below_the_limit(path: Path) -> None:
    rules = load(path).checked()
    for players in range(rules.header.players[0], rules.header.players[1] + 1):
        program = lower(rules, players)
        costs = Costs(program.program, program.layout)
        for choice in program.program.choices:
            assert costs.choice(choice) < LIMIT / 4
        for block in program.program.blocks:
            assert costs.of(block.body) < LIMIT / 4
