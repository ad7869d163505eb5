"""What is wrong with a line while it is read: troubles, and those with brackets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.language.codes import Code
from engine.language.message import Message
from engine.language.recovery import Draft, Repair, Word
from engine.language.source import Span

_PAIRS = {"(": ")", "[": "]", "{": "}"}


class Trouble(NamedTuple):
    """Why an item can't be read: a finding, the line within the item, and how to read on."""

    code: Code
    message: str
    span: Span
    line: int
    hint: str | None = None
    fix: str | None = None
    repair: Repair | None = None
    rest: bool = False
    """Whether the lines below it in its block can't be judged either."""


@dataclass
class BracketStack:
    """Which brackets are open, and which ones fit nothing."""

    open: list[Word] = field(default_factory=list)
    forgotten: list[Word] = field(default_factory=list)
    mixed: list[tuple[Word, Word]] = field(default_factory=list)
    extra: list[Word] = field(default_factory=list)
    closing: Counter[str] = field(default_factory=Counter)
    """How many open brackets wait for each sign that closes one."""

    def take(self, word: Word) -> None:
        """Go past a token."""
        if word.text in _PAIRS:
            self.open.append(word)
            self.closing[_PAIRS[word.text]] += 1
        elif word.text in _PAIRS.values():
            if self.closing[word.text]:
                skipped = []
                while _PAIRS[(last := self._pop()).text] != word.text:
                    skipped.append(last)
                self.forgotten += reversed(skipped)
            elif self.open:
                self.mixed.append((self._pop(), word))
            else:
                self.extra.append(word)

    def _pop(self) -> Word:
        """Take away the bracket that was opened last."""
        word = self.open.pop()
        self.closing[_PAIRS[word.text]] -= 1
        return word

    def troubles(self, draft: Draft) -> list[Trouble]:
        """Return what is wrong once all tokens were taken."""
        found = []
        for word in (*self.open, *self.forgotten):
            message = Message("this '{text}' is never closed", word.text)
            hint = Message("'{text}' is missing", _PAIRS[word.text])
            found.append(told_at(draft, message, word, hint=hint))
        for opened, word in self.mixed:
            fix = _PAIRS[opened.text]
            message = Message("'{text}' is closed by '{other}'", opened.text, word.text)
            found.append(told_at(draft, message, word, fix=fix))
        for word in self.extra:
            found.append(too_much(draft, Message("this '{text}' closes nothing", word.text), word))
        return sorted(found, key=lambda trouble: trouble.span)


def told_at(
    draft: Draft,
    message: str,
    word: Word,
    *,
    code: Code = Code.E001,
    hint: str | None = None,
    fix: str | None = None,
    repair: Repair | None = None,
    rest: bool = False,
) -> Trouble:
    """Return a trouble with a token; one with a fix and no other repair is mended by it."""
    span = draft.span(word.line, word.column, word.end)
    repair = repair or (Repair(word.line, word.column, word.end, fix) if fix else None)
    return Trouble(code, message, span, word.line, hint, fix, repair, rest)


def too_much(draft: Draft, message: str, word: Word, code: Code = Code.E001) -> Trouble:
    """Return a trouble with a token that is mended by leaving it out."""
    blank = Repair(word.line, word.column, word.end, " ")
    return told_at(draft, message, word, code=code, hint="leave it out", repair=blank)
