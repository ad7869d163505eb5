"""The table as text: a seat's view, laid out so that it fits a terminal.

Zones that have the same indices, such as one column for each kind of piece, share a grid whose rows
are the seats and whose columns are the indices; every other zone has a line of its own. Only views
are read, so nothing can be shown that the seat doesn't see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.color import Color, ColorParseError
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine.cli.text import count
from engine.game.view import Item, VariableView, View, ZoneView
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.zone_kinds import ZONE_KINDS

SIGN = "#"
"""What stands before a move's number where plain numbers are names."""
EMPTY = "–"
MARGIN = 2
"""Kinds of zones in which no piece lies before another."""
MAX_COLUMNS = 8
"""A grid with more columns is written as lines."""


@dataclass(frozen=True)
class Line:
    """A zone, or a family of a seat's zones by their other indices: what heads it and its columns.

    `row` is the first of two indices, where the second ones are the columns.
    """

    owner: int | None
    family: str
    row: str
    zones: tuple[ZoneView, ...]

    def column(self, zone: ZoneView) -> str:
        """Return what heads a zone's column."""
        return ", ".join(indices_of(zone)[1 if self.row else 0 :])

    def columns(self) -> tuple[str, ...]:
        """Return what heads the columns."""
        return tuple(self.column(zone) for zone in self.zones)


def indices_of(zone: ZoneView) -> list[str]:
    """Return a zone's indices without its owner's."""
    own = None if zone.owner is None else f"seat {zone.owner + 1}"
    return [index for index in zone.indices if index != own]


def in_rows(zones: Sequence[ZoneView]) -> list[tuple[str, list[ZoneView]]]:
    """Return a family's zones as rows, if two indices make a small board of them; else as one."""
    indices = [indices_of(zone) for zone in zones]
    if any(len(two) != 2 for two in indices):
        return [("", list(zones))]
    rows: dict[str, list[ZoneView]] = {}
    for (row, _), zone in zip(indices, zones, strict=True):
        rows.setdefault(row, []).append(zone)
    columns = {tuple(indices_of(zone)[1] for zone in row) for row in rows.values()}
    small = len(columns) == 1 and len(next(iter(columns))) <= MAX_COLUMNS
    return list(rows.items()) if small else [("", list(zones))]


class TableText:
    """Draws views. `names` are what the seats are called by the one who looks."""

    def __init__(self, names: Sequence[str], width: int, words: Catalogue = ENGLISH) -> None:
        """Prepare for the seats and a width in characters; `words`: in whose language."""
        self.names = names
        self.width = width
        self.words = words

    def draw(self, view: View) -> RenderableType:
        """Return the table: other seats first, then what is common, then the seat's own."""
        lines = self._lines(view)
        shapes: dict[tuple[str, ...], list[Line]] = {}
        for line in lines:
            shapes.setdefault(line.columns(), []).append(line)
        plain: list[Line] = []
        parts: list[RenderableType] = []
        for columns, group in shapes.items():
            if 1 < len(columns) <= MAX_COLUMNS:
                parts.append(self._grid(columns, group, view))
            else:
                plain += group
        plain.sort(key=lambda line: self._rank(line.owner, view))
        if plain:
            parts.append(self._plain(plain, view))
        variables = self._variables(view)
        if variables:
            parts.append(variables)
        spaced = [part for pair in zip(parts, [""] * len(parts), strict=True) for part in pair]
        return Padding(Group(*spaced[:-1]), (0, 0, 0, MARGIN))

    def _rank(self, owner: int | None, view: View) -> tuple[int, int]:
        if owner is None:
            return 1, 0
        return (2, 0) if owner == view.seat else (0, owner)

    def _lines(self, view: View) -> list[Line]:
        groups: dict[tuple[int | None, str], list[ZoneView]] = {}
        for zone in view.zones:
            groups.setdefault((zone.owner, zone.family), []).append(zone)
        lines = [
            Line(owner, family, row, tuple(members))
            for (owner, family), zones in groups.items()
            for row, members in in_rows(zones)
        ]
        return sorted(lines, key=lambda line: self._rank(line.owner, view))

    def _heading(self, line: Line, view: View) -> Text:
        family = f"{line.family} {line.row}".rstrip().replace("_", " ")
        if line.owner is None:
            return Text(family, style="bold")
        whose = "your {zone}" if line.owner == view.seat else "{seat} {zone}"
        told = self.words.filled(whose, seat=self.names[line.owner], zone=family)
        return Text(told, style="bold")

    # -------------------------------------------------------------- layouts

    def _grid(self, columns: tuple[str, ...], lines: list[Line], view: View) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True)
        for column in columns:
            table.add_column(Text(column, style=style_of(column)), min_width=len(column))
        for line in lines:
            cells = [zone_text(zone, line.column(zone), words=self.words) for zone in line.zones]
            table.add_row(self._heading(line, view), *cells)
        return table

    def _plain(self, lines: list[Line], view: View) -> Table:
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        headings = [self._heading(line, view) for line in lines]
        width = max(10, self.width - MARGIN - max(map(len, headings)) - 4)
        for heading, line in zip(headings, lines, strict=True):
            table.add_row(heading, _members(line, width, self.words))
        return table

    def _variables(self, view: View) -> Table | None:
        shown = [v for v in view.variables if v.value is not None and v.value != "none"]
        families: dict[str, list[VariableView]] = {}
        for variable in shown:
            families.setdefault(variable.family, []).append(variable)
        if not families:
            return None
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        for family, members in families.items():
            values = ", ".join(self._value(v, view) for v in members)
            table.add_row(Text(family.replace("_", " "), style="bold"), values)
        return table

    def _value(self, variable: VariableView, view: View) -> str:
        inside = variable.name.removeprefix(variable.family).strip("[]")
        if variable.owner is not None:
            own = self.words.name(f"seat {variable.owner + 1}")
            inside = inside.replace(own, self.names[variable.owner])
        return f"{inside} {variable.value}" if inside else str(variable.value)


def _members(line: Line, width: int, words: Catalogue) -> Text:
    """Return the zones of a line one after the other; of several, only those with something."""
    if len(line.zones) == 1:
        return zone_text(line.zones[0], "", width, words)
    parts = []
    for zone in line.zones:
        if zone.count:
            column = line.column(zone)
            part = Text(f"{column}: ", style=style_of(column))
            parts.append(part.append_text(zone_text(zone, column, words=words)))
    return _row(parts, width) if parts else Text(EMPTY, style="dim")


# ------------------------------------------------------------------ zones and pieces


def zone_text(zone: ZoneView, column: str, width: int = 0, words: Catalogue = ENGLISH) -> Text:
    """Return what lies in a zone; words that its column's heading says already are left out.

    `width`: where lines end, 0 for a single one.
    """
    if not zone.count:
        return Text(EMPTY, style="dim")
    if not zone.items:
        return Text(f"{zone.count:,}")
    if ZONE_KINDS[zone.kind].stacked or (
        all(item.name is None for item in zone.items) and not _unlike(zone.items)
    ):
        return _pile(zone, column, words)
    if ZONE_KINDS[zone.kind].spaces:
        return _track(zone, column, words)
    hidden = [item for item in zone.items if item.name is None]
    known = [item for item in zone.items if item.name is not None]
    if hidden and ZONE_KINDS[zone.kind].loose and not _unlike(hidden):
        more = words.several(len(hidden), hidden[0].component.lower() or "piece")
        rest = Text(words.filled("and {pieces}", pieces=more))
        return _row([*(item_text(item, column, words) for item in known), rest], width)
    items = sorted(zone.items, key=_in_order) if ZONE_KINDS[zone.kind].held else zone.items
    return _row([item_text(item, column, words) for item in items], width)


def _in_order(item: Item) -> tuple[object, ...]:
    """Return what a hand is sorted by: names word by word, numbers by their size."""
    parts = re.split(r"(\d+)", item.name or "")
    return tuple((1, int(p), "") if p.isdecimal() else (0, 0, p) for p in parts if p)


def _row(items: Sequence[Text], width: int) -> Text:
    """Return pieces side by side, on as many lines as it takes without parting any name."""
    gap = "  " if any(" " in item.plain for item in items) else " "
    text, used = Text(), 0
    for item in items:
        if text and width and used + len(gap) + len(item) > width:
            text.append("\n")
            used = 0
        elif text:
            text.append(gap)
            used += len(gap)
        text.append_text(item)
        used += len(item)
    return text


def _pile(zone: ZoneView, column: str, words: Catalogue) -> Text:
    top = zone.items[-1]
    if top.name is None:
        kind = top.component.lower()
        text = Text(count(zone.count, kind) if kind else f"{zone.count:,}")
        if not _unlike(zone.items):
            return text.append(f" ({back_words(top, words)})") if top.values else text
    text = item_text(top, column, words)
    if zone.count > 1:
        text.append(words.filled(" of {number}", number=zone.count), style="dim")
    return text


def _unlike(items: Sequence[Item]) -> bool:
    """Tell whether pieces that lie face down show different backs."""
    return len({item.values for item in items if item.name is None}) > 1


def back_words(item: Item, words: Catalogue) -> str:
    """Return what the back of a piece that lies face down shows, `level 2`."""
    pairs = ((words.name(name), words.name(value)) for name, value in item.values)
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in pairs)


def _track(zone: ZoneView, column: str, words: Catalogue) -> Text:
    text = Text()
    for item in sorted(zone.items, key=lambda item: item.space or 0):
        text.append(", " if text else "")
        text.append_text(item_text(item, column, words))
        text.append(words.filled(" on {space}", space=item.space))
    return text


def item_text(item: Item, column: str = "", words: Catalogue = ENGLISH) -> Text:
    """Return a piece's name in the colour it names, if the terminal knows that colour."""
    if item.name is None:
        kind, back = item.component.lower() or words.text("hidden"), back_words(item, words)
        return Text(f"({kind}, {back})" if back else f"({kind})", style="dim")
    shown = item.name
    style = style_of(column) or next(filter(None, map(style_of, shown.split())), "")
    if column and shown.startswith(f"{column} "):
        shown = shown.removeprefix(f"{column} ")
    return Text(shown, style=style)


def style_of(words: str) -> str:
    """Return a style for words that name a colour of the terminal, else none.

    The bright form is used where there is one; black and white can't be read on every terminal, so
    what they name is only bold.
    """
    word = words.split(",")[0].strip().lower()
    if not word.isalpha() or word == "default":
        return ""
    try:
        color = Color.parse(word)
    except ColorParseError:
        return ""
    if color.number in (0, 7, 8, 15):
        return "bold"
    try:
        Color.parse(f"bright_{word}")
    except ColorParseError:
        return word
    return f"bright_{word}"


def name_numbers(moves: Sequence[str]) -> bool:
    """Tell whether moves name things by plain numbers, which a move's own number may be taken for.

    Then a move's number is written with a sign before it.
    """
    return any(
        notation.partition("(")[2].removesuffix(")").strip().isdecimal() for notation in moves
    )


def moves_text(moves: Sequence[tuple[str, str]], console: Console) -> RenderableType:
    """Return numbered moves, each its notation and words: a few as lines, many by action."""
    sign = SIGN if name_numbers([notation for notation, _ in moves]) else ""
    width = max(len(notation) for notation, _ in moves)
    longest = max(len(words) for _, words in moves)
    if len(moves) <= 6 and width + longest + 10 <= console.width:
        rows = Text()
        for number, (notation, words) in enumerate(moves, 1):
            rows.append("\n" if rows else "")
            rows.append(f"{f'{sign}{number}':>4} ", style="bold")
            rows.append(f"{notation:<{width}}", style=_move_style(notation))
            rows.append(f"  {words}", style="dim")
        return rows
    return _by_action(moves, console, sign)


def _by_action(moves: Sequence[tuple[str, str]], console: Console, sign: str) -> Table:
    """Return moves as one row per action with its arguments in columns."""
    actions: dict[str, list[tuple[int, str]]] = {}
    for number, (notation, _) in enumerate(moves, 1):
        name, _, rest = notation.partition("(")
        actions.setdefault(name, []).append((number, rest.removesuffix(")")))
    widest = max(len(text) for rows in actions.values() for _, text in rows)
    label = max(map(len, actions))
    columns = max(1, (console.width - label - 6) // (widest + 7))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    for _ in range(columns):
        table.add_column(no_wrap=True)
    for name, rows in actions.items():
        for start in range(0, len(rows), columns):
            cells = [
                _numbered(f"{sign}{number}", text) for number, text in rows[start : start + columns]
            ]
            table.add_row(Text(f"  {'' if start else name}"), *cells)
    return table


def _numbered(number: str, text: str) -> Text:
    cell = Text()
    cell.append(f"{number:>3} ", style="bold")
    cell.append(text, style=_move_style(text))
    return cell


def _move_style(text: str) -> str:
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").split()
    return next(filter(None, map(style_of, words)), "")
