"""Values computed side by side: folds that go through the same go through it once.

What a policy looks at asks a hand many things: how many cards of this colour, their sum, how many
of them fit. Each is a fold with a loop of its own. Here loops over the same become one, in which
tests that begin alike are made once and what is asked twice is computed once. A fold is taken out
of a condition only where nothing is known inside that isn't known outside as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.compile.program import (
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    E,
    Function,
    Guard,
    If,
    Iter,
    Load,
    Loop,
    Not,
    Or,
    Reg,
    Return,
    Select,
    Set,
    Stmt,
    bounds,
)
from engine.compile.program_parts import instead, passed, rewritten, size, walk

LONGEST = 2000
"""How many parts a value may have with the functions written out that it calls."""


class _Fold(NamedTuple):
    """A fold in parts: what it goes through, by which register, the tests in order, the register of
    its total, which begins at 0, and what that becomes where the tests hold.
    """

    item: Reg
    over: Iter
    tests: tuple[E, ...]
    total: Reg
    step: E


class _Kept(NamedTuple):
    """A fold among others: tests that are left, its total, and what that becomes."""

    tests: tuple[E, ...]
    total: Reg
    step: E


def with_shared_loops(
    functions: Mapping[str, Function], values: Sequence[E]
) -> tuple[tuple[Stmt, ...], tuple[E, ...]]:
    """Return statements, and what each value is after them.

    The values may not change anything, and nothing that they read may change meanwhile.
    """
    work = _Work(functions)
    body, found = work.block([work.written_out(value) for value in values])
    return tuple(body), tuple(found)


class _Work:
    """One run."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions
        self.count = 0
        self.folds: dict[Call, _Fold | None] = {}
        self.looping: dict[str, bool] = {}

    def _reg(self, hint: str, lo: int, hi: int) -> Reg:
        self.count += 1
        return Reg(f"{hint}_{self.count}", lo, hi)

    # -------------------------------------------------------------- functions

    def written_out(self, e: E) -> E:
        """Return a value with the functions written out that are one value with a fold in it."""
        found: E = rewritten(e, self._called)
        return found if size(found) <= LONGEST else e

    def _called(self, e: Any) -> E | None:
        """Return what a call yields, written out; None where it stays a call."""
        if isinstance(e, Call) and self._loops(e.name):
            f = self.functions[e.name]
            if len(f.body) == 1 and isinstance(f.body[0], Return):
                value: E = rewritten(instead(f.body[0].value, passed(f, e.arguments)), self._called)
                return value
        return None

    def _loops(self, name: str) -> bool:
        """Return whether a function goes through something, or calls one that does."""
        if name not in self.looping:
            f = self.functions.get(name)
            parts = list(walk(f.body)) if f else []
            self.looping[name] = any(isinstance(part, Loop) for part in parts) or any(
                self._loops(part.name) for part in parts if isinstance(part, Call)
            )
        return self.looping[name]

    def _fold(self, call: Call) -> _Fold | None:
        """Return a call as a fold; None where it is none, or may go wrong."""
        if call not in self.folds:
            self.folds[call] = None
            f = self.functions.get(call.name)
            found = _parted(f.body) if f else None
            if f and found and not self._may_go_wrong(f.body) and size(found) <= LONGEST:
                made: _Fold = instead(found, passed(f, call.arguments))
                tests = tuple(t for test in made.tests for t in _conjuncts(self.written_out(test)))
                step = self.written_out(made.step)
                self.folds[call] = made._replace(tests=tests, step=step)
        return self.folds[call]

    def _may_go_wrong(self, node: Any) -> bool:
        """Return whether something may stop with an error, itself or in what it calls."""
        for part in walk(node):
            if isinstance(part, (Check, Guard)):
                return True
            if isinstance(part, Call):
                f = self.functions.get(part.name)
                if f is None or self._may_go_wrong(f.body):
                    return True
        return False

    # -------------------------------------------------------------- values

    def block(self, values: Sequence[E]) -> tuple[list[Stmt], list[E]]:
        """Return what works some values out, and what they are then."""
        parted = [v if isinstance(v, Select) and self._apart(v) else None for v in values]
        plain = [v if p is None else p.condition for v, p in zip(values, parted, strict=True)]
        calls: dict[Call, None] = {}
        for e in plain:
            self._free(e, calls)
        body, known = self._gone_through(list(calls))
        plain = [_known(e, known) for e in plain]
        result: list[E] = []
        branches: dict[E, list[tuple[Reg, Select]]] = {}
        for e, p in zip(plain, parted, strict=True):
            if p is None:
                result.append(e)
                continue
            result.append(reg := self._reg("picked", *bounds(p)))
            branches.setdefault(e, []).append((reg, p))
        for condition, picks in branches.items():
            arms = [self._arm(picks, known, yes=yes) for yes in (True, False)]
            body.append(If(condition, *arms))
        return body, result

    def _arm(
        self, picks: Sequence[tuple[Reg, Select]], known: Mapping[E, E], *, yes: bool
    ) -> tuple[Stmt, ...]:
        """Return what gives registers their values on one side of a condition."""
        body, found = self.block([_known(p.a if yes else p.b, known) for _, p in picks])
        sets = [Set(reg, e) for (reg, _), e in zip(picks, found, strict=True)]
        return (*body, *sets)

    def _apart(self, e: Select) -> bool:
        """Return whether something is gone through on one side of a condition only."""
        inside: dict[Call, None] = {}
        self._free(e.a, inside)
        self._free(e.b, inside)
        outside: dict[Call, None] = {}
        self._free(e, outside)
        return any(call not in outside for call in inside)

    def _free(self, e: Any, found: dict[Call, None]) -> None:
        """Note the folds in a value that may be computed whatever its conditions say."""
        if isinstance(e, Call) and self._fold(e) is not None:
            found[e] = None
        elif isinstance(e, Select):
            self._free(e.condition, found)
            for arm, truth in ((e.a, True), (e.b, False)):
                if not self._tells(e.condition, truth):
                    self._free(arm, found)
        elif isinstance(e, (And, Or)):
            for item in e.items:
                self._free(item, found)
                if self._tells(item, isinstance(e, And)):
                    break
        elif isinstance(e, tuple):
            for part in e:
                self._free(part, found)

    def _tells(self, condition: E, truth: bool) -> bool:
        """Return whether one may know more where a condition holds, or where it doesn't: that
        something is there to be looked at. Of several that may hold it isn't known which.
        """
        if isinstance(condition, Not):
            return self._tells(condition.a, not truth)
        if isinstance(condition, (And, Or)):
            every = isinstance(condition, And) == truth
            return every and any(self._tells(item, truth) for item in condition.items)
        if isinstance(condition, Bin) and condition.op in ("==", "!="):
            empty = (condition.op == "==") == truth and condition.b == Const(0)
            sure = isinstance(condition.a, Load) and condition.a.lo != NONE
            return not (empty and sure)
        return not (isinstance(condition, Call) and self._fold(condition) is not None)

    # -------------------------------------------------------------- loops

    def _gone_through(self, calls: Sequence[Call]) -> tuple[list[Stmt], dict[E, E]]:
        """Return loops that work folds out, and the registers in which these are then."""
        together: dict[Iter, list[tuple[Call, _Fold]]] = {}
        for call in calls:
            fold = self._fold(call)
            assert fold is not None
            together.setdefault(fold.over, []).append((call, fold))
        body: list[Stmt] = []
        known: dict[E, E] = {}
        for over, folds in together.items():
            first = folds[0][1].item
            item = self._reg("item", first.lo, first.hi)
            kept: dict[tuple[tuple[E, ...], E], _Kept] = {}
            for call, fold in folds:
                total = Reg("total", call.lo, call.hi)
                given: dict[str, E] = {fold.item.name: item, fold.total.name: total}
                asked = instead((fold.tests, fold.step), given)
                if asked not in kept:
                    tests, step = asked
                    reg = self._reg("total", call.lo, call.hi)
                    kept[asked] = _Kept(tests, reg, instead(step, {total.name: reg}))
                known[call] = kept[asked].total
            body += [Set(k.total, Const(0)) for k in kept.values()]
            body.append(Loop(item, over, tuple(self._tested(list(kept.values())))))
        return body, known

    def _tested(self, kept: Sequence[_Kept]) -> list[Stmt]:
        """Return what changes totals where their tests hold; equal tests are made once."""
        now = [k for k in kept if not k.tests]
        later: dict[E, list[_Kept]] = {}
        for k in kept:
            if k.tests:
                later.setdefault(k.tests[0], []).append(k._replace(tests=k.tests[1:]))
        for test, rest in list(later.items()):
            if all(k.tests == rest[0].tests for k in rest) and rest[0].tests:
                del later[test]
                whole = And((test, *rest[0].tests))
                later[whole] = [k._replace(tests=()) for k in rest]
        body, found = self.block([*(k.step for k in now), *later])
        body += [Set(k.total, step) for k, step in zip(now, found, strict=False)]
        for test, rest in zip(found[len(now) :], later.values(), strict=True):
            body.append(If(test, tuple(self._tested(rest))))
        return body


def _known(e: Any, known: Mapping[E, E]) -> Any:
    return rewritten(e, lambda part: known.get(part) if isinstance(part, Call) else None)


def _conjuncts(e: E) -> Iterator[E]:
    if isinstance(e, And):
        for item in e.items:
            yield from _conjuncts(item)
    else:
        yield e


def _parted(body: tuple[Stmt, ...]) -> _Fold | None:
    """Return the parts of a function's body that is a sum, a count or whether there is any."""
    match body:
        case (Set(total, Const(0)), Loop(item, over, inner), Return(result)) if result == total:
            pass
        case (Loop(item, over, inner), Return(Const(0))):
            total = Reg("any", 0, 1)
        case _:
            return None
    tests: list[E] = []
    while True:
        match inner:
            case (If(test, then, ()),):
                tests.append(test)
                inner = then
            case (Set(reg, step),) if reg == total and len(body) == 3:
                return _Fold(item, over, tuple(tests), total, step)
            case (Return(Const(1)),) if len(body) == 2:
                return _Fold(item, over, tuple(tests), total, Const(1))
            case _:
                return None
