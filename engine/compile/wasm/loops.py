"""Loops as WebAssembly text, and what is computed once before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.compile.cost import room
from engine.compile.program import (
    Bits,
    Const,
    E,
    Found,
    Items,
    Iter,
    Listed,
    Reg,
    Steps,
    bounds,
)
from engine.compile.wasm.expressions import i32, in_bytes, tally_area
from engine.compile.wasm.memory import STATE, STOP, WORK
from engine.compile.wasm.writer import Tally, Writer


def zone_address(w: Writer, e: E) -> str:
    """Return where a zone begins in memory."""
    return in_bytes(w, e, STATE)


@contextmanager
def loop(w: Writer, reg: Reg, over: Iter, *, copies: bool = False) -> Iterator[None]:
    """Write a loop around what is written inside.

    `copies`: what is inside may change the zone that is gone through, so go through a copy.
    """
    if isinstance(over, Steps):
        kind = _steps(w, reg, over)
    elif isinstance(over, Found):
        kind = _found(w, reg, over)
    elif isinstance(over, Listed):
        kind = _listed(w, reg, over)
    elif isinstance(over, Bits):
        kind = _bits(w, reg, over)
    else:
        kind = _items(w, reg, over, copies)
    with kind:
        once_round(w)
        w.turning += 1
        yield
        w.turning -= 1


def once_round(w: Writer) -> None:
    """Write what each round of a loop begins with."""
    if w.patrol:
        asked = f"(i32.load offset={STOP} (i32.const 0))"
        w.line(f"(if {asked} (then (call $halt)))")
    if w.counts:
        more = f"(i32.add (i32.load offset={WORK} (i32.const 0)) (i32.const 1))"
        w.line(f"(i32.store offset={WORK} (i32.const 0) {more})")


@contextmanager
def _steps(w: Writer, reg: Reg, over: Steps) -> Iterator[None]:
    name = w.name(reg)
    if repr(over.lo) == repr(over.hi):
        w.set(name, i32(w, over.lo))
        yield
        return
    end = _end(w, over.hi)
    low = i32(w, over.lo)
    again, out = w.label("again"), w.label("out")
    w.set(name, low)
    surely = bounds(over.lo)[1] <= bounds(over.hi)[0]
    if not surely:
        w.line(f"(block ${out} (br_if ${out} (i32.gt_s {w.get(name)} {end}))")
    w.line(f"(loop ${again}")
    yield
    step = f"(i32.add {w.get(name)} (i32.const {over.step}))"
    w.line(f"(br_if ${again} (i32.le_s (local.tee ${name} {step}) {end}))")
    w.line(")" if surely else "))")


@contextmanager
def _found(w: Writer, reg: Reg, over: Found) -> Iterator[None]:
    """Keep a list that a function has found in locals: the function may be called again inside."""
    address = w.local("found")
    w.set(address, i32(w, over.call))
    kept = w.scratch_locals[over.scratch] = [w.local("found") for _ in range(over.size)]
    for place, name in enumerate(kept):
        w.set(name, f"(i32.load offset={4 * place} {w.get(address)})")
    w.set(w.name(reg), "(i32.const 1)")
    yield


def _end(w: Writer, hi: E) -> str:
    """Return the end of a loop, which is computed once."""
    if isinstance(hi, Const):
        return i32(w, hi)
    end = w.local("end")
    w.set(end, i32(w, hi))
    return w.get(end)


@contextmanager
def _listed(w: Writer, reg: Reg, over: Listed) -> Iterator[None]:
    if not over.values:
        w.line("(block $never (br $never)")
        yield
        w.line(")")
        return
    table = w.memory.table(over.values)
    at_, again = w.local("at"), w.label("again")
    w.set(at_, "(i32.const 0)")
    w.line(f"(loop ${again}")
    w.set(w.name(reg), f"({table.load} offset={table.address} {w.get(at_)})")
    yield
    width = 1 << table.shift
    step = f"(local.tee ${at_} (i32.add {w.get(at_)} (i32.const {width})))"
    end = f"(i32.const {len(over.values) * width})"
    w.line(f"(br_if ${again} (i32.lt_u {step} {end})))")


@contextmanager
def _bits(w: Writer, reg: Reg, over: Bits) -> Iterator[None]:
    """Go from each bit that is 1 to the next, and take it away."""
    rest, again, out = w.local("rest"), w.label("again"), w.label("out")
    word = f"(local.tee ${rest} {i32(w, over.word)})"
    w.line(f"(block ${out} (br_if ${out} (i32.eqz {word}))")
    w.line(f"(loop ${again}")
    w.set(w.name(reg), f"(i32.ctz {w.get(rest)})")
    yield
    less = f"(i32.and {w.get(rest)} (i32.sub {w.get(rest)} (i32.const 1)))"
    w.line(f"(br_if ${again} (local.tee ${rest} {less}))))")


@contextmanager
def _items(w: Writer, reg: Reg, over: Items, copies: bool) -> Iterator[None]:
    at_, end, again = w.local("at"), w.local("end"), w.label("again")
    w.set(at_, zone_address(w, over.zone))
    if copies:
        _copy_of_zone(w, at_, over.zone)
    count = f"(i32.load {w.get(at_)})"
    w.set(end, f"(i32.add {w.get(at_)} (i32.shl {count} (i32.const 2)))")
    w.line(f"(if (i32.ne {w.get(at_)} {w.get(end)}) (then (loop ${again}")
    w.set(w.name(reg), f"(i32.load offset=4 {w.get(at_)})")
    yield
    step = f"(local.tee ${at_} (i32.add {w.get(at_)} (i32.const 4)))"
    w.line(f"(br_if ${again} (i32.ne {step} {w.get(end)})))))")


def _copy_of_zone(w: Writer, zone: str, e: E) -> None:
    """Write what copies a zone aside and continues with the copy."""
    aside = w.memory.take(4 * (room(e, w.layout) + 1))
    size = f"(i32.shl (i32.add (i32.load {w.get(zone)}) (i32.const 1)) (i32.const 2))"
    w.line(f"(memory.copy (i32.const {aside}) {w.get(zone)} {size})")
    w.set(zone, f"(i32.const {aside})")


# ------------------------------------------------------------------ what is computed once


@contextmanager
def freeze(w: Writer) -> Iterator[None]:
    """Let the state not change inside: what doesn't change with it is computed once.

    Integers of the state at a fixed place are read before, and so are tallies made.
    """
    before, w.rows, w.frozen = w.rows, [], {}
    kept, w.kept = w.kept, {}
    tallied, w.tallied = w.tallied, {}
    yield
    body, w.rows = w.rows, []
    for name in w.kept.values():
        w.set(name, "(i32.const -1)")
    write_tallies(w, w.tallied)
    w.rows += body
    for place, name in w.frozen.items():
        before.append(f"(local.set ${name} (i32.load offset={place} (i32.const 0)))")
    w.rows, w.frozen = before + w.rows, None
    w.kept, w.tallied = kept, tallied


def write_tallies(w: Writer, tallied: dict[str, Tally]) -> None:
    """Write what counts how often each value occurs."""
    for name, tally in tallied.items():
        area, (low, high) = tally_area(w, name), bounds(tally.key)
        for i in range(0, high - low + 1, 8):
            w.line(f"(i64.store offset={area + i} (i32.const 0) (i64.const 0))")
        at = w.local("tally")
        with loop(w, tally.reg, Items(tally.zone)):
            w.set(at, f"(i32.sub {i32(w, tally.key)} (i32.const {low}))")
            more = f"(i32.add (i32.load8_u offset={area} {w.get(at)}) (i32.const 1))"
            w.line(f"(i32.store8 offset={area} {w.get(at)} {more})")
