"""Attributes that are computed from those above them, and sets of ranges."""

from __future__ import annotations

import pytest

from engine.game.session import Session
from tests.constructs.tiny import codes, examples, refused, same_in_both, start

TEXT = """
option steep: yes, no = no

type Level = low, middle, high

table extra: 0..2 = 0, 4, 1

component Card
  value: 1..30
  heads: 1..20 = 7 if value = 22 else 2 if value mod 10 = 0 else 1
  level: Level = low if value < 10 else high if value > 20 else middle
  worth: 0..40 = (extra[value mod 3] + heads) * (2 if steep else 1)
  gift:  Level?  = none if level = middle else level
  var left: 0..40 = worth
  called "{value}"
  make 1 for each value in {1..10, 20..30} - {5, 25..26}
  make 1 value = 15, heads = 20

zone heap: pile of Card

setup
  move all Card to heap

turn
  choose
    take
      require last(heap).worth + last(heap).left > 0 or last(heap).gift is none
      move last(heap) to heap
"""


def of(session: Session, name: str) -> dict[str, str]:
    """What stands on a piece."""
    items = session.view(None).zones[0].items
    return dict(next(item for item in items if item.name == name).values)


def test_what_stands_on_a_piece_follows_from_what_stands_above_it() -> None:
    session = start(TEXT)
    names = [item.name for item in session.view(None).zones[0].items]
    wanted = [*range(1, 5), *range(6, 11), *range(20, 25), *range(27, 31), 15]
    assert names == [str(n) for n in wanted]
    assert of(session, "22") == {
        "value": "22",
        "heads": "7",
        "level": "high",
        "worth": "11",
        "gift": "high",
        "left": "11",
    }
    assert of(session, "10")["level"] == "middle"
    assert of(session, "10")["gift"] == "none"
    assert of(session, "15")["worth"] == "20"
    assert of(start(TEXT, steep="yes"), "22")["worth"] == "22"


def test_both_executors_know_it() -> None:
    same_in_both(TEXT)


def test_it_costs_nothing_while_the_game_is_played() -> None:
    printed = TEXT.replace("7 if value = 22 else 2 if value mod 10 = 0 else 1", "1")
    reckoned, plain = (start(text).game.compiled.program for text in (TEXT, printed))
    assert [b.body for b in reckoned.blocks] == [b.body for b in plain.blocks]
    assert reckoned.functions == plain.functions


def test_a_number_that_does_not_fit_is_found_when_the_pieces_are_made() -> None:
    refused("E503", TEXT.replace("worth: 0..40", "worth: 0..9"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("heads: 1..9 = other + 1", "E203"),
        ("heads: 1..9 = heads", "E203"),
        ("heads: 1..9 = round", "E106"),
        ("heads: 1..9 = size(heap)", "E106"),
        ("heads: 1..9 = yes", "E101"),
        ("heads: 1..9 = value + 1", ""),
    ],
)
def test_what_an_attribute_can_be_reckoned_from(line: str, code: str) -> None:
    text = f"""
    component Card
      value: 1..8
      {line}
      other: 1..8 = value
      called "{{value}} {{heads}} {{other}}"
      make 1 for each value

    zone heap: pile of Card

    setup
      move all Card to heap

    turn
      choose
        wait
    """
    assert codes(text) == ([code] if code else [])


def test_sets_list_ranges() -> None:
    found = examples(
        TEXT
        + """
option most: 3..9 = 5

example "sets"
  then 3 is in {1..4, 7}
  then 5 is not in {1..4, 7}
  then count(n in {1..4, 7, 3}) = 5
  then sum(n for n in {1..3, 2..most} - {1, 4}) = 10
  then count(card in Card where card.value is in {1..5, 30}) = 5
"""
    )
    assert found == {"sets": ""}
    assert codes("turn\n  choose\n    take(n in {4..1, 2})\n") == ["E104"]
    assert codes("turn\n  choose\n    take(n in {1..4, yes})\n") == ["E101"]
