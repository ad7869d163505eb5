"""Nine men's morris, and the same game in OpenSpiel.

OpenSpiel ends a game after 200 turns as a draw, which the printed rules don't. It has no rule on
repeated positions; a random game that ends by ours is held against it up to there.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from tests.rulesets.outcomes import loaded
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 1000 if ALL else 1
POINTS = (
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5",
    "a4", "b4", "c4", "e4", "f4", "g4",
    "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
)  # fmt: skip


def _named(text: str) -> str:
    """A move as OpenSpiel writes it: `place(a7)` is `Point 0`, `go(a7, d7)` is `Move 0 -> 1`."""
    name, _, rest = text.rstrip(")").partition("(")
    numbers = [str(POINTS.index(word)) for word in rest.split(", ")]
    return f"Move {' -> '.join(numbers)}" if name == "go" else f"Point {numbers[0]}"


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(loaded("nine-mens-morris"), 2)


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_has_the_same_moves_and_winner(seed: int, game: Game) -> None:
    chance, session = random.Random(seed), Session(game, seed)
    other: Any = pyspiel.load_game("nine_mens_morris").new_initial_state()
    while not session.over and not other.is_terminal():
        seat = other.current_player()
        assert session.seat == seat
        theirs = {other.action_to_string(seat, a): a for a in other.legal_actions()}
        ours = {_named(text): text for text in session.written_moves()}
        assert ours.keys() == theirs.keys()
        name = chance.choice(sorted(ours))
        session.play(ours[name])
        other.apply_action(theirs[name])
    if session.winners:
        assert other.is_terminal() and session.winners == [other.returns().index(1)]
    elif other.is_terminal():
        assert other.returns() == [0, 0]
