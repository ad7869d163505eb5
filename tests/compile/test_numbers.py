"""Numbers: floors, ranges, and errors that name the line instead of a wrap or a silent clamp."""

import pytest

from tests.compile.small import Small, refused, ruleset, truth, value

PAIR = "var a: -100..100 = 0\nvar b: -100..100 = 0"
BIG = "var a: 0..2000000000 = 2000000000\nvar b: 0..2000000000 = 2000000000"


@pytest.mark.parametrize(
    ("a", "op", "b", "result"),
    [
        (7, "/", 2, 3),
        (-7, "/", 2, -4),
        (7, "/", -2, -4),
        (-7, "/", -2, 3),
        (-6, "/", 2, -3),
        (7, "mod", 3, 1),
        (-7, "mod", 3, 2),
        (-6, "mod", 3, 0),
        (7, "-", 9, -2),
        (-7, "*", 9, -63),
    ],
)
def test_division_floors_when_written_out_and_when_played(
    a: int, op: str, b: int, result: int
) -> None:
    assert value(f"{a} {op} ({b})") == result
    assert value(f"a {op} b", PAIR, f"a := {a}\nb := {b}") == result


@pytest.mark.parametrize("op", ["/", "mod"])
@pytest.mark.parametrize("divisor", ["b", "0"])
def test_division_by_zero_names_the_line(op: str, divisor: str) -> None:
    refused(ruleset(PAIR, f"a := 1\nanswer := a {op} {divisor}  # here"), "E503")


@pytest.mark.parametrize("expression", ["a + b", "a * b", "0 - a - b", "a * 2", "-a * 3 + 1"])
def test_what_leaves_32_bits_is_an_error(expression: str) -> None:
    refused(ruleset(BIG, f"answer := {expression}  # here"), "E503")


@pytest.mark.parametrize("fold", ["sum(a for k in 1..3)", "sum(a * k for k in 1..2)"])
def test_a_sum_that_leaves_32_bits_is_an_error(fold: str) -> None:
    refused(ruleset(BIG, f"answer := {fold}  # here"), "E503")


def test_a_sum_may_use_all_32_bits() -> None:
    assert value("sum(a for k in 1..1)", BIG) == 2_000_000_000
    assert value("sum(a - b for k in 1..50)", BIG) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("small := a - 89", "11"),
        ("small := a", "100"),
        ("small := a - 101", "-1"),
        ("small := small - 1", "-1"),
    ],
)
def test_a_variable_keeps_its_range(change: str, message: str) -> None:
    declarations = f"{PAIR}\nvar small: 0..10 = 0"
    text = ruleset(declarations, f"a := 100\n{change}  # here")
    assert message in refused(text, "E503")


def test_the_ends_of_a_range_are_in_it() -> None:
    assert value("small", "var small: -3..10 = 0", "small := 10") == 10
    assert value("small", "var small: -3..10 = 0", "small := -3") == -3


def test_a_local_variable_keeps_its_range() -> None:
    text = ruleset(PAIR, "a := 6\nvar local: 0..5 = 0\nlocal := a  # here")
    refused(text, "E503")
    refused(ruleset(PAIR, "a := 6\nvar local: 0..5 = a  # here"), "E503")


def test_a_family_of_local_variables_keeps_its_range_and_its_indices() -> None:
    before = "a := 3\nvar local[2..4]: 0..5 = 1\nlocal[a] := 5\nlocal[2] := 4"
    assert value("100 * local[2] + 10 * local[a] + local[4]", PAIR, before) == 451
    refused(ruleset(PAIR, "a := 5\nvar local[2..4]: 0..5 = 1\nlocal[a] := 5  # here"), "E503")
    refused(ruleset(PAIR, "a := 6\nvar local[2..4]: 0..5 = 1\nlocal[2] := a  # here"), "E503")


def test_a_variable_cant_start_outside_its_range() -> None:
    refused(ruleset("var small: 0..players = 3  # here"), "E503")


INDEXED = "var a: -100..100 = 0\nvar cell[3..6]: 0..9 = 0\nvar grid[-1..1, 5..6]: 0..99 = 0"


def test_indices_count_from_the_beginning_of_their_range() -> None:
    before = "for each n in 3..6: cell[n] := n"
    for n in range(3, 7):
        assert value(f"cell[{n}]", INDEXED, before) == n
        assert value("cell[a]", INDEXED, f"{before}\na := {n}") == n


def test_two_indices_don_t_overlap() -> None:
    before = "for each x in -1..1, y in 5..6: grid[x, y] := 10 * (x + 1) + y"
    for x in (-1, 0, 1):
        for y in (5, 6):
            assert value(f"grid[{x}, {y}]", INDEXED, before) == 10 * (x + 1) + y


@pytest.mark.parametrize("index", [-1, 0, 2, 7, 100])
def test_an_index_out_of_range_is_an_error_and_never_a_neighbour(index: int) -> None:
    refused(ruleset(INDEXED, f"a := {index}\nanswer := cell[a]  # here"), "E503")
    refused(ruleset(INDEXED, f"a := {index}\ncell[a] := 1  # here"), "E503")


def test_a_second_index_out_of_range_is_an_error_though_the_cell_would_exist() -> None:
    refused(ruleset(INDEXED, "a := 7\nanswer := grid[-1, a]  # here"), "E503")


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("1 <= 2 <= 3", True),
        ("1 <= 3 <= 2", False),
        ("3 > 2 > 1", True),
        ("3 > 1 > 2", False),
        ("1 < 2 = 2", True),
        ("a < a + 1 < a + 2", True),
        ("a < a + 1 < a", False),
        ("a != 1 != 0", True),
        ("not (a = 1) and a = 0 or no", True),
        ("a = 1 or a = 0", True),
    ],
)
def test_comparisons_are_chained(expression: str, holds: bool) -> None:
    assert truth(expression, PAIR) is holds


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("(1, 9) < (2, 0)", True),
        ("(2, 0) < (1, 9)", False),
        ("(a, 2) < (b, 3)", True),
        ("(a, 3) < (b, 3)", False),
        ("(a, 3) <= (b, 3)", True),
        ("(a, 3) >= (b, 3)", True),
        ("(a, 1, 5) > (b, 1, 4)", True),
        ("(a, 1, 5) > (b, 2, 4)", False),
        ("(a, 1) = (b, 1)", True),
        ("(a, 1) != (b, 1)", False),
        ("(a, 1) = (b, 2)", False),
        ("(a, 1) != (b, 2)", True),
    ],
)
def test_tuples_are_compared_from_left_to_right(expression: str, holds: bool) -> None:
    assert truth(expression, PAIR) is holds


RANKED = """
var a: 0..9 = 0
rule rank(n: 0..9)
  (2, n) if n > 5
  (1, 10 - n) if n > 2
  (0, 0) otherwise
"""


def test_a_rule_that_yields_a_tuple_takes_its_first_case_that_holds() -> None:
    assert truth("rank(6) > rank(3)", RANKED)
    assert truth("rank(7) > rank(6)", RANKED)
    assert truth("rank(3) > rank(4)", RANKED)
    assert truth("rank(a) < rank(5)", RANKED)
    assert truth("rank(a) = rank(2)", RANKED)


CASES = """
var a: 0..9 = 0
rule size_of(n: 0..9)
  100 / n if n > 4
  n if n > 2
  0 otherwise
"""


@pytest.mark.parametrize(("n", "result"), [(5, 20), (4, 4), (3, 3), (2, 0), (0, 0)])
def test_a_rule_yields_the_first_case_that_holds_and_looks_no_further(n: int, result: int) -> None:
    assert value("size_of(a)", CASES, f"a := {n}") == result


def test_a_number_given_to_a_rule_keeps_the_parameter_s_range() -> None:
    text = ruleset(CASES + "var wide: 0..99 = 12", "answer := size_of(wide)  # here")
    assert "12" in refused(text, "E503")


def test_a_number_given_to_a_procedure_keeps_the_parameter_s_range() -> None:
    text = """game "Small"
  players 2
var a: 0..99 = 12
turn
  note(a)  # here
  choose
    go
      end game
to note(n: 0..9)
  a := n
"""
    assert "12" in refused(text, "E503")


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("max(3, a, 9, 4)", 9),
        ("min(3, a, 9, -4)", -4),
        ("max(1, 2, 3)", 3),
        ("min(3, 2, 1)", 1),
        ("abs(a - 5)", 5),
        ("abs(5 - a)", 5),
        ("-a - 3", -3),
        ("7 if a = 0 else 1 / a", 7),
    ],
)
def test_functions_of_numbers(expression: str, result: int) -> None:
    assert value(expression, PAIR) == result


def test_a_fixed_value_takes_all_arguments_of_max() -> None:
    game = Small(ruleset("var small: 0..max(1, 2, 7) = min(5, 4, 3)", "small := 7"))
    assert game.var("small") == 7


COUNTERS = "counter coins[Player]: 2..10 = 5\ncounter bank: 0..10 = 5"


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ("gain 3 coins", 8),
        ("gain at most 99 coins", 10),
        ("lose 2 coins", 3),
        ("lose 99 coins", 2),
        ("gain 0 coins", 5),
    ],
)
def test_gain_and_lose_stop_at_the_ends(change: str, result: int) -> None:
    assert value("my coins", COUNTERS, change) == result


def test_gain_beyond_the_end_is_an_error_of_the_rules() -> None:
    refused(ruleset(COUNTERS, "gain 99 coins  # here"), "E503")


def test_pay_gives_what_is_there_and_refuses_what_isn_t() -> None:
    game = Small(ruleset(COUNTERS, "pay 3 coins to seat 2"))
    assert (game.var("coins", 0), game.var("coins", 1)) == (2, 8)
    refused(ruleset(COUNTERS, "pay 4 coins to seat 2  # here"), "E504")


def test_a_negative_payment_is_no_way_to_take_coins() -> None:
    text = ruleset(f"{COUNTERS}\nvar a: -9..9 = -3", "pay a coins to seat 2  # here")
    refused(text, "E504")


def test_paying_oneself_changes_nothing() -> None:
    assert value("my coins", COUNTERS, "pay 3 coins to me") == 5


def test_a_ledger_that_leaves_32_bits_is_an_error() -> None:
    text = """game "Small"
  players 2
var a: 0..2000000000 = 2000000000
turn
  end game
score each Player
  add "one" a
  times "two" 4  # here
"""
    refused(text, "E503")
