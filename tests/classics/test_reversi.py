"""Reversi: how many games of each length there are, and the same games in OpenSpiel."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session
from engine.compile.lower import lower
from engine.game.interpreter import Interpreter, State
from engine.rules.load import load
from tests.rulesets.outcomes import loaded
from tests.scope import ALL, telling

pyspiel = import_module("pyspiel")
GAMES = 1_000 if ALL else 1

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


def test_openspiel_has_the_same_moves_and_result() -> None:
    game, theirs = Game(loaded("reversi"), 2), pyspiel.load_game("othello")
    for seed in range(GAMES):
        _play(Session(game, seed), theirs.new_initial_state(), random.Random(seed))


def _play(session: Session, other: Any, chance: random.Random) -> None:
    while not session.over:
        if other.action_to_string(other.legal_actions()[0]) == "pass":
            other.apply_action(other.legal_actions()[0])
        assert session.seat == other.current_player()
        theirs = {other.action_to_string(a): a for a in other.legal_actions()}
        ours = {text[len("place(") : -1]: text for text in session.written_moves()}
        assert ours.keys() == theirs.keys()
        cell = chance.choice(sorted(ours))
        session.play(ours[cell])
        other.apply_action(theirs[cell])
    assert other.is_terminal()
    first = other.returns()[0]
    # What OpenSpiel calls a draw is a shared win here.
    assert session.winners == ([0, 1] if first == 0 else [0 if first > 0 else 1])
