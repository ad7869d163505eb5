"""What a rule, procedure or action takes in its brackets, while these are being filled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.editor.workspace import name_in
from engine.language import syntax as s
from engine.language.frozen import walk
from engine.rules.load import Loaded

_FIXED = {
    "size": ("zone or set",), "first": ("zone",), "last": ("zone",), "left": ("player",),
    "right": ("player",), "partner": ("player",), "team": ("player",), "abs": ("number",),
    "max": ("number", "number"), "min": ("number", "number"),
    "sum": ("value for x in S where C",), "count": ("x in S where C",),
    "any": ("x in S where C",), "all": ("C for x in S",), "distinct": ("value for x in S",),
    "split": ("value for x in N or more of S where C",), "random": ("x in S where C",),
}  # fmt: skip


@dataclass(frozen=True)
class Signature:
    """A name with what is in its brackets; `active`: which of it is being written, from 0."""

    name: str
    parameters: tuple[str, ...]
    active: int
    words: str = ""

    @property
    def label(self) -> str:
        """Return it as one line."""
        return f"{self.name}({', '.join(self.parameters)})"


def signature(loaded: Loaded, path: Path, line: int, column: int) -> Signature | None:
    """Return what the innermost open bracket before a place belongs to, if that is known."""
    source = loaded.findings.sources.get(name_in(loaded, path))
    if source is None or not 1 <= line <= len(source.lines):
        return None
    opened = _opened(source.lines[line - 1][: column - 1])
    if opened is None:
        return None
    name, active = opened
    found = _taken(loaded, name)
    if found is None:
        return None
    parameters, words = found
    return Signature(name, tuple(parameters), min(active, max(0, len(parameters) - 1)), words)


def _opened(before: str) -> tuple[str, int] | None:
    """Return the name before the innermost open round bracket, and how many commas follow it."""
    depth = commas = 0
    plain = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: "x" * len(m.group()), before)
    for at in range(len(plain) - 1, -1, -1):
        char = plain[at]
        if char in ")]}":
            depth += 1
        elif char in "([{":
            if depth == 0:
                name = re.search(r"(\w+)$", plain[:at])
                return (name[1], commas) if char == "(" and name else None
            depth -= 1
        elif char == "," and depth == 0:
            commas += 1
    return None


def _taken(loaded: Loaded, name: str) -> tuple[Sequence[str], str] | None:
    names = loaded.names
    if names is None:
        return None
    rule = names.rules.get(name) or names.procedures.get(name)
    if rule is not None:
        words = rule.words or "" if isinstance(rule, s.Rule) else ""
        return [_quoted(loaded, p) for p in rule.parameters], words
    for action in walk(loaded.items, s.Example, s.Rule):
        if isinstance(action, s.Action) and action.name == name:
            return [_quoted(loaded, p) for p in action.parameters], action.text or ""
    return (_FIXED[name], "") if name in _FIXED else None


def _quoted(loaded: Loaded, node: s.Node) -> str:
    source = loaded.findings.sources.get(node.span.file)
    return " ".join(source.quote(node.span).split()) if source else "…"
