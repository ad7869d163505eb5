"""Checking that simultaneous branches stay apart.

A branch that may ask again runs to its end apart from the others. It may change only what belongs
to its own seat, and may look only at that or at what no branch changes; otherwise the order in
which the branches are run would show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import children, walk
from engine.language.message import Message
from engine.rules import model as m

_PLAYER = ("Player",)


def check_simultaneous_independence(rules: m.Ruleset, findings: Findings) -> None:
    """Report what simultaneous branches change or look at beyond their own seat (E207)."""
    flows = (rules.turn, rules.procedures, rules.triggers, rules.afters)
    for part in walk(flows):
        if isinstance(part, m.EachSeat) and part.simultaneous and not _single(part):
            _Branch(rules, findings, others_turn=part.other).check(part.body)


def _single(part: m.EachSeat) -> bool:
    """Tell whether each seat only makes one choice, which is carried out after all have chosen."""
    statements = part.body.statements
    return len(statements) == 1 and isinstance(statements[0], m.Choose)


class _Branch:
    """One kind of branch: what it may reach is followed through procedures and reactions."""

    def __init__(self, rules: m.Ruleset, findings: Findings, *, others_turn: bool) -> None:
        self.rules = rules
        self.findings = findings
        self.others_turn = others_turn
        """The player who acts in the branch isn't the seat whose turn it is."""

    def check(self, body: m.Block) -> None:
        parts = list(self._reach(body, set()))
        changed: dict[str, m.Model] = {}
        for part in parts:
            for target in self._changes(part):
                changed.setdefault(target.name, part)
                if not self._own(target):
                    self._report(
                        part, Message("changes '{name}', which is not theirs alone", target.name)
                    )
        for part in parts:
            if isinstance(part, m.Announce):
                self._report(part, "is told to everybody at once")
        reads = [e for part in parts for e in self._reads(part)]
        for e in reads:
            if e.name in changed and not self._own(e):
                self._report(e, Message("reads the others' '{name}', which they change", e.name))

    def _report(self, part: m.Model, what: str) -> None:
        message = Message("several seats act here at the same time, and this {what}", Message(what))
        hint = "do this after the simultaneous part"
        self.findings.error(Code.E207, message, part.span, hint=hint)

    def _own(self, target: m.ZoneRef | m.VarRef) -> bool:
        """Return whether a zone or variable is that of the seat that is me."""
        declared: Any = self.rules.zones.get(target.name) or self.rules.variables.get(target.name)
        for domain, index in zip(declared.indices, target.indices, strict=False):
            if domain.type.names[:1] == _PLAYER:
                return isinstance(index, m.Op) and index.op == "me"
        return False

    # -------------------------------------------------------------- what is reached

    def _reach(self, node: Any, seen: set[str]) -> Iterator[m.Stmt]:
        """Yield the statements that a branch may come to."""
        if isinstance(node, m.Block):
            for s in node.statements:
                yield from self._reach(s, seen)
            return
        if not isinstance(node, m.Stmt):
            return
        yield node
        if isinstance(node, m.Perform) and node.procedure not in seen:
            seen.add(node.procedure)
            yield from self._reach(self.rules.procedures[node.procedure].body, seen)
        for number, trigger in enumerate(self.rules.triggers):
            if f"when {number}" not in seen and self._sets_off(node, trigger.event):
                seen.add(f"when {number}")
                yield from self._reach(trigger.body, seen)
        for block in self._inside(node):
            yield from self._reach(block, seen)

    def _inside(self, node: m.Stmt) -> Iterator[m.Block]:
        if isinstance(node, m.If):
            if not (self.others_turn and _is_own_turn(node.condition)):
                yield node.then
            if node.otherwise is not None:
                yield node.otherwise
            return
        if isinstance(node, m.Choose):
            for action in node.actions:
                yield action.body
            if node.otherwise is not None:
                yield node.otherwise
            return
        yield from (part for part in children(node) if isinstance(part, m.Block))

    def _sets_off(self, node: m.Stmt, event: m.Arrives | m.Becomes) -> bool:
        zone = event.zone if isinstance(event, m.Arrives) else event.zone.name
        return any(target.name == zone for target in self._changes(node))

    # -------------------------------------------------------------- changes and looks

    def _changes(self, node: m.Stmt) -> Iterator[m.ZoneRef | m.VarRef]:
        for target in m.changed_by(node):
            if isinstance(target, (m.ZoneRef, m.VarRef)):
                yield target

    def _reads(self, node: m.Stmt) -> Iterator[m.ZoneRef | m.VarRef]:
        """Yield what the statement itself looks at, not what is in blocks inside it."""
        changed = [id(target) for target in self._changes(node)]
        for part in self._expressions(node):
            if isinstance(part, (m.ZoneRef, m.VarRef)) and id(part) not in changed:
                yield part

    def _expressions(self, node: Any) -> Iterator[m.Model]:
        for part in children(node):
            if isinstance(part, m.Expr):
                yield from walk(part)
        if isinstance(node, m.Choose):
            for action in node.actions:
                yield from walk((action.parameters, action.requires))


def _is_own_turn(e: m.Expr) -> bool:
    """Return whether a condition is `me = active`."""
    if not isinstance(e, m.Op) or e.op != "=":
        return False
    names = {a.op for a in e.arguments if isinstance(a, m.Op)}
    return names == {"me", "active"}
