"""Blocks of zones: a zone on its own, and the zones of a family side by side in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import ZoneView
from viewer.artwork.theme import blend
from viewer.artwork.widgets import BoardLines, Hexagon, Panel
from viewer.nodes import Box, Node, Picture
from viewer.scene.board_shape import SQUEEZED, full_board, is_squeezed, joined, marked
from viewer.scene.facts import NUMBER, SEAT
from viewer.scene.flow_layout import Block, Size
from viewer.scene.presenters import Measure, Show
from viewer.scene.scene_builder import Z_PANEL, Z_ZONE, SceneBuilder, radius_of, worded

MOST_NAMED = 6
"""Of so many numbered zones each has the family's name above it, of more only its number."""
HIGH = 2 / 3**0.5
"""How high a hexagon is on a corner, in its widths."""
STEP = 0.75
"""How far apart the rows of a board of hexagons are, in their heights."""
BESIDE = 0.2
"""How far the colour of a player is seen beside the cells at an edge, in cells."""
MOST_ACROSS = 14
"""More zones than these stand in several rows."""
FOOT_AND_SIDES = 3
"""So many players sit at the foot and at both sides of a table; all others sit at its top."""


@dataclass(frozen=True)
class ZoneByZone:
    """How a single zone is measured and shown; `band`: several of them lie on a band together."""

    least: Measure
    best: Measure
    present: Show
    band: bool = False


def shown(
    builder: SceneBuilder, zone: ZoneView, presenter: ZoneByZone, box: Box, unit: float
) -> list[Node]:
    """Return the nodes of a zone in a box, as before where nothing has changed there."""
    how = (presenter.present, unit)
    return builder.kept((zone,), box, how, lambda: presenter.present(builder, zone, box, unit))


class ZonesBlock(Block):
    """Zones of a family, with a title above them if that is wanted."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        """Prepare for zones, one at least."""
        self.builder = builder
        self.zones = tuple(zones)
        self.facts = builder.zone_facts(zones[0])
        self.look = builder.zone_look(zones[0])
        self.grow = self.look.grow
        self.title = title
        self.heading = builder.caption if title else 0.0
        """How high the title is."""


class ZoneBlock(ZonesBlock):
    """A zone on its own."""

    def __init__(
        self, builder: SceneBuilder, zone: ZoneView, presenter: ZoneByZone, title: str = ""
    ) -> None:
        super().__init__(builder, [zone], title)
        self.zone = zone
        self.presenter = presenter
        self.measured = builder.measured(zone.name, (zone, presenter, title))

    def least(self, unit: float) -> Size:
        """Return the least size: that of its presenter, and of its title."""
        return self._with_title(self.presenter.least(self.builder, self.zone, unit))

    def best(self, unit: float) -> Size:
        """Return the best size."""
        return self._with_title(self.presenter.best(self.builder, self.zone, unit))

    def _with_title(self, size: Size) -> Size:
        if not self.title:
            return size
        wide = self.builder.wide(self.title, self.builder.small) + 4
        return Size(max(size.w, min(wide, self.builder.small * 9)), size.h + self.heading)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the title and what the presenter makes."""
        head = min(self.heading, box.h * 0.4)
        inner = box.cut(top=head)
        nodes = shown(self.builder, self.zone, self.presenter, inner, unit)
        if head:
            # The place itself comes first; pieces may stick out of it.
            top = nodes[0].box.y if nodes else inner.y
            line = Box(box.x, max(box.y, min(top, inner.y + inner.h) - head), box.w, head)
            nodes += caption(self.builder, self.zone, line, self.title)
        return nodes


def caption(builder: SceneBuilder, zone: ZoneView, box: Box, text: str) -> list[Node]:
    """Return a zone's title."""
    if not text or box.h < 1:
        return []
    return builder.words(
        f"title:{zone.name}",
        box,
        text,
        builder.small,
        builder.theme.ink_soft,
        weight="semibold",
        spots=(zone.spot(),),
        tip=builder.zone_tip(zone),
    )


Place = tuple[float, float]
"""Where a zone lies among others: so many columns from the left, so many rows from the top."""


def side_by_side(count: int) -> tuple[Place, ...]:
    """Return places beside each other, in several rows where there are many."""
    rows = -(-count // MOST_ACROSS)
    across = -(-count // rows)
    return tuple((number % across, number // across) for number in range(count))


def around(count: int) -> tuple[Place, ...]:
    """Return places around the middle of a table, clockwise from the one at its foot.

    The second place is at the left, the last one at the right, all others are at the top.
    """
    if count < FOOT_AND_SIDES:
        return ((0.0, 1.0), (0.0, 0.0))[:count]
    top = count - FOOT_AND_SIDES
    right = max(top, 1) + 1
    high = 0.5 if top else 0.0
    above = [(1.0 + number, 0.0) for number in range(top)]
    return ((right / 2, high + 0.5), (0.0, high), *above, (float(right), high))


class Strip(ZonesBlock):
    """The zones of a family in places of the same size: side by side, or around a table."""

    def __init__(
        self,
        builder: SceneBuilder,
        zones: Sequence[ZoneView],
        presenter: ZoneByZone,
        *,
        titles: bool,
        places: Sequence[Place] = (),
    ) -> None:
        """Prepare for zones. `titles`: what each is, above it. `places`: side by side if empty."""
        super().__init__(builder, zones)
        self.presenter = presenter
        self.places = tuple(places) or side_by_side(len(zones))
        how = (self.zones, presenter, titles, self.places)
        self.measured = builder.measured(f"{zones[0].name} {len(zones)}", how)
        self.wide = self.look.wide
        self.frame = self.look.frame or ("band" if presenter.band else "none")
        self.heads = [self._head(zone) for zone in self.zones] if titles else []
        self.heading = builder.caption if titles else 0.0
        self.rows = max(row for _, row in self.places) + 1
        self.across = max(column for column, _ in self.places) + 1

    def _head(self, zone: ZoneView) -> str:
        facts = self.facts
        words = " ".join(
            self.builder.shown_index(zone, number)
            for number in range(len(facts.axes))
            if number != facts.owner or len(facts.axes) == 1
        )
        only = facts.free_axes[-1:] == (NUMBER,) and len(self.zones) <= MOST_NAMED
        return worded(f"{zone.heading} {words}") if only else worded(words)

    def least(self, unit: float) -> Size:
        """Return the least size: columns beside each other, as high as the highest."""
        return self._sum([self.presenter.least(self.builder, zone, unit) for zone in self.zones])

    def best(self, unit: float) -> Size:
        """Return the best size."""
        return self._sum([self.presenter.best(self.builder, zone, unit) for zone in self.zones])

    def _sum(self, sizes: Sequence[Size]) -> Size:
        gap = self.builder.gap
        pad = min(gap, sizes[0].h * 0.08) if self.frame == "band" else 0.0
        wide = max(size.w for size in sizes) * self.across + gap * (self.across - 1)
        high = (max(size.h for size in sizes) + self.heading) * self.rows + gap * (self.rows - 1)
        return Size(wide + pad, high + pad)

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return every column, and the band that they are on."""
        builder, theme = self.builder, self.builder.theme
        nodes: list[Node] = []
        if self.wide:
            box = builder.capped(box, round(self.across))
        inner = box
        if self.frame == "band":
            picture = Panel(theme.well, theme.well_line, radius_of(box.h * 1.2))
            nodes.append(Node(f"band:{self.zones[0].name}", box, Z_PANEL, picture=picture))
            inner = box.inset(0, min(builder.gap / 2, box.h * 0.037))
        head = min(self.heading, inner.h / self.rows * 0.4)
        columns = inner.placed(self.places, self.across, self.rows, builder.gap)
        for number, (zone, column) in enumerate(zip(self.zones, columns, strict=True)):
            place = column.cut(top=head)
            made = shown(builder, zone, self.presenter, place, unit)
            nodes += made
            if head:
                top = made[0].box.y if made else place.y
                line = Box(column.x, max(column.y, top - head), column.w, head)
                nodes += caption(builder, zone, line, self.heads[number])
        return nodes


class Squares(ZonesBlock):
    """A board: the zones of a family with two indices, in rows and columns."""

    def __init__(self, builder: SceneBuilder, zones: Sequence[ZoneView], title: str = "") -> None:
        super().__init__(builder, zones, title)
        self.axes = self.facts.free_members
        self.hexed = self.look.cells in ("hex", "rhombus")
        turn = self.look.turn
        self.turned = turn == "half" or (turn == "seats" and builder.scene.me != 0)
        """Whether the board stands on its head."""
        board = self.facts.board
        self.squeezed = board is not None and is_squeezed(board)
        drawn = (*board.cells, *board.ground) if board else ()
        self.lefts = [self._left(*self._turned(cell)) for cell in drawn]
        """Where what is drawn begins, in cells from the left."""

    @property
    def _span(self) -> tuple[float, float]:
        """Return how many cells the board is wide and high."""
        rows, columns = len(self.axes[0]), len(self.axes[1])
        down = rows * STEP + 1 - STEP if self.hexed else float(rows)
        if self.lefts:
            return max(self.lefts) - min(self.lefts) + 1, down
        if not self.hexed:
            return columns, rows
        most = rows - 1 if self.look.cells == "rhombus" else min(1, rows - 1)
        return columns + most / 2, down

    def _left(self, row: int, column: int) -> float:
        """Return by how many cells a cell is from the left, both as they are drawn."""
        return column * SQUEEZED if self.squeezed else column + self._shift(row)

    def _shift(self, row: int) -> float:
        """Return by how many cells a row is moved to the right, counted as it is drawn."""
        if self.look.cells == "rhombus":
            return row / 2
        # Turned round, the other rows are moved: neighbours stay neighbours.
        odd = len(self.axes[0]) - 1 - row if self.turned else row
        return 0.5 if self.hexed and odd % 2 != self.turned else 0.0

    def _cell(self, unit: float) -> tuple[float, float]:
        wide, high = self.builder.size_of(self.zones[0], unit)
        if self.hexed:
            high = max(wide, high) * HIGH
            wide = high / HIGH
        return wide + self.builder.gap / 2, high + self.builder.gap / 2

    def _size(self, cell: tuple[float, float]) -> Size:
        across, down = self._span
        return Size(cell[0] * across, cell[1] * down + self.heading)

    def least(self, unit: float) -> Size:
        """Return the least size: a piece in every square."""
        return self._size(self._cell(unit))

    def best(self, unit: float) -> Size:
        """Return the best size: squares that fill the room."""
        return self._size(self._cell(unit * 2.2))

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the squares and the contents of them, and their names at the edges."""
        head = min(self.heading, box.h * 0.2)
        edge = self.builder.caption if self.look.edges else 0.0
        across, down = self._span
        wide, high = (1.0, HIGH) if self.hexed else self.builder.size_of(self.zones[0], 1.0)
        beside = BESIDE if self.look.borders else 0.0
        factor = min(
            (box.w - edge) / (across + 2 * beside) / wide,
            (box.h - head - edge) / (down + 2 * beside) / high,
        )
        cell = wide * factor, high * factor
        used = cell[0] * across, cell[1] * down
        x0 = box.centre[0] - (used[0] - edge) / 2
        y0 = box.y + head + (box.h - head - edge - used[1]) / 2
        whole = Box(x0, y0, *used)
        nodes: list[Node] = []
        if head:
            line = Box(box.x, y0 - beside * cell[1] - head, box.w, head)
            nodes += caption(self.builder, self.zones[0], line, self.title)
        nodes += self._ground(whole, cell)
        for zone in self.zones:
            row, column = self._where(zone)
            place = self._place(row, column, whole, cell)
            if self.look.cells != "point" and not self.look.chequer:
                place = place.inset(min(self.builder.gap / 4, cell[0] * 0.03))
            dark = (row + column) % 2 == 1 or self.facts.board is not None
            nodes += self._border(zone, (row, column), place)
            nodes += self._square(zone, place, dark=dark)
        if edge:
            outer = whole.inset(-beside * cell[0], -beside * cell[1])
            nodes += self._edges(whole, outer, cell, edge)
        return nodes

    def _place(self, row: int, column: int, box: Box, cell: tuple[float, float]) -> Box:
        """Return where a cell is drawn."""
        left = self._left(row, column) - min(self.lefts, default=0.0)
        y = box.y + row * cell[1] * (STEP if self.hexed else 1.0)
        return Box(box.x + left * cell[0], y, *cell)

    def _ground(self, box: Box, cell: tuple[float, float]) -> list[Node]:
        """Return what is under the cells: lines between points, squares without a cell."""
        theme, nodes = self.builder.theme, list[Node]()
        board, name = self.facts.board, self.zones[0].name
        for number, place in enumerate(board.ground if board else ()):
            picture = Panel(blend(theme.well_line, theme.paper, 0.35), theme.well_line, 0)
            where = self._place(*self._turned(place), box, cell)
            nodes.append(Node(f"ground:{name}:{number}", where, Z_PANEL, picture=picture))
        hues = self.look.hues
        if self.look.cells == "point":
            if hues is not None:
                picture = Panel(hues.mid, hues.dark, radius_of(cell[1]), top=hues.light)
                nodes.append(Node(f"ground:{name}", box, Z_PANEL - 1, picture=picture))
            shape = board or full_board(len(self.axes[0]), len(self.axes[1]))
            places = [self._place(*self._turned(c), box, cell).centre for c in shape.cells]
            at = [((x - box.x) / box.w, (y - box.y) / box.h) for x, y in places]
            lines = tuple((*at[one], *at[other]) for one, other in joined(shape))
            discs = tuple(at[number] for number in marked(shape))
            ink = hues.dark if hues is not None else ""
            drawn = BoardLines(theme, lines, discs, round(cell[1]), ink)
            nodes.append(Node(f"lines:{name}", box, Z_PANEL, picture=drawn))
        return nodes

    def _turned(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return the row and the column of a cell as they are drawn."""
        row, column = cell
        if self.turned:
            return len(self.axes[0]) - 1 - row, len(self.axes[1]) - 1 - column
        return row, column

    def _edges(self, box: Box, outer: Box, cell: tuple[float, float], edge: float) -> list[Node]:
        """Return the names of the rows on the left and of the columns below."""
        p, nodes = self.builder, list[Node]()
        name = self.zones[0].family
        last = self._shift(len(self.axes[0]) - 1)
        step = cell[1] * (STEP if self.hexed else 1.0)
        said = self.facts.sides
        for axis, words in enumerate(said or self.axes):
            for number, word in enumerate(words[::-1] if self.turned else words):
                left = outer.x + self._shift(number) * cell[0] - edge * 1.1
                place = (
                    Box(left, box.y + step * number, edge, cell[1])
                    if axis == 0
                    else Box(box.x + cell[0] * (number + last), outer.bottom, cell[0], edge)
                )
                nodes += p.words(
                    f"edge:{name}:{axis}:{number}", place, word if said else worded(word), p.small,
                    p.theme.ink_soft, weight="semibold",
                )  # fmt: skip
        return nodes

    def _where(self, zone: ZoneView) -> tuple[int, int]:
        free = [w for n, w in enumerate(zone.indices) if n != self.facts.owner]
        return self._turned((self.axes[0].index(free[0]), self.axes[1].index(free[1])))

    def _border(self, zone: ZoneView, at: tuple[int, int], box: Box) -> list[Node]:
        """Return what is seen of a player's colour beside a cell at the edge of the board."""
        nodes = list[Node]()
        # A column of a rhombus leans, so what is beside it is a little lower or higher.
        lean = 0.5 if self.look.cells == "rhombus" else 0.0
        for axis, word in enumerate(self.look.borders):
            member = self.builder.look.member(SEAT, word)
            for end, out in ((0, -BESIDE), (len(self.axes[axis]) - 1, BESIDE)):
                if member is None or at[axis] != end:
                    continue
                x, y = (0.0, out) if axis == 0 else (out, -out * lean)
                place = Box(box.x + x * box.w, box.y + y * box.h, box.w, box.h)
                hues = member.hues
                picture = (
                    Hexagon(self.builder.theme, hues)
                    if self.hexed
                    else Panel(hues.mid, hues.dark, 0)
                )
                nodes.append(
                    Node(f"border:{zone.name}:{axis}:{end}", place, Z_PANEL, picture=picture)
                )
        return nodes

    def _square(self, zone: ZoneView, box: Box, *, dark: bool) -> list[Node]:
        """Return one square: what is written or lies in it, a little smaller than itself."""
        builder, theme = self.builder, self.builder.theme
        picture: Picture | None = builder.well(zone, box.h, sign=False)
        inner = box.inset(box.w * 0.1, box.h * (0.2 if self.hexed else 0.1))
        if self.hexed:
            picture = Hexagon(theme, self.look.hues)
        hues = self.look.hues
        if self.look.chequer and hues is not None:
            picture = Panel(hues.mid if dark else hues.light, hues.dark, 0)
        elif self.look.chequer:
            fill = theme.well if dark else blend(theme.well_line, theme.paper, 0.35)
            picture = Panel(fill, theme.well_line, 0)
        elif hues is not None and not self.hexed:
            picture = Panel(hues.mid, hues.dark, 0)
        if self.look.cells == "point":
            picture, inner = None, box.inset(box.w * 0.04, box.h * 0.04)
            box = box.inset(box.w * 0.12, box.h * 0.12)
        nodes = [builder.base(zone, box, picture)._replace(hexagon=self.hexed)]
        if self.look.cells == "point" and not zone.items and nodes[0].glow:
            # Only the crossing is lit, so that the lines of the board are still seen.
            small = box.inset(box.w * 0.34, box.h * 0.34)
            nodes.append(nodes[0]._replace(id=f"lit:{zone.name}", box=small))
            nodes[0] = nodes[0]._replace(glow="")
        for index in range(len(zone.items)):
            nodes.append(builder.piece(zone, index, inner, Z_ZONE + 10 + index, whole=True))
        return nodes
