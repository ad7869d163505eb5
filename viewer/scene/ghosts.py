"""Ghosts: where the chosen piece would lie, drawn pale with a dashed line around it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Item, ZoneView
from viewer.faces.widgets import Glow
from viewer.nodes import WHOLE, Box, Node
from viewer.scene.painter import NodeMaker

_PALE = 0.55
_LINE = 2.2


@dataclass(frozen=True)
class Ghost:
    """A piece that may go to a zone: where it is now, and what it is."""

    zone: ZoneView
    item: Item | None


def ghost_for(painter: NodeMaker, zone: ZoneView) -> Ghost | None:
    """Return what was chosen and may be put into a zone, if anything may."""
    marks = painter.scene.marks
    facts = painter.zone_facts(zone)
    if (zone.name, WHOLE) not in marks.targets or facts.written:
        return None
    for other in painter.scene.view.zones:
        for name, index in marks.chosen:
            if name != other.name or other.name == zone.name or not 0 <= index < other.count:
                continue
            item = other.items[index] if index < len(other.items) else None
            kinds = painter.zone_facts(other).pieces
            kind = item.component if item is not None and item.component else kinds[:1]
            if not facts.pieces or kind in facts.pieces or kind == facts.pieces[:1]:
                return Ghost(other, item)
    return None


def ghost_nodes(
    painter: NodeMaker, zone: ZoneView, ghost: Ghost | None, box: Box, z: int, at: str = ""
) -> list[Node]:
    """Return the nodes of a ghost, if there is one, in a box: the pale piece and a line around it.

    `at`: where in the zone, when there may be several.
    """
    if ghost is None:
        return []
    name = f"ghost:{zone.name}{at}"
    spot = painter.zone_spot(zone)
    facts = painter.zone_facts(zone)
    item = None if facts.face_down else ghost.item
    picture = painter.dress.piece(ghost.zone, item, box.w, box.h)
    width = max(1.0, _LINE * painter.scale)
    line = Glow(painter.theme.target, round(max(2.0, min(14.0, box.w * 0.1))), width, dashed=True)
    tip = painter.zone_tip(zone)
    inner = box.inset(width)
    return [
        Node(name, inner, z, picture, opacity=_PALE, spots=(spot,), tip=tip),
        Node(f"{name}:line", inner, z + 1, line),
    ]
