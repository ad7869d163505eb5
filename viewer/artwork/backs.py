"""The backs of cards."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.cards import GOLD, NAVY, TINY, CardMeasures, bleed_of
from viewer.artwork.icons import icon
from viewer.artwork.svg import circle, document, label, n, path, rect, turned
from viewer.artwork.theme import Hues, blend


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a card: a lattice, and an icon or a few words in a medallion."""

    hues: Hues = NAVY
    icon: str = "rose"
    words: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        sheet = CardMeasures(width, height)
        w, h, b = sheet.width, sheet.height, sheet.border
        middle = blend(self.hues.mid, self.hues.light, 0.22)
        defs = svg.radial("cloth", [(0, middle), (1, self.hues.dark)], 0.5, 0.42, 0.8)
        inside = "" if w < 30 else self._lattice(sheet)
        body = sheet.blank() + sheet.printed("url(#cloth)")
        body += inside + sheet.frame()
        if w >= TINY:
            gap = b + max(2.0, w * 0.045)
            inner = (gap, gap, w - 2 * gap, h - 2 * gap, max(1, sheet.inner_radius - gap / 2))
            body += rect(*inner, stroke=GOLD, stroke_width=max(0.9, w * 0.012))
        r = w * 0.24
        x, y = w / 2, h / 2
        body += circle(x, y, r, blend(self.hues.dark, "#000000", 0.25))
        body += circle(x, y, r * 0.95, stroke=GOLD, stroke_width=max(0.9, w * 0.016))
        if self.words:
            body += label(self.words, x, y, r * 1.1, GOLD, room=r * 1.6)
        elif self.icon == "rose":
            body += _rose(x, y, r * 0.8)
        elif self.icon:
            body += icon(self.icon, x, y, r * 1.25, GOLD)
        return document(width, height, body, defs, bleed_of(width))

    def _lattice(self, sheet: CardMeasures) -> str:
        """Return crossing lines with a dot at each crossing, symmetrical around the middle."""
        w, h = sheet.width, sheet.height
        step = w / (9 if w >= 90 else 5)
        reach = int((w + h) / step / 2) + 1
        d = "".join(self._crossing(sheet, i * step) for i in range(-reach, reach + 1))
        faint, thick = self.hues.light, max(0.5, w * 0.007)
        lines = path(d, stroke=faint, stroke_opacity=0.42, stroke_width=thick)
        return lines + (path(self._dots(sheet, step), GOLD, fill_opacity=0.7) if w >= TINY else "")

    def _crossing(self, sheet: CardMeasures, off: float) -> str:
        """Return two lines that cross `off` right of the middle, within the printed part."""
        b, half, middle = sheet.border, sheet.width / 2, sheet.height / 2
        low, high = max(b - middle, b - half - off), min(middle - b, half - b - off)
        if low >= high:
            return ""
        x, y = half + off, middle
        falling = f"M{n(x + low)} {n(y + low)}L{n(x + high)} {n(y + high)}"
        return falling + f"M{n(x + low)} {n(y - low)}L{n(x + high)} {n(y - high)}"

    def _dots(self, sheet: CardMeasures, step: float) -> str:
        """Return the small squares where lines cross, in every other row."""
        w, h, b = sheet.width, sheet.height, sheet.border
        r = w * 0.013
        out = ""
        for row in range(-int(h / step / 2), int(h / step / 2) + 1):
            for column in range(-int(w / step / 2), int(w / step / 2) + 1):
                x, y = w / 2 + column * step, h / 2 + row * step
                if b + r < x < w - b - r and b + r < y < h - b - r:
                    out += f"M{n(x - r)} {n(y)}l{n(r)} {n(-r)} {n(r)} {n(r)} {n(-r)} {n(r)}z"
        return out


def _rose(x: float, y: float, r: float) -> str:
    """Return a compass rose of eight points, each half lit and half in shade."""
    light, dim = "#e6bd68", "#a37a30"
    out, half = "", r * 0.15
    for turn, length in ((45, 0.52), (0, 1.0)):
        tip, foot = f"M{n(x)} {n(y - r * length)}", f"{n(y - half)}L{n(x)} {n(y)}z"
        ray = path(f"{tip}L{n(x - half)} {foot}", light) + path(f"{tip}L{n(x + half)} {foot}", dim)
        out += "".join(turned(ray, turn + 90 * quarter, x, y) for quarter in range(4))
    return out
