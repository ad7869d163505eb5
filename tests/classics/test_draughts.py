"""Draughts: how many ways there are to play the first turns, as everybody counts them."""

from __future__ import annotations

import pytest

from engine import Game, load
from engine.compile import layout as at
from engine.game.interpreter import State
from tests.scope import telling

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
