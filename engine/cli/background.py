"""Learning beside a game: `cairn play --learn` lets `cairn train` run meanwhile, niced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from engine.cli.errors import read_settings, say
from engine.game.options import read_options
from engine.learn.files import candidates, fingerprint
from engine.learn.session import TrainingCourse
from engine.rules.load import Loaded, display

MINUTES = 3
_TRAIN = "from engine.cli import main; main()"
_PATIENCE = 2.0
"""Seconds in which learning that is stopped puts aside what it has."""


@contextmanager
def learning(loaded: Loaded, players: int, settings: list[str]) -> Iterator[None]:
    """Let a game be learned while something else goes on; say what came of it.

    What is good enough is kept beside the ruleset, and whoever plays finds it there from then on.
    What isn't finished goes on the next time.
    """
    title = loaded.checked().header.title
    own = [path for path, own in candidates(loaded, players) if own]
    if own:
        say(f"easy, medium and hard have learned {title} already: {display(own[0])}.")
        yield
        return
    say(f"{title} is being learned meanwhile; easy, medium and hard play by it once it helps.")
    process = _begin(loaded, players, settings)
    try:
        yield
    finally:
        _end(process, title)


def _begin(loaded: Loaded, players: int, settings: list[str]) -> subprocess.Popen[bytes]:
    options = read_options(loaded.checked(), read_settings(settings))
    course = TrainingCourse(fingerprint(loaded), players, repr(sorted(options.items())), 1)
    words = ["train", loaded.name if not loaded.path.is_file() else str(loaded.path)]
    words += ["--players", str(players), "--minutes", str(MINUTES)]
    words += [w for s in settings for w in ("--set", s)]
    words += ["--resume"] if course.path().is_file() else []
    begin = f"import os; os.nice(10) if hasattr(os, 'nice') else None; {_TRAIN}"
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", begin, *words], stdin=nothing, stdout=nothing, stderr=nothing,
        start_new_session=os.name == "posix",
    )  # fmt: skip


def _end(process: subprocess.Popen[bytes], title: str) -> None:
    code = process.poll()
    if code == 0:
        say(f"easy, medium and hard have learned {title}, unless it didn't help.")
        return
    if code is not None:
        say(f"{title} couldn't be learned; 'cairn train' says why.")
        return
    process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    say(f"{title} isn't learned yet; the next 'cairn play --learn' goes on with it.")
