"""The move log: who did what, with chips for pieces; a click looks back to that moment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.table.game_log import LogChip as Named
from engine.table.game_log import LogEntry
from viewer import commands as cmd
from viewer.desk.i18n import capital, signed
from viewer.faces.icons import has_icon
from viewer.faces.pieces import Disc
from viewer.faces.widgets import Chip
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit
from viewer.scene.piece_pictures import chip_of as piece_chip
from viewer.scene.piece_pictures import filled

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen

ROW = 31.0
SHRUNK = 0.85
"""So much smaller a whole sentence may be written; a longer one is told as action and values."""
LETTERS = 3
"""A longer text of letters alone is a word, not what stands in the corner of a card."""
STEP = 3.0
"""How many rows one step of the wheel moves."""


def log(table: TableScreen, kit: Kit, box: Box) -> None:
    """Fill a box with the log, the latest first."""
    entries = table.text.entries()
    head, place = box.head(kit.px(26)), box.cut(top=kit.px(30))
    left = head.start(box.w * 0.62)
    kit.line("log:title", table.translate("move_log"), left, 15, weight="semibold")
    count = table.translate.count("moves", len(table.match.session.history))
    right = head.cut(left=left.w)
    kit.line("log:count", count, right, 12, kit.theme.ink_soft, align="right")
    if place.h < kit.px(ROW):
        return
    if not entries:
        kit.text("log:none", table.translate("no_log"), place, 13, kit.theme.ink_faint)
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
        place = box.cut(top=line * (high + gap)).head(high)
        _row(table, kit, place, entry)
        if entry.after > since:
            mark = place.inset(0, kit.px(4)).start(kit.px(3))
            kit.panel(f"log!new:{line}", mark, kit.theme.gold, radius=1, up=2)
    kit.clip = clip


def _row(table: TableScreen, kit: Kit, box: Box, entry: LogEntry) -> None:
    """Add a row, as before where it says the same."""
    name = f"log:{entry.after}:{entry.number}"
    if entry.nth:
        name += f":said{entry.nth}:{entry.seat}"
    here = table.match.looking == entry.after
    turned = table.text.turned(entry) if entry.number else entry.chips
    names, language = tuple(table.text.names()), table.translate.language
    key = (entry, here, turned, names, language, table.view.look)
    kit.part(name, box, key, lambda own: _filled(table, own, box, entry, name, here, turned))


def _filled(
    table: TableScreen, kit: Kit, box: Box, entry: LogEntry, name: str, here: bool,
    turned: Sequence[Named],
) -> None:  # fmt: skip
    theme, own = kit.theme, entry.seat >= 0
    tip = capital(table.text.named(entry.words))
    do = cmd.LookAt(entry.after)
    line = theme.gold if here else ""
    kit.panel(name, box, theme.field, line, radius=6, scroll="log", tip=tip, do=do)
    if not own:
        _round(table, kit, box, entry, name)
        return
    dot = box.cut(left=kit.px(9)).start(kit.px(7))
    hues = table.view.hues(entry.seat)
    kit.picture(f"{name}:dot", dot.middle(dot.w, dot.w), Disc(hues), up=1)
    end, number = box.cut(right=kit.px(8)).end(kit.px(30)), str(entry.number or "")
    kit.line(f"{name}:number", number, end, 12, theme.ink_faint, align="right", hush=True)
    inner = box.cut(left=kit.px(24), right=kit.px(42))
    who, most = table.text.names()[entry.seat], inner.w * 0.45
    place = inner.start(min(kit.width(who, 13, weight="semibold") + 1, most))
    used = kit.line(f"{name}:who", who, place, 13, weight="semibold", hush=True)
    words = inner.cut(left=used + kit.px(7))
    plain = entry.words and entry.chips and not any(chip_of(table, c) for c in entry.chips)
    longest = max(kit.width(name, 13, weight="semibold") for name in table.text.names())
    room = inner.w - kit.px(7) - min(longest, (inner.w + kit.px(24)) * 0.45)
    fits = kit.width(_short(table, entry), 13 * SHRUNK) <= room
    if (entry.number and not entry.title) or (plain and fits and not turned):
        kit.line(f"{name}:words", _short(table, entry), words, 13, theme.ink_soft, hush=True)
        return
    _done(table, kit, words, entry, name, turned)


def chip_of(table: TableScreen, named: Named) -> Chip | None:
    """Return the chip of what a row names, None for what has none: numbers, people, dice.

    What a die is called changes with every roll, so that a number isn't that die.
    """
    look = table.view.look
    if named.item is not None and look.pieces[named.item.component].kind == "die":
        named = Named(named.text, None, named.item.name or named.text)
    if named.item is None and (named.word.isdigit() or named.word.startswith("seat ")):
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
    for members in look.dimensions.values():
        member = members.get(named.word)
        if member is not None:
            icon = member.icon if has_icon(member.icon) else ""
            return Chip(member.hues, "" if icon else named.text, icon)
    return None


def _short(table: TableScreen, entry: LogEntry) -> str:
    """Return the sentence of a row, of several only the first, without its full stop."""
    first = re.split(r"[.;:!](?:\s|$)", table.text.named(entry.words), maxsplit=1)[0]
    return capital(first)


def _done(
    table: TableScreen, kit: Kit, box: Box, entry: LogEntry, name: str, turned: Sequence[Named]
) -> None:
    """Add what was done, as far as there is room: the action, its chips, and what that showed."""
    pad, title, colour = kit.px(7), capital(entry.title), kit.theme.ink_soft
    if title:
        place = box.start(min(kit.width(title, 13) + 1, box.w))
        box = box.cut(left=pad + kit.line(f"{name}:title", title, place, 13, colour, hush=True))
    done = entry.chips if entry.number else ()
    for number, named in enumerate((*done, *turned)):
        if number == len(done):
            place = box.start(kit.px(14))
            used = kit.line(f"{name}:then", "→", place, 13, colour, hush=True)
            box = box.cut(left=used + pad * 0.6)
        if box.w < kit.px(24):
            break
        box = box.cut(left=_named(table, kit, f"{name}:{number}", named, box) + pad)


def _named(table: TableScreen, kit: Kit, name: str, named: Named, box: Box) -> float:
    """Add a chip, or plain words where there is none; return how wide it is."""
    picture = chip_of(table, named)
    if picture is None:
        shown = table.text.named(named.text)
        place = box.start(min(box.w, kit.width(shown, 13, weight="semibold") + 1))
        return kit.line(name, shown, place, 13, weight="semibold", hush=True)
    place = box.inset(0, kit.px(3))
    wide = place.h * 1.35
    if picture.text:
        wide = kit.width(picture.text, 14, "title", "bold")
        wide += place.h * 1.15 + kit.px(6) if picture.icon else kit.px(12)
    place = place.start(min(wide, box.w))
    kit.picture(name, place, picture, up=2, tip=named.text)
    return place.w


def _round(table: TableScreen, kit: Kit, box: Box, entry: LogEntry, name: str) -> None:
    """Add what was paid at the end of a round, or why something ended."""
    inner, theme = box.inset(kit.px(9), 0), kit.theme
    if not entry.totals:
        words = table.text.named(entry.words)
        kit.line(f"{name}:why", words, inner, 12.5, theme.ink_soft, hush=True)
        return
    names = table.text.names()
    paid = " · ".join(f"{n} {signed(t)}" for n, t in zip(names, entry.totals, strict=False))
    text = f"{table.translate('made_round', n=entry.round)}: {paid}"
    kit.line(f"{name}:round", text, inner, 12.5, theme.gold, weight="semibold", hush=True)
