"""Lowering changes: pieces that move, counters, written zones, and what follows every change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.compile import layout as at
from engine.compile.layout import Family
from engine.compile.program import (
    NONE,
    Again,
    And,
    Bin,
    Block,
    Const,
    Data,
    Draw,
    E,
    Fail,
    Gather,
    Goto,
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
    Transfer,
    add,
    both,
    scale,
)
from engine.compile.values import Array, Context, Values
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.declarations import walk
from engine.rules.types import Type

UNORDERED = ("hand", "area", "bag")


@dataclass
class Unit:
    """A piece of flow with a frame of its own: the root, a procedure or a trigger."""

    root: bool
    size: int = 3
    title: str = ""


@dataclass
class Event:
    """An arrival: what came, where, at which space or place in order."""

    family: str
    piece: E
    zone: E
    space: E | None = None
    source: E | None = None


class Moves(Values):
    """Lowers everything that changes the state. Statements go to the current list."""

    out: list[Stmt]
    unit: Unit
    silent: bool = False
    """In setup and scoring: no endings, no reactions."""
    bulk: bool = False
    """Inside a change that counts as one: endings wait for its end."""

    def emit(self, *statements: Stmt) -> None:
        """Append statements."""
        self.out.extend(statements)

    def nested(self) -> list[Stmt]:
        """Open a list for a part of a statement; return the list that was open."""
        before, self.out = self.out, []
        return before

    def close(self, before: list[Stmt]) -> tuple[Stmt, ...]:
        """Close the list opened last and return what it holds."""
        done, self.out = self.out, before
        return tuple(done)

    def slot(self, size: int = 1) -> E:
        """Reserve integers in the frame of the current unit; return their address."""
        if self.unit.root:
            return Const(self.layout.take(size))
        start = self.unit.size
        self.unit.size += size
        return add(Load(Const(at.FRAME)), Const(start))

    def hold(self, value: E, hint: str = "h") -> Reg:
        """Keep a value in a register."""
        from engine.compile.program import bounds

        lo, hi = bounds(value)
        r = self.reg(hint, lo, hi)
        self.emit(Set(r, value))
        return r

    # -------------------------------------------------------------- what follows a change

    def changed(self, touched: set[str], c: Context, event: Event | None = None) -> None:
        """Look at the endings, then let the triggers react."""
        if self.silent:
            return
        if not self.bulk:
            self.emit(*self.endings(touched, c))
        self.react(event, c)

    def react(self, event: Event | None, c: Context) -> None:
        """Call the triggers that match an event."""
        raise NotImplementedError

    def endings(self, touched: set[str] | None, c: Context) -> tuple[Stmt, ...]:
        """Return the tests of the endings that watch what was touched (None: all of them)."""
        tests: list[Stmt] = []
        for number, ending in enumerate(self.rules.endings):
            if ending.timing == "end of turn" or not self._watches(ending.condition, touched):
                continue
            condition = self.value(ending.condition, Context())
            if ending.timing == "more turns":
                tests.append(self.latch(number, ending, condition))
            else:
                where = Goto(self.end_of[ending.what])
                tests.append(If(condition, (Store(Const(at.ENDED), Const(number + 1)), where)))
        for number, wins in enumerate(self.rules.wins_when):
            if self._watches(wins.condition, touched):
                tests += self.wins(number, wins)
        if not self.unit.root and tests:
            return (If(Not(Load(Const(at.QUIET))), tuple(tests)),)
        return tuple(tests)

    end_of: dict[str, int]

    def latch(self, number: int, ending: m.Ending, condition: E) -> Stmt:
        """Remember that an ending has come into sight and how many turns are left."""
        cell = Const(self.layout.latches + number)
        assert ending.turns is not None
        turns = self.value(ending.turns, Context())
        return If(And((Not(Load(cell)), condition)), (Store(cell, add(turns, Const(1))),))

    def wins(self, number: int, wins: m.Ending) -> list[Stmt]:
        """Try a winning condition with each seat as me; all seats that meet it win."""
        won: E = Const(0)
        for seat in range(self.setting.players):
            test = self.value(wins.condition, Context(me=Const(seat)))
            won = add(won, Pick(test, Const(1 << seat), Const(0)))
        r = self.reg("w")
        ended = Const(len(self.rules.endings) + number + 1)
        found = (
            Store(Const(at.WON), r), Store(Const(at.ENDED), ended), Goto(self.end_of["game"]),
        )  # fmt: skip
        return [Set(r, won), If(r, found)]

    def _watches(self, condition: m.Expr, touched: set[str] | None) -> bool:
        return touched is None or bool(self.reads(condition) & touched)

    def reads(self, node: Any, path: tuple[str, ...] = ()) -> set[str]:
        """Return the zones, variables and attributes that an expression looks at."""
        found: set[str] = set()
        for part in walk(node):
            if isinstance(part, (m.ZoneRef, m.VarRef)):
                found.add(part.name)
            elif isinstance(part, m.Attr):
                found.add(f".{part.name}")
            elif isinstance(part, m.Everything) and part.of.kind == "piece":
                found.update(z.name for z in self.rules.zones.values())
            elif isinstance(part, m.RuleCall) and part.rule not in path:
                found |= self.reads(self.rules.rules[part.rule].cases, (*path, part.rule))
            elif isinstance(part, m.Op) and part.op in ("round", "total", "active", "me"):
                found.add(part.op)
        return found

    def holders(self, components: Iterable[str]) -> list[m.Zone]:
        """Return the families that may hold a component."""
        kinds = set(components)
        return [z for z in self.rules.zones.values() if kinds & set(z.pieces)]

    # -------------------------------------------------------------- moving pieces

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
        hides = zone.seen != "all" and any(
            z.kind in UNORDERED and z.seen != "all" for z in sources
        )
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

    def _all_touched(self, components: Iterable[str]) -> set[str]:
        return {z.name for z in self.holders(components)} | {".space"}

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

    def _left(self, zone: E) -> Event:
        return Event("", Const(0), Const(0), None, zone)

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

    # -------------------------------------------------------------- other changes to pieces

    def shuffle(self, s: m.Shuffle, c: Context) -> None:
        """Lower a shuffle."""
        zone = self.hold(self.value(s.zone, c), "z")
        self.emit(Shuffle(zone, self.seen_mask(s.zone, zone, c)))

    def zone_mask(self, address: E, components: Iterable[str]) -> E:
        """Return who sees what lies in the zone at an address, which holds one of the components."""
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
        """Lower a roll: new values for every changing attribute, known to those who see the piece."""
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
            for a in self.rules.components[component].attributes:
                if a.changes and f".{a.name}" not in touched:
                    touched.add(f".{a.name}")
                    base, low, high = self.layout.changing[a.name]
                    r = self.reg("k")
                    self.emit(Draw(r, Const(high - max(low, 0) + 1)))
                    self.emit(Store(add(piece, Const(base)), add(r, Const(max(low, 0)))))
        zone = Load(add(piece, Const(self.layout.zone_of)))
        self.emit(Store(add(piece, Const(self.layout.known)), self.zone_mask(zone, kind.names)))
        self.emit(*self.loops(source, self.close(before)))
        self.changed(touched, c)

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

    # -------------------------------------------------------------- counters and variables

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
            self.emit(Store(other, self.clamp(Bin("+", Load(other), amount), cells.low, cells.high)))
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

    def assign(self, s: m.Assign, c: Context) -> None:
        """Lower a change of a variable or an attribute."""
        target = s.target
        value = self.value(s.value, c)
        if isinstance(target, m.Attr):
            base, low, high = self.layout.changing[target.name]
            site = self.site("E503", f"'{target.name}' is {low}..{high}", s.span)
            where = add(self.value(target.piece, c), Const(base))
            self.emit(Store(where, self._fit(value, low, high, site)))
            self.changed({f".{target.name}"}, c)
        elif isinstance(target, m.VarRef):
            cells = self.layout.cells[target.name]
            site = self.site("E503", f"'{target.name}' is {_range(cells.low, cells.high)}", s.span)
            address = self.cell_address(target, cells, c)
            self.emit(Store(address, self._fit(value, cells.low, cells.high, site)))
            self.changed({target.name}, c)
        elif isinstance(target, m.Local):
            self._assign_local(target, value, c, s.span)

    def _assign_local(self, target: m.Local, value: E, c: Context, span: Span) -> None:
        bound = c.locals[target.key]
        if isinstance(bound, Array):
            site = self.site("E503", f"'{target.name}' is {_range(bound.low, bound.high)}", span)
            where = self.linear(target.name, target.indices, bound.shape, span, c)
            self.emit(Store(add(bound.base, where), self._fit(value, bound.low, bound.high, site)))
            return
        assert isinstance(bound, (Reg, Load))
        site = self.site("E503", f"'{target.name}' is {_range(bound.lo, bound.hi)}", span)
        value = self._fit(value, bound.lo, bound.hi, site)
        self.emit(Set(bound, value) if isinstance(bound, Reg) else Store(bound.at, value))

    def _fit(self, value: E, low: int, high: int, site: int) -> E:
        return self.checked(value, low, high, site)


def _range(low: int, high: int) -> str:
    return f"{low}..{high}" if low > NONE else f"at most {high}"


def to_components(to: m.Expr, rules: m.Ruleset) -> tuple[str, ...]:
    """Return the components that a zone may hold."""
    return rules.zones[to.type.name].pieces


__all__ = ["Again", "Block", "Data", "Draw", "Event", "Family", "Moves", "Need", "Unit", "both", "scale"]
