"""Lowering expressions: from the checked model to integers and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.compile import layout as at
from engine.compile.layout import Cells, Family, Layout
from engine.compile.program import (
    INT_MAX,
    NONE,
    Again,
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
    Items,
    Iter,
    Listed,
    Load,
    Loop,
    Need,
    Not,
    Or,
    Pick,
    Program,
    Reg,
    Return,
    Set,
    Site,
    Steps,
    Stmt,
    add,
    both,
    bounds,
    scale,
)
from engine.compile.setting import Setting
from engine.language.source import Span
from engine.rules import model as m

COMPARES = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_Loops = list[tuple[Reg, Iter]]
Source = list[tuple[_Loops, list[E]]]
"""Where values come from: alternatives of nested loops, the last binding the value, and conditions."""


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

    me: E = Load(Const(at.ME))
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
        self._count = 0
        self._attribute_tables()

    # -------------------------------------------------------------- helpers

    def site(self, code: str, message: str, span: Span) -> int:
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

    def function(self, name: str, body: tuple[Stmt, ...], lo: int = NONE, hi: int = INT_MAX) -> Call:
        """Make a function of statements; return its call with the registers that they take over."""
        inside = _bound(body)
        parameters = [r for n, r in registers(body).items() if n not in inside]
        self._count += 1
        full = f"{name}{self._count}"
        self.program.functions.append(Function(full, tuple(parameters), body))
        return Call(full, tuple(parameters), lo, hi)

    def data(self, name: str, values: Iterable[int]) -> tuple[str, int, int]:
        """Keep a fixed table; return its name and bounds."""
        kept = tuple(values) or (0,)
        self.program.data.setdefault(name, kept)
        return name, min(kept), max(kept)

    def _attribute_tables(self) -> None:
        pieces = self.setting.pieces
        names = dict.fromkeys(name for p in pieces for name, _ in p.values)
        for name in names:
            self.data(f"attr_{name}", (dict(p.values).get(name, 0) for p in pieces))
        kinds: dict[Any, int] = {}
        fixed = [
            (p.component, tuple((n, v) for n, v in p.values if n not in self.layout.changing))
            for p in pieces
        ]
        self.data("kind", (kinds.setdefault(key, len(kinds)) for key in fixed))

    def checked(self, e: E, low: int, high: int, site: int) -> E:
        """Return a value that is known or checked to lie within bounds."""
        lo, hi = bounds(e)
        if low <= lo and hi <= high:
            return e
        return Check(e, low, high, site)

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
            site = self.site("E503", f"'{name}' has no place with this index", span)
            e = self.checked(self.value(index, c), low, low + count - 1, site)
            total = add(scale(total, count), add(e, Const(-low)))
        return total

    # -------------------------------------------------------------- zones

    def _zoneref(self, e: m.ZoneRef, c: Context) -> E:
        family = self.layout.families[e.name]
        indices = [i for i in e.indices if i is not None]
        where = self.linear(e.name, indices, family.shape, e.span, c)
        return add(Const(family.base), scale(where, family.stride))

    def family_of(self, e: m.Expr) -> Family:
        """Return the family of a zone expression."""
        return self.layout.families[e.type.name]

    def seen_mask(self, e: m.Expr, address: E, c: Context) -> E:
        """Return the seats, as bits, that see what lies in a zone."""
        zone = self.rules.zones[e.type.name]
        everybody = self.layout.everybody
        if zone.seen in ("all", "none"):
            return Const(everybody if zone.seen == "all" else 0)
        owner = self.owner(e, address, c)
        bit = Bin("<<", Const(1), owner)
        return bit if zone.seen == "owner" else Bin("-", Const(everybody), bit)

    def owner(self, e: m.Expr, address: E, c: Context) -> E:
        """Return the seat that a zone belongs to."""
        zone = self.rules.zones[e.type.name]
        index = zone.owner_index
        assert index is not None
        if isinstance(e, m.ZoneRef):
            given = e.indices[index]
            if given is not None:
                return self.value(given, c)
        family = self.layout.families[zone.name]
        number: E = add(address, Const(-family.base))
        if family.stride > 1:
            number = Bin("//", number, Const(family.stride))
        after = 1
        for _, count in family.shape[index + 1 :]:
            after *= count
        number = Bin("//", number, Const(after)) if after > 1 else number
        return Bin("%", number, Const(self.setting.players)) if index else number

    def addresses(self, e: m.ZoneRef, c: Context) -> tuple[_Loops, E]:
        """Return loops over the open indices of a family, and the zone's address inside them."""
        family = self.layout.families[e.name]
        loops: _Loops = []
        total: E = Const(0)
        for index, (low, count) in zip(e.indices, family.shape, strict=True):
            if index is None:
                r = self.reg("i", low, low + count - 1)
                loops.append((r, Steps(Const(low), Const(low + count - 1))))
                part: E = r
            else:
                site = self.site("E503", f"'{e.name}' has no place with this index", e.span)
                part = self.checked(self.value(index, c), low, low + count - 1, site)
            total = add(scale(total, count), add(part, Const(-low)))
        if len(loops) == len(family.shape):
            last = family.address(len(family.places) - 1)
            r = self.reg("z", family.base, last)
            return [(r, Steps(Const(family.base), Const(last), family.stride))], r
        return loops, add(Const(family.base), scale(total, family.stride))

    # -------------------------------------------------------------- pieces, tables, rules

    def _attr(self, e: m.Attr, c: Context) -> E:
        piece = self.value(e.piece, c)
        if e.piece.type.maybe:
            site = self.site("E509", "this is none, so it has no attributes", e.span)
            piece = Need(Bin("!=", piece, Const(NONE)), piece, site)
        return self.attribute(piece, e.name)

    def attribute(self, piece: E, name: str) -> E:
        """Return an attribute of a piece."""
        if name in self.layout.changing:
            base, low, high = self.layout.changing[name]
            return Load(add(piece, Const(base)), low, high)
        if name == "space":
            return Load(add(piece, Const(self.layout.space)), 0, 10_000)
        values = self.program.data[f"attr_{name}"]
        return Data(f"attr_{name}", piece, min(values), max(values))

    def _lookup(self, e: m.Lookup, c: Context) -> E:
        table = self.rules.tables[e.table]
        return self._cell(table, [self.value(i, c) for i in e.indices], e.span)

    def _cell(self, table: m.Table, indices: list[E], span: Span) -> E:
        site = self.site("E503", f"the table '{table.name}' has no cell for this", span)
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
                "E503", f"the table '{table.name}' leaves out some of its cells", table.span
            ) from None

    def _rulecall(self, e: m.RuleCall, c: Context) -> E:
        arguments = [self.value(a, c) for a in e.arguments]
        function, _, uses_me = self.rule_function(e.rule)
        lo, hi = self._rule_bounds[e.rule]
        given = tuple([c.me, *arguments] if uses_me else arguments)
        return Call(function.name, given, lo, hi)

    _rule_bounds: dict[str, tuple[int, int]]

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

    # -------------------------------------------------------------- operations

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
            site = self.site("E503", "this divides by zero", e.span)
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
        site = self.site("E503", "this number becomes too large", span)
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
                    return Const(stop) if not kept else make((*kept, Const(stop)))  # type: ignore[no-any-return]
                continue
            kept.append(item)
        if not kept:
            return Const(1 - stop)
        return kept[0] if len(kept) == 1 else make(tuple(kept))  # type: ignore[no-any-return]

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

    def parts(self, e: m.Expr, c: Context) -> list[E]:
        """Return the parts of a tuple; a rule that yields one is written out."""
        if isinstance(e, m.TupleOf):
            return [self.value(item, c) for item in e.items]
        if isinstance(e, m.RuleCall):
            rule = self.rules.rules[e.rule]
            inside = c.inner()
            for p, argument in zip(rule.parameters, e.arguments, strict=True):
                inside.locals[p.key] = self.value(argument, c)
            return self._case_parts(rule, inside)
        raise self.setting.error("E103", "this tuple can't be compared", e.span)

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

    def _op_widen(self, e: m.Op, c: Context) -> E:
        narrow = e.arguments[0].type
        value = self.value(e.arguments[0], c)
        count = len(self.setting.present[narrow.name])
        cells = [self.setting.widen(narrow, e.type, i) for i in range(count)]
        if isinstance(value, Const):
            return Const(cells[value.value] if 0 <= value.value < count else -1)
        if cells == list(range(cells[0], cells[0] + count)):
            return add(value, Const(cells[0]))
        return Data(*self._data(f"widen_{narrow.name}_{e.type.name}", cells, value))

    def _data(self, name: str, cells: list[int], where: E) -> tuple[str, E, int, int]:
        name, lo, hi = self.data(name, cells)
        return name, where, lo, hi

    def _op_left(self, e: m.Op, c: Context) -> E:
        return self.next_seat(self.value(e.arguments[0], c))

    def _op_right(self, e: m.Op, c: Context) -> E:
        n = self.setting.players
        return Bin("%", add(self.value(e.arguments[0], c), Const(n - 1)), Const(n))

    def next_seat(self, seat: E) -> E:
        """Return the seat to the left."""
        n = self.setting.players
        if n == 2:
            return Bin("-", Const(1), seat)
        return Bin("%", add(seat, Const(1)), Const(n))

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

    # -------------------------------------------------------------- questions about zones

    def _op_size(self, e: m.Op, c: Context) -> E:
        domain = e.arguments[0]
        if domain.type.kind == "zone" and not (isinstance(domain, m.ZoneRef) and domain.is_open):
            family = self.family_of(domain)
            return Load(self.value(domain, c), 0, family.capacity)
        if isinstance(domain, m.ZoneRef):
            loops, address = self.addresses(domain, c)
            family = self.family_of(domain)
            most = family.capacity * len(family.places)
            return self._fold_sum([(loops, [])], Load(address, 0, family.capacity), 0, most)
        bind = m.Bind(name="it", key=-1, type=domain.type.items[0], domain=domain)
        fold = m.Fold(kind="count", binders=(bind,), where=None, value=None, type=e.type, span=e.span)
        return self.value(fold, c)

    def _op_is_empty(self, e: m.Op, c: Context) -> E:
        return Bin("==", self._op_size(e, c), Const(0))

    def _op_is_full(self, e: m.Op, c: Context) -> E:
        family = self.family_of(e.arguments[0])
        return Bin("==", self._op_size(e, c), Const(family.capacity))

    def _op_is_none(self, e: m.Op, c: Context) -> E:
        return Bin("==", self.value(e.arguments[0], c), Const(NONE))

    def _op_last(self, e: m.Op, c: Context) -> E:
        zone = self.value(e.arguments[0], c)
        return self._end(e, zone, add(zone, Load(zone)), c)

    def _op_first(self, e: m.Op, c: Context) -> E:
        zone = self.value(e.arguments[0], c)
        return self._end(e, zone, add(zone, Const(1)), c)

    def _end(self, e: m.Op, zone: E, where: E, c: Context) -> E:
        family = self.family_of(e.arguments[0])
        if family.counted:
            raise self.setting.error("E101", "counted pieces have no first or last", e.span)
        lo, hi = self.content_range(e.arguments[0])
        value = Load(where, lo, hi)
        if zone in c.nonempty:
            return value
        site = self.site("E509", f"'{family.name}' is empty here", e.span)
        return Need(Load(zone), value, site)

    def content_range(self, e: m.Expr) -> tuple[int, int]:
        """Return the bounds of what lies in a zone."""
        zone = self.rules.zones[e.type.name]
        if zone.written:
            return self.setting.range(zone.written)
        return 0, max(0, len(self.setting.pieces) - 1)

    # -------------------------------------------------------------- membership

    def _op_in(self, e: m.Op, c: Context) -> E:
        return self.contains(self.value(e.arguments[0], c), e.arguments[1], c)

    def contains(self, value: E, domain: m.Expr, c: Context) -> E:
        """Return whether a value is among those of a domain."""
        if isinstance(domain, m.Interval):
            low, high = self.value(domain.low, c), self.value(domain.high, c)
            return And((Bin(">=", value, low), Bin("<=", value, high)))
        if isinstance(domain, m.SetOf):
            return Or(tuple(Bin("==", value, self.value(item, c)) for item in domain.items))
        if isinstance(domain, m.Op) and domain.op in ("union", "without"):
            a, b = (self.contains(value, x, c) for x in domain.arguments)
            return Or((a, b)) if domain.op == "union" else And((a, Not(b)))
        if isinstance(domain, m.Fold):
            inside = c.inner()
            inside.locals[domain.binders[0].key] = value
            tests = [self.contains(value, domain.binders[0].domain, c)]
            if domain.where is not None:
                tests.append(self.value(domain.where, inside))
            return And(tuple(tests))
        if isinstance(domain, m.Lookup):
            return self._in_row(value, domain, c)
        if isinstance(domain, m.Everything):
            return self._in_type(value, domain)
        return self._in_zone(value, domain, c)

    def _in_type(self, value: E, domain: m.Everything) -> E:
        if domain.of.kind == "piece":
            runs = [self.setting.run(name) for name in domain.of.names]
            first, last = min(r[0] for r in runs), max(r[1] for r in runs)
        else:
            first, last = 0, self.setting.count(domain.of, domain.span)
        return And((Bin(">=", value, Const(first)), Bin("<", value, Const(last))))

    def _in_row(self, value: E, domain: m.Lookup, c: Context) -> E:
        """Return whether a value stands in a row of a table of sets."""
        table = self.rules.tables[domain.table]
        low, high = self.setting.table_range(table)
        rows = [self.setting.cells(table.name, (i,), table.span) for i in range(low, high + 1)]
        numbers = [n for row in rows for n in row] or [0]
        first, last = min(numbers), max(numbers)
        width = last - first + 1
        cells = [int(first + n in row) for row in rows for n in range(width)]
        index = add(self.value(domain.indices[0], c), Const(-low))
        where = add(scale(index, width), add(value, Const(-first)))
        test: E = Data(*self._data(f"set_{table.name}", cells, where))
        inside: list[E] = [Bin(">=", value, Const(first)), Bin("<=", value, Const(last))]
        lo, hi = bounds(value)
        return test if first <= lo and hi <= last else And((*inside, test))

    def _in_zone(self, value: E, domain: m.Expr, c: Context) -> E:
        zone = self.rules.zones[domain.type.name]
        if zone.written:
            r = self.reg("x")
            body: Stmt = If(Bin("==", r, value), (Return(Const(1)),))
            return self._search([([(r, Items(self.value(domain, c)))], [])], body)
        place = Load(add(value, Const(self.layout.zone_of)))
        if not isinstance(domain, m.ZoneRef) or not domain.is_open:
            return Bin("==", place, self.value(domain, c))
        loops, address = self.addresses(domain, c)
        family = self.layout.families[zone.name]
        if all(index is None for index in domain.indices):
            last = family.address(len(family.places) - 1)
            return And((Bin(">=", place, Const(family.base)), Bin("<=", place, Const(last))))
        found: Stmt = If(Bin("==", place, address), (Return(Const(1)),))
        return self._search([(loops, [])], found)

    def _search(self, source: Source, body: Stmt) -> E:
        return self.function("in", (*self.loops(source, (body,)), Return(Const(0))), 0, 1)

    # -------------------------------------------------------------- domains and folds

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
            return [([(reg, Steps(item, item))], []) for item in items]
        if isinstance(domain, m.Fold):
            return self._set_source(domain, reg, c)
        if isinstance(domain, m.Op) and domain.op in ("union", "without"):
            return self._algebra(domain, reg, c)
        if isinstance(domain, m.Lookup):
            return self._row_source(domain, reg, c)
        if isinstance(domain, m.ZoneRef) and domain.is_open:
            loops, address = self.addresses(domain, c)
            return [([*loops, (reg, Items(address))], [])]
        self._no_counted(domain)
        return [([(reg, Items(self.value(domain, c)))], [])]

    def _no_counted(self, domain: m.Expr) -> None:
        if self.family_of(domain).counted:
            raise self.setting.error(
                "E101", "pieces without attributes are only counted; none can be picked out", domain.span
            )

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
        table = self.rules.tables[domain.table]
        numbers = [self.setting.value(cell) for row in table.cells for cell in row] or [0]
        wide = Reg(reg.name, min(numbers), max(numbers))
        test = self._in_row(wide, domain, c)
        return [([(wide, Steps(Const(min(numbers)), Const(max(numbers))))], [test])]

    def element_range(self, bind: m.Bind) -> tuple[int, int]:
        """Return the bounds of what a binder runs through."""
        kind, domain = bind.type, bind.domain
        if kind.kind == "piece":
            return 0, max(0, len(self.setting.pieces) - 1)
        if kind.kind in ("enum", "truth"):
            return 0, self.setting.count(kind, bind.span) - 1
        if kind.kind == "number" and domain.type.kind == "zone":
            return self.content_range(domain)
        if isinstance(domain, m.Interval):
            c = Context()
            try:
                return bounds(self.value(domain.low, c))[0], bounds(self.value(domain.high, c))[1]
            except KeyError:
                return NONE, INT_MAX
        return NONE, INT_MAX

    def bind(self, bind: m.Bind, c: Context) -> Source:
        """Return the loops of a binder and make its name known in the context."""
        lo, hi = self.element_range(bind)
        if isinstance(bind.domain, m.Interval):
            lo = bounds(self.value(bind.domain.low, c))[0]
            hi = bounds(self.value(bind.domain.high, c))[1]
        r = self.reg("x", lo, hi)
        source = self.source(bind.domain, r, c)
        c.locals[bind.key] = source[0][0][-1][0] if source and source[0][0] else r
        return source

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

    def combine(self, binders: tuple[m.Bind, ...], where: m.Expr | None, c: Context) -> Source:
        """Return the nested loops of several binders under one condition."""
        total: Source = [([], [])]
        for b in binders:
            source = self.bind(b, c)
            total = [
                ([*loops, *more], [*tests, *extra]) for loops, tests in total for more, extra in source
            ]
        if where is not None:
            test = self.value(where, c)
            total = [(loops, [*tests, test]) for loops, tests in total]
        return total

    def _fold(self, e: m.Fold, c: Context) -> E:
        inside = c.inner()
        source = self.combine(e.binders, e.where, inside)
        method: Callable[..., E] = getattr(self, f"_fold_{e.kind}_of")
        return method(e, source, inside)

    def _fold_value(self, e: m.Fold, c: Context) -> E:
        return Const(1) if e.value is None else self.value(e.value, c)

    def _fold_sum_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self._fold_sum(source, self._fold_value(e, c), NONE, INT_MAX)

    def _fold_sum(self, source: Source, value: E, lo: int, hi: int) -> E:
        total = self.reg("t")
        step = Set(total, add(total, value))
        body = (Set(total, Const(0)), *self.loops(source, (step,)), Return(total))
        if lo == NONE:
            lo, hi = -1_000_000_000, 1_000_000_000
        return self.function("sum", body, lo, hi)

    def _fold_count_of(self, e: m.Fold, source: Source, c: Context) -> E:
        if e.value is not None:
            test = self.value(e.value, c)
            source = [(loops, [*tests, test]) for loops, tests in source]
        return self._fold_sum(source, Const(1), 0, 1_000_000)

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
        site = self.site("E505", f"'{e.kind}' has nothing to look at here", e.span)
        body = (
            Set(best, Const(0)), Set(some, Const(0)), *self.loops(source, step),
            Return(Need(some, best, site)),
        )  # fmt: skip
        return self.function(e.kind, body, *bounds(value))

    def _fold_max_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self._extreme(e, source, c, ">")

    def _fold_min_of(self, e: m.Fold, source: Source, c: Context) -> E:
        return self._extreme(e, source, c, "<")

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
        return self.function("distinct", body, 0, 1_000_000)

    def _renamed(self, source: Source, value: E) -> tuple[Source, E]:
        """Return loops and their value with registers of their own."""
        bound = {r.name for loops, _ in source for r, _ in loops}
        names = {name: self.reg("y").name for name in bound}

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

    def _fold_the_of(self, e: m.Fold, source: Source, c: Context) -> E:
        it = c.locals[e.binders[0].key]
        found, count, best = self.reg("f"), self.reg("n"), self.reg("b")
        lo, hi = self.element_range(e.binders[0])
        start: tuple[Stmt, ...] = (Set(found, Const(0)), Set(count, Const(0)))
        assert not isinstance(it, Array)
        one: tuple[Stmt, ...] = (Set(found, it), Set(count, add(count, Const(1))))
        if e.best is not None and e.value is not None:
            new = self.reg("v")
            op = ">" if e.best == "highest" else "<"
            first = Or((Bin("==", count, Const(0)), Bin(op, new, best)))
            fresh = (Set(found, it), Set(count, Const(1)), Set(best, new))
            level = If(Bin("==", new, best), (Set(count, add(count, Const(1))),))
            one = (Set(new, self.value(e.value, c)), If(first, fresh, (level,)))
            start = (*start, Set(best, Const(0)))
        none = self.site("E505", "'the' finds nothing here", e.span)
        several = self.site("E505", "'the' finds several here, and it isn't clear which", e.span)
        value = Need(Bin(">", count, Const(0)),
                     Need(Bin("==", count, Const(1)), found, several), none)  # fmt: skip
        body = (*start, *self.loops(source, one), Return(value))
        return self.function("the", body, lo, hi)

    def _fold_set_of(self, e: m.Fold, source: Source, c: Context) -> E:
        raise self.setting.error("E101", "a set stands where values are taken from", e.span)

    def _fold_random_of(self, e: m.Fold, source: Source, c: Context) -> E:
        raise self.setting.error(
            "E203", "'random' stands only where something happens: let x = random(…)", e.span
        )

    def random(self, e: m.Fold, into: Reg, c: Context) -> tuple[Stmt, ...]:
        """Return statements that give a register a random value of a domain."""
        inside = c.inner()
        source = self.combine(e.binders, e.where, inside)
        it = inside.locals[e.binders[0].key]
        assert not isinstance(it, Array)
        count = self._fold_sum(source, Const(1), 0, 1_000_000)
        pick, n = self.reg("k"), self.reg("n")
        found = If(Bin("==", n, pick), (Return(it),))
        step = (found, Set(n, add(n, Const(1))))
        body = (Set(n, Const(0)), *self.loops(source, step), Return(Const(0)))
        chosen = self.function("nth", body, *self.element_range(e.binders[0]))
        site = self.site("E505", "there is nothing to choose from at random", e.span)
        return Draw(pick, Need(count, count, site)), Set(into, chosen)


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


__all__ = ["Again", "Array", "Context", "Source", "Values", "registers"]
