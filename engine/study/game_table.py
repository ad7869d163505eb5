"""The games of one table put together: columns by game, in the order of the games' numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from engine.game.session import Game
from engine.study import game_record as at
from engine.study.game_record import Columns
from engine.study.intervals import Column, Numbers, Whole
from engine.study.plan import Batch, Matchup, Rows


class GameTable:
    """The first so many games of a table, all of them played: a row for each, as integers."""

    def __init__(
        self, table: Matchup, columns: Columns, batches: Iterable[Batch], count: int
    ) -> None:
        """Put batches together; where two hold the same game, they hold the same row."""
        self.table = table
        self.columns = columns
        self.game: Game = columns.game
        self.count = count
        self.players = table.players
        self.rows: Whole = np.array(together(batches, columns.width, count), np.int64)
        self.rows = self.rows.reshape(count, columns.width)

    def column(self, number: int) -> Whole:
        """Return a column, game by game."""
        return self.rows[:, number]

    def by_seat(self, first: int) -> Whole:
        """Return columns that are one for each seat, by game and seat."""
        return self.rows[:, first : first + self.players]

    def sums(self, numbers: Sequence[int]) -> Whole:
        """Return the sum of columns, game by game."""
        found: Whole = self.rows[:, list(numbers)].sum(axis=1)
        return found

    @cached_property
    def close(self) -> int:
        """Return how many games were looked at closely; they are the first ones."""
        return min(self.count, self.table.close)

    def watched(self, name: str) -> Whole:
        """Return a column of the close look by its name, for the games that have it."""
        return self.column(self.columns.names.index(name))[: self.close]

    # -------------------------------------------------------------- seats and places in turn order

    def by_place(self, values: Column, place: int) -> Column:
        """Return of what is given by game and seat that of a place in turn order; 0 begins."""
        seats = (self.column(at.STARTER) + place) % self.players
        return values[np.arange(self.count), seats]

    @cached_property
    def wins(self) -> Numbers:
        """Return by game and seat its part of the win; a shared win counts in equal parts."""
        won = self.column(at.WINNERS)[:, None] >> np.arange(self.players) & 1
        parts: Numbers = won / np.maximum(1, won.sum(axis=1, keepdims=True))
        return parts

    def agents(self) -> list[str]:
        """Return the agents' names, each once, in their order."""
        return list(dict.fromkeys(self.table.seats))

    def seats_of(self, name: str) -> list[list[int]]:
        """Return by game of the turn of seats which seats an agent has in it."""
        turns = range(1, self.players + 1)
        return [
            [s for s, x in enumerate(self.table.seated(number)) if x == name] for number in turns
        ]

    def of_agent(self, name: str, values: Column) -> Numbers:
        """Return the mean over an agent's seats of what is given by game and seat, game by game."""
        seats = np.array(self.seats_of(name))[np.arange(self.count) % self.players]
        found: Numbers = np.take_along_axis(values, seats, axis=1).mean(axis=1)
        return found


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
