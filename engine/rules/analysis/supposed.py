"""Checking what is supposed: `C supposing move card to heap` asks what would be so afterwards.

What is supposed is carried out and taken back, so it can't ask anybody, end anything, or leave
anything to chance. Suppositions may be nested; each keeps a copy of the position. So is what the
moves of a choice do that must lead as far as possible: the program tries where they lead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import children, walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.reached import reached

MOST_NESTED = 4
"""How deep suppositions may be nested."""


def check_supposed(parts: Mapping[str, Any], findings: Findings) -> None:
    """Report what can't be supposed (E203, E204). `parts` are a ruleset's, perhaps wrong."""
    check_supposed_in(dict(parts), parts, findings)


def check_supposed_in(node: object, parts: Mapping[str, Any], findings: Findings) -> None:
    """Report what can't be supposed in a piece of the model."""
    reported: set[int] = set()
    nested = _Nested(parts, findings)
    for part in list(walk(node)):
        if isinstance(part, m.Supposing):
            if nested.depth(part) == MOST_NESTED + 1:
                message = "suppositions are nested more than {most} deep here"
                findings.error(Code.E203, Message(message, MOST_NESTED), part.span)
            _check_done((part.value, part.body), parts, findings, reported)
        elif isinstance(part, m.Choose) and part.furthest is not None:
            done = tuple(action.body for action in part.actions)
            _check_done((part.furthest.value, done), parts, findings, reported)


def _check_done(
    done: object, parts: Mapping[str, Any], findings: Findings, reported: set[int]
) -> None:
    """Report what can't be supposed in all that something supposed reaches."""
    for part in reached(done, parts):
        if id(part) in reported:
            continue
        reported.add(id(part))
        if isinstance(part, m.Stmt) and not m.traits(part).supposable:
            findings.error(
                Code.E203, "this can't be supposed", part.span,
                hint="suppose only moves, writing and computing: nothing that asks, ends, "
                     "shows, shuffles or lets others act",
            )  # fmt: skip
        elif isinstance(part, m.Fold) and part.kind == "random":
            findings.error(Code.E203, "something random can't be supposed", part.span)


class _Nested:
    """How deep suppositions are nested, also through rules and procedures."""

    def __init__(self, parts: Mapping[str, Any], findings: Findings) -> None:
        self._named = {m.RuleCall: parts["rules"], m.Perform: parts["procedures"]}
        self._findings = findings
        self._known: dict[tuple[type[m.Model], str], int] = {}
        self._open: set[tuple[type[m.Model], str]] = set()

    def depth(self, node: object) -> int:
        """Return how many suppositions there are on the way to the innermost in something that is
        supposed, itself counted. What comes back to itself is reported (E204).
        """
        match node:
            case m.RuleCall():
                called = self._of(node, node.rule)
            case m.Perform():
                called = self._of(node, node.procedure)
            case _:
                called = 0
        within = max(map(self.depth, children(node)), default=0)
        return max(called, within + isinstance(node, m.Supposing))

    def _of(self, node: m.RuleCall | m.Perform, name: str) -> int:
        key = type(node), name
        if key in self._open:
            message = Message("'{name}' comes back to itself in what is supposed", name)
            self._findings.error(Code.E204, message, node.span)
        elif key not in self._known:
            self._open.add(key)
            self._known[key] = self.depth(self._named[type(node)].get(name))
            self._open.discard(key)
        return self._known.get(key, 0)
