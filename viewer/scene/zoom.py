"""A larger look at what someone else has: their region as if it were one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node, Spot, TablePlace
from viewer.scene.areas import NOBODY
from viewer.scene.flow_layout import Block, height_at, largest_unit, pack
from viewer.scene.ladder import Ladder
from viewer.scene.populate import furnished, zones_block
from viewer.scene.scene import Scene
from viewer.scene.scene_builder import SceneBuilder, radius_of
from viewer.scene.seat_plates import Plate

Z_LARGE = 1500
"""It lies over the whole table, and under the panels that cover everything."""
PREFIX = "large:"
_MOST = 0.42
"""A card is at most so high in it, in parts of its height."""


def enlarged(scene: Scene, what: int | Sequence[str], box: Box) -> list[Node]:
    """Return a seat's whole region, or some zones by notation, as if they were one's own.

    The nodes fill the box but for the height that nobody needs, lie over the table and have ids of
    their own, so that both can be shown together.
    """
    home = what if isinstance(what, int) else _home(scene, what)
    builder = SceneBuilder(replace(scene, box=box, home=home))
    blocks = _region(builder, home) if isinstance(what, int) else _zones(builder, what)
    if not blocks:
        return []
    gap = builder.gap
    inner = box.inset(gap * 1.5)
    most = box.h * _MOST
    unit = largest_unit(blocks, inner, most, gap)
    builder.card = unit
    wish = sum(max(b.best(unit).h, b.least(unit).h) + gap * 1.5 for b in blocks)
    high = min(inner.h, max(wish, height_at(blocks, inner.w, unit, gap)))
    frame = Box(box.x, box.y, box.w, high + gap * 3)
    inner = frame.inset(gap * 1.5)
    theme = builder.theme
    picture = Panel(theme.panel, theme.gold, radius_of(160 * builder.scale), 8, theme.panel_top)
    spots = (Spot(TablePlace.of_seat(home)),) if home != NOBODY else ()
    ground = Node("ground", frame, -1, picture, spots=spots, block=True)
    nodes = [ground, *pack(blocks, inner, unit, gap)]
    return [n._replace(id=f"{PREFIX}{n.id}", z=n.z + Z_LARGE, drag=False) for n in nodes]


def _home(scene: Scene, names: Sequence[str]) -> int:
    """Return whose the first of some zones is."""
    owners = {zone.name: zone.owner for zone in scene.view.zones}
    owner = owners.get(names[0]) if names else None
    return NOBODY if owner is None else owner


def _region(builder: SceneBuilder, seat: int) -> list[Block]:
    """Return everything that is a seat's: its plate first, in a line, then its zones."""
    parts = [area.parts.get(seat, []) for area in furnished(builder).values()]
    blocks = [block for part in parts for block in part]
    plates = [block for block in blocks if isinstance(block, Plate)]
    for plate in plates:
        plate.small = plate.wide = True
    for block in blocks:
        if isinstance(block, Ladder) and block.facts.written:
            block.wide = False
    return [*plates, *(block for block in blocks if block not in plates)]


def _zones(builder: SceneBuilder, names: Sequence[str]) -> list[Block]:
    """Return some zones, those of a family side by side."""
    families: dict[str, list[str]] = {}
    zones = {zone.name: zone for zone in builder.scene.view.zones}
    for name in names:
        if name in zones:
            families.setdefault(zones[name].family, []).append(name)
    return [zones_block(builder, [zones[n] for n in own]) for own in families.values()]
