"""Which hidden variables everybody can work out, because every change of them is public.

A counter that only its owner may look at is still known to whoever kept count, when all that was
ever gained and lost was seen by everybody. Which action is chosen, and with which numbers and
words, is announced; which piece, is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.frozen import children, walk
from engine.rules import model as m

_COUNTS = ("size", "is empty", "is full")
"""How much lies in a zone is seen by everybody."""
_Guarded = tuple[m.Stmt, tuple[Any, ...]]


def derivable(rules: m.Ruleset) -> set[str]:
    """Return the names of the hidden variables whose values follow from what everybody saw."""
    hidden = {v.name for v in rules.variables.values() if v.seen != "all"}
    if not hidden:
        return set()
    values = _Values(rules, hidden)
    changes = list(_changes(_parts(rules), (), rules, values, ()))
    return {name for name in hidden if all(_public(c, name, values) for c in changes)}


def _parts(rules: m.Ruleset) -> tuple[Any, ...]:
    """Return where play begins; procedures are looked into where they are called."""
    return (
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
    )  # fmt: skip


def _changes(
    node: Any, guards: tuple[Any, ...], rules: m.Ruleset, values: _Values, path: tuple[str, ...]
) -> Iterator[_Guarded]:
    """Yield the changes of variables, each with what it depends on whether they are made."""
    if isinstance(node, m.Stmt) and (m.changed_by(node) or isinstance(node, m.Score)):
        yield node, guards
    elif isinstance(node, m.Perform):
        called = rules.procedures[node.procedure]
        for p, argument in zip(called.parameters, node.arguments, strict=True):
            values.arguments.setdefault(p.key, []).append(argument)
        if node.procedure not in path:
            yield from _changes(called.body, guards, rules, values, (*path, node.procedure))
    elif isinstance(node, m.Action):
        yield from _changes(node.body, guards, rules, values, path)
    elif isinstance(node, (m.Model, tuple)):
        if isinstance(node, m.Model):
            guards += tuple(p for p in children(node) if isinstance(p, m.Expr) or _binds(p))
        for part in children(node):
            if not isinstance(part, m.Expr) and not _binds(part):
                yield from _changes(part, guards, rules, values, path)


def _binds(part: Any) -> bool:
    return isinstance(part, tuple) and bool(part) and isinstance(part[0], m.Bind)


def _public(change: _Guarded, name: str, values: _Values) -> bool:
    """Return whether everybody can tell what a change makes of a variable."""
    part, guards = change
    changed = [one for one in m.changed_by(part) if isinstance(one, m.VarRef)]
    paid = part.into if isinstance(part, m.Score) else None
    if name not in (paid, *(one.name for one in changed)):
        return True
    reads = (one.indices if one in changed else one for one in children(part))
    return all(values.public(read) for read in (*reads, *guards))


class _Values:
    """Tells whether what an expression looks at is seen by everybody."""

    def __init__(self, rules: m.Ruleset, hidden: set[str]) -> None:
        self.rules = rules
        self.hidden = hidden
        parts = list(walk((rules.rules, rules.procedures, *_parts(rules))))
        self.lets = {p.key: p for p in parts if isinstance(p, m.Let)}
        self.binds = {p.key: p for p in parts if isinstance(p, m.Bind)}
        self.choices = {p.key: p for p in parts if isinstance(p, m.ActionParameter)}
        self.arguments: dict[int, list[m.Expr]] = {}
        """By the key of a procedure's parameter: what it is called with."""
        self.open: set[Any] = set()

    def public(self, node: Any) -> bool:
        """Return whether everything in an expression or block is public."""
        if (
            isinstance(node, m.Op)
            and node.op in _COUNTS
            and isinstance(node.arguments[0], m.ZoneRef)
        ):
            return self.public(node.arguments[0].indices)
        return self._part(node) and all(self.public(part) for part in children(node))

    def _part(self, part: Any) -> bool:
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
        if key in self.choices:
            kind = self.choices[key].type
            return (kind.items[0] if kind.kind == "set" else kind).kind != "piece"
        if key in self.arguments:
            return self._once(key, tuple(self.arguments[key]))
        return False

    def _once(self, mark: Any, node: Any) -> bool:
        """Look into what a name means, once: what comes back to itself adds nothing."""
        if mark in self.open:
            return True
        self.open.add(mark)
        found = self.public(node)
        self.open.discard(mark)
        return found
