"""Checking that a move never depends on what its mover can't see.

`require` and the domains of an action may read only what the chooser may see: whether a hidden zone
is empty and how many pieces it has are seen by everybody, what lies in it is not.
"""

from __future__ import annotations

from typing import Any

from engine.language.diagnostics import Findings
from engine.rules import model as m
from engine.rules.declarations import walk

_COUNTS = ("size", "is empty", "is full")


def check_knowing(ruleset: m.Ruleset, findings: Findings) -> None:
    """Report every require that reads what its chooser can't see."""
    for action in _actions(ruleset):
        for require in action.requires:
            _look(require.condition, ruleset, findings, ())


def _actions(ruleset: m.Ruleset) -> list[m.Action]:
    return [part for part in walk(ruleset) if isinstance(part, m.Action)]


def _look(node: Any, ruleset: m.Ruleset, findings: Findings, path: tuple[str, ...]) -> None:
    if isinstance(node, m.Op) and node.op in _COUNTS and isinstance(node.arguments[0], m.ZoneRef):
        for index in node.arguments[0].indices:
            _look(index, ruleset, findings, path)
        return
    if isinstance(node, m.RuleCall) and node.rule not in path:
        for case in ruleset.rules[node.rule].cases:
            _look(case.condition, ruleset, findings, (*path, node.rule))
            _look(case.value, ruleset, findings, (*path, node.rule))
        for parameter, argument in zip(
            ruleset.rules[node.rule].parameters, node.arguments, strict=False
        ):
            if parameter.domain.type.kind != "zone" or not isinstance(argument, m.ZoneRef):
                _look(argument, ruleset, findings, path)
            else:
                _zone(argument, ruleset, findings)
        return
    if isinstance(node, m.ZoneRef):
        _zone(node, ruleset, findings)
    if isinstance(node, m.VarRef):
        variable = ruleset.variables[node.name]
        if not _seen(variable.seen, variable.indices, node.indices):
            _report(node, f"'{node.name}'", findings)
    if isinstance(node, m.Model):
        for name in type(node).model_fields:
            _look(getattr(node, name), ruleset, findings, path)
    elif isinstance(node, tuple):
        for item in node:
            _look(item, ruleset, findings, path)


def _zone(node: m.ZoneRef, ruleset: m.Ruleset, findings: Findings) -> None:
    zone = ruleset.zones[node.name]
    if not _seen(zone.seen, zone.indices, node.indices):
        _report(node, f"what lies in '{node.name}'", findings)


def _seen(seen: m.Seen, domains: tuple[m.Domain, ...], indices: tuple[m.Expr | None, ...]) -> bool:
    """Tell whether the chooser may see it: everybody may, or it is the chooser's own."""
    if seen in ("all", "none"):
        return seen == "all"
    mine = False
    for domain, index in zip(domains, indices, strict=True):
        if domain.type.kind == "enum" and domain.type.name == "Player":
            mine = isinstance(index, m.Op) and index.op == "me"
    return mine if seen == "owner" else False


def _report(node: m.Expr, what: str, findings: Findings) -> None:
    findings.error(
        "E206", f"who chooses can't see {what}, so whether the move is legal can't depend on it",
        node.span,
    )  # fmt: skip
