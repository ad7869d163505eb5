"""Values of variables that are indexed as zones are: each lies on its zone."""

from __future__ import annotations

from engine import VariableView
from viewer.nodes import Box, Node
from viewer.scene.painter import Z_BADGE, NodeMaker, worded

_WIDE = 0.9
"""A value may take so much of its zone's width; with its name only where that fits."""


def at_cells(painter: NodeMaker, nodes: list[Node]) -> list[Node]:
    """Return a badge for each value that has a zone of its own, in the zone's lower left corner."""
    places = {node.id: node.box for node in nodes if node.id.startswith("zone:")}
    # How much lies there stands at the lower edge, too: values are stacked on that.
    taken = {n.id.partition(":")[2]: n.box.y - 1 for n in nodes if n.id.startswith("count:")}
    made: list[Node] = []
    for variable in painter.scene.view.variables:
        look = painter.look.variables.get(variable.family)
        if look is None or not look.cell or look.hide:
            continue
        zone = f"{look.on[0]}[{variable.name.partition('[')[2]}"
        box = places.get(f"zone:{zone}")
        text = _text(painter, variable)
        if box is None or not text:
            continue
        low = taken.get(zone, box.bottom)
        badge = _badge(painter, variable, zone, text, Box(box.x, box.y, box.w, low - box.y))
        made += badge
        taken[zone] = min(low, badge[0].box.y - 1)
    return made


def _text(painter: NodeMaker, variable: VariableView) -> str:
    """Return a value as it stands on its zone: of yes and no only what isn't usual."""
    value, facts = variable.value, painter.facts.variables.get(variable.family)
    if value == "none" or value == ((facts.usual if facts else "") or "no"):
        return ""
    if value == "yes":
        return worded(variable.heading or variable.family)
    return painter.value(variable)


def _badge(
    painter: NodeMaker, variable: VariableView, zone: str, text: str, box: Box
) -> list[Node]:
    theme = painter.theme
    named = f"{worded(variable.heading or variable.family)} {text}"
    size = painter.small
    room = box.w * _WIDE - size * 1.1
    if variable.value != "yes" and painter.wide(named, size, "text", "bold") <= room:
        text = named
    return painter.pill(
        f"value:{variable.name}", (box.x, box.bottom), text,
        (theme.panel, theme.gold, theme.panel_line), size=size, z=Z_BADGE + 1,
        within=box.inset(min(2.0, box.w * 0.03)), spots=((zone, -1),),
        tip=f"{worded(variable.title or variable.family)}: {text}",
    )  # fmt: skip
