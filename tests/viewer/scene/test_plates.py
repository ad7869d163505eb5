"""Plates of seats: the name can be read whatever stands beside it, and a partner is marked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine import Game, Session, load_text
from tests.viewer.audit import cut
from tests.viewer.scene.scenes import played, table_box
from viewer.nodes import Node
from viewer.panels import shot_app
from viewer.scene.default_look import automatic
from viewer.scene.facts import facts_of
from viewer.scene.present import present
from viewer.scene.scene import Scene, SeatInfo

VALUES = ("victory_points", "workers_left", "reputation", "influence", "trade_goods")
TEXT = """game "Ledgers"
  players 2..7

component Bale
  make 40

zone store:        pile of Bale
zone yard[Player]: area of Bale

{counters}

setup
  move all Bale to store

turn
  choose
    take "Take a bale."
      move 1 from store to my yard

game ends when store is empty

winner highest size(my yard)

example "The store begins with all bales"
  then size(store) = 40
"""
SIZES = [(800, 560), (1024, 640), (1280, 800)]
NAMES = ("You", "Valentina", "Grace", "Alan", "Edsger", "Katherine", "Margaret")


@cache
def game(values: int, players: int) -> Game:
    counters = "\n".join(f"counter {name}[Player]: 0..200 = 0" for name in VALUES[:values])
    return Game(load_text(TEXT.format(counters=counters), Path("ledgers.cairn")), players)


def plates(values: int, players: int, size: tuple[int, int], mate: str = "") -> list[Node]:
    session = Session(game(values, players), 1)
    box, scale = table_box(size)
    seats = tuple(SeatInfo(NAMES[n], None, "AI", "128", "") for n in range(players))
    seats = (seats[0], replace(seats[1], mate=mate), *seats[2:])
    look = automatic(facts_of(session.game))
    nodes = present(Scene(session.view(0), look, box, scale, seats=seats))
    return [n for n in nodes if n.id.startswith(("plate:", "counter:"))]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("values", range(1, len(VALUES) + 1))
@pytest.mark.parametrize("mate", ["", "Partenaire"])
def test_every_name_and_every_value_can_be_read(
    values: int, players: int, size: tuple[int, int], mate: str
) -> None:
    nodes = plates(values, players, size, mate)
    words = {node.id: node.words for node in nodes if node.words}
    for seat in range(players):
        name = words[f"plate:{seat + 1}:name"]
        assert name.text == NAMES[seat]
        assert name.size >= 8.0
        for value in VALUES[:values]:
            shown = words.get(f"counter:{value}[seat {seat + 1}]:value")
            assert shown is not None or words[f"plate:{seat + 1}:score"].text == "0"
            assert shown is None or (shown.text == "0" and shown.size >= 6.0)
    assert cut(nodes) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_partner_is_marked_in_words(size: tuple[int, int], language: str) -> None:
    session = played("whist", 4, 5, language=language)
    nodes = shot_app(session, 2, language).nodes(size)
    marks = {n.id: n.words.text for n in nodes if n.id.endswith(":mate") and n.words}
    word = "Partenaire" if language == "fr" else "Partner"
    assert marks == {"plate:1:mate": word}
    tips = {n.id: n.tip for n in nodes if n.id in {f"plate:{s + 1}" for s in range(4)}}
    assert [word in tips[f"plate:{s + 1}"] for s in range(4)] == [True, False, False, False]


def test_nobody_is_a_partner_in_a_game_without_teams() -> None:
    nodes = shot_app(played("go-fish", 4, 5), 2, "en").nodes((1280, 800))
    assert not [n.id for n in nodes if n.id.endswith(":mate")]
