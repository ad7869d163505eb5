"""A simulation's games on several cores: each worker is a process that plays runs of games.

Results come back in the order of the games, so it makes no difference who played which.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from engine.language.diagnostics import Diagnostic, RulesError
from engine.study.fast import Result

if TYPE_CHECKING:
    from engine.study.simulate import Job, Playing

RUN = {"wasm": 20_000, "interpreter": 50}
"""How many games a worker is given at once at most."""
_here: Playing | None = None
"""In a worker: what it plays."""

Answer = list[Result] | tuple[Diagnostic, ...]


def spread(job: Job, games: int, workers: int) -> Iterator[Result]:
    """Yield the results of the games from 1 on. Raises RulesError as playing them here would."""
    run = max(1, min(RUN[job.executor], -(-games // (4 * workers))))
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(workers, -(-games // run)), context, _begin, (job,))
    try:
        shares = [
            pool.submit(_play, first, min(run, games + 1 - first))
            for first in range(1, games + 1, run)
        ]
        for share in shares:
            yield from _answer(share)
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _answer(share: Future[Answer]) -> list[Result]:
    try:
        found = share.result()
    except BrokenProcessPool:
        hint = "is there enough memory? --workers 1 plays in one process"
        raise RulesError(Diagnostic("E611", "a worker has ended by itself", hint=hint)) from None
    if isinstance(found, tuple):
        raise RulesError(*found)
    return found


def _begin(job: Job) -> None:
    """Become a worker. Ctrl-C ends it at once: whoever gave it work hears it too."""
    global _here
    from engine.study.simulate import Playing

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _here = Playing(job)


def _play(first: int, count: int) -> Answer:
    assert _here is not None
    try:
        return list(_here.results(first, count))
    except RulesError as problem:
        return problem.diagnostics
