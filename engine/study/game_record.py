"""What a study writes down of a game: one row of integers, with the names of its columns.

The row is the contract between those who play games in bulk and those who read studies; whoever
plays, the same game gives the same row. `docs/file-formats.md` lists its columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from engine.agents.agent import Agent, looking_back
from engine.agents.evaluation import final_values
from engine.agents.random_agent import RandomAgent
from engine.compile import layout as at
from engine.compile.program import STALL, as_counted
from engine.compile.wasm.statistics import places, slots
from engine.game.interpreter import Listener, Move, State
from engine.game.observation_history import ObservationHistories
from engine.game.session import Game
from engine.study.ledger_deltas import LedgerDeltas
from engine.study.rule_coverage import RuleCoverage
from engine.study.wins import UNFINISHED

FIXED = (
    "starter", "decisions", "rounds", "ending", "winners", "legal", "single", "widest",
    "lead_changes", "settled",
)  # fmt: skip
STARTER, DECISIONS, ROUNDS, ENDING, WINNERS, LEGAL, SINGLE, WIDEST, CHANGES, SETTLED = range(10)
NOBODY = -1
Chooser = Callable[[State], int]
"""Tells of a position which of the legal moves is chosen."""


class Columns:
    """Where in a row what stands, for one compiled ruleset."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        program = game.compiled.program
        self._slots = slots(game.compiled)
        self.slots: list[tuple[int, str]] = []
        """For each thing that can be chosen: its choice, and the action's name."""
        for choice in program.choices:
            self.slots += [(choice.number, action.name) for action in choice.actions]
            if choice.passing is not None:
                self.slots.append((choice.number, "pass"))
        self.lines = len(game.compiled.lines)
        found = places(game.compiled)
        self.scores, self.places, self.turns = found.scores, found.places, found.turns
        self.taken, self.offered, self.deltas = found.taken, found.offered, found.deltas
        self.bulk = found.width
        """So many columns are there without the close look."""

    @cached_property
    def ledgers(self) -> LedgerDeltas:
        """Return what tells what the lines of a score do."""
        return LedgerDeltas(self.game.interpreter)

    @cached_property
    def watch(self) -> RuleCoverage:
        """Return what looks closely at games; it costs another compilation."""
        return RuleCoverage(self.game)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.names)

    @cached_property
    def names(self) -> list[str]:
        """Return the names of all columns in order."""
        seats = range(1, self.players + 1)
        names = list(FIXED)
        for what in ("score", "place", "turns"):
            names += [f"{what}_{seat}" for seat in seats]
        for what in ("taken", "offered"):
            names += [f"{what}_{choice}_{action}" for choice, action in self.slots]
        for line in range(self.lines):
            names += [f"line_{line}_{seat}" for seat in seats]
        return [*names, "close", *self.watch.columns()]

    def slot(self, choice: int, action: int) -> int:
        """Return the number of what can be chosen: an action of a choice, or its pass (-1)."""
        return self._slots.first[choice] + action if action >= 0 else self._slots.passes[choice]


def row_of(
    columns: Columns,
    dealt: int,
    agents: Sequence[Agent],
    *,
    close: bool,
    chooser: Chooser | None = None,
) -> list[int]:
    """Play a game in the interpreter and return its row. Raises RulesError for what its rules can't
    continue from.

    Without the close look the columns for it are missing. `chooser` says quickly what agents
    choose that don't choose at random. A game that reaches the limit of STALL decisions is stopped.
    """
    watch = columns.watch if close else None
    run = _Run(columns, watch, chooser)
    run.play(dealt, agents)
    return run.row if watch is None else [*run.row, 1, *watch.row()]


def unfinished_row(width: int) -> list[int]:
    """Return the row of a game that was stopped at the limit of STALL decisions."""
    row = [0] * width
    row[DECISIONS], row[WINNERS] = STALL, UNFINISHED
    return row


class _Run:
    """One game while it is played."""

    def __init__(
        self, columns: Columns, watch: RuleCoverage | None, chooser: Chooser | None
    ) -> None:
        self.game = columns.game
        self.columns = columns
        self.interpreter = watch.interpreter if watch else self.game.interpreter
        self.watch = watch
        self.chooser = chooser
        self.row = [0] * columns.bulk
        self.ahead = self.last = NOBODY
        self.following = ObservationHistories(self.game.knowledge, ())

    def play(self, dealt: int, agents: Sequence[Agent]) -> None:
        """Play to the end."""
        interpreter, columns, row = self.interpreter, self.columns, self.row
        listener = Listener(tell=self._hear)
        if self.watch is not None:
            self.watch.clear()
            listener = replace(listener, mark=self.watch.begins)
        looking = () if self.chooser is not None else looking_back(agents)
        self.following = ObservationHistories(self.game.knowledge, looking)
        state = interpreter.start(dealt, listener=listener)
        row[STARTER] = state[at.STARTER]
        for _ in range(STALL):
            if state[at.PC] == at.OVER:
                break
            moves = interpreter.legal(state)
            if self.watch is not None:
                self.watch.look(state)
            choice, seat, active = state[at.PC], state[at.ME], state[at.ACTIVE]
            move = self._chosen(agents[seat], state, moves, seat)
            self.following.see(state, move)
            self._count(choice, moves, move)
            row[columns.turns + seat] += 1
            interpreter.apply(state, move, listener)
            if state[at.ACTIVE] != active or state[at.PC] == at.OVER:
                self._standing(state)
        if state[at.PC] == at.OVER:
            self._finish(state)
        else:
            self.row = unfinished_row(columns.bulk)

    def _chosen(self, agent: Agent, state: State, moves: list[Move], seat: int) -> Move:
        if isinstance(agent, RandomAgent):
            return moves[agent.below(len(moves))]
        if self.chooser is not None:
            return moves[self.chooser(state)]
        return agent.choose(self.game, self.following.information_set(state, seat), moves, seat)

    def _count(self, choice: int, moves: list[Move], move: Move) -> None:
        row, columns = self.row, self.columns
        many = len(moves)
        row[LEGAL] += many
        row[SINGLE] += many == 1
        row[WIDEST] = max(row[WIDEST], many)
        row[columns.taken + columns.slot(choice, move[0])] += 1
        for action in {found[0] for found in moves}:
            row[columns.offered + columns.slot(choice, action)] += 1

    def _hear(self, state: State, number: int) -> None:
        """Note what each line of a score that is paid does for each seat."""
        players = self.columns.players
        for seat in range(players):
            for line, value in self.columns.ledgers.lines(state, number, seat):
                self.row[self.columns.deltas + line * players + seat] += value

    def _standing(self, state: State) -> None:
        """Look at who is ahead now."""
        if self.columns.players < 2:
            return
        values = final_values(self.game.interpreter, state)
        best = max(values)
        ahead = values.index(best) if values.count(best) == 1 else NOBODY
        if ahead == self.ahead:
            return
        self.ahead = ahead
        self.row[SETTLED] = state[at.DECISIONS]
        if ahead != NOBODY:
            self.row[CHANGES] += self.last not in (NOBODY, ahead)
            self.last = ahead

    def _finish(self, state: State) -> None:
        row, columns = self.row, self.columns
        row[DECISIONS], row[ROUNDS] = state[at.DECISIONS], state[at.ROUND]
        row[ENDING] = state[at.ENDED]
        row[WINNERS] = sum(1 << seat for seat in self.interpreter.winners(state))
        ranks = self.interpreter.ranks(state)
        for seat, rank in enumerate(ranks):
            row[columns.scores + seat] = as_counted(self.game.compiled.rankings, rank)
            row[columns.places + seat] = 1 + self._better(state, ranks, seat)

    def _better(self, state: State, ranks: list[tuple[int, ...]], seat: int) -> int:
        """Return how many seats have finished strictly better than a seat."""
        won = state[at.WON]
        if won == at.DRAWN:
            return 0
        if won:
            return 0 if won >> seat & 1 else won.bit_count()
        return sum(rank > ranks[seat] for rank in ranks)
