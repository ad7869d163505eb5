"""The table's cloth, panels, places for pieces, pills, halos and what else is no piece."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageChops

from viewer.artwork import svg
from viewer.artwork.cards import chip_ink
from viewer.artwork.icons import icon
from viewer.artwork.svg import document, label, n, path, rect
from viewer.artwork.theme import Hues, Theme, blend, channels

_GRAIN = 8
"""How far the lightest and the darkest specks of the cloth are apart."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The cloth on the table: lit in its middle, darker to the corners, with a fine grain."""

    theme: Theme

    def svg(self, width: int, height: int) -> str:
        """Return the light on the cloth as SVG."""
        middle, edge = self.theme.ground, self.theme.ground_dark
        stops = [(0, middle), (0.45, blend(middle, edge, 0.28)), (1, edge)]
        defs = svg.radial("light", stops, 0.46, 0.42, 0.78)
        return document(width, height, rect(0, 0, width, height, 0, "url(#light)"), defs, 0)

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the pixels: a small picture of the light, made large, and the grain over it."""
        light = _light(self.theme.ground, self.theme.ground_dark)
        cloth = light.resize((width, height), Image.Resampling.BICUBIC)
        if self.theme.strong:
            return cloth
        grain = Image.new("RGBA", (width, height))
        tile = _grain()
        for x in range(0, width, tile.width):
            for y in range(0, height, tile.height):
                grain.paste(tile, (x, y))
        return ImageChops.add(cloth, grain)


@cache
def _light(middle: str, edge: str) -> Image.Image:
    """Return a light spot from one colour to another, dimmer by what the grain adds."""
    away = Image.radial_gradient("L").resize((160, 160))
    # From the middle's colour to the edge's, slowly at first.
    curve = [min(1.0, (i / 255 / 0.92)) ** 1.25 for i in range(256)]
    bands = [
        away.point([max(0, round(a + (b - a) * share) - _GRAIN // 2) for share in curve])
        for a, b in zip(channels(middle), channels(edge), strict=True)
    ]
    return Image.merge("RGBA", (*bands, Image.new("L", away.size, 255)))


@cache
def _grain() -> Image.Image:
    """Return a tile of fine noise, the same on every machine."""
    side = 192
    # Bytes with equal chances become a bell: the middle values take up most of the table.
    bell = bytes(round(_GRAIN * (0.5 + 0.5 * ((i - 127.5) / 127.5) ** 3)) for i in range(256))
    noise = Image.frombytes("L", (side, side), random.Random(20).randbytes(side**2).translate(bell))
    return Image.merge("RGBA", (noise, noise, noise, Image.new("L", noise.size)))


@dataclass(frozen=True, slots=True)
class Panel:
    """A filled box with a thin line; `top` makes its fill run from that colour down to `fill`."""

    fill: str
    line: str = ""
    radius: float = 12
    shadow: int = 0
    top: str = ""

    def slices(self, width: int, height: int) -> tuple[int, int]:
        """Return the size with all that differs: a gradient needs every row."""
        small = 2 * round(self.radius + self.shadow * 1.3 + 1) + 4
        return small, height if self.top else small

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        radius = min(self.radius, width / 2, height / 2)
        body = ""
        for i in range(self.shadow):
            grow = self.shadow - i - 0.5
            size = (width + 2 * grow, height + 2 * grow, radius + grow)
            top, dark = self.shadow * 0.3 - grow, 0.42 / self.shadow
            body += rect(-grow, top, *size, "#000000", fill_opacity=dark)
        defs = svg.linear("fill", [(0, self.top), (1, self.fill)]) if self.top else ""
        body += rect(0, 0, width, height, radius, "url(#fill)" if self.top else self.fill)
        if self.line:
            body += svg.outline(width, height, radius, self.line, 1)
        return document(width, height, body, defs, svg.EDGE + round(self.shadow * 1.3))


@dataclass(frozen=True, slots=True)
class Well:
    """A place for pieces, sunk into the cloth, with the icon of what belongs there."""

    theme: Theme
    icon: str = ""
    hues: Hues | None = None
    radius: float = 12

    def slices(self, width: int, height: int) -> tuple[int, int]:
        """Return the size with all that differs: with an icon, everything."""
        small = max(28, 2 * round(self.radius) + 6)
        return (width, height) if self.icon else (small, small)

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        radius = min(self.radius, width / 2, height / 2)
        strong = self.theme.strong
        box, line = (width, height, radius), self.theme.well_line
        body = rect(0, 0, *box, self.theme.well, fill_opacity=1 if strong else 0.34)
        thick, clear = (2, 1) if strong else (1, 0.55)
        body += svg.outline(*box, line, thick, stroke_opacity=clear)
        if self.icon:
            size = min(width * 0.42, height * 0.42, 24 + width * 0.14)
            colour = self.hues.mid if self.hues else line
            faint = f'opacity="{0.9 if strong else 0.62}"'
            body += icon(self.icon, width / 2, height / 2, size, colour, faint)
        return document(width, height, body)


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A place for pieces on a corner, sunk into the cloth."""

    theme: Theme
    hues: Hues | None = None
    """The colours of a cell that isn't cloth."""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        thick, depth, clear = (2, 1, 1) if self.theme.strong else (1, 0.34, 0.55)
        fill, line = self.theme.well, self.theme.well_line
        if self.hues is not None:
            fill, line, depth, clear = self.hues.mid, self.hues.dark, 1, 1
        body = path(
            _hexagon(width, height, thick / 2), fill, fill_opacity=depth,
            stroke=line, stroke_width=thick, stroke_opacity=clear,
        )  # fmt: skip
        return document(width, height, body)


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The lines of a board, and small discs on some of their crossings.

    A line's ends and a disc's middle are parts of the width and the height.
    """

    theme: Theme
    lines: tuple[tuple[float, float, float, float], ...]
    discs: tuple[tuple[float, float], ...]
    unit: float
    """How far apart crossings are, in pixels."""
    colour: str = ""
    """Another colour than that of soft ink."""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        colour = self.colour or (self.theme.ink if self.theme.strong else self.theme.ink_soft)
        thick = max(1.2, self.unit * 0.035)
        d = "".join(
            f"M{n(a * width)} {n(b * height)}L{n(c * width)} {n(e * height)}"
            for a, b, c, e in self.lines
        )
        body = path(d, stroke=colour, stroke_width=thick, stroke_opacity=0.8)
        for x, y in self.discs:
            body += svg.circle(x * width, y * height, max(1.5, self.unit * 0.085), colour)
        return document(width, height, body)


def _hexagon(width: int, height: int, inset: float) -> str:
    """Return the outline of a hexagon in a box, upright on a corner."""
    x, left, right = width / 2, inset, width - inset
    upper, lower = height / 4 + inset / 2, height * 3 / 4 - inset / 2
    east, west = ((right, upper), (right, lower)), ((left, lower), (left, upper))
    return svg.polygon(((x, inset), *east, (x, height - inset), *west))


@dataclass(frozen=True, slots=True)
class Spike:
    """A slim triangle: its base at the lower edge and its tip `up`, or the other way round."""

    fill: str
    up: bool

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        base, tip = (height, 0) if self.up else (0, height)
        corners = ((0.0, base), (width, base), (width / 2, tip))
        return document(width, height, path(svg.polygon(corners), self.fill))


@dataclass(frozen=True, slots=True)
class Badge:
    """A pill for a short text over it."""

    fill: str
    line: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        radius = min(width, height) / 2
        body = rect(-0.5, 0.5, width + 1, height + 1, radius, "#000000", fill_opacity=0.28)
        body += rect(0, 0, width, height, radius, self.fill)
        line = self.line or blend(self.fill, "#ffffff", 0.22)
        body += svg.outline(width, height, radius, line, 1)
        return document(width, height, body)


@dataclass(frozen=True, slots=True)
class Chip:
    """A piece spoken of in a line of text: its colour, its number, its icon."""

    hues: Hues
    text: str = ""
    icon: str = ""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        low = blend(self.hues.light, self.hues.mid, 0.45)
        defs = svg.linear("fill", [(0, self.hues.light), (1, low)])
        ink = chip_ink(self.hues)
        body = rect(0, 0, width, height, height * 0.26, "url(#fill)")
        unit = min(float(height), width * 0.6)
        size, mark, middle = unit * 0.66, unit * 0.68, height / 2
        if self.icon and self.text:
            gap = unit * 0.28
            body += icon(self.icon, width - gap - mark / 2, middle, mark, ink)
            centre, room = (width - mark - gap * 0.6) / 2, width - mark - 2.2 * gap
            body += label(self.text, centre, middle, size, ink, room=room)
        elif self.icon:
            body += icon(self.icon, width / 2, middle, mark, ink)
        else:
            body += label(self.text, width / 2, middle, size, ink, room=width - unit * 0.4)
        return document(width, height, body, defs)


@dataclass(frozen=True, slots=True)
class Glow:
    """A halo around a box or the hexagon in it, or a dashed line where something may go."""

    colour: str
    radius: float = 12
    width: float = 3
    dashed: bool = False
    hexagon: bool = False

    def slices(self, width: int, height: int) -> tuple[int, int]:
        """Return the size with all that differs: dashes run all around."""
        small = 2 * round(self.radius + 4 * self.width) + 4
        return (width, height) if self.dashed or self.hexagon else (small, small)

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        reach = round(self.width * 3)
        dash = f"{n(self.width * 2.6)} {n(self.width * 1.7)}" if self.dashed else "none"
        body = ""
        for i in range(1, 1 if self.dashed else 6):
            thick = self.width + (reach - self.width) * 2 * i / 5.5
            body += self._edge(width, height, stroke_width=thick, stroke_opacity=0.13)
        body += self._edge(width, height, stroke_width=self.width, stroke_dasharray=dash)
        return document(width, height, body, "", reach)

    def _edge(self, width: int, height: int, **more: str | float) -> str:
        if self.hexagon:
            return path(_hexagon(width, height, 0), stroke=self.colour, **more)
        half = self.width / 2
        edge = (-half, -half, width + self.width, height + self.width, self.radius + half)
        return rect(*edge, stroke=self.colour, **more)


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in one colour, as large as its box lets it be."""

    name: str
    colour: str

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        size = min(width, height)
        return document(width, height, icon(self.name, width / 2, height / 2, size, self.colour))


@dataclass(frozen=True, slots=True)
class Shade:
    """A plain box over what is under it, more or less see-through."""

    colour: str
    opacity: float = 1.0

    def svg(self, width: int, height: int) -> str:
        """Return the picture as SVG."""
        body = rect(0, 0, width, height, 0, self.colour, fill_opacity=self.opacity)
        return document(width, height, body, "", 0)
