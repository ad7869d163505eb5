"""Lowering the other changes: shuffle, roll, show, swap, counters, written zones, variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.compile.changes import Event
from engine.compile.moves import Moves
from engine.compile.program import (
    NONE,
    And,
    Bin,
    Const,
    Draw,
    E,
    Fail,
    If,
    Items,
    Load,
    Loop,
    Pick,
    Reg,
    Set,
    Shuffle,
    Steps,
    Stmt,
    Store,
    add,
)
from engine.compile.values import Array, Context
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type


class Effects(Moves):
    """Lowers changes that move nothing."""

    # -------------------------------------------------------------- pieces

    def shuffle(self, s: m.Shuffle, c: Context) -> None:
        """Lower a shuffle."""
        zone = self.hold(self.value(s.zone, c), "z")
        self.emit(Shuffle(zone, self.seen_mask(s.zone, zone, c)))

    def zone_mask(self, address: E, components: Iterable[str]) -> E:
        """Return who sees what lies in a zone, given its address and what it may hold."""
        result: E = Const(0)
        for zone in self.holders(components):
            family = self.layout.families[zone.name]
            if not family.places:
                continue
            ref = m.Local(name="it", key=0, type=Type("zone", (zone.name,)))
            mask = self.seen_mask(ref, address, Context())
            last = family.address(len(family.places) - 1)
            inside = And((Bin(">=", address, Const(family.base)), Bin("<=", address, Const(last))))
            result = Pick(inside, mask, result)
        return result

    def roll(self, s: m.Roll, c: Context) -> None:
        """Lower a roll: new values of changing attributes, known to those who see the piece."""
        kind = s.what.type.items[0] if s.what.type.kind == "set" else s.what.type
        if s.what.type.kind == "zone":
            kind = Type("piece", self.rules.zones[s.what.type.name].pieces)
        piece = self.reg("c", 0, max(0, len(self.setting.pieces) - 1))
        if s.what.type.kind == "piece":
            source: Any = [([(piece, Steps(self.value(s.what, c), self.value(s.what, c)))], [])]
        else:
            source = self.source(s.what, piece, c)
        before = self.nested()
        touched = set()
        for component in kind.names:
            inner = self.nested()
            touched |= self._roll_attributes(component, piece)
            rolled = self.close(inner)
            first, last = self.setting.run(component)
            here = And((Bin(">=", piece, Const(first)), Bin("<", piece, Const(last))))
            self.emit(*(rolled if len(kind.names) == 1 else (If(here, rolled),)))
        zone = Load(add(piece, Const(self.layout.zone_of)))
        self.emit(Store(add(piece, Const(self.layout.known)), self.zone_mask(zone, kind.names)))
        self.emit(*self.loops(source, self.close(before)))
        self.changed(touched, c)

    def _roll_attributes(self, component: str, piece: Reg) -> set[str]:
        """Emit a random value for every changing attribute of a piece; return what that touches."""
        touched = set()
        for a in self.rules.components[component].attributes:
            if a.changes:
                touched.add(f".{a.name}")
                low, high = self.layout.ranges[component, a.name]
                cell = add(piece, Const(self.layout.changing[a.name][0]))
                r = self.reg("k")
                self.emit(Draw(r, Const(high - low + 1), a.name, low))
                self.emit(Store(cell, add(r, Const(low))))
        return touched

    def show(self, s: m.Show, c: Context) -> None:
        """Lower a show: seats come to know a piece, or all pieces of a zone."""
        if s.to.type.kind == "set":
            mask: E = Const(self.layout.everybody)
        else:
            mask = Bin("<<", Const(1), self.value(s.to, c))
        who = self.hold(mask, "m")
        piece = self.reg("c", 0, max(0, len(self.setting.pieces) - 1))
        cell = add(piece, Const(self.layout.known))
        store: tuple[Stmt, ...] = (Store(cell, Bin("|", Load(cell), who)),)
        if s.what.type.kind == "piece":
            self.emit(Set(piece, self.value(s.what, c)), *store)
        elif s.what.type.kind in ("zone", "set"):
            self.emit(*self.loops(self.source(s.what, piece, c), store))
        else:
            raise self.setting.error("E101", "pieces and zones are shown", s.what.span)

    def swap(self, s: m.Swap, c: Context) -> None:
        """Lower an exchange of two zones' contents."""
        family = self.family_of(s.one)
        a = self.hold(self.value(s.one, c), "z")
        b = self.hold(self.value(s.other, c), "z")
        k, one, two = self.reg("k"), self.reg("a"), self.reg("b")
        body: list[Stmt] = [
            Set(one, Load(add(a, k))), Set(two, Load(add(b, k))),
            Store(add(a, k), two), Store(add(b, k), one),
        ]  # fmt: skip
        self.emit(Loop(k, Steps(Const(0), Const(family.stride - 1)), tuple(body)))
        zone = self.rules.zones[family.name]
        if zone.pieces and not family.counted:
            for ref, address in ((s.one, a), (s.other, b)):
                self._claim(ref, address, c)
        self.changed({family.name}, c)

    def _claim(self, ref: m.Expr, address: E, c: Context) -> None:
        """Make the pieces of a zone know that they lie in it, and who sees it know them."""
        piece = self.reg("c", 0, max(0, len(self.setting.pieces) - 1))
        known = add(piece, Const(self.layout.known))
        mask = self.seen_mask(ref, address, c)
        self.emit(Loop(piece, Items(address), (
            Store(add(piece, Const(self.layout.zone_of)), address),
            Store(known, Bin("|", Load(known), mask)),
        )))  # fmt: skip

    # -------------------------------------------------------------- counters and written zones

    def gain(self, s: m.Gain, c: Context) -> None:
        """Lower gain, lose and pay."""
        cells = self.layout.cells[s.counter.name]
        amount = self.hold(self.value(s.amount, c), "n")
        cell = self.hold(self.cell_address(s.counter, cells, c), "z")
        if s.verb == "pay":
            site = self.site("E504", f"there aren't enough {s.counter.name} to pay", s.span)
            self.emit(If(Bin("<", Bin("-", Load(cell), amount), Const(cells.low)), (Fail(site),)))
        sign = "+" if s.verb == "gain" else "-"
        self.emit(Store(cell, self.clamp(Bin(sign, Load(cell), amount), cells.low, cells.high)))
        if s.to is not None:
            other = self.hold(self.cell_address(s.to, cells, c), "z")
            self.emit(
                Store(other, self.clamp(Bin("+", Load(other), amount), cells.low, cells.high))
            )
        self.changed({s.counter.name}, c)

    def clamp(self, value: E, low: int, high: int) -> E:
        """Return a value kept within bounds."""
        r = self.hold(value, "v")
        return Pick(Bin("<", r, Const(low)), Const(low),
                    Pick(Bin(">", r, Const(high)), Const(high), r))  # fmt: skip

    def write(self, s: m.Write, c: Context) -> None:
        """Lower the writing of a value."""
        family = self.family_of(s.zone)
        zone_model = self.rules.zones[family.name]
        assert zone_model.written is not None
        low, high = self.setting.range(zone_model.written)
        site = self.site("E503", f"'{family.name}' takes {low}..{high}", s.span)
        if zone_model.written.type.kind == "mark":
            low, high = 1, 1
        value = self.hold(self.checked(self.value(s.value, c), low, high, site), "v")
        zone = self.hold(self.value(s.zone, c), "z")
        full = self.site("E508", f"'{family.name}' is full; nothing more fits in", s.span)
        count = self.hold(add(Load(zone, 0, family.capacity), Const(1)), "n")
        self.emit(
            If(Bin(">", count, Const(family.capacity)), (Fail(full),)),
            Store(add(zone, count), value),
            Store(zone, count),
        )
        self.changed({family.name}, c, Event(family.name, value, zone, count))

    def erase(self, s: m.Erase, c: Context) -> None:
        """Lower the emptying of a written zone."""
        zone = self.hold(self.value(s.zone, c), "z")
        family = self.family_of(s.zone)
        if self.rules.zones[family.name].pieces:
            raise self.setting.error("E101", "pieces are moved, not erased", s.span)
        k = self.reg("k")
        wipe = Loop(k, Steps(Const(1), Load(zone)), (Store(add(zone, k), Const(0)),))
        self.emit(wipe, Store(zone, Const(0)))
        self.changed({family.name}, c, self._left(zone))

    # -------------------------------------------------------------- variables

    def assign(self, s: m.Assign, c: Context) -> None:
        """Lower a change of a variable or an attribute."""
        target = s.target
        value = self.value(s.value, c)
        if isinstance(target, m.Attr):
            base, low, high = self.layout.changing[target.name]
            if len(target.piece.type.names) == 1 and low != NONE:
                low, high = self.layout.ranges[target.piece.type.name, target.name]
            site = self.site("E503", f"'{target.name}' is {_range(low, high)}", s.span)
            where = add(self.value(target.piece, c), Const(base))
            self.emit(Store(where, self.checked(value, low, high, site)))
            self.changed({f".{target.name}"}, c)
        elif isinstance(target, m.VarRef):
            cells = self.layout.cells[target.name]
            site = self.site("E503", f"'{target.name}' is {_range(cells.low, cells.high)}", s.span)
            address = self.cell_address(target, cells, c)
            self.emit(Store(address, self.checked(value, cells.low, cells.high, site)))
            self.changed({target.name}, c)
        elif isinstance(target, m.Local):
            self._assign_local(target, value, c, s.span)

    def _assign_local(self, target: m.Local, value: E, c: Context, span: Span) -> None:
        bound = c.locals[target.key]
        if isinstance(bound, Array):
            site = self.site("E503", f"'{target.name}' is {_range(bound.low, bound.high)}", span)
            where = self.linear(target.name, target.indices, bound.shape, span, c)
            self.emit(
                Store(add(bound.base, where), self.checked(value, bound.low, bound.high, site))
            )
            return
        assert isinstance(bound, (Reg, Load))
        site = self.site("E503", f"'{target.name}' is {_range(bound.lo, bound.hi)}", span)
        value = self.checked(value, bound.lo, bound.hi, site)
        self.emit(Set(bound, value) if isinstance(bound, Reg) else Store(bound.at, value))


def _range(low: int, high: int) -> str:
    return f"{low}..{high}" if low > NONE else f"at most {high}"
