"""What a condition looked at, in words of the game: the cards and numbers, not the expression."""

from __future__ import annotations

from collections.abc import Iterator

from engine.compile.debug_info import Scope
from engine.compile.program import Const
from engine.game.evaluate import Locals
from engine.game.sight import Sight
from engine.game.wording import UNSEEN, Wording
from engine.language.diagnostics import RulesError
from engine.rules import model as m

MOST = 4
"""So many facts are told of one condition."""
_ENDS = {"last": "The last in {place} is {piece}.", "first": "The first in {place} is {piece}."}
_BEST = {"min": "The lowest is {piece}.", "max": "The highest is {piece}."}


class ConditionFacts:
    """Tells what a condition looked at, as far as a reader knows it."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def of(self, e: m.Expr, known: Locals, seat: int, sight: Sight) -> tuple[str, ...]:
        """Return sentences on the parts of a condition, for a seat as me and a reader's sight."""
        found = dict.fromkeys(self._facts(e, known, seat, sight))
        return tuple(found)[:MOST]

    def _facts(self, e: m.Expr, known: Locals, seat: int, sight: Sight) -> Iterator[str]:
        match e:
            case m.Op(op="is empty" | "is full" | "size", arguments=(zone, *_)) if _one_zone(zone):
                yield from self._lying(e, zone, known, seat, sight)
            case m.Op(op="last" | "first", arguments=(zone, *_)) if _one_zone(zone):
                yield from self._end(e, zone, known, seat, sight)
            case m.Op():
                for part in e.arguments:
                    yield from self._facts(part, known, seat, sight)
            case m.TupleOf() | m.SetOf():
                for part in e.items:
                    yield from self._facts(part, known, seat, sight)
            case m.Interval():
                yield from self._facts(e.low, known, seat, sight)
                yield from self._facts(e.high, known, seat, sight)
            case m.Attr():
                yield from self._facts(e.piece, known, seat, sight)
            case m.Fold(kind="min" | "max"):
                yield from self._best(e, known, seat, sight)
            case m.VarRef():
                yield from self._named(e, e.name, e.indices, known, seat, sight)
            case m.OptionRef():
                yield from self._named(e, e.name, (), known, seat, sight)
            case m.Lookup():
                yield from self._named(e, e.table, e.indices, known, seat, sight)
            case m.Local() if e.type.kind == "number":
                yield from self._named(e, e.name, (), known, seat, sight)

    def _said(self, sentence: str, **values: object) -> str:
        return self.wording.catalogue.filled(sentence, **values)

    def _value(self, e: m.Expr, known: Locals, seat: int, sight: Sight) -> int | None:
        """Return what an expression is, None where the reader can't know it."""
        try:
            value = self.wording.possible(e, known, seat, sight)
        except RulesError:
            return None
        return value if isinstance(value, int) else None

    def _place(self, zone: m.Expr, known: Locals, seat: int, sight: Sight) -> str:
        address = self._value(zone, known, seat, sight)
        return "" if address is None else self.wording.shown_zone(address, seat)

    def _lying(
        self, e: m.Op, zone: m.Expr, known: Locals, seat: int, sight: Sight
    ) -> Iterator[str]:
        """Tell how much lies in a zone."""
        place, value = self._place(zone, known, seat, sight), self._value(e, known, seat, sight)
        if not place or value is None:
            return
        if e.op == "size":
            yield self._said("{name}: {value}.", name=_capital(place), value=value)
        elif value:
            sentence = "{place} is empty." if e.op == "is empty" else "{place} is full."
            yield self._said(sentence, place=_capital(place))

    def _end(self, e: m.Op, zone: m.Expr, known: Locals, seat: int, sight: Sight) -> Iterator[str]:
        place, piece = self._place(zone, known, seat, sight), self._value(e, known, seat, sight)
        if place and piece is not None and piece >= 0:
            name = self.wording.read(piece, e.type, sight)
            yield self._said(_ENDS[e.op], place=place, piece=name)

    def _best(self, e: m.Fold, known: Locals, seat: int, sight: Sight) -> Iterator[str]:
        """Tell which piece is the lowest or highest of those that are looked at."""
        if len(e.binders) != 1 or e.value is None or e.binders[0].type.kind != "piece":
            return
        binder = e.binders[0]
        plain = {key: v for key, v in known.items() if not isinstance(v, frozenset)}
        scope = Scope(me=Const(seat), locals=plain)
        try:
            pieces = self.wording.interpreter.elements(binder.domain, scope, sight.state)
        except (RulesError, IndexError):
            return
        rated = []
        for piece in pieces:
            if piece < 0 or not sight.knows(piece):
                return
            names = {**known, binder.key: Const(piece)}
            if e.where is None or self._value(e.where, names, seat, sight):
                value = self._value(e.value, names, seat, sight)
                if value is None:
                    return
                rated.append((value, piece))
        if rated:
            best = (min if e.kind == "min" else max)(rated)[1]
            name = self.wording.read(best, binder.type, sight)
            yield self._said(_BEST[e.kind], piece=name)

    def _named(
        self,
        e: m.Expr,
        name: str,
        indices: tuple[m.Expr, ...],
        known: Locals,
        seat: int,
        sight: Sight,
    ) -> Iterator[str]:
        """Tell the value of something that the rules have a name for."""
        value = self._value(e, known, seat, sight)
        if value is None:
            return
        words = [self.wording.catalogue.name(name).replace("_", " ")]
        for index in indices:
            found = self._value(index, known, seat, sight)
            own = index.type.is_seat and found == seat
            if not own:
                words.append(
                    UNSEEN if found is None else self.wording.read(found, index.type, sight)
                )
        shown = self.wording.read(value, e.type, sight)
        yield self._said("{name}: {value}.", name=_capital(" ".join(words)), value=shown)


def _one_zone(e: m.Expr) -> bool:
    return e.type.kind == "zone" and not (isinstance(e, m.ZoneRef) and e.is_open)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
