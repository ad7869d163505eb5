"""Go, and the same game in OpenSpiel, which forbids a simple ko but no longer repetition."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from engine import Game, Session, load
from engine.compile.wasm.memory import STATE
from engine.game.wasm_executor import Module
from tests.scope import ALL

pyspiel = import_module("pyspiel")
GAMES = 10 if ALL else 1
PLIES = 400 if ALL else 30
REPEATED = "The board would repeat an earlier position."


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(load("go"), 2)


def stones(session: Session) -> dict[str, str]:
    zones = session.view(None).zones
    return {zone.cell: str(zone.items[0].name) for zone in zones if zone.cell and zone.items}


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_has_the_same_moves_and_winner(seed: int, game: Game) -> None:
    chance, session = random.Random(seed), Session(game, seed)
    other: Any = pyspiel.load_game("go(board_size=9,komi=7.5)").new_initial_state()
    for _ in range(PLIES):
        names = {
            other.action_to_string(other.current_player(), a): a for a in other.legal_actions()
        }
        theirs = {name.split()[-1].lower(): action for name, action in names.items()}
        ours = {move.text[6:-1] if move.text != "pass" else "pass": move.text
                for move in session.legal()}  # fmt: skip
        assert ours.keys() <= theirs.keys()
        for point in theirs.keys() - ours.keys():
            refusal = session.explain(session.seat or 0, f"place({point})")
            assert REPEATED in refusal.sentence
        points = [point for point in ours if point != "pass"]
        move = chance.choice(points) if points and chance.random() > 0.02 else "pass"
        session.play(ours[move])
        other.apply_action(theirs[move])
        if session.over or other.is_terminal():
            break
    while not session.over and not other.is_terminal():
        session.play("pass")
        seat = other.current_player()
        names = {other.action_to_string(seat, a): a for a in other.legal_actions()}
        other.apply_action(next(a for name, a in names.items() if name.endswith("PASS")))
    if session.over:
        black, white = session.scores
        assert (other.returns()[0] > 0) == (black > white)


@pytest.mark.skipif(not ALL, reason="a thousand whole games: CAIRN_ALL=1")
def test_openspiel_has_the_same_moves_and_winner_in_a_thousand_games(game: Game) -> None:
    """Each move of OpenSpiel that isn't one of ours repeats an earlier position."""
    module, rules, names = Module(game.compiled), game.interpreter, dict[tuple[int, ...], str]()
    repeated = 0
    for seed in range(1_000):
        chance, state = random.Random(seed), rules.start(seed)
        module.start(seed)
        other: Any = pyspiel.load_game("go(board_size=9,komi=7.5)").new_initial_state()
        seen = {board(other)}
        while not rules.over(state) and not other.is_terminal():
            theirs = {
                other.action_to_string(a).split()[-1].lower(): a for a in other.legal_actions()
            }
            ours = {}
            for move in module.legal():
                if move not in names:
                    names[move] = game.wording.notation(state, move).rstrip(")").split("(")[-1]
                ours[names[move]] = move
            assert ours.keys() <= theirs.keys()
            for point in theirs.keys() - ours.keys():
                assert board(other.child(theirs[point])) in seen
                repeated += 1
            points = sorted(ours.keys() - {"pass"})
            passes = 0.02 if len(seen) < 100 else 0.5  # OpenSpiel ends a game after 162 moves
            point = chance.choice(points) if points and chance.random() > passes else "pass"
            if point != "pass" and chance.random() < 0.7:
                point = min(points, key=lambda x: stones_in(board(other.child(theirs[x]))))
            module.apply(ours[point])
            state = list(module.words(STATE, len(state)))
            other.apply_action(theirs[point])
            assert point == "pass" or board(other) not in seen
            seen.add(board(other))
        if rules.over(state):
            black, white = (rank[0] for rank in rules.ranks(state))
            assert (other.returns()[0] > 0) == (black > white)
    assert repeated > 0


def stones_in(drawn: str) -> int:
    """How many stones a drawn board has."""
    return drawn.count("X") + drawn.count("O")


def board(other: Any) -> str:
    """The stones of a position of OpenSpiel's."""
    return str(other).partition("\n\n")[2]


def test_a_seat_reads_its_points_on_a_full_board(game: Game) -> None:
    chance, session = random.Random(1), Session(game, 1)
    for _ in range(24):
        session.play(chance.choice([m.text for m in session.legal() if m.text != "pass"]))
    (known,), (true,) = session.ledgers(0, 1), session.ledgers(0)
    assert known.total == true.total is not None
