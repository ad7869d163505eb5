"""Decisions as WebAssembly text: lists of legal moves, and whether there is one at all.

A list is written to one place in memory, each move in as many integers as the longest one has: its
number among the decision's actions (-1 for a pass), then its arguments.
"""

from __future__ import annotations

from contextlib import ExitStack

from engine.compile.cost import most_moves
from engine.compile.program import Action, Choice, E, Parameter, bounds
from engine.compile.wasm.expressions import condition, i32
from engine.compile.wasm.loops import freeze, loop
from engine.compile.wasm.memory import STAMP, TOO_MANY
from engine.compile.wasm.statements import emit_interrupt_check
from engine.compile.wasm.writer import Writer

_BITS = 64
_LISTED = 4096
"""How many keys a list has room for."""
_MARKS = 8192
"""Up to how many different keys of what is met are marked in a table, not looked for in a list."""


# ------------------------------------------------------------------ lists


def write_some(w: Writer, choice: Choice) -> None:
    """Write whether a decision has a legal move other than a pass."""
    emit_interrupt_check(w, w.costs.choice(choice))
    with w.func(f"$some{choice.number} (result i32)"), freeze(w):
        for action in choice.actions:
            with each_move(w, action):
                w.line("(return (i32.const 1))")
        w.line("(i32.const 0)")


def write_legal(w: Writer, choice: Choice) -> None:
    """Write the list of a decision's legal moves; it returns how many there are."""
    emit_interrupt_check(w, w.costs.choice(choice))
    with w.func(f"$legal{choice.number} (result i32)"), freeze(w):
        w.locals["to"] = "i32"
        w.set("to", f"(i32.const {w.moves})")
        guarded = most_moves(choice, w.layout) > w.room
        for number, action in enumerate(choice.actions):
            with each_move(w, action):
                _append(w, number, action, guarded)
        if choice.passing is not None:
            w.line("(i32.store (local.get $to) (i32.const -1))")
            _step(w)
        size = f"(i32.sub (local.get $to) (i32.const {w.moves}))"
        w.line(f"(i32.div_u {size} (i32.const {4 * w.width}))")


def _append(w: Writer, number: int, action: Action, guarded: bool) -> None:
    if guarded:
        end = w.moves + 4 * w.width * w.room
        full = f"(i32.ge_u (local.get $to) (i32.const {end}))"
        w.line(f"(if {full} (then (call $fail (i32.const {TOO_MANY}))))")
    w.line(f"(i32.store (local.get $to) (i32.const {number}))")
    for i, p in enumerate(action.parameters, 1):
        w.line(f"(i32.store offset={4 * i} (local.get $to) {i32(w, p.reg)})")
    _step(w)


def _step(w: Writer) -> None:
    w.set("to", f"(i32.add (local.get $to) (i32.const {4 * w.width}))")


def each_move(w: Writer, action: Action) -> ExitStack:
    """Write the loops and tests of an action around what is written inside."""
    stack = ExitStack()
    for index, p in enumerate(action.parameters):
        each_value(w, stack, p, index)
    if action.requires is not None:
        when(w, stack, condition(w, action.requires))
    return stack


def each_value(w: Writer, stack: ExitStack, p: Parameter, index: int) -> None:
    """Open the loops of a parameter: of values that read the same there is only the first."""
    met = SeenKeys(w, index, p.same) if p.same is not None else None
    for reg, over in p.loops:
        stack.enter_context(loop(w, reg, over))
    if p.where is not None:
        when(w, stack, condition(w, p.where))
    if met is not None:
        when(w, stack, met.fresh())
        met.mark()


def when(w: Writer, stack: ExitStack, test: str) -> None:
    """Open a condition that is closed with the stack."""
    w.line(f"(if {test} (then")
    stack.callback(w.line, "))")


def stretch(w: Writer, kind: str, index: int, size: int) -> int:
    """Return where keys of a parameter's values stand: a place of its own for each position."""
    if w.stretches.get((kind, index), (0, 0))[1] < size:
        w.stretches[kind, index] = (w.memory.take(size), size)
    return w.stretches[kind, index][0]


class SeenKeys:
    """The set of keys that were met so far: values with an equal key read the same.

    Few different keys are the bits of a local; more are marks in a table, which are never wiped:
    each set has a mark of its own. What is known too little of stands in a list.
    """

    def __init__(self, writer: Writer, index: int, same: tuple[E, ...]) -> None:
        self.writer = writer
        self.same = same
        spans = [bounds(e) for e in same]
        keys = 1
        for low, high in spans:
            keys *= high - low + 1
        self.spans = spans
        self.kind = "bits" if keys <= _BITS else "marks" if keys <= _MARKS else "list"
        if self.kind == "bits":
            self.seen = writer.local("met", "i64")
            writer.set(self.seen, "(i64.const 0)")
        elif self.kind == "marks":
            self.table = stretch(writer, self.kind, index, 8 * keys)
            self.seen = writer.local("met", "i64")
            number = f"(i64.load offset={STAMP} (i32.const 0))"
            writer.set(self.seen, f"(i64.add {number} (i64.const 1))")
            stamp = writer.get(self.seen)
            writer.line(f"(i64.store offset={STAMP} (i32.const 0) {stamp})")
        else:
            self.table = stretch(writer, self.kind, index, 4 * len(same) * _LISTED)
            self.seen = writer.local("met")
            writer.set(self.seen, "(i32.const 0)")
        self.key = writer.local("key", "i64" if self.kind == "bits" else "i32")

    def fresh(self) -> str:
        """Write what works a key out; return whether it hasn't been met."""
        w = self.writer
        if self.kind == "list":
            return self._listed()
        key = self._number()
        if self.kind == "bits":
            w.set(self.key, f"(i64.shl (i64.const 1) (i64.extend_i32_u {key}))")
            return f"(i64.eqz (i64.and {w.get(self.seen)} {w.get(self.key)}))"
        w.set(self.key, f"(i32.shl {key} (i32.const 3))")
        mark = f"(i64.load offset={self.table} {w.get(self.key)})"
        return f"(i64.ne {mark} {w.get(self.seen)})"

    def mark(self) -> None:
        """Write what puts the key into the set."""
        w = self.writer
        if self.kind == "bits":
            w.set(self.seen, f"(i64.or {w.get(self.seen)} {w.get(self.key)})")
        elif self.kind == "marks":
            w.line(f"(i64.store offset={self.table} {w.get(self.key)} {w.get(self.seen)})")

    def _number(self) -> str:
        w = self.writer
        result = ""
        for e, (low, high) in zip(self.same, self.spans, strict=True):
            part = i32(w, e)
            if low:
                part = f"(i32.sub {part} (i32.const {low}))"
            if result:
                part = f"(i32.add (i32.mul {result} (i32.const {high - low + 1})) {part})"
            result = part
        return result

    def _listed(self) -> str:
        """Write a search for the key in the list; it is appended where it isn't found.

        Integers of a key stand behind the last one already while it is looked for, so that the
        search always ends.
        """
        w, width = self.writer, 4 * len(self.same)
        limit = (_LISTED - 1) * width
        full = f"(i32.gt_u {w.get(self.seen)} (i32.const {limit}))"
        w.line(f"(if {full} (then (call $fail (i32.const {TOO_MANY}))))")
        for i, e in enumerate(self.same):
            w.line(f"(i32.store offset={self.table + 4 * i} {w.get(self.seen)} {i32(w, e)})")
        again = w.label("again")
        w.set(self.key, f"(i32.const {-width})")
        w.line(f"(loop ${again}")
        w.set(self.key, f"(i32.add {w.get(self.key)} (i32.const {width}))")
        differ = "(i32.const 0)"
        for i in range(len(self.same)):
            at = self.table + 4 * i
            one, other = (f"(i32.load offset={at} {w.get(x)})" for x in (self.key, self.seen))
            differ = f"(i32.or {differ} (i32.xor {one} {other}))"
        w.line(f"(br_if ${again} {differ}))")
        new = f"(i32.eq {w.get(self.key)} {w.get(self.seen)})"
        step = f"(i32.mul {new} (i32.const {width}))"
        fresh = w.local("fresh")
        w.set(fresh, new)
        w.set(self.seen, f"(i32.add {w.get(self.seen)} {step})")
        return w.get(fresh)
