"""Reading the drawing of a grid: its cells, where it has none, and the lines that join them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.context import Checking

MAX_SIDE = 100
"""How many rows and columns a grid has at most."""
CELL, GROUND = "o", "."
_LINES = {(0, 1): "-+", (1, 0): "|+", (1, 1): "\\xX", (1, -1): "/xX"}
"""What a line is drawn with, by the step to its next sign: down and to the right."""
_KNOWN = {CELL, GROUND, " ", *"-|\\/+xX"}

Place = tuple[int, int]
"""The row and the column of a sign, from 0."""


def check_drawing(
    cx: Checking, rows: Sequence[s.DrawnRow], *, hexes: bool
) -> tuple[m.Board, tuple[int, int]] | None:
    """Return the board that is drawn and its size; None where the drawing is wrong."""
    signs = {
        (down, right): sign
        for down, row in enumerate(rows)
        for right, sign in enumerate(row.text)
        if sign != " "
    }
    cells = [place for place, sign in signs.items() if sign == CELL]
    joined, unused = _lines(signs, cells)
    strange = next((place for place, sign in signs.items() if sign not in _KNOWN), None)
    if strange is not None:
        message = Message("'{sign}' has no meaning in a drawing", signs[strange])
        hint = "draw a cell as 'o', a place without one as '.', lines with '-', '|', '/' and '\\'"
        cx.error(Code.E015, message, _at(rows, strange), hint=hint)
    elif not cells:
        cx.error(Code.E201, "this drawing has no cell", rows[0].span, hint="draw a cell as 'o'")
    elif unused and not hexes:
        message = Message("this '{sign}' belongs to no line between two cells", signs[unused[0]])
        cx.error(Code.E104, message, _at(rows, unused[0]))
    elif hexes and (lines := [p for p, sign in signs.items() if sign not in (CELL, GROUND)]):
        message = Message("cells with six sides need no lines: those that touch lie side by side")
        cx.error(Code.E104, message, _at(rows, lines[0]), hint="draw cells and blanks only")
    elif hexes and (astray := [p for p in signs if (sum(p) - sum(cells[0])) % 2]):
        message = Message("with hexes, each row lies half a cell to the side of the one above")
        hint = "put a blank between cells, and begin each row one sign further left or right"
        cx.error(Code.E104, message, _at(rows, astray[0]), hint=hint)
    else:
        return _board(cx, rows, cells, [p for p in signs if signs[p] == GROUND], joined, hexes)
    return None


def _at(rows: Sequence[s.DrawnRow], place: Place) -> Span:
    """Return the place of a sign in the text, after the quotation mark."""
    span = rows[place[0]].span
    column = span.column + 1 + place[1]
    return Span(span.file, span.line, column, span.line, column + 1)


def _lines(
    signs: dict[Place, str], cells: Iterable[Place]
) -> tuple[list[tuple[Place, Place]], list[Place]]:
    """Return the cells that lines join, and the signs of lines that join none."""
    joined: list[tuple[Place, Place]] = []
    used: set[Place] = set()
    for cell in cells:
        for (down, right), strokes in _LINES.items():
            passed = [(cell[0] + down, cell[1] + right)]
            while signs.get(passed[-1], " ") in strokes:
                passed.append((passed[-1][0] + down, passed[-1][1] + right))
            *line, end = passed
            if line and signs.get(end) == CELL:
                joined.append((cell, end))
                used.update(line)
    drawn = (p for p, sign in signs.items() if sign in _KNOWN - {CELL, GROUND})
    return joined, [place for place in drawn if place not in used]


def _board(
    cx: Checking,
    rows: Sequence[s.DrawnRow],
    cells: Sequence[Place],
    ground: Sequence[Place],
    joined: Iterable[tuple[Place, Place]],
    hexes: bool,
) -> tuple[m.Board, tuple[int, int]] | None:
    """Return a board whose rows and columns are those that the drawing uses, and its size."""
    drawn = [*cells, *ground]
    if hexes:
        # Each row lies half a cell further to the right: a step down keeps its column.
        leaning = {(r, c): (r, (c - r - sum(cells[0])) // 2) for r, c in drawn}
    else:
        leaning = {place: place for place in drawn}
    tops, lefts = ({place[axis] for place in leaning.values()} for axis in (0, 1))
    down = {top: number for number, top in enumerate(_each(tops, blank=hexes))}
    right = {left: number for number, left in enumerate(_each(lefts, blank=hexes))}
    if max(len(down), len(right)) > MAX_SIDE:
        message = Message("a grid has 1 to {most} rows and columns", MAX_SIDE)
        cx.error(Code.E104, message, rows[0].span)
        return None
    where = {place: (down[r], right[c]) for place, (r, c) in leaning.items()}
    numbers = {place: number for number, place in enumerate(sorted(cells, key=where.__getitem__))}
    board = m.Board(
        cells=tuple(where[place] for place in numbers),
        ground=tuple(sorted(where[place] for place in ground)),
        joined=tuple(sorted((numbers[one], numbers[other]) for one, other in joined)),
        span=rows[0].span,
    )
    return board, (len(down), len(right))


def _each(places: set[int], *, blank: bool) -> Iterable[int]:
    """Return rows or columns in order. `blank`: also the empty ones in between."""
    return range(min(places), max(places) + 1) if blank else sorted(places)
