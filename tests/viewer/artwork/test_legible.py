"""What is printed on pieces can be read on every colour that they may have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.scope import telling
from viewer.artwork.cards import Card, PlainCard
from viewer.artwork.pieces import Coin, Die, Disc, Pawn, Token
from viewer.artwork.rasterise import bake
from viewer.artwork.theme import (
    AUTO_HUES,
    SAFE_HUES,
    SEAT_HUES,
    TABLE,
    Hues,
    contrast,
    hues_named,
    hues_of,
)
from viewer.artwork.widgets import Chip
from viewer.nodes import Picture

TEXT, SIGN = 4.5, 3.0
"""WCAG 2.1: the least contrast of texts (1.4.3), and of signs (1.4.11)."""
WORDS = (
    *("red", "orange", "yellow", "lime", "green", "teal", "blue", "violet", "pink", "brown"),
    *("beige", "grey", "white", "black", "navy", "maroon", "indigo", "olive", "crimson"),
)
NAMED = [hues for word in WORDS if (hues := hues_named(word))]
GIVEN = [hues_of(colour) for colour in ("#000000", "#101060", "#400000", "#7a7a7a", "#ffffff")]
EVERY = list(dict.fromkeys([*AUTO_HUES, *SEAT_HUES, *SAFE_HUES, *NAMED, *GIVEN]))
HUES = telling(EVERY[::4], EVERY)

PRINTED: dict[str, tuple[float, Callable[[Hues, str], Picture]]] = {
    "token": (TEXT, lambda h, t: Token(h, text=t)),
    "tile": (TEXT, lambda h, t: Token(h, "square", text=t)),
    "die": (TEXT, lambda h, t: Die(h, text=t)),
    "pips": (SIGN, lambda h, t: Die(h, pips=5) if t.strip() else Die(h, text=t)),
    "sign of a token": (SIGN, lambda h, t: Token(h, icon="square" if t.strip() else "")),
    "sign of a pawn": (SIGN, lambda h, t: Pawn(h, icon="square" if t.strip() else "")),
    "coin": (TEXT, lambda h, t: Coin(t, h)),
    "disc": (TEXT, lambda h, t: Disc(h, t)),
    "chip": (TEXT, lambda h, t: Chip(h, t)),
    "card": (TEXT, lambda h, t: Card(h, t)),
    "strip": (TEXT, lambda h, t: Card(h, t, strip=24)),
    "note": (TEXT, lambda h, t: Card(h, note=t)),
    "medallion": (TEXT, lambda h, t: Card(h, badge=t)),
    "plain card": (TEXT, lambda h, t: PlainCard(t, hues=h)),
    "plain note": (TEXT, lambda h, t: PlainCard("", hues=h, note=t)),
}


def drawn(picture: Picture) -> Image.Image:
    image = bake(picture, 60, 72)
    ground = Image.new("RGBA", image.size, TABLE.ground)
    ground.alpha_composite(image)
    return ground.convert("RGB")


def stands_out(printed: Picture, bare: Picture) -> float:
    """Return the contrast of what is printed, inside its strokes, with what is under it."""
    one, other = drawn(printed), drawn(bare)
    apart = ImageChops.difference(one, other).convert("L")
    most = max(apart.tobytes())
    assert most > 10
    inside = apart.point([255 if far > 0.85 * most else 0 for far in range(256)])
    ink, under = (bytes(map(int, ImageStat.Stat(i, inside).median)).hex() for i in (one, other))
    return contrast(f"#{ink}", f"#{under}")


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_can_be_read_on_every_colour(name: str) -> None:
    least, make = PRINTED[name]
    faint = {
        hues.mid: round(found, 2)
        for hues in HUES
        if (found := stands_out(make(hues, "8"), make(hues, " "))) < least
    }
    assert faint == {}
