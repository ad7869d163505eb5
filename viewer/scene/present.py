"""From a scene to nodes: the grid is chosen and solved, every area shows its blocks."""

from __future__ import annotations

import math
from collections.abc import Hashable

from viewer.artwork.widgets import Badge
from viewer.nodes import Box, Node, Spot
from viewer.scene.areas import NOBODY, Area
from viewer.scene.cell_values import at_cells
from viewer.scene.counters import Counter
from viewer.scene.grid_layout import WIDE, Grid, Solved, Track, solve
from viewer.scene.populate import furnished
from viewer.scene.scene import Scene
from viewer.scene.scene_builder import Z_LABEL, SceneBuilder

_MARGIN = 10.0
UPRIGHT = 1.25
"""From this ratio of height to width on, a table is upright."""
LOW = 420.0
"""A table that is wide and not so high, in pixels, is that of a phone that lies."""
_MOST = 0.27
"""A card is at most so high, in parts of the table's height."""


def present(scene: Scene) -> list[Node]:
    """Return the nodes of the table, all of them inside of the scene's box."""
    builder = SceneBuilder(scene)
    areas = furnished(builder)
    solved = _solved(builder, areas)
    builder.card = solved.card
    nodes: list[Node] = []
    for name, place in solved.boxes.items():
        if name in areas:
            nodes += areas[name].nodes(place, solved.card)
    nodes += at_cells(builder, nodes)
    return [*nodes, *_fresh(builder, nodes), *_labels(builder, nodes, scene.box)]


_MOST_KEPT = 16
_kept: dict[Hashable, Solved] = {}
"""Where areas lay that had blocks of the same sizes, the latest last: to solve a grid is slow."""


def _solved(builder: SceneBuilder, areas: dict[str, Area]) -> Solved:
    """Return where the areas lie, as before when all sizes are as before."""
    scene = builder.scene
    margin = _MARGIN * min(1.0, scene.scale) if scene.scale < 1 else _MARGIN * scene.scale
    box = scene.box.inset(margin)
    grids = _grids(builder, areas, box)
    sizes = tuple((name, area.sizes()) for name, area in areas.items())
    key = (grids, box, scene.scale, builder.gap, sizes)
    known = _kept.pop(key, None)
    if known is None:

        def need(name: str, unit: float, width: float | None) -> float:
            return areas[name].need(unit, width) if name in areas else 0.0

        most = min(box.h * _MOST, box.w * 0.3)
        known = solve(grids[0], box, scene.scale, builder.gap, need, most)
        for grid in grids[1:]:
            if known.card >= most * _LARGE:
                break
            other = solve(grid, box, scene.scale, builder.gap, need, most)
            if other.card > known.card * _WORTH:
                known = other
    _kept[key] = known
    if len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    return known


def _grids(builder: SceneBuilder, areas: dict[str, Area], box: Box) -> tuple[Grid, ...]:
    """Return the grid for the shape of the box: the view file's, or some for what there is."""
    look = builder.look
    wide = box.w / max(1.0, box.h) >= WIDE * 0.82
    grid = (look.wide or look.tall) if wide else (look.tall or look.wide)
    if wide and box.h < LOW:
        grid = look.low or grid
    if grid is None:
        _together(areas)
        return (_automatic(areas, upright=box.h > UPRIGHT * box.w), *_otherwise(areas))
    for name in [name for name in areas if name not in grid.names()]:
        for seat, blocks in areas.pop(name).parts.items():
            home = _home(builder, grid, seat)
            for block in blocks:
                areas.setdefault(home, Area(builder, home)).add(block, seat)
    return (grid.without({name for name in grid.names() if name not in areas}),)


def _home(builder: SceneBuilder, grid: Grid, seat: int) -> str:
    """Return the area for what the layout has no area for: where the seat's plate is."""
    names = grid.names()
    wished = ["info", "info_here", "deck"]
    if seat != NOBODY:
        wished.insert(0, builder.look.plates.of(mine=seat == builder.scene.me))
    return next((name for name in wished if name in names), names[-1])


_AUTO = Track(auto=True)
_AUTO_FR = Track(fr=1.0, auto=True)
_LOW = {"hand", "info", "info_others", "info_here"}
_LARGE = 0.6
"""Cards that are so large, in parts of the largest, need no other grid."""
_LEAST_LABEL = 7.0
"""Where a label would be smaller than this, it covers what is printed."""
_PRINTED = 0.28
"""So much of a cell at either end may be printed on, in parts of its width."""
FEW = 5
"""So many things lie side by side in the middle."""
_WORTH = 1.25
"""So much larger must cards be in a grid other than the usual."""


def _together(areas: dict[str, Area]) -> None:
    """Lay what the middle has little of and a few values side by side, where both have room."""
    middle, info = areas.get("middle"), areas.get("info")
    if middle is None or info is None:
        return
    blocks = [*middle.parts.get(NOBODY, ()), *info.parts.get(NOBODY, ())]
    few = len(blocks) <= FEW and not any(block.wide for block in blocks)
    if few and all(isinstance(block, Counter) for block in info.parts[NOBODY]):
        for block in areas.pop("info").parts[NOBODY]:
            middle.add(block)


def _automatic(areas: dict[str, Area], *, upright: bool = False) -> Grid:
    """Return a grid: others, the middle, who looks, their hand; infos on the right.

    `upright`: what is otherwise beside a board alone is above and below it.
    """
    rows = [
        (("others", "info_others"), _AUTO_FR),
        (("middle", "info"), _AUTO_FR),
        (("here", "info_here"), _AUTO_FR),
        (("hand", "hand"), _AUTO),
    ]
    if "here" not in areas and {"hand", "info_here"} <= set(areas):
        rows[2:] = [(("hand", "info_here"), _AUTO)]
    if not {"others", "here", "hand"} & set(areas) and "middle" in areas:
        column = [name for name in ("info_others", "info", "info_here") if name in areas]
        if upright:
            order = ("info_others", "middle", "info", "info_here")
            names = tuple(name for name in order if name in areas)
            heights = tuple(Track(fr=1.0) if name == "middle" else _AUTO for name in names)
            return Grid((Track(fr=1.0),), heights, tuple((name,) for name in names))
        shares = tuple(_AUTO_FR for _ in column)
        return Grid((Track(fr=1.0), _AUTO), shares, tuple(("middle", name) for name in column))
    kept: list[tuple[str, str]] = []
    tracks: list[Track] = []
    for (left, right), track in rows:
        left_in, right_in = left in areas, right in areas
        if left_in and not right_in and areas[left].flat:
            track = _AUTO
        if left_in or right_in:
            kept.append((left if left_in else right, right if right_in else left))
            tracks.append(track)
    if all(left == right for left, right in kept):
        return Grid((Track(fr=1.0),), tuple(tracks), tuple((left,) for left, _ in kept))
    return Grid((Track(fr=1.0), _AUTO), tuple(tracks), tuple(kept))


_BESIDE = (
    # Infos in a row by themselves, as suits a tall window.
    (("others", "others", "others"), ("info_others", "info", "info_here"),
     ("middle", "middle", "middle"), ("here", "here", "here"), ("hand", "hand", "hand")),
    # What is in the middle beside what is one's own, with infos in a column or in a row.
    (("others", "others", "info_others"), ("middle", "here", "info"),
     ("hand", "hand", "info_here")),
    (("others", "others", "others"), ("info_others", "info", "info_here"),
     ("middle", "here", "here"), ("hand", "hand", "hand")),
)  # fmt: skip


def _otherwise(areas: dict[str, Area]) -> list[Grid]:
    """Return other grids for a table that nobody designed, for where the usual one is cramped."""
    if "middle" not in areas or not {"others", "here"} & set(areas):
        return []
    made = []
    for names in _BESIDE:
        kept = [tuple(name for name in row if name in areas) for row in names]
        rows = [row for row in kept if row]
        columns = math.lcm(*(len(row) for row in rows))
        cells = tuple(
            tuple(name for name in row for _ in range(columns // len(row))) for row in rows
        )
        tracks = tuple(_AUTO if set(row) <= _LOW else _AUTO_FR for row in rows)
        made.append(Grid(tuple(_AUTO_FR for _ in range(columns)), tracks, cells))
    return made


def _fresh(builder: SceneBuilder, nodes: list[Node]) -> list[Node]:
    """Return a dot on each piece that has come to lie there since one's own last turn."""
    marks, theme = builder.scene.marks, builder.theme
    made: list[Node] = []
    for node in nodes:
        if node.id.startswith("piece:") and any(spot in marks.fresh for spot in node.spots):
            side = max(6.0, min(builder.text * 0.8, node.box.h * 0.18))
            place = Box(node.box.centre[0] - side / 2, node.box.y + side * 0.15, side, side)
            dot = Badge(theme.gold, theme.gold_ink)
            made.append(Node(f"fresh:{node.id}", place, node.z, dot, clip=node.clip))
    return made


def _is_ghost(node: Node) -> bool:
    return node.id.startswith("ghost:")


def _rank(node: Node) -> tuple[bool, bool, int]:
    """Return how well a label stands on a node: best where the chosen piece would be."""
    return _is_ghost(node), bool(node.glow), node.z


def _labels(builder: SceneBuilder, nodes: list[Node], box: Box) -> list[Node]:
    """Return short words on spots, such as what a drop there would do."""
    labels = builder.scene.marks.labels
    if not labels:
        return []
    on: dict[Spot, Node] = {}
    for node in nodes:
        for spot in node.spots:
            if spot in labels and node.picture and (node.block or node.glow or _is_ghost(node)):
                best = on.get(spot)
                if best is None or _rank(node) >= _rank(best):
                    on[spot] = node
    made: list[Node] = []
    for spot, node in on.items():
        low = node.box.h * (0.36 if _is_ghost(node) else 0.5)
        if not node.id.startswith(("ghost:", "cell:", "path:")):
            low = builder.text * 1.1
        centre = (node.box.centre[0], node.box.bottom - low)
        room = box
        if node.id.startswith("cell:"):
            # What is printed on a cell stands at its ends and is still to be read.
            free = node.box.inset(node.box.w * _PRINTED, 0)
            least = builder.wide(labels[spot], _LEAST_LABEL, "text", "bold") * 1.1
            room = next((r for r in (free, node.box) if r.w >= least), box)
            centre = free.centre
        made += builder.pill(
            f"label:{spot[0]}:{spot[1]}",
            centre,
            labels[spot],
            builder.golden,
            size=builder.small,
            z=Z_LABEL,
            within=room,
        )
    return made
