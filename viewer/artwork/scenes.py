"""Small landscapes by name, for the faces of cards: layers of hills in the hues of a suit.

Each is a file of SVG in `scenes/`, which a browser shows as it is: 100 wide, its sky in parts of
the height, its ground measured from the bottom. Its colours are `light`, `mid` and `dark` of the
hues, what `_coloured` makes of them, and mixtures of two, as CSS writes them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from viewer.artwork import svg
from viewer.artwork.svg import n
from viewer.artwork.theme import Hues, blend

_FOLDER = Path(__file__).with_name("scenes")
_LOWEST = 116.0
_TONE = re.compile(r"var\(--(\w+)\)")
_MIXTURE = re.compile(r"color-mix\(in srgb, (#\w{6}), (#\w{6}) ([\d.]+)%\)")


@cache
def scene_names() -> tuple[str, ...]:
    """Return the names of all scenes."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.svg")))


def scene(name: str, hues: Hues, x: float, y: float, width: float, height: float) -> str:
    """Return a landscape as SVG that fills a box, its edges hardly over the box's.

    Raises UnknownPicture where no scene has this name.
    """
    scale = width / 100
    high = round(height / scale, 2)
    # Landscapes are made for upright cards: in a squat box they are pressed flat.
    press = min(1.0, high / _LOWEST)
    tall = max(high, _LOWEST)
    drawn = f'<svg width="100" height="{n(tall)}" overflow="visible">{_coloured(name, hues)}'
    move = f"translate({n(x)} {n(y)}) scale({scale:.4f} {scale * press:.4f})"
    return svg.group(drawn, move)


@cache
def _coloured(name: str, hues: Hues) -> str:
    """Return what a landscape's file holds behind its head, in these hues."""
    file = _FOLDER / f"{svg.known_picture('scene', name, scene_names())}.svg"
    text = file.read_text("utf-8").partition(">")[2]
    tones = {
        "light": hues.light, "mid": hues.mid, "dark": hues.dark, "deep": hues.deep,
        "far": blend(hues.mid, hues.light, 0.25), "near": blend(hues.mid, hues.dark, 0.6),
        "glow": blend(hues.light, "#fffbe6", 0.72),
    }  # fmt: skip
    text = _TONE.sub(lambda found: tones[found[1]], text)
    while "color-mix" in text:
        text, mixed = _MIXTURE.subn(lambda m: blend(m[1], m[2], float(m[3]) / 100), text)
        assert mixed, f"{name}.svg mixes colours in a way that isn't known"
    return text
