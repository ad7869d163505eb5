"""Where the keyboard is: which node has the focus, and which comes next in a direction."""

from __future__ import annotations

from collections.abc import Sequence

from viewer import commands as cmd
from viewer.artwork.theme import Theme
from viewer.artwork.widgets import Glow
from viewer.commands import AtTable
from viewer.nodes import Node

BLUE = "#2f9dff"
TOP = 899
"""The highest z of the table."""

ANSWERS = (cmd.Answer, cmd.AnswerExercise, cmd.SetNumber, cmd.Step)
"""The controls that answer what is asked, also the one that confirms."""
GLOWS = ("legal", "target", "chosen", "hint")
"""The glows of what a click means something for."""
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def focusable(nodes: Sequence[Node], *, everything: bool = False, floor: int = 0) -> list[Node]:
    """Return the nodes that can have the focus, in the order of the tab key.

    First the answers to what is asked, then what glows, where to before what else; then the other
    controls. With `everything` all that means a part of the position. What lies under an open
    panel, below `floor`, is out of reach.
    """
    found = [
        n
        for n in nodes
        if n.z >= floor
        and (n.do is not None or (n.spots and (everything or n.glow in GLOWS)))
        and n.box.w > 0
        and n.box.h > 0
    ]
    ranks: list[list[Node]] = [[], [], [], []]
    for node in found:
        ranks[_rank(node)].append(node)
    return [node for rank in ranks for node in reading(rank)]


def _rank(node: Node) -> int:
    """Return how soon the tab key comes to a node."""
    if node.do is None:
        return 1 if node.glow == "target" else 2
    return 0 if answers(node) else 3


def answers(node: Node) -> bool:
    """Return whether a control answers what is asked."""
    return node.do is AtTable.CONFIRM or isinstance(node.do, ANSWERS)


def stops(nodes: Sequence[Node], current: str = "") -> list[Node]:
    """Return where the tab key stops: of a list or a slider once, at its current or first part.

    Inside of it go the arrows.
    """
    groups = {n.id: n.slide or n.scroll for n in nodes}
    here = groups.get(current, "")
    passed = {here} - {""}
    found = []
    for node in nodes:
        group = groups[node.id]
        if not group or node.id == current or group not in passed:
            found.append(node)
            passed.add(group)
    return found


def reading(nodes: Sequence[Node]) -> list[Node]:
    """Return nodes as one reads them: row by row from the top, in a row from the left."""
    rows: list[list[Node]] = []
    for node in sorted(nodes, key=lambda n: n.box.centre[1]):
        first = rows[-1][0] if rows else None
        near = first is not None and node.box.centre[1] - first.box.centre[1] < first.box.h / 2
        if near:
            rows[-1].append(node)
        else:
            rows.append([node])
    return [n for row in rows for n in sorted(row, key=lambda n: n.box.x)]


def ring(node: Node, theme: Theme) -> Node:
    """Return a ring around the node that has the focus: nothing else on the table is so blue."""
    colour = theme.focus if theme.strong else BLUE
    small = min(node.box.w, node.box.h)
    radius, width = round(min(12.0, small * 0.16)), max(3, round(small * 0.03))
    picture = Glow(colour, radius, width, hexagon=node.hexagon)
    z = TOP if node.z < TOP else node.z + 6
    return Node("focus!", node.box, z, picture, turn=node.turn, glow="focus", hexagon=node.hexagon)


def after(nodes: Sequence[Node], current: str, step: int) -> str:
    """Return the id of the next or the previous node; of the first when none has the focus."""
    ids = [n.id for n in nodes]
    if not ids:
        return ""
    if current not in ids:
        return ids[0] if step > 0 else ids[-1]
    return ids[(ids.index(current) + step) % len(ids)]


def towards(nodes: Sequence[Node], current: Node | None, way: str) -> str:
    """Return the id of the nearest node in a direction; the current one's where there is none."""
    if not nodes:
        return ""
    if current is None:
        return nodes[0].id
    dx, dy = _WAYS[way]
    x, y = current.box.centre

    def cost(node: Node) -> float:
        nx, ny = node.box.centre
        along = (nx - x) * dx + (ny - y) * dy
        across = abs((nx - x) * dy) + abs((ny - y) * dx)
        return along + 2.5 * across if along > 1 and along * 3 > across * 0.5 else 1e9

    best = min(nodes, key=cost)
    return best.id if cost(best) < 1e9 and best.id != current.id else current.id
