"""Which hidden variables everybody can work out, because every change of them is public.

A counter that only its owner may look at is still known to whoever kept count, when all that was
ever gained and lost was seen by everybody. What an action's mover chose in secret is not public.
"""

from __future__ import annotations

from typing import Any

from engine.rules import model as m
from engine.rules.walk import walk


def derivable(rules: m.Ruleset) -> set[str]:
    """Return the names of the hidden variables whose values follow from what everybody saw."""
    hidden = {v.name for v in rules.variables.values() if v.seen != "all"}
    return {name for name in hidden if _public(name, rules, hidden)} if hidden else set()


def _public(name: str, rules: m.Ruleset, hidden: set[str]) -> bool:
    values = _Values(rules, hidden)
    parts = list(walk(rules))
    for part in parts:
        if isinstance(part, m.Assign) and _is(part.target, name):
            changes: list[Any] = [part.value, *_indices(part.target)]
        elif isinstance(part, m.Gain) and (_is(part.counter, name) or _is(part.to, name)):
            changes = [part.amount]
        elif isinstance(part, m.Score) and part.into == name:
            changes = [part.body]
        else:
            continue
        if not all(values.public(change) for change in changes):
            return False
    return True


def _is(target: m.Expr | None, name: str) -> bool:
    return isinstance(target, m.VarRef) and target.name == name


def _indices(target: m.Expr) -> tuple[m.Expr, ...]:
    return target.indices if isinstance(target, m.VarRef) else ()


class _Values:
    """Tells whether what an expression looks at is seen by everybody."""

    def __init__(self, rules: m.Ruleset, hidden: set[str]) -> None:
        self.rules = rules
        self.hidden = hidden
        self.lets = {p.key: p for p in walk(rules) if isinstance(p, m.Let)}
        self.binds = {p.key: p for p in walk(rules) if isinstance(p, m.Bind)}
        self.open: set[Any] = set()

    def public(self, node: Any) -> bool:
        """Tell whether everything in an expression or block is public."""
        return all(self._part(part) for part in walk(node))

    def _part(self, part: m.Model) -> bool:
        if isinstance(part, m.ZoneRef):
            return self.rules.zones[part.name].seen == "all"
        if isinstance(part, m.VarRef):
            return part.name not in self.hidden
        if isinstance(part, m.Fold):
            return part.kind != "random"
        if isinstance(part, m.RuleCall):
            return self._once(part.rule, self.rules.rules[part.rule].cases)
        if isinstance(part, m.Local):
            return self._local(part.key)
        return True

    def _local(self, key: int) -> bool:
        if key in self.lets:
            let = self.lets[key]
            return not let.variable and self._once(key, let.value)
        if key in self.binds:
            return self._once(key, self.binds[key].domain)
        return False

    def _once(self, mark: Any, node: Any) -> bool:
        """Look into what a name stands for, once: what comes back to itself adds nothing."""
        if mark in self.open:
            return True
        self.open.add(mark)
        found = self.public(node)
        self.open.discard(mark)
        return found
