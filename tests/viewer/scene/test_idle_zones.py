"""Zones that are empty and out of use for a while take less room, and are whole when used again."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Session, load_text
from engine.table.seats import HUMAN
from tests.viewer.desk.hands import SIZE, table
from viewer.desk.desk import Desk
from viewer.desk.preferences import Preferences
from viewer.desk.scene_view import IDLE
from viewer.nodes import Box
from viewer.panels.screen import screen

TEXT = """game "Two Acts"
  players 2

component Card
  number: 1..9
  called "{number}"
  make 4 for each number

zone market:       row of Card, face up
zone stock:        pile of Card, face down
zone hand[Player]: hand of Card
zone heap:         pile of Card

setup
  move all Card to stock
  shuffle stock
  move 4 from stock to market

turn
  choose
    take(card in market) "Take {card}."
      move card to my hand
    draw "Draw a card."
      require market is empty
      move top of stock to my hand
    renew "Lay out a new market."
      require market is empty
      move 4 from stock to market

game ends when size(stock) < 4

winner highest size(my hand)

example "Four cards are in the market"
  then size(market) = 4
"""
HELD = IDLE * 2 - 1
"""So many decisions after the one that emptied it a zone takes less room."""


def opened() -> Desk:
    session = Session(Game(load_text(TEXT, Path("acts.cairn")), 2), 1)
    prefs = Preferences.model_validate({"language": "en", "curtain": False})
    desk = Desk(screen, prefs, pause=0.0)
    desk.sit(session, [HUMAN, HUMAN], "acts")
    desk.nodes(SIZE)
    return desk


def make(desk: Desk, text: str) -> None:
    found = next(o for o in table(desk).match.offers if o.text.startswith(text))
    table(desk).turn.make(found)
    desk.nodes(SIZE)


def market(desk: Desk) -> Box:
    return next(n.box for n in desk.nodes(SIZE) if n.id == "zone:market")


def test_a_box_shrinks_only_when_it_is_out_of_use_and_grows_when_it_is_used() -> None:
    desk = opened()
    whole = market(desk)
    for _ in range(4):
        make(desk, "take")
        assert market(desk) == whole
    for _ in range(HELD - 1):
        make(desk, "draw")
        assert market(desk).h == whole.h
    make(desk, "draw")
    assert market(desk).h < whole.h * 0.6
    make(desk, "draw")
    assert market(desk).h < whole.h * 0.6
    make(desk, "renew")
    assert market(desk).h == whole.h


def test_what_was_never_used_keeps_its_room() -> None:
    desk = opened()
    heap = next(n.box for n in desk.nodes(SIZE) if n.id == "zone:heap")
    for _ in range(4):
        make(desk, "take")
    for _ in range(HELD - 1):
        make(desk, "draw")
    assert next(n.box for n in desk.nodes(SIZE) if n.id == "zone:heap") == heap


def test_looking_back_shows_it_whole() -> None:
    desk = opened()
    whole = market(desk)
    for _ in range(4):
        make(desk, "take")
    for _ in range(HELD):
        make(desk, "draw")
    assert market(desk).h < whole.h
    table(desk).turn.look(2)
    assert market(desk).h > whole.h * 0.9  # a line above the table says that one looks back
    table(desk).turn.look(None)
    assert market(desk).h < whole.h
