"""Lowering cells of a grid as values: which lie next to one, in a direction, between two, and what
hangs together.

A cell is the address at which it begins. Here everything is computed from addresses; what is asked
of the cells is lowered elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from engine.compile.layout import Family
from engine.compile.lowering.context import Loops, Lowering, Source
from engine.compile.lowering.drawn import WORD, DrawnGrid, sign
from engine.compile.program import (
    And,
    Bin,
    Const,
    Data,
    E,
    If,
    Load,
    Loop,
    Reg,
    Return,
    Select,
    Steps,
    add,
    bounds,
    scale,
)
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.language.syntax.expressions import FirstPiece

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The steps, in rows and columns, to the cells that share a side."""
SIX = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""The same where each row lies half a cell further to the right."""
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
FAR = 100
"""How far a step of a direction may go."""


class CellGrid:
    """A family of cells and how many rows and columns each of its grids has."""

    def __init__(self, cx: Lowering, name: str) -> None:
        """Look a grid up by its family's name."""
        self.family: Family = cx.layout.families[name]
        zone = cx.rules.zones[name]
        self.rows, self.columns = zone.grid or (0, 0)
        self.hexes = zone.hexes
        self.drawn = DrawnGrid(cx, zone, zone.board) if zone.board else None
        self.cells = len(zone.board.cells) if zone.board else self.rows * self.columns
        self.single = len(self.family.places) <= self.cells

    def number(self, cell: E) -> E:
        """Return the how-manieth of all cells a cell is, from 0."""
        return self.family.number(cell)

    def row(self, cell: E) -> E:
        """Return a cell's row, from 0."""
        if self.drawn:
            return self.drawn.side(0, self.number(cell))
        row = Bin("//", self.number(cell), Const(self.columns))
        return row if self.single else Bin("%", row, Const(self.rows))

    def column(self, cell: E) -> E:
        """Return a cell's column, from 0."""
        if self.drawn:
            return self.drawn.side(1, self.number(cell))
        return Bin("%", self.number(cell), Const(self.columns))

    def steps(self, *, corners: bool) -> tuple[tuple[int, int], ...]:
        """Return the steps, in rows and columns, to the cells that a cell touches."""
        if self.hexes:
            return SIX
        if self.drawn and self.drawn.board.joined:
            return tuple(sorted((*SIDES, *CORNERS)))
        return tuple(sorted((*SIDES, *CORNERS))) if corners else SIDES

    def near(self, number: int, steps: Iterable[tuple[int, int]]) -> list[int]:
        """Return the cells at such steps from one, by their numbers in the family."""
        first = number - number % self.cells
        if self.drawn:
            found = (self.drawn.onward(number - first, *step) for step in steps)
            return [first + cell for cell in found if cell is not None]
        row, column = number % self.cells // self.columns, number % self.columns
        return [
            number + down * self.columns + right
            for down, right in steps
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        ]

    def corner(self, cell: E) -> E:
        """Return where the grid of a cell begins."""
        if self.single:
            return Const(self.family.base)
        whole = Bin("//", self.number(cell), Const(self.cells))
        return add(scale(whole, self.cells * self.family.stride), Const(self.family.base))

    @property
    def width(self) -> int:
        """Return how many cells are bits of one number: a row, or so many of a drawn grid."""
        return min(WORD, self.cells) if self.drawn else self.columns

    @property
    def words(self) -> int:
        """Return how many such numbers hold a grid."""
        return -(-self.cells // self.width)

    def last_bit(self, word: int) -> int:
        """Return the last bit of a number that is a cell."""
        return min(self.width, self.cells - word * self.width) - 1

    def word(self, cell: E) -> E:
        """Return which of the numbers has the bit of a cell."""
        return Bin("//", self.within(cell), Const(self.width)) if self.drawn else self.row(cell)

    def bit(self, cell: E) -> E:
        """Return which bit of its number a cell is."""
        return Bin("%", self.within(cell), Const(self.width)) if self.drawn else self.column(cell)

    def within(self, cell: E) -> E:
        """Return the how-manieth of its grid a cell is, from 0."""
        number = self.number(cell)
        return number if self.single else Bin("%", number, Const(self.cells))

    def onward(self, cell: E, down: E, right: E, steps: E) -> E:
        """Return the cell so many steps on; it must lie in the grid."""
        each = scale(add(scale(down, self.columns), right), self.family.stride)
        return add(cell, scale(each, steps.value)) if isinstance(steps, Const) else add(
            cell, Bin("*", each, steps)
        )  # fmt: skip


def once(cx: Lowering, loops: Loops, value: E, hint: str) -> E:
    """Keep a value in a register of loops that are being put together."""
    if isinstance(value, (Const, Reg)):
        return value
    kept = cx.reg(hint, *bounds(value))
    loops.append((kept, Steps(value, value)))
    return kept


def turned(grid: CellGrid, down: int, right: int) -> tuple[tuple[int, int], ...]:
    """Return a step, in rows and columns, in all its turns and mirrors."""
    found: set[tuple[int, int]] = set()
    for a, b in ((down, right), (right, down)):
        if grid.hexes:
            for _ in range(len(SIX)):
                a, b = a + b, -a
                found.add((a, b))
        else:
            found |= {(a, b), (a, -b), (-a, b), (-a, -b)}
    return tuple(sorted(found))


def at_steps(
    cx: Lowering, grid: CellGrid, cell: E, steps: Sequence[tuple[int, int]], reg: Reg
) -> Source:
    """Return loops that run a register through the cells some steps away, from top left on."""
    table: list[int] = []
    for number in range(len(grid.family.places)):
        here = [grid.family.address(near) for near in grid.near(number, steps)]
        table += [len(here), *here, *([0] * (len(steps) - len(here)))]
    name = "_".join(str(number).replace("-", "m") for step in steps for number in step)
    data, _, _ = cx.data(f"at_{name}_{grid.family.name}", table)
    loops: Loops = []
    start = once(cx, loops, scale(grid.number(cell), len(steps) + 1), "n")
    k = cx.reg("k", 1, len(steps))
    found = Data(data, add(start, k), *grid.family.range)
    loops.append((k, Steps(Const(1), Data(data, start, 0, len(steps)))))
    return [([*loops, (reg, Steps(found, found))], [])]


def along(
    cx: Lowering,
    grid: CellGrid,
    cell: E,
    steps: Sequence[tuple[int, int]],
    reg: Reg,
    first_piece: FirstPiece | None,
) -> Source:
    """Return loops that run a register through the cells in several directions from one."""
    loops, far = Loops(), max(grid.rows, grid.columns)
    here = once(cx, loops, cell, "z")
    name = "_".join(str(number).replace("-", "m") for step in steps for number in step)
    d = cx.reg("d", 0, len(steps) - 1)
    if grid.drawn:
        loops.append((d, Steps(Const(0), Const(d.hi))))
        way = grid.drawn.ways(grid.family, f"along_{name}_{grid.family.name}", steps, d, here)
        return _line(cx, loops, *way, reg, first_piece)
    room: list[int] = []
    for cells in range(grid.cells):
        row, column = divmod(cells, grid.columns)
        for down, right in steps:
            sides = ((row, grid.rows, down), (column, grid.columns, right))
            room.append(min(_free(*side) for side in sides if side[2]))
    onward = [(down * grid.columns + right) * grid.family.stride for down, right in steps]
    number = grid.number(here) if grid.single else Bin("%", grid.number(here), Const(grid.cells))
    first = once(cx, loops, scale(number, len(steps)), "n")
    loops.append((d, Steps(Const(0), Const(d.hi))))
    each = once(cx, loops, cx.looked_up(f"onward_{name}_{grid.family.name}", onward, d), "s")
    many = cx.looked_up(f"room_{name}_{grid.family.name}", room, add(first, d))
    k = cx.reg("k", 1, far)
    cell = add(here, Bin("*", each, k))
    return _line(cx, loops, (k, Steps(Const(1), many)), cell, reg, first_piece)


def _free(place: int, size: int, step: int) -> int:
    """Return how many steps there are along a side until the edge."""
    return (size - 1 - place) // step if step > 0 else place // -step


def _line(
    cx: Lowering,
    loops: Loops,
    count: tuple[Reg, Steps],
    cell: E,
    reg: Reg,
    first_piece: FirstPiece | None,
) -> Source:
    """Return loops that run a register through the cells of a line, or to its first piece.

    `count`: a loop that counts the cells of the whole line; `cell`: the one that it is at.
    """
    k, over = count
    if first_piece is not None:
        last = k if first_piece == "as far as" else add(k, Const(-1))
        found = If(Load(cell), (Return(last),))
        body = (Loop(k, over, (found,)), Return(over.hi))
        over = Steps(Const(1), cx.function("free", body, 0, k.hi))
    return [([*loops, (k, over), (reg, Steps(cell, cell))], [])]


def ray(
    cx: Lowering,
    grid: CellGrid,
    cell: E,
    steps: tuple[E, E],
    reg: Reg,
    span: Span,
    first_piece: FirstPiece | None,
) -> Source:
    """Return loops that run a register through the cells in a direction from one."""
    loops = Loops()
    site = cx.site(Code.E503, Message("a direction is at most {far} rows and columns", FAR), span)
    down, right = (once(cx, loops, cx.checked(step, -FAR, FAR, site), "d") for step in steps)
    here = once(cx, loops, cell, "z")
    if grid.drawn:
        way = grid.drawn.ray(grid.family, here, down, right, span)
        return _line(cx, loops, *way, reg, first_piece)
    far = max(grid.rows, grid.columns)
    room = [
        _room(grid.row(here), grid.rows, down, far),
        _room(grid.column(here), grid.columns, right, far),
    ]
    fewer = Select(Bin("<", room[0], room[1]), room[0], room[1])
    still = And((Bin("==", down, Const(0)), Bin("==", right, Const(0))))
    known = [step.value for step in (down, right) if isinstance(step, Const)]
    many = fewer if any(known) else Select(still, Const(0), fewer)
    k = cx.reg("k", 1, far)
    found = grid.onward(here, down, right, k)
    return _line(cx, loops, (k, Steps(Const(1), many)), found, reg, first_piece)


def _room(place: E, size: int, step: E, far: int) -> E:
    """Return how many steps there are along a side until the edge; `far` where none are made."""
    if isinstance(step, Const):
        if step.value == 0:
            return Const(far)
        left = Bin("-", Const(size - 1), place) if step.value > 0 else place
        return Bin("//", left, Const(abs(step.value)))
    ahead = Bin("//", Bin("-", Const(size - 1), place), _least(step))
    back = Bin("//", place, _least(Bin("-", Const(0), step)))
    other = Select(Bin("<", step, Const(0)), back, Const(far))
    return Select(Bin(">", step, Const(0)), ahead, other)


def _least(step: E) -> E:
    """Return a step that is not below 1, so that dividing by it never fails."""
    return Select(Bin("<", step, Const(1)), Const(1), step)


def between(cx: Lowering, grid: CellGrid, one: E, other: E, reg: Reg) -> Source:
    """Return loops that run a register through the cells that lie straight between two."""
    loops = Loops()
    a, b = once(cx, loops, one, "z"), once(cx, loops, other, "z")
    if grid.drawn:
        along, found = grid.drawn.between(grid.family, a, b, grid.steps(corners=True))
        return [([*loops, along, (reg, Steps(found, found))], [])]
    apart = once(cx, loops, _apart(cx, grid, a, b), "d")
    ways = [_straight(grid, *way) for way in product(*map(_differences, (grid.rows, grid.columns)))]
    many: E = cx.looked_up(f"many_{grid.family.name}", [many for many, _ in ways], apart)
    if not grid.single:
        many = Select(Bin("==", grid.corner(a), grid.corner(b)), many, Const(0))
    each = cx.looked_up(f"each_{grid.family.name}", [each for _, each in ways], apart)
    k = cx.reg("k", 1, max(grid.rows, grid.columns))
    found = add(a, Bin("*", each, k))
    return [([*loops, (k, Steps(Const(1), many)), (reg, Steps(found, found))], [])]


def _differences(size: int) -> range:
    return range(1 - size, size)


def _apart(cx: Lowering, grid: CellGrid, a: E, b: E) -> E:
    """Return a number, from 0, for how many rows and columns there are from one cell to another:
    the rows first. In a row as wide as there are differences, cells so far apart are as far apart.
    """
    wide = 2 * grid.columns - 1
    numbers = range(len(grid.family.places))
    wider = [n % grid.cells // grid.columns * wide + n % grid.columns for n in numbers]
    one, other = (cx.looked_up(f"wider_{grid.family.name}", wider, grid.number(c)) for c in (a, b))
    return add(Bin("-", other, one), Const((grid.rows - 1) * wide + grid.columns - 1))


def _straight(grid: CellGrid, down: int, right: int) -> tuple[int, int]:
    """Return how many cells are straight between two, and how far one is from the next.

    `down`, `right`: how many rows and columns they are apart.
    """
    slanting = down == -right if grid.hexes else abs(down) == abs(right)
    if not (down == 0 or right == 0 or slanting):
        return 0, 0
    step = sign(down) * grid.columns + sign(right)
    return max(0, max(abs(down), abs(right)) - 1), step * grid.family.stride
