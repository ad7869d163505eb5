"""What others have, in small: a sign and a number for each zone; the tip tells the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine import ZoneView
from engine.rules.zone_kinds import ZONE_KINDS
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.presenters import fall_of, fitted
from viewer.scene.rows import ZonesBlock, caption
from viewer.scene.scene_builder import Z_DEEPEST, Z_PIECE, SceneBuilder

FALL = 2.4
"""How many card heights are best for cards that lie over one another."""


class MiniStrip(ZonesBlock):
    """The zones of a family of another seat: a small card for each, its top and its number."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        super().__init__(builder, zones, title)
        kinds = [builder.dress.kind(name) for name in self.facts.pieces]
        in_line = ZONE_KINDS[self.facts.kind].in_line and not self.facts.written
        self.falls = in_line and kinds == ["card"]
        """Whether the pieces there is shown card by card."""

    def _cell(self, unit: float) -> tuple[float, float]:
        high = max(self.builder.small * 2.1, unit * 0.4)
        return max(self.builder.small * 1.75, high * 0.74), high

    def _size(self, cell: tuple[float, float], rise: float = 1.0) -> Size:
        gap = self.builder.gap / 2
        wide = (cell[0] + gap) * len(self.zones) - gap
        if self.title:
            title = self.builder.wide(self.title, self.builder.small, weight="semibold") + 2
            wide = max(wide, min(self.builder.small * 6, title))
        return Size(wide, cell[1] * rise + self.heading)

    def least(self, unit: float) -> Size:
        """Return the least size: a sign for each zone."""
        return self._size(self._cell(min(unit, self.builder.small * 6)))

    def best(self, unit: float) -> Size:
        """Return the best size."""
        return self._size(self._cell(unit * 1.2), FALL if self.falls else 1.0)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return a small card for each zone."""
        gap, count = self.builder.gap / 2, len(self.zones)
        head = min(self.heading, box.h * 0.4)
        nodes = caption(self.builder, self.zones[0], box.head(head), self.title)
        box = box.cut(top=head)
        wide = (box.w - gap * (count - 1)) / count
        high = min(box.h, wide * (1.4 * FALL if self.falls else 1.4))
        wide = min(wide, high * 0.85)
        cells = box.middle(wide * count + gap * (count - 1), high).columns(count, gap)
        for zone, place in zip(self.zones, cells, strict=True):
            nodes += self.builder.kept(
                (zone,), place, (MiniStrip, self.falls), partial(self._mini, zone, place)
            )
        return nodes

    def _mini(self, zone: ZoneView, box: Box) -> list[Node]:
        builder = self.builder
        nodes = [builder.base(zone, box, builder.well(zone, box.h))]
        if not zone.count:
            return nodes
        cards = self._cards(zone, box) if self.falls else []
        if cards:
            return nodes + cards
        if zone.items and not self.facts.written:
            top = builder.piece(
                zone, zone.count - 1, box, Z_PIECE, hidden=self.facts.face_down, whole=True
            )
            nodes.append(top)
        if zone.count > 1 or not zone.items:
            corner = (box.right - box.w * 0.22, box.bottom - box.h * 0.14)
            size = max(6.5, min(builder.small * 0.82, box.w * 0.3))
            nodes += builder.count_pill(zone, corner, box, size)
        return nodes

    def _cards(self, zone: ZoneView, box: Box) -> list[Node]:
        """Return every card of a zone, the upper ones over the lower, so that each can be read;
        none where there is no room for that.
        """
        builder = self.builder
        inner = box.inset(min(2.0, box.w * 0.03))
        size = fitted((inner.w, inner.w * 1.4), inner)
        fall = fall_of(builder, zone.count, inner.h, size[1], 0.3)
        if fall.first:
            return []
        nodes: list[Node] = []
        x = inner.centre[0] - size[0] / 2
        for place, index in enumerate(range(fall.first, zone.count)):
            last = index == zone.count - 1
            where = Box(x, inner.y + fall.step * place, *size)
            strip = 0.0 if last or not fall.strips else fall.step
            clip = box if fall.cut else None
            z = Z_PIECE + min(place, Z_DEEPEST)
            nodes.append(builder.piece(zone, index, where, z, whole=last, strip=strip, clip=clip))
        return nodes
