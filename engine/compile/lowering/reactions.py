"""Lowering units: procedures and reactions, each with a frame of its own on the state's stack.

Reactions can set each other off, and procedures can call each other. Where they can't come back to
themselves, how deep they go is known; else it is limited, and the chain is named when it goes
further.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from engine.compile import layout as at
from engine.compile.debug_info import Scope, Unit
from engine.compile.layout import Family
from engine.compile.lowering.cells import CellGrid
from engine.compile.lowering.context import CHAIN_LIMIT, Event, Lowering
from engine.compile.lowering.zones import among, room_at
from engine.compile.program import (
    INT_MAX,
    And,
    Bin,
    Block,
    Const,
    Data,
    E,
    Fail,
    Goto,
    If,
    Load,
    Not,
    Reg,
    Set,
    Store,
    add,
    both,
    scale,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m

ROOM = 100
"""How many arrivals fit into the queue."""


WIDTH = 3
"""The integers of an arrival: what came, to which zone, to which space or place there."""


@contextmanager
def open_frame(
    cx: Lowering, unit: tuple[int, Unit], arguments: list[E], after: Block, site: int
) -> Iterator[Reg]:
    """Emit what opens a frame and goes to a unit's first block.

    Yields where the frame begins, so that more can be written behind the arguments.
    """
    entry, called = unit
    cx.debug.locals_after[after.number] = tuple(cx.there)
    cx.unit.calls[called.number] = called
    frame = cx.reg("f")
    deep = Bin(">", frame, Data("limit", Const(0), 0, INT_MAX))
    words = (Const(after.number), Load(Const(at.FRAME)), Const(called.number), *arguments)
    cx.emit(Set(frame, Load(Const(at.TOP))), If(deep, (Fail(site),)))
    cx.emit(*(Store(add(frame, Const(i)), word) for i, word in enumerate(words)))
    yield frame
    cx.emit(
        Store(Const(at.FRAME), frame),
        Store(Const(at.TOP), add(frame, Data("frame", Const(0), 0, INT_MAX))),
        Goto(entry),
    )


def react_now(cx: Lowering, event: Event | None) -> None:
    """Call the triggers that match, in the order of the text."""
    matching = [
        (i, t)
        for i, t in enumerate(cx.rules.triggers)
        if i in cx.counts or (event and _concerns(t.event, event))
    ]
    if not matching:
        return
    kept = event and _remember(cx, event)
    became = {i: _became(cx, i, t.event) for i, t in matching if isinstance(t.event, m.Becomes)}
    for number, t in matching:
        test, arguments = became.get(number) or match(cx, t.event, kept)
        call_trigger(cx, number, both([*ready(cx), test]) or Const(1), arguments)


def call_trigger(cx: Lowering, number: int, test: E, arguments: list[E]) -> None:
    """Carry out a trigger if a test holds, and continue when it is done."""
    t = cx.rules.triggers[number]
    after = cx.block(t.span)
    site = cx.site(Code.E502, too_deep(Message("'{title}' is set off", t.title)), t.span)
    with cx.when(test), open_frame(cx, cx.triggers[number], arguments, after, site):
        pass
    cx.goto(after)
    cx.begin(after)


def _concerns(event: m.Arrives | m.Becomes, change: Event) -> bool:
    return isinstance(event, m.Arrives) and event.zone == change.family


def _became(cx: Lowering, number: int, event: m.Becomes) -> tuple[E, list[E]]:
    """Keep whether a zone has become empty or full: a reaction may change that again."""
    cell, address = cx.counts[number], cx.value(event.zone, Scope())
    size: E = Const(0)
    if event.state == "full":
        size = room_at(cx, cx.layout.families[event.zone.name], address)
    now = Load(address)
    was = Bin("!=", Load(cell), size)
    cx.emit(Store(cell, And((Bin("==", now, size), was))))
    return Load(cell), []


def _remember(cx: Lowering, event: Event) -> Event:
    """Put what a change was about into the frame: the first reaction may take long."""
    parts: list[E | None] = []
    for part in (event.piece, event.zone, event.space):
        if part is None or isinstance(part, Const):
            parts.append(part)
            continue
        cell = cx.slot(pieces=part is event.piece and bool(event.family))
        cx.emit(Store(cell, part))
        parts.append(Load(cell))
    piece, zone, space = parts
    assert piece is not None and zone is not None
    return Event(event.family, piece, zone, space, event.unsure)


def match(cx: Lowering, event: m.Arrives | m.Becomes, change: Event | None) -> tuple[E, list[E]]:
    """Return whether an arrival is what a trigger waits for, and what it binds."""
    assert isinstance(event, m.Arrives) and change is not None
    c = Scope()
    family = cx.layout.families[event.zone]
    arguments: list[E] = [change.piece] if event.piece else []
    tests: list[E] = [among(cx, change.zone, event.zone)] if change.unsure else []
    parts = index_values(cx, family, change.zone)
    for index, part in zip(event.indices, parts, strict=True):
        if isinstance(index, m.Bind):
            arguments.append(part)
        elif index is not None:
            tests.append(Bin("==", part, cx.value(index, c)))
    if isinstance(event.at, m.Bind):
        arguments.append(change.space or Load(change.zone))
    elif event.at is not None:
        tests.append(Bin("==", change.space or Load(change.zone), cx.value(event.at, c)))
    return both(tests) or Const(1), arguments


def index_values(cx: Lowering, family: Family, address: E) -> Iterator[E]:
    """Yield the indices of the zone of a family that begins at an address."""
    number, after = family.number(address), len(family.places)
    outer = family.shape[:-2] if family.numbers else family.shape
    for low, count in outer:
        after //= max(1, count)
        yield add(Bin("%", Bin("//", number, Const(after)), Const(count)), Const(low))
    if family.numbers:
        grid = CellGrid(cx, family.name)
        yield add(grid.row(address), Const(1))
        yield add(grid.column(address), Const(1))


def react(cx: Lowering, event: Event | None) -> None:
    """Call the triggers that match an event, or let it wait."""
    if cx.queue and cx.mode.gathering:
        _write_down(cx, event)
        return
    if cx.queue and not cx.unit.root:
        with cx.gathered() as wait:
            _write_down(cx, event)
        if wait:
            cx.emit(If(open_blocks(cx), tuple(wait)))
    react_now(cx, event)


def allot_queue(cx: Lowering, flows: object) -> None:
    """Give the queue its place, if there is anything that could wait in it."""
    if cx.rules.triggers and any(isinstance(p, m.Together) for p in walk(flows)):
        cx.queue = cx.layout.take(2 + ROOM * WIDTH)
        first = cx.queue + 2
        cx.debug.root.pieces += range(first, first + ROOM * WIDTH, WIDTH)


def clear_queue(cx: Lowering) -> None:
    """Abandon what waits."""
    if cx.queue:
        cx.emit(Store(Const(cx.queue), Const(0)), Store(Const(cx.queue + 1), Const(0)))


def open_blocks(cx: Lowering) -> E:
    """Return how many `together` are open."""
    return Load(Const(cx.queue))


def waiting_arrivals(cx: Lowering) -> E:
    """Return how many arrivals wait."""
    return Load(Const(cx.queue + 1), 0, ROOM)


def ready(cx: Lowering) -> list[E]:
    """Return what must hold for a reaction to come at once."""
    if cx.unit.root:
        return []
    awake = Bin("<", Load(Const(at.QUIET)), Const(at.SILENT))
    return [awake, Not(open_blocks(cx))] if cx.queue else [awake]


def _write_down(cx: Lowering, event: Event | None) -> None:
    """Put an arrival into the queue, if anything reacts to it."""
    if event is None or not any(_concerns(t.event, event) for t in cx.rules.triggers):
        return
    place, waiting = cx.reg("q"), waiting_arrivals(cx)
    message = "more arrives inside 'together' than can be remembered"
    full = cx.site(Code.E502, message, cx.rules.triggers[0].span)
    with cx.when(among(cx, event.zone, event.family)) if event.unsure else nullcontext():
        cx.emit(
            If(Bin(">=", waiting, Const(ROOM)), (Fail(full),)),
            Set(place, add(scale(waiting, WIDTH), Const(cx.queue + 2))),
            Store(place, event.piece),
            Store(add(place, Const(1)), event.zone),
            Store(add(place, Const(2)), event.space or Load(event.zone)),
            Store(Const(cx.queue + 1), add(waiting, Const(1))),
        )


def too_deep(what: str) -> str:
    """Return what is said of something that comes back to itself without an end."""
    return Message(
        "{what} {most} times over, each time before the last was done; it has "
        "no end, or 'repeat' says it better",
        what,
        f"{CHAIN_LIMIT:,}",
    )
