"""The result: who has won, by which ending, what the points are made of, and how they grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import Elsewhere, Everywhere, InLesson
from viewer.desk.i18n import signed
from viewer.desk.scoreboard import ResultRow, result_rows
from viewer.faces.curve import Curve
from viewer.faces.pieces import Disc
from viewer.nodes import Box
from viewer.panels.frame import frame
from viewer.panels.kit import SIDES, Kit

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen

HEAD, RATED, ROW, LEAST_ROW, TOTAL, GRAPH, FOOT = 54.0, 68.0, 21.0, 14.0, 32.0, 140.0, 50.0
CAPTION, NUMBERS, ENDS = 20.0, 38.0, 26.0
"""What a curve has above, left and right of it: what it is, its numbers, and who ended where."""
LABELS = 0.3
"""So much of the width the names of the rows may take."""


def result(table: TableScreen, kit: Kit, size: Box) -> None:
    """Show the result over the table."""
    session, text = table.match.session, table.text
    ranked = bool(session.game.compiled.rankings)
    rows = result_rows(session, table.translate) if ranked else []
    curve = text.curve() if ranked else {}
    if len({value for row in curve.values() for value in row}) < 2:
        curve = {}
    said = [s for s in (text.rating(), text.named(text.ending())) if s]
    parts = _head_height(table) + ROW * len(rows) + (TOTAL if ranked else 0)
    wanted = 88 + 26 * len(said) + parts + 6 + (GRAPH if curve else 0) + FOOT
    box = frame(kit, size, "result", 760, wanted, text.result_line())
    y = box.y
    for number, sentence in enumerate(said):
        y += kit.text(
            f"result:said:{number}", sentence, box.x, y, box.w, 13.5, kit.theme.ink_soft, lines=2
        ) + kit.px(6)
    foot = box.bottom - kit.px(FOOT)
    left = foot - y - kit.px(parts + 6)
    graph = max(left, min(kit.px(GRAPH), (foot - y) * 0.3)) if curve else 0.0
    _parts(table, kit, Box(box.x, y, box.w, foot - graph - y - kit.px(6)), rows, ranked=ranked)
    if curve:
        _curve(table, kit, Box(box.x, foot - graph, box.w, graph - kit.px(4)), curve)
    _buttons(table, kit, Box(box.x, box.bottom - kit.px(38), box.w, kit.px(38)))


def _parts(
    table: TableScreen, kit: Kit, box: Box, rows: Sequence[ResultRow], *, ranked: bool
) -> None:
    """Add a column for each seat, the best first: what its score is made of, and the sum."""
    session, theme, names = table.match.session, kit.theme, table.text.names()
    order = sorted(range(len(names)), key=lambda s: (s not in session.winners, -session.scores[s]))
    widest = max((kit.width(row.label, 13) for row in rows), default=0.0) + kit.px(14)
    left = min(widest, box.w * LABELS) if rows else 0.0
    wide = (box.w - left) / len(order)
    head, total = kit.px(_head_height(table)), kit.px(TOTAL) if ranked else 0.0
    high = min(kit.px(ROW), (box.h - head - total) / max(1, len(rows)))
    shown = rows if high >= kit.px(LEAST_ROW) else ()
    for line, row in enumerate(shown):
        place = Box(box.x, box.y + head + line * high, left - kit.px(8), high)
        kit.line(f"result:part:{line}", table.text.named(row.label), place, 13, theme.ink_soft)
    for number, seat in enumerate(order):
        x = box.x + left + number * wide
        inner = Box(x, box.y, wide, head + len(shown) * high + total).inset(kit.px(3), 0)
        won = seat in session.winners
        kit.panel(
            f"result:{seat}", inner, theme.field, theme.gold if won else theme.field_line, radius=8
        )
        _head(table, kit, Box(inner.x, inner.y, inner.w, head), seat)
        for line, row in enumerate(shown):
            place = Box(inner.x, box.y + head + line * high, inner.w, high)
            kit.line(
                f"result:{seat}:{line}", row.values[seat] or "–", place, 13, theme.ink,
                align="center", up=1,
            )  # fmt: skip
        if ranked:
            place = Box(inner.x, inner.bottom - total, inner.w, total)
            kit.line(
                f"result:{seat}:score", signed(session.scores[seat]), place, 20, theme.gold,
                font="title", weight="bold", align="center", up=1,
            )  # fmt: skip


def _head_height(table: TableScreen) -> float:
    """Return how much is kept above the rows: more where results have names."""
    return RATED if any(map(table.text.rating, range(table.match.session.game.players))) else HEAD


def _head(table: TableScreen, kit: Kit, box: Box, seat: int) -> None:
    """Add who sits there, and what their result is called."""
    name, rating = table.text.names()[seat], table.text.rating(seat)
    side = kit.px(26)
    disc = Box(box.centre[0] - side / 2, box.y + kit.px(6), side, side)
    kit.picture(f"result:{seat}:disc", disc, Disc(table.view.hues(seat), name[:1]), up=1)
    place = Box(box.x + kit.px(4), disc.bottom + kit.px(1), box.w - kit.px(8), kit.px(18))
    kit.line(f"result:{seat}:name", name, place, 14, weight="semibold", align="center", up=1)
    below = Box(place.x, place.bottom - kit.px(2), place.w, kit.px(14))
    if rating:
        kit.line(
            f"result:{seat}:rating", rating, below, 11.5, kit.theme.ink_soft, align="center", up=1
        )


def _curve(table: TableScreen, kit: Kit, box: Box, curve: Mapping[int, tuple[int, ...]]) -> None:
    """Add how the seats stood from the deal to the end, with the highest and lowest number, where
    rounds ended, and who ended where.
    """
    session, names = table.match.session, table.text.names()
    kit.line(
        "result:curve:caption", table.translate("curve"),
        Box(box.x, box.y, box.w, kit.px(CAPTION - 4)), 12, kit.theme.ink_soft,
    )  # fmt: skip
    left, top = kit.px(NUMBERS), kit.px(CAPTION)
    box = Box(box.x + left, box.y + top, box.w - left - kit.px(ENDS), box.h - top)
    seats, last = range(len(names)), len(session.history)
    hues = tuple(table.view.hues(seat).mid for seat in seats)
    lines = tuple(tuple(row[seat] for row in curve.values()) for seat in seats)
    places = tuple(decisions / last for decisions in curve)
    marks = tuple(sorted({result.decisions / last for result in session.results} - {1.0}))
    drawn = Curve(lines, hues, kit.theme.field, kit.theme.ink_faint, marks, places)
    kit.picture("result:curve", box, drawn)
    high = kit.px(16)
    for number in sorted({drawn.low, 0, drawn.high}):
        y = drawn.y_of(number, box.h)
        if (
            number
            or min(abs(y - drawn.y_of(n, box.h)) for n in (drawn.low, drawn.high) if n) > high
        ):
            place = Box(box.x - left, box.y + y - high / 2, left - kit.px(6), high)
            kit.line(
                f"result:curve:{number}", signed(number), place, 11.5, kit.theme.ink_soft,
                align="right", up=2,
            )  # fmt: skip
    side, below = kit.px(18), box.bottom
    for seat in sorted(seats, key=lambda s: lines[s][-1]):
        y = min(drawn.y_of(lines[seat][-1], box.h) + box.y + side / 2, below)
        below = y - side
        disc = Box(box.right + kit.px(6), y - side, side, side)
        kit.picture(
            f"result:curve:disc:{seat}", disc, Disc(table.view.hues(seat), names[seat][:1]),
            tip=f"{names[seat]}: {signed(lines[seat][-1])}",
        )  # fmt: skip


def _buttons(table: TableScreen, kit: Kit, box: Box) -> None:
    rows: list[tuple[str, cmd.AnyCommand, str, str]] = [
        ("again", cmd.Again(), "gold", "enter"),
        ("again_turned", cmd.Again(turned=True), "", ""),
        ("look_at_it", Everywhere.CLOSE, "", ""),
        ("review_game", InLesson.REVIEW_GAME, "", ""),
        ("course", Elsewhere.COURSE, "", ""),
        ("new_game", Elsewhere.LEAVE_GAME, "", ""),
    ]
    gap = kit.px(8)
    words = [table.translate(label) for label, *_ in rows]
    needs = [kit.width(word, 13, weight="semibold") + kit.px(2 * SIDES) for word in words]
    more = (box.w - gap * (len(rows) - 1) - sum(needs)) / len(rows)
    x = box.x
    for (label, do, tone, key), word, need in zip(rows, words, needs, strict=True):
        spot = Box(x, box.y, need + more, box.h)
        kit.button(f"result:{label}", spot, word, do, tone=tone, key=key, size=13)
        x = spot.right + gap
