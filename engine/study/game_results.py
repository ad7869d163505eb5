"""The games of one table put together: columns by game, in the order of the games' numbers.

Games that were stopped before their end are counted and otherwise left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from copy import copy

import numpy as np

from engine.compile.wasm.move_keys import sides
from engine.game.session import Game
from engine.study import game_record as at
from engine.study.game_record import Columns
from engine.study.intervals import Column, Numbers, Whole
from engine.study.plan import Batch, Matchup, Rows
from engine.study.wins import UNFINISHED, ties, wins


class GameResults:
    """The finished ones of the first so many games of a table: a row for each, as integers."""

    def __init__(
        self, table: Matchup, columns: Columns, batches: Iterable[Batch], count: int
    ) -> None:
        """Put batches together; where two hold the same game, they hold the same row."""
        self.table = table
        self.columns = columns
        self.game: Game = columns.game
        self.players = table.players
        self.sides = sides(columns.game.compiled)
        rows: Whole = np.array(together(batches, columns.width, count), np.int64)
        rows = rows.reshape(count, columns.width)
        finished = rows[:, at.WINNERS] != UNFINISHED
        self.numbers: Whole = np.arange(1, count + 1)[finished]
        self.rows: Whole = rows[finished]
        self.unfinished = count - len(self.numbers)

    @property
    def count(self) -> int:
        """Return how many games were finished."""
        return len(self.numbers)

    def among(self, numbers: Whole) -> GameResults:
        """Return the table with only those of its games that have one of some numbers."""
        if np.isin(self.numbers, numbers).all():
            return self
        kept, found = np.isin(self.numbers, numbers), copy(self)
        found.numbers, found.rows = self.numbers[kept], self.rows[kept]
        return found

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

    @property
    def close(self) -> int:
        """Return how many games were looked at closely; they are the first ones."""
        return int((self.numbers <= self.table.close).sum())

    def watched(self, name: str) -> Whole:
        """Return a column of the close look by its name, for the games that have it."""
        return self.column(self.columns.names.index(name))[: self.close]

    # -------------------------------------------------------------- seats and places in turn order

    def by_place(self, values: Column, place: int) -> Column:
        """Return of what is given by game and seat that of a place in turn order; 0 begins."""
        seats = (self.column(at.STARTER) + place) % self.players
        return values[np.arange(self.count), seats]

    @property
    def wins(self) -> Whole:
        """Return by game and seat 1 where its side wins without any other, else 0."""
        return wins(self.column(at.WINNERS), self.players, self.sides)

    @property
    def ties(self) -> Whole:
        """Return by game and seat 1 where its side shares a win with others, else 0."""
        return ties(self.column(at.WINNERS), self.players, self.sides)

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
        seats = np.array(self.seats_of(name))[(self.numbers - 1) % self.players]
        found: Numbers = np.take_along_axis(values, seats, axis=1).mean(axis=1)
        return found


def unbroken(batches: Iterable[Batch]) -> int:
    """Return how many games of a table were played from the first one on without a gap."""
    have = 0
    for batch in sorted(batches, key=lambda b: b.games.first):
        if batch.games.first > have + 1:
            break
        have = max(have, batch.games.last)
    return have


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
