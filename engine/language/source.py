"""Where a thing stands in a text: sources and spans.

A span is what every syntax node, model node, diagnostic and program instruction keeps, so that a
refused move or a ledger line can still point at its line of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of a source: 1-based lines and columns, the end column exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the span from this one's beginning to the other's end."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    @property
    def place(self) -> str:
        """Return `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


_QUOTED = re.compile(r'#.*|"(?:\\.|[^"\\])*"')
NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True)
class Source:
    """One text of rules and the name it is shown under."""

    name: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """Return the text's lines without their ends."""
        lines = [line.removesuffix("\r") for line in self.text.split("\n")]
        return lines if lines[-1] else lines[:-1]

    def find(self, word: str, within: Span) -> Span:
        """Return where a word stands first in a span, or the span when it doesn't."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        for number in range(within.line, min(within.end_line, len(self.lines)) + 1):
            start = within.column - 1 if number == within.line else 0
            end = (
                within.end_column - 1 if number == within.end_line else len(self.lines[number - 1])
            )
            found = pattern.search(self.lines[number - 1], start, end)
            if found:
                return Span(within.file, number, found.start() + 1, number, found.end() + 1)
        return within

    def quotations(self, within: Span) -> list[Span]:
        """Return where quoted texts stand in a span, comments left out."""
        found = []
        for number in range(within.line, min(within.end_line, len(self.lines)) + 1):
            line = self.lines[number - 1]
            start = within.column - 1 if number == within.line else 0
            end = within.end_column - 1 if number == within.end_line else len(line)
            for part in _QUOTED.finditer(line, start, end):
                if not part.group().startswith("#"):
                    first, last = part.start() + 1, part.end() + 1
                    found.append(Span(within.file, number, first, number, last))
        return found

    def quote(self, span: Span) -> str:
        """Return the text that a span covers; of several lines, joined with single spaces."""
        if not 1 <= span.line <= len(self.lines):
            return ""
        rows = self.lines[span.line - 1 : span.end_line]
        if len(rows) == 1:
            return rows[0][span.column - 1 : span.end_column - 1]
        first, *middle, last = rows
        parts = [first[span.column - 1 :], *middle, last[: span.end_column - 1]]
        return " ".join(part.split("#")[0].strip() for part in parts)


@dataclass(frozen=True)
class Edit:
    """A text that shall stand in the place of a span."""

    span: Span
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made, which don't overlap.

    >>> applied("let fee = 10", [Edit(Span("", 1, 11, 1, 13), "12")])
    'let fee = 12'
    """
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: e.span[1:], reverse=True):
        first, last = edit.span.line - 1, edit.span.end_line - 1
        before = lines[first][: edit.span.column - 1]
        after = lines[last][edit.span.end_column - 1 :]
        lines[first : last + 1] = (before + edit.text + after).split("\n")
    return "\n".join(lines)
