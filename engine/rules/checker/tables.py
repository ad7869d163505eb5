"""Checking lookup tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message, some_of
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.types import (
    domain_of,
)
from engine.rules.checker.wanted import (
    want_fixed,
    want_number,
    want_value,
)
from engine.rules.types import ERROR, NUMBER, Type, enum, set_of

BLANK = "."
"""A cell of a grid that has nothing in it."""


def check_table(cx: Checking, node: s.Table) -> m.Table:
    """Check a lookup table."""
    sides = tuple(domain_of(cx, side, node.name) for side in node.sides)
    value: Type | None = None
    if node.value is not None:
        value = domain_of(cx, node.value, f"table {node.name}").type
    if node.form in ("list", "from"):
        return _list_table(cx, node, sides)
    return _row_table(cx, node, sides, value)


def _list_table(cx: Checking, node: s.Table, sides: tuple[m.Domain, ...]) -> m.Table:
    if _loose_words(cx, node):
        return m.Table(
            name=node.name, sides=sides,
            cells=((cx.fail(node.span),),), value=ERROR, words=node.words, span=node.span,
        )  # fmt: skip
    cells = [cx.value(node.cells[0])]
    cells += [want_value(cx, c, cells[0].type, "a cell")
              for c in node.cells[1:]]  # fmt: skip
    start = None if node.start is None else want_fixed(cx, want_number(cx, node.start))
    if node.form == "from":
        sides = (m.Domain(type=NUMBER, low=start, high=None, span=node.span),)
    if sides[0].type == NUMBER and node.form == "list":
        low, high = sides[0].low, sides[0].high
        if isinstance(low, m.Literal_) and isinstance(high, m.Literal_):
            wanted = high.value - low.value + 1
            if wanted != len(cells) and low.type == high.type == NUMBER:
                message = Message(
                    "{value}..{high} needs {wanted} cells, not {number}",
                    low.value,
                    high.value,
                    wanted,
                    len(cells),
                )
                cx.error(Code.E102, message, _cells_span(node))
    elif sides[0].type.kind == "enum" and node.form == "list":
        _enough_cells(cx, node, sides[0].type, len(cells))
    return m.Table(
        name=node.name, sides=sides, start=start, holds_on=node.form == "from",
        cells=(tuple(map(partial(want_fixed, cx), cells)),), value=cells[0].type, words=node.words,
        span=node.span,
    )  # fmt: skip


def _loose_words(cx: Checking, node: s.Table) -> bool:
    """Report cells that are words of no type, once for all of them."""
    words = [cell.name for cell in node.cells if isinstance(cell, s.Name)]
    known = cx.names.visible()
    if len(words) < len(node.cells) or any(word in known for word in words):
        return False
    if any(cx.names.maybe_declared(word) for word in words):
        return False
    listed = ", ".join(dict.fromkeys(words))
    message = "the words in a table must belong to a type"
    hint = Message("add a line 'type {name} = {listed}'", node.name.capitalize(), listed)
    cx.error(Code.E010, message, _cells_span(node), hint)
    return True


def _cells_span(node: s.Table) -> Span:
    return node.cells[0].span.to(node.cells[-1].span)


def _enough_cells(cx: Checking, node: s.Table, kind: Type, have: int) -> None:
    """Report a list with more or fewer cells than its words, which none may switch off."""
    known = cx.names.enums.get(kind.name)
    if known is None or any(member.when for member in known.members):
        return
    if len(known.members) != have:
        message = Message(
            "{kind} needs {number} cells, not {have}", kind.describe(), len(known.members), have
        )
        cx.error(Code.E102, message, _cells_span(node))


def _every_row(cx: Checking, node: s.Table, kind: Type, keys: Sequence[m.Expr]) -> None:
    """Report words that have no row, unless an option may switch them off."""
    known = cx.names.enums.get(kind.name) if kind.kind == "enum" else None
    if known is None or any(key.type != kind for key in keys):
        return
    have = {key.value for key in keys if isinstance(key, m.Literal_)}
    missing = [
        member.name for position, member in enumerate(known.members)
        if position not in have and member.when is None
    ]  # fmt: skip
    if missing:
        message = Message("the table has no row for {what}", some_of(missing))
        cx.error(Code.E102, message, cx.word(node.name, node.span))


def _row_table(
    cx: Checking, node: s.Table, sides: tuple[m.Domain, ...], value: Type | None
) -> m.Table:
    rows = list(node.rows)
    columns: tuple[m.Expr, ...] = ()
    if node.form == "grid" and rows:
        columns = tuple(want_value(cx, c, sides[1].type, "a column")
                        for c in rows.pop(0).cells)  # fmt: skip
        value = value or _grid_words(cx, node, rows)
    keys, cells = [], []
    for row in rows:
        place = cx.word(str(row.key), row.span)
        key_node: s.Expr = (
            s.Number(place, row.key) if isinstance(row.key, int) else s.Name(place, row.key)
        )
        keys.append(want_value(cx, key_node, sides[0].type, "a row"))
        if columns and len(row.cells) != len(columns):
            cx.error(
                Code.E102,
                Message("this row has {number} cells, not {len}", len(row.cells), len(columns)),
                row.span,
            )
        if not node.sets and node.form == "rows" and len(row.cells) != 1:
            message = "each row has one value; for several, write 'set of' in the first line"
            cx.error(Code.E102, message, row.span)
        checked = [_cell(cx, cell, value) for cell in row.cells]
        if checked:
            value = value or checked[0].type
        cells.append(tuple(cx.want(c, value or ERROR, "a cell") for c in checked))
    kind = value or ERROR
    _every_row(cx, node, sides[0].type, keys)
    return m.Table(
        name=node.name, sides=sides, cells=tuple(cells),
        keys=tuple(keys), columns=columns, words=node.words, span=node.span,
        value=set_of(kind) if node.sets else kind,
    )  # fmt: skip


def _grid_words(cx: Checking, node: s.Table, rows: Sequence[s.TableRow]) -> Type:
    """The cells of a grid are numbers, or words that make an enumeration of their own."""
    words = [c for row in rows for c in row.cells if isinstance(c, s.Name)]
    blank, words = any(c.name == BLANK for c in words), [c for c in words if c.name != BLANK]
    if not words:
        return replace(NUMBER, maybe=blank)
    distinct = dict.fromkeys(word.name for word in words)
    name = f"table {node.name}"
    cx.names.add_enum(
        m.EnumType(
            name=name, members=tuple(m.Member(name=w, span=node.span) for w in distinct),
            span=node.span,
        )
    )  # fmt: skip
    return replace(enum(name), maybe=blank)


def _cell(cx: Checking, cell: s.Expr, kind: Type | None) -> m.Expr:
    """Check a cell of a table; a dot has nothing in it."""
    if not isinstance(cell, s.Name) or cell.name != BLANK:
        return cx.value(cell, kind)
    if kind is None or kind == ERROR or kind.maybe:
        return cx.value(s.Name(cell.span, "none"), kind)
    hint = "put '?' after the type of the cells, and a dot is none"
    return cx.error(Code.E101, "a cell of this table is never empty", cell.span, hint)
