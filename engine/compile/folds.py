"""Lowering domains and folds: running through values to add, count, compare, pick one.

A fold becomes a function of its own that takes over the registers of its place. Every loop runs
over something finite that is known when it begins; `cost` says how long that may take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.compile.cost import most
from engine.compile.program import (
    INT_MAX,
    NONE,
    Bin,
    Const,
    Draw,
    E,
    If,
    Items,
    Listed,
    Need,
    Not,
    Or,
    Reg,
    Return,
    Set,
    Steps,
    Stmt,
    add,
    bounds,
)
from engine.compile.several import Several, is_several
from engine.compile.values import Array, Context, Source
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type


class Folds(Several):
    """Lowers domains, loops over them, and what is gathered on the way."""

    # -------------------------------------------------------------- domains

    def source(self, domain: m.Expr, reg: Reg, c: Context) -> Source:
        """Return loops that run a register through a domain."""
        if isinstance(domain, m.Interval):
            low, high = self.value(domain.low, c), self.value(domain.high, c)
            return [([(reg, Steps(low, high))], [])]
        if isinstance(domain, m.Everything):
            return self._type_source(domain, reg)
        if isinstance(domain, m.SetOf):
            items = [self.value(item, c) for item in domain.items]
            if all(isinstance(x, Const) for x in items):
                distinct = dict.fromkeys(x.value for x in items if isinstance(x, Const))
                return [([(reg, Listed(tuple(distinct)))], [])]
            return [
                ([(reg, Steps(item, item))], [Bin("!=", reg, other) for other in items[:number]])
                for number, item in enumerate(items)
            ]
        if isinstance(domain, m.Fold):
            return self._set_source(domain, reg, c)
        if isinstance(domain, m.Op) and domain.op in ("union", "without"):
            return self._algebra(domain, reg, c)
        if isinstance(domain, m.Lookup):
            return self._row_source(domain, reg, c)
        if isinstance(domain, m.Op) and domain.op == "lines":
            return self.line_source(domain, reg, c)
        values = self.members(domain, c)
        if values is not None:
            return self.member_source(values, reg)
        if domain.type.kind == "set":
            return self.cell_source(domain, reg, c)
        if isinstance(domain, m.ZoneRef) and domain.is_open:
            loops, address = self.addresses(domain, c)
            return [([*loops, (reg, Items(address))], [])]
        if domain.type.kind != "zone":
            raise self.setting.error(Code.E101, "nothing can be taken from this", domain.span)
        self.no_counted(domain)
        return [([(reg, Items(self.value(domain, c)))], [])]

    def _type_source(self, domain: m.Everything, reg: Reg) -> Source:
        if domain.of.kind == "piece":
            runs = [self.setting.run(name) for name in domain.of.names]
            return [([(reg, Steps(Const(a), Const(b - 1)))], []) for a, b in runs]
        count = self.setting.count(domain.of, domain.span)
        return [([(reg, Steps(Const(0), Const(count - 1)))], [])]

    def _set_source(self, domain: m.Fold, reg: Reg, c: Context) -> Source:
        bind = domain.binders[0]
        inside = c.inner()
        inside.locals[bind.key] = reg
        source = self.source(bind.domain, reg, c)
        if domain.where is None:
            return source
        test = self.value(domain.where, inside)
        return [(loops, [*tests, test]) for loops, tests in source]

    def _algebra(self, domain: m.Op, reg: Reg, c: Context) -> Source:
        a, b = domain.arguments
        first = self.source(a, reg, c)
        if domain.op == "without":
            test: E = Not(self.contains(reg, b, c))
            return [(loops, [*tests, test]) for loops, tests in first]
        test = Not(self.contains(reg, a, c))
        return [*first, *((loops, [*tests, test]) for loops, tests in self.source(b, reg, c))]

    def _row_source(self, domain: m.Lookup, reg: Reg, c: Context) -> Source:
        low, high = self.row_range(domain)
        return [([(reg, Steps(Const(low), Const(high)))], [self.in_row(reg, domain, c)])]

    def domain_range(self, domain: m.Expr, c: Context) -> tuple[int, int]:
        """Return the least and greatest value that a domain can have."""
        if isinstance(domain, m.Interval):
            return bounds(self.value(domain.low, c))[0], bounds(self.value(domain.high, c))[1]
        if isinstance(domain, m.Op) and domain.op in ("union", "without"):
            ranges = [self.domain_range(part, c) for part in domain.arguments]
            return _hull(ranges) if domain.op == "union" else ranges[0]
        if isinstance(domain, m.Fold):
            return self.domain_range(domain.binders[0].domain, c)
        if isinstance(domain, m.SetOf):
            return _hull([bounds(self.value(item, c)) for item in domain.items])
        if isinstance(domain, m.Lookup):
            return self.row_range(domain)
        if domain.type.kind == "zone":
            return self.content_range(domain)
        return self.type_range(domain.type.items[0], domain.span)

    def type_range(self, kind: Type, span: Span) -> tuple[int, int]:
        """Return the bounds of a type's values."""
        if kind.kind == "piece":
            return 0, max(0, len(self.setting.pieces) - 1)
        if kind.kind == "mark":
            return 1, 1
        if kind.kind == "zone":
            return self.zone_range(kind.name)
        if kind.kind == "set":
            return 0, INT_MAX
        if kind.kind == "number":
            return NONE + 1, INT_MAX
        return 0, max(0, self.setting.count(kind, span) - 1)

    def bind(self, bind: m.Bind, c: Context) -> Source:
        """Return the loops of a binder and make its name known in the context."""
        if is_several(bind.domain):
            return self.bind_several(bind, c)
        r = self.reg("x", *self.domain_range(bind.domain, c))
        self.program.spans[r.name] = bind.domain.span
        source = self.source(bind.domain, r, c)
        c.locals[bind.key] = r
        return source

    def combine(self, binders: tuple[m.Bind, ...], where: m.Expr | None, c: Context) -> Source:
        """Return the nested loops of several binders under one condition."""
        total: Source = [([], [])]
        for b in binders:
            source = self.bind(b, c)
            total = [
                ([*loops, *more], [*tests, *extra])
                for loops, tests in total
                for more, extra in source
            ]
        if where is not None:
            test = self.value(where, c)
            total = [(loops, [*tests, test]) for loops, tests in total]
        return total

    # -------------------------------------------------------------- folds

    def _fold(self, e: m.Fold, c: Context) -> E:
        inside = c.inner()
        source = self.combine(e.binders, e.where, inside)
        method: Callable[..., E] = getattr(self, f"_fold_{e.kind}_of")
        return method(e, source, inside)

    def _fold_value(self, e: m.Fold, c: Context) -> E:
        return Const(1) if e.value is None else self.value(e.value, c)

    def _fold_sum_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self.total(source, self._fold_value(e, c), e.span)

    def _fold_count_of(self, e: m.Fold, source: Source, c: Context) -> E:
        if e.value is not None:
            test = self.value(e.value, c)
            source = [(loops, [*tests, test]) for loops, tests in source]
        return self.total(source, Const(1), e.span)

    def _fold_any_of(self, e: m.Fold, source: Source, c: Context) -> E:
        value = self._fold_value(e, c)
        found: Stmt = Return(Const(1)) if value == Const(1) else If(value, (Return(Const(1)),))
        return self.function("any", (*self.loops(source, (found,)), Return(Const(0))), 0, 1)

    def _fold_all_of(self, e: m.Fold, source: Source, c: Context) -> E:
        found: Stmt = If(Not(self._fold_value(e, c)), (Return(Const(0)),))
        return self.function("all", (*self.loops(source, (found,)), Return(Const(1))), 0, 1)

    def _extreme(self, e: m.Fold, source: Source, c: Context, op: str) -> E:
        value = self._fold_value(e, c)
        best, some, new = self.reg("b"), self.reg("s"), self.reg("v")
        better = Or((Not(some), Bin(op, new, best)))
        step = (Set(new, value), If(better, (Set(best, new), Set(some, Const(1)))))
        site = self.site(Code.E505, f"'{e.kind}' has nothing to look at here", e.span)
        body = (
            Set(best, Const(0)), Set(some, Const(0)), *self.loops(source, step),
            Return(Need(some, best, site)),
        )  # fmt: skip
        return self.function(e.kind, body, *bounds(value))

    def _fold_max_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self._extreme(e, source, c, ">")

    def _fold_min_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self._extreme(e, source, c, "<")

    def _fold_the_of(self, e: m.Fold, source: Source, c: Context) -> E:
        it = c.locals[e.binders[0].key]
        found, count = self.reg("f"), self.reg("n")
        start: tuple[Stmt, ...] = (Set(found, Const(0)), Set(count, Const(0)))
        assert not isinstance(it, Array)
        one: tuple[Stmt, ...] = (Set(found, it), Set(count, add(count, Const(1))))
        if e.best is not None and e.value is not None:
            many = e.value.type.kind == "tuple"
            values = self.parts(e.value, c) if many else [self.value(e.value, c)]
            new, best = [self.reg("v") for _ in values], [self.reg("b") for _ in values]
            op = ">" if e.best == "highest" else "<"
            first = Or((Bin("==", count, Const(0)), self._tuples(op, list(new), list(best))))
            kept = tuple(Set(b, n) for b, n in zip(best, new, strict=True))
            fresh = (Set(found, it), Set(count, Const(1)), *kept)
            same = self._tuples("=", list(new), list(best))
            level = If(same, (Set(count, add(count, Const(1))),))
            tell = tuple(Set(n, v) for n, v in zip(new, values, strict=True))
            one = (*tell, If(first, fresh, (level,)))
            start = (*start, *(Set(b, Const(0)) for b in best))
        none = self.site(Code.E505, "'the' finds nothing here", e.span)
        several = self.site(Code.E505, "'the' finds several here, and it isn't clear which", e.span)
        value = Need(Bin(">", count, Const(0)),
                     Need(Bin("==", count, Const(1)), found, several), none)  # fmt: skip
        body = (*start, *self.loops(source, one), Return(value))
        return self.function("the", body, *bounds(it))

    def _fold_set_of(self, e: m.Fold, source: Source, c: Context) -> E:
        raise self.setting.error(Code.E101, "a set stands where values are taken from", e.span)

    def _fold_random_of(self, e: m.Fold, source: Source, c: Context) -> E:
        raise self.setting.error(
            Code.E203, "'random' stands only where something happens: let x = random(…)", e.span
        )

    # -------------------------------------------------------------- counting what differs

    def _fold_distinct_of(self, e: m.Fold, source: Source, c: Context) -> E:
        """Count a value only where no earlier one is equal: a second run up to this one."""
        value = self._fold_value(e, c)
        total, here, there, new = self.reg("t"), self.reg("n"), self.reg("k"), self.reg("v")
        other = self._renamed(source, value)
        inner = (
            If(Bin("<", there, here), (
                Set(there, add(there, Const(1))),
                If(Bin("==", other[1], new), (Return(Const(1)),)),
            )),
        )  # fmt: skip
        seen = self.function("seen", (Set(there, Const(0)), *self.loops(other[0], inner),
                                      Return(Const(0))), 0, 1)  # fmt: skip
        step = (
            Set(new, value), If(Not(seen), (Set(total, add(total, Const(1))),)),
            Set(here, add(here, Const(1))),
        )  # fmt: skip
        body = (Set(total, Const(0)), Set(here, Const(0)), *self.loops(source, step), Return(total))
        return self.function("distinct", body, 0, min(INT_MAX, most(source, self.layout)))

    def _renamed(self, source: Source, value: E) -> tuple[Source, E]:
        """Return loops and their value with registers of their own."""
        bound = {r.name for loops, _ in source for r, _ in loops}
        names = {name: self.reg("y").name for name in bound}
        spans = self.program.spans
        spans.update({new: spans[old] for old, new in names.items() if old in spans})

        def again(node: Any) -> Any:
            if isinstance(node, Reg):
                return node._replace(name=names.get(node.name, node.name))
            if isinstance(node, tuple):
                parts = [again(item) for item in node]
                return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
            if isinstance(node, list):
                return [again(item) for item in node]
            return node

        return again(source), again(value)

    # -------------------------------------------------------------- chance

    def random(self, e: m.Fold, into: Reg, c: Context) -> tuple[Stmt, ...]:
        """Return statements that give a register a random value of a domain."""
        inside = c.inner()
        source = self.combine(e.binders, e.where, inside)
        it = inside.locals[e.binders[0].key]
        assert not isinstance(it, Array)
        count = self.total(source, Const(1), e.span)
        pick, n = self.reg("k"), self.reg("n")
        found = If(Bin("==", n, pick), (Return(it),))
        step = (found, Set(n, add(n, Const(1))))
        body = (Set(n, Const(0)), *self.loops(source, step), Return(Const(0)))
        chosen = self.function("nth", body, *bounds(it))
        site = self.site(Code.E505, "there is nothing to choose from at random", e.span)
        return Draw(pick, Need(count, count, site)), Set(into, chosen)


def _hull(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    return min(low for low, _ in ranges), max(high for _, high in ranges)
