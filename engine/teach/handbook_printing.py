"""A handwritten book as a page: Markdown, HTML, and PDF by Typst, in pages or as a booklet."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from engine.language.escaping import Form, escaped, page
from engine.storage.atomic_write import write_whole
from engine.teach.handbook_forms import BookForm, Drawn
from engine.teach.handbook_markup import HtmlForm, MarkdownForm, TypstForm
from engine.teach.handbook_pages import Pages
from engine.teach.topics import Topic

SHEET = 4
"""So many pages has a sheet of paper that is folded once."""
SIZES = (9.4, 9.2, 9.0, 8.8, 8.6, 8.4, 8.2, 8.0)
"""The sizes of the words of a book in points, the largest first."""
COUNTING = 8.0
"""Points to an inch, where pages are only counted."""


@dataclass(frozen=True)
class BookPictures:
    """The pictures of a handwritten book: files by their names, without an end.

    `ending`: how their files end. `places`: by the name of a set-up, the families of zones that
    have numbers in it, from 1.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    ending: str = "webp"
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def handbook_markdown(pages: Pages, pictures: BookPictures, stem: str = "") -> str:
    """Return a handwritten book in Markdown; its pictures are files called `STEM-NAME.webp`."""
    address = {name: quote(f"{stem}-{name}.{pictures.ending}") for name in pictures.files}
    form = MarkdownForm(pages, Drawn(address, pictures.places))
    text = _filled("handbook.md.jinja", "markdown", form)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def handbook_html(pages: Pages, pictures: BookPictures) -> str:
    """Return a handwritten book as one HTML page, its pictures inside."""
    address = {
        name: f"data:image/{pictures.ending};base64,{base64.b64encode(data).decode()}"
        for name, data in pictures.files.items()
    }
    return _filled("handbook.html.jinja", "html", HtmlForm(pages, Drawn(address, pictures.places)))


def handbook_pdf(pages: Pages, pictures: BookPictures, folder: Path, folded: bool = False) -> bytes:
    """Return a handwritten book as a PDF in A5, or as a booklet in A4: two pages on each side.

    `folder` is a place for what Typst reads.
    """
    import typst

    for name, data in pictures.files.items():
        write_whole(folder / f"{name}.{pictures.ending}", data)
    source = folder / "book.typ"
    write_whole(source, handbook_typst(pages, pictures))
    inputs, count = _best_size(source)
    data = bytes(typst.compile(str(source), root=str(folder), sys_inputs=inputs))
    if not folded:
        return data
    write_whole(folder / "pages.pdf", data)
    write_whole(folder / "booklet.typ", page(
        "engine.teach", "booklet.typ.jinja", "typst", sides=sides(count), last=count,
    ))  # fmt: skip
    return bytes(typst.compile(str(folder / "booklet.typ"), root=str(folder)))


def _best_size(source: Path) -> tuple[dict[str, str], int]:
    """Return the largest words with which a book needs no more sheets of paper, and its pages."""
    import typst

    def counted(size: float) -> tuple[dict[str, str], int]:
        inputs = {"size": str(size)}
        drawn = typst.compile(
            str(source), root=str(source.parent), format="png", ppi=COUNTING, sys_inputs=inputs
        )
        return inputs, len(drawn) if isinstance(drawn, list) else 1

    smallest = counted(SIZES[-1])
    sheets = -(-smallest[1] // SHEET)
    larger = (found for found in map(counted, SIZES[:-1]) if -(-found[1] // SHEET) == sheets)
    return next(larger, smallest)


def handbook_typst(pages: Pages, pictures: BookPictures) -> str:
    """Return a handwritten book as Typst reads it; its pictures are in the same folder."""
    address = {name: f"{name}.{pictures.ending}" for name in pictures.files}
    return _filled("handbook.typ.jinja", "typst", TypstForm(pages, Drawn(address, pictures.places)))


def sides(count: int) -> list[tuple[int, int]]:
    """Return the pages of each side of a booklet, left and right; 0 is an empty page.

    The last page stays the last, so that it is the back of the booklet.
    """
    whole = -(-count // SHEET) * SHEET
    order = [*range(1, count), *[0] * (whole - count), count]
    found = []
    for sheet in range(whole // SHEET):
        first, last = 2 * sheet, whole - 1 - 2 * sheet
        found += [(order[last], order[first]), (order[first + 1], order[last - 1])]
    return found


def _filled(template: str, kind: Form, form: BookForm) -> str:
    """Return a book as a template of this folder lays it out."""
    pages = form.pages
    chapters = [
        (escaped(form.words(chapter.heading)), escaped(form.laid(chapter.blocks)))
        for chapter in pages.chapters
    ]
    lead = pages.plan.speech.say("table is", "").strip()
    told = [(_called(point), point.more or point.sentence) for point in pages.plan.of("table")]
    tables = [(title, text[len(lead) :] if _begins(text, lead) else text) for title, text in told]
    players = pages.plan.of("players")
    return page(
        "engine.teach", template, kind, language=pages.plan.language,
        title=escaped(form.words(pages.title)), name=pages.text(pages.title),
        tagline=escaped(form.words(pages.tagline)), cover=form.drawn.address.get("table", ""),
        chapters=chapters, tables=tables, players=players[0].sentence if players else "",
    )  # fmt: skip


def _called(table: Topic) -> str:
    """Return what a table is called: by its author's sentence, as its name is only for rules."""
    return table.sentence.rstrip(".") if table.own else table.title


def _begins(text: str, lead: str) -> bool:
    return text.casefold().startswith(lead.casefold())
