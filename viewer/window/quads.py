"""Rectangles as numbers, the way the graphics card takes them."""

from __future__ import annotations

import struct
from dataclasses import dataclass

QUAD = struct.Struct("18f")
"""Centre, half of its width and height as vectors, part of the page, colour, clip."""

NO_CLIP = (-1e6, -1e6, 1e6, 1e6)


Sheet = tuple[int, bool]
"""A page, and whether its pixels fall between those of the window, so that they are blended."""


@dataclass(frozen=True, slots=True)
class QuadRun:
    """Rectangles drawn at once since they come from one page: how many, and their numbers."""

    sheet: Sheet
    count: int
    data: bytes
