"""Lowering the other changes: shuffle, roll, show, swap, counters, written zones, variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.compile.changes import Event
from engine.compile.facts import TOLD
from engine.compile.layout import Cells
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
    Need,
    Not,
    Or,
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
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type


class Effects(Moves):
    """Lowers changes that move nothing."""

    leasts: dict[int, int]
    """By the key of a local variable: the least that it may be, leaving out none."""

    # -------------------------------------------------------------- pieces

    def shuffle(self, s: m.Shuffle, c: Context) -> None:
        """Lower a shuffle."""
        zone = self.hold(self.value(s.zone, c), "z")
        self.emit(*self.forget({s.zone.type.name}, zone))
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
        touched: set[str] = set()
        for component in kind.names:
            touched |= self._new_faces(component, piece, alone=len(kind.names) == 1)
        zone = Load(add(piece, Const(self.layout.zone_of)))
        self.emit(Store(add(piece, Const(self.layout.known)), self.zone_mask(zone, kind.names)))
        self.emit(*self.loops(source, self.close(before)))
        self.changed(touched, c)

    def _new_faces(self, component: str, piece: Reg, *, alone: bool) -> set[str]:
        """Draw the attributes of a piece if it is of a component; return what that touches."""
        before = self.nested()
        names = [a.name for a in self.rules.components[component].attributes if a.changes]
        for name in names:
            low, high = self.layout.ranges[component, name]
            drawn = self.reg("k")
            self.emit(Draw(drawn, Const(high - low + 1), name, low))
            where = add(piece, Const(self.layout.changing[name][0]))
            self.emit(Store(where, add(drawn, Const(low))))
        body = self.close(before)
        first, last = self.setting.run(component)
        self.emit(*(body if alone else (If(self.within(piece, first, last - 1), body),)))
        return {f".{name}" for name in names}

    def show(self, s: m.Show, c: Context) -> None:
        """Lower a show: seats come to know a piece, or all pieces of a zone."""
        if s.to.type.kind == "set":
            mask: E = Const(self.layout.everybody)
        else:
            mask = Bin("<<", Const(1), self.value(s.to, c))
        who = self.hold(mask, "m")
        if s.what.type.kind in TOLD:
            self.emit(*self.tell(s, who, c))
            return
        piece = self.reg("c", 0, max(0, len(self.setting.pieces) - 1))
        cell = add(piece, Const(self.layout.known))
        store: tuple[Stmt, ...] = (Store(cell, Bin("|", Load(cell), who)),)
        if s.what.type.kind == "piece":
            self.emit(Set(piece, self.value(s.what, c)), *store)
        elif s.what.type.kind in ("zone", "set"):
            self.emit(*self.loops(self.source(s.what, piece, c), store))
        else:
            raise self.setting.error(Code.E101, "pieces, zones and values are shown", s.what.span)

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
        self.emit(*self.forget({family.name}, a, b))
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
        known = Load(cell, cells.low, cells.high)
        if s.verb == "pay":
            self._pay(s, cells, amount, cell, c)
        else:
            sign = "+" if s.verb == "gain" else "-"
            value = self.arithmetic(sign, known, amount, s.span)
            if s.verb == "gain" and not s.fits:
                value = self.gained(value, cells, s.counter.name, s.span)
            else:
                value = self.clamp(value, cells.low, cells.high)
            self.emit(Store(cell, value))
        self.changed({s.counter.name}, c)

    def _pay(self, s: m.Gain, cells: Cells, amount: Reg, cell: Reg, c: Context) -> None:
        """Take from one seat and give to another; neither end stops at its range in silence."""
        name = s.counter.name
        short = self.site(Code.E504, f"there aren't enough {name} to pay", s.span)
        left = self.arithmetic("-", Load(cell, cells.low, cells.high), amount, s.span)
        wrong = Or((Bin("<", amount, Const(0)), Bin("<", left, Const(cells.low))))
        self.emit(If(wrong, (Fail(short),)), Store(cell, left))
        if s.to is not None:
            other = self.hold(self.cell_address(s.to, cells, c), "z")
            more = self.arithmetic("+", Load(other, cells.low, cells.high), amount, s.span)
            self.emit(
                Store(other, self.kept(more, cells.low, cells.high, name, s.counter.type, s.span))
            )

    def gained(self, value: E, cells: Cells, name: str, span: Span) -> E:
        """Return what a counter becomes, which must lie in its range."""
        message = (
            f"'{name}' is {cells.low}..{cells.high}: give it a wider range, or say 'gain at most …'"
        )
        site = self.site(Code.E503, message, span)
        return self.checked(value, cells.low, cells.high, site)

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
        site = self.site(Code.E503, f"'{family.name}' takes {low}..{high}", s.span)
        if zone_model.written.type.kind == "mark":
            low, high = 1, 1
        value = self.hold(self.checked(self.value(s.value, c), low, high, site), "v")
        zone = self.hold(self.value(s.zone, c), "z")
        self.emit(*self.forget({family.name}, zone))
        full = self.site(Code.E508, f"'{family.name}' is full; nothing more fits in", s.span)
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
            raise self.setting.error(Code.E101, "pieces are moved, not erased", s.span)
        k = self.reg("k")
        count = Load(zone, 0, family.capacity)
        wipe = Loop(k, Steps(Const(1), count), (Store(add(zone, k), Const(0)),))
        self.emit(*self.forget({family.name}, zone), wipe, Store(zone, Const(0)))
        self.changed({family.name}, c)

    # -------------------------------------------------------------- variables

    def assign(self, s: m.Assign, c: Context) -> None:
        """Lower a change of a variable or an attribute."""
        target = s.target
        value = self.value(s.value, c)
        if isinstance(target, m.Attr):
            piece = self.piece_of(target, c)
            known = self.attribute(piece, target.name, target.piece.type.names)
            assert isinstance(known, Load)
            where, low, high = known
            kinds = target.piece.type.names
            least = min(self.layout.ranges[component, target.name][0] for component in kinds)
            value = self.kept(value, low, high, target.name, target.type, s.span, least)
            self.emit(Store(where, self._its_own(piece, value, target, s.span)))
            self.changed({f".{target.name}"}, c)
        elif isinstance(target, m.VarRef):
            cells = self.layout.cells[target.name]
            address = self.cell_address(target, cells, c)
            least = self.layout.least(self.rules.variables[target.name].domain)
            value = self.kept(value, cells.low, cells.high, target.name, target.type, s.span, least)
            self.emit(Store(address, value))
            self.changed({target.name}, c)
        elif isinstance(target, m.Local):
            self._assign_local(target, value, c, s.span)

    def _its_own(self, piece: E, value: E, target: m.Attr, span: Span) -> E:
        """Return a value that is known or checked to be one that the piece's own kind may have."""
        for component in target.piece.type.names:
            low, high = self.layout.held[component, target.name]
            least = self.layout.ranges[component, target.name][0]
            maybe = target.type.kind == "number" and low == NONE
            if self.fits(value, low, high, least if maybe else None):
                continue
            first, last = self.setting.run(component)
            own = self.within(value, low, high, least)
            fits = Or((Not(self.within(piece, first, last - 1)), own))
            message = f"'{target.name}' of {component} can only be {low} to {high}"
            value = Need(fits, value, self.site(Code.E503, message, span))
        return value

    def _assign_local(self, target: m.Local, value: E, c: Context, span: Span) -> None:
        bound = c.locals[target.key]
        name, kind, least = target.name, target.type, self.leasts.get(target.key, 0)
        if isinstance(bound, Array):
            where = self.linear(name, target.indices, bound.shape, span, c)
            value = self.kept(value, bound.low, bound.high, name, kind, span, least)
            self.emit(Store(add(bound.base, where), value))
            return
        assert isinstance(bound, (Reg, Load))
        value = self.kept(value, bound.lo, bound.hi, name, kind, span, least)
        self.emit(Set(bound, value) if isinstance(bound, Reg) else Store(bound.at, value))
