"""Lowering lines: `lines of N in GRID` and the cells of each.

A grid is a family of spots with two more indices, row and column. A line is a set of cells, and a
set is no integer, so the lines of a family stand in one fixed table: each its length and then the
addresses of its cells. The integer of a line is where it begins in that table.
"""

from __future__ import annotations

from engine.compile.program import (
    Bin,
    Const,
    Data,
    E,
    Reg,
    Steps,
    add,
    scale,
)
from engine.compile.values import Context, Source
from engine.compile.zones import Zones
from engine.language.codes import Code
from engine.rules import model as m

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, down a column, down each diagonal: a line is found from one of its ends only."""
MAX_CELLS = 200_000


def lines(rows: int, columns: int, length: int) -> list[tuple[int, ...]]:
    """Return the straight lines of a length: the numbers of their cells, row by row from 0."""
    found: list[tuple[int, ...]] = []
    directions = DIRECTIONS if length > 1 else DIRECTIONS[:1]
    for row in range(rows):
        for column in range(columns):
            for down, right in directions:
                cells = [(row + n * down, column + n * right) for n in range(length)]
                if all(r < rows and 0 <= c < columns for r, c in cells):
                    found.append(tuple(r * columns + c for r, c in cells))
    return found


class Grids(Zones):
    """Lowers lines of grids and runs through them."""

    _lines: dict[tuple[str, int], tuple[int, int]]
    """By family and length: where its lines begin in the table, and how many each grid has."""

    def line_source(self, e: m.Op, reg: Reg, c: Context) -> Source:
        """Return loops that run a register through the lines of a grid, or of several."""
        length, grid = e.arguments
        assert isinstance(grid, m.ZoneRef)
        start, many, width, cells = self._block(grid.name, self.fixed(length), e)
        one = m.Literal_(type=length.type, value=1, span=e.span)
        corner = grid.model_copy(update={"indices": (*grid.indices[:-2], one, one)})
        loops, address = self.addresses(corner, c)
        family = self.layout.families[grid.name]
        number: E = Const(0)
        if len(family.places) > cells:
            size = Const(family.stride * cells)
            number = Bin("//", add(address, Const(-family.base)), size)
        first = add(scale(number, many * width), Const(start))
        return [([*loops, (reg, Steps(first, add(first, Const((many - 1) * width)), width))], [])]

    def cell_source(self, e: m.Expr, reg: Reg, c: Context) -> Source:
        """Return loops that run a register through the cells of a line."""
        name = e.type.items[0].name
        line = self.value(e, c)
        low, high = self.zone_range(name)
        sides = self.rules.zones[name].grid or (0, 0)
        k = self.reg("k", 1, max(sides))
        cell = Data(f"lines_{name}", add(line, k), low, high)
        length = Data(f"lines_{name}", line, 1, max(sides))
        return [([(k, Steps(Const(1), length)), (reg, Steps(cell, cell))], [])]

    def zone_range(self, name: str) -> tuple[int, int]:
        """Return where the first and the last zone of a family begin."""
        family = self.layout.families[name]
        return family.base, family.address(max(0, len(family.places) - 1))

    def _block(self, name: str, length: int, e: m.Op) -> tuple[int, int, int, int]:
        """Put a grid's lines of a length into its table.

        Return where they begin, how many each grid has, how far apart they begin, and how many
        cells a grid has.
        """
        rows, columns = self.rules.zones[name].grid or (0, 0)
        family = self.layout.families[name]
        if not 1 <= length <= max(rows, columns):
            message = f"no line of {length} fits into '{name}', which is {rows} by {columns}"
            raise self.setting.error(Code.E104, message, e.span)
        if not hasattr(self, "_lines"):
            self._lines = {}
        key = (name, length)
        if key not in self._lines:
            table = list(self.program.data.get(f"lines_{name}", ()))
            known = lines(rows, columns, length)
            self._lines[key] = len(table), len(known)
            for corner in range(0, len(family.places), rows * columns):
                for line in known:
                    table += [length, *(family.address(corner + cell) for cell in line)]
            if len(table) > MAX_CELLS:
                raise self.setting.error(Code.E104, "this grid has too many lines", e.span)
            self.program.data[f"lines_{name}"] = tuple(table)
        return *self._lines[key], length + 1, rows * columns
