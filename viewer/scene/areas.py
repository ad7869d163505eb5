"""Areas of the table: which blocks lie in which, and how seats share one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import (
    Block,
    height_at,
    largest_unit,
    least_width,
    pack,
    sizes_of,
)
from viewer.scene.scene_builder import Z_PANEL, SceneBuilder

_ANY = 100.0
"""A card height to ask blocks with what they could use."""
NOBODY = -1
"""Whose blocks are nobody's."""


class Area:
    """An area: blocks of nobody, and blocks of seats, each seat with a part of the area."""

    def __init__(self, builder: SceneBuilder, name: str) -> None:
        self.builder = builder
        self.name = name
        self.parts: dict[int, list[Block]] = {}
        self._widest: dict[float, float] = {}

    def add(self, block: Block, seat: int = NOBODY) -> None:
        """Add a block of a seat, or of nobody."""
        self.parts.setdefault(seat, []).append(block)

    @property
    def flat(self) -> bool:
        """Return whether nothing in it has a use for more height, as plates in a line have none."""
        blocks = [block for part in self.parts.values() for block in part]
        return all(block.most(_ANY).h <= block.size(_ANY).h for block in blocks)

    @property
    def framed(self) -> bool:
        """Return whether several seats share it, each in a frame."""
        return len([seat for seat in self.parts if seat != NOBODY]) > 1

    def _shares(self) -> list[list[Block]]:
        """Return the blocks of each part: all together, when no two seats share the area."""
        if self.framed:
            return list(self.parts.values())
        own = [seat for seat in self.parts if seat != NOBODY]
        order = [*own, *([NOBODY] if NOBODY in self.parts else [])]
        return [[block for seat in order for block in self.parts[seat]]] if order else []

    def _pad(self) -> float:
        return self.builder.gap * 0.75 if self.framed else 0.0

    def need(self, unit: float, width: float | None) -> float:
        """Return the least width for a card height, or the least height at a width."""
        gap, pad = self.builder.gap, 2 * self._pad()
        parts = self._shares()
        widest = self._widest.get(unit)
        if widest is None:
            widest = max((least_width(part, unit) for part in parts), default=0.0) + pad
            self._widest[unit] = widest
        if width is None:
            return widest
        heights = []
        for columns in range(1, len(parts) + 1):
            wide = (width - gap * (columns - 1)) / columns
            if columns > 1 and wide < widest:
                break
            rows = -(-len(parts) // columns)
            high = max(height_at(part, wide - pad, unit, gap) for part in parts) + pad
            heights.append(high * rows + gap * (rows - 1))
        return min(heights, default=0.0)

    def sizes(self) -> tuple[Hashable, ...]:
        """Return all that its needs depend on."""
        return (self.framed, *(sizes_of(part) for part in self._shares()))

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the nodes of everything in it."""
        parts = list(self.parts.items())
        if not self.framed:
            return [n for part in self._shares() for n in pack(part, box, unit, self.builder.gap)]
        places, inner_unit = self._shared(box, unit)
        nodes: list[Node] = []
        for (seat, part), place in zip(parts, places, strict=True):
            nodes.append(self._frame(seat, place))
            inner = place.inset(self._pad())
            nodes += pack(part, inner, inner_unit, self.builder.gap, from_top=True)
        return nodes

    def _frame(self, seat: int, box: Box) -> Node:
        builder, theme = self.builder, self.builder.theme
        moving = builder.scene.view.to_move == seat
        line = theme.gold if moving else theme.well_line
        radius = round(min(12 * builder.scale, box.h / 6))
        picture = Panel(theme.well, line, radius)
        return Node(f"region:{self.name}:{seat + 1}", box, Z_PANEL, picture=picture)

    def _shared(self, box: Box, unit: float) -> tuple[list[Box], float]:
        """Return the parts of a box for the seats: as many beside each other as look best."""
        parts = self._shares()
        gap = self.builder.gap
        best: tuple[float, list[Box]] = (-1.0, [])
        for columns in range(len(parts), 0, -1):
            places = box.split(len(parts), columns, gap)
            fits = min(
                largest_unit(part, place.inset(self._pad()), unit, gap)
                for part, place in zip(parts, places, strict=True)
            )
            if fits > best[0] * 1.02:
                best = fits, places
        return best[1], best[0]


def seats_from(me: int, players: int) -> Sequence[int]:
    """Return the other seats clockwise from one."""
    return [(me + n) % players for n in range(1, players)]
