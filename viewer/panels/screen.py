"""The whole window as nodes: where the table and the panels go at its size."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from viewer.app.start_screen import StartScreen
from viewer.app.table_screen import TableScreen
from viewer.artwork.widgets import Ground
from viewer.nodes import Box, Node
from viewer.panels.learn import lit
from viewer.panels.notes import banner, notes, passing
from viewer.panels.overlays import overlays, pass_and_play
from viewer.panels.panel_builder import PANEL, PanelBuilder
from viewer.panels.phone import FINGER, drawer, is_phone, phone, reads
from viewer.panels.phone import split as split_phone
from viewer.panels.prompt import ask_there
from viewer.panels.repair import repair
from viewer.panels.side import WIDE, side
from viewer.panels.start import start
from viewer.scene.prompt_area import PROMPT_AREA

if TYPE_CHECKING:
    from viewer.app.controller import AppController

TALL = 1.15
"""Windows that are less wide than so many times their height have the panel below the table."""
PANEL_WIDTH = 320.0
READING_WIDTH = 560.0


def scale_of(w: float, h: float) -> float:
    """Return by how much everything is larger than in a window of 1440×900."""
    return max(0.5, min(w / 1440, h / 900, 6.0))


def panel_scale(w: float, h: float) -> float:
    """Return the same for panels, whose text has to be read in small windows too."""
    if is_phone(w, h):
        return 1.0
    if is_tall(w, h):
        return max(0.78, min(w / 860, h / 1100, 6.0))
    return max(0.8, scale_of(w, h))


def is_tall(w: float, h: float) -> bool:
    """Return whether the panel goes below the table."""
    return w / max(1.0, h) < TALL


def split(table: TableScreen, w: float, h: float) -> tuple[Box, Box]:
    """Return the boxes of the table and of the panel."""
    scale = panel_scale(w, h) * table.shell.prefs.scale
    reads = table.tab in WIDE
    if is_tall(w, h):
        high = min(h * (0.5 if reads else 0.36), (560 if reads else 380) * scale)
        high = max(high, min(h * 0.45, 250 * scale))
        return Box(0, 0, w, h - high), Box(0, h - high, w, high)
    wide = min((READING_WIDTH if reads else PANEL_WIDTH) * scale, w * (0.5 if reads else 0.36))
    return Box(0, 0, w - wide, h), Box(w - wide, 0, wide, h)


def screen(app: AppController, w: float, h: float) -> list[Node]:
    """Return the nodes of the whole window."""
    size, shell = Box(0, 0, w, h), app.shell
    scale = panel_scale(w, h) * shell.prefs.scale
    finger = FINGER if is_phone(w, h) else 0.0
    builder = PanelBuilder(app.theme, scale, cache=shell.cache, allows=app.allows, finger=finger)
    builder.add(Node("ground", size, -1000, Ground(app.theme)))
    if app.broken:
        overlays(shell, app.table, builder, size)
        return builder.nodes
    match app.screen:
        case StartScreen() as shown:
            if shown.repair is not None:
                repair(shell.translate, shown.repair, builder, size)
            else:
                start(shown, builder, size)
            overlays(shell, None, builder, size)
            notes(shell, builder, size, size)
        case TableScreen() as shown:
            if is_phone(w, h):
                _on_phone(shown, builder, size)
            else:
                _table(shown, builder, size)
        case _:
            assert_never(app.screen)
    return builder.nodes


def _table(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """Add the table and its panel."""
    shell, w, h = table.shell, size.w, size.h
    middle, panel = split(table, w, h)
    if not table.guest.present:
        side(table, builder, panel, wide=not is_tall(w, h))
        pass_and_play(table, builder, middle)
    else:
        asked = _laid(table, builder, middle, scale_of(w, h))
        side(table, builder, panel, wide=not is_tall(w, h), asked=asked)
    overlays(shell, table, builder, size)
    foot = builder.px(52)
    notes(shell, builder, size, Box(panel.x, panel.y, panel.w, panel.h - foot))


def _laid(table: TableScreen, builder: PanelBuilder, box: Box, scale: float) -> bool:
    """Add the table itself to a box; return whether it also shows the question that is open."""
    top = banner(table, builder, box)
    place = box.cut(top=top)
    shown = table.view.nodes(place, scale * table.shell.prefs.scale)
    at = next((n.box for n in shown if n.id == PROMPT_AREA), None)
    asked = at is not None and ask_there(table, builder, at)
    builder.nodes += lit(table, shown)
    passing(table, builder, place)
    return asked


def _on_phone(table: TableScreen, builder: PanelBuilder, size: Box) -> None:
    """Add the table and its panel where there is little room."""
    middle, card, foot = split_phone(table, builder, size)
    asked = False
    if not table.guest.present:
        pass_and_play(table, builder, middle)
    elif table.drawn and not reads(table):
        drawer(table, builder, middle)
    else:
        asked = _laid(table, builder, middle, scale_of(size.w, size.h))
    builder.z = PANEL
    phone(table, builder, card, foot, asked=asked)
    overlays(table.shell, table, builder, size)
    notes(table.shell, builder, size, middle)
