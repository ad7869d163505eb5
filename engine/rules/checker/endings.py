"""Checking endings, what happens after them, the winner, and reactions to changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.effects import index_binder
from engine.rules.checker.references import wrong_count
from engine.rules.checker.statements import check_block
from engine.rules.checker.wanted import (
    want_condition,
    want_fixed,
    want_number,
    want_seat,
    want_value,
    want_zone,
)
from engine.rules.types import ERROR, NUMBER, Type


def check_ending(cx: Checking, node: s.Ending) -> m.Ending:
    """Check what ends a round or the game."""
    turns = None if node.turns is None else want_number(cx, node.turns, "the number of turns")
    if turns is not None and node.seat is None and node.what in ("wins", "loses"):
        message = Message("say who {what} after more turns: 'seat 1 {what} after …'", node.what)
        cx.error(Code.E203, message, node.span)
    condition = want_condition(cx, node.condition)
    quoted = cx.quote(node.condition.span)
    plain = node.what in ("round", "game")
    title: str = f"{node.head} {quoted}"
    if node.head == "wins when":
        title = Message("wins when {quoted}", quoted)
    return m.Ending(
        what=cast(m.Stage, node.what) if plain else "game",
        result=None if plain else cast(m.Result, node.what),
        seat=None if node.seat is None else want_seat(cx, node.seat),
        timing=cast(m.Timing, node.timing), turns=turns,
        condition=condition, words=node.words, title=title, order=cx.place(node),
        span=node.span,
    )  # fmt: skip


def check_after(cx: Checking, node: s.After) -> m.After:
    """Check what happens after turns or rounds."""
    when = node.when
    if when == "after last turn":
        cx.error(Code.E015, "there is no 'after last turn'; write 'after last round'", node.span)
        when = "after last round"
    body = check_block(cx, node.body, "after")
    if when == "before score":
        for part in walk(body):
            if isinstance(part, m.Score):
                message = "this happens before the score; put a score after the round"
                cx.error(Code.E203, message, part.span)
    return m.After(when=cast(m.AfterWhen, when), body=body, span=node.span)


def check_winner(cx: Checking, node: s.Winner) -> m.Winner:
    """Check how the winner is found."""
    rankings = tuple(_ranking(cx, r) for r in node.rankings)
    return m.Winner(rankings=rankings, words=node.words, span=node.span)


def _ranking(cx: Checking, node: s.Ranking) -> m.Ranking:
    """Check what is ranked: `total`, a counter of each seat, or any number of `me`."""
    value: s.Expr = node.value
    if isinstance(value, s.Name):
        known = cx.names.variables.get(value.name)
        if known and known.indices and known.kind in ("var", "counter"):
            value = s.My(value.span, value.name)
        elif value.name not in cx.names.declared and value.name != "total":
            counters = [v.name for v in cx.names.variables.values() if v.indices]
            message = Message("'{name}' can't be ranked", value.name)
            guess = nearest(value.name, ["total", *counters])
            listed = ", ".join(["'total'", *(f"'{name}'" for name in counters)])
            hint = None if guess else Message("you can rank by {names}", listed)
            if not cx.names.maybe_declared(value.name):
                cx.findings.error(Code.E010, message, value.span, fix=guess, hint=hint)
            return m.Ranking(best=node.best, value=cx.fail(value.span), span=node.span)
    return m.Ranking(best=node.best, value=want_number(cx, value, "a ranking"), span=node.span)


def check_ratings(cx: Checking, ranked: bool) -> tuple[m.ResultBand, ...]:
    """Check what results are called; `ranked`: whether the seats end with a number at all."""
    nodes = cx.of(s.Rating)
    if nodes and not ranked:
        hint = "add a score, or a line such as 'winner highest points'"
        cx.error(Code.E201, "no player ends with a number that could be rated", nodes[0].span, hint)
    found: list[m.ResultBand] = []
    for node in nodes:
        low, high = node.of, node.of
        if isinstance(node.of, s.Range):
            low, high = node.of.low, node.of.high
        ends = [want_fixed(cx, want_number(cx, end, "a rating")) for end in (low, high)]
        found.append(m.ResultBand(low=ends[0], high=ends[1], words=node.words, span=node.span))
        _rated_once(cx, found)
    return tuple(found)


def _rated_once(cx: Checking, found: Sequence[m.ResultBand]) -> None:
    """Report a rating of plain numbers that holds for none, or for one that is rated already."""
    low, high = _number(found[-1].low), _number(found[-1].high)
    if low is None or high is None:
        return
    if low > high:
        cx.error(Code.E104, Message("{low}..{high} is empty", low, high), found[-1].span)
    for other in found[:-1]:
        first, last = _number(other.low), _number(other.high)
        if first is not None and last is not None and first <= high and low <= last:
            line = other.span.line
            message = Message(
                "a result has one rating, and line {line} already rates {number}",
                line,
                max(first, low),
            )
            cx.error(Code.E202, message, found[-1].span)
            return


def _number(e: m.Expr) -> int | None:
    """Return a plain number, None for what options and players decide."""
    return e.value if isinstance(e, m.Literal_) else None


def check_trigger(cx: Checking, node: s.Trigger) -> m.Trigger:
    """Check a reaction to a change."""
    with cx.names.block():
        if isinstance(node.event, s.Arrival):
            event: m.Arrives | m.Becomes = _arrives(cx, node.event)
        else:
            event = _becomes(cx, node.event)
        body = check_block(cx, node.body, "trigger")
    return m.Trigger(
        event=event, body=body, title=f"when {cx.quote(node.event.span)}", span=node.span
    )


def _becomes(cx: Checking, node: s.Becoming) -> m.Becomes:
    value = want_zone(cx, node.zone)
    if not isinstance(value, m.ZoneRef):
        value = m.ZoneRef(name="", indices=(), type=ERROR, span=node.span)
    return m.Becomes(zone=value, state=cast(m.FillState, node.state), span=node.span)


def _arrives(cx: Checking, node: s.Arrival) -> m.Arrives:
    family = cx.names.zones.get(node.zone)
    if family is None:
        place = cx.word(node.zone, node.span)
        known = cx.names.zones
        cx.unknown(Message("there is no zone '{zone}'", node.zone), node.zone, place, known)
        return m.Arrives(zone="", piece=None, indices=(), at=None)
    cx.names.use_name(node.zone, node.span)
    kind = family.written.type if family.written else Type("piece", tuple(sorted(family.pieces)))
    piece: m.Bind | None = None
    if not (kind.kind == "mark" and node.piece == "mark"):
        domain = m.Domain(type=kind, span=node.span)
        piece = index_binder(cx, s.Name(node.span, node.piece), domain)
    given = node.indices or ()
    if node.indices is not None and len(given) != len(family.indices):
        wrong_count(cx, node.zone, len(family.indices), len(given), node.span)
        given = ()
    indices: list[m.Bind | m.Expr | None] = [
        _bound(cx, index, domain) for index, domain in zip(given, family.indices, strict=False)
    ]
    indices += [None] * (len(family.indices) - len(indices))
    at = None if node.at is None else _bound(cx, node.at, m.Domain(type=NUMBER))
    return m.Arrives(
        zone=node.zone,
        piece=piece,
        indices=tuple(indices),
        at=at,
        span=node.span,
    )


def _bound(cx: Checking, node: s.Expr, domain: m.Domain) -> m.Bind | m.Expr:
    bind = index_binder(cx, node, domain)
    return bind or want_value(cx, node, domain.type, "this")
