"""Lowering movement: pieces that go from zone to zone, are dealt, or step along a track.

A move of several pieces is one change: endings and reactions come after the last of them. Counted
pieces have no identity; moving them is arithmetic on the counts of two zones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.compile.changes import Changes, Event
from engine.compile.cost import most
from engine.compile.program import (
    NONE,
    Bin,
    Const,
    E,
    Fail,
    Gather,
    If,
    Items,
    Load,
    Loop,
    Not,
    Or,
    Pick,
    Reg,
    Set,
    Steps,
    Stmt,
    Store,
    Transfer,
    add,
    bounds,
)
from engine.compile.values import Context, Loops, Source
from engine.language.codes import Code
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

UNORDERED = ("hand", "area", "bag")
NOWHERE = Const(0)
"""The space of a piece that stands on no track."""


class Moves(Changes):
    """Lowers `move`, `deal` and `forward`."""

    def transfer(
        self,
        piece: Reg,
        to: m.Expr,
        target: E,
        c: Context,
        span: Span,
        *,
        source: tuple[m.Expr, E] | None = None,
        top: bool = False,
        space: E = NOWHERE,
    ) -> None:
        """Emit the move of one piece, with its space on a track and what is seen of it."""
        family = self.family_of(to)
        zone = self.rules.zones[family.name]
        components = to_components(to, self.rules)
        sources = [self.rules.zones[source[0].type.name]] if source else self.holders(components)
        hides = zone.seen != "all" and any(z.kind in UNORDERED and z.seen != "all" for z in sources)
        capacity = family.capacity if family.capacity < self.supply(zone.name) else -1
        seen = self.seen_mask(to, target, c)
        site = self.site(Code.E508, f"'{zone.name}' is full; nothing more fits in", span)
        came = source[1] if source else Load(add(piece, Const(self.layout.zone_of)))
        self.emit(*self.forget({z.name for z in (zone, *sources)}, came, target))
        self.emit(Transfer(
            piece, source[1] if source else None, target, top, seen, capacity, hides, site
        ))  # fmt: skip
        if self.layout.space:
            self.emit(Store(add(piece, Const(self.layout.space)), space))

    def space(self, s: m.Move, c: Context) -> E:
        """Return the space that a move goes to, found before anything has moved."""
        zone = self.rules.zones[s.to.type.name]
        if s.at is None or not zone.spaces:
            return NOWHERE
        far = self.site(Code.E503, f"'{zone.name}' has no such space", s.span)
        space = self.checked(self.value(s.at, c), *zone.spaces, far)
        return space if isinstance(space, Const) else self.hold(space, "n")

    def move(self, s: m.Move, c: Context) -> None:
        """Lower a move of any form."""
        method = getattr(self, "_move_" + s.form.replace(" ", "_"))
        method(s, c)

    def counted(self, e: m.Expr) -> bool:
        """Tell whether a zone only counts what lies in it."""
        return e.type.kind == "zone" and self.family_of(e).counted

    def supply(self, family: str) -> int:
        """Return how many pieces there are that a zone of a family might hold."""
        return sum(self.setting.supply(name) for name in self.rules.zones[family].pieces)

    def room_of(self, e: m.Expr) -> int:
        """Return how much a zone can hold."""
        return self.family_of(e).capacity

    def _all_touched(self, components: Iterable[str]) -> set[str]:
        return {z.name for z in self.holders(components)} | {".space"}

    # -------------------------------------------------------------- one piece

    def _move_one(self, s: m.Move, c: Context) -> None:
        what = s.what
        assert what is not None
        if what.type.kind == "set":
            return self._move_set(s, what, c)
        source: tuple[m.Expr, E] | None = None
        if isinstance(what, m.Op) and what.op in ("last", "first"):
            where = what.arguments[0]
            if self.counted(where):
                one = m.Literal_(type=Type("number"), value=1, span=s.span)
                return self._move_counted(where, s.to, self.value(one, c), s, c)
            source = (where, self.hold(self.value(where, c), "z"))
        piece = self.hold(self.value(what, c), "c")
        if what.type.maybe:
            site = self.site(Code.E509, "there is nothing to move: this is none", s.span)
            self.emit(If(Bin("==", piece, Const(NONE)), (Fail(site),)))
        target = self.hold(self.value(s.to, c), "z")
        top = isinstance(what, m.Op) and what.op == "last"
        space = self.space(s, c)
        self.transfer(piece, s.to, target, c, s.span, source=source, top=top, space=space)
        arrival = Event(s.to.type.name, piece, target, None if s.at is None else space)
        self.changed(self._all_touched(what.type.names), c, arrival)
        return None

    # -------------------------------------------------------------- several pieces

    def _move_set(self, s: m.Move, what: m.Expr, c: Context) -> None:
        """Move several pieces; they are found first and moved then, and count as one change."""
        inside = c.inner()
        bind = m.Bind(name="it", key=-2, type=what.type.items[0], domain=what, span=s.span)
        source = self.bind(bind, inside)
        piece = inside.locals[-2]
        assert isinstance(piece, Reg)
        touched = self._all_touched(what.type.items[0].names)
        target, space = self.hold(self.value(s.to, c), "z"), self.space(s, c)
        before = self.nested()
        self.transfer(piece, s.to, target, inside, s.span, space=space)
        body = self.close(before)
        if _one_place(what) and not self.reads(_conditions(what)) & touched:
            self.emit(*self.loops(source, body))
        else:
            self._found_first(source, piece, body)
        self.changed(touched, c)

    def _found_first(self, source: Source, piece: Reg, body: tuple[Stmt, ...]) -> None:
        """Write down what there is before anything changes it, then do something with each."""
        cells = self.slot(max(1, most(source, self.layout)), pieces=True)
        count, k = self.reg("n", 0, len(self.setting.pieces)), self.reg("k")
        keep = (Store(add(cells, count), piece), Set(count, add(count, Const(1))))
        self.emit(Set(count, Const(0)), *self.loops(source, keep))
        again = (Set(piece, Load(add(cells, k))), *body)
        self.emit(Loop(k, Steps(Const(0), add(count, Const(-1))), again))

    def _move_some(self, s: m.Move, c: Context) -> None:
        assert s.what is not None and s.count is not None
        count = self.value(s.count, c)
        if self.counted(s.what):
            return self._move_counted(s.what, s.to, count, s, c)
        family = self.family_of(s.what)
        zone = self.hold(self.value(s.what, c), "z")
        wanted = self.reg("n", 0, family.capacity)
        short = self.site(Code.E504, f"'{family.name}' has fewer pieces than this takes", s.span)
        wrong: E = Bin("<", Load(zone), wanted)
        if bounds(count)[0] < 0:
            wrong = Or((Bin("<", wanted, Const(0)), wrong))
        self.emit(Set(wanted, count), If(wrong, (Fail(short),)))
        return self._take(s, zone, wanted, c)

    def _move_up_to(self, s: m.Move, c: Context) -> None:
        assert s.what is not None and s.count is not None
        zone = self.hold(self.value(s.what, c), "z")
        count = self.hold(self.value(s.count, c), "n")
        negative = self.site(Code.E504, "fewer than no pieces can't be moved", s.span)
        if count.lo < 0:
            self.emit(If(Bin("<", count, Const(0)), (Fail(negative),)))
        here = Load(zone, 0, self.room_of(s.what))
        fewer = Pick(Bin("<", count, here), count, here)
        if self.counted(s.what):
            return self._move_counted(s.what, s.to, fewer, s, c)
        wanted = self.reg("n", 0, min(max(0, count.hi), here.hi))
        self.emit(Set(wanted, fewer))
        return self._take(s, zone, wanted, c)

    def _take(self, s: m.Move, zone: Reg, count: E, c: Context) -> None:
        """Move a number of pieces from the top of a zone, one after the other, as one change."""
        assert s.what is not None
        target = self.hold(self.value(s.to, c), "z")
        before = self.nested()
        piece = self.hold(Load(add(zone, Load(zone))), "c")
        self.transfer(piece, s.to, target, c, s.span, source=(s.what, zone), top=True)
        body = self.close(before)
        self.emit(Loop(self.reg("k"), Steps(Const(1), count), body))
        names = self.rules.zones[s.what.type.name].pieces
        self.changed(self._all_touched(names), c)

    def _move_all_from(self, s: m.Move, c: Context) -> None:
        assert s.what is not None
        what = s.what
        names = self.rules.zones[what.type.name].pieces
        target = self.hold(self.value(s.to, c), "z")
        loops: Any = []
        if isinstance(what, m.ZoneRef) and what.is_open:
            loops, address = self.addresses(what, c)
        else:
            address = self.hold(self.value(what, c), "z")
        before = self.nested()
        if self.counted(what):
            self.emit(*self.forget({what.type.name, s.to.type.name}, address, target))
            n = self.hold(Load(address, 0, self.room_of(what)), "n")
            self.emit(Store(address, Const(0)))
            self._put(target, n, s)
        else:
            piece = self.reg("c", 0, len(self.setting.pieces))
            inner = self.nested()
            self.transfer(piece, s.to, target, c, s.span)
            self.emit(Loop(piece, Items(address), self.close(inner)))
        self.emit(*self.loops([(loops, [])], self.close(before)))
        self.changed(self._all_touched(names), c)

    def _move_counted(self, source: m.Expr, to: m.Expr, count: E, s: m.Move, c: Context) -> None:
        here = self.hold(self.value(source, c), "z")
        there = self.hold(self.value(to, c), "z")
        n = self.hold(count, "n")
        name = self.family_of(source).name
        short = self.site(Code.E504, f"'{name}' has fewer pieces than this takes", s.span)
        wrong = Or((Bin("<", n, Const(0)), Bin("<", Load(here), n)))
        self.emit(
            If(wrong, (Fail(short),)),
            Store(here, Bin("-", Load(here), n)),
        )
        self._put(there, n, s)
        self.emit(*self.forget({name, to.type.name}, here, there))
        names = self.rules.zones[to.type.name].pieces
        self.changed(self._all_touched(names), c)

    def _put(self, zone: E, count: E, s: m.Move | m.Deal) -> None:
        """Add to what a zone counts."""
        family = self.layout.families[s.to.type.name]
        self.emit(Store(zone, add(Load(zone), count)))
        if family.capacity < self.supply(family.name):
            full = self.site(Code.E508, f"'{family.name}' is full; nothing more fits in", s.span)
            self.emit(If(Bin(">", Load(zone), Const(family.capacity)), (Fail(full),)))

    # -------------------------------------------------------------- whole components

    def _move_all(self, s: m.Move, c: Context) -> None:
        for name in s.components:
            if self.rules.components[name].counted:
                self._gather_counted(name, s, c)
            else:
                self._gather(name, s, c)
        self.changed(self._all_touched(s.components), c)

    def _gather_counted(self, name: str, s: m.Move, c: Context) -> None:
        self.emit(*self.forget({zone.name for zone in self.holders([name])}))
        for zone in self.holders([name]):
            family = self.layout.families[zone.name]
            for number in range(len(family.places)):
                self.emit(Store(Const(family.address(number)), Const(0)))
        self._put(self.hold(self.value(s.to, c), "z"), Const(self.setting.supply(name)), s)

    def _gather(self, name: str, s: m.Move, c: Context) -> None:
        """Collect a component: in one go where its zones hold nothing else."""
        first, last = self.setting.run(name)
        holders = self.holders([name])
        if s.where is None and all(z.pieces == (name,) for z in holders) and not self.layout.space:
            zones = tuple(
                self.layout.families[z.name].address(i)
                for z in holders
                for i in range(len(self.layout.families[z.name].places))
            )
            target = self.value(s.to, c)
            site = self.site(Code.E508, "not all of these fit in", s.span)
            family = self.family_of(s.to)
            capacity = family.capacity if family.capacity < last - first else -1
            seen = self.seen_mask(s.to, target, c)
            self.emit(*self.forget({z.name for z in holders}))
            self.emit(Gather(first, last, zones, target, seen, capacity, site))
            return
        self._each_piece(name, s, c)

    def _move_each(self, s: m.Move, c: Context) -> None:
        for name in s.components:
            self._each_piece(name, s, c)
        self.changed(self._all_touched(s.components), c)

    def _each_piece(self, name: str, s: m.Move, c: Context) -> None:
        first, last = self.setting.run(name)
        piece = self.reg("c", first, max(first, last - 1))
        inside = c.inner()
        inside.locals[s.each_key] = piece
        before = self.nested()
        target, space = self.hold(self.value(s.to, inside), "z"), self.space(s, inside)
        self.transfer(piece, s.to, target, inside, s.span, space=space)
        body = self.close(before)
        loop: Loops = [(piece, Steps(Const(first), Const(last - 1)))]
        if s.where is None:
            self.emit(*self.loops([(loop, [])], body))
            return
        source: Source = [(loop, [self.value(s.where, inside)])]
        if self.reads(s.where) & self._all_touched([name]):
            self._found_first(source, piece, body)
        else:
            self.emit(*self.loops(source, body))

    # -------------------------------------------------------------- tracks and deals

    def forward(self, s: m.Forward, c: Context) -> None:
        """Lower a step along a track."""
        piece = self.hold(self.value(s.piece, c), "c")
        tracks = [z for z in self.holders(s.piece.type.names) if z.kind == "track" and z.spaces]
        if not tracks:
            raise self.setting.error(Code.E101, "this piece never stands on a track", s.span)
        where = self.hold(Load(add(piece, Const(self.layout.zone_of))), "z")
        cell = add(piece, Const(self.layout.space))
        steps = self.value(s.steps, c)
        there = self.hold(self.arithmetic("+", Load(cell, 0, 10_000), steps, s.span), "n")
        on_none = self.site(Code.E509, "this piece stands on no track", s.span)
        checks: tuple[Stmt, ...] = (Fail(on_none),)
        for zone in tracks:
            assert zone.spaces is not None
            low, high = zone.spaces
            site = self.site(Code.E503, f"'{zone.name}' has only the spaces {low}..{high}", s.span)
            checked = (Store(cell, self.checked(there, low, high, site)),)
            checks = (If(self.among(where, zone.name), checked, checks),)
        self.emit(*checks)
        touched = {z.name for z in tracks} | {".space"}
        if len(tracks) == 1:
            self.changed(touched, c, Event(tracks[0].name, piece, where, there))
            return
        self.changed(touched, c)
        for zone in () if self.silent else tracks:
            self.react(Event(zone.name, piece, where, there, unsure=True), c)

    def deal(self, s: m.Deal, c: Context) -> None:
        """Lower a deal, round by round."""
        source = self.hold(self.value(s.source, c), "z")
        name = self.family_of(s.source).name
        short = self.site(Code.E504, f"'{name}' runs out before everybody has enough", s.span)
        count = self._rounds_of(s, short, c)
        inside = c.inner()
        target_ref, loops = self._deal_loops(s, inside)
        tests = [] if s.where is None else [self.value(s.where, inside)]
        before = self.nested()
        self.emit(If(Not(Load(source)), (Fail(short),)))
        address = self.hold(self.value(target_ref, inside), "z")
        if self.counted(s.source):
            self.emit(*self.forget({name, s.to.name}, source, address))
            self.emit(Store(source, add(Load(source), Const(-1))))
            self._put(address, Const(1), s)
        else:
            piece = self.hold(Load(add(source, Load(source))), "c")
            self.transfer(piece, target_ref, address, inside, s.span,
                          source=(s.source, source), top=True)  # fmt: skip
        body = self.loops([(loops, tests)], self.close(before))
        self.emit(Loop(self.reg("k"), Steps(Const(1), count), body))
        names = self.rules.zones[s.to.name].pieces
        self.changed(self._all_touched(names), c)

    def _rounds_of(self, s: m.Deal, short: int, c: Context) -> E:
        """Return how often a deal goes round; beyond the supply once more is enough to fail."""
        count = self.value(s.count, c)
        low, high = bounds(count)
        supply = self.supply(s.source.name)
        if low >= 0 and high <= supply + 1:
            return count
        given = self.hold(count, "n")
        self.emit(If(Bin("<", given, Const(0)), (Fail(short),)))
        rounds = self.reg("n", 0, supply + 1)
        self.emit(Set(rounds, Pick(Bin(">", given, Const(supply)), Const(supply + 1), given)))
        return rounds

    def _deal_loops(self, s: m.Deal, c: Context) -> tuple[m.ZoneRef, Any]:
        """Return the target with every open index bound, and the loops that bind them."""
        family = self.rules.zones[s.to.name]
        loops: list[Any] = []
        indices: list[m.Expr | None] = []
        binders = list(s.binders) + [None] * (len(family.indices) - len(s.binders))
        for number, (index, domain) in enumerate(zip(s.to.indices, family.indices, strict=True)):
            if index is not None:
                indices.append(index)
                continue
            bind = binders[number]
            low, high = self.setting.range(domain)
            r = self.reg("i", low, high)
            loops.append((r, Steps(Const(low), Const(high))))
            key = bind.key if bind else -(number + 100)
            c.locals[key] = r
            indices.append(m.Local(name="it", key=key, type=domain.type, span=s.span))
        return s.to.model_copy(update={"indices": tuple(indices)}), loops


def _one_place(what: m.Expr) -> bool:
    """Tell whether a set is taken from one zone or from all pieces, and so in order."""
    if isinstance(what, m.Fold) and what.kind == "set":
        return _one_place(what.binders[0].domain)
    if isinstance(what, m.ZoneRef):
        return not what.is_open
    return isinstance(what, m.Everything)


def _conditions(what: m.Expr) -> tuple[m.Expr, ...]:
    """Return what is asked of each member of a set."""
    if not isinstance(what, m.Fold):
        return ()
    own = () if what.where is None else (what.where,)
    return (*own, *_conditions(what.binders[0].domain))


def to_components(to: m.Expr, rules: m.Ruleset) -> tuple[str, ...]:
    """Return the components that a zone may hold."""
    return rules.zones[to.type.name].pieces
