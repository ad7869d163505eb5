"""A picture of what an app shows, drawn by OpenGL without any screen."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from engine.storage.atomic_write import replacing
from viewer.artwork.rasterise import bake
from viewer.artwork.theme import Theme
from viewer.nodes import Node
from viewer.window.animation import Motion
from viewer.window.startup import open_window

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

Nodes = Callable[[tuple[int, int]], list[Node]]
PASSES = 3
"""How often to draw: the first time pictures are asked for, and the second time they are there."""


@cache
def _context() -> BaseWindow:
    """Return a window that nobody sees; its size doesn't matter, since pictures are drawn apart."""
    return open_window("pyglet.window.Window", headless=True, width=16, height=16, visible=False)


def picture(nodes: Nodes, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Return what there is at this size. Raises NoWindow where that can't be drawn."""
    _context().switch_to()
    return draw(nodes, theme, size)


def draw(nodes: Nodes, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Return what there is at this size, drawn in the OpenGL context that is current."""
    from viewer.window.screen import Screen

    screen = Screen(theme, bake)
    try:
        screen.fit(*size)
        motion = Motion()
        for _ in range(PASSES):
            motion.show(nodes(size), 0.0, jump=True)
            screen.painter.frame(motion.shown(0.0), seconds=60.0)
        image = Image.frombytes("RGBA", size, screen.canvas.pixels())
    finally:
        screen.close()
    return image.convert("RGB")


def webp(image: Image.Image, method: int = 6) -> bytes:
    """Return a picture as a WebP file, in full colour.

    `method`: from 0, which is fast, to 6, which makes it small.
    """
    kept = io.BytesIO()
    image.save(kept, "WEBP", quality=88, method=method)
    return kept.getvalue()


def write(image: Image.Image, path: Path) -> None:
    """Write a PNG so that it is either whole or not touched. Raises OSError."""
    with replacing(path) as new:
        image.save(new, "PNG")
