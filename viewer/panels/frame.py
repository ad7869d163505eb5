"""The frame of what lies over the table."""

from __future__ import annotations

from viewer.commands import Everywhere
from viewer.nodes import Box
from viewer.panels.kit import Kit


def frame(
    kit: Kit, size: Box, name: str, w: float, h: float, title: str, *, closes: bool = True
) -> Box:
    """Add a panel in the middle of the window with a title; return what is free in it."""
    wide = min(kit.px(w), size.w - kit.px(24))
    high = min(kit.px(h), size.h - kit.px(24))
    box = Box(size.x + (size.w - wide) / 2, size.y + (size.h - high) / 2, wide, high)
    theme = kit.theme
    kit.panel(
        name,
        box,
        theme.panel,
        theme.field_line,
        top=theme.panel_top,
        radius=16,
        shadow=12,
        block=True,
    )
    head = Box(box.x + kit.px(26), box.y + kit.px(18), box.w - kit.px(100), kit.px(36))
    kit.line(f"{name}:title", title, head, 24, theme.gold, font="title", weight="bold")
    side = kit.px(32)
    place = Box(box.right - side - kit.px(16), box.y + kit.px(18), side, side)
    if closes:
        kit.button(f"{name}:x", place, "×", Everywhere.CLOSE, size=18)
    return Box(
        head.x, head.bottom + kit.px(12), box.w - kit.px(52), box.bottom - head.bottom - kit.px(34)
    )
