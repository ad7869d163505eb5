"""Checking that nothing secret is kept in mind while those decide who may not know it.

A name that `let` gives to a number or a word lives until its block ends. Worked out from pieces
that only one player sees, or nobody, it must not outlast a decision of someone else: the player who
decides could look it up. A `var` is open to all by itself, so what is put there is told on purpose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import children, walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.analysis.hidden_information import COUNTS, is_me, sees

_OTHERS = (m.EachSeat, m.AsSeat, m.Circle)


def check_secrets(parts: Mapping[str, Any], findings: Findings) -> None:
    """Report names of secrets that outlast a decision, and announcements that tell what not
    everybody may know (E206). `parts` are a ruleset's.
    """
    minder = _Minder(parts, findings)
    for part in walk(dict(parts)):
        if not isinstance(part, m.Announce):
            continue
        for value in part.words.parts:
            if not isinstance(value, str) and any(True for _ in minder.secrets(value)):
                message = "every player reads this, but not every player can see its source"
                hint = "put it in a 'var' for everyone, or use 'show … to …' for a single player"
                findings.error(Code.E206, message, value.span, hint=hint)


def secrets_kept(parts: Mapping[str, Any]) -> dict[int, bool]:
    """Return the keys of names that `let` gives to secrets, and whether me may know them."""
    return _Minder(parts, Findings()).secret


class _Minder:
    """One run over one game."""

    def __init__(self, parts: Mapping[str, Any], findings: Findings) -> None:
        self.parts = parts
        self.findings = findings
        self.zones: dict[str, m.Zone] = parts["zones"]
        self.variables: dict[str, m.Variable] = parts["variables"]
        self.secret: dict[int, bool] = {}
        """The names of secrets, and whether the seat that is me may know them."""
        self.look((parts["turn"], parts["procedures"], parts["triggers"]))

    def look(self, node: Any) -> None:
        """Look at every block, the statements in order."""
        if isinstance(node, m.Block):
            for number, s in enumerate(node.statements):
                self.look(s)
                if isinstance(s, m.Let):
                    self._let(s, node.statements[number + 1 :])
        elif not isinstance(node, m.Expr):
            for part in children(node):
                self.look(part)

    def _let(self, s: m.Let, after: Sequence[m.Stmt]) -> None:
        found = list(self.secrets(s.value))
        if not found or s.domain.type.kind == "piece" or s.variable:
            return
        self.secret[s.key] = all(found)
        if self._others_decide(after, set(), anybody=not all(found)):
            self.findings.error(
                Code.E206,
                Message("'{name}' comes from what other players can't see, and is still kept "
                        "while they decide", s.name), s.span,
                hint="compute it again where it is needed, or put it in a 'var' that everyone "
                     "sees",
            )  # fmt: skip

    def secrets(self, node: Any, rules: Collection[str] = ()) -> Iterator[bool]:
        """Yield for each hidden thing that is looked at whether the seat that is me sees it."""
        counted = node.arguments[0] if isinstance(node, m.Op) and node.op in COUNTS else None
        if isinstance(counted, m.ZoneRef):
            node = counted.indices
        if isinstance(node, (m.ZoneRef, m.VarRef)):
            known = self.zones.get(node.name) or self.variables.get(node.name)
            if known and known.seen != "all":
                yield sees(known.seen, known.indices, node.indices)
        if isinstance(node, m.Local) and node.key in self.secret:
            yield self.secret[node.key]
        if isinstance(node, m.RuleCall) and node.rule not in rules:
            rule = self.parts["rules"].get(node.rule)
            yield from self.secrets(rule.cases if rule else (), {*rules, node.rule})
        others = isinstance(node, m.CanDo) and not is_me(node.seat)
        for part in children(node):
            for seen in self.secrets(part, rules):
                yield seen and not others

    def _others_decide(self, node: Any, called: set[str], *, anybody: bool) -> bool:
        """Return whether something is chosen in some statements by another seat, or by anybody."""
        if isinstance(node, m.Choose) and anybody:
            return True
        if isinstance(node, m.Perform) and node.procedure not in called:
            called.add(node.procedure)
            procedure = self.parts["procedures"].get(node.procedure)
            body = procedure.body if procedure else ()
            return self._others_decide(body, called, anybody=anybody)
        anybody = anybody or isinstance(node, _OTHERS)
        return any(self._others_decide(part, called, anybody=anybody) for part in children(node))
