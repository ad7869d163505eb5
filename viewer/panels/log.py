"""The move log: who did what, with chips for pieces; a click looks back to that moment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from engine.chronicle.rows import (
    AnnouncementRow,
    DecisionRow,
    EndingRow,
    LogRow,
    PaymentRow,
    RevealRow,
)
from engine.chronicle.rows import LogChip as Named
from viewer import commands as cmd
from viewer.app.i18n import capital, signed
from viewer.artwork.icons import has_icon
from viewer.artwork.pieces import Disc
from viewer.artwork.widgets import Chip
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder
from viewer.scene.facts import SEAT
from viewer.scene.piece_pictures import chip_of as piece_chip
from viewer.scene.piece_pictures import filled

if TYPE_CHECKING:
    from viewer.app.table_screen import TableScreen

ROW = 31.0
SHRUNK = 0.85
"""So much smaller a whole sentence may be written; a longer one is told as action and values."""
LETTERS = 3
"""A longer text of letters alone is a word, not what is in the corner of a card."""
STEP = 3.0
"""How many rows one step of the wheel moves."""


def log(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box with the log, the latest first."""
    entries = table.text.entries()
    head, place = box.head(builder.px(26)), box.cut(top=builder.px(30))
    left = head.start(box.w * 0.62)
    builder.line("log:title", table.translate("move_log"), left, 15, weight="semibold")
    count = table.translate.count("moves", len(table.guest.session.history))
    right = head.cut(left=left.w)
    builder.line("log:count", count, right, 12, builder.theme.ink_soft, align="right")
    if place.h < builder.control(ROW):
        return
    if not entries:
        builder.text("log:none", table.translate("no_log"), place, 13, builder.theme.ink_faint)
        return
    _rows(table, builder, place, entries)


def _rows(table: TableScreen, builder: PanelBuilder, box: Box, entries: list[LogRow]) -> None:
    """Add the rows that can be seen."""
    high, gap = builder.control(ROW - 4), builder.px(4)
    count = int((box.h + gap) // (high + gap))
    table.shell.limits["log"] = max(0.0, (len(entries) - count) / STEP)
    first = round(min(table.shell.scrolls.get("log", 0.0), table.shell.limits["log"]) * STEP)
    latest = list(reversed(entries))
    plays = table.guest.seat is not None and not table.guest.session.over
    since = table.turn.last_own if plays else len(table.guest.session.history)
    builder.add(Node("log", box, builder.z, scroll="log"))
    around = (tuple(table.text.names()), table.translate.language, table.view.look)
    for line, row in enumerate(latest[first : first + count]):
        place = box.cut(top=line * (high + gap)).head(high)
        _row(table, builder, place, row, around)
        if row.after > since:
            mark = place.inset(0, builder.px(4)).start(builder.px(3))
            builder.panel(f"log!new:{line}", mark, builder.theme.gold, radius=1, up=2)


def _row(
    table: TableScreen, builder: PanelBuilder, box: Box, row: LogRow, around: object
) -> None:  # fmt: skip
    """Add a row, as before where it says the same; `around`: what all rows depend on."""
    turned: Sequence[Named] = ()
    match row:
        case DecisionRow():
            name, turned = f"log:{row.number}:{row.number}", table.text.turned(row)
        case AnnouncementRow():
            name = f"log:{row.after}:0:said{row.nth}:-1"
        case RevealRow():
            name, turned = f"log:{row.after}:0:said{row.nth}:{row.seat}", row.chips
        case EndingRow() | PaymentRow():
            name = f"log:{row.after}:0"
        case _:
            assert_never(row)
    here = table.guest.looking == row.after
    key = (row, here, turned, around)
    builder.part(name, box, key, lambda own: _filled(table, own, box, row, name, here, turned))


def _filled(
    table: TableScreen, builder: PanelBuilder, box: Box, row: LogRow, name: str, here: bool,
    turned: Sequence[Named],
) -> None:  # fmt: skip
    theme, inner = builder.theme, box.inset(builder.px(9), 0)
    tip = capital(table.text.named(row.words))
    do = cmd.LookAt(row.after)
    line = theme.gold if here else ""
    builder.panel(name, box, theme.field, line, radius=6, scroll="log", tip=tip, do=do)
    match row:
        case DecisionRow() | RevealRow():
            _of_a_seat(table, builder, box, row, name, turned)
        case PaymentRow():
            names = table.text.names()
            paid = " · ".join(f"{n} {signed(t)}" for n, t in zip(names, row.totals, strict=False))
            text, inner = (
                f"{table.translate('made_round', n=row.round)}: {paid}",
                box.inset(builder.px(9), 0),
            )
            builder.line(
                f"{name}:round", text, inner, 12.5, theme.gold, weight="semibold", hush=True
            )
        case AnnouncementRow() | EndingRow():
            words = table.text.named(row.words)
            builder.line(f"{name}:why", words, inner, 12.5, theme.ink_soft, hush=True)
        case _:
            assert_never(row)


def _of_a_seat(
    table: TableScreen, builder: PanelBuilder, box: Box, row: DecisionRow | RevealRow, name: str,
    turned: Sequence[Named],
) -> None:  # fmt: skip
    """Add what a seat decided, or what came to be seen of it."""
    theme, made = builder.theme, row if isinstance(row, DecisionRow) else None
    dot = box.cut(left=builder.px(9)).start(builder.px(7))
    hues = table.view.hues(row.seat)
    builder.picture(f"{name}:dot", dot.middle(dot.w, dot.w), Disc(hues), up=1)
    end, number = box.cut(right=builder.px(8)).end(builder.px(30)), str(made.number) if made else ""
    builder.line(f"{name}:number", number, end, 12, theme.ink_faint, align="right", hush=True)
    inner = box.cut(left=builder.px(24), right=builder.px(42))
    who, most = table.text.names()[row.seat], inner.w * 0.45
    place = inner.start(min(builder.width(who, 13, weight="semibold") + 1, most))
    used = builder.line(f"{name}:who", who, place, 13, weight="semibold", hush=True)
    words = inner.cut(left=used + builder.px(7))
    plain = row.words and row.chips and not any(chip_of(table, c) for c in row.chips)
    longest = max(builder.width(name, 13, weight="semibold") for name in table.text.names())
    room = inner.w - builder.px(7) - min(longest, (inner.w + builder.px(24)) * 0.45)
    fits = builder.width(_short(table, row), 13 * SHRUNK) <= room
    if (made and not made.title) or (plain and fits and not turned):
        builder.line(f"{name}:words", _short(table, row), words, 13, theme.ink_soft, hush=True)
        return
    _done(table, builder, words, made, name, turned)


def chip_of(table: TableScreen, named: Named) -> Chip | None:
    """Return the chip of what a row names, None for what has none: numbers, people, dice.

    What a die is called changes with every roll, so that a number isn't that die.
    """
    look = table.view.look
    if named.item is not None and look.pieces[named.item.component].kind == "die":
        named = Named(named.text, None, named.item.name or named.text)
    if named.item is None and named.word.isdigit():
        return None
    if named.item is not None:
        found = piece_chip(look, named.item)
        if found is None:
            return None
        hues, icon, text = found
        piece = look.pieces[named.item.component]
        values = dict(named.item.values)
        text = text or filled(piece.face_of(values).badge, values, named.text)
        if text.isalpha() and len(text) > LETTERS and " " not in named.text:
            text = capital(named.text)  # what a piece is called in the person's language
        icon = icon if has_icon(icon) else ""
        return Chip(hues, text or ("" if icon else named.text), icon)
    for dimension, members in look.dimensions.items():
        member = None if dimension == SEAT else members.get(named.word)
        if member is not None:
            icon = member.icon if has_icon(member.icon) else ""
            return Chip(member.hues, "" if icon else named.text, icon)
    return None


def _short(table: TableScreen, row: LogRow) -> str:
    """Return the sentence of a row, of several only the first, without its full stop."""
    first = re.split(r"[.;:!](?:\s|$)", table.text.named(row.words), maxsplit=1)[0]
    return capital(first)


def _done(
    table: TableScreen, builder: PanelBuilder, box: Box, made: DecisionRow | None, name: str,
    turned: Sequence[Named],
) -> None:  # fmt: skip
    """Add what was done, as far as there is room: the action, its chips, and what that showed."""
    pad, title, colour = builder.px(7), capital(made.title if made else ""), builder.theme.ink_soft
    if title:
        place = box.start(min(builder.width(title, 13) + 1, box.w))
        box = box.cut(left=pad + builder.line(f"{name}:title", title, place, 13, colour, hush=True))
    done = made.chips if made else ()
    for number, named in enumerate((*done, *turned)):
        if number == len(done):
            place = box.start(builder.px(14))
            used = builder.line(f"{name}:then", "→", place, 13, colour, hush=True)
            box = box.cut(left=used + pad * 0.6)
        if box.w < builder.px(24):
            break
        box = box.cut(left=_named(table, builder, f"{name}:{number}", named, box) + pad)


def _named(table: TableScreen, builder: PanelBuilder, name: str, named: Named, box: Box) -> float:
    """Add a chip, or plain words where there is none; return how wide it is."""
    picture = chip_of(table, named)
    if picture is None:
        shown = table.text.named(named.text)
        place = box.start(min(box.w, builder.width(shown, 13, weight="semibold") + 1))
        return builder.line(name, shown, place, 13, weight="semibold", hush=True)
    place = box.middle(box.w, min(box.h, builder.px(ROW - 4)) - builder.px(6))
    wide = place.h * 1.35
    if picture.text:
        wide = builder.width(picture.text, 14, "title", "bold")
        wide += place.h * 1.15 + builder.px(6) if picture.icon else builder.px(12)
    place = place.start(min(wide, box.w))
    builder.picture(name, place, picture, up=2, tip=named.text)
    return place.w
