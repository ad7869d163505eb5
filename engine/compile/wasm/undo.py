"""What a trial changes, noted as it changes it, as WebAssembly text.

A trial that changes few integers of the state notes the place of each and what it was, and puts
them back in reverse. One that may change many keeps a copy of the state, see statements.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from engine.compile.cost import turns
from engine.compile.program import (
    Fail,
    If,
    Loop,
    Mark,
    Note,
    Rolled,
    Say,
    ScoreEvent,
    Set,
    Stmt,
    Store,
    Transfer,
    Trial,
)
from engine.compile.wasm.writer import Writer

_MOST = 4096
"""How many integers a trial may change at most that notes them."""
_ENTRY = 8
"""Bytes of a note: the place of an integer, and what it was."""


def take_notes(w: Writer, s: Trial) -> int:
    """Return where a trial notes what it changes, 0 for one that keeps a copy instead."""
    most = _MOST + 1
    if s.level is None:
        with suppress(_Unknown):
            most = _changes(w, s.body)
    if most > _MOST:
        return 0
    depth = w.trials.inside(s)
    if depth not in w.notes:
        w.notes[depth] = w.memory.take(_ENTRY * _MOST)
    return w.notes[depth]


class _Unknown(Exception):
    """It isn't known how much statements change."""


def _changes(w: Writer, body: Sequence[Stmt]) -> int:
    """Return how many integers of the state statements change at most. Raises _Unknown."""
    total = 0
    for s in body:
        match s:
            case Set() | Note() | ScoreEvent() | Mark() | Say() | Rolled() | Fail():
                pass
            case Store():
                total += 1
            case Transfer() if not s.hides:
                total += w.layout.largest + 5
            case If():
                total += max(_changes(w, s.then), _changes(w, s.otherwise))
            case Loop():
                total += turns(s.reg, s.over, w.layout) * _changes(w, s.body)
            case _:
                raise _Unknown
    return total


def note(w: Writer, address: str) -> None:
    """Write what notes the integer at an address of memory before it is changed."""
    if w.noted is None:
        return
    at, end = w.local("at"), w.get(w.noted)
    w.set(at, address)
    w.line(f"(i32.store {end} {w.get(at)})")
    w.line(f"(i32.store offset=4 {end} (i32.load {w.get(at)}))")
    w.set(w.noted, f"(i32.add {end} (i32.const {_ENTRY}))")


def note_zone(w: Writer, zone: str) -> None:
    """Write what notes all that a zone holds."""
    if w.noted is not None:
        w.set(w.noted, f"(call $noted {w.get(w.noted)} {zone})")


def put_back(w: Writer, begin: int) -> None:
    """Write what puts back all that has been noted, the last first."""
    assert w.noted is not None
    end, again, out = w.get(w.noted), w.label("again"), w.label("out")
    w.line(f"(block ${out} (loop ${again}")
    w.line(f"(br_if ${out} (i32.eq {end} (i32.const {begin})))")
    w.set(w.noted, f"(i32.sub {end} (i32.const {_ENTRY}))")
    w.line(f"(i32.store (i32.load {end}) (i32.load offset=4 {end}))")
    w.line(f"(br ${again})))")
