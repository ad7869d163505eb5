"""Lowering folds: sums, counts, extremes and choices of one over loops through sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any, assert_never

from engine.compile.cost import most
from engine.compile.debug_info import Array, Scope
from engine.compile.lowering.calls import compared_tuples, tuple_parts
from engine.compile.lowering.context import Lowering, Source, tested
from engine.compile.lowering.few_pieces import of_few_pieces
from engine.compile.lowering.groups import until_decided
from engine.compile.lowering.pieces import all_differ, aspects, holders_of, kind_of, where_of
from engine.compile.lowering.ranges import hull
from engine.compile.lowering.sets import combine, connected_group
from engine.compile.lowering.splits import lower_split, numbers_taken
from engine.compile.lowering.zones import among
from engine.compile.multi_choice import is_several, taking
from engine.compile.program import (
    INT_MAX,
    And,
    Bin,
    Const,
    Draw,
    E,
    Guard,
    If,
    Not,
    Or,
    Reg,
    Return,
    Set,
    Stmt,
    add,
    bounds,
    either,
)
from engine.compile.program_parts import rewritten
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.types import Type


def lower_fold(cx: Lowering, e: m.Fold, c: Scope) -> E:
    """Lower a fold over the values of its binders."""
    match e.kind:
        case "sum" | "count":
            totals = [_total(cx, e, source, inside) for source, inside in _ways(cx, e, c)]
            return totals[0] if len(totals) == 1 else cx.small(reduce(add, totals))
        case "any":
            return _fold_any_of(cx, e, c)
        case "all":
            return _fold_all_of(cx, e, c)
        case "max" | "min":
            return _extreme(cx, e, c)
        case "the" | "one":
            inside = c.inner()
            return _fold_the_of(cx, e, combine(cx, e.binders, e.where, inside), inside)
        case "split":
            return lower_split(cx, e, c)
        case "set" | "group":
            message = "a set stands where values are taken from"
            raise cx.setting.error(Code.E101, message, e.span)
        case "random":
            message = "'random' stands only where something happens: let x = random(…)"
            raise cx.setting.error(Code.E203, message, e.span)
        case "distinct":
            return _fold_distinct_of(cx, e, c)
        case _:
            assert_never(e.kind)


def _fold_value(cx: Lowering, e: m.Fold, c: Scope) -> E:
    return Const(1) if e.value is None else cx.value(e.value, c)


def _ways(cx: Lowering, e: m.Fold, c: Scope) -> Iterator[tuple[Source, Scope]]:
    """Yield the loops of a fold and what is known in them: once for each number of things that its
    binders may mean.
    """
    counts = [numbers_taken(cx, bind, c) for bind in e.binders]
    for taken in product(*counts):
        inside = c.inner()
        binders = tuple(map(taking, e.binders, taken))
        yield combine(cx, binders, e.where, inside), inside


def _total(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    if e.kind == "sum" or e.value is None:
        value = _fold_value(cx, e, c)
        return cx.total(of_few_pieces(cx, source, value), value, e.span)
    return cx.total(of_few_pieces(cx, tested(source, cx.value(e.value, c))), Const(1), e.span)


def _fold_any_of(cx: Lowering, e: m.Fold, c: Scope) -> E:
    if _through_group(e):
        return _decided_by_group(cx, e, c)
    body: list[Stmt] = []
    for source, inside in _ways(cx, e, c):
        value = _fold_value(cx, e, inside)
        tests = tested(source, value) if value != Const(1) else source
        body += cx.loops(of_few_pieces(cx, tests), (Return(Const(1)),))
    return cx.function("any", (*body, Return(Const(0))), 0, 1)


def _fold_all_of(cx: Lowering, e: m.Fold, c: Scope) -> E:
    if _through_group(e):
        return _decided_by_group(cx, e, c)
    body: list[Stmt] = []
    for source, inside in _ways(cx, e, c):
        found: Stmt = If(Not(_fold_value(cx, e, inside)), (Return(Const(0)),))
        body += cx.loops(source, (found,))
    return cx.function("all", (*body, Return(Const(1))), 0, 1)


def _through_group(e: m.Fold) -> bool:
    """Return whether what is asked of all values is asked of the cells of a group, one by one."""
    domain = e.binders[0].domain
    return (
        isinstance(domain, m.Fold)
        and domain.kind == "group"
        and not any(is_several(bind.domain) for bind in e.binders)
    )


def _decided_by_group(cx: Lowering, e: m.Fold, c: Scope) -> E:
    """Return whether any cell of a group satisfies something, or whether all do."""
    inside, bind, wanted = c.inner(), e.binders[0], e.kind == "any"
    assert isinstance(bind.domain, m.Fold)
    group = connected_group(cx, bind.domain, c)
    reg = cx.reg("x", *group.grid.family.range)
    inside.locals[bind.key] = reg
    cx.program.spans[reg.name] = bind.domain.span
    source = combine(cx, e.binders[1:], e.where, inside)
    value = _fold_value(cx, e, inside)
    decided = If(value if wanted else Not(value), (Return(Const(int(wanted))),))
    visit = cx.loops(source, (decided,))
    return cx.function(e.kind, until_decided(cx, group, reg, visit, int(not wanted)), 0, 1)


def _extreme(cx: Lowering, e: m.Fold, c: Scope) -> E:
    ways = [(source, _fold_value(cx, e, inside)) for source, inside in _ways(cx, e, c)]
    best, some, new = cx.reg("b"), cx.reg("s"), cx.reg("v")
    better = Or((Not(some), Bin(">" if e.kind == "max" else "<", new, best)))
    site = cx.site(Code.E505, Message("'{kind}' has nothing to look at here", e.kind), e.span)
    with cx.gathered() as body:
        cx.emit(Set(best, Const(0)), Set(some, Const(0)))
        for source, value in ways:
            with cx.each(source):
                cx.emit(Set(new, value), If(better, (Set(best, new), Set(some, Const(1)))))
        cx.emit(Return(Guard(some, best, site)))
    return cx.function(e.kind, tuple(body), *hull([bounds(value) for _, value in ways]))


def _fold_the_of(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    it = c.locals[e.binders[0].key]
    found, count = cx.reg("f"), cx.reg("n")
    start: tuple[Stmt, ...] = (Set(found, Const(0)), Set(count, Const(0)))
    assert not isinstance(it, Array)
    counted: tuple[Stmt, ...] = (Set(count, add(count, Const(1))),)
    same_kind = _alike(cx, it, found, e.type) if e.kind == "one" else None
    if same_kind is not None:
        counted = (If(Not(And((count, same_kind))), counted),)
    one: tuple[Stmt, ...] = (Set(found, it), *counted)
    asked: list[E] = [it]
    if same_kind is not None:
        one = (*counted, Set(found, it))
    if e.best is not None and e.value is not None:
        many = e.value.type.kind == "tuple"
        values = tuple_parts(cx, e.value, c) if many else [cx.value(e.value, c)]
        asked += values
        new, best = [cx.reg("v") for _ in values], [cx.reg("b") for _ in values]
        op = ">" if e.best == "highest" else "<"
        first = Or((Bin("==", count, Const(0)), compared_tuples(op, list(new), list(best))))
        kept = tuple(Set(b, n) for b, n in zip(best, new, strict=True))
        fresh = (Set(found, it), Set(count, Const(1)), *kept)
        same = compared_tuples("=", list(new), list(best))
        level = If(same, (Set(count, add(count, Const(1))),))
        tell = tuple(Set(n, v) for n, v in zip(new, values, strict=True))
        one = (*tell, If(first, fresh, (level,)))
        start = (*start, *(Set(b, Const(0)) for b in best))
    unclear = "'{kind}' finds several here, and it isn't clear which"
    if e.kind != "the":
        unclear = "'{kind}' finds several here, and they aren't alike"
    none = cx.site(Code.E505, Message("'{kind}' finds nothing here", e.kind), e.span)
    several = cx.site(Code.E505, Message(unclear, e.kind), e.span)
    value = Guard(Bin(">", count, Const(0)),
                 Guard(Bin("==", count, Const(1)), found, several), none)  # fmt: skip
    if same_kind is None:
        source = of_few_pieces(cx, source, *asked)
    body = (*start, *cx.loops(source, one), Return(value))
    return cx.function("the", body, *bounds(it))


def _alike(cx: Lowering, one: E, other: E, kind: Type) -> E | None:
    """Return whether nobody can tell two pieces apart: they read the same and lie together in a
    zone in which no order counts. None where no two of a kind do.
    """
    loose = [z for z in holders_of(cx, kind.names) if not z.traits.ordered]
    if kind.kind != "piece" or not loose or all_differ(cx, kind.names):
        return None

    def reads_as(piece: E) -> list[E]:
        return [kind_of(cx, piece), where_of(cx, piece), *aspects(cx, piece, kind.names)]

    pairs = zip(reads_as(one), reads_as(other), strict=True)
    together = either([among(cx, where_of(cx, one), zone.name) for zone in loose])
    return And((*(Bin("==", a, b) for a, b in pairs), together))


def _fold_distinct_of(cx: Lowering, e: m.Fold, c: Scope) -> E:
    """Count a value only where no earlier one is equal: a second run up to this one."""
    ways = [(source, _fold_value(cx, e, inside)) for source, inside in _ways(cx, e, c)]
    total, here, there, new = cx.reg("t"), cx.reg("n"), cx.reg("k"), cx.reg("v")
    with cx.gathered() as looking:
        cx.emit(Set(there, Const(0)))
        for again, same in [_renamed(cx, *way) for way in ways]:
            with cx.each(again), cx.when(Bin("<", there, here)):
                cx.emit(Set(there, add(there, Const(1))))
                cx.emit(If(Bin("==", same, new), (Return(Const(1)),)))
        cx.emit(Return(Const(0)))
    seen = cx.function("seen", tuple(looking), 0, 1)
    with cx.gathered() as body:
        cx.emit(Set(total, Const(0)), Set(here, Const(0)))
        for source, value in ways:
            with cx.each(source):
                cx.emit(Set(new, value), If(Not(seen), (Set(total, add(total, Const(1))),)))
                cx.emit(Set(here, add(here, Const(1))))
        cx.emit(Return(total))
    count = sum(most(source, cx.layout) for source, _ in ways)
    return cx.function("distinct", tuple(body), 0, min(INT_MAX, count))


def _renamed(cx: Lowering, source: Source, value: E) -> tuple[Source, E]:
    """Return loops and their value with registers of their own."""
    bound = dict.fromkeys(r.name for loops, _ in source for r, _ in loops)
    names = {name: cx.reg("y").name for name in bound}
    spans = cx.program.spans
    spans.update({new: spans[old] for old, new in names.items() if old in spans})

    def other(e: Any) -> Reg | None:
        return e._replace(name=names.get(e.name, e.name)) if isinstance(e, Reg) else None

    return rewritten(source, other), rewritten(value, other)


def random(cx: Lowering, e: m.Fold, into: Reg, c: Scope) -> None:
    """Give a register a random value of a domain."""
    inside = c.inner()
    source = combine(cx, e.binders, e.where, inside)
    it = inside.locals[e.binders[0].key]
    assert not isinstance(it, Array)
    count = cx.total(source, Const(1), e.span)
    pick, n = cx.reg("k"), cx.reg("n")
    found = If(Bin("==", n, pick), (Return(it),))
    step = (found, Set(n, add(n, Const(1))))
    body = (Set(n, Const(0)), *cx.loops(source, step), Return(Const(0)))
    chosen = cx.function("nth", body, *bounds(it))
    site = cx.site(Code.E505, "there is nothing to choose from at random", e.span)
    cx.emit(Draw(pick, Guard(count, count, site)), Set(into, chosen))
