"""Blocks of zones: a zone by itself, and the zones of a family side by side in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import ZoneView
from viewer.faces.theme import blend
from viewer.faces.widgets import Hexagon, Panel
from viewer.nodes import Box, Node, Picture
from viewer.table.facts import NUMBER
from viewer.table.flow_layout import Block, Size
from viewer.table.look import ZoneLook
from viewer.table.painter import Z_PANEL, Z_ZONE, NodeMaker, radius_of, worded
from viewer.table.presenters import Measure, Show

MOST_NAMED = 6
"""Of so many numbered zones each has the family's name above it, of more only its number."""
HIGH = 2 / 3**0.5
"""How high a hexagon is that stands on a corner, in its widths."""
STEP = 0.75
"""How far apart the rows of a board of hexagons are, in their heights."""
MOST_ACROSS = 14
"""More zones than these stand in several rows."""


@dataclass(frozen=True)
class ZoneByZone:
    """How a single zone is measured and shown; `band`: several of them lie on a band together."""

    least: Measure
    best: Measure
    present: Show
    band: bool = False


def shown(
    painter: NodeMaker, zone: ZoneView, presenter: ZoneByZone, box: Box, unit: float
) -> list[Node]:
    """Return the nodes of a zone in a box, as before where nothing has changed there."""
    how = (presenter.present, unit)
    return painter.kept((zone,), box, how, lambda: presenter.present(painter, zone, box, unit))


class ZoneBlock(Block):
    """A zone by itself, with its title above it if that is wanted."""

    def __init__(
        self, painter: NodeMaker, zone: ZoneView, presenter: ZoneByZone, title: str = ""
    ) -> None:
        """Prepare for a zone."""
        self.painter = painter
        self.zone = zone
        self.presenter = presenter
        self.title = title
        self.grow = painter.zone_look(zone).grow

    @property
    def _head(self) -> float:
        return self.painter.caption if self.title else 0.0

    def least(self, unit: float) -> Size:
        """Return the least size: that of its presenter, and of its title."""
        return self._with_title(self.presenter.least(self.painter, self.zone, unit))

    def best(self, unit: float) -> Size:
        """Return the best size."""
        return self._with_title(self.presenter.best(self.painter, self.zone, unit))

    def _with_title(self, size: Size) -> Size:
        if not self.title:
            return size
        wide = self.painter.wide(self.title, self.painter.small) + 4
        return Size(max(size.w, min(wide, self.painter.small * 9)), size.h + self._head)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the title and what the presenter makes."""
        head = min(self._head, box.h * 0.4)
        inner = box.cut(top=head)
        nodes = shown(self.painter, self.zone, self.presenter, inner, unit)
        if head:
            # The place itself comes first; pieces may stick out of it.
            top = nodes[0].box.y if nodes else inner.y
            line = Box(box.x, max(box.y, min(top, inner.y + inner.h) - head), box.w, head)
            nodes += caption(self.painter, self.zone, line, self.title)
        return nodes


def caption(painter: NodeMaker, zone: ZoneView, box: Box, text: str) -> list[Node]:
    """Return a zone's title."""
    if not text or box.h < 1:
        return []
    return painter.words(
        f"title:{zone.name}",
        box,
        text,
        painter.small,
        painter.theme.ink_soft,
        weight="semibold",
        spots=(painter.zone_spot(zone),),
        tip=painter.zone_tip(zone),
    )


class Strip(Block):
    """The zones of a family side by side, in columns of the same width."""

    wide = True

    def __init__(
        self, painter: NodeMaker, zones: Sequence[ZoneView], presenter: ZoneByZone, *, titles: bool
    ) -> None:
        """Prepare for zones. `titles`: what each column is, above it."""
        self.painter = painter
        self.zones = tuple(zones)
        self.presenter = presenter
        look = painter.zone_look(self.zones[0])
        self.grow = look.grow
        self.wide = look.wide
        self.frame = look.frame or ("band" if presenter.band else "none")
        self.heads = [self._head(zone) for zone in self.zones] if titles else []

    def _head(self, zone: ZoneView) -> str:
        facts = self.painter.zone_facts(zone)
        parts = []
        for number, (index, shown) in enumerate(zip(zone.indices, zone.shown, strict=True)):
            if number != facts.owner or len(facts.axes) == 1:
                parts.append(self.painter.shown_index(index, shown))
        words = " ".join(parts)
        only = facts.free_axes[-1:] == (NUMBER,) and len(self.zones) <= MOST_NAMED
        return worded(f"{zone.heading} {words}") if only else worded(words)

    @property
    def rows(self) -> int:
        """Return in how many rows the columns stand: one, unless they are many."""
        return -(-len(self.zones) // MOST_ACROSS)

    @property
    def across(self) -> int:
        """Return how many columns stand beside each other."""
        return -(-len(self.zones) // self.rows)

    @property
    def _high(self) -> float:
        return self.painter.caption if self.heads else 0.0

    def least(self, unit: float) -> Size:
        """Return the least size: columns beside each other, as high as the highest."""
        return self._sum([self.presenter.least(self.painter, zone, unit) for zone in self.zones])

    def best(self, unit: float) -> Size:
        """Return the best size."""
        return self._sum([self.presenter.best(self.painter, zone, unit) for zone in self.zones])

    def _sum(self, sizes: Sequence[Size]) -> Size:
        gap = self.painter.gap
        pad = min(gap, sizes[0].h * 0.08) if self.frame == "band" else 0.0
        wide = max(size.w for size in sizes) * self.across + gap * (self.across - 1)
        high = (max(size.h for size in sizes) + self._high) * self.rows + gap * (self.rows - 1)
        return Size(wide + pad, high + pad)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return every column, and the band that they lie on."""
        painter, theme = self.painter, self.painter.theme
        nodes: list[Node] = []
        if self.wide:
            box = painter.capped(box, self.across)
        inner = box
        if self.frame == "band":
            picture = Panel(theme.well, theme.well_line, radius_of(box.h * 1.2))
            nodes.append(Node(f"band:{self.zones[0].name}", box, Z_PANEL, picture=picture))
            inner = box.inset(0, min(painter.gap / 2, box.h * 0.037))
        head = min(self._high, inner.h / self.rows * 0.4)
        columns = inner.split(len(self.zones), self.across, painter.gap)
        for number, (zone, column) in enumerate(zip(self.zones, columns, strict=True)):
            place = column.cut(top=head)
            made = shown(painter, zone, self.presenter, place, unit)
            nodes += made
            if head:
                top = made[0].box.y if made else place.y
                line = Box(column.x, max(column.y, top - head), column.w, head)
                nodes += caption(painter, zone, line, self.heads[number])
        return nodes


class Squares(Block):
    """A board: the zones of a family with two indices, in rows and columns."""

    def __init__(self, painter: NodeMaker, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for the zones of a family."""
        self.painter = painter
        self.zones = tuple(zones)
        facts = painter.zone_facts(self.zones[0])
        self.axes = facts.free_members
        self.owner = facts.owner
        self.title = title
        self.grow = painter.zone_look(self.zones[0]).grow

    @property
    def _hexed(self) -> bool:
        return self._look.cells != "square"

    @property
    def _span(self) -> tuple[float, float]:
        """Return how many cells the board is wide and high."""
        rows, columns = len(self.axes[0]), len(self.axes[1])
        if not self._hexed:
            return columns, rows
        most = rows - 1 if self._look.cells == "rhombus" else min(1, rows - 1)
        return columns + most / 2, rows * STEP + 1 - STEP

    def _shift(self, row: int) -> float:
        """Return by how many cells a row is moved to the right, counted as it is drawn."""
        if self._look.cells == "rhombus":
            return row / 2
        # Turned round, the other rows are moved: neighbours stay neighbours.
        odd = len(self.axes[0]) - 1 - row if self.turned else row
        return 0.5 if self._hexed and odd % 2 != self.turned else 0.0

    def _cell(self, unit: float) -> tuple[float, float]:
        wide, high = self.painter.size_of(self.zones[0], unit)
        if self._hexed:
            high = max(wide, high) * HIGH
            wide = high / HIGH
        return wide + self.painter.gap / 2, high + self.painter.gap / 2

    def _size(self, cell: tuple[float, float]) -> Size:
        across, down = self._span
        head = self.painter.caption if self.title else 0.0
        return Size(cell[0] * across, cell[1] * down + head)

    def least(self, unit: float) -> Size:
        """Return the least size: a piece in every square."""
        return self._size(self._cell(unit))

    def best(self, unit: float) -> Size:
        """Return the best size: squares that fill the room."""
        return self._size(self._cell(unit * 2.2))

    @property
    def _look(self) -> ZoneLook:
        return self.painter.zone_look(self.zones[0])

    @property
    def turned(self) -> bool:
        """Tell whether the board stands on its head."""
        turn = self._look.turn
        return turn == "half" or (turn == "seats" and self.painter.scene.me != 0)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the squares and what lies in them, and their names at the edges."""
        head = min(self.painter.caption, box.h * 0.2) if self.title else 0.0
        edge = self.painter.caption if self._look.edges else 0.0
        across, down = self._span
        wide, high = (1.0, HIGH) if self._hexed else self.painter.size_of(self.zones[0], 1.0)
        factor = min((box.w - edge) / across / wide, (box.h - head - edge) / down / high)
        cell = wide * factor, high * factor
        used = cell[0] * across, cell[1] * down
        x0 = box.centre[0] - (used[0] - edge) / 2
        y0 = box.y + head + (box.h - head - edge - used[1]) / 2
        nodes: list[Node] = []
        if head:
            line = Box(box.x, y0 - head, box.w, head)
            nodes += caption(self.painter, self.zones[0], line, self.title)
        for zone in self.zones:
            row, column = self._where(zone)
            y = y0 + row * cell[1] * (STEP if self._hexed else 1.0)
            place = Box(x0 + (column + self._shift(row)) * cell[0], y, *cell)
            close = self._look.chequer
            inner = place if close else place.inset(min(self.painter.gap / 4, cell[0] * 0.03))
            nodes += self._square(zone, inner, dark=(row + column) % 2 == 1)
        if edge:
            nodes += self._edges(Box(x0, y0, *used), cell, edge)
        return nodes

    def _edges(self, box: Box, cell: tuple[float, float], edge: float) -> list[Node]:
        """Return the names of the rows on the left and of the columns below."""
        p, nodes = self.painter, list[Node]()
        name = self.zones[0].family
        last = self._shift(len(self.axes[0]) - 1)
        for axis, words in enumerate(self.axes):
            order = list(reversed(words)) if self.turned else list(words)
            for number, word in enumerate(order):
                step = cell[1] * (STEP if self._hexed else 1.0)
                left = box.x + self._shift(number) * cell[0] - edge * 1.1
                place = (
                    Box(left, box.y + step * number, edge, cell[1])
                    if axis == 0
                    else Box(box.x + cell[0] * (number + last), box.bottom, cell[0], edge)
                )
                nodes += p.words(
                    f"edge:{name}:{axis}:{number}", place, worded(word), p.small, p.theme.ink_soft,
                    weight="semibold",
                )  # fmt: skip
        return nodes

    def _where(self, zone: ZoneView) -> tuple[int, int]:
        free = [w for n, w in enumerate(zone.indices) if n != self.owner]
        row, column = self.axes[0].index(free[0]), self.axes[1].index(free[1])
        if self.turned:
            return len(self.axes[0]) - 1 - row, len(self.axes[1]) - 1 - column
        return row, column

    def _square(self, zone: ZoneView, box: Box, *, dark: bool) -> list[Node]:
        """Return one square: what is written or lies in it, a little smaller than itself."""
        painter, theme = self.painter, self.painter.theme
        picture: Picture = painter.well(zone, box.h, sign=False)
        if self._hexed:
            picture = Hexagon(theme)
        if self._look.chequer:
            fill = theme.well if dark else blend(theme.well_line, theme.paper, 0.35)
            picture = Panel(fill, theme.well_line, 0)
        nodes = [replace(painter.base(zone, box, picture), hexagon=self._hexed)]
        inner = box.inset(box.w * 0.1, box.h * (0.2 if self._hexed else 0.1))
        for index in range(len(zone.items)):
            piece = painter.piece(zone, index, inner, Z_ZONE + 10 + index, whole=True)
            nodes.append(piece)
        return nodes
