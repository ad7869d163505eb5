"""Lowering movement: pieces that go from zone to zone, are dealt, or step along a track.

A move of several pieces is one change: endings and reactions come after the last of them. Counted
pieces have no identity; moving them is arithmetic on the counts of two zones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.compile.cost import most
from engine.compile.debug_info import Scope
from engine.compile.lowering.changes import changed
from engine.compile.lowering.context import Event, Loops, Lowering, Source
from engine.compile.lowering.kept_sets import kept_set
from engine.compile.lowering.pieces import holders_of
from engine.compile.lowering.ranges import arithmetic
from engine.compile.lowering.reactions import react
from engine.compile.lowering.revealed_values import forget, forget_piece, forget_pieces
from engine.compile.lowering.sets import lower_bind, members_of
from engine.compile.lowering.zones import (
    addresses,
    among,
    end_at,
    family_of,
    room_at,
    seen_mask,
    zone_address,
)
from engine.compile.program import (
    NONE,
    And,
    Bin,
    Const,
    E,
    Fail,
    Gather,
    If,
    Items,
    Load,
    Not,
    Or,
    Reg,
    Select,
    Set,
    Steps,
    Stmt,
    Store,
    Transfer,
    add,
    bounds,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.reached import reads
from engine.rules.types import Type

NOWHERE = Const(0)
"""The space of a piece on no track."""


def transfer(
    cx: Lowering,
    piece: Reg,
    to: m.Expr,
    target: E,
    c: Scope,
    span: Span,
    *,
    source: tuple[m.Expr, E] | None = None,
    top: bool = False,
    space: E = NOWHERE,
) -> None:
    """Emit the move of one piece, with its space on a track and what is seen of it."""
    family = family_of(cx, to)
    zone = cx.rules.zones[family.name]
    sources = [cx.rules.zones[source[0].type.name]] if source else holders_of(cx, zone.pieces)
    hides = zone.seen != "all" and any(z.traits.loose and z.seen != "all" for z in sources)
    capacity = family.capacity if family.capacity < supply_of(cx, zone.name) else -1
    seen = seen_mask(cx, to, target, c)
    site = cx.site(Code.E508, Message("'{name}' is full; nothing more fits in", zone.name), span)
    came = source[1] if source else Load(add(piece, Const(cx.layout.zone_of)))
    if family.rooms:
        full = Bin(">=", Load(target, 0, family.capacity), room_at(cx, family, target))
        cx.emit(If(And((full, Bin("!=", came, target))), (Fail(site),)))
    forget(cx, {z.name for z in (zone, *sources)}, came, target)
    forget_piece(cx, piece)
    cx.emit(Transfer(
        piece, source[1] if source else None, target, top, seen, capacity, hides, site
    ))  # fmt: skip
    if cx.layout.space:
        cx.emit(Store(add(piece, Const(cx.layout.space)), space))


def _target_space(cx: Lowering, s: m.Move, target: E, c: Scope) -> E:
    """Return the space that a move goes to, found before anything has moved."""
    zone = cx.rules.zones[s.to.type.name]
    if s.at is None or not zone.spaces:
        return NOWHERE
    family = cx.layout.families[zone.name]
    assert family.spaces is not None
    far = cx.site(Code.E503, Message("'{name}' has no such space", zone.name), s.span)
    space = cx.checked(cx.value(s.at, c), *family.spaces, far)
    held = space if isinstance(space, Const) else cx.hold(space, "n")
    if family.ends:
        cx.emit(If(Bin(">", held, end_at(cx, family, target)), (Fail(far),)))
    return held


def lower_move(cx: Lowering, s: m.Move, c: Scope) -> None:
    """Lower a move of any form."""
    match s.form:
        case "one":
            _move_one(cx, s, c)
        case "some" | "up to":
            _move_some(cx, s, c)
        case "all from":
            _move_all_from(cx, s, c)
        case "all" | "each":
            _move_kinds(cx, s, c)
        case _:
            assert_never(s.form)


def counted(cx: Lowering, e: m.Expr) -> bool:
    """Return whether a zone only counts the contents of it."""
    return e.type.kind == "zone" and family_of(cx, e).counted


def supply_of(cx: Lowering, family: str) -> int:
    """Return how many pieces there are that a zone of a family might hold."""
    return sum(cx.setting.supply(name) for name in cx.rules.zones[family].pieces)


def _all_touched(cx: Lowering, components: Iterable[str]) -> set[str]:
    return {z.name for z in holders_of(cx, components)} | {".space"}


def _move_one(cx: Lowering, s: m.Move, c: Scope) -> None:
    what = s.what
    assert what is not None
    if what.type.kind == "set":
        _move_set(cx, s, what, c)
        return
    source: tuple[m.Expr, E] | None = None
    if isinstance(what, m.Op) and what.op in ("last", "first"):
        where = what.arguments[0]
        if counted(cx, where):
            one = m.Literal_(type=Type("number"), value=1, span=s.span)
            _move_some(cx, replace(s, form="some", what=where, count=one), c)
            return
        source = (where, cx.hold(cx.value(where, c), "z"))
    piece = cx.hold(cx.value(what, c), "c")
    if what.type.maybe:
        site = cx.site(Code.E509, "there is nothing to move: this is none", s.span)
        cx.emit(If(Bin("==", piece, Const(NONE)), (Fail(site),)))
    target = cx.hold(cx.value(s.to, c), "z")
    top = isinstance(what, m.Op) and what.op == "last"
    space = _target_space(cx, s, target, c)
    transfer(cx, piece, s.to, target, c, s.span, source=source, top=top, space=space)
    arrival = Event(s.to.type.name, piece, target, None if s.at is None else space)
    changed(cx, _all_touched(cx, what.type.names), c, arrival)


def _move_set(cx: Lowering, s: m.Move, what: m.Expr, c: Scope) -> None:
    """Move several pieces; they are found first and moved then, and count as one change."""
    inside = c.inner()
    bind = m.Bind(name="it", key=-2, type=what.type.items[0], domain=what, span=s.span)
    source = lower_bind(cx, bind, inside)
    piece = inside.locals[-2]
    assert isinstance(piece, Reg)
    touched = _all_touched(cx, what.type.items[0].names)
    target = cx.hold(cx.value(s.to, c), "z")
    space = _target_space(cx, s, target, c)
    fixed = kept_set(what, c) is not None or members_of(cx, what, c) is not None
    sure = fixed or (_one_place(what) and not reads(cx.rules, _conditions(what)) & touched)
    with cx.each(source if sure else _found_first(cx, source, piece)):
        transfer(cx, piece, s.to, target, inside, s.span, space=space)
    changed(cx, touched, c)


def _found_first(cx: Lowering, source: Source, piece: Reg) -> Source:
    """Write down what there is before anything changes it; return loops through that."""
    cells = cx.slot(max(1, most(source, cx.layout)), pieces=True)
    count, k = cx.reg("n", 0, len(cx.setting.pieces)), cx.reg("k")
    cx.emit(Set(count, Const(0)))
    with cx.each(source):
        cx.emit(Store(add(cells, count), piece), Set(count, add(count, Const(1))))
    kept = Load(add(cells, k))
    return [([(k, Steps(Const(0), add(count, Const(-1)))), (piece, Steps(kept, kept))], [])]


def _move_some(cx: Lowering, s: m.Move, c: Scope) -> None:
    """Move so many pieces, or up to so many, from the top of a zone, as one change."""
    assert s.what is not None and s.count is not None
    family = family_of(cx, s.what)
    zone = cx.hold(cx.value(s.what, c), "z")
    count = cx.hold(cx.value(s.count, c), "n")
    here = Load(zone, 0, family.capacity)
    wrong: list[E] = [Bin("<", count, Const(0))] if count.lo < 0 else []
    message = "fewer than no pieces can't be moved"
    if s.form != "up to":
        message = Message("'{name}' has fewer pieces than this takes", family.name)
        wrong.append(Bin("<", here, count))
    if wrong:
        cx.emit(If(Or(tuple(wrong)), (Fail(cx.site(Code.E504, message, s.span)),)))
    if s.form == "up to":
        count = cx.hold(Select(Bin("<", here, count), here, count), "n")
    target = cx.hold(cx.value(s.to, c), "z")
    if family.counted:
        cx.emit(Store(zone, Bin("-", here, count)))
        _put(cx, target, count, s)
        forget(cx, {family.name, s.to.type.name}, zone, target)
    else:
        with cx.loop(cx.reg("k"), Steps(Const(1), count)):
            piece = cx.hold(Load(add(zone, Load(zone))), "c")
            transfer(cx, piece, s.to, target, c, s.span, source=(s.what, zone), top=True)
    changed(cx, _all_touched(cx, cx.rules.zones[family.name].pieces), c)


def _move_all_from(cx: Lowering, s: m.Move, c: Scope) -> None:
    assert s.what is not None
    what, family = s.what, family_of(cx, s.what)
    target = cx.hold(cx.value(s.to, c), "z")
    loops, address = addresses(cx, what, c)
    if not loops:
        address = cx.hold(address, "z")
    with cx.each([(loops, [])]):
        if family.counted:
            forget(cx, {family.name, s.to.type.name}, address, target)
            n = cx.hold(Load(address, 0, family.capacity), "n")
            cx.emit(Store(address, Const(0)))
            _put(cx, target, n, s)
        else:
            piece = cx.piece()
            with cx.loop(piece, Items(address)):
                transfer(cx, piece, s.to, target, c, s.span)
    changed(cx, _all_touched(cx, cx.rules.zones[family.name].pieces), c)


def _put(cx: Lowering, zone: E, count: E, s: m.Move | m.Deal) -> None:
    """Add to what a zone counts."""
    family = cx.layout.families[s.to.type.name]
    cx.emit(Store(zone, add(Load(zone), count)))
    if family.rooms or family.capacity < supply_of(cx, family.name):
        full = cx.site(
            Code.E508, Message("'{name}' is full; nothing more fits in", family.name), s.span
        )
        cx.emit(If(Bin(">", Load(zone), room_at(cx, family, zone)), (Fail(full),)))


def _move_kinds(cx: Lowering, s: m.Move, c: Scope) -> None:
    """Move all pieces of some components, wherever they are, to one zone or each to its own."""
    for name in s.components:
        if s.form == "each":
            _each_piece(cx, name, s, c)
        elif cx.rules.components[name].counted:
            _gather_counted(cx, name, s, c)
        else:
            _gather(cx, name, s, c)
    changed(cx, _all_touched(cx, s.components), c)


def _gather_counted(cx: Lowering, name: str, s: m.Move, c: Scope) -> None:
    holders = holders_of(cx, [name])
    forget(cx, {zone.name for zone in holders})
    cx.emit(*(Store(Const(address), Const(0)) for address in _addresses(cx, holders)))
    _put(cx, cx.hold(cx.value(s.to, c), "z"), Const(cx.setting.supply(name)), s)


def _addresses(cx: Lowering, zones: list[m.Zone]) -> list[int]:
    """Return where the zones of some families begin."""
    families = [cx.layout.families[zone.name] for zone in zones]
    return [f.address(number) for f in families for number in range(len(f.places))]


def _gather(cx: Lowering, name: str, s: m.Move, c: Scope) -> None:
    """Collect a component: in one go where its zones hold nothing else."""
    first, last = cx.setting.run(name)
    holders = holders_of(cx, [name])
    alone = s.where is None and all(z.pieces == (name,) for z in holders) and not cx.layout.space
    if not alone or _apart(s):
        _each_piece(cx, name, s, c)
        return
    target = cx.value(s.to, c)
    site = cx.site(Code.E508, "not all of these fit in", s.span)
    family = family_of(cx, s.to)
    capacity = family.capacity if family.capacity < last - first else -1
    if family.rooms:
        few = Bin(">", Const(last - first), room_at(cx, family, target))
        cx.emit(If(few, (Fail(site),)))
    seen = seen_mask(cx, s.to, target, c)
    forget(cx, {z.name for z in holders})
    forget_pieces(cx)
    zones = tuple(_addresses(cx, holders))
    cx.emit(Gather(first, last, zones, target, seen, capacity, site))


def _apart(s: m.Move) -> bool:
    """Return whether pieces go to places of their own, as `stall[its kind]` is."""
    return any(isinstance(part, m.Local) and part.key == s.each_key for part in walk(s.to))


def _each_piece(cx: Lowering, name: str, s: m.Move, c: Scope) -> None:
    first, last = cx.setting.run(name)
    piece = cx.reg("c", first, max(first, last - 1))
    inside = c.inner()
    inside.locals[s.each_key] = piece
    source: Source = [([(piece, Steps(Const(first), Const(last - 1)))], [])]
    if s.where is not None:
        source[0][1].append(cx.value(s.where, inside))
        if reads(cx.rules, s.where) & _all_touched(cx, [name]):
            source = _found_first(cx, source, piece)
    with cx.each(source):
        target = cx.hold(cx.value(s.to, inside), "z")
        space = _target_space(cx, s, target, inside)
        transfer(cx, piece, s.to, target, inside, s.span, space=space)


def lower_forward(cx: Lowering, s: m.Forward, c: Scope) -> None:
    """Lower a step along a track."""
    piece = cx.hold(cx.value(s.piece, c), "c")
    tracks = [z for z in holders_of(cx, s.piece.type.names) if z.traits.spaces and z.spaces]
    if not tracks:
        raise cx.setting.error(Code.E101, "this piece never stands on a track", s.span)
    where = cx.hold(Load(add(piece, Const(cx.layout.zone_of))), "z")
    cell = add(piece, Const(cx.layout.space))
    steps = cx.value(s.steps, c)
    there = cx.hold(arithmetic(cx, "+", Load(cell, 0, 10_000), steps, s.span), "n")
    on_none = cx.site(Code.E509, "this piece stands on no track", s.span)
    checks: tuple[Stmt, ...] = (Fail(on_none),)
    for zone in tracks:
        family = cx.layout.families[zone.name]
        assert family.spaces is not None
        low, high = family.spaces
        last = f"{low}..{high}"
        if family.ends:
            last = Message("{low}..{least} to {high}", low, min(family.ends), high)
        site = cx.site(
            Code.E503, Message("'{name}' has only the spaces {last}", zone.name, last), s.span
        )
        checked: tuple[Stmt, ...] = (Store(cell, cx.checked(there, low, high, site)),)
        if family.ends:
            past = Bin(">", there, end_at(cx, family, where))
            checked = (If(past, (Fail(site),)), *checked)
        checks = (If(among(cx, where, zone.name), checked, checks),)
    cx.emit(*checks)
    touched = {z.name for z in tracks} | {".space"}
    if len(tracks) == 1:
        changed(cx, touched, c, Event(tracks[0].name, piece, where, there))
        return
    changed(cx, touched, c)
    for zone in () if cx.mode.silent else tracks:
        react(cx, Event(zone.name, piece, where, there, unsure=True))


def lower_deal(cx: Lowering, s: m.Deal, c: Scope) -> None:
    """Lower a deal, round by round."""
    source = cx.hold(cx.value(s.source, c), "z")
    origin, to = family_of(cx, s.source), family_of(cx, s.to)
    short = cx.site(
        Code.E504, Message("'{name}' runs out before everybody has enough", origin.name), s.span
    )
    count = _rounds_of(cx, s, short, c)
    inside, loops = c.inner(), Loops()
    there = zone_address(cx, s.to, c, loops)
    opened = [place for place, index in enumerate(s.to.indices) if index is None]
    named = {place: bind for place, bind in enumerate(s.binders) if bind}
    # The cells of a drawn grid are one loop for two indices, which have no names.
    for place, (reg, _) in zip(opened, loops, strict=False):
        if place in named:
            inside.locals[named[place].key] = reg
    tests = [] if s.where is None else [cx.value(s.where, inside)]
    with cx.loop(cx.reg("k"), Steps(Const(1), count)), cx.each([(loops, tests)]):
        cx.emit(If(Not(Load(source)), (Fail(short),)))
        address = cx.hold(there, "z")
        if origin.counted:
            forget(cx, {origin.name, to.name}, source, address)
            cx.emit(Store(source, add(Load(source), Const(-1))))
            _put(cx, address, Const(1), s)
        else:
            piece = cx.hold(Load(add(source, Load(source))), "c")
            came = (s.source, source)
            transfer(cx, piece, s.to, address, inside, s.span, source=came, top=True)
    changed(cx, _all_touched(cx, cx.rules.zones[to.name].pieces), c)


def _rounds_of(cx: Lowering, s: m.Deal, short: int, c: Scope) -> E:
    """Return how often a deal goes round; beyond the supply once more is enough to fail."""
    count = cx.value(s.count, c)
    low, high = bounds(count)
    supply = supply_of(cx, s.source.name)
    if low >= 0 and high <= supply + 1:
        return count
    given = cx.hold(count, "n")
    cx.emit(If(Bin("<", given, Const(0)), (Fail(short),)))
    rounds = cx.reg("n", 0, supply + 1)
    cx.emit(Set(rounds, Select(Bin(">", given, Const(supply)), Const(supply + 1), given)))
    return rounds


def _one_place(what: m.Expr) -> bool:
    """Return whether a set is taken from one zone or from all pieces, and so in order."""
    if isinstance(what, m.Fold) and what.kind == "set":
        return _one_place(what.binders[0].domain)
    if isinstance(what, m.ZoneRef):
        return not what.is_open
    return isinstance(what, m.Everything)


def _conditions(what: m.Expr) -> tuple[m.Expr, ...]:
    """Return what is asked of each member of a set."""
    if not isinstance(what, m.Fold):
        return ()
    own = () if what.where is None else (what.where,)
    return (*own, *_conditions(what.binders[0].domain))
