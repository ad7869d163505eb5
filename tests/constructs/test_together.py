"""`together` is one change to reactions, too; zones that become full by a change of many pieces."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import play, refused, start, var

CARDS = """
component Card
  value: 1..5
  called "{value}"
  make 1 for each value
component Coin
  make 5

zone deck:             row of Card
zone shelf:            row of Card, at most 5
zone box[1..2]:        row of Card, at most 5
zone bank:             area of Coin
zone purse:            area of Coin, at most 5
zone list:             column of 1..9, at most 3
zone path:             track of Pawn, spaces 0..9
component Pawn
  called "pawn"
  number: 1..2
  make 1 for each number
var log: 0..99999999 = 0

setup
  move all Card to deck
  move all Coin to bank
  move each Pawn to path at 0

to both(one: Card, other: Card)
  move one to shelf
  move other to shelf
"""
GO = """
turn
  choose
    go
      %s
      log := log * 10 + 9
"""
FULL = """
when shelf becomes full
  log := log * 10 + 1
when box[1] becomes full
  log := log * 10 + 1
when purse becomes full
  log := log * 10 + 1
when list becomes full
  log := log * 10 + 1
"""


@pytest.mark.parametrize(
    "statement",
    [
        "move all Card to shelf",
        "move all from deck to shelf",
        "move 5 from deck to shelf",
        "move up to 9 from deck to shelf",
        "move {card in deck where card.value > 0} to shelf",
        "move each Card to shelf",
        "deal 5 from deck to shelf",
        "deal 5 from deck to each box[b] where b = 1",
        "for each card in deck: move card to shelf",
        "move all Coin to purse",
        "move all from bank to purse",
        "deal 5 from bank to purse",
        "for each n in 1..3: write n in list",
    ],
)
def test_a_zone_that_is_filled_by_many_becomes_full_once(statement: str) -> None:
    assert var(play(start(CARDS + GO % statement + FULL, 1), "go"), "log") == "19"
    inside = f"together\n        {statement}\n        log := log * 10 + 5"
    assert var(play(start(CARDS + GO % inside + FULL, 1), "go"), "log") == "519"


def test_a_swap_may_fill_a_zone() -> None:
    text = CARDS + GO % "move all Card to box[2]\n      swap box[1] with box[2]" + FULL
    assert var(play(start(text, 1), "go"), "log") == "19"


ARRIVES = """
when card arrives in shelf at place
  log := log * 10 + place
when card arrives in shelf
  if card.value = 1: log := log * 10 + 7
"""
TOGETHER = """together
        move top of deck to shelf
        log := log * 10 + 8
        move first(deck) to shelf"""


def test_reactions_to_what_arrives_wait_for_the_end_and_come_in_order() -> None:
    text = CARDS + GO % TOGETHER + ARRIVES
    assert var(play(start(text, 1), "go"), "log") == "81279"


def test_those_of_a_procedure_wait_too() -> None:
    calls = "together\n        both(top of deck, first(deck))\n        log := log * 10 + 8"
    text = CARDS + GO % calls + ARRIVES
    assert var(play(start(text, 1), "go"), "log") == "81279"
    inside = CARDS.replace("  move one to shelf\n  move other to shelf",
                           "  together\n    move one to shelf\n    move other to shelf\n"
                           "    log := log * 10 + 6")  # fmt: skip
    assert var(play(start(inside + GO % calls + ARRIVES, 1), "go"), "log") == "681279"
    alone = "both(top of deck, first(deck))"
    assert var(play(start(inside + GO % alone + ARRIVES, 1), "go"), "log") == "61279"


def test_blocks_inside_one_another_are_one_change() -> None:
    nested = TOGETHER.replace("\n", "\n  ").replace("together", "together\n        together", 1)
    text = CARDS + GO % f"{nested}\n        log := log * 10 + 5" + ARRIVES
    assert var(play(start(text, 1), "go"), "log") == "851279"


def test_a_step_along_a_track_waits_as_well() -> None:
    steps = "together\n        for each pawn in path: move pawn forward pawn.number"
    text = CARDS + GO % steps + "when pawn arrives in path at space\n  log := log * 10 + space\n"
    assert var(play(start(text, 1), "go"), "log") == "129"


def test_a_reaction_may_do_several_things_together() -> None:
    text = (
        CARDS
        + GO % TOGETHER
        + """
when card arrives in shelf
  together
    move card to box[card.value / 3 + 1]
    log := log * 10 + card.value
when card arrives in box[n]
  log := log * 10 + n
"""
    )
    assert var(play(start(text, 1), "go"), "log") == "852119"


def test_a_zone_that_is_filled_and_emptied_again_has_not_become_full() -> None:
    inside = "together\n        move all from deck to shelf\n        move all from shelf to deck"
    assert var(play(start(CARDS + GO % inside + FULL, 1), "go"), "log") == "9"


def test_endings_are_looked_at_before_the_reactions() -> None:
    text = CARDS + GO % TOGETHER + ARRIVES + "round ends when size(shelf) = 2\n"
    session = play(start(text, 1), "go")
    assert session.over
    assert var(session, "log") == "8"


def test_a_reaction_may_ask_after_the_block() -> None:
    text = (
        CARDS
        + GO % TOGETHER
        + """
when card arrives in shelf
  choose
    note(n in 1..9)
      log := log * 10 + n
"""
    )
    session = play(start(text, 1), "go", "note(3)", "note(4)")
    assert var(session, "log") == "8349"


def test_what_is_left_behind_reacts_to_nothing_later() -> None:
    text = (
        CARDS
        + """
to leave()
  together
    move top of deck to shelf
    end phase
turn
  phase "One"
    leave()
  phase "Two"
    choose
      go
        move top of deck to shelf
        log := log * 10 + 9
"""
        + ARRIVES
    )
    assert var(play(start(text, 1), "go"), "log") == "29"


def test_too_much_at_once_is_an_error_with_the_line() -> None:
    over = "together\n        for each n in 1..60\n          move top of deck to shelf\n" + (
        "          move top of shelf to deck\n          move top of deck to box[1]\n"
        "          move top of box[1] to deck"
    )
    text = CARDS + GO % over + ARRIVES + "when card arrives in box[n]\n  log := n\n"
    refused("E502", text, 1, "go")
