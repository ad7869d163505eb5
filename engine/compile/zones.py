"""Lowering zones: where they lie, who sees and owns them, how full they are, what is in a domain.

A single zone is the address of its count; a family with indices left open is a nest of loops over
addresses. Only membership is asked here; running through a domain is in `folds`.
"""

from __future__ import annotations

from math import prod

from engine.compile import layout as at
from engine.compile.operations import Operations
from engine.compile.program import (
    NONE,
    And,
    Bin,
    Const,
    Data,
    E,
    Items,
    Load,
    Need,
    Not,
    Or,
    Reg,
    Return,
    Steps,
    Stmt,
    add,
    bounds,
    scale,
)
from engine.compile.values import Context, Loops, Source
from engine.language.codes import Code
from engine.rules import model as m


class Zones(Operations):
    """Lowers addresses of zones and questions about them."""

    def _zoneref(self, e: m.ZoneRef, c: Context) -> E:
        family = self.layout.families[e.name]
        indices = [i for i in e.indices if i is not None]
        where = self.linear(e.name, indices, family.shape, e.span, c)
        return add(Const(family.base), scale(where, family.stride))

    def addresses(self, e: m.ZoneRef, c: Context) -> tuple[Loops, E]:
        """Return loops over the open indices of a family, and the zone's address inside them."""
        family = self.layout.families[e.name]
        loops: Loops = []
        total: E = Const(0)
        for index, (low, count) in zip(e.indices, family.shape, strict=True):
            if index is None:
                r = self.reg("i", low, low + count - 1)
                loops.append((r, Steps(Const(low), Const(low + count - 1))))
                part: E = r
            else:
                site = self.site(Code.E503, f"'{e.name}' has no place with this index", e.span)
                part = self.checked(self.value(index, c), low, low + count - 1, site)
            total = add(scale(total, count), add(part, Const(-low)))
        if len(loops) == len(family.shape):
            last = family.address(len(family.places) - 1)
            r = self.reg("z", family.base, last)
            return [(r, Steps(Const(family.base), Const(last), family.stride))], r
        return loops, add(Const(family.base), scale(total, family.stride))

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

    def content_range(self, e: m.Expr) -> tuple[int, int]:
        """Return the bounds of what lies in a zone."""
        zone = self.rules.zones[e.type.name]
        if zone.written:
            return self.setting.range(zone.written)
        return 0, max(0, len(self.setting.pieces) - 1)

    # -------------------------------------------------------------- questions

    def _op_size(self, e: m.Op, c: Context) -> E:
        domain = e.arguments[0]
        if domain.type.kind == "zone" and not (isinstance(domain, m.ZoneRef) and domain.is_open):
            family = self.family_of(domain)
            return Load(self.value(domain, c), 0, family.capacity)
        if isinstance(domain, m.ZoneRef):
            loops, address = self.addresses(domain, c)
            family = self.family_of(domain)
            return self.total([(loops, [])], Load(address, 0, family.capacity), e.span)
        values = self.members(domain, c)
        if values is not None:
            return Const(len(values))
        bind = m.Bind(name="it", key=-1, type=domain.type.items[0], domain=domain)
        fold = m.Fold(
            kind="count", binders=(bind,), where=None, value=None, type=e.type, span=e.span
        )
        return self.value(fold, c)

    def _op_is_empty(self, e: m.Op, c: Context) -> E:
        return Bin("==", self._op_size(e, c), Const(0))

    def _op_is_full(self, e: m.Op, c: Context) -> E:
        zone = e.arguments[0]
        family = self.family_of(zone)
        room = family.capacity
        if isinstance(zone, m.ZoneRef):
            sides = zip(zone.indices, family.shape, strict=True)
            room *= prod(count for index, (_, count) in sides if index is None)
        return Bin("==", self._op_size(e, c), Const(room))

    def _op_is_none(self, e: m.Op, c: Context) -> E:
        return Bin("==", self.value(e.arguments[0], c), Const(NONE))

    def _op_is_out(self, e: m.Op, c: Context) -> E:
        return Bin("&", Bin(">>", Load(Const(at.OUT)), self.player(e.arguments[0], c)), Const(1))

    def player(self, e: m.Expr, c: Context) -> E:
        """Return a player that is known or checked to be one."""
        site = self.site(Code.E503, "this is none, where a player is needed", e.span)
        return self.checked(self.value(e, c), 0, self.setting.players - 1, site)

    def _op_last(self, e: m.Op, c: Context) -> E:
        zone = self.value(e.arguments[0], c)
        return self._end(e, zone, add(zone, Load(zone)), c)

    def _op_first(self, e: m.Op, c: Context) -> E:
        zone = self.value(e.arguments[0], c)
        return self._end(e, zone, add(zone, Const(1)), c)

    def _end(self, e: m.Op, zone: E, where: E, c: Context) -> E:
        family = self.family_of(e.arguments[0])
        if family.counted:
            raise self.setting.error(Code.E101, "counted pieces have no first or last", e.span)
        lo, hi = self.content_range(e.arguments[0])
        value = Load(where, lo, hi)
        if zone in c.nonempty:
            return value
        site = self.site(Code.E509, f"'{family.name}' is empty here", e.span)
        return Need(Load(zone), value, site)

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
            return self.in_row(value, domain, c)
        if isinstance(domain, m.Everything):
            return self._in_type(value, domain)
        values = self.members(domain, c)
        if values is not None:
            return Or(tuple(Bin("==", value, other) for other in values))
        if domain.type.kind == "set":
            r = self.reg("x", *bounds(value))
            source = [(loops, [*tests, Bin("==", r, value)])
                      for loops, tests in self.source(domain, r, c)]  # fmt: skip
            return self._search(source, (Return(Const(1)),))
        return self._in_zone(value, domain, c)

    def members(self, e: m.Expr, c: Context) -> list[E] | None:
        """Return the values that a name stands for; None when it isn't several."""
        raise NotImplementedError

    def source(self, domain: m.Expr, reg: Reg, c: Context) -> Source:
        """Return loops that run a register through a domain."""
        raise NotImplementedError

    def _in_type(self, value: E, domain: m.Everything) -> E:
        if domain.of.kind == "piece":
            runs = [self.setting.run(name) for name in domain.of.names]
        else:
            runs = [(0, self.setting.count(domain.of, domain.span))]
        inside = [And((Bin(">=", value, Const(a)), Bin("<", value, Const(b)))) for a, b in runs]
        return inside[0] if len(inside) == 1 else Or(tuple(inside))

    def rows(self, domain: m.Lookup) -> list[list[int]]:
        """Return the sets of a table, row by row."""
        table = self.rules.tables[domain.table]
        low, high = self.setting.table_range(table)
        return [self.setting.cells(table.name, (i,), table.span) for i in range(low, high + 1)]

    def row_range(self, domain: m.Lookup) -> tuple[int, int]:
        """Return the least and greatest value in a table of sets."""
        numbers = [n for row in self.rows(domain) for n in row] or [0]
        return min(numbers), max(numbers)

    def in_row(self, value: E, domain: m.Lookup, c: Context) -> E:
        """Return whether a value stands in a row of a table of sets."""
        table = self.rules.tables[domain.table]
        low, high = self.setting.table_range(table)
        first, last = self.row_range(domain)
        width = last - first + 1
        cells = [int(first + n in row) for row in self.rows(domain) for n in range(width)]
        site = self.site(Code.E503, f"the table '{table.name}' has no row for this", domain.span)
        index = self.checked(self.value(domain.indices[0], c), low, high, site)
        where = add(scale(add(index, Const(-low)), width), add(value, Const(-first)))
        test: E = Data(*self._data(f"set_{table.name}", cells, where))
        lo, hi = bounds(value)
        if hi < first or last < lo:
            return Const(0)
        return test if first <= lo and hi <= last else And((self.within(value, first, last), test))

    def among(self, address: E, name: str) -> E:
        """Return whether the zone at an address is one of a family."""
        family = self.layout.families[name]
        if not family.places:
            return Const(0)
        return self.within(address, family.base, family.address(len(family.places) - 1))

    def _in_zone(self, value: E, domain: m.Expr, c: Context) -> E:
        zone = self.rules.zones[domain.type.name]
        loops: Loops = []
        if isinstance(domain, m.ZoneRef) and domain.is_open:
            loops, address = self.addresses(domain, c)
        else:
            address = self.value(domain, c)
        found: tuple[Stmt, ...] = (Return(Const(1)),)
        if zone.written:
            r = self.reg("x", *self.content_range(domain))
            return self._search([([*loops, (r, Items(address))], [Bin("==", r, value)])], found)
        self.no_counted(domain)
        place = Load(add(value, Const(self.layout.zone_of)))
        if not loops:
            return Bin("==", place, address)
        if isinstance(domain, m.ZoneRef) and all(index is None for index in domain.indices):
            return self.among(place, zone.name)
        return self._search([(loops, [Bin("==", place, address)])], found)

    def no_counted(self, domain: m.Expr) -> None:
        """Refuse to tell pieces apart that are only counted."""
        if self.family_of(domain).counted:
            raise self.setting.error(
                Code.E101,
                "pieces without attributes are only counted; none can be picked out",
                domain.span,
            )

    def _search(self, source: Source, body: tuple[Stmt, ...]) -> E:
        return self.function("in", (*self.loops(source, body), Return(Const(0))), 0, 1)
