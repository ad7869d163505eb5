"""Lowering movement: pieces that go from zone to zone, are dealt, or step along a track.

A move of several pieces is one change: endings and reactions come after the last of them. Counted
pieces have no identity; moving them is arithmetic on the counts of two zones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.compile.changes import Changes, Event
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
    Steps,
    Store,
    Transfer,
    add,
)
from engine.compile.values import Context
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import Type

UNORDERED = ("hand", "area", "bag")


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
        at_space: m.Expr | None = None,
    ) -> None:
        """Emit the move of one piece, with its space on a track and what is seen of it."""
        family = self.family_of(to)
        zone = self.rules.zones[family.name]
        components = to_components(to, self.rules)
        sources = [self.rules.zones[source[0].type.name]] if source else self.holders(components)
        hides = zone.seen != "all" and any(z.kind in UNORDERED and z.seen != "all" for z in sources)
        supply = sum(self.setting.supply(name) for name in zone.pieces)
        capacity = family.capacity if family.capacity < supply else -1
        seen = self.seen_mask(to, target, c)
        site = self.site("E508", f"'{zone.name}' is full; nothing more fits in", span)
        self.emit(Transfer(
            piece, source[1] if source else None, target, top, seen, capacity, hides, site
        ))  # fmt: skip
        if self.layout.space:
            space: E = Const(0)
            if at_space is not None and zone.spaces:
                far = self.site("E503", f"'{zone.name}' has no such space", span)
                space = self.checked(self.value(at_space, c), *zone.spaces, far)
            self.emit(Store(add(piece, Const(self.layout.space)), space))

    def move(self, s: m.Move, c: Context) -> None:
        """Lower a move of any form."""
        method = getattr(self, "_move_" + s.form.replace(" ", "_"))
        method(s, c)

    def counted(self, e: m.Expr) -> bool:
        """Tell whether a zone only counts what lies in it."""
        return e.type.kind == "zone" and self.family_of(e).counted

    def _all_touched(self, components: Iterable[str]) -> set[str]:
        return {z.name for z in self.holders(components)} | {".space"}

    def _left(self, zone: E) -> Event:
        return Event("", Const(0), Const(0), None, zone)

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
        elif self._watching_sources():
            source = None
        piece = self.hold(self.value(what, c), "c")
        if what.type.maybe:
            site = self.site("E509", "there is nothing to move: this is none", s.span)
            self.emit(If(Bin("==", piece, Const(NONE)), (Fail(site),)))
        before: E | None = source[1] if source else None
        if before is None and self._watching_sources():
            before = self.hold(Load(add(piece, Const(self.layout.zone_of))), "z")
        target = self.hold(self.value(s.to, c), "z")
        top = isinstance(what, m.Op) and what.op == "last"
        self.transfer(piece, s.to, target, c, s.span, source=source, top=top, at_space=s.at)
        self._arrived(s, what.type.names, piece, target, before, c)
        return None

    def _watching_sources(self) -> bool:
        return any(isinstance(t.event, m.Becomes) for t in self.rules.triggers)

    def _arrived(
        self, s: m.Move, names: tuple[str, ...], piece: E, target: E, source: E | None, c: Context
    ) -> None:
        touched = {z.name for z in self.holders(names)} | {".space"}
        family = self.family_of(s.to).name
        space = None if s.at is None else self.value(s.at, c)
        self.changed(touched, c, Event(family, piece, target, space, source))

    # -------------------------------------------------------------- several pieces

    def _move_set(self, s: m.Move, what: m.Expr, c: Context) -> None:
        """Move several pieces; they are found first and moved then, and count as one change."""
        inside = c.inner()
        bind = m.Bind(name="it", key=-2, type=what.type.items[0], domain=what, span=s.span)
        source = self.bind(bind, inside)
        piece = inside.locals[-2]
        assert isinstance(piece, Reg)
        target = self.hold(self.value(s.to, c), "z")
        before = self.nested()
        self.transfer(piece, s.to, target, inside, s.span)
        self.emit(*self.loops(source, self.close(before)))
        self.changed(self._all_touched(what.type.items[0].names), c)

    def _move_some(self, s: m.Move, c: Context) -> None:
        assert s.what is not None and s.count is not None
        count = self.value(s.count, c)
        if self.counted(s.what):
            return self._move_counted(s.what, s.to, count, s, c)
        zone = self.hold(self.value(s.what, c), "z")
        wanted = self.hold(count, "n")
        name = self.family_of(s.what).name
        short = self.site("E504", f"'{name}' has fewer pieces than this takes", s.span)
        self.emit(If(Bin("<", Load(zone), wanted), (Fail(short),)))
        return self._take(s, zone, wanted, c)

    def _move_up_to(self, s: m.Move, c: Context) -> None:
        assert s.what is not None and s.count is not None
        zone = self.hold(self.value(s.what, c), "z")
        count = self.hold(self.value(s.count, c), "n")
        most = Pick(Bin("<", count, Load(zone)), count, Load(zone))
        if self.counted(s.what):
            return self._move_counted(s.what, s.to, most, s, c)
        return self._take(s, zone, self.hold(most, "n"), c)

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
        self.changed(self._all_touched(names), c, self._left(zone))

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
            self.emit(Store(target, add(Load(target), Load(address))), Store(address, Const(0)))
        else:
            piece = self.reg("c", 0, len(self.setting.pieces))
            inner = self.nested()
            self.transfer(piece, s.to, target, c, s.span)
            self.emit(Loop(piece, Items(address), self.close(inner)))
        self.emit(*self.loops([(loops, [])], self.close(before)))
        single = None if loops else self._left(address)
        self.changed(self._all_touched(names), c, single)

    def _move_counted(self, source: m.Expr, to: m.Expr, count: E, s: m.Move, c: Context) -> None:
        here = self.hold(self.value(source, c), "z")
        there = self.hold(self.value(to, c), "z")
        n = self.hold(count, "n")
        name = self.family_of(source).name
        short = self.site("E504", f"'{name}' has fewer pieces than this takes", s.span)
        wrong = Or((Bin("<", n, Const(0)), Bin("<", Load(here), n)))
        self.emit(
            If(wrong, (Fail(short),)),
            Store(here, Bin("-", Load(here), n)),
            Store(there, Bin("+", Load(there), n)),
        )
        names = self.rules.zones[to.type.name].pieces
        self.changed(self._all_touched(names), c, self._left(here))

    # -------------------------------------------------------------- whole components

    def _move_all(self, s: m.Move, c: Context) -> None:
        for name in s.components:
            if self.rules.components[name].counted:
                self._gather_counted(name, s, c)
            else:
                self._gather(name, s, c)
        self.changed(self._all_touched(s.components), c)

    def _gather_counted(self, name: str, s: m.Move, c: Context) -> None:
        for zone in self.holders([name]):
            family = self.layout.families[zone.name]
            for number in range(len(family.places)):
                self.emit(Store(Const(family.address(number)), Const(0)))
        self.emit(Store(self.value(s.to, c), Const(self.setting.supply(name))))

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
            site = self.site("E508", "not all of these fit in", s.span)
            family = self.family_of(s.to)
            capacity = family.capacity if family.capacity < last - first else -1
            seen = self.seen_mask(s.to, target, c)
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
        target = self.hold(self.value(s.to, inside), "z")
        self.transfer(piece, s.to, target, inside, s.span, at_space=s.at)
        body = self.close(before)
        if s.where is not None:
            body = (If(self.value(s.where, inside), body),)
        self.emit(Loop(piece, Steps(Const(first), Const(last - 1)), body))

    # -------------------------------------------------------------- tracks and deals

    def forward(self, s: m.Forward, c: Context) -> None:
        """Lower a step along a track."""
        piece = self.hold(self.value(s.piece, c), "c")
        tracks = [z for z in self.holders(s.piece.type.names) if z.kind == "track" and z.spaces]
        if not tracks:
            raise self.setting.error("E101", "this piece never stands on a track", s.span)
        low = min(z.spaces[0] for z in tracks if z.spaces)
        high = max(z.spaces[1] for z in tracks if z.spaces)
        cell = add(piece, Const(self.layout.space))
        site = self.site("E503", f"the track has only the spaces {low}..{high}", s.span)
        there = self.hold(self.checked(add(Load(cell, 0, 10_000), self.value(s.steps, c)),
                                       low, high, site), "n")  # fmt: skip
        self.emit(Store(cell, there))
        zone = self.hold(Load(add(piece, Const(self.layout.zone_of))), "z")
        self.changed({z.name for z in tracks} | {".space"}, c,
                     Event(tracks[0].name, piece, zone, there))  # fmt: skip

    def deal(self, s: m.Deal, c: Context) -> None:
        """Lower a deal, round by round."""
        source = self.hold(self.value(s.source, c), "z")
        count = self.value(s.count, c)
        inside = c.inner()
        target_ref, loops = self._deal_loops(s, inside)
        tests = [] if s.where is None else [self.value(s.where, inside)]
        name = self.family_of(s.source).name
        short = self.site("E504", f"'{name}' runs out before everybody has enough", s.span)
        before = self.nested()
        self.emit(If(Not(Load(source)), (Fail(short),)))
        address = self.hold(self.value(target_ref, inside), "z")
        if self.counted(s.source):
            self.emit(Store(source, add(Load(source), Const(-1))),
                      Store(address, add(Load(address), Const(1))))  # fmt: skip
        else:
            piece = self.hold(Load(add(source, Load(source))), "c")
            self.transfer(piece, target_ref, address, inside, s.span,
                          source=(s.source, source), top=True)  # fmt: skip
        body = self.loops([(loops, tests)], self.close(before))
        self.emit(Loop(self.reg("k"), Steps(Const(1), count), body))
        names = self.rules.zones[s.to.name].pieces
        self.changed(self._all_touched(names), c, self._left(source))

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


def to_components(to: m.Expr, rules: m.Ruleset) -> tuple[str, ...]:
    """Return the components that a zone may hold."""
    return rules.zones[to.type.name].pieces
