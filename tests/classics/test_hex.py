"""Hex, and the same game in OpenSpiel, also when the second player takes over the first stone."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from engine.game.options import read_options
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 500 if ALL else 1
"""With and without taking over."""


@pytest.mark.parametrize("swapping", ["allowed", "forbidden"])
def test_openspiel_has_the_same_moves_and_winner(swapping: str) -> None:
    rules = loaded("hex")
    game = Game(rules, 2, read_options(rules.checked(), {"swapping": swapping}))
    theirs = pyspiel.load_game(f"hex(swap={swapping == 'allowed'})")
    for seed in range(GAMES):
        _play(Session(game, seed), theirs.new_initial_state(), random.Random(seed))


def _play(session: Session, other: Any, chance: random.Random) -> None:
    while not session.over:
        seat = other.current_player()
        assert session.seat == seat
        theirs = {other.action_to_string(seat, a): a for a in other.legal_actions()}
        ours = {_named(text): text for text in session.written_moves()}
        assert ours.keys() == theirs.keys()
        swaps = "swap" in ours and chance.random() < 0.5
        name = "swap" if swaps else chance.choice(sorted(ours))
        session.play(ours[name])
        other.apply_action(theirs[name])
    assert other.is_terminal()
    assert session.winners == [other.returns().index(1)]


def _named(text: str) -> str:
    return "swap" if text == "take_over" else text[len("place(") : -1]
