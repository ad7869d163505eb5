"""Values of variables that are indexed as zones are: each lies on its zone."""

from __future__ import annotations

from engine import VariableView
from viewer.nodes import Box, Node, Spot, TablePlace
from viewer.scene.scene_builder import Z_BADGE, SceneBuilder, worded

_WIDE = 0.9
"""A value may take so much of its zone's width; with its name only where that fits."""


def at_cells(builder: SceneBuilder, nodes: list[Node]) -> list[Node]:
    """Return a badge for each value that has a zone of its own, in the zone's lower left corner."""
    named = {node.id: node.box for node in nodes}
    # How much lies there stands at the lower edge, too: values are stacked on that.
    taken: dict[TablePlace, float] = {}
    made: list[Node] = []
    for variable in builder.scene.view.variables:
        look = builder.look.variables.get(variable.family)
        if look is None or not look.cell or look.hide:
            continue
        zone = TablePlace(look.on[0], variable.place.indices)
        box = named.get(f"zone:{zone}")
        text = _text(builder, variable)
        if box is None or not text:
            continue
        count = named.get(f"count:{zone}")
        low = taken.get(zone, box.bottom if count is None else count.y - 1)
        badge = _badge(builder, variable, zone, text, Box(box.x, box.y, box.w, low - box.y))
        made += badge
        taken[zone] = min(low, badge[0].box.y - 1)
    return made


def _text(builder: SceneBuilder, variable: VariableView) -> str:
    """Return a value as it is on its zone: of yes and no only what isn't usual."""
    value, facts = variable.value, builder.facts.variables.get(variable.family)
    if value == "none" or value == ((facts.usual if facts else "") or "no"):
        return ""
    if value == "yes":
        return worded(variable.heading or variable.family)
    return builder.value(variable)


def _badge(
    builder: SceneBuilder, variable: VariableView, zone: TablePlace, text: str, box: Box
) -> list[Node]:
    theme = builder.theme
    named = f"{worded(variable.heading or variable.family)} {text}"
    size = builder.small
    room = box.w * _WIDE - size * 1.1
    if variable.value != "yes" and builder.wide(named, size, "text", "bold") <= room:
        text = named
    return builder.pill(
        f"value:{variable.name}", (box.x, box.bottom), text,
        (theme.panel, theme.gold, theme.panel_line), size=size, z=Z_BADGE + 1,
        within=box.inset(min(2.0, box.w * 0.03)), spots=(Spot(zone),),
        tip=f"{worded(variable.title or variable.family)}: {text}",
    )  # fmt: skip
