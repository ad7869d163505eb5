"""Going through a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

THE_POSITION = "the position"
"""What an expression reads that asks how often the position has come."""
_REPEATED = ("is new", "has come", "zone is new", "zone has come")
_LEAVES = frozenset({str, int, bool, Span, Type, type(None)})
_fields: dict[type, tuple[str, ...]] = {}
"""By class: the fields in which other nodes may stand."""


def inside(node: Any) -> Sequence[Any]:
    """Return what stands directly in a model node, a tuple or a dict and may be or hold nodes."""
    kind = type(node)
    if kind in _LEAVES:
        return ()
    if kind is tuple:
        return cast("Sequence[Any]", node)
    if kind in _fields or isinstance(node, m.Model):
        if kind not in _fields:
            _fields[kind] = tuple(name for name in kind.model_fields if name != "span")
        values = node.__dict__
        return [v for name in _fields[kind] if type(v := values[name]) not in _LEAVES]
    if isinstance(node, dict):
        return tuple(node.values())
    return node if isinstance(node, tuple) else ()


def walk(node: Any) -> Iterator[m.Model]:
    """Yield a model node and every model node inside it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        parts = inside(node)
        if type(node) in _fields:  # to ask whether it is a model takes several times as long
            yield node
        waiting += reversed(parts)


def reached(node: Any, parts: Mapping[str, Any]) -> Iterator[m.Model]:
    """Yield what is in a piece of the model, and in the rules and procedures that it uses.

    `parts` are a ruleset's, perhaps not all of them right.
    """
    waiting, known = [node], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, m.RuleCall) and part.rule not in known:
                known.add(part.rule)
                rule = parts["rules"].get(part.rule)
                waiting += [] if rule is None else [rule.cases]
            elif isinstance(part, m.Perform) and f"to {part.procedure}" not in known:
                known.add(f"to {part.procedure}")
                procedure = parts["procedures"].get(part.procedure)
                waiting += [] if procedure is None else [procedure.body]


def reads(rules: m.Ruleset, node: Any) -> set[str]:
    """Return the zones, variables, `.attributes` and words such as `round` that a node looks at,
    also through the rules and procedures that it asks.
    """
    found: set[str] = set()
    for part in reached(node, {"rules": rules.rules, "procedures": rules.procedures}):
        if isinstance(part, (m.ZoneRef, m.VarRef)):
            found.add(part.name)
        elif isinstance(part, m.Attr):
            found.add(f".{part.name}")
        elif isinstance(part, m.Everything) and part.of.kind == "piece":
            found.update(z.name for z in rules.zones.values())
        elif isinstance(part, m.Op) and part.op in (
            "round",
            "total",
            "active",
            "starter",
            "me",
            "is out",
        ):
            found.add(part.op)
        elif isinstance(part, m.Op) and part.op in _REPEATED:
            found.add(THE_POSITION)
    return found


def remembered(rules: m.Ruleset, node: Any) -> frozenset[str]:
    """Return the zones of which a node asks what they held before, empty for the whole position."""
    return frozenset(
        next((zone.name for zone in part.arguments if isinstance(zone, m.ZoneRef)), "")
        for part in reached(node, {"rules": rules.rules, "procedures": rules.procedures})
        if isinstance(part, m.Op) and part.op in _REPEATED
    )
