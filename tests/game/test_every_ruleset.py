"""What must hold of any game, on every ruleset and stack of the library and every example."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks.equality import everything
from engine.chronicle.chronicle import Chronicle
from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.files import library
from engine.rules.load import load
from tests.game.playing import check_pieces, counted_pieces, nothing_leaks, positions
from tests.scope import ALL, GAMES, seats, telling

NAMES = everything()
DECISIONS = 60
EVERY = 1 if ALL else 4
"""After so many decisions it is looked at what every seat may read."""


@lru_cache(maxsize=len(NAMES))
def ready(name: str, players: int) -> Game:
    """A ruleset for so many players."""
    loaded = load(name)
    assert loaded.checked().header.players == seats(name)
    return Game(loaded, players)


def tables() -> list[tuple[str, int]]:
    """The library and some examples with as many players as they take, or all with every number."""
    limits = {name: seats(name) for name in NAMES}
    known = {str(path) for path in GAMES} | {path.stem for path in library()}
    most = [(name, high) for name, (_, high) in limits.items() if name in known]
    others = [(name, n) for name, (low, high) in limits.items() for n in range(low, high + 1)]
    return sorted(telling(most, others), key=lambda table: NAMES.index(table[0]))


@pytest.mark.parametrize(
    ("name", "players"), [pytest.param(n, p, id=f"{Path(n).stem}-{p}") for n, p in tables()]
)
def test_random_games_end_and_keep_their_pieces(name: str, players: int) -> None:
    game = ready(name, players)
    for seed in telling([1], [2]):
        start = None
        for number, state in enumerate(positions(game, seed)):
            if number % EVERY and not game.interpreter.over(state):
                continue
            counted = check_pieces(game, state), counted_pieces(game, state)
            start = start or counted
            assert counted == start
            if number % 50 == 8:
                nothing_leaks(game, state, number // 50 % players, number)


@pytest.mark.parametrize(
    "name", telling([*map(str, GAMES)], NAMES), ids=lambda name: Path(name).stem
)
def test_a_game_is_played_through_a_session_and_nothing_leaks(name: str) -> None:
    session, chance = Session(ready(name, seats(name)[1]), 5), Chance(5)
    for step in range(DECISIONS):
        if step % EVERY == 0 or session.over:
            seat = (step // EVERY) % session.game.players
            nothing_leaks(session.game, session.state, seat, step)
            assert session.view(seat) == session.game.viewer.view(session.state, seat)
            assert Chronicle(session).log(None) or not step
        if session.over:
            break
        legal = session.written_moves()
        session.play(legal[chance.below(len(legal))])
