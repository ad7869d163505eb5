"""Statements that move pieces, as WebAssembly text."""

from __future__ import annotations

from engine.compile.program import Const, E, Gather, Load, Reg, Shuffle, Transfer
from engine.compile.wasm.expressions import i32
from engine.compile.wasm.loops import zone_address
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.undo import note, note_zone
from engine.compile.wasm.writer import Writer


def nothing_chosen(w: Writer) -> None:
    """Forget where pieces lie."""
    w.arguments, w.lies = {}, {}


def follow(w: Writer, reg: Reg, value: E) -> None:
    """Note that a register is given a value: where the piece lies may be known."""
    w.lies.pop(reg.name, None)
    if isinstance(value, Load) and isinstance(value.at, Const):
        zone = w.arguments.get(value.at.value)
    else:
        zone = w.lies.get(value.name) if isinstance(value, Reg) else None
    if zone is not None:
        w.lies[reg.name] = zone


def piece_word(w: Writer, base: int, piece: Reg) -> tuple[int, str]:
    """Return the place of what the state says of a piece: constant part and rest."""
    return STATE + 4 * base, f"(i32.shl {i32(w, piece)} (i32.const 2))"


def transfer(w: Writer, s: Transfer) -> None:
    """Write what moves a piece to the end of a zone."""
    piece = i32(w, s.piece)
    offset, index = piece_word(w, w.layout.zone_of, s.piece)
    source, target = w.local("s"), w.local("t")
    lies = s.source or w.lies.get(s.piece.name)
    nothing_chosen(w)
    if lies is None:
        zone = f"(i32.shl (i32.load offset={offset} {index}) (i32.const 2))"
        w.set(source, f"(i32.add {zone} (i32.const {STATE}))")
    else:
        w.set(source, zone_address(w, lies))
    if s.top:
        _pop(w, source)
    elif lies is None:
        w.line(f"(if (i32.ne {w.get(source)} (i32.const {STATE})) (then")
        note_zone(w, w.get(source))
        w.line(f"(call $remove {w.get(source)} {piece})))")
    else:
        note_zone(w, w.get(source))
        w.line(f"(call $remove {w.get(source)} {piece})")
    w.set(target, zone_address(w, s.target))
    if s.hides:
        w.hides = True
        w.line(f"(call $hide {piece} {w.get(source)} {w.get(target)})")
    _put(w, s, target)
    _known(w, s.piece, s.seen)


def _pop(w: Writer, source: str) -> None:
    """Write what takes the last piece out of a zone."""
    count = w.local("n")
    w.set(count, f"(i32.load {w.get(source)})")
    end = f"(i32.add {w.get(source)} (i32.shl {w.get(count)} (i32.const 2)))"
    note(w, end)
    note(w, w.get(source))
    w.line(f"(i32.store {end} (i32.const -1))")
    less = f"(i32.sub {w.get(count)} (i32.const 1))"
    w.line(f"(i32.store {w.get(source)} {less})")


def _put(w: Writer, s: Transfer, target: str) -> None:
    """Write what puts a piece at the end of its target."""
    count = w.local("n")
    piece = i32(w, s.piece)
    now = f"(i32.add (i32.load {w.get(target)}) (i32.const 1))"
    w.set(count, now)
    if s.capacity >= 0:
        full = f"(i32.gt_s {w.get(count)} (i32.const {s.capacity}))"
        w.line(f"(if {full} (then (call $fail (i32.const {s.site}))))")
    note(w, w.get(target))
    w.line(f"(i32.store {w.get(target)} {w.get(count)})")
    end = f"(i32.add {w.get(target)} (i32.shl {w.get(count)} (i32.const 2)))"
    note(w, end)
    w.line(f"(i32.store {end} {piece})")
    offset, index = piece_word(w, w.layout.zone_of, s.piece)
    note(w, f"(i32.add {index} (i32.const {offset}))")
    bytes_ = f"(i32.sub {w.get(target)} (i32.const {STATE}))"
    w.line(f"(i32.store offset={offset} {index} (i32.shr_u {bytes_} (i32.const 2)))")


def _known(w: Writer, piece: Reg, seen: E) -> None:
    everybody = w.layout.everybody
    if seen == Const(0):
        return
    offset, index = piece_word(w, w.layout.known, piece)
    value = i32(w, seen)
    if seen != Const(everybody):
        value = f"(i32.or (i32.load offset={offset} {index}) {value})"
    note(w, f"(i32.add {index} (i32.const {offset}))")
    w.line(f"(i32.store offset={offset} {index} {value})")


def gather(w: Writer, s: Gather) -> None:
    """Write what moves all pieces of a run to an emptied zone."""
    count = s.last - s.first
    for zone in s.zones:
        w.line(f"(call $clear (i32.const {STATE + 4 * zone}))")
    if s.capacity >= 0 and count > s.capacity:
        w.line(f"(call $fail (i32.const {s.site}))")
    run = f"(i32.const {s.first}) (i32.const {s.last})"
    seen = i32(w, s.seen)
    w.line(f"(call $gather {zone_address(w, s.target)} {run} {seen})")


def shuffle(w: Writer, s: Shuffle) -> None:
    """Write what brings a zone into a random order."""
    w.line(f"(call $shuffle {zone_address(w, s.zone)} {i32(w, s.seen)})")
