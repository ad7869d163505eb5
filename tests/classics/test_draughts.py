"""Draughts: how many ways there are to play the first turns, and the same games in OpenSpiel.

Both divide a turn with several jumps into single ones. OpenSpiel's draw comes earlier: after 40
single moves of both players without a capture, where a man's step doesn't begin the count again.
It knows no draw by repetition. A game is held against it up to the first of these draws.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session, load
from engine.compile import layout as at
from engine.game.interpreter import State
from tests.scope import ALL, telling

pyspiel = import_module("pyspiel")
GAMES = 1_000 if ALL else 1
WAYS = [(1, 7), (2, 49), (3, 302), (4, 1_469)]
DEEP = [(5, 7_361), (6, 36_768)]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load("draughts"), 2)


def ways(game: Game, state: State, turns: int) -> int:
    """Count the ways to play some turns; jumps that follow one another are one turn."""
    total = 0
    for move in game.interpreter.legal(state):
        after = state[:]
        game.interpreter.apply(after, move)
        ended = after[at.PC] == at.OVER or after[at.ACTIVE] != state[at.ACTIVE]
        left = turns - ended
        total += 1 if left == 0 else ways(game, after, left)
    return total


@pytest.mark.parametrize(("turns", "known"), telling(WAYS, DEEP))
def test_the_first_turns_can_be_played_in_as_many_ways_as_are_known(
    turns: int, known: int, game: Game
) -> None:
    assert ways(game, game.interpreter.start(1), turns) == known


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_has_the_same_moves_and_winner(seed: int, game: Game) -> None:
    chance, session = random.Random(seed), Session(game, seed)
    other: Any = pyspiel.load_game("checkers").new_initial_state()
    while not session.over and not other.is_terminal():
        seat = other.current_player()
        assert session.seat == seat
        theirs = {other.action_to_string(seat, a): a for a in other.legal_actions()}
        legal = session.game.wording.written_moves(session.state)
        ours = {_named(text): text for text in legal}
        assert ours.keys() == theirs.keys()
        name = chance.choice(sorted(ours))
        session.apply(legal[ours[name]], ours[name])
        other.apply_action(theirs[name])
    if session.winners:
        assert other.is_terminal() and session.winners == [other.returns().index(1)]
    elif other.is_terminal():
        assert other.returns() == [0, 0]


def _named(text: str) -> str:
    """A move as OpenSpiel writes it: `step(c3, d4)` is `c3d4`."""
    return "".join(text.rstrip(")").partition("(")[2].split(", "))
