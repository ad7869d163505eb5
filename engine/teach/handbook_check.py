"""What is wrong with the handwritten books beside a ruleset, held against its lesson plan."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError, nearest
from engine.language.message import Message, joined
from engine.language.source import Span
from engine.rules.load import Loaded, load
from engine.storage.plain_file import is_there
from engine.teach.bindings import Bindings, key_of, place_of
from engine.teach.book_positions import BookPositions
from engine.teach.book_values import BookValues
from engine.teach.handbook import (
    CODE,
    VALUE,
    Block,
    BookMark,
    BookPicture,
    Handbook,
    Paragraph,
    SetUpShown,
    book_language,
    book_path,
    contents_of,
)
from engine.teach.handbook_reader import first_line, read_handbook
from engine.teach.plan import LessonPlan, plan_for

SHOWN_KEYS = 8
"""So many points are named of those that a book leaves out."""


def books_beside(loaded: Loaded) -> list[Path]:
    """Return the handwritten books of a ruleset's own file, in the order of their names."""
    found = loaded.path.parent.glob("*.md") if loaded.path.parent.is_dir() else ()
    return sorted(p for p in found if p == book_path(loaded.path, book_language(p)))


def check_handbooks(loaded: Loaded) -> list[Diagnostic]:
    """Return what is wrong with the handwritten books beside a ruleset without errors."""
    found: list[Diagnostic] = []
    for path in books_beside(loaded):
        try:
            book = read_handbook(path)
        except RulesError as problem:
            found += problem.diagnostics
            continue
        loaded.findings.sources.setdefault(book.source.name, book.source)
        found += check_handbook(book, loaded)
    return found


def check_handbook(book: Handbook, loaded: Loaded) -> list[Diagnostic]:
    """Return what is wrong with a handwritten book of a ruleset."""
    bindings = Bindings(book, plan_for(loaded))
    marks = (*key_faults(bindings), *_points(bindings, loaded))
    return [*book.problems, *_in_text(book, loaded), *marks]


def own_book(loaded: Loaded, language: str) -> Handbook | None:
    """Return the handwritten book of a ruleset, None if there is none beside it.

    Options that somebody has set make no other book. Raises RulesError for one that can't be read.
    """
    return _first(_files(loaded)[:1], language)


def base_book(loaded: Loaded, language: str) -> Handbook | None:
    """Return the book of the nearest game or variant that a variant builds on, if there is one.

    Raises RulesError for one that can't be read.
    """
    return _first(_files(loaded)[1:], language)


def _files(loaded: Loaded) -> list[Path]:
    return [path for path in dict.fromkeys(loaded.files) if is_there(path)]


def _first(files: list[Path], language: str) -> Handbook | None:
    paths = (book_path(path, language) for path in files)
    found = next((path for path in paths if is_there(path)), None)
    return read_handbook(found) if found is not None else None


# ------------------------------------------------------------------ the text


def _in_text(book: Handbook, loaded: Loaded) -> Iterator[Diagnostic]:
    """Yield what is wrong with the values and pictures of a book."""
    values, positions = BookValues(loaded), BookPositions(book, loaded)
    low, high = loaded.checked().header.players
    for block in (*_heads(book), *book.blocks()):
        texts = contents_of(block)
        wanted = [one[1] for text in texts for one in VALUE.finditer(text) if one[1] is not None]
        for written, fault in values.values(wanted)[1].items():
            yield Diagnostic(CODE, fault, _within(book, block, f"{{{written}}}"))
        if not isinstance(block, BookPicture):
            continue
        players = block.shows.players if isinstance(block.shows, SetUpShown) else None
        if players is not None and not low <= players <= high:
            there = "the game is for {low} to {high} players, not {number}"
            yield Diagnostic(CODE, Message(there, low, high, players), block.span)
        try:
            positions.shown(block)
        except RulesError as problem:
            yield from problem.diagnostics


def _heads(book: Handbook) -> Iterator[Block]:
    """Yield what is written above the sections, as paragraphs."""
    whole = Span(book.source.name, 1, 1, max(1, len(book.source.lines)), 1)
    for text in (book.title, book.tagline, *(chapter.heading for chapter in book.chapters)):
        yield Paragraph(text, span=whole)


def _within(book: Handbook, block: Block, text: str) -> Span:
    """Return where a text is in the lines of a block."""
    for number in range(block.span.line, block.span.end_line + 1):
        column = book.source.lines[number - 1].find(text)
        if column >= 0:
            return Span(book.source.name, number, column + 1, number, column + 1 + len(text))
    return block.span


# ------------------------------------------------------------------ the marks


def key_faults(bindings: Bindings) -> Iterator[Diagnostic]:
    """Yield the keys that no point of the plan has."""
    known = [key_of(point) for point in bindings.plan.points]
    for one in bindings.bound:
        for key in one.unknown:
            message = Message("the rules have no point '{key}'", key)
            span = place_of(bindings, key, one.mark)
            yield Diagnostic(CODE, message, span, fix=nearest(key, known))


def _points(bindings: Bindings, loaded: Loaded) -> Iterator[Diagnostic]:
    """Yield the points that no paragraph binds, or several, and the paragraphs in doubt."""
    book, plan = bindings.book, bindings.plan
    first = first_line(book.source)
    base = base_book(loaded, book.language)
    told = told_by_base(base, plan) if base is not None else set()
    missing = [key_of(p) for p in bindings.missing() if p.key not in told]
    twice = [key_of(p) for p in bindings.twice()]
    lists = [
        Message("no paragraph describes {keys}", _some(missing)) if missing else None,
        Message("several paragraphs describe {keys}", _some(twice)) if twice else None,
    ]
    if missing or twice:
        listed = [one for one in lists if one is not None]
        message = listed[0] if len(listed) == 1 else Message("{first}; {second}", *listed)
        yield Diagnostic(Code.W012, message, first, severity="warning")
    for one in bindings.doubtful():
        if one.unknown:  # told already
            continue
        message = Message(
            "the rules have changed since '{words}' was written: read it again with {keys}",
            *(one.begins, one.named),
        )
        hint = Message("then run 'cairn rules {name} --confirm'", loaded.opened_as)
        at = one.block.span
        begins = at._replace(end_line=at.line, end_column=at.column + len(one.begins))
        yield Diagnostic(Code.W013, message, begins, hint=hint, severity="warning")


def _some(keys: list[str]) -> str:
    """Return the first of some keys, and how many more there are."""
    shown = [f"'{key}'" for key in keys[:SHOWN_KEYS]]
    more = len(keys) - len(shown)
    return Message("{names} and {number} more", ", ".join(shown), more) if more else joined(shown)


def told_by_base(base: Handbook, plan: LessonPlan) -> set[str]:
    """Return the keys of the points of a variant that its game's book still describes rightly."""
    bindings = Bindings(base, plan)
    changed = changed_in(base, plan)
    return {
        point.key
        for point in plan.points
        if any(one.mark not in changed for one in bindings.marks_of(point))
    }


def changed_in(base: Handbook, plan: LessonPlan) -> frozenset[BookMark]:
    """Return the marks of a game's book that bind other rules in a variant of it."""
    ruleset = base.path.with_name(base.path.name.split(".book.")[0] + ".cairn")
    before, now = Bindings(base, plan_for(load(ruleset))), Bindings(base, plan)
    pairs = zip(before.bound, now.bound, strict=True)
    return frozenset(a.mark for a, b in pairs if before.digest(a) != now.digest(b))
