"""From a node and its pose to rectangles that the canvas draws: halo, picture, text."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache

from viewer.artwork.fonts import place
from viewer.artwork.theme import Theme
from viewer.artwork.widgets import Glow
from viewer.nodes import Box, Node, Words
from viewer.window.animation import Pose
from viewer.window.atlas import PAD
from viewer.window.dirty_rects import Rect, union
from viewer.window.halo import Halo, halo
from viewer.window.quads import NO_CLIP, QUAD, Sheet
from viewer.window.texture_cache import Region, TextureAtlas

Tint = tuple[float, float, float, float]


@dataclass(slots=True)
class Sprite:
    """What is drawn for one node: its rectangles' numbers by page, and where they are.

    `ready` is False as long as a picture in it is still to be drawn, or not at its right size.
    """

    node: Node
    pose: Pose
    quads: list[tuple[Sheet, bytes]]
    bounds: Rect
    ready: bool


@dataclass(slots=True)
class _Frame:
    """Where a node's own coordinates, from its centre, lie on the screen, and what is there."""

    x: float
    y: float
    cos: float
    sin: float
    wide: float
    clip: tuple[float, float, float, float]
    quads: list[tuple[Sheet, bytes]] = field(default_factory=list)
    bounds: list[float] = field(default_factory=lambda: [1e9, 1e9, -1e9, -1e9])

    def add(self, at: Box, region: Region, tint: Tint, part: tuple[float, ...] = ()) -> None:
        """Add a rectangle given in the node's own coordinates, with a region (or a part) in it."""
        x, y = at.centre
        x *= self.wide
        half_w, half_h = at.w / 2 * self.wide, at.h / 2
        cos, sin = self.cos, self.sin
        mid_x, mid_y = self.x + x * cos - y * sin, self.y + x * sin + y * cos
        axes = (half_w * cos, half_w * sin, -half_h * sin, half_h * cos)
        numbers = (mid_x, mid_y, *axes, *(part or region.part), *tint, *self.clip)
        sheet = (region.page, bool(part) or not self._exact(at, region, mid_x, mid_y))
        self.quads.append((sheet, QUAD.pack(*numbers)))
        far, deep = abs(axes[0]) + abs(axes[2]), abs(axes[1]) + abs(axes[3])
        all_ = self.bounds
        all_[0], all_[1] = min(all_[0], mid_x - far), min(all_[1], mid_y - deep)
        all_[2], all_[3] = max(all_[2], mid_x + far), max(all_[3], mid_y + deep)

    def _exact(self, at: Box, region: Region, mid_x: float, mid_y: float) -> bool:
        """Return whether each pixel of a region falls on one of the window: that draws faster."""
        same = at.w == region.w + 2 * PAD and at.h == region.h + 2 * PAD
        upright = not self.sin and self.wide == 1
        left, top = mid_x - at.w / 2, mid_y - at.h / 2
        return same and upright and left == round(left) and top == round(top)

    def rect(self) -> Rect:
        """Return the whole pixels that the rectangles touch."""
        left, top, right, bottom = self.bounds
        if left > right:
            return (0, 0, 0, 0)
        if self.clip is not NO_CLIP:
            left, top = max(left, self.clip[0]), max(top, self.clip[1])
            right, bottom = min(right, self.clip[2]), min(bottom, self.clip[3])
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


class Sprites:
    """Makes sprites, with the pictures from the sheets."""

    def __init__(self, sheets: TextureAtlas, theme: Theme) -> None:
        """Draw halos in the theme's colours; `scale` grows with the window."""
        self.sheets = sheets
        self.theme = theme
        self.scale = 1.0

    def make(self, node: Node, pose: Pose) -> Sprite:
        """Return what is drawn for a node."""
        frame, box = _frame(node, pose)
        ready = True
        if node.glow:
            around = halo(node.glow, self.theme, _radius(node), self.scale)
            ready = around is None or self._halo(frame, box, around, node, pose)
        if pose.picture is not None:
            ready = self._picture(frame, box, node, pose) and ready
        if node.words is not None and node.words.text and pose.picture == node.picture:
            ready = self._words(frame, box, node.words, pose.opacity) and ready
        bounds = frame.rect()
        if node.edit:  # the player who edits there draws it
            bounds = union(bounds, _around(box)) if frame.quads else _around(box)
        return Sprite(node, pose, frame.quads, bounds, ready)

    def _picture(self, frame: _Frame, box: Box, node: Node, pose: Pose) -> bool:
        assert pose.picture is not None
        size = round(node.box.w), round(node.box.h)
        region, right = self.sheets.picture(pose.picture, *size)
        if region is None:
            return False
        wide = (region.w + 2 * PAD) * box.w / region.box[0]
        high = (region.h + 2 * PAD) * box.h / region.box[1]
        frame.add(Box(-wide / 2, -high / 2, wide, high), region, (pose.opacity,) * 4)
        return right

    def _words(self, frame: _Frame, box: Box, words: Words, opacity: float) -> bool:
        region, right = self.sheets.words(words)
        wide, high = region.w + 2 * PAD, region.h + 2 * PAD
        if right:
            left, top = place(words, Box(0, 0, round(box.w), round(box.h)))
            at = Box(left - box.w / 2 - PAD, top - box.h / 2 - PAD, wide, high)
        else:  # another size of the same text, until the window keeps still
            x, y = _middle(words, box, region)
            at = Box(x - wide / 2, y - high / 2, wide, high)
        red, green, blue = rgb(words.colour)
        tint = (red * opacity, green * opacity, blue * opacity, opacity)
        frame.add(at, region, tint)
        return right

    def _halo(self, frame: _Frame, box: Box, around: Halo, node: Node, pose: Pose) -> bool:
        if node.hexagon:
            picture = Glow(around.colour, width=around.line, hexagon=True)
            return self._picture(frame, box, node, replace(pose, picture=picture))
        region, right = self.sheets.picture(around, around.side, around.side)
        if region is None:
            return False
        for at, part in _nine(box, around, region):
            frame.add(at, region, (pose.opacity,) * 4, part)
        return right


def _frame(node: Node, pose: Pose) -> tuple[_Frame, Box]:
    """Return a node's frame and its box, in whole pixels if it is upright and at rest."""
    box = pose.box
    clip = node.clip
    limits = NO_CLIP if clip is None or pose.moving else (clip.x, clip.y, clip.right, clip.bottom)
    turn = math.radians(pose.turn)
    if not pose.moving and not turn and box.w == node.box.w and box.h == node.box.h:
        box = Box(round(box.x), round(box.y), max(1, round(box.w)), max(1, round(box.h)))
    x, y = box.centre
    return _Frame(x, y, math.cos(turn), math.sin(turn), pose.wide, limits), box


def _around(box: Box) -> Rect:
    """Return the whole pixels of a box."""
    left, top = math.floor(box.x), math.floor(box.y)
    return left, top, math.ceil(box.right), math.ceil(box.bottom)


def _middle(words: Words, box: Box, region: Region) -> tuple[float, float]:
    """Return the middle of a stand-in for a text, from the centre of its box."""
    side = {"left": -1.0, "right": 1.0}.get(words.align, 0.0)
    x = side * (box.w - region.w) / 2
    y = (region.h - box.h) / 2 if words.top else 0.0
    return x, y


def _radius(node: Node) -> float:
    """Return how round a halo's corners are: as the picture says, or as suits its size."""
    own = getattr(node.picture, "radius", None)
    side = min(node.box.w, node.box.h)
    if isinstance(own, int | float):
        return min(float(own), side / 2)
    return max(4.0, min(0.09 * side, 24.0))


def _nine(
    box: Box, around: Halo, region: Region
) -> list[tuple[Box, tuple[float, float, float, float]]]:
    """Return the eight outer parts of a halo: where each goes and what of the picture it shows."""
    reach = around.reach
    outer = Box(-box.w / 2 - reach, -box.h / 2 - reach, box.w + 2 * reach, box.h + 2 * reach)
    corner_x = min(float(around.corner), outer.w / 2)
    corner_y = min(float(around.corner), outer.h / 2)
    xs = (outer.x, outer.x + corner_x, outer.right - corner_x, outer.right)
    ys = (outer.y, outer.y + corner_y, outer.bottom - corner_y, outer.bottom)
    us, vs = _cuts(region, around.corner)
    return [
        (
            Box(xs[i], ys[j], xs[i + 1] - xs[i], ys[j + 1] - ys[j]),
            (us[i], vs[j], us[i + 1], vs[j + 1]),
        )
        for i in range(3)
        for j in range(3)
        if (i, j) != (1, 1) and xs[i + 1] > xs[i] and ys[j + 1] > ys[j]
    ]


def _cuts(region: Region, corner: int) -> tuple[list[float], list[float]]:
    """Return where the nine parts' borders lie on the page, across and down."""
    left, top, right, bottom = region.part
    pixel_x = (right - left) / (region.w + 2 * PAD)
    pixel_y = (bottom - top) / (region.h + 2 * PAD)
    steps_x = (PAD, PAD + corner, PAD + region.w - corner, PAD + region.w)
    steps_y = (PAD, PAD + corner, PAD + region.h - corner, PAD + region.h)
    return [left + s * pixel_x for s in steps_x], [top + s * pixel_y for s in steps_y]


@lru_cache(maxsize=512)
def rgb(colour: str) -> tuple[float, float, float]:
    """Return the parts of a colour, #rrggbb, from 0 to 1."""
    text = colour.lstrip("#")
    return tuple(int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))  # type: ignore[return-value]
