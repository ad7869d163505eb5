"""Checking named rules: their parameters and their cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.narrowing import knowing
from engine.rules.checker.types import domain_of, named_type
from engine.rules.checker.wanted import one_zone, same_contents, want_condition, want_one
from engine.rules.substitution import put
from engine.rules.types import ERROR, Type, set_of

AMONG = "give the rule one of them as a parameter: the cells of one line, not all lines"


def check_parameters(cx: Checking, nodes: Sequence[s.Parameter]) -> tuple[m.Parameter, ...]:
    """Declare parameters in the innermost block."""
    result = []
    for node in nodes:
        domain = _parameter_domain(cx, node)
        local = cx.names.add_local(
            node.name, domain.type, cx.word(node.name, node.span), domain=domain
        )
        result.append(m.Parameter(name=node.name, key=local.key, domain=domain, span=node.span))
    return tuple(result)


def _parameter_domain(cx: Checking, node: s.Parameter) -> m.Domain:
    part = node.type
    if isinstance(part, s.Member) and not part.is_type and not part.several:
        return m.Domain(type=_zone_called(cx, part), span=part.span)
    if isinstance(part, s.Member) and part.several:
        kind = _elements(cx, part)
        if kind.kind not in ("piece", "enum", "zone", "error"):
            kind = cx.error(
                Code.E101, Message("there can't be several of {name}", part.name), part.span
            ).type
        return m.Domain(type=kind if kind == ERROR else set_of(kind), span=part.span)
    return domain_of(cx, part, node.name)


def _zone_called(cx: Checking, part: s.Member) -> Type:
    """Return the type of the zones of a family, or of the cells of a grid."""
    if part.name in cx.names.zones:
        cx.names.use_name(part.name, part.span)
        return Type("zone", (part.name,))
    known = [*cx.names.zones, *cx.names.enums, *cx.names.components]
    what = Message("there is no zone or type '{name}'", part.name)
    cx.unknown(what, part.name, part.span, known, code=Code.E013)
    return ERROR


def _elements(cx: Checking, part: s.Member) -> Type:
    """Return of what a set is that a rule is given: `set of Card`, `set of board`."""
    return named_type(cx, part.name, part.span) if part.is_type else _zone_called(cx, part)


def check_named(cx: Checking, node: s.Let) -> tuple[int, m.Expr]:
    """Check `let` above a condition; return its key and what is in its place.

    What it says is asked wherever its name stands, so it can be whatever can be asked.
    """
    value = one_zone(cx, cx.value(node.value))
    if any(isinstance(part, m.Fold) and part.kind == "random" for part in walk(value)):
        message = "nothing happens here, so nothing can be random"
        value = cx.error(Code.E203, message, node.value.span)
    place = cx.word(node.name, node.span)
    domain = m.Domain(type=value.type, span=node.span)
    local = cx.names.add_local(node.name, value.type, place, domain=domain, named=True)
    return local.key, value


def check_rule(cx: Checking, name: str, node: s.Rule) -> m.Rule:
    """Check a named rule; a rule that comes back to itself is reported."""
    done = cx.done_rules.get(name)
    if done:
        return done
    cx.open_rules.append(name)
    errors = len(cx.findings.errors)
    scopes, cx.names.scopes = cx.names.scopes, []
    with cx.names.block(), ExitStack() as before:
        parameters = check_parameters(cx, node.parameters)
        named: dict[int, m.Expr] = {}
        for let in node.lets:
            key, value = check_named(cx, let)
            named[key] = cx.copied(put(value, named))
        cases = _cases(cx, node, before)
        if named:
            cases = tuple(_put_into(cx, case, named) for case in cases)
    cx.names.scopes = scopes
    cx.open_rules.pop()
    kind = _in_common([case.value.type for case in cases])
    rule = m.Rule(
        name=name, parameters=parameters, cases=cases, type=kind, words=node.words,
        span=node.span,
    )  # fmt: skip
    cx.done_rules[name] = rule
    if len(cx.findings.errors) > errors:
        cx.wrong_rules.add(name)
    return rule


def _put_into(cx: Checking, case: m.Case, named: Mapping[int, m.Expr]) -> m.Case:
    """Return a case with what `let` says above it in the place of its names."""
    condition = None if case.condition is None else cx.copied(put(case.condition, named))
    value = cx.copied(put(case.value, named))
    return replace(case, value=value, condition=condition)


def _cases(cx: Checking, node: s.Rule, before: ExitStack) -> tuple[m.Case, ...]:
    """Check the cases; `before` keeps what is known since those before don't hold."""
    cases: list[m.Case] = []
    expected: Type | None = None
    for case in node.cases:
        if isinstance(case.value, s.Text) and expected is not None and expected.kind != "text":
            cx.error(Code.E203, "put the sentence at the head of its rule", case.span)
            continue
        condition = None if case.condition is None else want_condition(cx, case.condition)
        with knowing(cx, condition):
            value = _given(cx, case.value, Message("the rule '{name}' gives", node.name), expected)
        before.enter_context(knowing(cx, condition, holds=False))
        plain = value.type.sure()
        if cases and all(same_contents(cx, one.value, plain) for one in cases):
            expected = plain  # what zones hold, and a set: together they are sets
        fits = plain.kind in ("none", "error") or same_contents(cx, value, expected)
        if expected is not None and not fits and plain != expected:
            value = cx.want(value, expected, Message("every case of '{name}'", node.name))
        if expected is None and plain.kind != "none":
            expected = plain
        if cases and cases[-1].condition is None:
            cx.findings.warn(Code.W002, "this line is never reached", case.span)
        cases.append(m.Case(value=value, condition=condition, span=case.span))
    if not cases:
        if not cx.findings.errors:
            cx.error(
                Code.E201, Message("the rule '{name}' says nothing", node.name), node.name_span
            )
    elif (
        cases[-1].condition is not None
        and cases[0].value.type.kind not in ("truth", "set")
        and not unread_line(cx, node.span)
    ):
        message = Message("'{name}' has no value if none of its cases holds", node.name)
        cx.error(Code.E201, message, cases[-1].span, hint="end with a line '… otherwise'")
    return tuple(cases)


def _given(cx: Checking, node: s.Expr, what: Message, expected: Type | None) -> m.Expr:
    """Check what a case gives: one value, or several."""
    value = cx.value(node, expected)
    several = value.type.kind == "set" and value.type.items[0].kind != "set"
    if several or same_contents(cx, value, expected):
        return value
    return want_one(cx, value, what, AMONG)


def unread_line(cx: Checking, span: Span) -> bool:
    """Return whether a line of a part couldn't be read."""
    unread = (Code.E001, Code.E002, Code.E003)
    found = [item.span for item in cx.findings.errors if item.code in unread]
    return any(s.file == span.file and span.line <= s.line <= span.end_line for s in found)


def _in_common(kinds: Sequence[Type]) -> Type:
    """Return the type of the cases of a rule: that of the first, or none too if one may be none."""
    several = [kind for kind in kinds if kind.kind == "set"]
    kind = next((kind for kind in several or kinds if kind.kind != "none"), None)
    if kind is None:
        return kinds[0] if kinds else ERROR
    maybe = any(other.maybe or other.kind == "none" for other in kinds)
    return replace(kind, maybe=True) if maybe and kind.kind != "error" else kind
