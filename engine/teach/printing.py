"""A rulebook as a page: Markdown, HTML, and PDF by Typst, each by a template of this folder."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from engine.game.ledger import Ledger
from engine.language.escaping import Form, page
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.storage.atomic_write import write_whole
from engine.teach.book import Book, BookLine, Section
from engine.teach.drawn_diagrams import without_rows

BLANK_ROWS = 10
"""A score sheet has so many rows to write in where the score has no lines."""
SHEET = ("short", "score")
"""The sections that a sheet to lay beside the table has."""


@dataclass(frozen=True)
class Pictures:
    """The pictures of a book: WebP files by their names, `setup` and those of lines.

    `places`: the families of zones that have numbers in the picture of the table, from 1.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """An empty table to write scores in: a row for each line of the score."""

    heading: str
    labels: tuple[str, ...]
    players: int


def sections_of(book: Book, sheet: bool) -> list[Section]:
    """Return the sections that are printed: all, or those of a sheet."""
    if not sheet:
        return list(book.sections)
    return [replace(s, ledger=None) for s in book.sections if s.name in SHEET]


def sheet_of(book: Book) -> ScoreSheet:
    """Return the score sheet of a book."""
    plan = book.plan
    say, lines = plan.speech.say, [p.node for p in plan.of("line")]
    counting = [
        n for n in lines if isinstance(n, m.LedgerLine) and plan.speech.settled(n.when) is not False
    ]
    alike = [plan.speech.labels(line) for line in counting]
    labels = [""] * BLANK_ROWS if not alike else []
    for count, group in groupby(alike, key=len):
        rows = list(group)
        labels += (
            [label for row in zip(*rows, strict=True) for label in row]
            if count > 1
            else [row[0] for row in rows]
        )
    titled = (capital(label) for label in dict.fromkeys(labels) if label)
    players = plan.players or plan.rules.header.players[1]
    rows_told = tuple(titled) or tuple(labels)
    return ScoreSheet(say("head sheet"), ("", *rows_told, say("sum")), min(players, 8))


def ledger_rows(ledger: Ledger, total: str) -> list[tuple[str, str]]:
    """Return the rows of a ledger and its sum, as they are printed."""
    rows = [(capital(row.label), row.shown) for row in ledger.rows]
    return [*rows, (total, signed(ledger.total))]


def legend(book: Book, pictures: Pictures) -> str:
    """Return what the picture of the table shows, and what the numbers in it mean."""
    word, say = book.plan.speech.title, book.plan.speech.say
    places = (f"{n}\u00a0{word(place)}" for n, place in enumerate(pictures.places, 1))
    return say("title of", say("dealt"), " · ".join(places))


def split_lines(section: Section, pictures: Pictures) -> tuple[list[BookLine], list[BookLine]]:
    """Return the lines of a section that stand beside a picture, and the others."""
    beside = [line for line in section.lines if line.picture in pictures.files]
    return beside, [line for line in section.lines if line not in beside]


# ------------------------------------------------------------------ forms


def markdown(book: Book, pictures: Pictures, stem: str = "", sheet: bool = False) -> str:
    """Return a book in Markdown; its pictures are files called `STEM-NAME.webp`."""
    text = _filled("book.md.jinja", "markdown", book, pictures, sheet, stem=stem)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def html(book: Book, pictures: Pictures, sheet: bool = False) -> str:
    """Return a book as one HTML page, its pictures inside."""
    files = list(book.sources)
    inside = {
        name: "data:image/webp;base64," + base64.b64encode(data).decode()
        for name, data in pictures.files.items()
    }

    def anchor_of(file: str, number: int) -> str:
        return f"f{files.index(file) if file in files else 0}-l{number}"

    def anchor(span: Span) -> str:
        return anchor_of(span.file, span.line)

    return _filled(
        "book.html.jinja", "html", book, pictures, sheet, inside=inside, anchor=anchor,
        anchor_of=anchor_of, source_heading=book.plan.speech.say("head source"),
        sources=[] if sheet else [
            (file, list(enumerate(text.splitlines(), 1))) for file, text in book.sources.items()
        ],
    )  # fmt: skip


def pdf(book: Book, pictures: Pictures, folder: Path, sheet: bool = False) -> bytes:
    """Return a book as a PDF; `folder` is a place for what Typst reads."""
    import typst

    for name, data in pictures.files.items():
        write_whole(folder / f"{name}.webp", data)
    source = folder / "book.typ"
    write_whole(source, typst_text(book, pictures, sheet))
    return bytes(typst.compile(str(source), root=str(folder)))


def typst_text(book: Book, pictures: Pictures, sheet: bool = False) -> str:
    """Return a book as Typst reads it."""
    return _filled("book.typ.jinja", "typst", book, pictures, sheet)


def _filled(
    template: str, form: Form, book: Book, pictures: Pictures, sheet: bool, **more: object
) -> str:
    """Return a book as a template of this folder lays it out."""
    say, sections = book.plan.speech.say, sections_of(book, sheet)
    sections = without_rows(sections, book) if "setup" in pictures.files else sections
    return page(
        "engine.teach", template, form, book=book, sections=sections,
        language=book.plan.language, pictures=pictures.files, legend=legend(book, pictures),
        split_lines=lambda section: split_lines(section, pictures), worked=say("worked"),
        rows=lambda ledger: ledger_rows(ledger, say("sum")),
        sheet=sheet_of(book) if sheet else None, **more,
    )  # fmt: skip
