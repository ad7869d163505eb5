"""What is on the screen, as someone in front of it finds it: things and where to point at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from viewer.nodes import WHOLE, Node, hit

GLOWS = ("legal", "target")
POINTS = 9
"""A node that is partly covered is looked for at so many places across and down."""


@dataclass(frozen=True)
class Thing:
    """Something that can be activated; `x` is -1 where the pointer can't get at it."""

    id: str
    x: int
    y: int
    glow: str = ""
    spots: tuple[str, ...] = ()
    command: str = ""
    key: str = ""
    words: str = ""
    focused: bool = False


@dataclass(frozen=True)
class Scene:
    """One list of nodes; its number grows with each."""

    number: int
    things: tuple[Thing, ...]
    texts: dict[str, str]
    moves: int = 0

    def thing(self, name: str) -> Thing | None:
        """The thing of an id."""
        return next((thing for thing in self.things if thing.id == name), None)

    @property
    def focused(self) -> str:
        """The id of what has the focus of the keyboard."""
        return next((thing.id for thing in self.things if thing.focused), "")

    def data(self) -> dict[str, Any]:
        """It as JSON can hold it."""
        return asdict(self)

    @staticmethod
    def read(data: dict[str, Any]) -> Scene:
        """A scene from JSON."""
        things = (Thing(**{**row, "spots": tuple(row["spots"])}) for row in data.pop("things"))
        return Scene(things=tuple(things), **data)


def scene_of(nodes: Sequence[Node], number: int = 0, moves: int = 0) -> Scene:
    """Read a list of nodes."""
    every = list(nodes)
    ring = next((node.box for node in every if node.id == "focus!"), None)
    texts = {node.id: node.words.text for node in every if node.words}
    solid = [node for node in every if hit([node], *_corner(node)) is node]
    things = []
    for node in solid:
        if node.do is None and not (node.spots and node.glow in GLOWS):
            continue
        x, y = _point(solid, node)
        things.append(
            Thing(
                node.id, x, y, node.glow,
                tuple(f"{name} {index}" for name, index in node.spots),
                node.do.word if node.do else "", node.key,
                texts.get(f"{node.id}:label", texts.get(node.id, "")),
                ring is not None and node.box == ring,
            )
        )  # fmt: skip
    return Scene(number, tuple(things), texts, moves)


def _corner(node: Node) -> tuple[float, float]:
    """A place in a node that nothing cuts off, if there is any."""
    if node.hexagon:  # it isn't there in the corners of its box
        return node.box.centre
    box, clip = node.box, node.clip or node.box
    return max(box.x, clip.x), max(box.y, clip.y)


def _point(nodes: list[Node], node: Node) -> tuple[int, int]:
    """Where a click meets a node, or what is on it and means the same, and nothing above it."""
    x, y = (int(side) for side in node.box.centre)
    if hit(nodes, x + 0.5, y + 0.5) is node:
        return x, y
    wholes = {name for name, index in node.spots if index == WHOLE}
    near = [other for other in nodes if other.box.overlaps(node.box)]
    parts = sorted(((n + 0.5) / POINTS for n in range(POINTS)), key=lambda p: abs(p - 0.5))
    for down in parts:
        for across in parts:
            x, y = int(node.box.x + node.box.w * across), int(node.box.y + node.box.h * down)
            met = hit(near, x + 0.5, y + 0.5)
            if met is node or (met and met.do is None and wholes & {s[0] for s in met.spots}):
                return x, y
    return -1, -1


def covered(scene: Scene) -> list[str]:
    """What glows, or is a control, but can't be clicked, nor anything that means the same."""
    open_ = {spot for thing in scene.things if thing.x >= 0 for spot in thing.spots}
    return [
        thing.id
        for thing in scene.things
        if thing.x < 0 and (thing.spots and not open_ & set(thing.spots))
    ]
