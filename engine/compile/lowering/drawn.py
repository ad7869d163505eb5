"""Lowering grids that are drawn: where the cells are, and which follow one another, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.compile.layout import Family
from engine.compile.lowering.context import Lowering
from engine.compile.program import Bin, Const, Data, E, Reg, Select, Steps, add, bounds, scale
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m

MOST = 200_000
"""How many numbers a table of directions has at most."""
WORD = 30
"""How many cells are bits of one number where groups are looked for."""
Step = tuple[int, int]
"""Rows down and columns to the right."""


class DrawnGrid:
    """The cells of a drawn grid by their numbers, from 0, and the lines between them."""

    def __init__(self, cx: Lowering, zone: m.Zone, board: m.Board) -> None:
        """Prepare for a family of such grids."""
        self.cx = cx
        self.zone = zone
        self.board = board
        self.cells = len(board.cells)
        self.numbers = {cell: number for number, cell in enumerate(board.cells)}
        self.follows: dict[tuple[int, Step], int] = {}
        """The next cell along a line that is drawn."""
        for one, other in board.joined:
            down, right = (sign(b - a) for a, b in zip(*self._places(one, other), strict=True))
            self.follows[one, (down, right)] = other
            self.follows[other, (-down, -right)] = one

    def _places(self, *numbers: int) -> tuple[Step, ...]:
        return tuple(self.board.cells[number] for number in numbers)

    def onward(self, number: int, down: int, right: int) -> int | None:
        """Return the cell a step on from one: along the lines where there are some."""
        row, column = self.board.cells[number]
        if not self.board.joined:
            return self.numbers.get((row + down, column + right))
        if down and right and abs(down) != abs(right):
            return None
        here: int | None = number
        for _ in range(max(abs(down), abs(right))):
            here = None if here is None else self.follows.get((here, (sign(down), sign(right))))
        return here

    def on(self, number: int, step: Step) -> Iterator[int]:
        """Yield the cells that follow one in a direction."""
        if any(step):
            here = self.onward(number, *step)
            while here is not None:
                yield here
                here = self.onward(here, *step)

    def lines(self, length: int, directions: tuple[Step, ...]) -> list[tuple[int, ...]]:
        """Return the straight lines of a length."""
        if length == 1:
            return [(number,) for number in range(self.cells)]
        ways = ((number, *self.on(number, step)) for number in range(self.cells)
                for step in directions)  # fmt: skip
        return [way[:length] for way in ways if len(way) >= length]

    # -------------------------------------------------------------- tables

    def side(self, axis: int, number: E) -> E:
        """Return the row (0) or column (1) of a cell of the family, from 0."""
        grids = self._grids(self.cx.layout.families[self.zone.name])
        values = [cell[axis] for cell in self.board.cells] * grids
        return self.cx.looked_up(f"{('row', 'column')[axis]}_{self.zone.name}", values, number)

    def _grids(self, family: Family) -> int:
        return len(family.places) // self.cells

    def ray(
        self, family: Family, cell: E, down: E, right: E, span: Span
    ) -> tuple[tuple[Reg, Steps], E]:
        """Return a loop that counts the cells in a direction from one, and the cell it is at."""
        (top, low), (left, far) = bounds(down), bounds(right)
        wide = far - left + 1
        if (low - top + 1) * wide * len(family.places) > MOST:
            message = "this direction could be too many; take it from smaller ranges, such as -1..1"
            raise self.cx.setting.error(Code.E104, message, span)
        steps = tuple(product(range(top, low + 1), range(left, far + 1)))
        which = add(scale(add(down, Const(-top)), wide), add(right, Const(-left)))
        name = f"ray_{self.zone.name}_{top}..{low}_{left}..{far}"
        return self.ways(family, name, steps, which, cell)

    def ways(
        self, family: Family, name: str, steps: Sequence[Step], which: E, cell: E
    ) -> tuple[tuple[Reg, Steps], E]:
        """Return a loop over the cells that follow one by the step of a number."""
        ways = [
            [family.address(first + found) for found in self.on(number, step)]
            for step in steps
            for first in range(0, len(family.places), self.cells)
            for number in range(self.cells)
        ]
        longest = max(map(len, ways))
        table = [n for way in ways for n in (len(way), *way, *([0] * (longest - len(way))))]
        if len(table) > MOST:
            message = Message("'{name}' has too many cells for this", self.zone.name)
            raise self.cx.setting.error(Code.E104, message, self.zone.span)
        data, _, _ = self.cx.data(name, table)
        at = scale(add(scale(which, len(family.places)), family.number(cell)), longest + 1)
        k = self.cx.reg("k", 1, max(1, longest))
        found = Data(data, add(at, k), *family.range)
        return (k, Steps(Const(1), Data(data, at, 0, longest))), found

    def between(
        self, family: Family, one: E, other: E, steps: tuple[Step, ...]
    ) -> tuple[tuple[Reg, Steps], E]:
        """Return a loop that counts the cells straight between two, and the cell it is at."""
        toward = [0] * self.cells**2
        if len(toward) > MOST:
            message = Message("'{name}' has too many cells for this", self.zone.name)
            raise self.cx.setting.error(Code.E104, message, self.zone.span)
        for number in range(self.cells):
            for turn, step in enumerate(steps):
                for passed, end in enumerate(self.on(number, step)):
                    toward[number * self.cells + end] = passed * len(steps) + turn
        a, b = (family.number(cell) for cell in (one, other))
        pair = add(scale(self._within(family, a), self.cells), self._within(family, b))
        known = self.cx.looked_up(f"toward_{self.zone.name}", toward, pair)
        which = Bin("%", known, Const(len(steps)))
        many: E = Bin("//", known, Const(len(steps)))
        if self._grids(family) > 1:
            one_grid, other_grid = (Bin("//", number, Const(self.cells)) for number in (a, b))
            many = Select(Bin("==", one_grid, other_grid), many, Const(0))
        (k, _), found = self.ways(family, f"ways_{self.zone.name}", steps, which, one)
        return (k, Steps(Const(1), many)), found

    def _within(self, family: Family, number: E) -> E:
        """Return the number of a cell within its grid."""
        return number if self._grids(family) == 1 else Bin("%", number, Const(self.cells))


def sign(number: int) -> int:
    """Return 1 for a number above 0, -1 for one below, else 0."""
    return (number > 0) - (number < 0)
