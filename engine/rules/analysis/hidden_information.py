"""Checking that a move never depends on what its mover can't see.

`require` and the conditions on an action's parameters may read only what the chooser may see:
whether a hidden zone is empty and how many pieces it has are seen by everybody, what lies in it is
not. A piece may be taken from a hidden zone, but then nothing may be asked about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import children, walk
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import PLAYER

COUNTS = ("size", "is empty", "is full")
PLACES = (
    "row", "column", "cells of", "cells next to", "cells around", "cells from", "cells along",
    "cells at", "cells between",
)  # fmt: skip
"""What is asked of cells without looking into them."""


def check_knowing(parts: Mapping[str, Any], findings: Findings) -> None:
    """Report every condition of a move that reads what its chooser can't see.

    `parts` are a ruleset's, perhaps not all of them right.
    """
    looker = _Looker(parts, findings)
    actions = [part for part in walk(dict(parts)) if isinstance(part, m.Action)]
    for action in actions:
        looker.action(action)
    for advice in parts["advice"].values():
        looker.advice(advice, [action for action in actions if action.name == advice.name])


def check_knowing_advice(
    advice: m.Advice, actions: Sequence[m.Action], parts: Mapping[str, Any], findings: Findings
) -> None:
    """Report what advice on some actions reads that the player the choosing player can't see."""
    _Looker(parts, findings).advice(advice, actions)


def _picked_from(domain: m.Expr) -> m.Expr | None:
    """Return a domain that picks some of what lies in its zones; None for one that takes all."""
    if m.takes_several(domain):
        domain = domain.arguments[-1]
    if isinstance(domain, m.Op) and domain.op in ("union", "without", "if"):
        return domain
    return domain if isinstance(domain, (m.Fold, m.RuleCall)) else None


class _Looker:
    """One run over one game; each rule is looked into once."""

    def __init__(self, parts: Mapping[str, Any], findings: Findings) -> None:
        self.rules: dict[str, m.Rule] = parts["rules"]
        self.zones: dict[str, m.Zone] = parts["zones"]
        self.components: dict[str, m.Component] = parts["components"]
        self.variables: dict[str, m.Variable] = parts["variables"]
        self.findings = findings
        self.procedures: dict[str, m.Procedure] = parts["procedures"]
        self.supposed: set[str] = set()
        self.looked: set[str] = set()
        self.reads: dict[str, set[int]] = {}
        self.hidden: dict[int, str] = {}
        """The pieces that were taken from a hidden zone, and the zone."""
        self.others: set[int] = set()
        """The players that can't be the chooser."""
        self.asked: m.CanDo | m.Furthest | None = None
        """The question that all players must be able to answer: whether another player can do
        something, where `me` is that player, or how far a choice leads.
        """
        self.then = "the move's legality can't depend on it"

    def advice(self, advice: m.Advice, actions: Sequence[m.Action]) -> None:
        """Look at what advice on some actions asks."""
        self.then = "advice can't depend on it"
        self.hidden = {}
        self.others = set()
        for action in actions:
            hidden = self._hidden_choices(action)
            for parameter, choice in zip(advice.parameters, action.parameters, strict=False):
                if choice.key in hidden:
                    self.hidden[parameter.key] = hidden[choice.key]
        for case in advice.cases:
            self.look((case.condition, case.value))

    def action(self, action: m.Action) -> None:
        """Look at the conditions of an action."""
        self.hidden, self.others = {}, set()
        self._offer(action)
        last = action.conditions[-1] if action.conditions else None
        if isinstance(last, m.Furthest):
            before = self.asked, self.looked, self.supposed
            self.asked, self.looked, self.supposed = last, set(), set()
            self.look(tuple(choice.domain for choice in action.parameters))
            self._offer(action)
            self.look(action.body)
            self.asked, self.looked, self.supposed = before

    def _offer(self, action: m.Action | m.Ability) -> None:
        self.hidden |= self._hidden_choices(action)
        self.others |= {
            choice.key for choice in action.parameters if is_not_me(choice.where, choice.key)
        }
        for choice in action.parameters:
            self.look(_picked_from(choice.domain))
            self.look(choice.where)
        for condition in action.conditions:
            self.look(condition)

    def _can_do(self, node: m.CanDo) -> None:
        """Look at whether a player can do something: others can't see what that player sees."""
        self.look(node.seat)
        before = self.asked, self.looked, self.supposed
        if self.asked is None and not is_me(node.seat):
            self.asked, self.looked, self.supposed = node, set(), set()
        for offer in node.offers:
            self._offer(offer)
        self.asked, self.looked, self.supposed = before

    def _hidden_choices(self, action: m.Offer) -> dict[int, str]:
        """Return which of an action's pieces are taken from a hidden zone, and the zone."""
        found = {}
        for choice in action.parameters:
            domain = choice.domain
            if m.takes_several(domain):
                domain = domain.arguments[-1]
            if isinstance(domain, m.ZoneRef) and self._is_hidden(domain):
                found[choice.key] = domain.name
        return found

    def look(self, node: Any) -> None:
        """Look at a condition and all that it asks."""
        if (
            isinstance(node, m.Op)
            and node.op in COUNTS
            and isinstance(node.arguments[0], (m.ZoneRef, m.Local))
        ):
            self.look(getattr(node.arguments[0], "indices", ()))
            return
        if isinstance(node, m.Op) and node.op in PLACES:
            self.look(tuple(x for x in node.arguments if not isinstance(x, (m.ZoneRef, m.Local))))
            return
        if isinstance(node, m.RuleCall):
            self._call(node)
            return
        if isinstance(node, m.CanDo):
            self._can_do(node)
            return
        if isinstance(node, m.Perform) and node.procedure not in self.supposed:
            self.supposed.add(node.procedure)
            procedure = self.procedures.get(node.procedure)
            self.look(procedure.body if procedure else ())
        if isinstance(node, m.ZoneRef) and self._is_hidden(node):
            family = self.zones[node.name]
            own = family.seen == "all but owner"
            self._report(
                node.span,
                Message("what is in their own '{name}'", node.name)
                if own
                else Message("what is in '{name}'", node.name),
                self._leave_out_me(family, node) if own else None,
            )
        if isinstance(node, m.VarRef):
            variable = self.variables.get(node.name)
            if variable and not self._sees(variable.seen, variable.indices, node.indices):
                self._report(node.span, f"'{node.name}'")
        if isinstance(node, m.Bind) and isinstance(node.domain, m.Local):
            zone = self.hidden.get(node.domain.key)
            self.hidden |= {node.key: zone} if zone else {}
        if isinstance(node, m.Local) and node.type.kind == "zone":
            self._look_into(node)
        if isinstance(node, m.Attr) and self._on_back(node):
            self._behind(node.piece)
            return
        if isinstance(node, m.Attr) and isinstance(node.piece, m.Local):
            zone = self.hidden.get(node.piece.key)
            if zone:
                self._report(node.span, Message("what is in '{name}'", zone))
        brings = m.handled_by(node) if isinstance(node, m.Stmt) else m.Handled()
        for part in children(node):
            only_there = part in brings.to and part not in brings.pieces
            self.look(_its_place(part) if only_there else part)

    def _look_into(self, cell: m.Local) -> None:
        """Look at a cell of a grid that not everybody sees."""
        zone = self.zones.get(cell.type.name)
        if zone is not None and zone.traits.grid and zone.seen != "all":
            self._report(cell.span, Message("what is in '{name}'", zone.name))

    def _on_back(self, node: m.Attr) -> bool:
        """Return whether an attribute can be read on the back of the piece it is asked of."""
        kinds = [self.components.get(name) for name in node.piece.type.names]
        return bool(kinds) and all(kind and node.name in kind.back for kind in kinds)

    def _behind(self, piece: m.Expr) -> None:
        """Look at how a piece is found of which only the back is asked."""
        if isinstance(piece, m.Op) and piece.op in ("first", "last"):
            zone = piece.arguments[0]
            self.look(_its_place(zone))
        elif not isinstance(piece, m.Local):
            self.look(piece)

    def _call(self, node: m.RuleCall) -> None:
        rule = self.rules.get(node.rule)
        if rule is None:
            return
        reads = self._read_parameters(rule)
        for parameter, argument in zip(rule.parameters, node.arguments, strict=False):
            if not isinstance(argument, m.ZoneRef) or parameter.key in reads:
                self.look(argument)
        if node.rule not in self.looked:
            self.looked.add(node.rule)
            for case in rule.cases:
                self.look((case.condition, case.value))

    def _read_parameters(self, rule: m.Rule) -> set[int]:
        """Return which of a rule's zones are looked into, not only counted."""
        known = self.reads.get(rule.name)
        if known is None:
            known = self.reads[rule.name] = set()
            for case in rule.cases:
                self._gather((case.condition, case.value), known)
        return known

    def _gather(self, node: Any, found: set[int]) -> None:
        if isinstance(node, m.Local):
            found.add(node.key)
        if isinstance(node, m.Op) and node.op in COUNTS and isinstance(node.arguments[0], m.Local):
            return
        if isinstance(node, m.RuleCall) and node.rule in self.rules:
            rule = self.rules[node.rule]
            reads = self._read_parameters(rule)
            for parameter, argument in zip(rule.parameters, node.arguments, strict=False):
                if parameter.key in reads or not isinstance(argument, m.Local):
                    self._gather(argument, found)
            return
        for part in children(node):
            self._gather(part, found)

    def _is_hidden(self, node: m.ZoneRef) -> bool:
        zone = self.zones.get(node.name)
        if zone is None or self._sees(zone.seen, zone.indices, node.indices):
            return False
        if self.asked is not None:
            return True
        index = _owner(zone, node)
        others = isinstance(index, m.Local) and index.key in self.others
        return zone.seen != "all but owner" or not others

    def _sees(
        self, seen: m.Seen, domains: tuple[m.Domain, ...], indices: tuple[m.Expr | None, ...]
    ) -> bool:
        return sees(seen, domains, indices) if self.asked is None else seen == "all"

    def _leave_out_me(self, zone: m.Zone, node: m.ZoneRef) -> str | None:
        """Say how a player that is chosen is told apart from the chooser."""
        index = _owner(zone, node)
        if not isinstance(index, m.Local):
            return None
        return Message(
            "the other players see it: choose '{name}' with 'where {name} != me'", index.name
        )

    def _report(self, span: Span, what: str, hint: str | None = None) -> None:
        message = Message(
            "the choosing player can't see {what}, so {then}", Message(what), Message(self.then)
        )
        if isinstance(self.asked, m.Furthest):
            span, hint = self.asked.span, "let everybody see it, or leave out 'with'"
            message = Message(
                "not every player can see {what}, so how far a choice leads can't depend on it",
                Message(what),
            )
        elif self.asked is not None:
            span, hint = self.asked.span, None
        self.findings.error(Code.E206, message, span, hint=hint)


def _its_place(zone: m.Expr) -> Any:
    """Return what says which zone it is, not the contents of it."""
    return zone.indices if isinstance(zone, m.ZoneRef) else zone


def _owner(zone: m.Zone, node: m.ZoneRef) -> m.Expr | None:
    for domain, index in zip(zone.indices, node.indices, strict=False):
        if domain.type == PLAYER:
            return index
    return None


def is_me(seat: m.Expr | None) -> bool:
    """Return whether a seat is the one that is me."""
    return isinstance(seat, m.Op) and seat.op == "me"


def is_not_me(where: m.Expr | None, key: int) -> bool:
    """Return whether a condition says of a local that it isn't the chooser."""
    if not isinstance(where, m.Op):
        return False
    if where.op == "and":
        return any(is_not_me(part, key) for part in where.arguments)
    keys = [part.key for part in where.arguments if isinstance(part, m.Local)]
    me = [part for part in where.arguments if is_me(part)]
    return where.op == "!=" and keys == [key] and len(me) == 1


def sees(seen: m.Seen, domains: tuple[m.Domain, ...], indices: tuple[m.Expr | None, ...]) -> bool:
    """Return whether the chooser may see it: everybody may, or it is the chooser's own."""
    if seen in ("all", "none"):
        return seen == "all"
    mine = False
    for domain, index in zip(domains, indices, strict=False):
        if domain.type == PLAYER:
            mine = is_me(index)
    return mine and seen == "owner"
