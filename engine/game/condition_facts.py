"""What a condition looked at, in words of the game: the cards and numbers, not the expression."""

from __future__ import annotations

from collections.abc import Iterator

from engine.compile.program import Const
from engine.game.eval_context import EvalContext
from engine.game.wording import UNSEEN
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.rules.said import joined

MOST = 4
"""The most facts that are listed for one condition."""
_ENDS = {"last": "The last in {place} is {piece}.", "first": "The first in {place} is {piece}."}
_BEST = {"min": "The lowest is {piece}.", "max": "The highest is {piece}."}


def condition_facts(e: m.Expr, reading: EvalContext) -> tuple[str, ...]:
    """Return sentences on the parts of a condition, as far as its reader knows them."""
    return tuple(dict.fromkeys(_facts(e, reading)))[:MOST]


def _facts(e: m.Expr, reading: EvalContext) -> Iterator[str]:
    parts: tuple[m.Expr, ...] = ()
    match e:
        case m.Op(op="is empty" | "is full" | "size", arguments=(zone, *_)) if _one_zone(zone):
            yield from _lying(e, zone, reading)
        case m.Op(op="last" | "first", arguments=(zone, *_)) if _one_zone(zone):
            yield from _end(e, zone, reading)
        case m.Op():
            parts = e.arguments
        case m.TupleOf() | m.SetOf():
            parts = e.items
        case m.Interval():
            parts = (e.low, e.high)
        case m.Attr():
            parts = (e.piece,)
        case m.Fold(kind="min" | "max"):
            yield from _best(e, reading)
        case m.VarRef():
            yield from _named(e, e.name, e.indices, reading)
        case m.Lookup():
            yield from _named(e, e.table, e.indices, reading)
        case m.OptionRef():
            yield from _named(e, e.name, (), reading)
        case m.Local() if e.type.kind == "number":
            yield from _named(e, e.name, (), reading)
    for part in parts:
        yield from _facts(part, reading)


def _lying(e: m.Op, zone: m.Expr, reading: EvalContext) -> Iterator[str]:
    """Describe how much lies in a zone."""
    place, value = reading.zone(zone), reading.value(e)
    if not place or value is None:
        return
    if e.op == "size":
        yield reading.said("{name}: {value}.", name=capital(place), value=value)
    elif value:
        sentence = "{place} is empty." if e.op == "is empty" else "{place} is full."
        yield reading.said(sentence, place=capital(place))


def _end(e: m.Op, zone: m.Expr, reading: EvalContext) -> Iterator[str]:
    place, piece = reading.zone(zone), reading.value(e)
    if place and piece is not None and piece >= 0:
        name = reading.wording.read(piece, e.type, reading.sight)
        yield reading.said(_ENDS[e.op], place=place, piece=name)


def _best(e: m.Fold, reading: EvalContext) -> Iterator[str]:
    """Report which piece is the lowest or highest of those that are looked at."""
    if len(e.binders) != 1 or e.value is None or e.binders[0].type.kind != "piece":
        return
    binder, sight = e.binders[0], reading.sight
    try:
        pieces = reading.elements(binder.domain, sight.state)
    except (RulesError, IndexError):
        return
    rated = []
    for piece in pieces:
        if piece < 0 or not sight.knows(piece):
            return
        of_piece = reading.knowing({binder.key: Const(piece)})
        if e.where is None or of_piece.value(e.where):
            value = of_piece.value(e.value)
            if value is None:
                return
            rated.append((value, piece))
    if rated:
        best = (min if e.kind == "min" else max)(rated)[1]
        name = reading.wording.read(best, binder.type, sight)
        yield reading.said(_BEST[e.kind], piece=name)


def _named(
    e: m.Expr, name: str, indices: tuple[m.Expr, ...], reading: EvalContext
) -> Iterator[str]:
    """Report the value of something that the rules have a name for."""
    value, wording = reading.value(e), reading.wording
    if value is None:
        return
    words = [wording.catalogue.name(name).replace("_", " ")]
    for index in indices:
        found = reading.value(index)
        if found is None:
            words.append(UNSEEN)
        elif not (index.type.is_seat and found == reading.me):
            words.append(wording.read(found, index.type, reading.sight))
    shown = wording.read(value, e.type, reading.sight)
    yield reading.said("{name}: {value}.", name=capital(joined(" ", words)), value=shown)


def _one_zone(e: m.Expr) -> bool:
    return e.type.kind == "zone" and not (isinstance(e, m.ZoneRef) and e.is_open)
