"""What the marks of a handwritten book bind: which points, which of them twice, and what is open.

A mark binds the points that it names. What is inside of them, such as the requirements of an action
or the lines of a score, is bound with them unless another mark names it. The digest in a mark holds
what the rules said when the author last read the paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.language.source import Span
from engine.teach.constructs import Kind
from engine.teach.handbook import Block, BookMark, Handbook, all_blocks, contents_of
from engine.teach.handbook import plain_words as plain
from engine.teach.plan import LessonPlan
from engine.teach.rule_texts import RuleTexts
from engine.teach.topics import Topic

SHARED: tuple[Kind, ...] = ("type", "zone")
"""What several paragraphs may speak of."""
FIRST_WORDS = 6
"""So many words of a paragraph name it."""


@dataclass(frozen=True)
class Bound:
    """A mark in its place: its block, the points that it names, and what it names in vain."""

    mark: BookMark
    block: Block
    points: tuple[Topic, ...]
    unknown: tuple[str, ...]

    @property
    def named(self) -> str:
        """Return the keys of its points, as messages name them."""
        return "; ".join(key_of(point) for point in self.points)

    @property
    def begins(self) -> str:
        """Return the first words of its block."""
        texts = (plain(text) for block in _from(self.block) for text in contents_of(block))
        words = next((text.split() for text in texts if text.strip()), [])
        return " ".join(words[:FIRST_WORDS]) + (" …" if len(words) > FIRST_WORDS else "")


class Bindings:
    """A handwritten book held against a plan."""

    def __init__(self, book: Handbook, plan: LessonPlan) -> None:
        """Read the marks of a book; the plan may be another game's than the book's."""
        self.book = book
        self.plan = plan
        self.texts = RuleTexts(plan.loaded)
        keys = _Keys(plan)
        self.bound = [
            Bound(mark, block, *keys.read(mark.keys))
            for block in book.blocks()
            for mark in block.marks
        ]

    @cached_property
    def _named(self) -> dict[int, list[Bound]]:
        """By the number of a point: the marks that name it."""
        found: dict[int, list[Bound]] = {}
        for one in self.bound:
            for point in one.points:
                found.setdefault(point.number, []).append(one)
        return found

    def marks_of(self, point: Topic) -> list[Bound]:
        """Return the marks that bind a point: those that name it, or what it is inside of."""
        while point.number not in self._named and point.inside is not None:
            point = self.plan.points[point.inside]
        return self._named.get(point.number, [])

    def points_of(self, one: Bound) -> list[Topic]:
        """Return the points that a mark binds, those inside of others with them."""
        return [point for point in self.plan.points if one in self.marks_of(point)]

    def missing(self) -> list[Topic]:
        """Return the points that no mark binds."""
        return [p for p in self.plan.points if to_be_told(p) and not self.marks_of(p)]

    def twice(self) -> list[Topic]:
        """Return the points that several marks name and only one should."""
        several = {number for number, marks in self._named.items() if len(marks) > 1}
        return [p for p in self.plan.points if p.number in several and p.kind not in SHARED]

    def digest(self, one: Bound) -> str:
        """Return what the digest of a mark is now."""
        return self.texts.digest(self.points_of(one))

    def doubtful(self) -> list[Bound]:
        """Return the marks whose points the rules have changed since they got their digest."""
        return [
            one for one in self.bound if one.mark.digest and one.mark.digest != self.digest(one)
        ]


def key_of(point: Topic) -> str:
    """Return the key of a point as marks write it."""
    return " ".join(point.key.split())


def to_be_told(point: Topic) -> bool:
    """Return whether a book has to speak of a point: not of what a variant keeps of a rule."""
    return not point.name.startswith("original ")


def confirmed(bindings: Bindings) -> str:
    """Return the text of a book with the present digests in its marks."""
    lines = bindings.book.source.text.split("\n")
    for one in bindings.bound:
        span, digest = one.mark.span, bindings.digest(one)
        first, last = span.line - 1, span.end_line
        text = "\n".join(lines[first:last])
        comment = re.compile(r"(?:\s*\|\s*[0-9a-f]{8})?\s*-->")
        stamped = comment.sub(f" | {digest} -->", text, count=1)
        lines[first:last] = stamped.split("\n")
    return "\n".join(lines)


class _Keys:
    """Reads the keys in marks: those of a plan, which may hold commas themselves."""

    def __init__(self, plan: LessonPlan) -> None:
        self.points = {key_of(point): point for point in plan.points}
        self.longest_first = sorted(self.points, key=len, reverse=True)

    def read(self, text: str) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
        """Return the points that a text names, and the keys in it that nothing has."""
        rest, found, unknown = text.strip(" ;,"), list[Topic](), list[str]()
        while rest:
            key = next((k for k in self.longest_first if _begins(rest, k)), None)
            if key is None:
                key = re.split("[;,]", rest, maxsplit=1)[0]
                unknown.append(key.strip())
            elif self.points[key] not in found:
                found.append(self.points[key])
            rest = rest[len(key) :].strip(" ;,")
        return tuple(found), tuple(unknown)


def _begins(text: str, key: str) -> bool:
    return text.startswith(key) and text[len(key) :].lstrip()[:1] in ("", ";", ",")


def _from(block: Block) -> Iterator[Block]:
    """Yield a block and what is inside it."""
    yield from all_blocks([block])


def place_of(bindings: Bindings, key: str, mark: BookMark) -> Span:
    """Return where a key is in a mark."""
    source = bindings.book.source
    for number in range(mark.span.line, mark.span.end_line + 1):
        column = source.lines[number - 1].find(key)
        if column >= 0:
            return Span(source.name, number, column + 1, number, column + 1 + len(key))
    return mark.span
