"""Blocks of zones: a zone by itself, and the zones of a family side by side in columns."""

from __future__ import annotations

from collections.abc import Sequence

from engine import ZoneView
from viewer.nodes import Box, Node
from viewer.table.blocks import Block, Size
from viewer.table.facts import NUMBER
from viewer.table.kinds import PRESENTERS
from viewer.table.painter import Z_PANEL, Z_ZONE, Painter, worded
from viewer.table.presenters import radius_of


class ZoneBlock(Block):
    """A zone by itself, with its title above it if that is wanted."""

    def __init__(self, painter: Painter, zone: ZoneView, presenter: str, title: str = "") -> None:
        """Prepare for a zone."""
        self.painter = painter
        self.zone = zone
        self.presenter = PRESENTERS[presenter]
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
        inner = Box(box.x, box.y + head, box.w, box.h - head)
        nodes = self.presenter.present(self.painter, self.zone, inner, unit)
        if head:
            # The place itself comes first; pieces may stick out of it.
            top = nodes[0].box.y if nodes else inner.y
            line = Box(box.x, max(box.y, min(top, inner.y + inner.h) - head), box.w, head)
            nodes += caption(self.painter, self.zone, line, self.title)
        return nodes


def caption(
    painter: Painter, zone: ZoneView, box: Box, text: str, align: str = "center"
) -> list[Node]:
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
        align=align,
        spots=(painter.zone_spot(zone),),
        tip=painter.zone_tip(zone),
    )


class Strip(Block):
    """The zones of a family side by side, in columns of the same width."""

    wide = True

    def __init__(
        self, painter: Painter, zones: Sequence[ZoneView], presenter: str, *, titles: bool
    ) -> None:
        """Prepare for zones. `titles`: what each column is, above it."""
        self.painter = painter
        self.zones = tuple(zones)
        self.name = presenter
        self.presenter = PRESENTERS[presenter]
        look = painter.zone_look(self.zones[0])
        self.grow = look.grow
        self.wide = look.wide
        self.frame = look.frame or ("band" if presenter in ("pile", "spot", "deck") else "none")
        self.heads = [self._head(zone) for zone in self.zones] if titles else []

    def _head(self, zone: ZoneView) -> str:
        facts = self.painter.zone_facts(zone)
        parts = []
        for number, (index, shown) in enumerate(zip(zone.indices, zone.shown, strict=True)):
            if number != facts.owner:
                parts.append(self.painter.shown_index(index, shown))
            elif len(facts.axes) == 1:
                parts.append(self.painter.seat_name(int(index[5:]) - 1))
        words = " ".join(parts)
        only = facts.free_axes[-1:] == (NUMBER,)
        return f"{zone.heading} {words}" if only else worded(words)

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
        wide = max(size.w for size in sizes) * len(sizes) + gap * (len(sizes) - 1)
        return Size(wide + pad, max(size.h for size in sizes) + self._high + pad)

    def columns(self, box: Box) -> list[Box]:
        """Return the places of the columns."""
        gap = self.painter.gap
        wide = (box.w - gap * (len(self.zones) - 1)) / len(self.zones)
        return [Box(box.x + (wide + gap) * n, box.y, wide, box.h) for n in range(len(self.zones))]

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return every column, and the band that they lie on."""
        painter, theme = self.painter, self.painter.theme
        nodes: list[Node] = []
        if self.wide:
            box = painter.capped(box, len(self.zones))
        inner = box
        if self.frame == "band":
            picture = painter.dress.panel(theme.well, theme.well_line, radius_of(box.h * 1.2))
            nodes.append(Node(f"band:{self.zones[0].name}", box, Z_PANEL, picture=picture))
            pad = min(painter.gap / 2, box.h * 0.037)
            inner = Box(box.x, box.y + pad, box.w, box.h - 2 * pad)
        head = min(self._high, inner.h * 0.4)
        for number, (zone, column) in enumerate(zip(self.zones, self.columns(inner), strict=True)):
            place = Box(column.x, column.y + head, column.w, column.h - head)
            made = self.presenter.present(painter, zone, place, unit)
            nodes += made
            if head:
                top = made[0].box.y if made else place.y
                line = Box(column.x, max(column.y, top - head), column.w, head)
                nodes += caption(painter, zone, line, self.heads[number])
        return nodes


class Squares(Block):
    """A board: the zones of a family with two indices, in rows and columns."""

    def __init__(self, painter: Painter, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for the zones of a family."""
        self.painter = painter
        self.zones = tuple(zones)
        facts = painter.zone_facts(self.zones[0])
        self.axes = facts.free_members
        self.owner = facts.owner
        self.title = title
        self.grow = painter.zone_look(self.zones[0]).grow

    def _cell(self, unit: float) -> tuple[float, float]:
        wide, high = self.painter.size_of(self.zones[0], unit)
        return wide + self.painter.gap / 2, high + self.painter.gap / 2

    def _size(self, cell: tuple[float, float]) -> Size:
        rows, columns = len(self.axes[0]), len(self.axes[1])
        head = self.painter.caption if self.title else 0.0
        return Size(cell[0] * columns, cell[1] * rows + head)

    def least(self, unit: float) -> Size:
        """Return the least size: a piece in every square."""
        return self._size(self._cell(unit))

    def best(self, unit: float) -> Size:
        """Return the best size: squares that fill the room."""
        return self._size(self._cell(unit * 2.2))

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the squares and what lies in them."""
        head = min(self.painter.caption, box.h * 0.2) if self.title else 0.0
        rows, columns = len(self.axes[0]), len(self.axes[1])
        wide, high = self.painter.size_of(self.zones[0], 1.0)
        factor = min(box.w / columns / wide, (box.h - head) / rows / high)
        cell = wide * factor, high * factor
        used = cell[0] * columns, cell[1] * rows
        x0 = box.centre[0] - used[0] / 2
        y0 = box.y + head + (box.h - head - used[1]) / 2
        nodes: list[Node] = []
        if head:
            line = Box(box.x, y0 - head, box.w, head)
            nodes += caption(self.painter, self.zones[0], line, self.title)
        for zone in self.zones:
            row, column = self._where(zone)
            place = Box(x0 + column * cell[0], y0 + row * cell[1], *cell)
            inner = place.inset(min(self.painter.gap / 4, cell[0] * 0.03))
            nodes += self._square(zone, inner)
        return nodes

    def _where(self, zone: ZoneView) -> tuple[int, int]:
        free = [w for n, w in enumerate(zone.indices) if n != self.owner]
        return self.axes[0].index(free[0]), self.axes[1].index(free[1])

    def _square(self, zone: ZoneView, box: Box) -> list[Node]:
        """Return one square: what is written or lies in it, a little smaller than itself."""
        painter = self.painter
        member = painter.member(zone)
        picture = painter.dress.well("", member.hues if member else None, radius_of(box.h))
        nodes = [painter.base(zone, box, picture)]
        inner = box.inset(box.w * 0.1, box.h * 0.1)
        for index in range(len(zone.items)):
            piece = painter.piece(zone, index, inner, Z_ZONE + 10 + index, whole=True)
            nodes.append(piece)
        return nodes
