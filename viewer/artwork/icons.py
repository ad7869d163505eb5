"""Icons by name: shapes in one colour in a box of 24 by 24, from a file of paths."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from viewer.artwork import svg

BOX = 24


@cache
def _icons() -> dict[str, str]:
    """Read the icons' file into fragments of SVG whose colour is still open."""
    lines = Path(__file__).with_name("icons.txt").read_text("utf-8").splitlines()
    entries = (line.split(":", 1) for line in lines if line and not line.startswith("#"))
    return {
        name: "".join(_shape(s.split(maxsplit=1)) for s in shapes.split(";"))
        for name, shapes in entries
    }


def _shape(parts: list[str]) -> str:
    kind, rest = parts
    if kind == "f":
        return f'<path d="{rest}" fill-rule="evenodd"/>'
    if kind == "s":
        width, d = rest.split(maxsplit=1)
        line = f'stroke="COLOUR" stroke-width="{width}" stroke-linecap="round"'
        return f'<path d="{d}" fill="none" {line} stroke-linejoin="round"/>'
    x, y, r, *line_width = rest.split()
    where = f'cx="{x}" cy="{y}" r="{r}"'
    if line_width:
        return f'<circle {where} fill="none" stroke="COLOUR" stroke-width="{line_width[0]}"/>'
    return f"<circle {where}/>"


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons."""
    return tuple(_icons())


def has_icon(name: str) -> bool:
    """Return whether there is an icon of this name."""
    return name in _icons()


def icon(name: str, cx: float, cy: float, size: float, colour: str, more: str = "") -> str:
    """Return an icon as SVG, its box `size` wide and high around a point.

    Raises UnknownPicture where no icon has this name.
    """
    shapes = _icons()[svg.known_picture("icon", name, icon_names())].replace("COLOUR", colour)
    scale = size / BOX
    x, y = svg.n(cx - size / 2), svg.n(cy - size / 2)
    move = f"translate({x} {y}) scale({scale:.4f})"
    return svg.group(shapes, move, f'fill="{colour}" {more}')
