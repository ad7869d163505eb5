"""What is wrong with a text, as objects: code, severity, message, span, notes and a suggested fix.

Codes are stable: `E0xx` the text can't be read or a name isn't known, `E1xx` types, `E2xx` the
game's structure, `E3xx` variants, `E4xx` examples, `E5xx` a running game, `E6xx` files, saves and
command lines, `W0xx` warnings. `CODES` has a line on each.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.language.source import NOWHERE, Source, Span

CODES: dict[str, str] = {
    "E001": "a line that can't be read",
    "E002": "a character or quotation that can't be read",
    "E003": "indentation that fits no block",
    "E004": "a text that is too large or not text at all",
    "E005": "more mistakes than are told at once",
    "E010": "a name that nothing has",
    "E011": "a name that is taken already",
    "E012": "a name that hides another",
    "E013": "a type that nothing declares",
    "E014": "an attribute that the component doesn't have",
    "E015": "a word that belongs to no kind, modifier or setting",
    "E016": "words that quote something unknown",
    "E101": "a value of another type than the place needs",
    "E102": "a wrong number of arguments or indices",
    "E103": "a comparison of things that can't be compared",
    "E104": "a number that can never be in range",
    "E105": "a statement that has no effect here",
    "E106": "a value that changes where a fixed one is needed",
    "E107": "an option with too many values",
    "E201": "a part of the game that is missing",
    "E202": "a part of the game that is there twice",
    "E203": "a statement in a place where it can't stand",
    "E204": "rules that call each other in a circle",
    "E205": "a piece without a name of its own",
    "E206": "a move that would depend on what its mover can't see",
    "E207": "a simultaneous choice that touches what others use",
    "E208": "a setup that doesn't collect every piece again",
    "E301": "a variant of a game that can't be found",
    "E302": "a patch for something that isn't there",
    "E303": "two variants that replace the same thing",
    "E401": "an example that doesn't hold",
    "E402": "an example that can't be set up",
    "E501": "a choice without a legal move",
    "E502": "a loop or chain without an end",
    "E503": "a number out of its range",
    "E504": "a supply that has run out",
    "E505": "a search that found no piece or several",
    "E506": "a game that goes round in circles",
    "E507": "two different moves that read the same",
    "E508": "a zone that is full",
    "E509": "a piece that isn't there",
    "E601": "a file that can't be read or written",
    "E602": "a save that can't be used",
    "E605": "a catalogue of words that doesn't fit its ruleset",
    "E606": "a view file that can't be used",
    "E603": "a command line that can't be understood",
    "E604": "a move that can't be understood or isn't legal",
    "E610": "a study that can't be gone on with",
    "E611": "workers that can't be used",
    "E612": "an optional part that isn't installed",
    "W001": "something that is never used",
    "W002": "something that can never be reached",
    "W003": "a game without an example",
}

Severity = Literal["error", "warning"]
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
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
    """One finding. `fix` is the text that could stand in the span's place, where one is guessed."""

    code: str
    message: str
    span: Span = NOWHERE
    notes: tuple[str, ...] = ()
    fix: str | None = None
    hint: str | None = None
    severity: Severity = "error"

    def as_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON data."""
        return {
            "code": self.code,
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

    def render(self, sources: dict[str, Source]) -> str:
        """Return the finding as people read it: the sentence, the line, the span underlined."""
        where = f"{self.span.place}: " if self.span.line else ""
        rows = [f"{where}{self.severity}[{self.code}]: {self.message}"]
        source = sources.get(self.span.file)
        if source and 1 <= self.span.line <= len(source.lines):
            rows += self._underlined(source.lines[self.span.line - 1])
        elif self._advice():
            rows.append(f"  = {self._advice()}")
        rows += [f"  = {note}" for note in self.notes]
        return "\n".join(rows)

    def _underlined(self, line: str) -> list[str]:
        number = f"{self.span.line:>5}"
        start = min(self.span.column - 1, len(line))
        end = self.span.end_column - 1 if self.span.end_line == self.span.line else len(line)
        end = max(start, min(end, len(line)))
        cut = max(0, start - LONGEST_SHOWN // 2)
        shown = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", line[cut : cut + LONGEST_SHOWN]).rstrip()
        before, marked = line[cut:start], line[start:end][:LONGEST_SHOWN]
        marks = "".join("\t" if c == "\t" else " " * _width(c) for c in before)
        marks += "^" * max(1, sum(map(_width, marked)))
        advice = self._advice()
        return [
            f"{number} | {shown}".rstrip(),
            f"{' ' * 5} | {marks}{' ' + advice if advice else ''}",
        ]

    def _advice(self) -> str:
        if self.hint:
            return self.hint
        return f"did you mean '{self.fix}'?" if self.fix else ""


class RulesError(Exception):
    """A text or a running game that is refused, with its diagnostics (never empty)."""

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
            message = f"there are more than {MOST} mistakes; mend these first"
            self.items.append(Diagnostic("E005", message, diagnostic.span))

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        fix: str | None = None,
        hint: str | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, tuple(notes), fix, hint))

    def warn(self, code: str, message: str, span: Span, *, hint: str | None = None) -> None:
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

    def render(self) -> str:
        """Return everything as people read it."""
        return "\n\n".join(item.render(self.sources) for item in self.in_order())

    def refuse(self) -> None:
        """Raise RulesError when there is an error."""
        if self.errors:
            errors = [item for item in self.in_order() if item.severity == "error"]
            raise RulesError(*errors)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a mistyped one most likely stood for, or None.

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
