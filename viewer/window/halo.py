"""Halos around what can be clicked, is chosen or has the focus: drawn once, fitted to any size."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.artwork.theme import Theme


@dataclass(frozen=True, slots=True)
class Style:
    """How a halo looks: its line's width, how far and how strongly it shines, at 900 pixels."""

    line: float
    reach: float
    strength: float


STYLES = {
    "legal": Style(2.5, 5.0, 0.55),
    "chosen": Style(3.0, 13.0, 0.95),
    "target": Style(3.0, 11.0, 0.85),
    "focus": Style(2.5, 4.0, 0.6),
    "lit": Style(2.5, 14.0, 0.9),
}


@dataclass(frozen=True, slots=True)
class Halo:
    """The corners of a halo and a little of its sides, as a picture to be cut into nine parts.

    `reach` is how far it goes beyond the box, `corner` how far its corners reach into the box.
    """

    colour: str
    line: float
    reach: float
    radius: float
    strength: float

    @property
    def corner(self) -> int:
        """Return the side of the picture's four corners."""
        return round(self.reach + self.radius + self.line) + 2

    @property
    def side(self) -> int:
        """Return the side of the whole picture."""
        return 2 * self.corner + 2

    def svg(self, width: int, height: int) -> str:
        """Return a ring that shines outwards and a little inwards."""
        r, side = self.reach, self.side
        inner = side - 2 * r

        def ring(line: float, strength: float) -> str:
            return (
                f'<rect x="{r:g}" y="{r:g}" width="{inner:g}" height="{inner:g}" '
                f'rx="{self.radius:g}" fill="none" stroke="{self.colour}" '
                f'stroke-width="{line:g}" stroke-opacity="{strength:g}"/>'
            )

        # Rings that grow wider and fainter shine like a blurred one, and cost a tenth of it.
        steps = max(2, min(8, round(self.reach / 1.6)))
        fade = self.strength / steps * 0.62
        shine = "".join(
            ring(self.line + 2 * self.reach * (i / steps) ** 1.2 * 0.98, fade)
            for i in range(steps, 0, -1)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {side} {side}">{shine}{ring(self.line, 1.0)}</svg>'
        )


def halo(glow: str, theme: Theme, radius: float, scale: float) -> Halo | None:
    """Return the halo of this kind, or None for none."""
    style = STYLES.get(glow)
    if style is None:
        return None
    colour = {
        "legal": theme.legal,
        "chosen": theme.chosen,
        "target": theme.target,
        "focus": theme.focus,
        "lit": theme.gold,
    }[glow]
    wider = 1.5 if theme.strong else 1.0
    return Halo(
        colour,
        round(style.line * scale * wider, 1),
        round(style.reach * scale, 1),
        round(radius),
        style.strength,
    )
