"""The table as text: a seat's view, laid out so that it fits a terminal.

Zones that have the same indices, such as one column for each kind of piece, share a grid whose rows
are the seats and whose columns are the indices; boards are drawn with signs; what is only counted
stands together; every other zone has a line of its own. Only views are read, so nothing that the
seat doesn't see can be shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine.cli.colours import style_of
from engine.game.view import Item, VariableView, View, ZoneView
from engine.moves.notation import natural
from engine.rules.catalogue import ENGLISH, Catalogue
from engine.rules.model import Ruleset
from engine.rules.zone_kinds import ZONE_KINDS

EMPTY = "–"
MARGIN = 2
MANY_ALIKE = 3
"""So many pieces of one name are written as one with their number."""
MAX_COLUMNS = 8
"""A grid with more columns is written as lines."""


@dataclass(frozen=True)
class ZoneLine:
    """A zone, or a family of a seat's zones by their other indices: what heads it and its columns.

    `row` is the first of two indices, where the second ones are the columns.
    """

    owner: int | None
    family: str
    row: str
    zones: tuple[ZoneView, ...]

    @property
    def board(self) -> bool:
        """Return whether it is a row of a board."""
        return ZONE_KINDS[self.zones[0].kind].grid

    def column(self, zone: ZoneView) -> str:
        """Return what heads a zone's column."""
        return ", ".join(indices_of(zone)[1 if self.row else 0 :])

    def columns(self) -> tuple[str, ...]:
        """Return what heads the columns."""
        return tuple(self.column(zone) for zone in self.zones)


def as_typed(view: View, words: Catalogue) -> View:
    """Return a view with the names that moves are typed in: in English those of the notation."""
    return view if words.language == "en" else view.in_words()


def letters_of(rules: Ruleset) -> dict[str, str]:
    """Return the signs of a ruleset's diagrams by what they mean."""
    return {letter.means: letter.sign for zone in rules.zones.values() for letter in zone.letters}


def indices_of(zone: ZoneView) -> list[str]:
    """Return a zone's indices without its owner's."""
    return [index for index, _ in zone.besides]


def in_rows(zones: Sequence[ZoneView]) -> list[tuple[str, list[ZoneView]]]:
    """Return a family's zones as rows, if two indices make a small board of them; else as one."""
    indices = [indices_of(zone) for zone in zones]
    if any(len(two) != 2 for two in indices):
        return [("", list(zones))]
    rows: dict[str, list[ZoneView]] = {}
    for (row, _), zone in zip(indices, zones, strict=True):
        rows.setdefault(row, []).append(zone)
    many = len(rows) > 1 and any(len(row) > 1 for row in rows.values())
    return list(rows.items()) if many else [("", list(zones))]


class PositionText:
    """Draws views. `names` are what the seats are called by the one who looks."""

    def __init__(
        self,
        names: Sequence[str],
        width: int,
        words: Catalogue = ENGLISH,
        letters: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare for the seats and a width in characters; `words`: in whose language; `letters`:
        the signs of diagrams by what they mean.
        """
        self.letters = letters or {}
        self.names = names
        self.width = width - MARGIN
        self.words = words

    def rows(self, view: View) -> dict[str, str]:
        """Return what stands on the table, line by line, to be compared with another view."""
        lines = {_key(line): self._content(line).plain for line in self._lines(view)}
        return lines | {f"{name}=": value for name, value in self._variables(view)}

    def draw(self, view: View, before: Mapping[str, str] | None = None) -> RenderableType | None:
        """Return the table: other seats first, then what is common, then the seat's own.

        `before`: what was told; only what differs from it is drawn, None where nothing does.
        """
        lines, variables = self._lines(view), self._variables(view)
        if before is not None:
            rows = self.rows(view)
            fresh = {key for key, text in rows.items() if before.get(key) != text}
            boards = {line.family for line in lines if line.board and _key(line) in fresh}
            lines = [x for x in lines if _key(x) in fresh or (x.board and x.family in boards)]
            variables = [v for v in variables if f"{v[0]}=" in fresh]
        empty = [x for x in lines if before is None and not x.board and not any(
            zone.count for zone in x.zones)]  # fmt: skip
        parts = self._parts([line for line in lines if line not in empty], view)
        if empty:
            whole = {x.family for x in empty} - {x.family for x in lines if x not in empty}
            names = dict.fromkeys(
                x.family.replace("_", " ") if x.family in whole else self._heading(x, view).plain
                for x in empty
            )
            head = f"{self.words.text('empty')}{self.words.colon}".rstrip()
            parts.append(self._flow([(head, ", ".join(names))]))
        if variables:
            parts.append(self._flow(variables))
        if not parts:
            return None
        spaced = [part for pair in zip(parts, [""] * len(parts), strict=True) for part in pair]
        return Padding(Group(*spaced[:-1]), (0, 0, 0, MARGIN))

    def _parts(self, lines: list[ZoneLine], view: View) -> list[RenderableType]:
        """Return boards, grids of lines with the same columns, short lines, the others."""
        shapes: dict[tuple[str, ...], list[ZoneLine]] = {}
        for line in lines:
            shapes.setdefault((line.family,) if line.board else line.columns(), []).append(line)
        plain: list[ZoneLine] = []
        parts: list[RenderableType] = []
        for columns, group in shapes.items():
            if group[0].board:
                parts += self._board(group, view)
            elif 1 < len(columns) <= MAX_COLUMNS and self._fits(columns, group, view):
                parts.append(self._grid(columns, group, view))
            else:
                plain += group
        plain.sort(key=lambda line: self._rank(line.owner, view))
        counts = [line for line in plain if _counted(line)]
        if counts:
            pairs = [(self._heading(x, view).plain, self._content(x).plain) for x in counts]
            parts.append(self._flow(pairs))
        rest = [line for line in plain if line not in counts]
        return [*parts, self._plain(rest, view)] if rest else parts

    def _rank(self, owner: int | None, view: View) -> tuple[int, int]:
        if owner is None:
            return 1, 0
        return (2, 0) if owner == view.seat else (0, owner)

    def _lines(self, view: View) -> list[ZoneLine]:
        groups: dict[tuple[int | None, str], list[ZoneView]] = {}
        for zone in view.zones:
            groups.setdefault((zone.owner, zone.family), []).append(zone)
        lines = [
            ZoneLine(owner, family, row, tuple(members))
            for (owner, family), zones in groups.items()
            for row, members in in_rows(zones)
        ]
        return sorted(lines, key=lambda line: self._rank(line.owner, view))

    def _heading(self, line: ZoneLine, view: View) -> Text:
        family = f"{line.family} {line.row}".rstrip().replace("_", " ")
        if line.owner is None:
            return Text(family, style="bold")
        whose = "your {zone}" if line.owner == view.seat else "{seat} {zone}"
        heading = self.words.filled(whose, seat=self.names[line.owner], zone=family)
        return Text(heading, style="bold")

    def _content(self, line: ZoneLine, width: int = 0) -> Text:
        return _members(line, width, self.words)

    # -------------------------------------------------------------- layouts

    def _fits(self, columns: tuple[str, ...], lines: list[ZoneLine], view: View) -> bool:
        """Return whether lines fit as a grid, every zone in one line of its column."""
        wide = max(len(self._heading(line, view)) for line in lines)
        for number, column in enumerate(columns):
            cells = [zone_text(line.zones[number], column, words=self.words) for line in lines]
            wide += 2 + max(len(column), *(len(cell) for cell in cells))
        return wide <= self.width

    def _grid(self, columns: tuple[str, ...], lines: list[ZoneLine], view: View) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True)
        for column in columns:
            table.add_column(Text(column, style=style_of(column)), min_width=len(column))
        for line in lines:
            cells = [zone_text(zone, line.column(zone), words=self.words) for zone in line.zones]
            table.add_row(self._heading(line, view), *cells)
        return table

    def _board(self, lines: list[ZoneLine], view: View) -> list[RenderableType]:
        """Return a board with a short sign for each piece, and what the signs mean."""
        names = {
            item.shown or item.name or "?": item.name
            for zone in view.zones
            for item in zone.items
            if item.name and zone.kind == lines[0].zones[0].kind
        }
        signs = {shown: self.letters[name] for shown, name in names.items() if name in self.letters}
        if len(signs) < len(names):
            signs = signs_of([*names], self.words.name("seat").casefold())
        name = lines[0].family.replace("_", " ")
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(Text(name, style="bold"), no_wrap=True)
        columns = dict(
            sorted({zone.besides[-1] for line in lines for zone in line.zones}, key=_by_number)
        )
        for shown in columns.values():
            table.add_column(shown, justify="center")
        for line in lines:
            cells = {
                zone.besides[-1][0]: " ".join(
                    signs.get(i.shown or i.name or "?", "?") for i in zone.items
                )
                or "·"
                for zone in line.zones
            }
            row = self.words.filled("row {number}", number=line.zones[0].besides[-2][1])
            table.add_row(Text(row, style="bold"), *(cells.get(one, "") for one in columns))
        meant = [(sign, name) for name, sign in signs.items() if sign != name]
        return [table, self._flow(meant)] if meant else [table]

    def _plain(self, lines: list[ZoneLine], view: View) -> Table:
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        headings = [self._heading(line, view) for line in lines]
        width = max(10, self.width - max(map(len, headings)) - 2)
        for heading, line in zip(headings, lines, strict=True):
            table.add_row(heading, self._content(line, width))
        return table

    def _flow(self, pairs: Sequence[tuple[str, str]]) -> Text:
        """Return names, each with what it is, one after the other in as few lines as they take."""
        parts = [
            Text(name, style="bold").append(f" {value}", style="not bold") for name, value in pairs
        ]
        return _row(parts, self.width, "   ")

    def _variables(self, view: View) -> list[tuple[str, str]]:
        """Return the variables that have a value: each family's name and what its members are."""
        families: dict[str, list[VariableView]] = {}
        for variable in view.variables:
            if variable.value is not None and variable.value != "none":
                name = variable.heading if _told(variable) else variable.family
                families.setdefault(name, []).append(variable)
        return [(name.replace("_", " "), self._values(v)) for name, v in families.items()]

    def _values(self, members: Sequence[VariableView]) -> str:
        """Return what a family of variables is; of those that are yes or no, which are yes."""
        yes, no = self.words.name("yes"), self.words.name("no")
        if len(members) > 1 and all(v.value in (yes, no, "yes", "no") for v in members):
            return ", ".join(self._index(v) for v in members if v.value in (yes, "yes")) or EMPTY
        return ", ".join(f"{self._index(v)} {self._value(v)}".strip() for v in members)

    def _value(self, variable: VariableView) -> str:
        """Return what a variable is; a seat as the player who looks calls it."""
        return str(variable.value) if variable.seat is None else self.names[variable.seat]

    def _index(self, variable: VariableView) -> str:
        """Return the indices of a variable, its owner as people call them."""
        if _told(variable):
            return ""  # its name says what it is about
        pairs = zip(variable.place.indices, variable.indices, strict=True)
        own = variable.owner
        return ", ".join(
            shown if own is None or index != own else self.names[own] for index, shown in pairs
        )


def _told(variable: VariableView) -> bool:
    """Return whether it is a value that was shown: an expression, which has no name."""
    return not variable.family.isidentifier()


def _by_number(column: tuple[str, str]) -> tuple[int, str]:
    index = column[0]
    return (int(index) if index.isdecimal() else 0, index)


def _key(line: ZoneLine) -> str:
    """Return what tells a line from the others."""
    return f"{line.owner}:{line.family}:{line.row}"


def _counted(line: ZoneLine) -> bool:
    """Return whether of a line only how much lies there is told."""
    items = line.zones[0].items
    return len(line.zones) == 1 and all(i.name is None for i in items) and not _unlike(items)


def _members(line: ZoneLine, width: int, words: Catalogue) -> Text:
    """Return the zones of a line one after the other; of several, only those with something."""
    if len(line.zones) == 1:
        return zone_text(line.zones[0], "", width, words)
    parts = []
    for zone in line.zones:
        if zone.count:
            column = line.column(zone)
            part = Text(f"{column}{words.colon}", style=style_of(column))
            parts.append(part.append_text(zone_text(zone, column, words=words)))
    return _row(parts, width) if parts else Text(EMPTY, style="dim")


def signs_of(names: Sequence[str], seat: str) -> dict[str, str]:
    """Return a short sign for each name: its first letters and its numbers, `king of seat 1` k1.

    `seat`: what seats are called, without their number.
    """
    known = max((len(word) for name in names for word in name.split()), default=1)
    for letters in range(1, known + 1):
        signs = {
            name: "".join(
                word if word.isdecimal() else word[:letters]
                for word in name.split()
                if word.isdecimal() or (len(word) > 2 and word != seat)
            )
            or name
            for name in names
        }
        if len(set(signs.values())) == len(names):
            return signs
    return {name: name for name in names}


# ------------------------------------------------------------------ zones and pieces


def zone_text(zone: ZoneView, column: str, width: int = 0, words: Catalogue = ENGLISH) -> Text:
    """Return the contents of a zone; words that its column's heading says already are left out.

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
    kind = ZONE_KINDS[zone.kind]
    items = list(zone.items)
    if kind.held:  # names word by word, numbers by their size
        items.sort(key=lambda item: natural([item.name or ""]))
    texts = [item_text(item, column, words) for item in items]
    return _row(_together(texts) if kind.loose else texts, width)


def _together(texts: Sequence[Text]) -> list[Text]:
    """Return texts of which several that are the same are one with their number."""
    alike: dict[str, list[Text]] = {}
    for text in texts:
        alike.setdefault(text.plain, []).append(text)
    found = []
    for several in alike.values():
        if len(several) < MANY_ALIKE:
            found += several
        else:
            found.append(several[0].copy().append(f" ×{len(several)}"))
    return found


def _row(items: Sequence[Text], width: int, gap: str = "") -> Text:
    """Return pieces side by side, on as many lines as it takes without parting any name."""
    gap = gap or ("  " if any(" " in item.plain for item in items) else " ")
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
        text = Text(words.several(zone.count, kind) if kind else f"{zone.count:,}")
        if not _unlike(zone.items):
            return text.append(f" ({back_words(top, words)})") if top.values else text
    text = item_text(top, column, words)
    if zone.count > 1 and len({item.name for item in zone.items}) == 1:
        text.append(f" ×{zone.count}")
    elif zone.count > 1:
        text.append(words.filled(" (top of {number})", number=zone.count), style="dim")
    return text


def _unlike(items: Sequence[Item]) -> bool:
    """Return whether pieces that lie face down show different backs."""
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
        text.append(words.filled(" on space {space}", space=item.space))
    return text


def item_text(item: Item, column: str = "", words: Catalogue = ENGLISH) -> Text:
    """Return a piece's name in the colour it names, if the terminal knows that colour."""
    if item.name is None:
        kind, back = item.component.lower() or words.text("hidden"), back_words(item, words)
        return Text(f"({kind}, {back})" if back else f"({kind})", style="dim")
    shown = item.name
    style = style_of(column) or next(filter(None, map(style_of, shown.split())), "")
    if not column.isdecimal() and shown.startswith(f"{column} "):
        shown = shown.removeprefix(f"{column} ")
    return Text(shown, style=style)
