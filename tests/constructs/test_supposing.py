"""`C supposing STATEMENT`: what would be so if something were done."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.session import Game, Session
from engine.rules.load import load
from tests.constructs.tiny import codes, examples, moves, same_in_both, start, var

CARDS = """
component Card
  rank: 1..6
  called "{rank}"
  make 1 for each rank

zone heap:         pile of Card
zone hand[Player]: hand of Card, seen by all
zone list:         column of 1..9, at most 3
var n: 0..99
var most: 0..99

setup
  move all Card to heap
  deal 2 from heap to each hand

rule total_of(who: Player)
  sum(card.rank for card in hand[who])

to pay_with(card: Card)
  n := n + card.rank
  if card.rank > 1
    move card to heap
  for each other in my hand
    if other.rank > card.rank: move other to heap

turn
  choose
    play(card in my hand)
      require total_of(me) < 4 supposing move card to heap
        because "Too much would be left."
      move card to heap
      most := n supposing pay_with(last(heap))
    note(number in 1..3)
      require not list is full
      require size(list) < 3 supposing write number in list
      write number in list
    pass

game ends when size(heap) > 5
"""


def test_a_move_is_allowed_by_what_it_would_lead_to() -> None:
    claims = """
example "what would be left"
  given my hand = 1, 5
  then cannot play(1) because "Too much would be left."
  then can play(5)
  then ((total_of(me) = 1 supposing move last(my hand) to heap) or total_of(me) = 0)
  then total_of(me) = 6
  do play(5)
  then n = 0
  then most = 5
  then my hand = 1
"""
    assert examples(CARDS + claims) == {"what would be left": ""}


def test_nothing_stays_of_what_is_supposed() -> None:
    session = start(CARDS)
    before = session.state[:]
    moves(session)
    assert session.state == before
    assert var(session, "n") == "0"


def test_both_executors_agree() -> None:
    same_in_both(CARDS.replace("game ends when size(heap) > 5", "game ends when n > 0"), games=3)


def test_a_king_under_attack_has_only_moves_that_save_it() -> None:
    path = Path("examples/two-kings.cairn")
    session = Session(Game(load(path), 2), 1)
    # Four forward and one aside for each rook; beside the king's square ahead, rooks look down.
    assert len([move for move in moves(session) if "rook" in move]) == 2 * (4 + 1)
    assert len([move for move in moves(session) if "king" in move]) == 1


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("total_of(me) > 1 supposing move card to nowhere", "E010"),
        (
            "(" * 4
            + "total_of(me)"
            + " supposing move card to heap)" * 4
            + " > 1 supposing move card to heap",
            "E203",
        ),
        ("hand supposing move card to heap", "E101"),
    ],
)
def test_what_is_refused(condition: str, code: str) -> None:
    text = CARDS.replace("require total_of(me) < 4 supposing move card to heap",
                         f"require {condition}")  # fmt: skip
    assert code in codes(text)
