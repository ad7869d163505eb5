"""Places in a text between the two counts: the protocol's, from 0 in the client's units, and ours,
from 1 in characters.
"""

from __future__ import annotations

from lsprotocol import types as t
from pygls.workspace import PositionCodec

from engine.language.source import Span


class TextPlaces:
    """Leads places in one text over."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.lines = text.split("\n")
        self.codec = codec

    def units(self, line: int, column: int) -> int:
        """Return how many of the client's units stand before a column of a line, both from 0."""
        text = self.lines[line] if line < len(self.lines) else ""
        return int(self.codec.client_num_units(text[:column]))

    def position(self, line: int, column: int) -> t.Position:
        """Return the client's position of our line and column."""
        return t.Position(max(0, line - 1), self.units(max(0, line - 1), max(0, column - 1)))

    def range(self, span: Span) -> t.Range:
        """Return the client's range of a span."""
        start = self.position(span.line, span.column)
        end = self.position(span.end_line, span.end_column)
        return t.Range(start, end)

    def first_line(self, span: Span) -> t.Range:
        """Return the first line of a span."""
        return t.Range(self.position(span.line, 1), self.position(span.line, 10**6))

    def end_of(self, line: int) -> t.Position:
        """Return the end of our line."""
        return self.position(line, 10**6)

    def ours(self, position: t.Position) -> tuple[int, int]:
        """Return our line and column of a client's position."""
        found = self.codec.position_from_client_units(self.lines, position)
        return found.line + 1, found.character + 1
