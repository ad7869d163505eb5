"""The side panel: title, buttons, what is asked, and the log, the scores or the rules below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import AtTable, Everywhere
from viewer.desk.i18n import capital
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit
from viewer.panels.learn import learning
from viewer.panels.log import log
from viewer.panels.prompt import prompt
from viewer.panels.rules import rules
from viewer.panels.scores import scores

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen

PAD = 18.0
LEAST = 90.0
"""Less room than this is none for the log."""
TABS: tuple[cmd.Tab, ...] = ("log", "scores", "rules")


def side(table: TableScreen, kit: Kit, box: Box, *, wide: bool, asked: bool = False) -> None:
    """Fill the panel beside the table, or the strip below it. `asked`: on the table, not here."""
    theme = kit.theme
    kit.panel("side", box, theme.panel, theme.panel_line, radius=0, top=theme.panel_top, block=True)
    kit.z += 2
    inner = box.inset(kit.px(PAD), kit.px(PAD * 0.8))
    if wide:
        _column(table, kit, inner, asked)
    else:
        _strip(table, kit, inner, asked)
    kit.z -= 2


def _column(table: TableScreen, kit: Kit, box: Box, asked: bool) -> None:
    y = box.y
    y += _title(table, kit, Box(box.x, y, box.w, kit.px(34))) + kit.px(6)
    y += _buttons(table, kit, Box(box.x, y, box.w, kit.px(33))) + kit.px(14)
    foot = kit.px(33)
    _tabs(table, kit, Box(box.x, box.bottom - foot, box.w, foot))
    end = box.bottom - foot - kit.px(12)
    small = table.tab == "rules"
    share = 0.34 if small else 0.6
    if table.course is None:
        y += prompt(table, kit, Box(box.x, y, box.w, (end - y) * share), asked) + kit.px(14)
    _body(table, kit, Box(box.x, y, box.w, end - y))


def _strip(table: TableScreen, kit: Kit, box: Box, asked: bool) -> None:
    """Lay it out in two columns, for windows that are higher than wide."""
    gap = kit.px(PAD)
    share = 0.36 if table.tab == "rules" else 0.46
    left = Box(box.x, box.y, (box.w - gap) * share, box.h)
    right = Box(left.right + gap, box.y, box.w - left.w - gap, box.h)
    y = left.y + _title(table, kit, Box(left.x, left.y, left.w, kit.px(34))) + kit.px(4)
    y += _buttons(table, kit, Box(left.x, y, left.w, kit.px(33))) + kit.px(10)
    if table.course is None:
        prompt(table, kit, Box(left.x, y, left.w, left.bottom - y), asked)
    foot = kit.px(33)
    _tabs(table, kit, Box(right.x, right.bottom - foot, right.w, foot))
    _body(table, kit, Box(right.x, right.y, right.w, right.h - foot - kit.px(10)))


def _title(table: TableScreen, kit: Kit, box: Box) -> float:
    """Add the game's title and the round."""
    view = table.match.view() if table.match.curtain is None else None
    several = view is not None and (view.round > 1 or bool(table.match.session.results))
    label = table.translate("round", n=view.round) if view is not None and several else ""
    wide = kit.width(label, 13) + kit.px(4) if label else 0.0
    title = Box(box.x, box.y, box.w - wide - (kit.px(8) if label else 0), box.h)
    kit.line(
        "title", table.text.title.upper(), title, 21, kit.theme.gold, font="title", weight="bold"
    )
    if label:
        end = Box(box.right - wide, box.y, wide, box.h)
        kit.line("round", label, end, 13, kit.theme.ink_soft, align="right")
    return box.h


def _buttons(table: TableScreen, kit: Kit, box: Box) -> float:
    """Add undo, redo and hint."""
    translate, gap = table.translate, kit.px(7)
    rows: list[tuple[str, str, cmd.AnyCommand]] = [
        ("undo", "Z", AtTable.UNDO),
        ("redo", "Y", AtTable.REDO),
        ("hint", "H", AtTable.HINT),
    ]
    wide = (box.w - gap * (len(rows) - 1)) / len(rows)
    session = table.match.session
    why = table.text.named(table.match.why_no_undo())
    idle = {"undo": bool(why), "redo": not session.undone, "hint": not table.match.asked}
    for number, (name, key, do) in enumerate(rows):
        place = Box(box.x + number * (wide + gap), box.y, wide, box.h)
        kit.button(name, place, translate(name), do, shown_key=key, size=12.5, dim=idle[name],
                   tip=capital(why) if name == "undo" else "")  # fmt: skip
    return box.h


def _tabs(table: TableScreen, kit: Kit, box: Box) -> None:
    """Add the row at the foot: what is shown above it, help and the menu."""
    translate, gap = table.translate, kit.px(6)
    rows: list[tuple[str, cmd.AnyCommand, bool]] = [
        (translate(n), cmd.ShowTab(n), table.tab == n) for n in TABS
    ]
    rows += [
        (translate("help"), Everywhere.HELP, False),
        (translate("menu"), Everywhere.MENU, False),
    ]
    needs = [kit.width(label, 12.5, weight="semibold") + kit.px(15) for label, _, _ in rows]
    spare = box.w - gap * (len(rows) - 1) - sum(needs)
    x = box.x
    for (label, do, hot), need in zip(rows, needs, strict=True):
        share = need + spare / len(rows) if spare >= 0 else need * (1 + spare / sum(needs))
        name = f"tab:{do.tab if isinstance(do, cmd.ShowTab) else do.word}"
        kit.button(name, Box(x, box.y, share, box.h), label, do, hot=hot, size=12.5)
        x += share + gap


def _body(table: TableScreen, kit: Kit, box: Box) -> None:
    if box.h < kit.px(40) or table.match.curtain is not None:
        return
    if table.tab == "scores":
        scores(table, kit, box)
    elif table.tab == "rules":
        rules(table, kit, box)
    else:
        high = learning(table, kit, box)
        low = Box(box.x, box.y + high, box.w, box.h - high)
        if low.h >= kit.px(LEAST):
            _log(table, kit, low)


def _log(table: TableScreen, kit: Kit, box: Box) -> None:
    """Add the log; in haste as it was for the one who looks, and what of it is free above."""
    match, shell = table.match, table.shell
    seen = (match.viewer, match.looking, id(match.session), shell.scrolls.get("log"))
    where = (box.x, box.w, box.bottom, kit.theme, kit.scale)
    key = (seen, where, table.translate.language, table.view.look)

    def made() -> list[Node]:
        own = replace(kit, nodes=[])
        log(table, own, box)
        return own.nodes

    nodes, late = shell.cache.late("log", key, shell.hasty, made)
    kit.nodes += [n for n in nodes if n.box.y >= box.y] if late else nodes
    shell.behind |= late
