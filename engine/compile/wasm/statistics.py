"""What a module for studies has beside the rest: counts of what is chosen, gauges of ledger lines.

The columns are those of `engine.study.game_record`; here are their places in a row, in integers.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.ledger_deltas import gauged
from engine.compile.lower import Compiled
from engine.compile.program import Function, Note, Tell
from engine.compile.wasm.memory import CHANCE, STATE, Memory
from engine.compile.wasm.move_keys import Keys

FIXED = 10
"""How many columns there are in every game; see measured.wat."""


@dataclass(frozen=True)
class Slots:
    """Where the counts of what can be chosen stand: by choice, the first action and the pass."""

    first: tuple[int, ...]
    passes: tuple[int, ...]
    count: int


def slots(compiled: Compiled) -> Slots:
    """Return the slots of a program: of each choice its actions in order, then its pass."""
    first, passes, count = [], [], 0
    for choice in compiled.program.choices:
        first.append(count)
        count += len(choice.actions)
        passes.append(count)
        count += choice.passing is not None
    return Slots(tuple(first), tuple(passes), count)


@dataclass(frozen=True)
class Places:
    """Where in a row what stands, in integers, and how many there are."""

    scores: int
    places: int
    turns: int
    taken: int
    offered: int
    gauges: int
    width: int


def places(compiled: Compiled) -> Places:
    """Return the places of a program's columns."""
    players, many = compiled.setting.players, slots(compiled).count
    scores = FIXED
    taken = scores + 3 * players
    gauges = taken + 2 * many
    width = gauges + len(compiled.lines) * players
    return Places(
        scores, scores + players, scores + 2 * players, taken, taken + many, gauges, width
    )


class Measured(Keys):
    """Writes a module that measures the games it plays."""

    def __init__(self, compiled: Compiled, memory: Memory) -> None:
        """Prepare, and find places for what is kept while a game is played."""
        super().__init__(compiled, memory)
        self.row_at = memory.take(4)
        self.listening = memory.take(4)
        self.aside = memory.take(4 * compiled.program.size)
        self.columns = places(compiled)
        self._gauging = False

    def numbers(self) -> dict[str, int]:
        """Return what stands for the names in measured.wat."""
        row = self.columns
        return {
            "OFFERED": 4 * row.offered, "TAKEN": 4 * row.taken, "TURNS": 4 * row.turns,
            "COLUMNS": 4 * row.width, "MEASURED": 4 * row.width + 4, "ROW_AT": self.row_at,
            "LISTENING": self.listening, "ASIDE": self.aside,
            "WON": STATE + 4 * at.WON, "ACTIVE": STATE + 4 * at.ACTIVE,
            "ROUND": STATE + 4 * at.ROUND, "ENDED": STATE + 4 * at.ENDED,
        }  # fmt: skip

    def measured(self, *, seated: bool = False) -> None:
        """Write what differs from ruleset to ruleset. `seated`: each seat has its policy."""
        if not seated:
            self._by_chance()
        found = slots(self.compiled)
        self._table("first_slot", found.first or (0,))
        self._table("pass_slot", found.passes or (0,))
        self._gauging = True
        for function in [f for f in self.program.functions if f.name in self.program.scores]:
            self._gauge(function)
        self._gauging = False
        for number, name in enumerate(self.program.scores):
            with self.func(f"$gauges{number}"):
                for seat in range(self.players):
                    self.line(f"(drop (call $gauge_{name} (i32.const {seat})))")
        self._results()

    def _by_chance(self) -> None:
        """Write what chooses where every seat chooses by chance."""
        with self.func("$sit_down (param $number i64)"):
            pass
        with self.func("$deal_of (param $number i64) (result i64)", ("number",)):
            self.line("(local.get $number)")
        head = "$chosen (param $choice i32) (param $n i32) (param $seat i32) (result i32)"
        with self.func(head, ("choice", "n", "seat")):
            own = f"(i32.add (i32.const {CHANCE}) (i32.shl (local.get $seat) (i32.const 3)))"
            self.line(f"(call $below {own} (local.get $n))")

    def _gauge(self, f: Function) -> None:
        """Write a score's function that only notes; it costs what the score's own does."""
        self.heavy(self.costs.function(f.name))
        made = gauged(f)
        with self.func(f"${made.name} (param $me i32) (result i32)", ("me",)), self.freeze():
            self.statements(made.body, tail=False)
            self.line("(unreachable)")

    def _table(self, name: str, values: tuple[int, ...]) -> None:
        table = self.memory.table(values)
        with self.func(f"${name} (param $choice i32) (result i32)", ("choice",)):
            index = f"(i32.shl (local.get $choice) (i32.const {table.shift}))"
            self.line(f"({table.load} offset={table.address} {index})")

    def _note(self, s: Note) -> None:
        if not self._gauging:
            return
        offset = 4 * (self.columns.gauges + s.line * self.players)
        base = f"(i32.load offset={self.row_at} (i32.const 0))"
        here = f"(i32.add {base} (i32.shl (local.get $me) (i32.const 2)))"
        sum_ = f"(i32.add (i32.load offset={offset} {here}) {self.value(s.value)})"
        self.line(f"(i32.store offset={offset} {here} {sum_})")

    def _tell(self, s: Tell) -> None:
        if s.event == "score":
            heard = f"(i32.load offset={self.listening} (i32.const 0))"
            self.line(f"(if {heard} (then (call $gauges{s.number})))")

    def _results(self) -> None:
        """Write what puts the scores and places of a game that is over into its row."""
        with self.func("$results (param $row i32) (param $ranks i32)", ("row", "ranks")):
            won = self.local("won")
            self.set(won, f"(i32.load offset={STATE + 4 * at.WON} (i32.const 0))")
            for seat in range(self.players):
                self._result(seat, self.get(won))

    def _result(self, seat: int, won: str) -> None:
        rankings = self.compiled.rankings
        here = self._ranks_of(seat)
        if rankings:
            score = f"(i32.load {here})"
            if rankings[0][0] == "lowest":
                score = f"(i32.sub (i32.const 0) {score})"
            self.line(
                f"(i32.store offset={4 * (self.columns.scores + seat)} (local.get $row) {score})"
            )
        better = "(i32.const 0)"
        for other in range(self.players):
            if other != seat and rankings:
                ahead = self._better(self._ranks_of(other), here)
                better = f"(i32.add {better} {ahead})"
        own = f"(i32.and (i32.shr_u {won} (i32.const {seat})) (i32.const 1))"
        outright = f"(select (i32.const 0) (i32.popcnt {won}) {own})"
        place = f"(i32.add (i32.const 1) (select {outright} {better} {won}))"
        self.line(f"(i32.store offset={4 * (self.columns.places + seat)} (local.get $row) {place})")

    def _ranks_of(self, seat: int) -> str:
        return f"(i32.add (local.get $ranks) (i32.const {seat * self.row}))"
