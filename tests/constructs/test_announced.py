"""`announce "…"`: what everybody is told while a decision is carried out."""

from __future__ import annotations

import re

import pytest

from engine.chronicle.chronicle import Chronicle
from engine.game.session import Session
from tests.constructs.tiny import codes, play, same_in_both, start

TEXT = """
component Card
  rank: 1..20
  called "card {rank}"
  make 1 for each rank

zone deck:         pile of Card, face down
zone heap:         pile of Card, face up
zone hand[Player]: hand of Card

var stake: 1..9 = 1

setup
  move all Card to deck
  shuffle deck
  deal 3 from deck to each hand
  announce "The cards in your hand."

to raise_it
  stake := stake + 1
  announce "The stake is {stake}."

turn
  choose
    draw
      move top of deck to my hand
      let card = last(my hand)
      announce "{me} draws {card}."
    play(card in my hand)
      move card to heap
      announce "{card}, {card.rank * 2} points."
      raise_it
    both(cards in 2 of my hand, other in Player where other != me)
      let high = max(card.rank for card in cards)
      move cards to heap
      for each n in 1..2: announce "{n}: {cards} for {other}, {high} is highest"
    wait
"""


def said(session: Session, viewer: int | None = None) -> list[str]:
    """What was announced with the last decision."""
    return list(Chronicle(session).said(len(session.history), viewer))


def test_everybody_is_told_what_the_words_say_then() -> None:
    session = start(TEXT, 3)
    assert said(session, 1) == ["The cards in your hand."]
    played = next(x.text for x in session.legal() if x.text.startswith("play"))
    card = played[5:-1]
    play(session, played)
    for viewer in (None, 0, 1, 2):
        points = int(card.split()[1]) * 2
        assert said(session, viewer) == [f"{card}, {points} points.", "The stake is 2."]
    assert said(play(session, "wait")) == []
    assert Chronicle(session).said(1, None) == [f"{card}, {points} points.", "The stake is 2."]
    session.undo()
    assert said(session)[1] == "The stake is 2."


def test_who_does_not_know_a_piece_reads_only_its_kind() -> None:
    session = play(start(TEXT), "draw")
    drawn = session.view(0).zones[2].items[-1].name
    assert said(session, 0) == [f"seat 1 draws {drawn}."]
    assert said(session, 1) == ["seat 1 draws a card."]


def test_all_that_is_taken_at_once_is_named() -> None:
    session = start(TEXT)
    move = next(x.text for x in session.legal() if x.text.startswith("both"))
    cards = move[5 : move.index(",")].split(" + ")
    high = max(int(card.split()[1]) for card in cards)
    assert said(play(session, move)) == [
        f"{n}: {', '.join(cards)} for seat 2, {high} is highest" for n in (1, 2)
    ]


def test_it_is_shown_with_the_position_in_which_it_is_said() -> None:
    session = play(start(TEXT), "wait", "wait")
    played = next(x.text for x in session.legal() if x.text.startswith("play"))
    play(session, played)
    stages = Chronicle(session).stages(len(session.history), 1)
    assert [stage.said for stage in stages] == said(session, 1)
    assert [v.value for stage in stages for v in stage.view.variables] == ["1", "2"]


def test_both_executors_play_as_if_nothing_were_said() -> None:
    same_in_both(TEXT)
    silent = re.sub(r'announce ".*"', "skip", TEXT)
    loud, quiet = (start(text).game.compiled.program for text in (TEXT, silent))
    assert [b.body for b in loud.blocks] == [b.body for b in quiet.blocks]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('announce "{sum(card.rank for card in my hand)}"', "E206"),
        ('announce "{top of deck}"', "E206"),
        ('announce "{count(card in hand[left(me)] where card.rank > 9)}"', "E206"),
        ('announce "{size(my hand)} cards, {stake}"', ""),
        ('announce "{nothing_there}"', "E010"),
        ("announce stake", "E001"),
    ],
)
def test_only_what_all_may_see_is_told(line: str, code: str) -> None:
    found = codes(TEXT.replace("    wait\n", f"    wait\n      {line}\n"))
    assert found == ([code] if code else [])


def test_nothing_is_told_while_others_choose_in_secret() -> None:
    secret = """
    turn
      simultaneously each Player
        choose
          one
            announce "one"
        choose
          two
    """
    assert codes(secret) == ["E207"]
    at_once = """
    turn
      simultaneously each Player
        choose
          one
            announce "{me}: one"
          two
            announce "{me}: two"
    """
    session = play(start(at_once), "one")
    assert said(session) == said(session, 1) == []
    assert said(play(session, "two"), 1) == ["seat 1: one", "seat 2: two"]


def test_a_score_announces_nothing() -> None:
    assert codes(TEXT + 'score each Player\n  add "x" 1\n  announce "x"\n') == ["E203"]
