"""Checking calls: of named rules, and of what the language has itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.named_rules import check_rule
from engine.rules.checker.names import FOLDS, FUNCTIONS
from engine.rules.checker.references import not_a_value
from engine.rules.checker.sets import check_domain
from engine.rules.checker.wanted import (
    content_type,
    team_of,
    want_number,
    want_seat,
    want_within,
    want_zone,
)
from engine.rules.types import ERROR, NUMBER, PLAYER, set_of

SIZE = "the number of pieces in a zone is 'size(ZONE)'"


def check_call(cx: Checking, node: s.Call) -> m.Expr:
    """Check a call: of a rule, or of a function that the language has."""
    name = node.name
    if node.original:
        return _original(cx, node)
    if name in cx.names.rules:
        return check_rule_call(cx, node)
    if name in ("abs", "max", "min"):
        return _numbers_call(cx, node)
    if name in FUNCTIONS:
        return _call_of_one(cx, node)
    if cx.names.local(name) is None and _indexed(cx, node):
        return cx.fail(node.span)
    if name in FOLDS:
        hint = SIZE if name == "count" else None
        return cx.error(
            Code.E102, Message("write {name}(… for x in … where …)", name), node.span, hint
        )
    if cx.in_example and name in cx.action_names:
        message = Message("'{name}' is an action, so it is neither true nor false", name)
        hint = Message(
            "write 'can {name}(…)', 'cannot {name}(…)', or 'do {name}(…)' to make the move", name
        )
        return cx.error(Code.E010, message, node.name_span, hint)
    if name in cx.action_names:
        message = Message("'{name}' is an action, so it is neither true nor false", name)
        hint = Message("to ask whether a player can do it, write 'me can {name}'", name)
        return cx.error(Code.E010, message, node.name_span, hint)
    known, hint = [*cx.names.rules, *FUNCTIONS, *FOLDS], None
    if name in ("len", "length"):
        hint = SIZE
    return cx.unknown(
        Message("there is no rule '{name}'", name), name, node.name_span, known, hint=hint
    )


def _indexed(cx: Checking, node: s.Call) -> bool:
    """Report round brackets where an index stands in square ones."""
    kind = cx.names.declared.get(node.name)
    if kind is None:
        return False
    cx.names.use_name(node.name, node.name_span)
    fix = None
    if node.name in {**cx.names.zones, **cx.names.variables, **cx.names.tables}:
        message = Message(
            "'{name}' is {kind}; write its index in square brackets", node.name, Message(kind[0])
        )
        fix = f"{node.name}[{', '.join(cx.quote(a.span) for a in node.arguments)}]"
    else:
        message = not_a_value(node.name, kind[0])
    cx.findings.error(Code.E010, message, node.span, fix=fix)
    return True


def _original(cx: Checking, node: s.Call) -> m.Expr:
    hidden = f"original {node.name}"
    if hidden not in cx.names.rules:
        return cx.error(
            Code.E302, Message("nothing replaces a rule '{name}' here", node.name), node.name_span
        )
    return check_rule_call(cx, s.Call(node.span, hidden, node.arguments, node.name_span))


def _call_of_one(cx: Checking, node: s.Call) -> m.Expr:
    """Check a call of what takes one thing: a set, a zone or a seat."""
    name, span = node.name, node.span
    if name == "partner" and not cx.names.teams:
        return cx.no_teams("without teams no player has a partner", span)
    if len(node.arguments) != 1:
        return _not_one(cx, node)
    argument = node.arguments[0]
    if name == "size":
        return op(name, NUMBER, span, check_domain(cx, argument)[0])
    if name in ("first", "last"):
        if isinstance(argument, s.SomeOf):
            return _ends(cx, name, argument, span)
        where = want_zone(cx, argument)
        return op(name, content_type(cx, where), span, where)
    seat = want_seat(cx, argument)
    return team_of(cx, seat, span) if name == "team" else op(name, PLAYER, span, seat)


def _not_one(cx: Checking, node: s.Call) -> m.Expr:
    message = Message("'{name}' takes 1 argument, not {number}", node.name, len(node.arguments))
    return cx.error(Code.E102, message, node.span)


def _ends(cx: Checking, name: str, node: s.SomeOf, span: Span) -> m.Expr:
    """Check `first(3 of row)`: so many from one end of a zone, all where there are fewer."""
    many = want_number(cx, node.counts[0], "the number")
    where = want_zone(cx, node.domain)
    kind = content_type(cx, where)
    if ERROR in (many.type, where.type, kind):
        return cx.fail(span)
    if any(cx.names.components[one].counted for one in kind.names if kind.kind == "piece"):
        return cx.error(Code.E101, "counted pieces have no first or last", node.domain.span)
    if not cx.names.zones[where.type.name].traits.ordered:
        message = Message(
            "'{name}' has no order, so nothing in it is {name_of}", where.type.name, name
        )
        return cx.error(Code.E101, message, node.domain.span, "pieces have an order in a pile, "
                        "a row or a column")  # fmt: skip
    return op(f"{name} of", set_of(kind), span, many, where)


def _numbers_call(cx: Checking, node: s.Call) -> m.Expr:
    if node.name in ("max", "min") and len(node.arguments) == 1:
        message = Message(
            "'{name}' takes several numbers, or goes through many: {name}(… for x in …)", node.name
        )
        return cx.error(Code.E102, message, node.span)
    values = tuple(want_number(cx, a, f"'{node.name}'") for a in node.arguments)
    if node.name == "abs" and len(values) != 1:
        return _not_one(cx, node)
    return op(node.name, NUMBER, node.span, *values)


def check_arguments(
    cx: Checking, node: s.Call, parameters: Sequence[m.Parameter]
) -> tuple[m.Expr, ...]:
    """Check arguments against parameters."""
    if len(node.arguments) != len(parameters):
        listed = f" ({', '.join(p.name for p in parameters)})" if parameters else ""
        wanted = "'{name}' takes {wanted} arguments{listed}, not {number}"
        if len(parameters) == 1:
            wanted = "'{name}' takes 1 argument{listed}, not {number}"
        told = {"name": node.name, "wanted": len(parameters), "listed": listed}
        message = Message.filled(wanted, told | {"number": len(node.arguments)})
        cx.error(Code.E102, message, node.span)
        return tuple(cx.fail(node.span) for _ in parameters)
    values = []
    for argument, parameter in zip(node.arguments, parameters, strict=True):
        kind = parameter.domain.type
        what = Message("'{parameter}' of '{name}'", parameter.name, node.name)
        if kind.kind == "zone":
            value = want_zone(cx, argument, what=what)
        elif kind.kind == "set":
            value, element = check_domain(cx, argument, kind)
            if element == kind.items[0]:
                values.append(value)
                continue
        else:
            value = cx.value(argument, kind)
        values.append(want_within(cx, cx.want(value, kind, what), parameter.domain, what))
    return tuple(values)


def check_rule_call(cx: Checking, node: s.Call) -> m.Expr:
    """Check a call of a named rule against its parameters."""
    cx.names.use_name(node.name, node.name_span)
    if node.name in cx.open_rules:
        message = Message("the rule '{name}' calls itself", node.name)
        return cx.error(Code.E204, message, node.span)
    rule = check_rule(cx, node.name, cx.names.rules[node.name])
    if rule.type == ERROR and not rule.cases:
        return cx.fail(node.span)
    if node.name in cx.wrong_rules:
        for argument in node.arguments:
            cx.value(argument)
        return cx.fail(node.span)
    arguments = check_arguments(cx, node, rule.parameters)
    return m.RuleCall(rule=node.name, arguments=arguments, type=rule.type, span=node.span)
