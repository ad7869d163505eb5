"""Conditions on a piece that are computed for all pieces at once: the games stay the same."""

from itertools import cycle, product

import pytest

from engine.compile.wasm.module import emit
from tests.compile.small import compiled, same_games
from tests.scope import telling

FEW = "club, heart, spade, leaf"
MANY = "club, heart, spade, leaf, star, moon, wave"
AT_ONCE = "local.set $fitting"


def game(requires: str, suits: str = FEW) -> str:
    """Two seats play cards to the pile of their suit while they may, or to the middle."""
    return f"""
game "Fitting"
  players 2
type Suit = {suits}
component Card
  rank: 0..12
  suit: Suit
  make 1 for each rank, suit
zone deck:               pile of Card, face down
zone hand[Player]:       hand of Card
zone column[Player, Suit]: pile of Card
zone middle:             pile of Card
zone gone:               pile of Card
var led: Suit?
var least: 0..12 = 3
counter points[Player]: 0..900 = 0
setup
  move all Card to deck
  shuffle deck
  deal 9 from deck to each hand
turn
  choose
    play(card in my hand)
      require {requires}
      move card to column[active, card.suit]
      led := card.suit
      points[active] := points[active] + card.rank
    lay(card in my hand)
      move card to middle
      least := card.rank
  if deck is not empty
    deal 1 from deck to my hand
  if size(middle) > 4
    move all from middle to gone
game ends at end of turn when my hand is empty
winner highest points
"""


CONDITIONS = [
    "column[active, card.suit] is empty or card.rank > last(column[active, card.suit]).rank",
    "column[active, card.suit] is empty\n"
    "        or card.rank >= last(column[active, card.suit]).rank + 2 or card.rank = 0",
    "middle is empty or card.suit = last(middle).suit or card.rank = last(middle).rank",
    "middle is empty or not (card.suit = last(middle).suit and card.rank > 5)",
    "led is none or card.suit = led",
    "card.rank > least",
    "card.rank mod 2 = 0 and card.rank * 2 > least + 3",
    "card.rank = 12 or least < 6",
    "size(column[active, card.suit]) < 2 and size(middle) > 3",
    "card.rank > (6 if middle is empty else least)",
]


@pytest.mark.parametrize(
    ("requires", "suits"),
    telling(list(zip(CONDITIONS, cycle((FEW, MANY)))), list(product(CONDITIONS, (FEW, MANY)))),
)
def test_games_are_the_same(requires: str, suits: str) -> None:
    same_games(game(requires, suits))


@pytest.mark.parametrize("requires", CONDITIONS[:6])
def test_such_conditions_are_worked_out_at_once(requires: str) -> None:
    assert AT_ONCE in emit(compiled(game(requires), 2)).text


@pytest.mark.parametrize(
    "requires",
    [
        "count(other in my hand where other.suit = card.suit) > 1",  # a call for each card
        "10 / card.rank > 2",  # an error for some cards
        "size(my hand) > 4",  # nothing of the card
    ],
)
def test_others_are_asked_card_by_card(requires: str) -> None:
    assert AT_ONCE not in emit(compiled(game(requires), 2)).text


@pytest.mark.parametrize(
    "requires",
    [
        "middle is empty or (bottom of middle).rank > size(my hand)",
        "led is none or size(column[active, led]) < 3",
        "middle is empty or (bottom of middle).rank > card.rank",
    ],
)
def test_what_is_looked_at_in_vain_does_no_harm(requires: str) -> None:
    same_games(game(requires), 50)
