"""What runs in a process that is killed: a command of `cairn`, or a part of it in a loop."""

from __future__ import annotations

import os
import random
import resource
import sys
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from engine.cli import app, learn, play, sim, study, train  # noqa: F401
from engine.cli import main as cairn_main
from engine.game.session import Game, Session
from engine.language.lexer import reader
from engine.rules.load import load
from engine.storage.folders import state_folder
from engine.study import plots  # noqa: F401
from engine.table.autosave import Autosave
from engine.table.table import Table

reader()


def run(
    work: Callable[[], None], home: Path, typed: bytes, said: Connection, most: int | None
) -> None:
    """Do some work in this process. Its files are in a folder, what it writes goes to a pipe.

    `typed`: its input; `most`: how many bytes a file may have, None for any number.
    """
    os.environ |= {f"XDG_{x}_HOME": str(home / x.lower()) for x in ("CACHE", "STATE", "DATA")}
    os.environ |= {"XDG_CONFIG_HOME": str(home / "config"), "MPLCONFIGDIR": "/nonexistent"}
    os.environ |= {"HOME": str(home), "COLUMNS": "100"}
    os.chdir(home)
    reading, writing = os.pipe()
    os.write(writing, typed)
    os.close(writing)
    for stream, number in ((reading, 0), (said.fileno(), 1), (said.fileno(), 2)):
        os.dup2(stream, number)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout, sys.stderr = (os.fdopen(n, "w", 1, encoding="utf-8") for n in (1, 2))
    if most is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    work()


def cairn(*words: str) -> None:
    """Run a command."""
    sys.argv = ["cairn", *words]
    cairn_main()


def with_empty_caches(*words: str) -> None:
    """Run a command that reads the grammar anew, too."""
    reader.cache_clear()
    cairn(*words)


def autosaved(name: str) -> None:
    """Play on at a table that is kept after every decision, as the window does."""
    kept, chance = Autosave(state_folder() / "games"), random.Random(1)
    found = kept.recent()
    if found:
        session, seats, _ = kept.resume(found[0].file, "en")
        kept.current = found[0].file
    else:
        session, seats = Session(Game(load(name), 2), 1), ["human", "human"]
    table = Table(session, seats)
    for number in count(1):
        session.play(chance.choice(session.written_moves()))
        if session.over:
            return
        if table.keep(kept, name, "A game"):
            print(f"kept {number}", flush=True)
