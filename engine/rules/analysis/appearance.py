"""What the rules imply for the look of a game: what names a piece, is rolled, is looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.reached import reached


@dataclass(frozen=True)
class Appearance:
    """What the rules imply for how a game looks.

    `named`: by component, the attributes that its pieces' names depend on. `rolled`: the components
    that the rules roll. `looked_up`: the tables that players look up during a game.
    """

    named: dict[str, frozenset[str]]
    rolled: frozenset[str]
    looked_up: frozenset[str]

    @classmethod
    def of(cls, rules: m.Ruleset) -> Appearance:
        """Return what a ruleset implies."""
        named = {
            name: frozenset(
                part.name for part in walk(component.called) if isinstance(part, m.Attr)
            )
            for name, component in rules.components.items()
        }
        return cls(named, frozenset(_rolled(rules)), frozenset(_looked_up(rules)))


def _rolled(rules: m.Ruleset) -> Iterator[str]:
    for part in walk(rules):
        if isinstance(part, m.Roll):
            kind = part.what.type
            kind = kind.items[0] if kind.kind == "set" else kind
            names = rules.zones[kind.name].pieces if kind.kind == "zone" else kind.names
            for name in names:
                if any(attribute.changes for attribute in rules.components[name].attributes):
                    yield name


def _looked_up(rules: m.Ruleset) -> Iterator[str]:
    """Yield the tables that a score or a counter is computed with, and those that players look up
    by what they see or choose.

    What only setup reads, and what a calculation goes through on its own, is never looked up.
    """
    parts = {"rules": rules.rules, "procedures": rules.procedures}
    played = (rules.turn, rules.triggers, rules.afters, rules.procedures)
    judged = rules.endings
    counted: list[Any] = [rules.winner, rules.scores]
    counted += [part for part in walk(played) if _counts(part, rules)]
    for start in counted:
        yield from (part.table for part in reached(start, parts) if isinstance(part, m.Lookup))
    said = [rule for rule in rules.rules.values() if rule.words]
    chosen = {p.key for action in walk(played) if isinstance(action, m.Action)
              for p in action.parameters}  # fmt: skip
    chosen |= {p.key for rule in said for p in rule.parameters}
    for part in reached((*played, *judged, *(rule.cases for rule in said)), parts):
        if isinstance(part, m.Lookup) and any(_seen(index, chosen) for index in part.indices):
            yield part.table


def _counts(part: m.Model, rules: m.Ruleset) -> bool:
    """Return whether a part of the flow changes a score or a counter."""
    changed = m.changed_by(part) if isinstance(part, m.Stmt) else ()
    return isinstance(part, m.Score) or any(
        isinstance(one, m.VarRef) and rules.variables[one.name].kind == "counter" for one in changed
    )


def _seen(index: m.Expr, chosen: set[int]) -> bool:
    """Return whether an index is something that players see on the table, or have chosen."""
    return any(
        isinstance(part, (m.Attr, m.VarRef, m.ZoneRef))
        or (isinstance(part, m.Local) and part.key in chosen)
        for part in walk(index)
    )
