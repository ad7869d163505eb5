"""Functions that look at a few fixed values, as one expression without loops.

Whether any line of a board holds three signs of a seat takes two loops and a branch for each
square: written out it is a few dozen comparisons, those of a square in several lines
are made once, and no branch is guessed wrong.
"""

from __future__ import annotations

from typing import Any

from engine.compile.program import (
    And,
    Bin,
    Call,
    Check,
    Const,
    Data,
    E,
    Function,
    Guard,
    If,
    Iter,
    Listed,
    Loop,
    Not,
    Or,
    Program,
    Reg,
    Return,
    Set,
    Steps,
    bounds,
)
from engine.compile.program_parts import is_divisor, passed, walk, with_parts

MOST = 96
"""How many different parts such an expression may have: more may take longer than looking until
something is found.
"""
_WRITTEN = 1500
"""How many parts may be written for it, equal ones included."""


class Spreads:
    """Finds what can be written out, once for each call."""

    def __init__(self, program: Program) -> None:
        self._data = program.data
        self._functions = {f.name: f for f in program.functions}
        self._found: dict[Call, E | None] = {}
        self._left = 0

    def of(self, call: Call) -> E | None:
        """Return a call as one expression, None where that can't be or doesn't pay."""
        if call not in self._found:
            self._left = _WRITTEN
            try:
                whole = self._call(call)
                fine = len({part for part in walk(whole) if _takes_a_step(part)}) <= MOST
                self._found[call] = whole if fine else None
            except _Unfit:
                self._found[call] = None
        return self._found[call]

    def _call(self, call: Call) -> E:
        f = self._functions.get(call.name)
        if f is None:
            raise _Unfit
        return self._function(f, passed(f, call.arguments))

    def _function(self, f: Function, given: dict[str, E]) -> E:
        *body, last = f.body
        if not isinstance(last, Return):
            raise _Unfit
        if not body:
            value: E = self.fold(last.value, given)
            return value
        if isinstance(last.value, Const) and last.value.value in (0, 1):
            found = self._search(body, given, 1 - last.value.value)
            return Or(found) if last.value.value == 0 else And(tuple(map(_negated, found)))
        if isinstance(last.value, Reg) and body[0] == Set(last.value, Const(0)):
            return self._total(body[1:], given, last.value)
        raise _Unfit

    def _search(self, body: Any, given: dict[str, E], result: int) -> tuple[E, ...]:
        """Return the conditions of which one must hold for a search to end with a result."""
        found: list[E] = []
        for s in body:
            if isinstance(s, Loop):
                for value in self._values(s.over, given):
                    inner = {**given, s.reg.name: Const(value)}
                    found += self._search(s.body, inner, result)
            elif isinstance(s, If) and not s.otherwise:
                test = self.fold(s.condition, given)
                if s.then == (Return(Const(result)),):
                    found.append(test)
                else:
                    more = self._search(s.then, given, result)
                    found += [And((test, other)) for other in more]
            else:
                raise _Unfit
        if not found:
            raise _Unfit
        return tuple(found)

    def _total(self, body: Any, given: dict[str, E], total: Reg) -> E:
        """Return the sum that is gathered in a register."""
        result: E = Const(0)
        for s in body:
            if isinstance(s, Loop):
                for value in self._values(s.over, given):
                    inner = {**given, s.reg.name: Const(value)}
                    result = Bin("+", result, self._total(s.body, inner, total))
            elif isinstance(s, Set) and s.reg == total and isinstance(s.value, Bin):
                if s.value.op != "+" or s.value.a != total:
                    raise _Unfit
                result = Bin("+", result, self.fold(s.value.b, given))
            else:
                raise _Unfit
        return result

    def _values(self, over: Iter, given: dict[str, E]) -> list[int]:
        if isinstance(over, Listed):
            return list(over.values)
        if isinstance(over, Steps):
            low, high = self.fold(over.lo, given), self.fold(over.hi, given)
            if isinstance(low, Const) and isinstance(high, Const):
                return list(range(low.value, high.value + 1, over.step))
        raise _Unfit

    def fold(self, e: Any, given: dict[str, E]) -> Any:
        """Return an expression with registers filled in and what is known then computed."""
        self._left -= 1
        if self._left < 0 or isinstance(e, (Check, Guard)):
            raise _Unfit
        if isinstance(e, Reg):
            return given.get(e.name, e)
        made = with_parts(e, lambda part: self.fold(part, given))
        if isinstance(made, Call):
            return self._call(made)
        if isinstance(made, Data) and isinstance(made.at, Const):
            values, at = self._data[made.table], made.at.value
            return Const(values[at] if 0 <= at < len(values) else 0)
        if isinstance(made, Bin):
            return _worked_out(made)
        return made


class _Unfit(Exception):
    """A function can't be written out."""


def _worked_out(e: Bin) -> E:
    if e.op in ("//", "%") and not is_divisor(e.b):
        raise _Unfit
    fixed = isinstance(e.a, Const) and isinstance(e.b, Const) and e.op in ("+", "-", "*")
    return Const(bounds(e)[0]) if fixed else e


def _negated(e: E) -> E:
    return e.a if isinstance(e, Not) else Not(e)


def _takes_a_step(part: Any) -> bool:
    return hasattr(part, "_fields") and not isinstance(part, (Const, Reg))
