"""Ghosts: where the chosen piece would be, drawn pale with a dashed line around it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Item, ZoneView
from viewer.artwork.widgets import Glow
from viewer.nodes import Box, Node
from viewer.scene.scene_builder import SceneBuilder

_PALE = 0.55
_LINE = 2.2


@dataclass(frozen=True)
class Ghost:
    """A piece that may go to a zone: where it is now, and what it is."""

    zone: ZoneView
    item: Item | None


def ghost_for(builder: SceneBuilder, zone: ZoneView) -> Ghost | None:
    """Return what was chosen and may be put into a zone, if anything may."""
    marks = builder.scene.marks
    facts = builder.zone_facts(zone)
    if zone.spot() not in marks.targets or facts.written:
        return None
    for other in builder.scene.view.zones:
        for place, index in marks.chosen:
            if place != other.place or place == zone.place or not 0 <= index < other.count:
                continue
            item = other.items[index] if index < len(other.items) else None
            kinds = builder.zone_facts(other).pieces
            kind = item.component if item is not None and item.component else kinds[:1]
            if not facts.pieces or kind in facts.pieces or kind == facts.pieces[:1]:
                return Ghost(other, item)
    return None


def ghost_nodes(
    builder: SceneBuilder, zone: ZoneView, ghost: Ghost | None, box: Box, z: int, at: str = ""
) -> list[Node]:
    """Return the nodes of a ghost, if there is one, in a box: the pale piece and a line around it.

    `at`: where in the zone, when there may be several.
    """
    if ghost is None:
        return []
    name = f"ghost:{zone.name}{at}"
    facts = builder.zone_facts(zone)
    item = None if facts.face_down else ghost.item
    picture = builder.dress.piece(ghost.zone, item, box.w, box.h)
    width = max(1.0, _LINE * builder.scale)
    line = Glow(builder.theme.target, round(max(2.0, min(14.0, box.w * 0.1))), width, dashed=True)
    tip = builder.zone_tip(zone)
    inner = box.inset(width)
    return [
        Node(name, inner, z, picture, opacity=_PALE, spots=(zone.spot(),), tip=tip),
        Node(f"{name}:line", inner, z + 1, line),
    ]
