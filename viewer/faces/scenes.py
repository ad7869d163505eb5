"""Small landscapes by name, for the faces of cards: layers of hills in the hues of a suit."""

from __future__ import annotations

import difflib
from functools import cache

from viewer.faces import svg
from viewer.faces.landscapes import PAINTERS
from viewer.faces.svg import n
from viewer.faces.theme import Hues

_LOWEST = 116.0

AUTO_SCENES: tuple[str, ...] = (
    "desert",
    "ocean",
    "alps",
    "jungle",
    "volcano",
    "night",
    "cave",
    "storm",
    "forest",
    "castle",
    "reef",
    "space",
    "glacier",
    "temple",
    "city",
    "meadow",
)
"""Scenes for suits that have none of their own, in the order of `AUTO_ICONS`."""


class UnknownScene(ValueError):
    """No landscape has a name; the message names what is nearest."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, scene_names(), n=1, cutoff=0.4)
        self.name = name
        self.nearest = near[0] if near else ""
        hint = f", did you mean '{near[0]}'?" if near else f"; there are: {', '.join(PAINTERS)}"
        super().__init__(f"there is no scene '{name}'{hint}")


def scene_names() -> tuple[str, ...]:
    """Return the names of all scenes."""
    return tuple(PAINTERS)


def has_scene(name: str) -> bool:
    """Tell whether there is a scene of this name."""
    return name in PAINTERS


def need_scene(name: str) -> str:
    """Return the name, or raise an UnknownScene that names the nearest."""
    if name not in PAINTERS:
        raise UnknownScene(name)
    return name


def scene(name: str, hues: Hues, x: float, y: float, width: float, height: float) -> str:
    """Return a landscape as SVG that fills a box, its edges hardly over the box's."""
    scale = width / 100
    high = round(height / scale, 2)
    # Landscapes are made for upright cards: in a squat box they are pressed flat.
    press = min(1.0, high / _LOWEST)
    body = _painted(need_scene(name), hues, max(high, _LOWEST))
    move = f"translate({n(x)} {n(y)}) scale({scale:.4f} {scale * press:.4f})"
    return svg.group(body, f'transform="{move}"')


@cache
def _painted(name: str, hues: Hues, high: float) -> str:
    return PAINTERS[name](hues, high)
