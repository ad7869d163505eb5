"""Lowering operations: logic, comparing, numbers, seats, and what is asked of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.calls import compared_tuples, tuple_parts
from engine.compile.lowering.cells import CellGrid
from engine.compile.lowering.context import Loops, Lowering
from engine.compile.lowering.kept_sets import kept_set
from engine.compile.lowering.pieces import lower_place
from engine.compile.lowering.ranges import arithmetic, sure_seat
from engine.compile.lowering.repetition import earlier
from engine.compile.lowering.sets import contains, members_of
from engine.compile.lowering.zones import addresses, facts, family_of, lower_end, room_at
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    E,
    Guard,
    Load,
    Not,
    Or,
    Select,
    add,
    bounds,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m


def lower_op(cx: Lowering, e: m.Op, c: Scope) -> E:
    """Lower an operation that yields one value."""
    op = e.op
    match op:
        case "and" | "or":
            return _logic(cx, e, c)
        case "=" | "!=" | "<" | "<=" | ">" | ">=":
            return _compare(cx, e, c)
        case "me":
            return cx.seat(at.ME) if isinstance(c.me, Load) else c.me
        case "active":
            return cx.seat(at.ACTIVE)
        case "starter":
            return cx.seat(at.STARTER)
        case "players":
            return Const(cx.setting.players)
        case "round":
            header = cx.rules.header
            last = INT_MAX if header.until else max(1, cx.setting.value(header.rounds))
            return Load(Const(at.ROUND), 1, last)
        case "if":
            return _op_if(cx, e, c)
        case "max" | "min":
            return _most(cx, e, c, ">=" if op == "max" else "<=")
        case "size":
            return lower_size(cx, e, c)
        case "is empty":
            return Bin("==", lower_size(cx, e, c), Const(0))
        case "is full":
            return lower_is_full(cx, e, c)
        case "is new" | "zone is new":
            return Not(earlier(cx, e))
        case "last" | "first":
            return lower_end(cx, e, c)
    a = cx.value(e.arguments[0], c)
    match op:
        case "not":
            return Not(a)
        case "total":
            return Load(add(a, Const(cx.layout.totals)))
        case "score":
            return _op_score(cx, a)
        case "left":
            return next_seat(cx, a)
        case "right":
            return _seat_after(cx, a, cx.setting.players - 1)
        case "partner":
            return _seat_after(cx, a, cx.rules.header.teams)
        case "team":
            return team_of(cx, a)
        case "negate":
            return arithmetic(cx, "-", Const(0), a, e.span)
        case "abs":
            return cx.shared([a], lambda v: _size_of(v[0]))
        case "sure":
            site = cx.site(Code.E503, "this is none, where a number is needed", e.span)
            low, high = bounds(a)
            return cx.checked(a, max(low, NONE + 1), high, site)
        case "number":
            count = cx.setting.count(e.arguments[0].type.sure(), e.span)
            site = cx.site(Code.E503, "this is none, which has no number", e.span)
            return add(cx.checked(a, 0, count - 1, site), Const(1))
        case "word":
            count = cx.setting.count(e.type, e.span)
            message = Message(
                "{name} has words 1 to {count}, and this asks for another", e.type.name, count
            )
            site = cx.site(Code.E503, message, e.span)
            return cx.checked(add(a, Const(-1)), 0, count - 1, site)
        case "widen" | "narrow":
            return _op_retyped(cx, e, a)
        case "is none":
            return Bin("==", a, Const(NONE))
        case "is out":
            seat = sure_seat(cx, a, e.arguments[0].span)
            return Bin("&", Bin(">>", Load(Const(at.OUT)), seat), Const(1))
        case "has come" | "zone has come":
            return Bin(">=", add(earlier(cx, e), Const(1)), a)
        case "in":
            return contains(cx, a, e.arguments[1], c)
        case "place of":
            return lower_place(cx, e, a)
        case "row" | "column":
            grid = CellGrid(cx, e.arguments[0].type.name)
            return add(grid.row(a) if op == "row" else grid.column(a), Const(1))
        case "cell":
            zone = Load(add(a, Const(cx.layout.zone_of)), 0, INT_MAX)
            site = cx.site(
                Code.E509, Message("this piece lies in no cell of '{name}'", e.type.name), e.span
            )
            return Check(zone, *cx.layout.families[e.type.name].range, site)
        case "+" | "-" | "*":
            return arithmetic(cx, op, a, cx.value(e.arguments[1], c), e.span)
        case "/" | "mod":
            b = cx.value(e.arguments[1], c)
            low, high = bounds(b)
            if low <= 0 <= high:
                site = cx.site(Code.E503, "this divides by zero", e.span)
                b = cx.shared([b], lambda v: Guard(Bin("!=", v[0], Const(0)), v[0], site))
            return Bin("//" if op == "/" else "%", a, b)
        case (
            "union" | "without" | "lines" | "first of" | "last of" | "cells of" | "cells next to"
            | "cells around" | "cells from" | "cells along" | "cells at" | "cells between"
            | "as far as" | "before" | "some of" | "up to of" | "between of" | "or more of"
            | "any number of"
        ):  # fmt: skip
            raise AssertionError(f"'{op}' is a domain, not a value")
        case _:
            assert_never(op)


def _logic(cx: Lowering, e: m.Op, c: Scope) -> E:
    left, right = e.arguments
    holds = e.op == "and"
    a = cx.value(left, c)
    b = cx.value(right, c.inner(nonempty=facts(cx, left, holds, c)))
    make: Any = And if holds else Or
    items: list[E] = []
    for part in (a, b):
        items += part.items if isinstance(part, make) else [part]
    return _simplify(make, items)


def _simplify(make: Any, items: list[E]) -> E:
    stop = 0 if make is And else 1
    kept: list[E] = []
    for item in items:
        if isinstance(item, Const):
            if bool(item.value) == bool(stop):
                return Const(stop) if not kept else make((*kept, Const(stop)))
            continue
        kept.append(item)
    if not kept:
        return Const(1 - stop)
    return kept[0] if len(kept) == 1 else make(tuple(kept))


def _compare(cx: Lowering, e: m.Op, c: Scope) -> E:
    left, right = e.arguments
    if isinstance(left, m.TupleOf) or isinstance(right, m.TupleOf) or left.type.kind == "tuple":
        return compared_tuples(e.op, tuple_parts(cx, left, c), tuple_parts(cx, right, c))
    a, b = cx.value(left, c), cx.value(right, c)
    symbol = m.SYMBOLS.get(e.op, e.op)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(m.OPERATIONS[symbol].yields(a.value, b.value))
    return Bin(symbol, a, b)


def _op_score(cx: Lowering, seat: E) -> E:
    total: E = Const(0)
    for name in round_scores(cx):
        total = add(total, Call(name, (seat,), -1_000_000, 1_000_000))
    return total


def round_scores(cx: Lowering) -> list[str]:
    """Return the functions of the scores that are paid after a round, or else of all."""
    late = {
        score.number
        for after in cx.rules.afters
        if after.when == "after last round"
        for score in walk(after)
        if isinstance(score, m.Score)
    }
    names = cx.program.scores
    return [n for i, n in enumerate(names) if i not in late] or names


def team_of(cx: Lowering, seat: E) -> E:
    """Return the team of a seat: the seats belong to the teams by turns."""
    if isinstance(seat, Const):
        return Const(cx.setting.seat_by("team", seat.value))
    return Bin("%", seat, Const(cx.rules.header.teams))


def next_seat(cx: Lowering, seat: E) -> E:
    """Return the seat to the left."""
    if cx.setting.players == 2:
        return Bin("-", Const(1), seat)
    return _seat_after(cx, seat, 1)


def _seat_after(cx: Lowering, seat: E, steps: int) -> E:
    """Return the seat so many to the left."""
    return Bin("%", add(seat, Const(steps)), Const(cx.setting.players))


def _op_if(cx: Lowering, e: m.Op, c: Scope) -> E:
    condition, a, b = e.arguments
    test = cx.value(condition, c)
    if isinstance(test, Const):
        return cx.value(a if test.value else b, c)
    then = cx.value(a, c.inner(nonempty=facts(cx, condition, True, c)))
    other = cx.value(b, c.inner(nonempty=facts(cx, condition, False, c)))
    return Select(test, then, other)


def _op_retyped(cx: Lowering, e: m.Op, value: E) -> E:
    """Lower a word of one enumeration as one of another: of one that contains the first, or of one
    in the first, to which it is known to belong.
    """
    given, wanted, present = e.arguments[0].type, e.type, cx.setting.present
    words = range(len(present[given.name]))
    if e.op == "widen":
        cells, other = [cx.setting.widen(given, wanted, i) for i in words], -1
    else:
        narrow = range(len(present[wanted.name]))
        places = {cx.setting.widen(wanted, given, word): word for word in narrow}
        cells, other = [places.get(i, 0) for i in words], 0
    if isinstance(value, Const):
        return Const(cells[value.value] if 0 <= value.value < len(cells) else other)
    if cells == list(range(cells[0], cells[0] + len(cells))):
        return add(value, Const(cells[0]))
    return cx.looked_up(f"{e.op}_{given.name}.{wanted.name}", cells, value)


def _most(cx: Lowering, e: m.Op, c: Scope, op: str) -> E:
    result = cx.value(e.arguments[0], c)
    for argument in e.arguments[1:]:
        other = cx.value(argument, c)
        result = cx.shared([result, other], lambda v: Select(Bin(op, v[0], v[1]), v[0], v[1]))
    return result


def lower_size(cx: Lowering, e: m.Op, c: Scope) -> E:
    """Lower how much is in a zone or a set."""
    domain = e.arguments[0]
    if domain.type.kind == "zone":
        return _size_at(cx, domain, *addresses(cx, domain, c), e.span)
    kept = kept_set(domain, c)
    if kept is not None and kept.count is not None:
        return kept.count
    values = members_of(cx, domain, c)
    if values is not None:
        return Const(len(values))
    bind = m.Bind(name="it", key=-1, type=domain.type.items[0], domain=domain)
    fold = m.Fold(kind="count", binders=(bind,), where=None, value=None, type=e.type, span=e.span)
    return cx.value(fold, c)


def _size_at(cx: Lowering, zone: m.Expr, loops: Loops, address: E, span: Span) -> E:
    """Return how much lies in a zone, or in all those that loops go through."""
    size = Load(address, 0, family_of(cx, zone).capacity)
    return cx.total([(loops, [])], size, span) if loops else size


def lower_is_full(cx: Lowering, e: m.Op, c: Scope) -> E:
    """Lower whether a zone, or all zones of a family together, have no room left."""
    zone = e.arguments[0]
    loops, address = addresses(cx, zone, c)

    def full(v: Sequence[E]) -> E:
        room = room_at(cx, family_of(cx, zone), v[0])
        room = cx.total([(loops, [])], room, zone.span) if loops else room
        return Bin("==", _size_at(cx, zone, loops, v[0], e.span), room)

    return full([address]) if loops else cx.shared([address], full)


def _size_of(e: E) -> E:
    """Return a number without its sign."""
    return Select(Bin("<", e, Const(0)), Bin("-", Const(0), e), e)
