"""Learning beside a game: what `cairn play --train` says of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.cli.errors import read_settings, say
from engine.rules.load import Loaded, display
from engine.table.background import Background, TrainingState
from engine.training.files import candidates


@contextmanager
def learning(loaded: Loaded, players: int, settings: list[str] | None) -> Iterator[None]:
    """Let a game be learned while something else continues; say what came of it."""
    title = loaded.checked().header.title
    own = [path for path, own in candidates(loaded, players) if own]
    if own:
        say(f"easy, medium and hard have learned {title} already: {display(own[0])}.")
        yield
        return
    say(f"{title} is being learned meanwhile; easy, medium and hard play by it once it helps.")
    beside = Background(loaded, players, read_settings(settings))
    try:
        yield
    finally:
        state = beside.state
        beside.stop()
        say(_said(state, title))


def _said(state: TrainingState, title: str) -> str:
    match state:
        case TrainingState.OVER:
            return f"easy, medium and hard have learned {title}, unless it didn't help."
        case TrainingState.FAILED:
            return f"{title} couldn't be learned; 'cairn train' says why."
        case TrainingState.GOING:
            return f"{title} isn't learned yet; the next 'cairn play --train' goes on with it."
