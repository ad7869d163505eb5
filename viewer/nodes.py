"""What is on the screen, as plain data: panels and presenters make nodes, the window draws them.

Nothing here knows of pyglet. Hit testing, the order of the tab key, tips, motion from one position
to the next and most tests go by the same list of nodes.

Nodes and boxes are named tuples: a screen has a thousand of them, and Python makes and compares
nothing faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.game.places import WHOLE as WHOLE
from engine.game.places import Cells as Cells
from engine.game.places import Spot as Spot
from engine.game.places import TablePlace as TablePlace

if TYPE_CHECKING:
    from viewer.commands import AnyCommand


class Box(NamedTuple):
    """A rectangle in pixels of the window, from its top left corner; y grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Return the x of its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Return the y of its lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Return its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, by: float, down: float | None = None) -> Box:
        """Return it made smaller by `by` on the left and right and by `down` above and below."""
        dy = by if down is None else down
        return Box(self.x + by, self.y + dy, max(0.0, self.w - 2 * by), max(0.0, self.h - 2 * dy))

    def cut(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> Box:
        """Return it without so much at its edges."""
        return Box(self.x + left, self.y + top, self.w - left - right, self.h - top - bottom)

    def split(self, count: int, columns: int = 0, gap: float = 0.0) -> list[Box]:
        """Return it in equal parts: so many of them beside each other, or all."""
        columns = columns or count or 1
        places = [(number % columns, number // columns) for number in range(count)]
        return self.placed(places, columns, -(-count // columns) or 1, gap)

    def placed(
        self, places: Sequence[tuple[float, float]], columns: float, rows: float, gap: float = 0.0
    ) -> list[Box]:
        """Return equal parts of it at places: so many columns from the left, rows from the top."""
        wide = (self.w - gap * (columns - 1)) / columns
        high = (self.h - gap * (rows - 1)) / rows
        across, down = wide + gap, high + gap
        return [Box(self.x + across * x, self.y + down * y, wide, high) for x, y in places]

    def head(self, h: float) -> Box:
        """Return its part of a height at the top."""
        return Box(self.x, self.y, self.w, h)

    def foot(self, h: float) -> Box:
        """Return its part of a height at the bottom."""
        return Box(self.x, self.bottom - h, self.w, h)

    def start(self, w: float) -> Box:
        """Return its part of a width at the left."""
        return Box(self.x, self.y, w, self.h)

    def end(self, w: float) -> Box:
        """Return its part of a width at the right."""
        return Box(self.right - w, self.y, w, self.h)

    def columns(self, count: int, gap: float = 0.0) -> list[Box]:
        """Return so many equal boxes side by side that fill it, with a gap between them."""
        return self.split(count, count, gap)

    def middle(self, w: float, h: float) -> Box:
        """Return a box of this size around its centre."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes share more than an edge."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


class Picture(Protocol):
    """Something to look at: a frozen dataclass, so that equal pictures are drawn only once."""

    def svg(self, width: int, height: int) -> str:
        """Return the picture as an SVG document of this size in pixels."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """Text in a node's box: lines already wrapped, parted by newlines; `size` in pixels.

    `font`: text, title or mono. `weight`: regular, semibold or bold. `colour`: #rrggbb.
    `align`: left, center or right in the box; lines stand in its middle from top to bottom unless
    `top`.
    """

    text: str
    size: float
    colour: str
    font: str = "text"
    weight: str = "regular"
    align: str = "left"
    top: bool = False


class Node(NamedTuple):
    """One thing on the screen. The same `id` in the next list is the same thing, moved there.

    `z`: higher is nearer. `turn`: degrees clockwise around its centre. `glow`: what halo it has:
    legal, chosen, target, focus, lit (the tutor speaks of it), or none. `spots`: what of the
    position it means, so that clicking it can mean a part of a move. `do`: what a click or its
    key does, for controls. `tip`: what is said when the pointer rests on it. `clip`: nothing is
    drawn outside. `block`: it covers what is under it, so that the test for overlaps looks at it.
    `drag`: it can be dragged. `scroll`: the name of what the wheel scrolls over it. `edit`: the
    rules are edited in its box. `slide`: the pointer, once pressed on it, presses what
    it comes to of the same name. `space`: which space of its track it is. `hexagon`: it is one that
    stands on a corner; what else there is of its box belongs to its neighbours.
    """

    id: str
    box: Box
    z: int = 0
    picture: Picture | None = None
    words: Words | None = None
    turn: float = 0.0
    opacity: float = 1.0
    glow: str = ""
    spots: tuple[Spot, ...] = ()
    do: AnyCommand | None = None
    tip: str = ""
    key: str = ""
    clip: Box | None = None
    block: bool = False
    drag: bool = False
    scroll: str = ""
    edit: bool = False
    slide: str = ""
    space: int | None = None
    hexagon: bool = False

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in what is drawn of it."""
        if not self.box.holds(x, y) or (self.clip is not None and not self.clip.holds(x, y)):
            return False
        (middle, centre), box = self.box.centre, self.box
        aside, off = 2 * abs(x - middle) / box.w, 2 * abs(y - centre) / box.h
        return not self.hexagon or off <= 1 - aside / 2

    def at(self, box: Box) -> Node:
        """Return it elsewhere."""
        return Node._make((self.id, box, *self[2:]))

    def alike(self, other: Node) -> bool:
        """Return whether another node is the same but for its place."""
        return self.id == other.id and self[2:] == other[2:]


def hit(nodes: list[Node], x: float, y: float) -> Node | None:
    """Return the nearest node under a point that can be clicked, has a tip, scrolls or covers."""
    under = [
        n
        for n in nodes
        if n.holds(x, y) and (n.spots or n.do or n.tip or n.scroll or n.edit or n.block)
    ]
    return max(enumerate(under), key=lambda p: (p[1].z, p[0]))[1] if under else None
