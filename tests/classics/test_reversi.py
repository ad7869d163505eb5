"""Reversi: how many games of each length there are, and what a full game ends with."""

from __future__ import annotations

import pytest

from engine.compile.lower import lower
from engine.game.interpreter import Interpreter, State
from engine.rules.load import load
from tests.scope import telling

KNOWN = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200}


@pytest.mark.parametrize("depth", telling([1, 2, 3, 4], [5, 6]))
def test_there_are_as_many_games_as_known(depth: int) -> None:
    interpreter = Interpreter(lower(load("reversi").checked(), 2))

    def count(state: State, left: int) -> int:
        legal = interpreter.legal(state)
        if left == 1:
            return len(legal)
        total = 0
        for move in legal:
            after = list(state)
            interpreter.apply(after, move)
            total += count(after, left - 1)
        return total

    assert count(interpreter.start(1), depth) == KNOWN[depth]
