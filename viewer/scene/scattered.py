"""Presenters of zones whose pieces lie loosely: areas, heaps in pits, and mere counts."""

from __future__ import annotations

import math

from engine import ZoneView
from viewer.artwork.theme import blend
from viewer.artwork.widgets import Panel
from viewer.nodes import Box, Node
from viewer.scene.flow_layout import Size
from viewer.scene.presenters import fitted, roomy, usual
from viewer.scene.scene_builder import Z_BADGE, Z_DEEPEST, Z_PIECE, SceneBuilder


def least_spread(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the least size of an area: two pieces, more when many are there."""
    wide, high = _loose(builder, zone, unit)
    columns = min(3, math.ceil(math.sqrt(usual(builder, zone, 9))))
    return Size(wide * (1 + 0.5 * (columns - 1)) + builder.gap, high + builder.gap)


def best_spread(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of an area: everything side by side."""
    wide, high = _loose(builder, zone, unit * roomy(builder, zone))
    count = usual(builder, zone, 8)
    rows = 1 if count <= 6 else 2
    columns = math.ceil(count / rows)
    gap = builder.gap
    return Size((wide + gap / 2) * columns + gap, (high + gap / 2) * rows + gap)


def _loose(builder: SceneBuilder, zone: ZoneView, unit: float) -> tuple[float, float]:
    """Return the size of a piece in an area: cards lie there smaller."""
    wide, high = builder.size_of(zone, unit)
    factor = 0.62 if high > unit * 0.8 * builder.zone_look(zone).size else 1.0
    return wide * factor, high * factor


MOST_LOOSE = 48
"""More pieces than these are not drawn one by one."""


def present_spread(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show loose pieces in rows, closer together when there are many."""
    nodes = [builder.base(zone, box, builder.well(zone, box.h, sign=not zone.count))]
    count = min(zone.count, MOST_LOOSE)
    if not count:
        return nodes
    inner = box.inset(min(builder.gap / 2, box.w * 0.06, box.h * 0.06))
    wish = _loose(builder, zone, unit * roomy(builder, zone))
    size, columns = _grid(count, inner, fitted(wish, inner), builder.gap / 2)
    rows = math.ceil(count / columns)
    dx = (inner.w - size[0]) / max(1, columns - 1)
    dx = min(dx, size[0] + builder.gap / 2)
    dy = min((inner.h - size[1]) / max(1, rows - 1), size[1] + builder.gap / 2)
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        x = inner.centre[0] - (size[0] + dx * (in_row - 1)) / 2 + dx * column
        y = inner.centre[1] - (size[1] + dy * (rows - 1)) / 2 + dy * row
        index = zone.count - count + number
        where = Box(x, y, *size)
        nodes.append(builder.piece(zone, index, where, Z_PIECE + min(number, Z_DEEPEST)))
    if (not zone.items and count > 3) or zone.count > count:
        corner = (inner.right - builder.small, inner.bottom - builder.small)
        nodes += builder.count_pill(zone, corner, inner)
    return nodes


def _grid(
    count: int, box: Box, size: tuple[float, float], gap: float
) -> tuple[tuple[float, float], int]:
    """Return the size of loose pieces and how many lie in a row, so that most of each is seen."""
    best: tuple[float, tuple[float, float], int] = (-1.0, size, count)
    for rows in range(1, min(count, 8) + 1):
        columns = math.ceil(count / rows)
        high = min(size[1], (box.h - gap * (rows - 1)) / rows)
        shape = size[0] / size[1]
        apart = min(high, (box.w - gap * (columns - 1)) / columns / shape)
        for tall, factor in ((apart, 1.0), (high, 0.5)):
            wide = tall * shape
            step = (box.w - wide) / max(1, columns - 1)
            if tall <= 0 or (step <= 0 and columns > 1):
                continue
            seen = min(step, wide) * tall * factor if columns > 1 else wide * tall
            if seen > best[0] + 0.01:
                best = (seen, (wide, tall), columns)
    return best[1], best[2]


# ------------------------------------------------------------------ pits


def least_pit(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the least size of a pit: a few pieces."""
    side = max(builder.text * 3.2, builder.size_of(zone, unit)[1] * 1.9)
    return Size(side, side)


def best_pit(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of a pit."""
    side = least_pit(builder, zone, unit).w * 2.6
    return Size(side, side)


_TURN = math.pi * (3 - math.sqrt(5))
"""From one piece to the next, as the seeds of a sunflower lie."""


def present_pit(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show a heap in a hollow, the more pieces the closer together, and how many they are."""
    if zone.items:
        return present_spread(builder, zone, box, unit)
    # One of many is round, a single one may be long.
    long = 1.3 if builder.zone_facts(zone).free_axes else 2.4
    wide, high = min(box.w, box.h * long), min(box.h, box.w * long)
    place = box.middle(wide, high)
    theme = builder.theme
    hollow = blend(theme.ground_dark, "#000000", 0.1)
    picture = Panel(hollow, theme.well_line, round(min(wide, high) / 2))
    nodes = [builder.base(zone, place, picture)]
    shown = min(zone.count, MOST_LOOSE)
    reach = min(wide, high) / 2 * 0.9
    packed = max(shown, 6)
    side = min(reach * 0.62, reach * 1.5 / math.sqrt(packed))
    dx, dy = wide / 2 * 0.9 - side / 2, high / 2 * 0.9 - side / 2
    for number in range(shown):
        away = math.sqrt((number + (0.0 if shown == 1 else 0.5)) / packed)
        x = place.centre[0] + dx * away * math.cos(number * _TURN)
        y = place.centre[1] + dy * away * math.sin(number * _TURN)
        where = Box(x - side / 2, y - side / 2, side, side)
        nodes.append(builder.piece(zone, number, where, Z_PIECE + min(number, Z_DEEPEST)))
    if zone.count:
        centre = (place.centre[0], place.bottom - builder.text * 0.8)
        nodes += builder.count_pill(zone, centre, place)
    return nodes


# ------------------------------------------------------------------ counts


def least_count(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the least size of a counted zone: a sign and a number."""
    size = builder.text * 1.7
    return Size(size * 2.6, size)


def best_count(builder: SceneBuilder, zone: ZoneView, unit: float) -> Size:
    """Return the best size of a counted zone."""
    size = max(builder.text * 1.7, unit * 0.34)
    return Size(size * 2.8, size)


def present_count(builder: SceneBuilder, zone: ZoneView, box: Box, unit: float) -> list[Node]:
    """Show how much lies in a zone as a piece and a number."""
    high = min(box.h, max(builder.text * 1.7, unit * 0.34), box.w / 2)
    place = Box(box.x, box.centre[1] - high / 2, box.w, high)
    theme = builder.theme
    picture = Panel(theme.field, theme.field_line, round(high / 2))
    nodes = [builder.base(zone, place, picture)]
    facts = builder.zone_facts(zone)
    side = min(high * 0.8, box.w * 0.42)
    shown = min(3, zone.count)
    wide, tall = builder.dress.proportions(facts.pieces)
    size = fitted((side * wide / tall, side), Box(0, 0, side, side))
    if not shown:
        sign = builder.icon(builder.zone_look(zone).icon, theme.ink_faint)
        small = Box(place.x + high * 0.12, place.y, side, high).middle(side * 0.6, side * 0.6)
        if sign is not None:
            nodes.append(Node(f"sign:{zone.name}", small, Z_PIECE, picture=sign))
    for number in range(shown):
        x = place.x + high * 0.12 + side * 0.1 * number
        where = Box(x, place.centre[1] - size[1] / 2, *size)
        index = zone.count - shown + number
        hidden = facts.face_down or not zone.items
        nodes.append(
            builder.piece(zone, index, where, Z_PIECE + number, hidden=hidden and not facts.counted)
        )
    left = place.x + high * 0.16 + size[0] + side * 0.2
    words = Box(left, place.y, max(1.0, place.right - high * 0.16 - left), high)
    nodes += builder.words(
        f"count:{zone.name}", words, f"{zone.count}", high * 0.55, theme.ink,
        font="title", weight="bold", z=Z_BADGE, whole=True,
    )  # fmt: skip
    return nodes
