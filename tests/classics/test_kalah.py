"""Kalah, and the same game in OpenSpiel, which calls it mancala."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 1000 if ALL else 2


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(loaded("kalah"), 2)


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_has_the_same_moves_and_winner(seed: int, game: Game) -> None:
    chance, session = random.Random(seed), Session(game, seed)
    other: Any = pyspiel.load_game("mancala").new_initial_state()
    while not session.over:
        seat = other.current_player()
        assert session.seat == seat
        # It counts the first player's houses from 1, and the second's from 8.
        ours = {int(text[len("sow(") : -1]) + 7 * seat: text for text in session.written_moves()}
        assert sorted(ours) == other.legal_actions()
        action = chance.choice(sorted(ours))
        session.play(ours[action])
        other.apply_action(action)
    assert other.is_terminal()
    first, second = session.scores
    assert other.returns()[0] == (first > second) - (first < second)
