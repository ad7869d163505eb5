"""The files of some rules as they are edited: their texts here and on the disk, and what is asked
about places in them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import library
from engine.rules.files import examples
from engine.storage.watcher import FileWatcher
from viewer.app.document import OfferedWords
from viewer.app.preferences import write_whole
from viewer.app.rules_service import RulesService, place_at

if TYPE_CHECKING:
    from engine import Diagnostic
    from engine.language.source import Span
    from viewer.app.shell import Shell

SUFFIX = ".cairn"
QUIET = 0.25
"""After so many seconds without another change, changed rules are tried."""
POLL = 0.5
"""How often files are looked at, in seconds."""


@dataclass
class RulesFile:
    """One file of the rules: its text here and as it is on the disk, and when that changed."""

    path: Path
    text: str
    saved: str
    version: int = 0

    @property
    def dirty(self) -> bool:
        """Return whether it was changed here and not saved."""
        return self.text != self.saved


class RulesPages(ABC):
    """The files of some rules, of which one is open."""

    def __init__(self, shell: Shell, paths: Iterable[Path]) -> None:
        """Open files, the first in front; what can't be read is left out."""
        self.shell = shell
        self.open = 0
        self.pages: list[RulesFile] = []
        self.jump: int | None = None
        self.asked = RulesService()
        self.origin = ""
        """How the rules are opened that a copy of one's own was made from."""
        self._offered: OfferedWords | None = None
        self._due: float | None = None
        self._polled = 0.0
        # Stacked variants each name the game that they build on.
        for path in dict.fromkeys(paths):
            text = read_text(path)
            if text is not None:
                self.pages.append(RulesFile(path, text, text))
        self._watch = FileWatcher([p.path for p in self.pages])

    @abstractmethod
    def try_out(self) -> None:
        """Try the rules as they are written now."""

    @property
    def page(self) -> RulesFile | None:
        """Return the file that is shown."""
        return self.pages[self.open] if self.open < len(self.pages) else None

    def shows(self, span: Span, page: RulesFile) -> bool:
        """Return whether a span stands in a page."""
        return bool(span.line) and Path(span.file).name == page.path.name

    def edited(self, text: str) -> None:
        """Take a page as it was typed; the rules are tried when nothing more is typed."""
        page, self._offered = self.page, None
        if page is not None and text != page.text:
            page.text = text
            self._due = self.shell.now + QUIET
            self.shell.touch()

    def take(self, texts: Mapping[Path, str]) -> None:
        """Take texts that were written elsewhere and not saved."""
        for page in self.pages:
            self._put(page, texts.get(page.path, page.text))

    def look(self, now: float) -> None:
        """Try changed rules when it is time, and look whether a file has changed on the disk."""
        if self._due is not None and now >= self._due:
            self._due = None
            self.try_out()
        if now >= self._polled + POLL:
            self._polled = now
            self._look_at_files()

    def _look_at_files(self) -> None:
        """Take over what was saved by another editor; what was typed here and not saved stays."""
        taken = False
        for path in self._watch.changed():
            page = next((p for p in self.pages if p.path == path), None)
            text = read_text(path)
            if page is None or text is None or text == page.saved:
                continue
            page.saved, mine = text, page.dirty
            if not mine:
                self._put(page, text)
                taken = True
        if taken:
            self.try_out()

    def asked_at(self, key: str, text: str, caret: int, problems: Iterable[Diagnostic]) -> int:
        """Answer a key about a place in the open page, where that is asked of any rules; return the
        line of the place.
        """
        page = self.page
        assert page is not None
        self.edited(text)
        self.asked.write({p.path: p.text for p in self.pages})
        line, column = place_at(text, caret)
        match key:
            case "f12":
                found = self.asked.declared(page.path, line, column)
                if found is not None:
                    self.point(*found)
            case "ctrl+.":
                mended = self.asked.mended(text, line, problems)
                if mended is not None:
                    self._write(page, mended)
            case "ctrl+space":
                offered = self.asked.offered(page.path, text, caret)
                if len(offered.words) == 1:
                    only, _ = offered.words[0]
                    self._write(page, text[: offered.start] + only + text[caret:])
                elif offered.words:
                    self._offered = offered
                else:
                    self.shell.toast(self.shell.translate("nothing_fits"))
            case _:
                pass
        return line

    def _write(self, page: RulesFile, text: str) -> None:
        """Take a text that was not typed; it is tried like one that was."""
        if text != page.text:
            self._put(page, text)
            self._due = self.shell.now + QUIET

    def show(self, number: int) -> None:
        """Show another file."""
        self.open = max(0, min(number, len(self.pages) - 1))
        self.jump = None

    def point(self, file: str, line: int) -> None:
        """Show a line of a file."""
        for number, page in enumerate(self.pages):
            if Path(file).name == page.path.name:
                self.open, self.jump = number, line

    def revert(self) -> None:
        """Take the text of the open file as it was saved."""
        if self.page is not None and self.page.dirty:
            self._put(self.page, self.page.saved)
            self.try_out()

    def _put(self, page: RulesFile, text: str) -> None:
        if page.text != text:
            page.text = text
            page.version += 1

    def save(self) -> None:
        """Write the open file, or say why that can't be; one of the library is never written."""
        page, shell = self.page, self.shell
        if page is None:
            return
        if write_whole(page.path, page.text):
            page.saved = page.text
            self._watch.changed()
            shell.toast(shell.translate("rules_saved", name=page.path.name))
        else:
            shell.toast(shell.translate("not_saved", why=page.path.name), "bad")


def came_with_cairn(path: Path) -> bool:
    """Return whether a file is one of the library's or an example, however it is opened."""
    return path.resolve() in {known.resolve() for known in (*library(), *examples())}


def read_text(path: Path) -> str | None:
    """Return a file's text, None when it can't be read now."""
    try:
        return path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None
