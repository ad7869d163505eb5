"""For every eye: contrast of texts and graphics, and hues that the colour-blind tell apart."""

from __future__ import annotations

import itertools

import pytest

from engine import Game, load
from tests.viewer.scene.scenes import look_of, played, scene_of
from viewer.artwork.pieces import HALO
from viewer.artwork.theme import AUTO_HUES, SAFE_HUES, SEAT_HUES, THEMES, channels, contrast
from viewer.artwork.widgets import Icon
from viewer.scene.look_loader import read_look
from viewer.scene.present import present

MATRICES = {
    # Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
GRAPHICS = [
    ("legal", "ground_dark"), ("chosen", "ground_dark"), ("target", "ground_dark"),
    ("focus", "ground_dark"), ("gold", "panel"), ("accent", "panel"), ("tip_line", "tip"),
]  # fmt: skip


def _linear(colour: str) -> list[float]:
    parts = [c / 255 for c in channels(colour)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def _lab(rgb: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of linear RGB."""
    r, g, b = (min(1.0, max(0.0, c)) for c in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883

    def f(t: float) -> float:
        return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def seen(colour: str, kind: str) -> tuple[float, float, float]:
    """What someone with a kind of colour blindness sees of a colour, as L*a*b*."""
    linear = _linear(colour)
    if kind:
        matrix = MATRICES[kind]
        linear = [sum(m * c for m, c in zip(row, linear, strict=True)) for row in matrix]
    return _lab(linear)


def apart(one: str, other: str, kind: str) -> float:
    pairs = zip(seen(one, kind), seen(other, kind), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("kind", ["", *MATRICES])
def test_the_safe_palette_is_told_apart_by_every_eye(kind: str) -> None:
    for one, other in itertools.combinations(SAFE_HUES, 2):
        assert apart(one.mid, other.mid, kind) >= 10, (kind, one.mid, other.mid)


@pytest.mark.parametrize("kind", ["", *MATRICES])
def test_the_first_two_seats_are_told_apart_by_every_eye(kind: str) -> None:
    assert apart(SEAT_HUES[0].mid, SEAT_HUES[1].mid, kind) >= 20


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("sign", "ground"), GRAPHICS)
def test_graphics_stand_out(name: str, sign: str, ground: str) -> None:
    theme = THEMES[name]
    assert contrast(getattr(theme, sign), getattr(theme, ground)) >= 3


@pytest.mark.parametrize("hues", SAFE_HUES)
def test_what_is_printed_on_the_safe_hues_can_be_read(hues: object) -> None:
    assert contrast(hues.ink, hues.light) >= 4.5  # type: ignore[attr-defined]


def test_no_two_of_twelve_seats_are_alike() -> None:
    assert len({h.mid for h in SEAT_HUES}) == len(SEAT_HUES) >= 12


@pytest.mark.parametrize("hues", SEAT_HUES)
def test_a_pawn_stands_out_on_any_ground_by_one_of_its_lines(hues: object) -> None:
    lines = (HALO, hues.deep)  # type: ignore[attr-defined]
    grounds = [g for h in (*AUTO_HUES, *SAFE_HUES, *SEAT_HUES) for g in (h.light, h.mid, h.dark)]
    for ground in (*grounds, *(t.ground for t in THEMES.values())):
        assert max(contrast(line, ground) for line in lines) >= 3, ground


@pytest.mark.parametrize("name", ["lost-cities-roll-and-write", "lost-cities-board"])
def test_every_line_of_cells_says_its_colour_by_a_symbol(name: str) -> None:
    look = look_of(name, 2)
    nodes = present(scene_of(played(name, 2, 0), name, (1280, 720)))
    signs = {n.picture.name for n in nodes if isinstance(n.picture, Icon) and "sign" in n.id}
    family = "path"
    words = look.facts.zones[family].free_members[0]
    axis = look.facts.zones[family].free_axes[0]
    icons = {look.dimensions[axis][word].icon for word in words}
    assert len(icons) == len(words)
    assert icons <= signs


def test_in_the_safe_palette_words_keep_a_colour_like_their_own() -> None:
    for name, wanted in (
        ("lost-cities-roll-and-write", {"red": "d55e00", "orange": "e69f00", "yellow": "f0e442"}),
        ("lost-cities-card", {"white": "dfe5ea", "blue": "0072b2", "red": "d55e00"}),
    ):
        colours = read_look(Game(load(name), 2)).in_hues(SAFE_HUES).dimensions["Colour"]
        found = {word: member.hues.mid for word, member in colours.items()}
        assert found | {word: f"#{hue}" for word, hue in wanted.items()} == found
