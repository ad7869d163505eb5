"""Loops as WebAssembly text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.compile.cost import room
from engine.compile.layout import Layout
from engine.compile.program import Const, E, Items, Iter, Listed, Program, Reg, Steps, bounds
from engine.compile.wasm.expressions import Expressions
from engine.compile.wasm.memory import STATE, STOP, Memory


class Loops(Expressions):
    """Writes loops."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare to write a program."""
        super().__init__(program, layout, memory)
        self.turning = 0
        """How many loops are open."""
        self._patrol = False
        """Loops look whether they shall stop."""

    def zone(self, e: E) -> str:
        """Return where a zone begins in memory."""
        return self.bytes(e, STATE)

    @contextmanager
    def loop(self, reg: Reg, over: Iter, *, copies: bool = False) -> Iterator[None]:
        """Write a loop around what is written inside.

        `copies`: what is inside may change the zone that is gone through, so go through a copy.
        """
        if isinstance(over, Steps):
            kind = self._steps(reg, over)
        elif isinstance(over, Listed):
            kind = self._listed(reg, over)
        else:
            kind = self._items(reg, over, copies)
        with kind:
            if self._patrol:
                asked = f"(i32.load offset={STOP} (i32.const 0))"
                self.line(f"(if {asked} (then (call $halt)))")
            self.turning += 1
            yield
            self.turning -= 1

    @contextmanager
    def _steps(self, reg: Reg, over: Steps) -> Iterator[None]:
        name = self.name(reg)
        if repr(over.lo) == repr(over.hi):
            self.set(name, self.value(over.lo))
            yield
            return
        end = self._end(over.hi)
        low = self.value(over.lo)
        again, out = self.label("again"), self.label("out")
        self.set(name, low)
        surely = bounds(over.lo)[1] <= bounds(over.hi)[0]
        if not surely:
            self.line(f"(block ${out} (br_if ${out} (i32.gt_s {self.get(name)} {end}))")
        self.line(f"(loop ${again}")
        yield
        step = f"(i32.add {self.get(name)} (i32.const {over.step}))"
        self.line(f"(br_if ${again} (i32.le_s (local.tee ${name} {step}) {end}))")
        self.line(")" if surely else "))")

    def _end(self, hi: E) -> str:
        """Return the end of a loop, which is computed once."""
        if isinstance(hi, Const):
            return self.value(hi)
        end = self.local("end")
        self.set(end, self.value(hi))
        return self.get(end)

    @contextmanager
    def _listed(self, reg: Reg, over: Listed) -> Iterator[None]:
        if not over.values:
            self.line("(block $never (br $never)")
            yield
            self.line(")")
            return
        table = self.memory.table(over.values)
        at_, again = self.local("at"), self.label("again")
        self.set(at_, "(i32.const 0)")
        self.line(f"(loop ${again}")
        self.set(self.name(reg), f"({table.load} offset={table.address} {self.get(at_)})")
        yield
        width = 1 << table.shift
        step = f"(local.tee ${at_} (i32.add {self.get(at_)} (i32.const {width})))"
        end = f"(i32.const {len(over.values) * width})"
        self.line(f"(br_if ${again} (i32.lt_u {step} {end})))")

    @contextmanager
    def _items(self, reg: Reg, over: Items, copies: bool) -> Iterator[None]:
        at_, end, again = self.local("at"), self.local("end"), self.label("again")
        self.set(at_, self.zone(over.zone))
        if copies:
            self._copy_of_zone(at_, over.zone)
        count = f"(i32.load {self.get(at_)})"
        self.set(end, f"(i32.add {self.get(at_)} (i32.shl {count} (i32.const 2)))")
        self.line(f"(if (i32.ne {self.get(at_)} {self.get(end)}) (then (loop ${again}")
        self.set(self.name(reg), f"(i32.load offset=4 {self.get(at_)})")
        yield
        step = f"(local.tee ${at_} (i32.add {self.get(at_)} (i32.const 4)))"
        self.line(f"(br_if ${again} (i32.ne {step} {self.get(end)})))))")

    def _copy_of_zone(self, zone: str, e: E) -> None:
        """Write what copies a zone aside and goes on with the copy."""
        aside = self.memory.take(4 * (room(e, self.layout) + 1))
        size = f"(i32.shl (i32.add (i32.load {self.get(zone)}) (i32.const 1)) (i32.const 2))"
        self.line(f"(memory.copy (i32.const {aside}) {self.get(zone)} {size})")
        self.set(zone, f"(i32.const {aside})")
