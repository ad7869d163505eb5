"""Long sentences as short ones: what is long in them gets a letter, and follows.

`It holds if “A” holds for some cell. “A” means that the cell is empty.` Nothing is left out, so
that rules which differ are still never described alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Protocol

from engine.language.frozen import children
from engine.rules import model as m
from engine.rules.catalogue import capital
from engine.teach.phrases import sentence

MOST = 25
"""A sentence has at most so many words, wherever its parts can get letters."""
_ROOM = 4
"""So many words stand before a part with a letter: `“A” means that`."""
_FEWEST = 4
"""A part of fewer words stays where it is."""
_MARK = re.compile(r"§(\d+)§")
_UNNAMED = (m.Literal_, m.Local, m.VarRef, m.OptionRef, m.Words, m.TupleOf, m.SetOf, m.Interval,
    m.Everything, m.Block)  # fmt: skip


class _Speaker(Protocol):
    """Who puts expressions into words: `Values`."""

    named: dict[int, str]
    letters: int

    def say(self, key: str, *parts: str) -> str: ...
    def value(self, e: m.Expr | None) -> str: ...
    def condition(self, e: m.Expr | None) -> str: ...
    def finish(self, text: str) -> str: ...


def length(text: str) -> int:
    """Return how many words a text has: signs between them aren't any."""
    return sum(any(char.isalnum() for char in word) for word in text.split())


def longest(text: str) -> int:
    """Return how many words the longest sentence of a text has; a colon ends one, too."""
    return max(map(length, re.split(r"(?<=[.!?:…])[”“»\")]*\s+", text)))


def shortened(speaker: _Speaker, told: Callable[[], str], *roots: object) -> str:
    """Return the sentence that a function makes; in a long one, long parts get letters and follow.

    `roots`: the nodes that it speaks of, whose expressions can get letters.
    """
    whole = told()
    if longest(speaker.finish(whole)) <= MOST:
        return whole
    parts = _Parts(speaker, told, roots)
    return parts.text()


@dataclass
class _Parts:
    """A long sentence, and its parts that have letters so far."""

    speaker: _Speaker
    told: Callable[[], str]
    roots: tuple[object, ...]

    def text(self) -> str:
        """Return the sentence and its parts with letters, each once, in their order."""
        kept, self.speaker.named = self.speaker.named, {}
        try:
            now, rows, order = self._told_apart()
        finally:
            self.speaker.named = kept
        letters = {mark: self._letter() for mark in order}
        if now.rstrip().endswith(":"):  # what heads a list stands right above it
            rows = [*rows[1:], capital(now.strip())]
            text = " ".join([*map(sentence, rows[:-1]), rows[-1]])
        else:
            text = " ".join(map(sentence, rows))
        return _MARK.sub(lambda match: letters[match[1]], text)

    def _told_apart(self) -> tuple[str, list[str], list[str]]:
        """Return the sentence, its rows with those of its parts, and the marks in their order."""
        found: list[m.Expr] = []
        now = self._whole()
        while longest(now) > MOST:
            for part in self._candidates():
                self.speaker.named[id(part)] = f"§{len(found)}§"
                then = self._whole()
                if self.speaker.named[id(part)] in then and length(then) < length(now):
                    found.append(part)
                    now = then
                    break
                del self.speaker.named[id(part)]
            else:
                break
        rows, order = [now], list[str]()
        for row in rows:
            for mark in _MARK.findall(row):
                if mark not in order:
                    order.append(mark)
                    rows.append(self._apart(found[int(mark)]))
        return now, rows, order

    def _whole(self) -> str:
        return self.speaker.finish(self.told())

    def _letter(self) -> str:
        """Return the next letter; after Z, two of them."""
        number = self.speaker.letters
        self.speaker.letters += 1
        more, last = divmod(number, len(ascii_uppercase))
        return ascii_uppercase[more - 1] * bool(more) + ascii_uppercase[last]

    def _apart(self, part: m.Expr) -> str:
        """Return what a part is, in a sentence of its own."""
        key, named = "let truth", self.speaker.named[id(part)]
        if part.type.kind != "truth":
            key, named = "title of", self.speaker.say("rule bare", named)
        return self.speaker.finish(self.speaker.say(key, named, self._plainly(part)))

    def _plainly(self, part: m.Expr) -> str:
        """Return a part as it is, though it has a letter."""
        with self._without(part):
            truth = part.type.kind == "truth"
            return self.speaker.condition(part) if truth else self.speaker.value(part)

    @contextmanager
    def _without(self, part: m.Expr) -> Iterator[None]:
        mark = self.speaker.named.pop(id(part), None)
        try:
            yield
        finally:
            if mark is not None:
                self.speaker.named[id(part)] = mark

    def _candidates(self) -> list[m.Expr]:
        """Return what fits a sentence of its own: conditions first, and the longest."""
        known: dict[int, tuple[bool, int, m.Expr]] = {}
        for part in self._open(self.roots):
            size = length(self.speaker.finish(self._plainly(part)))
            if _FEWEST <= size <= MOST - _ROOM:
                known[id(part)] = part.type.kind == "truth", size, part
        return [part for *_, part in sorted(known.values(), key=lambda x: x[:2], reverse=True)]

    def _open(self, node: object) -> Iterator[m.Expr]:
        """Yield the expressions of a node that can have a letter and have none."""
        for part in children(node):
            if id(part) in self.speaker.named:
                continue
            if isinstance(part, m.Expr) and not isinstance(part, _UNNAMED):
                yield part
            yield from self._open(part)
