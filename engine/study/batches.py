"""The work of a study as data: what is played, in which batches, and how a batch is played.

A plan has one or several tables; a table is one ruleset with players, options and agents, and its
games are numbered from 1. Each game depends on the plan's seed, its number and the table, on
nothing else: it doesn't matter who plays it, when, or in which batch. Game n of every table is
dealt with the same seed.
"""

from __future__ import annotations

import itertools
import time
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from engine.agents.registry import make_agent
from engine.game.interpreter import State
from engine.game.session import Game
from engine.game.wasm_executor import Module, Stopped
from engine.language.diagnostics import RulesError
from engine.rules.load import Loaded
from engine.study.bulk import Bulk, bulk_for
from engine.study.fast import interruptible
from engine.study.game_record import Chooser, Columns, Player
from engine.study.simulate import agent_seed, game_seed
from engine.study.wasm_policies import seated, seating, unplayable

Rows = array  # of 32-bit integers, row after row
CLOSE = 200
"""So many games of a table, the first ones, are looked at closely."""
SECONDS = 1.0
"""About so long a batch takes, once it is known how long a game does."""
MOST = 5000
LEAST, GREATEST = -0x80000000, 0x7FFFFFFF


@dataclass(frozen=True)
class Table:
    """What is played: a ruleset under its options by agents. `deals`: games that share a deal.

    Seats change after each game: in game n, seat s (from 0) is taken by agent (s + n - 1) modulo
    the number of players. With `deals` above 1 so many games in a row have the same deal.
    """

    loaded: Loaded
    options: dict[str, int]
    seats: tuple[str, ...]
    deals: int = 1
    close: int = CLOSE

    @property
    def players(self) -> int:
        """Return how many play."""
        return len(self.seats)

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who sits where in a game."""
        return tuple(self.seats[self.agent_at(number, seat)] for seat in range(self.players))

    def agent_at(self, number: int, seat: int) -> int:
        """Return which of the agents sits at a seat in a game."""
        return (seat + number - 1) % self.players

    def deal(self, number: int) -> int:
        """Return the number of the deal that a game is played with, from 1."""
        return (number - 1) // self.deals + 1


@dataclass(frozen=True)
class Range:
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
    """Games that have been played, row after row, and how long it took."""

    games: Range
    rows: Rows[int]
    seconds: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a study's games are, but how many."""

    tables: tuple[Table, ...]
    seed: int

    def record(self) -> dict[str, Any]:
        """Return what tells this plan's games from another's, as plain data."""
        from importlib.metadata import version

        rows = [
            {
                "ruleset": table.loaded.name,
                "text": table.loaded.digest,
                "options": dict(sorted(table.options.items())),
                "seats": ", ".join(table.seats),
                "games to a deal": table.deals,
                "close look": table.close,
            }
            for table in self.tables
        ]
        return {"tables": rows, "seed": self.seed, "version": version("cairn")}


class Tables:
    """Plays a plan's games. Each table is compiled when it is first needed, and then kept."""

    def __init__(self, plan: Plan) -> None:
        """Prepare for a plan."""
        self.plan = plan
        self._ready: dict[int, _Ready] = {}

    def play(self, games: Range) -> Batch:
        """Play a range of games. Raises RulesError, with the game's number, for what can't be."""
        ready = self.ready(games.table)
        started = time.perf_counter()
        rows: Rows[int] = array("i")
        numbers = range(games.first, games.first + games.count)
        close = [n for n in numbers if n <= ready.table.close]
        for number in close:
            rows.extend(ready.closely(number))
        rest = numbers[len(close) :]
        if rest:
            ready.bulk_rows(rest, rows)
        return Batch(games, rows, time.perf_counter() - started)

    def ready(self, table: int) -> _Ready:
        """Return a table that has been compiled."""
        if table not in self._ready:
            self._ready[table] = _Ready(self.plan.tables[table], self.plan.seed)
        return self._ready[table]


class _Ready:
    """One table, compiled."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.seed = seed
        self.game = Game(table.loaded, table.players, table.options)
        self.columns = Columns(self.game)
        self.player = Player(self.game, self.columns)

    @cached_property
    def bulk(self) -> Bulk | None:
        """Return what plays games faster, if these seats can be played so."""
        return bulk_for(self.game, self.table.seats, self.table.deals)

    @cached_property
    def seats(self) -> Module | None:
        """Return what chooses faster than the agents would, if that can be."""
        how = seating(self.table.seats)
        if how is None or how.random or unplayable(self.game.compiled, self.table.seats):
            return None
        return seated(self.game, how, turning=True, deals=self.table.deals)

    def closely(self, number: int) -> list[int]:
        """Play a game that is looked at closely."""
        seats = self.seats
        if seats is not None:
            with suppress(Stopped):  # the agents say what is wrong, if anything is
                seats.sit(self.seed, number)
                return self._one(number, closely=True, chooser=partial(_chosen, seats))
        return self._one(number, closely=True)

    def _one(self, number: int, *, closely: bool, chooser: Chooser | None = None) -> list[int]:
        dealt = game_seed(self.seed, self.table.deal(number))
        names = self.table.seated(number)
        agents = [make_agent(x, agent_seed(self.seed, number, s)) for s, x in enumerate(names, 1)]
        try:
            row = self.player.row(dealt, agents, closely=closely, chooser=chooser)
        except RulesError as problem:
            note = f"in game {number}, dealt with the seed {dealt}"
            found = [replace(d, notes=(*d.notes, note)) for d in problem.diagnostics]
            raise RulesError(*found) from None
        return [min(max(value, LEAST), GREATEST) for value in row]

    def bulk_rows(self, numbers: Sequence[int], rows: Rows[int]) -> None:
        """Play games without the close look and append their rows, zeros in its columns."""
        rest = [0] * (self.columns.width - self.columns.bulk)
        found = self.bulk.rows(self.seed, numbers[0], len(numbers)) if self.bulk else ()
        for number, row in itertools.zip_longest(numbers, found):
            rows.extend(row if row is not None else self._one(number, closely=False))
            rows.extend(rest)


def _chosen(seats: Module, state: State) -> int:
    """Return what is chosen; Ctrl-C is heard while a seat searches."""
    if seats.emitted.search:
        return interruptible(seats, lambda: seats.chosen(state))
    return seats.chosen(state)


@dataclass
class Todo:
    """The games that are still to be played, and how long the played ones took."""

    left: list[Range]
    """In order, table by table."""
    speed: dict[int, float] = field(default_factory=dict)
    """Seconds a game, by table."""

    @classmethod
    def of(cls, counts: Sequence[int], done: Iterable[Range] = ()) -> Todo:
        """Return what is missing when every table shall have so many games."""
        left: list[Range] = []
        known = sorted(done, key=lambda r: (r.table, r.first))
        for table, count in enumerate(counts):
            expected = 1
            for games in [r for r in known if r.table == table]:
                if games.first > expected:
                    upto = min(games.first, count + 1)
                    left.append(Range(table, expected, upto - expected))
                expected = max(expected, games.last + 1)
            if expected <= count:
                left.append(Range(table, expected, count - expected + 1))
        return cls([r for r in left if r.count > 0])

    @property
    def games(self) -> int:
        """Return how many games are left."""
        return sum(r.count for r in self.left)

    def take(self, workers: int = 1) -> Range | None:
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
        self.left[place] = Range(table, games.first + count, games.count - count)
        return Range(table, games.first, count)

    def _size(self, table: int) -> int:
        """Return how many games of a table make a batch."""
        if table not in self.speed:
            return 4
        return min(MOST, int(SECONDS / max(self.speed[table], 1e-9)))

    def done(self, batch: Batch) -> None:
        """Learn from a batch how long games take."""
        if batch.seconds > 0:
            self.speed[batch.games.table] = batch.seconds / batch.games.count

    def back(self, games: Range) -> None:
        """Put a batch back that was not played; it comes first."""
        self.left.insert(0, games)
