"""Decisions made at random, as WebAssembly text: the same choice as from the list of legal moves,
without the list.

Each action keeps the arguments that are possible in a place of its own; then one random number
says which action it is and with which of them, and the action is begun at once. Candidates are
written down before it is known whether they count, and then counted or not: a processor that can't
foresee whether a card fits loses more by guessing wrong than by writing in vain.
"""

from __future__ import annotations

from contextlib import ExitStack
from math import prod

from engine.compile import layout as at
from engine.compile.cost import most_moves, turns
from engine.compile.program import (
    Action,
    Choice,
    Const,
    E,
    Items,
    Iter,
    Listed,
    Parameter,
    Steps,
)
from engine.compile.program_parts import mentions, registers, size
from engine.compile.wasm.bitset_conditions import Accepted, accepted
from engine.compile.wasm.expressions import cheap, condition, i32, truth
from engine.compile.wasm.legal_moves import SeenKeys, each_value, when
from engine.compile.wasm.loops import freeze, loop
from engine.compile.wasm.memory import NOTHING_LEGAL, STATE
from engine.compile.wasm.statements import emit_interrupt_check, leave, statements
from engine.compile.wasm.transfers import nothing_chosen
from engine.compile.wasm.writer import Writer

_UNROLLED = 6
"""Up to how many values a loop is written out for one by one."""
_BODY = 600
"""Up to how many parts the blocks of actions are written out where they are chosen."""


def take_room(w: Writer) -> None:
    """Find a place for what is possible in a decision, with room for the largest one."""
    sizes = [_room_of(w, c) for c in w.program.choices if _quick(w, c)]
    w.candidates = w.memory.take(max(sizes, default=0))


def _quick(w: Writer, choice: Choice) -> bool:
    return most_moves(choice, w.layout) <= w.room


def _room_of(w: Writer, choice: Choice) -> int:
    return sum(_width(a) * (_count_of(w, a) + 1) for a in choice.actions)


def _count_of(w: Writer, action: Action) -> int:
    return prod(_values_of(w, p) for p in action.parameters)


def _values_of(w: Writer, p: Parameter) -> int:
    return prod(turns(reg, over, w.layout) for reg, over in p.loops)


def choose(w: Writer, choice: Choice) -> None:
    """Write what makes a random choice with the generator at `by` and begins it, in the loop
    that goes from block to block.
    """
    emit_interrupt_check(w, w.costs.choice(choice))
    if _quick(w, choice) and choice.actions:
        w.inside = True
        _choose(w, choice)
        w.inside = False
    else:
        w.line(f"(local.set $next (call $any (i32.const {choice.number}) ")
        w.line(f"(call $legal{choice.number}) (local.get $by))) (br $go)")


def _choose(w: Writer, choice: Choice) -> None:
    starts, start = [], w.candidates
    for action in choice.actions:
        starts.append(start)
        start += _width(action) * (_count_of(w, action) + 1)
    ends = [w.local("to") for _ in choice.actions]
    before = w.names
    with freeze(w):
        for group in _groups(choice):
            for i in group:
                w.set(ends[i], f"(i32.const {starts[i] if choice.actions[i].parameters else 0})")
            _collect(w, choice, group, ends)
    w.names = before
    counts = [_count(w, action, starts[i], ends[i]) for i, action in enumerate(choice.actions)]
    _decide(w, choice, counts, starts)


# ------------------------------------------------------------------ candidates


def _collect(w: Writer, choice: Choice, group: list[int], ends: list[str]) -> None:
    """Write down the candidates of actions that take their argument from the same place."""
    action = choice.actions[group[0]]
    fresh, holds = "", ""
    fitting = {}
    for i in group:
        _same_names(w, action, choice.actions[i])
        fitting[i] = _fitting(w, choice.actions[i])
    listed = w.local("listed") if _apart(action) else ""
    if listed:
        w.set(listed, "(i32.const 0)")
    with ExitStack() as stack:
        for index, p in enumerate(action.parameters):
            last = index == len(action.parameters) - 1
            if last and index and action.requires and not mentions(action.requires, _own(p)):
                holds = w.local("holds")
                w.set(holds, "(i32.const -1)")
            if last and listed:
                _once_listed(w, stack, p, index, listed)
                break
            met = SeenKeys(w, index, p.same) if p.same is not None else None
            *outer, (reg, over) = p.loops
            for one, other in outer:
                stack.enter_context(loop(w, one, other))
            if last and p.same is None and (values := _few(over)):
                _one_by_one(w, choice, group, ends, values)
                return
            stack.enter_context(loop(w, reg, over))
            if p.where is not None:
                when(w, stack, condition(w, p.where))
            if met is not None and last:
                fresh = w.local("new")
                w.set(fresh, met.fresh())
                met.mark()
            elif met is not None:
                when(w, stack, met.fresh())
                met.mark()
        for i in group:
            _same_names(w, action, choice.actions[i])
            new = w.get(fresh) if fresh else ""
            _candidate(w, choice.actions[i], ends[i], new, holds, fitting[i])


def _fitting(w: Writer, action: Action) -> Accepted | None:
    """Write for which pieces in a zone an action is possible, None where that can't be told."""
    p = action.parameters[0] if len(action.parameters) == 1 else None
    if p is None or action.requires is None or not isinstance(p.loops[-1][1], Items):
        return None
    if mentions(action.requires, _own(p) - {p.reg.name}):
        return None
    found = accepted(w, action.requires, p.reg)
    if found is None:
        return None
    bits = w.local("fitting", "i64")
    w.set(bits, found.bits)
    return Accepted(w.get(bits), found.number)


def _once_listed(w: Writer, stack: ExitStack, p: Parameter, index: int, end: str) -> None:
    """Write a loop over the values of a parameter that are the same each time: they are listed
    when they are needed first, which gives `end` its value.
    """
    start = w.memory.take(4 * (_values_of(w, p) + 1))
    w.line(f"(if (i32.eqz {w.get(end)}) (then")
    w.set(end, f"(i32.const {start})")
    with ExitStack() as inside:
        each_value(w, inside, p, index)
        w.line(f"(i32.store {w.get(end)} {i32(w, p.reg)})")
        w.set(end, f"(i32.add {w.get(end)} (i32.const 4))")
    w.line("))")
    at_, again, out = w.local("at"), w.label("again"), w.label("out")
    w.set(at_, f"(i32.const {start})")
    done = f"(i32.ge_u {w.get(at_)} {w.get(end)})"
    w.line(f"(block ${out} (loop ${again} (br_if ${out} {done})")
    w.set(w.name(p.reg), f"(i32.load {w.get(at_)})")
    w.set(at_, f"(i32.add {w.get(at_)} (i32.const 4))")
    stack.callback(w.line, f"(br ${again})))")


def _one_by_one(
    w: Writer, choice: Choice, group: list[int], ends: list[str], values: list[int]
) -> None:
    """Write the last parameter's values one after the other, without a loop."""
    p = choice.actions[group[0]].parameters[-1]
    for value in values:
        w.set(w.name(p.reg), f"(i32.const {value})")
        with ExitStack() as stack:
            if p.where is not None:
                when(w, stack, condition(w, p.where))
            for i in group:
                _same_names(w, choice.actions[group[0]], choice.actions[i])
                _candidate(w, choice.actions[i], ends[i], "")


def _same_names(w: Writer, first: Action, other: Action) -> None:
    """Let the parameters of an action be those of another one that means it."""
    if other is not first:
        pairs = zip(first.parameters, other.parameters, strict=True)
        w.names = {**w.names, **{b.reg.name: w.name(a.reg) for a, b in pairs}}


def _candidate(
    w: Writer,
    action: Action,
    end: str,
    fresh: str,
    known: str = "",
    fitting: Accepted | None = None,
) -> None:
    """Write a candidate down, and count it if it is one.

    `known`: a local for what doesn't change from one to the next, -1 as long as it is unknown;
    `fitting`: the pieces for which what is required holds.
    """
    for i, p in enumerate(action.parameters):
        w.line(f"(i32.store offset={4 * i} {w.get(end)} {i32(w, p.reg)})")
    holds = fresh or "(i32.const 1)"
    if fitting is not None:
        bits = f"(i64.shr_u {fitting.bits} (i64.extend_i32_u {fitting.number}))"
        test = f"(i32.and (i32.wrap_i64 {bits}) (i32.const 1))"
        holds = f"(i32.and {fresh} {test})" if fresh else test
    elif action.requires is not None:
        test = truth(w, action.requires)
        if known:
            get, test = w.get(known), f"(local.tee ${known} {test})"
            test = f"(if (result i32) (i32.ge_s {get} (i32.const 0)) (then {get}) (else {test}))"
        if not fresh:
            holds = test
        elif cheap(w, action.requires) and not known:
            holds = f"(i32.and {fresh} {test})"
        else:
            holds = f"(if (result i32) {fresh} (then {test}) (else (i32.const 0)))"
    step = f"(i32.mul {holds} (i32.const {_width(action) or 1}))"
    w.set(end, f"(i32.add {w.get(end)} {step})")


def _count(w: Writer, action: Action, start: int, end: str) -> str:
    """Write how many candidates of an action there are; return it."""
    if not action.parameters:
        return "(i32.const 1)" if action.requires is None else w.get(end)
    count = w.local("n")
    size_ = f"(i32.sub {w.get(end)} (i32.const {start}))"
    w.set(count, f"(i32.div_u {size_} (i32.const {_width(action)}))")
    return w.get(count)


# ------------------------------------------------------------------ the choice


def _decide(w: Writer, choice: Choice, counts: list[str], starts: list[int]) -> None:
    """Write what draws a number and begins what it means."""
    total, rest = w.local("total"), w.local("rest")
    sum_ = counts[0]
    for count in counts[1:]:
        sum_ = f"(i32.add {sum_} {count})"
    if choice.passing is not None:
        sum_ = f"(i32.add {sum_} (i32.const 1))"
    w.set(total, sum_)
    if choice.passing is None:
        w.line(f"(if (i32.eqz {w.get(total)})")
        w.line(f"(then (call $fail (i32.const {NOTHING_LEGAL}))))")
    _below(w, rest, w.get(total))
    _more_decisions(w)
    w.left = min(_BODY, w.whole)
    landmarks, w.landmarks = w.landmarks, set()
    last = len(counts) - (choice.passing is None)
    for i, action in enumerate(choice.actions):
        if i < last:
            w.line(f"(if (i32.lt_u {w.get(rest)} {counts[i]}) (then")
        _begin_action(w, action, starts[i], w.get(rest))
        if i < last:
            w.line("))")
            w.set(rest, f"(i32.sub {w.get(rest)} {counts[i]})")
    if choice.passing is not None:
        _go(w, choice.passing)
    w.landmarks = landmarks
    w.whole -= _BODY - w.left
    w.line("(unreachable)")


def _below(w: Writer, to: str, bound: str) -> None:
    """Write what draws a number below a bound from the generator at `by`."""
    old, product = w.local("old", "i64"), w.local("product", "i64")
    get, chance = w.get(old), "(local.get $by)"
    w.set(old, f"(i64.load {chance})")
    step = f"(i64.mul {get} (i64.const 6364136223846793005))"
    w.line(f"(i64.store {chance} (i64.add {step} (i64.const 1442695040888963407)))")
    mixed = f"(i64.shr_u (i64.xor {get} (i64.shr_u {get} (i64.const 18))) (i64.const 27))"
    turn = f"(i32.wrap_i64 (i64.shr_u {get} (i64.const 59)))"
    word = f"(i32.rotr (i32.wrap_i64 {mixed}) {turn})"
    w.set(product, f"(i64.mul (i64.extend_i32_u {word}) (i64.extend_i32_u {bound}))")
    w.line(f"(if (i32.lt_u (i32.wrap_i64 {w.get(product)}) {bound}) (then")
    w.set(product, f"(call $redrawn {chance} {bound} {w.get(product)})")
    w.line("))")
    w.set(to, f"(i32.wrap_i64 (i64.shr_u {w.get(product)} (i64.const 32)))")


def _more_decisions(w: Writer) -> None:
    offset = STATE + 4 * at.DECISIONS
    now = f"(i32.load offset={offset} (i32.const 0))"
    w.line(f"(i32.store offset={offset} (i32.const 0) (i32.add {now} (i32.const 1)))")


def _begin_action(w: Writer, action: Action, start: int, which: str) -> None:
    """Write what puts a candidate's arguments into place and carries the action out."""
    width = _width(action)
    nothing_chosen(w)
    for i, p in enumerate(action.parameters):
        if (zone := _source(p)) is not None:
            w.arguments[at.ARGUMENTS + i] = zone
        word = f"(i32.load offset={start + 4 * i} (i32.mul {which} (i32.const {width})))"
        offset = STATE + 4 * (at.ARGUMENTS + i)
        w.line(f"(i32.store offset={offset} (i32.const 0) {word})")
    _go(w, action.block)
    nothing_chosen(w)


def _go(w: Writer, number: int) -> None:
    """Write a block out, or what calls it."""
    block = w.program.blocks[number]
    w.left -= size(tuple(block.body))
    emit_interrupt_check(w, w.costs.of(block.body))
    if w.left < 0:
        leave(w, f"(call $block{number})")
        return
    w.open_blocks, w.written = [number], 0
    statements(w, block.body, tail=True)


def _few(over: Iter) -> list[int]:
    """Return the values of a short loop over what is fixed, none for any other."""
    if isinstance(over, Listed):
        values = list(over.values)
    elif isinstance(over, Steps) and isinstance(over.lo, Const) and isinstance(over.hi, Const):
        values = list(range(over.lo.value, over.hi.value + 1, over.step))
    else:
        return []
    return values if len(values) <= _UNROLLED else []


def _own(p: Parameter) -> set[str]:
    """Return the registers that a parameter gives values."""
    return {p.reg.name, *(reg.name for reg, _ in p.loops)}


def _source(p: Parameter) -> E | None:
    """Return the zone that a parameter is chosen from, if it is a piece of a single one."""
    (reg, over), *others = p.loops
    if others or reg != p.reg or not isinstance(over, Items) or registers(over.zone):
        return None
    return over.zone


def _apart(action: Action) -> bool:
    """Tell whether the values of the last parameter are sought, and don't depend on the others."""
    if len(action.parameters) < 2:
        return False
    *others, last = action.parameters
    if last.where is None and last.same is None:
        return False
    earlier = set().union(*map(_own, others))
    return not mentions((last.loops, last.where, last.same), earlier)


def _width(action: Action) -> int:
    """Return how many bytes a candidate takes."""
    return 4 * len(action.parameters)


def _groups(choice: Choice) -> list[list[int]]:
    """Return the actions by number, those together that take one argument from the same place."""
    groups: list[list[int]] = []
    texts: list[str] = []
    for number, action in enumerate(choice.actions):
        text = ""
        if len(action.parameters) == 1:
            p = action.parameters[0]
            text = repr((p.loops, p.where, p.same)).replace(f"name='{p.reg.name}'", "name=''")
        if text and texts and texts[-1] == text:
            groups[-1].append(number)
        else:
            groups.append([number])
            texts.append(text)
    return groups
