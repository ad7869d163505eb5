"""Checking sets: what values are taken from, several at once, and sets that are listed."""

from __future__ import annotations

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.index import Key
from engine.rules.checker.types import element_of, every_of, type_called
from engine.rules.checker.wanted import check_one, content_type, want_fixed, want_number
from engine.rules.types import ERROR, NUMBER, Type, set_of

MOST_AT_ONCE = 12
"""How many pieces and values an action can take."""
MOST_LISTED = 1000
"""A range of more numbers than these isn't listed one by one."""


def check_domain(cx: Checking, node: s.Expr, expected: Type | None = None) -> tuple[m.Expr, Type]:
    """Check something that values are taken from; return it and the type of the values."""
    value = cx.value(node, expected)
    kind = value.type
    if kind == ERROR:
        return value, ERROR
    if kind.kind == "zone":
        return value, content_type(cx, value)
    if kind.kind == "set":
        return value, kind.items[0]
    return (
        cx.error(
            Code.E101, Message("nothing can be taken from {kind}", kind.describe()), value.span
        ),
        ERROR,
    )


def check_some_of(cx: Checking, node: s.SomeOf) -> m.Expr:
    """Report several at once where no action takes them."""
    message = "only an action's brackets or a sum can take several at once"
    return cx.error(Code.E203, message, node.span, "to move some pieces, write 'N from ZONE'")


def check_several(cx: Checking, node: s.SomeOf) -> tuple[m.Expr, Type]:
    """Check `N of SET`, `up to N of SET` and their like where they may stand.

    Return it and the type of each choice: a set.
    """
    counts = [want_fixed(cx, want_number(cx, count, "the number")) for count in node.counts]
    least = int(node.form in ("some of", "up to of", "or more of"))
    for number, count in enumerate(counts):
        known = count.value if isinstance(count, m.Literal_) and count.type == NUMBER else least
        if not least <= known <= MOST_AT_ONCE:
            message = Message(
                "{least} to {most} can be taken at once, not {known}", least, MOST_AT_ONCE, known
            )
            counts[number] = cx.error(Code.E104, message, count.span)
        least = known
    source, kind = check_domain(cx, node.domain)
    if element_of(kind) == ERROR:
        kind = ERROR
    if kind.kind not in ("piece", "enum", "number", "error"):
        cx.error(
            Code.E101,
            Message("you can't take several of {kind} at once", kind.describe()),
            node.domain.span,
        )
        kind = ERROR
    if any(cx.names.components[name].counted for name in kind.names if kind.kind == "piece"):
        hint = "let the action take a number: 'many in 1..size(…)'"
        cx.error(Code.E101, "counted pieces are all alike", node.domain.span, hint)
    if ERROR in (kind, *(count.type for count in counts)):
        return cx.fail(node.span), ERROR
    every = op(node.form, set_of(set_of(kind)), node.span, *counts, source)
    return every, set_of(kind)


def check_bind(cx: Checking, binder: s.Binder, *, several: bool = False) -> m.Bind:
    """Declare a binder in the innermost block; it may mean several values at once."""
    if binder.domain is None:
        name = type_called(binder.name)
        source = every_of(cx, name, binder.span)
        kind = source.type.items[0]
        cx.names.index.implied[cx.word(binder.name, binder.span)] = Key("type", name)
    elif several and isinstance(binder.domain, s.SomeOf):
        source, kind = check_several(cx, binder.domain)
    else:
        source, kind = check_domain(cx, binder.domain)
    local = cx.names.add_local(binder.name, kind, cx.word(binder.name, binder.span))
    return m.Bind(name=binder.name, key=local.key, type=kind, domain=source, span=binder.span)


def check_set_literal(cx: Checking, node: s.SetLiteral, expected: Type | None) -> m.Expr:
    """Check a set that lists its values."""
    element = expected.items[0] if expected and expected.kind == "set" else expected
    single, ranges = _listed(cx, node)
    found: list[m.Expr] = []
    if single:
        items = [check_one(cx, single[0], "each of these is", element)]
        items += [check_one(cx, item, "each of these is", items[0].type) for item in single[1:]]
        for item in items[1:]:
            cx.want(item, items[0].type, "each of these")
        listed = m.SetOf(items=tuple(items), type=set_of(items[0].type), span=node.span)
        found.append(listed if len(items) <= len(node.items) else cx.copied(listed))
    for part in ranges:
        interval = cx.value(part)
        kind = found[0].type if found else interval.type
        found.append(cx.want(interval, kind, "each of these"))
    whole = found[0]
    for more in found[1:]:
        whole = op("union", whole.type, node.span, whole, more)
    return whole


def _listed(cx: Checking, node: s.SetLiteral) -> tuple[list[s.Expr], list[s.Range]]:
    """Return what a set lists one by one, ranges of plain numbers among it, and other ranges."""
    single: list[s.Expr] = []
    ranges: list[s.Range] = []
    for item in node.items:
        if not isinstance(item, s.Range):
            single.append(item)
        elif isinstance(item.low, s.Number) and isinstance(item.high, s.Number):
            low, high = item.low.value, item.high.value
            if low > high:
                cx.error(Code.E104, Message("{low}..{high} is empty", low, high), item.span)
            elif high - low + len(single) < MOST_LISTED:
                single += [s.Number(item.span, n) for n in range(low, high + 1)]
                continue
            ranges.append(item)
        else:
            ranges.append(item)
    return single, ranges
