"""The colours of the table and the panels, and hues for suits, seats and whatever has a colour."""

from __future__ import annotations

import colorsys
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from PIL import ImageColor
from ruamel.yaml import YAML

LEGIBLE = 4.5
"""Texts that stand apart so well from their ground can be read (WCAG 2.1, 1.4.3)."""


@dataclass(frozen=True, slots=True)
class Hues:
    """A colour in three depths, #rrggbb: `light` for grounds, `mid` for bodies, `dark` for ink."""

    light: str
    mid: str
    dark: str

    @property
    def ink(self) -> str:
        """Return the colour of what is printed on `light`: `dark` taken to where it reads well."""
        return ink_on(self.light, blend(self.dark, "#000000", 0.62))

    def ink_on(self, ground: str) -> str:
        """Return the colour of what is printed on another ground: the hues' own where it reads
        well.
        """
        inks = (self.dark, self.deep, self.ink)
        return next((ink for ink in inks if contrast(ink, ground) >= LEGIBLE), ink_on(ground))

    @property
    def deep(self) -> str:
        """Return a still darker shade, for the nearest hills and for outlines."""
        return blend(self.dark, "#000000", 0.35)


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour that the viewer uses outside of the pieces themselves, #rrggbb."""

    name: str
    # The table's cloth, from its middle to its corners.
    ground: str
    ground_dark: str
    # Panels: their top and bottom, their line, and the same for fields within them.
    panel: str
    panel_top: str
    panel_line: str
    field: str
    field_line: str
    # Places for pieces, sunk into the cloth.
    well: str
    well_line: str
    # Writing, from loud to quiet, and on light grounds.
    ink: str
    ink_soft: str
    ink_faint: str
    ink_dark: str
    # Totals, titles and pills.
    gold: str
    gold_ink: str
    good: str
    good_ink: str
    bad: str
    bad_ink: str
    accent: str
    # Halos.
    legal: str
    chosen: str
    target: str
    focus: str
    # Controls.
    button: str
    button_line: str
    button_hot: str
    button_ink: str
    # Tips, and the cover between two people's turns.
    tip: str
    tip_line: str
    tip_ink: str
    shade: str
    # Paper of score sheets and of plain cards.
    paper: str
    strong: bool = False


def blend(one: str, other: str, share: float) -> str:
    """Return the colour that lies `share` of the way from one colour to another."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of #rrggbb, each 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _text_of(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def hues_of(colour: str, lighter: float = 0.45, darker: float = 0.5) -> Hues:
    """Make hues of a single colour: lighter and darker shades of it."""
    return Hues(blend(colour, "#ffffff", lighter), colour, blend(colour, "#000000", darker))


_PALETTE: dict[str, Any] = tomllib.loads(_text_of("palette.toml"))
_ROWS: dict[str, list[str]] = _PALETTE["themes"]
TABLE, CONTRAST = (
    Theme(name, strong=name == "contrast", **{key: row[number] for key, row in _ROWS.items()})
    for number, name in enumerate(("table", "contrast"))
)
THEMES: dict[str, Theme] = {"table": TABLE, "contrast": CONTRAST}
AUTO_HUES = tuple(Hues(*row) for row in _PALETTE["auto"])
"""Hues for what has no colour of its own."""
SEAT_HUES = tuple(Hues(*row) for row in _PALETTE["seats"])
"""Hues for seats, in their order."""
SAFE_HUES = tuple(hues_of(body, 0.42, 0.55) for body in _PALETTE["safe"])
"""Hues that people with each kind of colour blindness tell apart."""
AUTO_ICONS: tuple[str, ...] = tuple(_PALETTE["icons"])
"""Icons for suits that have none of their own."""
AUTO_SCENES: tuple[str, ...] = tuple(_PALETTE["scenes"])
"""Scenes for suits that have none of their own, in the order of `AUTO_ICONS`."""


@cache
def _named() -> dict[str, Hues]:
    """Read the colour words of several languages from their file."""
    return {
        word: Hues(*(f"#{part}" for part in entry["hues"]))
        for entry in YAML(typ="safe").load(_text_of("hues.yaml"))["colours"]
        for word in entry["words"]
    }


def hues_named(name: str) -> Hues | None:
    """Return the hues that a word means, in English, German or French, if it is a colour."""
    word = name.strip().lower().replace("_", " ").replace("-", " ")
    known = _named()
    colour = ImageColor.colormap.get(word.replace(" ", ""))
    if word in known or not isinstance(colour, str):
        return known.get(word)
    return min(known.values(), key=lambda hues: _distance(hues, colour))


def _distance(hues: Hues, colour: str) -> int:
    """Return how far a colour is from the nearest of three shades."""
    wanted = channels(colour)
    shades = (channels(shade) for shade in (hues.light, hues.mid, hues.dark))
    return min(sum((a - b) ** 2 for a, b in zip(s, wanted, strict=True)) for s in shades)


def hues_from(colour: str | Sequence[str]) -> Hues | None:
    """Return hues from one colour (its name or #rrggbb), or three from light to dark."""
    if isinstance(colour, str):
        named = hues_named(colour)
        return named or (hues_of(f"#{colour.lstrip('#')}") if _is_hex(colour) else None)
    if len(colour) != 3 or not all(_is_hex(part) for part in colour):
        return None
    light, mid, dark = (f"#{part.lstrip('#').lower()}" for part in colour)
    return Hues(light, mid, dark)


def _is_hex(text: str) -> bool:
    """Return whether a text is a colour as rrggbb."""
    plain = text.lstrip("#")
    return len(plain) == 6 and all(c in "0123456789abcdefABCDEF" for c in plain)


def distance(one: str, other: str) -> float:
    """Return how far two colours lie apart, from 0 to 441."""
    return math.dist(channels(one), channels(other))


def turn_of(colour: str) -> float:
    """Return where a colour stands on the circle of hues, from red at 0 to 1."""
    return colorsys.rgb_to_hsv(*(part / 255 for part in channels(colour)))[0]


def strength(colour: str) -> float:
    """Return how strong a colour is, from grey at 0 to 1."""
    return colorsys.rgb_to_hsv(*(part / 255 for part in channels(colour)))[1]


def contrast(one: str, other: str) -> float:
    """Return how well two colours stand apart, as WCAG counts it, from 1 to 21."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def ink_on(ground: str, dark: str = "#14232a") -> str:
    """Return which of two inks reads better on a ground, the dark one or white; black where
    neither reads well.
    """
    white = "#ffffff"
    if max(contrast(ground, dark), contrast(ground, white)) < LEGIBLE:
        dark = "#000000"
    return dark if contrast(ground, dark) >= contrast(ground, white) else white


def printable(top: str, bottom: str, dark: str) -> tuple[str, str, str]:
    """Return the two ends of a ground that runs from one colour to another, and the ink for it.

    An end on which the ink would be lost comes closer to the other.
    """
    ink = ink_on(blend(top, bottom, 0.5), dark)
    for _ in range(_STEPS):
        if contrast(ink, blend(top, bottom, _EDGE)) < LEGIBLE:
            top = blend(top, bottom, 0.25)
        if contrast(ink, blend(bottom, top, _EDGE)) < LEGIBLE:
            bottom = blend(bottom, top, 0.25)
    return top, bottom, ink


_STEPS = 6
_EDGE = 0.2
"""Nothing is printed nearer to an edge than this, in parts of the ground."""


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in channels(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
