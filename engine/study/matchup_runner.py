"""A plan's tables, each compiled when it is first needed, and how their games are played."""

from __future__ import annotations

import itertools
import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, partial

from engine.agents.registry import make_agent
from engine.agents.threads import in_threads
from engine.game.interpreter import State
from engine.game.wasm_executor import Module, Stopped
from engine.language.diagnostics import Diagnostic, RulesError
from engine.study.entrants import game_of
from engine.study.game_record import Chooser, Columns, row_of
from engine.study.one_game import agent_seed, game_seed, naming_game
from engine.study.plan import Batch, GameRange, Matchup, Rows, StudyPlan
from engine.study.result_runner import ResultRunner
from engine.study.wasm_batch_runner import WasmBatchRunner, bulk_for
from engine.study.wasm_policies import seated, seating, unplayable

LEAST, GREATEST = -0x80000000, 0x7FFFFFFF


class MatchupRunner:
    """Plays a plan's games. Each table is compiled when it is first needed, and then kept."""

    def __init__(self, plan: StudyPlan) -> None:
        self.plan = plan
        self._ready: dict[int, InstrumentedRunner | ResultRunner] = {}

    def play(self, games: GameRange) -> Batch:
        """Play a range of games. Raises RulesError, with the game's number, for what can't be."""
        ready = self.ready(games.table)
        started = time.perf_counter()
        rows = ready.play(games.first, games.count)
        return Batch(games, rows, time.perf_counter() - started, ready.slow)

    def tried(self, games: GameRange) -> Batch | tuple[Diagnostic, ...]:
        """Play a range of games, or return what is wrong: what goes from process to process."""
        try:
            return self.play(games)
        except RulesError as problem:
            return problem.diagnostics

    def ready(self, number: int) -> InstrumentedRunner | ResultRunner:
        """Return a table, compiled."""
        if number not in self._ready:
            table = self.plan.tables[number]
            made = InstrumentedRunner if table.measured else ResultRunner
            self._ready[number] = made(table, self.plan.seed)
        return self._ready[number]

    def measured(self, number: int) -> InstrumentedRunner:
        """Return a table of which everything is written down, compiled."""
        found = self.ready(number)
        assert isinstance(found, InstrumentedRunner)
        return found


class InstrumentedRunner:
    """One table of which everything is written down, compiled."""

    def __init__(self, table: Matchup, seed: int) -> None:
        self.table = table
        self.seed = seed
        self.game = game_of(table)
        self.columns = Columns(self.game)
        self.slow = False
        """Whether there was no memory for machine code."""

    @cached_property
    def bulk(self) -> WasmBatchRunner | None:
        """Return what plays games faster, if these seats can be played so."""
        try:
            return bulk_for(self.game, self.table.seats, self.table.deals)
        except MemoryError:
            self.slow = True
            return None

    @cached_property
    def closely(self) -> WasmBatchRunner | None:
        """Return what plays games that are looked at closely faster, if that can be."""
        try:
            return bulk_for(self.game, self.table.seats, self.table.deals, self.columns.watch)
        except MemoryError:
            self.slow = True
            return None

    @cached_property
    def seats(self) -> Module | None:
        """Return what chooses faster than the agents would, if that can be."""
        how = seating(self.table.seats)
        if how is None or how.random or unplayable(self.game, self.table.seats):
            return None
        try:
            return seated(self.game, how, turning=True, deals=self.table.deals)
        except MemoryError:
            self.slow = True
            return None

    def play(self, first: int, count: int) -> Rows[int]:
        """Return the rows of games by their numbers; the table's first ones are looked at closely.

        Raises RulesError, with the game's number, for what can't be played.
        """
        rows: Rows[int] = array("i")
        numbers = range(first, first + count)
        close = [n for n in numbers if n <= self.table.close]
        found = self.closely.rows(self.seed, first, len(close)) if close and self.closely else ()
        for number, row in itertools.zip_longest(close, found):
            rows.extend(row if row is not None else self.close_look(number))
        rest = numbers[len(close) :]
        if rest:
            self.bulk_rows(rest, rows)
        return rows

    def close_look(self, number: int) -> list[int]:
        """Play a game that is looked at closely."""
        seats = self.seats
        if seats is not None:
            with suppress(Stopped):  # the agents say what is wrong, if anything is
                seats.sit(self.seed, number)
                return self._one(number, close=True, chooser=partial(_chosen, seats))
        return self._one(number, close=True)

    def _one(self, number: int, *, close: bool, chooser: Chooser | None = None) -> list[int]:
        dealt = game_seed(self.seed, self.table.deal(number))
        names = self.table.seated(number)
        agents = [make_agent(x, agent_seed(self.seed, number, s)) for s, x in enumerate(names, 1)]
        with naming_game(number, dealt):
            row = row_of(self.columns, dealt, agents, close=close, chooser=chooser)
        return [min(max(value, LEAST), GREATEST) for value in row]

    def bulk_rows(self, numbers: Sequence[int], rows: Rows[int]) -> None:
        """Play games without the close look and append their rows, zeros in its columns."""
        rest = [0] * (self.columns.width - self.columns.bulk)
        found = self.bulk.rows(self.seed, numbers[0], len(numbers)) if self.bulk else ()
        for number, row in itertools.zip_longest(numbers, found):
            rows.extend(row if row is not None else self._one(number, close=False))
            rows.extend(rest)


def _chosen(seats: Module, state: State) -> int:
    """Return what is chosen; Ctrl-C is heard while a seat searches."""
    if seats.emitted.search:
        return in_threads([partial(seats.chosen, state)], seats.stop)[0]
    return seats.chosen(state)
