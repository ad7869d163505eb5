"""A horseshoe: numbered places in two facing rows, as the points of backgammon.

The first half goes from right to left along the lower edge, the second half from left to right
along the upper one. A gap divides both; zones that are laid `on` it `at: gap` are drawn there.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import ZoneView
from viewer.artwork.theme import Hues, blend
from viewer.artwork.widgets import Panel, Spike
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.rows import ZonesBlock, caption
from viewer.scene.scene_builder import Z_PANEL, Z_ZONE, SceneBuilder, radius_of

_USUAL = 5
"""So many pieces stand in a place before they are pushed together."""


class Horseshoe(ZonesBlock):
    """The zones of a family along two edges."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for zones in the order of their numbers."""
        super().__init__(builder, zones, title)
        self.half = (len(zones) + 1) // 2
        self.breaks = self.look.gap is not None and 0 < self.look.gap < self.half
        self.turned = self.look.turn == "half" or (
            self.look.turn == "seats" and builder.scene.me != 0
        )
        family = zones[0].family
        self.guests = [
            zone
            for zone in builder.scene.view.zones
            if family in builder.look.zones[zone.family].on
        ]

    @property
    def _columns(self) -> float:
        return self.half + float(self.breaks)

    def _size(self, unit: float) -> Size:
        wide, high = self.builder.size_of(self.zones[0], unit)
        side = max(wide, high)
        return Size(side * self._columns, side * 2 * (_USUAL + 0.5) + self.heading)

    def least(self, unit: float) -> Size:
        """Return the least size: small pieces."""
        return self._size(unit * 0.5)

    def best(self, unit: float) -> Size:
        """Return the best size: the usual number of pieces stands in a place."""
        return self._size(unit * 1.6)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the ground, the places with their pieces, and what lies in the gap."""
        head = min(self.heading, box.h * 0.1)
        inner = box.cut(top=head)
        column = min(inner.w / self._columns, inner.h / (_USUAL * 1.6))
        wide = column * self._columns
        inner = Box(inner.centre[0] - wide / 2, inner.y, wide, inner.h)
        hues = self.look.hues
        nodes: list[Node] = []
        if head:
            line = Box(inner.x, box.y, inner.w, head)
            nodes += caption(self.builder, self.zones[0], line, self.title)
        nodes.append(self._ground(inner, hues))
        for number, zone in enumerate(self.zones):
            nodes += self._place(zone, number, self._box(number, inner, column), hues)
        if self.breaks:
            nodes += self._gap(inner, column, hues)
        return nodes

    def _ground(self, box: Box, hues: Hues | None) -> Node:
        theme = self.builder.theme
        fill, edge = (hues.light, hues.dark) if hues else (theme.well, theme.well_line)
        picture = Panel(fill, edge, radius_of(box.h * 0.3))
        return Node(f"ground:{self.zones[0].family}", box, Z_PANEL, picture=picture)

    def _box(self, number: int, box: Box, column: float) -> Box:
        """Return where a place is, from its number, from 0."""
        lower = number < self.half
        along = self.half - 1 - number if lower else number - self.half
        if self.turned:
            lower, along = not lower, self.half - 1 - along
        gap = self.look.gap or 0
        shifted = self.breaks and along >= self.half - gap
        x = box.x + (along + float(shifted)) * column
        high = (box.h - column * 0.5) / 2
        return Box(x, box.bottom - high if lower else box.y, column, high)

    def _place(self, zone: ZoneView, number: int, box: Box, hues: Hues | None) -> list[Node]:
        """Return a place, with its pieces from the edge inwards."""
        builder, theme = self.builder, self.builder.theme
        lower = (number < self.half) != self.turned
        name = builder.caption * 0.9
        room = box.cut(bottom=name) if lower else box.cut(top=name)
        dark, pale = (
            (hues.dark, hues.mid)
            if hues
            else (theme.well_line, blend(theme.well_line, theme.paper, 0.35))
        )
        picture = Spike(dark if number % 2 else pale, up=lower)
        nodes = [builder.base(zone, room.inset(box.w * 0.06, 0), picture)]
        line = Box(box.x, box.bottom - name, box.w, name) if lower else box.cut(bottom=box.h - name)
        ink = hues.dark if hues else theme.ink_soft
        nodes += builder.words(
            f"place:{zone.name}", line, zone.indices[-1], builder.small * 0.9, ink,
            weight="semibold", spots=(zone.spot(),),
        )  # fmt: skip
        nodes += self._stack(zone, room, lower=lower)
        return nodes

    def _stack(self, zone: ZoneView, box: Box, *, lower: bool) -> list[Node]:
        """Return pieces in a line from one end of a box, pushed together where they are many."""
        side = box.w * 0.94
        count = len(zone.items)
        step = min(side, (box.h - side) / (count - 1)) if count > 1 else side
        nodes = []
        for index in range(count):
            y = box.bottom - side - step * index if lower else box.y + step * index
            where = Box(box.centre[0] - side / 2, y, side, side)
            nodes.append(self.builder.piece(zone, index, where, Z_ZONE + 10 + index, whole=True))
        return nodes

    def _gap(self, box: Box, column: float, hues: Hues | None) -> list[Node]:
        """Return the bar between the halves, with the zones that lie on it, the reader's below."""
        theme = self.builder.theme
        gap = self.look.gap or 0
        bar = Box(box.x + (self.half - gap) * column, box.y, column, box.h)
        fill, edge = (hues.mid, hues.dark) if hues else (theme.well, theme.well_line)
        nodes = [
            Node(f"bar:{self.zones[0].family}", bar, Z_PANEL + 1, picture=Panel(fill, edge, 0))
        ]
        me = self.builder.scene.me
        for zone in self.guests:
            lower = zone.owner in (None, me)
            high = (bar.h - column) / 2
            room = Box(bar.x, bar.bottom - high if lower else bar.y, column, high)
            base = self.builder.base(zone, room, None)
            nodes.append(base)
            # From the middle outwards: a man that was hit is seen at once.
            nodes += self._stack(zone, room.inset(0, column * 0.1), lower=not lower)
        return nodes
