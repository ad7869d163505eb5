"""Lowering combinations of a few things: each `N of S`, found once by its number in a fixed table.

What there is has places from 0 on; a combination is a set of places. The tables have them in
the order of their highest place, then the next: of fewer things, the first so many are those there
are.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from engine.compile.lowering.context import Loops, Lowering, Source
from engine.compile.program import (
    Bin,
    Const,
    E,
    If,
    Items,
    Load,
    Reg,
    Return,
    Set,
    Steps,
    add,
    bounds,
    scale,
)
from engine.compile.program_parts import instead
from engine.language.source import Span

MOST_THINGS = 14
"""Of more things the combinations aren't listed: of 14 there are 16,384, of all sizes together."""


class Things(NamedTuple):
    """What combinations are made of: how many things there are and may be, and the nth of them.

    `nth`: reads the register `place`.
    """

    many: E
    room: int
    place: Reg
    nth: E


def things_in(cx: Lowering, source: Source, thing: Reg, room: int, span: Span) -> Things:
    """Return what a register runs through as things that have places."""
    low, high = bounds(thing)
    place = cx.reg("k", 0, max(0, room - 1))
    match source:
        case [([(_, Items(zone))], [])]:
            return Things(Load(zone, 0, room), room, place, Load(add(add(zone, place), Const(1)),
                                                                 low, high))  # fmt: skip
    n = cx.reg("n", 0, room)
    found = If(Bin("==", n, place), (Return(thing),))
    body = (Set(n, Const(0)), *cx.loops(source, (found, Set(n, add(n, Const(1))))))
    nth = cx.function("nth", (*body, Return(Const(low))), low, high)
    return Things(cx.total(source, Const(1), span), room, place, nth)


@cache
def _listed(room: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return all sets of so many places."""
    return tuple(sorted(combinations(range(room), size), key=lambda one: one[::-1]))


def combination_loops(cx: Lowering, things: Things, members: list[Reg]) -> tuple[Loops, Reg]:
    """Return loops that let registers hold each combination of as many things as there are
    registers, and the register of its number.
    """
    size, room = len(members), things.room
    taken = _listed(room, size)
    counts = [comb(n, size) for n in range(room + 1)]
    number = cx.reg("g", 0, max(0, len(taken) - 1))
    many = cx.looked_up(f"combinations_{room}_{size}", counts, things.many)
    loops: Loops = [(number, Steps(Const(0), add(many, Const(-1))))]
    flat = [place for one in taken for place in one]
    for nth, member in enumerate(members):
        at = add(scale(number, size), Const(nth))
        place = cx.looked_up(f"combined_{room}_{size}", flat, at)
        value = instead(things.nth, {things.place.name: place})
        loops.append((member, Steps(value, value)))
    return loops, number


def bits_of(cx: Lowering, things: Things, size: int, number: Reg) -> E:
    """Return the places of a combination as bits."""
    masks = [sum(1 << place for place in one) for one in _listed(things.room, size)]
    return cx.looked_up(f"combined_bits_{things.room}_{size}", masks, number)
