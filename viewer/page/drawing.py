"""Nodes as a browser draws them: boxes, pictures by the hash of their SVG, lines of text.

`docs/serving.md` describes what is made here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from viewer.artwork.fonts import FACES, line_height, place
from viewer.artwork.svg import document, path, rect
from viewer.artwork.theme import Theme
from viewer.artwork.widgets import Glow
from viewer.nodes import Box, Node, Picture, Words
from viewer.window.animation import FLIGHT_Z, STILL
from viewer.window.halo import halo

_IDS = re.compile(r'(\bid="|\burl\(#|\bhref="#)')
_ANCHORS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DIGITS = 12
"""How many hexadecimal digits name a picture."""


@lru_cache(maxsize=8192)
def drawn_picture(picture: Picture, width: int, height: int) -> tuple[str, str]:
    """Return the name of a picture at a size in pixels, and its SVG.

    The name is a hash of the SVG, and its ids begin with it: pictures share one document. A picture
    that can't be drawn costs only itself, as in the window.
    """
    try:
        svg = picture.svg(width, height)
    except Exception:
        svg = _broken(width, height)
    name = hashlib.sha256(svg.encode()).hexdigest()[:_DIGITS]

    return name, _IDS.sub(rf"\1p{name}-", svg)


def _broken(width: int, height: int) -> str:
    """Return the sign for a picture that can't be drawn: a crossed-out empty card."""
    cross = f"M0 0L{width} {height}M{width} 0L0 {height}"
    body = rect(0, 0, width, height, 6, "#f3e9e9") + path(cross, stroke="#b3413f", stroke_width=3)
    return document(width, height, body)


class Drawing:
    """Turns nodes into plain data; `pictures` collects those that weren't sent before."""

    def __init__(self, theme: Theme, scale: float, label: Callable[[Node], str]) -> None:
        """`scale` is how large the face is, for halos; `label` names a node for screen readers."""
        self.theme, self.scale = theme, scale
        self.pictures: dict[str, str] = {}
        self._label = label

    def node(self, node: Node) -> dict[str, Any]:
        """Return a node as plain data; what is as usual is left out."""
        box = node.box
        if not node.turn:
            box = Box(round(box.x), round(box.y), max(1, round(box.w)), max(1, round(box.h)))
        found: dict[str, Any] = {"box": _numbers(box)}
        if node.picture is not None:
            found["picture"] = self._picture(node.picture, box)
        if node.words is not None and node.words.text:
            found["words"] = _words(node.words, box)
        if node.glow:
            found |= self._glow(node, box)
        if node.turn:
            found["turn"] = round(node.turn, 1)
        if node.opacity != 1:
            found["opacity"] = round(node.opacity, 2)
        if node.clip is not None:
            found["clip"] = _numbers(node.clip)
        if node.do is not None:
            found["button"] = 1
        if node.do is not None or node.spots or node.tip or node.scroll or node.block:
            found["hit"] = 1
        if node.do is not None or node.spots:
            found["label"] = self._label(node)
        for name in ("drag", "scroll", "slide", "hexagon"):
            if value := getattr(node, name):
                found[name] = value
        if node.z >= FLIGHT_Z:
            found["over"] = 1
        if node.id.endswith(STILL):
            found["still"] = 1
        return found

    def _picture(self, picture: Picture, box: Box) -> str:
        wide, high = max(1, round(box.w)), max(1, round(box.h))
        name, svg = drawn_picture(picture, wide, high)  # type: ignore[arg-type] # all are frozen
        self.pictures[name] = svg
        return name

    def _glow(self, node: Node, box: Box) -> dict[str, Any]:
        radius = getattr(node.picture, "radius", None)
        side = min(box.w, box.h)
        wide = max(4.0, min(0.09 * side, 24.0))
        if isinstance(radius, int | float):
            wide = min(float(radius), side / 2)
        around = halo(node.glow, self.theme, wide, self.scale)
        if around is None:
            return {}
        if node.hexagon:
            ring = Glow(around.colour, width=round(around.line), hexagon=True)
            return {"ring": self._picture(ring, box), "glow": node.glow}
        return {
            "halo": [around.colour, around.line, around.reach, around.radius, around.strength],
            "glow": node.glow,
        }


def _numbers(box: Box) -> list[float]:
    return [_short(side) for side in (box.x, box.y, box.w, box.h)]


def _short(number: float) -> float:
    found = round(number, 1)
    return int(found) if found == int(found) else found


def _words(words: Words, box: Box) -> dict[str, Any]:
    """Return text with the place of its lines, from the top left of the box."""
    face = FACES.get((words.font, words.weight)) or FACES["text", "regular"]
    _, upper = place(words, Box(0, 0, box.w, box.h))
    step = line_height(words.size, words.font)
    first = upper + 2 + step / 2 + face.cap * words.size / 2
    top = {"top": 1} if words.top else {}
    return top | {
        "lines": words.text.split("\n"),
        "x": _short(box.w * _ANCHORS.get(words.align, 0.0)),
        "y": _short(first),
        "step": _short(step),
        "size": _short(words.size),
        "colour": words.colour,
        "font": face.family,
        "weight": face.css_weight,
        "align": words.align,
    }
