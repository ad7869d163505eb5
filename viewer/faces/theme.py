"""The colours of the table and the panels, and hues for suits, seats and whatever has a colour."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import ImageColor
from ruamel.yaml import YAML


@dataclass(frozen=True, slots=True)
class Hues:
    """A colour in three depths, #rrggbb: `light` for grounds, `mid` for bodies, `dark` for ink."""

    light: str
    mid: str
    dark: str

    @property
    def ink(self) -> str:
        """Return the colour of what is printed on `light`: `dark` taken to where it reads well."""
        return blend(self.dark, "#000000", 0.62)

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
    # Tips, and the curtain between two people's turns.
    tip: str
    tip_line: str
    tip_ink: str
    shade: str
    # Paper of score sheets and of plain cards.
    paper: str
    strong: bool = False


TABLE = Theme(
    name="table",
    ground="#356260",
    ground_dark="#15282c",
    panel="#111e26",
    panel_top="#212e35",
    panel_line="#33434a",
    field="#22343d",
    field_line="#3a4d55",
    well="#203c40",
    well_line="#466463",
    ink="#eef4f2",
    ink_soft="#bdcccc",
    ink_faint="#8a9da0",
    ink_dark="#14232a",
    gold="#ffe08a",
    gold_ink="#3c2a05",
    good="#23794f",
    good_ink="#f6fffa",
    bad="#a6393a",
    bad_ink="#fff4f2",
    accent="#6ee0b8",
    legal="#41dba9",
    chosen="#ffd75e",
    target="#ffd75e",
    focus="#ffffff",
    button="#21343d",
    button_line="#3b5059",
    button_hot="#3d6474",
    button_ink="#f2f7f6",
    tip="#372523",
    tip_line="#e8845c",
    tip_ink="#fff1ea",
    shade="#0d1a20",
    paper="#fbf7ec",
)

CONTRAST = Theme(
    name="contrast",
    ground="#10181a",
    ground_dark="#000000",
    panel="#000000",
    panel_top="#000000",
    panel_line="#ffffff",
    field="#0c0c0c",
    field_line="#c8d4d4",
    well="#000000",
    well_line="#d7e2e2",
    ink="#ffffff",
    ink_soft="#f0f4f4",
    ink_faint="#cfd8d8",
    ink_dark="#000000",
    gold="#ffe45c",
    gold_ink="#000000",
    good="#00d084",
    good_ink="#000000",
    bad="#ff7a70",
    bad_ink="#000000",
    accent="#6ff7ff",
    legal="#5dffcf",
    chosen="#ffe45c",
    target="#ffe45c",
    focus="#ff8cf5",
    button="#101010",
    button_line="#ffffff",
    button_hot="#0b5f7a",
    button_ink="#ffffff",
    tip="#000000",
    tip_line="#ffe45c",
    tip_ink="#ffffff",
    shade="#000000",
    paper="#ffffff",
    strong=True,
)

THEMES: dict[str, Theme] = {"table": TABLE, "contrast": CONTRAST}

AUTO_HUES: tuple[Hues, ...] = (
    Hues("#ffd978", "#eeae2a", "#a86a0b"),  # amber
    Hues("#8fd0f5", "#2f86c9", "#124a80"),  # sky
    Hues("#ffffff", "#cfd8df", "#8495a3"),  # snow
    Hues("#8ddfb4", "#1f9d6b", "#0b5a41"),  # fern
    Hues("#ffa487", "#d6452a", "#7c1a12"),  # lava
    Hues("#d3b8f5", "#8a5cc9", "#4c2a85"),  # violet
    Hues("#8fe3e3", "#1f9aa3", "#0c5460"),  # lagoon
    Hues("#f7b6d3", "#d1568f", "#7f2353"),  # rose
    Hues("#d9c3a5", "#a07a4c", "#5c4021"),  # earth
    Hues("#b6bfca", "#66727f", "#333d48"),  # slate
)
"""Hues for what has no colour of its own: neighbours differ in lightness too, not in hue alone."""

SEAT_HUES: tuple[Hues, ...] = (
    Hues("#7cc4f2", "#3182b9", "#174a70"),
    Hues("#f5a27d", "#bd5b38", "#71301a"),
    Hues("#f4ead0", "#cbb98a", "#7a6a3e"),
    Hues("#cdb4ee", "#8660bd", "#492c78"),
    Hues("#97dcb2", "#3a9a68", "#17573a"),
    Hues("#f4b3cc", "#c2527f", "#74264a"),
    Hues("#9fe0e2", "#2f949c", "#12525a"),
    Hues("#c3c9d1", "#717c89", "#39424d"),
    Hues("#e3ee96", "#a3b52e", "#55600f"),
    Hues("#dcc09a", "#8f6536", "#4d3312"),
    Hues("#ffcf7a", "#e0931a", "#8a5403"),
    Hues("#a9b8ff", "#4a5fd0", "#202e80"),
)
"""Hues for seats, in their order: those of the first two players are far apart for every eye."""


@cache
def _named() -> dict[str, Hues]:
    """Read the colour words of several languages from their file."""
    data = YAML(typ="safe").load(Path(__file__).with_name("hues.yaml").read_text("utf-8"))
    return {
        word: Hues(*(f"#{part}" for part in entry["hues"]))
        for entry in data["colours"]
        for word in entry["words"]
    }


def hues_named(name: str) -> Hues | None:
    """Return the hues that a word stands for, in English, German or French, if it is a colour."""
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
    """Tell whether a text is a colour as rrggbb."""
    plain = text.lstrip("#")
    return len(plain) == 6 and all(c in "0123456789abcdefABCDEF" for c in plain)


def blend(one: str, other: str, share: float) -> str:
    """Return the colour that lies `share` of the way from one colour to another."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of #rrggbb, each 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


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
    """Return which of two inks reads better on a ground, the dark one or white."""
    return dark if contrast(ground, dark) >= contrast(ground, "#ffffff") else "#ffffff"


def hues_of(colour: str) -> Hues:
    """Make hues of a single colour: lighter and darker shades of it."""
    return Hues(blend(colour, "#ffffff", 0.45), colour, blend(colour, "#000000", 0.5))


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in channels(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def hues_of_body(colour: str) -> Hues:
    """Make hues of the colour of a body, with a ground that is clearly lighter."""
    return Hues(blend(colour, "#ffffff", 0.42), colour, blend(colour, "#000000", 0.55))


SAFE_HUES: tuple[Hues, ...] = (
    hues_of_body("#e69f00"),
    hues_of_body("#0072b2"),
    hues_of_body("#f0e442"),
    hues_of_body("#009e73"),
    hues_of_body("#d55e00"),
    hues_of_body("#56b4e9"),
    hues_of_body("#cc79a7"),
    hues_of_body("#3b3b3b"),
    hues_of_body("#dfe5ea"),
)
"""Hues that people with each kind of colour blindness tell apart (Okabe and Ito, 2008);
white besides."""
