"""Blocks: things in an area, each with the least and the best size for a card height.

An area's blocks are packed into rows. What is left of the height goes to the rows that can use it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from viewer.nodes import Box, Node
from viewer.scene.grid_layout import halved

_STEPS = 14
_TINY = 6.0
_PROBES = (_TINY, 18.0, 61.0, 118.0)
"""Blocks that have the same sizes for these card heights have them for all."""
_SQUEEZED = 0.4
_FOLDED = 0.4


class Size(NamedTuple):
    """A width and a height in pixels."""

    w: float
    h: float


class FoundSizes:
    """The sizes of a block that were found, for card heights: laying out asks again and again."""

    __slots__ = ("best", "least", "probed")

    def __init__(self) -> None:
        """Begin with nothing found. `probed`: all that laying out depends on."""
        self.least: dict[float, Size] = {}
        self.best: dict[float, Size] = {}
        self.probed: Hashable = None


class Block(ABC):
    """Something in an area."""

    wide = False
    """Whether it takes a row of its area for itself, and all of its width."""
    grow = 1.0
    """Its part in height that is left."""

    measured: FoundSizes | None = None
    """What was measured of it, perhaps in an earlier scene; nothing at first."""

    @abstractmethod
    def least(self, unit: float) -> Size:
        """Return the least size with which it can be read, for a card height."""

    def size(self, unit: float) -> Size:
        """Return the least size as it was found before."""
        if self.measured is None:
            self.measured = FoundSizes()
        known = self.measured.least.get(unit)
        if known is None:
            known = self.measured.least[unit] = self.least(unit)
        return known

    def most(self, unit: float) -> Size:
        """Return the best size as it was found before."""
        if self.measured is None:
            self.measured = FoundSizes()
        known = self.measured.best.get(unit)
        if known is None:
            known = self.measured.best[unit] = self.best(unit)
        return known

    def probed(self) -> Hashable:
        """Return all that laying it out depends on."""
        sizes = [self.size(unit) for unit in _PROBES]
        assert self.measured is not None
        if self.measured.probed is None:
            self.measured.probed = (self.wide, *sizes)
        return self.measured.probed

    def best(self, unit: float) -> Size:
        """Return the largest size that it can use."""
        return self.least(unit)

    @abstractmethod
    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return its nodes, all of them inside of a box."""


class Folded(Block):
    """A block that takes less room than it would, as nothing is done with it any more."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.wide = block.wide

    def least(self, unit: float) -> Size:
        """Return the least size of the block for smaller cards."""
        return self.block.size(unit * _FOLDED)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the nodes of the block."""
        return self.block.nodes(box, unit * _FOLDED)


Rows = list[list[Block]]


def in_rows(blocks: Sequence[Block], width: float, unit: float, gap: float) -> Rows:
    """Return blocks in rows, as many as fit beside each other."""
    rows: Rows = []
    used = 0.0
    for block in blocks:
        need = block.size(unit).w
        fits = rows and not block.wide and not rows[-1][0].wide and used + gap + need <= width
        if fits:
            rows[-1].append(block)
            used += gap + need
        else:
            rows.append([block])
            used = need
    return rows


def least_width(blocks: Sequence[Block], unit: float) -> float:
    """Return the width that the widest block needs."""
    return max((block.size(unit).w for block in blocks), default=0.0)


def height_at(blocks: Sequence[Block], width: float, unit: float, gap: float) -> float:
    """Return the least height of blocks in rows of some width."""
    rows = in_rows(blocks, width, unit, gap)
    high = sum(max(block.size(unit).h for block in row) for row in rows)
    return high + gap * max(0, len(rows) - 1)


_MOST_KEPT = 256
_units: dict[Hashable, float] = {}
"""The card heights that were found for blocks of some sizes, the latest last."""


def sizes_of(blocks: Sequence[Block]) -> tuple[Hashable, ...]:
    """Return all that laying out blocks depends on."""
    return tuple(block.probed() for block in blocks)


def largest_unit(blocks: Sequence[Block], box: Box, most: float, gap: float) -> float:
    """Return the largest card height with which blocks fit into a box, at most `most`."""
    key = (sizes_of(blocks), box.w, box.h, most, gap)
    unit = _units.pop(key, None)
    if unit is None:
        unit = _largest_unit(blocks, box, most, gap)
    _units[key] = unit
    if len(_units) > _MOST_KEPT:
        del _units[next(iter(_units))]
    return unit


def _largest_unit(blocks: Sequence[Block], box: Box, most: float, gap: float) -> float:
    # What is too wide for reasons of its own, such as a long name, is squeezed in any case.
    scaling = [block for block in blocks if block.size(_TINY).w <= box.w]

    def fits(unit: float) -> bool:
        wide = least_width(scaling, unit) <= box.w + 0.5
        return wide and height_at(blocks, box.w, unit, gap) <= box.h + 0.5

    if fits(most):
        return most
    unit = halved(fits, 0.0, most, _STEPS)
    return unit if unit > _TINY else most * _SQUEEZED


def pack(
    blocks: Sequence[Block], box: Box, most: float, gap: float, *, from_top: bool = False
) -> list[Node]:
    """Return the nodes of blocks that share a box; `from_top`: room that is left is below them."""
    if not blocks or box.w < 2 or box.h < 2:
        return []
    unit = largest_unit(blocks, box, most, gap)
    rows = in_rows(blocks, box.w, unit, gap)
    heights = _heights(rows, box.h, unit, gap)
    spare = max(0.0, box.h - sum(heights) - gap * (len(rows) - 1))
    between = gap + min(spare / (len(rows) + 1), gap * 2)
    y = box.y + (box.h - sum(heights) - between * (len(rows) - 1)) / 2
    if from_top:
        y, between = box.y, gap
        heights[-1] = max(heights[-1], box.bottom - y - sum(heights[:-1]) - gap * (len(rows) - 1))
    nodes: list[Node] = []
    for row, height in zip(rows, heights, strict=True):
        height = min(height, box.bottom - y)
        for block, place in _across(row, Box(box.x, y, box.w, height), unit, gap):
            nodes += block.nodes(place, unit)
        y += height + between
    return nodes


def _heights(rows: Rows, height: float, unit: float, gap: float) -> list[float]:
    """Return the heights of rows: what they need, and what they can use of what is left."""
    least = [max(block.size(unit).h for block in row) for row in rows]
    wanted = [max(block.most(unit).h * block.grow for block in row) for row in rows]
    return _grown(least, wanted, height - gap * (len(rows) - 1))


def _grown(least: list[float], wanted: list[float], room: float) -> list[float]:
    """Return sizes that fill a room: at least what is needed, and no more than is wanted."""
    used = sum(least)
    if used > room > 0:
        return [size * room / used for size in least]
    more = [max(0.0, wish - size) for wish, size in zip(wanted, least, strict=True)]
    factor = min(1.0, max(0.0, room - used) / sum(more)) if sum(more) else 0.0
    return [size + part * factor for size, part in zip(least, more, strict=True)]


def _across(row: list[Block], box: Box, unit: float, gap: float) -> list[tuple[Block, Box]]:
    """Return the blocks of a row with their places: the best widths that fit, centred."""
    if len(row) == 1 and row[0].wide:
        return [(row[0], box)]
    least = [min(block.size(unit).w, box.w) for block in row]
    room = box.w - gap * (len(row) - 1)
    widths = _grown(least, [block.most(unit).w for block in row], room)
    spare = max(0.0, room - sum(widths))
    between = gap + min(spare / (len(row) + 1), gap * 3)
    x = box.x + (box.w - sum(widths) - between * (len(row) - 1)) / 2
    places = []
    for block, width in zip(row, widths, strict=True):
        places.append((block, Box(x, box.y, width, box.h)))
        x += width + between
    return places
