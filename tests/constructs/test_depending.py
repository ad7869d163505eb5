"""Texts by word: a sentence for each word of a type, and `depending on` a word."""

from __future__ import annotations

import pytest

from engine.teach.book import book_of
from engine.teach.plan import plan_for
from tests.constructs.tiny import codes, load, moves, play, same_in_both, start, var, zone

TEXT = """
type Colour = red, blue
type Face = Colour, joker, star
  "What stands on a card."
  joker "Gain five coins."
  star  "Somebody loses a coin."

component Card
  face: Face
  rank: 1..4
  called "{face} {rank}"
  make 1 for each face, rank

zone row[Colour]: row of Card
zone mats:        area of Card
zone hand[Player]: hand of Card

counter coins[Player]: 0..99 = 5

setup
  move all Card to mats
  move the(card in mats where card.face = joker and card.rank = 4) to my hand

turn
  choose
    pick(card in mats)
      depending on card.face
        Colour: move card to row[card.face]
        joker, star
          depending on card.rank
            1..2:      gain 5 coins
            otherwise: skip
          choose
            who(player in Player)
              lose 1 coins from player
    keep(card in my hand)
"""


def test_one_of_several_things_is_done() -> None:
    session = play(start(TEXT), "pick(red 3)")
    assert var(session, "coins[seat 1]") == "5"
    assert zone(session, "row[red]") == ["red 3"]
    play(session, "pick(joker 2)", "who(seat 1)")
    assert var(session, "coins[seat 2]") == "10"
    assert var(session, "coins[seat 1]") == "4"
    play(session, "pick(star 3)")
    assert moves(session) == ["who(seat 1)", "who(seat 2)"]


def test_both_executors_agree() -> None:
    same_in_both(TEXT)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("red: skip", ["E201"]),
        ("red, blue, joker, star: skip", []),
        ("Colour: skip\n        joker: skip\n        star: skip", []),
        ("red: skip\n        red: skip\n        otherwise: skip", ["E202"]),
        ("green: skip\n        otherwise: skip", ["E010"]),
        ("1: skip\n        otherwise: skip", ["E103"]),
        ("otherwise: skip", ["E010", "E201"]),
    ],
)
def test_what_is_said_of_words(lines: str, found: list[str]) -> None:
    text = f"""
type Colour = red, blue
type Face = Colour, joker, star
var face: Face = red

turn
  choose
    wait
      depending on face
        {lines}
    change(other in Face)
      face := other
"""
    assert codes(text) == found


def test_numbers_need_a_line_for_the_rest() -> None:
    text = "var n: 1..9 = 3\nturn\n  choose\n    wait\n      depending on n\n        {}\n"
    assert codes(text.format("1..8: skip")) == ["E201"]
    assert codes(text.format("1..8: skip\n        otherwise: n := 1")) == []


def test_a_piece_says_what_its_word_does_to_those_who_know_it() -> None:
    session = start(TEXT)
    for viewer, told in ((0, (("joker", "Gain five coins."),)), (1, ())):
        zones = {zone.name: zone for zone in session.view(viewer).zones}
        assert [item.says for item in zones["hand[seat 1]"].items] == [told]
    mats = next(zone for zone in session.view(1).zones if zone.name == "mats")
    assert {item.name: item.says for item in mats.items}["star 1"] == (
        ("star", "Somebody loses a coin."),
    )
    assert {item.name: item.says for item in mats.items}["red 1"] == ()


def test_the_rulebook_says_it_once() -> None:
    book = book_of(plan_for(load(TEXT), "en"))
    told = " ".join(line.text for section in book.sections for line in section.lines)
    assert told.count("Gain five coins.") == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [('green "x"', "E010"), ('red "x"\n  red "y"', "E202"), ("red x", "E001")],
)
def test_only_words_of_the_type_are_told_of(line: str, code: str) -> None:
    assert code in codes(f"type Colour = red, blue\n  {line}\n" + "turn\n  choose\n    wait\n")


def test_a_range_has_no_texts() -> None:
    assert "E203" in codes('type Small = 1..5\n  1 "x"\nturn\n  choose\n    wait\n')
