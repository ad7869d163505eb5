"""Lowering zones: their addresses, room, ends and size, and who sees what is inside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.compile.debug_info import Scope
from engine.compile.layout import Family
from engine.compile.lowering.context import Loops, Lowering
from engine.compile.lowering.names import linear
from engine.compile.program import Const, E, Guard, Load, Steps, add, scale
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m

MOST_OF_FACT = 12
"""Up to how many parts a zone's name has that is remembered not to be empty."""


def family_of(cx: Lowering, e: m.Expr) -> Family:
    """Return the family of a zone expression."""
    return cx.layout.families[e.type.name]


def room_at(cx: Lowering, family: Family, address: E) -> E:
    """Return how much has room in the zone of a family that begins at an address."""
    if not family.rooms:
        return Const(family.capacity)
    return cx.looked_up(f"room_{family.name}", family.rooms, family.number(address))


def end_at(cx: Lowering, family: Family, address: E) -> E:
    """Return the last space of the track of a family that begins at an address."""
    return cx.looked_up(f"end_{family.name}", family.ends, family.number(address))


def facts(cx: Lowering, e: m.Expr, holds: bool, c: Scope) -> list[E]:
    """Return the zones that can't be empty where a condition holds (or doesn't)."""
    if not isinstance(e, m.Op):
        return []
    if e.op == "not":
        return facts(cx, e.arguments[0], not holds, c)
    if e.op == ("and" if holds else "or"):
        return [z for a in e.arguments for z in facts(cx, a, holds, c)]
    zone = e.arguments[0] if e.arguments else None
    if e.op == "is empty" and not holds and zone is not None and zone.type.kind == "zone":
        if isinstance(zone, m.ZoneRef) and zone.is_open:
            return []
        if len(list(islice(walk(zone), MOST_OF_FACT + 1))) <= MOST_OF_FACT:
            return [cx.value(zone, c)]
    return []


def zone_address(cx: Lowering, e: m.ZoneRef, c: Scope, loops: Loops | None = None) -> E:
    """Return where a zone begins. `loops`: to which those over open indices are added."""
    family = cx.layout.families[e.name]
    return add(Const(family.base), scale(zone_number(cx, e, c, loops), family.stride))


def zone_number(cx: Lowering, e: m.ZoneRef, c: Scope, loops: Loops | None = None) -> E:
    """Return the how-manieth of its family a zone is, from 0."""
    family = cx.layout.families[e.name]
    if not family.numbers:
        return linear(cx, e.name, e.indices, family.shape, e.span, c, loops)
    outer, sides = family.shape[:-2], family.shape[-2:]
    grid = linear(cx, e.name, e.indices[:-2], outer, e.span, c, loops)
    many = max(family.numbers) + 1
    cell: E
    if e.indices[-1] is None:
        assert loops is not None
        cell = cx.reg("i", 0, many - 1)
        loops.append((cell, Steps(Const(0), Const(many - 1))))
    else:
        place = linear(cx, e.name, e.indices[-2:], sides, e.span, c, loops)
        site = cx.site(Code.E503, Message("'{name}' has no cell there", e.name), e.span)
        found = cx.looked_up(f"cell_{e.name}", family.numbers, place)
        cell = cx.checked(found, 0, many - 1, site)
    return add(scale(grid, many), cell)


def addresses(cx: Lowering, e: m.Expr, c: Scope) -> tuple[Loops, E]:
    """Return loops over the open indices of zones, and a zone's address inside them."""
    loops, family = Loops(), family_of(cx, e)
    if not isinstance(e, m.ZoneRef) or not e.is_open:
        return loops, cx.value(e, c)
    if not any(e.indices):
        first, last = family.range
        r = cx.reg("z", first, last)
        return [(r, Steps(Const(first), Const(last), family.stride))], r
    return loops, zone_address(cx, e, c, loops)


def seen_mask(cx: Lowering, e: m.Expr, address: E, c: Scope) -> E:
    """Return the seats, as bits, that see the contents of a zone; nobody watches setup."""
    family = family_of(cx, e)
    zones = (cx.layout.zones[family.address(number)] for number in range(len(family.places)))
    sees = [0 if cx.mode.unwatched else zone.sees for zone in zones]
    if len(set(sees)) < 2:
        return Const(sees[0] if sees else 0)
    if isinstance(e, m.ZoneRef) and not e.is_open:
        where = zone_number(cx, e, c)
    else:
        where = family.number(address)
    return cx.looked_up(f"sees_{family.name}", sees, where)


def content_range(cx: Lowering, e: m.Expr) -> tuple[int, int]:
    """Return the bounds of the contents of a zone."""
    zone = cx.rules.zones[e.type.name]
    if zone.written:
        return cx.setting.range(zone.written)
    return 0, max(0, len(cx.setting.pieces) - 1)


def lower_end(cx: Lowering, e: m.Op, c: Scope) -> E:
    """Lower what lies first or last in a zone."""
    domain = e.arguments[0]
    zone, family = cx.value(domain, c), family_of(cx, domain)
    if family.counted:
        raise cx.setting.error(Code.E101, "counted pieces have no first or last", e.span)
    low, high = content_range(cx, domain)
    site = cx.site(Code.E509, Message("'{name}' is empty here", family.name), e.span)
    known = zone in c.nonempty

    def end(v: Sequence[E]) -> E:
        value = Load(add(v[0], Load(v[0]) if e.op == "last" else Const(1)), low, high)
        return value if known else Guard(Load(v[0]), value, site)

    return cx.shared([zone], end)


def among(cx: Lowering, address: E, name: str) -> E:
    """Return whether the zone at an address is one of a family."""
    family = cx.layout.families[name]
    return cx.within(address, *family.range) if family.places else Const(0)


def no_counted(cx: Lowering, domain: m.Expr) -> None:
    """Refuse to tell pieces apart that are only counted."""
    if family_of(cx, domain).counted:
        raise cx.setting.error(
            Code.E101,
            "pieces without attributes are only counted; none can be picked out",
            domain.span,
        )
