"""Lowering the straight lines of a grid, which are a table of the program."""

from __future__ import annotations

from dataclasses import replace

from engine.compile.debug_info import Scope
from engine.compile.lowering.cells import CellGrid
from engine.compile.lowering.context import Lowering, Source
from engine.compile.lowering.zones import addresses
from engine.compile.program import Bin, Const, Data, E, Reg, Steps, add, scale
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, down a column, down each diagonal: a line is found from one of its ends only."""
OF_HEXES = ((0, 1), (1, 0), (1, -1))
"""The same on cells with six sides."""
MAX_CELLS = 200_000


def line_source(cx: Lowering, e: m.Op, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through the lines of a grid, or of several."""
    length, grid = e.arguments
    assert isinstance(grid, m.ZoneRef)
    start, many, width, cells = _block(cx, grid.name, cx.setting.value(length), e)
    board = cx.rules.zones[grid.name].board
    first_cell = board.cells[0] if board else (0, 0)
    sides = (m.Literal_(type=length.type, value=n + 1, span=e.span) for n in first_cell)
    corner = replace(grid, indices=(*grid.indices[:-2], *sides))
    loops, address = addresses(cx, corner, c)
    family = cx.layout.families[grid.name]
    number: E = Const(0)
    if len(family.places) > cells:
        size = Const(family.stride * cells)
        number = Bin("//", add(address, Const(-family.base)), size)
    first = add(scale(number, many * width), Const(start))
    return [([*loops, (reg, Steps(first, add(first, Const((many - 1) * width)), width))], [])]


def cell_source(cx: Lowering, e: m.Expr, reg: Reg, c: Scope) -> Source:
    """Return loops that run a register through the cells of a line."""
    name = e.type.items[0].name
    line = cx.value(e, c)
    low, high = cx.layout.families[name].range
    sides = cx.rules.zones[name].grid or (0, 0)
    k = cx.reg("k", 1, max(sides))
    cell = Data(f"lines_{name}", add(line, k), low, high)
    length = Data(f"lines_{name}", line, 1, max(sides))
    return [([(k, Steps(Const(1), length)), (reg, Steps(cell, cell))], [])]


def _block(cx: Lowering, name: str, length: int, e: m.Op) -> tuple[int, int, int, int]:
    """Put a grid's lines of a length into its table.

    Return where they begin, how many each grid has, how far apart they begin, and how many
    cells a grid has.
    """
    grid = CellGrid(cx, name)
    rows, columns, family = grid.rows, grid.columns, grid.family
    if not 1 <= length <= max(rows, columns):
        message = Message(
            "no line of {length} fits into '{name}', which is {rows} by {columns}",
            length,
            name,
            rows,
            columns,
        )
        raise cx.setting.error(Code.E104, message, e.span)
    key = (name, length)
    if key not in cx.debug.grid_lines:
        table = list(cx.program.data.get(f"lines_{name}", ()))
        directions = OF_HEXES if grid.hexes else DIRECTIONS
        if grid.drawn:
            known = grid.drawn.lines(length, directions)
        else:
            known = lines(rows, columns, length, directions)
        cx.debug.grid_lines[key] = len(table), len(known)
        for corner in range(0, len(family.places), grid.cells):
            for line in known:
                table += [length, *(family.address(corner + cell) for cell in line)]
        if len(table) > MAX_CELLS:
            raise cx.setting.error(Code.E104, "this grid has too many lines", e.span)
        cx.program.data[f"lines_{name}"] = tuple(table)
    return *cx.debug.grid_lines[key], length + 1, grid.cells


def lines(
    rows: int, columns: int, length: int, directions: tuple[tuple[int, int], ...] = DIRECTIONS
) -> list[tuple[int, ...]]:
    """Return the straight lines of a length: the numbers of their cells, row by row from 0."""
    found: list[tuple[int, ...]] = []
    directions = directions if length > 1 else directions[:1]
    for row in range(rows):
        for column in range(columns):
            for down, right in directions:
                cells = [(row + n * down, column + n * right) for n in range(length)]
                if all(r < rows and 0 <= c < columns for r, c in cells):
                    found.append(tuple(r * columns + c for r, c in cells))
    return found
