"""Which parts of the window have changed: few rectangles that hold all changes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""

MOST = 8
WASTE = 1.25
"""Two rectangles become one if that draws no more than this many times their pixels."""
SPARE = 10_000
"""Or if it draws no more than this many pixels also: each rectangle has its price."""


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
    """Return whether two rectangles share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def gather(rects: Iterable[Rect], width: int, height: int) -> list[Rect]:
    """Return at most a few rectangles within the window of which each of these lies in one.

    They may overlap: the contents of two of them is drawn twice, which takes less than to draw all
    that lies about both.
    """
    found: list[Rect] = []
    for left, top, right, bottom in dict.fromkeys(rects):
        new = (max(0, left), max(0, top), min(width, right), min(height, bottom))
        if new[0] < new[2] and new[1] < new[3]:
            _add(found, new)
            if len(found) > MOST:
                _add(found, _cheapest(found))
    return found


def _add(found: list[Rect], new: Rect) -> None:
    """Add a rectangle, joined with what it is cheap to join with, and so on with the outcome."""
    number = 0
    while number < len(found):
        left, top, right, bottom = new
        x0, y0, x1, y1 = found[number]
        if x0 <= left and y0 <= top and right <= x1 and bottom <= y1:
            return
        high = (bottom if bottom > y1 else y1) - (top if top < y0 else y0)
        wide = (right if right > x1 else x1) - (left if left < x0 else x0)
        apart = (right - left) * (bottom - top) + (x1 - x0) * (y1 - y0)
        if wide * high <= max(WASTE * apart, apart + SPARE):
            new, number = union(found.pop(number), new), 0
        else:
            number += 1
    found.append(new)


def _cheapest(found: list[Rect]) -> Rect:
    """Take away the two rectangles that are the cheapest to join, and return what holds both."""
    one, other = min(
        combinations(found, 2), key=lambda two: area(union(*two)) - area(two[0]) - area(two[1])
    )
    found.remove(one)
    found.remove(other)
    return union(one, other)
