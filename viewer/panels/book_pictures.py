"""Pictures for a printed rulebook: the table with numbers on its places, and its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PIL import Image

from viewer.artwork.rasterise import bake
from viewer.artwork.theme import TABLE, Theme
from viewer.artwork.widgets import Badge, Ground
from viewer.nodes import Box, Node, Words
from viewer.scene.identity import Identities
from viewer.scene.look_loader import read_look
from viewer.scene.piece_pictures import SIZES, Dresser
from viewer.scene.present import present
from viewer.scene.scene import Scene, SeatInfo

if TYPE_CHECKING:
    from engine import Item, Session, View, ZoneView
    from viewer.scene.look import Look

SIZE = (1760, 1100)
"""How large the table is drawn, in pixels."""
LAID_OUT = (1280.0, 800.0)
"""The table is laid out as in a window of this size."""
CARD = 150
"""How high a card is drawn, in pixels."""
MOST = 7
"""So many pieces of a kind are shown."""
BADGE = 30.0
FRAME = 36.0
"""So much room, in pixels, is around what a picture is about."""
SHAPES = (1.3, 3.2)
"""A picture of a part of the table is at least and at most so many times as wide as high."""


class BookTable:
    """A table as a book shows it: nothing around it, and a number on each place."""

    def __init__(
        self,
        view: View,
        look: Look,
        families: Sequence[str] = (),
        theme: Theme = TABLE,
        laid_out: tuple[float, float] = LAID_OUT,
        badge: float = BADGE,
    ) -> None:
        """Prepare for a position; those of `families` that the table shows get numbers.

        `laid_out`: the size of a window that the table would be laid out in. `badge`: how high the
        numbers are there.
        """
        self.view = view
        self.look = look
        self.families = tuple(families)
        self.theme = theme
        self.laid_out = laid_out
        self.badge = badge
        self.identities = Identities().follow(self.view, self.look.counted())

    @staticmethod
    def of(session: Session, families: Sequence[str] = (), badge: float = BADGE) -> BookTable:
        """Return the table of a session as its first player sees it; `badge`: see above."""
        look = read_look(session.game, session.game.language)
        return BookTable(session.view(0), look, families, badge=badge)

    def nodes(self, size: tuple[int, int]) -> list[Node]:
        """Return what to draw at a size in pixels."""
        ground = Node("ground", Box(0, 0, *map(float, size)), -1000, Ground(self.theme))
        shown, scale = self._table(size), size[0] / self.laid_out[0]
        return [ground, *shown, *self._numbers(shown, scale)]

    def places(self) -> tuple[str, ...]:
        """Return the families of zones that have numbers, the first has 1."""
        shown = self._table(SIZE)
        return tuple(f for f in self.families if self._place(shown, f) is not None)

    def around(self, families: Sequence[str], size: tuple[int, int]) -> Box | None:
        """Return the part of a picture in which some families are: what isn't empty of them and can
        be seen, or all that is mine; None where nothing of them is shown.
        """
        shown = self._table(size)
        known = [zone for zone in self.view.zones if zone.family in families]
        mine = {zone.place for zone in known if zone.owner in (None, 0)}
        full = {zone.place for zone in known if any(item.name for item in zone.items)}
        full |= {zone.place for zone in known if zone.count and zone.place in mine}
        zones = full or mine
        boxes = [n.box for n in shown if any(place in zones for place, _ in n.spots)]
        if not boxes:
            return None
        left, top = (min(getattr(box, side) for box in boxes) for side in ("x", "y"))
        right, bottom = (max(getattr(box, side) for box in boxes) for side in ("right", "bottom"))
        return _framed(Box(left, top, right - left, bottom - top), size)

    def _table(self, size: tuple[int, int]) -> list[Node]:
        seats = tuple(SeatInfo(str(seat + 1)) for seat in range(self.view.players))
        return present(
            Scene(
                self.view, self.look, Box(0, 0, *map(float, size)), size[0] / self.laid_out[0],
                identities=self.identities, seats=seats, theme=self.theme,
            )
        )  # fmt: skip

    def _place(self, shown: list[Node], family: str) -> Box | None:
        """Return where a family is: its first zone that is mine or everybody's and is shown."""
        zones = [zone for zone in self.view.zones if zone.family == family]
        zones.sort(key=lambda zone: zone.owner not in (None, 0))
        found = (_box(shown, zone) for zone in zones)
        return next((box for box in found if box is not None), None)

    def _numbers(self, shown: list[Node], scale: float) -> list[Node]:
        high = self.badge * scale
        taken: list[Box] = []
        nodes: list[Node] = []
        for family in self.families:
            place = self._place(shown, family)
            if place is None:
                continue
            box = Box(place.x, place.y, high, high)
            while any(box.overlaps(other) for other in taken):
                box = Box(box.x + high, box.y, high, high)
            taken.append(box)
            words = Words(
                str(len(taken)), high * 0.58, self.theme.ink_dark, weight="bold", align="center"
            )
            badge = Badge("#ffffff", self.theme.ink_dark)
            nodes.append(Node(f"number:{family}", box, 10_000, badge, words))
        return nodes


def _framed(box: Box, size: tuple[int, int]) -> Box:
    """Return a box with some room around it, not narrower or lower than a frame may be."""
    wide, high = (box.w + 2 * FRAME, box.h + 2 * FRAME)
    wide, high = max(wide, high * SHAPES[0]), max(high, wide / SHAPES[1])
    wide, high = min(wide, size[0]), min(high, size[1])
    x, y = box.centre
    x, y = x - wide / 2, y - high / 2
    return Box(max(0.0, min(x, size[0] - wide)), max(0.0, min(y, size[1] - high)), wide, high)


def _box(shown: list[Node], zone: ZoneView) -> Box | None:
    """Return where a zone is drawn: its own node, or else the first that means it."""
    own = next((node.box for node in shown if node.id == f"zone:{zone.name}"), None)
    spoken = (node.box for node in shown if any(place == zone.place for place, _ in node.spots))
    return own or next(spoken, None)


def pieces_picture(session: Session, component: str) -> Image.Image | None:
    """Return some pieces of a kind side by side, on nothing; None for what is only written."""
    look = read_look(session.game, session.game.language)
    known = look.pieces.get(component)
    if known is None:
        return None
    dresser = Dresser(look, TABLE)
    wide, high = (side * CARD for side in SIZES[known.kind])
    faces = [
        dresser.face(component, dict(item.values), item.shown or str(item.name), shape=number)
        for number, item in enumerate(spread(session.pieces(component)))
    ] or [dresser.face(component, {}, "")]
    drawn = [bake(face, wide, high).convert("RGBA") for face in faces]
    image = Image.new("RGBA", (sum(one.width for one in drawn), max(one.height for one in drawn)))
    x = 0
    for one in drawn:
        image.alpha_composite(one, (x, 0))
        x += one.width
    return image


def spread(pieces: Sequence[Item], most: int = MOST) -> list[Item]:
    """Return some of all the different pieces, from the first to the last."""
    different = list({(piece.name, piece.values): piece for piece in pieces}.values())
    if len(different) <= most:
        return different
    return [different[number * (len(different) - 1) // (most - 1)] for number in range(most)]
