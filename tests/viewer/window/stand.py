"""A stand-in for an app: a few nodes that move when they are clicked, and a list of all calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.places import spot_of
from viewer.app.controller import AppController
from viewer.app.document import Document, Paint, TintedLine
from viewer.app.preferences import Preferences
from viewer.commands import AtTable
from viewer.nodes import Box, Node, Words

RULES = "".join(f"rule {n}: a card may be laid if it is higher\n" for n in range(1, 60))


@dataclass(frozen=True, slots=True)
class Flat:
    """A rounded rectangle in one colour, that fades to a darker one."""

    colour: str
    radius: float = 8

    def svg(self, width: int, height: int) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
            f'<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="{self.colour}"/>'
            f'<stop offset="1" stop-color="#203040"/></linearGradient></defs>'
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="{self.radius}" '
            f'fill="url(#g)" stroke="#fff"/></svg>'
        )


class Stand(AppController):
    """A desk that shows a few things, and does little but note what it hears."""

    title = "Stand-in"
    busy = typing = False

    def __init__(self, hear: Callable[..., None] = lambda *call: None) -> None:
        super().__init__(lambda app, w, h: [], Preferences())
        self.calls: list[tuple[object, ...]] = []
        self.places = list(range(6))
        self.hot = ""
        self.editing = False
        self.text_ = RULES
        self.changed = False
        self._hear = hear

    def _call(self, *call: object) -> None:
        self.calls.append(call)
        self._hear(*call)

    def named(self, name: str) -> list[tuple[object, ...]]:
        """The calls of one name, without it."""
        return [call[1:] for call in self.calls if call[0] == name]

    def card(self, number: int, size: tuple[float, float]) -> Box:
        """Where a card lies."""
        scale = min(size[0] / 1440, size[1] / 900)
        at = self.places[number]
        return Box((60 + 150 * at) * scale, (80 + 30 * at) * scale, 120 * scale, 170 * scale)

    def nodes(self, size: tuple[float, float], hasty: bool = False) -> list[Node]:
        width, height = size
        scale = min(width / 1440, height / 900)
        cards = [self._card(number, size) for number in range(6)]
        button = Node(
            "button",
            Box(60 * scale, 700 * scale, 200 * scale, 60 * scale),
            z=5,
            picture=Flat("#446688", 12),
            words=Words("Undo", 22 * scale, "#ffffff", weight="semibold", align="center"),
            do=AtTable.UNDO,
            tip="Take it back",
            glow="focus" if self.hot == "button" else "",
        )
        ground = Node("ground", Box(0, 0, width, height), picture=Flat("#2d6a63", 0))
        clipped = Node(
            "clipped",
            Box(700 * scale, 560 * scale, 300 * scale, 200 * scale),
            z=3,
            picture=Flat("#a04040"),
            clip=Box(720 * scale, 580 * scale, 200 * scale, 120 * scale),
            scroll="list",
            opacity=0.7,
        )
        edit = Node(
            "edit",
            Box(width - 420 * scale, 40 * scale, 380 * scale, 700 * scale),
            z=20,
            picture=Flat("#101820"),
            edit=True,
        )
        return [ground, *cards, button, clipped, *([edit] if self.editing else [])]

    def _card(self, number: int, size: tuple[float, float]) -> Node:
        hue = ("#c04848", "#48a048", "#4868c0", "#b08830", "#8848a8", "#40a0a0")[number]
        return Node(
            f"card {number}",
            self.card(number, size),
            z=10 + number,
            picture=Flat(hue),
            words=Words(str(number), 30, "#ffffff", "title", "bold", "center"),
            turn=(number - 2) * 4.0,
            spots=(spot_of("hand", number),),
            drag=True,
            glow="chosen" if self.hot == f"card {number}" else ("legal" if number == 1 else ""),
        )

    def sized(self, width: int, height: int) -> None:
        self._call("sized", width, height)

    def tick(self, now: float) -> bool:
        changed, self.changed = self.changed, False
        return changed

    def hover(self, node: Node | None) -> bool:
        self.hot = node.id if node else ""
        self.changed = True
        self._call("hover", self.hot)
        return False

    def rest(self, node: Node | None, x: float, y: float) -> bool:
        self._call("rest", node.id if node else "", node.tip if node else "")
        return False

    def click(self, node: Node, x: float, y: float) -> bool:
        self._call("click", node.id)
        self.places = self.places[1:] + self.places[:1]
        return True

    def menu(self, node: Node | None, x: float, y: float) -> bool:
        self._call("menu", node.id if node else "")
        return False

    def lift(self, node: Node) -> bool:
        self._call("lift", node.id)
        return True

    def drop(self, node: Node, onto: Node | None) -> bool:
        self._call("drop", node.id, onto.id if onto else "")
        return False

    def key(self, name: str) -> bool:
        self._call("key", name)
        if name == "f9":
            raise ValueError("a fault of the desk")
        if name == "ctrl+q":
            self.wants_quit = True
        elif name == "f11":
            self.wants_fullscreen = not self.wants_fullscreen
        elif name == "ctrl+e":
            self.editing = not self.editing
        return True

    def text(self, text: str) -> bool:
        self._call("text", text)
        return True

    def scroll(self, name: str, steps: float) -> bool:
        self._call("scroll", name, steps)
        return False

    def document(self) -> Document:
        paints = (Paint(0, 4, "#80ffd0"), Paint(10, 14, "#ffd080"))
        return Document(self.text_, 0, paints, (TintedLine(2, "#ffd75e", "fired"),), 14.0)

    def edited(self, text: str) -> bool:
        self.text_ = text
        self._call("edited", text)
        return True

    def ask(self, key: str, text: str, caret: int) -> bool:
        self.text_ = text
        self._call("ask", key, caret)
        return True

    def leave(self) -> bool:
        self._call("leave")
        return True

    def internal_error(self, problem: Exception) -> None:
        self._call("mishap", type(problem).__name__)

    def closed(self) -> None:
        self._call("closed")


def at(node: Node, x: float, y: float) -> Node:
    """A node moved to a place."""
    return node._replace(box=Box(x, y, node.box.w, node.box.h))
