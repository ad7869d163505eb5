"""Lowering expressions: from the checked model to integers and addresses.

One file, since an expression holds others of every kind: the dispatch by the kind of expression,
what is simply there (literals, variables, attributes, tables, rules), operations, zones and cells,
sets, and folds over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import comb
from typing import Any, Literal, assert_never

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.debug_info import ME, Array, RuleFunction, Scope
from engine.compile.layout import Cells, Family
from engine.compile.lowering.cells import (
    CellGrid,
    ConnectedGroup,
    beside,
    between,
    connected,
    group_source,
    in_group,
    ray,
    size_of,
)
from engine.compile.lowering.context import Loops, Lowering, Source, nested, registers, tested
from engine.compile.lowering.kept_sets import kept_set, kept_source
from engine.compile.lowering.repetition import earlier
from engine.compile.multi_choice import is_several, keys
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    Data,
    Draw,
    E,
    Function,
    If,
    Items,
    Listed,
    Load,
    Need,
    Not,
    Or,
    Parameter,
    Pick,
    Reg,
    Return,
    Set,
    Steps,
    Stmt,
    Store,
    Trial,
    add,
    bounds,
    either,
    scale,
)
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.expressions import MOST_AT_ONCE
from engine.rules.substitution import put
from engine.rules.types import Type
from engine.rules.walk import walk

MOST_TUPLES = 2_000
"""How often rules that yield tuples may be written out in one ruleset."""


DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, down a column, down each diagonal: a line is found from one of its ends only."""
OF_HEXES = ((0, 1), (1, 0), (1, -1))
"""The same on cells with six sides."""


MAX_CELLS = 200_000


MOST_OF_FACT = 12
"""Up to how many parts a zone's name has that is remembered not to be empty."""


MOST_COMBINATIONS = 1_000_000
"""How many sets there may be to choose from when every zone is as full as it can be."""


def kept_within(
    cx: Lowering, e: E, low: int, high: int, name: str, kind: Type, span: Span, least: int = 0
) -> E:
    """Return a value that is known or checked to be one that a name may have.

    `least`: of a number that may be none, the least that it may be otherwise.
    """
    maybe = kind.kind == "number" and low == NONE
    if lower_fits(cx, e, low, high, least if maybe else None):
        return e
    if maybe:
        site = cx.site(Code.E503, f"'{name}' is {least}..{high} or none", span)
        return cx.shared([e], lambda v: Need(cx.within(v[0], low, high, least), v[0], site))
    if kind.kind == "number":
        allowed = f"{low}..{high}" if low > NONE + 1 else f"at most {high}"
        return Check(e, low, high, cx.site(Code.E503, f"'{name}' is {allowed}", span))
    message = f"'{name}' would get none here, or a word that this game leaves out"
    site = cx.site(Code.E503, message, span)
    return cx.shared([e], lambda v: Need(cx.within(v[0], low, high), v[0], site))


def lower_fits(cx: Lowering, e: E, low: int, high: int, least: int | None = None) -> bool:
    """Tell whether a value surely lies within bounds; with `least`, from there on or none."""
    lo, hi = bounds(e)
    sure = least is None or least in (NONE + 1, lo) or lo > least or hi == NONE
    return low <= lo and hi <= high and sure


def lower_argument(cx: Lowering, p: m.Parameter, argument: m.Expr, c: Scope) -> E:
    """Return an argument that is known or checked to be one that a parameter may have."""
    value = cx.value(argument, c)
    if p.domain.type.kind == "zone":
        return value
    low, high = parameter_range(cx, p.domain)
    least = cx.layout.least(p.domain)
    return kept_within(cx, value, low, high, p.name, p.domain.type, argument.span, least)


def lower_value(cx: Lowering, e: m.Expr, c: Scope) -> E:
    """Lower an expression that yields one value. Raises AssertionError for one that yields many."""
    cx.step(e.span)
    match e:
        case m.Literal_() | m.OptionRef():
            return Const(cx.setting.value(e))
        case m.Local():
            bound = c.locals[e.key]
            if not isinstance(bound, Array):
                return bound
            where = linear(cx, e.name, e.indices, bound.shape, e.span, c)
            return Load(add(bound.base, where), bound.low, bound.high)
        case m.VarRef():
            cells = cx.layout.cells[e.name]
            return Load(cell_address(cx, e, cells, c), cells.low, cells.high)
        case m.ZoneRef():
            family = cx.layout.families[e.name]
            indices = [i for i in e.indices if i is not None]
            where = linear(cx, e.name, indices, family.shape, e.span, c)
            return add(Const(family.base), scale(where, family.stride))
        case m.Attr():
            piece, names = piece_of(cx, e, c), e.piece.type.names
            return cx.shared([piece], lambda v: attribute(cx, v[0], e.name, names))
        case m.Lookup():
            return _lower_lookup(cx, e, c)
        case m.RuleCall():
            return _lower_rule_call(cx, e, c)
        case m.Op():
            return cx.small(_lower_op(cx, e, c))
        case m.Fold():
            return _lower_fold(cx, e, c)
        case m.TupleOf():
            message = "a tuple can be compared, and nothing else"
            raise cx.setting.error(Code.E103, message, e.span)
        case m.Supposing():
            return _lower_supposing(cx, e, c)
        case m.Words() | m.Everything() | m.Interval() | m.SetOf():
            raise AssertionError(f"{type(e).__name__} is no single value")
        case _:
            assert_never(e)


def _lower_supposing(cx: Lowering, e: m.Supposing, c: Scope) -> E:
    """Lower what would be so if something were done: a function that tries it."""
    assert isinstance(e.body, m.Block)
    reserved = cx.reserved
    inside = c.inner(me=ME)
    inside.nonempty = []
    with cx.in_mode(silent=True, supposing=True, trace=False), cx.gathered() as body:
        if c.me != ME:
            cx.emit(Store(Const(at.ME), c.me))
        cx.body(e.body, inside)
    if cx.reserved != reserved:
        message = "this can't be supposed: it needs to write down what it moves before it moves it"
        raise cx.setting.error(Code.E203, message, e.body.span)
    afterwards = c.inner()
    afterwards.nonempty = []
    value = cx.value(e.value, afterwards)
    low, high = bounds(value)
    then = cx.function("then", (Return(value),), low, high)
    result = cx.reg("s", low, high)
    trial = Trial(tuple(body), result, then)
    return cx.function("suppose", (trial, Return(result)), low, high)


def cell_address(cx: Lowering, e: m.VarRef, cells: Cells, c: Scope) -> E:
    """Return where a variable's value lies."""
    return add(Const(cells.base), linear(cx, e.name, e.indices, cells.shape, e.span, c))


def linear(
    cx: Lowering,
    name: str,
    indices: Iterable[m.Expr | None],
    shape: tuple[tuple[int, int], ...],
    span: Span,
    c: Scope,
    loops: Loops | None = None,
) -> E:
    """Return how far from the beginning of a family the member with these indices is.

    `loops`: to which those over open indices are added.
    """
    total: E = Const(0)
    for index, (low, count) in zip(indices, shape, strict=True):
        part: E
        if index is not None:
            site = cx.site(Code.E503, f"'{name}' has no place with this index", span)
            part = cx.checked(cx.value(index, c), low, low + count - 1, site)
        else:
            assert loops is not None
            part = reg = cx.reg("i", low, low + count - 1)
            loops.append((reg, Steps(Const(reg.lo), Const(reg.hi))))
        total = add(scale(total, count), add(part, Const(-low)))
    return total


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


def piece_of(cx: Lowering, e: m.Attr, c: Scope) -> E:
    """Return the piece that an attribute belongs to, which must be there."""
    piece = cx.value(e.piece, c)
    if not e.piece.type.maybe:
        return piece
    site = cx.site(Code.E509, "this is none, so it has no attributes", e.span)
    return cx.shared([piece], lambda v: Need(Bin("!=", v[0], Const(NONE)), v[0], site))


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
        low, high = _hull(list(held.values()))
    found: E = Load(add(piece, Const(base)), low, high)
    for component in components:
        if component not in held:
            first, last = cx.setting.run(component)
            made = _made(cx, piece, name)
            found = Pick(cx.within(piece, first, last - 1), made, found)
    return found


def _made(cx: Lowering, piece: E, name: str) -> E:
    """Return an attribute that is fixed."""
    return cx.looked_up(f"attr_{name}", cx.program.data[f"attr_{name}"], piece)


def _lower_lookup(cx: Lowering, e: m.Lookup, c: Scope) -> E:
    table = cx.rules.tables[e.table]
    site = cx.site(Code.E503, f"the table '{table.name}' has no cell for this", e.span)
    low, high = cx.setting.table_range(table)
    first, *others = (cx.value(i, c) for i in e.indices)
    if table.holds_on:
        least = bounds(first)[0]
        first = cx.shared([first], lambda v: Pick(Bin("<", v[0], Const(high)), v[0], Const(high)))
        where: E = Check(first, low, high, site) if least < low else first
    else:
        where = cx.checked(first, low, high, site)
    where = add(where, Const(-low))
    keys: list[tuple[int, ...]] = [(row,) for row in range(low, high + 1)]
    if others:
        left, right = cx.setting.range(table.sides[1])
        keys = [(*row, column) for row in keys for column in range(left, right + 1)]
        second = add(cx.checked(others[0], left, right, site), Const(-left))
        where = add(scale(where, right - left + 1), second)
    cells = [_known_cell(cx, table, key) for key in keys]
    if isinstance(where, Const):
        return Const(cells[where.value])
    return cx.looked_up(f"table_{table.name}", cells, where)


def _known_cell(cx: Lowering, table: m.Table, indices: tuple[int, ...]) -> int:
    try:
        return cx.setting.cell(table.name, indices, table.span)
    except ValueError:
        raise cx.setting.error(
            Code.E503, f"the table '{table.name}' leaves out some of its cells", table.span
        ) from None


def _lower_rule_call(cx: Lowering, e: m.RuleCall, c: Scope) -> E:
    parameters = cx.rules.rules[e.rule].parameters
    if any(p.domain.type.kind == "set" for p in parameters):
        rule, inside = _written_out(cx, e, c)
        return lower_cases(cx, rule.cases, inside)
    arguments = [lower_argument(cx, p, a, c) for p, a in zip(parameters, e.arguments, strict=True)]
    function = rule_function(cx, e.rule)
    given = tuple([c.me, *arguments] if function.uses_me else arguments)
    return Call(function.name, given, function.low, function.high)


def _written_out(cx: Lowering, e: m.RuleCall, c: Scope) -> tuple[m.Rule, Scope]:
    """Return a rule with the sets that it is given in place of their names, and what else it is
    given.
    """
    rule = cx.rules.rules[e.rule]
    cx.tuples_spread += 1
    if cx.tuples_spread > MOST_TUPLES:
        message = "too many rules with tuples or sets meet here"
        raise cx.setting.error(Code.E502, message, rule.span)
    inside, sets = c.inner(), dict[int, m.Expr]()
    for p, argument in zip(rule.parameters, e.arguments, strict=True):
        if p.domain.type.kind == "set":
            sets[p.key] = argument
        else:
            inside.locals[p.key] = lower_argument(cx, p, argument, c)
    return rule.model_copy(update={"cases": put(rule.cases, sets)}), inside


def rule_function(cx: Lowering, name: str) -> RuleFunction:
    """Return the function of a rule; it is made when it is asked for first."""
    if name in cx.debug.rule_functions:
        return cx.debug.rule_functions[name]
    rule = cx.rules.rules[name]
    me = Reg("me", 0, cx.setting.players - 1)
    c = Scope(me=me)
    parameters = []
    for p in rule.parameters:
        lo, hi = parameter_range(cx, p.domain)
        r = Reg(f"p{p.key}", lo, hi)
        parameters.append(r)
        c.locals[p.key] = r
    value = lower_cases(cx, rule.cases, c)
    uses_me = "me" in registers(value)
    given = tuple([me, *parameters] if uses_me else parameters)
    function = Function(f"rule{cx.fresh_number()}", given, (Return(value),))
    cx.program.functions.append(function)
    cx.program.spans[function.name] = rule.span
    cx.debug.rule_functions[name] = RuleFunction(function.name, uses_me, *bounds(value))
    return cx.debug.rule_functions[name]


def parameter_range(cx: Lowering, domain: m.Domain) -> tuple[int, int]:
    """Return the bounds of a parameter's value."""
    if domain.type.kind == "zone":
        return cx.layout.families[domain.type.name].range
    low, high = cx.setting.range(domain)
    return (NONE if domain.type.maybe else low), high


def lower_cases(cx: Lowering, cases: Iterable[m.Case], c: Scope, otherwise: int = 0) -> E:
    """Return the value of the first case that holds; a truth is no when none does."""
    result: E = Const(otherwise)
    for case in reversed(tuple(cases)):
        if case.condition is None:
            result = cx.value(case.value, c)
        else:
            inside = c.inner(nonempty=facts(cx, case.condition, True, c))
            value = cx.value(case.value, inside)
            result = Pick(cx.value(case.condition, c), value, result)
    return result


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


def _lower_op(cx: Lowering, e: m.Op, c: Scope) -> E:
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
            return _op_size(cx, e, c)
        case "is empty":
            return Bin("==", _op_size(cx, e, c), Const(0))
        case "is full":
            return _op_is_full(cx, e, c)
        case "is new":
            return Not(earlier(cx))
        case "last" | "first":
            return _op_end(cx, e, c)
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
            return cx.shared([a], lambda v: size_of(v[0]))
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
            message = f"{e.type.name} has words 1 to {count}, and this asks for another"
            site = cx.site(Code.E503, message, e.span)
            return cx.checked(add(a, Const(-1)), 0, count - 1, site)
        case "widen" | "narrow":
            return _op_retyped(cx, e, a)
        case "is none":
            return Bin("==", a, Const(NONE))
        case "is out":
            seat = _sure_seat(cx, a, e.arguments[0].span)
            return Bin("&", Bin(">>", Load(Const(at.OUT)), seat), Const(1))
        case "has come":
            return Bin(">=", add(earlier(cx), Const(1)), a)
        case "in":
            return contains(cx, a, e.arguments[1], c)
        case "place of":
            return _op_place(cx, e, a)
        case "row" | "column":
            grid = CellGrid(cx, e.arguments[0].type.name)
            return add(grid.row(a) if op == "row" else grid.column(a), Const(1))
        case "cell":
            zone = Load(add(a, Const(cx.layout.zone_of)), 0, INT_MAX)
            site = cx.site(Code.E509, f"this piece lies in no cell of '{e.type.name}'", e.span)
            return Check(zone, *cx.layout.families[e.type.name].range, site)
        case "+" | "-" | "*":
            return arithmetic(cx, op, a, cx.value(e.arguments[1], c), e.span)
        case "/" | "mod":
            b = cx.value(e.arguments[1], c)
            low, high = bounds(b)
            if low <= 0 <= high:
                site = cx.site(Code.E503, "this divides by zero", e.span)
                b = cx.shared([b], lambda v: Need(Bin("!=", v[0], Const(0)), v[0], site))
            return Bin("//" if op == "/" else "%", a, b)
        case (
            "union" | "without" | "lines" | "first of" | "last of" | "cells of" | "cells next to"
            | "cells around" | "cells from" | "cells between" | "some of" | "up to of"
            | "between of" | "or more of" | "any number of"
        ):  # fmt: skip
            raise AssertionError(f"'{op}' is a domain, not a value")
        case _:
            assert_never(op)


def arithmetic(cx: Lowering, op: Literal["+", "-", "*"], a: E, b: E, span: Span) -> E:
    """Return a sum, difference or product that stays within 32 bits."""
    if op == "+":
        e = add(a, b)
    elif op == "-" and isinstance(b, Const):
        e = add(a, Const(-b.value))
    elif isinstance(a, Const) and isinstance(b, Const):
        e = Const(a.value - b.value if op == "-" else a.value * b.value)
    else:
        e = Bin(op, a, b)
    site = cx.site(Code.E503, "this number becomes too large", span)
    return cx.checked(e, NONE + 1, INT_MAX, site)


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
        return _tuples(e.op, tuple_parts(cx, left, c), tuple_parts(cx, right, c))
    a, b = cx.value(left, c), cx.value(right, c)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(cx.setting.value(m.Op(
            op=e.op, type=e.type,
            arguments=tuple(m.Literal_(type=e.type, value=x.value) for x in (a, b)),
        )))  # fmt: skip
    return Bin(m.SYMBOLS.get(e.op, e.op), a, b)


def tuple_parts(cx: Lowering, e: m.Expr, c: Scope) -> list[E]:
    """Return the parts of a tuple; a rule that yields one is written out."""
    if isinstance(e, m.TupleOf):
        return [cx.value(item, c) for item in e.items]
    if isinstance(e, m.RuleCall):
        return _case_parts(cx, *_written_out(cx, e, c))
    raise cx.setting.error(Code.E103, "this tuple can't be compared", e.span)


def _case_parts(cx: Lowering, rule: m.Rule, c: Scope) -> list[E]:
    result: list[E] = []
    for case in reversed(rule.cases):
        parts = tuple_parts(cx, case.value, c)
        if case.condition is None or not result:
            result = parts
        else:
            test = cx.value(case.condition, c)
            result = [Pick(test, a, b) for a, b in zip(parts, result, strict=True)]
    return result


def _tuples(op: str, left: list[E], right: list[E]) -> E:
    if op in ("=", "!="):
        same = And(tuple(Bin("==", a, b) for a, b in zip(left, right, strict=True)))
        return same if op == "=" else Not(same)
    result: E = Bin(m.SYMBOLS.get(op, op), left[-1], right[-1])
    for a, b in zip(reversed(left[:-1]), reversed(right[:-1]), strict=True):
        result = Or((Bin(op[0], a, b), And((Bin("==", a, b), result))))
    return result


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
    return Pick(test, then, other)


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
        result = cx.shared([result, other], lambda v: Pick(Bin(op, v[0], v[1]), v[0], v[1]))
    return result


def addresses(cx: Lowering, e: m.Expr, c: Scope) -> tuple[Loops, E]:
    """Return loops over the open indices of zones, and a zone's address inside them."""
    loops, family = Loops(), family_of(cx, e)
    if not isinstance(e, m.ZoneRef) or not e.is_open:
        return loops, cx.value(e, c)
    if not any(e.indices):
        first, last = family.range
        r = cx.reg("z", first, last)
        return [(r, Steps(Const(first), Const(last), family.stride))], r
    where = linear(cx, e.name, e.indices, family.shape, e.span, c, loops)
    return loops, add(Const(family.base), scale(where, family.stride))


def seen_mask(cx: Lowering, e: m.Expr, address: E, c: Scope) -> E:
    """Return the seats, as bits, that see what lies in a zone; nobody watches setup."""
    family = family_of(cx, e)
    zones = (cx.layout.zones[family.address(number)] for number in range(len(family.places)))
    sees = [0 if cx.mode.unwatched else zone.sees for zone in zones]
    if len(set(sees)) < 2:
        return Const(sees[0] if sees else 0)
    if isinstance(e, m.ZoneRef) and not e.is_open:
        where = linear(cx, e.name, e.indices, family.shape, e.span, c)
    else:
        where = family.number(address)
    return cx.looked_up(f"sees_{family.name}", sees, where)


def content_range(cx: Lowering, e: m.Expr) -> tuple[int, int]:
    """Return the bounds of what lies in a zone."""
    zone = cx.rules.zones[e.type.name]
    if zone.written:
        return cx.setting.range(zone.written)
    return 0, max(0, len(cx.setting.pieces) - 1)


def _op_size(cx: Lowering, e: m.Op, c: Scope) -> E:
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


def _op_is_full(cx: Lowering, e: m.Op, c: Scope) -> E:
    zone = e.arguments[0]
    loops, address = addresses(cx, zone, c)

    def full(v: Sequence[E]) -> E:
        room = room_at(cx, family_of(cx, zone), v[0])
        room = cx.total([(loops, [])], room, zone.span) if loops else room
        return Bin("==", _size_at(cx, zone, loops, v[0], e.span), room)

    return full([address]) if loops else cx.shared([address], full)


def player(cx: Lowering, e: m.Expr, c: Scope) -> E:
    """Return a player that is known or checked to be one."""
    return _sure_seat(cx, cx.value(e, c), e.span)


def _sure_seat(cx: Lowering, seat: E, span: Span) -> E:
    site = cx.site(Code.E503, "this is none, where a player is needed", span)
    return cx.checked(seat, 0, cx.setting.players - 1, site)


def _op_end(cx: Lowering, e: m.Op, c: Scope) -> E:
    """Lower what lies first or last in a zone."""
    domain = e.arguments[0]
    zone, family = cx.value(domain, c), family_of(cx, domain)
    if family.counted:
        raise cx.setting.error(Code.E101, "counted pieces have no first or last", e.span)
    low, high = content_range(cx, domain)
    site = cx.site(Code.E509, f"'{family.name}' is empty here", e.span)
    known = zone in c.nonempty

    def end(v: Sequence[E]) -> E:
        value = Load(add(v[0], Load(v[0]) if e.op == "last" else Const(1)), low, high)
        return value if known else Need(Load(v[0]), value, site)

    return cx.shared([zone], end)


def _cells_source(cx: Lowering, e: m.Op, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through cells of a grid."""
    name, first = e.type.items[0].name, e.arguments[0]
    if e.op == "cells of":
        assert isinstance(first, m.ZoneRef)
        loops, address = addresses(cx, first, c)
        if len(loops) == 1 and address == loops[0][0]:
            return [([(reg, loops[0][1])], [])]
        return [([*loops, (reg, Steps(address, address))], [])]
    cell, *others = (cx.value(part, c) for part in e.arguments)
    grid = CellGrid(cx, name)
    if e.op == "cells from":
        return ray(cx, grid, cell, (others[0], others[1]), reg, e.span)
    if e.op == "cells between":
        return between(cx, grid, cell, others[0], reg)
    return beside(cx, grid, cell, reg, corners=e.op == "cells around")


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


def _op_place(cx: Lowering, e: m.Op, piece: E) -> E:
    """Return the how-manieth a piece is in its zone, from 1."""
    zone, k = cx.reg("z", 0, cx.layout.size), cx.reg("k", 1, cx.layout.largest)
    size = Load(zone, 0, cx.layout.largest)
    with cx.gathered() as body:
        cx.emit(Set(zone, Load(add(piece, Const(cx.layout.zone_of)), 0, cx.layout.size)))
        with cx.when(zone), cx.loop(k, Steps(Const(1), size)):
            cx.emit(If(Bin("==", Load(add(zone, k)), piece), (Return(k),)))
        cx.emit(Return(Const(0)))
    place = cx.function("place", tuple(body), 0, cx.layout.largest)
    return Need(place, place, cx.site(Code.E509, "this piece lies nowhere", e.span))


def _group(cx: Lowering, e: m.Fold, c: Scope) -> ConnectedGroup:
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
            return in_group(_group(cx, domain, c), value)
        case m.Fold(kind="set"):
            inside = c.inner()
            inside.locals[domain.binders[0].key] = value
            tests = [contains(cx, value, domain.binders[0].domain, c)]
            if domain.where is not None:
                tests.append(cx.value(domain.where, inside))
            return And(tuple(tests))
        case m.Lookup():
            return in_row(cx, value, domain, c)
        case m.Everything():
            return either([cx.within(value, *run) for run in _runs(cx, domain)])
    values = members_of(cx, domain, c)
    if values is not None and kept_set(domain, c) is None:
        return either([Bin("==", value, other) for other in values])
    if domain.type.kind == "set":
        r = cx.reg("x", *bounds(value))
        return _search(cx, tested(lower_source(cx, domain, r, c), Bin("==", r, value)))
    return _in_zone(cx, value, domain, c)


def _runs(cx: Lowering, domain: m.Everything) -> list[tuple[int, int]]:
    """Return the first and the last value of each run of a type's values."""
    if domain.of.kind != "piece":
        return [(0, cx.setting.count(domain.of, domain.span) - 1)]
    runs = (cx.setting.run(name) for name in domain.of.names)
    return [(first, end - 1) for first, end in runs]


def _rows(cx: Lowering, domain: m.Lookup) -> tuple[list[list[int]], int, int]:
    """Return the sets of a table, row by row, and the least and greatest value in them."""
    table = cx.rules.tables[domain.table]
    low, high = cx.setting.table_range(table)
    rows = [cx.setting.cells(table.name, (i,), table.span) for i in range(low, high + 1)]
    numbers = [n for row in rows for n in row] or [0]
    return rows, min(numbers), max(numbers)


def in_row(cx: Lowering, value: E, domain: m.Lookup, c: Scope) -> E:
    """Return whether a value stands in a row of a table of sets."""
    table = cx.rules.tables[domain.table]
    low, high = cx.setting.table_range(table)
    rows, first, last = _rows(cx, domain)
    width = last - first + 1
    cells = [int(first + n in row) for row in rows for n in range(width)]
    site = cx.site(Code.E503, f"the table '{table.name}' has no row for this", domain.span)
    index = cx.checked(cx.value(domain.indices[0], c), low, high, site)
    where = add(scale(add(index, Const(-low)), width), add(value, Const(-first)))
    test = cx.looked_up(f"set_{table.name}", cells, where)
    lo, hi = bounds(value)
    if hi < first or last < lo:
        return Const(0)
    return test if first <= lo and hi <= last else And((cx.within(value, first, last), test))


def among(cx: Lowering, address: E, name: str) -> E:
    """Return whether the zone at an address is one of a family."""
    family = cx.layout.families[name]
    return cx.within(address, *family.range) if family.places else Const(0)


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


def no_counted(cx: Lowering, domain: m.Expr) -> None:
    """Refuse to tell pieces apart that are only counted."""
    if family_of(cx, domain).counted:
        raise cx.setting.error(
            Code.E101,
            "pieces without attributes are only counted; none can be picked out",
            domain.span,
        )


def _search(cx: Lowering, source: Source) -> E:
    """Return whether there is anything."""
    return cx.function("in", (*cx.loops(source, (Return(Const(1)),)), Return(Const(0))), 0, 1)


def line_source(cx: Lowering, e: m.Op, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through the lines of a grid, or of several."""
    length, grid = e.arguments
    assert isinstance(grid, m.ZoneRef)
    start, many, width, cells = _block(cx, grid.name, cx.setting.value(length), e)
    one = m.Literal_(type=length.type, value=1, span=e.span)
    corner = grid.model_copy(update={"indices": (*grid.indices[:-2], one, one)})
    loops, address = addresses(cx, corner, c)
    family = cx.layout.families[grid.name]
    number: E = Const(0)
    if len(family.places) > cells:
        size = Const(family.stride * cells)
        number = Bin("//", add(address, Const(-family.base)), size)
    first = add(scale(number, many * width), Const(start))
    return [([*loops, (reg, Steps(first, add(first, Const((many - 1) * width)), width))], [])]


def cell_source(cx: Lowering, e: m.Expr, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through the cells of a line."""
    name = e.type.items[0].name
    line = cx.value(e, c)
    low, high = cx.layout.families[name].range
    sides = cx.rules.zones[name].grid or (0, 0)
    k = cx.reg("k", 1, max(sides))
    cell = Data(f"lines_{name}", add(line, k), low, high)
    length = Data(f"lines_{name}", line, 1, max(sides))
    return [([(k, Steps(Const(1), length)), (reg, Steps(cell, cell))], [])]


def _block(cx: Lowering, name: str, length: int, e: m.Op) -> tuple[int, int, int, int]:
    """Put a grid's lines of a length into its table.

    Return where they begin, how many each grid has, how far apart they begin, and how many
    cells a grid has.
    """
    rows, columns = cx.rules.zones[name].grid or (0, 0)
    family = cx.layout.families[name]
    if not 1 <= length <= max(rows, columns):
        message = f"no line of {length} fits into '{name}', which is {rows} by {columns}"
        raise cx.setting.error(Code.E104, message, e.span)
    key = (name, length)
    if key not in cx.debug.grid_lines:
        table = list(cx.program.data.get(f"lines_{name}", ()))
        directions = OF_HEXES if cx.rules.zones[name].hexes else DIRECTIONS
        known = lines(rows, columns, length, directions)
        cx.debug.grid_lines[key] = len(table), len(known)
        for corner in range(0, len(family.places), rows * columns):
            for line in known:
                table += [length, *(family.address(corner + cell) for cell in line)]
        if len(table) > MAX_CELLS:
            raise cx.setting.error(Code.E104, "this grid has too many lines", e.span)
        cx.program.data[f"lines_{name}"] = tuple(table)
    return *cx.debug.grid_lines[key], length + 1, rows * columns


def members_of(cx: Lowering, e: m.Expr, c: Scope) -> list[E] | None:
    """Return the values that a name stands for; None when it isn't several."""
    if not isinstance(e, m.Local) or e.key not in cx.debug.values_at_once:
        return None
    known = keys(e.key, cx.debug.values_at_once[e.key])
    values = [c.locals[key] for key in known if key in c.locals]
    return [value for value in values if not isinstance(value, Array)]


def how_many(cx: Lowering, domain: m.Op) -> int:
    """Return how many values are taken at once."""
    count = cx.setting.value(domain.arguments[0])
    if not 1 <= count <= MOST_AT_ONCE:
        message = f"1 to {MOST_AT_ONCE} can be taken at once, not {count}"
        raise cx.setting.error(Code.E104, message, domain.arguments[0].span)
    return count


def bind_several(cx: Lowering, bind: m.Bind, c: Scope) -> Source:
    """Return the loops that run through every set of N values, each set once."""
    domain = bind.domain
    assert isinstance(domain, m.Op)
    total: Source = [([], [])]
    cx.debug.values_at_once[bind.key] = how_many(cx, domain)
    before: E | None = None
    for key in keys(bind.key, cx.debug.values_at_once[bind.key]):
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


def in_order(cx: Lowering, made: list[Parameter]) -> list[E]:
    """Return the tests that the last of several parameters comes after those before it.

    What reads the same is in order, too, as long as it isn't the same.
    """
    last, before = made[-1], made[-2]
    if last.same is None or before.same is None:
        return [Bin(">", last.reg, before.reg)]
    ordered = _tuples(">=", list(last.same), list(before.same))
    return [ordered, *(Bin("!=", last.reg, other.reg) for other in made[:-1])]


def refuse_many(cx: Lowering, values: int, counts: Iterable[int], p: m.ActionParameter) -> None:
    """Refuse a choice between so many sets that nobody could look through them."""
    sets = sum(comb(values, count) for count in counts)
    if sets > MOST_COMBINATIONS:
        raise cx.setting.error(
            Code.E104,
            f"this is a choice between up to {sets:,} sets; say how much its zone holds at "
            "most, or take fewer at once",
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
            return group_source(cx, _group(cx, domain, c), reg)
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
        case m.Op(op="lines"):
            return line_source(cx, domain, reg, c)
        case m.Op(op="first of" | "last of"):
            return _ends_source(cx, domain, reg, c)
        case m.Op() if domain.op.startswith("cells "):
            return _cells_source(cx, domain, reg, c)
        case m.Lookup():
            test = in_row(cx, reg, domain, c)
            _, least, most = _rows(cx, domain)
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
            return _hull([domain_range(cx, part, c) for part in domain.arguments])
        case m.Op(op="without"):
            return domain_range(cx, domain.arguments[0], c)
        case m.Op(op="first of" | "last of"):
            return content_range(cx, domain.arguments[1])
        case m.Fold(kind="set"):
            return domain_range(cx, domain.binders[0].domain, c)
        case m.SetOf():
            return _hull([bounds(item) for item in _parts_ahead(cx, domain, c)])
        case m.Lookup():
            return _rows(cx, domain)[1:]
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


def type_range(cx: Lowering, kind: Type, span: Span) -> tuple[int, int]:
    """Return the bounds of a type's values."""
    if kind.kind == "piece":
        return 0, max(0, len(cx.setting.pieces) - 1)
    if kind.kind == "mark":
        return 1, 1
    if kind.kind == "zone":
        return cx.layout.families[kind.name].range
    if kind.kind == "set":
        return 0, INT_MAX
    if kind.kind == "number":
        return NONE + 1, INT_MAX
    return 0, max(0, cx.setting.count(kind, span) - 1)


def combine(cx: Lowering, binders: tuple[m.Bind, ...], where: m.Expr | None, c: Scope) -> Source:
    """Return the nested loops of several binders under one condition."""
    total: Source = [([], [])]
    for b in binders:
        total = nested(total, lower_bind(cx, b, c))
    return total if where is None else tested(total, cx.value(where, c))


def _lower_fold(cx: Lowering, e: m.Fold, c: Scope) -> E:
    inside = c.inner()
    source = combine(cx, e.binders, e.where, inside)
    match e.kind:
        case "sum":
            return cx.total(source, _fold_value(cx, e, inside), e.span)
        case "count":
            return _fold_count_of(cx, e, source, inside)
        case "any":
            return _fold_any_of(cx, e, source, inside)
        case "all":
            found: Stmt = If(Not(_fold_value(cx, e, inside)), (Return(Const(0)),))
            return cx.function("all", (*cx.loops(source, (found,)), Return(Const(1))), 0, 1)
        case "max" | "min":
            return _extreme(cx, e, source, inside)
        case "the" | "one":
            return _fold_the_of(cx, e, source, inside)
        case "set" | "group":
            message = "a set stands where values are taken from"
            raise cx.setting.error(Code.E101, message, e.span)
        case "random":
            message = "'random' stands only where something happens: let x = random(…)"
            raise cx.setting.error(Code.E203, message, e.span)
        case "distinct":
            return _fold_distinct_of(cx, e, source, inside)
        case _:
            assert_never(e.kind)


def _fold_value(cx: Lowering, e: m.Fold, c: Scope) -> E:
    return Const(1) if e.value is None else cx.value(e.value, c)


def _fold_count_of(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    if e.value is not None:
        source = tested(source, cx.value(e.value, c))
    return cx.total(source, Const(1), e.span)


def _fold_any_of(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    value = _fold_value(cx, e, c)
    found: Stmt = Return(Const(1)) if value == Const(1) else If(value, (Return(Const(1)),))
    return cx.function("any", (*cx.loops(source, (found,)), Return(Const(0))), 0, 1)


def _extreme(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    value = _fold_value(cx, e, c)
    best, some, new = cx.reg("b"), cx.reg("s"), cx.reg("v")
    better = Or((Not(some), Bin(">" if e.kind == "max" else "<", new, best)))
    site = cx.site(Code.E505, f"'{e.kind}' has nothing to look at here", e.span)
    with cx.gathered() as body:
        cx.emit(Set(best, Const(0)), Set(some, Const(0)))
        with cx.each(source):
            cx.emit(Set(new, value), If(better, (Set(best, new), Set(some, Const(1)))))
        cx.emit(Return(Need(some, best, site)))
    return cx.function(e.kind, tuple(body), *bounds(value))


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
    if same_kind is not None:
        one = (*counted, Set(found, it))
    if e.best is not None and e.value is not None:
        many = e.value.type.kind == "tuple"
        values = tuple_parts(cx, e.value, c) if many else [cx.value(e.value, c)]
        new, best = [cx.reg("v") for _ in values], [cx.reg("b") for _ in values]
        op = ">" if e.best == "highest" else "<"
        first = Or((Bin("==", count, Const(0)), _tuples(op, list(new), list(best))))
        kept = tuple(Set(b, n) for b, n in zip(best, new, strict=True))
        fresh = (Set(found, it), Set(count, Const(1)), *kept)
        same = _tuples("=", list(new), list(best))
        level = If(same, (Set(count, add(count, Const(1))),))
        tell = tuple(Set(n, v) for n, v in zip(new, values, strict=True))
        one = (*tell, If(first, fresh, (level,)))
        start = (*start, *(Set(b, Const(0)) for b in best))
    unclear = "and it isn't clear which" if e.kind == "the" else "and they aren't alike"
    none = cx.site(Code.E505, f"'{e.kind}' finds nothing here", e.span)
    several = cx.site(Code.E505, f"'{e.kind}' finds several here, {unclear}", e.span)
    value = Need(Bin(">", count, Const(0)),
                 Need(Bin("==", count, Const(1)), found, several), none)  # fmt: skip
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


def all_differ(cx: Lowering, components: Iterable[str]) -> bool:
    """Tell whether no two pieces of some components are made alike."""
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
    every = (a for name in components for a in cx.rules.components[name].attributes)
    names = sorted({a.name for a in every if a.changes})
    if cx.layout.space and any(z.traits.spaces for z in holders_of(cx, components)):
        names.append("space")
    return [attribute(cx, piece, name) for name in names]


def _fold_distinct_of(cx: Lowering, e: m.Fold, source: Source, c: Scope) -> E:
    """Count a value only where no earlier one is equal: a second run up to this one."""
    value = _fold_value(cx, e, c)
    total, here, there, new = cx.reg("t"), cx.reg("n"), cx.reg("k"), cx.reg("v")
    again, same = _renamed(cx, source, value)
    with cx.gathered() as looking:
        cx.emit(Set(there, Const(0)))
        with cx.each(again), cx.when(Bin("<", there, here)):
            cx.emit(Set(there, add(there, Const(1))))
            cx.emit(If(Bin("==", same, new), (Return(Const(1)),)))
        cx.emit(Return(Const(0)))
    seen = cx.function("seen", tuple(looking), 0, 1)
    with cx.gathered() as body:
        cx.emit(Set(total, Const(0)), Set(here, Const(0)))
        with cx.each(source):
            cx.emit(Set(new, value), If(Not(seen), (Set(total, add(total, Const(1))),)))
            cx.emit(Set(here, add(here, Const(1))))
        cx.emit(Return(total))
    return cx.function("distinct", tuple(body), 0, min(INT_MAX, most(source, cx.layout)))


def _renamed(cx: Lowering, source: Source, value: E) -> tuple[Source, E]:
    """Return loops and their value with registers of their own."""
    bound = {r.name for loops, _ in source for r, _ in loops}
    names = {name: cx.reg("y").name for name in bound}
    spans = cx.program.spans
    spans.update({new: spans[old] for old, new in names.items() if old in spans})

    def again(node: Any) -> Any:
        if isinstance(node, Reg):
            return node._replace(name=names.get(node.name, node.name))
        if isinstance(node, tuple):
            parts = [again(item) for item in node]
            return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
        if isinstance(node, list):
            return [again(item) for item in node]
        return node

    return again(source), again(value)


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
    cx.emit(Draw(pick, Need(count, count, site)), Set(into, chosen))


def holders_of(cx: Lowering, components: Iterable[str]) -> list[m.Zone]:
    """Return the families that may hold a component."""
    kinds = set(components)
    return [z for z in cx.rules.zones.values() if kinds & set(z.pieces)]


def lines(
    rows: int, columns: int, length: int, directions: tuple[tuple[int, int], ...] = DIRECTIONS
) -> list[tuple[int, ...]]:
    """Return the straight lines of a length: the numbers of their cells, row by row from 0."""
    found: list[tuple[int, ...]] = []
    directions = directions if length > 1 else directions[:1]
    for row in range(rows):
        for column in range(columns):
            for down, right in directions:
                cells = [(row + n * down, column + n * right) for n in range(length)]
                if all(r < rows and 0 <= c < columns for r, c in cells):
                    found.append(tuple(r * columns + c for r, c in cells))
    return found


def _hull(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    return min(low for low, _ in ranges), max(high for _, high in ranges)
