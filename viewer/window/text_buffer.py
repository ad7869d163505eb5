"""A text that is being edited: caret, selection, undo and redo, search. It knows no window."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

INDENT = "  "
MOST_UNDO = 2000
WORD = re.compile(r"\w+|[^\w\s]+")


@dataclass(frozen=True, slots=True)
class TextEdit:
    """At `start`, `old` became `new`; the caret was at `before` and is now at `after`.

    One undo takes it back; while it is `open`, typing on may become a part of it.
    """

    start: int
    old: str
    new: str
    before: int
    after: int
    open: bool = False


class TextBuffer:
    """A text with a caret; `anchor` is the other end of the selection, or None."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.caret = 0
        self.anchor: int | None = None
        self.query = ""
        self.heard: Callable[[TextEdit], None] = lambda change: None
        self._undo: list[TextEdit] = []
        self._redo: list[TextEdit] = []

    # -------------------------------------------------------------- selection

    @property
    def selection(self) -> tuple[int, int]:
        """Return where the selection begins and ends; the caret twice if there is none."""
        other = self.caret if self.anchor is None else self.anchor
        return min(self.caret, other), max(self.caret, other)

    @property
    def selected(self) -> str:
        """Return the selected text."""
        start, end = self.selection
        return self.text[start:end]

    def place(self, at: int, select: bool = False) -> None:
        """Put the caret somewhere; `select` stretches the selection there."""
        if not select:
            self.anchor = None
        elif self.anchor is None:
            self.anchor = self.caret
        self.caret = max(0, min(at, len(self.text)))
        self._close()

    def select(self, start: int, end: int) -> None:
        """Select a part; the caret stands at its end."""
        self.place(start)
        self.place(end, select=True)

    def select_all(self) -> None:
        """Select everything."""
        self.select(0, len(self.text))

    def select_word(self, at: int) -> None:
        """Select the word at a place."""
        for match in WORD.finditer(self.text):
            if match.start() <= at <= match.end():
                self.select(match.start(), match.end())
                return

    # -------------------------------------------------------------- places

    def line_start(self, at: int) -> int:
        """Return where the line of a place begins."""
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Return where the line of a place ends."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def start_of(self, line: int) -> int:
        """Return where a line, counted from 1, begins; for one that isn't there, the nearest."""
        *rows, _ = self.text.split("\n")
        return sum(len(row) + 1 for row in rows[: max(0, line - 1)])

    def home(self) -> int:
        """Return where Home goes: to the line's first letter, or else to its very start."""
        start = self.line_start(self.caret)
        line = self.text[start : self.line_end(start)]
        first = start + len(line) - len(line.lstrip())
        return start if self.caret == first else first

    def word_left(self) -> int:
        """Return where the word to the left begins."""
        before = [m.start() for m in WORD.finditer(self.text, 0, self.caret)]
        return before[-1] if before else 0

    def word_right(self) -> int:
        """Return where the next word to the right begins."""
        for match in WORD.finditer(self.text):
            if match.start() > self.caret:
                return match.start()
        return len(self.text)

    # -------------------------------------------------------------- changes

    def replace(self, start: int, end: int, new: str, open_: bool = False) -> None:
        """Put `new` where start..end was; one step of undo, unless typing continues."""
        old = self.text[start:end]
        if old == new:
            return
        change = TextEdit(start, old, new, self.caret, start + len(new), open_)
        self._apply(change)
        self._redo.clear()
        joined = _joined(self._undo[-1], change) if self._undo else None
        if joined is not None:
            self._undo[-1] = joined
        else:
            self._undo.append(change)
            del self._undo[:-MOST_UNDO]

    def _apply(self, change: TextEdit) -> None:
        end = change.start + len(change.old)
        self.text = self.text[: change.start] + change.new + self.text[end:]
        self.caret, self.anchor = change.after, None
        self.heard(change)

    def _close(self) -> None:
        """What is typed from now on is undone apart from what was typed before."""
        if self._undo:
            self._undo[-1] = replace(self._undo[-1], open=False)

    def insert(self, text: str) -> None:
        """Write over the selection, or at the caret."""
        start, end = self.selection
        self.replace(start, end, text, open_=len(text) == 1 and start == end)

    def newline(self) -> None:
        """Begin a line that is indented like this one, and more after a colon."""
        start = self.line_start(self.selection[0])
        line = self.text[start : self.selection[0]]
        indent = line[: len(line) - len(line.lstrip())]
        self.insert("\n" + indent + (INDENT if line.rstrip().endswith(":") else ""))

    def indent(self) -> None:
        """Indent the selected lines, or write spaces."""
        start, end = self.selection
        if "\n" not in self.text[start:end]:
            self.insert(INDENT)
            return
        self._lines(lambda line: INDENT + line if line else line)

    def outdent(self) -> None:
        """Take an indent from the lines of the selection."""
        self._lines(lambda line: line.removeprefix(INDENT))

    def _lines(self, changed: Callable[[str], str]) -> None:
        """Change all lines of the selection and keep them selected."""
        start, end = self.selection
        start = self.line_start(start)
        end = self.line_end(max(start, end - 1 if self.text[end - 1 : end] == "\n" else end))
        new = "\n".join(changed(line) for line in self.text[start:end].split("\n"))
        self.replace(start, end, new)
        self.select(start, start + len(new))

    def backspace(self, word: bool = False) -> None:
        """Delete the selection, or what is left of the caret."""
        start, end = self.selection
        if start == end:
            before = self.text[self.line_start(start) : start]
            narrow = len(INDENT) if before and not before.strip() and not len(before) % 2 else 1
            start = self.word_left() if word else max(0, start - narrow)
        self.replace(start, end, "")

    def delete(self, word: bool = False) -> None:
        """Delete the selection, or what is right of the caret."""
        start, end = self.selection
        if start == end:
            end = self.word_right() if word else min(len(self.text), end + 1)
        caret = start
        self.replace(start, end, "")
        self.caret = caret

    def cut(self) -> str:
        """Take the selection, or without one the caret's line."""
        if self.anchor is None or not self.selected:
            start = self.line_start(self.caret)
            self.select(start, min(len(self.text), self.line_end(start) + 1))
        taken = self.selected
        self.insert("")
        return taken

    def undo(self) -> None:
        """Take back the last step."""
        if self._undo:
            step = self._undo.pop()
            self._redo.append(step)
            self._apply(TextEdit(step.start, step.new, step.old, step.after, step.before))

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._redo:
            step = replace(self._redo.pop(), open=False)
            self._undo.append(step)
            self._apply(step)

    def take(self, text: str) -> None:
        """Take over another text, as one step that can be undone; the caret keeps its line."""
        if text == self.text:
            return
        head = _common(self.text, text)
        tail = _common(self.text[head:][::-1], text[head:][::-1])
        caret, end = self.caret, len(self.text) - tail
        self.replace(head, end, text[head : len(text) - tail])
        if caret <= head:
            self.caret = caret
        elif caret >= end:
            self.caret = len(text) - (end + tail - caret)
        self._close()

    def restart(self, text: str) -> None:
        """Take a wholly different text, with nothing to undo."""
        self.replace(0, len(self.text), text)
        self.caret, self.anchor = 0, None
        self._undo.clear()
        self._redo.clear()

    # -------------------------------------------------------------- search

    def matches(self) -> list[int]:
        """Return where what is searched for is found; small letters find large ones too."""
        if not self.query:
            return []
        flags = 0 if self.query != self.query.lower() else re.IGNORECASE
        return [m.start() for m in re.finditer(re.escape(self.query), self.text, flags)]

    def find(self, step: int = 1, stay: bool = False) -> bool:
        """Select the next match (or the one before: `step` -1); `stay` begins where we are."""
        found = self.matches()
        if not found:
            return False
        start = self.selection[0]
        if step > 0:
            later = [at for at in found if at > start or (stay and at == start)]
            at = later[0] if later else found[0]
        else:
            earlier = [at for at in found if at < start]
            at = earlier[-1] if earlier else found[-1]
        self.select(at, at + len(self.query))
        return True


def _joined(one: TextEdit, other: TextEdit) -> TextEdit | None:
    """Return two changes as one, if the second types on where the first ended."""
    ends = one.start + len(one.new)
    breaks = other.new == "\n" or (one.new[-1:].isspace() and not other.new.isspace())
    if not (one.open and other.open) or other.old or other.start != ends or breaks:
        return None
    return replace(one, new=one.new + other.new, after=other.after)


def _common(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    lengths = range(1, min(len(one), len(other)) + 1)
    return bisect_left(lengths, True, key=lambda length: one[:length] != other[:length])
