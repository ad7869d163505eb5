"""Written zones: values without identity, in order of writing."""

import pytest

from tests.compile.small import Small, refused, ruleset, truth, value

SHEET = """
type Colour = red, blue
zone path[Player, Colour]: column of 3..9, at most 4
zone ticks[Player]: column of mark, at most 2
zone words: row of Colour, at most 3
var n: -100..100 = 0
"""


def test_written_values_stay_in_the_order_of_writing() -> None:
    before = "for each k in {5, 3, 9}: write k in my path[blue]"
    for expression, result in {
        "first(my path[blue])": 5,
        "last(my path[blue])": 9,
        "size(my path[blue])": 3,
        "sum(k for k in my path[blue])": 17,
        "size(my path)": 3,
        "max(k for k in path)": 9,
        "count(k in my path[blue] where k > 4)": 2,
        "size(my path[red])": 0,
        "size(path[seat 2, blue])": 0,
    }.items():
        assert value(expression, SHEET, before) == result, expression
    game = Small(ruleset(SHEET, before))
    assert game.zone("path", 0, 1) == [5, 3, 9]


def test_what_is_written_can_be_asked_for() -> None:
    before = "for each k in {5, 3}: write k in my path[blue]\nn := 3"
    for test, holds in {
        "5 is in my path[blue]": True,
        "n is in my path[blue]": True,
        "n + 1 is in my path[blue]": False,
        "n is in my path": True,
        "n is in path": True,
        "n is in my path[red]": False,
        "n is in path[seat 2, blue]": False,
    }.items():
        assert truth(test, SHEET, before) is holds, test


@pytest.mark.parametrize("number", [2, 10, -1])
def test_what_is_written_keeps_its_range(number: int) -> None:
    refused(ruleset(SHEET, f"n := {number}\nwrite n in my path[red]  # here"), "E503")


def test_a_written_zone_gets_full() -> None:
    before = "for each k in 3..6: write k in my path[red]"
    assert truth("my path[red] is full and path[seat 2, red] is not full", SHEET, before)
    turn = f"{before}\nwrite 3 in my path[red]  # here"
    refused(ruleset(SHEET, turn), "E508")
    turn = "write mark in my ticks\nwrite mark in my ticks\nwrite mark in my ticks  # here"
    refused(ruleset(SHEET, turn), "E508")


def test_erasing_empties() -> None:
    before = "write 3 in my path[red]\nwrite 4 in my path[blue]\nerase my path[red]"
    game = Small(ruleset(SHEET, f"{before}\nwrite 8 in my path[red]"))
    assert game.zone("path", 0, 0) == [8]
    assert game.zone("path", 0, 1) == [4]
    assert truth("my path[red] is empty", SHEET, before)


def test_words_are_written_too() -> None:
    before = "write blue in words\nwrite red in words"
    assert truth("first(words) = blue and last(words) = red", SHEET, before)
    assert value("count(c in words where c = red)", SHEET, before) == 1


def test_marks_are_counted() -> None:
    assert value("size(my ticks)", SHEET, "write mark in my ticks") == 1
    assert value("size(ticks)", SHEET, "write mark in my ticks\nwrite mark in ticks[seat 2]") == 2


def test_written_zones_swap() -> None:
    turn = "write 3 in my path[red]\nwrite 4 in my path[red]\nswap my path[red] with my path[blue]"
    game = Small(ruleset(SHEET, turn))
    assert game.zone("path", 0, 0) == []
    assert game.zone("path", 0, 1) == [3, 4]


@pytest.mark.parametrize("what", ["first", "last"])
def test_nothing_is_read_where_nothing_is_written(what: str) -> None:
    refused(ruleset(SHEET, f"answer := {what}(my path[red])  # here"), "E509")
