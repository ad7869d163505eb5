"""Rules with errors: their texts are edited until they have none, then their game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import RulesError, load, playable
from viewer.app.document import Document, TintedLine
from viewer.app.rules_pages import RulesPages, came_with_cairn
from viewer.app.syntax_colours import paints

if TYPE_CHECKING:
    from engine import Diagnostic, Loaded
    from viewer.app.shell import Shell


class RulesRepair(RulesPages):
    """The texts of rules that can't be played yet."""

    def __init__(self, shell: Shell, rules: str, begin: Callable[[Loaded], None]) -> None:
        """Open the files of rules; `begin` begins their game once they have no errors.

        Raises RulesError where there is no text of one's own to edit.
        """
        self.rules = rules
        loaded = load(rules)
        super().__init__(shell, [path for path in loaded.files if not came_with_cairn(path)])
        if not self.pages:
            loaded.checked()
        self._begin = begin
        self.problems: list[Diagnostic] = []
        self.try_out(begins=False)
        first = next((p for p in self.problems if p.severity == "error" and p.span.line), None)
        if first is not None:
            self.point(first.span.file, first.span.line)

    def try_out(self, *, begins: bool = True) -> None:
        """Read the rules as they are written now, and begin their game if that can be played."""
        try:
            loaded = load(self.rules, {page.path: page.text for page in self.pages})
            self.problems = list(loaded.findings.in_order())
            playable(loaded)
            if begins:
                self._begin(loaded)
        except RulesError as problem:
            known = set(self.problems)
            self.problems += [one for one in problem.diagnostics if one not in known]
        self.shell.touch()

    def document(self) -> Document:
        """Return the page that is edited, its errors marked."""
        page, theme = self.page, self.shell.theme
        if page is None:
            return Document("", read_only=True)
        marks = tuple(
            TintedLine(
                one.span.line, theme.bad if one.severity == "error" else theme.gold, one.message
            )
            for one in self.problems
            if self.shows(one.span, page)
        )
        spans = paints(page.text, theme)
        return Document(
            page.text, page.version, spans, marks, 13.0, False, self.jump, self._offered
        )

    def ask(self, key: str, text: str, caret: int) -> None:
        """Answer a key about a place in the open page."""
        if self.page is not None:
            self.asked_at(key, text, caret, self.problems)
            self.shell.touch()

    def left(self) -> None:
        """Hear that the caret is in the text no more."""
