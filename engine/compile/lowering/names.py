"""Lowering what a name with indices means: variables, zones and tables."""

from __future__ import annotations

from collections.abc import Iterable

from engine.compile.debug_info import Scope
from engine.compile.layout import Cells
from engine.compile.lowering.context import Loops, Lowering
from engine.compile.program import And, Bin, Check, Const, E, Select, Steps, add, bounds, scale
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m


def cell_address(cx: Lowering, e: m.VarRef, cells: Cells, c: Scope) -> E:
    """Return where a variable's value lies."""
    return add(Const(cells.base), linear(cx, e.name, e.indices, cells.shape, e.span, c))


def linear(
    cx: Lowering,
    name: str,
    indices: Iterable[m.Expr | None],
    shape: tuple[tuple[int, int], ...],
    span: Span,
    c: Scope,
    loops: Loops | None = None,
) -> E:
    """Return how far from the beginning of a family the member with these indices is.

    `loops`: to which those over open indices are added.
    """
    total: E = Const(0)
    for index, (low, count) in zip(indices, shape, strict=True):
        part: E
        if index is not None:
            site = cx.site(Code.E503, Message("'{name}' has no place with this index", name), span)
            part = cx.checked(cx.value(index, c), low, low + count - 1, site)
        else:
            assert loops is not None
            part = reg = cx.reg("i", low, low + count - 1)
            loops.append((reg, Steps(Const(reg.lo), Const(reg.hi))))
        total = add(scale(total, count), add(part, Const(-low)))
    return total


def lower_lookup(cx: Lowering, e: m.Lookup, c: Scope) -> E:
    """Lower what a table has in a cell."""
    table = cx.rules.tables[e.table]
    site = cx.site(
        Code.E503, Message("the table '{name}' has no cell for this", table.name), e.span
    )
    low, high = cx.setting.table_range(table)
    first, *others = (cx.value(i, c) for i in e.indices)
    if table.holds_on:
        least = bounds(first)[0]
        first = cx.shared([first], lambda v: Select(Bin("<", v[0], Const(high)), v[0], Const(high)))
        where: E = Check(first, low, high, site) if least < low else first
    else:
        where = cx.checked(first, low, high, site)
    where = add(where, Const(-low))
    keys: list[tuple[int, ...]] = [(row,) for row in range(low, high + 1)]
    if others:
        left, right = cx.setting.range(table.sides[1])
        keys = [(*row, column) for row in keys for column in range(left, right + 1)]
        second = add(cx.checked(others[0], left, right, site), Const(-left))
        where = add(scale(where, right - left + 1), second)
    cells = [_known_cell(cx, table, key) for key in keys]
    if isinstance(where, Const):
        return Const(cells[where.value])
    return cx.looked_up(f"table_{table.name}", cells, where)


def _known_cell(cx: Lowering, table: m.Table, indices: tuple[int, ...]) -> int:
    try:
        return cx.setting.cell(table.name, indices, table.span)
    except ValueError:
        raise cx.setting.error(
            Code.E503,
            Message("the table '{name}' leaves out some of its cells", table.name),
            table.span,
        ) from None


def set_rows(cx: Lowering, domain: m.Lookup) -> tuple[list[list[int]], int, int]:
    """Return the sets of a table, row by row, and the least and greatest value in them."""
    table = cx.rules.tables[domain.table]
    low, high = cx.setting.table_range(table)
    rows = [cx.setting.cells(table.name, (i,), table.span) for i in range(low, high + 1)]
    numbers = [n for row in rows for n in row] or [0]
    return rows, min(numbers), max(numbers)


def in_row(cx: Lowering, value: E, domain: m.Lookup, c: Scope) -> E:
    """Return whether a value stands in a row of a table of sets."""
    table = cx.rules.tables[domain.table]
    low, high = cx.setting.table_range(table)
    rows, first, last = set_rows(cx, domain)
    width = last - first + 1
    cells = [int(first + n in row) for row in rows for n in range(width)]
    site = cx.site(
        Code.E503, Message("the table '{name}' has no row for this", table.name), domain.span
    )
    index = cx.checked(cx.value(domain.indices[0], c), low, high, site)
    where = add(scale(add(index, Const(-low)), width), add(value, Const(-first)))
    test = cx.looked_up(f"set_{table.name}", cells, where)
    lo, hi = bounds(value)
    if hi < first or last < lo:
        return Const(0)
    return test if first <= lo and hi <= last else And((cx.within(value, first, last), test))
