"""Frames: which sprites have changed since the last one, and what of the window to draw again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewer.window.animation import Shown
from viewer.window.dirty_rects import Rect, area, gather, meets
from viewer.window.quads import QuadRun
from viewer.window.sprites import Sprite, Sprites

if TYPE_CHECKING:
    from viewer.window.canvas import Canvas


class Inset:
    """Something that draws itself in the middle of the nodes, such as an editor."""

    id = ""
    """The node that it is drawn over."""

    def changed(self) -> Rect | None:
        """Return what of the window it wants drawn again."""
        return None

    def draw(self) -> None:
        """Draw into the canvas, which is confined to what is drawn again."""


@dataclass(slots=True)
class Stats:
    """What a frame took: for benchmarks."""

    made: int = 0
    rects: int = 0
    pixels: int = 0


class Painter:
    """Keeps the sprites of the last frame."""

    def __init__(self, canvas: Canvas, sprites: Sprites) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.inset: Inset | None = None
        self.stats = Stats()
        self._kept: dict[str, Sprite] = {}
        self._all = True

    def redraw(self) -> None:
        """Draw everything in the next frame, from new sprites."""
        self._kept.clear()
        self._all = True

    def frame(self, shown: Sequence[Shown], seconds: float = 0.0) -> bool:
        """Draw what has changed; return whether anything has.

        Pictures that are still to be drawn are drawn for so many seconds; the rest comes later.
        """
        new, changed = self._sprites(shown)
        sheets = self.sprites.sheets
        if sheets.waiting and sheets.work(seconds):
            for key, sprite in new.items():
                if not sprite.ready:
                    new[key] = changed[key] = self.sprites.make(sprite.node, sprite.pose)
        rects = self._damage(new, changed)
        self._kept = new
        self._all = False
        self.stats = Stats(len(changed), len(rects), sum(area(rect) for rect in rects))
        if not rects:
            return False
        self.canvas.begin()
        for rect in rects:
            self._draw(rect, new)
        self.canvas.end()
        return True

    def _sprites(self, shown: Sequence[Shown]) -> tuple[dict[str, Sprite], dict[str, Sprite]]:
        """Return all sprites in the order in which they are drawn, and those that are new."""
        new: dict[str, Sprite] = {}
        changed: dict[str, Sprite] = {}
        for node, pose in shown:
            key = node.id
            while key in new:  # a fading one may have the id of one that is there again
                key += "'"
            old = self._kept.get(key)
            same = old is not None and (
                (old.node is node and old.pose is pose) or (old.node == node and old.pose == pose)
            )
            if old is not None and same:
                old.node, old.pose = node, pose
                new[key] = old
            else:
                new[key] = changed[key] = self.sprites.make(node, pose)
        return new, changed

    def _damage(self, new: dict[str, Sprite], changed: dict[str, Sprite]) -> list[Rect]:
        width, height = self.canvas.size
        if self._all or self._reordered(new, changed):
            return [(0, 0, width, height)]
        rects = [sprite.bounds for sprite in changed.values()]
        rects += [old.bounds for key, old in self._kept.items() if key in changed or key not in new]
        if self.inset is not None and (rect := self.inset.changed()) is not None:
            rects.append(rect)
        return gather(rects, width, height)

    def _reordered(self, new: dict[str, Sprite], changed: dict[str, Sprite]) -> bool:
        before = [key for key in self._kept if key in new and key not in changed]
        return before != [key for key in new if key not in changed]

    def _draw(self, rect: Rect, sprites: dict[str, Sprite]) -> None:
        self.canvas.clear(rect)
        touched = [sprite for sprite in sprites.values() if meets(sprite.bounds, rect)]
        inset = self.inset
        at = [i for i, sprite in enumerate(touched) if inset and sprite.node.id == inset.id]
        if inset is None or not at:
            self.canvas.draw(_runs(touched))
            return
        self.canvas.draw(_runs(touched[: at[0] + 1]))
        inset.draw()
        self.canvas.draw(_runs(touched[at[0] + 1 :]))


def _runs(sprites: Iterable[Sprite]) -> list[QuadRun]:
    """Return the rectangles of sprites, those after one another on one page together."""
    runs: list[QuadRun] = []
    sheet, parts = (0, False), [b""]
    for sprite in sprites:
        for on, data in sprite.quads:
            if on != sheet:
                if len(parts) > 1:
                    runs.append(QuadRun(sheet, len(parts) - 1, b"".join(parts)))
                sheet, parts = on, [b""]
            parts.append(data)
    if len(parts) > 1:
        runs.append(QuadRun(sheet, len(parts) - 1, b"".join(parts)))
    return runs
