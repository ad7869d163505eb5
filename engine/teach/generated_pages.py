"""The book that Cairn makes, as pages: the same tree of blocks as that of a handwritten book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.escaping import markdown
from engine.language.source import NOWHERE
from engine.teach.book import BookLine, Section, book_of
from engine.teach.book_values import BookValues
from engine.teach.handbook import (
    Block,
    BookList,
    BookPicture,
    Chapter,
    Contents,
    Run,
    SetUpShown,
    Told,
)
from engine.teach.handbook_pages import Pages
from engine.teach.plan import LessonPlan
from engine.teach.printing import ledger_rows

_CONTENTS = BookPicture("", "contents", Contents(), span=NOWHERE)
_SET_UP = BookPicture("", "setup", SetUpShown(), span=NOWHERE)


def generated_pages(plan: LessonPlan) -> Pages:
    """Return the pages of the book that Cairn makes of a plan."""
    book = book_of(plan)
    chapters = tuple(
        Chapter(_plain(section.heading), tuple(_blocks(plan, section))) for section in book.sections
    )
    names = {_CONTENTS: "contents", _SET_UP: "setup"}
    values = BookValues(plan.loaded, plan.players)
    title, tagline = _plain(book.title), _plain(book.subtitle)
    return Pages(plan, book, title, tagline, chapters, values, {}, names)


def _blocks(plan: LessonPlan, section: Section) -> Iterator[Block]:
    if section.name == "box":
        yield _CONTENTS
    if section.name == "setup":
        yield _SET_UP
    yield from _nested(section.lines, 0)
    if section.ledger is not None:
        say = plan.speech.say
        head = say("worked")
        title = say("title of", head, section.ledger_title) if section.ledger_title else head
        yield Told((Run(title.strip(), bold=True),), span=NOWHERE)
        rows = ledger_rows(section.ledger, say("sum"))
        told = (Told((Run(say("title of", *row)),), span=NOWHERE) for row in rows)
        yield BookList(tuple((one,) for one in told), span=NOWHERE)


def _nested(lines: Sequence[BookLine], depth: int) -> Iterator[Block]:
    """Yield lines of a depth as paragraphs, or as one list; deeper ones are inside of it."""
    items: list[tuple[Block, ...]] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        while end < len(lines) and lines[end].depth > max(depth, line.depth):
            end += 1
        rows = [BookLine(row, line.span, depth=line.depth + 1) for row in line.rows]
        inner = tuple(_nested([*rows, *lines[at + 1 : end]], line.depth + 1))
        if line.depth > 0:
            items.append((_told(line), *inner))
        else:
            if items:
                yield BookList(tuple(items), span=NOWHERE)
                items = []
            yield _told(line)
            yield from inner
        at = end
    if items:
        yield BookList(tuple(items), span=NOWHERE)


def _told(line: BookLine) -> Told:
    lead = (Run(f"{line.lead}. ", bold=True),) if line.lead else ()
    small = (Run(f" {line.small}", italic=True),) if line.small else ()
    return Told((*lead, Run(line.text), *small), span=line.span)


def _plain(text: str) -> str:
    """Return words as a book's text has them: nothing in them is a style or a value."""
    return markdown(text).replace("{", "\\{").replace("}", "\\}")
