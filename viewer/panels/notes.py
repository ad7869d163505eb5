"""Small things over the table: tips, sentences that go away, the banner of a past position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.app.focus import answers
from viewer.artwork.widgets import Panel
from viewer.commands import AtTable
from viewer.nodes import Box, Node
from viewer.panels.panel_builder import PanelBuilder

if TYPE_CHECKING:
    from viewer.app.shell import Shell
    from viewer.app.table_screen import TableScreen
    from viewer.app.tooltips import Tip

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


def notes(shell: Shell, builder: PanelBuilder, size: Box, panel: Box) -> None:
    """Add the sentences that are shown for a while, at the foot of a box, and the tip."""
    _toasts(shell, builder, panel)
    if shell.tip is not None:
        _tip(shell, builder, size, shell.tip)


def _toasts(shell: Shell, builder: PanelBuilder, box: Box) -> None:
    theme = builder.theme
    builder.z = TOASTS
    box = box.cut(bottom=builder.px(18))
    for number, toast in reversed(list(enumerate(shell.toasts))):
        pad, above = builder.px(14), builder.px(9)
        most = min(box.w - builder.px(32), builder.px(620)) - 2 * pad
        wide = min(most, builder.width(toast.text, 14) + 2)
        high = builder.high(toast.text, wide, 14, 5) + 2 * above
        place = box.foot(high).middle(wide + 2 * pad, high)
        line = theme.tip_line if toast.tone == "bad" else theme.field_line
        fill = theme.tip if toast.tone == "bad" else theme.panel
        builder.panel(f"toast:{number}", place, fill, line, shadow=6)
        inner = place.inset(pad, above)
        builder.text(f"toast:{number}:text", toast.text, inner, 14, lines=5, up=2)
        box = box.cut(bottom=high + builder.px(8))


def _tip(shell: Shell, builder: PanelBuilder, size: Box, tip: Tip) -> None:
    """Add the tip beside what it is about, inside of the window."""
    theme, pad = builder.theme, builder.px(13)
    builder.z = TIPS
    bad = tip.tone == "bad"
    most = min(builder.px(310), size.w - builder.px(40))
    rows = [
        (tip.title, 13.0, "semibold", theme.tip_ink if bad else theme.gold),
        (tip.text, 14.0, "regular", theme.tip_ink if bad else theme.ink),
        (tip.foot, 12.0, "bold", theme.tip_line if bad else theme.accent),
    ]
    rows = [row for row in rows if row[0]]
    wide = min(most, max(builder.width(text, size_, weight=w) for text, size_, w, _ in rows) + 2)
    gap = builder.px(5)
    highs = [builder.high(text, wide, size_, MOST_LINES, weight=w) for text, size_, w, _ in rows]
    w, h = wide + 2 * pad, sum(highs) + gap * (len(rows) - 1) + 2 * builder.px(11)
    open_ = [n.box for n in builder.nodes if n.glow in _OPEN or answers(n)]
    under = shell.under.box if shell.under is not None and shell.under.spots else None
    box = _beside(tip, w, h, size, builder.px(16), open_, under)
    line = theme.tip_line if bad else theme.field_line
    picture = Panel(theme.tip if bad else theme.panel, line, round(builder.px(9)), 8)
    builder.add(Node("tip!", box, builder.z, picture))
    inner = box.inset(pad, builder.px(11))
    for number, ((text, size_, weight, ink), high) in enumerate(zip(rows, highs, strict=True)):
        builder.text(
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


def passing(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Add what is said of a position that is shown in passing, at the table's upper edge."""
    guest = table.guest
    if not guest.stages or guest.looking is not None:
        return
    text = table.turn.swept() or table.translate("seen")
    builder.z = BANNER
    theme = builder.theme
    wide = min(box.w - builder.px(24), builder.width(text, 15, weight="semibold") + builder.px(34))
    place = box.cut(top=builder.px(8)).head(builder.px(36)).middle(wide, builder.px(36))
    builder.panel("passing!", place, theme.panel, theme.gold, radius=18, shadow=4)
    inner = place.inset(builder.px(14), 0)
    builder.line(
        "passing!text", text, inner, 15, theme.gold, weight="semibold", align="center", up=2
    )


def banner(table: TableScreen, builder: PanelBuilder, box: Box) -> float:
    """Add the banner above the table while a past position or a study game is shown."""
    guest, translate = table.guest, table.translate
    looking = guest.looking
    if looking is None and not table.people.trying:
        return 0.0
    builder.z = BANNER
    theme, place = builder.theme, box.head(builder.control(32) + builder.px(14))
    builder.panel("banner", place, theme.panel, theme.gold, radius=0, block=True)
    last = len(guest.session.history)
    text = translate("studying")
    buttons: list[tuple[str, str, cmd.AnyCommand, str]] = []
    if looking is not None:
        text = translate("looked", n=looking, all=last) if looking else translate("looked_deal")
        buttons = [
            ("‹", "", AtTable.BACK, ""), ("›", "", AtTable.FORWARD, ""),
            (translate("what_if"), "T", AtTable.WHAT_IF, ""),
            (translate("return"), "Esc", AtTable.PRESENT, "gold"),
        ]  # fmt: skip
    if table.people.trying:
        tone = "gold" if looking is None else ""
        buttons.append((translate("end_what_if"), "F9", AtTable.END_WHAT_IF, tone))
    room = place.cut(builder.px(16), right=builder.px(10))
    for label, key, do, tone in reversed(buttons):
        need = max(builder.finger, builder.width(label, 13, weight="semibold") + builder.px(24))
        need += builder.width(key, 11) + builder.px(6) if key and not builder.finger else 0.0
        spot = room.inset(0, builder.px(7)).end(min(need, box.w * 0.28))
        builder.button(f"banner:{do.word}", spot, label, do, shown_key=key, tone=tone)
        room = room.cut(right=spot.w + builder.px(7))
    words = room.start(max(1.0, room.w - builder.px(4)))
    builder.line("banner:text", text, words, 15, theme.gold, weight="semibold", up=2)
    return place.h
