"""Lowering whether a player can do something: a function that looks for a first legal move."""

from __future__ import annotations

from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.decisions import lower_offer, versions
from engine.compile.lowering.ranges import player
from engine.compile.program import Const, E, If, Loop, Parameter, Reg, Return, Stmt, both
from engine.rules import model as m


def lower_can_do(cx: Lowering, e: m.CanDo, c: Scope) -> E:
    """Lower whether a seat has a legal move of an action."""
    me = Reg("me", 0, cx.setting.players - 1)
    body: list[Stmt] = []
    for offer in e.offers:
        for version in versions(cx, offer, Scope(me=me)):
            parameters, tests = lower_offer(cx, version, Scope(me=me))
            body += _each_move(parameters, both(tests))
    asked = cx.function("can", (*body, Return(Const(0))), 0, 1)
    seat = player(cx, e.seat, c)
    return asked._replace(arguments=tuple(seat if r == me else r for r in asked.arguments))


def _each_move(parameters: tuple[Parameter, ...], test: E | None) -> tuple[Stmt, ...]:
    """Return loops through all that an action may take, which end with the first legal move."""
    found: tuple[Stmt, ...] = (Return(Const(1)),)
    if test is not None:
        found = (If(test, found),)
    for p in reversed(parameters):
        if p.where is not None:
            found = (If(p.where, found),)
        for reg, over in reversed(p.loops):
            found = (Loop(reg, over, found),)
    return found
