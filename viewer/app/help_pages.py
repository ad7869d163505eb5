"""The help beside the table: the book of the game, and which part of it is pointed at."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.teach.positions import ByDigest
from viewer.app.help_book import HelpBook, HelpPart, Spoken, Trial, help_book
from viewer.app.in_thread import InThread
from viewer.commands import SpeakOf

if TYPE_CHECKING:
    from engine.table.pass_and_play import PassAndPlay
    from viewer.app.shell import Shell
    from viewer.nodes import Node

HELP = "help"
"""The name under which the book scrolls."""
NOTHING = Spoken()


class HelpReading(InThread):
    """A book that is read in the background: `book` when it is there, `problem` if it can't be."""

    def __init__(self, key: ByDigest, language: str) -> None:
        """Begin to read the book of a ruleset."""
        self.book: HelpBook | None = None

        def work() -> None:
            self.book = help_book(key.loaded, language)

        super().__init__(work)


@lru_cache(maxsize=8)
def reading_of(key: ByDigest, language: str) -> HelpReading:
    """Return the book of a ruleset, which is read once for all tables."""
    return HelpReading(key, language)


class HelpPages:
    """The book of the game on the table, and which part of it is pointed at.

    `wanted` is the number of the part that is to be scrolled to, `pinned` of the one that was
    chosen; `page` is how much is seen at once, in steps of scrolling.
    """

    def __init__(self, shell: Shell, people: PassAndPlay) -> None:
        self.shell = shell
        self.people = people
        self.wanted: int | None = None
        self.page = 4.0
        self._pointed: int | None = None
        self.pinned: int | None = None
        self._told = False
        """Whether it was told that the book is there."""

    @property
    def reading(self) -> HelpReading:
        """Return the book of the game that is on the table, in its language."""
        game = self.people.table.session.game
        return reading_of(ByDigest.of(game.loaded), game.language)

    @property
    def waits(self) -> bool:
        """Return whether the book is to come, or has come and isn't shown yet."""
        return self.reading.busy or not self._told

    def changed(self) -> bool:
        """Return whether the book has come since this was asked last."""
        came = not self.reading.busy
        changed, self._told = came != self._told, came
        return changed

    # -------------------------------------------------------------- what is pointed at

    def part(self, number: int | None) -> HelpPart | None:
        """Return a part of the book by its number."""
        book = self.reading.book
        if book is None or number is None or not 0 <= number < len(book.parts):
            return None
        return book.parts[number]

    @property
    def at(self) -> int | None:
        """Return the part that is pointed at, that the keyboard is at, or that was chosen."""
        if self._pointed is not None:
            return self._pointed
        head, _, number = self.shell.focus.rpartition(":")
        if self.shell.by_keys and head == f"{HELP}:at":
            return int(number)
        return self.pinned

    @property
    def spoken(self) -> Spoken:
        """Return what the part that is pointed at speaks of."""
        part = self.part(self.at)
        return part.spoken if part is not None else NOTHING

    def point(self, node: Node | None) -> None:
        """Hear that the pointer is over this."""
        do = node.do if node is not None else None
        self._point(do.number if isinstance(do, SpeakOf) else None)

    def _point(self, number: int | None) -> None:
        if number != self._pointed:
            self._pointed = number
            self.shell.touch()

    def choose(self, number: int) -> None:
        """Choose a part, so that what it speaks of stays lit, or let it go."""
        self.pinned = None if self.pinned == number else number

    def go_to(self, number: int) -> None:
        """Show a part at the top."""
        self.wanted = number

    def trial(self, number: int) -> Trial | None:
        """Return the position of a part."""
        part = self.part(number)
        return part.trial if part is not None else None
