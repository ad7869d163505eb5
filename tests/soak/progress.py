"""The games that a run has played: a database in a folder, so that a stopped run can continue."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.soak.cases import Chunk, Kind
from tests.soak.play import Played

MADE = """
create table if not exists run (seed integer not null, names text not null);
create table if not exists chunks (
  kind text, place integer, "table" text not null, games integer not null,
  decisions integer not null, stalled integer not null, seconds real not null, sum text not null,
  primary key (kind, place));
create table if not exists marks (kind text, cases integer, sum text, primary key (kind, cases));
create table if not exists findings (what text primary key);
"""
MARK = 1000
"""After so many cases a sum of them is kept, by which two runs can be compared."""


@dataclass(frozen=True)
class Totals:
    """What has been played of a kind, and the sum over how every case ended."""

    chunks: int
    tables: int
    games: int
    decisions: int
    stalled: int
    seconds: float
    sum: str


class Progress:
    """The cases that were played, by their chunks; a chunk is kept as a whole or not at all."""

    def __init__(self, folder: Path, seed: int, names: Sequence[str]) -> None:
        """Open a folder's progress. Raises ValueError if other cases were played in it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(folder / "soak.sqlite")
        self._file.executescript(MADE)
        wanted = seed, " ".join(names)
        found = self._file.execute("select seed, names from run").fetchone()
        if found is None:
            with self._file:
                self._file.execute("insert into run values (?, ?)", wanted)
        elif found != wanted:
            self.close()
            raise ValueError(f"{folder} has a run with the seed {found[0]} of {found[1]}")

    def close(self) -> None:
        """Close the database."""
        self._file.close()

    def totals(self, kind: Kind) -> Totals:
        """Return what has been played of a kind."""
        row = self._file.execute(
            'select count(*), count(distinct "table"), total(games), total(decisions), '
            "total(stalled), total(seconds) from chunks where kind = ?",
            (kind.name,),
        ).fetchone()
        sums = self.sums(kind)
        chunks, tables, games, decisions, stalled, seconds = row
        sum = sums[-1][1] if sums else ""
        return Totals(chunks, tables, int(games), int(decisions), int(stalled), seconds, sum)

    def add(self, chunk: Chunk, played: Played, seconds: float) -> None:
        """Keep what came of the next chunk of its kind."""
        before, name = self.totals(chunk.kind), chunk.kind.name
        sum, marks = before.sum, []
        for cases, row in enumerate(played.rows, before.games + 1):
            sum = hashlib.sha256(f"{sum} {row}".encode()).hexdigest()[:16]
            if cases % MARK == 0:
                marks.append((name, cases, sum))
        with self._file:
            self._file.execute(
                "insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?)",
                (name, before.chunks, str(chunk.table), chunk.games, played.decisions,
                 played.stalled, seconds, sum),
            )  # fmt: skip
            self._file.executemany("insert into marks values (?, ?, ?)", marks)
            found = [(str(finding),) for finding in played.findings]
            self._file.executemany("insert or ignore into findings values (?)", found)

    def sums(self, kind: Kind) -> list[tuple[str, str]]:
        """Return the table of each chunk, and the sum over how the cases up to its end ended."""
        return self._file.execute(
            'select "table", sum from chunks where kind = ? order by place', (kind.name,)
        ).fetchall()

    def marked(self, kind: Kind) -> dict[int, str]:
        """Return the sum over how the first thousand cases ended, the first two thousand, ..."""
        return dict(self._file.execute("select cases, sum from marks where kind = ?", (kind.name,)))

    def findings(self) -> list[str]:
        """Return what went wrong."""
        return [row[0] for row in self._file.execute("select what from findings")]
