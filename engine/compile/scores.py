"""Lowering scores: ledgers as functions of the seat, paying them out, and what decides who wins."""

from __future__ import annotations

from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.gathering import Gathering
from engine.compile.program import (
    Bin,
    Call,
    Const,
    E,
    Function,
    If,
    Load,
    Loop,
    Note,
    Or,
    Pick,
    Reg,
    Return,
    Set,
    Steps,
    Stmt,
    Store,
    Tell,
    add,
    bounds,
)
from engine.compile.values import Context
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.types import PLAYER, TEAM, Type
from engine.rules.walk import walk


@dataclass(frozen=True)
class LedgerLine:
    """A line of a score as the rules word it."""

    kind: str
    label: m.Words
    value: m.Expr
    source: m.LedgerLine


class Scores(Gathering):
    """Lowers `score` and `winner`."""

    lines: list[LedgerLine]

    # -------------------------------------------------------------- ledgers

    def _scores(self) -> list[str]:
        """Lower every score to a function of the seat; return their names."""
        found = [p for p in walk((self.rules.scores, self.rules.afters)) if isinstance(p, m.Score)]
        names = []
        for score in sorted(found, key=lambda x: x.number):
            name = f"score{score.number}"
            me = Reg("me", 0, self.setting.players - 1)
            total = Reg("total0")
            before = self.nested()
            self.emit(Set(total, Const(0)))
            self._ledger(score.body, Context(me=self.team_of(me) if score.teams else me), 0)
            self.emit(Return(total))
            body = self.close(before)
            self.program.functions.append(Function(name, (me,), body))
            names.append(name)
        self.program.scores = names
        return names

    def _ledger(self, block: m.Block, c: Context, level: int) -> None:
        inside = c.inner()
        total = Reg(f"total{level}")
        for s in block.statements:
            if isinstance(s, m.LedgerLine):
                self._ledger_line(s, total, inside)
            elif isinstance(s, m.Let):
                self.let(s, inside, False)
            elif isinstance(s, m.If):
                before = self.nested()
                self._ledger(s.then, inside, level)
                then = self.close(before)
                other: tuple[Stmt, ...] = ()
                if s.otherwise is not None:
                    before = self.nested()
                    self._ledger(s.otherwise, inside, level)
                    other = self.close(before)
                self.emit(If(self.value(s.condition, inside), then, other))
            elif isinstance(s, m.ForEach):
                loop = inside.inner()
                source = self.combine(s.binders, s.where, loop)
                loop.nonempty += [] if s.where is None else self.facts(s.where, True, loop)
                subtotal = Reg(f"total{level + 1}")
                before = self.nested()
                self.emit(Set(subtotal, Const(0)))
                self._ledger(s.body, loop, level + 1)
                self.emit(Set(total, self.arithmetic("+", total, subtotal, s.span)))
                self.emit(*self.loops(source, self.close(before)))

    def _ledger_line(self, s: m.LedgerLine, total: Reg, c: Context) -> None:
        number = len(self.lines)
        self.lines.append(LedgerLine(s.kind, s.label, s.value, s))
        points = self.value(s.value, c)
        value = self.reg("v", *bounds(points))
        label = tuple(self.value(p, c) for p in s.label.parts if isinstance(p, m.Expr))
        sign = "+" if s.kind == "add" else "*"
        body: tuple[Stmt, ...] = (
            Set(value, points),
            Set(total, self.arithmetic(sign, total, value, s.span)),
            Note(number, value, label),
        )
        self.emit(*(body if s.when is None else (If(self.value(s.when, c), body),)))

    def _do_score(self, s: m.Score, c: Context) -> None:
        """Pay each seat what its ledger says, into a counter or into the totals."""
        self.emit(*self.mark("begins", s), Tell("score", s.number))
        self.emit(*self.forget({s.into or "total"}))
        counter = self.rules.variables.get(s.into or "")
        once = s.teams and counter and any(d.type == TEAM for d in counter.indices)
        n = self.rules.header.teams if once else self.setting.players
        seat = self.reg("s", 0, n - 1)
        before = self.nested()
        points = self.hold(Call(f"score{s.number}", (seat,)), "points")
        if s.into is None:
            cell: E = add(seat, Const(self.layout.totals))
            self.emit(Store(cell, self.arithmetic("+", Load(cell), points, s.span)))
        else:
            self._pay_into(s, s.into, seat, points, c)
        self.emit(Loop(seat, Steps(Const(0), Const(n - 1)), self.close(before)))

    def _pay_into(self, s: m.Score, name: str, seat: Reg, points: Reg, c: Context) -> None:
        cells = self.layout.cells[name]
        me = m.Local(name="seat", key=-3, type=PLAYER)
        indices = tuple(
            m.Op(op="team", arguments=(me,), type=TEAM) if d.type == TEAM else me
            for d in self.rules.variables[name].indices
        )
        ref = m.VarRef(name=name, type=Type("number"), span=s.span, indices=indices)
        inside = c.inner()
        inside.locals[-3] = seat
        where = self.hold(self.cell_address(ref, cells, inside), "z")
        value = self.arithmetic("+", Load(where, cells.low, cells.high), points, s.span)
        value = self.hold(value, "v")
        floor = Pick(Bin("<", value, Const(cells.low)), Const(cells.low), value)
        message = f"'{name}' is {cells.low}..{cells.high}: give it a wider range"
        site = self.site(Code.E503, message, s.span)
        self.emit(Store(where, self.checked(floor, cells.low, cells.high, site)))

    # -------------------------------------------------------------- rankings

    def _rankings(self) -> list[m.Ranking]:
        winner = self.rules.winner
        if winner is not None:
            return list(winner.rankings)
        if not self.program.scores:
            return []
        me = m.Op(op="me", arguments=(), type=Type("enum", ("Player",)))
        total = m.Op(op="total", arguments=(me,), type=Type("number"))
        return [m.Ranking(best="highest", value=total)]

    def _ranking(self, r: m.Ranking) -> Call:
        me = Reg("me", 0, self.setting.players - 1)
        value = self.value(r.value, Context(me=me))
        teams, players = self.rules.header.teams, self.setting.players
        if teams and not _of_team(r.value):
            for step in range(teams, players, teams):
                partner = Bin("%", add(me, Const(step)), Const(players))
                more = self.value(r.value, Context(me=partner))
                value = self.arithmetic("+", value, more, r.span)
        return self.function("rank", (Return(value),))

    def _leader(self, most: bool, starter: E) -> None:
        """Find who is ahead (or last); of several, the first from who started this round."""
        n = self.setting.players
        ranking = self._rankings()[0] if self._rankings() else None
        best, who, seat, value = (self.reg(h) for h in ("b", "w", "s", "v"))
        higher = most == (ranking is None or ranking.best == "highest")
        k = self.reg("k", 0, n - 1)
        points: E = Load(add(seat, Const(self.layout.totals)))
        if ranking is not None:
            points = self.value(ranking.value, Context(me=seat))
        better = Or((Bin("==", k, Const(0)), Bin(">" if higher else "<", value, best)))
        body: tuple[Stmt, ...] = (
            Set(seat, Bin("%", add(starter, k), Const(n))),
            Set(value, points),
            If(better, (Set(best, value), Set(who, seat))),
        )
        self.emit(Set(best, Const(0)), Set(who, Const(0)))
        self.emit(Loop(k, Steps(Const(0), Const(n - 1)), body), Store(Const(at.STARTER), who))


def _of_team(e: m.Model) -> bool:
    """Tell whether a value is the same for all players of a team, as that of its own counter."""
    if isinstance(e, m.RuleCall) or (isinstance(e, m.Op) and e.op in ("me", "total", "active")):
        return False
    if isinstance(e, m.Op) and e.op == "team":
        return True
    parts = [getattr(e, name) for name in type(e).model_fields if name != "span"]
    inner = [x for part in parts for x in (part if isinstance(part, tuple) else (part,))]
    return all(_of_team(x) for x in inner if isinstance(x, m.Model))
