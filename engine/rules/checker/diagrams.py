"""Checking diagrams: a board drawn with signs, one line for each row, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.language import syntax as s
from engine.language.codes import Code
from engine.language.diagnostics import nearest
from engine.language.message import Message
from engine.language.source import Span
from engine.language.syntax.examples import phrase_value
from engine.rules import model as m
from engine.rules.checker.context import Checking
from engine.rules.checker.drawings import CELL, GROUND, MAX_SIDE
from engine.rules.checker.grids import is_grid
from engine.rules.checker.piece_words import keep_words
from engine.rules.checker.wanted import number_literal, want_fixed, want_value
from engine.rules.types import ERROR

EMPTY = GROUND
"""The sign of an empty cell; where the board is drawn in the text, it is that of its cells."""
BETWEEN = " -|/\\+"
"""What may stand between the cells: spaces, and the lines of a board."""


class Filled(NamedTuple):
    """A cell of a diagram in which something is: what, in the words of an example, and where."""

    cell: m.ZoneRef
    words: tuple[str, ...]
    span: Span


def check_letters(cx: Checking, node: s.Zone, *, grid: bool) -> tuple[m.Letter, ...]:
    """Return what each sign means in diagrams of a grid."""
    if node.letters and not grid:
        message = Message("only a grid has diagrams; '{name}' is a {kind}", node.name, node.kind)
        cx.error(Code.E015, message, node.letters[0].span)
        return ()
    found: dict[str, m.Letter] = {}
    for letter in node.letters:
        sign = letter.sign
        if len(sign) != 1 or sign in BETWEEN + EMPTY or (node.drawn and sign == CELL):
            message = Message("'{sign}' can't be a letter of a diagram", sign)
            hint = "write one letter, such as K = white king"
            cx.error(Code.E015, message, letter.span, hint=hint)
        elif sign in found:
            message = Message("'{sign}' stands for something already", sign)
            cx.error(Code.E011, message, letter.span)
        keep_words(cx, letter.means, letter.span)
        found[sign] = m.Letter(sign=sign, means=" ".join(letter.means), span=letter.span)
    return tuple(found.values())


def whole_grid(cx: Checking, node: s.Expr) -> m.ZoneRef | None:
    """Return the one grid that a diagram shows; None where it is no grid or several."""
    where = cx.value(node)
    if isinstance(where, m.ZoneRef) and is_grid(cx, where.type):
        *family, row, column = where.indices
        if None not in family and (row, column) == (None, None):
            return where
    if where.type != ERROR:
        cx.error(Code.E101, "a diagram shows one whole grid", node.span)
    return None


def read_diagram(cx: Checking, where: m.ZoneRef, rows: Sequence[s.DrawnRow]) -> list[Filled] | None:
    """Return the cells of a diagram that aren't empty; None where it doesn't fit the grid."""
    zone = cx.names.zones[where.name]
    if zone.grid is None:
        return None  # its size can't be read
    known = {letter.sign: letter.means for letter in zone.letters}
    empty, signs = EMPTY, [_signs(row, BETWEEN) for row in rows]
    if zone.board is not None:
        empty, lines = CELL, "".join(x for x in BETWEEN + "xX." if x not in known)
        signs = [some for row in rows if (some := _signs(row, lines))]
    cells = _rows_of(zone)
    if cx.findings.errors and zone.grid == (MAX_SIDE, MAX_SIDE):
        return None  # its own drawing is wrong
    if len(signs) != len(cells):
        text = "'{name}' has {high} rows, and this diagram has {number}"
        message = Message(text, zone.name, len(cells), len(signs))
        cx.error(Code.E104, message, rows[-1].span)
        return None
    found: list[Filled] = []
    for row, line in zip(cells, signs, strict=True):
        if len(line) != len(row):
            text = "this row of '{name}' has {wide} cells, and the diagram has {number}"
            message = Message(text, zone.name, len(row), len(line))
            cx.error(Code.E104, message, line[0][1].to(line[-1][1]) if line else rows[0].span)
            return None
        for (down, right), (sign, span) in zip(row, line, strict=True):
            if sign != empty or sign in known:
                place = (number_literal(down + 1, span), number_literal(right + 1, span))
                cell = replace(where, indices=(*where.indices[:-2], *place))
                found.append(Filled(cell, _meaning(cx, zone, known, sign, span), span))
    return found


def _signs(row: s.DrawnRow, between: str) -> list[tuple[str, Span]]:
    """Return the signs of a row, one for each cell, each with its place in the text."""
    span = row.span
    return [
        (sign, Span(span.file, span.line, column, span.line, column + 1))
        for column, sign in enumerate(row.text, span.column + 1)
        if sign not in between
    ]


def _rows_of(zone: m.Zone) -> list[list[tuple[int, int]]]:
    """Return the cells of a grid row by row, from 0, without rows that have none."""
    assert zone.grid is not None
    high, wide = zone.grid
    if zone.board is None:
        return [[(row, column) for column in range(wide)] for row in range(high)]
    rows: dict[int, list[tuple[int, int]]] = {}
    for cell in zone.board.cells:
        rows.setdefault(cell[0], []).append(cell)
    return [sorted(rows[row]) for row in sorted(rows)]


def _meaning(
    cx: Checking, zone: m.Zone, known: dict[str, str], sign: str, span: Span
) -> tuple[str, ...]:
    """Return what a sign means in the words of an example."""
    if sign in known:
        return tuple(known[sign].split())
    if zone.written and (sign.isdigit() or sign in cx.names.members):
        return (sign,)
    message = Message("it isn't said what '{sign}' stands for in '{name}'", sign, zone.name)
    guess = nearest(sign, [one for one in known if one.casefold() == sign.casefold()])
    hint = None if guess else Message("write below the zone: letters {sign} = …", sign)
    cx.findings.error(Code.E010, message, span, fix=guess, hint=hint)
    return ("none",)


def cell_text(zone: m.Zone, said: str, cell: m.ZoneRef) -> str:
    """Return a cell of a diagram as an example writes it; `said`: how its grid is written."""
    row, column = (i.value for i in cell.indices[-2:] if isinstance(i, m.Literal_))
    inside = zone.cells[row - 1][column - 1] if zone.cells else ""
    inside = inside or f"{row}, {column}"
    return f"{said[:-1]}, {inside}]" if said.endswith("]") else f"{said}[{inside}]"


def check_set_up(cx: Checking, node: s.SetUp) -> m.Stmt | None:
    """Check `set up GRID` with its diagram."""
    if cx.context != "setup":
        cx.error(Code.E203, "a board is set up in 'setup'", node.span)
        return None
    where = whole_grid(cx, node.zone)
    if where is None:
        return None
    for index in where.indices[:-2]:
        assert index is not None
        want_fixed(cx, index)
    zone = cx.names.zones[where.name]
    if any(cx.names.components[name].counted for name in zone.pieces):
        cx.error(Code.E101, "a diagram shows pieces that have names, not counted ones", node.span)
        return None
    filled = read_diagram(cx, where, node.rows)
    if filled is None:
        return None
    placed = []
    for cell, words, span in filled:
        value = None
        if zone.written and words != ("mark",):
            said = phrase_value(s.Phrase(span, words)) or s.Name(span, " ".join(words))
            value = want_value(cx, said, zone.written.type, "this")
        placed.append(m.Placed(cell=cell, words=" ".join(words), value=value, span=span))
    rows = tuple(row.text for row in node.rows)
    return m.SetUp(zone=where, rows=rows, placed=tuple(placed), span=node.span)
