"""Lowering whether a player can do something: a function that looks for a first legal move."""

from __future__ import annotations

from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.offers import each_move, lower_offer, versions
from engine.compile.lowering.ranges import player
from engine.compile.program import Const, E, Reg, Return, Stmt, both
from engine.rules import model as m


def lower_can_do(cx: Lowering, e: m.CanDo, c: Scope) -> E:
    """Lower whether a seat has a legal move of an action."""
    me = Reg("me", 0, cx.setting.players - 1)
    body: list[Stmt] = []
    for offer in e.offers:
        for version in versions(cx, offer, Scope(me=me)):
            parameters, tests = lower_offer(cx, version, Scope(me=me))
            body += each_move(parameters, both(tests), (Return(Const(1)),))
    asked = cx.function("can", (*body, Return(Const(0))), 0, 1)
    seat = player(cx, e.seat, c)
    return asked._replace(arguments=tuple(seat if r == me else r for r in asked.arguments))
