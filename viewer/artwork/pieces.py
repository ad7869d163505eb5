"""Pieces that are no cards: tokens, stepping stones, pawns, dice, coins, the discs of seats."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.icons import icon
from viewer.artwork.svg import circle, document, group, label, n, path, rect, turned
from viewer.artwork.theme import Hues, blend, contrast, ink_on, printable

GOLD_HUES = Hues("#ffe9a8", "#e3b341", "#8f6210")
IVORY = Hues("#fffdf6", "#efe8d8", "#5a5346")


def dropped(shape: str, size: float, x: float, y: float) -> tuple[str, int]:
    """Return the shadow of a shape (SVG with FILL for its colour) around a point, and its reach."""
    reach = max(2, min(10, round(size * 0.09)))
    dark = shape.replace('"FILL"', '"#03100f" fill-opacity=".15"')
    out = ""
    for i in range(3):
        grow = 1 + 2 * reach * 0.55 * (1 - i / 3) / size
        low = n(y + reach * 0.4)
        out += group(dark, f"translate({n(x)} {low}) scale({grow:.3f}) translate({n(-x)} {n(-y)})")
    return out, reach + 1


def _content(text: str, mark: str, x: float, y: float, size: float, ink: str, room: float) -> str:
    """Return a text, an icon or both (the icon above) around a point."""
    if text and mark:
        below = label(text, x, y + size * 0.36, size * 0.52, ink, room=room)
        return icon(mark, x, y - size * 0.3, size * 0.62, ink) + below
    if mark:
        return icon(mark, x, y, size, ink)
    return label(text, x, y, size * 0.92, ink, room=room)


@dataclass(frozen=True, slots=True)
class Token:
    """A flat counter: round, square, hex, diamond, shield, or a tile with a frame."""

    hues: Hues
    shape: str = "round"
    icon: str = ""
    text: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        x, y = width / 2, height / 2
        outer, inner = self._shape(x, y, size, 0), self._shape(x, y, size, size * 0.1)
        drop, reach = dropped(outer, size, x, y)
        top, low, ink = printable(self.hues.light, self.hues.mid, self.hues.ink)
        defs = svg.linear("face", [(0, top), (1, low)])
        body = drop + outer.replace("FILL", self.hues.dark)
        lit = max(0.8, size * 0.05) * 0.6
        body += self._shape(x, y, size, lit).replace("FILL", blend(self.hues.light, "#ffffff", 0.5))
        body += inner.replace("FILL", "url(#face)")
        room = size * {"diamond": 0.44, "hex": 0.58, "shield": 0.54}.get(self.shape, 0.62)
        body += _content(self.text, self.icon, x, y, room, ink, room * 1.1)
        return document(width, height, body, defs, reach)

    def _shape(self, x: float, y: float, size: float, inset: float) -> str:
        r = size / 2 - inset
        if self.shape in ("square", "tile"):
            return rect(x - r, y - r, 2 * r, 2 * r, max(1, size * 0.17 - inset * 0.6), "FILL")
        if self.shape in ("hex", "diamond"):
            sides = 6 if self.shape == "hex" else 4
            turns = (math.tau * (i / sides) for i in range(sides))
            corners = ((x + r * math.sin(turn), y - r * math.cos(turn)) for turn in turns)
            return path(svg.polygon(corners), "FILL")
        if self.shape == "shield":
            left, right, low = n(x - r * 0.86), n(x + r * 0.86), n(y + r * 0.1)
            tip, bend = f"{n(x)} {n(y + r)}", n(y + r * 0.72)
            d = f"M{left} {n(y - r)}H{right}V{low}Q{n(x + r * 0.8)} {bend} {tip}"
            return path(f"{d}Q{n(x - r * 0.8)} {bend} {left} {low}z", "FILL")
        return circle(x, y, r, "FILL")


@dataclass(frozen=True, slots=True)
class Stone:
    """A stepping stone of a path; `tone`: bad, good or gold, for its rim.

    `shape` varies the outline, so that a path doesn't look stamped.
    """

    hues: Hues
    tone: str = ""
    shape: int = 0

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        outer = path(self._outline(0, 0, width, height), "FILL")
        drop, reach = dropped(outer, size, width / 2, height / 2)
        thick, side = max(1.0, size * 0.055), max(1.0, size * 0.11)
        top = height - side
        light, low = self._faces()
        defs = svg.linear("face", [(0, light), (1, low)])
        body = drop + outer.replace("FILL", blend(self.hues.dark, "#000000", 0.3))
        body += path(self._outline(0, 0, width, top), self._rim())
        inner = (thick, thick, width - 2 * thick, top - 2 * thick)
        body += path(self._outline(*inner), "url(#face)")
        if size >= 24:
            body += self._grain(width, top)
        if size >= 16:
            x, y, w, h = inner
            lit = self._outline(x + 1, y + 1, w - 2, h - 2)
            body += path(lit, stroke="#ffffff", stroke_opacity=0.34, stroke_width=1)
        return document(width, height, body, defs, reach)

    def _faces(self) -> tuple[str, str]:
        """Return the colours of its face at the top and at the bottom: dull like stone."""
        light, mid, dark = self.hues.light, self.hues.mid, self.hues.dark
        if self.tone == "bad":
            return blend(mid, dark, 0.15), blend(mid, dark, 0.55)
        return blend(light, mid, 0.15), blend(light, mid, 0.85)

    @property
    def ink(self) -> str:
        """Return the colour in which its middle is written on."""
        return ink_on(blend(*self._faces(), 0.5))

    def _rim(self) -> str:
        rims = {"bad": "#6e2622", "gold": "#f2c84b", "good": blend(self.hues.dark, "#ffffff", 0.2)}
        return rims.get(self.tone, blend(self.hues.mid, self.hues.dark, 0.75))

    def _grain(self, w: float, h: float) -> str:
        """Return a few chips and specks, the same for the same shape number."""
        chance = random.Random(self.shape * 11 + 5)
        specks = ""
        for _ in range(9):
            a, away = chance.uniform(0, math.tau), chance.uniform(0.5, 0.8)
            x, y = w / 2 + math.cos(a) * away * w / 2, h / 2 + math.sin(a) * away * h / 2
            r = chance.uniform(0.012, 0.03) * min(w, h) + 0.4
            arc = f"a{n(r)} {n(r * 0.7)} 0 1 0"
            specks += f"M{n(x - r)} {n(y)}{arc} {n(2 * r)} 0{arc} {n(-2 * r)} 0z"
        return path(specks, self.hues.dark, fill_opacity=0.28)

    def _outline(self, x: float, y: float, w: float, h: float) -> str:
        """Return a rounded irregular outline in a box, alike for the same shape number."""
        chance = random.Random(self.shape * 7 + 3)
        corners = 12
        points = []
        for i in range(corners):
            a = math.tau * (i + chance.uniform(0.36, 0.64)) / corners
            # Between an ellipse and its box, since stones lie close together.
            c, s = math.cos(a), math.sin(a)
            k = (abs(c) ** 3.8 + abs(s) ** 3.8) ** (-1 / 3.8) * (1 - chance.uniform(0, 0.075))
            points.append((x + w / 2 * (1 + c * k), y + h / 2 * (1 + s * k)))
        return _smooth(points)


def _smooth(points: list[tuple[float, float]]) -> str:
    """Return a closed curve through points."""
    count = len(points)
    d = f"M{n(points[0][0])} {n(points[0][1])}"
    for i in range(count):
        p0, p1, p2, p3 = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d += f"C{n(c1[0])} {n(c1[1])} {n(c2[0])} {n(c2[1])} {n(p2[0])} {n(p2[1])}"
    return d + "z"


HALO = "#ffffff"
"""What is drawn around a pawn's dark line."""
_PAWN = (
    "M50 4c11.6 0 21 9.4 21 21 0 7.4-3.8 13.9-9.6 17.6 3.8.6 6.6 2.4 6.6 5.2 0 2.7-2.6 4.4-6.2 5.1"
    " 1.6 17 8.4 28.3 18.6 36.7 4.4 3.6 6.6 8 6.6 13v10.4c0 4.4-3 7-7.4 7H20.4c-4.4 0-7.4-2.6-7.4-7"
    "V102.6c0-5 2.2-9.4 6.6-13C29.8 81.2 36.6 69.9 38.2 52.9c-3.6-.7-6.2-2.4-6.2-5.1 0-2.8 2.8-4.6"
    " 6.6-5.2C32.8 38.9 29 32.4 29 25 29 13.4 38.4 4 50 4z"
)


@dataclass(frozen=True, slots=True)
class Pawn:
    """A figure of a seat: `icon` on its body; a `big` one wears a crown; `badge` beside it."""

    hues: Hues
    icon: str = ""
    badge: str = ""
    big: bool = False

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        scale = min(width / 100, height / 124)
        left, top = (width - 100 * scale) / 2, (height - 124 * scale) / 2
        deep, hues = self.hues.deep, self.hues
        stops = [(0, hues.light), (0.45, hues.mid), (1, hues.dark)]
        defs = svg.linear("body", stops, 1, 0.25)
        drop, reach = dropped(path(_PAWN, "FILL"), 100, 50, 62)
        # A light line around the dark one: one of them stands out on any ground.
        around = max(13.0, 3.4 / scale)
        body = drop + path(_PAWN, HALO, stroke=HALO, stroke_width=around, stroke_linejoin="round")
        body += path(_PAWN, "url(#body)", stroke=deep, stroke_width=max(5.0, 1.1 / scale))
        body += path("M36 21q3-9 12-10q2 3-3 6z", "#fff", fill_opacity=0.5)
        body += path("M18 104q32 9 64 0", stroke=deep, stroke_opacity=0.45, stroke_width=3.5)
        if self.big:
            crown, line = "M27 4l9 9L50-4l14 17 9-9-5 26H32z", "#7a5405"
            body += path(crown, "#ffd75e", stroke=line, stroke_width=4, stroke_linejoin="round")
        ink = ink_on(self.hues.mid, self.hues.ink)
        if self.icon and width >= 14:
            body += icon(self.icon, 50, 80, 40, ink)
        if self.badge:
            body += circle(78, 22, 21, "#15222a", stroke="#ffd75e", stroke_width=4)
            body += label(self.badge, 78, 22, 25, "#ffe9a8", room=34)
        move = f"translate({n(left)} {n(top)}) scale({scale:.4f})"
        return document(width, height, group(body, move), defs, max(2, round(reach * scale) + 2))


_SPOTS = {
    1: "....o....", 2: "o.......o", 3: "o...o...o", 4: "o.o...o.o", 5: "o.o.o.o.o",
    6: "o.oo.oo.o", 7: "o.ooooo.o", 8: "oooo.oooo", 9: "ooooooooo",
}  # fmt: skip
"""Where pips are on a die: three rows of three."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die seen from above: pips, a text or an icon; ivory if it has no colour of its own."""

    hues: Hues | None = None
    pips: int = 0
    text: str = ""
    icon: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        left, top = (width - size) / 2, (height - size) / 2
        hues = self.hues or IVORY
        outer = rect(0, 0, size, size, size * 0.2, "FILL")
        drop, reach = dropped(outer, size, size / 2, size / 2)
        low, high = (hues.mid, hues.light) if self.hues else ("#d9cfba", "#fffdf6")
        side = [(0, blend(low, "#ffffff", 0.25)), (1, blend(low, hues.dark, 0.6))]
        inner, outside = blend(high, "#ffffff", 0.25), blend(high, low, 0.75)
        inner, outside, ink = printable(inner, outside, hues.ink)
        face = [(0, inner), (1, outside)]
        defs = svg.linear("side", side, 1, 1) + svg.radial("face", face, 0.4, 0.35, 0.8)
        body = drop + outer.replace("FILL", "url(#side)")
        line = max(0.8, size * 0.025)
        body += svg.outline(size, size, size * 0.2, blend(hues.dark, "#000000", 0.1), line)
        body += circle(size / 2, size / 2, size * (0.455 if size >= 26 else 0.5), "url(#face)")
        if self.pips in _SPOTS and not self.text and not self.icon:
            r, gap = size * 0.085, size * 0.235
            for place, spot in enumerate(_SPOTS[self.pips]):
                if spot == "o":
                    y, x = (size / 2 + step * gap for step in (place // 3 - 1, place % 3 - 1))
                    body += circle(x, y, r, ink)
        else:
            text = self.text or (str(self.pips) if self.pips and not self.icon else "")
            body += _content(text, self.icon, size / 2, size / 2, size * 0.6, ink, size * 0.62)
        body = group(body, f"translate({n(left)} {n(top)})")
        return document(width, height, body, defs, reach)


@dataclass(frozen=True, slots=True)
class Pebble:
    """A small polished stone, such as lie in heaps; `shape` turns and varies it."""

    hues: Hues
    shape: int = 0

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        x, y = width / 2, height / 2
        wide = size * (0.5 - 0.035 * (self.shape % 3))
        high = size * (0.5 - 0.035 * (self.shape // 3 % 3))
        outer = svg.ellipse(x, y, wide, high, "FILL")
        drop, reach = dropped(outer, size, x, y)
        light = blend(self.hues.light, "#ffffff", 0.35)
        stops = [(0, light), (0.45, self.hues.mid), (1, blend(self.hues.dark, "#000000", 0.15))]
        defs = svg.radial("face", stops, 0.36, 0.3, 0.78)
        line, thick = self.hues.dark, max(0.6, size * 0.025)
        body = svg.ellipse(x, y, wide, high, "url(#face)", stroke=line, stroke_width=thick)
        glint = (x - size * 0.17, y - size * 0.21, size * 0.13, size * 0.08)
        body = drop + turned(body, self.shape * 47 % 180, x, y)
        body += turned(svg.ellipse(*glint, "#fff", fill_opacity=0.6), -35, x, y)
        return document(width, height, body, defs, reach)


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin with its value, or a star."""

    text: str = ""
    hues: Hues = GOLD_HUES

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        x, y, r = width / 2, height / 2, size / 2
        drop, reach = dropped(circle(x, y, r, "FILL"), size, x, y)
        light, mid, dark = self.hues.light, self.hues.mid, self.hues.dark
        rim = [(0, blend(light, "#ffffff", 0.4)), (0.5, mid), (1, dark)]
        top, low, ink = printable(mid, light, self.hues.ink)
        defs = svg.linear("rim", rim, 1, 1) + svg.linear("face", [(0, top), (1, low)], 1, 1)
        body = drop + circle(x, y, r, dark) + circle(x, y, r * 0.95, "url(#rim)")
        body += circle(x, y, r * 0.76, "url(#face)")
        thin = max(0.7, r * 0.05)
        body += circle(x, y, r * 0.76, stroke=dark, stroke_opacity=0.55, stroke_width=thin)
        mark = "" if self.text else "star"
        body += _content(self.text, mark, x, y, size * 0.46, ink, size * 0.6)
        return document(width, height, body, defs, reach)


@dataclass(frozen=True, slots=True)
class Disc:
    """The sign of a seat: a letter or an icon on a round ground."""

    hues: Hues
    letter: str = ""
    icon: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        x, y, r = width / 2, height / 2, size / 2
        light, mid, dark = self.hues.light, self.hues.mid, self.hues.dark
        ends = blend(mid, light, 0.22), blend(mid, dark, 0.15)
        if contrast("#ffffff", mid) > contrast(self.hues.ink, mid):
            ends = mid, blend(mid, dark, 0.4)  # white is to be read in the middle, too
        top, low, ink = printable(*ends, self.hues.ink)
        defs = svg.linear("face", [(0, top), (1, low)])
        body = circle(x, y + 0.6, r, "#000000", fill_opacity=0.35) + circle(x, y, r, "url(#face)")
        rim, line = blend(light, "#ffffff", 0.3), max(1.0, size * 0.04)
        body += circle(x, y, r - line / 2, stroke=rim, stroke_width=line, stroke_opacity=0.75)
        text = "" if self.icon else self.letter
        body += _content(text, self.icon, x, y, size * 0.55, ink, size * 0.7)
        return document(width, height, body, defs)
