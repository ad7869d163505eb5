"""What a module for studies has beside the rest: counts of what is chosen, deltas of ledger lines.

The columns are those of `engine.study.game_record`; here are their places in a row, in integers.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.ledger_deltas import noting_deltas
from engine.compile.lower import Compiled
from engine.compile.program import Function
from engine.compile.wasm.close_look import CloseLook, watching, write_looks
from engine.compile.wasm.games import ranks_of, surpasses
from engine.compile.wasm.loops import freeze
from engine.compile.wasm.memory import CHANCE, STATE
from engine.compile.wasm.statements import emit_interrupt_check, statements
from engine.compile.wasm.writer import Measures, Writer

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
class RowPlaces:
    """Where in a row what stands, in integers, and how many there are."""

    scores: int
    places: int
    turns: int
    taken: int
    offered: int
    deltas: int
    width: int


def places(compiled: Compiled) -> RowPlaces:
    """Return the places of a program's columns."""
    players, many = compiled.setting.players, slots(compiled).count
    scores = FIXED
    taken = scores + 3 * players
    deltas = taken + 2 * many
    width = deltas + len(compiled.lines) * players
    return RowPlaces(
        scores, scores + players, scores + 2 * players, taken, taken + many, deltas, width
    )


def take_room(w: Writer, look: CloseLook | None = None) -> None:
    """Find places for what is kept while a game is played. `look`: at what it looks closely."""
    if look is not None:
        w.watching = watching(w.program, look, places(w.compiled).width)
    memory = w.memory
    row, listening = memory.take(4), memory.take(4)
    w.measures = Measures(
        row, listening, memory.take(4 * w.program.size), places(w.compiled).deltas
    )


def numbers(w: Writer, measures: Measures, look: CloseLook | None) -> dict[str, int]:
    """Return the values of the names in measured.wat."""
    columns = places(w.compiled)
    width = columns.width + (look.width if look else 0)
    return {
        "OFFERED": 4 * columns.offered, "TAKEN": 4 * columns.taken, "TURNS": 4 * columns.turns,
        "COLUMNS": 4 * width, "MEASURED": 4 * width + 4, "CLOSE": 4 * columns.width,
        "WATCHED": int(look is not None),
        "ROW_AT": measures.row, "LISTENING": measures.listening, "ASIDE": measures.aside,
        "WON": STATE + 4 * at.WON, "ACTIVE": STATE + 4 * at.ACTIVE,
        "ROUND": STATE + 4 * at.ROUND, "ENDED": STATE + 4 * at.ENDED,
    }  # fmt: skip


def write_statistics(w: Writer, *, seated: bool = False, look: CloseLook | None = None) -> None:
    """Write what differs from ruleset to ruleset. `seated`: each seat has its policy; `look`: at
    what it looks closely.
    """
    write_looks(w, look.looks if look else ())
    if not seated:
        _by_chance(w)
    found = slots(w.compiled)
    _write_table(w, "first_slot", found.first or (0,))
    _write_table(w, "pass_slot", found.passes or (0,))
    w.gauging = True
    for function in [f for f in w.program.functions if f.name in w.program.scores]:
        _delta(w, function)
    w.gauging = False
    for number, name in enumerate(w.program.scores):
        with w.func(f"$deltas{number}"):
            for seat in range(w.players):
                w.line(f"(drop (call $delta_{name} (i32.const {seat})))")
    _results(w)


def _by_chance(w: Writer) -> None:
    """Write what chooses where every seat chooses at random."""
    with w.func("$sit_down (param $number i64)"):
        pass
    with w.func("$deal_of (param $number i64) (result i64)", ("number",)):
        w.line("(local.get $number)")
    head = "$chosen (param $choice i32) (param $n i32) (param $seat i32) (result i32)"
    with w.func(head, ("choice", "n", "seat")):
        own = f"(i32.add (i32.const {CHANCE}) (i32.shl (local.get $seat) (i32.const 3)))"
        w.line(f"(call $below {own} (local.get $n))")


def _delta(w: Writer, f: Function) -> None:
    """Write a score's function that only notes; it costs what the score's own does."""
    emit_interrupt_check(w, w.costs.function(f.name))
    made = noting_deltas(f)
    with w.func(f"${made.name} (param $me i32) (result i32)", ("me",)), freeze(w):
        statements(w, made.body, tail=False)
        w.line("(unreachable)")


def _write_table(w: Writer, name: str, values: tuple[int, ...]) -> None:
    table = w.memory.table(values)
    with w.func(f"${name} (param $choice i32) (result i32)", ("choice",)):
        index = f"(i32.shl (local.get $choice) (i32.const {table.shift}))"
        w.line(f"({table.load} offset={table.address} {index})")


def _results(w: Writer) -> None:
    """Write what puts the scores and places of a game that is over into its row."""
    with w.func("$results (param $row i32) (param $ranks i32)", ("row", "ranks")):
        won = w.local("won")
        w.set(won, f"(i32.load offset={STATE + 4 * at.WON} (i32.const 0))")
        for seat in range(w.players):
            _result(w, seat, w.get(won))


def _result(w: Writer, seat: int, won: str) -> None:
    rankings, columns = w.compiled.rankings, places(w.compiled)
    ranks, ahead = ranks_of(w, seat), "(i32.const 0)"
    if rankings:
        score = f"(i32.sub (i32.const 0) {ranks[0]})" if rankings[0].sign < 0 else ranks[0]
        w.line(f"(i32.store offset={4 * (columns.scores + seat)} (local.get $row) {score})")
    for other in range(w.players):
        if other != seat and rankings:
            ahead = f"(i32.add {ahead} {surpasses(ranks_of(w, other), ranks)})"
    own = f"(i32.and (i32.shr_u {won} (i32.const {seat})) (i32.const 1))"
    outright = f"(select (i32.const 0) (i32.popcnt {won}) {own})"
    place = f"(i32.add (i32.const 1) (select {outright} {ahead} {won}))"
    drawn = f"(i32.eq {won} (i32.const {at.DRAWN}))"
    place = f"(select (i32.const 1) {place} {drawn})"
    w.line(f"(i32.store offset={4 * (columns.places + seat)} (local.get $row) {place})")
