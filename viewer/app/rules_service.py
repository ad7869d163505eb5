"""What is asked about a place in the rules beside the table: where a name is declared, what could
stand there, what would mend an error, which example it is, which lines speak of a piece.

The answers are those that other editors get; here they are looked up, never computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from re import search

from engine import Diagnostic
from engine.editor.completion import completions
from engine.editor.definition import definition, keys_on, name_places
from engine.editor.problems import covering, quick_fixes
from engine.editor.workspace import Workspace
from engine.language.source import applied
from viewer.app.document import OfferedWords


def place_at(text: str, caret: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of a place in a text."""
    before = text[:caret]
    return before.count("\n") + 1, caret - (before.rfind("\n") + 1) + 1


class RulesService:
    """The texts of a game's rules as they are written now, asked about places in them."""

    def __init__(self) -> None:
        self._texts = Workspace()

    def write(self, texts: dict[Path, str]) -> None:
        """Take texts as they are written now."""
        for path, text in texts.items():
            self._texts.open(path, text)

    def declared(self, path: Path, line: int, column: int) -> tuple[str, int] | None:
        """Return the file and line in which the name at a place is declared."""
        found = definition(self._texts, path, line, column)
        return (str(found[0][0]), found[0][1].line) if found else None

    def offered(self, path: Path, text: str, caret: int) -> OfferedWords:
        """Return the words that could be at a place, each with what it is."""
        line, column = place_at(text, caret)
        found = search(r"\w*$", text[:caret])
        begun = found[0] if found else ""
        could = completions(self._texts.loaded(path), path, line, column)
        words = {one.label: one.detail or one.sort for one in reversed(could)}
        shown = [word for word in reversed(words) if word.startswith(begun)]
        return OfferedWords(caret - len(begun), tuple((word, words[word]) for word in shown))

    def mended(self, text: str, line: int, problems: Iterable[Diagnostic]) -> str | None:
        """Return a text with the first error of a line mended; None without a suggestion."""
        fixes = quick_fixes(covering(problems, line, line))
        if not fixes:
            return None
        return applied(text, [fixes[0].edit])

    def named_on(self, path: Path, line: int) -> set[str]:
        """Return the names of the top level on a line of a file."""
        loaded = self._texts.loaded(path)
        return {key.name for key in keys_on(loaded, path, line)}

    def speaking(self, path: Path, names: Iterable[str]) -> list[tuple[str, int]]:
        """Return the files and lines in which names stand, in the order of the text."""
        loaded = self._texts.loaded(path)
        found = {
            (file.name, span.line)
            for name in names
            for file, span in name_places(self._texts, loaded, name)
        }
        return sorted(found)
