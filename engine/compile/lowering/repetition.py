"""Lowering what a position has been before: `the position is new`, `has come 3 times`.

A position is what lies open to all: which pieces lie where, with what can change about them, what
is written, the variables, and whose turn it is. It is kept as two numbers below 2**31, sums over
all that; equal pieces count alike. That two unlike positions have the same is as likely as drawing
one number out of 10**18 twice. What has been at the ends of turns is kept for `TURNS` turns.
Of a single zone (`the position of board is new`) only what it holds counts, in any player's turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.compile import layout as at
from engine.compile.layout import MARK_BITS, MARKS, Family
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
    Items,
    Load,
    Not,
    Reg,
    Return,
    Select,
    Set,
    Steps,
    Store,
    add,
    bounds,
    scale,
)
from engine.rules import model as m
from engine.rules.checker.operations import TURNS

PRIME = 2**31 - 1
"""Sums are kept as the rests by this."""
_FACTOR = 1_111_111_111
_BEGIN = 104_729
MOST = 2**62
"""An upper bound of the sums before they are reduced modulo PRIME."""
_LISTED = 4096
"""Up to how many different things are looked up in a table."""


def earlier(cx: Lowering, asked: m.Op) -> Call:
    """Return the call that tells how many earlier turns have ended in this position."""
    of = next((zone.name for zone in asked.arguments if isinstance(zone, m.ZoneRef)), "")
    sums = cx.reg("a", 0, PRIME - 1), cx.reg("b", 0, PRIME - 1)
    with cx.gathered() as body:
        _sums(cx, sums, of, cx.seat(at.ACTIVE))
        cx.emit(Return(times_come(cx, of, sums)))
    call = cx.function(f"earlier_{of}".rstrip("_"), tuple(body), 0, TURNS)
    if of:
        cx.earlier[call.name] = of
    return call


def times_come(cx: Lowering, of: str, sums: Sequence[Reg]) -> Call:
    """Return the call that counts the earlier turns that have ended in a position of such sums.

    `of`: the zone that it is the position of; "" for all.
    """
    history = cx.layout.histories[of]
    found, k = cx.reg("n", 0, TURNS), cx.reg("k", 0, TURNS - 1)
    first = add(scale(k, 2), Const(history + 1))
    known = [Load(add(first, Const(i)), 0, PRIME - 1) for i in range(2)]
    same = And(tuple(Bin("==", a, b) for a, b in zip(known, sums, strict=True)))
    kept, last = _kept(history), cx.reg("m", -1, TURNS - 1)
    fewer = Bin("<", kept, Const(TURNS))
    word, bit = _mark_of(history, sums[0])
    with cx.gathered() as body:
        with cx.when(Not(Bin("&", Bin(">>", word, bit), Const(1)))):
            cx.emit(Return(Const(0)))
        cx.emit(Set(found, Const(0)))
        cx.emit(Set(last, Select(fewer, add(kept, Const(-1)), Const(TURNS - 1))))
        with cx.loop(k, Steps(Const(0), last)), cx.when(same):
            cx.emit(Set(found, add(found, Const(1))))
        cx.emit(Return(found))
    return cx.function("come", tuple(body), 0, TURNS)


def forget_turns(cx: Lowering) -> None:
    """Forget all positions: a round begins."""
    for history in cx.layout.histories.values():
        first = history + 1 + 2 * TURNS
        mark = cx.reg("m", first, first + MARKS - 1)
        with cx.when(_kept(history)), cx.loop(mark, Steps(Const(mark.lo), Const(mark.hi))):
            cx.emit(Store(mark, Const(0)))
        cx.emit(Store(Const(history), Const(0)))


def keep_first(cx: Lowering) -> None:
    """Keep the position before the first turn, as if the player before had made it."""
    for of, history in cx.layout.histories.items():
        n = cx.setting.players
        with cx.when(Not(_kept(history))):
            _keep(cx, of, Bin("%", add(cx.seat(at.ACTIVE), Const(n - 1)), Const(n)))


def keep_turn(cx: Lowering) -> None:
    """Keep the position in which a turn ends."""
    for of in cx.layout.histories:
        _keep(cx, of, cx.seat(at.ACTIVE))


def _kept(history: int) -> E:
    """Return how many positions have been kept since the round began."""
    return Load(Const(history), 0, INT_MAX)


def _mark_of(history: int, total: E) -> tuple[Load, E]:
    """Return the word that has the mark of a first sum, and which of its bits that is.

    A position of which no mark is set hasn't been kept. One that has a mark may have been.
    """
    number = Bin("%", Bin("//", total, Const(MARK_BITS)), Const(MARKS))
    word = Load(add(number, Const(history + 1 + 2 * TURNS)), 0, (1 << MARK_BITS) - 1)
    return word, Bin("%", total, Const(MARK_BITS))


def _keep(cx: Lowering, of: str, whose: E) -> None:
    history = cx.layout.histories[of]
    sums = cx.reg("a", 0, PRIME - 1), cx.reg("b", 0, PRIME - 1)
    slot = cx.reg("s", history + 1, history + 2 * TURNS - 1)
    place = scale(Bin("%", _kept(history), Const(TURNS)), 2)
    word, bit = _mark_of(history, sums[0])
    _sums(cx, sums, of, whose)
    cx.emit(
        Store(word.at, Bin("|", word, Bin("<<", Const(1), bit))),
        Set(slot, add(place, Const(history + 1))),
        Store(slot, sums[0]),
        Store(add(slot, Const(1)), sums[1]),
        Store(Const(history), add(_kept(history), Const(1))),
    )


# ------------------------------------------------------------------ sums


def _sums(cx: Lowering, sums: tuple[Reg, Reg], of: str, whose: E) -> None:
    """Give two registers the sums of a position, or of what is in one zone."""
    totals = cx.reg("a", 0, MOST), cx.reg("b", 0, MOST)
    cx.emit(*(Set(total, Const(0)) for total in totals))
    if of:
        _add_family(cx, totals, cx.layout.families[of])
    else:
        _add_position(cx, totals, whose)
    cx.emit(*(Set(s, modulo(total)) for s, total in zip(sums, totals, strict=True)))


def _add_position(cx: Lowering, sums: tuple[Reg, Reg], whose: E) -> None:
    """Add up all that everybody sees in a position."""
    words = [whose, Load(Const(at.NEXT), NONE, INT_MAX), Load(Const(at.OUT), 0, INT_MAX)]
    for number, word in enumerate(words):
        _add(cx, sums, Const(number), [word])
    for name, family in cx.layout.families.items():
        if cx.rules.zones[name].seen == "all" and family.places:
            _add_family(cx, sums, family)
    for name, v in cx.rules.variables.items():
        # One that names a piece would tell equal pieces apart, and hidden ones too.
        if v.seen == "all" and v.kind == "var" and v.domain.type.kind != "piece":
            cells = cx.layout.cells[name]
            cell = cx.reg("z", cells.base, cells.base + cells.size - 1)
            with cx.loop(cell, Steps(Const(cell.lo), Const(cell.hi))):
                _add(cx, sums, cell, [Load(cell, cells.low, cells.high)])


def _add_family(cx: Lowering, sums: tuple[Reg, Reg], family: Family) -> None:
    """Add up the zones of a family, each with the contents of it."""
    first, last = family.range
    zone, held = cx.reg("z", first, last), cx.rules.zones[family.name]
    if is_single(cx, family):
        with cx.loop(zone, Steps(Const(first), Const(last), family.stride)):
            add_single(cx, dict(enumerate(sums)), family, zone)
        return
    with cx.loop(zone, Steps(Const(first), Const(last), family.stride)):
        if family.counted:
            _add(cx, sums, zone, [Load(zone, 0, INT_MAX)])
            return
        item = cx.piece() if held.written is None else cx.reg("p", 0, INT_MAX)
        parts = list(_piece(cx, family, item)) if held.written is None else [item]
        if held.written is None and not held.traits.ordered:
            with cx.loop(item, Items(zone)):
                _add(cx, sums, zone, parts)
            return
        room = max(1, family.capacity)
        i, slot = cx.reg("i", 1, room), cx.reg("s", first + 1, last + room)
        with cx.loop(i, Steps(Const(1), Load(zone, 0, family.capacity))):
            cx.emit(Set(slot, add(zone, i)), Set(item, Load(slot, *bounds(item))))
            low, high = cx.setting.range(held.written) if held.written else (0, INT_MAX)
            end = last + family.stride
            if held.written and low >= 0 and (end - first) * (high - low + 1) <= _LISTED:
                keys = [
                    (_FACTOR * place + value) % PRIME
                    for place in range(first, end)
                    for value in range(low, high + 1)
                ]
                which = add(scale(add(slot, Const(-first)), high - low + 1), item)
                _add_listed(cx, dict(enumerate(sums)), keys, add(which, Const(-low)))
            else:
                _add(cx, sums, slot, parts)


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


def _add(cx: Lowering, sums: tuple[Reg, Reg], place: E, parts: Sequence[E]) -> None:
    """Add a thing to both sums, given its place and what it is.

    Its fifth power modulo a prime is as good as a number drawn for it, and no two things of a
    game of usual size have the same.
    """
    key, room = place, bounds(place)[1] + 1
    for part in parts:
        low, high = bounds(part)
        if low >= 0 and room * (high + 1) < PRIME - _BEGIN:
            key, room = add(scale(key, high + 1), part), room * (high + 1)
        else:
            key = Bin("%", add(scale(modulo(key), _FACTOR), modulo(part)), Const(PRIME))
            room = PRIME
    low, high = bounds(key)
    if low >= 0 and high - low < _LISTED:
        _add_listed(cx, dict(enumerate(sums)), range(low, high + 1), add(key, Const(-low)))
        return
    x, y = cx.reg("x", 0, PRIME - 1), cx.reg("y", 0, PRIME - 1)
    cx.emit(
        Set(x, modulo(add(key, Const(_BEGIN)))),
        Set(y, modulo(Bin("*", x, x))),
        Set(x, modulo(Bin("*", modulo(Bin("*", y, y)), x))),
        Set(y, modulo(Bin("*", x, x))),
        Set(sums[0], add(sums[0], x)),
        Set(sums[1], add(sums[1], y)),
    )


def _add_listed(
    cx: Lowering,
    sums: Mapping[int, Reg],
    keys: Sequence[int],
    which: E,
    times: E | None = None,
    op: str = "+",
) -> None:
    """Add to sums, by their places, what one of a few keys adds, so many times: it is looked up.
    `op`: or take it off.
    """
    fifths = [pow(key + _BEGIN, 5, PRIME) for key in keys]
    tenths = [fifth * fifth % PRIME for fifth in fifths]
    at_ = cx.reg("i", 0, len(keys) - 1)
    cx.emit(Set(at_, which))
    tables = ("fifths", fifths), ("tenths", tenths)
    for place, total in sums.items():
        name, powers = tables[place]
        more: E = cx.looked_up(f"{name}_{len(keys)}_{keys[0]}_{keys[-1]}", powers, at_)
        more = more if times is None else Bin("*", more, times)
        cx.emit(Set(total, add(total, more) if op == "+" else Bin("-", total, more)))


def modulo(e: E) -> E:
    """Return the rest of a number that isn't negative by the prime."""
    low, high = bounds(e)
    return e if low >= 0 and high < PRIME else Bin("%", e, Const(PRIME))


# ------------------------------------------------------------------ zones of one written value


def is_single(cx: Lowering, family: Family) -> bool:
    """Return whether zones hold one written value each, of which there are few."""
    written = cx.rules.zones[family.name].written
    if written is None or family.capacity != 1:
        return False
    low, high = cx.setting.range(written)
    return low >= 0 and 2 * len(family.places) * _half(high) <= _LISTED


def add_single(
    cx: Lowering, sums: Mapping[int, Reg], family: Family, zone: Reg, op: str = "+"
) -> None:
    """Add what such a zone holds to sums, by their places, or take it off.

    There is no condition: where nothing is written, it is counted no times.
    """
    written = cx.rules.zones[family.name].written
    assert written is not None
    high = cx.setting.range(written)[1]
    keys = [
        (_FACTOR * (place + 1) + value) % PRIME
        for place in range(family.base, family.range[1] + 2, 2)
        for value in range(2 * _half(high))
    ]
    value = Load(add(zone, Const(1)), 0, high)
    which = add(scale(add(zone, Const(-family.base)), _half(high)), value)
    _add_listed(cx, sums, keys, which, Load(zone, 0, 1), op)


def sum_of(cx: Lowering, family: Family, place: int) -> Call:
    """Return the call that yields one of the two sums of such zones."""
    total, zone = cx.reg("a", 0, MOST), cx.reg("z", *family.range)
    with cx.gathered() as body:
        cx.emit(Set(total, Const(0)))
        with cx.loop(zone, Steps(Const(zone.lo), Const(zone.hi), family.stride)):
            add_single(cx, {place: total}, family, zone)
        cx.emit(Return(modulo(total)))
    return cx.function("sum_of", tuple(body), 0, PRIME - 1)


def _half(high: int) -> int:
    """Return how many pairs of places a value from 0 to `high` takes in a table."""
    return high // 2 + 1
