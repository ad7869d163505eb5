"""`cairn rules`: the rulebook of a ruleset, in the terminal or as a file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.cli.arguments import RulebookArguments
from engine.cli.errors import open_game, read_settings, refuse, say, spoken
from engine.cli.files import can_write
from engine.cli.handbook import needs_typst, print_pages, show_markdown
from engine.cli.language import language_of
from engine.cli.output import put
from engine.game.options import read_options
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.language.files import write_file
from engine.language.message import Message, joined
from engine.rules.files import catalogue_path
from engine.rules.load import Loaded, load_text
from engine.rules.options import check_players
from engine.storage.plain_file import is_there
from engine.table.deal import deal
from engine.teach.bindings import Bindings, confirmed
from engine.teach.book import Book, book_of
from engine.teach.handbook import book_language, book_path
from engine.teach.handbook_check import books_beside, key_faults
from engine.teach.handbook_pages import pages_of
from engine.teach.handbook_reader import read_handbook
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.printing import Pictures, html, markdown, pdf

DEALT = 1
"""The seed of the game that is pictured."""
FORMS = (".html", ".md", ".pdf")


def print_rules(args: RulebookArguments) -> None:
    """Print a rulebook, or write it to a file. Raises RulesError for what can't be had."""
    if args.confirm:
        confirm_books(args)
        return
    if args.out is not None:
        if args.out.suffix.lower() not in FORMS:
            raise refuse(
                Message(
                    "{path} must end with {names}",
                    args.out,
                    joined(FORMS, "or"),
                )
            )
        can_write(args.out)
    plan = make_plan(args)
    pages = None if args.generated or args.sheet else pages_of(plan)
    if pages is not None:
        print_pages(pages, args.out, args.folded)
        return
    if args.folded:
        raise refuse(Message("only a handwritten book can be folded"))
    book = book_of(plan)
    if args.out is None:
        show_markdown(markdown(book, Pictures(), sheet=args.sheet))
        return
    form = args.out.suffix.lower()
    if form == ".md":
        drawn = draw(book, args.sheet)
        for name, data in drawn.files.items():
            write_file(args.out.with_name(f"{args.out.stem}-{name}.webp"), data)
        write_file(args.out, markdown(book, drawn, args.out.stem, args.sheet))
    elif form == ".html":
        write_file(args.out, html(book, draw(book, args.sheet), args.sheet))
    else:
        _write_pdf(book, args)
    put(f"{book.title}: {plain(args.out)}")


def confirm_books(args: RulebookArguments) -> None:
    """Write the present digests into the marks of a ruleset's handwritten books.

    All of them, or the one in `args.lang`. Raises RulesError (E603) where there is none, and (E608)
    for a book that names what the rules don't have; then nothing is written.
    """
    loaded = open_game(args.ruleset)
    paths = books_beside(loaded)
    if args.lang is not None:
        paths = [path for path in paths if book_language(path) == args.lang]
    if not paths:
        wanted = book_path(loaded.path, args.lang or "en").name
        lacks = "{name} has no handwritten book: there is no {path}"
        raise refuse(Message(lacks, loaded.name, wanted))
    found = [Bindings(read_handbook(path), plan_for(loaded)) for path in paths]
    faults = [fault for one in found for fault in key_faults(one)]
    if faults:
        raise RulesError(*faults)
    for path, one in zip(paths, found, strict=True):
        write_file(path, confirmed(one))
        put(spoken(Message("{path}: {number} marks confirmed", plain(path), len(one.bound))))


def make_book(args: RulebookArguments) -> Book:
    """Return the book that Cairn makes. Raises RulesError (E603) for what a ruleset lacks."""
    return book_of(make_plan(args))


def make_plan(args: RulebookArguments) -> LessonPlan:
    """Return the plan of a book. Raises RulesError (E603) for what a ruleset lacks."""
    loaded = open_game(args.ruleset)
    settings = read_settings(args.settings)
    read_options(loaded.checked(), settings)
    language = spoken_in(loaded, args.lang)
    loaded = with_settings(loaded, settings)
    if args.players is not None:
        check_players(loaded.checked(), args.players)
    return plan_for(loaded, language, args.players)


def with_settings(loaded: Loaded, settings: Mapping[str, str]) -> Loaded:
    """Return a ruleset with some options fixed, as a variant of it that does nothing else would."""
    if not settings:
        return loaded
    fixed = "".join(f"fix {name} = {value}\n" for name, value in settings.items())
    title = loaded.title.replace('"', "'")
    base = json.dumps(loaded.path.stem, ensure_ascii=False)
    text = f'variant "{title}" of {base}\n\n{fixed}'
    chosen = load_text(
        text, loaded.path.with_name(f"{loaded.path.stem}-as-chosen.cairn"), loaded.more
    )
    chosen.checked()
    chosen.base = loaded.base
    return chosen


def spoken_in(loaded: Loaded, wished: str | None) -> str:
    """Return the language to use. Raises RulesError (E603) for one that the ruleset lacks.

    The machine's language counts only where the ruleset has it.
    """
    language = language_of(wished)
    if language == "en" or any(is_there(catalogue_path(f, language)) for f in loaded.files):
        return language
    if wished is None:
        return "en"
    wanted = catalogue_path(loaded.path, language).name
    raise refuse(
        Message(
            "{name} isn't translated into '{language}': there is no {wanted}",
            loaded.name,
            language,
            wanted,
        )
    )


def draw(book: Book, sheet: bool = False) -> Pictures:
    """Return the pictures of a book; none where nothing can be drawn, and none for a sheet."""
    from viewer import NoWindow, book_pictures

    if sheet:
        return Pictures()
    rules = book.plan.rules
    try:
        drawn = book_pictures(set_up(book), tuple(rules.zones), tuple(rules.components))
    except NoWindow as problem:
        say(f"The book has no pictures: {problem}")
        return Pictures()
    return Pictures(*drawn)


def set_up(book: Book) -> Session:
    """Return a game of which nothing has been played, as it is pictured."""
    plan = book.plan
    low, high = plan.rules.header.players
    return deal(
        plan.loaded, plan.players or min(max(low, 2), high), seed=DEALT, language=plan.language
    )


def _write_pdf(book: Book, args: RulebookArguments) -> None:
    assert args.out is not None
    needs_typst()
    with tempfile.TemporaryDirectory() as folder:
        data = pdf(book, draw(book, args.sheet), Path(folder), args.sheet)
    write_file(args.out, data)
