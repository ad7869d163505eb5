"""Warnings for what nothing uses, what is never reached and what never changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.names import Names
from engine.rules.types import TRUTH


def warn_unused(
    ruleset: m.Ruleset,
    names: Names,
    used: set[str],
    items: Sequence[s.Item],
    findings: Findings,
) -> None:
    """Warn of a right ruleset's idle parts. `used` are the names that more than examples use."""
    for name, (what, span) in names.declared.items():
        if name not in used and not name.startswith("original "):
            unused = Message(what.split(" ", 1)[1] + " '{name}' is never used", name)
            findings.warn(Code.W001, unused, span)
    _unused_types(names, used, items, findings)
    _unused_attributes(ruleset, used, findings)
    _constant_conditions(ruleset, findings)
    if not ruleset.examples:
        message = "no example shows that these rules do what they say"
        findings.warn(Code.W003, message, ruleset.header.span, hint="add a part 'example'")


def _unused_types(
    names: Names,
    used: set[str],
    items: Sequence[s.Item],
    findings: Findings,
) -> None:
    source = findings.sources
    for node in items:
        if not isinstance(node, (s.TypeDecl, s.Component)) or node.name in used:
            continue
        members = names.enums.get(node.name)
        words = {f"{node.name}.{x.name}" for x in members.members} if members else set()
        if not words & used:
            unused = "component '{name}' is never used"
            if isinstance(node, s.TypeDecl):
                unused = "type '{name}' is never used"
            place = source[node.span.file].find(node.name, node.span)
            findings.warn(Code.W001, Message(unused, node.name), place)


def _unused_attributes(ruleset: m.Ruleset, used: set[str], findings: Findings) -> None:
    for component in ruleset.components.values():
        for attribute in component.attributes:
            if f"{component.name}.{attribute.name}" not in used:
                place = _head(findings, attribute.name, attribute.span)
                message = Message(
                    "'{name}' of {component} is never used", attribute.name, component.name
                )
                findings.warn(Code.W001, message, place)


def _head(findings: Findings, word: str, span: Span) -> Span:
    source = findings.sources.get(span.file)
    return source.find(word, span) if source else span


# ---------------------------------------------------------------- conditions


def constant(node: Any) -> int | None:
    """Return the value of an expression that is always the same, or None."""
    if isinstance(node, m.Literal_):
        return node.value
    if not isinstance(node, m.Op):
        return None
    values = [constant(argument) for argument in node.arguments]
    if node.op in ("and", "or"):
        ending = int(node.op == "or")
        if ending in values:
            return ending
        return None if None in values else 1 - ending
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    if node.op == "not":
        return int(not known[0])
    if node.op == "negate":
        return -known[0]
    operation = m.OPERATIONS.get(m.SYMBOLS.get(node.op, node.op))
    if len(known) != 2 or operation is None or (node.op in ("/", "mod") and not known[1]):
        return None
    return operation.yields(*known)


def _constant_conditions(ruleset: m.Ruleset, findings: Findings) -> None:
    for part in walk(ruleset):
        for condition in _conditions(part):
            value = constant(condition)
            if value is not None and condition.type == TRUTH:
                always = "this condition always holds" if value else "this condition never holds"
                findings.warn(Code.W002, always, condition.span)


def _conditions(part: m.Model) -> list[m.Expr]:
    """Return what a node asks before it does something."""
    found = [getattr(part, name, None) for name in ("condition", "where", "when")]
    if isinstance(part, m.Op) and part.op == "if":
        found.append(part.arguments[0])
    return [condition for condition in found if isinstance(condition, m.Expr)]
