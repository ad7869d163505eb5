"""What is wrong with a text, as objects: code, severity, message, span, notes, suggested fix."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.language.codes import Code
from engine.language.escaping import plain, visible
from engine.language.message import Message, did_you_mean
from engine.language.source import NOWHERE, Source, Span

Severity = Literal["error", "warning"]
LONGEST_SHOWN = 160
"""So much of a line is shown; of a longer one, the part around the span."""
MOST_KNOWN = 1000
"""Among more names than these no misspelt one is guessed."""
MOST = 100
"""So many errors, and so many warnings, are kept of one run."""


def _width(char: str) -> int:
    """Return how many columns a character takes on a screen."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


@dataclass(frozen=True)
class Diagnostic:
    """Something that is wrong, or a warning: its code, a sentence, and the place in the text.

    `span`: file, line and column, each from 1; line 0 if it has no place. `notes`: more sentences.
    `fix`: what could replace the text at the span. `hint`: what to do. `severity`: error or
    warning. `render(sources)` shows it as `cairn check` does, `as_json()` as plain data.

    >>> from engine import load, load_text
    >>> found = load_text("game Nim", load("examples/nim.cairn").path).findings.errors
    >>> found[0].code, found[0].span.line, found[0].span.column
    (<Code.E001: 'E001'>, 1, 6)
    """

    code: Code
    message: str
    span: Span = NOWHERE
    notes: tuple[str, ...] = ()
    fix: str | None = None
    hint: str | None = None
    severity: Severity = "error"

    def as_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON data."""
        return {
            "code": self.code.value,
            "severity": self.severity,
            "message": self.message,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "notes": list(self.notes),
            "fix": self.fix,
            "hint": self.hint,
        }

    def render(self, sources: dict[str, Source], told: Callable[[str], str] = str) -> str:
        """Return the finding as people read it: the sentence, the line, the span underlined.

        `told`: puts a message into the reader's language, as `Catalogue.told` does.
        """
        where = f"{self.span.place}: " if self.span.line else ""
        head = Message(self.severity + "[{code}]: {what}", self.code, Message(self.message))
        advice = plain(told(self.advice))
        rows = [plain(f"{where}{told(head)}")]
        source = sources.get(self.span.file)
        if source and 1 <= self.span.line <= len(source.lines):
            rows += self._underlined(source.lines[self.span.line - 1], advice)
        elif advice:
            rows.append(f"  = {advice}")
        rows += [plain(f"  = {told(note)}") for note in self.notes]
        return "\n".join(rows)

    def _underlined(self, line: str, advice: str) -> list[str]:
        number = f"{self.span.line:>5}"
        start = min(self.span.column - 1, len(line))
        end = self.span.end_column - 1 if self.span.end_line == self.span.line else len(line)
        end = max(start, min(end, len(line)))
        cut = max(0, start - LONGEST_SHOWN // 2)
        shown = visible(line[cut : cut + LONGEST_SHOWN]).rstrip()
        before, marked = line[cut:start], line[start:end][:LONGEST_SHOWN]
        marks = "".join("\t" if c == "\t" else " " * _width(c) for c in before)
        marks += "^" * max(1, sum(map(_width, marked)))
        return [
            f"{number} | {shown}".rstrip(),
            f"{' ' * 5} | {marks}{' ' + advice if advice else ''}",
        ]

    @property
    def advice(self) -> str:
        """Return what could be done about it, empty where nothing is known."""
        if self.hint:
            return self.hint
        return did_you_mean(self.fix) or ""


class RulesError(Exception):
    """Raised for a text, file or move that is refused.

    `diagnostics`: why, at least one; the text of the exception is the message of the first.

    >>> from engine import RulesError, load
    >>> try:
    ...     load("no-such-game")
    ... except RulesError as problem:
    ...     print(problem.diagnostics[0].code, problem)
    E601 there is no ruleset 'no-such-game'; 'cairn list' shows the rulesets there are
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        """Keep the diagnostics; the first one's message is the exception's text."""
        self.diagnostics = diagnostics
        super().__init__(diagnostics[0].message)


@dataclass
class Findings:
    """Diagnostics gathered in one run over one or several sources."""

    sources: dict[str, Source] = field(default_factory=dict)
    items: list[Diagnostic] = field(default_factory=list)
    uncertain: set[str] = field(default_factory=set)
    """Words of lines that could not be read: a name among them is not reported as unknown."""

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless the same was said of the same place, or far too many were."""
        alike = sum(item.severity == diagnostic.severity for item in self.items)
        if alike > MOST or diagnostic in self.items:
            return
        if alike < MOST:
            self.items.append(diagnostic)
        elif diagnostic.severity == "error":
            message = Message("there are more than {most} errors; fix these first", MOST)
            self.items.append(Diagnostic(Code.E005, message, diagnostic.span))

    def error(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        fix: str | None = None,
        hint: str | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, tuple(notes), fix, hint))

    def warn(self, code: Code, message: str, span: Span, *, hint: str | None = None) -> None:
        """Keep a warning."""
        self.add(Diagnostic(code, message, span, hint=hint, severity="warning"))

    @property
    def errors(self) -> list[Diagnostic]:
        """Return the errors only."""
        return [item for item in self.items if item.severity == "error"]

    def in_order(self) -> list[Diagnostic]:
        """Return everything by file and place."""
        return sorted(
            self.items, key=lambda item: (item.span.file, item.span.line, item.span.column)
        )

    def render(self, told: Callable[[str], str] = str) -> str:
        """Return everything as people read it; `told` puts messages into their language."""
        return "\n\n".join(item.render(self.sources, told) for item in self.in_order())

    def refuse(self) -> None:
        """Raise RulesError when there is an error."""
        if self.errors:
            errors = [item for item in self.in_order() if item.severity == "error"]
            raise RulesError(*errors)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a mistyped one most likely meant, or None.

    One letter may be wrong, missing, added or changed with its neighbour; in longer words two or
    three. Capitals count for nothing.
    """
    bare = word.casefold()
    allowed = 1 if len(bare) <= 5 else 2 if len(bare) <= 9 else 3
    best: tuple[int, str] | None = None
    candidates = sorted(set(known) - {word})
    if len(candidates) > MOST_KNOWN:
        return None
    for candidate in candidates:
        other = candidate.casefold()
        if abs(len(other) - len(bare)) > allowed or len(other) > 60:
            continue
        if min(len(bare), len(other)) < 3 and other != bare:
            continue
        distance = _distance(bare, other)
        if distance <= allowed and (best is None or distance < best[0]):
            best = distance, candidate
    return best[1] if best else None


def _distance(one: str, other: str) -> int:
    """Return how many letters to change, add, leave out or exchange with their neighbours."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
