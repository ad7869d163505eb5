"""One line of cells with what is printed on them, what is beside them and who stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine import ZoneView
from viewer.artwork.pieces import Stone
from viewer.artwork.sheet import Cell, HandMark, Ring
from viewer.artwork.theme import blend, ink_on
from viewer.nodes import Box, Node, Picture
from viewer.scene.ghosts import Ghost, ghost_nodes
from viewer.scene.look import Labels
from viewer.scene.piece_pictures import PLAIN
from viewer.scene.presenters import fitted, roomy
from viewer.scene.scene_builder import Z_PIECE, Z_ZONE, SceneBuilder

_mix = lru_cache(maxsize=1024)(blend)
Slot = int | str
"""Where something stands on a line: a cell's number, its head, its foot, or its break."""
_LONGEST = 3.6
"""A step is at most so many times as long as high."""
_LEAST_VALUE = 6.5
"""Values are not written smaller; the tip tells them."""
_LEAST_SIGN = 7.0
"""Icons are not drawn smaller."""
_TALL = 1.6
"""A piece may be so many times as high as the cell that it is on."""
_PRINTED = 11.0
"""Cells lower than this have nothing printed on them."""


class CellPainter:
    """Makes the nodes of one line of cells, which some zones share, and of what is on it."""

    def __init__(
        self, builder: SceneBuilder, zones: Sequence[ZoneView],
        guests: Mapping[Slot, Sequence[ZoneView]], *, mini: bool, guested: bool,
    ) -> None:  # fmt: skip
        """Prepare for a line. `guested`: something may lie beside the cells of its family."""
        self.builder = builder
        self.zones = zones
        self.guests = guests
        self.mini = mini
        self.guested = guested
        self.facts = builder.zone_facts(zones[0])
        self.look = builder.zone_look(zones[0])
        self.member = builder.member(zones[0])
        self.hues = self.member.hues if self.member else PLAIN
        self.first = self.facts.cells[0] if self.facts.cells else 1

    def nodes(self, places: Mapping[Slot, Box], unit: float) -> list[Node]:
        """Return the nodes of the line, for where its cells and ends are."""
        nodes: list[Node] = []
        top = min((place.y for place in places.values()), default=0.0)
        for slot, place in places.items():
            if isinstance(slot, int):
                nodes += self._cell(slot, place, unit, top)
            else:
                nodes += self._end(slot, place)
        return nodes

    # -------------------------------------------------------------- a cell

    def _cell(self, number: int, place: Box, unit: float, top: float) -> list[Node]:
        """Return a cell: its ground, what is printed on it, who stands there."""
        builder, hues, written = self.builder, self.hues, self.facts.written
        zone, guests = self.zones[0], self.guests.get(number, ())
        inset = min(builder.gap / 5, place.h * 0.06, place.w * 0.03)
        box, beside = self._stone(place.inset(inset))
        label, tone = self._label(number)
        filled = any(self._index_at(zone, number) is not None for zone in self.zones)
        picture: Picture
        if written:
            fill = hues.light if filled else _mix(hues.light, builder.theme.paper, 0.55)
            line, ink = _mix(hues.mid, hues.dark, 0.4), ink_on(fill, hues.ink)
            picture = Cell(fill, line, round(min(6.0, box.h * 0.18), 1))
        else:
            picture = stone = Stone(hues, tone, number + len(zone.name))
            ink = stone.ink
        others, name = [*self.zones[1:], *guests], f"cell:{zone.name}:{number}"
        base = builder.base(zone, box, picture, others=others, id=name)
        nodes = [self._lit(base._replace(space=number), number)]
        inner = box if self.mini else box.inset(box.w * (0.06 if written else 0.09), box.h * 0.08)
        left, rest = self._printed(number, label, ink, inner)
        nodes += [*left, *self._guests(guests, beside)]
        if not written:
            return nodes + self._walkers(number, rest, unit, top)
        return [*nodes, *self._symbol(number, rest, empty=not filled), *self._value(number, rest)]

    def _lit(self, base: Node, number: int) -> Node:
        """Return a cell with a halo only where it tells something.

        What is written goes into the next free cell; where a piece may go to, its line glows.
        """
        if self.facts.written and any(number == self.first + zone.count for zone in self.zones):
            return base
        cells = self.builder.scene.marks.cells
        if any((zone.place, number) in cells for zone in self.zones):
            return base._replace(glow="target")
        own = [spot for spot in base.spots if all(spot.place != zone.place for zone in self.zones)]
        return base._replace(glow=self.builder.glow(own) if own else "")

    def _stone(self, box: Box) -> tuple[Box, Box]:
        """Return the place of a step, and the place beside it for the pieces there."""
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

    def _index_at(self, zone: ZoneView, number: int) -> int | None:
        """Return which written value stands in a cell."""
        index = number - self.first
        return index if 0 <= index < len(zone.items) else None

    def _label(self, number: int) -> tuple[str, str]:
        """Return what is printed on a cell, and whether that is good or bad."""
        if self.look.labels is None:
            return ("" if self.facts.written else str(number)), ""
        text = self._from_table(self.look.labels, number)
        tone = "bad" if text.startswith("-") else ""
        if not tone and self.look.gap is not None and number > self.look.gap:
            tone = "gold"
        return text.replace("-", "−"), tone

    def _from_table(self, labels: Labels, number: int) -> str:
        """Return what a table of the rules says of a cell."""
        free = [w for n, w in enumerate(self.zones[0].indices) if n != self.facts.owner]
        table = self.builder.facts.tables.get(labels.table_of(free), {})
        for key in ((*free, str(number)), (str(number),), (str(number), *free)):
            if key in table:
                text = table[key]
                return "" if text == "none" else text
        return ""

    def _printed(self, number: int, label: str, ink: str, box: Box) -> tuple[list[Node], Box]:
        """Return what is printed on a cell's left, and the rest of the cell."""
        if not label or self.mini or box.h < _PRINTED:
            return [], box
        written = bool(self.facts.written)
        size = min(self.builder.text * 1.1, box.h * (0.42 if written else 0.62))
        font, weight = ("text", "semibold") if written else ("title", "bold")
        wide = self.builder.wide("−20", size, font, weight) * 1.08
        if wide > box.w * 0.36:
            size, wide = size * max(0.55, box.w * 0.36 / wide), box.w * 0.36
        nodes = self.builder.words(
            f"label:{self.zones[0].name}:{number}", box.start(wide), label, size,
            _mix(ink, "#888888", 0.25) if written else ink, font=font, weight=weight,
            align="left", z=Z_ZONE + 2,
        )  # fmt: skip
        return nodes, box.cut(left=wide)

    def _symbol(self, number: int, box: Box, *, empty: bool) -> list[Node]:
        """Return the sign that is printed in a cell of a sheet, small when the cell is filled."""
        if self.look.symbols is None or self.mini:
            return []
        word = self._from_table(self.look.symbols, number)
        if not word:
            return []
        side = min(box.h * (0.58 if empty else 0.36), box.w * (0.4 if empty else 0.24))
        x = box.right - side * (1.1 if empty else 1.0)
        place = Box(x, box.y + (box.h - side) * (0.5 if empty else 0.0), side, side)
        name, dark = f"symbol:{self.zones[0].name}:{number}", self.hues.dark
        icon = self.look.symbols.icons.get(word, "")
        if picture := self.builder.icon(icon, _mix(dark, self.hues.mid, 0.2)):
            return [Node(name, place, Z_ZONE + 2, picture=picture)]
        return self.builder.words(name, place, word, side, dark, weight="bold", z=Z_ZONE + 2)

    def _value(self, number: int, box: Box) -> list[Node]:
        nodes: list[Node] = []
        place = box
        if not self.mini and box.h >= _PRINTED:
            place = box.start(box.w * 0.74)
        high = min(place.h, place.w)
        for zone in self.zones:
            index = self._index_at(zone, number)
            if index is None:
                continue
            node = self.builder.piece(zone, index, place.middle(high, high), Z_PIECE, paper=True)
            if self.facts.written != "number":
                nodes.append(node)
                continue
            size = min(place.h * 0.86, place.w * 0.8, self.builder.text * 2.4)
            if size >= _LEAST_VALUE:
                nodes += self.builder.words(
                    node.id, place, str(zone.items[index].name), size, self.hues.ink, font="title",
                    weight="bold", z=Z_PIECE, spots=node.spots, tip=node.tip,
                )  # fmt: skip
        return nodes

    def _guests(self, guests: Sequence[ZoneView], place: Box) -> list[Node]:
        """Return what is beside a cell, of zones of other families."""
        nodes: list[Node] = []
        for guest, part in zip(guests, place.split(len(guests)), strict=True):
            where = part.middle(*fitted(self.builder.size_of(guest, place.h * 3), part))
            for index in range(len(guest.items)):
                piece = self.builder.piece(guest, index, where, Z_PIECE + 1, whole=True, paper=True)
                nodes.append(piece)
        return nodes

    def _walkers(self, number: int, box: Box, unit: float, top: float) -> list[Node]:
        """Return the pieces on a cell side by side, each seat in a place of its own.

        They stand on its lower edge and may reach over the cell above, where nobody stands.
        """
        builder, zones = self.builder, self.zones
        here: list[tuple[ZoneView, int | None]] = [
            (zone, index)
            for zone in zones
            for index, item in enumerate(zone.items)
            if item.space == number
        ]
        cells = builder.scene.marks.cells
        here += [(zone, None) for zone in zones if zone.items and (zone.place, number) in cells]
        if not here:
            return []
        step = -1 if self.look.flow == "down" else 1
        covered = any(item.space == number + step for zone in zones for item in zone.items)
        high = min(box.h * (1.0 if covered else _TALL), box.bottom - top)
        wanted = builder.size_of(zones[0], unit * roomy(builder, zones[0]))
        size = fitted(wanted, Box(0, 0, box.w / len(here), high))
        step_wide = min(box.w / len(here), size[0] * 1.1)
        left = box.x + (box.w - step_wide * len(here)) / 2 + (step_wide - size[0]) / 2
        nodes = []
        order = {zone.name: n for n, zone in enumerate(zones)}
        for place, (zone, index) in enumerate(here):
            x = left + step_wide * place
            if len(here) == 1:
                spare = max(0.0, box.w - size[0])
                x = box.x + spare * (order[zone.name] + 0.5) / len(zones)
            where = Box(x, box.bottom - size[1], *size)
            if index is not None:
                nodes.append(builder.piece(zone, index, where, Z_PIECE + 2 + place))
                continue
            ghost = Ghost(zone, zone.items[0])
            pale = ghost_nodes(builder, zone, ghost, where, Z_PIECE + 1, f":{number}")
            nodes += [node._replace(space=number) for node in pale]
        return nodes

    # -------------------------------------------------------------- ends

    def _end(self, slot: str, place: Box) -> list[Node]:
        """Return a line's head, foot or break, with the pieces there of other families."""
        builder, hues, zone = self.builder, self.hues, self.zones[0]
        guests = self.guests.get(slot, ())
        nodes = self._break(place, split=bool(guests)) if slot == "gap" else []
        for guest, part in zip(guests, place.split(len(guests)), strict=True):
            side = min(part.w, part.h) * (0.8 if slot != "gap" else 0.96)
            if slot == "foot" and self.look.badge == "score" and not self.mini:
                nodes += builder.score_pills(zone, part.cut(left=part.w * 0.4))
                part = part.start(part.w * 0.4)
                side = min(side, part.w)
            box = part.middle(side, side)
            ring = Ring(hues.mid, _mix(hues.light, builder.theme.paper, 0.4))
            nodes.append(builder.base(guest, box, ring, z=Z_ZONE + 3))
            sign = _mix(hues.dark, hues.mid, 0.3)
            nodes += self._marked(guest, box) or self._sign(f"sign:{guest.name}", box, sign)
        if guests or self.mini:
            return nodes
        if slot == "head" and self.member is not None:
            side = min(place.w, place.h) * 0.62
            picture = builder.icon(self.member.icon, hues.mid)
            nodes.append(Node(f"head:{zone.name}", place.middle(side, side), Z_ZONE, picture))
        if slot == "foot":
            nodes += builder.score_pills(zone, place)
        return nodes

    def _break(self, place: Box, *, split: bool) -> list[Node]:
        """Return what parts two cells: a bar with an icon, or with one on each side of a guest."""
        hues, name = self.hues, f"break:{self.zones[0].name}"
        fill = _mix(hues.dark, "#3a2a18", 0.5)
        box = place.inset(0, place.h * 0.12)
        picture = Cell(fill, _mix(fill, "#000000", 0.3), round(box.h / 3, 1))
        nodes = [Node(name, box, Z_ZONE, picture=picture)]
        if not split:
            # What the line is called stands in its middle, for who can't tell its colour.
            nodes += self._sign(f"{name}:sign", box, hues.light)
        icon = "" if self.mini else self.look.gap_icon
        if sign := self.builder.icon(icon, _mix(hues.light, fill, 0.25)):
            side = min(box.h * 1.25, place.h, box.w * 0.3)
            for number, share in enumerate((0.18, 0.82)):
                where = Box(box.x + box.w * share - side / 2, box.centre[1] - side / 2, side, side)
                nodes.append(Node(f"{name}:{number}", where, Z_ZONE + 1, sign))
        return nodes

    def _sign(self, name: str, box: Box, colour: str) -> list[Node]:
        """Return the icon of the line's word in the middle of a box, where it can be seen."""
        side = min(box.w, box.h) * 0.72
        if self.member is None or side < _LEAST_SIGN:
            return []
        picture = self.builder.icon(self.member.icon, colour)
        return [Node(name, box.middle(side, side), Z_ZONE + 4, picture)] if picture else []

    def _marked(self, guest: ZoneView, box: Box) -> list[Node]:
        """Return the contents of a zone on a line's end, or a sign that it is lost."""
        builder, inner = self.builder, box.inset(box.w * 0.14)
        nodes = [
            builder.piece(guest, index, inner, Z_PIECE, whole=True, paper=True)
            for index in range(len(guest.items))
        ]
        if nodes:
            return nodes
        own = builder.zone_facts(guest).owner
        free = tuple(index for n, index in enumerate(guest.place.indices) if n != own)
        for variable in builder.scene.view.variables:
            look = builder.look.variables.get(variable.family)
            if not look or look.cell or guest.family not in look.on or variable.value != "yes":
                continue
            if variable.place.indices == free:
                place, picture = box.inset(box.w * 0.2), HandMark(look.mark, builder.theme.bad)
                name = f"lost:{guest.name}"
                lost = Node(name, place, Z_PIECE, picture, spots=(guest.spot(),))
                nodes.append(lost._replace(tip=variable.title))
        return nodes
