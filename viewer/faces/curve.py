"""Curves of how the seats stood in a game."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.faces import svg
from viewer.faces.svg import document, n, path, rect

PAD = 8.0
DASHES = ("", "9 4", "2 4", "9 3 2 3")
"""Lines differ in more than their colour."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line for each seat: its points from the first to the last, and its colour #rrggbb.

    `marks` are upright lines, each at a part of the width from 0 to 1, as the points are that
    `places` places; without it these are evenly spaced.
    """

    lines: tuple[tuple[int, ...], ...]
    colours: tuple[str, ...]
    ground: str
    axis: str
    marks: tuple[float, ...] = ()
    places: tuple[float, ...] = ()

    @property
    def low(self) -> int:
        """Return the lowest number that is drawn."""
        return min(0, *(value for line in self.lines for value in line))

    @property
    def high(self) -> int:
        """Return the highest number that is drawn."""
        return max(1, *(value for line in self.lines for value in line))

    def y_of(self, value: float, height: float) -> float:
        """Return how far below the upper edge a number is drawn, in a picture of this height."""
        return PAD + (height - 2 * PAD) * (1 - (value - self.low) / (self.high - self.low))

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        pad = PAD

        def y_of(value: float) -> float:
            return self.y_of(value, height)

        body = rect(0, 0, width, height, 6, self.ground)
        zero = f'stroke="{self.axis}" stroke-width="1" stroke-opacity=".6"'
        body += path(f"M{n(pad)} {n(y_of(0))}H{n(width - pad)}", "none", zero)
        for mark in self.marks:
            x = n(pad + (width - 2 * pad) * mark)
            body += path(
                f"M{x} {n(pad)}V{n(height - pad)}", "none", f'{zero} stroke-dasharray="2 3"'
            )
        for number, line in enumerate(self.lines):
            places = self.places or [i / max(1, len(line) - 1) for i in range(len(line))]
            points = [
                f"{n(pad + (width - 2 * pad) * place)} {n(y_of(value))}"
                for place, value in zip(places, line, strict=True)
            ]
            dash = DASHES[number % len(DASHES)]
            colour = self.colours[number % len(self.colours)]
            more = (
                f'stroke="{colour}" stroke-width="2.4" stroke-linejoin="round" '
                f'stroke-linecap="round" stroke-dasharray="{dash or "none"}"'
            )
            body += path("M" + "L".join(points), "none", more)
        return document(width, height, body + svg.outline(width, height, 6, self.axis, 0.8))
