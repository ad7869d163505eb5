"""The number of a word and back, and the next player who ..."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, play, refused, same_in_both, start, var

TEXT = """
option greens: yes, no = yes

type Colour = red, green when greens, blue
type Side = 3..5, any_side

component Card
  colour: Colour
  worth:  1..9 = colour.number * 3
  called  "{colour}"
  make 1 for each colour

zone mats: area of Card

var trump:    Colour = red
var maybe:    Colour?
var turn_of:  Player = seat 1
var n:        0..9   = 0
var asleep[Player] = no

setup
  move all Card to mats

turn
  choose
    step
      trump := Colour[trump.number + 1]
    count(card in mats)
      n := card.worth
    ask
      n := maybe.number
    sleep(player in Player)
      asleep[player] := yes
      turn_of := next(p after player where not asleep[p])
    pass_on
      turn_of := next(p after turn_of)
"""


def test_words_have_numbers_by_their_place() -> None:
    assert var(play(start(TEXT), "step"), "trump") == "green"
    assert var(play(start(TEXT, greens="no"), "step"), "trump") == "blue"
    assert examples(
        TEXT
        + 'example "x"\n  then blue.number = 3\n  then Side[2] = 4\n  then any_side.number = 4\n'
    ) == {"x": ""}


def test_there_is_none_beyond_the_last_and_none_of_none() -> None:
    refused("E503", TEXT, 2, "step", "step", "step")
    refused("E503", TEXT, 2, "ask")


def test_printed_values_may_be_reckoned_from_it() -> None:
    assert var(play(start(TEXT), "count(blue)"), "n") == "9"
    assert var(play(start(TEXT, greens="no"), "count(blue)"), "n") == "6"


def test_next_is_the_nearest_clockwise_for_whom_it_holds() -> None:
    session = play(start(TEXT, 4), "sleep(seat 2)")
    assert var(session, "turn_of") == "seat 3"
    assert var(play(session, "sleep(seat 3)"), "turn_of") == "seat 4"
    assert var(play(session, "sleep(seat 4)"), "turn_of") == "seat 1"
    assert var(play(session, "pass_on"), "turn_of") == "seat 2"
    refused("E505", TEXT, 2, "sleep(seat 1)", "sleep(seat 2)")


def test_who_is_asked_after_comes_last() -> None:
    session = play(start(TEXT, 3), "sleep(seat 2)", "sleep(seat 3)")
    assert var(session, "turn_of") == "seat 1"
    assert var(play(start(TEXT, 1), "pass_on"), "turn_of") == "seat 1"


def test_both_executors_agree() -> None:
    calm = TEXT.replace("      n := maybe.number", "      n := 0")
    same_in_both(calm.replace("trump.number + 1]", "trump.number]"), 3)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("n := trump.nmber", "E101"),
        ("n := Card[1]", "E101"),
        ("trump := Colour[1, 2]", "E102"),
        ("trump := Colour[red]", "E101"),
        ("turn_of := nxt(p after me)", "E010"),
        ("turn_of := next(p after 3)", "E101"),
    ],
)
def test_what_cannot_be_asked(line: str, code: str) -> None:
    assert code in codes(TEXT.replace("      n := maybe.number", f"      {line}"))
