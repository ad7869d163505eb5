"""Lowering expressions: from the checked model to integers and addresses.

Here is what everything else stands on: registers, functions, tables and sites, the dispatch by
the kind of expression, and values that are simply there: literals, variables, attributes, tables,
rules. Operations, zones and folds have modules of their own, each building on the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.layout import Cells, Family, Layout
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Call,
    Check,
    Const,
    Data,
    Draw,
    E,
    Function,
    If,
    Iter,
    Load,
    Loop,
    Need,
    Or,
    Pick,
    Program,
    Reg,
    Return,
    Set,
    Site,
    Stmt,
    add,
    both,
    bounds,
    scale,
)
from engine.compile.setting import Setting
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

COMPARES = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
Loops = list[tuple[Reg, Iter]]
Source = list[tuple[Loops, list[E]]]
"""Where values come from: alternatives of nested loops, the last binding the value, and tests."""
ME = Load(Const(at.ME))


@dataclass
class Array:
    """A local family of variables in a frame."""

    base: E
    shape: tuple[tuple[int, int], ...]
    low: int
    high: int


@dataclass
class Context:
    """What the expressions of one place may refer to: the seat that is me, and the locals."""

    me: E = ME
    locals: dict[int, E | Array] = field(default_factory=dict)
    nonempty: list[E] = field(default_factory=list)

    def inner(self, **changes: Any) -> Context:
        """Return a context for a part of the place; what it adds is not seen outside."""
        return Context(
            changes.get("me", self.me),
            dict(self.locals),
            [*self.nonempty, *changes.get("nonempty", [])],
        )


def registers(node: Any) -> dict[str, Reg]:
    """Return the registers that an expression or statements read or set, in order."""
    found: dict[str, Reg] = {}
    _registers(node, found)
    return found


def _registers(node: Any, found: dict[str, Reg]) -> None:
    if isinstance(node, Reg):
        found.setdefault(node.name, node)
    elif isinstance(node, tuple):
        for item in node:
            _registers(item, found)


class Values:
    """Lowers expressions; collects the functions, tables and sites that they need."""

    def __init__(self, setting: Setting, layout: Layout) -> None:
        """Prepare for a ruleset with players and options fixed."""
        self.setting = setting
        self.layout = layout
        self.rules = setting.rules
        self.program = Program()
        self._sites: dict[tuple[str, str, Span], int] = {}
        self._rule_functions: dict[str, tuple[Function, list[Reg], bool]] = {}
        self.counts_of: dict[int, int] = {}
        self._count = 0
        self._attribute_tables()

    # -------------------------------------------------------------- helpers

    def site(self, code: Code, message: str, span: Span) -> int:
        """Return the number of a site."""
        key = (code, message, span)
        if key not in self._sites:
            self._sites[key] = len(self.program.sites)
            self.program.sites.append(Site(code, message, span))
        return self._sites[key]

    def reg(self, hint: str = "r", lo: int = NONE, hi: int = INT_MAX) -> Reg:
        """Return a register that no other place has."""
        self._count += 1
        return Reg(f"{hint}{self._count}", lo, hi)

    def function(
        self, name: str, body: tuple[Stmt, ...], lo: int = NONE, hi: int = INT_MAX
    ) -> Call:
        """Make a function of statements; return its call with the registers that they take over."""
        inside = _bound(body)
        parameters = [r for n, r in registers(body).items() if n not in inside]
        self._count += 1
        full = f"{name}{self._count}"
        self.program.functions.append(Function(full, tuple(parameters), body))
        return Call(full, tuple(parameters), lo, hi)

    def loops(self, source: Source, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Return nested loops around statements, one nest for each alternative."""
        result: list[Stmt] = []
        for loops, tests in source:
            test = both(tests)
            inner: tuple[Stmt, ...] = body if test is None else (If(test, body),)
            for reg, over in reversed(loops):
                inner = (Loop(reg, over, inner),)
            result += inner
        return tuple(result)

    def total(self, source: Source, value: E, span: Span) -> E:
        """Return the sum of a value over a domain, in a function of its own."""
        total = self.reg("t")
        low, high = bounds(value)
        times = most(source, self.layout)
        low, high = min(0, low * times), max(0, high * times)
        step = add(total, value)
        if low <= NONE or high > INT_MAX:
            low, high = NONE + 1, INT_MAX
            step = Check(
                step, low, high, self.site(Code.E503, "this number becomes too large", span)
            )
        loops = self.loops(source, (Set(total, step),))
        return self.function("sum", (Set(total, Const(0)), *loops, Return(total)), low, high)

    def data(self, name: str, values: Iterable[int]) -> tuple[str, int, int]:
        """Keep a fixed table; return its name and bounds."""
        kept = tuple(values) or (0,)
        self.program.data.setdefault(name, kept)
        return name, min(kept), max(kept)

    def _attribute_tables(self) -> None:
        pieces = self.setting.pieces
        components = self.setting.rules.components.values()
        names = dict.fromkeys(a.name for component in components for a in component.attributes)
        for name in names:
            self.data(f"attr_{name}", (dict(p.values).get(name, 0) for p in pieces))
        kinds: dict[Any, int] = {}
        changing = self.layout.ranges
        fixed = [
            (p.component, tuple((n, v) for n, v in p.values if (p.component, n) not in changing))
            for p in pieces
        ]
        self.data("kind", (kinds.setdefault(key, len(kinds)) for key in fixed))

    def checked(self, e: E, low: int, high: int, site: int) -> E:
        """Return a value that is known or checked to lie within bounds."""
        lo, hi = bounds(e)
        if low <= lo and hi <= high:
            return e
        return Check(e, low, high, site)

    def kept(
        self, e: E, low: int, high: int, name: str, kind: Type, span: Span, least: int = 0
    ) -> E:
        """Return a value that is known or checked to be one that a name may have.

        `least`: of a number that may be none, the least that it may be otherwise.
        """
        maybe = kind.kind == "number" and low == NONE
        if self.fits(e, low, high, least if maybe else None):
            return e
        if maybe:
            message = f"'{name}' is {least}..{high} or none"
            return Need(self.within(e, low, high, least), e, self.site(Code.E503, message, span))
        if kind.kind == "number":
            allowed = f"{low}..{high}" if low > NONE + 1 else f"at most {high}"
            return Check(e, low, high, self.site(Code.E503, f"'{name}' is {allowed}", span))
        message = f"'{name}' would get none here, or a word that this game leaves out"
        return Need(self.within(e, low, high), e, self.site(Code.E503, message, span))

    def fits(self, e: E, low: int, high: int, least: int | None = None) -> bool:
        """Tell whether a value surely lies within bounds; with `least`, from there on or none."""
        lo, hi = bounds(e)
        sure = least is None or least in (NONE + 1, lo) or lo > least or hi == NONE
        return low <= lo and hi <= high and sure

    def within(self, e: E, low: int, high: int, least: int = 0) -> E:
        """Return whether a value lies within bounds; none stands outside all others."""
        inside = And((Bin(">=", e, Const(low)), Bin("<=", e, Const(high))))
        if low > NONE:
            return inside
        return Or((Bin("==", e, Const(NONE)), self.within(e, least, high)))

    def given(self, p: m.Parameter, argument: m.Expr, c: Context) -> E:
        """Return an argument that is known or checked to be one that a parameter may have."""
        value = self.value(argument, c)
        if p.domain.type.kind == "zone":
            return value
        low, high = self.parameter_range(p.domain)
        least = self.layout.least(p.domain)
        return self.kept(value, low, high, p.name, p.domain.type, argument.span, least)

    def fixed(self, e: m.Expr) -> int:
        """Return a value that players and options decide."""
        return self.setting.value(e)

    # -------------------------------------------------------------- dispatch

    def value(self, e: m.Expr, c: Context) -> E:
        """Lower an expression."""
        method: Callable[[Any, Context], E] = getattr(self, f"_{type(e).__name__.lower()}")
        return method(e, c)

    def _literal_(self, e: m.Literal_, c: Context) -> E:
        return Const(self.setting.literal(e))

    def _optionref(self, e: m.OptionRef, c: Context) -> E:
        return Const(self.fixed(e))

    def _local(self, e: m.Local, c: Context) -> E:
        bound = c.locals[e.key]
        if not isinstance(bound, Array):
            return bound
        where = self.linear(e.name, e.indices, bound.shape, e.span, c)
        return Load(add(bound.base, where), bound.low, bound.high)

    def _varref(self, e: m.VarRef, c: Context) -> E:
        cells = self.layout.cells[e.name]
        return Load(self.cell_address(e, cells, c), cells.low, cells.high)

    def cell_address(self, e: m.VarRef, cells: Cells, c: Context) -> E:
        """Return where a variable's value lies."""
        return add(Const(cells.base), self.linear(e.name, e.indices, cells.shape, e.span, c))

    def linear(
        self,
        name: str,
        indices: Iterable[m.Expr],
        shape: tuple[tuple[int, int], ...],
        span: Span,
        c: Context,
    ) -> E:
        """Return how far from the beginning of a family the member with these indices is."""
        total: E = Const(0)
        for index, (low, count) in zip(indices, shape, strict=True):
            site = self.site(Code.E503, f"'{name}' has no place with this index", span)
            e = self.checked(self.value(index, c), low, low + count - 1, site)
            total = add(scale(total, count), add(e, Const(-low)))
        return total

    def family_of(self, e: m.Expr) -> Family:
        """Return the family of a zone expression."""
        return self.layout.families[e.type.name]

    # -------------------------------------------------------------- pieces and tables

    def _attr(self, e: m.Attr, c: Context) -> E:
        return self.attribute(self.piece_of(e, c), e.name, e.piece.type.names)

    def piece_of(self, e: m.Attr, c: Context) -> E:
        """Return the piece that an attribute belongs to, which must be there."""
        piece = self.value(e.piece, c)
        if not e.piece.type.maybe:
            return piece
        site = self.site(Code.E509, "this is none, so it has no attributes", e.span)
        return Need(Bin("!=", piece, Const(NONE)), piece, site)

    def attribute(self, piece: E, name: str, components: Iterable[str] = ()) -> E:
        """Return an attribute of a piece; knowing its components narrows the bounds."""
        if name in self.layout.changing:
            return self._changing(piece, name, tuple(components))
        if name == "space":
            return Load(add(piece, Const(self.layout.space)), 0, 10_000)
        return self._made(piece, name)

    def _made(self, piece: E, name: str) -> E:
        """Return an attribute that is fixed."""
        values = self.program.data[f"attr_{name}"]
        return Data(f"attr_{name}", piece, min(values), max(values))

    def _changing(self, piece: E, name: str, components: tuple[str, ...]) -> E:
        """Return an attribute that changes in some component; it may be fixed in others."""
        base, low, high = self.layout.changing[name]
        held = [x for c in components if (x := self.layout.held.get((c, name))) is not None]
        if held:
            low, high = min(x for x, _ in held), max(x for _, x in held)
        elif components:
            return self._made(piece, name)
        found: E = Load(add(piece, Const(base)), low, high)
        for component in components:
            if (component, name) not in self.layout.held:
                first, last = self.setting.run(component)
                found = Pick(self.within(piece, first, last - 1), self._made(piece, name), found)
        return found

    def _lookup(self, e: m.Lookup, c: Context) -> E:
        table = self.rules.tables[e.table]
        return self._cell(table, [self.value(i, c) for i in e.indices], e.span)

    def _cell(self, table: m.Table, indices: list[E], span: Span) -> E:
        site = self.site(Code.E503, f"the table '{table.name}' has no cell for this", span)
        low, high = self.setting.table_range(table)
        first = indices[0]
        if table.holds_on:
            first = Pick(Bin("<", first, Const(high)), first, Const(high))
            lo, _ = bounds(indices[0])
            if lo < low:
                first = Check(first, low, high, site)
            where: E = add(first, Const(-low))
        else:
            where = add(self.checked(first, low, high, site), Const(-low))
        rows = [low + i for i in range(high - low + 1)]
        if len(indices) == 1:
            cells = [self._known_cell(table, (row,)) for row in rows]
        else:
            left, right = self.setting.range(table.sides[1])
            columns = range(left, right + 1)
            cells = [self._known_cell(table, (row, column)) for row in rows for column in columns]
            second = add(self.checked(indices[1], left, right, site), Const(-left))
            where = add(scale(where, len(columns)), second)
        name, lo, hi = self.data(f"table_{table.name}", cells)
        if isinstance(where, Const):
            return Const(cells[where.value])
        return Data(name, where, lo, hi)

    def _known_cell(self, table: m.Table, indices: tuple[int, ...]) -> int:
        try:
            return self.setting.cell(table.name, indices, table.span)
        except ValueError:
            raise self.setting.error(
                Code.E503, f"the table '{table.name}' leaves out some of its cells", table.span
            ) from None

    # -------------------------------------------------------------- rules

    def _rulecall(self, e: m.RuleCall, c: Context) -> E:
        parameters = self.rules.rules[e.rule].parameters
        arguments = [self.given(p, a, c) for p, a in zip(parameters, e.arguments, strict=True)]
        function, _, uses_me = self.rule_function(e.rule)
        lo, hi = self._rule_bounds[e.rule]
        given = tuple([c.me, *arguments] if uses_me else arguments)
        return Call(function.name, given, lo, hi)

    def rule_function(self, name: str) -> tuple[Function, list[Reg], bool]:
        """Return the function of a rule, its parameters, and whether it needs to know who is me."""
        if name in self._rule_functions:
            return self._rule_functions[name]
        rule = self.rules.rules[name]
        me = Reg("me", 0, self.setting.players - 1)
        c = Context(me=me)
        parameters = []
        for p in rule.parameters:
            lo, hi = self.parameter_range(p.domain)
            r = Reg(f"p{p.key}", lo, hi)
            parameters.append(r)
            c.locals[p.key] = r
        value = self.cases(rule, c)
        uses_me = "me" in registers(value)
        self._count += 1
        given = tuple([me, *parameters] if uses_me else parameters)
        function = Function(f"rule{self._count}", given, (Return(value),))
        self.program.functions.append(function)
        self.program.spans[function.name] = rule.span
        if not hasattr(self, "_rule_bounds"):
            self._rule_bounds = {}
        self._rule_bounds[name] = bounds(value)
        self._rule_functions[name] = (function, parameters, uses_me)
        return self._rule_functions[name]

    def parameter_range(self, domain: m.Domain) -> tuple[int, int]:
        """Return the bounds of a parameter's value."""
        if domain.type.kind == "zone":
            family = self.layout.families[domain.type.name]
            return family.base, family.address(max(0, len(family.places) - 1))
        low, high = self.setting.range(domain)
        return (NONE if domain.type.maybe else low), high

    def cases(self, rule: m.Rule, c: Context) -> E:
        """Return the value of the first case that holds; a truth is no when none does."""
        result: E = Const(0)
        for case in reversed(rule.cases):
            if case.condition is None:
                result = self.value(case.value, c)
            else:
                inside = c.inner(nonempty=self.facts(case.condition, True, c))
                value = self.value(case.value, inside)
                result = Pick(self.value(case.condition, c), value, result)
        return result

    def facts(self, e: m.Expr, holds: bool, c: Context) -> list[E]:
        """Return the zones that can't be empty where a condition holds (or doesn't)."""
        if not isinstance(e, m.Op):
            return []
        if e.op == "not":
            return self.facts(e.arguments[0], not holds, c)
        if e.op == ("and" if holds else "or"):
            return [z for a in e.arguments for z in self.facts(a, holds, c)]
        zone = e.arguments[0] if e.arguments else None
        if e.op == "is empty" and not holds and zone is not None and zone.type.kind == "zone":
            if isinstance(zone, m.ZoneRef) and zone.is_open:
                return []
            return [self.value(zone, c)]
        return []


def _bound(body: Any) -> set[str]:
    """Return the registers that statements give a value themselves."""
    found: set[str] = set()

    def look(node: Any) -> None:
        if isinstance(node, (Set, Loop, Draw)):
            found.add(node.reg.name)
        if isinstance(node, tuple):
            for item in node:
                look(item)

    look(body)
    return found
