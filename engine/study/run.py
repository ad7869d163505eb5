"""Carrying out a plan: what has been played before, what is left, who plays it, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from engine.study.batches import Batch, Plan, Tables, Todo
from engine.study.game_table import Games
from engine.study.journal import Journal
from engine.study.workers import local

Progress = Callable[[int], None]


def carry_out(
    plan: Plan,
    counts: Sequence[int],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    path: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> list[Games]:
    """Play so many games of each of a plan's tables; return them.

    `path`: the journal in which they are kept as they are played; with `resume`, what it holds
    already isn't played again. `progress` hears how many games there are. Raises RulesError.
    """
    tables = Tables(plan)
    columns = [tables.ready(number).columns for number in range(len(plan.tables))]
    journal = None
    if path is not None:
        widths = [c.width for c in columns]
        journal = Journal(path, plan.record(), widths, resume=resume)
    batches: list[Batch] = list(journal.batches) if journal else []
    todo = Todo.of(counts, [batch.games for batch in batches])
    total = sum(counts)
    tell = progress or (lambda done: None)
    tell(total - todo.games)
    try:
        with closing(_players(plan, todo, workers, scheduler)) as players:
            done = total - todo.games
            for batch in players:
                batches.append(batch)
                if journal is not None:
                    journal.append(batch)
                done += batch.games.count
                tell(done)
    finally:
        if journal is not None:
            journal.close()
    rows = [[b for b in batches if b.games.table == n] for n in range(len(plan.tables))]
    return [Games(table, columns[n], rows[n], counts[n]) for n, table in enumerate(plan.tables)]


def _players(
    plan: Plan, todo: Todo, workers: int, scheduler: str | None
) -> Generator[Batch, None, None]:
    """Return who plays: workers of this machine, or those of a cluster."""
    if scheduler is None:
        return local(plan, todo, workers)
    from engine.study.cluster import on_cluster

    return on_cluster(plan, todo, scheduler)
