"""Warnings for loops over the players in which one player does everything.

`for each player in Player` gives a name to one player after the other; who acts stays the same.
What each player shall do themselves stands in `each Player`, which makes each of them `me`.
"""

from __future__ import annotations

from typing import Any

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.language.source import Source
from engine.rules import model as m
from engine.rules.types import PLAYER

_ONE_LINE = 60
"""No longer a statement is repeated in a hint."""


def warn_everybody(rules: m.Ruleset, findings: Findings) -> None:
    """Warn of what is done by the same player each time, though it runs through all (W005)."""
    for part in walk(rules):
        if not isinstance(part, m.ForEach):
            continue
        for bind in part.binders:
            everybody = isinstance(bind.domain, m.Everything) and bind.type == PLAYER
            if everybody and not _speaks_of((part.where, part.binders), {bind.key}):
                _Loop(bind, findings).block(part.body, {bind.key})


def _speaks_of(node: Any, keys: set[int]) -> bool:
    return any(isinstance(part, m.Local) and part.key in keys for part in walk(node))


class _Loop:
    """One loop: finds what hangs on who acts, but not on whom the loop has come to."""

    def __init__(self, bind: m.Bind, findings: Findings) -> None:
        self.bind = bind
        self.findings = findings

    def block(self, block: m.Block | None, keys: set[int]) -> None:
        """Look through a block; `keys` are the names that hang on whom the loop has come to."""
        keys = set(keys)
        for s in block.statements if block else ():
            if isinstance(s, m.Let):
                keys |= {s.key} if _speaks_of(s.value, keys) else set()
            elif isinstance(s, m.If):
                if not _speaks_of(s.condition, keys):
                    self.block(s.then, keys)
                    self.block(s.otherwise, keys)
            elif isinstance(s, m.ForEach):
                if not _speaks_of((s.where, s.binders), keys):
                    self.block(s.body, keys)
            elif isinstance(s, (m.Together, m.Repeat)):
                self.block(s.body, keys)
            elif _of_me(s) and not _speaks_of(s, keys):
                self._warn(s)

    def _warn(self, s: m.Stmt) -> None:
        source: Source | None = self.findings.sources.get(s.span.file)
        text = source.quote(s.span) if source else ""
        short = "\n" not in text and len(text) <= _ONE_LINE
        message = Message(
            "the same player does this each time, whichever player '{name}' is", self.bind.name
        )
        hint: str = "to let each player do it, write 'each Player' instead of 'for each …'"
        if short:
            hint = Message("to let each player do it, write 'each Player: {text}'", text)
        self.findings.warn(Code.W005, message, s.span, hint=hint)


def _of_me(s: m.Stmt) -> bool:
    """Return whether a statement changes something of who acts, or lets them choose."""
    if isinstance(s, m.Choose):
        return True
    touched = (m.handled_by(s).pieces, m.changed_by(s))
    return any(isinstance(e, m.Op) and e.op == "me" for e in walk(touched))
