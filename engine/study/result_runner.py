"""Games of which only the outcome counts: how long they were, the scores, who won."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property

from engine.agents.registry import make_agent
from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Session
from engine.game.wasm_executor import Module
from engine.study.entrants import game_of
from engine.study.fast import GameResult, fast_results, unfinished
from engine.study.one_game import (
    agent_seed,
    final_scores,
    game_seed,
    naming_game,
    played,
    recorded,
)
from engine.study.plan import Matchup, Rows
from engine.study.wasm_policies import seated, seating
from engine.study.wins import UNFINISHED

DECISIONS, WINNERS, SCORES = range(3)
"""The columns: decisions, winners as bits, and from the third on a score for each seat."""


class ResultRunner:
    """Plays the games of one table."""

    def __init__(self, table: Matchup, seed: int) -> None:
        self.table, self.seed = table, seed
        self.game = game_of(table)
        self.width = SCORES + table.players
        self.slow = False
        """Whether there was no memory for machine code."""

    def play(self, first: int, count: int) -> Rows[int]:
        """Return the rows of games by their numbers, one after another."""
        rows: Rows[int] = array("i")
        for decisions, scores, winners in self.results(first, count):
            rows.append(decisions)
            rows.append(UNFINISHED if winners is None else sum(1 << seat for seat in winners))
            rows.extend(scores)
        return rows

    def results(self, first: int, count: int) -> Iterator[GameResult]:
        """Yield the results of games by their numbers."""
        module = self.module
        if module is not None:
            yield from fast_results(module, self.seed, first, count, self.one)
        else:
            yield from map(self.one, range(first, first + count))

    @cached_property
    def module(self) -> Module | None:
        """Return what plays fast; None where the interpreter is to play."""
        if self.table.executor != "wasm":
            return None
        try:
            return self._module()
        except MemoryError:
            self.slow = True
            return None

    def _module(self) -> Module:
        how = seating(self.table.seats)
        assert how is not None
        module = seated(self.game, how)
        module.first(self.table.first)
        return module

    def one(self, number: int) -> GameResult:
        """Play one game in the interpreter; an error says in which game it was met."""
        dealt = game_seed(self.seed, number)
        with naming_game(number, dealt):
            state = self._played(number, dealt)
        if not self.game.interpreter.over(state):
            return unfinished(self.table.players)
        scores = tuple(final_scores(self.game, state))
        return GameResult(state[at.DECISIONS], scores, tuple(self.game.interpreter.winners(state)))

    def _played(self, number: int, dealt: int) -> State:
        table = self.table
        seats = enumerate(table.seats, 1)
        agents = [make_agent(name, agent_seed(self.seed, number, seat)) for seat, name in seats]
        if table.record is not None:
            session = Session(self.game, dealt, starter=table.first)
            path = table.record / f"{number:0{table.digits}}.save"
            return recorded(session, agents, table.seats, path)
        return played(self.game, dealt, agents, table.first)
