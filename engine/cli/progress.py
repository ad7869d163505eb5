"""Progress of long work: a bar on the terminal beside the output, nothing where there is none."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OFTEN = 0.1
"""Seconds between two drawings."""


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield what to tell how much is done; the bar goes away when it is finished or stopped."""
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
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(title, total=total)
        last = 0.0

        def update(done: int) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= OFTEN or done == total:
                last = now
                bar.update(task, completed=done)

        yield update
