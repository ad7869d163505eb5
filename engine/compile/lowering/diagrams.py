"""Lowering diagrams: a grid is cleared, and the pieces that are drawn are put into its cells.

Which piece comes to which cell is found here, once: pieces of one name in the order in which they
are made, then those that can become so. So the program only carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.instance import Piece
from engine.compile.lowering.changes import changed
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.moves import transfer
from engine.compile.lowering.pieces import holders_of
from engine.compile.lowering.revealed_values import forget, forget_pieces
from engine.compile.lowering.zones import addresses
from engine.compile.piece_names import first_name
from engine.compile.program import Const, Load, Set, Store, add
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.message import Message
from engine.rules import model as m

MOST_FORMS = 1000
"""A piece that can be in more forms isn't changed so that it is called as it is drawn."""


def lower_set_up(cx: Lowering, s: m.SetUp, c: Scope) -> None:
    """Lower `set up`: what isn't drawn is out of play, what is drawn is as its letter says."""
    zone = cx.rules.zones[s.zone.name]
    holders = {zone.name, *(z.name for z in holders_of(cx, zone.pieces))}
    forget(cx, holders)
    forget_pieces(cx)
    _clear(cx, s, c)
    for placed, piece in _found(cx, s):
        target = cx.value(placed.cell, c)
        if piece is None:
            value = Const(1) if placed.value is None else cx.value(placed.value, c)
            cx.emit(Store(target, Const(1)), Store(add(target, Const(1)), value))
            continue
        reg = cx.reg("c", piece.number, piece.number)
        cx.emit(Set(reg, Const(piece.number)))
        transfer(cx, reg, placed.cell, target, c, placed.span)
        for a in cx.rules.components[piece.component].attributes:
            if a.changes:
                place = cx.layout.changing[a.name][0] + piece.number
                cx.emit(Store(Const(place), Const(dict(piece.values)[a.name])))
    changed(cx, {*holders, ".space"}, c)


def _clear(cx: Lowering, s: m.SetUp, c: Scope) -> None:
    loops, address = addresses(cx, s.zone, c)
    inside = add(address, Const(1))
    with cx.each([(loops, [])]), cx.when(Load(address)):
        if cx.rules.zones[s.zone.name].written:
            cx.emit(Store(inside, Const(0)))
        else:
            piece = cx.hold(Load(inside, 0, max(0, len(cx.setting.pieces) - 1)), "c")
            cx.emit(
                Store(add(piece, Const(cx.layout.zone_of)), Const(at.NOWHERE)),
                Store(add(piece, Const(cx.layout.known)), Const(0)),
                Store(inside, Const(-1)),
            )
        cx.emit(Store(address, Const(0)))


def _found(cx: Lowering, s: m.SetUp) -> list[tuple[m.Placed, Piece | None]]:
    """Return the piece for each cell, as it is there; None where something is written. Raises
    RulesError where there is none, or not as many.
    """
    zone = cx.rules.zones[s.zone.name]
    if zone.written:
        return [(placed, None) for placed in s.placed]
    family = tuple(cx.setting.value(index) for index in s.zone.indices[:-2] if index is not None)
    others = (used for grid, used in cx.drawn.items() if grid != (zone.name, family))
    elsewhere = set[int]().union(*others)
    free = [
        piece
        for piece in cx.setting.pieces
        if piece.component in zone.pieces and piece.number not in elsewhere
    ]
    found: dict[int, Piece] = {}
    for change in (False, True):  # those that are so anyway come first, whatever is drawn above
        for number, placed in enumerate(s.placed):
            piece = None if number in found else _named(cx, free, placed.words, change=change)
            if piece is not None:
                free = [other for other in free if other.number != piece.number]
                found[number] = piece
    for number, placed in enumerate(s.placed):
        if number not in found:
            code, message = _lacking(cx, zone, placed.words)
            raise cx.setting.error(code, message, placed.span)
    cx.drawn[zone.name, family] = {piece.number for piece in found.values()}
    return [(placed, found[number]) for number, placed in enumerate(s.placed)]


def _named(cx: Lowering, pieces: Sequence[Piece], words: str, *, change: bool) -> Piece | None:
    """Return the first piece of a name, perhaps as it has that name once it has changed."""
    tried = set[tuple[object, ...]]()
    for piece in pieces:
        alike = piece.component, piece.values
        if alike not in tried:
            tried.add(alike)
            for form in _forms(cx, piece) if change else [piece]:
                if first_name(cx.setting, form) == words:
                    return form
    return None


def _forms(cx: Lowering, piece: Piece) -> Iterable[Piece]:
    """Return what a piece can become; nothing where that is too much."""
    attributes = cx.rules.components[piece.component].attributes
    changing = [a.name for a in attributes if a.changes]
    ranges = [cx.layout.ranges[piece.component, name] for name in changing]
    if prod(high - low + 1 for low, high in ranges) > MOST_FORMS:
        return
    for values in product(*(range(low, high + 1) for low, high in ranges)):
        now = dict(zip(changing, values, strict=True))
        held = tuple((name, now.get(name, value)) for name, value in piece.values)
        yield Piece(piece.number, piece.component, held)


def _lacking(cx: Lowering, zone: m.Zone, words: str) -> tuple[Code, Message]:
    """Return why there is no piece of a name, or none any more."""
    pieces = [piece for piece in cx.setting.pieces if piece.component in zone.pieces]
    names = [first_name(cx.setting, piece) for piece in pieces]
    many = sum(any(first_name(cx.setting, x) == words for x in _forms(cx, p)) for p in pieces)
    if many:
        return Code.E104, Message("there are only {number} of '{name}'", many, words)
    guess = nearest(words, names)
    if guess:
        text = "no piece is called '{name}'; did you mean '{guess}'?"
        return Code.E010, Message(text, words, guess)
    return Code.E010, Message("no piece is called '{name}'", words)
