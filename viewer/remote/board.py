"""From the messages of a server to nodes: the way back of `viewer/page/drawing.py`.

What comes isn't trusted. A picture may draw, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from viewer.artwork.fonts import FACES
from viewer.artwork.theme import THEMES, Theme
from viewer.artwork.widgets import Ground
from viewer.commands import Everywhere
from viewer.nodes import WHOLE, Box, Node, Picture, Spot, TablePlace, Words

OVER = 1000
"""How near the nodes are that cover the table: nothing flies over them."""
_MORE_THAN_DRAWING = re.compile(r"<!|<\s*(?:image|feImage|script|foreignObject)\b", re.IGNORECASE)
_FONTS = {(face.family, face.css_weight): key for key, face in reversed(FACES.items())}


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture that came as SVG. `name`: the hash of it, by which it is known. `radius`: how round
    the corners of its node's halo are.
    """

    name: str
    text: str = field(compare=False)
    radius: float | None = field(default=None, compare=False)

    def svg(self, width: int, height: int) -> str:
        """Return the document; it was made for the box that it is in."""
        if _MORE_THAN_DRAWING.search(self.text):
            raise ValueError("it would do more than draw")
        return self.text


class Board:
    """The nodes that a server has sent, as they are now.

    `size`: the size in pixels that they were made for. `theme`: the colours that they have.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.size = (0, 0)
        self.theme: Theme = THEMES["table"]
        self._nodes: dict[str, Node] = {}
        self._order: list[str] = []
        self._pictures: dict[str, str] = {}

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a message `nodes`. Raises LookupError, TypeError or ValueError for another."""
        if message.get("fresh"):
            self._nodes, self._order = {}, []
            wide, high = message["size"]
            self.size = (int(wide), int(high))
        if "ground" in message:
            known = (theme for theme in THEMES.values() if theme.ground == message["ground"])
            self.theme = next(known, self.theme)
        self._pictures |= message.get("pictures", {})
        gone, before = set(message.get("gone", ())), message.get("before", {})
        if gone:
            self._nodes = {id: node for id, node in self._nodes.items() if id not in gone}
        for id, (x, y) in message.get("moved", {}).items():
            node = self._nodes[id]
            self._nodes[id] = node.at(Box(float(x), float(y), node.box.w, node.box.h))
        for id, data in message.get("nodes", {}).items():
            self._nodes[id] = self._node(id, data)
        self._order = message.get("order") or self._order
        if out := gone | before.keys():
            self._order = [id for id in self._order if id not in out]
        for id, following in reversed(before.items()):
            at = self._order.index(following) if following else len(self._order)
            self._order.insert(at, id)

    @property
    def nodes(self) -> list[Node]:
        """Return the nodes, the farthest first."""
        return [self._nodes[id] for id in self._order if id in self._nodes]

    def _node(self, id: str, data: Mapping[str, Any]) -> Node:
        button, label = "button" in data, str(data.get("label", ""))
        held = bool(data.get("hit")) and not button
        spot = Spot(TablePlace(id), 0 if data.get("drag") else WHOLE)
        return Node(
            id,
            Box(*map(float, data["box"])),
            OVER if data.get("over") else 0,
            picture=self._picture(id, data),
            words=_words(data["words"]) if "words" in data else None,
            turn=float(data.get("turn", 0.0)),
            opacity=float(data.get("opacity", 1.0)),
            glow=str(data.get("glow", "")),
            spots=(spot,) if held and label else (),
            do=Everywhere.CLOSE if button else None,
            tip=label,
            clip=Box(*map(float, data["clip"])) if "clip" in data else None,
            block=held and not label,
            drag=bool(data.get("drag")),
            scroll=str(data.get("scroll", "")),
            slide=str(data.get("slide", "")),
            hexagon=bool(data.get("hexagon")),
        )

    def _picture(self, id: str, data: Mapping[str, Any]) -> Picture | None:
        name = data.get("picture")
        if name is None:
            return None
        if id == "ground":
            return Ground(self.theme)  # with its grain, which no SVG has
        radius = float(data["halo"][3]) if "halo" in data else None
        return SentPicture(str(name), self._pictures[name], radius)


def _words(data: Mapping[str, Any]) -> Words:
    font, weight = _FONTS.get((data["font"], data["weight"]), ("text", "regular"))
    return Words(
        "\n".join(map(str, data["lines"])),
        float(data["size"]),
        str(data["colour"]),
        font,
        weight,
        str(data["align"]),
        bool(data.get("top")),
    )
