"""Playing the cases: most within the module, some decision by decision in both executors."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.equality import Pair
from engine.compile import layout as at
from engine.compile.program import STALL
from engine.compile.wasm.memory import STATE
from engine.game.interpreter import Move, State
from engine.game.session import Game, Session
from engine.game.wasm_executor import Row, Unfinished
from engine.study.one_game import game_seed
from tests.game.playing import nothing_leaks
from tests.soak.cases import DEEP, KINDS, Chunk, Kind, Table, loaded
from tests.soak.invariants import (
    Pieces,
    goes_back_and_forth,
    in_range,
    is_saved,
    ledgers_add_up,
    pieces,
)

SEEN_EVERY = 40
"""After so many decisions of a deep game it is looked at what a seat may read."""
PAID_EVERY = 8
"""After so many decisions of a deep game the ledgers are added up."""


@dataclass(frozen=True)
class Finding:
    """What went wrong in a case, in words."""

    table: Table
    number: int
    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.kind.name}: {self.what}"


@dataclass
class Played:
    """What came of some cases, in order: of each one a line that says how it ended."""

    rows: list[str] = field(default_factory=list)
    decisions: int = 0
    stalled: int = 0
    """How many games reached the limit of decisions."""
    findings: list[Finding] = field(default_factory=list)


class Tried:
    """A table with both executors ready, and `python -m tests.soak`'s two ways to play at it."""

    def __init__(self, table: Table) -> None:
        """Compile the rules. Raises RulesError."""
        self.table = table
        self.game = Game(loaded(table.name), table.players, dict(table.options))
        self.pair = Pair(self.game.compiled, self.game.interpreter)

        self._dealt: Pieces | None = None

    def bulk(self, seed: int, number: int, played: Played) -> str:
        """Play a game within the module, and check its end; return how it ended."""
        module = self.pair.module
        try:
            (row,) = module.random_games(seed, number, 1)
        except Unfinished as problem:
            if not problem.stalled:
                raise
            played.stalled += 1
            return "stalled"
        state = module.words(STATE, module.emitted.size)
        self._ended(state.tolist(), row)
        played.decisions += row.decisions
        ended = hashlib.sha256(state.tobytes()).hexdigest()[:12]
        return f"{row.decisions} {row.winners} {row.ranks} {ended}"

    def _ended(self, state: State, row: Row) -> None:
        """Check the last position of a game that was played within the module."""
        game = self.game
        assert game.interpreter.over(state), "the game isn't over at its end"
        ranks, winners = game.interpreter.ranks(state), game.interpreter.winners(state)
        found = (state[at.DECISIONS], tuple(winners), tuple(ranks))
        assert found == (row.decisions, row.winners, row.ranks), f"{found} became {row}"
        self._dealt = self._dealt or pieces(game, game.interpreter.start(1))
        assert pieces(game, state) == self._dealt, "pieces came or went"
        in_range(game, state)
        ledgers_add_up(game, state)

    def deep(self, seed: int, number: int, played: Played) -> str:
        """Play a game decision by decision in both executors, with all checks."""
        game = self.game
        session = Session(game, game_seed(seed, number), fair=False)
        dealt = pieces(game, session.state)
        in_range(game, session.state)

        def hear(state: State, move: Move) -> None:
            session.apply(move)
            step = len(session.history)
            assert session.state == state, "the session plays another game"
            assert pieces(game, state) == dealt, "pieces came or went"
            in_range(game, state)
            if step % PAID_EVERY == 0 or session.over:
                ledgers_add_up(game, state)
            if step % SEEN_EVERY == SEEN_EVERY // 5:
                nothing_leaks(game, state, step // SEEN_EVERY % game.players, step)

        self.pair.game(seed, number, hear)
        made = len(session.history)
        assert session.over or made >= STALL, f"the rules stop after {made} decisions"
        played.stalled += not session.over
        played.decisions += made
        goes_back_and_forth(session)
        is_saved(session)
        ended = hashlib.sha256(repr(session.state).encode()).hexdigest()[:12]
        return f"{made} {session.winners} {session.scores} {ended}"


def play(chunk: Chunk, seed: int) -> Played:
    """Play a chunk. All that goes wrong is a finding."""
    played, table, kind = Played(), chunk.table, chunk.kind
    try:
        tried = Tried(table)
    except Exception as problem:
        played.findings.append(Finding(table, chunk.first, kind, in_words(problem)))
        played.rows += [f"{table} refused"] * chunk.games
        return played
    for number in range(chunk.first, chunk.first + chunk.games):
        try:
            ended = (tried.deep if kind is DEEP else tried.bulk)(seed, number, played)
        except Exception as problem:
            ended = "failed"
            played.findings.append(Finding(table, number, kind, in_words(problem)))
        played.rows.append(f"{table} {number} {ended}")
    return played


def in_words(problem: Exception) -> str:
    """Return what went wrong, and where, in one line."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    said = " ".join(f"{type(problem).__name__} {problem}".split())
    return f"{said[:300]} ({last.name}, line {last.lineno}: {last.line})"


def again(case: Sequence[str], seed: int) -> list[Finding]:
    """Play one case in both ways: its ruleset, players, options as `a=1,b=2` or `-`, and number."""
    name, players, options, number = case
    pairs = [pair.split("=") for pair in options.split(",") if options != "-"]
    table = Table(name, int(players), tuple((key, int(value)) for key, value in pairs))
    chunks = [Chunk(kind, table, int(number), 1) for kind in KINDS]
    return [finding for chunk in chunks for finding in play(chunk, seed).findings]
