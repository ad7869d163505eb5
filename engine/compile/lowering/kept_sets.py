"""Sets that are kept in a frame: what `let` names, what procedures are given, and what an action
has taken that leaves open how many.

What is kept are the values that the set had when it was named, one after the other, and how many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.compile.debug_info import Array, Scope
from engine.compile.multi_choice import MOST_KEPT, fewest_and_most
from engine.compile.program import Const, E, Load, Reg, Steps, Store, add
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE

if TYPE_CHECKING:
    from engine.compile.lowering.context import Lowering, Source


def kept_set(e: m.Expr, c: Scope) -> Array | None:
    """Return the set that is kept under a name; None when none is."""
    found = c.locals.get(e.key) if isinstance(e, m.Local) else None
    return found if isinstance(found, Array) and found.count is not None else None


def kept_source(cx: Lowering, kept: Array, reg: Reg) -> Source:
    """Return loops that run a register through a set that is kept."""
    assert kept.count is not None
    k = cx.reg("k", 0, kept.shape[0][1] - 1)
    value = Load(add(kept.base, k), kept.low, kept.high)
    return [([(k, Steps(Const(0), add(kept.count, Const(-1)))), (reg, Steps(value, value))], [])]


def keep(cx: Lowering, source: Source, reg: Reg, count: E, room: int) -> Array:
    """Write a set behind its count and return it. `source`: what runs a register through it."""
    base = add(count, Const(1))
    many = Load(count, 0, room)
    kept = Array(base, ((0, room),), reg.lo, reg.hi, many)
    k = cx.reg("k", 0, room - 1)
    with cx.loop(k, Steps(Const(0), Const(room - 1))):
        cx.emit(Store(add(base, k), Const(-1)))
    cx.emit(Store(count, Const(0)))
    with cx.each(source):
        cx.emit(Store(add(base, many), reg), Store(count, add(many, Const(1))))
    return kept


def rooms_for_sets(cx: Lowering, flow: Sequence[m.Model]) -> dict[int, int]:
    """Return how many values the sets that procedures are given may have, by parameters' keys."""
    taken = {p.key: p for p in flow if isinstance(p, m.ActionParameter)}
    found: dict[int, int] = {}
    for part in flow:
        if isinstance(part, m.Perform):
            parameters = cx.rules.procedures[part.procedure].parameters
            for p, argument in zip(parameters, part.arguments, strict=True):
                if p.domain.type.kind == "set":
                    room = _room(cx, argument, taken)
                    found[p.key] = max(1, found.get(p.key, 1), room)
    return found


def _room(cx: Lowering, e: m.Expr, taken: dict[int, m.ActionParameter]) -> int:
    """Return how many values a set or zone may have at most."""
    every = _every(cx, e)
    if isinstance(e, m.ZoneRef):
        family = cx.layout.families[e.name]
        return min(every, family.capacity * (len(family.places) if e.is_open else 1))
    if isinstance(e, m.Fold) and e.kind == "set":
        return min(every, _room(cx, e.binders[0].domain, taken))
    if isinstance(e, m.SetOf):
        return len(e.items)
    if isinstance(e, m.Op) and e.op in ("union", "without"):
        one, other = (_room(cx, part, taken) for part in e.arguments)
        return min(every, one + other if e.op == "union" else one)
    if isinstance(e, m.Local) and e.key in taken:
        domain = taken[e.key].domain
        if m.takes_several(domain):
            return fewest_and_most(domain, cx.setting)[1] or MOST_AT_ONCE
    return every


def _every(cx: Lowering, e: m.Expr) -> int:
    """Return how many values of a set's type there are."""
    kind = e.type.items[0] if e.type.kind == "set" else None
    if kind is None:
        zone = cx.rules.zones[e.type.name]
        return cx.layout.families[zone.name].capacity
    if kind.kind == "piece":
        return sum(cx.setting.supply(name) for name in kind.names)
    if kind.kind == "zone":
        return len(cx.layout.families[kind.name].places)
    return cx.setting.count(kind, e.span) if kind.kind == "enum" else MOST_KEPT
