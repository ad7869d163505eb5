"""The work of a study as data: what is played, and what is left to do.

A plan has one or several tables; a table is one ruleset with players, options and agents, and its
games are numbered from 1. Each game depends on the plan's seed, its number and the table, on
nothing else: it doesn't matter who plays it, when, or in which batch. Game n of every table is
dealt with the same seed.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.distribution import VERSION
from engine.rules.load import Loaded

Rows = array  # of 32-bit integers, row after row
CLOSE = 200
"""So many games of a table, the first ones, are looked at closely."""
SECONDS = 1.0
"""About so long a batch takes, once it is known how long a game does."""
MOST = 20_000
"""So many games a batch has at most."""


@dataclass(frozen=True)
class Matchup:
    """What is played: a ruleset under its options by agents. `deals`: games that share a deal.

    With `turning` seats change after each game: in game n, seat s (from 0) is taken by agent
    (s + n - 1) modulo the number of players. With `deals` above 1 so many games in a row have the
    same deal. `measured`: everything that studies tell is written down of each game, else only how
    it ended; only then there may be an `executor` that was asked for, a seat that begins (`first`,
    from 0), and a folder for saves (`record`), the numbers in their names of so many `digits`.
    """

    loaded: Loaded
    options: dict[str, int]
    seats: tuple[str, ...]
    deals: int = 1
    close: int = CLOSE
    turning: bool = True
    measured: bool = True
    executor: str = ""
    first: int = 0
    record: Path | None = None
    digits: int = 4
    policy: str = ""
    """The text of the file of the policy that seats play by, instead of one beside the rules."""

    @property
    def players(self) -> int:
        """Return how many play."""
        return len(self.seats)

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who sits where in a game."""
        return tuple(self.seats[self.agent_at(number, seat)] for seat in range(self.players))

    def agent_at(self, number: int, seat: int) -> int:
        """Return which of the agents sits at a seat in a game."""
        return (seat + number - 1) % self.players if self.turning else seat

    def deal(self, number: int) -> int:
        """Return the number of the deal that a game is played with, from 1."""
        return (number - 1) // self.deals + 1


@dataclass(frozen=True)
class GameRange:
    """Games of a table: `count` of them from game `first` on."""

    table: int
    first: int
    count: int

    @property
    def last(self) -> int:
        """Return the number of the last game."""
        return self.first + self.count - 1


@dataclass(frozen=True)
class Batch:
    """Games that have been played, row after row, and how long it took.

    `slow`: whether the interpreter played them because there was no memory for machine code.
    """

    games: GameRange
    rows: Rows[int]
    seconds: float = 0.0
    slow: bool = False


@dataclass(frozen=True)
class StudyPlan:
    """Everything that decides what a study's games are, but how many."""

    tables: tuple[Matchup, ...]
    seed: int

    def record(self) -> dict[str, Any]:
        """Return what tells this plan's games from another's, as plain data."""
        rows = [
            {
                "ruleset": table.loaded.name,
                "text": table.loaded.digest,
                "options": dict(sorted(table.options.items())),
                "seats": ", ".join(table.seats),
                "games to a deal": table.deals,
                "close look": table.close,
            }
            | ({"policy": _digest(table.policy)} if table.policy else {})
            for table in self.tables
        ]
        return {"tables": rows, "seed": self.seed, "version": VERSION}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@dataclass
class Todo:
    """The games that are still to be played, and how long the played ones took."""

    left: list[GameRange]
    """In order, table by table."""
    speed: dict[int, float] = field(default_factory=dict)
    """Seconds a game, by table."""

    @classmethod
    def of(cls, counts: Sequence[int], done: Iterable[GameRange] = ()) -> Todo:
        """Return what is missing when every table shall have so many games."""
        left: list[GameRange] = []
        known = sorted(done, key=lambda r: (r.table, r.first))
        for table, count in enumerate(counts):
            expected = 1
            for games in [r for r in known if r.table == table]:
                if games.first > expected:
                    upto = min(games.first, count + 1)
                    left.append(GameRange(table, expected, upto - expected))
                expected = max(expected, games.last + 1)
            if expected <= count:
                left.append(GameRange(table, expected, count - expected + 1))
        return cls([r for r in left if r.count > 0])

    @property
    def games(self) -> int:
        """Return how many games are left."""
        return sum(r.count for r in self.left)

    def take(self, workers: int = 1) -> GameRange | None:
        """Take a batch: of the table of which most is left, about a second of playing."""
        if not self.left:
            return None
        remaining: dict[int, int] = {}
        for games in self.left:
            remaining[games.table] = remaining.get(games.table, 0) + games.count
        table = max(remaining, key=lambda t: (remaining[t], -t))
        place = next(i for i, r in enumerate(self.left) if r.table == table)
        games = self.left[place]
        size, fair = self._size(table), -(-self.games // workers)
        count = min(games.count, max(1, min(size, fair), size // 8))
        if count == games.count:
            self.left.pop(place)
            return games
        self.left[place] = GameRange(table, games.first + count, games.count - count)
        return GameRange(table, games.first, count)

    def _size(self, table: int) -> int:
        """Return how many games of a table make a batch."""
        if table not in self.speed:
            return 1
        return min(MOST, int(SECONDS / max(self.speed[table], 1e-9)))

    def done(self, batch: Batch) -> None:
        """Learn from a batch how long games take."""
        if batch.seconds > 0:
            self.speed[batch.games.table] = batch.seconds / batch.games.count

    def back(self, games: GameRange) -> None:
        """Put a batch back that was not played; it comes first."""
        self.left.insert(0, games)
