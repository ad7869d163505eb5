"""What would keep a computer busy for minutes is refused before the game begins."""

from collections.abc import Iterator
from math import prod

import pytest

from engine.compile.cost import FEW_ROUNDS, LIMIT, Costs, turns
from engine.compile.lower import lower
from engine.compile.program import Loop, RepeatUntil
from engine.language.diagnostics import RulesError
from engine.rules.load import load
from tests.compile.small import Small, at_mark, compiled, refused, ruleset, value
from tests.scope import FIVE

WIDE = "var coins[Player]: 0..999 = 7\nvar n: 0..9 = 0\n"


@pytest.mark.parametrize(
    "loop",
    [
        "for each a in 1..2000000, b in 1..2000000: n := 0",
        "for each a in 1..2000000000: n := 0",
        "answer := sum(1 for a in 1..20000, b in 1..20000)",
        "answer := 1 if any(a = b for a in 1..20000, b in 1..20000) else 0",
        "answer := distinct(a * b for a in 1..300, b in 1..300)",
        "answer := size({a in 1..2000000000 where a != n})",
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
    go(a in 1..900, b in 1..900)
      require sum(n for n in 1..9000) > a + b  # here
      end game
"""
    refused(text, "E502")


def test_a_repeat_inside_a_repeat_is_played() -> None:
    turn = """
repeat
  repeat
    n := n + 1
  until n mod 3 = 0
  answer := answer + 1
until n = 9
"""
    assert Small(ruleset(WIDE, turn)).var("answer") == 3


def test_a_repeat_whose_rounds_take_long_may_go_round_less_often() -> None:
    for size, most in ((10, 10_000), (300, 1_000), (2_000, 20)):
        turn = f"repeat\n  n := sum(1 for a in 1..{size}, b in 1..{size}) mod 10\nuntil n = 0"
        made = compiled(ruleset(WIDE, turn))
        (repeat,) = [s for b in made.program.blocks for s in b.body if isinstance(s, RepeatUntil)]
        assert FEW_ROUNDS <= Costs(made.program, made.layout).rounds(repeat) <= most


def test_what_takes_too_many_steps_is_told_with_the_number_and_the_rule_that_takes_them() -> None:
    rules = "rule dear(k: 1..9)\n  sum(a * b for a in 1..3000, b in 1..k * 1000)\n"
    text = ruleset(WIDE + rules, "for each a in 1..30  # here\n  n := dear(9) mod 2")
    with pytest.raises(RulesError) as caught:
        compiled(text)
    assert at_mark(caught.value, text, "E502") == (
        "this could take 8,100,540,662 steps, and at most 1,000,000,000 are allowed"
    )
    assert caught.value.diagnostics[0].notes == (
        "up to 30 rounds",
        "up to 270,018,013 steps each time for 'dear' (line 5)",
    )


BOARDS = """
type Suit = red, blue
component Man
  suit: Suit
  rank: 1..3
  called "{suit} {rank}"
  make 1 for each suit, rank
zone board: grid of Man, 8 by 8
zone own[Player]: grid of Man, 5 by 5
zone box: area of Man
zone line[Player]: row of Man, at most 4
var coins[Player]: 0..999 = 7
var n: 0..9 = 0
"""


@pytest.mark.parametrize(
    ("domain", "most"),
    [
        ("cells from board[1, 1] going (0, 1)", 8),
        ("cells from board[1, 1] going (n - 1, n - 2)", 8),
        ("cells between board[1, 1] and board[n, n]", 6),
        ("cells next to board[n, n]", 4),
        ("cells around board[n, n]", 8),
        ("cells of board", 64),
        ("cells of my own", 25),
        ("cells of own", 50),
        ("lines of 3 in board", 168),
        ("lines of 3 in my own", 48),
        ("lines of 3 in own", 96),
        ("cells from board[n, 1] going (n, 1) - cells next to board[1, 1]", 8),
        ("my line", 4),
        ("{man in box where man.rank = n}", 6),
        ("first(n of my line)", 4),
        ("n..n + 3", 4),
        ("my coins - 1..my coins + 1", 3),
        ("my coins + 1..my coins + n", 1008),
        ("1..min(3, my coins)", 3),
        ("max(995, my coins)..999", 5),
        ("abs(n - 3)..9", 10),
        ("1..round", 1),
    ],
)
def test_a_loop_goes_round_as_often_as_there_are_values(domain: str, most: int) -> None:
    """A line is no longer than its board, a set no larger than what it is taken from, and a range
    no wider than its ends are apart."""
    text = ruleset(BOARDS, f"for each x in {domain}  # here\n  answer := 1", "move all Man to box")
    made = compiled(text)
    line = next(i for i, row in enumerate(text.splitlines(), 1) if "# here" in row)
    loops = [
        turns(part.reg, part.over, made.layout)
        for part in _loops([block.body for block in made.program.blocks])
        if part.reg.name in made.program.spans and made.program.spans[part.reg.name].line == line
    ]
    assert prod(loops) == most


def _loops(node: object) -> Iterator[Loop]:
    if isinstance(node, Loop):
        yield node
    if isinstance(node, (tuple, list)):
        for part in node:
            yield from _loops(part)


def test_a_line_on_a_board_in_any_direction_can_be_chosen_from() -> None:
    text = ruleset(BOARDS, "skip", "move all Man to box").replace(
        "    go\n",
        "    go(a in -9..9, b in -9..9, square in cells from board[n, n] going (a, b))\n",
    )
    made = compiled(text)
    (choice,) = made.program.choices
    assert Costs(made.program, made.layout).choice(choice) < 1_000_000


WIDEST = """
for each a in 1..3
  for each b in 1..9000  # here
    for each c in 1..9000
      n := 0
"""
ONE_OF_MANY = """
for each a in 1..10: n := 2
n := sum(1 for a in 1..9000, b in 1..9000) mod 10
n := sum(1 for a in 1..9000, b in 1..9500) mod 9  # here
n := sum(1 for a in 1..9000, b in 1..8000) mod 9
"""


@pytest.mark.parametrize("turn", [WIDEST, ONE_OF_MANY])
def test_the_line_is_named_that_takes_most_steps(turn: str) -> None:
    refused(ruleset(WIDE, turn), "E502")


ENDS = "game ends when round = 2\n"
COSTLY = "      require sum(1 for n in 1..600, m in 1..600) > a\n"
THE_DEAREST_ACTION = """\
    stay
    go(a in 1..900, b in 1..900)
      require sum(n for n in 1..100) > a + b
    run(a in 1..900, b in 1..900)  # here
      require sum(n for n in 1..150) > a + b
    walk(a in 1..900, b in 1..900)
      require sum(n for n in 1..50) > a + b
"""
THE_LONGEST_RANGE = f"""\
    go(a in 1..3,
       b in 1..900,  # here
       c in 1..300)
{COSTLY}"""
BESIDE_A_SET = f"""\
    go(a in 1..3, c in {{1..300}} - {{7}},
       b in 1..900)  # here
{COSTLY}"""


@pytest.mark.parametrize("actions", [THE_DEAREST_ACTION, THE_LONGEST_RANGE, BESIDE_A_SET])
def test_the_line_of_an_action_is_named_that_takes_most_steps(actions: str) -> None:
    refused(f'game "Small"\n  players 2\nturn\n  choose\n{actions}' + ENDS, "E502")


def test_a_repeat_without_an_end_is_stopped_at_its_line() -> None:
    turn = """
    repeat  # here
      n := 0
    until n = 1
    """
    refused(ruleset(WIDE, turn), "E502")


@pytest.mark.parametrize("name", FIVE)
def test_the_five_stay_far_below_the_limit(name: str) -> None:
    rules = load(name).checked()
    for players in range(rules.header.players[0], rules.header.players[1] + 1):
        program = lower(rules, players)
        costs = Costs(program.program, program.layout)
        for choice in program.program.choices:
            assert costs.choice(choice) < LIMIT / 4
        for block in program.program.blocks:
            assert costs.of(block.body) < LIMIT / 4


@pytest.mark.parametrize(
    ("deeper", "done"),
    [("if n < 1500: again()", True), ("again()", False)],
    ids=["ends", "endless"],
)
def test_how_deep_procedures_carry_out_themselves_is_told(deeper: str, done: bool) -> None:
    text = (
        ruleset("var n: 0..9999 = 0", "again()") + f"to again()\n  n := n + 1\n  {deeper}  # here\n"
    )
    if done:
        assert Small(text).var("n") == 1500
    else:
        said = refused(text, "E502")
        assert said.startswith("'again' is carried out 2,000 times over, each time before")


def test_procedures_that_never_come_back_to_themselves_have_just_the_room_they_need() -> None:
    text = ruleset("var n: 0..9999 = 0", "one()")
    text += "to one()\n  two()\n  two()\nto two()\n  n := n + 1\n"
    made = compiled(text)
    assert (made.debug.most_frames, Small(text).var("n")) == (2, 2)
