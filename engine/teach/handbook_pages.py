"""The pages of a handwritten book: its text, and Cairn's own words for what it leaves out.

The book of a variant is followed by that of its game, in which the paragraphs that the variant has
changed are replaced. A variant's book that leaves no point out is complete without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.teach.bindings import Bindings
from engine.teach.book import Book, BookLine, book_of
from engine.teach.book_positions import BookPosition, BookPositions
from engine.teach.book_values import BookValues
from engine.teach.handbook import (
    VALUE,
    Block,
    BookList,
    BookMark,
    BookPicture,
    Chapter,
    Contents,
    Cover,
    Handbook,
    MarginNote,
    Run,
    Scores,
    SetUpShown,
    Told,
    all_blocks,
    contents_of,
)
from engine.teach.handbook_check import base_book, changed_in, own_book, told_by_base
from engine.teach.plan import LessonPlan
from engine.teach.topics import Topic


@dataclass(frozen=True)
class Pages:
    """What is printed of a handwritten book. `book`: what Cairn makes of the same plan."""

    plan: LessonPlan
    book: Book
    title: str
    tagline: str
    chapters: tuple[Chapter, ...]
    values: BookValues
    positions: dict[str, BookPosition]
    """By the name of its picture: each position that is shown."""
    names: dict[BookPicture, str]
    """What each picture is called."""
    bound: dict[BookMark, tuple[Topic, ...]] = field(default_factory=dict)
    """The points that each mark binds."""

    def points_of(self, block: Block) -> tuple[Topic, ...]:
        """Return the points that a block is about: those of its marks, or of its construct."""
        if isinstance(block, Told):
            return tuple(point for point in self.plan.points if point.span == block.span)
        found = (point for mark in block.marks for point in self.bound.get(mark, ()))
        return tuple({point.number: point for point in found}.values())

    def text(self, content: str) -> str:
        """Return a text with its values in place of what is in braces."""
        return VALUE.sub(lambda one: one[0] if one[1] is None else self._value(one[1]), content)

    def _value(self, written: str) -> str:
        try:
            return str(self.values.value(written)).replace("-", "\N{MINUS SIGN}")
        except ValueError:
            return f"{{{written}}}"


def pages_of(plan: LessonPlan) -> Pages | None:
    """Return the pages of a plan's handwritten book in its language, None if there is none.

    Raises RulesError for a file that can't be read.
    """
    loaded = plan.loaded
    own = own_book(loaded, plan.language) if not loaded.more else None
    if own is None:
        return None
    return _Maker(plan, own, base_book(loaded, plan.language)).pages()


class _Maker:
    """Makes the pages of one book, with that of the game that it is a variant of."""

    def __init__(self, plan: LessonPlan, own: Handbook, base: Handbook | None) -> None:
        self.plan = plan
        self.own = own
        self.book = book_of(plan)
        self.bindings = Bindings(own, plan)
        self.base = base if self.bindings.missing() else None
        self.values = BookValues(plan.loaded, plan.players)

    def pages(self) -> Pages:
        missing = self.bindings.missing()
        chapters = list(self.own.chapters)
        if self.base is not None and missing:  # else it is a whole book of its own
            told = told_by_base(self.base, self.plan)
            missing = [point for point in missing if point.key not in told]
            chapters += self._rest(self.base, missing)
        chapters = _sheet_last(self._with(chapters, missing))
        positions, names = self._positions(chapters)
        return Pages(
            self.plan, self.book, self.own.title, self.own.tagline, tuple(chapters), self.values,
            positions, names, self._bound(),
        )  # fmt: skip

    def _bound(self) -> dict[BookMark, tuple[Topic, ...]]:
        """Return the points that the marks of both books bind."""
        both = (self.bindings, *([Bindings(self.base, self.plan)] if self.base is not None else []))
        return {one.mark: tuple(held.points_of(one)) for held in both for one in held.bound}

    # -------------------------------------------------------------- what is left out

    def _with(self, chapters: list[Chapter], missing: list[Topic]) -> list[Chapter]:
        """Return chapters with Cairn's words for some points: each where its like is described."""
        homes: dict[str, int] = {}
        for number, chapter in enumerate(self.own.chapters):
            inside = {id(block) for block in all_blocks(chapter.blocks)}
            for one in self.bindings.bound:
                if id(one.block) in inside:
                    for point in one.points:
                        homes[self._section(point)] = number
        more: dict[int, list[Block]] = {}
        new: dict[str, list[Block]] = {}
        for point in missing:
            section = self._section(point)
            blocks = self._told(point)
            if section in homes:
                more.setdefault(homes[section], []).extend(blocks)
            else:
                new.setdefault(section, []).extend(blocks)
        chapters = [
            replace(c, blocks=(*c.blocks, *more[n])) if n in more else c
            for n, c in enumerate(chapters)
        ]
        headings = {section.name: section.heading for section in self.book.sections}
        return [*chapters, *(Chapter(headings.get(s, ""), tuple(b)) for s, b in new.items())]

    def _lines(self, point: Topic) -> tuple[str, list[BookLine]]:
        """Return the lines that Cairn's book has on a point, and in which section."""
        if not isinstance(point.node, m.Header):
            for section in self.book.sections:
                lines = [line for line in section.lines if line.span == point.span]
                if lines and section.name not in ("short", "different"):
                    return section.name, lines
        name = "setup" if point.kind == "start" else "aim"
        return name, [BookLine(point.sentence, point.span)]

    def _section(self, point: Topic) -> str:
        return self._lines(point)[0]

    def _told(self, point: Topic) -> list[Block]:
        found: list[Block] = []
        for line in self._lines(point)[1]:
            lead = (Run(f"{line.lead}. ", bold=True),) if line.lead else ()
            found.append(Told((*lead, Run(line.text)), span=line.span))
        return found

    # -------------------------------------------------------------- variants

    def _rest(self, base: Handbook, missing: list[Topic]) -> Iterator[Chapter]:
        """Yield the chapters of a game's book, with what a variant has changed in Cairn's words."""
        say = self.plan.speech.say
        game = Bindings(base, self.plan)
        changed = changed_in(base, self.plan)
        told = {point.key for point in missing}
        words = {
            one.mark: [b for p in game.points_of(one) if p.key in told for b in self._told(p)]
            for one in game.bound
        }
        for one in game.bound:
            if one.mark in changed:
                done = {point.key for point in game.points_of(one)}
                missing[:] = [point for point in missing if point.key not in done]
        yield Chapter(say("head rest", base.title), ())
        for chapter in base.chapters:
            blocks = tuple(self._kept(base, chapter.blocks, changed, words))
            if blocks:
                yield Chapter(chapter.heading, blocks)

    def _kept(
        self,
        base: Handbook,
        blocks: Iterable[Block],
        changed: frozenset[BookMark],
        words: dict[BookMark, list[Block]],
    ) -> Iterator[Block]:
        """Yield blocks that hold in a variant, and words in place of those that don't."""
        for block in blocks:
            marks = [mark for mark in block.marks if mark in changed]
            if marks:
                yield from (told for mark in marks for told in words[mark])
            elif isinstance(block, BookPicture) and not self._holds(base, block):
                continue
            elif isinstance(block, BookList):
                items = (tuple(self._kept(base, item, changed, words)) for item in block.items)
                yield replace(block, items=tuple(item for item in items if item))
            elif isinstance(block, MarginNote):
                yield replace(block, blocks=tuple(self._kept(base, block.blocks, changed, words)))
            elif not self._faulty(block):
                yield block

    def _faulty(self, block: Block) -> bool:
        """Return whether a block has a value that the variant's rules don't give."""
        wanted = (one[1] for text in contents_of(block) for one in VALUE.finditer(text))
        return bool(self.values.values(one for one in wanted if one is not None)[1])

    def _holds(self, base: Handbook, picture: BookPicture) -> bool:
        """Return whether a picture of a game's book can be drawn in a variant, and isn't there."""
        if isinstance(picture.shows, Cover | Scores):
            return False
        try:
            BookPositions(base, self.plan.loaded).shown(picture)
        except RulesError:
            return False
        return True

    # -------------------------------------------------------------- pictures

    def _positions(
        self, chapters: Iterable[Chapter]
    ) -> tuple[dict[str, BookPosition], dict[BookPicture, str]]:
        """Return the positions that pictures show, by their names, and what pictures are called."""
        books = (self.own, *([self.base] if self.base is not None else []))
        makers = {book.source.name: BookPositions(book, self.plan.loaded) for book in books}
        positions: dict[str, BookPosition] = {}
        names: dict[BookPicture, str] = {}
        for chapter in chapters:
            for block in all_blocks(chapter.blocks):
                if isinstance(block, BookPicture):
                    try:
                        shown = makers[block.span.file].shown(block)
                    except RulesError:
                        shown = None
                    if shown is not None:
                        name = f"position-{len(positions) + 1}"
                        positions[name] = shown
                    names[block] = _name(block) if shown is None else name
        return positions, names


def _name(picture: BookPicture) -> str:
    """Return what a picture is called that shows no position of its own."""
    match picture.shows:
        case SetUpShown(players=None):
            return "setup"
        case SetUpShown():
            return f"setup-{picture.shows.players}"
        case Contents():
            return "contents"
        case Scores():
            return "scores"
        case Cover():
            return "table"
        case _:
            return "nothing"


def _sheet_last(chapters: list[Chapter]) -> list[Chapter]:
    """Return chapters with the score sheet at the end of the last."""
    sheets = [b for c in chapters for b in c.blocks if isinstance(b, BookPicture) and _is_sheet(b)]
    rest = [replace(c, blocks=tuple(b for b in c.blocks if b not in sheets)) for c in chapters]
    return [*rest, *(Chapter("", (sheet,)) for sheet in sheets[:1])]


def _is_sheet(picture: BookPicture) -> bool:
    return isinstance(picture.shows, Scores)
