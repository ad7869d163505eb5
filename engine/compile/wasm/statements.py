"""Statements, functions and blocks as WebAssembly text.

A block becomes a function that returns the number of the block to continue with. Decisions and the
end of the game have the numbers behind those of the blocks. Blocks that go straight on to another
are written out together, so that a decision costs a call or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, assert_never

from engine.compile import layout as at
from engine.compile.cost import turns
from engine.compile.program import (
    INT_MAX,
    MOST_IN_A_ROW,
    And,
    Bin,
    Block,
    Const,
    CopyRange,
    Draw,
    Fail,
    Function,
    Gather,
    Goto,
    Halt,
    If,
    Items,
    Jump,
    Load,
    Loop,
    Mark,
    Note,
    Recursion,
    Reg,
    RepeatUntil,
    Return,
    ReturnList,
    Rolled,
    Say,
    ScoreEvent,
    Scratch,
    ScratchStore,
    Set,
    Shuffle,
    Steps,
    Stmt,
    Store,
    Suspend,
    Transfer,
    Trial,
    Visit,
)
from engine.compile.program_parts import mentions, walk
from engine.compile.wasm.counting import count_mark, count_requirement, count_rule
from engine.compile.wasm.expressions import address, cheap, condition, i32, i64, in_bytes, truth
from engine.compile.wasm.loops import freeze, loop, once_round, write_tallies
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.transfers import follow, gather, nothing_chosen, shuffle, transfer
from engine.compile.wasm.trials import changed_stretches
from engine.compile.wasm.undo import note, put_back, take_notes
from engine.compile.wasm.writer import Writer

HEAVY = 10_000_000
"""From how many steps at most on a part looks now and then whether it shall stop: below, it is done
in an instant, and code that continues from part to part looks itself.
"""
_INLINE = 40
"""How many statements of other blocks may be written out in one block."""
_SHORT = 128
"""Up to how many bytes are set to 0 one after the other, not by a call."""
_SMALL = 8
"""How long a block may be that is written out in several."""


# ------------------------------------------------------------------ functions and blocks


def emit_interrupt_check(w: Writer, steps: int) -> None:
    """Let loops of what is written next look whether they shall stop, if it may take long."""
    w.patrol = steps > HEAVY


def write_function(w: Writer, f: Function) -> None:
    """Write a function."""
    emit_interrupt_check(w, w.costs.function(f.name))
    names = tuple(r.name for r in f.parameters)
    given = " ".join(f"(param ${name} i32)" for name in names)
    tries = any(isinstance(s, Trial) for s in f.body)
    kept = nullcontext() if tries else freeze(w)
    name, only = w.called(f.name), f.body[0]
    if w.counted(f.name) and w.watching is not None and f.name in w.watching.rules:
        with w.func(f"${name} {given} (result i32)", names), nullcontext() if tries else freeze(w):
            short = len(f.body) == 1 and isinstance(only, Return)
            own = f"(call ${name}.own {' '.join(map(w.get, names))})"
            count_rule(w, f, i32(w, only.value) if short and isinstance(only, Return) else own)
        if short:
            return
        name = f"{name}.own"
    with w.func(f"${name} {given} (result i32)", names), kept:
        statements(w, f.body, tail=False)
        w.line("(unreachable)")


def _trial(w: Writer, s: Trial) -> None:
    """Write what is tried on the state itself, which is put back afterwards."""
    if begin := take_notes(w, s):
        w.noted = w.local("noted")
        w.set(w.noted, f"(i32.const {begin})")
        statements(w, s.body, tail=False)
        _assign(w, Set(s.reg, s.value))
        put_back(w, begin)
        w.noted = None
        return
    aside, stretches = _kept_aside(w, s), changed_stretches(s, w.layout, w.program.size)
    for first, last in stretches:
        there = f"(i32.add {aside} (i32.const {4 * first}))"
        size = f"(i32.const {4 * (last - first)})"
        w.line(f"(memory.copy {there} (i32.const {STATE + 4 * first}) {size})")
    statements(w, s.body, tail=False)
    _assign(w, Set(s.reg, s.value))
    for first, last in stretches:
        there = f"(i32.add {aside} (i32.const {4 * first}))"
        size = f"(i32.const {4 * (last - first)})"
        w.line(f"(memory.copy (i32.const {STATE + 4 * first}) {there} {size})")


def _kept_aside(w: Writer, s: Trial) -> str:
    """Return the address where a trial keeps the state; one that comes back has many."""
    size, depth = 4 * w.program.size, w.trials.inside(s)
    if s.level is None:
        if depth not in w.aside:
            w.aside[depth] = w.memory.take(size)
        return f"(i32.const {w.aside[depth]})"
    if not w.row_aside:
        w.row_aside = w.memory.take(size * MOST_IN_A_ROW)
    offset = f"(i32.mul {i32(w, s.level)} (i32.const {size}))"
    return f"(i32.add (i32.const {w.row_aside}) {offset})"


def write_again(w: Writer, name: str, recursion: Recursion) -> None:
    """Write the other name of a function that calls itself."""
    again, own = w.called(recursion.again), w.called(name)
    w.line(f"(func ${again} (param $l i32) (result i32) (call ${own} (local.get $l)))")


def _visit(w: Writer, s: Visit) -> None:
    """Write that a visited position is counted."""
    if not w.visits:
        w.visits = w.memory.take(4)
    place, counted = f"(i32.const {w.visits})", f"(i32.load (i32.const {w.visits}))"
    begin = f"(i32.eqz {i32(w, s.level)})"
    w.line(f"(if {begin} (then (i32.store {place} (i32.const 0))))")
    w.line(f"(i32.store {place} (i32.add {counted} (i32.const 1)))")
    most = w.costs.visits(s.search)
    w.line(f"(if (i32.gt_s {counted} (i32.const {most})) (then (call $fail (i32.const {s.site}))))")


def write_block(w: Writer, block: Block) -> None:
    """Write a block."""
    emit_interrupt_check(w, w.costs.of(block.body))
    with w.func(f"$block{block.number} (result i32)"):
        w.open_blocks, w.written = [block.number], 0
        nothing_chosen(w)
        statements(w, block.body, tail=True)
        w.line("(unreachable)")


# ------------------------------------------------------------------ statements


def statements(w: Writer, body: Sequence[Stmt], *, tail: bool) -> None:
    """Write statements; at the tail of a block others may be written out in place."""
    for index, s in enumerate(body):
        last = index == len(body) - 1
        if not isinstance(s, (Set, Transfer, Mark, Say, Note, ScoreEvent)):
            nothing_chosen(w)
        statement(w, s, tail=tail and last)


def statement(w: Writer, s: Stmt, *, tail: bool) -> None:
    """Write a statement; at the tail of a block, with what it continues to."""
    match s:
        case Set():
            _assign(w, s)
        case Store():
            _store(w, s)
        case Scratch():
            _scratch(w, s)
        case ScratchStore():
            w.line(
                f"(i32.store offset={w.scratches[s.scratch]} {in_bytes(w, s.at)} {i32(w, s.value)})"
            )
        case If():
            _if(w, s, tail)
        case Loop():
            _loop(w, s)
        case RepeatUntil():
            _again(w, s)
        case Return():
            w.line(f"(return {i32(w, s.value)})")
        case ReturnList():
            w.line(f"(return (i32.const {w.scratches[s.scratch]}))")
        case Goto():
            _goto(w, s, tail)
        case Jump():
            offset, index = address(w, s.at)
            leave(w, f"(i32.load offset={offset} {index})")
        case Suspend():
            _store_word(w, at.PC, s.choice)
            leave(w, f"(i32.const {len(w.program.blocks) + s.choice})")
        case Halt():
            leave(w, f"(i32.const {w.over})")
        case Fail():
            w.line(f"(call $fail (i32.const {s.site}))")
        case Transfer():
            transfer(w, s)
        case Gather():
            gather(w, s)
        case Shuffle():
            shuffle(w, s)
        case Draw():
            w.set(w.name(s.reg), f"(call $draw {i32(w, s.below)})")
        case CopyRange():
            target, source = STATE + 4 * s.target, STATE + 4 * s.source
            w.line(
                f"(memory.copy (i32.const {target}) (i32.const {source}) (i32.const {4 * s.size}))"
            )
        case Visit():
            _visit(w, s)
        case Trial():
            _trial(w, s)
        case Note():
            _note(w, s)
        case ScoreEvent():
            _tell(w, s)
        case Mark():
            count_mark(w, s)
        case Say() | Rolled():
            """Nobody traces a game that is played in bulk."""
        case _:
            assert_never(s)


def _scratch(w: Writer, s: Scratch) -> None:
    """Write what begins a list; a short one is filled without a call."""
    at_, size = w.memory.take(4 * s.size + 4), 4 * s.size
    w.scratches[s.name] = at_
    if s.zeros and size > _SHORT:
        w.line(f"(memory.fill (i32.const {at_}) (i32.const 0) (i32.const {size}))")
    elif s.zeros:
        for place in range(at_, at_ + size, 8):
            w.line(f"(i64.store offset={place} (i32.const 0) (i64.const 0))")


def _assign(w: Writer, s: Set) -> None:
    follow(w, s.reg, s.value)
    name = w.name(s.reg)
    w.set(name, i64(w, s.value) if w.long(s.reg) else i32(w, s.value))


def _store(w: Writer, s: Store) -> None:
    offset, index = address(w, s.at)
    note(w, f"(i32.add {index} (i32.const {offset}))")
    w.line(f"(i32.store offset={offset} {index} {i32(w, s.value)})")


def _if(w: Writer, s: If, tail: bool) -> None:
    if isinstance(s.condition, Const):
        statements(w, s.then if s.condition.value else s.otherwise, tail=tail)
        return
    if w.frozen is not None and _only_sets(w, s):
        _select(w, s)
        return
    w.line(f"(if {condition(w, s.condition)} (then")
    statements(w, s.then, tail=tail)
    w.line(")")
    if s.otherwise:
        w.line("(else")
        statements(w, s.otherwise, tail=tail)
        w.line(")")
    w.line(")")


def _only_sets(w: Writer, s: If) -> bool:
    """Return whether a condition in a function only gives registers cheap values."""
    if s.otherwise or len(s.then) > 2 or not cheap(w, s.condition):
        return False
    sets = [x for x in s.then if isinstance(x, Set) and not w.long(x.reg)]
    return len(sets) == len(s.then) and all(cheap(w, x.value) for x in sets)


def _select(w: Writer, s: If) -> None:
    """Write such a condition without a branch."""
    test = w.local("test")
    w.set(test, truth(w, s.condition))
    for x in s.then:
        name = w.name(x.reg)
        with w.eagerly():
            value = i32(w, x.value)
        w.set(name, f"(select {value} {w.get(name)} {w.get(test)})")


def _again(w: Writer, s: RepeatUntil) -> None:
    turns, again = w.local("turns"), w.label("again")
    w.set(turns, "(i32.const 0)")
    w.line(f"(loop ${again}")
    once_round(w)
    statements(w, s.body, tail=False)
    w.line(f"(if (i32.eqz {condition(w, s.until)}) (then")
    more = f"(local.tee ${turns} (i32.add {w.get(turns)} (i32.const 1)))"
    w.line(f"(if (i32.gt_s {more} (i32.const {w.costs.rounds(s)}))")
    w.line(f"(then (call $fail (i32.const {s.site}))))")
    w.line(f"(br ${again}))))")


def leave(w: Writer, target: str) -> None:
    """Write what continues with the block of a number."""
    w.line(f"(local.set $next {target}) (br $go)" if w.inside else f"(return {target})")


def _goto(w: Writer, s: Goto, tail: bool) -> None:
    block = w.program.blocks[s.block]
    small = w.arrivals[s.block] == 1 or len(block.body) <= _SMALL
    closed = s.block in w.landmarks or s.block in w.open_blocks
    if tail and small and not closed and w.written < _INLINE:
        w.open_blocks.append(s.block)
        w.written += len(block.body)
        statements(w, block.body, tail=True)
        w.open_blocks.pop()
    else:
        leave(w, f"(i32.const {s.block})")


def _note(w: Writer, s: Note) -> None:
    """Write what adds a line of a ledger to those of its seat, where lines are measured."""
    if w.looking is not None:
        count_requirement(w, s, w.looking)
    if w.measures is None or not w.gauging:
        return
    offset = 4 * (w.measures.deltas + s.line * w.players)
    base = f"(i32.load offset={w.measures.row} (i32.const 0))"
    here = f"(i32.add {base} (i32.shl (local.get $me) (i32.const 2)))"
    total = f"(i32.add (i32.load offset={offset} {here}) {i32(w, s.value)})"
    w.line(f"(i32.store offset={offset} {here} {total})")


def _tell(w: Writer, s: ScoreEvent) -> None:
    """Write what measures a score when it is computed."""
    if w.measures is not None:
        listening = f"offset={w.measures.listening} (i32.const 0)"
        deaf, heard = (f"(i32.store {listening} (i32.const {hears}))" for hears in (0, 1))
        told = f"{deaf} (call $deltas{s.number}) {heard}"
        w.line(f"(if (i32.load {listening}) (then {told}))")


def _store_word(w: Writer, word: int, value: int) -> None:
    w.line(f"(i32.store offset={STATE + 4 * word} (i32.const 0) (i32.const {value}))")


# ------------------------------------------------------------------ loops


def _loop(w: Writer, s: Loop) -> None:
    pieces = _by_piece(w, s) if w.frozen is not None else None
    if pieces is not None:
        _loop(w, pieces)
        return
    if w.frozen is None and isinstance(s.over, Steps) and _tallied_loop(w, s):
        return
    with loop(w, s.reg, s.over, copies=_moves_pieces(s.body)):
        statements(w, s.body, tail=False)


def _by_piece(w: Writer, s: Loop) -> Loop | None:
    """Return a loop over pieces in place of one over the contents of several zones of a family.

    Only for sums, in which the order doesn't matter, and where there are not many more pieces
    than zones: whether a piece lies in one of them is seen without a branch.
    """
    inner = s.body[0]
    if not isinstance(s.over, Steps) or not isinstance(s.over.lo, Const):
        return None
    if not isinstance(inner, Loop) or len(s.body) > 1 or inner.over != Items(s.reg):
        return None
    found, only = w.layout.family_at(s.over.lo.value), inner.body[0]
    if found is None or found[0].stride != s.over.step or not _adds(inner.body, s.reg):
        return None
    names = w.layout.setting.rules.zones[found[0].name].pieces
    first, last = w.layout.setting.run(names[0]) if len(names) == 1 else (0, 0)
    zones = turns(s.reg, s.over, w.layout)
    if not 0 < last - first <= 2 * zones:
        return None
    where = Load(Bin("+", inner.reg, Const(w.layout.zone_of)), 0, INT_MAX)
    end = Const(s.over.lo.value + (zones - 1) * s.over.step)
    here = (Bin(">=", where, s.over.lo), Bin("<=", where, end), only.condition)
    return Loop(
        inner.reg, Steps(Const(first), Const(last - 1)), (If(And(here), only.then),)
    )  # fmt: skip


def _tallied_loop(w: Writer, s: Loop) -> bool:
    """Write a loop that does something under one condition which only has to be looked up.

    The state stays as it is until the condition holds, and is looked at again afterwards.
    """
    only = s.body[0] if len(s.body) == 1 else None
    if not isinstance(only, If) or only.otherwise:
        return False
    before, w.tallied, w.turning = w.tallied, {}, w.turning + 1
    test, tallied = condition(w, only.condition), w.tallied
    w.tallied, w.turning = before, w.turning - 1
    if not tallied:
        return False
    write_tallies(w, tallied)
    with loop(w, s.reg, s.over):
        w.line(f"(if {test} (then")
        statements(w, only.then, tail=False)
        write_tallies(w, tallied)
        w.line("))")
    return True


def _adds(body: tuple[Any, ...], zone: Reg) -> bool:
    """Return whether statements only add to a register under a condition that knows no zone."""
    only = body[0]
    if len(body) > 1 or not isinstance(only, If) or only.otherwise or len(only.then) > 1:
        return False
    add = only.then[0]
    fine = isinstance(add, Set) and isinstance(add.value, Bin) and add.value.op == "+"
    return fine and add.value.a == add.reg and not mentions(only, {zone.name})


def _moves_pieces(node: Any) -> bool:
    """Return whether statements may change the contents of a zone."""
    return any(isinstance(part, (Transfer, Gather, Shuffle, Store)) for part in walk(node))
