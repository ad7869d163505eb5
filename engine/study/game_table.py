"""The games of one table put together: columns by game, in the order of the games' numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import add

from engine.game.session import Game
from engine.study import game_record as at
from engine.study.game_record import Columns
from engine.study.plan import Batch, Matchup, Rows


class GameTable:
    """The first so many games of a table, all of them played.

    Its columns are arrays of Python's own: what reads them counts, sorts and writes numbers one by
    one, for which those of NumPy would first be made into Python's.
    """

    def __init__(
        self, table: Matchup, columns: Columns, batches: Iterable[Batch], count: int
    ) -> None:
        """Put batches together; where two hold the same game, they hold the same row."""
        self.table = table
        self.columns = columns
        self.game: Game = columns.game
        self.count = count
        self.players = table.players
        self.rows = together(batches, columns.width, count)
        self._kept: dict[int, Rows[int]] = {}

    def column(self, number: int) -> Rows[int]:
        """Return a column, game by game."""
        if number not in self._kept:
            self._kept[number] = self.rows[number :: self.columns.width]
        return self._kept[number]

    def sums(self, numbers: Sequence[int]) -> Sequence[int]:
        """Return the sum of columns, game by game."""
        if not numbers:
            return [0] * self.count
        total: Sequence[int] = self.column(numbers[0])
        for number in numbers[1:]:
            total = list(map(add, total, self.column(number)))
        return total

    @cached_property
    def close(self) -> int:
        """Return how many games were looked at closely; they are the first ones."""
        return min(self.count, self.table.close)

    def watched(self, number: int) -> Rows[int]:
        """Return a column of the close look, for the games that have it."""
        return self.column(self.columns.watched + number)[: self.close]

    # -------------------------------------------------------------- seats and places in turn order

    def seat_of(self, place: int) -> Sequence[int]:
        """Return which seat has the place in turn order, game by game; 0 begins."""
        starters = self.column(at.STARTER)
        return [(starter + place) % self.players for starter in starters]

    def by_place(self, first: int, place: int) -> Sequence[int]:
        """Return of columns that are one for each seat the one of a place in turn order."""
        return self.picked(first, self.seat_of(place))

    def picked(self, first: int, seats: Sequence[int]) -> Sequence[int]:
        """Return of columns that are one for each seat that of a seat, game by game."""
        columns = [self.column(first + seat) for seat in range(self.players)]
        return [columns[seat][game] for game, seat in enumerate(seats)]

    @cached_property
    def wins(self) -> list[list[float]]:
        """Return for each seat its part of the win, game by game; a shared win counts in parts."""
        parts: dict[int, list[float]] = {}
        for bits in set(self.column(at.WINNERS)):
            part = 1 / max(1, bits.bit_count())
            parts[bits] = [part if bits >> seat & 1 else 0.0 for seat in range(self.players)]
        winners = self.column(at.WINNERS)
        return [[parts[bits][seat] for bits in winners] for seat in range(self.players)]

    def agents(self) -> list[str]:
        """Return the agents' names, each once, in their order."""
        return list(dict.fromkeys(self.table.seats))

    def seats_of(self, name: str) -> list[list[int]]:
        """Return by game of the turn of seats which seats an agent has in it."""
        turns = range(1, self.players + 1)
        return [
            [s for s, x in enumerate(self.table.seated(number)) if x == name] for number in turns
        ]

    def of_agent(self, name: str, seats: Sequence[Sequence[float]]) -> list[float]:
        """Return the mean over an agent's seats of what is given by seat, game by game."""
        turns = self.seats_of(name)
        many = len(turns[0])
        return [
            sum(seats[seat][game] for seat in turns[game % len(turns)]) / many
            for game in range(self.count)
        ]


def together(batches: Iterable[Batch], width: int, count: int) -> Rows[int]:
    """Return the rows of the first games in order."""
    rows: Rows[int] = array("i")
    have = 0
    for batch in sorted(batches, key=lambda b: (b.games.first, -b.games.count)):
        new = min(batch.games.last, count) - have
        if new <= 0:
            continue
        begin = have + 1 - batch.games.first
        assert begin >= 0, f"game {have + 1} is missing"
        rows.extend(batch.rows[begin * width : (begin + new) * width])
        have += new
    assert have == count, f"{have} games of {count}"
    return rows
