"""Playing a plan's games on several cores of this machine.

Each worker is a process of its own that compiles what it plays once. Only the games' numbers go to
it and only rows come back. A worker that ends on its own is replaced, and the batch that it was
playing is played again; nothing else is lost.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from engine.agents.processes import beside, start_deaf
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.storage.atomic_write import remove_unfinished
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, GameRange, StudyPlan, Todo

PATIENCE = 3
"""So often workers may end by themselves over the same games before the study is given up."""


def local(plan: StudyPlan, todo: Todo, workers: int) -> Generator[Batch, None, None]:
    """Play what there is to do; yield the batches as they come. One worker is this process."""
    if workers == 1 or todo.games < 2:
        yield from _here(plan, todo)
        return
    crew = _Crew(plan, todo, min(workers, todo.games))
    try:
        yield from crew.run()
    finally:
        crew.stop()


def _here(plan: StudyPlan, todo: Todo) -> Iterator[Batch]:
    tables = MatchupRunner(plan)
    while (games := todo.take()) is not None:
        batch = tables.play(games)
        todo.done(batch)
        yield batch


@dataclass
class _Worker:
    """A process, the line to it, and what it is playing."""

    process: BaseProcess
    line: Connection
    games: GameRange | None = None


class _Crew:
    """The workers of one study."""

    def __init__(self, plan: StudyPlan, todo: Todo, count: int) -> None:
        self.plan = plan
        self.todo = todo
        self.count = count
        self.context = beside(__name__)
        self.workers: list[_Worker] = []
        self.lost: dict[tuple[int, int], int] = {}
        self.failed: tuple[GameRange, RulesError] | None = None
        """The first games known to hold one that can't be played, and why."""

    def run(self) -> Iterator[Batch]:
        for _ in range(self.count):
            self._hire()
        while any(map(self._awaited, self.workers)):
            for worker in self._ready():
                batch = self._hear(worker)
                if batch is not None:
                    self.todo.done(batch)
                    yield batch
                if worker in self.workers:
                    self._give(worker)
        if self.failed is not None:
            raise self.failed[1]

    def _awaited(self, worker: _Worker) -> bool:
        """Return whether a worker plays something of which the end has to be heard.

        After an error only what comes before it: whoever plays, the first game that can't be played
        is named.
        """
        games = worker.games
        if games is None or self.failed is None:
            return games is not None
        first = self.failed[0]
        return (games.table, games.first) < (first.table, first.first)

    def stop(self) -> None:
        """End every worker, whatever it is doing."""
        for worker in self.workers:
            worker.line.close()
            worker.process.terminate()
        for worker in self.workers:
            self._join(worker)

    def _join(self, worker: _Worker) -> None:
        """Wait until a worker has ended, and remove the files that it hasn't finished writing."""
        worker.process.join()
        for table in self.plan.tables:
            if table.record is not None and worker.process.pid is not None:
                remove_unfinished(table.record, worker.process.pid)

    def _hire(self) -> None:
        """Begin a worker and give it something to do."""
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_work, args=(theirs, self.plan), daemon=True)
        worker = _Worker(process, ours)
        try:
            start_deaf(process)
        finally:  # Ctrl-C may have been held back
            if process.pid is not None:
                self.workers.append(worker)
        theirs.close()
        self._give(worker)

    def _give(self, worker: _Worker) -> None:
        worker.games = self.todo.take(self.count)
        if worker.games is None:
            return
        with suppress(OSError):  # it has ended; that is heard like any other end
            worker.line.send(worker.games)

    def _ready(self) -> list[_Worker]:
        """Wait until workers have something to say, or have ended."""
        heard = wait([x for w in self.workers for x in (w.line, w.process.sentinel)])
        return [w for w in self.workers if w.line in heard or w.process.sentinel in heard]

    def _hear(self, worker: _Worker) -> Batch | None:
        """Return what a worker has played; a worker that has ended is replaced."""
        try:
            found: Any = worker.line.recv() if worker.line.poll() else None
        except (EOFError, OSError):
            found = None
        if isinstance(found, Exception):
            raise found
        if isinstance(found, Batch):
            worker.games = None
            return found
        if found is None:
            self._replace(worker)
        else:
            self._fail(worker, RulesError(*found))
        return None

    def _fail(self, worker: _Worker, problem: RulesError) -> None:
        """Take note of an error of the rules; nothing new is begun."""
        assert worker.games is not None
        if self._awaited(worker):
            self.failed = worker.games, problem
        worker.games = None
        self.todo.left.clear()

    def _replace(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.line.close()
        self._join(worker)
        games = worker.games
        if games is None and not self.todo.left:
            return
        if games is not None:
            key = games.table, games.first
            self.lost[key] = self.lost.get(key, 0) + 1
            self.todo.back(games)
            if self.lost[key] >= PATIENCE:
                raise _given_up(games, worker.process.exitcode)
        self._hire()


def _given_up(games: GameRange, code: int | None) -> RulesError:
    message = Message(
        "a worker has ended by itself {patience} times (exit code {code}) in "
        "the games {first} to {last}",
        PATIENCE,
        code,
        games.first,
        games.last,
    )
    hint = "is there enough memory? --workers 1 plays in one process"
    return RulesError(Diagnostic(Code.E611, message, hint=hint))


def _work(line: Connection, plan: StudyPlan) -> None:
    """Be a worker: play what comes along the line until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tables = MatchupRunner(plan)
    try:
        while True:
            games = line.recv()
            try:
                line.send(tables.tried(games))
            except MemoryError as problem:
                line.send(problem)
            except Exception as problem:
                told = os.environ.get("CAIRN_TRACEBACK")
                reason = traceback.format_exc() if told else f"{problem!r}"
                line.send(RuntimeError(f"in a worker: {reason}"))
    except (EOFError, OSError):
        return
