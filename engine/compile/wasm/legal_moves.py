"""Decisions as WebAssembly text: lists of legal moves, and whether there is one at all.

A list is written to one place in memory, each move in as many integers as the longest one has: its
number among the decision's actions (-1 for a pass), then its arguments.
"""

from __future__ import annotations

from contextlib import ExitStack

from engine.compile.cost import turns
from engine.compile.layout import Layout
from engine.compile.program import Action, Choice, E, Program, bounds
from engine.compile.wasm.memory import STAMP, TOO_MANY, Memory
from engine.compile.wasm.statements import Statements

MOST_MOVES = 20_000
"""How many moves a list has room for; a decision with more is left to the interpreter."""
_BITS = 64
_LISTED = 4096
"""How many keys a list has room for."""
_MARKS = 8192
"""Up to how many different keys of what is met are marked in a table, not looked for in a list."""


class Decisions(Statements):
    """Writes decisions."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare, and find out how much room moves need."""
        super().__init__(program, layout, memory)
        self.width = 1 + max(
            (len(a.parameters) for c in program.choices for a in c.actions), default=0
        )
        self.room = min(MOST_MOVES, max((self.most(c) for c in program.choices), default=1))
        self.moves = memory.take(4 * self.width * (self.room + 1))
        self._stretches: dict[tuple[str, int], tuple[int, int]] = {}

    def most(self, choice: Choice) -> int:
        """Return how many legal moves a decision can have at most."""
        total = 1
        for action in choice.actions:
            count = 1
            for p in action.parameters:
                for _, over in p.loops:
                    count *= turns(over, self.layout)
            total += count
        return total

    # -------------------------------------------------------------- lists

    def some(self, choice: Choice) -> None:
        """Write whether a decision has a legal move other than a pass."""
        self.heavy(self.costs.choice(choice))
        with self.func(f"$some{choice.number} (result i32)"), self.freeze():
            for action in choice.actions:
                with self._each(action):
                    self.line("(return (i32.const 1))")
            self.line("(i32.const 0)")

    def legal(self, choice: Choice) -> None:
        """Write the list of a decision's legal moves; it returns how many there are."""
        self.heavy(self.costs.choice(choice))
        with self.func(f"$legal{choice.number} (result i32)"), self.freeze():
            self.locals["to"] = "i32"
            self.set("to", f"(i32.const {self.moves})")
            guarded = self.most(choice) > self.room
            for number, action in enumerate(choice.actions):
                with self._each(action):
                    self._append(number, action, guarded)
            if choice.passing is not None:
                self.line("(i32.store (local.get $to) (i32.const -1))")
                self._step()
            size = f"(i32.sub (local.get $to) (i32.const {self.moves}))"
            self.line(f"(i32.div_u {size} (i32.const {4 * self.width}))")

    def _append(self, number: int, action: Action, guarded: bool) -> None:
        if guarded:
            end = self.moves + 4 * self.width * self.room
            full = f"(i32.ge_u (local.get $to) (i32.const {end}))"
            self.line(f"(if {full} (then (call $fail (i32.const {TOO_MANY}))))")
        self.line(f"(i32.store (local.get $to) (i32.const {number}))")
        for i, p in enumerate(action.parameters, 1):
            self.line(f"(i32.store offset={4 * i} (local.get $to) {self.value(p.reg)})")
        self._step()

    def _step(self) -> None:
        self.set("to", f"(i32.add (local.get $to) (i32.const {4 * self.width}))")

    def _each(self, action: Action) -> ExitStack:
        """Write the loops and tests of an action around what is written inside."""
        stack = ExitStack()
        for index, p in enumerate(action.parameters):
            met = Met(self, index, p.same) if p.same is not None else None
            for reg, over in p.loops:
                stack.enter_context(self.loop(reg, over))
            if p.where is not None:
                self._when(stack, self.test(p.where))
            if met is not None:
                self._when(stack, met.fresh())
                met.mark()
        if action.requires is not None:
            self._when(stack, self.test(action.requires))
        return stack

    def _when(self, stack: ExitStack, test: str) -> None:
        """Open a condition that is closed with the stack."""
        self.line(f"(if {test} (then")
        stack.callback(self.line, "))")

    def stretch(self, kind: str, index: int, size: int) -> int:
        """Return where keys of a parameter's values stand: a place of its own for each position."""
        if self._stretches.get((kind, index), (0, 0))[1] < size:
            self._stretches[kind, index] = (self.memory.take(size), size)
        return self._stretches[kind, index][0]


class Met:
    """The set of keys that were met so far: values with an equal key read the same.

    Few different keys are the bits of a local; more are marks in a table, which are never wiped:
    each set has a mark of its own. What is known too little of stands in a list.
    """

    def __init__(self, writer: Decisions, index: int, same: tuple[E, ...]) -> None:
        """Write an empty set."""
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
            self.table = writer.stretch(self.kind, index, 8 * keys)
            self.seen = writer.local("met", "i64")
            number = f"(i64.load offset={STAMP} (i32.const 0))"
            writer.set(self.seen, f"(i64.add {number} (i64.const 1))")
            stamp = writer.get(self.seen)
            writer.line(f"(i64.store offset={STAMP} (i32.const 0) {stamp})")
        else:
            self.table = writer.stretch(self.kind, index, 4 * len(same) * _LISTED)
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
        """Return the key as one number from 0."""
        w = self.writer
        result = ""
        for e, (low, high) in zip(self.same, self.spans, strict=True):
            part = w.value(e)
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
            w.line(f"(i32.store offset={self.table + 4 * i} {w.get(self.seen)} {w.value(e)})")
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
