"""Carrying out a plan: what has been played before, what is left, who plays it, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from engine.study import game_record, result_runner
from engine.study.game_results import GameResults
from engine.study.journal import Journal
from engine.study.matchup_runner import MatchupRunner
from engine.study.plan import Batch, StudyPlan, Todo
from engine.study.unfinished import none_finished
from engine.study.wins import UNFINISHED
from engine.study.workers import local

Progress = Callable[[int], None]
SLOW = "There is no memory for machine code: the interpreter plays, which takes longer."
MOST_ENDLESS = 10
"""When so many games of each table, the first ones, are unfinished, all will be."""


Notice = Callable[[str], None]


class BatchKeeper(Protocol):
    """What keeps batches as they are played."""

    def append(self, batch: Batch) -> None:
        """Keep a batch: it is on the disk when this returns."""


def unnoticed(sentence: str) -> None:
    """Hear a sentence and do nothing."""


class PlayStopped(KeyboardInterrupt):
    """Ctrl-C was heard while games were played."""

    def __init__(self, batches: list[Batch]) -> None:
        """Keep what had been played."""
        super().__init__()
        self.batches = batches


def carry_out(
    plan: StudyPlan,
    counts: Sequence[int],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    path: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    notice: Notice = unnoticed,
) -> list[GameResults]:
    """Play so many games of each of a plan's tables and write everything down; return them.

    `path`: the journal in which they are kept as they are played; with `resume`, what it holds
    already isn't played again. `progress` hears how many games there are, `notice` a sentence on
    how they are played. Raises RulesError, also
    (E506) where none of the first games of any table was finished.
    """
    tables = MatchupRunner(plan)
    columns = [tables.measured(number).columns for number in range(len(plan.tables))]
    journal = None
    if path is not None:
        widths = [c.width for c in columns]
        journal = Journal(path, plan.record(), widths, resume=resume)
    batches: list[Batch] = list(journal.batches) if journal else []
    todo = Todo.of(counts, [batch.games for batch in batches])
    try:
        batches += play_all(
            plan, todo, counts, batches, workers=workers, scheduler=scheduler,
            journal=journal, progress=progress, notice=notice,
        )  # fmt: skip
    finally:
        if journal is not None:
            journal.close()
    rows = [[b for b in batches if b.games.table == n] for n in range(len(plan.tables))]
    return [
        GameResults(table, columns[n], rows[n], counts[n]) for n, table in enumerate(plan.tables)
    ]


def play_all(
    plan: StudyPlan,
    todo: Todo,
    counts: Sequence[int],
    before: Sequence[Batch] = (),
    *,
    workers: int = 1,
    scheduler: str | None = None,
    journal: BatchKeeper | None = None,
    progress: Progress | None = None,
    notice: Notice = unnoticed,
) -> list[Batch]:
    """Play what there is to do of so many games a table; return the batches, which may come in
    any order.

    `before`: those that were played before; `progress` hears how many games there are with them,
    `notice` a sentence on how they are played. Raises RulesError, also (E506) where none of the
    first games of any table was finished, and PlayStopped at Ctrl-C.
    """
    found: list[Batch] = []
    patience, done = _Patience(plan, counts), sum(counts) - todo.games
    for batch in before:
        patience.hear(batch)
    tell = progress or (lambda done: None)
    tell(done)
    slow = False
    try:
        with closing(_players(plan, todo, workers, scheduler)) as players:
            for batch in players:
                found.append(batch)
                if journal is not None:
                    journal.append(batch)
                if batch.slow and not slow:
                    slow = True
                    notice(SLOW)
                patience.hear(batch)
                done += batch.games.count
                tell(done)
    except KeyboardInterrupt:
        raise PlayStopped(found) from None
    return found


class _Patience:
    """Gives a plan up when none of the first games of any table is finished."""

    def __init__(self, plan: StudyPlan, counts: Sequence[int]) -> None:
        self.plan = plan
        self.first = min(MOST_ENDLESS, max(counts))
        self.hoped = [set(range(1, min(self.first, count) + 1)) for count in counts]
        """Of each table those of its first games that may still be finished, or are."""

    def hear(self, batch: Batch) -> None:
        """Take note of a batch. Raises RulesError (E506) to give up."""
        games, table = batch.games, self.plan.tables[batch.games.table]
        place = game_record.WINNERS if table.measured else result_runner.WINNERS
        winners = batch.rows[place :: len(batch.rows) // games.count]
        numbers = range(games.first, games.last + 1)
        ended = zip(numbers, winners, strict=True)
        self.hoped[games.table] -= {n for n, won in ended if won == UNFINISHED}
        if not any(self.hoped):
            raise none_finished(table, self.first, self.plan.seed)


def _players(
    plan: StudyPlan, todo: Todo, workers: int, scheduler: str | None
) -> Generator[Batch, None, None]:
    """Return who plays: workers of this machine, or those of a cluster."""
    if scheduler is None:
        return local(plan, todo, workers)
    from engine.study.cluster import on_cluster

    return on_cluster(plan, todo, scheduler)
