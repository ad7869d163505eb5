"""`cairn rules` where there is a handwritten book: its pictures drawn, its pages written."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from engine.agents.registry import agent_names
from engine.cli.errors import refuse, say
from engine.cli.output import console, put
from engine.distribution import install
from engine.game.session import Session
from engine.language.escaping import plain
from engine.language.files import write_file
from engine.language.message import Message
from engine.table.deal import deal
from engine.table.table import Table
from engine.teach.handbook import Contents, Cover, ExampleShown, PositionShown, Scores, SetUpShown
from engine.teach.handbook_pages import Pages
from engine.teach.handbook_printing import (
    BookPictures,
    handbook_html,
    handbook_markdown,
    handbook_pdf,
)
from engine.teach.positions import open_position

DEALT = 1
"""The seed of the game that is pictured."""
PLAYED = 9
"""So many decisions each player has made in the picture of the cover."""
USUAL = ("easy", "greedy")
"""Who plays up to that picture: the first of these that there is."""
PAPER = 900
"""A picture on paper is no wider than so many pixels."""
PAPER_BADGE = 56.0
"""The numbers of a set-up are so high on paper, where a picture is one column wide."""


def print_pages(pages: Pages, out: Path | None, folded: bool) -> None:
    """Print a handwritten book, or write it to a file. Raises RulesError for what can't be had."""
    if folded and (out is None or out.suffix.lower() != ".pdf"):
        raise refuse(Message("only a PDF can be folded: name one with --out"))
    if out is None:
        show_markdown(handbook_markdown(pages, BookPictures()))
        return
    form = out.suffix.lower()
    if form == ".md":
        drawn = draw_pages(pages)
        for name, data in drawn.files.items():
            write_file(out.with_name(f"{out.stem}-{name}.{drawn.ending}"), data)
        write_file(out, handbook_markdown(pages, drawn, out.stem))
    elif form == ".html":
        write_file(out, handbook_html(pages, draw_pages(pages)))
    else:
        needs_typst()
        with tempfile.TemporaryDirectory() as folder:
            drawn = on_paper(draw_pages(pages, PAPER_BADGE))
            data = handbook_pdf(pages, drawn, Path(folder), folded)
        write_file(out, data)
    put(f"{pages.title}: {plain(out)}")


def draw_pages(pages: Pages, badge: float | None = None) -> BookPictures:
    """Return the pictures of a handwritten book; none where nothing can be drawn.

    `badge`: how high the numbers are of a table that is 800 high; None for the usual height.
    """
    from viewer import NoWindow, piece_pictures, table_picture

    files: dict[str, bytes] = {}
    places: dict[str, tuple[str, ...]] = {}
    try:
        for name, session, families, close in _tables(pages):
            files[name], places[name] = table_picture(session, families, close, badge)
        if any(isinstance(picture.shows, Contents) for picture in pages.names):
            files |= piece_pictures(usual_game(pages), tuple(pages.plan.rules.components))
    except NoWindow as problem:
        say(f"The book has no pictures: {problem}")
        return BookPictures()
    return BookPictures(files, places=places)


def _tables(pages: Pages) -> Iterator[tuple[str, Session, tuple[str, ...], tuple[str, ...]]]:
    """Yield the pictures of the table: its name, its position, which families have numbers, and
    which alone are shown.
    """
    families = tuple(pages.plan.rules.zones)
    for picture, name in pages.names.items():
        match picture.shows:
            case SetUpShown():
                yield name, usual_game(pages, picture.shows.players), families, ()
            case Cover():
                yield name, _played(usual_game(pages)), (), ()
            case PositionShown() | ExampleShown() if name in pages.positions:
                shown = pages.positions[name]
                session = open_position(pages.plan.loaded, shown.position, pages.plan.language)
                yield name, session, (), shown.families
            case Contents() | Scores() | PositionShown() | ExampleShown():
                pass


def usual_game(pages: Pages, players: int | None = None) -> Session:
    """Return a game of which nothing has been played, for the usual number of players."""
    plan = pages.plan
    low, high = plan.rules.header.players
    usual = plan.players or min(max(low, 2), high)
    return deal(plan.loaded, players or usual, seed=DEALT, language=plan.language)


def _played(session: Session) -> Session:
    """Let agents play a game up to its middle."""
    usual = next(name for name in USUAL if name in agent_names())
    table = Table(session, [usual] * session.game.players)
    many = 2 * PLAYED * session.game.players
    while len(session.history) < many and session.seat is not None:
        table.play_agent()
    return session


def on_paper(drawn: BookPictures) -> BookPictures:
    """Return the same pictures as they are printed: smaller, and on white."""
    from viewer import for_paper

    files = {name: for_paper(data, PAPER) for name, data in drawn.files.items()}
    return BookPictures(files, "jpg", drawn.places)


def needs_typst() -> None:
    """Raise RulesError (E603) where Typst isn't installed."""
    if find_spec("typst") is None:
        raise refuse(
            Message("PDF needs Typst: {install}, or write a page with --out X.html", install("pdf"))
        )


def show_markdown(text: str) -> None:
    """Show Markdown in the terminal; through a pipe as it is."""
    if not sys.stdout.isatty():
        put(text, end="")
        return
    from rich.markdown import Markdown

    console().print(Markdown(text))
