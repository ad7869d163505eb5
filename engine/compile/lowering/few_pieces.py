"""Lowering folds in which only a few pieces can count: these are asked, not all zones.

The only piece of its kind is found by looking at that piece, not at all cells of a grid. Which
pieces have a fixed attribute is known beforehand. This is for folds in which no order counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.compile.lowering.context import Lowering, Source
from engine.compile.lowering.pieces import holders_of
from engine.compile.program import (
    INT_MAX,
    And,
    Bin,
    Const,
    Data,
    E,
    Items,
    Iter,
    Listed,
    Load,
    Reg,
    Steps,
    add,
)
from engine.compile.program_parts import mentions, walk, worked_out


def of_few_pieces(cx: Lowering, source: Source, *asked: E) -> Source:
    """Return loops through the pieces that can satisfy the tests of some loops through zones, in
    any order. `asked`: what else is asked of each of them.
    """
    if any(cx.failing((asked, source))):
        return source
    through = [_through_pieces(cx, loops, tests, asked) for loops, tests in source]
    return [found or before for found, before in zip(through, source, strict=True)]


def _through_pieces(
    cx: Lowering, loops: Sequence[tuple[Reg, Iter]], tests: Sequence[E], asked: Sequence[E]
) -> tuple[list[tuple[Reg, Iter]], list[E]] | None:
    """Return a loop through a few pieces and its tests, None where that doesn't pay.

    A seat that doesn't see a piece may still know all that a zone holds. So all zones that may hold
    the pieces must be seen by all.
    """
    match loops:
        case [(zone, Steps(Const(low), Const(high), step)), (piece, Items(at))] if at == zone:
            found = cx.layout.family_at(low)
        case _:
            return None
    if found is None or found[0].stride != step or mentions((tests, asked), {zone.name}):
        return None
    kinds = cx.rules.zones[found[0].name].pieces
    zones = (high - low) // step + 1
    if not kinds or any(z.seen != "all" for z in holders_of(cx, kinds)):
        return None
    fixed = [_in_piece(cx, test) for test in _conjuncts(tests) if _is_fixed(test, piece)]
    every = [number for kind in kinds for number in range(*cx.setting.run(kind))]
    few = [number for number in every if all(test(number) for test in fixed)]
    if 2 * len(few) > zones:
        return None
    where = Load(add(piece, Const(cx.layout.zone_of)), 0, INT_MAX)
    here: list[E] = [Bin(">=", where, Const(low)), Bin("<=", where, Const(high))]
    return [(piece, Listed(tuple(few)))], [*here, *tests]


def _conjuncts(tests: Sequence[E]) -> Iterator[E]:
    for test in tests:
        if isinstance(test, And):
            yield from _conjuncts(test.items)
        else:
            yield test


def _is_fixed(test: E, piece: Reg) -> bool:
    """Return whether a test asks nothing but what is fixed of a piece."""
    plain = (Const, Data, Reg)
    return all(
        part == piece if isinstance(part, Reg) else isinstance(part, plain) or not _leaf(part)
        for part in walk(test)
    )


def _leaf(part: Any) -> bool:
    """Return whether a part of an expression is more than an operation on its own parts."""
    return hasattr(part, "_fields") and not isinstance(part, (Bin, And))


def _in_piece(cx: Lowering, test: E) -> Callable[[int], int]:
    """Return what works out whether a piece may satisfy a test.

    Other tests may keep some pieces from this one. Of these, what it reads may not be there.
    """

    def leaf(e: E) -> Callable[[int], int]:
        if isinstance(e, Data):
            values, at = dict(enumerate(cx.program.data[e.table])), worked_out(e.at, leaf)
            return lambda piece: values[at(piece)]
        return lambda piece: piece

    satisfies = worked_out(test, leaf)

    def may_satisfy(piece: int) -> int:
        try:
            return satisfies(piece)
        except (KeyError, ValueError, ZeroDivisionError):
            return 1

    return may_satisfy
