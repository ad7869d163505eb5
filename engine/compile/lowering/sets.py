"""Lowering sets: loops through their values, and whether a value is among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import comb

from engine.compile.cost import most
from engine.compile.debug_info import Array, PackedSet, Scope, SetFunctions
from engine.compile.lowering.calls import compared_tuples, written_out
from engine.compile.lowering.cell_sets import cells_source, to_first_piece
from engine.compile.lowering.cells import CellGrid
from engine.compile.lowering.combinations import (
    MOST_THINGS,
    Things,
    combination_loops,
    things_in,
)
from engine.compile.lowering.context import Loops, Lowering, Source, nested, tested
from engine.compile.lowering.fixed_sets import looked_up_in
from engine.compile.lowering.groups import ConnectedGroup, connected, group_source, in_group
from engine.compile.lowering.kept_sets import kept_set, kept_source
from engine.compile.lowering.lines import cell_source, line_source
from engine.compile.lowering.names import in_row, set_rows
from engine.compile.lowering.packed_sets import pack, packed_source
from engine.compile.lowering.ranges import hull, lower_argument, parameter_range, type_range
from engine.compile.lowering.zones import addresses, among, content_range, family_of, no_counted
from engine.compile.multi_choice import is_several, keys
from engine.compile.program import (
    And,
    Bin,
    Const,
    E,
    If,
    Items,
    Listed,
    Load,
    Not,
    Or,
    Parameter,
    Reg,
    Return,
    Select,
    Steps,
    Stmt,
    add,
    bounds,
    either,
)
from engine.compile.program_parts import instead
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE
from engine.rules.types import Type

NEAR = ("cells next to", "cells around", "cells at")
"""The operations that yield the cells some steps from one."""
MOST_COMBINATIONS = 1_000_000
"""How many sets there may be to choose from when every zone is as full as it can be."""


def _ends_source(cx: Lowering, e: m.Op, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through so many things from one end of a zone."""
    many, zone = cx.value(e.arguments[0], c), cx.value(e.arguments[1], c)
    family = family_of(cx, e.arguments[1])
    size = Load(zone, 0, family.capacity)
    k = cx.reg("k", 1, family.capacity)
    low, high = content_range(cx, e.arguments[1])
    value = Load(add(zone, k), low, high)
    near = Bin("<=", k, many) if e.op == "first of" else Bin(">", k, Bin("-", size, many))
    return [([(k, Steps(Const(1), size)), (reg, Steps(value, value))], [near])]


def connected_group(cx: Lowering, e: m.Fold, c: Scope) -> ConnectedGroup:
    """Return what finds the cells that hang together with one."""
    bind = e.binders[0]
    assert isinstance(bind.domain, m.Op)
    cell = cx.reg("x", *cx.layout.families[bind.type.name].range)
    inside = c.inner()
    inside.locals[bind.key] = cell
    joins: E = Const(1) if e.where is None else cx.value(e.where, inside)
    start = cx.value(bind.domain.arguments[0], c)
    corners = bind.domain.op == "cells around"
    grid = CellGrid(cx, bind.type.name)
    return connected(cx, grid, start, cell, joins, e.span, corners=corners)


def contains(cx: Lowering, value: E, domain: m.Expr, c: Scope) -> E:
    """Return whether a value is among those of a domain."""
    return cx.shared([value], lambda v: _contains(cx, v[0], domain, c))


def _contains(cx: Lowering, value: E, domain: m.Expr, c: Scope) -> E:
    match domain:
        case m.Interval():
            low, high = cx.value(domain.low, c), cx.value(domain.high, c)
            return And((Bin(">=", value, low), Bin("<=", value, high)))
        case m.SetOf():
            return Or(tuple(Bin("==", value, cx.value(item, c)) for item in domain.items))
        case m.Op(op="union" | "without"):
            a, b = (contains(cx, value, x, c) for x in domain.arguments)
            return Or((a, b)) if domain.op == "union" else And((a, Not(b)))
        case m.Fold(kind="group"):
            return in_group(cx, connected_group(cx, domain, c), value)
        case m.Fold(kind="set"):
            inside = c.inner()
            inside.locals[domain.binders[0].key] = value
            tests = [contains(cx, value, domain.binders[0].domain, c)]
            if domain.where is not None:
                tests.append(cx.value(domain.where, inside))
            return And(tuple(tests))
        case m.RuleCall():
            return _in_rule(cx, value, domain, c)
        case m.Op(op="if"):
            condition, *ways = domain.arguments
            a, b = (contains(cx, value, x, c) for x in ways)
            return Select(cx.value(condition, c), a, b)
        case m.Lookup():
            return in_row(cx, value, domain, c)
        case m.Everything():
            return either([cx.within(value, *run) for run in _runs(cx, domain)])
    values = members_of(cx, domain, c)
    if values is not None and kept_set(domain, c) is None:
        return either([Bin("==", value, other) for other in values])
    if domain.type.kind == "set":
        r = cx.reg("x", *bounds(value))
        if isinstance(domain, m.Op) and domain.op in NEAR:
            start = cx.value(domain.arguments[0], c)  # once, as it may hold many of its kind
            there = _near(cx, value, domain, r, c, start)
            source = cells_source(cx, domain, r, c, start)
        else:
            there, source = None, lower_source(cx, domain, r, c)
        if there is None:
            there = looked_up_in(cx, source, r, value)
        return _search(cx, tested(source, Bin("==", r, value))) if there is None else there
    return _in_zone(cx, value, domain, c)


def _near(cx: Lowering, value: E, domain: m.Op, reg: Reg, c: Scope, start: E) -> E | None:
    """Return whether a cell is some steps from one that has to be worked out, from a table; None
    where there is none.
    """
    if isinstance(start, Reg):
        return None
    cell = cx.reg("z", *bounds(start))
    there = looked_up_in(cx, cells_source(cx, domain, reg, c, cell), reg, value)
    return None if there is None else instead(there, {cell.name: start})


def _runs(cx: Lowering, domain: m.Everything) -> list[tuple[int, int]]:
    """Return the first and the last value of each run of a type's values."""
    if domain.of.kind != "piece":
        return [(0, cx.setting.count(domain.of, domain.span) - 1)]
    runs = (cx.setting.run(name) for name in domain.of.names)
    return [(first, end - 1) for first, end in runs]


def _in_zone(cx: Lowering, value: E, domain: m.Expr, c: Scope) -> E:
    zone = cx.rules.zones[domain.type.name]
    loops, address = addresses(cx, domain, c)
    if zone.written:
        r = cx.reg("x", *content_range(cx, domain))
        return _search(cx, [([*loops, (r, Items(address))], [Bin("==", r, value)])])
    no_counted(cx, domain)
    place = Load(add(value, Const(cx.layout.zone_of)))
    if not loops:
        return Bin("==", place, address)
    if isinstance(domain, m.ZoneRef) and not any(domain.indices):
        return among(cx, place, zone.name)
    return _search(cx, [(loops, [Bin("==", place, address)])])


def _search(cx: Lowering, source: Source) -> E:
    """Return whether there is anything."""
    return cx.function("in", (*cx.loops(source, (Return(Const(1)),)), Return(Const(0))), 0, 1)


def members_of(cx: Lowering, e: m.Expr, c: Scope) -> list[E] | None:
    """Return the values that a name means; None when it isn't several."""
    if not isinstance(e, m.Local) or e.key not in cx.debug.values_at_once:
        return None
    known = keys(e.key, cx.debug.values_at_once[e.key])
    values = [c.locals[key] for key in known if key in c.locals]
    return [value for value in values if not isinstance(value, Array)]


def how_many(cx: Lowering, domain: m.Op, least: int = 1) -> int:
    """Return how many values are taken at once."""
    count = cx.setting.value(domain.arguments[0])
    if not least <= count <= MOST_AT_ONCE:
        message = Message("1 to {most} can be taken at once, not {count}", MOST_AT_ONCE, count)
        raise cx.setting.error(Code.E104, message, domain.arguments[0].span)
    return count


def bind_several(cx: Lowering, bind: m.Bind, c: Scope) -> Source:
    """Return the loops that run through every set of N values, each set once."""
    domain = bind.domain
    assert isinstance(domain, m.Op)
    size = cx.debug.values_at_once[bind.key] = how_many(cx, domain, 0)
    things = few_things(cx, bind, c)
    if things is not None:
        return [(bind_members(cx, bind, things, size, c)[0], [])]
    total: Source = [([], [])]
    before: E | None = None
    for key in keys(bind.key, size):
        one = m.Bind(
            name=bind.name, key=key, type=bind.type.items[0], domain=domain.arguments[1],
            span=bind.span,
        )  # fmt: skip
        total = nested(total, lower_bind(cx, one, c))
        value = c.locals[key]
        assert not isinstance(value, Array)
        total = total if before is None else tested(total, Bin(">", value, before))
        before = value
    return total


def few_things(cx: Lowering, bind: m.Bind, c: Scope) -> Things | None:
    """Return what a binder means several of; None where it is too much for a list, or where players
    write, perhaps the same twice.
    """
    assert isinstance(bind.domain, m.Op)
    domain = bind.domain.arguments[-1]
    if domain.type.kind == "zone" and cx.rules.zones[domain.type.name].written:
        return None
    inside = c.inner()
    one = replace(bind, domain=domain, type=bind.type.items[0])
    source = lower_bind(cx, one, inside)
    room, thing = most(source, cx.layout), inside.locals[one.key]
    assert isinstance(thing, Reg)
    return things_in(cx, source, thing, room, domain.span) if room <= MOST_THINGS else None


def bind_members(
    cx: Lowering, bind: m.Bind, things: Things, size: int, c: Scope
) -> tuple[Loops, Reg]:
    """Let a name mean each combination of so many things: loops, and the combination's number."""
    cx.debug.values_at_once[bind.key] = size
    members = [cx.reg("x", *bounds(things.nth)) for _ in range(size)]
    c.locals |= dict(zip(keys(bind.key, size), members, strict=True))
    return combination_loops(cx, things, members)


def in_order(cx: Lowering, made: list[Parameter]) -> list[E]:
    """Return the tests that the last of several parameters comes after those before it.

    What reads the same is in order, too, as long as it isn't the same.
    """
    last, before = made[-1], made[-2]
    if last.same is None or before.same is None:
        return [Bin(">", last.reg, before.reg)]
    ordered = compared_tuples(">=", list(last.same), list(before.same))
    return [ordered, *(Bin("!=", last.reg, other.reg) for other in made[:-1])]


def refuse_many(cx: Lowering, values: int, counts: Iterable[int], p: m.ActionParameter) -> None:
    """Refuse a choice between so many sets that nobody could look through them."""
    sets = sum(comb(values, count) for count in counts)
    if sets > MOST_COMBINATIONS:
        raise cx.setting.error(
            Code.E104,
            Message("this is a choice between up to {sets} sets; say how much its zone "
"holds at most, or take fewer at once", f'{sets:,}'),
            p.domain.span,
        )  # fmt: skip


def lower_source(cx: Lowering, domain: m.Expr, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through a domain."""
    match domain:
        case m.Interval():
            low, high = _parts(cx, domain, c)
            return [([(reg, Steps(low, high))], [])]
        case m.Everything():
            return [([(reg, Steps(Const(a), Const(b)))], []) for a, b in _runs(cx, domain)]
        case m.SetOf():
            items = _parts(cx, domain, c)
            if all(isinstance(x, Const) for x in items):
                distinct = dict.fromkeys(x.value for x in items if isinstance(x, Const))
                return [([(reg, Listed(tuple(distinct)))], [])]
            return [
                ([(reg, Steps(item, item))], [Bin("!=", reg, other) for other in items[:number]])
                for number, item in enumerate(items)
            ]
        case m.Fold(kind="group"):
            return group_source(cx, connected_group(cx, domain, c), reg)
        case m.Fold(kind="set"):
            inside = c.inner()
            inside.locals[domain.binders[0].key] = reg
            source = lower_source(cx, domain.binders[0].domain, reg, c)
            if domain.where is not None:
                source = tested(source, cx.value(domain.where, inside))
            return source
        case m.Op(op="union" | "without"):
            a, b = domain.arguments
            first = lower_source(cx, a, reg, c)
            if domain.op == "without":
                return tested(first, Not(contains(cx, reg, b, c)))
            more = Not(contains(cx, reg, a, c))
            return [*first, *tested(lower_source(cx, b, reg, c), more)]
        case m.RuleCall() if not cx.rules.rules[domain.rule].takes_sets:
            return packed_source(cx, _of_rule(cx, domain, c)[0], reg)
        case m.RuleCall() | m.Op(op="if"):
            return packed_source(cx, _packed(cx, domain, c), reg)
        case m.Op(op="lines"):
            return line_source(cx, domain, reg, c)
        case m.Op(op="first of" | "last of"):
            return _ends_source(cx, domain, reg, c)
        case m.Op(op="as far as" | "before"):
            return to_first_piece(cx, domain, reg, c)
        case m.Op() if domain.op.startswith("cells "):
            return cells_source(cx, domain, reg, c)
        case m.Lookup():
            test = in_row(cx, reg, domain, c)
            _, least, most = set_rows(cx, domain)
            return [([(reg, Steps(Const(least), Const(most)))], [test])]
    kept = kept_set(domain, c)
    if kept is not None:
        return kept_source(cx, kept, reg)
    values = members_of(cx, domain, c)
    if values is not None:
        return [([(reg, Steps(value, value))], []) for value in values]
    if domain.type.kind == "set":
        return cell_source(cx, domain, reg, c)
    if domain.type.kind != "zone":
        raise cx.setting.error(Code.E101, "nothing can be taken from this", domain.span)
    no_counted(cx, domain)
    loops, address = addresses(cx, domain, c)
    return [([*loops, (reg, Items(address))], [])]


def lower_bind(cx: Lowering, bind: m.Bind, c: Scope) -> Source:
    """Return the loops of a binder and make its name known in the context."""
    if is_several(bind.domain):
        return bind_several(cx, bind, c)
    r = cx.reg("x", *domain_range(cx, bind.domain, c))
    source = lower_source(cx, bind.domain, r, c)
    for loops, _ in source:
        cx.program.spans |= {reg.name: bind.domain.span for reg, _ in loops}
    c.locals[bind.key] = r
    return source


def domain_range(cx: Lowering, domain: m.Expr, c: Scope) -> tuple[int, int]:
    """Return the least and greatest value that a domain can have."""
    match domain:
        case m.Interval():
            low, high = _parts_ahead(cx, domain, c)
            return bounds(low)[0], bounds(high)[1]
        case m.Op(op="union"):
            return hull([domain_range(cx, part, c) for part in domain.arguments])
        case m.Op(op="without"):
            return domain_range(cx, domain.arguments[0], c)
        case m.Op(op="first of" | "last of"):
            return content_range(cx, domain.arguments[1])
        case m.Fold(kind="set"):
            return domain_range(cx, domain.binders[0].domain, c)
        case m.RuleCall() | m.Op(op="if") if domain.type.items[0].kind == "number":
            return _range_of_ways(cx, domain, c)
        case m.SetOf():
            return hull([bounds(item) for item in _parts_ahead(cx, domain, c)])
        case m.Lookup():
            return set_rows(cx, domain)[1:]
    if domain.type.kind == "zone":
        return content_range(cx, domain)
    kept = kept_set(domain, c)
    if kept is not None:
        return kept.low, kept.high
    return type_range(cx, domain.type.items[0], domain.span)


def _parts_ahead(cx: Lowering, domain: m.Interval | m.SetOf, c: Scope) -> list[E]:
    """Lower what a domain is made of before its loop is; the loop takes it over."""
    parts = _parts(cx, domain, c)
    cx.ends[id(domain)] = domain, c, parts
    return parts


def _parts(cx: Lowering, domain: m.Interval | m.SetOf, c: Scope) -> list[E]:
    """Return the ends of a range or the items of a set."""
    known, scope, parts = cx.ends.pop(id(domain), (None, None, list[E]()))
    if known is domain and scope is c:
        return parts
    values = (domain.low, domain.high) if isinstance(domain, m.Interval) else domain.items
    return [cx.value(value, c) for value in values]


# ------------------------------------------------------------------ what rules give


def _range_of_ways(cx: Lowering, domain: m.RuleCall | m.Op, c: Scope) -> tuple[int, int]:
    """Return the least and greatest number in a set that is one of several."""
    if isinstance(domain, m.Op):
        return hull([domain_range(cx, way, c) for way in domain.arguments[1:]])
    if cx.rules.rules[domain.rule].takes_sets:
        rule, inside = written_out(cx, domain, c)
        return hull([domain_range(cx, case.value, inside) for case in rule.cases])
    bits = set_functions(cx, domain.rule).bits
    return bits.low, bits.low + (bits.many - 1) * bits.stride


def _stride(cx: Lowering, kind: Type) -> int:
    """Return the distance between the values of a type."""
    return cx.layout.families[kind.name].stride if kind.kind == "zone" else 1


def in_one_nest(
    cx: Lowering, source: Source, reg: Reg, kind: Type, span: Span
) -> tuple[Source, Reg]:
    """Return loops with the same values as several nests of loops, and the register they bind."""
    packed = pack(cx, reg, _stride(cx, kind), span, lambda put: cx.loops(source, put))
    found = cx.reg("x", reg.lo, reg.hi)
    return packed_source(cx, packed, found), found


def _packed(cx: Lowering, domain: m.Expr, c: Scope) -> PackedSet:
    """Return a domain as a function that tells which values it has."""
    stride = _stride(cx, domain.type.items[0])
    reg = cx.reg("x", *domain_range(cx, domain, c))
    return pack(cx, reg, stride, domain.span, lambda put: _filled(cx, domain, reg, c, put))


def _filled(
    cx: Lowering, domain: m.Expr, reg: Reg, c: Scope, body: tuple[Stmt, ...]
) -> tuple[Stmt, ...]:
    """Return statements for each value of a domain; more than once is as good as once."""
    match domain:
        case m.Op(op="if"):
            condition, *ways = domain.arguments
            yes, no = (_filled(cx, way, reg, c, body) for way in ways)
            return (If(cx.value(condition, c), yes, no),)
        case m.Op(op="union"):
            first, more = (_filled(cx, part, reg, c, body) for part in domain.arguments)
            return (*first, *more)
        case m.RuleCall() if cx.rules.rules[domain.rule].takes_sets:
            rule, inside = written_out(cx, domain, c)
            return _filled_by_cases(cx, rule.cases, reg, inside, body)
    return cx.loops(lower_source(cx, domain, reg, c), body)


def _filled_by_cases(
    cx: Lowering, cases: Iterable[m.Case], reg: Reg, c: Scope, body: tuple[Stmt, ...]
) -> tuple[Stmt, ...]:
    """Return statements for each value that the first case gives whose condition holds."""
    result: tuple[Stmt, ...] = ()
    for case in reversed(tuple(cases)):
        values = _filled(cx, case.value, reg, c, body)
        if case.condition is not None:
            values = (If(cx.value(case.condition, c), values, result),)
        result = values
    return result


def set_functions(cx: Lowering, name: str) -> SetFunctions:
    """Return the functions of a rule that gives a set; they are made when first asked for."""
    known = cx.debug.set_functions
    if name not in known:
        rule = cx.rules.rules[name]
        me = Reg("me", 0, cx.setting.players - 1)
        c = Scope(me=me)
        for p in rule.parameters:
            c.locals[p.key] = Reg(f"p{p.key}", *parameter_range(cx, p.domain))
        stride = _stride(cx, rule.type.items[0])
        ranges = [domain_range(cx, case.value, c) for case in rule.cases]
        reg = cx.reg("x", *hull(ranges))
        bits = pack(
            cx, reg, stride, rule.span, lambda put: _filled_by_cases(cx, rule.cases, reg, c, put)
        )
        there: E = Const(0)
        for case in reversed(rule.cases):
            holds = contains(cx, reg, case.value, c)
            test = None if case.condition is None else cx.value(case.condition, c)
            there = holds if test is None else Select(test, holds, there)
        call = cx.function("has", (Return(there),), 0, 1)
        for function in (bits.call, call):
            cx.program.spans[function.name] = rule.span
        known[name] = SetFunctions(me, bits, reg, call)
    return known[name]


def _of_rule(cx: Lowering, e: m.RuleCall, c: Scope) -> tuple[PackedSet, SetFunctions, dict[E, E]]:
    """Return the set that a rule gives here, and what it is given by the rule's registers."""
    rule, known = cx.rules.rules[e.rule], set_functions(cx, e.rule)
    given: dict[E, E] = {known.me: c.me}
    for p, argument in zip(rule.parameters, e.arguments, strict=True):
        place = Reg(f"p{p.key}", *parameter_range(cx, p.domain))
        given[place] = lower_argument(cx, p, argument, c)
    return known.bits.given(given), known, given


def _in_rule(cx: Lowering, value: E, domain: m.RuleCall, c: Scope) -> E:
    """Return whether a value is in the set that a rule gives."""
    rule = cx.rules.rules[domain.rule]
    if rule.takes_sets:
        found, inside = written_out(cx, domain, c)
        result: E = Const(0)
        for case in reversed(found.cases):
            there = contains(cx, value, case.value, inside)
            test = None if case.condition is None else cx.value(case.condition, inside)
            result = there if test is None else Select(test, there, result)
        return result
    _, known, given = _of_rule(cx, domain, c)
    given[known.element] = value
    call = known.has
    there = call._replace(arguments=tuple(given.get(one, one) for one in call.arguments))
    low, high = bounds(value)
    if known.element.lo <= low and high <= known.element.hi:
        return there
    return And((cx.within(value, known.element.lo, known.element.hi), there))


def combine(cx: Lowering, binders: tuple[m.Bind, ...], where: m.Expr | None, c: Scope) -> Source:
    """Return the nested loops of several binders under one condition."""
    total: Source = [([], [])]
    for b in binders:
        total = nested(total, lower_bind(cx, b, c))
    return total if where is None else tested(total, cx.value(where, c))
