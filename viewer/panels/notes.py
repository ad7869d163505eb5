"""Small things over the table: tips, sentences that go away, the banner of a past position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.commands import AtTable
from viewer.desk.focus import answers
from viewer.faces.widgets import Panel
from viewer.nodes import Box, Node
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from viewer.desk.shell import Shell
    from viewer.desk.table_screen import TableScreen
    from viewer.desk.tooltips import Tip

TIPS = 9000
TOASTS = 8000
BANNER = 2500
MOST_LINES = 18


_FAR = (1, 3, 6, 9, 13, 18, 24)
"""How far from the pointer places for a tip are tried, in its usual distances."""
_ABOUT = 4.0
"""So much worse it is to cover what a tip is about."""
_OPEN = ("legal", "target", "chosen")
"""The halos of what may be chosen."""


def notes(shell: Shell, kit: Kit, size: Box, panel: Box) -> None:
    """Add the sentences that are shown for a while, at the foot of a box, and the tip."""
    _toasts(shell, kit, panel)
    if shell.tip is not None:
        _tip(shell, kit, size, shell.tip)


def _toasts(shell: Shell, kit: Kit, box: Box) -> None:
    theme = kit.theme
    kit.z = TOASTS
    box = box.cut(bottom=kit.px(18))
    for number, toast in reversed(list(enumerate(shell.toasts))):
        pad, above = kit.px(14), kit.px(9)
        most = min(box.w - kit.px(32), kit.px(620)) - 2 * pad
        wide = min(most, kit.width(toast.text, 14) + 2)
        high = kit.high(toast.text, wide, 14, 5) + 2 * above
        place = box.foot(high).middle(wide + 2 * pad, high)
        line = theme.tip_line if toast.tone == "bad" else theme.field_line
        fill = theme.tip if toast.tone == "bad" else theme.panel
        kit.panel(f"toast:{number}", place, fill, line, shadow=6)
        inner = place.inset(pad, above)
        kit.text(f"toast:{number}:text", toast.text, inner, 14, lines=5, up=2)
        box = box.cut(bottom=high + kit.px(8))


def _tip(shell: Shell, kit: Kit, size: Box, tip: Tip) -> None:
    """Add the tip beside what it is about, inside of the window."""
    theme, pad = kit.theme, kit.px(13)
    kit.z = TIPS
    bad = tip.tone == "bad"
    most = min(kit.px(310), size.w - kit.px(40))
    rows = [
        (tip.title, 13.0, "semibold", theme.tip_ink if bad else theme.gold),
        (tip.text, 14.0, "regular", theme.tip_ink if bad else theme.ink),
        (tip.foot, 12.0, "bold", theme.tip_line if bad else theme.accent),
    ]
    rows = [row for row in rows if row[0]]
    wide = min(most, max(kit.width(text, size_, weight=w) for text, size_, w, _ in rows) + 2)
    gap = kit.px(5)
    highs = [kit.high(text, wide, size_, MOST_LINES, weight=w) for text, size_, w, _ in rows]
    w, h = wide + 2 * pad, sum(highs) + gap * (len(rows) - 1) + 2 * kit.px(11)
    open_ = [n.box for n in kit.nodes if n.glow in _OPEN or answers(n)]
    under = shell.under.box if shell.under is not None and shell.under.spots else None
    box = _beside(tip, w, h, size, kit.px(16), open_, under)
    line = theme.tip_line if bad else theme.field_line
    picture = Panel(theme.tip if bad else theme.panel, line, round(kit.px(9)), 8)
    kit.add(Node("tip!", box, kit.z, picture))
    inner = box.inset(pad, kit.px(11))
    for number, ((text, size_, weight, ink), high) in enumerate(zip(rows, highs, strict=True)):
        kit.text(
            f"tip:{number}!", text, inner, size_, ink, weight=weight, lines=MOST_LINES, hush=True
        )
        inner = inner.cut(top=high + gap)


def _beside(
    tip: Tip, w: float, h: float, size: Box, away: float, open_: Sequence[Box], under: Box | None
) -> Box:
    """Return a place near the pointer, inside of the window.

    It covers as little as can be of what may be chosen (`open_`), and of what the tip is about
    (`under`) least of all; among places that cover the same it is the nearest.
    """
    x, y = tip.x, tip.y
    best: tuple[float, Box] | None = None
    for far in _FAR:
        step = away * far
        for left in (x + step, x - step - w, x - w / 2):
            for top in (y + step, y - step - h, y - h / 2):
                place = Box(
                    max(size.x + 4, min(left, size.right - w - 4)),
                    max(size.y + 4, min(top, size.bottom - h - 4)), w, h,
                )  # fmt: skip
                covered = sum(_shared(place, box) for box in open_)
                if place.holds(x, y):
                    covered += w * h
                if under is not None:
                    covered += _shared(place, under) * _ABOUT
                if best is None or covered < best[0] - 1:
                    best = covered, place
        if best is not None and best[0] < 1:
            break
    assert best is not None
    return best[1]


def _shared(one: Box, other: Box) -> float:
    """Return how many pixels two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def passing(table: TableScreen, kit: Kit, box: Box) -> None:
    """Add what is said of a position that is shown in passing, at the table's upper edge."""
    match = table.match
    if not match.stages or match.looking is not None:
        return
    text = table.turn.swept() or table.translate("seen")
    kit.z = BANNER
    theme = kit.theme
    wide = min(box.w - kit.px(24), kit.width(text, 15, weight="semibold") + kit.px(34))
    place = box.cut(top=kit.px(8)).head(kit.px(36)).middle(wide, kit.px(36))
    kit.panel("passing!", place, theme.panel, theme.gold, radius=18, shadow=4)
    inner = place.inset(kit.px(14), 0)
    kit.line("passing!text", text, inner, 15, theme.gold, weight="semibold", align="center", up=2)


def banner(table: TableScreen, kit: Kit, box: Box) -> float:
    """Add the banner above the table while a past position or a study game is shown."""
    match, translate = table.match, table.translate
    looking = match.looking
    if looking is None and match.study is None:
        return 0.0
    kit.z = BANNER
    theme, place = kit.theme, box.head(kit.px(46))
    kit.panel("banner", place, theme.panel, theme.gold, radius=0, block=True)
    last = len(match.session.history)
    text = translate("studying")
    buttons: list[tuple[str, str, cmd.AnyCommand, str]] = []
    if looking is not None:
        text = translate("looked", n=looking, all=last) if looking else translate("looked_deal")
        buttons = [
            ("‹", "", AtTable.BACK, ""), ("›", "", AtTable.FORWARD, ""),
            (translate("fork"), "T", AtTable.FORK, ""),
            (translate("return"), "Esc", AtTable.PRESENT, "gold"),
        ]  # fmt: skip
    if match.study is not None:
        tone = "gold" if looking is None else ""
        buttons.append((translate("end_study"), "F9", AtTable.END_STUDY, tone))
    room = place.cut(kit.px(16), right=kit.px(10))
    for label, key, do, tone in reversed(buttons):
        need = kit.width(label, 13, weight="semibold") + kit.px(24)
        need += kit.width(key, 11) + kit.px(6) if key else 0.0
        spot = room.inset(0, kit.px(7)).end(min(need, box.w * 0.28))
        kit.button(f"banner:{do.word}", spot, label, do, shown_key=key, tone=tone)
        room = room.cut(right=spot.w + kit.px(7))
    words = room.start(max(1.0, room.w - kit.px(4)))
    kit.line("banner:text", text, words, 15, theme.gold, weight="semibold", up=2)
    return place.h
