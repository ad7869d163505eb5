"""Values of expressions where part of the position isn't known: the possible ones, or anything.

What a reader doesn't know stands in a position as HIDDEN. A value that follows from what is known
all the same is a number; else it is a set of numbers, one of which it must be, and the empty set
where it could be anything. Each part of an expression is taken on its own (an abstract
interpretation, Cousot and Cousot 1977), so a value may count as unknown that a clever reader works
out, never the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Never, TypeAlias

from engine.compile.program import (
    And,
    Bin,
    Bits,
    Call,
    Check,
    Const,
    Data,
    E,
    Fail,
    Found,
    Function,
    Guard,
    If,
    Items,
    Iter,
    Listed,
    Load,
    Loop,
    Not,
    Note,
    Or,
    Program,
    Reg,
    RepeatUntil,
    Return,
    ReturnList,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Select,
    Set,
    Stmt,
    Trial,
)
from engine.compile.program_parts import given_values, passed
from engine.language.diagnostics import RulesError
from engine.rules.model.operators import COMPARISONS, OPERATIONS

Possible: TypeAlias = int | frozenset[int]
"""A number that is known, or the numbers that it may be; the empty set for any."""
ANYTHING: frozenset[int] = frozenset()
HIDDEN = 1 << 40
"""What stands in a position where its reader doesn't know the number; no number of a game is it."""
MOST_POSSIBLE = 256
"""A value that could be more different numbers counts as anything."""
MOST_PAIRS = 2_048
"""So many combinations of what two values may be are looked at."""
MOST_STEPS = 200_000
"""After so many parts of an expression it counts as anything."""
MOST_DEPTH = 60
"""So deep may functions call one another."""
_TRUTHS = frozenset({0, 1})
_Registers: TypeAlias = dict[str, Possible]
Noted: TypeAlias = tuple[int, Possible, tuple[Possible, ...]]
"""A line of a score: its number, its value, the values in its label."""


class _TooMuch(Exception):
    """The expression takes more steps than a reader waits for."""


class _NotListed(Exception):
    """A function would use a list of its own at a place that isn't known."""


def known(value: Possible) -> bool:
    """Return whether a value is a number that is known."""
    return isinstance(value, int)


def join(a: Possible, b: Possible) -> Possible:
    """Return what a value may be that is one or the other."""
    if a == b:
        return a
    return _some(_all(a) | _all(b)) if a != ANYTHING and b != ANYTHING else ANYTHING


def _all(value: Possible) -> frozenset[int]:
    return frozenset({value}) if isinstance(value, int) else value


def _some(values: frozenset[int]) -> Possible:
    if len(values) == 1:
        return next(iter(values))
    return values if len(values) <= MOST_POSSIBLE else ANYTHING


class PartialEvaluator:
    """Reckons with one position of which part may be hidden."""

    def __init__(
        self,
        program: Program,
        state: Sequence[int],
        slots: Mapping[int, frozenset[int]],
        fail: Callable[[int], Never],
        functions: Mapping[str, Function],
    ) -> None:
        """Take a position. `slots`: which pieces may lie where one is hidden, by address.

        `fail` raises the error of a site; `functions` are those that expressions may call.
        """
        self.data = program.data
        self.state = state
        self.slots = slots
        self.fail = fail
        self.functions = functions
        self.notes: list[Noted] | None = None
        self._unsure = 0
        """In how many branches that may not be taken what is carried out stands."""
        self._steps = 0
        self._depth = 0
        self._lists: dict[str, tuple[int, list[Possible]]] = {}
        """What functions keep in lists of their own, and `_unsure` where each was begun."""
        self._found: list[Possible] = []
        """The list that a function has returned last."""

    def value(self, e: E, registers: _Registers) -> Possible:
        """Return what an expression may be. Raises RulesError where it surely meets an error."""
        return self._guarded(lambda: self._value(e, registers))

    def run(self, name: str, *arguments: Possible) -> Possible:
        """Return what a function may return."""
        return self._guarded(lambda: self._function(name, arguments))

    def _guarded(self, work: Callable[[], Possible]) -> Possible:
        self._steps = 0
        try:
            return work()
        except _TooMuch:
            return ANYTHING

    # -------------------------------------------------------------- expressions

    def _value(self, e: E, r: _Registers) -> Possible:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _TooMuch
        if isinstance(e, Const):
            return e.value
        if isinstance(e, Reg):
            return r.get(e.name, ANYTHING)
        if isinstance(e, Load):
            return self._each(self._value(e.at, r), self._load)
        if isinstance(e, Data):
            table = self.data[e.table]
            return self._each(self._value(e.at, r), lambda i: _cell(table, i))
        if isinstance(e, Bin):
            return self._bin(e.op, self._value(e.a, r), self._value(e.b, r))
        if isinstance(e, Not):
            return self._each(self._value(e.a, r), lambda a: int(not a))
        if isinstance(e, (And, Or)):
            return self._logic(e, r)
        if isinstance(e, Select):
            return self._pick(e, r)
        if isinstance(e, Call):
            return self._function(e.name, [self._value(a, r) for a in e.arguments])
        if isinstance(e, ScratchLoad):
            listed = self._lists.get(e.scratch)
            return ANYTHING if listed is None else listed[1][self._sure(e.at, r)]
        return self._checked(e, r)

    def _load(self, address: int) -> Possible:
        if not 0 <= address < len(self.state):
            return ANYTHING
        found = self.state[address]
        return self.slots.get(address, ANYTHING) if found == HIDDEN else found

    def _each(self, value: Possible, look: Callable[[int], Possible]) -> Possible:
        """Return what becomes of each number that a value may be."""
        if isinstance(value, int):
            return look(value)
        found: set[int] = set()
        for one in value:
            result = look(one)
            if result == ANYTHING:
                return ANYTHING
            found |= _all(result)
        return _some(frozenset(found))

    def _bin(self, op: str, a: Possible, b: Possible) -> Possible:
        count = OPERATIONS[op].yields
        if isinstance(a, int) and isinstance(b, int):
            return count(a, b)
        compares = op in COMPARISONS
        if a == ANYTHING or b == ANYTHING:
            zero = op in ("*", "&") and 0 in (a, b)
            return 0 if zero else (_TRUTHS if compares else ANYTHING)
        pairs = len(_all(a)) * len(_all(b))
        if pairs > MOST_PAIRS:
            return _TRUTHS if compares else ANYTHING
        self._steps += pairs
        found: set[int] = set()
        for x in _all(a):
            for y in _all(b):
                if not (op in ("//", "%") and y == 0):
                    found.add(count(x, y))
        return _some(frozenset(found)) if found else ANYTHING

    def _logic(self, e: And | Or, r: _Registers) -> Possible:
        stops = isinstance(e, Or)
        sure = True
        for item in e.items:
            truth = self._truth(item, r, sure=sure)
            if truth is stops:
                return int(stops)
            sure = sure and truth is not None
        return int(not stops) if sure else _TRUTHS

    def _truth(self, e: E, r: _Registers, *, sure: bool = True) -> bool | None:
        """Return whether a condition holds, None where that isn't known.

        Not `sure`: it may not be asked at all, so an error in it may not happen.
        """
        try:
            value = self._value(e, r)
        except RulesError:
            if sure:
                raise
            return None
        if isinstance(value, int):
            return bool(value)
        return None if value == ANYTHING or 0 in value else True

    def _pick(self, e: Select, r: _Registers) -> Possible:
        truth = self._truth(e.condition, r)
        if truth is not None:
            return self._value(e.a if truth else e.b, r)
        return self._either((e.a, e.b), r)

    def _either(self, parts: Sequence[E], r: _Registers) -> Possible:
        """Return what one of some expressions may be; those that meet an error are left out."""
        found: list[Possible] = []
        for part in parts:
            try:
                found.append(self._value(part, r))
            except RulesError:
                continue
        if not found:
            return ANYTHING
        return found[0] if len(found) == 1 else join(*found)

    def _checked(self, e: Check | Guard, r: _Registers) -> Possible:
        if isinstance(e, Guard):
            truth = self._truth(e.condition, r)
            if truth is False:
                self.fail(e.site)
            return self._value(e.value, r) if truth else self._either((e.value,), r)
        value = self._value(e.value, r)
        if isinstance(value, int):
            if not e.lo <= value <= e.hi:
                self.fail(e.site)
            return value
        inside = frozenset(x for x in value if e.lo <= x <= e.hi)
        return _some(inside) if inside else ANYTHING

    def _function(self, name: str, arguments: Sequence[Possible]) -> Possible:
        function = self.functions[name]
        if self._depth >= MOST_DEPTH:
            return ANYTHING
        registers = passed(function, arguments)
        returned: list[Possible] = []
        self._depth += 1
        try:
            self._body(function.body, registers, returned)
        except _NotListed:
            return ANYTHING
        finally:
            self._depth -= 1
        result: Possible = returned[0] if returned else ANYTHING
        for other in returned[1:]:
            result = join(result, other)
        return result

    # -------------------------------------------------------------- statements

    def _body(
        self, body: Sequence[Stmt], r: _Registers, returned: list[Possible]
    ) -> _Registers | None:
        """Carry out statements; return the registers after them, None if none is reached.

        `returned` gets what may be returned.
        """
        now: _Registers | None = r
        for s in body:
            assert now is not None
            now = self._statement(s, now, returned)
            if now is None:
                return None
        return now

    def _statement(self, s: Stmt, r: _Registers, returned: list[Possible]) -> _Registers | None:
        if isinstance(s, Set):
            r[s.reg.name] = self._value(s.value, r)
        elif isinstance(s, Return):
            returned.append(self._value(s.value, r))
            return None
        elif isinstance(s, ReturnList):
            begun, self._found = self._lists[s.scratch]
            if self._unsure != begun:
                raise _NotListed
            returned.append(1)
            return None
        elif isinstance(s, If):
            return self._if(s, r, returned)
        elif isinstance(s, Scratch):
            self._lists[s.name] = self._unsure, [0] * s.size
        elif isinstance(s, ScratchStore):
            self._scratch_store(s, r)
        elif isinstance(s, Loop):
            return self._loop(s, r, returned)
        elif isinstance(s, Note):
            self._note(s, r)
        elif isinstance(s, Fail):
            self.fail(s.site)
        elif isinstance(s, (RepeatUntil, Trial)):
            _forget(s, r)
        return r

    def _scratch_store(self, s: ScratchStore, r: _Registers) -> None:
        begun, listed = self._lists[s.scratch]
        place, value = self._sure(s.at, r), self._value(s.value, r)
        listed[place] = value if self._unsure == begun else join(listed[place], value)

    def _sure(self, e: E, r: _Registers) -> int:
        """Return a place in a list."""
        value = self._value(e, r)
        if not isinstance(value, int):
            raise _NotListed
        return value

    def _note(self, s: Note, r: _Registers) -> None:
        if self.notes is not None:
            value = self._value(s.value, r)
            label = tuple(self._value(part, r) for part in s.label)
            self.notes.append((s.line, ANYTHING if self._unsure else value, label))

    def _if(self, s: If, r: _Registers, returned: list[Possible]) -> _Registers | None:
        truth = self._truth(s.condition, r)
        if truth is not None:
            return self._body(s.then if truth else s.otherwise, r, returned)
        ways = (self._maybe(s.then, dict(r), returned), self._maybe(s.otherwise, r, returned))
        return _merged(*ways)

    def _maybe(
        self, body: Sequence[Stmt], r: _Registers, returned: list[Possible]
    ) -> _Registers | None:
        """Carry out statements that may not be carried out; an error only ends them."""
        self._unsure += 1
        try:
            return self._body(body, r, returned)
        except RulesError:
            return None
        finally:
            self._unsure -= 1

    def _loop(self, s: Loop, r: _Registers, returned: list[Possible]) -> _Registers | None:
        if isinstance(s.over, Bits):
            return self._bits(s, s.over, r, returned)
        values = self._values(s.over, r)
        if values is None:
            _forget(s.body, r)
            self._maybe(s.body, {**r, s.reg.name: ANYTHING}, returned)
            return r
        now: _Registers | None = r
        for value in values:
            if now is None:
                break
            now[s.reg.name] = value
            now = self._body(s.body, now, returned)
        return now

    def _bits(
        self, s: Loop, over: Bits, r: _Registers, returned: list[Possible]
    ) -> _Registers | None:
        """Carry a loop out for each bit, of which it may not be known whether it is 1."""
        word = self._value(over.word, r)
        now: _Registers | None = r
        for place in range(over.size):
            there = self._bin("&", self._bin(">>", word, place), 1)
            if now is None:
                break
            if there == 1:
                now[s.reg.name] = place
                now = self._body(s.body, now, returned)
            elif there != 0:
                _forget(s.body, now)
                self._maybe(s.body, {**now, s.reg.name: place}, returned)
        return now

    def _values(self, over: Iter, r: _Registers) -> Sequence[Possible] | None:
        """Return what a loop runs through; None where it isn't known how often."""
        assert not isinstance(over, Bits)
        if isinstance(over, Listed):
            return over.values
        if isinstance(over, Found):
            self._lists.pop(over.scratch, None)
            if self._value(over.call, r) == 1:
                self._lists[over.scratch] = self._unsure, self._found
            return [1]
        if isinstance(over, Items):
            zone = self._value(over.zone, r)
            count = self._load(zone) if isinstance(zone, int) else ANYTHING
            if not isinstance(zone, int) or not isinstance(count, int):
                return None
            return [self._load(zone + 1 + i) for i in range(count)]
        low, high = self._value(over.lo, r), self._value(over.hi, r)
        if isinstance(low, int) and isinstance(high, int):
            return range(low, high + 1, over.step)
        return [low] if over.lo == over.hi else None


def _forget(body: Any, r: _Registers) -> None:
    """Count as anything what statements may set, however often they are carried out."""
    r.update(dict.fromkeys(given_values(body), ANYTHING))


def _merged(a: _Registers | None, b: _Registers | None) -> _Registers | None:
    if a is None or b is None:
        return b if a is None else a
    return {
        name: join(a[name], b[name]) if name in a and name in b else ANYTHING for name in {**a, **b}
    }


def _cell(table: Sequence[int], index: int) -> Possible:
    return table[index] if 0 <= index < len(table) else ANYTHING
