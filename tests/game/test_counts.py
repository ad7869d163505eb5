"""Counts of the lines of play from the beginning, as they are known for games of the board.

Othello: OEIS A124004 (4, 12, 56, …). Breakthrough on eight by eight, as published with Ludii and
other players of it: 22, 484, 11,132. Connect Four: 7, 49, 343, as no column is full and nobody can
have four yet. Tic-tac-toe: 9 · 8 · 7.
"""

from pathlib import Path

import pytest

from engine.game.interpreter import Interpreter, State
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.rules.load import load
from tests.test_project import ROOT

HERE = Path(__file__).parent / "counts"
KNOWN = {
    HERE / "flips.cairn": [4, 12, 56, 244],
    HERE / "runners.cairn": [22, 484, 11_132],
    HERE / "four.cairn": [7, 49, 343, 2_401],
    ROOT / "examples/tic-tac-toe.cairn": [9, 72, 504],
}


def count(interpreter: Interpreter, state: State, depth: int) -> int:
    """How many ways there are to make so many moves."""
    legal = interpreter.legal(state)
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = list(state)
        interpreter.apply(after, move)
        total += count(interpreter, after, depth - 1)
    return total


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_there_are_as_many_ways_to_play_on_as_is_known(path: Path) -> None:
    game = Game(load(path), 2)
    for depth, known in enumerate(KNOWN[path], 1):
        assert count(game.interpreter, game.interpreter.start(1), depth) == known


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_the_fast_executor_finds_as_many(path: Path) -> None:
    game = Game(load(path), 2)
    module = Module(game.compiled)

    def fast(state: State, depth: int) -> int:
        module.load(state)
        legal = module.legal()
        if depth == 1:
            return len(legal)
        total = 0
        for move in legal:
            module.load(state)
            module.apply(move)
            total += fast(module.state(), depth - 1)
        return total

    for depth, known in enumerate(KNOWN[path][:3], 1):
        assert fast(game.interpreter.start(1), depth) == known
