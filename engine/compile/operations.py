"""Lowering operations: arithmetic, logic, comparison, the order of seats.

What is fixed before the game is worked out here already. A result that might leave 32 bits, and a
divisor that might be 0, are checked when the game runs; bounds tell where that can't happen.
"""

from __future__ import annotations

from typing import Any

from engine.compile import layout as at
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Const,
    Data,
    E,
    Load,
    Need,
    Not,
    Or,
    Pick,
    add,
    bounds,
)
from engine.compile.values import COMPARES, Context, Values
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.walk import walk

MOST_TUPLES = 2_000
"""How often rules that yield tuples may be written out in one ruleset."""


class Operations(Values):
    """Lowers operations on values."""

    _spread: int = 0
    """How often a rule that yields a tuple has been written out."""

    def _op(self, e: m.Op, c: Context) -> E:
        op = e.op
        if op in ("and", "or"):
            return self._logic(e, c)
        if op in COMPARES:
            return self._compare(e, c)
        simple = getattr(self, f"_op_{op.replace(' ', '_')}", None)
        if simple:
            result: E = simple(e, c)
            return result
        a = self.value(e.arguments[0], c)
        if op == "not":
            return Not(a)
        b = self.value(e.arguments[1], c)
        if op in ("/", "mod"):
            site = self.site(Code.E503, "this divides by zero", e.span)
            low, high = bounds(b)
            if low <= 0 <= high:
                b = Need(Bin("!=", b, Const(0)), b, site)
            return Bin("//" if op == "/" else "%", a, b)
        return self.arithmetic(op, a, b, e.span)

    def arithmetic(self, op: str, a: E, b: E, span: Span) -> E:
        """Return a sum, difference or product that stays within 32 bits."""
        if op == "+":
            e = add(a, b)
        elif op == "-" and isinstance(b, Const):
            e = add(a, Const(-b.value))
        elif isinstance(a, Const) and isinstance(b, Const):
            e = Const(a.value - b.value if op == "-" else a.value * b.value)
        else:
            e = Bin(op, a, b)
        site = self.site(Code.E503, "this number becomes too large", span)
        return self.checked(e, NONE + 1, INT_MAX, site)

    def _logic(self, e: m.Op, c: Context) -> E:
        left, right = e.arguments
        holds = e.op == "and"
        a = self.value(left, c)
        b = self.value(right, c.inner(nonempty=self.facts(left, holds, c)))
        make: Any = And if holds else Or
        items: list[E] = []
        for part in (a, b):
            items += part.items if isinstance(part, make) else [part]
        return self._simplify(make, items)

    def _simplify(self, make: Any, items: list[E]) -> E:
        stop = 0 if make is And else 1
        kept: list[E] = []
        for item in items:
            if isinstance(item, Const):
                if bool(item.value) == bool(stop):
                    return Const(stop) if not kept else make((*kept, Const(stop)))
                continue
            kept.append(item)
        if not kept:
            return Const(1 - stop)
        return kept[0] if len(kept) == 1 else make(tuple(kept))

    # -------------------------------------------------------------- comparison

    def _compare(self, e: m.Op, c: Context) -> E:
        left, right = e.arguments
        if isinstance(left, m.TupleOf) or isinstance(right, m.TupleOf) or left.type.kind == "tuple":
            return self._tuples(e.op, self.parts(left, c), self.parts(right, c))
        a, b = self.value(left, c), self.value(right, c)
        if isinstance(a, Const) and isinstance(b, Const):
            return Const(self.setting.value(m.Op(
                op=e.op, type=e.type,
                arguments=tuple(m.Literal_(type=e.type, value=x.value) for x in (a, b)),
            )))  # fmt: skip
        return Bin(COMPARES[e.op], a, b)

    def _tupleof(self, e: m.TupleOf, c: Context) -> E:
        raise self.setting.error(Code.E103, "a tuple can be compared, and nothing else", e.span)

    def parts(self, e: m.Expr, c: Context) -> list[E]:
        """Return the parts of a tuple; a rule that yields one is written out."""
        if isinstance(e, m.TupleOf):
            return [self.value(item, c) for item in e.items]
        if isinstance(e, m.RuleCall):
            rule = self.rules.rules[e.rule]
            self._spread += 1
            if self._spread > MOST_TUPLES:
                raise self.setting.error(
                    Code.E502, "too many rules with tuples meet here", rule.span
                )
            inside = c.inner()
            for p, argument in zip(rule.parameters, e.arguments, strict=True):
                inside.locals[p.key] = self.given(p, argument, c)
            return self._case_parts(rule, inside)
        raise self.setting.error(Code.E103, "this tuple can't be compared", e.span)

    def _case_parts(self, rule: m.Rule, c: Context) -> list[E]:
        result: list[E] = []
        for case in reversed(rule.cases):
            parts = self.parts(case.value, c)
            if case.condition is None or not result:
                result = parts
            else:
                test = self.value(case.condition, c)
                result = [Pick(test, a, b) for a, b in zip(parts, result, strict=True)]
        return result

    def _tuples(self, op: str, left: list[E], right: list[E]) -> E:
        if op in ("=", "!="):
            same = And(tuple(Bin("==", a, b) for a, b in zip(left, right, strict=True)))
            return same if op == "=" else Not(same)
        result: E = Bin(COMPARES[op], left[-1], right[-1])
        for a, b in zip(reversed(left[:-1]), reversed(right[:-1]), strict=True):
            result = Or((Bin(COMPARES[op[0]], a, b), And((Bin("==", a, b), result))))
        return result

    # -------------------------------------------------------------- seats and numbers

    def _op_me(self, e: m.Op, c: Context) -> E:
        me = c.me
        return Load(me.at, 0, self.setting.players - 1) if isinstance(me, Load) else me

    def _op_active(self, e: m.Op, c: Context) -> E:
        return Load(Const(at.ACTIVE), 0, self.setting.players - 1)

    def _op_players(self, e: m.Op, c: Context) -> E:
        return Const(self.setting.players)

    def _op_round(self, e: m.Op, c: Context) -> E:
        return Load(Const(at.ROUND), 1, INT_MAX)

    def _op_total(self, e: m.Op, c: Context) -> E:
        seat = self.value(e.arguments[0], c)
        return Load(add(seat, Const(self.layout.totals)))

    def _op_score(self, e: m.Op, c: Context) -> E:
        seat = self.value(e.arguments[0], c)
        total: E = Const(0)
        for name in self.round_scores():
            total = add(total, Call(name, (seat,), -1_000_000, 1_000_000))
        return total

    def round_scores(self) -> list[str]:
        """Return the functions of the scores that are paid after a round, or else of all."""
        late = {
            score.number
            for after in self.rules.afters
            if after.which == "last"
            for score in walk(after)
            if isinstance(score, m.Score)
        }
        names = self.program.scores
        return [n for i, n in enumerate(names) if i not in late] or names

    def _op_left(self, e: m.Op, c: Context) -> E:
        return self.next_seat(self.value(e.arguments[0], c))

    def _op_right(self, e: m.Op, c: Context) -> E:
        n = self.setting.players
        return Bin("%", add(self.value(e.arguments[0], c), Const(n - 1)), Const(n))

    def _op_team(self, e: m.Op, c: Context) -> E:
        return self.team_of(self.value(e.arguments[0], c))

    def team_of(self, seat: E) -> E:
        """Return the team of a seat: the seats belong to the teams by turns."""
        if isinstance(seat, Const):
            return Const(self.setting.seat_by("team", seat.value))
        return Bin("%", seat, Const(self.rules.header.teams))

    def _op_partner(self, e: m.Op, c: Context) -> E:
        seat = self.value(e.arguments[0], c)
        return Bin("%", add(seat, Const(self.rules.header.teams)), Const(self.setting.players))

    def next_seat(self, seat: E) -> E:
        """Return the seat to the left."""
        n = self.setting.players
        if n == 2:
            return Bin("-", Const(1), seat)
        return Bin("%", add(seat, Const(1)), Const(n))

    def _op_negate(self, e: m.Op, c: Context) -> E:
        return self.arithmetic("-", Const(0), self.value(e.arguments[0], c), e.span)

    def _op_if(self, e: m.Op, c: Context) -> E:
        condition, a, b = e.arguments
        test = self.value(condition, c)
        if isinstance(test, Const):
            return self.value(a if test.value else b, c)
        then = self.value(a, c.inner(nonempty=self.facts(condition, True, c)))
        other = self.value(b, c.inner(nonempty=self.facts(condition, False, c)))
        return Pick(test, then, other)

    def _op_sure(self, e: m.Op, c: Context) -> E:
        """Return a number that isn't none."""
        value = self.value(e.arguments[0], c)
        low, high = bounds(value)
        site = self.site(Code.E503, "this is none, where a number is needed", e.span)
        return self.checked(value, max(low, NONE + 1), high, site)

    def _op_widen(self, e: m.Op, c: Context) -> E:
        narrow = e.arguments[0].type
        value = self.value(e.arguments[0], c)
        count = len(self.setting.present[narrow.name])
        cells = [self.setting.widen(narrow, e.type, i) for i in range(count)]
        if isinstance(value, Const):
            return Const(cells[value.value] if 0 <= value.value < count else -1)
        if cells == list(range(cells[0], cells[0] + count)):
            return add(value, Const(cells[0]))
        return Data(*self._data(f"widen_{narrow.name}.{e.type.name}", cells, value))

    def _data(self, name: str, cells: list[int], where: E) -> tuple[str, E, int, int]:
        name, lo, hi = self.data(name, cells)
        return name, where, lo, hi

    def _most(self, e: m.Op, c: Context, op: str) -> E:
        result = self.value(e.arguments[0], c)
        for argument in e.arguments[1:]:
            other = self.value(argument, c)
            result = Pick(Bin(op, result, other), result, other)
        return result

    def _op_max(self, e: m.Op, c: Context) -> E:
        return self._most(e, c, ">=")

    def _op_min(self, e: m.Op, c: Context) -> E:
        return self._most(e, c, "<=")

    def _op_abs(self, e: m.Op, c: Context) -> E:
        a = self.value(e.arguments[0], c)
        return Pick(Bin("<", a, Const(0)), Bin("-", Const(0), a), a)
