"""Building blocks of panels: text that is measured before it is set, boxes, buttons, chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from viewer import commands as cmd
from viewer.artwork.fonts import fit, line_height, width, wrap
from viewer.artwork.icons import has_icon
from viewer.artwork.theme import Theme
from viewer.artwork.widgets import Icon, Panel
from viewer.commands import Everywhere
from viewer.node_cache import NodeCache
from viewer.nodes import Box, Node, Picture, Words

if TYPE_CHECKING:
    from viewer.app.shell import Shell

T = TypeVar("T")
PANEL = 3000
"""The z of the side panel; what is over the whole table begins at the app's OVERLAY."""
SIDES = 6.0
"""What a button keeps free left and right of its words, in unscaled pixels."""


@dataclass
class PanelBuilder:
    """Collects the nodes of one panel. Sizes are given unscaled and multiplied by `scale`."""

    theme: Theme
    scale: float
    z: int = PANEL
    nodes: list[Node] = field(default_factory=list)
    clip: Box | None = None
    cache: NodeCache = field(default_factory=NodeCache)
    allows: Callable[[cmd.AnyCommand], bool] = lambda command: True
    """Of commands that may not be given here there are no buttons."""
    finger: float = 0.0
    """How high and wide controls are at least, in pixels, where fingers press them; 0 elsewhere."""

    def px(self, size: float) -> float:
        """Return a size in pixels of the window."""
        return size * self.scale

    def control(self, size: float) -> float:
        """Return the height or width of a control in pixels of the window."""
        return max(self.px(size), self.finger)

    # -------------------------------------------------------------- plain things

    def add(self, node: Node) -> None:
        """Add a node as it is."""
        self.nodes.append(node)

    def part(self, name: str, box: Box, key: object, fill: Callable[[PanelBuilder], None]) -> None:
        """Fill a box, with the nodes of before where the key is the same and what they are on has
        at most been moved up or down.
        """
        where = (key, box.x, box.w, box.h, self.theme, self.scale, self.z, self.clip)

        def made() -> list[Node]:
            own = replace(self, nodes=[])
            fill(own)
            return own.nodes

        self.nodes += self.cache.rows(name, where, box.y, made)

    def picture(self, name: str, box: Box, picture: Picture, *, up: int = 0, tip: str = "") -> None:
        """Add a picture."""
        self.add(Node(name, box, self.z + up, picture, clip=self.clip, tip=tip))

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

    def frame(
        self, size: Box, name: str, w: float, h: float, title: str, *, closes: bool = True
    ) -> Box:
        """Add a panel with a title over the middle of the window; return what is free in it."""
        room = size.inset(self.px(12))
        box = room.middle(min(self.px(w), room.w), min(self.px(h), room.h))
        theme = self.theme
        self.panel(
            name, box, theme.panel, theme.field_line, top=theme.panel_top, radius=16, shadow=12,
            block=True,
        )  # fmt: skip
        side, cross = self.px(12 if self.finger else 26), self.control(32)
        inner = box.cut(side, self.px(18), side, self.px(22))
        self.title(f"{name}:title", title, inner.cut(right=self.px(48)).head(self.px(36)), 24)
        if closes:
            edge = self.px(10 if self.finger else 16)
            place = box.inset(edge, edge if self.finger else self.px(18)).end(cross).head(cross)
            self.button(f"{name}:x", place, "×", Everywhere.CLOSE, size=18)
        return inner.cut(top=self.px(48))

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

    def title(
        self, name: str, text: str, box: Box, size: float, *, align: str = "left", up: int = 1
    ) -> None:
        """Add a line in the letters and the colour of titles."""
        colour = self.theme.gold
        self.line(name, text, box, size, colour, font="title", weight="bold", align=align, up=up)

    def text(
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
        lines: int = 0,
        up: int = 1,
        hush: bool = False,
    ) -> float:
        """Add a text at the top of a box, broken into lines as wide; return how high it is."""
        pixels = self.px(size)
        shown = wrap(text, box.w, pixels, "text", weight, lines)
        high = line_height(pixels) * (shown.count("\n") + 1)
        words = Words(shown, pixels, colour or self.theme.ink, "text", weight, align, top=True)
        whole = not lines or hush or shown.replace("\n", " ") == " ".join(text.split())
        tip = "" if whole else text
        self.add(Node(name, box.head(high), self.z + up, words=words, clip=self.clip, tip=tip))
        return high

    def high(
        self, text: str, room: float, size: float, lines: int = 0, weight: str = "regular"
    ) -> float:
        """Return how high a text would be that is broken into lines."""
        pixels = self.px(size)
        shown = wrap(text, room, pixels, "text", weight, lines)
        return line_height(pixels) * (shown.count("\n") + 1)

    def beside(
        self, labels: Sequence[str], box: Box, size: float, more: float, gap: float
    ) -> list[Box]:
        """Return boxes for buttons side by side, together as wide as a box: each as its words need
        with so much more, and what is left over shared out; none too narrow for a finger.
        """
        gap, count = self.px(gap), len(labels)
        needs = [self.width(label, size, weight="semibold") + self.px(more) for label in labels]
        spare = box.w - gap * (count - 1) - sum(needs)
        wides = [n + spare / count if spare >= 0 else n * (1 + spare / sum(needs)) for n in needs]
        places = []
        for wide in _at_least(wides, self.finger):
            places.append(box.start(wide))
            box = box.cut(left=wide + gap)
        return places

    # -------------------------------------------------------------- lists that scroll

    def rows(
        self, shell: Shell, name: str, box: Box, items: Sequence[T], high: float, gap: float
    ) -> Iterator[tuple[int, T, Box]]:
        """Add what scrolls a list of rows; yield those that are seen: number, item and place."""
        high, gap = self.control(high), self.px(gap)
        count = max(1, int((box.h + gap) // (high + gap)))
        first, box = self.scroller(shell, name, box, len(items), count)
        for line, item in enumerate(items[first : first + count]):
            yield first + line, item, Box(box.x, box.y + line * (high + gap), box.w, high)

    def scroller(
        self, shell: Shell, name: str, box: Box, count: int, shown: int
    ) -> tuple[int, Box]:
        """Add what scrolls a list of so many rows, of which some are seen; return the first of
        these, and what is left of the box for them.

        The wheel, the page keys and two buttons at the right move it by rows; a finger swipes.
        """
        shell.limits[name] = float(max(0, count - shown))
        first = round(min(shell.scrolls.get(name, 0.0), shell.limits[name]))
        self.add(Node(f"{name}:list", box, self.z, scroll=name))
        if count <= shown:
            return 0, box
        side = self.px(22)
        column = box.end(side * (0.3 if self.finger else 1))
        bar = column if self.finger else column.inset(side * 0.36, side)
        bar = bar.head(max(1.0, bar.h))
        self.panel(f"{name}!bar", bar, self.theme.field, radius=3)
        part = Box(bar.x, bar.y + bar.h * first / count, bar.w, bar.h * shown / count)
        self.panel(f"{name}!part", part, self.theme.ink_faint, radius=3, up=1)
        ends = (("up", -1.0, column.head(side)), ("down", 1.0, column.foot(side)))
        for sign, step, place in () if self.finger else ends:
            end = first == 0 if sign == "up" else first >= count - shown
            self.button(f"{name}:{sign}", place, "", cmd.Scroll(name, step), dim=end, radius=4)
            colour = self.theme.ink_faint if end else self.theme.button_ink
            self.icon(f"{name}:{sign}!", place.inset(side * 0.2), f"chevron_{sign}", colour, up=3)
        return first, box.cut(right=column.w + self.px(6))

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
        note: str = "",
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
        """Add a button: its words, the key that presses it or a note as small print, an icon or a
        check. Where fingers press it no key is shown.

        A `dim` one would do nothing now, but say why. There is none for what isn't allowed here.
        """
        if not self.allows(do):
            return
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
        if shown := note or ("" if self.finger else shown_key):
            small = size * 0.84
            wide = self.width(shown, small) + 1
            place = Box(right - wide, box.y, wide, box.h)
            colour = ink if tone == "gold" else theme.ink_faint
            self.line(
                f"{name}:key", shown, place, small, colour, align="right", up=up + 1, hush=True
            )
            right -= wide + pad * 0.6
            align = "left" if align == "center" and not icon else align
        if label:
            room = Box(left, box.y, max(1.0, right - left), box.h)
            self.line(
                f"{name}:label", label, room, size, ink,
                weight="semibold", align=align, up=up + 1, hush=True,
            )  # fmt: skip


def _at_least(wides: Sequence[float], least: float) -> list[float]:
    """Return widths of the same sum of which none is below the least, if that can be."""
    over = sum(max(0.0, wide - least) for wide in wides)
    short = sum(max(0.0, least - wide) for wide in wides)
    if not short or short > over:
        return list(wides)
    return [least if w <= least else w - short * (w - least) / over for w in wides]


@dataclass
class Column:
    """Fills a box from its top; sizes are unscaled. What has no room any more is left out."""

    builder: PanelBuilder
    box: Box
    """What of the box is still free."""

    def fits(self, high: float) -> bool:
        """Return whether a row so high has room."""
        return self.box.h >= self.builder.px(high)

    def fits_control(self, high: float) -> bool:
        """Return whether a row of controls has room."""
        return self.box.h >= self.builder.control(high)

    def controls(self, high: float, gap: float = 0.0) -> Box:
        """Take a row of controls off the top, with a gap below it."""
        return self.row(self.builder.control(high) / self.builder.scale, gap)

    def row(self, high: float, gap: float = 0.0) -> Box:
        """Take a row off the top, with a gap below it."""
        taken, self.box = (
            self.box.head(self.builder.px(high)),
            self.box.cut(top=self.builder.px(high + gap)),
        )
        return taken

    def line(
        self, name: str, text: str, size: float, colour: str = "", *, weight: str = "regular",
        gap: float = 4,
    ) -> None:  # fmt: skip
        """Add one line."""
        if self.fits(size * 1.35):
            self.builder.line(name, text, self.row(size * 1.35, gap), size, colour, weight=weight)

    def text(
        self, name: str, text: str, size: float, colour: str = "", *, weight: str = "regular",
        lines: int = 3, gap: float = 4,
    ) -> None:  # fmt: skip
        """Add a text in as many lines as there may be and as have room."""
        lines = min(lines, int(self.box.h // self.builder.high("x", 1e6, size)))
        if lines > 0 and text:
            high = self.builder.text(name, text, self.box, size, colour, weight=weight, lines=lines)
            self.box = self.box.cut(top=high + self.builder.px(gap))
