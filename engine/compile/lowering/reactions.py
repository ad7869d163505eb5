"""Lowering units: procedures and reactions, each with a frame of its own on the state's stack.

Reactions can set each other off, and procedures can call each other. Where they can't come back to
themselves, how deep they go is known; else it is limited, and the chain is named when it goes
further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.compile import layout as at
from engine.compile.debug_info import Scope, Unit
from engine.compile.lowering.context import CHAIN_LIMIT, Event, Lowering
from engine.compile.lowering.expressions import among, lower_value, room_at
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
    Stmt,
    Store,
    add,
    both,
    scale,
)
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.walk import walk

ROOM = 100
"""How many arrivals fit into the queue."""


_WIDTH = 3
"""The integers of an arrival: what came, to which zone, to which space or place there."""


def open_frame(
    cx: Lowering,
    unit: tuple[int, Unit],
    arguments: list[E],
    after: Block,
    site: int,
    give: Callable[[Reg], Iterable[Stmt]] = lambda frame: (),
) -> tuple[Stmt, ...]:
    """Return statements that open a frame and go to a unit's first block.

    `give`: what writes further arguments into the frame, given where that begins.
    """
    entry, called = unit
    cx.debug.locals_after[after.number] = tuple(cx.there)
    cx.unit.calls[called.number] = called
    frame = cx.reg("f")
    stores = [
        Store(frame, Const(after.number)),
        Store(add(frame, Const(1)), Load(Const(at.FRAME))),
        Store(add(frame, Const(2)), Const(called.number)),
        *(Store(add(frame, Const(3 + i)), a) for i, a in enumerate(arguments)),
        *give(frame),
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


def _ready_now(cx: Lowering) -> list[E]:
    """Return what must hold for a reaction to come at once."""
    return [] if cx.unit.root else [Bin("<", Load(Const(at.QUIET)), Const(at.SILENT))]


def call_trigger(cx: Lowering, number: int, test: E, arguments: list[E]) -> None:
    """Carry out a trigger if a test holds, and go on when it is done."""
    t = cx.rules.triggers[number]
    after = cx.block(t.span)
    site = cx.site(Code.E502, _too_deep(f"'{t.title}' is set off"), t.span)
    called = cx.triggers[number]
    cx.emit(If(test, open_frame(cx, called, arguments, after, site), (Goto(after.number),)))
    cx.begin(after)


def _concerns(event: m.Arrives | m.Becomes, change: Event) -> bool:
    return isinstance(event, m.Arrives) and event.zone == change.family


def _became(cx: Lowering, number: int, event: m.Becomes) -> tuple[E, list[E]]:
    """Keep whether a zone has become empty or full: a reaction may change that again."""
    cell, address = cx.counts[number], lower_value(cx, event.zone, Scope())
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
            tests.append(Bin("==", part, lower_value(cx, index, c)))
    if isinstance(event.at, m.Bind):
        arguments.append(change.space or Load(change.zone))
    elif event.at is not None:
        tests.append(Bin("==", change.space or Load(change.zone), lower_value(cx, event.at, c)))
    return both(tests) or Const(1), arguments


def react(cx: Lowering, event: Event | None) -> None:
    """Call the triggers that match an event, or let it wait."""
    if not cx.queue:
        react_now(cx, event)
    elif cx.gathering:
        cx.emit(*_write_down(cx, event))
    else:
        if not cx.unit.root and (wait := _write_down(cx, event)):
            cx.emit(If(open_blocks(cx), wait))
        react_now(cx, event)


def allot_queue(cx: Lowering, flows: object) -> None:
    """Give the queue its place, if there is anything that could wait in it."""
    if cx.rules.triggers and any(isinstance(p, m.Together) for p in walk(flows)):
        cx.queue = cx.layout.take(2 + ROOM * _WIDTH)
        first = cx.queue + 2
        cx.debug.root.pieces += range(first, first + ROOM * _WIDTH, _WIDTH)


def clear_queue(cx: Lowering) -> tuple[Stmt, ...]:
    """Return statements that abandon what waits."""
    if not cx.queue:
        return ()
    return Store(Const(cx.queue), Const(0)), Store(Const(cx.queue + 1), Const(0))


def open_blocks(cx: Lowering) -> E:
    """Return how many `together` are open."""
    return Load(Const(cx.queue))


def _waiting_arrivals(cx: Lowering) -> E:
    return Load(Const(cx.queue + 1), 0, ROOM)


def ready(cx: Lowering) -> list[E]:
    """Return what must hold for a reaction to come at once."""
    return [*_ready_now(cx), *([Not(open_blocks(cx))] if cx.queue and not cx.unit.root else [])]


def _write_down(cx: Lowering, event: Event | None) -> tuple[Stmt, ...]:
    """Return statements that put an arrival into the queue, if anything reacts to it."""
    if event is None or not any(_concerns(t.event, event) for t in cx.rules.triggers):
        return ()
    place: Reg = cx.reg("q")
    full = cx.site(Code.E502, "more arrives inside 'together' than can be remembered",
                     cx.rules.triggers[0].span)  # fmt: skip
    body: tuple[Stmt, ...] = (
        If(Bin(">=", _waiting_arrivals(cx), Const(ROOM)), (Fail(full),)),
        Set(place, add(scale(_waiting_arrivals(cx), _WIDTH), Const(cx.queue + 2))),
        Store(place, event.piece),
        Store(add(place, Const(1)), event.zone),
        Store(add(place, Const(2)), event.space or Load(event.zone)),
        Store(Const(cx.queue + 1), add(_waiting_arrivals(cx), Const(1))),
    )
    return (If(among(cx, event.zone, event.family), body),) if event.unsure else body


def _too_deep(what: str) -> str:
    return (
        f"{what} {CHAIN_LIMIT:,} times over, each time before the last was done; "
        "it has no end, or 'repeat' says it better"
    )
