"""Zones that are empty and out of use for a while take less room, and are whole when used again."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Session, load_text
from engine.table.seats import HUMAN
from tests.viewer.app.hands import SIZE, table
from viewer.app.controller import AppController
from viewer.app.preferences import Preferences
from viewer.app.scene_view import IDLE
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


def opened() -> AppController:
    session = Session(Game(load_text(TEXT, Path("acts.cairn")), 2), 1)
    prefs = Preferences.model_validate({"language": "en", "hide_hands": False})
    app = AppController(screen, prefs, pause=0.0)
    app.sit(session, [HUMAN, HUMAN], "acts")
    app.nodes(SIZE)
    return app


def make(app: AppController, text: str) -> None:
    found = next(o for o in table(app).guest.offers if o.text.startswith(text))
    table(app).turn.make(found)
    app.nodes(SIZE)


def market(app: AppController) -> Box:
    return next(n.box for n in app.nodes(SIZE) if n.id == "zone:market")


def test_a_box_shrinks_only_when_it_is_out_of_use_and_grows_when_it_is_used() -> None:
    app = opened()
    whole = market(app)
    for _ in range(4):
        make(app, "take")
        assert market(app) == whole
    for _ in range(HELD - 1):
        make(app, "draw")
        assert market(app).h == whole.h
    make(app, "draw")
    assert market(app).h < whole.h * 0.6
    make(app, "draw")
    assert market(app).h < whole.h * 0.6
    make(app, "renew")
    assert market(app).h == whole.h


def test_what_was_never_used_keeps_its_room() -> None:
    app = opened()
    heap = next(n.box for n in app.nodes(SIZE) if n.id == "zone:heap")
    for _ in range(4):
        make(app, "take")
    for _ in range(HELD - 1):
        make(app, "draw")
    assert next(n.box for n in app.nodes(SIZE) if n.id == "zone:heap") == heap


def test_looking_back_shows_it_whole() -> None:
    app = opened()
    whole = market(app)
    for _ in range(4):
        make(app, "take")
    for _ in range(HELD):
        make(app, "draw")
    assert market(app).h < whole.h
    table(app).turn.look(2)
    assert market(app).h > whole.h * 0.9  # a line above the table says that one looks back
    table(app).turn.look(None)
    assert market(app).h < whole.h
