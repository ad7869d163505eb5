"""The rules where they are only read: lines that wrap and scroll, marked where the last decision
went by and where the rules speak of what was pointed at.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.artwork.fonts import line_height, width
from viewer.nodes import Box, Node, Words
from viewer.panels.panel_builder import PanelBuilder

if TYPE_CHECKING:
    from viewer.app.rules_editor import RulesEditor
    from viewer.app.table_screen import TableScreen

SCROLL = "rules:text"
SIZE = 12.0
STEP = 3.0
"""How many lines one step of the wheel moves."""
ABOVE = 3
"""So many lines are seen above the one that is shown."""
DEEPER = "  "
"""What the rest of a line that wraps begins with, after what the line begins with."""


def reading(table: TableScreen, builder: PanelBuilder, box: Box) -> None:
    """Fill a box with the open file of the rules."""
    theme, shell, editor = builder.theme, table.shell, table.editor
    page = editor.page
    builder.panel(
        "rules:paper", box, theme.field, theme.field_line, radius=6, block=True, scroll=SCROLL
    )
    if page is None:
        return
    inner, size = box.inset(builder.px(10), builder.px(6)), builder.px(SIZE)
    high = line_height(size, "mono")
    lines = wrapped(page.text, max(20, int(inner.w / width("x", size, "mono"))))
    count = max(1, int(inner.h / high))
    shell.limits[SCROLL] = max(0.0, (len(lines) - count) / STEP)
    if editor.jump is not None:
        at = next((n for n, (line, _) in enumerate(lines) if line == editor.jump), 0)
        shell.scrolls[SCROLL] = max(0.0, min((at - ABOVE) / STEP, shell.limits[SCROLL]))
        editor.jump = None
    first = round(min(shell.scrolls.get(SCROLL, 0.0), shell.limits[SCROLL]) * STEP)
    marked = _marked(editor, page.path)
    for row, (number, text) in enumerate(lines[first : first + count]):
        place = inner.cut(top=row * high).head(high)
        colour = theme.ink_faint if text.lstrip().startswith("#") else theme.ink
        words = Words(text, size, theme.gold if number in marked else colour, "mono")
        builder.add(Node(f"rules:line:{first + row}", place, builder.z + 2, words=words))


def _marked(editor: RulesEditor, path: Path) -> set[int]:
    """Return the lines of a file that the last decision set off, or that speak of something."""
    page = editor.page
    fired = {f.span.line for f in editor.fired() if page is not None and editor.shows(f.span, page)}
    return fired | {line for file, line in editor.spoken if Path(file).name == path.name}


@lru_cache(maxsize=32)
def wrapped(text: str, columns: int) -> tuple[tuple[int, str], ...]:
    """Return the lines of a text with their numbers from 1, none longer than so many letters."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        rest, indent = line, " " * min(len(line) - len(line.lstrip()), columns // 2)
        while len(rest) > columns:
            at = rest.rfind(" ", len(indent) + len(DEEPER) + 1, columns + 1)
            at = at if at > 0 else columns
            found.append((number, rest[:at].rstrip()))
            rest = indent + DEEPER + rest[at:].lstrip()
        found.append((number, rest))
    return tuple(found)
