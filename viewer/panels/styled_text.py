"""Text in several styles, broken into lines: bold words, and soft ones for what is in italics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.teach.handbook import Run
from viewer.artwork.fonts import line_height, width, wrap
from viewer.nodes import Box, Node, Words

_PARTS = re.compile(r"\n|[^\S\n\N{NO-BREAK SPACE}]+|[^\s]+|\N{NO-BREAK SPACE}")


@dataclass(frozen=True)
class Ink:
    """How a text is written: its size in pixels, its colours, its font and its usual weight."""

    size: float
    colour: str
    soft: str
    font: str = "text"
    weight: str = "regular"

    def weight_of(self, run: Run) -> str:
        """Return the weight of words."""
        return "bold" if run.bold else self.weight

    def colour_of(self, run: Run) -> str:
        """Return the colour of words; there are no slanted letters."""
        return self.soft if run.italic else self.colour


@dataclass(frozen=True)
class _Piece:
    text: str
    run: Run


_Line = list[_Piece]


def flowed(
    name: str, runs: Sequence[Run], box: Box, ink: Ink, z: int, align: str = "left"
) -> tuple[list[Node], float]:
    """Return the nodes of a text at the top of a box, broken into lines as wide, and how high it
    is. The first node is called `name`; the others never fade.
    """
    step = line_height(ink.size, ink.font)
    lines = _lines(runs, box.w, ink)
    styles = {(piece.run.bold, piece.run.italic) for line in lines for piece in line}
    if len(styles) <= 1:
        run = next((piece.run for line in lines for piece in line), Run(""))
        text = "\n".join("".join(piece.text for piece in line) for line in lines)
        return [_node(name, text, box.head(step * len(lines)), run, ink, z, align)], step * len(
            lines
        )
    nodes: list[Node] = []
    for row, line in enumerate(lines):
        wides = [_wide(piece, ink) for piece in line]
        x = box.x + (box.w - sum(wides) if align == "right" else 0.0)
        for piece, wide in zip(line, wides, strict=True):
            if piece.text.strip():
                place = Box(x, box.y + row * step, wide + 1, step)
                id = name if not nodes else f"{name}:{len(nodes)}!"
                nodes.append(_node(id, piece.text, place, piece.run, ink, z, "left"))
            x += wide
    return nodes, step * len(lines)


def longest(runs: Sequence[Run], ink: Ink) -> float:
    """Return how wide the longest word of a text is."""
    words = (_Piece(word, run) for run in runs for word in run.text.split())
    return max((_wide(word, ink) for word in words), default=0.0)


def whole(runs: Sequence[Run], ink: Ink) -> float:
    """Return how wide a text is in one line."""
    return sum(_wide(_Piece(run.text, run), ink) for run in runs)


def _node(name: str, text: str, box: Box, run: Run, ink: Ink, z: int, align: str) -> Node:
    colour, weight = ink.colour_of(run), ink.weight_of(run)
    words = Words(text, ink.size, colour, ink.font, weight, align, top=True)
    return Node(name, box, z, words=words)


def _wide(piece: _Piece, ink: Ink) -> float:
    return width(piece.text, ink.size, ink.font, ink.weight_of(piece.run))


def _lines(runs: Sequence[Run], room: float, ink: Ink) -> list[_Line]:
    """Break words into lines at blanks; what is joined without one stays together."""
    lines: list[_Line] = [[]]
    used, gap, wait = 0.0, 0.0, list[_Piece]()

    def put() -> None:
        """Put the word that has been collected into the last line, or a new one."""
        nonlocal used, gap, wait
        if not wait:
            return
        wide = sum(_wide(piece, ink) for piece in wait)
        if lines[-1] and used + gap + wide > room:
            lines.append([])
            used, gap = 0.0, 0.0
        if wide > room:
            wait = [_Piece(part, piece.run) for piece in wait for part in _cut(piece, room, ink)]
        if gap and lines[-1]:
            _add(lines[-1], _Piece(" ", lines[-1][-1].run))
            used += gap
        for piece in wait:
            part = _wide(piece, ink)
            if lines[-1] and used + part > room and wide > room:
                lines.append([])
                used = 0.0
            _add(lines[-1], piece)
            used += part
        gap, wait = 0.0, []

    for run in runs:
        for part in _PARTS.findall(run.text):
            if part == "\n":
                put()
                lines.append([])
                used, gap = 0.0, 0.0
            elif part.isspace() and part != "\N{NO-BREAK SPACE}":
                put()
                gap = width(" ", ink.size, ink.font, ink.weight_of(run))
            else:
                wait.append(_Piece(part, run))
    put()
    return lines


def _cut(piece: _Piece, room: float, ink: Ink) -> list[str]:
    """Cut a word into parts that fit into a line."""
    return wrap(piece.text, room, ink.size, ink.font, ink.weight_of(piece.run)).split("\n")


def _add(line: _Line, piece: _Piece) -> None:
    """Add words to a line, to those before them where they look the same."""
    last = line[-1] if line else None
    same = last is not None and (last.run.bold, last.run.italic) == (
        piece.run.bold, piece.run.italic,
    )  # fmt: skip
    if last is not None and same:
        line[-1] = _Piece(last.text + piece.text, last.run)
    else:
        line.append(piece)
