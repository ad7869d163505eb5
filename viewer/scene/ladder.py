"""Lines of cells: tracks that pieces walk along, and columns or rows that are written into.

Zones of other families may lie on its cells: a tile beside a step, a mark at a line's foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine import ZoneView
from viewer.artwork.theme import blend
from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node
from viewer.scene.cells import CellPainter, Slot
from viewer.scene.flow_layout import Size
from viewer.scene.rows import ZonesBlock
from viewer.scene.scene_builder import Z_PANEL, SceneBuilder, radius_of, worded

MOST_UPRIGHT = 13
"""A single line with more cells than these lies down."""
_BREAK = 0.55
"""The height of a break between two cells, in cells."""


@dataclass
class CellLine:
    """One line of cells: the zones that share it, and what is on it of other families."""

    key: tuple[str, ...]
    zones: list[ZoneView]
    guests: dict[Slot, list[ZoneView]] = field(default_factory=dict)


class Ladder(ZonesBlock):
    """The zones of a family as lines of cells, side by side."""

    def __init__(
        self,
        builder: SceneBuilder,
        zones: Sequence[ZoneView],
        title: str = "",
        *,
        mini: bool = False,
    ) -> None:
        """Prepare for the zones of a family. `mini`: without anything printed on the cells."""
        super().__init__(builder, zones, title)
        self.family = zones[0].family
        self.mini = mini
        self.low, self.high = self.facts.cells or (1, max(1, self.facts.capacity))
        self.lines = self._lines(zones)
        self._seat_guests()
        self.wide = not mini and (self.facts.written == "" or len(self.lines) > 2)
        slots = {slot for line in self.lines for slot in line.guests}
        self.headed = "head" in slots
        self.footed = "foot" in slots
        plain = builder.member(zones[0]) is None and len(self.lines) > 1
        self.named = plain and not (mini or self.headed or self.footed)
        lying = len(self.lines) == 1 and self.count > MOST_UPRIGHT
        self.flat = self.look.flow == "right" or lying
        self.guested = any(isinstance(slot, int) for slot in slots)
        guests = tuple(zone for line in self.lines for row in line.guests.values() for zone in row)
        how = (self.zones, guests, title, mini)
        self.measured = builder.measured(f"ladder {zones[0].name} {mini}", how)

    @property
    def count(self) -> int:
        """Return how many cells a line has."""
        return self.high - self.low + 1

    # -------------------------------------------------------------- which pieces are where

    def _lines(self, zones: Sequence[ZoneView]) -> list[CellLine]:
        lines: dict[tuple[str, ...], CellLine] = {}
        for zone in zones:
            key = tuple(w for n, w in enumerate(zone.indices) if n != self.facts.owner)
            lines.setdefault(key, CellLine(key, [])).zones.append(zone)
        return list(lines.values())

    def _seat_guests(self) -> None:
        """Find the zones of other families on these lines."""
        for family, look in self.builder.look.zones.items():
            if self.family in look.on:
                for zone in self.builder.zones_of(family):
                    self._seat_guest(zone, look.at)

    def _seat_guest(self, zone: ZoneView, at: Slot | None) -> None:
        facts = self.builder.zone_facts(zone)
        free = [w for n, w in enumerate(zone.indices) if n != facts.owner]
        for line in self.lines:
            size = len(line.key)
            owners = {z.owner for z in line.zones}
            if tuple(free[:size]) != line.key or not (zone.owner is None or zone.owner in owners):
                continue
            slot = at
            if slot is None and len(free) > size and free[size].lstrip("-").isdigit():
                slot = int(free[size])
            line.guests.setdefault("head" if slot is None else slot, []).append(zone)

    # -------------------------------------------------------------- sizes

    @property
    def _units(self) -> float:
        """Return how many cells high a line is, with its head, foot and break."""
        extra = self.look.head + self.look.foot
        extra = max(extra, float(self.headed) + float(self.footed))
        return self.count + extra + (_BREAK if self.look.gap is not None else 0.0)

    def _cell(self, unit: float) -> tuple[float, float]:
        p = self.builder
        if self.mini:
            return p.small * 1.0, p.small * 0.78
        pieces = 0.0 if self.facts.written else min(4, len(self.lines[0].zones)) * 0.12
        return (
            max(p.small * 2.6, unit * (0.42 + pieces) * self.look.size),
            max(p.small * 1.25, unit * 0.26 * self.look.size),
        )

    def _size(self, cell: tuple[float, float]) -> Size:
        gap = self.builder.gap
        head = self.heading
        if self.flat:
            rows = len(self.lines) * -(-self.count // 12)
            return Size(cell[0] * min(12, self.count), cell[1] * 1.6 * rows + head)
        wide = cell[0] * len(self.lines) + gap * (len(self.lines) - 1)
        named = self.builder.caption if self.named else 0.0
        return Size(wide, cell[1] * self._units + head + named)

    def least(self, unit: float) -> Size:
        """Return the least size: cells that can be read."""
        return self._size(self._cell(unit))

    def best(self, unit: float) -> Size:
        """Return the best size."""
        wide, high = self._cell(unit)
        factor = 3.0 if self.facts.written else 1.6
        if self.mini:
            factor = 4.2 if self.builder.players == 2 else 2.4
        return self._size((wide * factor, high * factor))

    # -------------------------------------------------------------- nodes

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the cells of every line and what stands on them."""
        builder = self.builder
        head = min(self.heading, box.h * 0.2)
        nodes: list[Node] = []
        if head:
            zone = self.lines[0].zones[0]
            nodes += builder.words(
                f"title:{zone.name}:ladder", Box(box.x, box.y, box.w, head), self.title,
                builder.small, builder.theme.ink_soft, weight="semibold",
            )  # fmt: skip
        inner = box.cut(top=head)
        if self.flat:
            return nodes + self._lying(inner, unit)
        if self.wide and not self.facts.written:
            inner = builder.capped(inner, len(self.lines))
        gap = min(builder.gap, inner.w / len(self.lines) * 0.12)
        named = min(builder.caption, inner.h * 0.2) if self.named else 0.0
        columns = inner.cut(bottom=named).split(len(self.lines), gap=gap)
        for line, column in zip(self.lines, columns, strict=True):
            nodes += self._kept(line, column, unit)
            if named:
                nodes += self._name(line, Box(column.x, column.bottom, column.w, named))
        return nodes

    def _cells(self, line: CellLine, places: dict[Slot, Box], unit: float) -> list[Node]:
        cells = CellPainter(
            self.builder, line.zones, line.guests, mini=self.mini, guested=self.guested
        )
        return cells.nodes(places, unit)

    def _kept(self, line: CellLine, box: Box, unit: float) -> list[Node]:
        """Return a line that goes up (or down), as before where nothing has changed there."""
        guests = [zone for row in line.guests.values() for zone in row]
        slots = tuple((slot, len(row)) for slot, row in line.guests.items())
        laid = (self.mini, slots, self.headed, self.footed, self.guested)
        how = (unit, laid, self.builder.scene.view.variables)
        return self.builder.kept(
            (*line.zones, *guests), box, how, lambda: self._upright(line, box, unit)
        )

    def _upright(self, line: CellLine, box: Box, unit: float) -> list[Node]:
        """Return a line that goes up (or down)."""
        ground = box
        if self.facts.written:
            box = box.inset(min(self.builder.gap / 2, box.w * 0.05), self.builder.gap / 2)
        step, last = box.h / self._units, self._last(line)
        places: dict[Slot, Box] = {}
        slots: list[Slot] = [*range(self.low, self.high + 1)]
        if self.look.gap is not None:
            slots.insert(slots.index(self.look.gap) + 1, "gap")
        if self.footed or self.look.foot:
            slots.insert(0, "foot")
        if self.headed or self.look.head:
            slots.append("head")
        if self.look.flow != "down":
            slots.reverse()
        y = box.y
        for slot in slots:
            high = step * (_BREAK if slot == "gap" else 1.0)
            if not isinstance(slot, int) or slot <= last:
                places[slot] = Box(box.x, y, box.w, high)
            y += high
        short = step * (self.high - last)
        above = short if self.look.flow != "down" else 0.0
        ground = ground.cut(top=above, bottom=short - above)
        nodes = [] if self.mini else [self._path(line, ground)]
        return nodes + self._cells(line, places, unit)

    def _last(self, line: CellLine) -> int:
        """Return the last cell of a line."""
        return max(map(self.facts.last_cell, line.zones))

    def _has_targets(self, line: CellLine) -> bool:
        """Return whether it is known which spaces of a line a piece may get to."""
        places = {zone.place for zone in line.zones}
        return any(place in places for place, _ in self.builder.scene.marks.cells)

    def _path(self, line: CellLine, box: Box) -> Node:
        """Return the ground that a line of steps lies on."""
        builder, theme = self.builder, self.builder.theme
        member = builder.member(line.zones[0])
        dark = member.hues.dark if member else theme.well_line
        picture = Panel(
            blend(theme.well, dark, 0.28), blend(theme.well_line, dark, 0.4), radius_of(box.w)
        )
        spots = tuple(zone.spot() for zone in line.zones)
        return Node(
            f"path:{line.zones[0].name}",
            box,
            Z_PANEL + 1,
            picture=picture,
            spots=spots,
            glow="" if self.facts.written or self._has_targets(line) else builder.glow(spots),
            tip="\n".join(builder.zone_tip(zone) for zone in line.zones if zone.count),
        )

    def _lying(self, box: Box, unit: float) -> list[Node]:
        """Return lines that go to the right, in several rows when they are long."""
        per_row = self._per_row(box)
        each = per_row * -(-self.count // per_row)
        cells = box.split(each * len(self.lines), per_row)
        nodes: list[Node] = []
        for number, line in enumerate(self.lines):
            numbers = range(self.low, self._last(line) + 1)
            places: dict[Slot, Box] = dict(zip(numbers, cells[each * number :], strict=False))
            nodes += self._cells(line, places, unit)
        return nodes

    def _per_row(self, box: Box) -> int:
        best, count = 1.0, self.count
        for rows in range(1, count + 1):
            per_row = -(-count // rows)
            wide, high = box.w / per_row, box.h / (rows * len(self.lines))
            if min(wide, high * 1.6) > best:
                best, chosen = min(wide, high * 1.6), per_row
            elif rows > 1:
                break
        return chosen if best > 1.0 else count

    def _name(self, line: CellLine, box: Box) -> list[Node]:
        """Return what a line is called, for lines that no colour tells apart."""
        builder, zone = self.builder, line.zones[0]
        pairs = zip(zone.place.indices, zone.shown, strict=True)
        said = (shown for index, shown in pairs if isinstance(index, str))
        return builder.words(
            f"name:{zone.name}", box, worded(" ".join(said)), builder.small, builder.theme.ink_soft
        )
