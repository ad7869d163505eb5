"""Playing on from where a folder's progress ends, and the line about it for docs/reliability.md."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from tests.soak.cases import KINDS, Kind, chunks
from tests.soak.play import play
from tests.soak.progress import MARK, Progress, Totals

ROOT = Path(__file__).parents[2]
Say = Callable[[dict[Kind, Totals], int], None]


def soak(
    progress: Progress, names: Sequence[str], seed: int, wanted: dict[Kind, int], say: Say
) -> None:
    """Play chunks until there are so many games of each kind, both kinds in step.

    `say` hears after each chunk what there is, and how many findings. Ctrl-C raises
    KeyboardInterrupt and loses the chunk that is being played.
    """
    done = {kind: progress.totals(kind) for kind in KINDS}
    coming = {kind: islice(chunks(names, seed, kind), done[kind].chunks, None) for kind in KINDS}
    while open_ := [kind for kind in KINDS if done[kind].games < wanted[kind]]:
        kind = min(open_, key=lambda kind: done[kind].games / wanted[kind])
        chunk, begun = next(coming[kind]), time.monotonic()
        played = play(chunk, seed)
        progress.add(chunk, played, time.monotonic() - begun)
        done[kind] = progress.totals(kind)
        say(done, len(progress.findings()))


def line(progress: Progress, commit: str, command: str, seed: int) -> str:
    """Return the row of docs/reliability.md about everything that the folder holds."""
    done, found = {kind: progress.totals(kind) for kind in KINDS}, len(progress.findings())
    told = "; ".join(_told(done[kind], kind, progress) for kind in KINDS if done[kind].games)
    minutes = sum(totals.seconds for totals in done.values()) / 60
    return (
        f"| {datetime.now(UTC):%Y-%m-%d} | {commit} | `{command}` | {seed} | {told} "
        f"| {minutes:.1f} min | {os.cpu_count()} | {found} |"
    )


def _told(done: Totals, kind: Kind, progress: Progress) -> str:
    marked = progress.marked(kind).get(MARK)
    return (
        f"{done.games:,} {kind.name} games at {done.tables:,} tables "
        f"in {done.seconds / 60:.1f} min, {done.decisions:,} decisions, "
        f"{done.stalled:,} stopped at the limit of decisions"
        + (f", the first thousand {marked}" if marked else "")
    )


def current_commit() -> str:
    """Return the commit that is checked out, marked if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=8", "--match", "-"]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "-"
    return found.stdout.strip()
