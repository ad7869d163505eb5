"""One top-level item while it is read: its lines, what was mended in them, and where it is.

A line that can't be read is mended where it is clear what was meant, otherwise replaced by a mark
that the grammar knows. Places in the mended lines are led back to the places in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.language.source import Source, Span

MARK = "\u0001"
JOINED = "\u0002"
"""Stands before an `if`, `else`, `to` or `-` that continues the line above: no line begins so."""
JOINS = re.compile(rf"\s*(?:{JOINED}|(?:or|and|because|supposing)\b|(?<=\s)[+*/](?![+*/]))")
_CONTINUES = re.compile(r"\s+(?:-|to\b|if\b|else\b(?!\s*(?::|if\b)))[^:#]*(?:#.*)?$")
_TOKEN = re.compile(r'#.*|"(?:\\.|[^"\\])*"?|\w+|\.\.|:=|[!<>]=|\S')


class Word(NamedTuple):
    """A token as it is in a line: 0-based line within the item, 0-based column."""

    text: str
    line: int
    column: int

    @property
    def end(self) -> int:
        """Return the column after its last character."""
        return self.column + len(self.text)


class Repair(NamedTuple):
    """What should stand in a line from one column to another, so that the rest can be read."""

    line: int
    start: int
    end: int
    text: str


def lead(line: str) -> int:
    """Return by how many characters a line is indented."""
    return len(line) - len(line.replace(JOINED, " ").lstrip())


def joined(text: str, problem: Exception) -> str | None:
    """Join a line that begins with `if`, `else`, `to` or `-` to that above; return the item's text.

    `problem` is why the text can't be read: a block seems to begin with that line, where none can,
    or the line above isn't complete. None for every other problem.
    """
    token = getattr(problem, "token", None)
    if token is None or token.type not in ("_INDENT", "_NL"):
        return None
    lines = text.split("\n")
    number = token.end_line - 1
    if number >= len(lines) or not _CONTINUES.match(lines[number]):
        return None
    at = lead(lines[number])
    above = (line for line in lines[number - 1 :: -1] if words_of(line) and not JOINS.match(line))
    if at <= lead(next(above, "")):
        return None
    lines[number] = " " * (at - 1) + JOINED + lines[number][at:]
    return "\n".join(lines)


def words_of(line: str, number: int = 0) -> list[Word]:
    """Return the tokens of a line, quoted texts whole, comments left out."""
    found = (Word(t.group(), number, t.start()) for t in _TOKEN.finditer(line))
    return [word for word in found if not word.text.startswith("#") and word.text != JOINED]


@dataclass
class Draft:
    """The item being read. `shifts` says in which lines and columns mending made room."""

    source: Source
    lines: list[str]
    offset: int
    shifts: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    complained: set[int] = field(default_factory=set)
    mended: dict[int, int] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def span(self, line: int, start: int, end: int) -> Span:
        """Return the place in the file of columns (from 0) of a line of the item (from 0)."""
        first, last = (column_before(self.shifts.get(line), c) for c in (start, end))
        number = line + self.offset + 1
        return Span(self.source.name, number, first + 1, number, max(first + 1, last) + 1)

    def line_span(self, line: int) -> Span:
        """Return the place of a line's text, without what it is indented by and its comment."""
        words = words_of(self.lines[line], line)
        if not words:
            return self.span(line, 0, len(self.lines[line]))
        return self.span(line, words[0].column, words[-1].end)

    def words(self) -> Iterator[Word]:
        """Yield the tokens of all lines."""
        for number, line in enumerate(self.lines):
            yield from words_of(line, number)

    def before(self, line: int, column: int) -> Word | None:
        """Return the last token before a place, if there is one in its line."""
        found = [word for word in words_of(self.lines[line], line) if word.end <= column]
        return found[-1] if found else None

    def start_of(self, line: int) -> int:
        """Return the line in which the logical line begins that a line belongs to."""
        while line > 0 and (JOINS.match(self.lines[line]) or not words_of(self.lines[line])):
            line -= 1
        return line

    def mend(self, repair: Repair) -> None:
        """Carry out a repair."""
        line, start, end, text = repair
        old = self.lines[line]
        self.lines[line] = old[:start] + text + old[end:]
        if len(text) != end - start:
            self.shifts.setdefault(line, []).append((start, len(text) - (end - start)))

    def drop(self, line: int, *, rest: bool = False) -> bool:
        """Put a mark in a line's place, with all that is indented below it.

        With `rest` all that follows in its block goes too. A mark that isn't understood there is
        taken away. False when nothing is left to try.
        """
        line = self.start_of(line)
        if line == 0:
            return False
        if self.lines[line].strip() == MARK:
            self.lines[line] = ""
            return True
        depth = lead(self.lines[line])
        self.forget(self.lines[line])
        self.lines[line] = " " * depth + MARK
        for later in range(line + 1, len(self.lines)):
            text = self.lines[later]
            inside = lead(text) > depth - rest or JOINS.match(text)
            if text.strip() and not inside:
                break
            self.forget(text)
            self.lines[later] = ""
        return True

    def forget(self, text: str) -> None:
        """Remember the words of a text that isn't read: one of them may be a name."""
        self.unread.update(re.findall(r"\w+", text))


def column_before(shifts: list[tuple[int, int]] | None, column: int) -> int:
    """Lead a column of a mended line back to the column that was there before."""
    for start, grown in reversed(shifts or []):
        if column > start:
            column = max(start, column - grown)
    return column
