"""Handwritten rulebooks: Markdown beside a ruleset, read into blocks with their marks.

`NAME.book.md` belongs to `NAME.cairn`, `NAME.book.de.md` is its translation. A mark is a comment on
lines of its own: it names the points of the lesson plan that the block after it describes. What the
marks and values mean is asked by `bindings`; here nothing of the rules is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic
from engine.language.source import Source, Span

CODE = Code.E608
VALUE = re.compile(r"\\.|\{([^{}]*)\}")
"""A value in a text: an expression of the rules in braces. A backslash makes a sign plain."""


@dataclass(frozen=True)
class BookMark:
    """A comment that binds the block after it: the keys as they are written, and the digest."""

    keys: str
    digest: str
    span: Span


@dataclass(frozen=True)
class Run:
    """Words in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Contents:
    """Pictured: what is in the box, with its counts."""


@dataclass(frozen=True)
class SetUpShown:
    """Pictured: the table after set-up, for the usual number of players or another."""

    players: int | None = None


@dataclass(frozen=True)
class Scores:
    """Pictured: the score sheet."""


@dataclass(frozen=True)
class Cover:
    """Pictured: the table in the middle of a game."""


@dataclass(frozen=True)
class PositionShown:
    """Pictured: a position that lines of an example give."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class ExampleShown:
    """Pictured: the position of an example of the rules, its move and the answer."""

    title: str


Pictured: TypeAlias = Contents | SetUpShown | Scores | Cover | PositionShown | ExampleShown


@dataclass(frozen=True, kw_only=True)
class _Placed:
    span: Span
    marks: tuple[BookMark, ...] = ()


@dataclass(frozen=True)
class Paragraph(_Placed):
    """A paragraph, as it is written."""

    content: str


@dataclass(frozen=True)
class Told(_Placed):
    """A paragraph that Cairn words: about a point that no paragraph of the author's is about.

    Its `span` is the construct in the rules.
    """

    runs: tuple[Run, ...]


@dataclass(frozen=True)
class Subheading(_Placed):
    """A heading within a section."""

    content: str


@dataclass(frozen=True)
class BookList(_Placed):
    """A list; `start`: its first number, None for bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True)
class TextTable(_Placed):
    """A table. `right`: which columns are aligned to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]


@dataclass(frozen=True)
class MarginNote(_Placed):
    """What is in the margin."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class BookPicture(_Placed):
    """A picture with its caption; `written`: what it is asked for with."""

    caption: str
    written: str
    shows: Pictured


Block: TypeAlias = Paragraph | Told | Subheading | BookList | TextTable | MarginNote | BookPicture


@dataclass(frozen=True)
class Chapter:
    """A section: its heading, empty for what comes before the first, and its blocks."""

    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Handbook:
    """A handwritten book as it was read, and what is wrong with it whatever the rules say."""

    path: Path
    language: str
    source: Source
    title: str
    tagline: str
    chapters: tuple[Chapter, ...]
    problems: tuple[Diagnostic, ...] = field(default=(), repr=False)

    def blocks(self) -> Iterator[Block]:
        """Yield every block, also those inside others, in the order of the text."""
        for chapter in self.chapters:
            yield from all_blocks(chapter.blocks)


def all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks and those inside them."""
    for block in blocks:
        yield block
        match block:
            case BookList():
                for item in block.items:
                    yield from all_blocks(item)
            case MarginNote():
                yield from all_blocks(block.blocks)
            case _:
                pass


def contents_of(block: Block) -> Iterator[str]:
    """Yield the texts of a block itself, as they are written."""
    match block:
        case Paragraph() | Subheading():
            yield block.content
        case TextTable():
            yield from block.head
            for row in block.rows:
                yield from row
        case BookPicture():
            yield block.caption
        case BookList() | MarginNote() | Told():
            pass


def book_path(ruleset: Path, language: str) -> Path:
    """Return where the handwritten book of a ruleset's file lies."""
    return ruleset.with_suffix(".book.md" if language == "en" else f".book.{language}.md")


def book_language(path: Path) -> str:
    """Return the language of a handwritten book by its name."""
    found = re.fullmatch(r".*\.book\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.md", path.name)
    return found[1] if found else "en"


def runs(content: str) -> tuple[Run, ...]:
    """Return a text as words in their styles; everything else in it is words, too."""
    found: list[Run] = []
    bold = italic = 0
    for token in parser().parseInline(content)[0].children or []:
        if token.type in ("strong_open", "strong_close"):
            bold += token.nesting
        elif token.type in ("em_open", "em_close"):
            italic += token.nesting
        elif words := _words_of(token):
            found.append(Run(words, bold > 0, italic > 0))
    return tuple(found)


def plain_words(content: str) -> str:
    """Return a text without its styles."""
    return "".join(run.text for run in runs(content))


def _words_of(token: Token) -> str:
    return (
        "\n" if token.type == "hardbreak" else " " if token.type == "softbreak" else token.content
    )


@cache
def parser() -> MarkdownIt:
    """Return what reads Markdown."""
    return MarkdownIt("commonmark").enable("table")
