"""Reading handwritten rulebooks: from Markdown to blocks with their marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from markdown_it.tree import SyntaxTreeNode

from engine.language.diagnostics import Diagnostic
from engine.language.message import Message
from engine.language.source import Source, Span
from engine.rules.load import display, read_beside
from engine.teach.handbook import (
    CODE,
    Block,
    BookList,
    BookMark,
    BookPicture,
    Chapter,
    Contents,
    Cover,
    ExampleShown,
    Handbook,
    MarginNote,
    Paragraph,
    Pictured,
    PositionShown,
    Scores,
    SetUpShown,
    Subheading,
    TextTable,
    book_language,
    parser,
)

_COMMENT = re.compile(r"\s*<!--((?:(?!-->).)*)-->\s*", re.DOTALL)
_DIGEST = re.compile(r"(.*?)\|\s*([0-9a-f]{8})", re.DOTALL)
_PICTURE = re.compile(r"!\[([^\]]*)\]\((.*)\)", re.DOTALL)
_EXAMPLE = re.compile(r'example:\s*"([^"]*)"', re.DOTALL)
_SET_UP = re.compile(r"setup(?:\s+(\d{1,2}))?")


def read_handbook(path: Path) -> Handbook:
    """Read a handwritten book. Raises RulesError (E601, E004) for a file that can't be read."""
    return handbook_from(read_beside(path, "book"), path)


def handbook_from(text: str, path: Path) -> Handbook:
    """Return a text as the handwritten book at a path; what is wrong is in its `problems`."""
    return _Reader(Source(display(path), text)).book(path)


class _Reader:
    """Reads one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []

    def book(self, path: Path) -> Handbook:
        tree = SyntaxTreeNode(parser().parse(self.source.text))
        title, tagline = "", ""
        chapters: list[Chapter] = []
        heading, nodes = "", list[SyntaxTreeNode]()

        def close() -> None:
            blocks, left = self._blocks(nodes)
            self._lost(left)
            if heading or blocks:
                chapters.append(Chapter(heading, tuple(blocks)))
            nodes.clear()

        for node in tree.children:
            if node.type == "heading" and node.tag == "h1" and not title:
                title = _content(node)
            elif node.type == "heading" and node.tag in ("h1", "h2"):
                close()
                heading = _content(node)
            elif node.type == "paragraph" and title and not (tagline or heading or nodes):
                tagline = _content(node)
            else:
                nodes.append(node)
        close()
        if not title:
            self._problem("a book begins with its title, '# Title'", first_line(self.source))
        language = book_language(path)
        problems = tuple(self.problems)
        return Handbook(path, language, self.source, title, tagline, tuple(chapters), problems)

    # -------------------------------------------------------------- blocks

    def _blocks(
        self, nodes: Sequence[SyntaxTreeNode], marks: tuple[BookMark, ...] = ()
    ) -> tuple[list[Block], tuple[BookMark, ...]]:
        """Return blocks, and the marks after the last of them; `marks` bind the first."""
        found: list[Block] = []
        for node in nodes:
            if node.type == "html_block" and (mark := self._mark(node)) is not None:
                marks = (*marks, mark)
                continue
            if node.type in ("bullet_list", "ordered_list"):
                before = found[-1] if found else None
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                if isinstance(before, BookList) and _goes_on(before, start):
                    found[-1], marks = self._longer(before, node, marks)
                    continue
                items, after = self._items(node)
                found.append(BookList(items, start, span=self._span(node), marks=marks))
                marks = after
                continue
            found += self._block(node, marks)
            marks = ()
        return found, marks

    def _longer(
        self, before: BookList, node: SyntaxTreeNode, marks: tuple[BookMark, ...]
    ) -> tuple[BookList, tuple[BookMark, ...]]:
        """Return a list that continues after a mark; a mark before it binds the first item."""
        items, after = self._items(node, marks)
        first, *rest = before.items
        if before.marks and first:
            first = (replace(first[0], marks=(*before.marks, *first[0].marks)), *first[1:])
        whole = (first, *rest, *items)
        return replace(before, items=whole, marks=(), span=before.span.to(self._span(node))), after

    def _items(
        self, node: SyntaxTreeNode, marks: tuple[BookMark, ...] = ()
    ) -> tuple[tuple[tuple[Block, ...], ...], tuple[BookMark, ...]]:
        items = []
        for item in node.children:
            blocks, marks = self._blocks(item.children, marks)
            items.append(tuple(blocks))
        return tuple(items), marks

    def _block(self, node: SyntaxTreeNode, marks: tuple[BookMark, ...]) -> list[Block]:
        span = self._span(node)
        if node.type == "heading":
            self._lost(marks)
            return [Subheading(_content(node), span=span)]
        if node.type == "blockquote":
            blocks, left = self._blocks(node.children)
            self._lost(left)
            return [MarginNote(tuple(blocks), span=span, marks=marks)]
        if node.type == "table":
            return [self._grid(node, span, marks)]
        if node.type == "hr":
            self._lost(marks)
            return []
        content = node.content if node.type != "paragraph" else _content(node)
        if (
            node.type == "html_block"
            and content.lstrip().startswith("<!--")
            and "-->" not in content
        ):
            self._problem("this comment is never closed; end it with '-->'", span)
        found = _PICTURE.fullmatch(content.strip())
        if found is None:
            return [Paragraph(content.strip(), span=span, marks=marks)]
        shows = _pictured(found[2])
        if shows is None:
            what = found[2].split("\n")[0]
            self._problem(
                Message("there is no picture '{name}'; there are {names}", what, PICTURES), span
            )
            return []
        caption = " ".join(found[1].split())
        return [BookPicture(caption, found[2], shows, span=span, marks=marks)]

    def _grid(self, node: SyntaxTreeNode, span: Span, marks: tuple[BookMark, ...]) -> TextTable:
        rows = [row for part in node.children for row in part.children]
        texts = [tuple(_content(cell) for cell in row.children) for row in rows]
        right = tuple("right" in str(cell.attrs.get("style", "")) for cell in rows[0].children)
        return TextTable(texts[0], tuple(texts[1:]), right, span=span, marks=marks)

    # -------------------------------------------------------------- marks

    def _mark(self, node: SyntaxTreeNode) -> BookMark | None:
        comment = _COMMENT.fullmatch(node.content)
        if comment is None:
            return None
        text = " ".join(comment[1].split())
        stamped = _DIGEST.fullmatch(text)
        keys, digest = (stamped[1].strip(), stamped[2]) if stamped else (text, "")
        return BookMark(keys, digest, self._span(node))

    def _lost(self, marks: tuple[BookMark, ...]) -> None:
        for mark in marks:
            self._problem("after this mark there is nothing that it could bind", mark.span)

    def _problem(self, message: str, span: Span) -> None:
        self.problems.append(Diagnostic(CODE, message, span))

    def _span(self, node: SyntaxTreeNode) -> Span:
        """Return the lines of a node, without what is left and right of it."""
        first, last = node.map or (0, 1)
        rows = self.source.lines
        while last > first + 1 and not rows[last - 1].strip():
            last -= 1
        row, end = rows[first], rows[last - 1]
        column = len(row) - len(row.lstrip()) + 1
        return Span(self.source.name, first + 1, column, last, len(end.rstrip()) + 1)


PICTURES = 'contents, setup, setup 3, scores, table, position: …, example: "…"'
"""What can be pictured, as it is written."""


def _pictured(written: str) -> Pictured | None:
    text = written.strip()
    plain: dict[str, Pictured] = {"contents": Contents(), "scores": Scores(), "table": Cover()}
    if text in plain:
        return plain[text]
    if found := _SET_UP.fullmatch(text):
        return SetUpShown(int(found[1]) if found[1] else None)
    if found := _EXAMPLE.fullmatch(text):
        return ExampleShown(" ".join(found[1].split()))
    if text.startswith("position:"):
        rows = text.removeprefix("position:").split("\n")
        return PositionShown(tuple(row.strip() for row in rows if row.strip()))
    return None


def _goes_on(before: BookList, start: int | None) -> bool:
    """Return whether a list with this first number continues the one before it."""
    if before.start is None or start is None:
        return before.start is start
    return start == before.start + len(before.items)


def _content(node: SyntaxTreeNode) -> str:
    """Return the text in a paragraph, a heading or a cell, as it is written."""
    return node.children[0].content.strip() if node.children else ""


def first_line(source: Source) -> Span:
    """Return where the first line of a text is."""
    return Span(source.name, 1, 1, 1, len(source.lines[0]) + 1 if source.lines else 1)
