"""Lowering diagrams: a grid is cleared, and the pieces that are drawn are put into its cells.

Which piece comes to which cell is found here, once: pieces of one name in the order in which they
are made. So the program only carries it out.
"""

from __future__ import annotations

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


def lower_set_up(cx: Lowering, s: m.SetUp, c: Scope) -> None:
    """Lower `set up`: what isn't drawn is out of play, what is drawn is as it was made."""
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
    """Return the piece for each cell, None where something is written. Raises RulesError where
    there is none, or not as many.
    """
    zone = cx.rules.zones[s.zone.name]
    if zone.written:
        return [(placed, None) for placed in s.placed]
    named: dict[str, list[Piece]] = {}
    for piece in cx.setting.pieces:
        if piece.component in zone.pieces:
            named.setdefault(first_name(cx.setting, piece), []).append(piece)
    family = tuple(cx.setting.value(index) for index in s.zone.indices[:-2] if index is not None)
    others = (used for grid, used in cx.drawn.items() if grid != (zone.name, family))
    elsewhere = set[int]().union(*others)
    free = {x: [p for p in pieces if p.number not in elsewhere] for x, pieces in named.items()}
    found: list[tuple[m.Placed, Piece | None]] = []
    used = set[int]()
    for placed in s.placed:
        if placed.words not in named:
            raise cx.setting.error(Code.E010, _no_piece(placed.words, named), placed.span)
        if not free[placed.words]:
            few = "there are only {number} of '{name}'"
            message = Message(few, len(named[placed.words]), placed.words)
            raise cx.setting.error(Code.E104, message, placed.span)
        piece = free[placed.words].pop(0)
        used.add(piece.number)
        found.append((placed, piece))
    cx.drawn[zone.name, family] = used
    return found


def _no_piece(words: str, named: dict[str, list[Piece]]) -> Message:
    guess = nearest(words, named)
    if guess:
        return Message("no piece is called '{name}'; did you mean '{guess}'?", words, guess)
    return Message("no piece is called '{name}'", words)
