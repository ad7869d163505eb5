"""Lowering `together` where reactions watch: they come when the block is done.

What arrives inside the block is written down in a queue in the state, also by procedures that it
calls. When the outermost block is done, endings are tested first; then the reactions to what has
arrived come in order, and after them those to zones that have become empty or full on the whole.
"""

from __future__ import annotations

from engine.compile.changes import Event
from engine.compile.program import (
    Bin,
    Const,
    E,
    Fail,
    Goto,
    If,
    Load,
    Not,
    Reg,
    Set,
    Stmt,
    Store,
    add,
    both,
    scale,
)
from engine.compile.units import Units
from engine.compile.values import Context
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.walk import walk

ROOM = 100
"""How many arrivals fit into the queue."""
_WIDTH = 3
"""The integers of an arrival: what came, to which zone, to which space or place there."""


class Gathering(Units):
    """Lets reactions wait for the end of a `together`."""

    queue: int = 0
    """Where the queue lies: how many blocks are open, how many arrivals wait, the arrivals."""
    gathering: bool = False
    """The statements stand inside a block."""

    def allot_queue(self, flows: object) -> None:
        """Give the queue its place, if there is anything that could wait in it."""
        if self.rules.triggers and any(isinstance(p, m.Together) for p in walk(flows)):
            self.queue = self.layout.take(2 + ROOM * _WIDTH)
            first = self.queue + 2
            self.piece_slots += range(first, first + ROOM * _WIDTH, _WIDTH)

    def clear_queue(self) -> tuple[Stmt, ...]:
        """Return statements that abandon what waits."""
        if not self.queue:
            return ()
        return Store(Const(self.queue), Const(0)), Store(Const(self.queue + 1), Const(0))

    @property
    def _open(self) -> E:
        return Load(Const(self.queue))

    @property
    def _waiting(self) -> E:
        return Load(Const(self.queue + 1), 0, ROOM)

    # -------------------------------------------------------------- inside a block

    def react(self, event: Event | None, c: Context) -> None:
        """Call the triggers that match an event, or let it wait."""
        if not self.queue:
            super().react(event, c)
        elif self.gathering:
            self.emit(*self._write_down(event))
        else:
            if not self.unit.root and (wait := self._write_down(event)):
                self.emit(If(self._open, wait))
            super().react(event, c)

    def ready(self) -> list[E]:
        """Return what must hold for a reaction to come at once."""
        return [*super().ready(), *([Not(self._open)] if self.queue and not self.unit.root else [])]

    def _write_down(self, event: Event | None) -> tuple[Stmt, ...]:
        """Return statements that put an arrival into the queue, if anything reacts to it."""
        if event is None or not any(self._concerns(t.event, event) for t in self.rules.triggers):
            return ()
        place: Reg = self.reg("q")
        full = self.site(Code.E502, "more arrives inside 'together' than can be remembered",
                         self.rules.triggers[0].span)  # fmt: skip
        body: tuple[Stmt, ...] = (
            If(Bin(">=", self._waiting, Const(ROOM)), (Fail(full),)),
            Set(place, add(scale(self._waiting, _WIDTH), Const(self.queue + 2))),
            Store(place, event.piece),
            Store(add(place, Const(1)), event.zone),
            Store(add(place, Const(2)), event.space or Load(event.zone)),
            Store(Const(self.queue + 1), add(self._waiting, Const(1))),
        )
        return (If(self.among(event.zone, event.family), body),) if event.unsure else body

    # -------------------------------------------------------------- its end

    def _do_together(self, s: m.Together, c: Context) -> None:
        if not self.queue or self.silent or self.gathering or not self.splits(s.body):
            super()._do_together(s, c)
            return
        watched = self._watched(s)
        base, end = self.slot(), self.slot()
        self.emit(Store(base, self._waiting), Store(Const(self.queue), add(self._open, Const(1))))
        self.gathering = True
        super()._do_together(s, c)
        self.gathering = False
        self.emit(Store(Const(self.queue), add(self._open, Const(-1))))
        after = self.block(s.span)
        if not self.unit.root:
            go = self.block(s.span)
            self.emit(If(self._open, (Goto(after.number),), (Goto(go.number),)))
            self.begin(go)
        self.emit(Store(end, self._waiting))
        self._catch_up(base, end, s)
        self.emit(Store(Const(self.queue + 1), Load(base)))
        self.counts = watched
        Units.react(self, None, c)
        self.counts = {}
        self.goto(after)
        self.begin(after)

    def _watched(self, s: m.Together) -> dict[int, E]:
        """Keep how much lies in the zones that something in a block may make empty or full."""
        found: dict[int, E] = {}
        for number, t in enumerate(self.rules.triggers):
            if isinstance(t.event, m.Becomes):
                cell = found[number] = self.slot()
                self.emit(Store(cell, Load(self.value(t.event.zone, Context()))))
        return found

    def _catch_up(self, base: E, end: E, s: m.Together) -> None:
        """Let the triggers react to what has arrived, one arrival after the other."""
        head, visit, after = self.block(s.span), self.block(s.span), self.block(s.span)
        index, piece = self.slot(), self.slot(pieces=True)
        zone, space = self.slot(), self.slot()
        self.emit(Store(index, Load(base)))
        self.goto(head)
        self.begin(head)
        done = Bin(">=", Load(index), Load(end))
        self.emit(If(done, (Goto(after.number),), (Goto(visit.number),)))
        self.begin(visit)
        place = self.reg("q")
        self.emit(
            Set(place, add(scale(Load(index), _WIDTH), Const(self.queue + 2))),
            Store(piece, Load(place)),
            Store(zone, Load(add(place, Const(1)))),
            Store(space, Load(add(place, Const(2)))),
            Store(index, add(Load(index), Const(1))),
        )
        arrival = Event("", Load(piece), Load(zone), Load(space), unsure=True)
        for number, t in enumerate(self.rules.triggers):
            if isinstance(t.event, m.Arrives):
                test, arguments = self._match(t.event, arrival)
                self.call_trigger(number, both([*self.ready(), test]) or Const(1), arguments)
        self.goto(head)
        self.begin(after)
