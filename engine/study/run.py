"""Carrying out a plan: what has been played before, what is left, who plays it, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from engine.study.game_table import GameTable
from engine.study.journal import Journal
from engine.study.plan import Batch, StudyPlan, Todo
from engine.study.tables import Tables
from engine.study.workers import local

Progress = Callable[[int], None]


def carry_out(
    plan: StudyPlan,
    counts: Sequence[int],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    path: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> list[GameTable]:
    """Play so many games of each of a plan's tables and write everything down; return them.

    `path`: the journal in which they are kept as they are played; with `resume`, what it holds
    already isn't played again. `progress` hears how many games there are. Raises RulesError.
    """
    tables = Tables(plan)
    columns = [tables.measured(number).columns for number in range(len(plan.tables))]
    journal = None
    if path is not None:
        widths = [c.width for c in columns]
        journal = Journal(path, plan.record(), widths, resume=resume)
    batches: list[Batch] = list(journal.batches) if journal else []
    todo = Todo.of(counts, [batch.games for batch in batches])
    try:
        batches += play_all(
            plan, todo, sum(counts) - todo.games, workers=workers, scheduler=scheduler,
            journal=journal, progress=progress,
        )  # fmt: skip
    finally:
        if journal is not None:
            journal.close()
    rows = [[b for b in batches if b.games.table == n] for n in range(len(plan.tables))]
    return [GameTable(table, columns[n], rows[n], counts[n]) for n, table in enumerate(plan.tables)]


def play_all(
    plan: StudyPlan,
    todo: Todo,
    done: int = 0,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    progress: Progress | None = None,
) -> list[Batch]:
    """Play what there is to do; return the batches, which may come in any order.

    `done`: how many games were played before; `progress` hears how many there are with them.
    Raises RulesError.
    """
    found: list[Batch] = []
    tell = progress or (lambda done: None)
    tell(done)
    with closing(_players(plan, todo, workers, scheduler)) as players:
        for batch in players:
            found.append(batch)
            if journal is not None:
                journal.append(batch)
            done += batch.games.count
            tell(done)
    return found


def _players(
    plan: StudyPlan, todo: Todo, workers: int, scheduler: str | None
) -> Generator[Batch, None, None]:
    """Return who plays: workers of this machine, or those of a cluster."""
    if scheduler is None:
        return local(plan, todo, workers)
    from engine.study.cluster import on_cluster

    return on_cluster(plan, todo, scheduler)
