"""Plates of seats: who sits there, how they are, and their own variables."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.artwork import fonts
from viewer.artwork.pieces import Disc
from viewer.artwork.widgets import Badge, Panel
from viewer.nodes import Box, Node, Spot, TablePlace
from viewer.scene.counters import Counter
from viewer.scene.flow_layout import Block, Size
from viewer.scene.scene_builder import Z_PANEL, Z_ZONE, SceneBuilder

MANY = 5
"""From so many players on counters stand below the names."""
LONGEST = 9.0
"""Names no longer than this, in sizes of their letters, are never shortened for counters."""


NARROWEST = 5.0
"""So many sizes of its letters a name has on a plate that is as small as it may be."""


class Plate(Block):
    """Who sits there: an avatar, the name, the points, a note, and the seat's own variables."""

    grow = 1.0

    def __init__(
        self, builder: SceneBuilder, seat: int, counters: Sequence[Counter], *, small: bool
    ) -> None:
        """Prepare for a seat. `small`: in one line, with others beside it."""
        self.builder = builder
        self.seat = seat
        self.counters = tuple(c for c in counters if not c.mark)
        self.marks = tuple(c for c in counters if c.mark)
        self.small = small
        self.wide = small
        self.row = builder.small * 1.75
        self.pitch = self.row + builder.gap * 0.4
        seats = builder.scene.seats
        self.info = seats[seat] if seat < len(seats) else None
        self.name = builder.seat_name(seat)
        self.moving = builder.scene.view.to_move == seat
        self.score = self.info.score if self.info else ""
        self.mate = self.info.mate if self.info else ""
        self.titled = ""
        """What stands in the place of points where the seat has none: its only counter's name."""
        if not self.score and len(self.counters) == 1 and self.counters[0].plain:
            (lone,), self.counters = self.counters, ()
            self.score, self.titled = lone.text(), lone.title
        self.about = (
            self.info, self.score, self.titled, small,
            tuple((c.name, c.variables, c.absent) for c in self._all),
        )  # fmt: skip
        """What it shows, but for who is asked."""
        self.measured = builder.measured(f"plate {seat}", self.about)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Return what a plate means."""
        return (Spot(TablePlace.of_seat(self.seat)),)

    # -------------------------------------------------------------- sizes

    def least(self, unit: float) -> Size:
        """Return the least size: a line with the name and points, below it the counters."""
        p = self.builder
        line = p.text * 2.0
        if self.small:
            name = min(self._name_least(), p.text * NARROWEST)
            wide = line + name + self._score_wide() + p.gap * 3
            if self.stacked:
                return Size(wide, line * 0.95 + self._low)
            return Size(wide + self._beside(), line)
        name = min(p.wide(self.name, p.text, weight="bold"), p.text * 4.5)
        wide = line + name + self._score_wide() + p.gap * 3
        wide += sum(c.short() for c in self.marks)
        wide = max((wide, *(counter.least(unit).w + p.gap for counter in self.counters)))
        return Size(wide, line + self._low + p.gap * 0.6)

    def best(self, unit: float) -> Size:
        """Return the best size."""
        least = self.least(unit)
        if self.small:
            return least
        p = self.builder
        high = p.text * (9.6 + (3.0 if self.info is not None else 0.0))
        high += len(self.counters) * (p.small * 1.75 + p.gap * 0.5)
        return Size(max(least.w, p.text * 12), high)

    @property
    def stacked(self) -> bool:
        """Return whether the counters stand below the name: where both have no room in a line."""
        p = self.builder
        if not self.small or not self._all:
            return False
        line = p.text * 2.0 + self._name_wide() + self._score_wide() + p.gap * 3
        room = p.scene.box.w / max(1, p.players - 1)
        return p.players >= MANY or line + self._beside() > room

    def _beside(self) -> float:
        """Return how wide the counters are in a line."""
        return sum(c.short() for c in self._all) + self.builder.gap * len(self._all)

    def _name_wide(self) -> float:
        """Return how much room the name needs, with the word for a partner."""
        p = self.builder
        name = min(p.wide(self.name, p.text, weight="semibold"), p.text * LONGEST) + 1.0
        return name + self._mate_wide()

    def _name_least(self) -> float:
        """Return how much room the name has in any case."""
        p = self.builder
        return max(self._name_wide() - self._mate_wide(), p.text * 4)

    def _mate_wide(self) -> float:
        p = self.builder
        return p.wide(self.mate, p.small) + p.gap if self.mate else 0.0

    def _grid(self, box: Box, unit: float) -> list[Node]:
        """Return the counters, two beside each other."""
        nodes, gap = list[Node](), self.builder.gap * 0.4
        wide = (box.w - gap) / 2 if len(self._all) > 1 else box.w
        for number, counter in enumerate(self._all):
            row, column = divmod(number, 2)
            place = Box(box.x + column * (wide + gap), box.y + row * self.pitch, wide, self.row)
            nodes += counter.nodes(place, unit)
        return nodes

    @property
    def _all(self) -> tuple[Counter, ...]:
        return (*self.marks, *self.counters)

    def _score_wide(self) -> float:
        """Return how much room the points have in a line: as much whatever they are."""
        p = self.builder
        usual = p.wide("−000", p.text * 1.15, "title", "bold")
        return min(max(usual, p.wide(self.score, p.text * 1.15, "title", "bold")), usual * 1.8)

    def _note(self) -> str:
        if self.info is None:
            return ""
        parts = (self.titled, self.mate, self.info.kind, self.info.note)
        return "\n".join(part for part in parts if part)

    # -------------------------------------------------------------- nodes

    def nodes(self, box: Box, unit: float) -> list[Node]:
        """Return the plate, as before where nothing has changed on it."""
        p = self.builder
        key = (p.everywhere, self.about, self.moving, box, unit, p.glow(self.spots))
        return p.scene.cache.nodes(f"plate {self.seat}", key, lambda: self._plate(box, unit))

    def _plate(self, box: Box, unit: float) -> list[Node]:
        """Return the plate: upright where there is room, else in one line."""
        builder, theme = self.builder, self.builder.theme
        upright = not self.small and box.h >= builder.text * 8.0 + self._low
        high = min(box.h, (self.best(unit) if upright else self.least(unit)).h)
        box = Box(box.x, box.centre[1] - high / 2, box.w, high)
        line = theme.gold if self.moving else theme.panel_line
        picture = Panel(
            theme.panel, line, round(min(12 * builder.scale, high / 4)), 0, theme.panel_top
        )
        plate = Node(
            f"plate:{self.seat + 1}", box, Z_PANEL + 1, picture, spots=self.spots,
            glow=builder.glow(self.spots), tip=self._tip(), block=True,
        )  # fmt: skip
        return [plate, *self._inside(box, unit, upright=upright)]

    def _inside(self, box: Box, unit: float, *, upright: bool) -> list[Node]:
        gap, low = self.builder.gap, self._low
        if self.stacked:
            inner = box.inset(gap * 0.5, min(gap * 0.3, box.h * 0.04))
            top = inner._replace(h=max(1.0, inner.h - low))
            return self._flat(top) + self._grid(inner._replace(y=top.bottom, h=low), unit)
        if self.small:
            return self._line(box.inset(gap * 0.5, box.h * 0.06), unit)
        inner = box.inset(gap * 0.8, gap * 0.3)
        top = inner.cut(bottom=low)
        nodes = self._upright(top) if upright else self._flat(top)
        for number, counter in enumerate(self.counters):
            row = Box(inner.x, top.bottom + self.pitch * number, inner.w, self.row)
            nodes += counter.nodes(row, unit)
        return nodes

    @property
    def _low(self) -> float:
        """Return how high the counters below the name are."""
        rows = -(-len(self._all) // 2) if self.stacked else len(self.counters)
        return rows * self.pitch

    def _tip(self) -> str:
        lines = [self.name, self._note()]
        lines += [c.tip() for c in self._all if not (c.absent or c.quiet)]
        return "\n".join(line for line in lines if line)

    def _disc(self, box: Box) -> Node:
        builder = self.builder
        member = builder.look.seat(self.seat)
        letter = self.name.strip()[:1].upper()
        picture = Disc(
            builder.seat_hues(self.seat), letter, "" if letter else member.icon if member else ""
        )
        return Node(f"plate:{self.seat + 1}:disc", box, Z_ZONE, picture=picture)

    def _line(self, box: Box, unit: float) -> list[Node]:
        """Return avatar and name, the counters, and the points, all in one line."""
        p = self.builder
        score = self._score_wide() + p.gap
        # The name comes first: counters that have no room beside it become narrower.
        least = min(box.h, p.text * 2.0) + self._name_least() + p.gap
        room = max(box.w * 0.25, box.w - score - least)
        factor = min(1.0, room / max(1.0, self._beside()))
        wides = [counter.short() * factor for counter in self._all]
        used = sum(wides) + p.gap * len(wides)
        x = box.right - score - used
        nodes = self._flat(box, room=max(1.0, x - box.x))
        for counter, wide in zip(self._all, wides, strict=True):
            place = Box(x, box.y + box.h * 0.1, wide, box.h * 0.8)
            nodes += counter.nodes(place, unit)
            x += wide + p.gap
        return nodes

    def _flat(self, box: Box, room: float = 0.0) -> list[Node]:
        """Return avatar, name and points in one line. `room`: what avatar and name may take."""
        p, theme = self.builder, self.builder.theme
        side = min(box.h * 0.86, p.text * 1.8)
        nodes = [self._disc(Box(box.x, box.centre[1] - side / 2, side, side))]
        score = min(self._score_wide() + 2, box.w * 0.4)
        left = box.x + side + p.gap * 0.7
        end = box.x + room if room else box.right - score - p.gap * 0.5
        if not self.small and self.marks:
            end -= sum(mark.short() for mark in self.marks)
            nodes += self._signs(Box(end, box.y, box.right - score - end, box.h))
        place = Box(left, box.y, max(1.0, end - left), box.h)
        if self.mate:
            place = self._partner(place, nodes)
        nodes += p.words(
            f"plate:{self.seat + 1}:name", place, self.name, p.text, theme.ink,
            weight="semibold", align="left",
        )  # fmt: skip
        nodes += p.words(
            f"plate:{self.seat + 1}:score", Box(box.right - score, box.y, score, box.h), self.score,
            p.text * 1.15, theme.gold, font="title", weight="bold", align="right", whole=True,
        )  # fmt: skip
        return nodes

    def _partner(self, box: Box, nodes: list[Node]) -> Box:
        """Add the word for a partner right of the name, or a sign at the avatar where the word has
        no room. Return the room of the name.
        """
        p, theme, id = self.builder, self.builder.theme, f"plate:{self.seat + 1}:mate"
        name = p.wide(self.name, p.text, weight="semibold") + 1.0
        if name + self._mate_wide() <= box.w:
            place = box.cut(left=name + p.gap)
            nodes += p.words(id, place, self.mate, p.small, theme.accent, align="left")
            return box._replace(w=name)
        disc = nodes[0].box
        side = disc.w * 0.6
        place = Box(disc.right - side * 0.75, disc.bottom - side * 0.85, side, side)
        ground = Badge(theme.panel, theme.accent)
        nodes.append(Node(id, place, Z_ZONE + 1, ground, tip=self.mate))
        sign = place.middle(side * 0.7, side * 0.7)
        nodes.append(Node(f"{id}:sign", sign, Z_ZONE + 2, p.icon("partners", theme.accent)))
        return box

    def _signs(self, box: Box) -> list[Node]:
        """Return the marks of a seat, from the right."""
        nodes: list[Node] = []
        right = box.right
        for mark in self.marks:
            wide = mark.short()
            place = Box(right - wide, box.y, wide, min(box.h, self.builder.text * 1.8))
            nodes += mark.nodes(place, 0.0)
            right -= wide
        return nodes

    def _upright(self, box: Box) -> list[Node]:
        """Return avatar, name, points and note, one below the other."""
        p, theme = self.builder, self.builder.theme
        note = fonts.wrap(self._note(), box.w, p.small, lines=3) if self._note() else ""
        wants = [p.text * 3.0, p.text * 1.5, p.text * 2.4 if self.score else 0.0]
        wants.append(fonts.line_height(p.small) * 3 if self.info is not None else 0.0)
        if sum(wants) > box.h:
            note, wants[3] = "", 0.0
        spare = max(0.0, box.h - sum(wants)) / 5
        y = box.y + spare
        side = min(wants[0], box.w)
        nodes = [self._disc(Box(box.centre[0] - side / 2, y, side, side))]
        nodes += self._signs(Box(box.x, box.y + p.gap * 0.3, box.w, wants[0]))
        y += wants[0] + spare
        nodes += p.words(
            f"plate:{self.seat + 1}:name", Box(box.x, y, box.w, wants[1]), self.name,
            p.text * 1.1, theme.ink, weight="semibold",
        )  # fmt: skip
        y += wants[1] + spare
        if self.score:
            nodes += p.words(
                f"plate:{self.seat + 1}:score", Box(box.x, y, box.w, wants[2]), self.score,
                p.text * 2.2, theme.gold, font="title", weight="bold", whole=True,
            )  # fmt: skip
        y += wants[2] + spare
        if note:
            nodes += self._lines(Box(box.x, y, box.w, wants[3]), note)
        return nodes

    def _lines(self, box: Box, note: str) -> list[Node]:
        p = self.builder
        high = fonts.line_height(p.small)
        nodes: list[Node] = []
        for number, line in enumerate(note.split("\n")):
            place = Box(box.x, box.y + high * number, box.w, high)
            nodes += p.words(
                f"plate:{self.seat + 1}:note{number}", place, line, p.small, p.theme.ink_soft
            )
        return nodes
