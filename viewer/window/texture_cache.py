"""Pictures and texts in the graphics card's memory, made when they are first asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from viewer.artwork.fonts import draw
from viewer.nodes import Picture, Words
from viewer.window.atlas import LARGE, PAD, PAGE, ShelfPacker

if TYPE_CHECKING:
    from viewer.window.canvas import Canvas

Bake = Callable[[Picture, int, int], Image.Image]

MOST_PIXELS = 8 * PAGE * PAGE
"""When so many pixels lie in pages, what isn't in use any longer is thrown away."""

MOST_AT_ONCE = 4096
"""So many pictures and texts are known by their identity."""


@dataclass(frozen=True, slots=True)
class Region:
    """A picture on a page: its part of it, from 0 to 1, with a clear border of PAD pixels.

    `w` and `h` are the picture's own size; `box` is that of the box that it was drawn for, over
    which it may reach on all sides alike.
    """

    page: int
    part: tuple[float, float, float, float]
    w: int
    h: int
    box: tuple[int, int]


_Key = tuple[Picture | Words, int, int]
"""What was drawn, and for a box of which size."""


class TextureAtlas:
    """The pages, and which picture lies where on them."""

    def __init__(self, pages: Canvas, bake: Bake) -> None:
        """Begin without any page; `bake` draws a picture at a size."""
        self.patient = False
        self._pages = pages
        self._bake = bake
        self._regions: dict[_Key, Region] = {}
        self._at_once: dict[tuple[int, int, int], tuple[Picture | Words, Region]] = {}
        """What was asked for lately, by its identity: to compare whole pictures takes longer."""
        self._other_sizes: dict[Picture | Words, Region] = {}
        self._wanted: dict[_Key, None] = {}
        self._shelves: dict[int, ShelfPacker] = {}
        self._pixels = 0

    # -------------------------------------------------------------- asking

    def picture(self, picture: Picture, width: int, height: int) -> tuple[Region | None, bool]:
        """Return a picture's region and whether it is the right one.

        Another size of it is in for one that is still to be drawn. With `patient`, as while
        the window is being resized, a stand-in is good enough and nothing new is drawn.
        """
        quick = id(picture), width, height
        known = self._at_once.get(quick)
        if known is not None:
            return known[1], True
        key = picture, max(1, width), max(1, height)
        region = self._regions.get(key)
        if region is not None:
            self._remember(quick, picture, region)
            return region, True
        other = self._other_sizes.get(picture)
        if not (self.patient and other):
            self._wanted[key] = None
        return other, False

    def words(self, words: Words) -> tuple[Region, bool]:
        """Return a text's region, and whether it has the right size; its colour doesn't matter."""
        quick = id(words), 0, 0
        known = self._at_once.get(quick)
        if known is not None:
            return known[1], True
        mask = replace(words, colour="", top=False)
        plain = replace(mask, size=0.0)
        key: _Key = (mask, 0, 0)
        region = self._regions.get(key)
        if region is None:
            other = self._other_sizes.get(plain)
            if other is not None and self.patient:
                return other, False
            region = self._keep(key, plain, draw(words))
        self._remember(quick, words, region)
        return region, True

    def _remember(self, quick: tuple[int, int, int], what: Picture | Words, region: Region) -> None:
        """Keep what has a region, so that its identity stays its own."""
        if len(self._at_once) >= MOST_AT_ONCE:
            self._at_once.clear()
        self._at_once[quick] = what, region

    # -------------------------------------------------------------- drawing

    @property
    def waiting(self) -> int:
        """Return how many pictures are still to be drawn."""
        return len(self._wanted)

    def work(self, seconds: float) -> bool:
        """Draw pictures that are wanted for about so long; return whether any was drawn."""
        until = time.perf_counter() + seconds
        done = False
        while self._wanted:
            key = next(iter(self._wanted))
            del self._wanted[key]
            what, width, height = key
            if not isinstance(what, Words):
                self._keep(key, what, self._bake(what, width, height))
                done = True
            if time.perf_counter() >= until:
                break
        return done

    def crowded(self) -> bool:
        """Return whether so much lies here that it is time to begin anew."""
        return self._pixels > MOST_PIXELS

    def clear(self) -> None:
        """Throw everything away; what is on the screen will be asked for again."""
        for page in {region.page for region in self._regions.values()} | set(self._shelves):
            self._pages.drop_page(page)
        self._regions.clear()
        self._at_once.clear()
        self._other_sizes.clear()
        self._wanted.clear()
        self._shelves.clear()
        self._pixels = 0

    def _keep(self, key: _Key, any_size: Picture | Words, image: Image.Image) -> Region:
        width, height = image.size
        framed = Image.new("RGBA", (width + 2 * PAD, height + 2 * PAD), (0, 0, 0, 0))
        framed.paste(image, (PAD, PAD))
        pixels = framed.convert("RGBa").tobytes()
        page, x, y, (wide, high) = self._room(width, height)
        self._pages.upload(page, x - PAD, y - PAD, *framed.size, pixels)
        part = (
            (x - PAD) / wide,
            (y - PAD) / high,
            (x + width + PAD) / wide,
            (y + height + PAD) / high,
        )
        box = (key[1] or width, key[2] or height)
        region = Region(page, part, width, height, box)
        self._regions[key] = region
        self._other_sizes[any_size] = region
        return region

    def _room(self, width: int, height: int) -> tuple[int, int, int, tuple[int, int]]:
        """Return a page with room for a picture, where on it, and how large the page is."""
        wide, high = width + 2 * PAD, height + 2 * PAD
        if wide > LARGE or high > LARGE:
            self._pixels += wide * high
            return self._pages.new_page(wide, high), PAD, PAD, (wide, high)
        for page, shelves in self._shelves.items():
            at = shelves.put(wide, high)
            if at is not None:
                return page, at[0] + PAD, at[1] + PAD, (PAGE, PAGE)
        page = self._pages.new_page(PAGE, PAGE)
        self._pixels += PAGE * PAGE
        self._shelves[page] = ShelfPacker()
        x, y = self._shelves[page].put(wide, high) or (0, 0)
        return page, x + PAD, y + PAD, (PAGE, PAGE)
