"""Lowering what is so of a piece: its attributes, its kind, where it is."""

from __future__ import annotations

from collections.abc import Iterable

from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.ranges import hull
from engine.compile.program import (
    NONE,
    Bin,
    Const,
    Data,
    E,
    Guard,
    If,
    Load,
    Return,
    Select,
    Set,
    Steps,
    add,
)
from engine.language.codes import Code
from engine.rules import model as m


def piece_of(cx: Lowering, e: m.Attr, c: Scope) -> E:
    """Return the piece that an attribute belongs to, which must be there."""
    piece = cx.value(e.piece, c)
    if not e.piece.type.maybe:
        return piece
    site = cx.site(Code.E509, "this is none, so it has no attributes", e.span)
    return cx.shared([piece], lambda v: Guard(Bin("!=", v[0], Const(NONE)), v[0], site))


def attribute(cx: Lowering, piece: E, name: str, components: Iterable[str] = ()) -> E:
    """Return an attribute of a piece; knowing its components narrows the bounds.

    One that changes in some of them may be fixed in others.
    """
    if name == "space" and name not in cx.layout.changing:
        return Load(add(piece, Const(cx.layout.space)), 0, cx.layout.last_space)
    held = {c: x for c in components if (x := cx.layout.held.get((c, name))) is not None}
    if name not in cx.layout.changing or (components and not held):
        return _made(cx, piece, name)
    base, low, high = cx.layout.changing[name]
    if held:
        low, high = hull(list(held.values()))
    found: E = Load(add(piece, Const(base)), low, high)
    for component in components:
        if component not in held:
            first, last = cx.setting.run(component)
            made = _made(cx, piece, name)
            found = Select(cx.within(piece, first, last - 1), made, found)
    return found


def _made(cx: Lowering, piece: E, name: str) -> E:
    """Return an attribute that is fixed."""
    return cx.looked_up(f"attr_{name}", cx.program.data[f"attr_{name}"], piece)


def lower_place(cx: Lowering, e: m.Op, piece: E) -> E:
    """Return the how-manieth a piece is in its zone, from 1."""
    zone, k = cx.reg("z", 0, cx.layout.size), cx.reg("k", 1, cx.layout.largest)
    size = Load(zone, 0, cx.layout.largest)
    with cx.gathered() as body:
        cx.emit(Set(zone, Load(add(piece, Const(cx.layout.zone_of)), 0, cx.layout.size)))
        with cx.when(zone), cx.loop(k, Steps(Const(1), size)):
            cx.emit(If(Bin("==", Load(add(zone, k)), piece), (Return(k),)))
        cx.emit(Return(Const(0)))
    place = cx.function("place", tuple(body), 0, cx.layout.largest)
    return Guard(place, place, cx.site(Code.E509, "this piece lies nowhere", e.span))


def all_differ(cx: Lowering, components: Iterable[str]) -> bool:
    """Return whether no two pieces of some components are made alike."""
    kinds = cx.program.data["kind"]
    numbers = [n for name in set(components) for n in range(*cx.setting.run(name))]
    return len({kinds[n] for n in numbers}) == len(numbers)


def kind_of(cx: Lowering, piece: E) -> E:
    """Return the number of a piece's kind: those that are made alike have the same."""
    return Data("kind", piece, 0, max(cx.program.data["kind"]))


def where_of(cx: Lowering, piece: E) -> E:
    """Return the zone in which a piece lies."""
    return Load(add(piece, Const(cx.layout.zone_of)))


def aspects(cx: Lowering, piece: E, components: Iterable[str]) -> list[E]:
    """Return what can change about a piece: its attributes, and its space if it may have one."""
    return [attribute(cx, piece, name) for name in aspect_names(cx, components)]


def aspect_names(cx: Lowering, components: Iterable[str]) -> list[str]:
    """Return the names of what can change about a piece of some components."""
    every = (a for name in components for a in cx.rules.components[name].attributes)
    names = sorted({a.name for a in every if a.changes})
    if cx.layout.space and any(z.traits.spaces for z in holders_of(cx, components)):
        names.append("space")
    return names


def holders_of(cx: Lowering, components: Iterable[str]) -> list[m.Zone]:
    """Return the families that may hold a component."""
    kinds = set(components)
    return [z for z in cx.rules.zones.values() if kinds & set(z.pieces)]
