"""A handwritten book laid out: what its blocks and pictures are in any form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

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
from engine.teach.handbook_figures import answer_in, box_of, counted_in, legend_of
from engine.teach.handbook_pages import Pages
from engine.teach.printing import sheet_of

Row: TypeAlias = Sequence[str]
"""The cells of a table, ready to print."""


@dataclass(frozen=True)
class Drawn:
    """The drawn pictures of a book, by their names; `address`: where a page finds each.

    `places`: of a set-up, the families of zones that have numbers in its picture, from 1.
    """

    address: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Figure:
    """A picture as it is printed: where it is, empty if nothing is drawn, and what is under it."""

    address: str
    caption: str
    below: str = ""
    answer: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    whole: bool = False
    """It shows the whole table, so it is large."""


class BookForm(ABC):
    """Lays the blocks of a book out in one form; what it returns is escaped already."""

    def __init__(self, pages: Pages, drawn: Drawn) -> None:
        """Prepare for a book and its pictures."""
        self.pages = pages
        self.drawn = drawn
        self._legend = ""

    # -------------------------------------------------------------- of each form

    @abstractmethod
    def escape(self, text: str) -> str:
        """Return words as they are in the form."""

    @abstractmethod
    def styled(self, text: str, run: Run) -> str:
        """Return escaped words in their style."""

    @abstractmethod
    def paragraph(self, text: str) -> str:
        """Return a paragraph."""

    @abstractmethod
    def subheading(self, text: str) -> str:
        """Return a heading in a section."""

    @abstractmethod
    def listing(self, items: Sequence[str], start: int | None) -> str:
        """Return a list."""

    @abstractmethod
    def grid(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
    ) -> str:
        """Return a table."""

    @abstractmethod
    def noted(self, block: str, note: str) -> str:
        """Return a block with a note in the margin beside it; the block may be empty."""

    @abstractmethod
    def figure(self, figure: Figure) -> str:
        """Return a picture with what is under it."""

    @abstractmethod
    def pieces(self, rows: Sequence[tuple[str, str]]) -> str:
        """Return what is in the box: the address of each picture, and what is beside it."""

    @abstractmethod
    def sheet(self, caption: str, labels: Sequence[str], players: int) -> str:
        """Return a score sheet: a row for each label."""

    # -------------------------------------------------------------- of all

    def words(self, content: str) -> str:
        """Return a text of the book with its values, in its styles."""
        return self.run_words(runs(self.pages.text(content)))

    def run_words(self, found: Iterable[Run]) -> str:
        """Return words in their styles."""
        return "".join(self._run(run) for run in found)

    def _run(self, run: Run) -> str:
        """Return words in a style; blanks at their ends stay outside it."""
        bare = run.text.strip()
        if not bare:
            return run.text and " "
        left = " " if run.text[0].isspace() else ""
        right = " " if run.text[-1].isspace() else ""
        return f"{left}{self.styled(self.escape(bare), run)}{right}"

    def laid(self, blocks: Sequence[Block]) -> str:
        """Return blocks, one after the other; a note is beside the text before it."""
        found: list[str] = []
        beside: int | None = None
        for block in blocks:
            if isinstance(block, MarginNote):
                note = self.laid(block.blocks)
                if beside is None:
                    found.append(self.noted("", note))
                else:
                    found[beside] = self.noted(found[beside], note)
                beside = None
                continue
            if isinstance(block, Paragraph | Told | BookList | TextTable):
                beside = len(found)
            elif not isinstance(block, BookPicture):
                beside = None
            found.append(self._block(block))
        return "\n".join(part for part in found if part)

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph():
                return self.paragraph(self.words(block.content))
            case Told():
                return self.paragraph(self.run_words(block.runs))
            case Subheading():
                return self.subheading(self.words(block.content))
            case BookList():
                return self.listing([self.laid(item) for item in block.items], block.start)
            case TextTable():
                head = [self.words(cell) for cell in block.head]
                rows = [[self.words(cell) for cell in row] for row in block.rows]
                return self.grid(head, rows, block.right)
            case MarginNote():
                return self.noted("", self.laid(block.blocks))
            case BookPicture():
                return self._picture(block)
            case _:
                assert_never(block)

    def _picture(self, picture: BookPicture) -> str:
        name = self.pages.names[picture]
        caption = self.words(picture.caption)
        match picture.shows:
            case Contents():
                return self.pieces(self._contents())
            case Cover():
                return ""  # It is on the cover.
            case Scores():
                sheet = sheet_of(self.pages.book)
                labels = [self.escape(label) for label in sheet.labels]
                return self.sheet(caption, labels, sheet.players)
            case SetUpShown():
                legend = self._new_legend(name)
                return self.figure(Figure(self._address(name), caption, legend, whole=True))
            case PositionShown() | ExampleShown():
                return self.figure(self._position(name, caption))
            case _:
                assert_never(picture.shows)

    def _new_legend(self, name: str) -> str:
        """Return what the numbers of a set-up mean, unless the set-up before has told it."""
        legend = self.escape(legend_of(self.pages, self.drawn.places.get(name, ())))
        told, self._legend = self._legend, legend
        return "" if legend == told else legend

    def _address(self, name: str) -> str:
        return self.drawn.address.get(name, "")

    def _contents(self) -> list[tuple[str, str]]:
        """Return the pieces in the box, each with its name."""
        told = box_of(self.pages)
        return [(self._address(f"piece-{name}"), self.escape(text)) for name, text in told]

    def _position(self, name: str, caption: str) -> Figure:
        """Return a position with the answer to its move, and its score where that is the point."""
        shown = self.pages.positions.get(name)
        if shown is None:
            return Figure("", caption)
        rows = counted_in(self.pages, shown)
        told = tuple((self.escape(label), self.escape(value)) for label, value in rows)
        answer = self.escape(answer_in(self.pages, shown))
        return Figure(self._address(name), caption, "", answer, told)
