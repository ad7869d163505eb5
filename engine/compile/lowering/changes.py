"""Lowering what surrounds every change: the list that statements go to, endings, reactions.

An ending is tested only after changes of something that its condition reads.
"""

from __future__ import annotations

from typing import assert_never

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Event, Lowering
from engine.compile.lowering.ranges import player
from engine.compile.lowering.reactions import react
from engine.compile.lowering.revealed_values import forget
from engine.compile.program import (
    And,
    Bin,
    Const,
    E,
    Goto,
    If,
    Load,
    Not,
    Select,
    Set,
    Store,
    add,
)
from engine.rules import model as m
from engine.rules.reached import reads


def changed(cx: Lowering, touched: set[str], c: Scope, event: Event | None = None) -> None:
    """Look at the endings, then let the triggers react."""
    forget(cx, touched - set(cx.rules.zones))
    if cx.mode.silent:
        return
    if not cx.mode.bulk:
        endings(cx, touched, c)
    react(cx, event)


def endings(cx: Lowering, touched: set[str] | None, c: Scope) -> None:
    """Test the endings that watch what was touched (None: all of them).

    They stand in the order of the text: of two that hold at the same change, the first counts.
    """
    numbered = enumerate(cx.rules.endings)
    with cx.gathered() as tests:
        for number, ending in sorted(numbered, key=lambda known: known[1].order):
            if ending.timing == "end of turn" or not _watches(cx, ending.condition, touched):
                continue
            if ending.timing == "more turns":
                latch(cx, number, ending)
            else:
                ends(cx, number, ending)
    if tests and (cx.mode.trace or not cx.unit.root):  # a traced action is tried out without them
        cx.emit(If(Not(Load(Const(at.QUIET))), tuple(tests)))
    else:
        cx.emit(*tests)


def ends(cx: Lowering, number: int, ending: m.Ending) -> None:
    """Write the test of an ending; one that `wins` or `loses` is tried for each player."""
    if ending.result in ("wins", "loses") and ending.seat is None:
        _each(cx, number, ending)
    else:
        ends_if(cx, number, ending, cx.value(ending.condition, Scope()))


def ends_if(cx: Lowering, number: int, ending: m.Ending, condition: E) -> None:
    """Let an ending come true where a condition holds, perhaps with a result for a seat or all."""
    with cx.when(condition):
        cx.mark("begins", ending)
        if ending.result is not None:
            cx.emit(Store(Const(at.WON), result_bits(cx, ending, Scope())))
        cx.emit(Store(Const(at.ENDED), Const(number + 1)), Goto(cx.end_of[ending.what]))


def result_bits(cx: Lowering, made: m.Ending | m.Outcome, c: Scope) -> E:
    """Return what WON holds by a result: the seats that win, as bits."""
    match made.result:
        case "everybody wins":
            return Const(cx.layout.everybody)
        case "everybody loses":
            return Const(at.NOBODY)
        case "nobody wins":
            return Const(at.DRAWN)
        case "wins" | "loses":
            assert made.seat is not None
            seat, seats = player(cx, made.seat, c), range(cx.setting.players)
            won = [cx.setting.side(each) for each in seats]
            if made.result == "loses":
                won = [cx.layout.everybody - bits or at.NOBODY for bits in won]
            if isinstance(seat, Const):
                return Const(won[seat.value])
            return cx.looked_up(made.result, won, seat)
        case None:
            return Const(0)
        case _:
            assert_never(made.result)


def latch(cx: Lowering, number: int, ending: m.Ending) -> None:
    """Remember that an ending has come into sight and how many turns are left."""
    cell = Const(cx.layout.latches + number)
    assert ending.turns is not None
    condition, turns = (cx.value(e, Scope()) for e in (ending.condition, ending.turns))
    with cx.when(And((Not(Load(cell)), condition))):
        cx.mark("begins", ending)
        cx.emit(Store(cell, add(turns, Const(1))))


def _each(cx: Lowering, number: int, ending: m.Ending) -> None:
    """Try a condition with each seat as me; all seats that meet it win, or all of them lose."""
    met: E = Const(0)
    for seat in range(cx.setting.players):
        test = cx.value(ending.condition, Scope(me=Const(seat)))
        met = Bin("|", met, Select(test, Const(cx.setting.side(seat)), Const(0)))
    r = cx.reg("w")
    cx.emit(Set(r, met))
    with cx.when(r):
        cx.mark("begins", ending)
        won: E = r
        if ending.result == "loses":
            left = Bin("-", Const(cx.layout.everybody), r)
            won = Select(left, left, Const(at.NOBODY))
        cx.emit(Store(Const(at.WON), won), Store(Const(at.ENDED), Const(number + 1)))
        cx.emit(Goto(cx.end_of["game"]))


def _watches(cx: Lowering, condition: m.Expr, touched: set[str] | None) -> bool:
    return touched is None or bool(reads(cx.rules, condition) & touched)
