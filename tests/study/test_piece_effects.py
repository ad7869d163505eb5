"""Which pieces carry a game: planted cards are found and named, and without one none is."""

from pathlib import Path

import numpy as np
import pytest

from engine.game.session import Game
from engine.rules.load import load, load_text
from engine.study.intervals import Interval
from engine.study.piece_effects import ALIKE, FEW, PieceEffect, PieceEffects, piece_effects
from engine.study.piece_events import PieceKind
from tests.scope import ALL
from tests.study.playing import RACE
from tests.study.test_questions import unheard

DRAWS = """\
game "Draws"
  players 2

component Card
  cost: 1..8
  called "card {cost}"
  make 2 for each cost

zone deck: pile of Card, face down
zone hand[Player]: hand of Card
zone laid[Player]: area of Card

setup
  move all Card to deck
  shuffle deck
  deal 2 from deck to each hand

turn
  choose
    lay(card in my hand)
      "Lay a card in front of you."
      move card to my laid
    draw
      "Draw a card."
      require deck is not empty
      move top of deck to my hand

game ends when deck is empty
score each Player
  add "cards" sum(POINTS for card in my laid)
winner highest total
"""
"""A game of luck, in which it is left open what a card is worth."""


def effects(game: Game, agent: str = "random", games: int = 300) -> PieceEffects:
    """Return what the pieces of a game do."""
    found = piece_effects(game, agent, 1, unheard, games=games, seconds=600.0)
    assert found is not None
    return found


def draws(points: str) -> Game:
    """Return the game of cards."""
    return Game(load_text(DRAWS.replace("POINTS", points), Path("draws.cairn")), 2)


def test_a_planted_card_is_named_and_no_other() -> None:
    found = effects(draws("5 + (30 if card.cost = 2 else 0)"))
    named = {(x.kind.name, x.strong) for x in found.effects if x.strong or x.weak}
    assert named == {("card 2", True)}
    first, *_ = found.sentences()
    assert first.startswith("'card 2' is overpowered: a player who plays it with 'lay' wins ")
    assert next(found.rows()).startswith("card 2 (")


@pytest.mark.skipif(not ALL, reason="the same of a card that is worth less: CAIRN_ALL=1")
def test_a_planted_card_that_is_worth_less_is_named() -> None:
    poor = effects(draws("6 - (30 if card.cost = 4 else 0)"))
    assert {(x.kind.name, x.weak) for x in poor.effects if x.strong or x.weak} == {("card 4", True)}
    assert any(s.startswith("'card 4' is underpowered: ") for s in poor.sentences())


def test_where_all_cards_are_alike_none_is_named() -> None:
    found = effects(draws("5"))
    (sentence,) = found.sentences()
    assert sentence.startswith("None of 8 pieces is clearly over- or underpowered. One would be")
    assert abs(np.mean([x.effect.value for x in found.effects])) < 0.05


@pytest.mark.skipif(not ALL, reason="as many games again: CAIRN_ALL=1")
def test_cards_that_are_worth_what_they_cost_are_as_strong_and_none_is_named() -> None:
    found = effects(draws("card.cost"))
    values = {c: [x.effect.value for x in found.effects if x.kind.numbers == (("cost", c),)
                  and x.action == "lay"] for c in (1, 8)}  # fmt: skip
    assert max(values[1]) < 0 < min(values[8]), "what is worth more wins more"
    assert not [x for x in found.effects if x.strong or x.weak]


def test_few_games_name_nothing_and_a_game_of_equal_pieces_is_not_asked() -> None:
    assert list(effects(draws("card.cost"), games=20).sentences()) == [FEW]
    race = Game(load_text(RACE, Path("race.cairn")), 2)
    assert piece_effects(race, "random", 1, unheard, games=10, seconds=60.0) is None


def test_pieces_that_all_players_use_are_not_blamed_on_too_few_games() -> None:
    assert list(PieceEffects((), 4000).sentences()) == [ALIKE]
    assert list(PieceEffects((), 0).sentences()) == [FEW]


def test_an_effect_is_put_into_words_with_what_is_printed() -> None:
    kind = PieceKind("red dragon", "Card", (("cost", 3),))
    effect = Interval(-0.2, -0.25, -0.15, 900)
    found = PieceEffect(kind, "buy_it", effect, effect)
    assert found.weak and found.sentence == (
        "'red dragon' is underpowered: a player who plays it with 'buy it' wins 20.0 (15.0 to 25.0)"
        " percentage points less often than one who does so with another piece at that time."
    )
    assert found.row == (
        "red dragon (cost 3), a player who plays it with 'buy it': -20.0 (-25.0 to -15.0) "
        "percentage points, clearly"
    )
    assert found.as_json()["printed"] == {"cost": 3} and found.as_json()["weak"] is True


def test_a_piece_that_loses_less_than_its_fellows_is_not_called_overpowered() -> None:
    kind = PieceKind("red dragon", "Card", ())
    worse = Interval(-0.02, -0.04, -0.01, 900)
    assert not PieceEffect(kind, "", worse, worse, usual=-0.3).strong
    assert not PieceEffect(kind, "", worse.times(-1), worse.times(-1), usual=0.3).weak


@pytest.mark.skipif(not ALL, reason="games of another ruleset: CAIRN_ALL=1")
def test_what_all_players_do_in_every_game_shows_nothing() -> None:
    found = effects(Game(load("examples/goofspiel.cairn"), 2))
    assert {x.action for x in found.effects} == {""}, "everybody offers every card"


@pytest.mark.skipif(not ALL, reason="thousands of games of other rulesets: CAIRN_ALL=1")
@pytest.mark.parametrize(
    ("name", "agent", "old", "new", "named"),
    [
        (
            "examples/goofspiel.cairn", "greedy", 'add "Prizes" ',
            'add "Gift" 60 * count(prize in my won where prize.value = 4)\n  add "Prizes" ',
            "prize 4",
        ),
        (
            "rulesets/lost-cities-card.cairn", "random", "sum(card.value for",
            "sum(card.value + (150 if card.value = 7 and card.colour = red else 0) for", "red 7",
        ),
        (
            "examples/night-freight.cairn", "random", "sum(crate.worth for",
            "sum(crate.worth + (60 if crate.worth = 2 else 0) for", "light 2",
        ),
    ],
)  # fmt: skip
def test_a_planted_piece_is_named_in_games_of_the_library(
    name: str, agent: str, old: str, new: str, named: str
) -> None:
    plain = effects(Game(load(name), 2), agent)
    assert not [x for x in plain.effects if x.strong], "random players may use some badly"
    text = Path(name).read_text("utf-8")
    assert old in text
    planted = effects(Game(load_text(text.replace(old, new), Path("planted.cairn")), 2), agent)
    assert {x.kind.name for x in planted.effects if x.strong} == {named}
