"""Makes nodes for a scene: texts that fit, pieces with their glow and tips, panels and badges.

Presenters decide where things lie and ask the painter for the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from engine import Item, VariableView, ZoneView
from engine.rules.types import TEAM_NAME, team_word
from engine.table.seats import people_of
from viewer.artwork import fonts
from viewer.artwork.theme import Hues
from viewer.artwork.widgets import Badge, Icon, Well
from viewer.nodes import Box, Node, Picture, Spot, TablePlace, Words
from viewer.scene.facts import SEAT, ZoneFacts
from viewer.scene.flow_layout import FoundSizes
from viewer.scene.look import MemberLook, ZoneLook
from viewer.scene.piece_pictures import PLAIN, Dresser
from viewer.scene.scene import Scene

Z_PANEL, Z_ZONE, Z_PIECE, Z_BADGE, Z_HAND, Z_LABEL = 0, 10, 20, 220, 300, 700
"""Nearer is higher; pieces of a zone lie one above the other from `Z_PIECE` on."""
Z_DEEPEST = 180
"""So many levels are there for the pieces of a zone."""
_MOST_TOLD = 40
_WIDEST = 1.75
"""Columns are at most so many card heights wide."""
_LEAST_TEXT = 6.0
"""Texts are not written smaller; the tip tells what they would."""
_UNMARKED: frozenset[tuple[str, int]] = frozenset()

Tone = tuple[str, str, str]
"""The colours of a badge: its ground, its writing, its line."""


def radius_of(size: float) -> float:
    """Return how round the corners of something are."""
    return round(max(2.0, min(12.0, size * 0.09)), 1)


class SceneBuilder:
    """Makes nodes for one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.look = scene.look
        self.facts = scene.look.facts
        self.theme = scene.theme
        self.dress = Dresser(scene.look, scene.theme)
        self.scale = scene.scale
        self.gap = max(4.0, 8 * scene.scale)
        self.small = max(9.5, 11.5 * scene.scale)
        """The size of captions."""
        self.text = max(10.5, 13.5 * scene.scale)
        """The size of what is read at the table."""
        self.caption = round(self.small * 1.45)
        """How high a line of caption is."""
        self.players = scene.view.players
        self.card = 0.0
        """How high a card is in most areas, once the grid is solved."""
        self.plain: Tone = (self.theme.panel, self.theme.ink, self.theme.panel_line)
        self.golden: Tone = (self.theme.gold, self.theme.gold_ink, self.theme.gold)
        self._tips: dict[str, str] = {}
        self._sizes: dict[str, tuple[float, float, float]] = {}
        """By family of zones: how wide and high its pieces are, and by how much they are larger."""

    def capped(self, box: Box, columns: int) -> Box:
        """Return the middle of a box: columns are no wider than looks well, the same everywhere."""
        most = columns * (self.card * _WIDEST + self.gap)
        wide = min(box.w, most) if self.card else box.w
        return Box(box.x + (box.w - wide) / 2, box.y, wide, box.h)

    def zones_of(self, family: str) -> list[ZoneView]:
        """Return the zones of a family."""
        return self._families.get(family, [])

    @cached_property
    def _families(self) -> dict[str, list[ZoneView]]:
        found: dict[str, list[ZoneView]] = {}
        for zone in self.scene.view.zones:
            found.setdefault(zone.family, []).append(zone)
        return found

    # -------------------------------------------------------------- nodes of before

    def kept(
        self,
        zones: Sequence[ZoneView],
        box: Box,
        how: tuple[object, ...],
        make: Callable[[], list[Node]],
    ) -> list[Node]:
        """Return the nodes of zones in a box, those of the last scene where all is the same there.

        `make` may look at these zones with their marks, badges and pieces, at what is the same
        everywhere (theme, look, names, the height of cards), and at what `how` names.
        """
        scene = self.scene
        marks = tuple(self._marks.get(zone.place, _UNMARKED) for zone in zones)
        put = any(kind == "target" for row in marks for kind, _ in row)
        key = (
            self.everywhere,
            tuple(zones),
            box,
            how,
            marks,
            self._chosen if put else None,
            tuple(scene.identities.zones.get(zone.name) for zone in zones),
            tuple(scene.badges.get(zone.name) for zone in zones),
        )
        return scene.cache.nodes(f"{zones[0].name} {len(zones)}", key, make)

    @cached_property
    def everywhere(self) -> object:
        """What all zones' nodes depend on, once the height of cards is known."""
        return self.scene.cache.same(f"table {self.scene.home}", (self._before_laid, self.card))

    @cached_property
    def _before_laid(self) -> object:
        """What the sizes of all zones depend on."""
        scene = self.scene
        names = tuple((seat.name, seat.hues) for seat in scene.seats)
        value = scene.look, scene.theme, scene.scale, scene.box, scene.me, names, self.players
        return scene.cache.same(f"laid {scene.home}", value)

    def measured(self, name: str, how: object) -> FoundSizes:
        """Return what was measured of something, in the last scene if it was the same there.

        The sizes may depend on `how`, and on what is the same everywhere.
        """
        return self.scene.cache.kept(f"size {name}", (self._before_laid, how), FoundSizes)

    @cached_property
    def _marks(self) -> dict[TablePlace, frozenset[tuple[str, int]]]:
        marks = self.scene.marks
        found: dict[TablePlace, set[tuple[str, int]]] = {}
        for kind, spots in (
            ("legal", marks.legal),
            ("chosen", marks.chosen),
            ("target", marks.targets),
            ("cell", marks.cells),
            ("focus", () if marks.focus is None else (marks.focus,)),
        ):
            for place, index in spots:
                found.setdefault(place, set()).add((kind, index))
        return {place: frozenset(row) for place, row in found.items()}

    @cached_property
    def _chosen(self) -> object:
        """What was chosen and may be put elsewhere."""
        marks, zones = self.scene.marks, self.scene.view.zones
        places = {place for place, _ in marks.chosen}
        return marks.chosen, tuple(zone for zone in zones if zone.place in places)

    # -------------------------------------------------------------- words

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        seats = self.scene.seats
        return seats[seat].name if seat < len(seats) else f"{seat + 1}"

    def seat_hues(self, seat: int) -> Hues:
        """Return a seat's colours."""
        seats = self.scene.seats
        given = seats[seat].hues if seat < len(seats) else None
        member = self.look.seat(seat)
        return given or (member.hues if member else PLAIN)

    def title(self, zone: ZoneView, *, owner: bool = True) -> str:
        """Return what a zone is called in the language of the view, with its owner's name."""
        indices = enumerate(zone.place.indices)
        parts = [self.shown_index(zone, n) for n, index in indices if index != zone.owner]
        parts = [*parts[:-2], zone.cell] if zone.cell else parts
        words = worded(" ".join([zone.heading or zone.family, *parts]))
        if owner and zone.owner is not None:
            return f"{words} · {self.seat_name(zone.owner)}"
        return words

    def shown_index(self, zone: ZoneView, number: int) -> str:
        """Return one of a zone's indices in words, seats and teams by their names."""
        index, teams = zone.place.indices[number], self.facts.teams
        if isinstance(index, int):
            return self.seat_name(index)
        if teams and self.zone_facts(zone).axes[number] == TEAM_NAME:
            team = [*map(team_word, range(teams))].index(index) + 1
            return people_of(team, teams, [*map(self.seat_name, range(self.players))])
        return zone.shown[number]

    def value(self, variable: VariableView) -> str:
        """Return the value of a variable in words, of none and what isn't known a sign."""
        if variable.value is None:
            return "?"
        if variable.value == "none":
            return "–"
        if variable.seat is not None:
            return self.seat_name(variable.seat)
        return worded(variable.shown or variable.value)

    def zone_tip(self, zone: ZoneView) -> str:
        """Return what is said of a zone: its title, how much lies there, and what."""
        if zone.name not in self._tips:
            self._tips[zone.name] = self._zone_tip(zone)
        return self._tips[zone.name]

    def _zone_tip(self, zone: ZoneView) -> str:
        lines = [f"{self.title(zone)}: {zone.count}" if zone.count else self.title(zone)]
        known = [item for item in zone.items if item.name is not None]
        if known:
            lines.append(_listed(known))
        return "\n".join(lines)

    def piece_tip(self, zone: ZoneView, index: int) -> str:
        """Return what is said of a piece: its name, then its zone."""
        item = zone.items[index] if index < len(zone.items) else None
        name = worded(item.shown or item.name or item.component) if item else ""
        return f"{name}\n{self.zone_tip(zone)}" if name else self.zone_tip(zone)

    # -------------------------------------------------------------- texts

    def words(
        self,
        id: str,
        box: Box,
        text: str,
        size: float,
        colour: str,
        *,
        font: str = "text",
        weight: str = "regular",
        align: str = "center",
        z: int = Z_ZONE + 1,
        spots: tuple[Spot, ...] = (),
        tip: str = "",
        shrink: bool = True,
        whole: bool = False,
    ) -> list[Node]:
        """Return a line of text that fits its box, made smaller first and then shortened.

        `whole`: it is only made smaller, as a number of which a part is missing says nothing.
        """
        size = min(size, box.h / max(0.1, fonts.line_height(1, font)))
        wide = fonts.width(text, size, font, weight)
        if shrink and wide > box.w > 0:
            least = 0.0 if whole else min(size, 8.0 * max(1.0, self.scale))
            size = max(least, size * box.w / wide * (0.98 if whole else 1.0))
        line = fonts.fit(text, box.w, size, font, weight)
        if not line or size < _LEAST_TEXT:
            return []
        words = Words(line, round(size, 2), colour, font, weight, align)
        return [Node(id, box, z, words=words, spots=spots, tip=tip)]

    def wide(self, text: str, size: float, font: str = "text", weight: str = "regular") -> float:
        """Return how wide a text is."""
        return fonts.width(text, size, font, weight)

    # -------------------------------------------------------------- zones

    def zone_look(self, zone: ZoneView) -> ZoneLook:
        """Return how a zone is shown."""
        return self.look.zones[zone.family]

    def zone_facts(self, zone: ZoneView) -> ZoneFacts:
        """Return what is always so for a zone."""
        return self.facts.zones[zone.family]

    def member(self, zone: ZoneView) -> MemberLook | None:
        """Return how the first index of a zone looks that has a look, but for its owner."""
        facts = self.zone_facts(zone)
        for number, (axis, word) in enumerate(zip(facts.axes, zone.indices, strict=True)):
            if number != facts.owner and axis != SEAT:
                found = self.look.member(axis, word)
                if found:
                    return found
        return None

    def base(
        self,
        zone: ZoneView,
        box: Box,
        picture: Picture | None,
        *,
        z: int = Z_ZONE,
        others: Sequence[ZoneView] = (),
        id: str = "",
    ) -> Node:
        """Return the node of a zone itself, under its pieces."""
        spots = (zone.spot(), *(o.spot() for o in others))
        return Node(
            id or f"zone:{zone.name}",
            box,
            z,
            picture=picture,
            spots=spots,
            glow=self.glow(spots),
            tip=self.zone_tip(zone),
            block=True,
        )

    def glow(self, spots: Sequence[Spot]) -> str:
        """Return what halo something has that means these spots."""
        marks = self.scene.marks
        if marks.focus is not None and marks.focus in spots:
            return "focus"
        for name, marked in (
            ("chosen", marks.chosen),
            ("target", marks.targets),
            ("legal", marks.legal),
        ):
            if any(spot in marked for spot in spots):
                return name
        return ""

    # -------------------------------------------------------------- pieces

    def piece(
        self,
        zone: ZoneView,
        index: int,
        box: Box,
        z: int,
        *,
        turn: float = 0.0,
        hidden: bool = False,
        whole: bool = False,
        alone: bool = False,
        strip: float = 0.0,
        beside: float = 0.0,
        clip: Box | None = None,
        paper: bool = False,
    ) -> Node:
        """Return the node of a piece. `hidden`: its back is up. `whole`: it means its zone.

        `alone`: it doesn't glow when its zone does, as that can be seen beside it. `strip`: so much
        of its upper edge is seen below the next. `beside`: so much of its left, if not all of it.
        `paper`: it is written on paper, not on the table.
        """
        item = zone.items[index] if index < len(zone.items) else None
        item = None if hidden and item is not None and item.name is not None else item
        picture = self.dress.piece(
            zone, item, box.w, box.h, index % 9, round(strip), beside, paper=paper
        )
        spots = (zone.spot(index), zone.spot()) if whole else (zone.spot(index),)
        marks = self.scene.marks
        return Node(
            f"piece:{self.scene.identities.of(zone.name, index)}",
            box,
            z,
            picture=picture,
            turn=turn,
            spots=spots,
            glow=self.glow(spots[:1] if alone else spots),
            tip=self.zone_tip(zone) if hidden else self.piece_tip(zone, index),
            block=True,
            clip=clip,
            drag=any(spot in marks.legal or spot in marks.chosen for spot in spots),
        )

    def size_of(self, zone: ZoneView, unit: float) -> tuple[float, float]:
        """Return how large a piece of a zone is for a card height."""
        known = self._sizes.get(zone.family)
        if known is None:
            wide, high = self.dress.proportions(self.zone_facts(zone).pieces)
            known = self._sizes[zone.family] = wide, high, self.zone_look(zone).size
        wide, high, factor = known
        return wide * unit * factor, high * unit * factor

    # -------------------------------------------------------------- signs

    def icon(self, name: str, colour: str) -> Icon | None:
        """Return an icon, nothing for no name."""
        return Icon(name, colour) if name else None

    def well(self, zone: ZoneView, size: float, *, sign: bool = True) -> Well:
        """Return a place for pieces, perhaps with the sign of what belongs there."""
        member = self.member(zone)
        icon = self.zone_look(zone).icon or (member.icon if member else "")
        hues = member.hues if member else None
        return Well(self.theme, icon if sign else "", hues, radius_of(size))

    def pill(
        self,
        id: str,
        centre: tuple[float, float],
        text: str,
        tone: Tone,
        *,
        size: float = 0.0,
        z: int = Z_BADGE,
        within: Box | None = None,
        spots: tuple[Spot, ...] = (),
        tip: str = "",
    ) -> list[Node]:
        """Return a rounded badge with a word or number in it, kept inside of `within`."""
        size = size or self.small
        wide = self.wide(text, size, "text", "bold") + size * 1.1
        high = size * 1.55
        x, y = centre[0] - wide / 2, centre[1] - high / 2
        if within is not None:
            if wide > within.w:
                # Less room beside the word first, then a smaller word.
                wide = max(within.w, wide - size * 0.8)
                factor = max(0.1, within.w / wide)
                size, wide, high = size * factor, within.w, high * factor
            x = min(max(x, within.x), within.right - wide)
            y = min(max(y, within.y), within.bottom - high)
        box = Box(x, y, wide, high)
        words = Words(text, round(size, 2), tone[1], "text", "bold", "center")
        picture = Badge(tone[0], tone[2])
        return [Node(id, box, z, picture=picture, words=words, spots=spots, tip=tip)]

    def zone_pill(
        self, kind: str, zone: ZoneView, centre: tuple[float, float], text: str, tone: Tone,
        within: Box, size: float = 0.0,
    ) -> list[Node]:  # fmt: skip
        """Return a badge that means its zone."""
        return self.pill(
            f"{kind}:{zone.name}", centre, text, tone, size=size, within=within,
            spots=(zone.spot(),), tip=self.zone_tip(zone),
        )  # fmt: skip

    def count_pill(
        self, zone: ZoneView, centre: tuple[float, float], within: Box, size: float = 0.0
    ) -> list[Node]:
        """Return a badge with how much lies in a zone."""
        size = size or min(self.text, max(7.0, within.w * 0.3))
        return self.zone_pill("count", zone, centre, str(zone.count), self.plain, within, size)

    def score_pills(self, zone: ZoneView, strip: Box) -> list[Node]:
        """Return the badges that the scene gives for a zone, in the middle of a strip."""
        texts = self.scene.badges.get(zone.name, ())
        if not texts:
            return []
        first, *more = texts
        theme = self.theme
        good = not first.startswith(("−", "-"))
        ground, ink = (theme.good, theme.good_ink) if good else (theme.bad, theme.bad_ink)
        size = min(self.text, strip.h / 1.6)
        beside = self.wide(more[0], size, "text", "bold") * 1.02 + size * 0.3 + 1 if more else 0.0
        used = self.wide(first, size, "text", "bold") + size * 1.1
        if used + beside > strip.w:
            beside, more = 0.0, []
        x, y = strip.centre
        # The badge keeps to the middle where what stands beside it has room there.
        x -= max(0.0, beside - (strip.w - used) / 2)
        nodes = self.zone_pill("badge", zone, (x, y), first, (ground, ink, ground), strip, size)
        if more:
            box = nodes[0].box
            left = box.right + size * 0.3
            rest = Box(left, strip.y, max(1.0, strip.right - left), strip.h)
            nodes += self.words(
                f"badge:{zone.name}:more", rest, more[0], size, theme.gold,
                weight="bold", align="left", z=Z_BADGE, shrink=False,
            )  # fmt: skip
        return nodes


def worded(name: str) -> str:
    """Return a name as a title: its first letter large, its underscores spaces."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _listed(items: Sequence[Item]) -> str:
    """Return what pieces are called, equal ones together."""
    counts: dict[str, int] = {}
    for item in items:
        name = item.shown or item.name or ""
        counts[name] = counts.get(name, 0) + 1
    texts = [name if n == 1 else f"{n} × {name}" for name, n in counts.items()]
    more = len(texts) - _MOST_TOLD
    return ", ".join(texts[:_MOST_TOLD]) + (f" … +{more}" if more > 0 else "")
