"""What `let` keeps in mind must be no secret from those who decide meanwhile (E206)."""

from __future__ import annotations

import pytest

from tests.constructs.tiny import codes

CARDS = """
component Card
  rank: 1..5
  called "{rank}"
  make 2 for each rank

zone deck:         pile of Card, face down
zone heap:         pile of Card
zone hand[Player]: hand of Card
counter gold[Player]: 0..9 = 0, seen by owner
var open: 0..5 = 0

setup
  move all Card to deck
  deal 2 from deck to each hand

rule best()
  max(card.rank for card in my hand)

to ask_all
  each Player
    choose
      yes_please
      no_thanks

turn
  %s
"""
OTHERS = """each other Player
    choose
      bid(n in 1..5)
        require n > %s
"""


@pytest.mark.parametrize(
    "lines",
    [
        "let high = max(card.rank for card in my hand)\n  " + OTHERS % "high",
        "let high = best()\n  " + OTHERS % "high",
        "let rich = my gold > 3\n  as left(me)\n    choose\n      go\n        if rich: skip\n",
        "let high = best()\n  ask_all\n  open := high",
        "let seen = count(card in deck where card.rank > 3)\n  choose\n    go\n      open := seen",
        "let high = best()\n  let low = high - 1\n  " + OTHERS % "low",
    ],
)
def test_a_secret_that_outlasts_a_decision_of_others_is_refused(lines: str) -> None:
    assert set(codes(CARDS % lines)) == {"E206"}


@pytest.mark.parametrize(
    "lines",
    [
        "let high = max(card.rank for card in my hand)\n  choose\n    go\n      open := high",
        "let many = size(my hand)\n  " + OTHERS % "many",
        "let top_one = max(card.rank for card in heap)\n  " + OTHERS % "top_one",
        "var high: 0..9 = best()\n  " + OTHERS % "high",
        "ask_all\n  let high = best()\n  open := high",
        "choose\n    go\n      let high = best()\n      open := high\n  ask_all",
    ],
)
def test_what_is_no_secret_or_is_gone_by_then_may_be_kept(lines: str) -> None:
    assert codes(CARDS % lines) == []
