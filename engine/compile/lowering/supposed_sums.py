"""Lowering suppositions that ask whether the position of a zone is new: its sums follow changes.

What a supposition writes in the zones of a family is taken off their sums as it was, and added as
it is. The sums before are the same for all that is supposed of one position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.compile.layout import Family
from engine.compile.lowering import repetition
from engine.compile.lowering.context import Lowering
from engine.compile.program import (
    Bin,
    Call,
    Const,
    CopyRange,
    E,
    If,
    Loop,
    Reg,
    RepeatUntil,
    Set,
    Stmt,
    Store,
    Trial,
    add,
    bounds,
    scale,
)
from engine.compile.program_parts import rewritten, walk


class Supposed(NamedTuple):
    """What is tried and asked then, and the values from before the trial that its registers are
    given.
    """

    body: tuple[Stmt, ...]
    value: E
    given: dict[Reg, Call]


def with_sums(cx: Lowering, body: tuple[Stmt, ...], value: E) -> Supposed:
    """Let a supposition follow the sums that its value asks for, where that is possible."""
    asked = [part for part in walk(value) if isinstance(part, Call) and part.name in cx.earlier]
    for name in dict.fromkeys(cx.earlier[call.name] for call in asked):
        family = cx.layout.families[name]
        if repetition.is_single(cx, family) and all(map(_Changes(cx, family).follows, body)):
            return _followed(cx, family, body, value)
    return Supposed(body, value, {})


def _followed(cx: Lowering, family: Family, body: tuple[Stmt, ...], value: E) -> Supposed:
    changes = _Changes(cx, family)
    before = [cx.reg("b", 0, repetition.PRIME - 1) for _ in changes.sums]
    sums = [cx.reg("s", 0, repetition.PRIME - 1) for _ in changes.sums]
    room = Const(len(family.places) * repetition.PRIME)
    begin = [Set(t, add(b, room)) for t, b in zip(changes.sums, before, strict=True)]
    end = [Set(s, repetition.modulo(t)) for s, t in zip(sums, changes.sums, strict=True)]
    given = {reg: repetition.sum_of(cx, family, place) for place, reg in enumerate(before)}

    def other(part: Any) -> E | None:
        if isinstance(part, Call) and cx.earlier.get(part.name) == family.name:
            return repetition.times_come(cx, family.name, sums)
        return None

    return Supposed((*begin, *changes.after(body), *end), rewritten(value, other), given)


class _Changes:
    """What statements change in the zones of a family that each hold one written value."""

    def __init__(self, cx: Lowering, family: Family) -> None:
        self.cx, self.family = cx, family
        self.first, self.end = family.base, family.base + family.stride * len(family.places)
        self.sums = cx.reg("a", 0, repetition.MOST), cx.reg("a", 0, repetition.MOST)

    def _may_store(self, s: Store) -> bool:
        low, high = bounds(s.at)
        return high >= self.first and low < self.end

    def follows(self, s: Stmt) -> bool:
        """Return whether all that a statement changes in the zones can be followed.

        A bound may be one place behind them: whether a zone is full is asked before each write.
        """
        for part in walk(s):
            if isinstance(part, Store) and self._may_store(part):
                low, high = bounds(part.at)
                if low < self.first or high > self.end:
                    return False
            elif isinstance(part, (CopyRange, RepeatUntil, Trial)):
                return False
        return True

    def after(self, body: Sequence[Stmt]) -> Iterator[Stmt]:
        """Yield statements with what keeps the sums up to date."""
        for s in body:
            match s:
                case If():
                    then, otherwise = tuple(self.after(s.then)), tuple(self.after(s.otherwise))
                    yield s._replace(then=then, otherwise=otherwise)
                case Loop():
                    yield s._replace(body=tuple(self.after(s.body)))
                case Store() if self._may_store(s):
                    yield from self._stored(s)
                case _:
                    yield s

    def _stored(self, s: Store) -> Iterator[Stmt]:
        cx, stride = self.cx, self.family.stride
        place = cx.reg("p", *bounds(s.at))
        zone = cx.reg("z", *self.family.range)
        number = Bin("//", add(place, Const(-self.first)), Const(stride))
        yield Set(place, s.at)
        yield Set(zone, add(scale(number, stride), Const(self.first)))
        yield from self._counted("-", zone)
        yield Store(place, s.value)
        yield from self._counted("+", zone)

    def _counted(self, op: str, zone: Reg) -> Iterator[Stmt]:
        with self.cx.gathered() as body:
            repetition.add_single(self.cx, dict(enumerate(self.sums)), self.family, zone, op)
        yield from body
