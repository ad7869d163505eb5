"""Progress of long work: a bar on the terminal beside the output, nothing where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OFTEN = 0.1
"""Seconds between two drawings."""


@contextmanager
def progress(title: str, total: int, patience: float = 0.0) -> Iterator[Callable[[float], None]]:
    """Yield what to tell how much is done; the bar goes away when it is finished or stopped.

    It is only shown when the work takes longer than `patience`, in seconds.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=total)
    began, last = time.monotonic(), 0.0

    def update(done: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - began >= patience and not bar.live.is_started:
            bar.start()
        if now - last >= OFTEN or done == total:
            last = now
            bar.update(task, completed=done)

    try:
        update(0)
        yield update
    finally:
        bar.stop()
