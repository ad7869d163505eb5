"""The writer of a book to nodes: each part laid out at a width, with its corner at 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine.teach.handbook import Run
from viewer import commands as cmd
from viewer.app.help_book import (
    BoxPart,
    GridPart,
    HelpPart,
    LinksPart,
    SheetPart,
    Styled,
    TablePart,
    TextPart,
)
from viewer.app.help_pages import HELP
from viewer.artwork.theme import SAFE_HUES
from viewer.artwork.widgets import Ground
from viewer.nodes import Box, Node
from viewer.panels.book_pictures import BookTable, spread
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.smaller import smaller
from viewer.panels.styled_text import Ink, flowed, longest, whole
from viewer.scene.look import Look
from viewer.scene.piece_pictures import SIZES, Dresser

TABLE = (1120, 720)
"""The table is laid out in this size, and then made smaller."""
LAID_OUT = (1400.0, 900.0)
BADGE = 62.0
"""How high numbers are in the whole table, laid out."""
LARGEST = 1.3
"""A part of the table is at most so much larger than it was laid out."""
INDENT, NOTE = 20.0, 14.0
CARD, MOST = 54.0, 5
"""How high a card is drawn, and how many of a kind at most."""
COLUMN = 26.0
"""The least width of a column to write in."""
SMALLEST = 9.5


@dataclass(frozen=True)
class LaidPart:
    """A part as it is laid out: how high it is with what is free below it, and its nodes."""

    part: HelpPart
    high: float
    nodes: tuple[Node, ...]


def laid(
    part: HelpPart, builder: PanelBuilder, room: float, *, safe: bool, trying: str
) -> LaidPart:
    """Return a part at a width. `safe`: in colours that everybody tells apart; `trying`: what is on
    the buttons that lay a position on the table.
    """
    writer = _Writer(replace(builder, nodes=[], clip=None), room, safe, trying)
    high = writer.written(part)
    return LaidPart(part, high, tuple(writer.builder.nodes))


class _Writer:
    """Writes one part from its top, `y` downwards."""

    def __init__(self, builder: PanelBuilder, room: float, safe: bool, trying: str) -> None:
        self.builder = builder
        self.room = room
        self.safe = safe
        self.trying = trying
        self.y = 0.0

    def written(self, part: HelpPart) -> float:
        """Add a part; return how high it is."""
        match part:
            case TextPart():
                self._text(part)
            case LinksPart():
                self._links(part)
            case GridPart():
                self._grid(part)
            case TablePart():
                self._table(part)
            case BoxPart():
                self._box(part)
            case SheetPart():
                self._sheet(part)
            case _:
                assert_never(part)
        return self.y

    def _ink(self, size: float, colour: str = "", weight: str = "regular") -> Ink:
        theme = self.builder.theme
        return Ink(self.builder.px(size), colour or theme.ink, theme.ink_soft, weight=weight)

    def _free(self, left: float = 0.0) -> Box:
        return Box(left, self.y, self.room - left, 1e6)

    def _flow(self, name: str, words: Styled, box: Box, ink: Ink, align: str = "left") -> float:
        nodes, high = flowed(name, words, box, ink, self.builder.z + 2, align)
        self.builder.nodes += nodes
        return high

    # -------------------------------------------------------------- words

    def _text(self, part: TextPart) -> None:
        px, theme = self.builder.px, self.builder.theme
        name = f"{HELP}:at:{part.number}:label"
        match part.role:
            case "title":
                ink = replace(self._ink(24, theme.gold, "bold"), font="title")
                self.y += self._flow(name, part.words, self._free(), ink) + px(4)
            case "tagline":
                ink = self._ink(13, theme.ink_soft)
                self.y += self._flow(name, part.words, self._free(), ink) + px(8)
            case "chapter":
                self.y += px(14)
                ink = replace(self._ink(18, theme.gold, "bold"), font="title")
                self.y += self._flow(name, part.words, self._free(), ink) + px(5)
            case "heading":
                self.y += px(6)
                ink = self._ink(14.5, theme.ink, "bold")
                self.y += self._flow(name, part.words, self._free(), ink) + px(3)
            case "text":
                self._paragraph(part, name)
            case _:
                assert_never(part.role)

    def _paragraph(self, part: TextPart, name: str) -> None:
        px, theme = self.builder.px, self.builder.theme
        left, top = px(INDENT) * part.depth + (px(NOTE) if part.aside else 0.0), self.y
        size = 13.0 if part.aside else 14.0
        ink = self._ink(size, theme.ink_soft if part.aside else "")
        if part.sign:
            sign = Box(left - px(INDENT), self.y, px(INDENT) - px(4), 1e6)
            self._flow(f"{name}!sign", (Run(part.sign),), sign, replace(ink, colour=theme.gold))
        self.y += self._flow(name, part.words, self._free(left), ink)
        if part.aside:
            bar = Box(left - px(9), top, px(3), self.y - top)
            self.builder.panel(f"{name}!bar", bar, theme.gold, radius=1, up=1)
        self.y += px(3)
        self._try(part, left)
        self.y += px(3)

    def _try(self, part: HelpPart, left: float = 0.0) -> None:
        """Add the button that lays the position of a part on the table, if it has one."""
        builder, do = self.builder, cmd.TryPosition(part.number)
        if part.trial is None or not builder.allows(do):
            return
        wide = builder.width(self.trying, 12, weight="semibold") + builder.px(22)
        place = Box(left, self.y, min(wide, self.room - left), builder.control(24))
        builder.button(f"{HELP}:try:{part.number}", place, self.trying, do, size=12, up=3)
        self.y += place.h + builder.px(4)

    def _links(self, part: LinksPart) -> None:
        """Add the chapters as buttons, as many beside each other as have room."""
        builder = self.builder
        high, gap, x = builder.control(25), builder.px(5), 0.0
        for number, heading in part.chapters:
            wide = max(
                builder.finger, builder.width(heading, 12, weight="semibold") + builder.px(16)
            )
            wide = min(self.room, wide)
            if x and x + wide > self.room:
                x, self.y = 0.0, self.y + high + gap
            place, name = Box(x, self.y, wide, high), f"{HELP}:link:{number}"
            builder.button(name, place, heading, cmd.ShowPart(number), size=12, up=3)
            x += wide + gap
        self.y += high + gap if part.chapters else 0.0

    # -------------------------------------------------------------- tables of words

    def _grid(self, part: GridPart) -> None:
        builder, px = self.builder, self.builder.px
        left = px(INDENT) * part.depth
        gap, size = px(8), 13.0
        room = self.room - left - gap * (len(part.head) - 1)
        rows = (part.head, *part.rows)
        heads = _bold(part.head)
        while size > SMALLEST and sum(self._columns(rows, size, longest)) > room:
            size -= 0.5
        wides = _shared(self._columns(rows, size, longest), self._columns(rows, size, whole), room)
        self.y += px(4)
        for number, row in enumerate((heads, *part.rows)):
            name, x, high = f"{HELP}:cell:{part.number}:{number}", left, 0.0
            ink = self._ink(size, builder.theme.ink_soft if number == 0 else "")
            for column, (cell, wide) in enumerate(zip(row, wides, strict=False)):
                align = "right" if part.right[column] else "left"
                place = Box(x, self.y, wide, 1e6)
                high = max(high, self._flow(f"{name}:{column}!", cell, place, ink, align))
                x += wide + gap
            self._rule(f"{name}!rule", left, high + px(2))
            self.y += high + px(5)
        self.y += px(6)

    def _columns(
        self, rows: Sequence[tuple[Styled, ...]], size: float, how: Callable[[Styled, Ink], float]
    ) -> list[float]:
        """Return how wide the columns of a table are, by a measure of its cells."""
        ink = self._ink(size)
        count = len(rows[0])
        columns = ([row[n] for row in rows if n < len(row)] for n in range(count))
        return [max(how(_bold((cell,))[0], ink) for cell in column) + 1 for column in columns]

    def _rule(self, name: str, left: float, down: float) -> None:
        line = Box(left, self.y + down, self.room - left, max(1.0, self.builder.px(1)))
        self.builder.panel(name, line, self.builder.theme.field_line, radius=0, up=1)

    def _sheet(self, part: SheetPart) -> None:
        builder, px, theme = self.builder, self.builder.px, self.builder.theme
        name = f"{HELP}:sheet:{part.number}"
        self.y += px(12)
        ink = replace(self._ink(16, theme.gold, "bold"), font="title")
        self.y += self._flow(f"{name}!caption", part.caption, self._free(), ink) + px(6)
        columns = max(1, min(part.players, int(self.room * 0.6 / px(COLUMN))))
        wide = min(px(70), self.room * 0.6 / columns)
        left = self.room - wide * columns
        for row, label in enumerate(part.labels):
            words = (Run(label),)
            place = Box(0, self.y, left - px(6), 1e6)
            high = max(px(24), self._flow(f"{name}:{row}!", words, place, self._ink(12.5)) + px(6))
            for column in range(columns):
                cell = Box(left + column * wide, self.y, wide, high).inset(1)
                fill = theme.field if row else theme.button
                builder.panel(f"{name}:{row}:{column}!", cell, fill, theme.field_line, radius=2)
            self.y += high
        self.y += px(8)

    # -------------------------------------------------------------- pictures

    def _look(self, look: Look) -> Look:
        return look.in_hues(SAFE_HUES) if self.safe else look

    def _table(self, part: TablePart) -> None:
        builder, px, theme = self.builder, self.builder.px, self.builder.theme
        left, name = px(INDENT) * part.depth, f"{HELP}:figure:{part.number}"
        room = self.room - left
        families = [family for family, _ in part.numbered]
        shown = BookTable(part.view, self._look(part.look), families, theme, LAID_OUT, BADGE)
        around = shown.around(part.near, TABLE) if part.near else None
        seen = around or Box(0, 0, *map(float, TABLE))
        factor = min(LARGEST * builder.scale, room / seen.w)
        place = Box(left, self.y + px(5), seen.w * factor, seen.h * factor)
        builder.picture(f"{name}!", place, Ground(theme), up=1)
        drawn = sorted(shown.nodes(TABLE), key=lambda node: node.z)
        for number, node in enumerate(drawn):
            small = smaller(node, place, factor, seen.x, seen.y)
            if small is not None and node.id != "ground":
                small = small._replace(id=f"{name}:{number}!", z=builder.z + 2, clip=place)
                builder.add(small)
        self.y = place.bottom + px(4)
        numbers = [f for f in families if f in shown.places()]
        titles = dict(part.numbered)
        legend = " · ".join(f"{n}\N{NO-BREAK SPACE}{titles[f]}" for n, f in enumerate(numbers, 1))
        rows: list[tuple[Styled, Ink]] = [
            (part.caption, self._ink(13, theme.ink, "semibold")),
            ((Run(legend),), self._ink(12, theme.ink_soft)),
            ((Run(part.below),), self._ink(13, theme.accent)),
        ]
        for row, (words, ink) in enumerate(rows):
            if any(run.text for run in words):
                box = self._free(left)
                self.y += self._flow(f"{name}:under:{row}!", words, box, ink) + px(2)
        for row, (label, value) in enumerate(part.rows):
            line, ink = Box(left, self.y, min(room, px(300)), 1e6), self._ink(12.5)
            value_wide = whole((Run(value),), ink) + 2
            label_box = line.cut(right=value_wide + px(6))
            high = self._flow(f"{name}:row:{row}!", (Run(label),), label_box, ink)
            self._flow(f"{name}:value:{row}!", (Run(value),), line.end(value_wide), ink)
            self.y += high + px(1)
        self.y += px(3)
        self._try(part, left)
        self.y += px(6)

    def _box(self, part: BoxPart) -> None:
        """Add some pieces of each kind side by side, over how many there are."""
        builder, px = self.builder, self.builder.px
        look = self._look(part.look)
        dresser = Dresser(look, builder.theme)
        for row, (component, text, pieces) in enumerate(part.rows):
            name = f"{HELP}:box:{part.number}:{row}"
            known = look.pieces.get(component)
            if known is not None:
                wide, high = (side * px(CARD) for side in SIZES[known.kind])
                for number, item in enumerate(spread(pieces, MOST) or [None]):
                    values = dict(item.values) if item is not None else {}
                    called = (item.shown or str(item.name)) if item is not None else ""
                    face = dresser.face(component, values, called, small=True, shape=number)
                    place = Box(number * (wide + px(4)), self.y + px(4), wide, high)
                    builder.picture(f"{name}:{number}!", place, face, up=2)
                self.y += high + px(6)
            ink = self._ink(12.5, builder.theme.ink_soft)
            self.y += self._flow(f"{name}!text", (Run(text),), self._free(), ink) + px(4)
        self.y += px(4)


def _bold(cells: Sequence[Styled]) -> tuple[Styled, ...]:
    """Return cells in bold."""
    return tuple(tuple(replace(run, bold=True) for run in cell) for cell in cells)


def _shared(least: Sequence[float], best: Sequence[float], room: float) -> list[float]:
    """Return how wide columns are that share a room: what each needs, and more by what it wants."""
    spare = room - sum(least)
    wants = [max(0.0, want - need) for want, need in zip(best, least, strict=True)]
    if spare <= 0:
        return [need * room / sum(least) for need in least]
    if sum(wants) <= spare:
        return [need + want for need, want in zip(least, wants, strict=True)]
    return [need + spare * want / sum(wants) for need, want in zip(least, wants, strict=True)]
