"""The move log: who did what, with chips for pieces; a click looks back to that moment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import LogChip as Named
from engine import LogEntry
from viewer import commands as cmd
from viewer.desk.i18n import capital, signed
from viewer.faces.pieces import Disc
from viewer.faces.widgets import Chip
from viewer.nodes import Box, Node
from viewer.panels.chips import chip, chip_picture
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen

ROW = 31.0
SHRUNK = 0.85
"""So much smaller a whole sentence may be written; a longer one is told as action and values."""
STEP = 3.0
"""How many rows one step of the wheel moves."""


def log(table: TableScreen, kit: Kit, box: Box) -> None:
    """Fill a box with the log, the latest first."""
    entries = table.text.entries()
    head = kit.px(26)
    title = Box(box.x, box.y, box.w * 0.62, head)
    kit.line("log:title", table.translate("move_log"), title, 15, weight="semibold")
    count = table.translate.count("moves", len(table.match.session.history))
    side = Box(box.x + box.w * 0.62, box.y, box.w * 0.38, head)
    kit.line("log:count", count, side, 12, kit.theme.ink_soft, align="right")
    place = Box(box.x, box.y + head + kit.px(4), box.w, box.h - head - kit.px(4))
    if place.h < kit.px(ROW):
        return
    if not entries:
        kit.text(
            "log:none",
            table.translate("no_log"),
            place.x,
            place.y,
            place.w,
            13,
            kit.theme.ink_faint,
        )
        return
    _rows(table, kit, place, entries)


def _rows(table: TableScreen, kit: Kit, box: Box, entries: list[LogEntry]) -> None:
    """Add the rows that can be seen."""
    high, gap = kit.px(ROW - 4), kit.px(4)
    count = int((box.h + gap) // (high + gap))
    table.shell.limits["log"] = max(0.0, (len(entries) - count) / STEP)
    first = round(min(table.shell.scrolls.get("log", 0.0), table.shell.limits["log"]) * STEP)
    latest = list(reversed(entries))
    plays = table.match.viewer is not None and not table.match.session.over
    since = table.turn.last_own if plays else len(table.match.session.history)
    kit.add(Node("log", box, kit.z, scroll="log"))
    clip, kit.clip = kit.clip, box
    for line, entry in enumerate(latest[first : first + count]):
        place = Box(box.x, box.y + line * (high + gap), box.w, high)
        _row(table, kit, place, entry)
        if entry.after > since:
            mark = Box(place.x, place.y + kit.px(4), kit.px(3), high - kit.px(8))
            kit.panel(f"log!new:{line}", mark, kit.theme.gold, radius=1, up=2)
    kit.clip = clip


def _row(table: TableScreen, kit: Kit, box: Box, entry: LogEntry) -> None:
    """Add a row, as before where it says the same."""
    name = f"log:{entry.after}:{entry.number}" + (
        f":said{entry.nth}:{entry.seat}" if entry.nth else ""
    )
    here = table.match.looking == entry.after
    turned = table.text.turned(entry) if entry.number else entry.chips
    key = (
        entry,
        here,
        turned,
        tuple(table.text.names()),
        table.translate.language,
        table.view.look,
    )
    kit.part(name, box, key, lambda own: _said_of(table, own, box, entry, name, here, turned))


def _said_of(
    table: TableScreen,
    kit: Kit,
    box: Box,
    entry: LogEntry,
    name: str,
    here: bool,
    turned: Sequence[Named],
) -> None:
    theme = kit.theme
    line = theme.gold if here else ""
    own = entry.seat >= 0
    told = table.text.named if own else table.text.announced
    tip = capital(told(entry.words))
    kit.panel(
        name, box, theme.field, line, radius=6, scroll="log", tip=tip,
        do=cmd.LookAt(entry.after),
    )  # fmt: skip
    if not own:
        _round(table, kit, box, entry, name)
        return
    dot = kit.px(7)
    hues = table.view.hues(entry.seat)
    kit.picture(
        f"{name}:dot", Box(box.x + kit.px(9), box.y + (box.h - dot) / 2, dot, dot), Disc(hues), up=1
    )
    number = kit.px(30)
    end = Box(box.right - number - kit.px(8), box.y, number, box.h)
    kit.line(
        f"{name}:number",
        str(entry.number or ""),
        end,
        12,
        theme.ink_faint,
        align="right",
        hush=True,
    )
    x, right = box.x + kit.px(24), end.x - kit.px(4)
    who = table.text.names()[entry.seat]
    wide = min(kit.width(who, 13, weight="semibold") + 1, (right - x) * 0.45)
    x += kit.line(
        f"{name}:who", who, Box(x, box.y, wide, box.h), 13, weight="semibold", hush=True
    ) + kit.px(7)
    plain = entry.words and entry.chips and not any(chip_of(table, c) for c in entry.chips)
    longest = max(kit.width(name, 13, weight="semibold") for name in table.text.names())
    room = right - box.x - kit.px(31) - min(longest, (right - box.x) * 0.45)
    fits = kit.width(_short(table, entry), 13 * SHRUNK) <= room
    if (entry.number and not entry.title) or (plain and fits and not turned):
        words = Box(x, box.y, right - x, box.h)
        kit.line(f"{name}:words", _short(table, entry), words, 13, theme.ink_soft, hush=True)
        return
    _said(table, kit, Box(x, box.y, right - x, box.h), entry, name, turned)


def chip_of(table: TableScreen, named: Named) -> Chip | None:
    """Return the chip of what a row names, None for what has none: numbers, people, dice.

    What a die is called changes with every roll, so that a number isn't that die.
    """
    plain = named.item is None and (named.word.isdigit() or named.word.startswith("seat "))
    if plain or table.view is None:
        return None
    look = table.view.look
    if named.item is not None and look.pieces[named.item.component].kind == "die":
        named = Named(named.text, None, named.item.name or named.text)
        if named.word.isdigit():
            return None
    return chip_picture(named, look)


def _short(table: TableScreen, entry: LogEntry) -> str:
    """Return the sentence of a row, of several only the first, without its full stop."""
    first = re.split(r"[.;:!](?:\s|$)", table.text.named(entry.words), maxsplit=1)[0]
    return capital(first)


def _said(
    table: TableScreen, kit: Kit, box: Box, entry: LogEntry, name: str, turned: Sequence[Named]
) -> None:
    """Add what was done, as far as there is room: the action, its chips, and what that showed."""
    pad = kit.px(7)
    title = capital(entry.title)
    wide = min(kit.width(title, 13) + 1, box.w)
    place = Box(box.x, box.y, wide, box.h)
    colour = kit.theme.ink_soft
    x = box.x
    if title:
        x += pad + kit.line(f"{name}:title", title, place, 13, colour, hush=True)
    high = box.h - kit.px(6)
    done = entry.chips if entry.number else ()
    for number, named in enumerate((*done, *turned)):
        if number == len(done):
            place = Box(x, box.y, kit.px(14), box.h)
            x += kit.line(f"{name}:then", "→", place, 13, colour, hush=True) + pad * 0.6
        room = box.right - x
        if room < kit.px(24):
            break
        picture = chip_of(table, named)
        if picture is None:
            shown = table.text.named(named.text)
            place = Box(x, box.y, min(room, kit.width(shown, 13, weight="semibold") + 1), box.h)
            x += kit.line(f"{name}:{number}", shown, place, 13, weight="semibold", hush=True) + pad
        else:
            x += (
                chip(kit, f"{name}:{number}", named, x, box.y + kit.px(3), high, room, picture)
                + pad
            )


def _round(table: TableScreen, kit: Kit, box: Box, entry: LogEntry, name: str) -> None:
    """Add what was paid at the end of a round, or why something ended."""
    if not entry.totals:
        words = table.text.announced(entry.words)
        kit.line(f"{name}:why", words, box.inset(kit.px(9), 0), 12.5, kit.theme.ink_soft, hush=True)
        return
    names = table.text.names()
    paid = " · ".join(f"{n} {signed(t)}" for n, t in zip(names, entry.totals, strict=False))
    text = f"{table.translate('made_round', n=entry.round)}: {paid}"
    kit.line(
        f"{name}:round",
        text,
        box.inset(kit.px(9), 0),
        12.5,
        kit.theme.gold,
        weight="semibold",
        hush=True,
    )
