"""What is printed on pieces whose kind has several attributes: what names them, in their colour."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Game, Session, View, load_text
from viewer.artwork.cards import PlainCard
from viewer.artwork.pieces import Die
from viewer.artwork.theme import THEMES, hues_named
from viewer.nodes import Picture
from viewer.scene.default_look import automatic, short_for
from viewer.scene.facts import Facts, facts_of
from viewer.scene.piece_pictures import Dresser, chip_of

TEXT = """game "Porters"
  players 2

type Suit = clubs, diamonds, hearts, spades
type Rank = ace, 2..10, jack, queen, king

component Card
  suit: Suit
  rank: Rank
  var carried: 1..2 = 1
  called "{rank} of {suit}"
  make 1 for each suit, rank

component Die
  dye:  white, red, green, blue
  mark: a, b = a
  var face: 1..6 = 1
  called "{dye} die {mark}"
  make 1 for each mark, dye = white
  make 1 for each dye in {red, green, blue}

zone deck:         pile of Card, face down
zone hand[Player]: hand of Card
zone dice:         area of Die

setup
  move all Card to deck
  shuffle deck
  deal 6 from deck to each hand
  move all Die to dice

turn
  roll dice
  choose
    play(card in my hand)
      "Play {card}."
      require any(die.face > 1 for die in dice)
      card.carried := 2
      move card to hand[left(me)]
    draw
      "Draw a card."
      move top of deck to my hand

game ends when deck is empty

winner highest size(my hand)

example "Each player is dealt six cards"
  then size(my hand) = 6
"""


def game(text: str) -> Game:
    return Game(load_text(text, Path("porters.cairn")), 2)


def facts(text: str) -> Facts:
    return facts_of(game(text))


def pictures(view: View, dress: Dresser, family: str) -> list[tuple[dict[str, str], Picture]]:
    return [
        (dict(item.values), dress.piece(zone, item, 100, 140))
        for zone in view.zones
        if zone.family == family
        for item in zone.items
        if item.name is not None
    ]


def look_after(moves: int, text: str = TEXT) -> tuple[View, Dresser]:
    session, chance = Session(game(text), 3), random.Random(3)
    for _ in range(moves):
        session.play(chance.choice(session.written_moves()))
    return session.view(0), Dresser(automatic(facts_of(session.game)), next(iter(THEMES.values())))


@pytest.mark.parametrize("moves", [0, 7])
def test_a_card_prints_the_rank_that_names_it_and_notes_what_changes(moves: int) -> None:
    view, dress = look_after(moves)
    cards = pictures(view, dress, "hand")
    assert cards
    for values, picture in cards:
        assert isinstance(picture, PlainCard)
        assert picture.index == short_for(values["rank"])
        assert picture.note == f"Carried {values['carried']}"


@pytest.mark.parametrize("moves", [0, 7])
def test_a_die_has_the_colour_that_the_rules_give_it_and_shows_its_face(moves: int) -> None:
    view, dress = look_after(moves)
    dice = pictures(view, dress, "dice")
    assert len(dice) == 5
    for values, picture in dice:
        assert isinstance(picture, Die)
        assert picture.hues == hues_named(values["dye"])
        assert picture.pips == int(values["face"])


def test_the_log_names_cards_by_their_rank() -> None:
    view, dress = look_after(0)
    cards = [item for zone in view.zones for item in zone.items if item.component == "Card"]
    known = [(dict(item.values), chip) for item in cards if (chip := chip_of(dress.look, item))]
    assert known
    for values, (_, _, index) in known:
        assert index == short_for(values["rank"])


def shown(attributes: str, called: str) -> tuple[str, str]:
    """Return which attributes of a tile are printed on it and colour it."""
    text = (
        TEXT.partition("component Die")[0].partition("component Card")[0]
        + f"""
component Tile
{attributes}
  called "{called}"
  make 2
zone yard: area of Tile
setup
  move all Tile to yard
turn
  choose
    turn_one(tile in yard) "Turn {{tile}}."
      end game
example "All tiles are in the yard"
  then size(yard) = 2
"""
    )
    look = automatic(facts(text)).pieces["Tile"]
    return look.index.strip("{}"), look.hue


@pytest.mark.parametrize(
    ("attributes", "called", "printed", "coloured"),
    [
        ("  var level: 1..9 = 1\n  worth: 1..9 = 3", "{worth}", "worth", ""),
        ("  weight: 1..9 = 2\n  worth: 1..9 = 3", "{worth}", "worth", ""),
        ("  var level: 1..9 = 1\n  weight: 1..9 = 2", "tile", "weight", ""),
        ("  var level: 1..9 = 1\n  name: ash, elm, fir = ash", "{name} tile", "level", "name"),
        ("  var side: up, down = up\n  name: ash, elm, fir = ash", "tile", "side", "name"),
        ("  kind: x, y = x\n  dye: red, green, blue = red", "{kind} {dye}", "kind", "dye"),
        ("  kind: x, y = x\n  suit: Suit = clubs", "{kind} {suit}", "kind", "suit"),
    ],
)
def test_what_names_a_piece_is_printed_before_what_does_not(
    attributes: str, called: str, printed: str, coloured: str
) -> None:
    assert shown(attributes, called) == (printed, coloured)
