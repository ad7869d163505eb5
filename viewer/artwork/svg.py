"""Small words to write SVG with: documents, gradients, shapes and text in the shipped fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.language.diagnostics import nearest
from engine.language.escaping import svg_text
from viewer.artwork import fonts

EDGE = 2
"""Transparent pixels around every picture: turned edges look smooth then, without multisampling."""

Stops = Iterable[tuple[float, str] | tuple[float, str, float]]


class UnknownPicture(ValueError):
    """Nothing is drawn for a name; the message names what is nearest."""


def known_picture(kind: str, name: str, known: Sequence[str]) -> str:
    """Return the name of a picture. Raises UnknownPicture where there is none of this kind."""
    if name in known:
        return name
    near = nearest(name, known)
    hint = f", did you mean '{near}'?" if near else f"; there are: {', '.join(known)}"
    raise UnknownPicture(f"there is no {kind} '{name}'{hint}")


def n(value: float) -> str:
    """Write a number shortly."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def document(width: int, height: int, body: str, defs: str = "", bleed: int = EDGE) -> str:
    """Return an SVG document: a box with its corner at (0, 0) and `bleed` pixels around it."""
    w, h = width + 2 * bleed, height + 2 * bleed
    head = f"<defs>{defs}</defs>" if defs else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}"'
        f' viewBox="{-bleed} {-bleed} {w} {h}">{head}{body}</svg>'
    )


def linear(name: str, stops: Stops, x2: float = 0, y2: float = 1) -> str:
    """Return a gradient from the top left of a shape to (x2, y2), in parts of its box."""
    where = f'x1="0" y1="0" x2="{n(x2)}" y2="{n(y2)}"'
    return f'<linearGradient id="{name}" {where}>{_stops(stops)}</linearGradient>'


def radial(name: str, stops: Stops, cx: float = 0.5, cy: float = 0.5, r: float = 0.5) -> str:
    """Return a gradient around a point of a shape, in parts of its box."""
    where = f'cx="{n(cx)}" cy="{n(cy)}" r="{n(r)}"'
    return f'<radialGradient id="{name}" {where}>{_stops(stops)}</radialGradient>'


def _stops(stops: Stops) -> str:
    parts = []
    for stop in stops:
        clear = f' stop-opacity="{n(stop[2])}"' if len(stop) == 3 else ""
        parts.append(f'<stop offset="{n(stop[0])}" stop-color="{stop[1]}"{clear}/>')
    return "".join(parts)


def element(kind: str, **said: str | float) -> str:
    """Return an element with its attributes: `stroke_width` is written stroke-width."""
    parts = (
        f'{name.replace("_", "-")}="{value if isinstance(value, str) else n(value)}"'
        for name, value in said.items()
    )
    return f"<{kind} {' '.join(parts)}/>"


def rect(
    x: float, y: float, w: float, h: float, radius: float = 0, fill: str = "none", /,
    **more: str | float,
) -> str:  # fmt: skip
    """Return a rectangle, its corners rounded by `radius`."""
    if radius:
        more["rx"] = radius
    return element("rect", x=x, y=y, width=max(w, 0), height=max(h, 0), fill=fill, **more)


def outline(
    w: float, h: float, radius: float, line: str, width: float = 1.0, /, **more: str | float
) -> str:
    """Return a line just inside the edge of the box (0, 0, w, h)."""
    half, round_ = width / 2, max(0.0, radius - width / 2)
    return rect(half, half, w - width, h - width, round_, stroke=line, stroke_width=width, **more)


def circle(cx: float, cy: float, r: float, fill: str = "none", /, **more: str | float) -> str:
    """Return a circle."""
    return element("circle", cx=cx, cy=cy, r=max(r, 0), fill=fill, **more)


def ellipse(cx: float, cy: float, rx: float, ry: float, fill: str, /, **more: str | float) -> str:
    """Return an ellipse."""
    return element("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, fill=fill, **more)


def path(d: str, fill: str = "none", /, **more: str | float) -> str:
    """Return a path."""
    return element("path", d=d, fill=fill, **more)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the outline of a polygon, as the `d` of a path."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "z"


def group(body: str, transform: str, more: str = "") -> str:
    """Return elements that are moved together."""
    return f'<g transform="{transform}" {more}>{body}</g>'


def turned(body: str, degrees: float, x: float, y: float) -> str:
    """Return elements turned around a point, clockwise."""
    return group(body, f"rotate({degrees} {n(x)} {n(y)})")


def label(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    font: str = "title",
    anchor: str = "middle",
    room: float = 0.0,
) -> str:
    """Return one line of text whose capitals have their middle at `y`.

    With `room`, a line that is wider is made smaller until it fits. A character that the font lacks
    makes the whole line come from the font for text, which has more.
    """
    if not text:
        return ""
    face = fonts.face_for(text, font, "bold")
    if room:
        wide = fonts.width(text, size, face.font, face.weight)
        size = min(size, size * room / wide) if wide > 0 else size
    down = y + face.cap * size / 2
    return (
        f'<text x="{n(x)}" y="{n(down)}" font-family="{face.family}"'
        f' font-weight="{face.css_weight}" font-size="{n(size)}" fill="{colour}"'
        f' text-anchor="{anchor}">{svg_text(text)}</text>'
    )
