"""The window of a phone: the table first, the question at the thumb; the log, the scores and the
rules are a tap away, in a drawer over the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import AtTable, Everywhere
from viewer.nodes import Box
from viewer.panels.learn import learning, reported
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.prompt import prompt
from viewer.panels.side import TABS, body

if TYPE_CHECKING:
    from viewer.app.table_screen import TableScreen

NARROW = 520.0
"""Windows with a side shorter than this are a phone's."""
FINGER = 44.0
"""What a finger is to hit is so high and so wide at least, in pixels."""
PAD = 8.0
CARD = 148.0
"""How high the question is in an upright phone, so that the table seldom moves; more if it must."""
COLUMN = 236.0
"""How wide the question is in a phone that lies."""
READ = 0.58
"""So much of the window the help takes."""
MOST = 0.45
"""So much of the window a long question or a lesson may take."""


def is_phone(w: float, h: float) -> bool:
    """Return whether a window of this size is laid out for a phone."""
    return min(w, h) < NARROW


def taught(table: TableScreen) -> bool:
    """Return whether something is taught now, in the place of the question."""
    lesson = table.lesson is not None and table.lesson.box is not None
    return lesson or table.course is not None or table.review is not None


def reads(table: TableScreen) -> bool:
    """Return whether the help is open: it leaves the table in sight, on which it lights things."""
    return table.drawn and table.tab == "help" and not taught(table)


def split(table: TableScreen, builder: PanelBuilder, size: Box) -> tuple[Box, Box, Box]:
    """Return the boxes of the table, of the question, and of the buttons."""
    lesson, w, h = taught(table), size.w, size.h
    if w > h:
        wide = min(w * MOST, builder.px(COLUMN * (1.25 if lesson else 1)))
        wide = w * READ if reads(table) else wide
        column = size.end(wide)
        rows = _lines(len(_buttons(table, builder)), column.inset(PAD, 0))
        low = rows * (FINGER + PAD) + PAD
        return size.cut(right=wide), column.cut(bottom=low), column.foot(low)
    foot = size.foot(FINGER + 2 * PAD)
    above = size.cut(bottom=foot.h)
    if reads(table):
        high = above.h * READ
    else:
        high = h * MOST if lesson else _asked(table, builder, above)
    return above.cut(bottom=high), above.foot(high), foot


def _asked(table: TableScreen, builder: PanelBuilder, box: Box) -> float:
    """Return how high the question is."""
    own = replace(builder, nodes=[])
    room = box.inset(PAD, 0).head(box.h * MOST)
    told = _reported(table, own, room)
    return told + max(builder.px(CARD), prompt(table, own, room.cut(top=told)))


def _reported(table: TableScreen, builder: PanelBuilder, box: Box) -> float:
    """Add what the tutor reports in lines above the question; return how much that takes."""
    return reported(table, builder, box, table.lesson) if table.lesson is not None else 0.0


def phone(
    table: TableScreen, builder: PanelBuilder, card: Box, foot: Box, *, asked: bool = False
) -> None:
    """Fill the boxes of the question and of the buttons. `asked`: on the table, not here."""
    theme = builder.theme
    ground = card.head(card.h + foot.h)
    builder.panel(
        "side", ground, theme.panel, theme.panel_line, radius=0, top=theme.panel_top, block=True
    )
    builder.z += 2
    inner = card.inset(PAD, PAD) if card.bottom < foot.right else card.inset(PAD, 0)
    if taught(table):
        learning(table, builder, inner)
    elif reads(table):
        body(table, builder, inner)
    else:
        inner = inner.cut(top=_reported(table, builder, inner))
        prompt(table, builder, inner, asked, whole=True)
    _bar(table, builder, foot.inset(PAD, PAD))
    builder.z -= 2


def drawer(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box, which the table has otherwise, with the log, the scores or the rules."""
    theme = builder.theme
    builder.panel(
        "drawer", box, theme.panel, theme.panel_line, radius=0, top=theme.panel_top, block=True
    )
    builder.z += 2
    body(table, builder, box.inset(builder.px(12)), lesson=not taught(table))
    builder.z -= 2


def _buttons(table: TableScreen, builder: PanelBuilder) -> list[tuple[str, str, cmd.AnyCommand]]:
    """Return the buttons that are always there: id, the word on it, what it does."""
    rows: list[tuple[str, str, cmd.AnyCommand]] = [
        ("undo", "undo", AtTable.UNDO), ("hint", "hint", AtTable.HINT),
        *((f"tab:{name}", name, cmd.ShowTab(name)) for name in TABS),
        ("tab:menu", "menu", Everywhere.MENU),
    ]  # fmt: skip
    if taught(table):
        rows = rows[-2:]
    return [row for row in rows if builder.allows(row[2])]


def _lines(count: int, box: Box) -> int:
    """Return how many lines so many buttons take that are as wide as a word."""
    across = max(1, int((box.w + PAD) // (FINGER * 1.4 + PAD)))
    return -(-count // across)


def _bar(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add the buttons, in one row or in several."""
    rows, guest = _buttons(table, builder), table.guest
    why = table.text.named(guest.table.why_no_undo())
    gap = PAD * 0.75
    if box.h < 2 * FINGER:
        labels = [table.translate(word) for _, word, _ in rows]
        places = builder.beside(labels, box, 12.5, 10, gap)
    else:
        places = box.split(len(rows), -(-len(rows) // _lines(len(rows), box)), PAD)
    for place, (name, word, do) in zip(places, rows, strict=True):
        idle = (name == "undo" and bool(why)) or (name == "hint" and not guest.asked)
        hot = table.drawn and name == f"tab:{table.tab}"
        builder.button(name, place, table.translate(word), do, hot=hot, dim=idle, size=12.5)
