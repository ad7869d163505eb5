"""Curves of how the seats stood in a game."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork import svg
from viewer.artwork.svg import document, n, path, rect

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
        lines = [(f"M{n(pad)} {n(y_of(0))}H{n(width - pad)}", "none")]
        for mark in self.marks:
            x = n(pad + (width - 2 * pad) * mark)
            lines.append((f"M{x} {n(pad)}V{n(height - pad)}", "2 3"))
        for d, dash in lines:
            body += path(d, stroke=self.axis, stroke_opacity=0.6, stroke_dasharray=dash)
        for number, line in enumerate(self.lines):
            places = self.places or [i / max(1, len(line) - 1) for i in range(len(line))]
            points = [
                f"{n(pad + (width - 2 * pad) * place)} {n(y_of(value))}"
                for place, value in zip(places, line, strict=True)
            ]
            body += path(
                "M" + "L".join(points), stroke=self.colours[number % len(self.colours)],
                stroke_width=2.4, stroke_linejoin="round", stroke_linecap="round",
                stroke_dasharray=DASHES[number % len(DASHES)] or "none",
            )  # fmt: skip
        return document(width, height, body + svg.outline(width, height, 6, self.axis, 0.8))
