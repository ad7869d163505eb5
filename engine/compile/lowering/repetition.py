"""Lowering what a position has been before: `the position is new`, `has come 3 times`.

A position is what lies open to all: which pieces lie where, with what can change about them, what
is written, the variables, and whose turn it is. It is kept as two numbers below 2**31, sums over
all that; equal pieces count alike. That two unlike positions have the same is as likely as drawing
one number out of 10**18 twice. What has been at the ends of turns is kept for `TURNS` turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.compile import layout as at
from engine.compile.layout import Family
from engine.compile.lowering.context import Lowering
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Const,
    Data,
    E,
    If,
    Items,
    Load,
    Loop,
    Not,
    Pick,
    Reg,
    Return,
    Set,
    Steps,
    Stmt,
    Store,
    add,
    bounds,
    scale,
)
from engine.rules.checker.expressions import TURNS

_PRIME = 2**31 - 1
_FACTOR = 1_111_111_111
_BEGIN = 104_729


def earlier(cx: Lowering) -> Call:
    """Return the call that tells how many earlier turns have ended in this position."""
    sums = cx.reg("a", 0, _PRIME - 1), cx.reg("b", 0, _PRIME - 1)
    found, k = cx.reg("n", 0, TURNS), cx.reg("k", 0, TURNS - 1)
    first = add(scale(k, 2), Const(cx.layout.history + 1))
    known = [Load(add(first, Const(i)), 0, _PRIME - 1) for i in range(2)]
    same = And(tuple(Bin("==", a, b) for a, b in zip(known, sums, strict=True)))
    kept, last = _kept(cx), cx.reg("m", -1, TURNS - 1)
    body = (
        *_summed(cx, sums, Load(Const(at.ACTIVE), 0, cx.setting.players - 1)),
        Set(found, Const(0)),
        Set(last, Pick(Bin("<", kept, Const(TURNS)), add(kept, Const(-1)), Const(TURNS - 1))),
        Loop(k, Steps(Const(0), last), (If(same, (Set(found, add(found, Const(1))),)),)),
        Return(found),
    )
    return cx.function("earlier", body, 0, TURNS)


def forget_turns(cx: Lowering) -> tuple[Stmt, ...]:
    """Return what forgets all positions: a round begins."""
    return (Store(Const(cx.layout.history), Const(0)),) if cx.layout.history else ()


def keep_first(cx: Lowering) -> tuple[Stmt, ...]:
    """Return what keeps the position before the first turn, as if the player before had made it."""
    if not cx.layout.history:
        return ()
    n = cx.setting.players
    before = Bin("%", add(Load(Const(at.ACTIVE), 0, n - 1), Const(n - 1)), Const(n))
    return (If(Not(_kept(cx)), _keep(cx, before)),)


def keep_turn(cx: Lowering) -> tuple[Stmt, ...]:
    """Return what keeps the position in which a turn ends."""
    if not cx.layout.history:
        return ()
    return _keep(cx, Load(Const(at.ACTIVE), 0, cx.setting.players - 1))


def _kept(cx: Lowering) -> E:
    """Return how many positions have been kept since the round began."""
    return Load(Const(cx.layout.history), 0, INT_MAX)


def _keep(cx: Lowering, whose: E) -> tuple[Stmt, ...]:
    sums = cx.reg("a", 0, _PRIME - 1), cx.reg("b", 0, _PRIME - 1)
    slot = cx.reg("s", cx.layout.history + 1, cx.layout.history + 2 * TURNS - 1)
    place = scale(Bin("%", _kept(cx), Const(TURNS)), 2)
    return (
        *_summed(cx, sums, whose),
        Set(slot, add(place, Const(cx.layout.history + 1))),
        Store(slot, sums[0]),
        Store(add(slot, Const(1)), sums[1]),
        Store(Const(cx.layout.history), add(_kept(cx), Const(1))),
    )


# ------------------------------------------------------------------ sums


def _summed(cx: Lowering, sums: tuple[Reg, Reg], whose: E) -> list[Stmt]:
    """Return statements that add a position up."""
    words = [whose, Load(Const(at.NEXT), NONE, INT_MAX), Load(Const(at.OUT), 0, INT_MAX)]
    body: list[Stmt] = [Set(sums[0], Const(0)), Set(sums[1], Const(0))]
    for number, word in enumerate(words):
        body += _added(cx, sums, Const(number), [word])
    for name, family in cx.layout.families.items():
        if cx.rules.zones[name].seen == "all" and family.places:
            body.append(_family(cx, sums, family))
    for name, v in cx.rules.variables.items():
        # One that names a piece would tell equal pieces apart, and hidden ones too.
        if v.seen == "all" and v.kind == "var" and v.domain.type.kind != "piece":
            cells = cx.layout.cells[name]
            cell = cx.reg("z", cells.base, cells.base + cells.size - 1)
            step = _added(cx, sums, cell, [Load(cell, cells.low, cells.high)])
            every = Steps(Const(cells.base), Const(cells.base + cells.size - 1))
            body.append(Loop(cell, every, tuple(step)))
    return body


def _family(cx: Lowering, sums: tuple[Reg, Reg], family: Family) -> Stmt:
    """Return what adds up the zones of a family, each with what lies in it."""
    first, last = family.base, family.address(len(family.places) - 1)
    zone = cx.reg("z", first, last)
    every = Steps(Const(first), Const(last), family.stride)
    traits = cx.rules.zones[family.name].traits
    if family.counted:
        inside = _added(cx, sums, zone, [Load(zone, 0, INT_MAX)])
    elif cx.rules.zones[family.name].written is None and not traits.ordered:
        piece = cx.reg("p", 0, max(0, len(cx.setting.pieces) - 1))
        step = _added(cx, sums, zone, list(_piece(cx, family, piece)))
        inside = [Loop(piece, Items(zone), tuple(step))]
    else:
        i, slot = cx.reg("i", 1, max(1, family.capacity)), cx.reg("s", first, cx.layout.size)
        item = cx.reg("p", 0, INT_MAX)
        parts: list[E] = [item]
        if cx.rules.zones[family.name].written is None:
            item = cx.reg("p", 0, max(0, len(cx.setting.pieces) - 1))
            parts = list(_piece(cx, family, item))
        step = [
            Set(slot, add(zone, i)),
            Set(item, Load(slot, *bounds(item))),
            *_added(cx, sums, slot, parts),
        ]
        inside = [Loop(i, Steps(Const(1), Load(zone, 0, family.capacity)), tuple(step))]
    return Loop(zone, every, tuple(inside))


def _piece(cx: Lowering, family: Family, piece: Reg) -> Iterator[E]:
    """Yield what tells a piece from others: its kind, and what can change about it."""
    kinds = cx.program.data["kind"]
    yield Data("kind", piece, 0, max(kinds))
    components = cx.rules.zones[family.name].pieces
    names = {a.name for c in components for a in cx.rules.components[c].attributes if a.changes}
    for name in sorted(names):
        base, low, high = cx.layout.changing[name]
        yield Load(add(piece, Const(base)), low, high)
    if cx.rules.zones[family.name].traits.spaces:
        yield Load(add(piece, Const(cx.layout.space)), NONE, INT_MAX)


def _added(cx: Lowering, sums: tuple[Reg, Reg], place: E, parts: list[E]) -> list[Stmt]:
    """Return statements that add a thing to both sums, given its place and what it is.

    Its fifth power modulo a prime is as good as a number drawn for it, and no two things of a
    game of usual size have the same.
    """
    x, y = cx.reg("x", 0, _PRIME - 1), cx.reg("y", 0, _PRIME - 1)
    key, room = place, bounds(place)[1] + 1
    for part in parts:
        low, high = bounds(part)
        if low >= 0 and room * (high + 1) < _PRIME - _BEGIN:
            key, room = add(scale(key, high + 1), part), room * (high + 1)
        else:
            key = Bin("%", add(scale(_modulo(key), _FACTOR), _modulo(part)), Const(_PRIME))
            room = _PRIME
    return [
        Set(x, _modulo(add(key, Const(_BEGIN)))),
        Set(y, _modulo(Bin("*", x, x))),
        Set(x, _modulo(Bin("*", _modulo(Bin("*", y, y)), x))),
        Set(y, _modulo(Bin("*", x, x))),
        Set(sums[0], _modulo(add(sums[0], x))),
        Set(sums[1], _modulo(add(sums[1], y))),
    ]


def _modulo(e: E) -> E:
    low, high = bounds(e)
    return e if low >= 0 and high < _PRIME else Bin("%", e, Const(_PRIME))
