"""The faces and backs of cards."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import fonts, svg
from viewer.artwork.icons import icon
from viewer.artwork.scenes import scene
from viewer.artwork.svg import circle, document, label, n, path, polygon, rect, turned
from viewer.artwork.theme import Hues, blend, ink_on

PAPER = "#fdf9f0"
NAVY = Hues("#5d7ba3", "#27415f", "#182a40")
GOLD = "#d8ac55"
_PLAIN = "#fffdf7"
"""The paper of a card without a landscape."""

TINY = 46
"""Narrower than this in pixels, a card has no landscape: what it is must be seen at once."""


LEGIBLE = 11.0
"""A word that would be smaller than this in pixels stands upright along the card's edge instead."""
_WORD = 3
"""What is longer in a corner is a word, not a rank."""


@dataclass(frozen=True, slots=True)
class Corner:
    """How a card's index is written in a corner: its size, its reach to the right, both in pixels.

    `turned`: along the left edge, from the top downwards.
    """

    size: float
    reach: float
    turned: bool = False

    @classmethod
    def of(cls, text: str, left: float, size: float, room: float, down: float) -> Corner:
        """Return how a text is written from the left: smaller where it must be, or downwards."""
        face = fonts.face_for(text, "title", "bold")
        wide = fonts.width(text, 1.0, face.font, face.weight)
        if not wide:
            return cls(size, left)
        fits = min(size, room / wide)
        upright = min(size, room * 0.9, down / wide)
        if fits >= LEGIBLE or upright <= fits:
            return cls(fits, left + fits * wide)
        return cls(upright, left + upright / 0.9, turned=True)

    def write(self, text: str, left: float, y: float, ink: str, mark: str, side: float) -> str:
        """Return the text around a height, or down from below its icon of so many pixels."""
        if not self.turned:
            return label(text, left, y, self.size, ink, "title", "start")
        x, top = (left + self.reach) / 2, y - side / 2
        low = top + (side * 1.15 if mark else 0.0)
        sign = icon(mark, x, top + side / 2, side, ink) if mark else ""
        return sign + turned(label(text, x, low, self.size, ink, "title", "start"), 90, x, low)


def _rounded(x: float, y: float, w: float, h: float, r: float) -> str:
    """Return a rounded rectangle as a path."""
    arc = f"a{n(r)} {n(r)} 0 0 1"
    across, down = n(w - 2 * r), n(h - 2 * r)
    return (
        f"M{n(x + r)} {n(y)}h{across}{arc} {n(r)} {n(r)}v{down}{arc} {n(-r)} {n(r)}"
        f"h-{across}{arc} {n(-r)} {n(-r)}v-{down}{arc} {n(r)} {n(-r)}z"
    )


def shadow(width: int, height: int, radius: float, bleed: int) -> str:
    """Return a soft shadow under a rounded box, heavier below: rings instead of a slow blur."""
    down = bleed * 0.28
    rings = max(3, min(7, bleed))
    inset = radius * 0.3
    hole = _rounded(inset, inset, width - 2 * inset, height - 2 * inset, radius - inset)
    out = ""
    for i in range(rings):
        grow = (bleed - down) * (1 - (i + 0.5) / rings)
        ring = _rounded(-grow, down - grow, width + 2 * grow, height + 2 * grow, radius + grow)
        dark = 0.32 / rings * (1 + i / rings)
        out += path(ring + hole, "#04100f", fill_opacity=dark, fill_rule="evenodd")
    return out


def bleed_of(width: int) -> int:
    """Return how far the shadow of a piece of this width reaches over its box."""
    return max(3, min(16, round(width * 0.07)))


@dataclass(frozen=True, slots=True)
class CardMeasures:
    """The measures of a card of a size: its white border, its corners, the printed part."""

    width: int
    height: int

    @property
    def border(self) -> float:
        """Return how wide the white border is: whole pixels, so that it stays sharp."""
        return max(1.0, round(self.width * 0.042))

    @property
    def unit(self) -> float:
        """Return what writing is measured by: the width, unless the card is squat."""
        return min(float(self.width), self.height * 0.8)

    @property
    def radius(self) -> float:
        """Return the radius of the corners."""
        return min(self.width * 0.09, self.height * 0.14, 26)

    @property
    def inner_radius(self) -> float:
        """Return the radius of the printed part's corners."""
        return max(1.0, self.radius - self.border * 0.9)

    def blank(self, paper: str = PAPER) -> str:
        """Return the shadow and the empty card."""
        w, h = self.width, self.height
        body = shadow(w, h, self.radius, bleed_of(w)) + rect(0, 0, w, h, self.radius, paper)
        return body + self._hairline()

    def printed(self, fill: str, opacity: float = 1.0) -> str:
        """Return the printed part's ground."""
        b, wide, high = self.border, self.width, self.height
        size = (wide - 2 * b, high - 2 * b, self.inner_radius)
        return rect(b, b, *size, fill, fill_opacity=opacity)

    def frame(self) -> str:
        """Return the border, drawn over what sticks out of the printed part: clipping is slower."""
        w, h, b = self.width, self.height, self.border
        outer = _rounded(0, 0, w, h, self.radius)
        inner = _rounded(b, b, w - 2 * b, h - 2 * b, self.inner_radius)
        return path(outer + inner, PAPER, fill_rule="evenodd") + self._hairline()

    def _hairline(self) -> str:
        """Return the line around a white border."""
        thick = max(0.6, self.width * 0.006)
        size = (self.width, self.height, self.radius)
        return svg.outline(*size, "#2b2a26", thick, stroke_opacity=0.38)


@dataclass(frozen=True, slots=True)
class Card:
    """A card with a landscape: a number or an icon at its left, its suit's icon at its right.

    `badge`: text in a medallion, for special cards. `note`: a small line near the bottom, or as
    many of `note_icon` as its number says. `strip`: so many pixels of it are seen below another
    card, and what it is stands in these. `beside`: so many are seen at its left.
    """

    hues: Hues
    index: str = ""
    icon: str = ""
    scene: str = ""
    index_icon: str = ""
    badge: str = ""
    note: str = ""
    note_icon: str = ""
    strip: int = 0
    beside: int = 0

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        sheet = CardMeasures(width, height)
        defs = svg.linear("sky", [(0, self.hues.light), (0.62, self.hues.mid), (1, self.hues.mid)])
        defs += svg.linear("sheen", [(0, "#fff", 0.3), (0.55, "#fff", 0)], 1, 1)
        inside = self._tiny(sheet) if width < TINY else self._scenery(sheet)
        body = (
            sheet.blank()
            + sheet.printed("url(#sky)")
            + inside
            + sheet.frame()
            + (self._strip(sheet) if self.strip else self._head(sheet))
        )
        if self.badge and not self.strip:
            body += self._medallion(sheet)
        if self.note and width >= TINY:
            body += self._ribbon(sheet)
        return document(width, height, body, defs, bleed_of(width))

    @property
    def _wash(self) -> str:
        """Return what the ground of its head is washed with, so that the index stands out more."""
        return ink_on(self.hues.ink, "#000000")

    def _scenery(self, sheet: CardMeasures) -> str:
        b, w, h = sheet.border, sheet.width, sheet.height
        name = self.scene or "hills"
        band = rect(b, b, w - 2 * b, sheet.unit * 0.33 - b, 0, self._wash, fill_opacity=0.2)
        land = scene(name, self.hues, b, b, w - 2 * b, h - 2 * b)
        return land + band + sheet.printed("url(#sheen)", 0.6)

    def _tiny(self, sheet: CardMeasures) -> str:
        b, w, h = sheet.border, sheet.width, sheet.height
        low = h * 0.62
        ground = blend(self.hues.mid, self.hues.dark, 0.5)
        ground = rect(b, low, w - 2 * b, h - low - b, 0, ground)
        band = rect(b, b, w - 2 * b, sheet.unit * 0.4 - b, 0, self._wash, fill_opacity=0.2)
        if not self.icon or self.badge:
            return ground + band
        y, size = low + sheet.unit * 0.02, sheet.unit * 0.5
        return ground + band + icon(self.icon, w / 2, y, size, self.hues.deep)

    def corner(self, width: int, height: int) -> Corner:
        """Return how its index is written on a card of this size."""
        sheet = CardMeasures(width, height)
        left, mark = self._margins(sheet)
        if self.index_icon:
            return Corner(mark, left + mark * 1.04)
        size = sheet.unit * (0.43 if width < TINY else 0.29)
        if self.beside:
            room = self.beside - left - sheet.border
        else:
            room = (width - 2 * left) - (mark * 1.02 if self.icon else 0.0)
        down = height - 2 * sheet.border - sheet.unit * 0.12 - mark * 1.2
        return Corner.of(self.index, left, size, room * 0.98, down)

    def _margins(self, sheet: CardMeasures) -> tuple[float, float]:
        """Return where the index begins, and how large an icon beside it is."""
        tiny = sheet.width < TINY
        mark = sheet.unit * (0.36 if tiny else 0.235)
        return sheet.border + sheet.unit * (0.05 if tiny or self.beside else 0.07), mark

    def _head(self, sheet: CardMeasures) -> str:
        w, u = sheet.width, sheet.unit
        ink = self.hues.ink
        tiny = w < TINY
        y = sheet.border + u * (0.185 if tiny else 0.155)
        left, mark = self._margins(sheet)
        right = w - sheet.border - u * (0.05 if tiny else 0.06) - mark / 2
        out = icon(self.icon, right, y, mark, ink) if self.icon else ""
        if self.index_icon:
            big = mark * 1.04
            return out + icon(self.index_icon, left + big / 2, y, big, ink)
        corner = self.corner(w, sheet.height)
        side = min(mark, corner.reach - left)
        if self.beside and self.icon and not corner.turned:
            out += icon(self.icon, left + side / 2, y + mark * 1.1, side, ink)
        return out + corner.write(self.index, left, y, ink, self.icon, side)

    def _strip(self, sheet: CardMeasures) -> str:
        """Return what the card is, all of it within its upper edge."""
        ink, b = self.hues.ink, max(1.0, sheet.border * 0.4)
        high = max(6.0, self.strip - 2 * b)
        y, w = b + high / 2, sheet.width
        size = (w - 2 * b, self.strip, sheet.inner_radius)
        band = rect(b, b, *size, self.hues.light, fill_opacity=0.9)
        side = high * 0.92
        left, right = b + w * 0.05, w - b - w * 0.05
        out = band + (icon(self.icon, right - side / 2, y, side, ink) if self.icon else "")
        room = right - left - side * 1.2
        if self.index_icon:
            out += icon(self.index_icon, left + side / 2, y, side, ink)
            x, wide = left + side * 1.2, room - side * 1.2
            return out + label(self.badge, x, y, high * 0.86, ink, "title", "start", wide)
        text = " ".join(filter(None, (self.index, self.badge)))
        return out + label(text, left, y, high * 1.05, ink, "title", "start", room)

    def _medallion(self, sheet: CardMeasures) -> str:
        w, h = sheet.width, sheet.height
        r = sheet.unit * (0.27 if w < TINY else 0.23)
        x, y = w / 2, h * 0.55
        dark = blend(self.hues.dark, "#0a1016", 0.55)
        ring = circle(x, y, r * 0.88, stroke=self.hues.light, stroke_width=max(0.8, r * 0.07))
        halo = circle(x, y, r * 1.06, "#000000", fill_opacity=0.18)
        ink = ink_on(dark, self.hues.light)
        text = label(self.badge, x, y, r * 0.92, ink, "title", "middle", r * 1.5)
        return halo + circle(x, y, r, dark) + ring + text

    def _ribbon(self, sheet: CardMeasures) -> str:
        if self.note_icon and self.note.isdigit():
            return self._counted(sheet, int(self.note))
        return _note(sheet, self.note, ink_on(PAPER, self.hues.ink), 0.72)

    def _counted(self, sheet: CardMeasures, count: int) -> str:
        """Return so many small icons side by side on a pill of their own."""
        w, side = sheet.width, max(10.0, sheet.width * 0.15)
        step = min(side * 1.12, w * 0.7 / max(1, count))
        x, y = w / 2 - step * (count - 1) / 2, sheet.height - sheet.border - side * 0.86
        wide, high = step * (count - 1) + side * 1.5, side * 1.28
        left = w / 2 - wide / 2
        pill = rect(left, y - high / 2, wide, high, high / 2, PAPER, fill_opacity=0.92)
        ink = blend(self.hues.dark, "#10161c", 0.35)
        return pill + "".join(
            icon(self.note_icon, x + step * i, y, side * 0.92, ink) for i in range(count)
        )


def _note(sheet: CardMeasures, text: str, ink: str, part: float) -> str:
    """Return a small line on a pill near the lower edge; it takes a part of the card's width."""
    w, high = sheet.width, max(11.0, sheet.width * 0.14)
    y, size = sheet.height - sheet.border - high * 0.85, high * 0.62
    left, wide = w * (1 - part) / 2, w * part
    pill = rect(left, y - high / 2, wide, high, high / 2, PAPER, fill_opacity=0.9)
    return pill + label(text, w / 2, y, size, ink, "text", "middle", wide - w * 0.08)


@dataclass(frozen=True, slots=True)
class PlainCard:
    """A card without a landscape, like those of a pack of playing cards.

    `pips` from 1 to 10 lays out that many icons; 0 shows the index large in a frame with the icon.
    The dark one of the hues is the ink. `note`, `strip` and `beside` are as those of a `Card`.
    """

    index: str
    icon: str = ""
    hues: Hues | None = None
    pips: int = 0
    note: str = ""
    strip: int = 0
    beside: int = 0

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        sheet = CardMeasures(width, height)
        inside = self._strip(sheet) if self.strip else self._whole(sheet)
        return document(width, height, sheet.blank(_PLAIN) + inside, bleed=bleed_of(width))

    def _whole(self, sheet: CardMeasures) -> str:
        w, h = sheet.width, sheet.height
        corner = self._corner(sheet)
        if w < TINY:
            sign = icon(self.icon, w * 0.58, h * 0.68, w * 0.58, self._ink()) if self.icon else ""
            return corner + sign
        if w >= 90 and h > w * 1.1 and len(self.index) <= _WORD:
            corner += turned(corner, 180, w / 2, h / 2)
        pips = 1 <= self.pips <= 10 and self.icon
        inside = corner + (self._pips(sheet) if pips else self._court(sheet))
        # The turned corner at the lower right stays free.
        ink = ink_on(PAPER, self.hues.ink) if self.hues else self._ink()
        return inside + (_note(sheet, self.note, ink, 0.52) if self.note else "")

    def _strip(self, sheet: CardMeasures) -> str:
        """Return what the card is, all of it within its upper edge."""
        b, w = max(1.0, sheet.border * 0.4), sheet.width
        high = max(6.0, self.strip - 2 * b)
        y, side = b + high / 2, high * 0.92
        left, right = sheet.border + w * 0.03, w - sheet.border - w * 0.03
        out = icon(self.icon, right - side / 2, y, side, self._ink()) if self.icon else ""
        room = right - left - (side * 1.2 if self.icon else 0)
        return out + label(self.index, left, y, high * 1.02, self._ink(), "title", "start", room)

    def _letter(self, sheet: CardMeasures) -> str:
        """Return what is in the middle of a small card: the icon, or else the index."""
        w, x, y = sheet.width, sheet.width * 0.56, sheet.height * 0.6
        if self.icon:
            return icon(self.icon, x, y, w * 0.52, self._ink())
        return label(self.index, x, y, w * 0.5, self._ink(), room=w * 0.6)

    def _ink(self) -> str:
        return self.hues.ink_on(_PLAIN) if self.hues else "#1d2733"

    def corner(self, width: int, height: int) -> Corner:
        """Return how its index is written on a card of this size."""
        sheet = CardMeasures(width, height)
        left = sheet.border + width * 0.04
        if len(self.index) <= _WORD:
            return Corner(width * 0.2, width * 0.3)
        room = (self.beside or width - sheet.border) - left - sheet.border
        down = height - 2 * sheet.border - width * 0.4
        return Corner.of(self.index, left, width * 0.24, room, down)

    def _corner(self, sheet: CardMeasures) -> str:
        w = sheet.width
        tiny = w < TINY
        if len(self.index) > _WORD:
            corner = self.corner(w, sheet.height)
            left, y = sheet.border + w * 0.04, sheet.border + w * 0.17
            side = min(w * 0.2, corner.reach - left)
            out = corner.write(self.index, left, y, self._ink(), self.icon, side)
            if self.icon and not corner.turned and not tiny:
                out += icon(self.icon, left + side / 2, y + w * 0.24, side, self._ink())
            return out
        if tiny:
            size, mark, x = w * 0.46, w * 0.34, sheet.border + w * 0.04
            y = sheet.border + w * 0.19
            right = icon(self.icon, w - x - mark / 2, y, mark, self._ink()) if self.icon else ""
            return label(self.index, x, y, size, self._ink(), "title", "start", w * 0.5) + right
        # On small cards the corner takes more of the room: in a fan it is all that is seen.
        grow = 1.0 if w >= 90 else 1.3
        size, mark = w * 0.2 * grow, w * 0.135 * grow
        x, y = sheet.border + w * 0.1 * grow, sheet.border + w * 0.12 * grow
        number = label(self.index, x, y, size, self._ink(), "title", "middle", w * 0.17 * grow)
        below = y + w * 0.165 * grow
        return number + (icon(self.icon, x, below, mark, self._ink()) if self.icon else "")

    def _pips(self, sheet: CardMeasures) -> str:
        w, h = sheet.width, sheet.height
        if self.pips == 1:
            return icon(self.icon, w / 2, h / 2, w * 0.46, self._ink())
        size, middle = (w * 0.205, 0.5) if w >= 90 else (w * 0.19, 0.57)
        out = ""
        for x, y in _PIPS[self.pips]:
            px, py = w * (middle + 0.175 * x), h * (0.5 + 0.33 * y)
            one = icon(self.icon, px, py, size, self._ink())
            out += turned(one, 180, px, py) if y > 0.01 else one
        return out

    def _frame(self, x: float, y: float, wide: float, high: float, hues: Hues) -> str:
        """Return a frame in the middle of the card, with a rhombus in it."""
        w = x * 2 + wide
        size = (wide, high, w * 0.05, blend(_PLAIN, hues.light, 0.4))
        thick = max(0.8, w * 0.012)
        frame = rect(x, y, *size, stroke=hues.dark, stroke_opacity=0.5, stroke_width=thick)
        gap, middle = w * 0.035, y + high / 2
        top, bottom = (w / 2, y + gap), (w / 2, y + high - gap)
        rhombus = polygon((top, (w - x - gap, middle), bottom, (x + gap, middle)))
        return frame + path(rhombus, hues.light, fill_opacity=0.45)

    def _court(self, sheet: CardMeasures) -> str:
        """Return a frame with the index and the icon, large."""
        w, h = sheet.width, sheet.height
        hues = self.hues or Hues("#dfe6ee", "#8594a5", "#1d2733")
        x, y = w * 0.25, min(w * 0.16, h * 0.16)
        if len(self.index) > _WORD:
            if self.beside:
                return ""
            y = max(y, w * 0.32)  # below the word
            return self._frame(x, y, w - 2 * x, h - 2 * y, hues)
        if w < 90:
            return self._letter(sheet)
        wide, high = w - 2 * x, h - 2 * y
        out = self._frame(x, y, wide, high, hues)
        if not self.icon:
            return out + label(self.index, w / 2, h / 2, w * 0.46, self._ink(), room=wide * 0.84)
        if not self.index:
            return out + icon(self.icon, w / 2, h / 2, wide * 0.72, self._ink())
        middle = h / 2 - w * 0.12
        out += label(self.index, w / 2, middle, w * 0.4, self._ink(), room=wide * 0.84)
        return out + icon(self.icon, w / 2, h / 2 + w * 0.19, w * 0.21, self._ink())


_COLUMNS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((-1, -1), (-1, 1)),
    3: ((-1, -1), (-1, 0), (-1, 1)),
    4: ((-1, -1), (-1, -1 / 3), (-1, 1 / 3), (-1, 1)),
}


def _both(rows: int) -> tuple[tuple[float, float], ...]:
    left = _COLUMNS[rows]
    return left + tuple((-x, y) for x, y in left)


_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: _both(2),
    5: (*_both(2), (0, 0)),
    6: _both(3),
    7: (*_both(3), (0, -0.5)),
    8: (*_both(3), (0, -0.5), (0, 0.5)),
    9: (*_both(4), (0, 0)),
    10: (*_both(4), (0, -2 / 3), (0, 2 / 3)),
}


def chip_ink(hues: Hues) -> str:
    """Return the ink for small writing on the light one of the hues."""
    return ink_on(blend(hues.light, hues.mid, 0.225), hues.ink)
