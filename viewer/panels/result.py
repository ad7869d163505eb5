"""The result: who has won, by which ending, what the points are made of, and how they grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.app.i18n import signed
from viewer.app.scoreboard import ResultRow, result_rows
from viewer.artwork.curve import Curve
from viewer.artwork.pieces import Disc
from viewer.commands import Elsewhere, Everywhere, InLesson
from viewer.nodes import Box
from viewer.panels.panel_builder import SIDES, PanelBuilder

if TYPE_CHECKING:
    from viewer.app.table_screen import TableScreen

HEAD, RATED, ROW, LEAST_ROW, TOTAL, GRAPH, FOOT = 54.0, 68.0, 21.0, 14.0, 32.0, 140.0, 50.0
CAPTION, NUMBERS, ENDS = 20.0, 38.0, 26.0
"""What a curve has above, left and right of it: what it is, its numbers, and who ended where."""
MOST_NARROW = 3
"""So many ways on are side by side on a phone."""
LABELS = 0.3
"""So much of the width the names of the rows may take."""


def result(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """Show the result over the table."""
    session, text = table.guest.session, table.text
    ranked = bool(session.game.compiled.rankings)
    rows = result_rows(session, table.translate) if ranked else []
    curve = text.curve() if ranked else {}
    if len({value for row in curve.values() for value in row}) < 2:
        curve = {}
    said = [s for s in (text.rating(), text.named(text.ending())) if s]
    parts = _head_height(table) + ROW * len(rows) + (TOTAL if ranked else 0)
    wanted = (
        88
        + 26 * len(said)
        + parts
        + 6
        + (GRAPH if curve else 0)
        + FOOT * (2 if builder.finger else 1)
    )
    box = builder.frame(size, "result", 760, wanted, text.result_line())
    for number, sentence in enumerate(said):
        name, colour = f"result:said:{number}", builder.theme.ink_soft
        box = box.cut(top=builder.text(name, sentence, box, 13.5, colour, lines=2) + builder.px(6))
    foot = _buttons(table, builder, box)
    box = box.cut(bottom=foot + builder.px(FOOT - 38))
    left = box.h - builder.px(parts + 6)
    graph = max(left, min(builder.px(GRAPH), box.h * 0.3)) if curve else 0.0
    _parts(table, builder, box.cut(bottom=graph + builder.px(6)), rows, ranked=ranked)
    if curve:
        _curve(table, builder, box.foot(graph).cut(bottom=builder.px(4)), curve)


def _parts(
    table: TableScreen, builder: PanelBuilder, box: Box, rows: Sequence[ResultRow], *, ranked: bool
) -> None:
    """Add a column for each seat, the best first: what its score is made of, and the sum."""
    session, theme, names = table.guest.session, builder.theme, table.text.names()
    order = sorted(range(len(names)), key=lambda s: (s not in session.winners, -session.scores[s]))
    widest = max((builder.width(row.label, 13) for row in rows), default=0.0) + builder.px(14)
    left = min(widest, box.w * LABELS) if rows else 0.0
    head, total = builder.px(_head_height(table)), builder.px(TOTAL) if ranked else 0.0
    high = min(builder.px(ROW), (box.h - head - total) / max(1, len(rows)))
    shown = rows if high >= builder.px(LEAST_ROW) else ()
    box = box.head(head + len(shown) * high + total)
    for line, row in enumerate(shown):
        place = box.cut(top=head + line * high).head(high).start(left - builder.px(8))
        builder.line(f"result:part:{line}", table.text.named(row.label), place, 13, theme.ink_soft)
    columns = box.cut(left=left).columns(len(order))
    for seat, column in zip(order, columns, strict=True):
        inner = column.inset(builder.px(3), 0)
        edge = theme.gold if seat in session.winners else theme.field_line
        builder.panel(f"result:{seat}", inner, theme.field, edge, radius=8)
        _head(table, builder, inner.head(head), seat)
        for line, row in enumerate(shown):
            place = inner.cut(top=head + line * high).head(high)
            builder.line(
                f"result:{seat}:{line}", row.values[seat] or "–", place, 13, align="center"
            )
        if ranked:
            score = signed(session.scores[seat])
            builder.title(f"result:{seat}:score", score, inner.foot(total), 20, align="center")


def _head_height(table: TableScreen) -> float:
    """Return how much is kept above the rows: more where results have names."""
    return RATED if any(map(table.text.rating, range(table.guest.session.game.players))) else HEAD


def _head(table: TableScreen, builder: PanelBuilder, box: Box, seat: int) -> None:
    """Add who sits there, and what their result is called."""
    name, rating = table.text.names()[seat], table.text.rating(seat)
    disc = box.cut(top=builder.px(6)).head(builder.px(26)).middle(builder.px(26), builder.px(26))
    builder.picture(f"result:{seat}:disc", disc, Disc(table.view.hues(seat), name[:1]), up=1)
    place = box.inset(builder.px(4), 0).cut(top=builder.px(33)).head(builder.px(18))
    builder.line(f"result:{seat}:name", name, place, 14, weight="semibold", align="center")
    if rating:
        below, colour = place.cut(top=builder.px(16)).head(builder.px(14)), builder.theme.ink_soft
        builder.line(f"result:{seat}:rating", rating, below, 11.5, colour, align="center")


def _curve(
    table: TableScreen, builder: PanelBuilder, box: Box, curve: Mapping[int, tuple[int, ...]]
) -> None:
    """Add how the seats stood from the deal to the end, with the highest and lowest number, where
    rounds ended, and who ended where.
    """
    session, names = table.guest.session, table.text.names()
    caption = box.head(builder.px(CAPTION - 4))
    builder.line(
        "result:curve:caption", table.translate("curve"), caption, 12, builder.theme.ink_soft
    )
    left = builder.px(NUMBERS)
    box = box.cut(left, builder.px(CAPTION), builder.px(ENDS))
    seats, last = range(len(names)), len(session.history)
    hues = tuple(table.view.hues(seat).mid for seat in seats)
    lines = tuple(tuple(row[seat] for row in curve.values()) for seat in seats)
    places = tuple(decisions / last for decisions in curve)
    marks = tuple(sorted({result.decisions / last for result in session.results} - {1.0}))
    drawn = Curve(lines, hues, builder.theme.field, builder.theme.ink_faint, marks, places)
    builder.picture("result:curve", box, drawn)
    high = builder.px(16)
    for number in sorted({drawn.low, 0, drawn.high}):
        y = drawn.y_of(number, box.h)
        others = (drawn.y_of(n, box.h) for n in (drawn.low, drawn.high) if n)
        if number or min(abs(y - other) for other in others) > high:
            place = Box(box.x - left, box.y + y - high / 2, left - builder.px(6), high)
            name, colour = f"result:curve:{number}", builder.theme.ink_soft
            builder.line(name, signed(number), place, 11.5, colour, align="right", up=2)
    side, below = builder.px(18), box.bottom
    for seat in sorted(seats, key=lambda s: lines[s][-1]):
        y = min(drawn.y_of(lines[seat][-1], box.h) + box.y + side / 2, below)
        below = y - side
        disc = Box(box.right + builder.px(6), y - side, side, side)
        builder.picture(
            f"result:curve:disc:{seat}", disc, Disc(table.view.hues(seat), names[seat][:1]),
            tip=f"{names[seat]}: {signed(lines[seat][-1])}",
        )  # fmt: skip


def _buttons(table: TableScreen, builder: PanelBuilder, box: Box) -> float:
    """Add the ways on at the foot of a box; return how high they are."""
    rows: list[tuple[str, cmd.AnyCommand, str, str]] = [
        ("again", cmd.Again(), "", ""),
        ("again_turned", cmd.Again(turned=True), "", ""),
        ("look_at_it", Everywhere.CLOSE, "gold", "enter"),
        ("review_game", InLesson.REVIEW_GAME, "", ""),
        ("course", Elsewhere.COURSE, "", ""),
        (table.shell.way_out, Elsewhere.LEAVE_GAME, "", ""),
    ]
    rows = [row for row in rows if builder.allows(row[1])]
    most = MOST_NARROW if builder.finger and box.w < builder.px(500) else len(rows)
    lines = [rows[at : at + most] for at in range(0, len(rows), most)]
    high, gap = builder.control(38), builder.px(6)
    foot = box.foot(len(lines) * high + (len(lines) - 1) * gap)
    for number, line in enumerate(lines):
        words = [table.translate(label) for label, *_ in line]
        row = foot.cut(top=number * (high + gap)).head(high)
        places = builder.beside(words, row, 13, 2 * SIDES, 8)
        for place, word, (label, do, tone, key) in zip(places, words, line, strict=True):
            builder.button(f"result:{label}", place, word, do, tone=tone, key=key)
    return foot.h
