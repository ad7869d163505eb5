"""What landscapes are put together from: hills, discs in the sky, stars, clouds, trees."""

from __future__ import annotations

import random

from viewer.faces.svg import circle, n, path, rect


def hills(high: float, *points: float, fill: str, more: str = "") -> str:
    """Return ground whose edge waves through heights above the bottom, evenly spread."""
    step = 100 / (len(points) - 1)
    ys = [high - p for p in points]
    d = f"M-0.5 {n(high + 0.5)}V{n(ys[0])}H0"
    for i in range(1, len(ys)):
        x0, x1 = step * (i - 1), step * i
        half = (x0 + x1) / 2
        d += f"C{n(half)} {n(ys[i - 1])} {n(half)} {n(ys[i])} {n(x1)} {n(ys[i])}"
    return path(d + f"H100.5V{n(high + 0.5)}z", fill, more)


def ridge(high: float, *points: tuple[float, float], fill: str, more: str = "") -> str:
    """Return ground with sharp corners at (x, height above the bottom)."""
    corners = "".join(f"L{n(x)} {n(high - y)}" for x, y in points)
    return path(f"M-0.5 {n(high + 0.5)}{corners}L100.5 {n(high + 0.5)}z", fill, more)


def shape(high: float, *points: tuple[float, float], fill: str, more: str = "") -> str:
    """Return an area with corners at (x, height above the bottom), held within the box's sides."""
    corners = "L".join(f"{n(min(100.5, max(-0.5, x)))} {n(high - y)}" for x, y in points)
    return path(f"M{corners}z", fill, more)


def block(high: float, x: float, y: float, w: float, h: float, fill: str, radius: float = 0) -> str:
    """Return a rectangle whose lower edge lies `y` above the bottom."""
    return rect(x, high - y - h, w, h, radius, fill)


def orb(x: float, y: float, r: float, fill: str) -> str:
    """Return a sun or moon with a soft halo."""
    halo = circle(x, y, r * 1.32, fill, 'fill-opacity=".16"') + circle(
        x, y, r * 1.7, fill, 'fill-opacity=".09"'
    )
    return halo + circle(x, y, r, fill)


def specks(seed: int, count: int, top: float, bottom: float, fill: str, size: float = 1.2) -> str:
    """Return stars or snow, strewn between two heights from the top."""
    chance = random.Random(seed)
    dots = []
    for i in range(count):
        # One in each strip from left to right, so that none lie together.
        x = (i + chance.uniform(0.15, 0.85)) * 100 / count
        y = chance.uniform(top, bottom)
        dots.append(
            circle(
                x,
                y,
                size * chance.uniform(0.6, 1.25),
                fill,
                f'fill-opacity=".{chance.randint(55, 95)}"',
            )
        )
    return "".join(dots)


def cloud(x: float, y: float, w: float, fill: str, opacity: float = 0.6) -> str:
    """Return a cloud around a point."""
    u = w / 10
    d = (
        f"M{n(x - 5 * u)} {n(y)}a{n(1.9 * u)} {n(1.9 * u)} 0 0 1 {n(1.5 * u)} {n(-2.6 * u)}"
        f"a{n(2.9 * u)} {n(2.9 * u)} 0 0 1 {n(5.2 * u)} {n(-0.9 * u)}"
        f"a{n(2 * u)} {n(2 * u)} 0 0 1 {n(3.3 * u)} {n(3.5 * u)}z"
    )
    return path(d, fill, f'fill-opacity="{n(opacity)}"')


def fir(high: float, x: float, y: float, size: float, fill: str) -> str:
    """Return a fir tree that stands at a height above the bottom."""
    s = size / 10
    left = [(0.0, 10), (-2.4, 6.6), (-1.4, 6.6), (-3.4, 3.6), (-0.5, 3.6), (-4.2, 0)]
    right = [(-a, b) for a, b in reversed(left[1:])]
    points = [(x + a * s, y + b * s) for a, b in left + right]
    return shape(high, *points, fill=fill)


def palm(high: float, x: float, y: float, size: float, fill: str) -> str:
    """Return a palm tree that stands at a height above the bottom."""
    s, base, top = size / 10, high - y, high - y - size
    trunk = f"M{n(x)} {n(base)}Q{n(x + 0.2 * s)} {n(base - 5 * s)} {n(x + 1.6 * s)} {n(top)}"
    tx = x + 1.6 * s
    fronds = "".join(
        f"M{n(tx)} {n(top)}q{n(a * s)} {n(b * s)} {n(c * s)} {n(d * s)}"
        for a, b, c, d in (
            (-3, -2.6, -5, 0.4),
            (-0.5, 0.2, -3.6, 3),
            (3, -2.6, 5, 0.4),
            (2, 0.2, 3.6, 3),
            (0.4, -2.6, 2.4, -3),
        )
    )
    line = f'stroke="{fill}" stroke-linecap="round"'
    return path(trunk, "none", f'{line} stroke-width="{n(1.2 * s)}"') + path(
        fronds, "none", f'{line} stroke-width="{n(1.1 * s)}"'
    )
