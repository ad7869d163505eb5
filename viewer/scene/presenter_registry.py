"""The presenters by name: each makes the block of some zones. View files, the automatic look and
the checks know what stands here, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import ZoneView
from engine.rules.zone_kinds import ZONE_KINDS
from viewer.scene import presenters as p
from viewer.scene import scattered as s
from viewer.scene.areas import seats_from
from viewer.scene.chain import Chain
from viewer.scene.facts import NUMBER, ZoneFacts
from viewer.scene.flow_layout import Block
from viewer.scene.horseshoe import Horseshoe
from viewer.scene.ladder import Ladder
from viewer.scene.miniature import MiniStrip
from viewer.scene.presenters import Measure, Show, sized
from viewer.scene.rows import Squares, Strip, ZoneBlock, ZoneByZone, around
from viewer.scene.scene_builder import SceneBuilder, worded
from viewer.scene.sheet import Sheet

AUTO = "auto"
"""In a view file: the presenter that the rules suggest."""
HIDDEN = "hidden"
"""In a view file: not shown at all."""


@dataclass(frozen=True)
class ZoneGroup:
    """The zones of a family that are shown together; one at least.

    `titles`: whether it is said what they are. `turned`: two players face each other.
    """

    builder: SceneBuilder
    zones: Sequence[ZoneView]
    titles: bool
    turned: bool

    @property
    def facts(self) -> ZoneFacts:
        """Return what the rules say of the family."""
        return self.builder.zone_facts(self.zones[0])

    @property
    def heading(self) -> str:
        """Return the family's name, empty where it isn't said."""
        return worded(self.zones[0].heading or self.zones[0].family) if self.titles else ""


@dataclass(frozen=True)
class Presenter:
    """How zones are shown. `small`: as others' are, which have no titles on a designed table."""

    block: Callable[[ZoneGroup], Block]
    small: bool = False


def beside(
    least: Measure, best: Measure, show: Show, *, band: bool = False, titled: bool = True
) -> Callable[[ZoneGroup], Block]:
    """Return what shows a zone on its own in a way, and several of them side by side.

    `band`: these lie on a band together. `titled`: one on its own has its name above it.
    """
    how = ZoneByZone(least, best, show, band)

    def block(group: ZoneGroup) -> Block:
        zones, own = group.zones, group.zones[0].owner
        theirs = own not in (None, group.builder.scene.me)
        if group.turned and theirs and group.facts.free_axes == (NUMBER,):
            # Two who face each other count from their own left.
            zones = list(reversed(zones))
        if len(zones) > 1:
            return Strip(group.builder, zones, how, titles=group.titles)
        return ZoneBlock(group.builder, zones[0], how, group.heading if titled else "")

    return block


def _grid(group: ZoneGroup) -> Block:
    """Return a board of the zones of two indices, else places side by side."""
    if len(group.facts.free_axes) == 2:
        return Squares(group.builder, group.zones, group.heading)
    return _spot(group)


def _ladder(group: ZoneGroup) -> Block:
    return Ladder(group.builder, group.zones, group.heading)


def _sheet(group: ZoneGroup) -> Block:
    return Sheet(group.builder, group.zones, group.heading)


def _chain(group: ZoneGroup) -> Block:
    return Chain(group.builder, group.zones, group.heading)


def _horseshoe(group: ZoneGroup) -> Block:
    """Return places along two edges where they are numbered, else places side by side."""
    if group.facts.free_axes == (NUMBER,):
        return Horseshoe(group.builder, group.zones, group.heading)
    return _spot(group)


def _mini(group: ZoneGroup) -> Block:
    """Return small lines of cells where there are cells, else a small card for each zone."""
    facts = group.facts
    if facts.cells and (facts.written or ZONE_KINDS[facts.kind].spaces):
        return Ladder(group.builder, group.zones, group.heading, mini=True)
    return MiniStrip(group.builder, group.zones, group.heading)


_spot = beside(sized(1), p.large, p.present_spot, band=True)


def _round(group: ZoneGroup) -> Block:
    """Return a place before each player, as they sit around the table, else places side by side."""
    builder, players = group.builder, group.builder.scene.view.players
    before = {zone.owner: zone for zone in group.zones}
    seats = [builder.scene.me, *seats_from(builder.scene.me, players)]
    if len(group.zones) != players or set(before) != set(seats):
        return _spot(group)
    zones = [before[seat] for seat in seats]
    places, how = around(players), ZoneByZone(sized(1), p.large, p.present_spot)
    return Strip(builder, zones, how, titles=group.titles, places=places)


_pile = beside(sized(1), sized(1), p.present_pile, band=True)
PRESENTERS: dict[str, Presenter] = {
    "deck": Presenter(_pile),
    "pile": Presenter(_pile),
    "fan": Presenter(beside(p.least_fan, p.best_fan, p.present_fan, titled=False)),
    "backs": Presenter(beside(p.least_backs, p.best_backs, p.present_backs)),
    # A card, and a bit of three more; all cards, none of them squeezed.
    "column": Presenter(beside(sized(1, 1.3, gaps=1), sized(1, 2.9, gaps=1), p.present_column)),
    # A card, and a third of each of a few more.
    "row": Presenter(beside(sized(1.4), p.best_row, p.present_row)),
    "spread": Presenter(beside(s.least_spread, s.best_spread, s.present_spread)),
    "spot": Presenter(_spot),
    "round": Presenter(_round),
    "grid": Presenter(_grid),
    "ladder": Presenter(_ladder),
    "chain": Presenter(_chain),
    "horseshoe": Presenter(_horseshoe),
    "sheet": Presenter(_sheet),
    "pit": Presenter(beside(s.least_pit, s.best_pit, s.present_pit)),
    "count": Presenter(beside(s.least_count, s.best_count, s.present_count), small=True),
    "mini": Presenter(_mini, small=True),
}


def presenter_words() -> tuple[str, ...]:
    """Return what a view file may say of how a zone is shown."""
    return (AUTO, *PRESENTERS, HIDDEN)


def block_of(group: ZoneGroup, presenter: str) -> Block:
    """Return the block of some zones as a presenter shows them."""
    return PRESENTERS[presenter].block(group)
