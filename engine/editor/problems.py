"""What is wrong with a text, for the editor's own list, and the quick fixes for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.editor.workspace import ExampleResults, name_in
from engine.language.diagnostics import Diagnostic
from engine.language.source import Edit, Span
from engine.rules.load import Loaded


@dataclass(frozen=True)
class QuickFix:
    """What would mend a diagnostic, in words and as an edit."""

    title: str
    edit: Edit


def problems(
    loaded: Loaded,
    path: Path,
    tried: ExampleResults | None = None,
    stale: Iterable[Diagnostic] = (),
) -> list[Diagnostic]:
    """Return what is said of one file of a ruleset, in order; `tried`: with what its games show;
    `stale`: with sentences that stayed while their rules changed.

    What is wrong in a file that it builds on is told once, at its first line.
    """
    own = name_in(loaded, path)
    found = [*loaded.findings.in_order(), *stale]
    if tried is not None:
        found += tried.diagnostics
        found += [o.diagnostic for o in tried.outcomes if o.diagnostic is not None]
    here = [d for d in found if d.span.file == own]
    for other in found:
        if other.span.file != own and other.severity == "error":
            place = f"{other.span.place}: " if other.span.line else ""
            head = replace(other, message=place + other.message, span=_head(own), fix=None)
            return [head, *here]
    return here


def _head(file: str) -> Span:
    return Span(file, 1, 1, 1, 2)


def quick_fixes(diagnostics: Iterable[Diagnostic]) -> list[QuickFix]:
    """Return the fixes that diagnostics suggest: each is a text for the span's place."""
    return [
        QuickFix(f"Write '{d.fix}'", Edit(d.span, d.fix))
        for d in diagnostics
        if d.fix is not None and d.span.line
    ]


def covering(diagnostics: Iterable[Diagnostic], first: int, last: int) -> list[Diagnostic]:
    """Return the diagnostics that touch some lines, counted from 1."""
    return [d for d in diagnostics if d.span.line <= last and first <= d.span.end_line]
