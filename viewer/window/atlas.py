"""Where pictures lie in large textures: shelves filled from the top of a page to its bottom."""

from __future__ import annotations

from dataclasses import dataclass, field

PAGE = 2048
PAD = 1
"""Clear pixels around each picture, which make its turned edges smooth."""

LARGE = 1024
"""From this side on a picture has a texture of its own."""


@dataclass(slots=True)
class _Shelf:
    y: int
    height: int
    used: int = 0


@dataclass(slots=True)
class ShelfPacker:
    """One page: shelves of different heights, each filled from left to right."""

    side: int = PAGE
    shelves: list[_Shelf] = field(default_factory=list)
    used: int = 0

    def put(self, width: int, height: int) -> tuple[int, int] | None:
        """Return where a rectangle goes, or None if the page is full for it."""
        best: _Shelf | None = None
        for shelf in self.shelves:
            fits = shelf.height >= height and shelf.used + width <= self.side
            wasteful = shelf.height > height * 1.4 + 8
            if fits and not wasteful and (best is None or shelf.height < best.height):
                best = shelf
        if best is None:
            if self.used + height > self.side or width > self.side:
                return None
            best = _Shelf(self.used, height)
            self.shelves.append(best)
            self.used += height
        x = best.used
        best.used += width
        return x, best.y
