"""Lowering what surrounds every change: the list that statements go to, endings, reactions.

An ending is tested only after changes of something that its condition reads.
"""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Event, Lowering
from engine.compile.lowering.expressions import lower_value
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
    Pick,
    Set,
    Stmt,
    Store,
    add,
)
from engine.rules import model as m
from engine.rules.walk import reads


def changed(cx: Lowering, touched: set[str], c: Scope, event: Event | None = None) -> None:
    """Look at the endings, then let the triggers react."""
    cx.emit(*forget(cx, touched - set(cx.rules.zones)))
    if cx.silent:
        return
    if not cx.bulk:
        cx.emit(*endings(cx, touched, c))
    react(cx, event)


def endings(cx: Lowering, touched: set[str] | None, c: Scope) -> tuple[Stmt, ...]:
    """Return the tests of the endings that watch what was touched (None: all of them).

    They stand in the order of the text: of two that hold at the same change, the first counts.
    """
    tests: list[Stmt] = []
    endings, wins = cx.rules.endings, cx.rules.wins_when
    numbered = enumerate((*endings, *wins))
    for number, ending in sorted(numbered, key=lambda known: known[1].order):
        if ending.timing == "end of turn" or not _watches(cx, ending.condition, touched):
            continue
        if number >= len(endings):
            tests += lower_wins(cx, number, ending)
            continue
        condition = lower_value(cx, ending.condition, Scope())
        if ending.timing == "more turns":
            tests.append(latch(cx, number, ending, condition))
        else:
            where = Goto(cx.end_of[ending.what])
            found = (*cx.mark("begins", ending), *ended(cx, number, ending), where)
            tests.append(If(condition, found))
    if not cx.unit.root and tests:
        return (If(Not(Load(Const(at.QUIET))), tuple(tests)),)
    return tuple(tests)


def ended(cx: Lowering, number: int, ending: m.Ending) -> tuple[Stmt, ...]:
    """Return what says that an ending has come true, and how it ends for all alike."""
    result: tuple[Stmt, ...] = ()
    if ending.result:
        won = cx.layout.everybody if ending.result == "everybody wins" else at.NOBODY
        result = (Store(Const(at.WON), Const(won)),)
    return (*result, Store(Const(at.ENDED), Const(number + 1)))


def latch(cx: Lowering, number: int, ending: m.Ending, condition: E) -> Stmt:
    """Remember that an ending has come into sight and how many turns are left."""
    cell = Const(cx.layout.latches + number)
    assert ending.turns is not None
    turns = lower_value(cx, ending.turns, Scope())
    left = Store(cell, add(turns, Const(1)))
    return If(And((Not(Load(cell)), condition)), (*cx.mark("begins", ending), left))


def lower_wins(cx: Lowering, number: int, wins: m.Ending) -> list[Stmt]:
    """Try a winning condition with each seat as me; all seats that meet it win."""
    won: E = Const(0)
    for seat in range(cx.setting.players):
        test = lower_value(cx, wins.condition, Scope(me=Const(seat)))
        won = Bin("|", won, Pick(test, Const(cx.setting.side(seat)), Const(0)))
    r = cx.reg("w")
    ended = Const(number + 1)
    found = (
        *cx.mark("begins", wins),
        Store(Const(at.WON), r), Store(Const(at.ENDED), ended), Goto(cx.end_of["game"]),
    )  # fmt: skip
    return [Set(r, won), If(r, found)]


def _watches(cx: Lowering, condition: m.Expr, touched: set[str] | None) -> bool:
    return touched is None or bool(reads(cx.rules, condition) & touched)
