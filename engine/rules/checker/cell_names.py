"""Checking what the cells of a grid are called: by column and row, or as a table says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message, joined
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.wanted import number_literal
from engine.rules.types import Type, zone

_LETTER = re.compile(r"[^\W\d_]")
_LOOKS_LIKE_ONE = re.compile(r"[a-z]\d+")
"""What can hardly be meant as anything but a cell."""
SIDES = ("columns", "rows")


def side_names(cx: Checking, node: s.Modifier) -> tuple[str, ...]:
    """Return what `columns a..h` or `rows 8..1` calls the columns or rows, in their order."""
    names: list[str] = []
    for part in node.parts[1:]:
        match part:
            case (int(first), s.Number(value=last)):
                step = 1 if first <= last else -1
                names += map(str, range(first, last + step, step)[:1000])
            case (str(first), str(last)) if _is_letter(first) and _is_letter(last):
                low, high = ord(first), ord(last)
                step = 1 if low <= high else -1
                names += map(chr, range(low, high + step, step))
            case str() if _is_letter(part):
                names.append(part)
            case int():
                names.append(str(part))
            case _:
                message = "columns and rows are called by small letters or by numbers"
                cx.error(Code.E015, message, node.span, hint="write 'columns a..h, rows 8..1'")
                return ()
    if len(set(names)) < len(names):
        cx.error(Code.E011, "each column and each row needs a name of its own", node.span)
        return ()
    return tuple(names)


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.islower() and _LETTER.fullmatch(text) is not None


def check_cell_names(cx: Checking, node: s.Zone, fields: dict[str, Any], name: Span) -> None:
    """Put into the fields of a zone what its cells are called: `columns`, `rows`, `cells`."""
    table = fields.pop("called", None)
    said = [side for side in SIDES if side in fields]
    if not said and table is None:
        return
    if "grid" not in fields:
        text = Message(
            "only a grid has cells with names; '{name}' is a {kind}", node.name, node.kind
        )
        cx.error(Code.E015, text, name)
        for side in said:
            del fields[side]
    elif table is not None and said:
        both = "cells are called by columns and rows, or as a table says, not both"
        cx.error(Code.E202, both, name)
    elif table is not None:
        fields["cells"] = _from_table(cx, fields["grid"], *table)
    elif len(said) == 1:
        other = "rows 8..1" if said == ["columns"] else "columns a..h"
        one = "cells are called by their column and their row"
        cx.error(Code.E201, one, name, hint=Message("add ', {other}'", other))
    else:
        _by_sides(cx, node, fields)


def _by_sides(cx: Checking, node: s.Zone, fields: dict[str, Any]) -> None:
    rows, columns = fields["rows"], fields["columns"]
    for side, names, wanted in zip(SIDES, (columns, rows), fields["grid"][::-1], strict=True):
        if names and len(names) != wanted:
            message = Message(
                "there are {wanted} columns, and this names {number}"
                if side == "columns"
                else "there are {wanted} rows, and this names {number}",
                *(wanted, len(names)),
            )
            place = next(x.span for x in node.modifiers if x.parts[0] == side)
            cx.error(Code.E102, message, place)
            return
    if not rows or not columns:
        return
    letters = [all(map(_is_letter, names)) for names in (columns, rows)]
    numbers = [all(map(str.isdecimal, names)) for names in (columns, rows)]
    if not ((letters[0] and numbers[1]) or (numbers[0] and letters[1])):
        alike = "a cell is called by a letter and a number, so one side needs letters"
        place = next(x.span for x in node.modifiers if x.parts[0] == "rows")
        cx.error(Code.E102, alike, place, hint="write 'columns a..h, rows 8..1'")
        return
    fields["cells"] = tuple(
        tuple(f"{column}{row}" if letters[0] else f"{row}{column}" for column in columns)
        for row in rows
    )


def _from_table(
    cx: Checking, grid: tuple[int, int], name: str, span: Span
) -> tuple[tuple[str, ...], ...]:
    """Return the names that a table with a row for each row and a column for each column has."""
    table = cx.names.tables.get(name)
    if table is None:
        message = Message("there is no table '{name}' of names for the cells", name)
        cx.unknown(message, name, cx.word(name, span), cx.names.tables)
        return ()
    cx.names.use_name(name, cx.word(name, span))
    sides = [[x.value if isinstance(x, m.Literal_) else 0 for x in side]
             for side in (table.keys, table.columns)]  # fmt: skip
    if sides != [list(range(1, count + 1)) for count in grid]:
        message = Message(
            "'{name}' needs a row for each row of the grid, 1..{rows}, and a column for each "
            "column, 1..{columns}", name, *grid
        )  # fmt: skip
        cx.error(Code.E102, message, cx.word(name, span))
        return ()
    found = tuple(tuple(_word_of(cx, cell, table.value) for cell in row) for row in table.cells)
    said = [name for row in found for name in row if name]
    twice = next((name for name in said if said.count(name) > 1), None)
    if twice is not None:
        message = Message("two cells are called '{name}'", twice)
        cx.error(Code.E011, message, cx.word(name, span))
        return ()
    return found


def _word_of(cx: Checking, cell: m.Expr, kind: Type) -> str:
    """Return what a cell of a table says; nothing where it is left out with a dot."""
    if not isinstance(cell, m.Literal_) or cell.type.kind == "none":
        return ""
    if kind.kind != "enum":
        return str(cell.value)
    return cx.names.enums[kind.name].members[cell.value].name


# ------------------------------------------------------------------ what a name means


def bare_cell(cx: Checking, name: str, expected: Type | None, span: Span) -> m.Expr | None:
    """Return the cell that a name alone means; None if it is the name of none."""
    grids = [grid for grid in cx.names.zones.values() if grid.cell_at(name) is not None]
    if not grids:
        return None
    wanted = [grid for grid in grids if expected is not None and expected == zone(grid.name)]
    found = wanted or grids
    grid = found[0]
    if len(found) > 1 or len(grid.indices) > 2:
        message = Message("'{name}' is a cell of {names}; it isn't clear which", name,
                          joined([each.name for each in found]))  # fmt: skip
        before = "seat 1, " if len(grid.indices) > 2 and grid.owner_index is not None else ""
        hint = Message("write {place}", f"{grid.name}[{before}{name}]")
        return cx.error(Code.E010, message, span, hint=hint)
    cx.names.used.add(grid.name)
    indices = _literals(grid, name, span)
    return m.ZoneRef(name=grid.name, indices=indices, type=zone(grid.name), span=span)


def spelled_out(
    cx: Checking, grid: m.Zone, nodes: Sequence[s.Expr], wanted: int
) -> Sequence[s.Expr | m.Expr]:
    """Return indices with the name of a cell, `board[e4]`, as its row and its column."""
    if not grid.cells or len(nodes) != wanted - 1:
        return nodes
    last = nodes[-1]
    name = last.name if isinstance(last, s.Name) else ""
    if isinstance(last, s.Number):
        name = str(last.value)
    if grid.cell_at(name) is not None:
        return [*nodes[:-1], *_literals(grid, name, last.span)]
    if _LOOKS_LIKE_ONE.fullmatch(name) and name not in cx.names.visible():
        known = [cell for row in grid.cells for cell in row if cell]
        message = Message("'{grid}' has no cell '{name}'", grid.name, name)
        stand_in = cx.unknown(message, name, last.span, known)
        return [*nodes[:-1], stand_in, stand_in]
    return nodes


def _literals(grid: m.Zone, name: str, span: Span) -> tuple[m.Literal_, m.Literal_]:
    place = grid.cell_at(name)
    assert place is not None
    return number_literal(place[0], span), number_literal(place[1], span)
