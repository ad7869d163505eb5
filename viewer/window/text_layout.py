"""A text laid out by pyglet in a box: where its letters are, and drawing them in colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import pyglet
from pyglet.text.document import FormattedDocument
from pyglet.text.layout import IncrementalTextLayout
from pyglet.text.runlist import RunList, _Run

from viewer.app.document import Paint, TintedLine
from viewer.artwork import fonts
from viewer.artwork.theme import Theme
from viewer.artwork.widgets import Shade
from viewer.nodes import Box, Words
from viewer.window.atlas import PAD
from viewer.window.quads import QUAD, QuadRun, Sheet
from viewer.window.sprites import rgb
from viewer.window.text_buffer import TextEdit

if TYPE_CHECKING:
    from viewer.window.screen import Screen

FAMILY = "JetBrains Mono"
PLAIN = Shade("#ffffff")
"""What is tinted to fill a rectangle."""
Rgba = tuple[int, int, int, int]


@cache
def _load_fonts() -> None:
    pyglet.font.add_file(str(fonts.FACES["mono", "regular"].path))


class _Coloured(FormattedDocument):
    """A document whose colours are all set at once: one by one that takes a second."""

    def recolour(self, paints: Sequence[Paint], ink: Rgba, start: int, end: int) -> None:
        """Colour the letters, of which only those from `start` to `end` differ from before."""
        runs, at, length = RunList(0, ink), 0, len(self.text)
        found = []
        for paint in paints:
            if at <= paint.start < paint.end <= length:
                found.append(_Run(ink, paint.start - at))
                found.append(_Run(_rgba(paint.colour), paint.end - paint.start))
                at = paint.end
        found.append(_Run(ink, length - at))
        runs.runs = [run for run in found if run.count] or found
        self._style_runs["color"] = runs
        self.dispatch_event("on_style_text", start, min(end, length), {"color": ink})


class TextLayout:
    """The letters of a text in a box of the window."""

    def __init__(self, screen: Screen) -> None:
        _load_fonts()
        self.box = Box(0, 0, 0, 0)
        self.size = 8
        self._screen = screen
        self._ink = "#ffffff"
        self._quads: list[tuple[Sheet, bytes]] = []
        self._layout = self._laid("")

    # -------------------------------------------------------------- text

    def place(self, box: Box, size: int, theme: Theme, text: str) -> bool:
        """Take a box, a letter size and colours; return whether that changed anything."""
        if (box, size, theme.ink) == (self.box, self.size, self._ink):
            return False
        self.box, self.size, self._ink = box, size, theme.ink
        self.restart(text)
        return True

    @property
    def gutter(self) -> float:
        """Return how wide the column of line numbers is."""
        return self.size * 3.0

    def restart(self, text: str) -> None:
        """Lay a text out from nothing."""
        scrolled = self._layout.view_y
        self._layout.delete()
        self._layout = self._laid(text)
        self._layout.view_y = scrolled

    def _laid(self, text: str) -> IncrementalTextLayout:
        self._paints: list[Paint] = []
        self._document = _Coloured("")
        self._document.insert_text(0, text, self._style())
        height = self._screen.canvas.size[1]
        box = self.box
        return IncrementalTextLayout(
            self._document,
            x=round(box.x + self.gutter),
            y=round(height - box.bottom),
            width=max(40, round(box.w - self.gutter - self.size)),
            height=max(10, round(box.h)),
            multiline=True,
            dpi=72,
            wrap_lines=True,
        )

    def _style(self) -> dict[str, object]:
        return {"font_name": FAMILY, "font_size": self.size, "color": _rgba(self._ink)}

    def change(self, change: TextEdit) -> None:
        """Follow a change of the text."""
        layout = self._layout
        end = change.start + len(change.old)
        by = len(change.new) - len(change.old)
        layout.begin_update()
        if change.old:
            self._document.delete_text(change.start, end)
        if change.new:
            self._document.insert_text(change.start, change.new, self._style())
        layout.end_update()
        self._paints = [
            p if p.end <= change.start else Paint(p.start + by, p.end + by, p.colour)
            for p in self._paints
            if p.end <= change.start or p.start >= end
        ]

    def paint(self, paints: Sequence[Paint]) -> None:
        """Colour the letters; only what differs from now is touched."""
        old, new = self._paints, list(paints)
        head = 0
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        touched = [*new[head : len(new) - tail], *old[head : len(old) - tail]]
        self._paints = new
        if touched:
            start, end = min(p.start for p in touched), max(p.end for p in touched)
            self._document.recolour(new, _rgba(self._ink), start, end)

    # -------------------------------------------------------------- places

    def _line_end(self, line: int) -> int:
        """Return the last place on a line of the layout."""
        lines = self._layout.lines
        if line + 1 < len(lines):
            return max(lines[line].start, lines[line + 1].start - 1)
        return len(self._document.text)

    def at(self, x: float, y: float) -> int:
        """Return the place in the text that is nearest to a point."""
        up = self._screen.canvas.size[1] - y
        return self._on_line(self._layout.get_line_from_point(x, up), x)

    def _on_line(self, line: int, x: float) -> int:
        found = int(self._layout.get_position_on_line(line, x))
        return min(found, self._line_end(line))

    def caret(self, at: int) -> Box:
        """Return the place of a caret, in pixels of the window."""
        layout = self._layout
        line = layout.get_line_from_position(at)
        x, _ = layout.get_point_from_position(at, line)
        row = layout.lines[line]
        left = layout.left + x - layout.view_x
        baseline = self.box.y - row.y + layout.view_y
        return Box(left, baseline - row.ascent, 1, row.ascent - row.descent)

    def beside(self, at: int, lines: int, x: float) -> int:
        """Return the place so many lines below another (above: negative), near this x."""
        line = self._layout.get_line_from_position(at) + lines
        if line < 0:
            return 0
        if line >= len(self._layout.lines):
            return len(self._document.text)
        return self._on_line(line, x)

    def row_ends(self, at: int) -> tuple[int, int]:
        """Return where the row of a place, which may be a part of a line, begins and ends."""
        line = self._layout.get_line_from_position(at)
        return self._layout.lines[line].start, self._line_end(line)

    # -------------------------------------------------------------- scrolling

    @property
    def rows(self) -> int:
        """Return how many lines fit into the box."""
        return max(1, int(self.box.h / (self.size * 1.3)))

    def scroll(self, pixels: float) -> None:
        """Scroll towards the end."""
        self._layout.view_y = round(self._layout.view_y - pixels)

    def reveal(self, at: int, middle: bool = False) -> None:
        """Scroll so that a place is seen; `middle`: well inside the box if it wasn't seen."""
        layout = self._layout
        row = layout.lines[layout.get_line_from_position(at)]
        top, bottom = row.y + row.ascent, row.y + row.descent
        seen = top <= layout.view_y and bottom >= layout.view_y - layout.height
        if seen:
            return
        if middle:
            layout.view_y = round(top + layout.height * 0.35)
        elif top > layout.view_y:
            layout.view_y = round(top)
        else:
            layout.view_y = round(bottom + layout.height)

    # -------------------------------------------------------------- drawing

    def draw(self, marks: Sequence[TintedLine], selection: tuple[int, int], theme: Theme) -> None:
        """Draw the marked lines, the line numbers and the text."""
        layout = self._layout
        numbers = self._numbers()
        for mark in marks:
            self._mark(mark, numbers)
        for number, (top, bottom) in numbers.items():
            self._number(number, top, bottom, theme)
        self.flush()
        layout.selection_color = _rgba(theme.ink)
        layout.selection_background_color = _rgba(theme.button_hot)
        layout.set_selection(*selection)
        layout.draw()

    def _numbers(self) -> dict[int, tuple[float, float]]:
        """Return the lines of the text that are seen, with their top and bottom."""
        layout = self._layout
        text = self._document.text
        found: dict[int, tuple[float, float]] = {}
        number = 0
        low, high = layout.view_y - layout.height, layout.view_y
        for row in layout.lines:
            if row.start == 0 or text[row.start - 1] == "\n":
                number += 1
            top, bottom = row.y + row.ascent, row.y + row.descent
            if bottom > high:
                continue
            if top < low:
                break
            upper = self.box.y - top + layout.view_y
            lower = self.box.y - bottom + layout.view_y
            found[number] = (found[number][0] if number in found else upper, lower)
        return found

    def line_at(self, y: float) -> int:
        """Return the text's line, from 1, at a height of the window; 0 for none."""
        return next((n for n, (top, low) in self._numbers().items() if top <= y < low), 0)

    def _mark(self, mark: TintedLine, numbers: dict[int, tuple[float, float]]) -> None:
        if mark.line in numbers:
            top, bottom = numbers[mark.line]
            box = self.box
            self.fill(Box(box.x, top, box.w, bottom - top), mark.colour, 0.16)
            self.fill(Box(box.x, top, max(2.0, self.size / 5), bottom - top), mark.colour)

    def _number(self, number: int, top: float, bottom: float, theme: Theme) -> None:
        size = round(self.size * 0.8)
        words = Words(str(number), size, theme.ink_faint, "mono", align="right")
        row = min(bottom - top, self.size * 1.4)
        self.words(words, Box(self.box.x, top, self.gutter - self.size * 0.7, row))

    def fill(self, box: Box, colour: str, opacity: float = 1.0) -> None:
        """Fill a rectangle with a colour, at the next `flush`."""
        region, _ = self._screen.sheets.picture(PLAIN, 8, 8)
        if region is None:
            self._screen.sheets.work(0.0)
            region, _ = self._screen.sheets.picture(PLAIN, 8, 8)
        if region is None:
            return
        left, top, right, bottom = region.part
        mid_x, mid_y = (left + right) / 2, (top + bottom) / 2
        self._quad(box, region.page, (mid_x, mid_y, mid_x, mid_y), colour, opacity)

    def words(self, words: Words, box: Box) -> None:
        """Write a text into a rectangle, at the next `flush`."""
        region, _ = self._screen.sheets.words(words)
        x, y = fonts.place(words, box)
        at = Box(x - PAD, y - PAD, region.w + 2 * PAD, region.h + 2 * PAD)
        self._quad(at, region.page, region.part, words.colour, 1.0)

    def _quad(
        self, box: Box, page: int, part: tuple[float, ...], colour: str, opacity: float
    ) -> None:
        x, y = box.centre
        clip = (self.box.x, self.box.y, self.box.right, self.box.bottom)
        tint = (*(c * opacity for c in rgb(colour)), opacity)
        data = QUAD.pack(x, y, box.w / 2, 0, 0, box.h / 2, *part, *tint, *clip)
        self._quads.append(((page, False), data))

    def flush(self) -> None:
        """Draw what was filled and written."""
        quads, self._quads = self._quads, []
        self._screen.canvas.draw([QuadRun(sheet, 1, data) for sheet, data in quads])


def _rgba(colour: str) -> Rgba:
    red, green, blue = (round(part * 255) for part in rgb(colour))
    return red, green, blue, 255
