"""Building blocks of panels: text that is measured before it is set, boxes, buttons, chips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.faces.fonts import fit, line_height, width, wrap
from viewer.faces.icons import has_icon
from viewer.faces.theme import Theme
from viewer.faces.widgets import Badge, Icon, Panel
from viewer.node_cache import NodeCache
from viewer.nodes import Box, Node, Picture, Words

if TYPE_CHECKING:
    from viewer.desk.shell import Shell

PANEL = 3000
"""The z of the side panel; what lies over the whole table begins at the desk's OVERLAY."""
SIDES = 6.0
"""What a button keeps free left and right of its words, in unscaled pixels."""


@dataclass(frozen=True)
class ListView:
    """What of a list is seen: its first row, and where its rows begin and how wide they are."""

    first: int
    x: float
    w: float


@dataclass
class Kit:
    """Collects the nodes of one panel. Sizes are given unscaled and multiplied by `scale`."""

    theme: Theme
    scale: float
    z: int = PANEL
    nodes: list[Node] = field(default_factory=list)
    clip: Box | None = None
    cache: NodeCache = field(default_factory=NodeCache)

    def px(self, size: float) -> float:
        """Return a size in pixels of the window."""
        return size * self.scale

    # -------------------------------------------------------------- plain things

    def add(self, node: Node) -> Node:
        """Add a node as it is."""
        self.nodes.append(node)
        return node

    def part(self, name: str, box: Box, key: object, fill: Callable[[Kit], None]) -> None:
        """Fill a box, with the nodes of before where the key is the same and what they are on has
        at most been moved up or down.
        """
        where = (key, box.x, box.w, box.h, self.theme, self.scale, self.z, self.clip)

        def made() -> list[Node]:
            own = replace(self, nodes=[])
            fill(own)
            return own.nodes

        self.nodes += self.cache.rows(name, where, box.y, made)

    def picture(
        self,
        name: str,
        box: Box,
        picture: Picture,
        *,
        up: int = 0,
        block: bool = False,
        tip: str = "",
    ) -> None:
        """Add a picture."""
        self.add(Node(name, box, self.z + up, picture, clip=self.clip, block=block, tip=tip))

    def panel(
        self,
        name: str,
        box: Box,
        fill: str,
        line: str = "",
        *,
        radius: float = 10,
        top: str = "",
        shadow: int = 0,
        block: bool = False,
        up: int = 0,
        scroll: str = "",
        tip: str = "",
        do: cmd.AnyCommand | None = None,
    ) -> None:
        """Add a filled box."""
        picture = Panel(fill, line, round(self.px(radius)), shadow, top)
        self.add(
            Node(
                name, box, self.z + up, picture, block=block, scroll=scroll, tip=tip, do=do,
                clip=self.clip,
            )
        )  # fmt: skip

    def icon(self, name: str, box: Box, icon: str, colour: str, *, up: int = 1) -> None:
        """Add an icon; one that there isn't is left out."""
        if has_icon(icon):
            self.picture(name, box, Icon(icon, colour), up=up)

    # -------------------------------------------------------------- text

    def width(self, text: str, size: float, font: str = "text", weight: str = "regular") -> float:
        """Return how wide a text is."""
        return width(text, self.px(size), font, weight)

    def line(
        self,
        name: str,
        text: str,
        box: Box,
        size: float,
        colour: str = "",
        *,
        font: str = "text",
        weight: str = "regular",
        align: str = "left",
        up: int = 1,
        tip: str = "",
        hush: bool = False,
    ) -> float:
        """Add one line, made smaller or shortened to fit into a box; return its width."""
        pixels = self.px(size)
        while width(text, pixels, font, weight) > box.w and pixels > self.px(size) * 0.8:
            pixels *= 0.95
        shown = fit(text, box.w, pixels, font, weight)
        words = Words(shown, pixels, colour or self.theme.ink, font, weight, align)
        tip = tip or (text if shown != text and not hush else "")
        self.add(Node(name, box, self.z + up, words=words, tip=tip, clip=self.clip))
        return width(shown, pixels, font, weight)

    def text(
        self,
        name: str,
        text: str,
        x: float,
        y: float,
        room: float,
        size: float,
        colour: str = "",
        *,
        font: str = "text",
        weight: str = "regular",
        align: str = "left",
        lines: int = 0,
        up: int = 1,
        hush: bool = False,
    ) -> float:
        """Add a text that is broken into lines; return how high it is."""
        pixels = self.px(size)
        shown = wrap(text, room, pixels, font, weight, lines)
        high = line_height(pixels, font) * (shown.count("\n") + 1)
        words = Words(shown, pixels, colour or self.theme.ink, font, weight, align, top=True)
        box = Box(x, y, room, high)
        tip = (
            text
            if lines and not hush and shown.replace("\n", " ") != " ".join(text.split())
            else ""
        )
        self.add(Node(name, box, self.z + up, words=words, clip=self.clip, tip=tip))
        return high

    def high(
        self, text: str, room: float, size: float, lines: int = 0, weight: str = "regular"
    ) -> float:
        """Return how high a text would be that is broken into lines."""
        pixels = self.px(size)
        shown = wrap(text, room, pixels, "text", weight, lines)
        return line_height(pixels) * (shown.count("\n") + 1)

    # -------------------------------------------------------------- lists that scroll

    def scroller(self, shell: Shell, name: str, box: Box, count: int, shown: int) -> ListView:
        """Add what scrolls a list of so many rows, of which some are seen; return which, and where.

        The wheel, the page keys and two buttons at the right move it by rows.
        """
        shell.limits[name] = float(max(0, count - shown))
        first = round(min(shell.scrolls.get(name, 0.0), shell.limits[name]))
        self.add(Node(f"{name}:list", box, self.z, scroll=name))
        if count <= shown:
            return ListView(0, box.x, box.w)
        side = self.px(22)
        x = box.right - side
        bar = Box(x + side * 0.36, box.y + side, side * 0.28, max(1.0, box.h - 2 * side))
        self.panel(f"{name}!bar", bar, self.theme.field, radius=3)
        part = Box(bar.x, bar.y + bar.h * first / count, bar.w, bar.h * shown / count)
        self.panel(f"{name}!part", part, self.theme.ink_faint, radius=3, up=1)
        for sign, step, y in (("up", -1.0, box.y), ("down", 1.0, box.bottom - side)):
            place = Box(x, y, side, side)
            end = first == 0 if sign == "up" else first >= count - shown
            self.button(f"{name}:{sign}", place, "", cmd.Scroll(name, step), dim=end, radius=4)
            colour = self.theme.ink_faint if end else self.theme.button_ink
            self.icon(f"{name}:{sign}!", place.inset(side * 0.2), f"chevron_{sign}", colour, up=3)
        return ListView(first, box.x, box.w - side - self.px(6))

    # -------------------------------------------------------------- controls

    def button(
        self,
        name: str,
        box: Box,
        label: str,
        do: cmd.AnyCommand,
        *,
        key: str = "",
        shown_key: str = "",
        icon: str = "",
        check: bool | None = None,
        hot: bool = False,
        dim: bool = False,
        tone: str = "",
        tip: str = "",
        size: float = 13,
        align: str = "center",
        up: int = 1,
        radius: float = 8,
    ) -> None:
        """Add a button: its words, the key that presses it as small print, an icon or a check.

        A `dim` one would do nothing now, but say why.
        """
        theme = self.theme
        fill = theme.gold if tone == "gold" else theme.button_hot if hot else theme.button
        ink = theme.gold_ink if tone == "gold" else theme.ink_faint if dim else theme.button_ink
        pad = self.px(SIDES)
        self.add(
            Node(
                name, box, self.z + up, Panel(fill, theme.button_line, round(self.px(radius))),
                do=do, key=key, tip=tip, block=True, clip=self.clip,
            )
        )  # fmt: skip
        left, right = box.x + pad, box.right - pad
        if check is not None:
            side = self.px(size * 1.2)
            place = Box(left + pad * 0.4, box.y + (box.h - side) / 2, side, side)
            self.panel(f"{name}:box", place, theme.field, theme.button_ink, radius=3, up=up + 1)
            if check:
                self.icon(f"{name}:check", place.inset(side * 0.08), "check", ink, up=up + 2)
            left = place.right + pad * 0.6
        if icon and has_icon(icon):
            side = self.px(size * 1.25)
            place = Box(left, box.y + (box.h - side) / 2, side, side)
            self.icon(f"{name}:icon", place, icon, ink, up=up + 1)
            left += side + pad * 0.6
        if shown_key:
            small = size * 0.84
            wide = self.width(shown_key, small) + 1
            place = Box(right - wide, box.y, wide, box.h)
            colour = ink if tone == "gold" else theme.ink_faint
            self.line(
                f"{name}:key", shown_key, place, small, colour, align="right", up=up + 1, hush=True
            )
            right -= wide + pad * 0.6
            align = "left" if align == "center" and not icon else align
        if label:
            room = Box(left, box.y, max(1.0, right - left), box.h)
            self.line(
                f"{name}:label", label, room, size, ink,
                weight="semibold", align=align, up=up + 1, hush=True,
            )  # fmt: skip

    def pill(
        self, name: str, box: Box, text: str, fill: str, ink: str, size: float = 12, up: int = 1
    ) -> None:
        """Add a short text on a pill."""
        self.picture(name, box, Badge(fill), up=up)
        inner = box.inset(self.px(4), 0)
        self.line(f"{name}:text", text, inner, size, ink, weight="bold", align="center", up=up + 1)
