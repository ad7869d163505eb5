"""Lowering the best split of a set into groups, and how many things a group may be.

Each group that satisfies the condition is found once, by the number of its combination. Meanwhile
two lists grow: all unions of groups that share nothing, as bits, and the most that each is worth.
A group joins each union that it shares nothing with, so the lists have a place for each part of
the set and no more.
"""

from __future__ import annotations

from dataclasses import replace

from engine.compile.cost import most
from engine.compile.debug_info import Scope
from engine.compile.lowering.combinations import MOST_THINGS, Things, bits_of
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.sets import bind_members, few_things, lower_bind
from engine.compile.multi_choice import fewest_and_most, is_open
from engine.compile.program import (
    INT_MAX,
    Bin,
    Check,
    Const,
    E,
    If,
    Reg,
    Return,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Set,
    Steps,
    add,
    bounds,
)
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE


def numbers_taken(cx: Lowering, bind: m.Bind, c: Scope) -> range:
    """Return how many things a binder may mean at once; 1 where it doesn't leave that open."""
    if not is_open(bind):
        return range(1, 2)
    assert isinstance(bind.domain, m.Op)
    least, many = fewest_and_most(bind.domain, cx.setting)
    values = _most_in(cx, bind, c)
    last = values if many is None else min(many, values)
    if last > MOST_AT_ONCE:
        raise _too_many(
            "'{name}' could be up to {many} at once, and at most {most} are possible",
            bind, last, MOST_AT_ONCE,
        )  # fmt: skip
    return range(least, max(least, last) + 1)


def _most_in(cx: Lowering, bind: m.Bind, c: Scope) -> int:
    """Return how many things there may be in the set that groups are taken from."""
    assert isinstance(bind.domain, m.Op)
    one = replace(bind, domain=bind.domain.arguments[-1], type=bind.type.items[0])
    return most(lower_bind(cx, one, c.inner()), cx.layout)


def _too_many(text: str, bind: m.Bind, many: int, most_of_them: int) -> RulesError:
    message = Message(text, bind.name, f"{many:,}", most_of_them)
    hint = "say how much the zone holds 'at most', or write 'up to 5 of …'"
    return RulesError(Diagnostic(Code.E104, message, bind.domain.span, hint=hint))


def lower_split(cx: Lowering, e: m.Fold, c: Scope) -> E:
    """Lower `split(E for group in N or more of S where C)`: the largest sum of E."""
    bind = e.binders[0]
    assert isinstance(bind.domain, m.Op)
    things = few_things(cx, bind, c)
    if things is None:
        place = bind.domain.arguments[-1].span
        if bind.domain.arguments[-1].type.kind == "zone" and _most_in(cx, bind, c) <= MOST_THINGS:
            raise cx.setting.error(Code.E101, "what players write can't be split", place)
        message = Message(
            "this could be a set of up to {many}, and only {most} can be split",
            f"{_most_in(cx, bind, c):,}", MOST_THINGS,
        )  # fmt: skip
        hint = "say how much the zone holds 'at most'"
        raise RulesError(Diagnostic(Code.E104, message, place, hint=hint))
    least, many = fewest_and_most(bind.domain, cx.setting)
    most_at_once = min(things.room, MOST_AT_ONCE if many is None else many)
    return _Split(cx, e, things, range(max(1, least), most_at_once + 1)).function(c)


class _Split:
    """One split of a set, as a function that keeps lists of its own."""

    def __init__(self, cx: Lowering, e: m.Fold, things: Things, sizes: range) -> None:
        self.cx, self.e, self.things, self.sizes = cx, e, things, sizes
        number = cx.fresh_number()
        self.lists = [f"{name}{number}" for name in ("parts", "worth", "places", "apart")]
        self.parts, self.worth, self.places, self.apart = self.lists
        self.all_parts = 1 << things.room
        self.known = cx.reg("u", 1, self.all_parts)
        """How many unions are listed."""
        self.most = 0

    def function(self, c: Scope) -> E:
        """Return the call that yields the largest sum."""
        cx, best, union = self.cx, self.cx.reg("b"), self._union()
        with cx.gathered() as body:
            cx.emit(*(Scratch(name, self.all_parts) for name in self.lists))
            cx.emit(Set(self.known, Const(1)), ScratchStore(self.places, Const(0), Const(1)))
            for size in self.sizes:
                self._join_groups(size, c.inner())
            cx.emit(Set(best, Const(0)))
            with cx.loop(union, Steps(Const(0), add(self.known, Const(-1)))):
                worth = self._worth(union)
                cx.emit(If(Bin(">", worth, best), (Set(best, worth),)))
            cx.emit(Return(best))
        groups = self.things.room // self.sizes.start if self.sizes else 0
        call = cx.function("split", tuple(body), 0, min(INT_MAX, self.most * groups))
        cx.program.spans[call.name] = self.e.span
        return call

    def _union(self) -> Reg:
        """Return a register for the place of a union in the lists."""
        return self.cx.reg("r", 0, self.all_parts - 1)

    def _worth(self, union: E) -> E:
        return ScratchLoad(self.worth, union, 0, INT_MAX)

    def _join_groups(self, size: int, inside: Scope) -> None:
        """Let each group of a size that satisfies the condition join the unions."""
        cx, e = self.cx, self.e
        loops, number = bind_members(cx, e.binders[0], self.things, size, inside)
        where = [] if e.where is None else [cx.value(e.where, inside)]
        assert e.value is not None
        value, worth = cx.value(e.value, inside), cx.reg("v")
        self.most = max(self.most, bounds(value)[1])
        bits = cx.reg("m", 0, self.all_parts - 1)
        with cx.each([(loops, where)]):
            cx.emit(Set(worth, value), Set(bits, bits_of(cx, self.things, size, number)))
            with cx.when(Bin(">", worth, Const(0))):
                self._join(size, bits, worth)

    def _join(self, size: int, bits: Reg, worth: Reg) -> None:
        """Let a group join each union that it shares nothing with.

        These are listed first: their number has a better bound than that of all unions.
        """
        cx, union, total = self.cx, self._union(), self.cx.reg("t")
        both, place = cx.reg("w", 0, self.all_parts - 1), cx.reg("p", 0, self.all_parts)
        free = cx.reg("f", 0, self.all_parts >> size)
        part = ScratchLoad(self.parts, union, 0, both.hi)
        cx.emit(Set(free, Const(0)))
        with cx.loop(union, Steps(Const(0), add(self.known, Const(-1)))):
            listed = (ScratchStore(self.apart, free, union), Set(free, add(free, Const(1))))
            cx.emit(If(Bin("==", Bin("&", part, bits), Const(0)), listed))
        number = cx.reg("k", 0, free.hi - 1)
        site = cx.site(Code.E503, "this number becomes too large", self.e.span)
        with cx.loop(number, Steps(Const(0), add(free, Const(-1)))):
            cx.emit(Set(union, ScratchLoad(self.apart, number, 0, union.hi)))
            cx.emit(Set(both, Bin("|", part, bits)))
            cx.emit(Set(total, Check(add(self._worth(union), worth), 0, INT_MAX, site)))
            cx.emit(Set(place, ScratchLoad(self.places, both, 0, place.hi)))
            new = (
                ScratchStore(self.places, both, add(self.known, Const(1))),
                ScratchStore(self.parts, self.known, both),
                ScratchStore(self.worth, self.known, total),
                Set(self.known, add(self.known, Const(1))),
            )
            there = add(place, Const(-1))
            more = If(
                Bin(">", total, self._worth(there)), (ScratchStore(self.worth, there, total),)
            )
            cx.emit(If(Bin("==", place, Const(0)), new, (more,)))
