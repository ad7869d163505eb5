"""Which values a name, a parameter or a type may have, and the checks that hold a value to them."""

from __future__ import annotations

from typing import Literal

from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.program import INT_MAX, NONE, Bin, Check, Const, E, Guard, add, bounds
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type


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
        site = cx.site(
            Code.E503, Message("'{name}' is {least}..{high} or none", name, least, high), span
        )
        return cx.shared([e], lambda v: Guard(cx.within(v[0], low, high, least), v[0], site))
    if kind.kind == "number":
        allowed = f"{low}..{high}" if low > NONE + 1 else Message("at most {high}", high)
        site = cx.site(Code.E503, Message("'{name}' is {allowed}", name, allowed), span)
        return Check(e, low, high, site)
    message = Message("'{name}' would get none here, or a word that this game leaves out", name)
    site = cx.site(Code.E503, message, span)
    return cx.shared([e], lambda v: Guard(cx.within(v[0], low, high), v[0], site))


def lower_fits(cx: Lowering, e: E, low: int, high: int, least: int | None = None) -> bool:
    """Return whether a value surely lies within bounds; with `least`, from there on or none."""
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


def parameter_range(cx: Lowering, domain: m.Domain) -> tuple[int, int]:
    """Return the bounds of a parameter's value."""
    if domain.type.kind == "zone":
        return cx.layout.families[domain.type.name].range
    low, high = cx.setting.range(domain)
    return (NONE if domain.type.maybe else low), high


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


def player(cx: Lowering, e: m.Expr, c: Scope) -> E:
    """Return a player that is known or checked to be one."""
    return sure_seat(cx, cx.value(e, c), e.span)


def sure_seat(cx: Lowering, seat: E, span: Span) -> E:
    """Return a seat that is known or checked not to be none."""
    site = cx.site(Code.E503, "this is none, where a player is needed", span)
    return cx.checked(seat, 0, cx.setting.players - 1, site)


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


def hull(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the least range that holds several ranges."""
    return min(low for low, _ in ranges), max(high for _, high in ranges)
