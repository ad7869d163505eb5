"""Going through a model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

THE_POSITION = "the position"
"""What an expression reads that asks how often the position has come."""
_LEAVES = frozenset({str, int, bool, Span, Type, type(None)})
_fields: dict[type, tuple[str, ...]] = {}
"""By class: the fields in which other nodes may stand, the last one first."""


def walk(node: Any) -> Iterator[m.Model]:
    """Yield a model node and every model node inside it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in _LEAVES:
            continue
        if kind is tuple:
            waiting += reversed(node)
        elif kind in _fields or isinstance(node, m.Model):
            yield node
            if kind not in _fields:
                names = tuple(name for name in kind.model_fields if name != "span")
                _fields[kind] = names[::-1]
            inside = node.__dict__
            waiting += [v for name in _fields[kind] if type(v := inside[name]) not in _LEAVES]
        elif isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, dict):
            waiting += reversed(node.values())


def reads(rules: m.Ruleset, node: Any, above: tuple[str, ...] = ()) -> set[str]:
    """Return the zones, variables, `.attributes` and words such as `round` that a node looks at.

    So it does through the rules and procedures that it asks; `above`: those that are open already.
    """
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, (m.ZoneRef, m.VarRef)):
            found.add(part.name)
        elif isinstance(part, m.Attr):
            found.add(f".{part.name}")
        elif isinstance(part, m.Everything) and part.of.kind == "piece":
            found.update(z.name for z in rules.zones.values())
        elif isinstance(part, m.RuleCall) and part.rule not in above:
            found |= reads(rules, rules.rules[part.rule].cases, (*above, part.rule))
        elif isinstance(part, m.Perform) and (name := f"to {part.procedure}") not in above:
            found |= reads(rules, rules.procedures[part.procedure].body, (*above, name))
        elif isinstance(part, m.Op) and part.op in ("round", "total", "active", "me", "is out"):
            found.add(part.op)
        elif isinstance(part, m.Op) and part.op in ("is new", "has come"):
            found.add(THE_POSITION)
    return found
