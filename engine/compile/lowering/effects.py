"""Lowering the other changes: shuffle, roll, show, swap, counters, written zones, variables."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

from engine.compile.debug_info import AnnouncedText, Array, Scope
from engine.compile.layout import Cells, Family
from engine.compile.lowering.changes import changed
from engine.compile.lowering.context import TOLD, Event, Lowering, Source
from engine.compile.lowering.names import cell_address
from engine.compile.lowering.pieces import attribute, holders_of, piece_of
from engine.compile.lowering.ranges import arithmetic, kept_within, lower_fits
from engine.compile.lowering.revealed_values import forget, forget_piece, tell
from engine.compile.lowering.sets import lower_source
from engine.compile.lowering.zones import among, end_at, family_of, room_at, seen_mask
from engine.compile.multi_choice import keys
from engine.compile.program import (
    NONE,
    Bin,
    Const,
    Draw,
    E,
    Fail,
    Guard,
    If,
    Items,
    Load,
    Not,
    Or,
    Reg,
    Rolled,
    Say,
    Select,
    Set,
    Shuffle,
    Steps,
    Store,
    add,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type


def lower_shuffle(cx: Lowering, s: m.Shuffle, c: Scope) -> None:
    """Lower a shuffle."""
    zone = cx.hold(cx.value(s.zone, c), "z")
    forget(cx, {s.zone.type.name}, zone)
    if any(fact.pieces for fact in cx.debug.revealed):
        piece = cx.piece()
        with cx.loop(piece, Items(zone)):
            forget_piece(cx, piece)
    cx.emit(Shuffle(zone, seen_mask(cx, s.zone, zone, c)))


def zone_mask(cx: Lowering, address: E, components: Iterable[str]) -> E:
    """Return who sees the contents of a zone, given its address and what it may hold."""
    result: E = Const(0)
    for zone in holders_of(cx, components):
        if cx.layout.families[zone.name].places:
            mask = seen_mask(cx, any_of(zone), address, Scope())
            result = Select(among(cx, address, zone.name), mask, result)
    return result


def lower_roll(cx: Lowering, s: m.Roll, c: Scope) -> None:
    """Lower a roll: new values of changing attributes, known to those who see the piece."""
    kind = s.what.type.items[0] if s.what.type.kind == "set" else s.what.type
    if s.what.type.kind == "zone":
        kind = Type("piece", cx.rules.zones[s.what.type.name].pieces)
    piece = cx.piece()
    touched: set[str] = set()
    with cx.each(some_pieces(cx, s.what, piece, c)):
        for component in kind.names:
            touched |= _new_faces(cx, component, piece, alone=len(kind.names) == 1)
        zone = Load(add(piece, Const(cx.layout.zone_of)))
        cx.emit(Store(_known(cx, piece).at, zone_mask(cx, zone, kind.names)))
        if cx.mode.trace:
            cx.emit(Rolled(piece))
    changed(cx, touched, c)


def some_pieces(cx: Lowering, what: m.Expr, piece: Reg, c: Scope) -> Source:
    """Return loops that run a register through a piece, or those of a zone or set."""
    if what.type.kind == "piece":
        value = cx.value(what, c)
        return [([(piece, Steps(value, value))], [])]
    return lower_source(cx, what, piece, c)


def _new_faces(cx: Lowering, component: str, piece: Reg, *, alone: bool) -> set[str]:
    """Draw the attributes of a piece if it is of a component; return what that touches."""
    names = [a.name for a in cx.rules.components[component].attributes if a.changes]
    first, last = cx.setting.run(component)
    with nullcontext() if alone else cx.when(cx.within(piece, first, last - 1)):
        for name in names:
            low, high = cx.layout.ranges[component, name]
            drawn = cx.reg("k")
            cx.emit(Draw(drawn, Const(high - low + 1), name, low))
            where = add(piece, Const(cx.layout.changing[name][0]))
            cx.emit(Store(where, add(drawn, Const(low))))
    return {f".{name}" for name in names}


def look(cx: Lowering) -> None:
    """Let all seats see what lies before them when setup is done."""
    for zone in cx.rules.zones.values():
        family = cx.layout.families[zone.name]
        if zone.pieces and not family.counted and zone.seen != "none" and family.places:
            address, piece = cx.reg("z", *family.range), cx.piece()
            known, mask = _known(cx, piece), seen_mask(cx, any_of(zone), address, Scope())
            every = Steps(Const(address.lo), Const(address.hi), family.stride)
            with cx.loop(address, every), cx.loop(piece, Items(address)):
                cx.emit(Store(known.at, Bin("|", known, mask)))


def _known(cx: Lowering, piece: E) -> Load:
    """Return which seats know a piece, as bits."""
    return Load(add(piece, Const(cx.layout.known)))


def any_of(zone: m.Zone) -> m.Expr:
    """Return the expression of some zone of a family."""
    return m.Local(name="it", key=0, type=Type("zone", (zone.name,)))


def lower_show(cx: Lowering, s: m.Show, c: Scope) -> None:
    """Lower a show: seats come to know a piece, or all pieces of a zone."""
    if s.to.type.kind == "set":
        mask: E = Const(cx.layout.everybody)
    else:
        mask = Bin("<<", Const(1), cx.value(s.to, c))
    who = cx.hold(mask, "m")
    if s.what.type.kind in TOLD:
        tell(cx, s, who, c)
        return
    if s.what.type.kind not in ("piece", "zone", "set"):
        raise cx.setting.error(Code.E101, "pieces, zones and values are shown", s.what.span)
    piece = cx.piece()
    known = _known(cx, piece)
    with cx.each(some_pieces(cx, s.what, piece, c)):
        cx.emit(Store(known.at, Bin("|", known, who)))


def lower_announce(cx: Lowering, s: m.Announce, c: Scope) -> None:
    """Lower an announcement: traced, a program says it with what its words name."""
    if not cx.mode.trace:
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
    cx.debug.said.append(AnnouncedText(s.words, tuple(values), arrays))
    cx.emit(Say(number, (c.me, *values.values())))


def lower_swap(cx: Lowering, s: m.Swap, c: Scope) -> None:
    """Lower an exchange of two zones' contents."""
    family = family_of(cx, s.one)
    a = cx.hold(cx.value(s.one, c), "z")
    b = cx.hold(cx.value(s.other, c), "z")
    _exchange(cx, family, a, b)
    forget(cx, {family.name}, a, b)
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
        others = place[:owner] + place[owner + 1 :]
        going.setdefault(others, []).append(Const(family.address(number)))
    for first, *rest in going.values():
        for other in rest if s.to == "left" else reversed(rest):
            _exchange(cx, family, first, other)
    forget(cx, {family.name})
    for number in range(len(family.places)):
        _settle(cx, s.zone, Const(family.address(number)), s.span, c)
    changed(cx, {family.name}, c)


def _exchange(cx: Lowering, family: Family, a: E, b: E) -> None:
    """Let two zones of a family hold what the other has held."""
    k, one, two = cx.reg("k", 0, family.stride - 1), cx.reg("a"), cx.reg("b")
    with cx.loop(k, Steps(Const(0), Const(family.stride - 1))):
        cx.emit(
            Set(one, Load(add(a, k))), Set(two, Load(add(b, k))),
            Store(add(a, k), two), Store(add(b, k), one),
        )  # fmt: skip


def _settle(cx: Lowering, ref: m.Expr, address: E, span: Span, c: Scope) -> None:
    """Make sure that what has come into a zone fits there, and let its pieces know where they
    are.
    """
    family = family_of(cx, ref)
    if family.rooms:
        full = cx.site(Code.E508, Message("not all of this fits into '{name}'", family.name), span)
        cx.emit(If(Bin(">", Load(address), room_at(cx, family, address)), (Fail(full),)))
    if not cx.rules.zones[family.name].pieces or family.counted:
        return
    piece = cx.piece()
    known, mask = _known(cx, piece), seen_mask(cx, ref, address, c)
    with cx.loop(piece, Items(address)):
        cx.emit(Store(add(piece, Const(cx.layout.zone_of)), address))
        cx.emit(Store(known.at, Bin("|", known, mask)))
        if family.ends:
            far = cx.site(Code.E503, Message("'{name}' has no such space", family.name), span)
            space = Load(add(piece, Const(cx.layout.space)))
            cx.emit(If(Bin(">", space, end_at(cx, family, address)), (Fail(far),)))


def lower_gain(cx: Lowering, s: m.Gain, c: Scope) -> None:
    """Lower gain, lose and pay."""
    cells = cx.layout.cells[s.counter.name]
    amount = cx.hold(cx.value(s.amount, c), "n")
    cell = cx.hold(cell_address(cx, s.counter, cells, c), "z")
    known = Load(cell, cells.low, cells.high)
    if s.verb == "pay":
        _pay(cx, s, cells, amount, cell, c)
    else:
        value = arithmetic(cx, "+" if s.verb == "gain" else "-", known, amount, s.span)
        if s.verb == "gain" and not s.fits:
            message = Message(
                "'{name}' is {low}..{high}: give it a wider range, or say 'gain at most …'",
                *(s.counter.name, cells.low, cells.high),
            )
            site = cx.site(Code.E503, message, s.span)
            value = cx.checked(value, cells.low, cells.high, site)
        else:
            value = cx.hold(value, "v")
            least, most = Const(cells.low), Const(cells.high)
            below, above = Bin("<", value, least), Bin(">", value, most)
            if cx.every_line:
                with cx.when(Or((below, above))):
                    cx.mark("cut", s)
            value = Select(below, least, Select(above, most, value))
        cx.emit(Store(cell, value))
    changed(cx, {s.counter.name}, c)


def _pay(cx: Lowering, s: m.Gain, cells: Cells, amount: Reg, cell: Reg, c: Scope) -> None:
    """Take from one seat and give to another; neither end stops at its range in silence."""
    name = s.counter.name
    short = cx.site(Code.E504, Message("there aren't enough {name} to pay", name), s.span)
    left = arithmetic(cx, "-", Load(cell, cells.low, cells.high), amount, s.span)
    wrong = Or((Bin("<", amount, Const(0)), Bin("<", left, Const(cells.low))))
    cx.emit(If(wrong, (Fail(short),)), Store(cell, left))
    if s.to is not None:
        other = cx.hold(cell_address(cx, s.to, cells, c), "z")
        more = arithmetic(cx, "+", Load(other, cells.low, cells.high), amount, s.span)
        cx.emit(
            Store(other, kept_within(cx, more, cells.low, cells.high, name, s.counter.type, s.span))
        )


def lower_write(cx: Lowering, s: m.Write, c: Scope) -> None:
    """Lower the writing of a value."""
    family = family_of(cx, s.zone)
    zone_model = cx.rules.zones[family.name]
    assert zone_model.written is not None
    low, high = cx.setting.range(zone_model.written)
    site = cx.site(
        Code.E503, Message("'{name}' takes {low}..{high}", family.name, low, high), s.span
    )
    if zone_model.written.type.kind == "mark":
        low, high = 1, 1
    value = cx.hold(cx.checked(cx.value(s.value, c), low, high, site), "v")
    zone = cx.hold(cx.value(s.zone, c), "z")
    forget(cx, {family.name}, zone)
    full = cx.site(
        Code.E508, Message("'{name}' is full; nothing more fits in", family.name), s.span
    )
    count = cx.hold(add(Load(zone, 0, family.capacity), Const(1)), "n")
    cx.emit(
        If(Bin(">", count, room_at(cx, family, zone)), (Fail(full),)),
        Store(add(zone, count), value),
        Store(zone, count),
    )
    changed(cx, {family.name}, c, Event(family.name, value, zone, count))


def lower_erase(cx: Lowering, s: m.Erase, c: Scope) -> None:
    """Lower the emptying of a written zone."""
    zone = cx.hold(cx.value(s.zone, c), "z")
    family = family_of(cx, s.zone)
    if cx.rules.zones[family.name].pieces:
        raise cx.setting.error(Code.E101, "pieces are moved, not erased", s.span)
    k = cx.reg("k", 1, max(1, family.capacity))
    forget(cx, {family.name}, zone)
    with cx.loop(k, Steps(Const(1), Load(zone, 0, family.capacity))):
        cx.emit(Store(add(zone, k), Const(0)))
    cx.emit(Store(zone, Const(0)))
    changed(cx, {family.name}, c)


def lower_assign(cx: Lowering, s: m.Assign, c: Scope) -> None:
    """Lower a change of a variable or an attribute."""
    target, value = s.target, cx.value(s.value, c)
    if isinstance(target, m.Attr):
        place = attribute(cx, piece_of(cx, target, c), target.name, target.piece.type.names)
    else:
        place = cx.value(target, c)
    assert isinstance(target, (m.Attr, m.VarRef, m.Local)) and isinstance(place, (Reg, Load))
    touched = {target.name}
    match target:
        case m.Attr():
            kinds, touched = target.piece.type.names, {f".{target.name}"}
            least = min(cx.layout.ranges[component, target.name][0] for component in kinds)
        case m.VarRef():
            least = cx.layout.least(cx.rules.variables[target.name].domain)
        case _:
            least = cx.leasts.get(target.key, 0)
    value = kept_within(cx, value, place.lo, place.hi, target.name, target.type, s.span, least)
    if isinstance(target, m.Attr):
        value = _its_own(cx, piece_of(cx, target, c), value, target, s.span)
    cx.emit(Set(place, value) if isinstance(place, Reg) else Store(place.at, value))
    if not isinstance(target, m.Local):
        changed(cx, touched, c)


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
        message = Message(
            "'{name}' of {component} can only be {low} to {high}", target.name, component, low, high
        )
        value = Guard(fits, value, cx.site(Code.E503, message, span))
    return value
