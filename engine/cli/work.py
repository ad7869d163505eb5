"""What `cairn study` and `cairn arena` share: where games are kept, who plays, how they stop."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cli.guard import refuse, say
from engine.cli.progress import progress
from engine.study.batches import Plan
from engine.study.games import Games
from engine.study.results import Format, best_format, need
from engine.study.run import carry_out
from engine.study.simulate import make_folder
from engine.study.workers import cores

JOURNAL = "games.journal"


@dataclass(frozen=True)
class Work:
    """How games are to be played and where they are kept."""

    workers: int | None
    scheduler: str | None
    out: Path | None
    form: str | None
    resume: bool


def played(title: str, plan: Plan, counts: Sequence[int], work: Work) -> list[Games]:
    """Play a plan's games, with a bar; Ctrl-C says how to go on."""
    path = _journal(plan, work)
    workers = work.workers or cores()
    total, done = sum(counts), 0
    started = time.perf_counter()
    with progress(title, total) as update:

        def heard(count: int) -> None:
            nonlocal done
            done = count
            update(count)

        try:
            games = carry_out(
                plan,
                counts,
                workers=workers,
                scheduler=work.scheduler,
                path=path,
                resume=work.resume,
                progress=heard,
            )
        except KeyboardInterrupt:
            _say_stopped(done, total)
            raise
    if work.out is None:
        path.unlink(missing_ok=True)
    say(f"{total:,} games in {time.perf_counter() - started:.1f} s.")
    return games


def _say_stopped(done: int, total: int) -> None:
    given = [word for word in sys.argv[1:] if word != "--resume"]
    again = shlex.join(["cairn", *given, "--resume"])
    say(f"Stopped; {done:,} of {total:,} games are kept. To go on:\n  {again}")


def _journal(plan: Plan, work: Work) -> Path:
    """Return where games are kept. Raises RulesError (E601, E610) where they can't be."""
    if work.out is None:
        path = _cache() / f"{_key(plan)}.journal"
    else:
        make_folder(work.out)
        path = work.out / JOURNAL
        if path.exists() and not work.resume:
            message = f"{work.out} holds a study already"
            raise refuse(f"{message}; --resume goes on with it, or name another folder", "E610")
    if work.resume and not path.exists():
        say("There is nothing to go on with; this begins anew.")
    return path


def _key(plan: Plan) -> str:
    """Return a name for the journal of just this plan."""
    text = json.dumps(plan.record(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _cache() -> Path:
    given = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(given) if given else Path.home() / ".cache") / "cairn" / "studies"


def table_format(work: Work) -> Format:
    """Return how games are written. Raises RulesError (E603, E612) for a format that can't be."""
    if work.form is None:
        return best_format()
    if work.form == "parquet":
        need("pyarrow", "Parquet")
        return "parquet"
    if work.form == "csv":
        return "csv"
    raise refuse(f"'--format {work.form}' can't be written; the formats are csv and parquet")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one go: whoever looks sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_name(path.name + ".new")
    whole.write_bytes(content.encode() if isinstance(content, str) else content)
    whole.replace(path)
