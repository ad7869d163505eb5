"""Enumerations, sets, tables and membership, with words that options leave out."""

import pytest

from tests.compile.small import Small, refused, ruleset, truth, value
from tests.scope import telling

COLOURS = """
option six: yes, no = no
type Colour = yellow, purple when six, red
type Side = left_side, camp
type Column = Colour, Side
var colour: Colour = yellow
var column: Column = camp
var late: Colour? = none
var mark_of[Column]: 0..99 = 0
var n: -100..100 = 0
"""
BOTH = pytest.mark.parametrize("six", [0, 1])


@BOTH
def test_a_type_runs_through_the_words_that_are_present_in_order(six: int) -> None:
    # options come in the order of the text: yes is truth 1
    assert value("count(c in Colour)", COLOURS, six=six) == 2 + six
    assert value("count(c in Column)", COLOURS, six=six) == 4 + six
    assert truth("yellow < colour", COLOURS, "colour := red", six=six)
    assert truth("red < column", COLOURS, six=six)
    assert not truth("colour < column", COLOURS, "colour := red\ncolumn := yellow", six=six)


@BOTH
def test_words_of_a_part_keep_their_identity_in_the_whole(six: int) -> None:
    before = """
for each c in Colour: mark_of[c] := 1
for each s in Side: mark_of[s] := 2
"""
    assert value("sum(mark_of[x] for x in Column)", COLOURS, before, six=six) == (2 + six) + 4
    assert value("mark_of[red]", COLOURS, before, six=six) == 1
    assert value("mark_of[camp]", COLOURS, before, six=six) == 2
    assert value("mark_of[left_side]", COLOURS, before, six=six) == 2


@BOTH
def test_a_changing_word_of_a_part_is_compared_in_the_whole(six: int) -> None:
    before = "colour := red\ncolumn := colour"
    assert truth("column = red", COLOURS, before, six=six)
    assert truth("column = colour", COLOURS, before, six=six)
    assert not truth("column = yellow", COLOURS, before, six=six)
    assert not truth("column = camp", COLOURS, before, six=six)


def test_a_word_that_is_left_out_equals_nothing() -> None:
    assert value("count(c in Colour where c = purple)", COLOURS, six=0) == 0
    assert value("count(c in Colour where c = purple)", COLOURS, six=1) == 1


def test_a_word_that_is_left_out_can_t_be_stored_nor_used_as_an_index() -> None:
    text = ruleset(COLOURS, "colour := purple  # here")
    refused(text, "E503", six=0)
    assert Small(text, six=1).var("colour") == 1
    refused(ruleset(COLOURS, "answer := mark_of[purple]  # here"), "E503", six=0)


PIECES = (
    COLOURS
    + """
component Card
  colour: Colour
  value: 3..5
  make 2 for each colour, value
zone deck: pile of Card
zone heap[Column]: pile of Card
"""
)


def test_pieces_are_made_only_in_words_that_are_present() -> None:
    assert len(Small(ruleset(PIECES), six=0).compiled.setting.pieces) == 2 * 2 * 3
    assert len(Small(ruleset(PIECES), six=1).compiled.setting.pieces) == 3 * 2 * 3


@BOTH
def test_pieces_find_the_zones_of_a_wider_type(six: int) -> None:
    game = Small(ruleset(PIECES, "move each Card to heap[its colour]"), six=six)
    for colour in range(2 + six):
        assert set(game.values("colour", "heap", colour)) == {colour}
        assert game.size("heap", colour) == 6
    assert game.size("heap", 2 + six) == game.size("heap", 3 + six) == 0


def test_none_equals_only_none_and_is_refused_where_something_must_be() -> None:
    assert truth("late is none", COLOURS)
    assert truth("late = none", COLOURS)
    assert truth("late != yellow", COLOURS)
    assert truth("late is not none", COLOURS, "late := red")
    assert truth("late is none", COLOURS, "late := red\nlate := none")
    refused(ruleset(COLOURS, "colour := late  # here"), "E503")
    refused(ruleset(COLOURS, "answer := mark_of[late]  # here"), "E503")


def test_none_is_refused_by_a_rule_that_wants_something() -> None:
    rules = COLOURS + "rule plain(c: Colour)\n  1 if c = yellow\n  2 otherwise\n"
    assert value("plain(late)", rules, "late := red") == 2
    refused(ruleset(rules, "answer := plain(late)  # here"), "E503")


DOMAINS = (
    COLOURS
    + """
table row: Colour -> set of 3..7
  yellow = 3, 5
  purple = 4
  red = 7, 3
table numbered: 2..3 -> set of 0..9
  2 = 1, 9
  3 = 0
"""
)


MEMBERS = [
    ("3..5", {3, 4, 5}),
    ("n..n + 2", {4, 5, 6}),
    ("n + 2..n", set()),
    ("{3, 9, 3}", {3, 9}),
    ("{n, 9, n + 0, 3 + 1}", {4, 9}),
    ("row[red]", {3, 7}),
    ("row[colour]", {3, 5}),
    ("numbered[n - 1]", {0}),
    ("{x in 1..9 where x mod 3 = 0}", {3, 6, 9}),
    ("{1, 2, 3} + {3, 4}", {1, 2, 3, 4}),
    ("{x in 1..3} + {x in 3..5}", {1, 2, 3, 4, 5}),
    ("{x in 1..5} - {2, n}", {1, 3, 5}),
    ("{x in 1..9} - {x in 2..8} + {5}", {1, 5, 9}),
    ("row[red] + {1, 99}", {1, 3, 7, 99}),
    ("row[yellow] - row[red]", {5}),
    ("{x in {y in 1..9} - {3} where x mod 3 = 0}", {6, 9}),
]


@pytest.mark.parametrize(("domain", "members"), telling(MEMBERS[::3], MEMBERS))
def test_membership_and_running_through_agree(domain: str, members: set[int]) -> None:
    assert value(f"count(z in {domain})", DOMAINS, "n := 4") == len(members)
    assert value(f"sum(z for z in {domain})", DOMAINS, "n := 4") == sum(members)
    for number in {*members, -1, 0, 1, 2, 4, 5, 8, 10, 98}:
        assert truth(f"{number} is in {domain}", DOMAINS, "n := 4") is (number in members), number
        before = f"n := 4\nlet x0 = {number} + n - 4"
        assert truth(f"x0 is in {domain}", DOMAINS, before) is (number in members), number


@BOTH
@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("colour is in Colour", True),
        ("colour is in {yellow, red}", True),
        ("colour is in {red}", False),
        ("colour is not in {red}", True),
        ("column is in {camp, left_side}", True),
        ("seat 2 is in {p in Player where p != me}", True),
        ("me is in {p in Player where p != me}", False),
    ],
)
def test_words_and_seats_are_in_domains(test: str, holds: bool, six: int) -> None:
    assert truth(test, COLOURS, six=six) is holds


def test_a_row_that_a_table_doesn_t_have_is_an_error() -> None:
    refused(ruleset(DOMAINS, "n := 1\nanswer := count(z in numbered[n])  # here"), "E503")
    refused(ruleset(DOMAINS, "n := 4\nanswer := 1 if 3 is in numbered[n] else 0  # here"), "E503")


TABLES = (
    COLOURS
    + """
table stone: 3..6 = 30, -40, 50, 60
table track: from 2 = -20, 7, 30
table worth: Colour -> 0..9
  red = 4
  yellow = 2
  purple = 6
table grid: Colour by 3..5
  space  3 4 5
  yellow 1 2 3
  purple 4 5 6
  red    7 8 -9
"""
)


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("stone[3]", 30),
        ("stone[4]", -40),
        ("stone[6]", 60),
        ("track[2]", -20),
        ("track[4]", 30),
        ("track[5]", 30),
        ("track[99]", 30),
        ("worth[yellow]", 2),
        ("worth[red]", 4),
        ("grid[yellow, 3]", 1),
        ("grid[red, 4]", 8),
        ("grid[red, 5]", -9),
    ],
)
@BOTH
def test_cells_of_tables(expression: str, result: int, six: int) -> None:
    assert value(expression, TABLES, six=six) == result
    table, _, index = expression[:-1].partition("[")
    first, *rest = index.split(", ")
    if first.isdigit():
        assert value(f"{table}[n]", TABLES, f"n := {first}", six=six) == result
    else:
        moving = ", ".join(["colour", *(["n"] if rest else [])])
        before = f"colour := {first}\nn := {rest[0] if rest else 0}"
        assert value(f"{table}[{moving}]", TABLES, before, six=six) == result


@pytest.mark.parametrize("cell", ["stone[n]", "grid[red, n]"])
@pytest.mark.parametrize("index", [-1, 2, 7])
def test_a_cell_that_a_table_doesn_t_have_is_an_error(cell: str, index: int) -> None:
    refused(ruleset(TABLES, f"n := {index}\nanswer := {cell}  # here"), "E503")


@pytest.mark.parametrize("index", [-1, 0, 1])
def test_the_last_cell_holds_on_but_the_first_doesn_t_hold_before(index: int) -> None:
    refused(ruleset(TABLES, f"n := {index}\nanswer := track[n]  # here"), "E503")


def test_a_table_may_be_used_where_values_are_fixed() -> None:
    game = Small(ruleset(TABLES + "var small: 0..stone[5] = track[3]"))
    assert game.var("small") == 7
    assert game.compiled.layout.cells["small"].high == 50


OPTIONS = "option length: full, short = full\noption heaps: 2..4 = 3\n"


def test_options_over_words_and_numbers() -> None:
    declared = OPTIONS + "var size_: 0..9 = heaps\nzone z[1..heaps]: column of 1..9, at most 3"
    assert value("heaps", declared) == 3
    assert value("heaps", declared, heaps=4) == 4
    assert value("1 if length = short else 2", declared) == 2
    assert value("1 if length = short else 2", declared, length=1) == 1
    game = Small(ruleset(declared), heaps=2)
    assert len(game.compiled.layout.families["z"].places) == 2
    assert game.var("size_") == 2
