"""Lowering scores: ledgers as functions of the seat, paying them out, and what decides who wins."""

from __future__ import annotations

from contextlib import nullcontext

from engine.compile import layout as at
from engine.compile.debug_info import Scope, ScoreLine
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.operations import team_of
from engine.compile.lowering.ranges import arithmetic
from engine.compile.lowering.sets import combine
from engine.compile.lowering.statements import lower_let
from engine.compile.lowering.zones import facts
from engine.compile.program import (
    Bin,
    Call,
    Const,
    E,
    Function,
    If,
    Load,
    Note,
    Or,
    Reg,
    Return,
    Set,
    Steps,
    Store,
    add,
    bounds,
)
from engine.language.frozen import children, walk
from engine.rules import model as m
from engine.rules.types import Type


def lower_scores(cx: Lowering) -> None:
    """Lower every score to a function of the seat."""
    found = [p for p in walk((cx.rules.scores, cx.rules.afters)) if isinstance(p, m.Score)]
    me, total = Reg("me", 0, cx.setting.players - 1), Reg("total0")
    for score in sorted(found, key=lambda x: x.number):
        with cx.gathered() as body:
            cx.emit(Set(total, Const(0)))
            _ledger(cx, score.body, Scope(me=team_of(cx, me) if score.teams else me), 0)
            cx.emit(Return(total))
        name = f"score{score.number}"
        cx.program.functions.append(Function(name, (me,), tuple(body)))
        cx.program.scores.append(name)


def _ledger(cx: Lowering, block: m.Block | None, c: Scope, level: int) -> None:
    inside = c.inner()
    total = Reg(f"total{level}")
    for s in () if block is None else block.statements:
        if isinstance(s, m.LedgerLine):
            _ledger_line(cx, s, total, inside)
        elif isinstance(s, m.Let):
            lower_let(cx, s, inside, False)
        elif isinstance(s, m.If):
            with cx.gathered() as then:
                _ledger(cx, s.then, inside, level)
            with cx.gathered() as other:
                _ledger(cx, s.otherwise, inside, level)
            cx.emit(If(cx.value(s.condition, inside), tuple(then), tuple(other)))
        elif isinstance(s, m.ForEach):
            loop = inside.inner()
            source = combine(cx, s.binders, s.where, loop)
            loop.nonempty += [] if s.where is None else facts(cx, s.where, True, loop)
            subtotal = Reg(f"total{level + 1}")
            with cx.each(source):
                cx.emit(Set(subtotal, Const(0)))
                _ledger(cx, s.body, loop, level + 1)
                cx.emit(Set(total, arithmetic(cx, "+", total, subtotal, s.span)))


def _ledger_line(cx: Lowering, s: m.LedgerLine, total: Reg, c: Scope) -> None:
    number = len(cx.lines)
    cx.lines.append(ScoreLine(s.kind, s.label, s.value, s))
    points = cx.value(s.value, c)
    value = cx.reg("v", *bounds(points))
    label = tuple(cx.value(p, c) for p in s.label.parts if isinstance(p, m.Expr))
    with nullcontext() if s.when is None else cx.when(cx.value(s.when, c)):
        cx.emit(
            Set(value, points),
            Set(total, arithmetic(cx, "+" if s.kind == "add" else "*", total, value, s.span)),
            Note(number, value, label),
        )


def rankings_of(cx: Lowering) -> list[m.Ranking]:
    """Return what the winner is found by: as the text says, or by the most points."""
    winner = cx.rules.winner
    if winner is not None:
        return list(winner.rankings)
    if not cx.program.scores:
        return []
    me = m.Op(op="me", arguments=(), type=Type("enum", ("Player",)))
    total = m.Op(op="total", arguments=(me,), type=Type("number"))
    return [m.Ranking(best="highest", value=total)]


def lower_ranking(cx: Lowering, r: m.Ranking) -> Call:
    """Lower what a ranking compares to a function of the seat."""
    me = Reg("me", 0, cx.setting.players - 1)
    value = cx.value(r.value, Scope(me=me))
    teams, players = cx.rules.header.teams, cx.setting.players
    if teams and not _of_team(r.value):
        for step in range(teams, players, teams):
            partner = Bin("%", add(me, Const(step)), Const(players))
            more = cx.value(r.value, Scope(me=partner))
            value = arithmetic(cx, "+", value, more, r.span)
    return cx.function("rank", (Return(value),))


def lower_leader(cx: Lowering, most: bool, starter: E) -> None:
    """Find who is ahead (or last); of several, the first from who started this round."""
    n = cx.setting.players
    ranking = next(iter(rankings_of(cx)), None)
    best, who, seat, value = (cx.reg(h) for h in ("b", "w", "s", "v"))
    higher = most == (ranking is None or ranking.sign > 0)
    k = cx.reg("k", 0, n - 1)
    points: E = Load(add(seat, Const(cx.layout.totals)))
    if ranking is not None:
        points = cx.value(ranking.value, Scope(me=seat))
    better = Or((Bin("==", k, Const(0)), Bin(">" if higher else "<", value, best)))
    cx.emit(Set(best, Const(0)), Set(who, Const(0)))
    with cx.loop(k, Steps(Const(0), Const(n - 1))):
        cx.emit(Set(seat, Bin("%", add(starter, k), Const(n))), Set(value, points))
        cx.emit(If(better, (Set(best, value), Set(who, seat))))
    cx.emit(Store(Const(at.STARTER), who))


def _of_team(e: object) -> bool:
    """Return whether a value is the same for all players of a team, as that of its own counter."""
    if isinstance(e, m.RuleCall) or (
        isinstance(e, m.Op) and e.op in ("me", "total", "active", "starter")
    ):
        return False
    if isinstance(e, m.Op) and e.op == "team":
        return True
    return all(map(_of_team, children(e)))
