"""The shape of a board for the eye: which points lines join, which are marked, how wide it is."""

from __future__ import annotations

from functools import cache

from engine.rules.model.ruleset import Board

SQUEEZED = 1 / 3**0.5
"""How wide a column is, in rows, where three lines through a point are alike."""
_LEAST_MARKED = 9
"""Full boards of points have marked points from so many rows and columns on."""


@cache
def full_board(rows: int, columns: int) -> Board:
    """Return a board with a cell in each row and column."""
    return Board(cells=tuple((row, column) for row in range(rows) for column in range(columns)))


def joined(board: Board) -> tuple[tuple[int, int], ...]:
    """Return the cells between which a line is drawn: those of the rules, else those that touch."""
    if board.joined:
        return board.joined
    numbers = {cell: number for number, cell in enumerate(board.cells)}
    beside = (
        (number, numbers.get(other))
        for (row, column), number in numbers.items()
        for other in ((row, column + 1), (row + 1, column))
    )
    return tuple((one, other) for one, other in beside if other is not None)


def marked(board: Board) -> tuple[int, ...]:
    """Return the cells that have a disc on them: all where lines are drawn in the rules, else the
    few by which players find their way on a large board.
    """
    if board.joined:
        return tuple(range(len(board.cells)))
    rows, columns = (1 + max(cell[axis] for cell in board.cells) for axis in (0, 1))
    if min(rows, columns) < _LEAST_MARKED or len(board.cells) < rows * columns:
        return ()
    few = [_few(side) for side in (rows, columns)]
    return tuple(n for n, (row, column) in enumerate(board.cells)
                 if row in few[0] and column in few[1])  # fmt: skip


def _few(side: int) -> tuple[int, ...]:
    """Return which rows or columns of a side are marked: near both ends and in the middle."""
    near = 2 if side < 12 else 3
    return (near, side // 2, side - 1 - near) if side % 2 else (near, side - 1 - near)


def is_squeezed(board: Board) -> bool:
    """Return whether points form triangles: those of each row are two columns apart."""
    cells = set(board.cells)
    ends = ((board.cells[one], board.cells[other]) for one, other in board.joined)
    slants = any(all(a != b for a, b in zip(*pair, strict=True)) for pair in ends)
    return slants and not any((row, column + 1) in cells for row, column in cells)
