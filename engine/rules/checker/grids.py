"""Checking what asks for the cells of a grid: lines, neighbours and groups."""

from __future__ import annotations

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.context import Checking, op
from engine.rules.checker.wanted import want_condition, want_fixed, want_number, want_zone
from engine.rules.types import ERROR, NUMBER, Type, set_of


def check_lines(cx: Checking, node: s.Lines) -> m.Expr:
    """Check `lines of N in GRID`: all straight lines of N cells, each the set of its cells."""
    length = want_fixed(cx, want_number(cx, node.length, "a line"))
    where = _whole_grid(cx, node.zone, "lines")
    return op("lines", set_of(set_of(where.type)), node.span, length, where)


def is_grid(cx: Checking, kind: Type) -> bool:
    """Return whether a type is that of the zones of a grid."""
    family = cx.names.zones.get(kind.name) if kind.kind == "zone" else None
    return family is not None and family.traits.grid


def is_cell(cx: Checking, value: m.Expr) -> bool:
    """Return whether a value is one cell of a grid."""
    return is_grid(cx, value.type) and not (isinstance(value, m.ZoneRef) and value.is_open)


def _whole_grid(cx: Checking, node: s.Expr, what: str) -> m.Expr:
    """Check a grid whose two last indices are left open."""
    where = cx.value(node)
    if where.type == ERROR:
        return where
    if not is_grid(cx, where.type):
        lacks = "only a grid has lines; this is {kind}"
        if what == "cells":
            lacks = "only a grid has cells; this is {kind}"
        return cx.error(Code.E101, Message(lacks, where.type.describe()), where.span)
    if not (isinstance(where, m.ZoneRef) and where.indices[-2:] == (None, None)):
        message = "lines belong to a whole grid, not to one cell of it"
        if what == "cells":
            message = "cells belong to a whole grid, not to one cell of it"
        return cx.error(Code.E102, message, where.span)
    return where


def no_hole(cx: Checking, ref: m.ZoneRef) -> m.Expr:
    """Refuse a cell that a drawn grid doesn't have."""
    board = cx.names.zones[ref.name].board
    place = [i.value - 1 for i in ref.indices[-2:] if isinstance(i, m.Literal_)]
    if board is None or len(place) < 2 or tuple(place) in board.cells:
        return ref
    message = "'{name}' has no cell in row {row}, column {column}"
    return cx.error(Code.E104, Message(message, ref.name, *(p + 1 for p in place)), ref.span)


def _want_cell(cx: Checking, node: s.Expr) -> m.Expr:
    """Check a single cell of a grid."""
    cell = want_zone(cx, node, what="'cells'")
    if cell.type == ERROR or is_grid(cx, cell.type):
        return cell
    message = Message("only a grid has cells; this is {kind}", cell.type.describe())
    return cx.error(Code.E101, message, cell.span)


def check_cells(cx: Checking, node: s.Cells) -> m.Expr:
    """Check `cells …`: a set of cells of one grid."""
    whole = node.form == "of"
    first = _whole_grid(cx, node.parts[0], "cells") if whole else _want_cell(cx, node.parts[0])
    parts: tuple[m.Expr, ...] = (first,)
    if node.form in ("from", "along", "at"):
        parts += _steps(cx, node)
    if node.form == "between":
        other = _want_cell(cx, node.parts[1])
        parts += (cx.want(other, first.type, "the other end"),)
    kind = next((part.type for part in parts if part.type == ERROR), first.type)
    if ERROR in (kind, *(part.type for part in parts)):
        return cx.fail(node.span)
    cells = op(f"cells {node.form}", set_of(kind), node.span, *parts)
    return cells if node.first_piece is None else op(node.first_piece, cells.type, node.span, cells)


def _steps(cx: Checking, node: s.Cells) -> tuple[m.Expr, ...]:
    """Check the steps to a cell in rows and columns, or to the next cell of a line."""
    what = "a step" if node.form == "at" else "a direction"
    steps = tuple(want_number(cx, part, what) for part in node.parts[1:])
    if node.form != "from":  # all its turns and mirrors are worked out before the game
        steps = tuple(want_fixed(cx, step) for step in steps)
    if [p.value for p in steps if isinstance(p, m.Literal_) and p.type == NUMBER] == [0, 0]:
        message = "zero rows and zero columns is not a direction"
        cx.error(Code.E104, message, node.parts[1].span)
    return steps


def check_group(cx: Checking, node: s.Group) -> m.Expr:
    """Check `group(cell next to SQUARE where C)`: the cells that can be reached through C."""
    if node.name != "group":
        message = Message("'{name}' can't take '{form}'", node.name, node.form)
        return cx.unknown(message, node.name, node.name_span, ["group"])
    start = _want_cell(cx, node.start)
    with cx.names.block():
        local = cx.names.add_local(node.cell, start.type, cx.word(node.cell, node.span))
        where = None if node.where is None else want_condition(cx, node.where)
    if start.type == ERROR:
        return cx.fail(node.span)
    beside = op(f"cells {node.form}", set_of(start.type), node.span, start)
    bind = m.Bind(
        name=node.cell, key=local.key, type=start.type, domain=beside, span=node.start.span
    )
    return m.Fold(
        kind="group", binders=(bind,), where=where, type=set_of(start.type),
        span=node.span,
    )  # fmt: skip
