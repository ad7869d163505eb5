"""The words of a text by their kinds and places, for an editor's colours."""

from __future__ import annotations

from typing import NamedTuple

from engine.language.highlight import TokenKind, highlight


class TokenPlace(NamedTuple):
    """A word in a line: all numbers from 0, in characters."""

    line: int
    column: int
    length: int
    kind: TokenKind


def tokens(text: str) -> list[TokenPlace]:
    """Return the words of a text in order. Never raises for any text."""
    found: list[TokenPlace] = []
    line, begin, place = 0, 0, 0
    for start, end, kind in highlight(text):
        newlines = text.count("\n", place, start)
        if newlines:
            line += newlines
            begin = text.rfind("\n", 0, start) + 1
        place = start
        found.append(TokenPlace(line, start - begin, end - start, kind))
    return found
