"""What the tutor says, over the table: a box to close, and a way to be left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer import commands as cmd
from viewer.nodes import Box
from viewer.panels.kit import Kit

if TYPE_CHECKING:
    from viewer.desk.table_screen import TableScreen

CALL_OUT = 2600
LINES = 8


def call_out(table: TableScreen, kit: Kit, box: Box) -> None:
    """Add what the tutor says at the upper edge of the table, if it says something."""
    lesson = table.lesson
    if lesson is None or not lesson.text:
        return
    theme, pad = kit.theme, kit.px(14)
    kit.z = CALL_OUT
    wide = min(box.w - kit.px(40), kit.px(560))
    room = wide - 2 * pad
    title = kit.high(lesson.title, room, 15, 1, "bold")
    text = kit.high(lesson.text, room, 15, LINES)
    button = kit.px(34)
    high = title + text + button + 2 * pad + kit.px(14)
    place = Box(box.x + (box.w - wide) / 2, box.y + kit.px(12), wide, high)
    kit.panel("lesson", place, theme.panel, theme.gold, radius=12, shadow=8, block=True)
    x, y = place.x + pad, place.y + pad
    kit.text("lesson:title", lesson.title, x, y, room, 15, theme.gold, weight="bold", lines=1, up=2)
    y += title + kit.px(4)
    kit.text("lesson:text", lesson.text, x, y, room, 15, lines=LINES, up=2)
    y += text + kit.px(10)
    half = (room - kit.px(8)) / 2
    on, off = Box(x, y, half, button), Box(x + half + kit.px(8), y, half, button)
    kit.button("lesson:on", on, table.tongue("learn_on"), cmd.CloseBox(), tone="gold", up=2)
    kit.button("lesson:off", off, table.tongue("learn_off"), cmd.StopLesson(), up=2)
