"""Expressions as WebAssembly text.

Integers are computed in 32 bits. Where bounds say that a result may need more before it is
checked, it is computed in 64: the interpreter's integers never wrap, so these may not either.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.compile.layout import Layout
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    Data,
    E,
    Function,
    Load,
    Need,
    Not,
    Or,
    Pick,
    Program,
    Reg,
    Return,
    bounds,
)
from engine.compile.wasm.lookup_tables import Spreads
from engine.compile.wasm.memory import STATE, Memory, Table
from engine.compile.wasm.rewrite import instead, is_divisor, simple, size

IN_PLACE = 60
"""Up to how many parts a function is written out where it is called."""
CHEAP = 90
"""Up to how many steps a condition takes that is computed without branches. The steps overlap; what
a processor guesses wrong costs as much as many of them.
"""
SCALED = 512
"""Up to how many integers a table has of which multiples are kept too."""
PATIENCE = 200_000
"""How many answers for one ruleset are worked out beforehand: a second's work at most."""
NESTED = 12
"""How many registers of functions that are written out in one another may be known at once."""
_COMPARES = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "<<": "shl", ">>": "shr_s"}


def is_truth(e: E) -> bool:
    """Tell whether an expression yields 0 or 1 and nothing else."""
    if isinstance(e, Call):
        return e.lo >= 0 and e.hi <= 1
    if isinstance(e, Bin):
        return e.op in _COMPARES
    return isinstance(e, (Not, And, Or))


def fits(e: E) -> bool:
    """Tell whether an expression surely lies within 32 bits."""
    low, high = bounds(e)
    return low >= NONE and high <= INT_MAX


class Expressions:
    """Writes expressions; keeps the rows and locals of the function being written."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare to write a program."""
        self.program = program
        self.layout = layout
        self.memory = memory
        self.rows: list[str] = []
        self.locals: dict[str, str] = {}
        self.given: set[str] = set()
        self.names: dict[str, str] = {}
        """Where a register of a function that is written out in place lives."""
        self.functions = {f.name: f for f in program.functions}
        self.spreads = Spreads(program)
        self.patience = PATIENCE
        """How many answers may still be worked out beforehand."""
        self.frozen: dict[int, str] | None = None
        """Locals that hold integers of the state while it can't change, by their place in it."""
        self._eager = False
        self._values: dict[str, E | None] = {}
        self._named = 0

    # -------------------------------------------------------------- functions and locals

    def line(self, text: str) -> None:
        """Write a row."""
        self.rows.append(text)

    @contextmanager
    def func(self, head: str, parameters: tuple[str, ...] = ()) -> Iterator[None]:
        """Write a function around what is written inside."""
        before, self.rows = self.rows, []
        self.locals, self.given, self.frozen = {}, set(parameters), None
        yield
        declared = "".join(f"(local ${name} {kind})" for name, kind in self.locals.items())
        before += [f"(func {head}", declared, *self.rows, ")"]
        self.rows = before

    @contextmanager
    def freeze(self) -> Iterator[None]:
        """Read integers of the state that stand at a fixed place once, before what is written
        inside: there the state doesn't change.
        """
        before, self.rows = self.rows, []
        self.frozen = {}
        yield
        for place, name in self.frozen.items():
            before.append(f"(local.set ${name} (i32.load offset={place} (i32.const 0)))")
        self.rows, self.frozen = before + self.rows, None

    @contextmanager
    def eagerly(self) -> Iterator[None]:
        """Write expressions without branches: each part is computed, also what won't count.

        What is read in vain may stand anywhere; it is only seen to that it stands in the memory.
        """
        before, self._eager = self._eager, True
        try:
            yield
        finally:
            self._eager = before

    def local(self, hint: str, kind: str = "i32") -> str:
        """Return the name of a new local."""
        self._named += 1
        name = f"{hint}.{self._named}"
        self.locals[name] = kind
        return name

    def label(self, hint: str) -> str:
        """Return the name of a new place to branch to."""
        self._named += 1
        return f"{hint}.{self._named}"

    def name(self, reg: Reg) -> str:
        """Return the local of a register; one that may need it has 64 bits."""
        name = self.names.get(reg.name, reg.name)
        if name not in self.given:
            self.locals.setdefault(name, "i32" if fits(reg) else "i64")
        return name

    def long(self, reg: Reg) -> bool:
        """Tell whether a register has 64 bits."""
        return self.locals.get(self.name(reg)) == "i64"

    def get(self, name: str) -> str:
        """Return a local's value."""
        return f"(local.get ${name})"

    def set(self, name: str, value: str) -> None:
        """Write what gives a local its value."""
        self.line(f"(local.set ${name} {value})")

    # -------------------------------------------------------------- expressions

    def value(self, e: E) -> str:
        """Return an expression as an integer of 32 bits."""
        if isinstance(e, Const):
            return f"(i32.const {e.value})"
        if isinstance(e, Reg):
            inner = self.get(self.name(e))
            return f"(i32.wrap_i64 {inner})" if self.long(e) else inner
        if isinstance(e, Load):
            return self._load(e)
        if isinstance(e, Data):
            return self._data(e)
        if isinstance(e, Bin):
            return self._bin(e)
        if isinstance(e, Call):
            return self._call(e)
        if isinstance(e, Check):
            return self._check(e)
        if isinstance(e, Pick):
            return self._pick(e)
        if isinstance(e, Need):
            return self._need(e)
        return self._truth(e)

    def test(self, e: E) -> str:
        """Return an expression where only its truth counts: anything but 0 is true."""
        if isinstance(e, Not):
            return f"(i32.eqz {self.test(e.a)})"
        if isinstance(e, Bin) and e.b == Const(0) and e.op in ("==", "!="):
            inner = self.value(e.a)
            return f"(i32.eqz {inner})" if e.op == "==" else inner
        return self.value(e)

    def _truth(self, e: Not | And | Or) -> str:
        if isinstance(e, Not):
            return f"(i32.eqz {self.test(e.a)})"
        return self._chain(e.items, isinstance(e, And))

    def _chain(self, items: tuple[E, ...], holds: bool) -> str:
        """Return the conjunction or disjunction of items, tried in order."""
        if self._eager:
            word = "and" if holds else "or"
            result = self._one(items[0])
            for item in items[1:]:
                result = f"(i32.{word} {result} {self._one(item)})"
            return result
        result = self._one(items[-1])
        for item in reversed(items[:-1]):
            test = self.test(item)
            yes, no = (result, "(i32.const 0)") if holds else ("(i32.const 1)", result)
            result = f"(if (result i32) {test} (then {yes}) (else {no}))"
        return result

    def one(self, e: E) -> str:
        """Return a condition as 0 or 1, without branches if it is cheap."""
        if self.cheap(e):
            with self.eagerly():
                return self._one(e)
        return self._one(e)

    def _one(self, e: E) -> str:
        return self.value(e) if is_truth(e) else f"(i32.ne {self.value(e)} (i32.const 0))"

    def _bin(self, e: Bin) -> str:
        if e.op in ("//", "%"):
            return self._division(e)
        if e.op in _COMPARES and not (fits(e.a) and fits(e.b)):
            return f"(i64.{_COMPARES[e.op]} {self.wide(e.a)} {self.wide(e.b)})"
        a, b = self.value(e.a), self.value(e.b)
        if e.op in _COMPARES:
            if e.b == Const(0) and e.op == "==":
                return f"(i32.eqz {a})"
            return f"(i32.{_COMPARES[e.op]} {a} {b})"
        return f"(i32.{_PLAIN[e.op]} {a} {b})"

    def _division(self, e: Bin) -> str:
        """Return a quotient or rest; both floor, so only what isn't negative is simple."""
        a, b = self.value(e.a), self.value(e.b)
        (low, _), (least, most) = bounds(e.a), bounds(e.b)
        if low < 0 and least == most > 0:
            return self._floored(e.op, a, b)
        if low < 0 or least < 0:
            return f"(call ${'quotient' if e.op == '//' else 'rest'} {a} {b})"
        if e.op == "%" and least == most and least & (least - 1) == 0:
            return f"(i32.and {a} (i32.const {least - 1}))"
        return f"(i32.{'div_u' if e.op == '//' else 'rem_u'} {a} {b})"

    def _floored(self, op: str, a: str, b: str) -> str:
        """Return a quotient or rest by a fixed number; the machine's own round towards zero."""
        t = self.local("d")
        rest = f"(i32.rem_s (local.tee ${t} {a}) {b})"
        if op == "//":
            return f"(i32.add (i32.shr_s {rest} (i32.const 31)) (i32.div_s {self.get(t)} {b}))"
        below = f"(i32.and (i32.shr_s (local.tee ${t} {rest}) (i32.const 31)) {b})"
        return f"(i32.add {below} {self.get(t)})"

    def wide(self, e: E) -> str:
        """Return an expression as an integer of 64 bits, exactly."""
        if isinstance(e, Const):
            return f"(i64.const {e.value})"
        if isinstance(e, Reg) and self.long(e):
            return self.get(self.name(e))
        if isinstance(e, Bin) and not fits(e):
            a, b = self.wide(e.a), self.wide(e.b)
            if e.op in ("//", "%"):
                return f"(call ${'quotient' if e.op == '//' else 'rest'}64 {a} {b})"
            return f"(i64.{_PLAIN[e.op]} {a} {b})"
        if isinstance(e, Pick) and not fits(e):
            arms = f"(then {self.wide(e.a)}) (else {self.wide(e.b)})"
            return f"(if (result i64) {self.test(e.condition)} {arms})"
        return f"(i64.extend_i32_s {self.value(e)})"

    def _check(self, e: Check) -> str:
        fail = f"(then (call $fail (i32.const {e.site})))"
        if fits(e.value):
            t = self.local("c")
            low, range_ = e.lo, e.hi - e.lo
            inner = f"(local.tee ${t} {self.value(e.value)})"
            if low:
                inner = f"(i32.sub {inner} (i32.const {low}))"
            test = f"(i32.gt_u {inner} (i32.const {range_}))"
            return f"(block (result i32) (if {test} {fail}) {self.get(t)})"
        t = self.local("w", "i64")
        inner = f"(i64.sub (local.tee ${t} {self.wide(e.value)}) (i64.const {e.lo}))"
        test = f"(i64.gt_u {inner} (i64.const {e.hi - e.lo}))"
        return f"(block (result i32) (if {test} {fail}) (i32.wrap_i64 {self.get(t)}))"

    def _need(self, e: Need) -> str:
        fail = f"(then (call $fail (i32.const {e.site})))"
        test = f"(i32.eqz {self.test(e.condition)})"
        return f"(block (result i32) (if {test} {fail}) {self.value(e.value)})"

    def _pick(self, e: Pick) -> str:
        a, b, test = self.value(e.a), self.value(e.b), self.test(e.condition)
        if self._eager or (simple(e.a) and simple(e.b)):
            return f"(select {a} {b} {test})"
        return f"(if (result i32) {test} (then {a}) (else {b}))"

    def _call(self, e: Call) -> str:
        f = self.functions.get(e.name)
        value = None if f is None else self.only_value(f)
        if f is not None and value is not None:
            return self._in_place(f, value, e.arguments)
        arguments = " ".join(self.value(a) for a in e.arguments)
        return f"(call ${e.name} {arguments})"

    def only_value(self, f: Function) -> E | None:
        """Return a function's value, if it is one expression that may be written out where it is
        called.
        """
        if f.name not in self._values:
            only = f.body[0] if len(f.body) == 1 else None
            fine = isinstance(only, Return) and size(only) <= IN_PLACE
            self._values[f.name] = only.value if fine and isinstance(only, Return) else None
        return self._values[f.name] if len(self.names) <= NESTED else None

    def _in_place(self, f: Function, value: E, arguments: tuple[E, ...]) -> str:
        """Write a function that is one expression where it is called."""
        if self._eager:
            pairs = zip(f.parameters, arguments, strict=True)
            return self.value(instead(value, {p.name: a for p, a in pairs}))
        sets, names = [], {}
        for p, a in zip(f.parameters, arguments, strict=True):
            if isinstance(a, Reg) and not self.long(a):
                names[p.name] = self.name(a)
                continue
            if isinstance(a, Load) and isinstance(a.at, Const) and self.frozen is not None:
                names[p.name] = self.frozen_word(a.at.value)
                continue
            names[p.name] = self.local(p.name)
            sets.append(f"(local.set ${names[p.name]} {self.value(a)})")
        before, self.names = self.names, {**self.names, **names}
        inner = self.value(value)
        self.names = before
        return f"(block (result i32) {' '.join(sets)} {inner})" if sets else inner

    # -------------------------------------------------------------- without branches

    def cheap(self, e: E, steps: int = CHEAP) -> bool:
        """Tell whether an expression may be computed as a whole rather than part by part."""
        return self._weight(e, steps) >= 0

    def _weight(self, e: Any, left: int) -> int:
        """Return how much of a budget an expression leaves, less than 0 when it can't be so."""
        if isinstance(e, (Check, Need)) or left < 0:
            return -1
        if isinstance(e, Bin) and e.op in ("//", "%") and not is_divisor(e.b):
            return -1
        if isinstance(e, Call):
            f = self.functions.get(e.name)
            value = None if f is None else self.only_value(f)
            if value is None:
                return -1
            left = self._weight(value, left - 1)
            parts: tuple[Any, ...] = e.arguments
        else:
            parts = e.items if isinstance(e, (And, Or)) else tuple(e)
            left -= not isinstance(e, (Const, Reg))
        for part in parts:
            if isinstance(part, tuple):
                left = self._weight(part, left)
        return left

    def _sure(self, index: E, length: int) -> bool:
        """Tell whether an index stays below a length even where it is computed in vain."""
        low, high = bounds(index)
        return low >= 0 and high < length and self._steady(index)

    def _steady(self, e: E) -> bool:
        """Tell whether an expression keeps its bounds even where it is computed in vain."""
        if isinstance(e, Bin):
            return self._steady(e.a) and self._steady(e.b)
        if isinstance(e, Data):
            return self._sure(e.at, len(self.program.data[e.table]))
        if isinstance(e, Load):
            return self._always_there(e)
        return isinstance(e, (Const, Reg))

    def _always_there(self, e: Load) -> bool:
        """Tell whether an integer of the state is never none: a zone may be empty where it isn't
        looked into, but how much it holds is a number.
        """
        terms: list[tuple[int, E]] = []
        first = _terms(e.at, 1, terms)
        zone = self.layout.family_at(bounds(e.at)[0])
        if zone is None:
            return not terms and e.lo != NONE
        family, _ = zone
        steps = [factor for factor, _ in terms]
        within = bounds(e.at)[1] < family.base + family.stride * len(family.places)
        begins = all(n % family.stride == 0 for n in (first - family.base, *steps))
        return within and begins and all(self._steady(term) for _, term in terms)

    # -------------------------------------------------------------- places in memory

    def _load(self, e: Load) -> str:
        offset, index = self.place(e.at)
        if isinstance(e.at, Const) and self.frozen is not None:
            return self.get(self.frozen_word(e.at.value))
        if self._eager and not self._sure(e.at, self.program.size):
            index = f"(i32.and {index} (i32.const @MASK@))"
        return f"(i32.load offset={offset} {index})"

    def frozen_word(self, at: int) -> str:
        """Return the local that holds an integer of the state while it can't change."""
        assert self.frozen is not None
        offset = STATE + 4 * at
        if offset not in self.frozen:
            self.frozen[offset] = self.local("word")
        return self.frozen[offset]

    def place(self, at: E) -> tuple[int, str]:
        """Return the constant part of a place in the state and the rest, in bytes."""
        fixed, rest, least = self._sum(at, 4)
        if not rest:
            return STATE + fixed, "(i32.const 0)"
        if least >= 0 and STATE + fixed >= 0:
            return STATE + fixed, rest
        return STATE, _plus(rest, fixed)

    def bytes(self, e: E, more: int = 0) -> str:
        """Return four times an expression, and some bytes more."""
        fixed, rest, _ = self._sum(e, 4)
        return _plus(rest, fixed + more)

    def _sum(self, e: E, factor: int) -> tuple[int, str, int]:
        """Return a multiple of an expression as its constant part, the rest ("" for none) and the
        least that the rest can be. Products are multiplied out: much of that is known before.
        """
        terms: list[tuple[int, E]] = []
        fixed = _terms(e, factor, terms)
        rest, least = "", 0
        for times, term in terms:
            low, high = bounds(term)
            least += min(times * low, times * high)
            text = self._times(term, times)
            rest = f"(i32.add {rest} {text})" if rest else text
        return fixed, rest, least

    def _times(self, e: E, factor: int) -> str:
        """Return a multiple of an expression; that of a table's integer is a table's integer."""
        if factor == 1:
            return self.value(e)
        if isinstance(e, Data):
            values = self.program.data[e.table]
            scaled = tuple(v * factor for v in values)
            if len(values) <= SCALED and max(map(abs, scaled)) <= INT_MAX:
                return self._read(self.memory.table(scaled), e.at)
        if factor > 0 and factor & (factor - 1) == 0:
            return f"(i32.shl {self.value(e)} (i32.const {factor.bit_length() - 1}))"
        return f"(i32.mul {self.value(e)} (i32.const {factor}))"

    def _data(self, e: Data) -> str:
        values = self.program.data[e.table]
        if isinstance(e.at, Const):
            return f"(i32.const {values[e.at.value]})"
        return self._read(self.memory.table(values), e.at)

    def _read(self, table: Table, at: E) -> str:
        """Return an integer of a table."""
        fixed, index, least = self._sum(at, 1 << table.shift)
        if not index:
            return f"({table.load} offset={table.address + fixed} (i32.const 0))"
        if least < 0 or table.address + fixed < 0:
            index, fixed = _plus(index, fixed), 0
        if self._eager and not self._sure(at, len(table.values)):
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
