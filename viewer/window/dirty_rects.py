"""Which parts of the window have changed: few rectangles that hold all changes."""

from __future__ import annotations

from collections.abc import Iterable

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""

MOST = 6
WASTE = 1.25
"""Two rectangles become one if that draws no more than this many times their pixels."""


def area(rect: Rect) -> int:
    """Return how many pixels a rectangle has."""
    return max(0, rect[2] - rect[0]) * max(0, rect[3] - rect[1])


def union(one: Rect, other: Rect) -> Rect:
    """Return the smallest rectangle that holds both."""
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def meets(one: Rect, other: Rect) -> bool:
    """Tell whether two rectangles share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def gather(rects: Iterable[Rect], width: int, height: int) -> list[Rect]:
    """Return at most a few rectangles within the window that hold all of these."""
    found: list[Rect] = []
    for left, top, right, bottom in dict.fromkeys(rects):
        new = (max(0, left), max(0, top), min(width, right), min(height, bottom))
        if new[0] < new[2] and new[1] < new[3]:
            _add(found, new)
    return found


def _add(found: list[Rect], new: Rect) -> None:
    """Add a rectangle, joined with what it is cheap to join with, and so on with the outcome."""
    while True:
        left, top, right, bottom = new
        own = (right - left) * (bottom - top)
        best, least, met = -1, 0, False
        for number, (x0, y0, x1, y1) in enumerate(found):
            if x0 <= left and y0 <= top and right <= x1 and bottom <= y1:
                return
            high = (bottom if bottom > y1 else y1) - (top if top < y0 else y0)
            wide = (right if right > x1 else x1) - (left if left < x0 else x0)
            waste = wide * high - (x1 - x0) * (y1 - y0) - own
            met = x0 < right and left < x1 and y0 < bottom and top < y1
            if best < 0 or waste < least or met:
                best, least = number, waste
                if met:
                    break
        if best < 0:
            break
        cheap = least <= (WASTE - 1) * (area(found[best]) + own)
        if not cheap and not met and len(found) < MOST:
            break
        new = union(found.pop(best), new)
    found.append(new)
