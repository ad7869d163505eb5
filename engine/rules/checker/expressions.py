"""Checking expressions: one dispatch by kind, and what is neither name nor call nor operation.

Each subject has a file of its own, which checks what is inside an expression with `cx.value`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never, cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.abilities import check_can_do
from engine.rules.checker.calls import check_call
from engine.rules.checker.context import Checking, op
from engine.rules.checker.folds import check_fold, check_next_after, check_the_piece
from engine.rules.checker.grids import check_cells, check_group, check_lines
from engine.rules.checker.narrowing import knowing, narrowed
from engine.rules.checker.operations import (
    check_binary,
    check_compare,
    check_is_in,
    check_is_state,
    check_repeated,
    check_unary,
)
from engine.rules.checker.references import (
    check_attribute,
    check_index,
    check_its,
    check_mine,
    check_name,
    check_seat,
    check_team,
)
from engine.rules.checker.sentences import check_words
from engine.rules.checker.sets import check_set_literal, check_some_of
from engine.rules.checker.types import every_of
from engine.rules.checker.wanted import (
    check_one,
    content_type,
    one_or_text,
    same_contents,
    want_condition,
    want_number,
    want_zone,
)
from engine.rules.types import ERROR, NUMBER, Type, set_of


def check_expression(cx: Checking, node: s.Expr, expected: Type | None = None) -> m.Expr:
    """Check an expression; `expected` tells equal words of several types apart."""
    value = _check_any(cx, node, expected)
    return narrowed(cx, value) if cx.kinds else value


def _check_any(cx: Checking, node: s.Expr, expected: Type | None) -> m.Expr:
    match node:
        case s.Number():
            return _check_number(cx, node, expected)
        case s.Text():
            return check_words(cx, node.value, node.span)
        case s.Name():
            return check_name(cx, node, expected)
        case s.TypeName():
            if node.name in cx.names.members:
                return check_name(cx, s.Name(node.span, node.name), expected)
            return every_of(cx, node.name, node.span)
        case s.My():
            return check_mine(cx, node.name, None, node.span)
        case s.MyLine():
            return cx.error(Code.E203, "a line of a score can only be in examples", node.span)
        case s.Its():
            return check_its(cx, node)
        case s.Seat():
            return check_seat(cx, node)
        case s.Team():
            return check_team(cx, node)
        case s.Stage():
            return cx.error(
                Code.E203, Message("'the {name}' can only be in examples", node.name), node.span
            )
        case s.Dot():
            target = cx.value(node.target)
            return check_attribute(cx, target, node.name, node.name_span, node.span)
        case s.Index():
            return check_index(cx, node)
        case s.Call():
            return check_call(cx, node)
        case s.Fold():
            return check_fold(cx, node)
        case s.SetLiteral():
            return check_set_literal(cx, node, expected)
        case s.TupleOf():
            return _check_tuple_of(cx, node, expected)
        case s.EndOf():
            where = want_zone(cx, node.zone)
            end = "last" if node.which == "top" else "first"
            return op(end, content_type(cx, where), node.span, where)
        case s.ThePiece():
            return check_the_piece(cx, node)
        case s.Lines():
            return check_lines(cx, node)
        case s.Cells():
            return check_cells(cx, node)
        case s.Group():
            return check_group(cx, node)
        case s.NextAfter():
            return check_next_after(cx, node)
        case s.SomeOf():
            return check_some_of(cx, node)
        case s.Unary():
            return check_unary(cx, node)
        case s.Binary():
            return check_binary(cx, node, expected)
        case s.Compare():
            return check_compare(cx, node)
        case s.IsState():
            return check_is_state(cx, node)
        case s.Repeated():
            return check_repeated(cx, node)
        case s.IsIn():
            return check_is_in(cx, node)
        case s.Range():
            low, high = want_number(cx, node.low), want_number(cx, node.high)
            return m.Interval(low=low, high=high, type=set_of(NUMBER), span=node.span)
        case s.CanDo():
            return check_can_do(cx, node)
        case s.Conditional():
            return _check_conditional(cx, node, expected)
        case s.Supposing():
            return _check_supposing(cx, node, expected)
        case _:
            assert_never(node)


def _check_number(cx: Checking, node: s.Number, expected: Type | None) -> m.Expr:
    if expected and expected.kind == "enum" and expected.name in cx.names.enums:
        members = cx.names.enums[expected.name].members
        for position, member in enumerate(members):
            if member.number == node.value:
                return m.Literal_(type=expected.sure(), value=position, span=node.span)
    if node.value > 2**31 - 1:
        return cx.error(Code.E104, "no number in a game can be larger than 2147483647", node.span)
    return m.Literal_(type=NUMBER, value=node.value, span=node.span)


def _check_tuple_of(cx: Checking, node: s.TupleOf, expected: Type | None) -> m.Expr:
    parts = expected.items if expected and expected.kind == "tuple" else ()
    items = tuple(
        check_one(cx, item, "a tuple needs", parts[i] if i < len(parts) else None)
        for i, item in enumerate(node.items)
    )
    kind = Type("tuple", (), tuple(item.type for item in items))
    return m.TupleOf(items=items, type=kind, span=node.span)


def _check_conditional(cx: Checking, node: s.Conditional, expected: Type | None) -> m.Expr:
    condition = want_condition(cx, node.condition)
    with knowing(cx, condition):
        value = _one_or_several(cx, cx.value(node.value, expected), "'if' needs")
    with knowing(cx, condition, holds=False):
        other = cx.value(node.otherwise, value.type)
        if same_contents(cx, other, value.type):
            return op("if", value.type, node.span, condition, value, other)
        other = _one_or_several(cx, other, "'else' needs")
    kind = other.type if value.type.kind == "none" else value.type
    if kind != ERROR and any(v.type.maybe or v.type.kind == "none" for v in (value, other)):
        kind = replace(kind, maybe=True)
    if other.type.kind != "none":
        other = cx.want(other, kind, "'else'")
    return op("if", kind, node.span, condition, value, other)


def _one_or_several(cx: Checking, value: m.Expr, what: str) -> m.Expr:
    """Return what 'if' or 'else' gives: one value, a text, or a set of single values."""
    several = value.type.kind == "set" and value.type.items[0].kind != "set"
    return value if several else one_or_text(cx, value, what)


def _check_supposing(cx: Checking, node: s.Supposing, expected: Type | None) -> m.Expr:
    """Check `C supposing move card to heap`."""
    value = cx.value(node.value, expected)
    if value.type.kind not in ("truth", "number", "enum", "piece", "error"):
        message = Message("a supposition can't give {kind}", value.type.describe())
        value = cx.error(Code.E101, message, value.span)
    done = cx.statement(cast("s.Statement", node.done))
    body = m.Block(statements=() if done is None else (done,), span=node.done.span)
    return m.Supposing(value=value, body=body, type=value.type, span=node.span)
