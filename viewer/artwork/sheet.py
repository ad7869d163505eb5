"""Score sheets: cells, circles to write in, and marks as a pencil makes them."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.icons import icon
from viewer.artwork.svg import circle, document, group, n, path, rect


@dataclass(frozen=True, slots=True)
class Cell:
    """A field to write in."""

    fill: str
    line: str = ""
    radius: float = 6

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        box = (width, height, min(self.radius, width / 2, height / 2))
        line = svg.outline(*box, self.line, 1) if self.line else ""
        return document(width, height, rect(0, 0, *box, self.fill) + line)


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle to write in."""

    line: str
    fill: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        r = min(width, height) / 2 - 1
        middle, fill = (width / 2, height / 2), self.fill or "none"
        return document(width, height, circle(*middle, r, fill, stroke=self.line, stroke_width=2))


_STROKES = {
    "cross": "M19 21C34 36 62 66 81 80M80 18C66 34 38 62 20 82",
    "check": "M16 54c8 7 15 15 22 27C48 54 62 34 86 17",
    "stroke": "M14 62C38 54 62 46 87 36",
    "circle": "M62 12C36 8 12 26 12 52c0 24 18 38 40 37 24-1 38-18 37-40C88 28 72 12 48 13",
    "dot": "M50 50h.1",
}


@dataclass(frozen=True, slots=True)
class HandMark:
    """A mark made by hand: cross, check, stroke, circle or dot; any other name is an icon's."""

    kind: str = "cross"
    colour: str = "#26323c"

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        if self.kind not in _STROKES:
            mark = icon(self.kind, width / 2, height / 2, size * 0.8, self.colour)
            return document(width, height, mark)
        d, thick = _STROKES[self.kind], 30 if self.kind == "dot" else 11
        mark = path(d, stroke=self.colour, stroke_width=thick, stroke_linecap="round")
        left, top = (width - size) / 2, (height - size) / 2
        move = f"translate({n(left)} {n(top)}) scale({size / 100:.4f})"
        return document(width, height, group(mark, move))
