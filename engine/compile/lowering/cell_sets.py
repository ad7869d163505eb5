"""Lowering what asks for cells of a grid: from the model's operations to loops over addresses."""

from __future__ import annotations

from engine.compile.debug_info import Scope
from engine.compile.lowering.cells import (
    FAR,
    CellGrid,
    along,
    at_steps,
    between,
    ray,
    turned,
)
from engine.compile.lowering.context import Lowering, Source
from engine.compile.lowering.zones import addresses
from engine.compile.program import E, Reg, Steps
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.syntax.expressions import FirstPiece
from engine.rules import model as m


def cells_source(cx: Lowering, e: m.Op, reg: Reg, c: Scope, start: E | None = None) -> Source:
    """Return loops that run a register through cells of a grid.

    `start`: the cell that they are next to or some steps from, if it isn't to be worked out here.
    """
    name, first = e.type.items[0].name, e.arguments[0]
    if e.op == "cells of":
        assert isinstance(first, m.ZoneRef)
        loops, address = addresses(cx, first, c)
        if len(loops) == 1 and address == loops[0][0]:
            return [([(reg, loops[0][1])], [])]
        return [([*loops, (reg, Steps(address, address))], [])]
    grid = CellGrid(cx, name)
    cell = cx.value(first, c) if start is None else start
    if e.op == "cells at":
        return at_steps(cx, grid, cell, _turned(cx, grid, e), reg)
    if e.op == "cells between":
        return between(cx, grid, cell, cx.value(e.arguments[1], c), reg)
    if e.op in ("cells from", "cells along"):
        return _line_source(cx, e, grid, cell, reg, c, None)
    return at_steps(cx, grid, cell, grid.steps(corners=e.op == "cells around"), reg)


def _line_source(
    cx: Lowering,
    e: m.Op,
    grid: CellGrid,
    cell: E,
    reg: Reg,
    c: Scope,
    first_piece: FirstPiece | None,
) -> Source:
    """Return loops that run a register through the cells in one direction, or in several."""
    if e.op == "cells along":
        return along(cx, grid, cell, _turned(cx, grid, e), reg, first_piece)
    down, right = (cx.value(part, c) for part in e.arguments[1:])
    return ray(cx, grid, cell, (down, right), reg, e.span, first_piece)


def to_first_piece(cx: Lowering, e: m.Op, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through cells as far as the first piece, or before it."""
    line = e.arguments[0]
    assert isinstance(line, m.Op)
    first_piece: FirstPiece = "as far as" if e.op == "as far as" else "before"
    grid = CellGrid(cx, e.type.items[0].name)
    return _line_source(cx, line, grid, cx.value(line.arguments[0], c), reg, c, first_piece)


def _turned(cx: Lowering, grid: CellGrid, e: m.Op) -> tuple[tuple[int, int], ...]:
    """Return a fixed step in all its turns and mirrors."""
    down, right = (cx.setting.value(part) for part in e.arguments[1:])
    for number, part in zip((down, right), e.arguments[1:], strict=True):
        if abs(number) > FAR:
            message = Message("a direction is at most {far} rows and columns", FAR)
            raise cx.setting.error(Code.E104, message, part.span)
    if down == right == 0:
        nowhere = "zero rows and zero columns is not a direction"
        raise cx.setting.error(Code.E104, nowhere, e.span)
    return turned(grid, down, right)
