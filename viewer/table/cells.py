"""One line of cells with what is printed on them, what lies beside them and who stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine import ZoneView
from viewer.faces.pieces import Stone
from viewer.faces.sheet import HandMark, Ring
from viewer.faces.theme import Hues, blend
from viewer.faces.widgets import Panel
from viewer.nodes import WHOLE, Box, Node, Picture
from viewer.table.facts import ZoneFacts
from viewer.table.ghosts import Ghost, ghost_nodes
from viewer.table.look import Labels, MemberLook, ZoneLook
from viewer.table.painter import Z_PIECE, Z_ZONE, NodeMaker
from viewer.table.piece_pictures import PLAIN
from viewer.table.presenters import fitted, middle, roomy

_mix = lru_cache(maxsize=1024)(blend)
_LONGEST = 3.6
"""A step is at most so many times as long as high."""
_LEAST_VALUE = 6.5
"""Values are not written smaller; the tip tells them."""
_LEAST_SIGN = 7.0
"""Icons are not drawn smaller."""
_TALL = 1.6
"""A piece may be so many times as high as the cell that it stands on."""
_PRINTED = 11.0
"""Cells lower than this have nothing printed on them."""


class CellPainter:
    """Makes the nodes of lines of cells."""

    def __init__(
        self,
        painter: NodeMaker,
        facts: ZoneFacts,
        look: ZoneLook,
        *,
        mini: bool,
        guested: bool = False,
    ) -> None:
        """Prepare for a family. `guested`: something may lie beside its cells."""
        self.guested = guested
        self.member: MemberLook | None = None
        self.top = 0.0
        """Where the line begins that is painted: nothing sticks out of it."""
        self.painter = painter
        self.facts = facts
        self.look = look
        self.mini = mini

    def line(
        self,
        zones: Sequence[ZoneView],
        guests: Mapping[int | str, Sequence[ZoneView]],
        places: Mapping[int | str, Box],
        unit: float,
    ) -> list[Node]:
        """Return the nodes of one line."""
        nodes: list[Node] = []
        self.member = self.painter.member(zones[0])
        self.top = min((place.y for place in places.values()), default=0.0)
        for slot, place in places.items():
            here = list(guests.get(slot, ()))
            if isinstance(slot, int):
                nodes += self._cell(zones, slot, here, place, unit)
            else:
                nodes += self._end(zones, slot, here, place)
        return nodes

    # -------------------------------------------------------------- a cell

    def _cell(
        self,
        zones: Sequence[ZoneView],
        number: int,
        guests: Sequence[ZoneView],
        place: Box,
        unit: float,
    ) -> list[Node]:
        """Return a cell: its ground, what is printed on it, who stands there."""
        inset = min(self.painter.gap / 5, place.h * 0.06, place.w * 0.03)
        box, beside = self._stone(place.inset(inset))
        member = self.painter.member(zones[0])
        hues = member.hues if member else PLAIN
        label, tone = self._label(zones[0], number)
        picture: Picture
        ink = hues.ink
        filled = self._filled(zones, number)
        if self.facts.written:
            fill = hues.light if filled else _mix(hues.light, self.painter.theme.paper, 0.55)
            picture = Panel(fill, _mix(hues.mid, hues.dark, 0.4), round(min(6.0, box.h * 0.18), 1))
        else:
            stone = Stone(hues, tone, number + len(zones[0].name))
            picture, ink = stone, stone.ink
        base = self.painter.base(
            zones[0],
            box,
            picture,
            others=[*zones[1:], *guests],
            id=f"cell:{zones[0].name}:{number}",
        )
        nodes = [self._lit(replace(base, space=number), zones, number)]
        inner = (
            box
            if self.mini
            else box.inset(box.w * (0.06 if self.facts.written else 0.09), box.h * 0.08)
        )
        left, rest = self._printed(zones[0], number, label, ink, inner)
        nodes += left
        nodes += self._guests(guests, beside)
        if self.facts.written:
            return (
                nodes
                + self._symbol(zones[0], number, rest, hues, empty=not filled)
                + (self._value(zones, number, rest, hues))
            )
        return nodes + self._walkers(zones, number, rest, unit)

    def _lit(self, base: Node, zones: Sequence[ZoneView], number: int) -> Node:
        """Return a cell with a halo only where it tells something.

        What is written goes into the next free cell; where a piece may go to, its line glows.
        """
        first = self.facts.cells[0] if self.facts.cells else 1
        if self.facts.written and any(number == first + zone.count for zone in zones):
            return base
        cells = self.painter.scene.marks.cells
        if any((zone.name, number) in cells for zone in zones):
            return replace(base, glow="target")
        own = [spot for spot in base.spots if all(spot[0] != zone.name for zone in zones)]
        return replace(base, glow=self.painter.glow(own) if own else "")

    def _stone(self, box: Box) -> tuple[Box, Box]:
        """Return the place of a step, and the place beside it for what lies there."""
        if self.facts.written:
            return box, box
        side = min(box.h, box.w * 0.22) if self.guested else 0.0
        wide = min(box.w - side * 1.15, box.h * _LONGEST)
        used = wide + side * 1.15
        stone = Box(box.x + max((box.w - wide) / 2 - side * 0.6, 0.0), box.y, wide, box.h)
        if used > box.w * 0.95:
            stone = Box(box.x, box.y, wide, box.h)
        beside = Box(stone.right + side * 0.12, box.y + (box.h - side) / 2, side, side)
        return stone, beside

    def _filled(self, zones: Sequence[ZoneView], number: int) -> bool:
        return any(self._index_at(zone, number) is not None for zone in zones)

    def _index_at(self, zone: ZoneView, number: int) -> int | None:
        """Return which written value stands in a cell."""
        first = self.facts.cells[0] if self.facts.cells else 1
        index = number - first
        return index if 0 <= index < len(zone.items) else None

    def _label(self, zone: ZoneView, number: int) -> tuple[str, str]:
        """Return what is printed on a cell, and whether that is good or bad."""
        if self.look.labels is None:
            return ("" if self.facts.written else str(number)), ""
        text = self._told(self.look.labels, zone, number)
        tone = "bad" if text.startswith("-") else ""
        if not tone and self.look.gap is not None and number > self.look.gap:
            tone = "gold"
        return text.replace("-", "−"), tone

    def _told(self, labels: Labels, zone: ZoneView, number: int) -> str:
        """Return what a table of the rules says of a cell."""
        free = [w for n, w in enumerate(zone.indices) if n != self.facts.owner]
        table = self.painter.facts.tables.get(labels.table_of(free), {})
        for key in ((*free, str(number)), (str(number),), (str(number), *free)):
            if key in table:
                text = table[key]
                return "" if text in (".", "none") else text
        return ""

    def _printed(
        self, zone: ZoneView, number: int, label: str, ink: str, box: Box
    ) -> tuple[list[Node], Box]:
        """Return what is printed on a cell's left, and the rest of the cell."""
        if not label or self.mini or box.h < _PRINTED:
            return [], box
        written = bool(self.facts.written)
        size = min(self.painter.text * 1.1, box.h * (0.42 if written else 0.62))
        font, weight = ("text", "semibold") if written else ("title", "bold")
        wide = self.painter.wide("−20", size, font, weight) * 1.08
        if wide > box.w * 0.36:
            size, wide = size * max(0.55, box.w * 0.36 / wide), box.w * 0.36
        nodes = self.painter.words(
            f"label:{zone.name}:{number}",
            Box(box.x, box.y, wide, box.h),
            label,
            size,
            _mix(ink, "#888888", 0.25) if written else ink,
            font=font,
            weight=weight,
            align="left",
            z=Z_ZONE + 2,
        )
        return nodes, Box(box.x + wide, box.y, box.w - wide, box.h)

    def _symbol(
        self, zone: ZoneView, number: int, box: Box, hues: Hues, *, empty: bool
    ) -> list[Node]:
        """Return the sign that is printed in a cell of a sheet, small when the cell is filled."""
        if self.look.symbols is None or self.mini:
            return []
        word = self._told(self.look.symbols, zone, number)
        icon = self.look.symbols.icons.get(word, "")
        if not word:
            return []
        side = min(box.h * (0.58 if empty else 0.36), box.w * (0.4 if empty else 0.24))
        x = box.right - side * (1.1 if empty else 1.0)
        place = Box(x, box.y + (box.h - side) * (0.5 if empty else 0.0), side, side)
        name = f"symbol:{zone.name}:{number}"
        picture = self.painter.icon(icon, _mix(hues.dark, hues.mid, 0.2))
        if picture is not None:
            return [Node(name, place, Z_ZONE + 2, picture=picture)]
        return self.painter.words(name, place, word, side, hues.dark, weight="bold", z=Z_ZONE + 2)

    def _value(self, zones: Sequence[ZoneView], number: int, box: Box, hues: Hues) -> list[Node]:
        nodes: list[Node] = []
        for zone in zones:
            index = self._index_at(zone, number)
            if index is None:
                continue
            item = zone.items[index]
            place = box
            if not self.mini and box.h >= _PRINTED:
                place = Box(box.x, box.y, box.w * 0.74, box.h)
            high = min(place.h, place.w)
            node = self.painter.piece(zone, index, middle(place, (high, high)), Z_PIECE)
            if self.facts.written == "number":
                text = str(item.name)
                size = min(place.h * 0.86, place.w * 0.8, self.painter.text * 2.4)
                if size < _LEAST_VALUE:
                    continue
                words = self.painter.words(
                    node.id, place, text, size, hues.ink, font="title", weight="bold", z=Z_PIECE,
                    spots=node.spots, tip=node.tip,
                )  # fmt: skip
                nodes += words
            else:
                nodes.append(node)
        return nodes

    def _guests(self, guests: Sequence[ZoneView], place: Box) -> list[Node]:
        """Return what lies beside a cell, of zones of other families."""
        nodes: list[Node] = []
        for number, guest in enumerate(guests):
            wide = place.w / len(guests)
            part = Box(place.x + wide * number, place.y, wide, place.h)
            size = fitted(self.painter.size_of(guest, place.h * 3), part)
            for index in range(len(guest.items)):
                where = middle(part, size)
                nodes.append(self.painter.piece(guest, index, where, Z_PIECE + 1, whole=True))
        return nodes

    def _walkers(self, zones: Sequence[ZoneView], number: int, box: Box, unit: float) -> list[Node]:
        """Return the pieces on a cell side by side, each seat in a place of its own."""
        here = [
            (zone, index)
            for zone in zones
            for index, item in enumerate(zone.items)
            if item.space == number
        ]
        coming = [
            zone
            for zone in zones
            if zone.items and (zone.name, number) in self.painter.scene.marks.cells
        ]
        if not here and not coming:
            return []
        step = -1 if self.look.flow == "down" else 1
        covered = any(item.space == number + step for zone in zones for item in zone.items)
        tall = 1.0 if covered else _TALL
        size, places = self._stands(zones, len(here) + len(coming), box, unit, tall)
        nodes = []
        order = {zone.name: n for n, zone in enumerate(zones)}
        alone = len(places) == 1
        for place, (zone, index) in enumerate(here):
            x = places[place] if not alone else self._own(order[zone.name], len(zones), box, size)
            where = Box(x, box.bottom - size[1], *size)
            nodes.append(self.painter.piece(zone, index, where, Z_PIECE + 2 + place))
        for place, zone in enumerate(coming, len(here)):
            x = places[place] if not alone else self._own(order[zone.name], len(zones), box, size)
            where = Box(x, box.bottom - size[1], *size)
            ghost = Ghost(zone, zone.items[0])
            pale = ghost_nodes(self.painter, zone, ghost, where, Z_PIECE + 1, f":{number}")
            nodes += [replace(node, space=number) for node in pale]
        return nodes

    def _stands(
        self, zones: Sequence[ZoneView], count: int, box: Box, unit: float, tall: float
    ) -> tuple[tuple[float, float], list[float]]:
        """Return how large pieces on a cell are and where they stand, from left to right.

        They stand on its lower edge and may reach over the cell above, where nobody stands.
        """
        wanted = self.painter.size_of(zones[0], unit * roomy(self.painter, zones[0]))
        high = min(box.h * tall, box.bottom - self.top)
        size = fitted(wanted, Box(0, 0, box.w / count, high))
        step = min(box.w / count, size[0] * 1.1)
        x = box.x + (box.w - step * count) / 2 + (step - size[0]) / 2
        return size, [x + step * number for number in range(count)]

    def _own(self, number: int, count: int, box: Box, size: tuple[float, float]) -> float:
        """Return where a piece stands alone: each seat's in a place of its own."""
        return box.x + max(0.0, box.w - size[0]) * (number + 0.5) / count

    # -------------------------------------------------------------- ends

    def _end(
        self, zones: Sequence[ZoneView], slot: str, guests: Sequence[ZoneView], place: Box
    ) -> list[Node]:
        """Return a line's head, foot or break, with what lies there of other families."""
        painter, theme = self.painter, self.painter.theme
        member = painter.member(zones[0])
        hues = member.hues if member else PLAIN
        nodes: list[Node] = []
        if slot == "gap":
            nodes += self._break(zones[0], place, hues, split=bool(guests))
        for number, guest in enumerate(guests):
            wide = place.w / len(guests)
            part = Box(place.x + wide * number, place.y, wide, place.h)
            side = min(part.w, part.h) * (0.8 if slot != "gap" else 0.96)
            scored = slot == "foot" and self.look.badge == "score" and not self.mini
            if scored:
                left = Box(part.x, part.y, part.w * 0.4, part.h)
                right = Box(left.right, part.y, part.w * 0.6, part.h)
                part, side = left, min(side, left.w)
                nodes += painter.score_pills(zones[0], right)
            box = middle(part, (side, side))
            ring = Ring(hues.mid, _mix(hues.light, theme.paper, 0.4))
            nodes.append(painter.base(guest, box, ring, z=Z_ZONE + 3))
            marked = self._marked(guest, box)
            nodes += marked or self._sign(f"sign:{guest.name}", box, _mix(hues.dark, hues.mid, 0.3))
        if slot == "head" and not guests and member is not None and not self.mini:
            side = min(place.w, place.h) * 0.62
            picture = painter.icon(member.icon, member.hues.mid)
            box = middle(place, (side, side))
            nodes.append(Node(f"head:{zones[0].name}", box, Z_ZONE, picture=picture))
        if slot == "foot" and not guests and not self.mini:
            nodes += painter.score_pills(zones[0], place)
        return nodes

    def _break(self, zone: ZoneView, place: Box, hues: Hues, *, split: bool) -> list[Node]:
        """Return what parts two cells: a bar with an icon, or with one on each side of a guest."""
        fill = _mix(hues.dark, "#3a2a18", 0.5)
        box = place.inset(0, place.h * 0.12)
        icon = self.look.gap_icon if not self.mini else ""
        picture = Panel(fill, _mix(fill, "#000000", 0.3), round(box.h / 3, 1))
        nodes = [Node(f"break:{zone.name}", box, Z_ZONE, picture=picture)]
        sign = self.painter.icon(icon, _mix(hues.light, fill, 0.25))
        side = min(box.h * 1.25, place.h, box.w * 0.3)
        if not split:
            # What the line is called stands in its middle, for who can't tell its colour.
            nodes += self._sign(f"break:{zone.name}:sign", box, hues.light)
        if sign is None:
            return nodes
        for number, share in enumerate((0.18, 0.82)):
            where = Box(box.x + box.w * share - side / 2, box.centre[1] - side / 2, side, side)
            nodes.append(Node(f"break:{zone.name}:{number}", where, Z_ZONE + 1, sign))
        return nodes

    def _sign(self, name: str, box: Box, colour: str) -> list[Node]:
        """Return the icon of the line's word in the middle of a box, where it can be seen."""
        member = self.member
        side = min(box.w, box.h) * 0.72
        if member is None or side < _LEAST_SIGN:
            return []
        picture = self.painter.icon(member.icon, colour)
        return [Node(name, middle(box, (side, side)), Z_ZONE + 4, picture)] if picture else []

    def _marked(self, guest: ZoneView, box: Box) -> list[Node]:
        """Return what lies in a zone on a line's end, or a sign that it is lost."""
        nodes = []
        for index in range(len(guest.items)):
            inner = box.inset(box.w * 0.14)
            nodes.append(self.painter.piece(guest, index, inner, Z_PIECE, whole=True))
        if guest.items:
            return nodes
        for variable in self.painter.scene.view.variables:
            look = self.painter.look.variables.get(variable.family)
            marks = look is not None and not look.cell
            if look and marks and guest.family in look.on and variable.value == "yes":
                facts = self.painter.zone_facts(guest)
                free = [w for n, w in enumerate(guest.indices) if n != facts.owner]
                inside = variable.name.partition("[")[2].rstrip("]")
                if inside == ", ".join(free):
                    picture = HandMark(look.mark, self.painter.theme.bad)
                    nodes.append(
                        Node(
                            f"lost:{guest.name}", box.inset(box.w * 0.2), Z_PIECE, picture=picture,
                            spots=((guest.name, WHOLE),), tip=variable.title,
                        )
                    )  # fmt: skip
        return nodes
