"""Hearts: the same legal cards and the same costs as in OpenSpiel, deal by deal."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from engine import Game, Session
from tests.constructs.tiny import var, zone
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
DEALS = 1_000 if ALL else 3
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DEALING = {"pass_cards": False, "qs_breaks_hearts": False}
"""Ours pass before the deal is compared. A queen of spades breaks no hearts."""


def _number(card: str | None) -> int:
    """A card as OpenSpiel counts them."""
    rank, _, suit = str(card).partition(" of ")
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def test_openspiel_has_the_same_moves_and_costs() -> None:
    game, theirs = Game(loaded("hearts"), 4), pyspiel.load_game("hearts", DEALING)
    for seed in range(DEALS):
        _play(Session(game, seed), theirs.new_initial_state(), random.Random(seed))


def _play(session: Session, other: Any, chance: random.Random) -> None:
    other.apply_action(0)  # nobody passes cards on
    while session.written_moves()[0].startswith("pass_on"):
        session.play(chance.choice(session.written_moves()))
    hands = [[_number(card) for card in zone(session, f"hand[seat {n}]")] for n in range(1, 5)]
    for cards in zip(*hands, strict=True):  # OpenSpiel deals one card to each player in turn
        for card in cards:
            other.apply_action(card)
    while not other.is_terminal():
        assert session.seat == other.current_player()
        ours = {_number(text[len("play(") : -1]): text for text in session.written_moves()}
        assert sorted(ours) == sorted(other.legal_actions())
        card = chance.choice(sorted(ours))
        session.play(ours[card])
        other.apply_action(card)
    assert [int(str(var(session, f"points[seat {n}]"))) for n in range(1, 5)] == [
        26 - points for points in other.returns()
    ]
