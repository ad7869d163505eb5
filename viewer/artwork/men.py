"""Men of board games: discs and stones drawn from above, and figures with an outline."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.icons import icon
from viewer.artwork.pieces import dropped
from viewer.artwork.svg import circle, document
from viewer.artwork.theme import Hues, blend, ink_on, printable


@dataclass(frozen=True, slots=True)
class Man:
    """A turned disc with rings, as for draughts; its icon, such as a crown, in the middle."""

    hues: Hues
    icon: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size, x, y = min(width, height), width / 2, height / 2
        r, hues = size / 2, self.hues
        drop, reach = dropped(circle(x, y, r, "FILL"), size, x, y)
        top, low, ink = printable(hues.light, hues.mid, hues.ink)
        defs = svg.linear("face", [(0, blend(top, low, 0.35)), (1, low)])
        groove = blend(low, ink, 0.45)
        # A light edge, so that a dark man is seen on a dark square.
        body = drop + circle(x, y, r, blend(hues.light, "#ffffff", 0.25))
        body += circle(x, y, r * 0.93, "url(#face)")
        thick = max(1.0, size * 0.028)
        for part in (0.74,) if self.icon else (0.74, 0.5, 0.26):
            body += circle(x, y, r * part, stroke=groove, stroke_width=thick)
        if self.icon:
            body += icon(self.icon, x, y, size * 0.5, ink)
        return document(width, height, body, defs, reach)


@dataclass(frozen=True, slots=True)
class SmoothStone:
    """A smooth round stone, for a crossing of lines."""

    hues: Hues

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size, x, y = min(width, height), width / 2, height / 2
        r, hues = size / 2, self.hues
        drop, reach = dropped(circle(x, y, r, "FILL"), size, x, y)
        defs = svg.linear("face", [(0, blend(hues.mid, hues.light, 0.7)), (1, hues.mid)])
        # A light edge, so that a dark stone is seen on a dark board.
        body = drop + circle(x, y, r, blend(hues.mid, hues.light, 0.5))
        body += circle(x, y, r * 0.96, "url(#face)")
        body += circle(x - r * 0.28, y - r * 0.34, r * 0.2, hues.light, fill_opacity=0.45)
        return document(width, height, body, defs, reach)


@dataclass(frozen=True, slots=True)
class Figurine:
    """A figure without a ground, such as a man of chess: its icon with an outline that is seen on
    light and dark squares.
    """

    hues: Hues
    icon: str

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size, x, y = min(width, height) * 0.94, width / 2, height / 2
        fill = blend(self.hues.light, self.hues.mid, 0.6)
        edge = ink_on(fill, self.hues.dark)
        outline = f'stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"'
        body = icon(self.icon, x, y + size * 0.03, size, "#03100f", 'opacity="0.35"')
        body += icon(self.icon, x, y, size, edge, outline)
        body += icon(self.icon, x, y, size, fill)
        return document(width, height, body)
