"""A written sheet: a row with its name for each place of a family, a column for each player."""

from __future__ import annotations

from collections.abc import Sequence

from engine import ZoneView
from viewer.artwork.theme import blend
from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.rows import ZonesBlock
from viewer.scene.scene_builder import Z_PANEL, Z_PIECE, SceneBuilder, radius_of, worded

_LINE = 1.5
"""The least height of a row, in heights of its text."""
_COLUMN = 3.4
"""The least width of a player's column, in heights of text."""
_LONGEST = 9.0
"""A name that is longer than so many heights of text may be made smaller."""


class Sheet(ZonesBlock):
    """The places of a family as a table, each with what is written there."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for the zones of a family, of one player or of all."""
        super().__init__(builder, zones, title)
        self.owners = list(dict.fromkeys(zone.owner for zone in self.zones))
        self.named = len(self.owners) > 1
        self.lines: dict[str, dict[int | None, ZoneView]] = {}
        for zone in self.zones:
            self.lines.setdefault(self._name(zone), {})[zone.owner] = zone

    def _name(self, zone: ZoneView) -> str:
        numbers = (n for n in range(len(zone.indices)) if n != self.facts.owner)
        return worded(" ".join(self.builder.shown_index(zone, number) for number in numbers))

    @property
    def _names(self) -> float:
        """Return how wide the names of the rows are."""
        p = self.builder
        longest = max(p.wide(name, p.text) for name in self.lines)
        return min(longest, p.text * _LONGEST) + p.gap

    @property
    def _count(self) -> int:
        return len(self.lines) + self.named

    def least(self, unit: float) -> Size:
        """Return the least size: every name and number can be read."""
        p = self.builder
        wide = self._names + p.text * _COLUMN * len(self.owners)
        return Size(wide, p.text * _LINE * self._count + self.heading)

    def best(self, unit: float) -> Size:
        """Return the best size: lines that are easy to hit."""
        p = self.builder
        wide = self._names * 1.5 + p.text * _COLUMN * 2 * len(self.owners)
        return Size(wide, p.text * _LINE * 2.2 * self._count + self.heading)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the paper, the names of rows and players, and what is written."""
        p, theme = self.builder, self.builder.theme
        head = min(self.heading, box.h * 0.1)
        paper = box.cut(top=head)
        nodes = p.words(
            f"title:{self.zones[0].family}:sheet", Box(box.x, box.y, box.w, head), self.title,
            p.small, theme.ink_soft, weight="semibold",
        )  # fmt: skip
        picture = Panel(theme.well, theme.well_line, radius_of(p.text * 6))
        nodes.append(Node(f"sheet:{self.zones[0].family}", paper, Z_PANEL, picture=picture))
        inner = paper.inset(min(p.gap / 2, paper.w * 0.02))
        names = min(self._names * max(1.0, inner.w / self.least(unit).w), inner.w * 0.5)
        wide, high = (inner.w - names) / len(self.owners), inner.h / self._count
        size = min(p.text * 1.4, high / 1.3)
        for number, owner in enumerate(self.owners if self.named else ()):
            place = Box(inner.x + names + wide * number, inner.y, wide, high)
            if owner is not None:
                nodes += p.words(
                    f"sheet:{self.zones[0].family}:{number}", place.inset(p.gap / 4, 0),
                    p.seat_name(owner), size, p.seat_hues(owner).light, weight="semibold",
                )  # fmt: skip
        for number, (name, places) in enumerate(self.lines.items()):
            y = inner.y + high * (number + self.named)
            label = Box(inner.x + p.gap / 2, y, names - p.gap / 2, high)
            nodes += p.words(
                f"sheet:{self.zones[0].family}:{name}", label, name, size, theme.ink,
                weight="semibold", align="left",
            )  # fmt: skip
            for owner, zone in places.items():
                x = inner.x + names + wide * self.owners.index(owner)
                nodes += self._place(zone, Box(x, y, wide, high).inset(wide * 0.03, high * 0.06))
        return nodes

    def _place(self, zone: ZoneView, box: Box) -> list[Node]:
        """Return one place: its field, and what is written in it."""
        p, theme = self.builder, self.builder.theme
        mine = zone.owner in (None, p.scene.me)
        fill = blend(theme.well, theme.paper, 0.16 if mine else 0.06)
        picture = Panel(fill, theme.well_line, radius_of(box.h * 1.5))
        nodes = [p.base(zone, box, picture)]
        if not zone.items:
            return nodes
        middle = box.middle(min(box.w, box.h * 1.6), box.h)
        piece = p.piece(zone, 0, middle, Z_PIECE, whole=True)
        text = zone.items[0].shown or zone.items[0].name or ""
        said = p.words(
            f"said:{zone.name}", box, worded(text), min(p.text * 1.5, box.h * 0.72), theme.ink,
            font="title" if text.lstrip("-").isdigit() else "text", weight="bold", z=Z_PIECE + 1,
        )  # fmt: skip
        return [*nodes, piece._replace(picture=None), *said]
