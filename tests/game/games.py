"""Every ruleset there is, ready to be played, and random positions of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.load import load
from tests.scope import GAMES, RULESETS

FILES = GAMES
NAMES = [path.stem for path in FILES]


@lru_cache(maxsize=2)
def ready(path: Path) -> Game:
    """A ruleset with as many players as it takes."""
    loaded = load(path)
    return Game(loaded, loaded.checked().header.players[1])


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
