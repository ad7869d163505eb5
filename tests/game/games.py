"""Every ruleset there is, ready to be played, and random positions of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module
from engine.rules.load import load
from tests.scope import GAMES, HALF, RULESETS, seats

FILES = GAMES
NAMES = [path.stem for path in FILES]
FEWER = HALF
"""For what takes long of each game."""


def ready(path: Path, players: int = 0) -> Game:
    """A ruleset for so many players, by default as many as it takes; once for all tests."""
    return _ready(path, players or seats(path)[1])


@cache
def _ready(path: Path, players: int) -> Game:
    return Game(load(path), players)


@cache
def machine(path: Path) -> Module:
    """The same as machine code, for tests that load the state which they begin with."""
    return Module(ready(path).compiled)


def named(name: str) -> Path:
    """The file of a ruleset or example."""
    return next(path for path in RULESETS if path.stem == name)


def walk(session: Session, chance: Chance, moves: int) -> Iterator[Session]:
    """Yield a session at each decision of some random moves."""
    for _ in range(moves):
        if session.over:
            return
        yield session
        legal = session.game.interpreter.legal(session.state)
        session.apply(legal[chance.below(len(legal))])


def played(path: Path, seed: int, moves: int) -> Session:
    """A session after some random moves."""
    session = Session(ready(path), seed)
    for _ in walk(session, Chance(seed), moves):
        pass
    return session
