"""`let` above `require` and in rules, and rules that are given a `set of` something."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes, examples, same_in_both

MELDS = """
component Card
  suit: clubs, hearts
  rank: 1..6
  called "{suit} {rank}"
  make 1 for each suit, rank

zone heap: area of Card
zone hand[Player]: hand of Card

rule power(cards: set of Card, extra: 0..9)
  "A run counts double."
  let low = min(card.rank for card in cards)
  let all_ranks = sum(card.rank for card in cards)
  let run = max(card.rank for card in cards) - low = size(cards) - 1
  all_ranks * 2 + extra if run
  all_ranks otherwise

rule strong(cards: set of Card)
  power(cards, 1) > 6

setup
  move all Card to heap
  deal 3 from heap to each hand

turn
  choose
    meld(cards in 2 of my hand)
      let worth = power(cards, 0)
      let rest = {card in my hand where card is not in cards}
      require worth > 3
        because "Only {worth}."
      require size(rest) = 1
      move cards to heap
      n := worth
    all
      require strong(my hand)
      move all from my hand to heap
    pass

var n: 0..99

game ends when n > 0
"""
CLAIMS = """
example "What is named is asked where it stands"
  given my hand = clubs 1, clubs 2, hearts 5
  then can meld(clubs 1 + clubs 2)
  then cannot meld(clubs 1 + clubs 1)
  then power(my hand, 2) = 8
  then power({card in my hand where card.suit = clubs}, 2) = 8
  then can all
  do meld(clubs 1 + clubs 2)
  then n = 6

example "Words quote what is named"
  given my hand = clubs 1, hearts 2, hearts 1
  then cannot meld(clubs 1 + hearts 1) because "Only 2."
  then cannot all because strong
"""


def test_sets_are_given_to_rules_and_values_named_above_conditions() -> None:
    assert set(examples(MELDS + CLAIMS).values()) == {""}


def test_both_executors_agree() -> None:
    same_in_both(MELDS, games=4)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("let low = min(card.rank for card in cards)", "let low = random(card in cards)", "E203"),
        ("power(cards, 0)", "power(7, 0)", "E101"),
        ("power(cards, 0)", "power({1, 2}, 0)", "E101"),
        ("let worth = power(cards, 0)", "let worth = random(card in heap)", "E203"),
        ("require worth > 3", "require worht > 3", "E010"),
        ("cards: set of Card)\n  power", "cards: set of Player)\n  power", "E101"),
    ],
)
def test_what_is_refused(old: str, new: str, code: str) -> None:
    assert old in MELDS
    assert code in codes(MELDS.replace(old, new))
