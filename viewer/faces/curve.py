"""Curves of how the seats stood in a game."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.faces import svg
from viewer.faces.svg import document, n, path, rect

DASHES = ("", "9 4", "2 4", "9 3 2 3")
"""Lines differ in more than their colour."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line for each seat: its points from the first to the last, and its colour #rrggbb."""

    lines: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]
    ground: str
    axis: str

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        values = [value for line in self.lines for value in line] or [0]
        low, high = min(*values, 0), max(*values, 1)
        pad = 6.0

        def y_of(value: float) -> float:
            return pad + (height - 2 * pad) * (1 - (value - low) / (high - low))

        body = rect(0, 0, width, height, 6, self.ground)
        zero = f'stroke="{self.axis}" stroke-width="1" stroke-opacity=".6"'
        body += path(f"M{n(pad)} {n(y_of(0))}H{n(width - pad)}", "none", zero)
        for number, line in enumerate(self.lines):
            step = (width - 2 * pad) / max(1, len(line) - 1)
            points = [f"{n(pad + step * i)} {n(y_of(value))}" for i, value in enumerate(line)]
            dash = DASHES[number % len(DASHES)]
            colour = self.colours[number % len(self.colours)]
            more = (
                f'stroke="{colour}" stroke-width="2.4" stroke-linejoin="round" '
                f'stroke-linecap="round" stroke-dasharray="{dash or "none"}"'
            )
            body += path("M" + "L".join(points), "none", more)
        return document(width, height, body + svg.outline(width, height, 6, self.axis, 0.8))
