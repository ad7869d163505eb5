"""The book of a game as the help shows it: its blocks in order, each with what it speaks of.

A book flows one way: the plan's pages (`engine.teach.handbook_pages`) are read here, in the
background, into parts with nothing left to compute; `viewer/panels/help_parts.py` makes nodes of
them, and a node's command comes back with the number of its part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from engine import Item, Loaded, RulesError, Session, View, plan_for
from engine.table.deal import deal
from engine.teach.book_positions import BookPosition
from engine.teach.boxes import built_on
from engine.teach.constructs import Kind
from engine.teach.exercises import shown_move
from engine.teach.generated_pages import generated_pages
from engine.teach.handbook import (
    Block,
    BookList,
    BookPicture,
    Contents,
    Cover,
    ExampleShown,
    MarginNote,
    Paragraph,
    PositionShown,
    Run,
    Scores,
    SetUpShown,
    Subheading,
    TextTable,
    Told,
    runs,
)
from engine.teach.handbook_figures import answer_in, box_of, counted_in
from engine.teach.handbook_pages import Pages, pages_of
from engine.teach.positions import ShownPosition, open_position
from engine.teach.printing import sheet_of
from engine.teach.topics import Topic
from viewer.scene.look import Look
from viewer.scene.look_loader import read_look

DEALT = 1
"""The seed of the game whose set-up is shown."""
TRIED: tuple[Kind, ...] = (
    "require", "rule", "reaction", "after", "ending", "line", "action", "procedure",
)  # fmt: skip
"""Of these a position of an example can be tried."""

Styled: TypeAlias = tuple[Run, ...]
Role: TypeAlias = Literal["title", "tagline", "chapter", "heading", "text"]


@dataclass(frozen=True)
class Spoken:
    """What a part speaks of on the table: families of zones, and kinds of pieces."""

    families: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.families or self.pieces)


@dataclass(frozen=True)
class Trial:
    """A position to play from, and what is said of it; empty where nothing is."""

    position: ShownPosition
    said: str


@dataclass(frozen=True, kw_only=True)
class _Placed:
    number: int
    depth: int = 0
    """How deep it is in lists."""
    aside: bool = False
    """Whether it is a note in the margin."""
    spoken: Spoken = Spoken()
    trial: Trial | None = None


@dataclass(frozen=True)
class TextPart(_Placed):
    """Words; `sign` is the number or the bullet before them."""

    role: Role
    words: Styled
    sign: str = ""


@dataclass(frozen=True)
class LinksPart(_Placed):
    """The chapters: the number of the part that each begins with, and its heading."""

    chapters: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class GridPart(_Placed):
    """A table of words. `right`: which columns are aligned to the right."""

    head: tuple[Styled, ...]
    rows: tuple[tuple[Styled, ...], ...]
    right: tuple[bool, ...]


@dataclass(frozen=True)
class TablePart(_Placed):
    """A picture of the table. `numbered`: the families that may have numbers; `near`: what alone
    is shown of the table; `below`: what is under it; `rows`: a score.
    """

    view: View = field(repr=False)
    look: Look = field(repr=False)
    caption: Styled
    numbered: tuple[tuple[str, str], ...] = ()
    near: tuple[str, ...] = ()
    below: str = ""
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class BoxPart(_Placed):
    """What is in the box: each component with its count in words and all its pieces."""

    look: Look = field(repr=False)
    rows: tuple[tuple[str, str, tuple[Item, ...]], ...]


@dataclass(frozen=True)
class SheetPart(_Placed):
    """A score sheet: a row for each label, a column for each player."""

    caption: Styled
    labels: tuple[str, ...]
    players: int


HelpPart: TypeAlias = TextPart | LinksPart | GridPart | TablePart | BoxPart | SheetPart


@dataclass(frozen=True)
class HelpBook:
    """A book in one language; the number of a part is its place."""

    parts: tuple[HelpPart, ...]


def help_book(loaded: Loaded, language: str) -> HelpBook:
    """Return the book of a checked ruleset: the handwritten one, or what Cairn makes of the rules.

    A handwritten book that can't be read counts as none. Takes some seconds the first time.
    """
    plan = plan_for(loaded, language)
    pages = None
    with suppress(RulesError):
        pages = pages_of(plan)
    return _Reader(pages or generated_pages(plan)).book()


class _Reader:
    """Reads the pages of one book."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.plan = pages.plan
        self.parts: list[HelpPart] = []
        self._looks: dict[int, Look] = {}

    def book(self) -> HelpBook:
        self._text("title", self._words(self.pages.title))
        if self.pages.tagline:
            self._text("tagline", self._words(self.pages.tagline))
        links = self._number
        self.parts.append(LinksPart((), number=links))
        chapters: list[tuple[int, str]] = []
        for chapter in self.pages.chapters:
            words = self._words(chapter.heading)
            if words:
                chapters.append((self._number, "".join(run.text for run in words)))
                self._text("chapter", words)
            self._blocks(chapter.blocks)
        self.parts[links] = LinksPart(tuple(chapters), number=links)
        return HelpBook(tuple(self.parts))

    @property
    def _number(self) -> int:
        return len(self.parts)

    def _words(self, content: str) -> Styled:
        return runs(self.pages.text(content))

    def _text(self, role: Role, words: Styled) -> None:
        self.parts.append(TextPart(role, words, number=self._number))

    # -------------------------------------------------------------- blocks

    def _blocks(
        self,
        blocks: Iterable[Block],
        depth: int = 0,
        aside: bool = False,
        sign: str = "",
        around: Spoken = Spoken(),
    ) -> None:
        """Read blocks. `sign` is before the first; `around`: what they speak of if they have no
        marks. A list, a picture or a table speaks of what the paragraph before it does.
        """
        last = around
        for block in blocks:
            points = self.pages.points_of(block)
            own = self._spoken(points)
            text = isinstance(block, Paragraph | Told | Subheading)
            last = own if points else around if text else last
            self._block(block, points, last, depth, aside, sign)
            sign = ""

    def _block(
        self, block: Block, points: Sequence[Topic], spoken: Spoken, depth: int, aside: bool,
        sign: str,
    ) -> None:  # fmt: skip
        number = self._number
        match block:
            case Paragraph() | Told():
                words = block.runs if isinstance(block, Told) else self._words(block.content)
                self.parts.append(
                    TextPart(
                        "text", words, sign, number=number, depth=depth, aside=aside,
                        spoken=spoken, trial=self._trial(points),
                    )
                )  # fmt: skip
            case Subheading():
                self._text("heading", self._words(block.content))
            case BookList():
                for place, item in enumerate(block.items):
                    shown = "•" if block.start is None else f"{block.start + place}."
                    self._blocks(item, depth + 1, aside, shown, spoken)
            case MarginNote():
                self._blocks(block.blocks, depth, True, "", spoken)
            case TextTable():
                head = tuple(self._words(cell) for cell in block.head)
                rows = tuple(tuple(self._words(cell) for cell in row) for row in block.rows)
                self.parts.append(
                    GridPart(head, rows, block.right, number=number, depth=depth, spoken=spoken)
                )
            case BookPicture():
                self._picture(block, spoken, depth)
            case _:
                assert_never(block)

    # -------------------------------------------------------------- pictures

    def _picture(self, picture: BookPicture, spoken: Spoken, depth: int) -> None:
        pages, plan, number = self.pages, self.plan, self._number
        caption = self._words(picture.caption)
        match picture.shows:
            case Cover():
                pass  # the table itself is beside the book
            case Contents():
                session = self._dealt(None)
                box = tuple(
                    (name, text, tuple(session.pieces(name))) for name, text in box_of(pages)
                )
                self.parts.append(BoxPart(self._look(session), box, number=number, spoken=spoken))
            case Scores():
                sheet = sheet_of(pages.book)
                self.parts.append(SheetPart(caption, sheet.labels, sheet.players, number=number))
            case SetUpShown(players):
                session = self._dealt(players)
                title = plan.speech.title
                named = tuple((family, title(family)) for family in plan.rules.zones)
                self.parts.append(
                    TablePart(
                        session.view(0), self._look(session), caption, named,
                        number=number, spoken=spoken,
                    )
                )  # fmt: skip
            case PositionShown() | ExampleShown():
                shown = pages.positions.get(pages.names[picture])
                if shown is not None:
                    self._position(shown, caption, spoken, depth)
            case _:
                assert_never(picture.shows)

    def _position(self, shown: BookPosition, caption: Styled, spoken: Spoken, depth: int) -> None:
        session = self._opened(shown.position)
        self.parts.append(
            TablePart(
                session.view(0), self._look(session), caption, (), shown.families,
                answer_in(self.pages, shown), tuple(counted_in(self.pages, shown)),
                number=self._number, depth=depth, spoken=Spoken(shown.families) or spoken,
                trial=Trial(shown.position, "".join(run.text for run in caption)),
            )
        )  # fmt: skip

    def _dealt(self, players: int | None) -> Session:
        """Return a game of which nothing has been played, for the usual number of players."""
        low, high = self.plan.rules.header.players
        count = players or min(max(low, 2), high)
        return deal(self.plan.loaded, count, seed=DEALT, language=self.plan.language)

    def _opened(self, position: ShownPosition) -> Session:
        return open_position(self.plan.loaded, position, self.plan.language)

    def _look(self, session: Session) -> Look:
        players = session.game.players
        if players not in self._looks:
            self._looks[players] = read_look(session.game, self.plan.language)
        return self._looks[players]

    # -------------------------------------------------------------- what is spoken of

    def _spoken(self, points: Sequence[Topic]) -> Spoken:
        """Return what points speak of: what they are about, and the zones that they ask or use."""
        pieces = dict.fromkeys(point.name for point in points if point.kind == "piece")
        built = [self.plan.points[n] for p in points if p.kind != "piece" for n in p.after]
        zones = [p for p in (*points, *built, *built_on(self.plan, points)) if p.kind == "zone"]
        return Spoken(tuple(dict.fromkeys(point.name for point in zones)), tuple(pieces))

    def _trial(self, points: Sequence[Topic]) -> Trial | None:
        """Return a position of an example that shows a point, if there is one."""
        for point in points:
            if point.kind not in TRIED:
                continue
            for position in self.plan.positions(point):
                if position.title:
                    return Trial(position, self._told(position))
        return None

    def _told(self, position: ShownPosition) -> str:
        """Return which move is to be tried in a position, and whether it is allowed."""
        if not position.move:
            return ""
        session = self._opened(position)
        words = shown_move(session, position.move)
        if position.legal:
            return self.plan.speech.say("try move", words)
        why = session.explain(session.seat or 0, position.move).sentence
        return f"{self.plan.speech.say('try forbidden', words)} {why}"
