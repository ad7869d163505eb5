"""Lowering groups: what hangs together with a cell of a grid.

A group is found from its first cell outward: each cell that was reached asks the cells next to it.
To find whether any or every cell of a group satisfies something, each cell is asked as soon as it
is reached, and the search stops at the first that decides. To go through a group, it is found once,
as bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.compile.lowering.cells import CellGrid, once
from engine.compile.lowering.context import Loops, Lowering, Source
from engine.compile.program import (
    And,
    Bin,
    Bits,
    Call,
    Const,
    E,
    Found,
    If,
    Not,
    Or,
    Reg,
    Return,
    ReturnList,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Select,
    Set,
    Steps,
    Stmt,
    add,
    scale,
)
from engine.compile.program_parts import mentions, walk
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span

MOST_COLUMNS = 30
"""How many columns a grid has at most where groups are looked for.

A group that is found has a bit for each column of a row in one integer of 32 bits with a sign. A
search that stops early needs no whole rows, but where an error may arise it falls back to them.
"""


class ConnectedGroup(NamedTuple):
    """What hangs together with a cell: where it starts, and what belongs to it."""

    grid: CellGrid
    start: E
    cell: Reg
    joins: E
    """Whether the cell in `cell` belongs to it."""
    belongs: E
    """A call that finds it out."""
    corners: bool

    def found(self, cx: Lowering, start: E) -> Call:
        """Return the call that finds the group of a cell, as a list with each row as bits."""
        grid, rows = self.grid, cx.reg("rows").name
        first, result = cx.reg("z", *grid.family.range), (ReturnList(rows),)

        def put(here: Reg, cell: E) -> tuple[Stmt, ...]:
            place, bit = Bin("//", here, Const(grid.width)), Bin("%", here, Const(grid.width))
            row = ScratchLoad(rows, place, 0, (1 << grid.width) - 1)
            return (ScratchStore(rows, place, Bin("|", row, Bin("<<", Const(1), bit))),)

        begin = Scratch(rows, -(-grid.cells // grid.width))
        call = cx.function("group", (begin, *self.spread(cx, first, result, put)), 0)
        given: dict[E, E] = {first: start}
        return call._replace(arguments=tuple(given.get(r, r) for r in call.arguments))

    def spread(
        self,
        cx: Lowering,
        first: Reg,
        result: tuple[Stmt, ...],
        visit: Callable[[Reg, E], tuple[Stmt, ...]],
    ) -> tuple[Stmt, ...]:
        """Return the body of a function that reaches the cells of a group, one after another.

        `first`: the cell to begin at; `result`: what ends it; `visit`: what is done with each cell,
        by its number in the grid and as a cell, before the cells next to it are reached.
        """
        grid, steps = self.grid, self.grid.steps(corners=self.corners)
        here, next_to = (cx.reg(hint, 0, grid.cells - 1) for hint in ("h", "n"))
        k, way = cx.reg("k", 0, grid.cells - 1), cx.reg("w", 0, grid.cells * len(steps) - 1)
        top, many = cx.reg("z"), cx.reg("m", 1, grid.cells)
        reached, line = cx.reg("reached").name, cx.reg("line").name
        ways = scale(here, len(steps))
        table = cx.looked_up(f"next{len(steps)}_{grid.family.name}", _next_to(grid, steps), way)
        visited = visit(here, add(scale(here, grid.family.stride), top))
        with cx.gathered() as body:
            cx.emit(Scratch(reached, grid.cells), Scratch(line, grid.cells, zeros=False))
            cx.emit(Set(top, grid.corner(first)), Set(here, grid.within(first)))
            cx.emit(ScratchStore(reached, here, Const(1)))
            cx.emit(ScratchStore(line, Const(0), here), Set(many, Const(1)))
            with cx.loop(k, Steps(Const(0), Const(grid.cells - 1))):
                cx.emit(If(Bin("==", k, many), result))
                cx.emit(Set(here, ScratchLoad(line, k, 0, grid.cells - 1)), *visited)
                with cx.loop(way, Steps(ways, add(ways, Const(len(steps) - 1)))):
                    cx.emit(Set(next_to, table))
                    with cx.when(Not(ScratchLoad(reached, next_to, 0, 1))):
                        cx.emit(Set(self.cell, add(scale(next_to, grid.family.stride), top)))
                        with cx.when(self.belongs):
                            cx.emit(ScratchStore(reached, next_to, Const(1)))
                            cx.emit(ScratchStore(line, many, next_to))
                            cx.emit(Set(many, add(many, Const(1))))
            cx.emit(*result)
        return tuple(body)


def connected(
    cx: Lowering, grid: CellGrid, start: E, cell: Reg, joins: E, span: Span, *, corners: bool
) -> ConnectedGroup:
    """Return what hangs together with a cell. `joins`: whether the cell in `cell` belongs to it."""
    if grid.width > MOST_COLUMNS:
        message = Message("groups are looked for in grids of at most {most} columns", MOST_COLUMNS)
        raise cx.setting.error(Code.E104, message, span)
    belongs = cx.function("joins", (Return(joins),), 0, 1)
    return ConnectedGroup(grid, start, cell, joins, belongs, corners)


def _next_to(grid: CellGrid, steps: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the cells at some steps from each, by their numbers; the cell itself where there is
    none.
    """
    near = [grid.near(number, steps) for number in range(grid.cells)]
    return [n for number, some in enumerate(near)
            for n in (*some, *[number] * (len(steps) - len(some)))]  # fmt: skip


def group_source(cx: Lowering, group: ConnectedGroup, reg: Reg) -> Source:
    """Return loops that run a register through the cells of a group, row by row."""
    grid, loops = group.grid, Loops()
    start = once(cx, loops, group.start, "z")
    row, rows = cx.reg("r", 0, max(0, grid.words - 1)), cx.reg("rows").name
    loops.append((cx.reg("k", 1, 1), Found(rows, grid.words, group.found(cx, start))))
    loops.append((row, Steps(Const(0), Const(grid.words - 1))))
    column = cx.reg("c", 0, max(0, grid.width - 1))
    bits = ScratchLoad(rows, row, 0, (1 << grid.width) - 1)
    loops.append((column, Bits(bits, grid.width)))
    number = add(scale(row, grid.width), column)
    found = add(grid.corner(start), scale(number, grid.family.stride))
    return [([*loops, (reg, Steps(found, found))], [])]


def in_group(cx: Lowering, group: ConnectedGroup, cell: E) -> E:
    """Return whether a cell belongs to a group."""
    grid, rows = group.grid, cx.reg("rows").name
    row = ScratchLoad(rows, grid.word(cell), 0, (1 << grid.width) - 1)
    bit = Bin("&", Bin(">>", row, grid.bit(cell)), Const(1))
    found = Found(rows, grid.words, group.found(cx, group.start))
    body = cx.loops([([(cx.reg("k", 1, 1), found)], [])], (Return(bit),))
    test = cx.function("in_group", (*body, Return(Const(0))), 0, 1)
    if grid.single:
        return test
    return And((Bin("==", grid.corner(cell), grid.corner(group.start)), test))


def until_decided(
    cx: Lowering, group: ConnectedGroup, reg: Reg, visit: tuple[Stmt, ...], last: int
) -> tuple[Stmt, ...]:
    """Return the body of a function that looks at the cells of a group until one decides.

    `visit`: what is done with the cell in `reg`, which leaves the function if that one decides;
    `last`: what the function returns if none does. A cell that may meet an error is not to be left
    out, nor met earlier: such a group is found first and gone through row by row.
    """
    if any(cx.failing(visit)) or not _fails_alike(cx, group):
        return (*cx.loops(group_source(cx, group, reg), visit), Return(Const(last)))
    first, result = cx.reg("z", *group.grid.family.range), (Return(Const(last)),)
    body = group.spread(cx, first, result, lambda _, cell: (Set(reg, cell), *visit))
    asked: tuple[Stmt, ...] = ()
    if any(cx.failing(group.joins)):  # at each cell: so it does before one decides
        asked = (Set(group.cell, first), If(group.belongs, ()))
    # Mostly the first cell decides.
    return (Set(first, group.start), *asked, Set(reg, first), *visit, *body)


def _fails_alike(cx: Lowering, group: ConnectedGroup) -> bool:
    """Return whether the condition of a group meets the same error, or none, at each of its cells,
    and is asked at least once.
    """
    found = list(cx.failing(group.joins))
    sometimes = [part for part in walk(group.joins) if isinstance(part, (And, Or, Select))]
    if any(cx.failing(sometimes)) or any(mentions(part, {group.cell.name}) for part in found):
        return False
    grid, steps = group.grid, group.grid.steps(corners=group.corners)
    return not found or all(grid.near(number, steps) for number in range(grid.cells))
