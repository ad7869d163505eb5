"""A canvas with all that draws nodes on it: the same in a window and for a picture without one."""

from __future__ import annotations

from viewer.artwork.theme import Theme
from viewer.window.canvas import Canvas
from viewer.window.painter import Painter
from viewer.window.sprites import Sprites, rgb
from viewer.window.texture_cache import Bake, TextureAtlas


class Screen:
    """What nodes are drawn on."""

    def __init__(self, theme: Theme, bake: Bake) -> None:
        """Make it in the OpenGL context that is current."""
        self.canvas = Canvas(rgb(theme.ground_dark))
        self.sheets = TextureAtlas(self.canvas, bake)
        self.sprites = Sprites(self.sheets, theme)
        self.painter = Painter(self.canvas, self.sprites)

    def fit(self, width: int, height: int) -> None:
        """Take the size of what is drawn."""
        self.canvas.resize(width, height)
        self.sprites.scale = min(width / 1440, height / 900)
        self.painter.redraw()

    def theme(self, theme: Theme) -> None:
        """Draw in other colours from now on."""
        if theme != self.sprites.theme:
            self.sprites.theme = theme
            self.canvas.background = rgb(theme.ground_dark)
            self.painter.redraw()

    def close(self) -> None:
        """Free what it holds of the graphics card."""
        self.sheets.clear()
        self.canvas.close()
