"""Gin rummy: what is left over of a hand, and the same in OpenSpiel."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from engine import Game, Session
from engine.rules.load import find, load_text
from tests.constructs.tiny import var, zone
from tests.scope import ALL

pyspiel = import_module("pyspiel")
DEALS = 300 if ALL else 8
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
SUITS = ("spades", "clubs", "diamonds", "hearts")


def _number(card: str | None) -> int:
    """A card as OpenSpiel counts them."""
    rank, _, suit = str(card).partition(" of ")
    return 13 * SUITS.index(suit) + RANKS.index(rank)


def test_as_little_is_left_over_as_in_openspiel() -> None:
    text = find("gin-rummy").read_text("utf-8").split("\nexample")[0]
    text = text.replace("counter melds:", "counter seen[Player]: 0..110 = 0\ncounter melds:")
    counted = "  for each player: seen[player] := deadwood(hand[player])\n"
    # Fewer suits and ranks in play make melds that overlap.
    text = text.replace("\nturn\n", counted + "\nturn\n").replace(
        "move all Card to stock",
        "move each Card where its rank is in {ace, 2, 3, 4, 5, 6} to stock",
    )
    loaded = load_text(text, Path("gin.cairn"))
    assert not loaded.findings.errors, loaded.findings.render()
    game, melded = Game(loaded, 2), set()
    for seed in range(DEALS):
        session = Session(game, seed)
        state = pyspiel.load_game("gin_rummy").new_initial_state()
        hands = [[_number(card) for card in zone(session, f"hand[seat {n}]")] for n in (1, 2)]
        for number in (*hands[0], *hands[1], _number(zone(session, "heap")[0])):
            state.apply_action(number)
        left = [str(var(session, f"seen[seat {n}]")) for n in (1, 2)]
        assert left == re.findall(r"Deadwood=(\d+)", str(state)), state
        melded |= {*left}
    assert len(melded) > DEALS // 3
