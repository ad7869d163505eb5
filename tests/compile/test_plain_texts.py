"""The plainer texts of the benchmark have the legal moves of the same games in the library."""

import random
from pathlib import Path

import pytest

from benchmarks.boards import PLAIN
from benchmarks.growth import SIZES, resized
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.rules.load import load, load_text
from tests.scope import telling

_PLAIN = sorted(PLAIN.glob("*.cairn"))
_QUICK = [path for path in _PLAIN if path.stem == "plain-reversi"]
_LONG = 60
"""So many moves of each game are compared."""


@pytest.mark.parametrize("path", telling(_QUICK, _PLAIN), ids=lambda path: path.stem)
def test_moves_are_those_of_the_library(path: Path) -> None:
    """Where the library's text has a move, the plainer one has it, and no other."""
    shelf, plain = (
        Module(Game(load(name), 2).compiled) for name in (path.stem[len("plain-") :], str(path))
    )
    rng = random.Random(1)
    shelf.start(1)
    plain.start(1)
    for _ in range(_LONG):
        moves = shelf.legal()
        assert sorted(plain.legal()) == sorted(moves)
        if not moves:
            break
        move = rng.choice(moves)
        shelf.apply(move)
        plain.apply(move)


@pytest.mark.parametrize("name", SIZES)
def test_boards_of_other_sizes_are_rules(name: str) -> None:
    """The benchmark's texts with other boards have no errors."""
    for size in (min(SIZES[name]), max(SIZES[name])):
        rules = load_text(resized(name, size), Path(f"{name}.cairn")).checked()
        assert f"{8 if name == 'chess' else size} by {size}" in resized(name, size)
        assert rules.header.players == (2, 2)
