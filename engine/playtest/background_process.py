"""The process in which rules are played in the background; what takes long to load comes last."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.playtest.games import Played

LAST = 10
"""How much later than others this process has its turn, as for learning beside a game."""


def work(
    line: Connection,
    path: Path,
    more: Sequence[str],
    texts: Mapping[Path, str],
    seconds: float,
) -> None:
    """Be the process: play rules for so many seconds, and tell along a line what was found.

    `path` and `more` are as a `Loaded` has them, `texts` are by their resolved paths. Whatever goes
    on, all ends when the other end of the line is closed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LAST)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    from engine.language.diagnostics import RulesError
    from engine.playtest.findings import faults, findings
    from engine.playtest.games import play
    from engine.playtest.report import report
    from engine.rules.load import load_text

    reported = set()

    def tell(played: Played) -> None:
        error = played.runs[-1].error
        if error is not None and (error.code, error.span) not in reported:
            reported.add((error.code, error.span))
            line.send(report(played, faults(loaded, played), going=True))

    try:
        loaded = load_text(texts[path.resolve()], path, more, texts)
        played = play(loaded, seconds, tell=tell)
        line.send(report(played, findings(loaded, played)))
    except RulesError as problem:
        line.send(problem.diagnostics)


def _end_with(line: Connection) -> None:
    """Wait for the end of the player who wants to know what is found, and end at once."""
    try:
        line.recv()
    except (EOFError, OSError):
        os._exit(0)
