"""`the(… with highest TUPLE)`, rules that yield tuples, and `starts …, then next starter`."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import moves, play, refused, start, var

CARDS = """
component Card
  suit:  moon, sun
  value: 1..4
  called "{suit} {value}"
  make 1 for each suit, value
zone table: area of Card
var n: 0..9

rule power(card: Card)
  "The sun beats the moon, then the value counts."
  (2, card.value) if card.suit = sun
  (1, card.value) otherwise

setup
  move all Card to table

turn
  choose
    look
      let best = the(card in table with PICK power(card))
      n := best.value + (5 if best.suit = sun else 0)
"""


@pytest.mark.parametrize(("pick", "found"), [("highest", "9"), ("lowest", "1")])
def test_the_one_with_the_highest_tuple(pick: str, found: str) -> None:
    assert var(play(start(CARDS.replace("PICK", pick)), "look"), "n") == found


def test_several_with_the_same_tuple_are_an_error() -> None:
    text = CARDS.replace("power(card))", "(1, 2))").replace("PICK", "highest")
    unused = text[: text.index("rule power")] + text[text.index("setup") :]
    assert "several" in str(refused("E505", unused, 2, "look"))


def test_a_tuple_can_only_be_compared() -> None:
    text = CARDS.replace("the(card in table with PICK power(card))", "first(table)")
    text += "      if max(power(card) for card in table) > (1, 1): n := 0\n"
    refused("E103", text)


def test_the_next_starter_sits_left_of_the_last_whoever_was_to_move() -> None:
    session = start(
        """
        game "Tiny"
          players 3
          rounds  3
          starts  anyone, then next starter
        turn
          choose
            go
              next turn right(me)
            stop
              end round
        """,
        3,
        starter=1,
    )
    begun = [session.seat]
    for made in (("go", "stop"), ("stop",)):
        play(session, *made)
        begun.append(session.seat)
    assert begun == [1, 2, 0]
    assert moves(session) == ["go", "stop"]
