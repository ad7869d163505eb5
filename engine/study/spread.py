"""A simulation's games on several cores: each worker is a process that plays runs of games.

Results come back in the order of the games, so it makes no difference who played which. They come
as arrays, a few for a whole run: to send each by itself would take longer than to play it.
"""

from __future__ import annotations

import multiprocessing
import signal
from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.study.fast import Result

if TYPE_CHECKING:
    from engine.study.simulate import Job, Playing

RUN = {"wasm": 20_000, "interpreter": 50}
SEATED = 1_000
"""How many games a worker is given at once at most; so many if not all seats are random."""
_here: Playing | None = None
"""In a worker: what it plays."""

AHEAD = 3
"""So many runs for each worker are handed out before the first of them is used."""


@dataclass(frozen=True)
class Run:
    """The results of a run of games, column by column; the winners of each as bits."""

    decisions: array[int]
    winners: array[int]
    scores: tuple[array[int], ...]

    @classmethod
    def of(cls, results: Iterable[Result], seats: int) -> Run:
        """Put results together."""
        found = cls(array("q"), array("Q"), tuple(array("q") for _ in range(seats)))
        for decisions, scores, winners in results:
            found.decisions.append(decisions)
            found.winners.append(sum(1 << seat for seat in winners))
            for column, score in zip(found.scores, scores, strict=True):
                column.append(score)
        return found

    def results(self) -> Iterator[Result]:
        """Yield the results again."""
        seats = range(len(self.scores))
        known = {bits: tuple(s for s in seats if bits >> s & 1) for bits in set(self.winners)}
        winners = map(known.__getitem__, self.winners)
        return map(Result, self.decisions, zip(*self.scores, strict=True), winners)


Answer = Run | tuple[Diagnostic, ...]


def spread(job: Job, games: int, workers: int) -> Iterator[Result]:
    """Yield the results of the games from 1 on. Raises RulesError as playing them here would."""
    most = RUN[job.executor] if set(job.seats) == {"random"} else min(SEATED, RUN[job.executor])
    run = max(1, min(most, -(-games // (4 * workers))))
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(workers, -(-games // run)), context, _begin, (job,))
    try:
        shares: deque[Future[Answer]] = deque()
        for first in range(1, games + 1, run):
            shares.append(pool.submit(_play, first, min(run, games + 1 - first)))
            if len(shares) >= AHEAD * workers:
                yield from _answer(shares.popleft()).results()
        while shares:
            yield from _answer(shares.popleft()).results()
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _answer(share: Future[Answer]) -> Run:
    try:
        found = share.result()
    except BrokenProcessPool:
        hint = "is there enough memory? --workers 1 plays in one process"
        raise RulesError(Diagnostic(Code.E611, "a worker has ended by itself", hint=hint)) from None
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
        return Run.of(_here.results(first, count), _here.job.players)
    except RulesError as problem:
        return problem.diagnostics
