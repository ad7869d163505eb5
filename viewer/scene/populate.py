"""Furnishes areas: every zone and variable of a view becomes a block in its area."""

from __future__ import annotations

from collections.abc import Sequence

from engine import VariableView, ZoneView
from viewer.nodes import TablePlace
from viewer.scene.areas import NOBODY, Area, seats_from
from viewer.scene.counters import Counter
from viewer.scene.facts import SEAT
from viewer.scene.flow_layout import Block, Folded
from viewer.scene.look import ZoneLook
from viewer.scene.presenter_registry import HIDDEN, PRESENTERS, ZoneGroup, block_of
from viewer.scene.prompt_area import PromptArea
from viewer.scene.scene_builder import SceneBuilder, worded
from viewer.scene.seat_plates import Plate

MOST_ROWS = 6
"""Tables with more rows are looked up in the rules."""
PLATE = "plate"
"""The area of variables on their seat's plate."""


def furnished(builder: SceneBuilder) -> dict[str, Area]:
    """Return the areas of a scene with everything in them."""
    return _Furnisher(builder).areas


def zones_block(builder: SceneBuilder, zones: Sequence[ZoneView]) -> Block:
    """Return the block of some zones of a family, as if they were those of the one who looks."""
    presenter = builder.zone_look(zones[0]).presenter.me
    return block_of(ZoneGroup(builder, zones, titles=True, turned=False), presenter)


class _Furnisher:
    """Puts blocks into areas."""

    def __init__(self, builder: SceneBuilder) -> None:
        self.builder = builder
        self.scene = builder.scene
        self.look = builder.look
        self.areas: dict[str, Area] = {}
        self.titles = not self.look.designed
        others = seats_from(self.scene.me, self.scene.view.players)
        self.seats = [*others, self.scene.me]
        self.single = len(others) == 1
        for seat in self.seats:
            self._plate(seat)
        for family in self.look.order:
            self._family(family)
        self._variables()
        if self.look.questions:
            self._area(self.look.questions).add(PromptArea(builder))

    def _area(self, name: str) -> Area:
        if name not in self.areas:
            self.areas[name] = Area(self.builder, name)
        return self.areas[name]

    def _mine(self, owner: int | None) -> bool:
        return owner in (None, NOBODY, self.scene.me)

    # -------------------------------------------------------------- seats

    def _plate(self, seat: int) -> None:
        counters = [
            counter
            for family in self.look.variables
            for owner, counter in self._counters(family, on_plate=True)
            if owner == seat
        ]
        name = self.look.plates.of(mine=self._mine(seat))
        small = not self._mine(seat) and not self.single
        self._area(name).add(Plate(self.builder, seat, counters, small=small), seat)

    # -------------------------------------------------------------- zones

    def _family(self, family: str) -> None:
        look = self.look.zones[family]
        zones = self.builder.zones_of(family)
        if look.on or not zones:
            return
        facts = self.look.facts.zones[family]
        shared = look.area.me == look.area.others and facts.owner is not None
        if shared and (look.merge or not facts.free_axes):
            self._put(look, zones, NOBODY, look.presenter.me)
            return
        owners = [NOBODY] if facts.owner is None else self.seats
        for owner in owners:
            own = [z for z in zones if owner == NOBODY or z.owner == owner]
            self._put(look, own, owner, look.presenter.of(mine=self._mine(owner)))

    def _put(self, look: ZoneLook, zones: Sequence[ZoneView], owner: int, presenter: str) -> None:
        if presenter == HIDDEN or not zones:
            return
        mine = self._mine(owner)
        area = self._area(look.area.of(mine=mine))
        titles = self.titles if look.title is None else look.title
        if self.look.designed and not mine and PRESENTERS[presenter].small:
            titles = False
        group = ZoneGroup(self.builder, zones, titles, self.single)
        block = block_of(group, presenter)
        area.add(Folded(block) if zones[0].family in self.scene.idle else block, owner)

    # -------------------------------------------------------------- variables

    def _variables(self) -> None:
        for family in self.look.variables:
            for owner, counter in self._counters(family, on_plate=False):
                look = self.look.variables[family]
                name = look.area.of(mine=self._mine(owner))
                self._area(name).add(counter, owner)
        # What was shown about the position is known only once it is shown.
        families: dict[str, list[VariableView]] = {}
        for variable in self.scene.view.variables:
            if variable.family not in self.look.facts.variables:
                families.setdefault(variable.family, []).append(variable)
        for group in families.values():
            self._area("info").add(Counter(self.builder, group), NOBODY)
        if not self.look.designed:
            self._tables()

    def _tables(self) -> None:
        """Add the small tables by words that nothing else shows, such as prices of goods.

        Tables that players never look up are only in the rules.
        """
        shown = {look.labels.table for look in self.look.zones.values() if look.labels}
        for name, table in self.look.facts.tables.items():
            if name not in self.look.facts.looked_up:
                continue
            words = all(len(key) == 1 and not key[0].lstrip("-").isdigit() for key in table)
            if name in shown or not 1 < len(table) <= MOST_ROWS or not words:
                continue
            rows = [
                VariableView(
                    f"{name}[{key[0]}]", self._row(name, key[0]), name, None, value,
                    title=f"{name} {worded(key[0])}", heading=name, shown=value,
                    indices=key, about=(worded(key[0]),),
                )
                for key, value in table.items()
            ]  # fmt: skip
            self._area("info").add(Counter(self.builder, rows), NOBODY)

    def _row(self, table: str, word: str) -> TablePlace:
        seats = self.look.facts.words[SEAT]
        return TablePlace(table, (seats.index(word) if word in seats else word,))

    def _counters(self, family: str, *, on_plate: bool) -> list[tuple[int, Counter]]:
        """Return a family's counters with their owners, also those that aren't there now."""
        look = self.look.variables[family]
        facts = self.look.facts.variables.get(family)
        if look.hide or look.on or facts is None:
            return []
        owners = [NOBODY] if facts.owner is None else self.seats
        made = []
        for owner in owners:
            own = None if owner == NOBODY else owner
            if (look.area.of(mine=self._mine(own)) == PLATE) != on_plate:
                continue
            variables = self.scene.view.variables
            group = [v for v in variables if v.family == family and v.owner == own]
            absent = not group or (facts.passing and all(v.value is None for v in group))
            if not group:
                place = TablePlace(family, () if own is None else (own,))
                group = [VariableView(str(place), place, family, own, None, heading=facts.heading)]
            made.append((owner, Counter(self.builder, group, on_plate=on_plate, absent=absent)))
        return made
