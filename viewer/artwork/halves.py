"""A tile of two halves, each with pips, along the longer side of its box."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.pieces import IVORY, dropped
from viewer.artwork.svg import circle, document, group, rect
from viewer.artwork.theme import Hues, blend, printable

SPOTS = {
    0: ".........", 1: "....o....", 2: "o.......o", 3: "o...o...o", 4: "o.o...o.o",
    5: "o.o.o.o.o", 6: "o.oo.oo.o", 7: "o.ooooo.o", 8: "oooo.oooo", 9: "ooooooooo",
}  # fmt: skip
"""Where pips are in a half that stands: three rows of three."""


@dataclass(frozen=True, slots=True)
class Halves:
    """Two halves with pips, the first one left or above; without numbers its back."""

    hues: Hues | None = None
    pips: tuple[int, int] | None = None

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        flat = width > height
        wide = min(width, height, max(width, height) / 2)
        long = wide * 2
        w, h = (long, wide) if flat else (wide, long)
        hues = self.hues or IVORY
        outer = rect(0, 0, w, h, wide * 0.14, "FILL")
        drop, reach = dropped(outer, wide, w / 2, h / 2)
        low, high = (hues.mid, hues.light) if self.hues else ("#e9dfc8", "#fffdf6")
        top, bottom, ink = printable(high, low, hues.ink)
        defs = svg.linear("face", [(0, top), (1, bottom)])
        body = drop + outer.replace("FILL", "url(#face)")
        body += svg.outline(w, h, wide * 0.14, blend(hues.dark, "#000000", 0.1), wide * 0.03)
        if self.pips is not None:
            line = rect(-wide * 0.36, -wide * 0.015, wide * 0.72, wide * 0.03, 0, ink)
            turn = " rotate(90)" if flat else ""
            body += group(line, f"translate({w / 2:.2f} {h / 2:.2f}){turn}", 'opacity="0.6"')
            for number, pips in enumerate(self.pips):
                along = long * (0.25 + 0.5 * number)
                x, y = (along, wide / 2) if flat else (wide / 2, along)
                body += group(_pips(pips, wide, ink), f"translate({x:.2f} {y:.2f}){turn}")
        left, above = (width - w) / 2, (height - h) / 2
        return document(
            width, height, group(body, f"translate({left:.2f} {above:.2f})"), defs, reach
        )


def _pips(number: int, size: float, ink: str) -> str:
    r, gap = size * 0.085, size * 0.25
    body = ""
    for place, spot in enumerate(SPOTS.get(number, SPOTS[0])):
        if spot == "o":
            body += circle((place % 3 - 1) * gap, (place // 3 - 1) * gap, r, ink)
    return body
