"""A picture of what a desk shows, drawn by OpenGL without any screen."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PIL import Image

from engine import replacing
from viewer.faces.rasterise import bake
from viewer.faces.theme import Theme
from viewer.nodes import Node
from viewer.window.animation import Motion
from viewer.window.startup import open_window

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

PASSES = 3
"""How often to draw: the first time pictures are asked for, and the second time they are there."""


class Shown(Protocol):
    """What can be drawn: nodes for a size, on the ground of a theme."""

    @property
    def theme(self) -> Theme:
        """Return what the ground looks like."""
        ...

    def nodes(self, size: tuple[int, int]) -> list[Node]:
        """Return what to draw in a window of this size."""
        ...


@cache
def _context() -> BaseWindow:
    """Return a window that nobody sees; its size doesn't matter, since pictures are drawn apart."""
    return open_window("pyglet.window.Window", headless=True, width=16, height=16, visible=False)


def picture(app: Shown, size: tuple[int, int]) -> Image.Image:
    """Return what a desk shows at this size. Raises NoWindow where that can't be drawn."""
    _context().switch_to()
    return draw(app, size)


def draw(app: Shown, size: tuple[int, int]) -> Image.Image:
    """Return what a desk shows, drawn in the OpenGL context that is current."""
    from viewer.window.screen import Screen

    screen = Screen(app.theme, bake)
    try:
        screen.fit(*size)
        motion = Motion()
        for _ in range(PASSES):
            motion.show(app.nodes(size), 0.0, jump=True)
            screen.painter.frame(motion.shown(0.0), seconds=60.0)
        image = Image.frombytes("RGBA", size, screen.canvas.pixels())
    finally:
        screen.close()
    return image.convert("RGB")


def webp(image: Image.Image) -> bytes:
    """Return a picture as a WebP file, in full colour and small."""
    kept = io.BytesIO()
    image.save(kept, "WEBP", quality=88, method=6)
    return kept.getvalue()


def write(image: Image.Image, path: Path) -> None:
    """Write a PNG so that it is either whole or not touched. Raises OSError."""
    with replacing(path) as new:
        image.save(new, "PNG")
