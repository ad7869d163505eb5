"""Lowering units: procedures and reactions, each with a frame of its own on the state's stack.

Reactions can set each other off, and procedures can call each other. Where they can't come back to
themselves, how deep they go is known; else it is limited, and the chain is named when it goes
further.
"""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.changes import Event, Unit
from engine.compile.choices import Choices
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Block,
    Const,
    Data,
    E,
    Fail,
    Goto,
    If,
    Jump,
    Load,
    Set,
    Stmt,
    Store,
    add,
    both,
)
from engine.compile.values import Context
from engine.language.codes import Code
from engine.rules import model as m

CHAIN_LIMIT = 2_000
"""How deep triggers and procedures that can come back to themselves may call one another before the
chain is stopped and named. A position has room for all of them.
"""


def depth(units: list[Unit]) -> int:
    """Return how many frames of units there can be at once."""
    known: dict[int, int] = {}

    def below(unit: Unit) -> int:
        if unit.number not in known:
            known[unit.number] = CHAIN_LIMIT  # what comes back to it while this is worked out
            known[unit.number] = 1 + max(map(below, unit.calls.values()), default=0)
        return known[unit.number]

    return min(CHAIN_LIMIT, max(map(below, units), default=0))


def _too_deep(what: str) -> str:
    return (
        f"{what} {CHAIN_LIMIT:,} times over, each time before the last was done; "
        "it has no end, or 'repeat' says it better"
    )


class Units(Choices):
    """Lowers procedures and triggers, and the calls to them."""

    procedures: dict[str, tuple[int, Unit]]
    triggers: list[tuple[int, Unit]]

    # -------------------------------------------------------------- frames

    def call(
        self, unit: tuple[int, Unit], arguments: list[E], after: Block, site: int
    ) -> tuple[Stmt, ...]:
        """Return statements that open a frame and go to a unit's first block."""
        entry, called = unit
        self.there_after[after.number] = tuple(self.there)
        self.unit.calls[called.number] = called
        frame = self.reg("f")
        stores = [
            Store(frame, Const(after.number)),
            Store(add(frame, Const(1)), Load(Const(at.FRAME))),
            Store(add(frame, Const(2)), Const(called.number)),
            *(Store(add(frame, Const(3 + i)), a) for i, a in enumerate(arguments)),
        ]
        deep = Bin(">", frame, Data("limit", Const(0), 0, INT_MAX))
        return (
            Set(frame, Load(Const(at.TOP))),
            If(deep, (Fail(site),)),
            *stores,
            Store(Const(at.FRAME), frame),
            Store(Const(at.TOP), add(frame, Data("frame", Const(0), 0, INT_MAX))),
            Goto(entry),
        )

    def leave(self) -> None:
        """End a unit: close its frame and go back."""
        frame = self.reg("f")
        self.emit(
            Set(frame, Load(Const(at.FRAME))),
            Store(Const(at.TOP), frame),
            Store(Const(at.FRAME), Load(add(frame, Const(1)))),
            Jump(frame),
        )

    def unit_body(self, entry: int, unit: Unit, c: Context, part: m.Procedure | m.Trigger) -> None:
        """Lower a procedure's or trigger's body."""
        before, there = self.unit, self.there
        self.unit, unit.entry, self.there = unit, entry, []
        self.begin(self.program.blocks[entry])
        self.emit(*self.mark("begins", part))
        self.body(part.body, c)
        self.emit(*self.mark("ends", part))
        self.leave()
        self.unit, self.there = before, there

    # -------------------------------------------------------------- procedures

    def _do_perform(self, s: m.Perform, c: Context) -> None:
        procedure = self.rules.procedures[s.procedure]
        parameters = procedure.parameters
        arguments = [self.given(p, a, c) for p, a in zip(parameters, s.arguments, strict=True)]
        after = self.block(s.span)
        site = self.site(Code.E502, _too_deep(f"'{s.procedure}' is carried out"), s.span)
        self.emit(*self.call(self.procedures[s.procedure], arguments, after, site))
        self.begin(after)

    def procedure(self, p: m.Procedure) -> None:
        """Lower a procedure."""
        entry, unit = self.procedures[p.name]
        c = Context()
        frame = Load(Const(at.FRAME))
        for number, parameter in enumerate(p.parameters):
            low, high = self.parameter_range(parameter.domain)
            unit.pieces += [3 + number] if parameter.domain.type.kind == "piece" else []
            c.locals[parameter.key] = Load(add(frame, Const(3 + number)), low, high)
        unit.size = 3 + len(p.parameters)
        self.unit_body(entry, unit, c, p)

    # -------------------------------------------------------------- reactions

    def trigger(self, number: int, t: m.Trigger) -> None:
        """Lower a reaction; what it bound waits in its frame."""
        entry, unit = self.triggers[number]
        c = Context()
        frame = Load(Const(at.FRAME))
        for i, bind in enumerate(self._bound_of(t)):
            low, high = self._arrival_range(bind, t.event)
            unit.pieces += [3 + i] if bind.type.kind == "piece" else []
            c.locals[bind.key] = Load(add(frame, Const(3 + i)), low, high)
            unit.size = 4 + i
        self.unit_body(entry, unit, c, t)

    def _arrival_range(self, bind: m.Bind, event: m.Arrives | m.Becomes) -> tuple[int, int]:
        """Return the bounds of what a reaction binds: a value, an index, a space or place."""
        if not isinstance(event, m.Arrives):
            return NONE, INT_MAX
        zone = self.rules.zones[event.zone]
        if bind is event.at:
            return zone.spaces or (0, self.layout.families[zone.name].capacity)
        if bind is event.piece and zone.written:
            return self.setting.range(zone.written)
        for index, (low, count) in zip(event.indices, self.layout.shape(zone.indices), strict=True):
            if index is bind:
                return low, low + count - 1
        return self.domain_range(bind.domain, Context())

    def _bound_of(self, t: m.Trigger) -> list[m.Bind]:
        event = t.event
        if isinstance(event, m.Becomes):
            return []
        parts = (event.piece, *event.indices, event.at)
        return [p for p in parts if isinstance(p, m.Bind)]

    def react(self, event: Event | None, c: Context) -> None:
        """Call the triggers that match, in the order of the text."""
        matching = [
            (i, t)
            for i, t in enumerate(self.rules.triggers)
            if i in self.counts or (event and self._concerns(t.event, event))
        ]
        if not matching:
            return
        kept = event and self._remember(event)
        became = {
            i: self._became(i, t.event) for i, t in matching if isinstance(t.event, m.Becomes)
        }
        for number, t in matching:
            test, arguments = became.get(number) or self._match(t.event, kept)
            self.call_trigger(number, both([*self.ready(), test]) or Const(1), arguments)

    def ready(self) -> list[E]:
        """Return what must hold for a reaction to come at once."""
        return [] if self.unit.root else [Bin("<", Load(Const(at.QUIET)), Const(at.SILENT))]

    def call_trigger(self, number: int, test: E, arguments: list[E]) -> None:
        """Carry out a trigger if a test holds, and go on when it is done."""
        t = self.rules.triggers[number]
        after = self.block(t.span)
        site = self.site(Code.E502, _too_deep(f"'{t.title}' is set off"), t.span)
        called = self.triggers[number]
        self.emit(If(test, self.call(called, arguments, after, site), (Goto(after.number),)))
        self.begin(after)

    def _concerns(self, event: m.Arrives | m.Becomes, change: Event) -> bool:
        return isinstance(event, m.Arrives) and event.zone == change.family

    def _became(self, number: int, event: m.Becomes) -> tuple[E, list[E]]:
        """Keep whether a zone has become empty or full: a reaction may change that again."""
        cell = self.counts[number]
        size = 0 if event.state == "empty" else self.layout.families[event.zone.name].capacity
        now = Load(self.value(event.zone, Context()))
        was = Bin("!=", Load(cell), Const(size))
        self.emit(Store(cell, And((Bin("==", now, Const(size)), was))))
        return Load(cell), []

    def _remember(self, event: Event) -> Event:
        """Put what a change was about into the frame: the first reaction may take long."""
        parts: list[E | None] = []
        for part in (event.piece, event.zone, event.space):
            if part is None or isinstance(part, Const):
                parts.append(part)
                continue
            cell = self.slot(pieces=part is event.piece and bool(event.family))
            self.emit(Store(cell, part))
            parts.append(Load(cell))
        piece, zone, space = parts
        assert piece is not None and zone is not None
        return Event(event.family, piece, zone, space, event.unsure)

    def _match(self, event: m.Arrives | m.Becomes, change: Event | None) -> tuple[E, list[E]]:
        """Return whether an arrival is what a trigger waits for, and what it binds."""
        assert isinstance(event, m.Arrives) and change is not None
        c = Context()
        family = self.layout.families[event.zone]
        arguments: list[E] = [change.piece] if event.piece else []
        tests: list[E] = [self.among(change.zone, event.zone)] if change.unsure else []
        number: E = add(change.zone, Const(-family.base))
        if family.stride > 1:
            number = Bin("//", number, Const(family.stride))
        after = len(family.places)
        for index, (low, count) in zip(event.indices, family.shape, strict=True):
            after //= max(1, count)
            part = add(Bin("%", Bin("//", number, Const(after)), Const(count)), Const(low))
            if isinstance(index, m.Bind):
                arguments.append(part)
            elif index is not None:
                tests.append(Bin("==", part, self.value(index, c)))
        if isinstance(event.at, m.Bind):
            arguments.append(change.space or Load(change.zone))
        elif event.at is not None:
            tests.append(Bin("==", change.space or Load(change.zone), self.value(event.at, c)))
        return both(tests) or Const(1), arguments
