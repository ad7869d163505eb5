"""Learning beside a game: `cairn train` in a process of its own, at low priority."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from enum import Enum

from engine.game.code_cache import installed
from engine.game.options import read_options
from engine.rules.load import Loaded
from engine.training.files import candidates, fingerprint

MINUTES = 3
_TRAIN = "from engine.cli import main; main()"
_PATIENCE = 2.0
"""Seconds in which learning that is stopped puts aside what it has."""


class TrainingState(Enum):
    """How learning stands: it continues, is over (what helped was kept), or has failed."""

    GOING = 0
    OVER = 1
    FAILED = 2


class Background:
    """One course of learning.

    What is good enough is kept beside the ruleset, and whoever plays finds it there from then on;
    what isn't finished continues the next time.
    """

    def __init__(self, loaded: Loaded, players: int, given: Mapping[str, str]) -> None:
        """Begin to learn a ruleset for so many players, with options as the rules write them.

        Raises RulesError for an option that there isn't, OSError where no process can be had.
        """
        from engine.training.checkpoints import TrainingCourse  # takes long to load

        options = read_options(loaded.checked(), given)
        course = TrainingCourse(fingerprint(loaded), players, repr(sorted(options.items())), 1)
        words = ["train", loaded.opened_as]
        words += ["--players", str(players), "--minutes", str(MINUTES)]
        words += [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
        words += ["--resume"] if course.path().is_file() else []
        begin = f"import os; os.nice(10) if hasattr(os, 'nice') else None; {_TRAIN}"
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [sys.executable, "-c", begin, *words], stdin=nothing, stdout=nothing, stderr=nothing,
            start_new_session=os.name == "posix",
        )  # fmt: skip

    @property
    def state(self) -> TrainingState:
        """Return how it is now."""
        code = self._process.poll()
        if code is None:
            return TrainingState.GOING
        return TrainingState.FAILED if code else TrainingState.OVER

    def stop(self) -> None:
        """Let it put aside what it has, and end; takes at most two seconds."""
        if self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def can_be_learned(loaded: Loaded, players: int) -> bool:
    """Return whether a game could be learned of which nothing has been learned yet."""
    if not installed() or candidates(loaded, players):
        return False
    return loaded.path.is_file() and os.access(loaded.path.parent, os.W_OK)
