"""Calls as WebAssembly text: many of them need not be made, or not so often.

A function that looks at a few fixed values is written out, see `spread`. While the state can't
change, what a call without registers yields is kept. And a function that counts what lies in a
zone and has one certain value (or tells whether there is any) is not called once for each value:
how often each value occurs is counted in one go, and looked up then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from engine.compile.cost import room
from engine.compile.layout import Layout
from engine.compile.program import (
    Bin,
    Call,
    Check,
    Const,
    E,
    Function,
    If,
    Items,
    Load,
    Loop,
    Need,
    Program,
    Reg,
    Return,
    Set,
    Stmt,
    bounds,
)
from engine.compile.wasm.loops import Loops
from engine.compile.wasm.memory import Memory
from engine.compile.wasm.rewrite import instead

_VALUES = 64
"""How many different values may be tallied."""
_MOST = 255
"""How many pieces a zone may have that is tallied: the counts are bytes."""


class Tally(NamedTuple):
    """A function that counts in a zone: the pieces of which a key is what is wanted.

    `counts`: it returns how many there are, else whether there is any.
    """

    reg: Reg
    zone: E
    key: E
    wanted: E
    counts: bool


class Calls(Loops):
    """Writes calls."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare to write a program."""
        super().__init__(program, layout, memory)
        self._kept: dict[str, str] = {}
        """Locals that hold what calls have yielded, -1 as long as they weren't made."""
        self._tallied: dict[str, Tally] | None = None
        """What has to be tallied before what is being written, by function."""
        self._tallies: dict[str, Tally | None] = {}
        self._areas: dict[str, int] = {}

    @contextmanager
    def freeze(self) -> Iterator[None]:
        """Let the state not change inside: what doesn't change with it is worked out once."""
        kept, self._kept = self._kept, {}
        tallied, self._tallied = self._tallied, {}
        with super().freeze():
            yield
            body, self.rows = self.rows, []
            for name in self._kept.values():
                self.set(name, "(i32.const -1)")
            self.write_tallies(self._tallied)
            self.rows += body
        self._kept, self._tallied = kept, tallied

    def _call(self, e: Call) -> str:
        f = self.functions.get(e.name)
        if f is None or self.only_value(f) is not None:
            return super()._call(e)
        whole = self.spreads.of(e)
        if whole is not None:
            with self.eagerly():
                return self.value(whole)
        return self._looked_up(f, e) or self._call_once(e) or super()._call(e)

    # -------------------------------------------------------------- once

    def _call_once(self, e: Call) -> str:
        """Return a call that is made only once while the state can't change, "" if it isn't."""
        if self.frozen is None or not self.turning or bounds(e)[0] < 0:
            return ""
        if not all(map(self._stays, e.arguments)):
            return ""
        call = super()._call(e)
        kept = self._kept.setdefault(call, "")
        if not kept:
            kept = self._kept[call] = self.local("kept")
        get = self.get(kept)
        known = f"(i32.ge_s {get} (i32.const 0))"
        return f"(if (result i32) {known} (then {get}) (else (local.tee ${kept} {call})))"

    def _stays(self, e: E) -> bool:
        """Tell whether an expression is the same all the time while the state can't change."""
        if isinstance(e, Reg):
            return self.frozen is not None and self.name(e) in self.frozen.values()
        return isinstance(e, Const) or (isinstance(e, Load) and isinstance(e.at, Const))

    # -------------------------------------------------------------- tallies

    def _looked_up(self, f: Function, e: Call) -> str:
        """Return what a tally says in place of a call, "" if there is none."""
        if self._tallied is None or not self.turning or all(map(self._stays, e.arguments)):
            return ""
        if f.name not in self._tallies:
            self._tallies[f.name] = _tally(f, self.layout)
        tally = self._tallies[f.name]
        if tally is None:
            return ""
        wanted = instead(
            tally.wanted, {p.name: a for p, a in zip(f.parameters, e.arguments, strict=True)}
        )
        (low, high), (least, most) = bounds(tally.key), bounds(wanted)
        if least < low or most > high:
            return ""
        self._tallied[f.name] = tally
        at = self._area(f.name) - low
        index = self.value(wanted)
        if at < 0:
            at, index = at + low, f"(i32.sub {index} (i32.const {low}))"
        found = f"(i32.load8_u offset={at} {index})"
        return found if tally.counts else f"(i32.ne {found} (i32.const 0))"

    def _area(self, name: str) -> int:
        if name not in self._areas:
            self._areas[name] = self.memory.take(_VALUES)
        return self._areas[name]

    def write_tallies(self, tallied: dict[str, Tally]) -> None:
        """Write what counts how often each value occurs."""
        for name, tally in tallied.items():
            area, (low, high) = self._area(name), bounds(tally.key)
            for i in range(0, high - low + 1, 8):
                self.line(f"(i64.store offset={area + i} (i32.const 0) (i64.const 0))")
            at = self.local("tally")
            with self.loop(tally.reg, Items(tally.zone)):
                self.set(at, f"(i32.sub {self.value(tally.key)} (i32.const {low}))")
                more = f"(i32.add (i32.load8_u offset={area} {self.get(at)}) (i32.const 1))"
                self.line(f"(i32.store8 offset={area} {self.get(at)} {more})")


def _tally(f: Function, layout: Layout) -> Tally | None:
    """Return what a function counts, None if it is none that does."""
    found: Stmt
    if len(f.body) == 2 and f.body[1] == Return(Const(0)):
        loop, found, counts = f.body[0], Return(Const(1)), False
    elif len(f.body) == 3 and isinstance(f.body[2], Return) and isinstance(f.body[2].value, Reg):
        total = f.body[2].value
        loop, found, counts = f.body[1], Set(total, Bin("+", total, Const(1))), True
        if f.body[0] != Set(total, Const(0)):
            return None
    else:
        return None
    if not isinstance(loop, Loop) or not isinstance(loop.over, Items) or len(loop.body) != 1:
        return None
    only = loop.body[0]
    if not isinstance(only, If) or only.then != (found,) or only.otherwise:
        return None
    zone, test = loop.over.zone, only.condition
    if not isinstance(test, Bin) or test.op != "==" or room(zone, layout) > _MOST:
        return None
    key, wanted = test.a, test.b
    if _registers(key) != {loop.reg.name}:
        key, wanted = wanted, key
    fine = _registers(key) == {loop.reg.name} and not _registers(zone)
    fine = fine and loop.reg.name not in _registers(wanted) != set()
    low, high = bounds(key)
    return Tally(loop.reg, zone, key, wanted, counts) if fine and high - low < _VALUES else None


def _registers(e: Any) -> set[str]:
    """Return the registers of an expression; "?" stands for what may stop with an error."""
    if isinstance(e, Reg):
        return {e.name}
    if isinstance(e, (Call, Check, Need)):
        return {"?"}
    if not isinstance(e, tuple):
        return set()
    return set().union(*map(_registers, e))
