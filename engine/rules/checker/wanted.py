"""What a place in the rules needs: one value, a number, a seat, a zone, or what never changes."""

from __future__ import annotations

from collections.abc import Collection

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.types import ERROR, NUMBER, PLAYER, TEAM, TEXT, TRUTH, Type, piece

UNFIXED = (
    "me",
    "active",
    "starter",
    "round",
    "total",
    "is out",
    "is new",
    "has come",
    "zone is new",
    "zone has come",
)
"""What may be asked of a position without naming anything in it."""


def want_value(cx: Checking, node: s.Expr, kind: Type, what: str) -> m.Expr:
    """Check a value of a type; `what` needs it, as in messages."""
    return cx.want(cx.value(node, kind), kind, what)


def check_one(
    cx: Checking, node: s.Expr, what: str, expected: Type | None = None, hint: str | None = None
) -> m.Expr:
    """Check an expression that means one value of any type; `what` needs or gives it."""
    return want_one(cx, cx.value(node, expected), what, hint)


def want_one(cx: Checking, value: m.Expr, what: str, hint: str | None = None) -> m.Expr:
    """Return a value that means one thing of any type; anything else is reported."""
    value = one_or_text(cx, value, what, hint)
    if value.type != TEXT:
        return value
    return cx.error(
        Code.E101, Message("{what} one value, but this is a text", Message(what)), value.span
    )


def one_or_text(cx: Checking, value: m.Expr, what: str, hint: str | None = None) -> m.Expr:
    """Return a value or a text; several values in place of one are reported."""
    if value.type.kind != "set":
        return one_zone(cx, value)
    message = Message("{what} one value, but this is {kind}", Message(what), value.type.describe())
    return cx.error(Code.E101, message, value.span, hint)


def one_zone(cx: Checking, value: m.Expr) -> m.Expr:
    """Return a value; several zones in place of one are reported."""
    if not isinstance(value, m.ZoneRef) or not value.is_open:
        return value
    message = Message("'{name}' is a family of zones; say which one: {name}[…]", value.name)
    return cx.error(Code.E102, message, value.span)


def want_condition(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a condition."""
    return want_value(cx, node, TRUTH, "a condition")


def want_number(cx: Checking, node: s.Expr, what: str = "this") -> m.Expr:
    """Check a number."""
    return want_value(cx, node, NUMBER, what)


def team_of(cx: Checking, seat: m.Expr, span: Span) -> m.Expr:
    """Return the team of a seat; an error in a game that has none."""
    if not cx.names.teams:
        return cx.no_teams("this game has no teams", span)
    return op("team", TEAM, span, seat)


def want_seat(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a seat."""
    return want_value(cx, node, PLAYER, "a player")


def quiet(cx: Checking, node: s.Expr) -> Type:
    """Return the type of an expression; what is wrong with it is told elsewhere or not."""
    before = list(cx.findings.items)
    reported = set(cx.names.reported)
    kind = cx.value(node).type
    cx.findings.items[:] = before
    cx.names.reported = reported
    return kind.sure()


def want_zone(cx: Checking, node: s.Expr, *, family: bool = False, what: str = "this") -> m.Expr:
    """Check a zone; with `family` also several zones."""
    value = cx.value(node)
    if value.type == ERROR:
        return value
    if value.type.kind != "zone":
        message = Message(
            "{what} needs a zone, but this is {kind}", Message(what), value.type.describe()
        )
        return cx.error(Code.E101, message, value.span)
    return value if family else one_zone(cx, value)


def content_type(cx: Checking, value: m.Expr) -> Type:
    """Return the type of the contents of a zone."""
    if value.type.kind != "zone":
        return ERROR
    family = cx.names.zones[value.type.name]
    if not family.written and not family.pieces:
        return ERROR
    return family.written.type if family.written else piece(*family.pieces)


def same_contents(cx: Checking, value: m.Expr, several: Type | None) -> bool:
    """Return whether a zone holds what a set is of, and so counts as one."""
    if several is None or several.kind != "set" or value.type.kind != "zone":
        return False
    return content_type(cx, value) == several.items[0]


def want_fixed(cx: Checking, value: m.Expr, known: Collection[int] = ()) -> m.Expr:
    """Return a value that only players and options decide, or report what else decides it.

    `known`: the keys of names that are known before the game as well.
    """
    for part in walk(value):
        if isinstance(part, m.Local) and part.key in known:
            continue
        looks = (m.VarRef, m.ZoneRef, m.Local, m.Attr, m.RuleCall, m.Supposing)
        if isinstance(part, looks) or (isinstance(part, m.Op) and part.op in UNFIXED):
            return cx.error(
                Code.E106, "this can only depend on numbers, players and options", part.span
            )
    return value


def number_literal(value: int, span: Span) -> m.Literal_:
    """Return a number as an expression."""
    return m.Literal_(type=NUMBER, value=value, span=span)


def want_within(cx: Checking, value: m.Expr, domain: m.Domain, what: str) -> m.Expr:
    """Report a plain number that lies outside a plain range; return the value."""
    bounds = (domain.low, domain.high)
    low, high = (x.value if isinstance(x, m.Literal_) else None for x in bounds)
    wrong = ERROR in [x.type for x in (value, *bounds) if x is not None]
    if wrong or not isinstance(value, m.Literal_) or value.type.kind != "number":
        return value
    if domain.type.sure() != NUMBER:
        return value
    if (low is not None and value.value < low) or (high is not None and value.value > high):
        shown = f"{'…' if low is None else low}..{'…' if high is None else high}"
        message = Message(
            "{what} must be in {shown}, so it can't be {value}", Message(what), shown, value.value
        )
        return cx.error(Code.E104, message, value.span)
    return value
