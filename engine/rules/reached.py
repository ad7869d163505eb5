"""What a piece of the model reaches and reads through the rules and procedures that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.frozen import walk
from engine.rules import model as m

THE_POSITION = "the position"
"""What an expression reads that asks how often the position has come."""
_REPEATED = ("is new", "has come", "zone is new", "zone has come")


def reached(node: Any, parts: Mapping[str, Any]) -> Iterator[Any]:
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
