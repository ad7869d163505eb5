"""The side panel: title, buttons, what is asked, and the log, the scores or the rules below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never, get_args

from viewer import commands as cmd
from viewer.app.i18n import capital
from viewer.commands import AtTable, Everywhere
from viewer.nodes import Box, Node
from viewer.panels.help import help_pages
from viewer.panels.learn import learning
from viewer.panels.log import log
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.prompt import prompt
from viewer.panels.rules import rules
from viewer.panels.scores import scores

if TYPE_CHECKING:
    from viewer.app.table_screen import TableScreen

PAD = 18.0
LEAST = 90.0
"""Less room than this is none for the log."""
TABS: tuple[cmd.Tab, ...] = get_args(cmd.Tab)
WIDE: tuple[cmd.Tab, ...] = ("rules", "help")
"""What is read takes more of the window."""
NARROW = 720.0
"""In a strip that is less wide, the help has all of it."""


def side(
    table: TableScreen, builder: PanelBuilder, box: Box, *, wide: bool, asked: bool = False
) -> None:
    """Fill the panel beside the table, or the strip below it. `asked`: on the table, not here."""
    theme = builder.theme
    builder.panel(
        "side", box, theme.panel, theme.panel_line, radius=0, top=theme.panel_top, block=True
    )
    builder.z += 2
    inner = box.inset(builder.px(PAD), builder.px(PAD * 0.8))
    if wide:
        _column(table, builder, inner, asked)
    else:
        _strip(table, builder, inner, asked)
    builder.z -= 2


def _column(table: TableScreen, builder: PanelBuilder, box: Box, asked: bool) -> None:
    foot = builder.px(33)
    _tabs(table, builder, box.foot(foot))
    box = _top(table, builder, box.cut(bottom=foot + builder.px(12)), builder.px(6), builder.px(14))
    if table.course is None:
        share = 0.34 if table.tab in WIDE else 0.6
        box = box.cut(top=prompt(table, builder, box.head(box.h * share), asked) + builder.px(14))
    body(table, builder, box)


def _strip(table: TableScreen, builder: PanelBuilder, box: Box, asked: bool) -> None:
    """Lay it out in two columns, for windows that are higher than wide."""
    gap, foot = builder.px(PAD), builder.px(33)
    if table.tab == "help" and box.w < builder.px(NARROW):
        _tabs(table, builder, box.foot(foot))
        body(table, builder, box.cut(bottom=foot + builder.px(10)))
        return
    share = 0.36 if table.tab in WIDE else 0.46
    left = box.start((box.w - gap) * share)
    right = box.cut(left=left.w + gap)
    left = _top(table, builder, left, builder.px(4), builder.px(10))
    if table.course is None:
        prompt(table, builder, left, asked)
    _tabs(table, builder, right.foot(foot))
    body(table, builder, right.cut(bottom=foot + builder.px(10)))


def _top(table: TableScreen, builder: PanelBuilder, box: Box, gap: float, below: float) -> Box:
    """Add the title and the buttons below it; return what is left of the box."""
    _title(table, builder, box.head(builder.px(34)))
    box = box.cut(top=builder.px(34) + gap)
    _buttons(table, builder, box.head(builder.px(33)))
    return box.cut(top=builder.px(33) + below)


def _title(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add the game's title and the round."""
    view = table.guest.view() if table.guest.present else None
    if view is not None and (view.round > 1 or table.guest.session.results):
        label = table.translate("round", n=view.round)
        end = box.end(builder.width(label, 13) + builder.px(4))
        builder.line("round", label, end, 13, builder.theme.ink_soft, align="right")
        box = box.cut(right=end.w + builder.px(8))
    builder.title("title", table.text.title.upper(), box, 21)


def _buttons(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add undo, redo and hint."""
    why, guest = table.text.named(table.guest.table.why_no_undo()), table.guest
    rows = (
        ("undo", "Z", AtTable.UNDO, bool(why)),
        ("redo", "Y", AtTable.REDO, not guest.session.undone),
        ("hint", "H", AtTable.HINT, not guest.asked),
    )
    shown = [row for row in rows if builder.allows(row[2])]
    labels = [table.translate(row[0]) for row in shown]

    def fill(own: PanelBuilder) -> None:
        places = box.columns(len(shown), own.px(7)) if shown else []
        for place, label, (name, key, do, idle) in zip(places, labels, shown, strict=True):
            tip = capital(why) if name == "undo" else ""
            own.button(name, place, label, do, shown_key=key, size=12.5, dim=idle, tip=tip)

    builder.part("buttons", box, (shown, labels, why, builder.finger), fill)


def _tabs(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add the row at the foot: what is shown above it, help and the menu."""
    translate = table.translate
    rows: list[tuple[str, cmd.AnyCommand]] = [(n, cmd.ShowTab(n)) for n in TABS]
    rows.append(("menu", Everywhere.MENU))
    rows = [row for row in rows if builder.allows(row[1])]
    labels, tab = [translate(name) for name, _ in rows], table.tab

    def fill(own: PanelBuilder) -> None:
        places = own.beside(labels, box, 12.5, 15, 6)
        for place, label, (name, do) in zip(places, labels, rows, strict=True):
            own.button(f"tab:{name}", place, label, do, hot=tab == name, size=12.5)

    builder.part("tabs", box, (rows, labels, tab, builder.finger), fill)


def body(table: TableScreen, builder: PanelBuilder, box: Box, *, lesson: bool = True) -> None:
    """Fill a box with the log, the scores or the rules; `lesson`: what is taught above the log."""
    if box.h < builder.px(40) or not table.guest.present:
        return
    match table.tab:
        case "scores":
            scores(table, builder, box)
        case "rules":
            rules(table, builder, box)
        case "help":
            help_pages(table, builder, box)
        case "log":
            high = learning(table, builder, box) if lesson else 0.0
            low = box.cut(top=high)
            if low.h >= builder.px(LEAST):
                _log(table, builder, low)
        case _ as never:
            assert_never(never)


def _log(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add the log; in haste as it was for the one who looks, and what of it is free above."""
    guest, shell = table.guest, table.shell
    seen = (guest.seat, guest.looking, id(guest.session), shell.scrolls.get("log"))
    # Where a part ends is a sum, which floating point adds up a little differently each time.
    where = (box.x, box.w, round(box.bottom, 3), builder.theme, builder.scale)
    key = (seen, where, table.translate.language, table.view.look)

    def made() -> list[Node]:
        own = replace(builder, nodes=[])
        log(table, own, box)
        return own.nodes

    nodes, late = shell.cache.late("log", key, shell.hasty, made)
    builder.nodes += [n for n in nodes if n.box.y >= box.y] if late else nodes
    shell.behind |= late
