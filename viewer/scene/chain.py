"""A chain: tiles of two halves laid end to end, with equal halves next to each other.

A family of two zones is its two arms: the first goes back from the middle, the second goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import ZoneView
from viewer.artwork.halves import Halves
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.presenters import usual
from viewer.scene.rows import ZonesBlock, caption
from viewer.scene.scene_builder import Z_PIECE, SceneBuilder

_LEAST = 7
"""So many tiles beside each other have room at least."""
_ROW = 2.0
"""How far apart two rows are, in widths of a tile."""


@dataclass(frozen=True)
class _Link:
    """A tile of a chain: its zone, its place there, its halves in the direction of the chain."""

    zone: ZoneView
    index: int
    pips: tuple[int, int]

    @property
    def double(self) -> bool:
        return self.pips[0] == self.pips[1]


@dataclass(frozen=True)
class _Laid:
    """The place of a tile, in widths of a tile, and its halves from left to right or downwards."""

    box: Box
    pips: tuple[int, int]


class Chain(ZonesBlock):
    """The arms of a chain as one line that turns at the edges."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for a single zone, or for the two arms of a family."""
        super().__init__(builder, zones, title)
        self.wide = True
        back = [(zone, n) for zone in zones[:-1] for n in range(len(zone.items))][::-1]
        ahead = [(zones[-1], n) for n in range(len(zones[-1].items))]
        self.links = _turned([self._link(zone, n) for zone, n in (*back, *ahead)])

    def _link(self, zone: ZoneView, index: int) -> _Link:
        picture = self.builder.dress.piece(zone, zone.items[index], 1, 2)
        pips = picture.pips if isinstance(picture, Halves) else None
        return _Link(zone, index, pips or (0, 0))

    def least(self, unit: float) -> Size:
        """Return the least size: a few tiles in two rows."""
        wide = self.builder.size_of(self.zones[0], unit)[0]
        return Size(wide * 2 * _LEAST, wide * _ROW * 2 + self.heading)

    def best(self, unit: float) -> Size:
        """Return the best size: all tiles that there may be."""
        wide = self.builder.size_of(self.zones[0], unit)[0]
        rows = 1 + usual(self.builder, self.zones[0], 40) / _LEAST
        return Size(wide * 2 * _LEAST * 2, wide * _ROW * min(4, rows) + self.heading)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the ground and the tiles on it."""
        head = min(self.heading, box.h * 0.2)
        nodes: list[Node] = []
        if head:
            nodes += caption(
                self.builder, self.zones[0], Box(box.x, box.y, box.w, head), self.title
            )
        inner = box.cut(top=head).inset(self.builder.gap)
        nodes += self._ground(inner)
        most = self.builder.size_of(self.zones[0], unit)[0] * 1.3
        size, laid = self._fitted(inner, most)
        right = max((one.box.right for one in laid), default=0.0) * size
        low = max((one.box.bottom for one in laid), default=0.0) * size
        x0, y0 = inner.centre[0] - right / 2, inner.centre[1] - low / 2
        for number, (link, one) in enumerate(zip(self.links, laid, strict=True)):
            place = Box(x0 + one.box.x * size, y0 + one.box.y * size,
                        one.box.w * size, one.box.h * size)  # fmt: skip
            nodes.append(self._tile(number, link, place.inset(size * 0.02), one.pips))
        return nodes

    def _ground(self, box: Box) -> list[Node]:
        """Return the ground of the chain: a click on it means any of its arms."""
        zone, *others = self.zones
        picture = self.builder.well(zone, box.h, sign=False)
        return [self.builder.base(zone, box, picture, others=others)]

    def _tile(self, number: int, link: _Link, box: Box, pips: tuple[int, int]) -> Node:
        """Return a tile; one at an end means its arm, too."""
        node = self.builder.piece(link.zone, link.index, box, Z_PIECE + min(number, 40))
        ends = [self.zones[0]] if number == 0 else []
        ends += [self.zones[-1]] if number == len(self.links) - 1 else []
        spots = (*node.spots, *(zone.spot() for zone in ends))
        hues = node.picture.hues if isinstance(node.picture, Halves) else None
        return node._replace(
            picture=Halves(hues, pips), spots=spots, glow=self.builder.glow(spots), turn=0.0
        )

    def _fitted(self, box: Box, most: float) -> tuple[float, list[_Laid]]:
        """Return the largest width of a tile with which all fit, and their places."""
        size = most
        while True:
            laid = _snake(self.links, max(4.0, box.w / size))
            low = max((one.box.bottom for one in laid), default=0.0)
            if low * size <= box.h or size < 4:
                return size, laid
            size *= 0.93


def _turned(links: list[_Link]) -> list[_Link]:
    """Return links with their halves in the direction of the chain: equal ones meet."""
    found: list[_Link] = []
    for number, link in enumerate(links):
        first, second = link.pips
        if number:
            swap = first != found[-1].pips[1]
        else:
            swap = len(links) > 1 and second not in links[1].pips
        found.append(replace(link, pips=(second, first)) if swap else link)
    return found


def _snake(links: Sequence[_Link], room: float) -> list[_Laid]:
    """Return the places of tiles in rows of so many widths: to the right, down at an edge, back."""
    laid: list[_Laid] = []
    x, y, step, after = 0.0, 1.0, 1, 0.0
    for link in links:
        wide = 1.0 if link.double else 2.0
        end = x + step * wide
        first, second = link.pips
        if not 0 <= end <= room:
            # It stands at the edge, below a double or beside a tile; the next row begins below it.
            beside = x if step > 0 else x - 1
            below = after > 0 or not 0 <= beside <= room - 1
            left = beside - step if below else beside
            top = y + max(after, 0.5) if below else y - 0.5
            laid.append(_Laid(Box(left, top, 1, 2), (first, second)))
            x, y, step = left + (step > 0), top + 2.5, -step
            after = -0.5
            continue
        if link.double:
            y += 0.5 if after < 0 else 0.0
            laid.append(_Laid(Box(min(x, end), y - 1, 1, 2), (first, second)))
        else:
            pips = (first, second) if step > 0 else (second, first)
            laid.append(_Laid(Box(min(x, end), y - 0.5, 2, 1), pips))
        x, after = end, 1.0 if link.double else 0.0
    return laid
