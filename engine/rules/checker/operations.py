"""Checking operations: numbers, logic, comparing, and whether something is so."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message, did_you_mean
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.narrowing import knowing, tells
from engine.rules.checker.sets import check_domain
from engine.rules.checker.wanted import (
    check_one,
    content_type,
    want_condition,
    want_fixed,
    want_number,
    want_value,
)
from engine.rules.types import ERROR, NUMBER, PLAYER, TRUTH, Type, piece, set_of

TURNS = 1000
"""Of how many turns it is known in which position they have ended."""


def check_unary(cx: Checking, node: s.Unary) -> m.Expr:
    """Check `not C` or `-N`."""
    if node.operator == "not":
        return op("not", TRUTH, node.span, want_condition(cx, node.operand))
    value = want_number(cx, node.operand, "'-'")
    if isinstance(value, m.Literal_):
        return m.Literal_(type=NUMBER, value=-value.value, span=node.span)
    return op("negate", NUMBER, node.span, value)


def check_binary(cx: Checking, node: s.Binary, expected: Type | None) -> m.Expr:
    """Check an operator between two values: arithmetic, `and`, `or`, and sets."""
    sign = node.operator
    if sign in ("and", "or"):
        first = want_condition(cx, node.left)
        with knowing(cx, first, holds=sign == "and"):
            both = (first, want_condition(cx, node.right))
        return op(sign, TRUTH, node.span, *both)
    left = cx.value(node.left, expected)
    if left.type.kind in ("set", "zone") and sign in "+-":
        return _of_sets(cx, left, node)
    what = f"'{sign}'"
    both = (cx.want(left, NUMBER, what), want_number(cx, node.right, what))
    return op(sign, NUMBER, node.span, *both)


def _of_sets(cx: Checking, left: m.Expr, node: s.Binary) -> m.Expr:
    """Check two sets, or what zones hold, put together or one taken out of the other."""
    kind = left.type if left.type.kind == "set" else set_of(content_type(cx, left))
    if kind.items[0] == ERROR:
        return cx.fail(node.span)
    right, element = check_domain(cx, node.right, kind)
    if ERROR in (right.type, element):
        return cx.fail(node.span)
    if kind.items[0].kind == element.kind == "piece":
        kind = set_of(piece(*{*kind.items[0].names, *element.names}))
    elif element != kind.items[0]:
        right = cx.want(right, kind, f"'{node.operator}'")
    name = "union" if node.operator == "+" else "without"
    return op(name, kind, node.span, left, right)


def check_compare(cx: Checking, node: s.Compare) -> m.Expr:
    """Check a comparison, which may be a chain of several."""
    operands = _alike(cx, node.operands)
    operands[1:-1] = map(cx.copied, operands[1:-1])
    tests = []
    for i, sign in enumerate(node.operators):
        pair = operands[i], operands[i + 1]
        _comparable(cx, sign, *pair, node.span)
        tests.append(op(sign, TRUTH, node.span, *pair))
    result: m.Expr = tests[0]
    for test in tests[1:]:
        result = op("and", TRUTH, node.span, result, test)
    return result


def _alike(cx: Checking, nodes: Sequence[s.Expr]) -> list[m.Expr]:
    """Check operands, those first that say of which type the bare words and numbers are."""
    done: dict[int, m.Expr] = {}
    expected: Type | None = None
    telling = [i for i, n in enumerate(nodes) if not _bare(cx, n)]
    bare = [i for i in range(len(nodes)) if i not in telling]
    bare.sort(key=lambda i: isinstance(nodes[i], s.Number))
    for i in [*telling, *bare]:
        done[i] = check_one(cx, nodes[i], "a comparison needs", expected)
        if done[i].type.kind not in ("error", "none"):
            expected = expected or done[i].type
    kinds = [v.type for v in done.values() if v.type.kind == "enum"]
    for kind in kinds:
        for i, value in done.items():
            other = value.type
            wide = other.kind == "enum" and other.name != kind.name
            if wide and cx.offset(other.name, kind.name) is not None:
                done[i] = cx.want(value, kind, "a comparison")
    return [done[i] for i in range(len(nodes))]


def _bare(cx: Checking, node: s.Expr) -> bool:
    if isinstance(node, s.Number):
        return True
    names = cx.names
    return (
        isinstance(node, (s.Name, s.TypeName))
        and node.name in names.members
        and not names.local(node.name)
        and node.name not in names.declared
    )


def _comparable(cx: Checking, op: str, left: m.Expr, right: m.Expr, span: Span) -> None:
    a, b = left.type, right.type
    if ERROR in (a, b):
        return
    if "none" in (a.kind, b.kind):
        other_value = right if a.kind == "none" else left
        other = other_value.type
        if op not in ("=", "!="):
            cx.error(Code.E103, "'none' can only be equal or not equal", span)
        elif not other.maybe:
            shown = cx.quote(other_value.span)
            cx.error(
                Code.E103,
                Message("'{shown}' is {kind}, which is never none", shown, other.describe()),
                span,
            )
        return
    same = a.sure() == b.sure() or (a.kind == b.kind == "piece" and bool({*a.names} & {*b.names}))
    if a.kind == b.kind == "tuple":
        same = len(a.items) == len(b.items)
    if not same:
        piece_first = cx.attribute_of(left, b)
        hint = piece_first or cx.attribute_of(right, a)
        message = Message("{kind} can't be compared with {other}", a.describe(), b.describe())
        meant = did_you_mean(hint) or cx.no_number(a, b)
        cx.error(Code.E103, message, span, meant)
    elif op not in ("=", "!=") and (a.maybe or b.maybe):
        shown = cx.quote((left if a.maybe else right).span)
        message = Message(
            "'{shown}' can be none, and none has no order; compare it only with '=' and '!='", shown
        )
        cx.error(Code.E103, message, span)
    elif op not in ("=", "!=") and a.kind not in ("number", "enum", "tuple"):
        hint = cx.attribute_of(left, NUMBER)
        message = Message("{kind} has no order; compare it only with '=' and '!='", a.describe())
        cx.error(Code.E103, message, span, did_you_mean(hint))


def check_is_state(cx: Checking, node: s.IsState) -> m.Expr:
    """Check `is empty`, `is full`, `is none` or `is out`."""
    if node.state == "none":
        value = cx.value(node.operand)
        if value.type != ERROR and not value.type.maybe:
            cx.error(Code.E103, Message("{kind} is never none", value.type.describe()), node.span)
    elif node.state == "out":
        value = want_value(cx, node.operand, PLAYER, "'is out'")
    else:
        value = _container(cx, node.operand, node.state)
    test = op(f"is {node.state}", TRUTH, node.span, value)
    return _negated(test, node.negated)


def _container(cx: Checking, node: s.Expr, state: str) -> m.Expr:
    value = cx.value(node)
    if state == "full" and value.type.kind == "set":
        hint = "ask it of each zone: all(… is full for … in …)"
        shown = value.type.describe()
        return cx.error(
            Code.E101, Message("only a zone can be full; this is {shown}", shown), value.span, hint
        )
    if value.type.kind not in ("zone", "set", "error"):
        message = Message("only a zone can be empty or full; this is {kind}", value.type.describe())
        return cx.error(Code.E101, message, value.span)
    return value


def _negated(test: m.Expr, negated: bool) -> m.Expr:
    if not negated:
        return test
    return op("not", TRUTH, test.span, test)


def check_repeated(cx: Checking, node: s.Repeated) -> m.Expr:
    """Check `the position is new` and `the position has come 3 times`, of a zone or of all."""
    zones = _repeated_zone(cx, node.of)
    if zones is None:
        return cx.fail(node.span)
    cx.remembers.add(zones[0].name if zones else "")
    seen = [zone.seen for zone in cx.names.zones.values()]
    seen += [variable.seen for variable in cx.names.variables.values()]
    if seen and "all" not in seen:
        message = "the position is what every player sees, and here nothing is open"
        return cx.error(Code.E105, message, node.span)
    if node.times is None:
        new = op("zone is new" if zones else "is new", TRUTH, node.span, *zones)
        return _negated(new, node.negated)
    times = want_number(cx, node.times)
    if isinstance(times, m.Literal_) and times.type == NUMBER and not 2 <= times.value <= TURNS:
        hint = Message("write 2 to {turns}: the position as it is now counts as one", TURNS)
        return cx.error(
            Code.E104,
            Message("a position can't occur {value} times", times.value),
            times.span,
            hint=hint,
        )
    times = want_fixed(cx, times)
    return op("zone has come" if zones else "has come", TRUTH, node.span, times, *zones)


def _repeated_zone(cx: Checking, name: s.Name | None) -> tuple[m.ZoneRef, ...] | None:
    """Return the zone whose position is meant, nothing for all of them, None for a wrong one."""
    if name is None:
        return ()
    zone = cx.value(name)
    if not isinstance(zone, m.ZoneRef):
        if zone.type != ERROR:
            message = Message("only a zone has a position; this is {kind}", zone.type.describe())
            cx.error(Code.E101, message, zone.span)
        return None
    if cx.names.zones[zone.name].seen != "all":
        message = Message("'{name}' is not open to every player", zone.name)
        cx.error(Code.E105, message, zone.span)
        return None
    return (zone,)


def check_is_in(cx: Checking, node: s.IsIn) -> m.Expr:
    """Check `is in`, which also tests whether a value is of a type."""
    value = check_one(cx, node.operand, "'is in' needs")
    where, element = check_domain(cx, node.domain, set_of(value.type))
    if isinstance(where, m.Everything) and _is_narrower(cx, element, value.type):
        return _negated(_is_of_type(cx, value, element, node.span), node.negated)
    if ERROR not in (value.type, element) and value.type.sure() != element:
        value = cx.want(value, element, "'is in'")
    test = op("in", TRUTH, node.span, value, where)
    return _negated(test, node.negated)


def _is_narrower(cx: Checking, kind: Type, wide: Type) -> bool:
    """Return whether a type has only some of the words, or the kinds of pieces, of another."""
    if kind.kind == wide.kind == "piece":
        return kind != wide and set(kind.names) < set(wide.names)
    if kind.kind != "enum" or wide.kind != "enum" or kind.name == wide.name:
        return False
    return cx.offset(kind.name, wide.name) is not None


def _is_of_type(cx: Checking, value: m.Expr, kind: Type, span: Span) -> m.Expr:
    """Return the test whether a value is of a narrower type."""
    if kind.kind == "piece":
        domain: m.Expr = m.Everything(of=kind, type=set_of(kind), span=span)
    else:
        count = len(cx.names.enums[kind.name].members)
        words = (m.Literal_(type=kind, value=n, span=span) for n in range(count))
        items = tuple(cx.want(word, value.type, "'is in'") for word in words)
        domain = cx.copied(m.SetOf(items=items, type=set_of(value.type.sure()), span=span))
    test = op("in", TRUTH, span, value, domain)
    tells(cx, test, value, kind)
    return test
