"""Which lines can be folded away: what is indented below a line, and runs of comments."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.recovery import lead


def foldings(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and last lines (from 1) of what can be folded, in order."""
    found: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        while open_ and lead(line) <= open_[-1][1]:
            found += _fold(open_.pop()[0], last)
        open_.append((number, lead(line)))
        last = number
    while open_:
        found += _fold(open_.pop()[0], last)
    return sorted([*found, *_comments(lines)])


def _fold(first: int, last: int) -> list[tuple[int, int]]:
    return [(first, last)] if last > first else []


def _comments(lines: Sequence[str]) -> list[tuple[int, int]]:
    found, first = [], 0
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#"):
            first = first or number
        else:
            found += _fold(first, number - 1) if first else []
            first = 0
    return found
