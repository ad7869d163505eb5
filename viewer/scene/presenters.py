"""Presenters of single zones: each knows its least and best size, and puts its pieces into a box.

Whatever does not fit is laid closer together first, then collapsed into a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import ZoneView
from viewer.artwork.widgets import Well
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.ghosts import ghost_for, ghost_nodes
from viewer.scene.scene_builder import Z_DEEPEST, Z_HAND, Z_PIECE, Z_ZONE, SceneBuilder, radius_of

_LIFT = 0.12
READABLE = 0.23
"""So much of a card must be seen, in parts of its height, to read its usual corner."""
STRIP = 13.0
"""So many pixels of a card must be seen for what it is to be read in them."""
READABLE_BESIDE = 0.34
"""The same for cards side by side, in parts of their width."""
MOST_ROWS = 3
SHOWN = 0.4
"""Of the last card of a column at least so much is seen."""
Z_LIFTED = Z_HAND + 210

Measure = Callable[[SceneBuilder, ZoneView, float], Size]
"""How large a zone is, for a card height in pixels."""
Show = Callable[[SceneBuilder, ZoneView, Box, float], list[Node]]
"""The nodes of a zone in a box, for a card height."""


def fitted(size: tuple[float, float], box: Box) -> tuple[float, float]:
    """Return a size made smaller, proportions kept, until it fits a box."""
    factor = min(1.0, box.w / size[0] if size[0] else 1.0, box.h / size[1] if size[1] else 1.0)
    return max(1.0, size[0] * factor), max(1.0, size[1] * factor)


def sized(wide: float, high: float = 1.0, *, gaps: float = 0.0, unit: float = 1.0) -> Measure:
    """Return the size of a zone as so many pieces side by side, gaps added, and one above another.

    `unit`: how large its pieces are, in the usual size.
    """

    def size(builder: SceneBuilder, zone: ZoneView, card: float) -> Size:
        one = builder.size_of(zone, card * unit)
        return Size(one[0] * wide + builder.gap * gaps, one[1] * high)

    return size


# ------------------------------------------------------------------ one place


def large(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the size of a piece where there is room."""
    return Size(*builder.size_of(zone, unit * roomy(builder, zone)))


def roomy(builder: SceneBuilder, zone: ZoneView) -> float:
    """Return how much larger than usual pieces may be where there is room: all but cards."""
    return 1.0 if builder.size_of(zone, 1.0)[1] > 0.8 * builder.zone_look(zone).size else 1.9


def present_pile(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show a pile: its top, and that there is more below."""
    look = builder.zone_look(zone)
    facts = builder.zone_facts(zone)
    size = fitted(builder.size_of(zone, unit), box)
    place = box.middle(*size)
    nodes = [builder.base(zone, place, builder.well(zone, place.h))]
    show = min(len(zone.items), max(1, look.show))
    lift = min(2.0 * builder.scale, size[1] * 0.02)
    spare = min((box.w - size[0]) / 2, (box.h - size[1]) / 2, lift * 3)
    step = max(0.0, min(lift, spare / max(1, show - 1)))
    for number in range(show):
        index = len(zone.items) - show + number
        up = step * number
        where = Box(place.x + up, place.y - up, *size)
        top = number == show - 1
        nodes.append(
            builder.piece(zone, index, where, Z_PIECE + number, hidden=facts.face_down, whole=top)
        )
    if not zone.count:
        nodes += ghost_nodes(builder, zone, ghost_for(builder, zone), place, Z_PIECE)
    elif look.badge == "count" or (facts.face_down and not look.badge):
        centre = (place.centre[0], place.bottom - builder.text * 0.9)
        nodes += builder.count_pill(zone, centre, place)
    return nodes


def present_spot(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show a place for a piece: empty, or with the pieces there."""
    place = box.middle(*fitted(builder.size_of(zone, unit * roomy(builder, zone)), box))
    nodes = [builder.base(zone, place, builder.well(zone, place.h))]
    for index in range(zone.count if zone.items else 0):
        nodes.append(builder.piece(zone, index, place, Z_PIECE + index, whole=True))
    if not zone.count:
        nodes += ghost_nodes(builder, zone, ghost_for(builder, zone), place, Z_PIECE)
    return nodes


# ------------------------------------------------------------------ lines


def usual(builder: SceneBuilder, zone: ZoneView, most: int, least: int = 2) -> int:
    """Return for how many pieces a zone has room: by the rules, not by how many are there now.

    So nothing moves only because something comes or goes.
    """
    return max(least, min(most, builder.zone_facts(zone).room(zone)))


def present_column(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show cards in a cascade, the last one whole and in front."""
    look = builder.zone_look(zone)
    ghost = ghost_for(builder, zone)
    well = builder.well(zone, unit, sign=not (zone.count or ghost))
    nodes = [builder.base(zone, box, None if look.frame == "none" else well)]
    strip = min(builder.text * 1.9, box.h * 0.2) if look.badge == "score" else 0.0
    # The badge lies at the edge that is farther from the middle of the table.
    above = zone.owner not in (None, builder.scene.me)
    inner = box.cut(top=strip) if above else box.cut(bottom=strip)
    inner = inner.inset(builder.gap / 2)
    size = fitted(builder.size_of(zone, unit), inner)
    items = len(zone.items)
    count = items + (ghost is not None)
    fall = fall_of(builder, count, inner.h, size[1], look.overlap)
    first, step = fall.first, fall.step
    x = inner.centre[0] - size[0] / 2
    seen = Box(box.x, box.y, box.w, inner.bottom + builder.gap / 2 - box.y)
    clip = seen if fall.cut else None
    for place, index in enumerate(range(first, count)):
        z = Z_PIECE + min(place, Z_DEEPEST)
        where = Box(x, inner.y + step * place, *size)
        last = place == count - first - 1
        if index < items:
            node = builder.piece(
                zone, index, where, z, whole=index == items - 1, alone=True,
                strip=0.0 if last or not fall.strips else step, clip=clip,
            )  # fmt: skip
            nodes.append(node)
        else:
            nodes += [n._replace(clip=clip) for n in ghost_nodes(builder, zone, ghost, where, z)]
    if first:
        nodes += hidden_pill(builder, zone, first, Box(x, inner.y, size[0], size[1]))
    if strip:
        edge = box.y if above else box.bottom - strip
        low = Box(box.x, edge + builder.gap * (0.25 if above else -0.25), box.w, strip)
        nodes += builder.score_pills(zone, low)
    return nodes


@dataclass(frozen=True, slots=True)
class Fall:
    """How cards lie over one another: the first that is shown, the distance from one to the next.

    `strips`: what they are stands in the strips that are seen. `cut`: the last one isn't whole.
    """

    first: int
    step: float
    strips: bool = False
    cut: bool = False


def fall_of(builder: SceneBuilder, count: int, room: float, size: float, overlap: float) -> Fall:
    """Return how cards lie in a column so that each can be read.

    First they are closer, then what they are stands in strips, then only the upper part of the
    last one is seen; what still doesn't fit is a number.
    """
    step = overlap * size
    if count < 2:
        return Fall(0, step)
    close = (room - size) / (count - 1)
    if close >= min(step, READABLE * size):
        return Fall(0, min(step, close))
    least = max(STRIP, builder.text * 1.4)
    if close >= least:
        return Fall(0, close, strips=True)
    shortened = (room - size * SHOWN) / (count - 1)
    if shortened >= STRIP:
        return Fall(0, min(least, shortened), strips=True, cut=True)
    shown = max(2, int((room - size * SHOWN) / STRIP) + 1)
    return Fall(count - min(count, shown), STRIP, strips=True, cut=True)


def _cascade(count: int, room: float, size: float, step: float, least: float) -> tuple[int, float]:
    """Return which piece is the first that is shown, and the distance from one to the next."""
    if count < 2:
        return 0, step
    step = min(step, max(0.0, (room - size) / (count - 1)))
    if step >= least:
        return 0, step
    shown = max(2, int((room - size) / least) + 1) if room > size else 1
    shown = min(shown, count)
    return count - shown, (room - size) / (shown - 1) if shown > 1 and room > size else 0.0


def hidden_pill(builder: SceneBuilder, zone: ZoneView, hidden: int, box: Box) -> list[Node]:
    """Return a badge that says how many pieces don't fit."""
    corner = (box.right - builder.small, box.y + builder.small)
    return builder.zone_pill("more", zone, corner, f"+{hidden}", builder.golden, box)


def best_row(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of a row: every card whole."""
    wide, high = builder.size_of(zone, unit)
    return Size((wide + builder.gap) * usual(builder, zone, 6), high)


def present_row(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show cards side by side, over one another when they must be."""
    size = fitted(builder.size_of(zone, unit), box)
    place = Box(box.x, box.centre[1] - size[1] / 2, box.w, size[1])
    ghost = ghost_for(builder, zone)
    well = builder.well(zone, size[1], sign=not (zone.count or ghost))
    nodes = [builder.base(zone, place, well)]
    items = len(zone.items)
    count = items + (ghost is not None)
    inset = min(builder.gap * 0.5, size[1] * 0.03)
    inner = place.inset(inset)
    places = _beside(builder, count, inner, fitted(size, inner))
    first = count - len(places)
    for number, where in enumerate(places):
        z, index = Z_PIECE + min(number, Z_DEEPEST), first + number
        if index < items:
            nodes.append(builder.piece(zone, index, where, z, beside=_seen(places, number)))
        else:
            nodes += ghost_nodes(builder, zone, ghost, where, z)
    if first:
        nodes += hidden_pill(builder, zone, first, places[0])
    if builder.zone_look(zone).badge == "score":
        high = min(builder.text * 1.7, place.h * 0.3)
        corner = Box(place.x + place.w * 0.55, place.bottom - high, place.w * 0.45, high)
        nodes += builder.score_pills(zone, corner)
    return nodes


def _beside(builder: SceneBuilder, count: int, box: Box, size: tuple[float, float]) -> list[Box]:
    """Return places side by side for cards, in several rows where they couldn't be read else.

    There are fewer places than cards when some don't fit at all: the first ones are left out.
    """
    if not count:
        return []
    for rows in range(1, MOST_ROWS + 1):
        per = -(-count // rows)
        low = (box.h - builder.gap * 0.5 * (rows - 1)) / rows
        one = fitted(size, Box(0, 0, box.w, low))
        room = (box.w - one[0]) / max(1, per - 1)
        if room >= one[0] * READABLE_BESIDE or per < 2:
            break
    full = one[0] + builder.gap
    first, step = _cascade(per, box.w, one[0], full, 4.0 * builder.scale)
    per -= first
    shown = min(count, per * rows)
    used = one[0] + step * max(0, min(per, shown) - 1)
    x = box.x + (box.w - used) / 2
    high = one[1] * rows + builder.gap * 0.5 * (rows - 1)
    y = box.centre[1] - high / 2
    down = one[1] + builder.gap * 0.5
    return [Box(x + step * (n % per), y + down * (n // per), *one) for n in range(shown)]


def _seen(places: Sequence[Box], number: int) -> float:
    """Return how much of a card's left is seen beside the next in its row, 0 when it is whole."""
    step = places[number + 1].x - places[number].x if number + 1 < len(places) else 0.0
    return step if 0 < step < places[number].w else 0.0


def _abreast(box: Box, y: float, size: tuple[float, float], step: float, count: int) -> list[Box]:
    """Return places side by side around the middle of a box."""
    x = box.centre[0] - (size[0] + step * max(0, count - 1)) / 2
    return [Box(x + step * number, y, *size) for number in range(count)]


def _aside(number: int, count: int) -> float:
    """Return how far from the middle of so many one lies, from -1 to 1."""
    half = (count - 1) / 2
    return (number - half) / max(1.0, half)


# ------------------------------------------------------------------ hands


def least_fan(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the least size of a hand: a card, and a third of each of the others."""
    wide, high = builder.size_of(zone, unit)
    return Size(wide * (1 + 0.3 * (usual(builder, zone, 8) - 1)), high * 1.06)


def best_fan(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of a hand."""
    wide, high = builder.size_of(zone, unit)
    return Size(wide * 1.0 * usual(builder, zone, 10, 5) + builder.gap * 4, high * 1.12)


def sorted_indices(builder: SceneBuilder, zone: ZoneView) -> list[int]:
    """Return the indices of a hand's pieces in the order in which they are shown."""
    look = builder.zone_look(zone)
    order = list(range(len(zone.items)))
    component = next((i.component for i in zone.items if i.component), "")
    facts = builder.facts.pieces.get(component)
    if facts is None:
        return order
    names = look.sort or tuple(a.name for a in facts.attributes)
    hue = builder.look.pieces[component].hue
    if not look.sort and hue in names:
        names = (hue, *(n for n in names if n != hue))
    by_name = {a.name: a for a in facts.attributes}

    def key(index: int) -> tuple[float, ...]:
        values = dict(zone.items[index].values)
        ranks: list[float] = []
        for name in names:
            value = values.get(name, "")
            words = by_name[name].words if name in by_name else ()
            if value in words:
                ranks.append(words.index(value))
            else:
                ranks.append(float(value) if value.lstrip("-").isdigit() else 1e6)
        return (*ranks, index)

    return sorted(order, key=key)


def present_fan(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show a hand in an arc, each card readable; a hand that is too large for that in rows."""
    nodes = [builder.base(zone, box, None)]
    count = len(zone.items)
    if not count:
        well = Well(builder.theme, builder.zone_look(zone).icon, None, radius_of(unit))
        size = fitted(builder.size_of(zone, unit), box.inset(builder.gap / 2))
        return [*nodes, Node(f"empty:{zone.name}", box.middle(*size), Z_ZONE, well)]
    flat = builder.dress.kind(zone.items[0].component) != "card"
    high = box.h if flat else box.h / 1.09
    size = fitted(builder.size_of(zone, unit * 1.25), Box(0, 0, box.w, high))
    room = box.w - size[0] * 0.12
    step = min(size[0] * (1.06 if flat else 0.95), (room - size[0]) / max(1, count - 1))
    low = 0.0 if flat else size[1] * 0.025
    bend = 0.0 if flat else min(1.0, step / size[0]) * min(4.0, 14.0 / count)
    dip = min(max(0.0, box.h - size[1] - 2 * low), size[1] * 0.05)
    places = _abreast(box, box.y + low, size, step, count)
    if step < size[0] * READABLE_BESIDE:
        places = _beside(builder, count, box.inset(0, builder.gap * 0.5), size)
        bend = dip = 0.0
    order = sorted_indices(builder, zone)
    for number, (index, place) in enumerate(zip(order, places, strict=False)):
        off = _aside(number, count)
        y, z, turn = place.y + dip * off * off, Z_HAND + min(number, 200), round(off * bend, 2)
        if zone.spot(index) in builder.scene.marks.chosen:
            # What was chosen is lifted out of the hand.
            y, z, turn = y - min(place.h * _LIFT, y - builder.scene.box.y), Z_LIFTED, turn / 2
        where, seen = place._replace(y=y), _seen(places, number)
        nodes.append(builder.piece(zone, index, where, z, turn=turn, beside=seen))
    return nodes


least_backs = sized(2.1, 1.1, unit=0.42)


def _dice(builder: SceneBuilder, zone: ZoneView) -> bool:
    """Return whether dice lie there: they are read where they are, and not known by a symbol."""
    kinds = builder.zone_facts(zone).pieces
    return all(builder.look.pieces[kind].kind == "die" for kind in kinds)


def best_backs(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of someone else's hand: dice can be read when they are shown."""
    if not _dice(builder, zone):
        return least_backs(builder, zone, unit)
    wide, high = builder.size_of(zone, unit)
    return Size(wide * usual(builder, zone, 5), high * 1.1)


def present_backs(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show someone else's hand: a small fan and how much it holds."""
    nodes = [builder.base(zone, box, None)]
    count = len(zone.items)
    dice = _dice(builder, zone)
    large, apart = (1.0, 1.05) if dice else (0.62, 0.34)
    across = max(1.5, count * apart) if dice else 1.5
    size = fitted(builder.size_of(zone, unit * large), Box(0, 0, box.w / across, box.h / 1.1))
    room = box.w - size[0] * (1.0 if dice else 1.2)
    step = min(size[0] * apart, room / max(1, count - 1))
    least = 2.0 * builder.scale
    shown = count if step >= least else max(1, min(count, int(room / least) + 1))
    step = min(size[0] * apart, room / max(1, shown - 1))
    y = box.centre[1] - size[1] / 2
    places = _abreast(box, y, size, step, shown)
    # What is known of a hidden hand lies in front.
    order = sorted(range(count), key=lambda i: (zone.items[i].name is not None, i))[count - shown :]
    for number, (index, where) in enumerate(zip(order, places, strict=True)):
        turn, seen = 0.0 if dice else round(_aside(number, shown) * 6, 2), _seen(places, number)
        nodes.append(builder.piece(zone, index, where, Z_PIECE + number, turn=turn, beside=seen))
    if count > shown or (count and not dice):
        nodes += builder.count_pill(zone, (box.centre[0], y + size[1] * 0.8), box)
    return nodes
