"""Lowering what has a frame of its own: procedures, and triggers with what they have bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.compile import layout as at
from engine.compile.debug_info import Array, Scope, Unit
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.flow import set_me, whole_flow
from engine.compile.lowering.kept_sets import keep
from engine.compile.lowering.ranges import lower_argument, parameter_range, type_range
from engine.compile.lowering.reactions import clear_queue, open_frame, too_deep
from engine.compile.lowering.sets import domain_range, lower_source
from engine.compile.program import INT_MAX, NONE, Bin, Const, Data, Jump, Load, Set, Store, add
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.substitution import put

_T = TypeVar("_T")


def _close_frame(cx: Lowering) -> None:
    """End a unit: close its frame and go back."""
    frame = cx.reg("f")
    cx.emit(
        Set(frame, Load(Const(at.FRAME))),
        Store(Const(at.TOP), frame),
        Store(Const(at.FRAME), Load(add(frame, Const(1)))),
        Jump(frame),
    )


def unit_body(
    cx: Lowering, entry: int, unit: Unit, c: Scope, part: m.Procedure | m.Trigger
) -> None:
    """Lower a procedure's or trigger's body."""
    before, there = cx.unit, cx.there
    cx.unit, unit.entry, cx.there = unit, entry, []
    cx.begin(cx.program.blocks[entry])
    with cx.in_mode(unwatched=False):
        cx.mark("begins", part)
        cx.body(part.body, c)
        cx.mark("ends", part)
        _close_frame(cx)
    cx.unit, cx.there = before, there


def lower_perform(cx: Lowering, s: m.Perform, c: Scope) -> None:
    """Lower the call of a procedure; what the rules only suppose holds its body instead."""
    procedure = cx.rules.procedures[s.procedure]
    single, sets = _parted(procedure, s.arguments)
    if cx.mode.supposing:
        inside = Scope()
        for p, a in single:
            inside.locals[p.key] = cx.hold(lower_argument(cx, p, a, c), "p")
        if sets:
            inside.locals = {**c.locals, **inside.locals}
        cx.body(put(procedure.body, {p.key: a for p, a in sets}), inside)
        return
    arguments = [lower_argument(cx, p, a, c) for p, a in single]
    after = cx.block(s.span)
    site = cx.site(
        Code.E502, too_deep(Message("'{procedure}' is carried out", s.procedure)), s.span
    )
    with open_frame(cx, cx.procedures[s.procedure], arguments, after, site) as frame:
        place = 3 + len(single)
        for p, a in sets:
            reg = cx.reg("x", *domain_range(cx, a, c))
            room = cx.rooms[p.key]
            keep(cx, lower_source(cx, a, reg, c), reg, add(frame, Const(place)), room)
            place += 1 + room
    cx.begin(after)


def _parted(
    procedure: m.Procedure, arguments: Sequence[_T]
) -> tuple[list[tuple[m.Parameter, _T]], list[tuple[m.Parameter, _T]]]:
    """Return what a procedure is given, single things and sets apart."""
    given = list(zip(procedure.parameters, arguments, strict=True))
    sets = [(p, a) for p, a in given if p.domain.type.kind == "set"]
    return [(p, a) for p, a in given if p.domain.type.kind != "set"], sets


def lower_procedure(cx: Lowering, p: m.Procedure) -> None:
    """Lower a procedure."""
    entry, unit = cx.procedures[p.name]
    c = Scope()
    frame = Load(Const(at.FRAME))
    single, sets = _parted(p, p.parameters)
    for number, (parameter, _) in enumerate(single):
        low, high = parameter_range(cx, parameter.domain)
        unit.pieces += [3 + number] if parameter.domain.type.kind == "piece" else []
        c.locals[parameter.key] = Load(add(frame, Const(3 + number)), low, high)
    unit.size = 3 + len(single)
    for parameter, _ in sets:
        kind, room = parameter.domain.type.items[0], cx.rooms.get(parameter.key, 1)
        count, first = add(frame, Const(unit.size)), unit.size + 1
        low, high = type_range(cx, kind, parameter.span)
        base, many = add(count, Const(1)), Load(count, 0, room)
        c.locals[parameter.key] = Array(base, ((0, room),), low, high, many)
        unit.pieces += range(first, first + room) if kind.kind == "piece" else ()
        unit.size += 1 + room
    unit_body(cx, entry, unit, c, p)


def lower_trigger(cx: Lowering, number: int, t: m.Trigger) -> None:
    """Lower a reaction; what it bound waits in its frame."""
    entry, unit = cx.triggers[number]
    c = Scope()
    frame = Load(Const(at.FRAME))
    for i, bind in enumerate(_bound_of(t)):
        low, high = _arrival_range(cx, bind, t.event)
        unit.pieces += [3 + i] if bind.type.kind == "piece" else []
        c.locals[bind.key] = Load(add(frame, Const(3 + i)), low, high)
        unit.size = 4 + i
    unit_body(cx, entry, unit, c, t)


def _arrival_range(cx: Lowering, bind: m.Bind, event: m.Arrives | m.Becomes) -> tuple[int, int]:
    """Return the bounds of what a reaction binds: a value, an index, a space or place."""
    if not isinstance(event, m.Arrives):
        return NONE, INT_MAX
    zone = cx.rules.zones[event.zone]
    if bind is event.at:
        family = cx.layout.families[zone.name]
        return family.spaces or (0, family.capacity)
    if bind is event.piece and zone.written:
        return cx.setting.range(zone.written)
    for index, (low, count) in zip(event.indices, cx.layout.shape(zone.indices), strict=True):
        if index is bind:
            return low, low + count - 1
    return domain_range(cx, bind.domain, Scope())


def _bound_of(t: m.Trigger) -> list[m.Bind]:
    event = t.event
    if isinstance(event, m.Becomes):
        return []
    parts = (event.piece, *event.indices, event.at)
    return [p for p in parts if isinstance(p, m.Bind)]


def reset(cx: Lowering) -> None:
    """Abandon everything pending: the stack is empty and whose turn it is acts."""
    set_me(cx, Load(Const(at.ACTIVE), 0, cx.setting.players - 1))
    if cx.procedures or cx.triggers:
        stack = Data("base", Const(0), 0, INT_MAX)
        cx.emit(
            Store(Const(at.TOP), Bin("+", Const(0), stack)),
            Store(Const(at.FRAME), Const(0)),
            Store(Const(at.QUIET), Const(0)),
        )
    clear_queue(cx)
    if any(isinstance(p, m.EachSeat) and p.simultaneous for p in whole_flow(cx)):
        cx.emit(Store(Const(at.HIDING), Const(0)), Store(Const(at.QUIET), Const(0)))
