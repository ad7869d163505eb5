"""Checking folds: what runs through values and makes one of them."""

from __future__ import annotations

from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message, joined
from engine.language.source import Span
from engine.language.syntax.expressions import FoldKind
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.names import FOLDS
from engine.rules.checker.narrowing import knowing
from engine.rules.checker.sets import check_bind
from engine.rules.checker.types import named_type
from engine.rules.checker.wanted import (
    check_one,
    content_type,
    number_literal,
    want_condition,
    want_seat,
    want_zone,
)
from engine.rules.types import ERROR, NUMBER, PLAYER, TRUTH, Type, set_of


def check_the_piece(cx: Checking, node: s.ThePiece) -> m.Expr:
    """Check `the Tile in spot`."""
    where = want_zone(cx, node.zone, family=True)
    place = node.type_name.span
    kind, content = named_type(cx, node.type_name.name, place), content_type(cx, where)
    if ERROR in (kind, content):
        return cx.fail(node.span)
    if kind != content and not (kind.kind == "piece" and kind.name in content.names):
        holds = joined(content.names, "or") or content.describe()
        message = Message(
            "'{name}' holds {names}, so it can't hold a {component}",
            *(where.type.name, holds, node.type_name.name),
        )
        return cx.error(Code.E101, message, place)
    bind = m.Bind(name="it", key=cx.names.new_key(), type=content, domain=where)
    return m.Fold(
        kind="the", binders=(bind,), where=_of_kind(bind, kind, node.span), type=kind,
        span=node.span,
    )  # fmt: skip


def _of_kind(bind: m.Bind, kind: Type, span: Span) -> m.Expr | None:
    """Return the condition that a piece is of a kind; None where all are."""
    if bind.type == kind:
        return None
    it = m.Local(name=bind.name, key=bind.key, type=bind.type, span=span)
    every = m.Everything(of=kind, type=set_of(kind), span=span)
    return op("in", TRUTH, span, it, every)


_MADE_OF = (*FOLDS, "one", "the", "{}")
_SUMMED = {"sum": "a sum", "split": "what a group is worth"}


def check_fold(cx: Checking, node: s.Fold) -> m.Expr:
    """Check what runs through values: `sum(…)`, `the(…)`, `{x in S where C}`."""
    name = node.name
    if name not in _MADE_OF:
        unknown = Message("'{name}' can't take 'for' or 'in'", name)
        return cx.unknown(unknown, name, node.name_span, (*FOLDS, "one"))
    single = name in ("random", "the", "{}")
    value: m.Expr | None = None
    with cx.names.block():
        binders = tuple(check_bind(cx, b, several=not single) for b in node.binders)
        where = None if node.where is None else want_condition(cx, node.where)
        with knowing(cx, where):
            if node.value is not None and name in ("any", "all", "count"):
                value = want_condition(cx, node.value)
            elif node.value is not None:
                value = check_one(cx, node.value, f"'{name}' needs")
                value = cx.want(value, NUMBER, _SUMMED[name]) if name in _SUMMED else value
    if name in ("random", "one") and len(binders) > 1:
        does = (
            "'{name}' draws from one place" if name == "random" else "'{name}' takes from one place"
        )
        return cx.error(Code.E102, Message(does, name), node.span)
    if name == "one" and (value is not None or binders[0].type.kind not in ("piece", "error")):
        message = "'one' takes one of several pieces that are alike: one(card in my hand where …)"
        return cx.error(Code.E102, message, node.span)
    if name == "split" and not _takes_groups(binders):
        message = "'split' goes through groups: split(… for x in 2 or more of S where …)"
        return cx.error(Code.E102, message, node.span)
    if value is None and name in ("sum", "max", "min", "distinct", "all", "split"):
        form = f"{name}(… for {binders[0].name} in …)"
        return cx.error(Code.E102, Message("'{name}' needs a value: {form}", name, form), node.span)
    return m.Fold(
        kind="set" if name == "{}" else cast("FoldKind", name), binders=binders, where=where,
        value=value, type=_folded(name, binders[0].type, value), best=node.best, span=node.span,
    )  # fmt: skip


def _takes_groups(binders: tuple[m.Bind, ...]) -> bool:
    first = binders[0]
    return len(binders) == 1 and (first.type == ERROR or m.takes_several(first.domain))


def _folded(name: str, each: Type, value: m.Expr | None) -> Type:
    """Return the type of what comes of values, or of those that are run through themselves."""
    if name in ("any", "all"):
        return TRUTH
    if name in ("sum", "count", "distinct", "split"):
        return NUMBER
    if name == "{}":
        return set_of(each)
    return each if value is None or name == "the" else value.type


def check_next_after(cx: Checking, node: s.NextAfter) -> m.Expr:
    """Check `next(player after me where C)`: of those for whom C holds, who sits nearest."""
    if node.name != "next":
        message = Message("'{name}' can't take 'after'", node.name)
        return cx.unknown(message, node.name, node.name_span, ["next"])
    after = want_seat(cx, node.after)
    with cx.names.block():
        everybody = s.TypeName(node.span, "Player")
        bind = check_bind(cx, s.Binder(cx.word(node.who, node.span), node.who, everybody))
        where = None if node.where is None else want_condition(cx, node.where)

    def reckon(sign: str, *arguments: m.Expr) -> m.Expr:
        return op(sign, NUMBER, node.span, *arguments)

    who = m.Local(name=bind.name, key=bind.key, type=PLAYER, span=bind.span)
    one, seats = number_literal(1, node.span), reckon("players")
    apart = reckon("-", reckon("+", reckon("number", who), seats), reckon("number", after))
    steps = reckon("mod", reckon("-", apart, one), seats)
    return m.Fold(
        kind="the", binders=(bind,), where=where, value=steps, type=PLAYER, best="lowest",
        span=node.span,
    )  # fmt: skip
