"""The grid of a table: tracks in `fr`, `px` and `c`, as CSS has them, solved for one card height.

A track is a sum such as `3.0c+1fr`: so many card heights and a share of what is left. `auto` is as
much as its areas need. `c` is the largest for which everything fits on both axes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from viewer.nodes import Box

_AMOUNT = r"[0-9]{1,4}(?:\.[0-9]{1,4})?"
TRACK = re.compile(rf"(?:{_AMOUNT}(?:fr|px|c)|auto)(?:\+(?:{_AMOUNT}(?:fr|px|c)|auto)){{0,5}}")
"""What a track looks like when its spaces are left out."""
_TERM = re.compile(rf"({_AMOUNT})(fr|px|c)")
MOST_TRACKS = 40
"""So many columns, and so many rows, a grid has at most."""
WIDE = 1.3
"""From this ratio of width to height on, a window is wide."""
_TRIES = 12
_STEPS = 6
_SPARE = 0.97
_SOFT = 0.95
"""Cards may be so much smaller in an area than elsewhere."""
LEAST_CARD = 18.0


@dataclass(frozen=True, slots=True)
class Track:
    """A column or row: shares of what is left, pixels before scaling, card heights, needs."""

    fr: float = 0.0
    px: float = 0.0
    c: float = 0.0
    auto: bool = False

    def fixed(self, card: float, scale: float, need: float) -> float:
        """Return how much it takes before what is left is shared out."""
        return self.px * scale + self.c * card + (need if self.auto else 0.0)


def read_track(text: str) -> Track | None:
    """Return a track from its words, None when they say none."""
    text = text.replace(" ", "")
    if not TRACK.fullmatch(text):
        return None
    sums = {"fr": 0.0, "px": 0.0, "c": 0.0}
    for amount, unit in _TERM.findall(text):
        sums[unit] += float(amount)
    return Track(sums["fr"], sums["px"], sums["c"], "auto" in text)


def _said(value: object) -> Track:
    """Read a track of a view file."""
    word = value if isinstance(value, str) else ""
    track = value if isinstance(value, Track) else read_track(word)
    if track is None:
        what = "'{word}' is no size" if word else "there is a size in this place"
        message = f"{what}; sizes are such as 1fr, 2.5c, 120px, auto, 2c+1fr"
        raise PydanticCustomError("said", message, {"word": word})
    return track


Tracks = Annotated[
    tuple[Annotated[Track, BeforeValidator(_said)], ...], Field(max_length=MOST_TRACKS)
]
AreaRow = Annotated[tuple[str, ...], Field(max_length=MOST_TRACKS)]


@dataclass(frozen=True)
class Grid:
    """Tracks and which area each of their cells belongs to; `.` is nobody's."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    cols: Tracks
    rows: Tracks
    areas: Annotated[tuple[AreaRow, ...], Field(max_length=MOST_TRACKS)]

    def names(self) -> tuple[str, ...]:
        """Return the areas, in the order in which they are read."""
        seen = dict.fromkeys(name for row in self.areas for name in row)
        return tuple(name for name in seen if name != ".")

    def span(self, name: str) -> tuple[int, int, int, int]:
        """Return an area's first and last column, first and last row."""
        cells = [(x, y) for y, row in enumerate(self.areas) for x, n in enumerate(row) if n == name]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return min(xs), max(xs), min(ys), max(ys)

    def without(self, empty: set[str]) -> Grid:
        """Return it without the rows and columns in which only empty areas lie."""
        gone = empty | {"."}
        keep_rows = [y for y, row in enumerate(self.areas) if set(row) - gone]
        keep_cols = [x for x in range(len(self.cols)) if {row[x] for row in self.areas} - gone]
        return Grid(
            tuple(self.cols[x] for x in keep_cols),
            tuple(self.rows[y] for y in keep_rows),
            tuple(tuple(self.areas[y][x] for x in keep_cols) for y in keep_rows),
        )


def is_rectangular(areas: Sequence[Sequence[str]], name: str) -> bool:
    """Return whether all cells of an area make one rectangle."""
    cells = {(x, y) for y, row in enumerate(areas) for x, n in enumerate(row) if n == name}
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    whole = (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)
    return len(cells) == whole


Needs = Callable[[str, float, float | None], float]
"""Of an area and a card height: the least width of its content, or the least height at a width."""


@dataclass(frozen=True)
class Solved:
    """Where the areas lie, and how high a card is."""

    card: float
    boxes: dict[str, Box]


def solve(grid: Grid, box: Box, scale: float, gap: float, needs: Needs, most: float) -> Solved:
    """Lay the areas out in a box with the largest cards that fit, but no larger than `most`."""
    solver = _Solver(grid, box, scale, gap, needs)
    low = _largest(lambda card: not solver.short(card), most)
    if low is None:
        # Some area is too small in any case: its cards are made smaller than the others'.
        never = solver.short(LEAST_CARD)
        low = _largest(lambda card: solver.short(card) <= never, most)
    if low is None:
        low = _largest(lambda card: solver.fit(*solver.tracks(card)), most)
        low = LEAST_CARD if low is None else low * _SPARE
    return Solved(low, solver.boxes(*solver.tracks(low)))


def _largest(fits: Callable[[float], bool], most: float) -> float | None:
    """Return about the largest card height that fits: first among a few, then closer."""
    most = max(LEAST_CARD, most)
    tries = [LEAST_CARD + (most - LEAST_CARD) * n / _TRIES for n in range(_TRIES, -1, -1)]
    found = next((n for n, card in enumerate(tries) if fits(card)), None)
    if found is None:
        return None
    if found == 0:
        return most
    return halved(fits, tries[found], tries[found - 1], _STEPS)


def halved(fits: Callable[[float], bool], low: float, high: float, steps: int) -> float:
    """Return about the largest size that fits, of two the first of which does."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _squeezed(sizes: list[float], whole: float) -> list[float]:
    """Return sizes that are no more than a whole together."""
    used, room = sum(sizes), max(0.0, whole)
    return [size * room / used for size in sizes] if used > room else sizes


@dataclass(frozen=True)
class _Solver:
    """A grid that is to be laid out in a box."""

    grid: Grid
    box: Box
    scale: float
    gap: float
    needs: Needs

    def whole(self, sizes: Sequence[float]) -> float:
        """Return how much tracks take with the gaps between them."""
        return sum(sizes) + self.gap * (len(sizes) - 1)

    def fit(self, widths: Sequence[float], heights: Sequence[float]) -> bool:
        """Return whether tracks of these sizes fit into the box."""
        wide, high = self.whole(widths), self.whole(heights)
        return wide <= self.box.w + 0.5 and high <= self.box.h + 0.5

    def tracks(self, card: float) -> tuple[list[float], list[float]]:
        """Return widths and heights of the tracks for a card height."""
        grid, gap = self.grid, self.gap
        spans = {name: grid.span(name) for name in grid.names()}
        width_needs = [0.0] * len(grid.cols)
        for name, (x0, x1, _, _) in spans.items():
            if x0 == x1:
                width_needs[x0] = max(width_needs[x0], self.needs(name, card, None))
        wide = self.box.w - gap * (len(grid.cols) - 1)
        widths = _share(grid.cols, wide, card, self.scale, width_needs)
        height_needs = [0.0] * len(grid.rows)
        for name, (x0, x1, y0, y1) in spans.items():
            if y0 == y1:
                width = self.whole(widths[x0 : x1 + 1])
                height_needs[y0] = max(height_needs[y0], self.needs(name, card, width))
        high = self.box.h - gap * (len(grid.rows) - 1)
        return widths, _share(grid.rows, high, card, self.scale, height_needs)

    def short(self, card: float) -> set[str]:
        """Return the areas that are too small with cards of a height; `.` when all together are."""
        widths, heights = self.tracks(card)
        names, least = self.grid.names(), card * _SOFT
        if not self.fit(widths, heights):
            return {".", *names}
        short = set()
        for name in names:
            x0, x1, y0, y1 = self.grid.span(name)
            wide, high = self.whole(widths[x0 : x1 + 1]), self.whole(heights[y0 : y1 + 1])
            too_wide = self.needs(name, least, None) > wide + 0.5
            if too_wide or self.needs(name, least, wide) > high + 0.5:
                short.add(name)
        return short

    def boxes(self, widths: list[float], heights: list[float]) -> dict[str, Box]:
        """Return where the areas lie; tracks that don't fit are made smaller."""
        box, gap = self.box, self.gap
        widths = _squeezed(widths, box.w - gap * (len(widths) - 1))
        heights = _squeezed(heights, box.h - gap * (len(heights) - 1))
        xs = [box.x + sum(widths[:i]) + gap * i for i in range(len(widths))]
        ys = [box.y + sum(heights[:i]) + gap * i for i in range(len(heights))]
        boxes = {}
        for name in self.grid.names():
            x0, x1, y0, y1 = self.grid.span(name)
            right, bottom = xs[x1] + widths[x1], ys[y1] + heights[y1]
            boxes[name] = Box(xs[x0], ys[y0], right - xs[x0], bottom - ys[y0])
        return boxes


def _share(
    tracks: Sequence[Track], whole: float, card: float, scale: float, needs: Sequence[float]
) -> list[float]:
    """Return the sizes of tracks: what is fixed, and shares of what is left."""
    sizes = [t.fixed(card, scale, n) for t, n in zip(tracks, needs, strict=True)]
    left = whole - sum(sizes)
    shares = sum(t.fr for t in tracks)
    if left < 0:
        return sizes
    if not shares:
        return [size + left / len(tracks) for size in sizes]
    # Who needs more than an even share is served first, as in CSS.
    return [
        size + extra
        for size, extra in zip(sizes, _flexible(tracks, sizes, left, needs), strict=True)
    ]


def _flexible(
    tracks: Sequence[Track], sizes: Sequence[float], left: float, needs: Sequence[float]
) -> list[float]:
    """Return what each track gets of what is left; none gets less than it lacks, if it can be."""
    extra = [0.0] * len(tracks)
    open_ = {i for i, t in enumerate(tracks) if t.fr}
    while open_:
        share = left / sum(tracks[i].fr for i in open_)
        short = {i for i in open_ if needs[i] - sizes[i] > share * tracks[i].fr}
        lack = sum(needs[i] - sizes[i] for i in short)
        if not short or lack > left:
            for i in open_:
                extra[i] = share * tracks[i].fr
            break
        for i in short:
            extra[i] = needs[i] - sizes[i]
        left -= lack
        open_ -= short
    return extra
