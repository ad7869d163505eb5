"""Expressions as WebAssembly text.

Integers are computed in 32 bits. Where bounds say that a result may need more before it is
checked, it is computed in 64: the interpreter's integers never wrap, so these may not either.

Many calls need not be made, or not so often. A function that looks at a few fixed values is written
out, see lookup_tables.py. While the state can't change, what a call without registers yields is
kept. And a function that counts the contents of a zone is not called once for each value, see
tallies.py.
"""

from __future__ import annotations

from typing import Any, assert_never

from engine.compile.program import (
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    Data,
    E,
    Function,
    Guard,
    Load,
    Not,
    Or,
    Reg,
    Return,
    ScratchLoad,
    Select,
    bounds,
)
from engine.compile.program_parts import instead, is_divisor, parts, passed, simple, size
from engine.compile.wasm.memory import STATE, FixedTable
from engine.compile.wasm.tallies import MOST_VALUES, tally_of
from engine.compile.wasm.writer import Writer, fits
from engine.rules.model.operators import COMPARISONS, OPERATIONS

IN_PLACE = 60
"""Up to how many parts a function is written out where it is called."""
CHEAP = 90
"""Up to how many steps a condition takes that is computed without branches. The steps overlap; what
a processor guesses wrong costs as much as many of them.
"""
NESTED = 12
"""How many registers of functions that are written out in one another may be known at once."""


def is_truth(e: E) -> bool:
    """Return whether an expression yields 0 or 1 and nothing else."""
    if isinstance(e, Call):
        return e.lo >= 0 and e.hi <= 1
    if isinstance(e, Bin):
        return e.op in COMPARISONS
    return isinstance(e, (Not, And, Or))


# ------------------------------------------------------------------ expressions


def i32(w: Writer, e: E) -> str:
    """Return an expression as an integer of 32 bits."""
    match e:
        case Const():
            return f"(i32.const {e.value})"
        case Reg():
            inner = w.get(w.name(e))
            return f"(i32.wrap_i64 {inner})" if w.long(e) else inner
        case Load():
            return _loaded(w, e)
        case Data():
            return _looked_up_in(w, e)
        case Bin():
            return _binary(w, e)
        case Call():
            return _call(w, e)
        case ScratchLoad() if e.scratch in w.scratch_locals:
            return _picked_of(w, w.scratch_locals[e.scratch], e.at)
        case ScratchLoad():
            return f"(i32.load offset={w.scratches[e.scratch]} {in_bytes(w, e.at)})"
        case Check():
            return _checked(w, e)
        case Select():
            return _picked(w, e)
        case Guard():
            return _needed(w, e)
        case Not():
            return f"(i32.eqz {condition(w, e.a)})"
        case And() | Or():
            return _chain(w, e.items, isinstance(e, And))
        case _:
            assert_never(e)


def _picked_of(w: Writer, names: list[str], at: E) -> str:
    """Return the local at a place of several."""
    place, text = w.local("at"), w.get(names[-1])
    if len(names) == 1:
        return text
    index = f"(local.tee ${place} {i32(w, at)})"
    last = len(names) - 2  # what is worked out first
    for number in reversed(range(len(names) - 1)):
        here = index if number == last else w.get(place)
        text = f"(select {w.get(names[number])} {text} (i32.eq {here} (i32.const {number})))"
    return text


def condition(w: Writer, e: E) -> str:
    """Return an expression where only its truth counts: anything but 0 is true."""
    if isinstance(e, Not):
        return f"(i32.eqz {condition(w, e.a)})"
    if isinstance(e, Bin) and e.b == Const(0) and e.op in ("==", "!="):
        inner = i32(w, e.a)
        return f"(i32.eqz {inner})" if e.op == "==" else inner
    return i32(w, e)


def _chain(w: Writer, items: tuple[E, ...], holds: bool) -> str:
    """Return the conjunction or disjunction of items, tried in order."""
    if w.eager:
        word = "and" if holds else "or"
        result = _zero_or_one(w, items[0])
        for item in items[1:]:
            result = f"(i32.{word} {result} {_zero_or_one(w, item)})"
        return result
    if holds and w.turning and _leads_to_work(w, items):
        with w.eagerly():
            test = _chain(w, items[:2], holds)
        rest = _chain(w, items[2:], holds)
        return f"(if (result i32) {test} (then {rest}) (else (i32.const 0)))"
    result = _zero_or_one(w, items[-1])
    for item in reversed(items[:-1]):
        test = condition(w, item)
        yes, no = (result, "(i32.const 0)") if holds else ("(i32.const 1)", result)
        result = f"(if (result i32) {test} (then {yes}) (else {no}))"
    return result


def _leads_to_work(w: Writer, items: tuple[E, ...]) -> bool:
    """Return whether two cheap tests, which are made as one, keep a loop from dear ones."""
    return len(items) > 2 and cheap(w, And(items[:2])) and not cheap(w, And(items[2:]))


def truth(w: Writer, e: E) -> str:
    """Return a condition as 0 or 1, without branches if it is cheap."""
    if cheap(w, e):
        with w.eagerly():
            return _zero_or_one(w, e)
    return _zero_or_one(w, e)


def _zero_or_one(w: Writer, e: E) -> str:
    return i32(w, e) if is_truth(e) else f"(i32.ne {i32(w, e)} (i32.const 0))"


def _binary(w: Writer, e: Bin) -> str:
    if e.op in ("//", "%"):
        return _division(w, e)
    if e.op in COMPARISONS and not (fits(e.a) and fits(e.b)):
        return f"(i64.{_instruction(e)} {i64(w, e.a)} {i64(w, e.b)})"
    a, b = i32(w, e.a), i32(w, e.b)
    if e.op in COMPARISONS:
        if e.b == Const(0) and e.op == "==":
            return f"(i32.eqz {a})"
        return f"(i32.{_instruction(e)} {a} {b})"
    return f"(i32.{_instruction(e)} {a} {b})"


def _instruction(e: Bin) -> str:
    return OPERATIONS[e.op].instruction


def _division(w: Writer, e: Bin) -> str:
    """Return a quotient or rest; both floor, so only what isn't negative is simple."""
    (low, _), (least, most) = bounds(e.a), bounds(e.b)
    if not (fits(e.a) and fits(e.b)):
        wide = f"{i64(w, e.a)} {i64(w, e.b)}"
        if low < 0 or least < 0:
            return f"(i32.wrap_i64 (call ${'quotient' if e.op == '//' else 'rest'}64 {wide}))"
        return f"(i32.wrap_i64 (i64.{_instruction(e)} {wide}))"
    a, b = i32(w, e.a), i32(w, e.b)
    if low < 0 and least == most > 0:
        return _floored(w, e.op, a, b)
    if low < 0 or least < 0:
        return f"(call ${'quotient' if e.op == '//' else 'rest'} {a} {b})"
    if e.op == "%" and is_divisor(e.b) and least & (least - 1) == 0:
        return f"(i32.and {a} (i32.const {least - 1}))"
    return f"(i32.{_instruction(e)} {a} {b})"


def _floored(w: Writer, op: str, a: str, b: str) -> str:
    """Return a quotient or rest by a fixed number; the machine's own round towards zero."""
    t = w.local("d")
    rest = f"(i32.rem_s (local.tee ${t} {a}) {b})"
    if op == "//":
        return f"(i32.add (i32.shr_s {rest} (i32.const 31)) (i32.div_s {w.get(t)} {b}))"
    below = f"(i32.and (i32.shr_s (local.tee ${t} {rest}) (i32.const 31)) {b})"
    return f"(i32.add {below} {w.get(t)})"


def i64(w: Writer, e: E) -> str:
    """Return an expression as an integer of 64 bits, exactly."""
    if isinstance(e, Const):
        return f"(i64.const {e.value})"
    if isinstance(e, Reg) and w.long(e):
        return w.get(w.name(e))
    if isinstance(e, Bin) and not fits(e):
        a, b = i64(w, e.a), i64(w, e.b)
        if e.op in ("//", "%"):
            return f"(call ${'quotient' if e.op == '//' else 'rest'}64 {a} {b})"
        return f"(i64.{_instruction(e)} {a} {b})"
    if isinstance(e, Select) and not fits(e):
        arms = f"(then {i64(w, e.a)}) (else {i64(w, e.b)})"
        return f"(if (result i64) {condition(w, e.condition)} {arms})"
    return f"(i64.extend_i32_s {i32(w, e)})"


def _checked(w: Writer, e: Check) -> str:
    fail = f"(then (call $fail (i32.const {e.site})))"
    if fits(e.value):
        t = w.local("c")
        low, range_ = e.lo, e.hi - e.lo
        inner = f"(local.tee ${t} {i32(w, e.value)})"
        if low:
            inner = f"(i32.sub {inner} (i32.const {low}))"
        test = f"(i32.gt_u {inner} (i32.const {range_}))"
        return f"(block (result i32) (if {test} {fail}) {w.get(t)})"
    t = w.local("w", "i64")
    inner = f"(i64.sub (local.tee ${t} {i64(w, e.value)}) (i64.const {e.lo}))"
    test = f"(i64.gt_u {inner} (i64.const {e.hi - e.lo}))"
    return f"(block (result i32) (if {test} {fail}) (i32.wrap_i64 {w.get(t)}))"


def _needed(w: Writer, e: Guard) -> str:
    fail = f"(then (call $fail (i32.const {e.site})))"
    test = f"(i32.eqz {condition(w, e.condition)})"
    return f"(block (result i32) (if {test} {fail}) {i32(w, e.value)})"


def _picked(w: Writer, e: Select) -> str:
    a, b, test = i32(w, e.a), i32(w, e.b), condition(w, e.condition)
    if w.eager or (simple(e.a) and simple(e.b)):
        return f"(select {a} {b} {test})"
    return f"(if (result i32) {test} (then {a}) (else {b}))"


# ------------------------------------------------------------------ calls


def _call(w: Writer, e: Call) -> str:
    f = w.functions.get(e.name)
    if f is None or w.counted(e.name) or only_value(w, f) is not None:
        return _plain_call(w, e)
    whole = w.spreads.of(e)
    if whole is not None:
        with w.eagerly():
            return i32(w, whole)
    return _looked_up(w, f, e) or _call_once(w, e) or _plain_call(w, e)


def _plain_call(w: Writer, e: Call) -> str:
    f = w.functions.get(e.name)
    value = None if f is None else only_value(w, f)
    if f is not None and value is not None:
        return _in_place(w, f, value, e.arguments)
    arguments = " ".join(i32(w, a) for a in e.arguments)
    return f"(call ${w.called(e.name)} {arguments})"


def _call_once(w: Writer, e: Call) -> str:
    """Return a call that is made only once while the state can't change, "" if it isn't."""
    if w.frozen is None or not w.turning or bounds(e)[0] < 0:
        return ""
    if not all(_stays(w, a) for a in e.arguments):
        return ""
    call = _plain_call(w, e)
    kept = w.kept.setdefault(call, "")
    if not kept:
        kept = w.kept[call] = w.local("kept")
    get = w.get(kept)
    known = f"(i32.ge_s {get} (i32.const 0))"
    return f"(if (result i32) {known} (then {get}) (else (local.tee ${kept} {call})))"


def _stays(w: Writer, e: E) -> bool:
    """Return whether an expression is the same all the time while the state can't change."""
    if isinstance(e, Reg):  # what a function is given stays too
        known = w.frozen is not None and w.name(e) in w.frozen.values()
        return known or w.name(e) in w.given
    return isinstance(e, Const) or (isinstance(e, Load) and isinstance(e.at, Const))


def _looked_up(w: Writer, f: Function, e: Call) -> str:
    """Return what a tally says in place of a call, "" if there is none."""
    if w.tallied is None or not w.turning or all(_stays(w, a) for a in e.arguments):
        return ""
    if f.name not in w.tallies:
        w.tallies[f.name] = tally_of(f, w.layout)
    tally = w.tallies[f.name]
    if tally is None:
        return ""
    wanted = instead(tally.wanted, passed(f, e.arguments))
    (low, high), (least, most) = bounds(tally.key), bounds(wanted)
    if least < low or most > high:
        return ""
    w.tallied[f.name] = tally
    at = tally_area(w, f.name) - low
    index = i32(w, wanted)
    if at < 0:
        at, index = at + low, f"(i32.sub {index} (i32.const {low}))"
    found = f"(i32.load8_u offset={at} {index})"
    return found if tally.counts else f"(i32.ne {found} (i32.const 0))"


def tally_area(w: Writer, name: str) -> int:
    """Return where what a function counts is tallied, in bytes."""
    if name not in w.areas:
        w.areas[name] = w.memory.take(MOST_VALUES)
    return w.areas[name]


def only_value(w: Writer, f: Function) -> E | None:
    """Return a function's value, if it is one expression that may be written out where it is
    called.
    """
    key = f.name, w.counted(f.name)
    if key not in w.only_values:
        only = f.body[0] if len(f.body) == 1 else None
        fine = isinstance(only, Return) and size(only) <= IN_PLACE
        fine = fine and not w.counted(f.name)
        w.only_values[key] = only.value if fine and isinstance(only, Return) else None
    return w.only_values[key] if len(w.names) <= NESTED else None


def _in_place(w: Writer, f: Function, value: E, arguments: tuple[E, ...]) -> str:
    """Write a function that is one expression where it is called."""
    if w.eager:
        return i32(w, instead(value, passed(f, arguments)))
    sets, names = [], {}
    for name, a in passed(f, arguments).items():
        if isinstance(a, Reg) and not w.long(a):
            names[name] = w.name(a)
        elif isinstance(a, Load) and isinstance(a.at, Const) and w.frozen is not None:
            names[name] = frozen_word(w, a.at.value)
        else:
            names[name] = w.local(name)
            sets.append(f"(local.set ${names[name]} {i32(w, a)})")
    before, w.names = w.names, {**w.names, **names}
    inner = i32(w, value)
    w.names = before
    return f"(block (result i32) {' '.join(sets)} {inner})" if sets else inner


# ------------------------------------------------------------------ without branches


def cheap(w: Writer, e: E, steps: int = CHEAP) -> bool:
    """Return whether an expression may be computed as a whole rather than part by part."""
    return _weight(w, e, steps) >= 0


def _weight(w: Writer, e: Any, left: int) -> int:
    """Return how much of a budget an expression leaves, less than 0 when it can't be so."""
    if isinstance(e, (Check, Guard, ScratchLoad)) or left < 0:
        return -1
    if isinstance(e, Bin) and e.op in ("//", "%") and not is_divisor(e.b):
        return -1
    if isinstance(e, Call):
        f = w.functions.get(e.name)
        value = None if f is None else only_value(w, f)
        if value is None:
            return -1
        left = _weight(w, value, left - 1)
        e = e.arguments
    elif not isinstance(e, (Const, Reg)):
        e, left = e.items if isinstance(e, (And, Or)) else e, left - 1
    for part in parts(e):
        left = _weight(w, part, left)
    return left


def _sure(w: Writer, index: E, length: int) -> bool:
    """Return whether an index stays below a length even where it is computed in vain."""
    low, high = bounds(index)
    return low >= 0 and high < length and _steady(w, index)


def _steady(w: Writer, e: E) -> bool:
    """Return whether an expression keeps its bounds even where it is computed in vain."""
    if isinstance(e, Bin):
        return _steady(w, e.a) and _steady(w, e.b)
    if isinstance(e, Data):
        return _sure(w, e.at, len(w.program.data[e.table]))
    if isinstance(e, Load):
        return _always_there(w, e)
    return isinstance(e, (Const, Reg))


def _always_there(w: Writer, e: Load) -> bool:
    """Return whether an integer of the state is never none: a zone may be empty where it isn't
    looked into, but how much it holds is a number.
    """
    terms: list[tuple[int, E]] = []
    first = _terms(e.at, 1, terms)
    zone = w.layout.family_at(bounds(e.at)[0])
    if zone is None:
        return not terms and e.lo != NONE
    family, _ = zone
    steps = [factor for factor, _ in terms]
    within = bounds(e.at)[1] < family.base + family.stride * len(family.places)
    begins = all(n % family.stride == 0 for n in (first - family.base, *steps))
    return within and begins and all(_steady(w, term) for _, term in terms)


# ------------------------------------------------------------------ places in memory


def _loaded(w: Writer, e: Load) -> str:
    offset, index = address(w, e.at)
    if isinstance(e.at, Const) and w.frozen is not None:
        return w.get(frozen_word(w, e.at.value))
    if w.eager and not _sure(w, e.at, w.program.size):
        index = f"(i32.and {index} (i32.const @MASK@))"
    return f"(i32.load offset={offset} {index})"


def frozen_word(w: Writer, at: int) -> str:
    """Return the local that holds an integer of the state while it can't change."""
    assert w.frozen is not None
    offset = STATE + 4 * at
    if offset not in w.frozen:
        w.frozen[offset] = w.local("word")
    return w.frozen[offset]


def address(w: Writer, at: E) -> tuple[int, str]:
    """Return the constant part of a place in the state and the rest, in bytes."""
    fixed, rest, least = _sum(w, at, 4)
    if not rest:
        return STATE + fixed, "(i32.const 0)"
    if least >= 0 and STATE + fixed >= 0:
        return STATE + fixed, rest
    return STATE, _plus(rest, fixed)


def in_bytes(w: Writer, e: E, more: int = 0) -> str:
    """Return four times an expression, and some bytes more."""
    fixed, rest, _ = _sum(w, e, 4)
    return _plus(rest, fixed + more)


def _sum(w: Writer, e: E, factor: int) -> tuple[int, str, int]:
    """Return a multiple of an expression as its constant part, the rest ("" for none) and the
    least that the rest can be. Products are multiplied out: much of that is known before.
    """
    terms: list[tuple[int, E]] = []
    fixed = _terms(e, factor, terms)
    rest, least = "", 0
    for times, term in terms:
        low, high = bounds(term)
        least += min(times * low, times * high)
        text = _times(w, term, times)
        rest = f"(i32.add {rest} {text})" if rest else text
    return fixed, rest, least


def _times(w: Writer, e: E, factor: int) -> str:
    """Return a multiple of an expression."""
    if factor == 1:
        return i32(w, e)
    if factor > 0 and factor & (factor - 1) == 0:
        return f"(i32.shl {i32(w, e)} (i32.const {factor.bit_length() - 1}))"
    return f"(i32.mul {i32(w, e)} (i32.const {factor}))"


def _looked_up_in(w: Writer, e: Data) -> str:
    values = w.program.data[e.table]
    if isinstance(e.at, Const):
        return f"(i32.const {values[e.at.value]})"
    return _read(w, w.memory.table(values), e.at)


def _read(w: Writer, table: FixedTable, at: E) -> str:
    fixed, index, least = _sum(w, at, 1 << table.shift)
    if not index:
        return f"({table.load} offset={table.address + fixed} (i32.const 0))"
    if least < 0 or table.address + fixed < 0:
        index, fixed = _plus(index, fixed), 0
    if w.eager and not _sure(w, at, len(table.values)):
        index = f"(i32.and {index} (i32.const @MASK@))"
    return f"({table.load} offset={table.address + fixed} {index})"


def _plus(text: str, number: int) -> str:
    if not text:
        return f"(i32.const {number})"
    return f"(i32.add {text} (i32.const {number}))" if number else text


def _terms(e: E, factor: int, found: list[tuple[int, E]]) -> int:
    """Put a multiple of an expression into a list of terms; return its constant part."""
    if isinstance(e, Const):
        return factor * e.value
    if isinstance(e, Bin) and e.op in ("+", "-"):
        other = factor if e.op == "+" else -factor
        return _terms(e.a, factor, found) + _terms(e.b, other, found)
    if isinstance(e, Bin) and e.op == "*" and isinstance(e.b, Const):
        return _terms(e.a, factor * e.b.value, found)
    if isinstance(e, Bin) and e.op == "*" and isinstance(e.a, Const):
        return _terms(e.b, factor * e.a.value, found)
    found.append((factor, e))
    return 0
