"""Lowering the other changes: shuffle, roll, show, swap, counters, written zones, variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.compile.debug_info import Array, Said, Scope
from engine.compile.layout import Cells, Family
from engine.compile.lowering.changes import changed
from engine.compile.lowering.context import TOLD, Event, Lowering
from engine.compile.lowering.expressions import (
    arithmetic,
    attribute,
    cell_address,
    end_at,
    family_of,
    holders_of,
    kept_within,
    linear,
    lower_fits,
    lower_source,
    lower_value,
    piece_of,
    room_at,
    seen_mask,
)
from engine.compile.lowering.revealed_values import forget, forget_piece, tell
from engine.compile.multi_choice import keys
from engine.compile.program import (
    NONE,
    And,
    Bin,
    Const,
    Draw,
    E,
    Fail,
    If,
    Items,
    Load,
    Loop,
    Need,
    Not,
    Or,
    Pick,
    Reg,
    Say,
    Set,
    Shuffle,
    Steps,
    Stmt,
    Store,
    add,
    scale,
)
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type
from engine.rules.walk import walk


def lower_shuffle(cx: Lowering, s: m.Shuffle, c: Scope) -> None:
    """Lower a shuffle."""
    zone = cx.hold(lower_value(cx, s.zone, c), "z")
    cx.emit(*forget(cx, {s.zone.type.name}, zone))
    if any(fact.pieces for fact in cx.debug.revealed):
        piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
        cx.emit(Loop(piece, Items(zone), forget_piece(cx, piece)))
    cx.emit(Shuffle(zone, seen_mask(cx, s.zone, zone, c)))


def zone_mask(cx: Lowering, address: E, components: Iterable[str]) -> E:
    """Return who sees what lies in a zone, given its address and what it may hold."""
    result: E = Const(0)
    for zone in holders_of(cx, components):
        family = cx.layout.families[zone.name]
        if not family.places:
            continue
        ref = m.Local(name="it", key=0, type=Type("zone", (zone.name,)))
        mask = seen_mask(cx, ref, address, Scope())
        last = family.address(len(family.places) - 1)
        inside = And((Bin(">=", address, Const(family.base)), Bin("<=", address, Const(last))))
        result = Pick(inside, mask, result)
    return result


def lower_roll(cx: Lowering, s: m.Roll, c: Scope) -> None:
    """Lower a roll: new values of changing attributes, known to those who see the piece."""
    kind = s.what.type.items[0] if s.what.type.kind == "set" else s.what.type
    if s.what.type.kind == "zone":
        kind = Type("piece", cx.rules.zones[s.what.type.name].pieces)
    piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
    if s.what.type.kind == "piece":
        source: Any = [
            ([(piece, Steps(lower_value(cx, s.what, c), lower_value(cx, s.what, c)))], [])
        ]
    else:
        source = lower_source(cx, s.what, piece, c)
    before = cx.nested()
    touched: set[str] = set()
    for component in kind.names:
        touched |= _new_faces(cx, component, piece, alone=len(kind.names) == 1)
    zone = Load(add(piece, Const(cx.layout.zone_of)))
    cx.emit(Store(add(piece, Const(cx.layout.known)), zone_mask(cx, zone, kind.names)))
    cx.emit(*cx.loops(source, cx.close(before)))
    changed(cx, touched, c)


def _new_faces(cx: Lowering, component: str, piece: Reg, *, alone: bool) -> set[str]:
    """Draw the attributes of a piece if it is of a component; return what that touches."""
    before = cx.nested()
    names = [a.name for a in cx.rules.components[component].attributes if a.changes]
    for name in names:
        low, high = cx.layout.ranges[component, name]
        drawn = cx.reg("k")
        cx.emit(Draw(drawn, Const(high - low + 1), name, low))
        where = add(piece, Const(cx.layout.changing[name][0]))
        cx.emit(Store(where, add(drawn, Const(low))))
    body = cx.close(before)
    first, last = cx.setting.run(component)
    cx.emit(*(body if alone else (If(cx.within(piece, first, last - 1), body),)))
    return {f".{name}" for name in names}


def look(cx: Lowering) -> None:
    """Let all seats see what lies before them when setup is done."""
    piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
    known = add(piece, Const(cx.layout.known))
    for zone in cx.rules.zones.values():
        family = cx.layout.families[zone.name]
        if not zone.pieces or family.counted or zone.seen == "none" or not family.places:
            continue
        ref = m.Local(name="it", key=0, type=Type("zone", (zone.name,)))
        number = cx.reg("i", 0, len(family.places) - 1)
        address = add(scale(number, family.stride), Const(family.base))
        see = Store(known, Bin("|", Load(known), seen_mask(cx, ref, address, Scope())))
        every = Steps(Const(0), Const(len(family.places) - 1))
        cx.emit(Loop(number, every, (Loop(piece, Items(address), (see,)),)))


def lower_show(cx: Lowering, s: m.Show, c: Scope) -> None:
    """Lower a show: seats come to know a piece, or all pieces of a zone."""
    if s.to.type.kind == "set":
        mask: E = Const(cx.layout.everybody)
    else:
        mask = Bin("<<", Const(1), lower_value(cx, s.to, c))
    who = cx.hold(mask, "m")
    if s.what.type.kind in TOLD:
        cx.emit(*tell(cx, s, who, c))
        return
    piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
    cell = add(piece, Const(cx.layout.known))
    store: tuple[Stmt, ...] = (Store(cell, Bin("|", Load(cell), who)),)
    if s.what.type.kind == "piece":
        cx.emit(Set(piece, lower_value(cx, s.what, c)), *store)
    elif s.what.type.kind in ("zone", "set"):
        cx.emit(*cx.loops(lower_source(cx, s.what, piece, c), store))
    else:
        raise cx.setting.error(Code.E101, "pieces, zones and values are shown", s.what.span)


def lower_announce(cx: Lowering, s: m.Announce, c: Scope) -> None:
    """Lower an announcement: traced, a program says it with what its words name."""
    if not cx.trace:
        return
    values: dict[int, E] = {}
    arrays: dict[int, Array] = {}
    for part in walk(s.words):
        if isinstance(part, m.Local):
            for key in (part.key, *keys(part.key, cx.debug.values_at_once.get(part.key, 0))):
                bound = c.locals.get(key)
                if isinstance(bound, Array):
                    arrays[key] = bound
                elif bound is not None:
                    values[key] = bound
    number = len(cx.debug.said)
    cx.debug.said.append(Said(s.words, tuple(values), arrays))
    cx.emit(Say(number, (c.me, *values.values())))


def lower_swap(cx: Lowering, s: m.Swap, c: Scope) -> None:
    """Lower an exchange of two zones' contents."""
    family = family_of(cx, s.one)
    a = cx.hold(lower_value(cx, s.one, c), "z")
    b = cx.hold(lower_value(cx, s.other, c), "z")
    _exchange(cx, family, a, b)
    cx.emit(*forget(cx, {family.name}, a, b))
    for ref, address in ((s.one, a), (s.other, b)):
        _settle(cx, ref, address, s.span, c)
    changed(cx, {family.name}, c)


def lower_pass_on(cx: Lowering, s: m.PassOn, c: Scope) -> None:
    """Lower what all players give to a neighbour: the first one's zone changes places with each
    other's, one after the other.
    """
    family = family_of(cx, s.zone)
    owner = cx.rules.zones[family.name].owner_index
    assert owner is not None
    going: dict[tuple[int, ...], list[E]] = {}
    for number, place in enumerate(family.places):
        others = place.indices[:owner] + place.indices[owner + 1 :]
        going.setdefault(others, []).append(Const(family.address(number)))
    for first, *rest in going.values():
        for other in rest if s.to == "left" else reversed(rest):
            _exchange(cx, family, first, other)
    cx.emit(*forget(cx, {family.name}))
    for number in range(len(family.places)):
        _settle(cx, s.zone, Const(family.address(number)), s.span, c)
    changed(cx, {family.name}, c)


def _exchange(cx: Lowering, family: Family, a: E, b: E) -> None:
    """Let two zones of a family hold what the other has held."""
    k, one, two = cx.reg("k"), cx.reg("a"), cx.reg("b")
    body: tuple[Stmt, ...] = (
        Set(one, Load(add(a, k))), Set(two, Load(add(b, k))),
        Store(add(a, k), two), Store(add(b, k), one),
    )  # fmt: skip
    cx.emit(Loop(k, Steps(Const(0), Const(family.stride - 1)), body))


def _settle(cx: Lowering, ref: m.Expr, address: E, span: Span, c: Scope) -> None:
    """Make sure that what has come into a zone fits there, and let its pieces know where they
    are.
    """
    family = family_of(cx, ref)
    if family.rooms:
        full = cx.site(Code.E508, f"not all of this fits into '{family.name}'", span)
        cx.emit(If(Bin(">", Load(address), room_at(cx, family, address)), (Fail(full),)))
    if not cx.rules.zones[family.name].pieces or family.counted:
        return
    _claim(cx, ref, address, c)
    if family.ends:
        far = cx.site(Code.E503, f"'{family.name}' has no such space", span)
        piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
        space = Load(add(piece, Const(cx.layout.space)))
        past = If(Bin(">", space, end_at(cx, family, address)), (Fail(far),))
        cx.emit(Loop(piece, Items(address), (past,)))


def _claim(cx: Lowering, ref: m.Expr, address: E, c: Scope) -> None:
    """Make the pieces of a zone know that they lie in it, and who sees it know them."""
    piece = cx.reg("c", 0, max(0, len(cx.setting.pieces) - 1))
    known = add(piece, Const(cx.layout.known))
    mask = seen_mask(cx, ref, address, c)
    cx.emit(Loop(piece, Items(address), (
        Store(add(piece, Const(cx.layout.zone_of)), address),
        Store(known, Bin("|", Load(known), mask)),
    )))  # fmt: skip


def lower_gain(cx: Lowering, s: m.Gain, c: Scope) -> None:
    """Lower gain, lose and pay."""
    cells = cx.layout.cells[s.counter.name]
    amount = cx.hold(lower_value(cx, s.amount, c), "n")
    cell = cx.hold(cell_address(cx, s.counter, cells, c), "z")
    known = Load(cell, cells.low, cells.high)
    if s.verb == "pay":
        _pay(cx, s, cells, amount, cell, c)
    else:
        sign = "+" if s.verb == "gain" else "-"
        value = arithmetic(cx, sign, known, amount, s.span)
        if s.verb == "gain" and not s.fits:
            value = gained(cx, value, cells, s.counter.name, s.span)
        else:
            value = cx.hold(value, "v") if cx.every_line else value
            if cx.every_line:
                cut = Or((Bin("<", value, Const(cells.low)), Bin(">", value, Const(cells.high))))
                cx.emit(If(cut, cx.mark("cut", s)))
            value = clamp(cx, value, cells.low, cells.high)
        cx.emit(Store(cell, value))
    changed(cx, {s.counter.name}, c)


def _pay(cx: Lowering, s: m.Gain, cells: Cells, amount: Reg, cell: Reg, c: Scope) -> None:
    """Take from one seat and give to another; neither end stops at its range in silence."""
    name = s.counter.name
    short = cx.site(Code.E504, f"there aren't enough {name} to pay", s.span)
    left = arithmetic(cx, "-", Load(cell, cells.low, cells.high), amount, s.span)
    wrong = Or((Bin("<", amount, Const(0)), Bin("<", left, Const(cells.low))))
    cx.emit(If(wrong, (Fail(short),)), Store(cell, left))
    if s.to is not None:
        other = cx.hold(cell_address(cx, s.to, cells, c), "z")
        more = arithmetic(cx, "+", Load(other, cells.low, cells.high), amount, s.span)
        cx.emit(
            Store(other, kept_within(cx, more, cells.low, cells.high, name, s.counter.type, s.span))
        )


def gained(cx: Lowering, value: E, cells: Cells, name: str, span: Span) -> E:
    """Return what a counter becomes, which must lie in its range."""
    message = (
        f"'{name}' is {cells.low}..{cells.high}: give it a wider range, or say 'gain at most …'"
    )
    site = cx.site(Code.E503, message, span)
    return cx.checked(value, cells.low, cells.high, site)


def clamp(cx: Lowering, value: E, low: int, high: int) -> E:
    """Return a value kept within bounds."""
    r = cx.hold(value, "v")
    return Pick(Bin("<", r, Const(low)), Const(low),
                Pick(Bin(">", r, Const(high)), Const(high), r))  # fmt: skip


def lower_write(cx: Lowering, s: m.Write, c: Scope) -> None:
    """Lower the writing of a value."""
    family = family_of(cx, s.zone)
    zone_model = cx.rules.zones[family.name]
    assert zone_model.written is not None
    low, high = cx.setting.range(zone_model.written)
    site = cx.site(Code.E503, f"'{family.name}' takes {low}..{high}", s.span)
    if zone_model.written.type.kind == "mark":
        low, high = 1, 1
    value = cx.hold(cx.checked(lower_value(cx, s.value, c), low, high, site), "v")
    zone = cx.hold(lower_value(cx, s.zone, c), "z")
    cx.emit(*forget(cx, {family.name}, zone))
    full = cx.site(Code.E508, f"'{family.name}' is full; nothing more fits in", s.span)
    count = cx.hold(add(Load(zone, 0, family.capacity), Const(1)), "n")
    cx.emit(
        If(Bin(">", count, room_at(cx, family, zone)), (Fail(full),)),
        Store(add(zone, count), value),
        Store(zone, count),
    )
    changed(cx, {family.name}, c, Event(family.name, value, zone, count))


def lower_erase(cx: Lowering, s: m.Erase, c: Scope) -> None:
    """Lower the emptying of a written zone."""
    zone = cx.hold(lower_value(cx, s.zone, c), "z")
    family = family_of(cx, s.zone)
    if cx.rules.zones[family.name].pieces:
        raise cx.setting.error(Code.E101, "pieces are moved, not erased", s.span)
    k = cx.reg("k")
    count = Load(zone, 0, family.capacity)
    wipe = Loop(k, Steps(Const(1), count), (Store(add(zone, k), Const(0)),))
    cx.emit(*forget(cx, {family.name}, zone), wipe, Store(zone, Const(0)))
    changed(cx, {family.name}, c)


def lower_assign(cx: Lowering, s: m.Assign, c: Scope) -> None:
    """Lower a change of a variable or an attribute."""
    target = s.target
    value = lower_value(cx, s.value, c)
    if isinstance(target, m.Attr):
        piece = piece_of(cx, target, c)
        known = attribute(cx, piece, target.name, target.piece.type.names)
        assert isinstance(known, Load)
        where, low, high = known
        kinds = target.piece.type.names
        least = min(cx.layout.ranges[component, target.name][0] for component in kinds)
        value = kept_within(cx, value, low, high, target.name, target.type, s.span, least)
        cx.emit(Store(where, _its_own(cx, piece, value, target, s.span)))
        changed(cx, {f".{target.name}"}, c)
    elif isinstance(target, m.VarRef):
        cells = cx.layout.cells[target.name]
        address = cell_address(cx, target, cells, c)
        least = cx.layout.least(cx.rules.variables[target.name].domain)
        value = kept_within(
            cx, value, cells.low, cells.high, target.name, target.type, s.span, least
        )
        cx.emit(Store(address, value))
        changed(cx, {target.name}, c)
    elif isinstance(target, m.Local):
        _assign_local(cx, target, value, c, s.span)


def _its_own(cx: Lowering, piece: E, value: E, target: m.Attr, span: Span) -> E:
    """Return a value that is known or checked to be one that the piece's own kind may have."""
    for component in target.piece.type.names:
        low, high = cx.layout.held[component, target.name]
        least = cx.layout.ranges[component, target.name][0]
        maybe = target.type.kind == "number" and low == NONE
        if lower_fits(cx, value, low, high, least if maybe else None):
            continue
        first, last = cx.setting.run(component)
        own = cx.within(value, low, high, least)
        fits = Or((Not(cx.within(piece, first, last - 1)), own))
        message = f"'{target.name}' of {component} can only be {low} to {high}"
        value = Need(fits, value, cx.site(Code.E503, message, span))
    return value


def _assign_local(cx: Lowering, target: m.Local, value: E, c: Scope, span: Span) -> None:
    bound = c.locals[target.key]
    name, kind, least = target.name, target.type, cx.leasts.get(target.key, 0)
    if isinstance(bound, Array):
        where = linear(cx, name, target.indices, bound.shape, span, c)
        value = kept_within(cx, value, bound.low, bound.high, name, kind, span, least)
        cx.emit(Store(add(bound.base, where), value))
        return
    assert isinstance(bound, (Reg, Load))
    value = kept_within(cx, value, bound.lo, bound.hi, name, kind, span, least)
    cx.emit(Set(bound, value) if isinstance(bound, Reg) else Store(bound.at, value))
