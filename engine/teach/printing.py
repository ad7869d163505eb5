"""A rulebook as a page: Markdown, HTML by Jinja2, and PDF by Typst."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from itertools import groupby, zip_longest
from pathlib import Path

from engine.game.ledger import Ledger
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.catalogue import capital, signed
from engine.teach.book import Book, BookLine, Section

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
    """Return what the picture of the table shows, and what the numbers in it stand for."""
    word, say = book.plan.speech.title, book.plan.speech.say
    places = (f"{n}\u00a0{word(place)}" for n, place in enumerate(pictures.places, 1))
    return say("title of", say("dealt"), " · ".join(places))


def split_lines(section: Section, pictures: Pictures) -> tuple[list[BookLine], list[BookLine]]:
    """Return the lines of a section that stand beside a picture, and the others."""
    beside = [line for line in section.lines if line.picture in pictures.files]
    return beside, [line for line in section.lines if line not in beside]


# ------------------------------------------------------------------ Markdown


def markdown(book: Book, pictures: Pictures, stem: str = "", sheet: bool = False) -> str:
    """Return a book in Markdown; its pictures are files called `STEM-NAME.webp`."""

    def said(line: BookLine) -> str:
        return (f"**{_plain(line.lead)}.** " if line.lead else "") + _plain(line.text)

    say = book.plan.speech.say
    rows = [f"# {_plain(book.title)}", ""]
    if book.subtitle:
        rows += [f"*{_plain(book.subtitle)}*", ""]
    for section in sections_of(book, sheet):
        rows += [f"## {_plain(section.heading)}", ""]
        if section.caption and section.name in pictures.files:
            rows += [f"![{section.caption}]({stem}-{section.name}.webp)", ""]
            rows += [f"*{_plain(legend(book, pictures))}*", ""]
        beside, plain = split_lines(section, pictures)
        if beside:
            rows += ["| | |", "|---|---|"]
        for line in beside:
            image = f"![{_plain(line.lead)}]({stem}-{line.picture}.webp)"
            rows.append(f"| {image} | {said(line)} |")
        for line in plain:
            if line.depth:
                rows.append("  " * (line.depth - 1) + f"- {said(line)}")
            else:
                gap = [""] if rows[-1] else []
                rows += [*gap, said(line), ""]
        rows += [""] if rows[-1] else []
        if section.ledger is not None:
            title = f": {section.ledger_title}" if section.ledger_title else ""
            rows += [f"**{say('worked')}{title}**", "", "| | |", "|---|---:|"]
            lines = ledger_rows(section.ledger, say("sum"))
            rows += [f"| {_plain(label)} | {value} |" for label, value in lines] + [""]
    if sheet:
        table = sheet_of(book)
        rows += [f"## {table.heading}", "", "| |" + " |" * table.players]
        rows += ["|---|" + "---|" * table.players]
        rows += [f"| {_plain(x)} |" + " |" * table.players for x in table.labels[1:]] + [""]
    return "\n".join(rows).rstrip() + "\n"


def _plain(text: str) -> str:
    """Return a text in which nothing is a sign of Markdown."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)


# ------------------------------------------------------------------ HTML


def html(book: Book, pictures: Pictures, sheet: bool = False) -> str:
    """Return a book as one HTML page, its pictures inside."""
    say = book.plan.speech.say
    files = list(book.sources)
    inside = {
        name: "data:image/webp;base64," + base64.b64encode(data).decode()
        for name, data in pictures.files.items()
    }

    def anchor_of(file: str, number: int) -> str:
        return f"f{files.index(file) if file in files else 0}-l{number}"

    def anchor(span: Span) -> str:
        return anchor_of(span.file, span.line)

    return page(
        "book.html.jinja", book=book, sections=sections_of(book, sheet),
        language=book.plan.language,
        pictures=inside, legend=legend(book, pictures),
        split_lines=lambda section: split_lines(section, pictures), worked=say("worked"),
        anchor=anchor, anchor_of=anchor_of,
        rows=lambda ledger: ledger_rows(ledger, say("sum")),
        sheet=sheet_of(book) if sheet else None, source_heading=say("head source"),
        sources=[] if sheet else [
            (file, list(enumerate(text.splitlines(), 1))) for file, text in book.sources.items()
        ],
    )  # fmt: skip


def page(template: str, **values: object) -> str:
    """Return a page of HTML by a template of this folder."""
    from jinja2 import Environment

    text = resources.files("engine.teach").joinpath(template).read_text("utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(text).render(values)


# ------------------------------------------------------------------ PDF


def pdf(book: Book, pictures: Pictures, folder: Path, sheet: bool = False) -> bytes:
    """Return a book as a PDF; `folder` is a place for what Typst reads."""
    import typst

    for name, data in pictures.files.items():
        (folder / f"{name}.webp").write_bytes(data)
    source = folder / "book.typ"
    source.write_text(typst_text(book, pictures, sheet), encoding="utf-8")
    return bytes(typst.compile(str(source), root=str(folder)))


def typst_text(book: Book, pictures: Pictures, sheet: bool = False) -> str:
    """Return a book as Typst reads it."""

    def said(line: BookLine) -> str:
        return (f"*{_typst(line.lead)}.* " if line.lead else "") + _typst(line.text)

    say = book.plan.speech.say
    rows = [
        f'#set page(paper: "a4", margin: {1.4 if sheet else 2.2}cm, numbering: "1")',
        f'#set text(size: {9.5 if sheet else 10.5}pt, lang: "{book.plan.language}")',
        "#set par(justify: true)",
        "#show heading: set block(above: 1.6em, below: 0.8em)",
        f'#align(center, text(size: 22pt, weight: "bold")[{_typst(book.title)}])',
    ]
    if book.subtitle:
        rows.append(f"#align(center, emph[{_typst(book.subtitle)}])")
    for section in sections_of(book, sheet):
        if section.name == "short" and not sheet:
            rows.append("#pagebreak()")
        rows.append(f"= {_typst(section.heading)}")
        if section.caption and section.name in pictures.files:
            caption = _typst(legend(book, pictures))
            image = f'image("{section.name}.webp", width: 80%)'
            rows.append(f"#figure({image}, numbering: none, caption: [{caption}])")
        beside, plain = split_lines(section, pictures)
        for line in beside:
            image = f'image("{line.picture}.webp", height: 1.4cm, fit: "contain")'
            laid = "columns: (6.6cm, 1fr), column-gutter: 0.6cm, align: horizon"
            rows.append(f"#grid({laid}, {image}, [{said(line)}])\n")
        for line, following in zip_longest(plain, plain[1:]):
            content = said(line)
            if line.depth:
                rows.append("  " * (line.depth - 1) + f"- {content}")
            elif following is not None and following.depth:
                rows += ["", f"#block(sticky: true)[{content}]", ""]
            else:
                rows += ["", content, ""]
        if section.ledger is not None:
            cells = ledger_rows(section.ledger, say("sum"))
            rows.append(f"== {_typst(say('worked'))}: {_typst(section.ledger_title)}".rstrip(": "))
            content = ", ".join(f"[{_typst(a)}], [{_typst(b)}]" for a, b in cells[:-1])
            content += ", table.hline(stroke: 0.5pt), " + ", ".join(
                f"[*{_typst(part)}*]" for part in cells[-1]
            )
            ledger = f"table(columns: 2, stroke: none, inset: 3pt, align: (left, right), {content})"
            rows.append(f"#block(breakable: false, {ledger})")
    if sheet:
        table = sheet_of(book)
        empty = ", ".join("[]" for _ in range(table.players))
        content = ", ".join(f"[{_typst(label)}], {empty}" for label in table.labels)
        columns = f"(auto, {', '.join('1fr' for _ in range(table.players))})"
        high = f"rows: (0.9cm, {', '.join('0.5cm' for _ in table.labels[1:])})"
        styled = f"columns: {columns}, {high}, inset: 3pt, align: horizon"
        rows += [f"= {_typst(table.heading)}", f"#table({styled}, {content})"]
    return "\n".join(rows) + "\n"


def _typst(text: str) -> str:
    """Return a text in which nothing is a sign of Typst."""
    return re.sub(r"([\\#$*_`<>@\[\]~/=+-])", r"\\\1", text)
