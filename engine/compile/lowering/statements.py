"""Lowering statements: one dispatch by kind, local names, branches, loops, seats and scores.

Changes of the table, decisions and procedures have files of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from math import prod
from typing import assert_never

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.debug_info import Array, Named, Scope
from engine.compile.lowering.changes import changed, endings, result_bits
from engine.compile.lowering.context import Event, Lowering
from engine.compile.lowering.decisions import lower_choose, simultaneous
from engine.compile.lowering.diagrams import lower_set_up
from engine.compile.lowering.effects import (
    lower_announce,
    lower_assign,
    lower_erase,
    lower_gain,
    lower_pass_on,
    lower_roll,
    lower_show,
    lower_shuffle,
    lower_swap,
    lower_write,
)
from engine.compile.lowering.flow import (
    body_of,
    ends_phases,
    found_first,
    keep_local,
    may_match,
    me_kept,
    moves_many,
    numbered,
    quiet,
    rounds,
    set_me,
    splits,
)
from engine.compile.lowering.folds import random
from engine.compile.lowering.frames import lower_perform, reset
from engine.compile.lowering.kept_sets import keep
from engine.compile.lowering.moves import lower_deal, lower_forward, lower_move
from engine.compile.lowering.names import cell_address
from engine.compile.lowering.operations import next_seat
from engine.compile.lowering.ranges import arithmetic, kept_within, player
from engine.compile.lowering.reactions import (
    WIDTH,
    call_trigger,
    match,
    open_blocks,
    react_now,
    ready,
    waiting_arrivals,
)
from engine.compile.lowering.revealed_values import forget
from engine.compile.lowering.sets import combine, domain_range, lower_bind, lower_source
from engine.compile.lowering.zones import facts
from engine.compile.multi_choice import MOST_KEPT
from engine.compile.program import (
    Bin,
    Call,
    Const,
    E,
    Goto,
    If,
    Jump,
    Load,
    Not,
    Reg,
    RepeatUntil,
    ScoreEvent,
    Select,
    Set,
    Steps,
    Store,
    add,
    both,
    bounds,
    scale,
)
from engine.language.codes import Code
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.types import PLAYER, TEAM, Type

MOST_VALUES = 10_000
"""How many values a loop that stops to ask someone may run through; they are written down."""


def lower_body(cx: Lowering, block: m.Block, c: Scope) -> None:
    """Lower the statements of a block; its locals end with it."""
    inside, there = c.inner(), len(cx.there)
    statements = block.statements
    for number, s in enumerate(statements):
        if isinstance(s, m.Let):
            lower_let(cx, s, inside, splits(cx, statements[number + 1 :]))
            continue
        if not _evaluates_once(s):
            inside.nonempty = []
        lower_statement(cx, s, inside)
        inside.nonempty = []
    del cx.there[there:]


def lower_statement(cx: Lowering, s: m.Stmt, c: Scope) -> None:
    """Lower a statement; a traced program has a mark before what changes the table."""
    watch(cx, s)
    if m.traits(s).acts:
        cx.mark("does", s)
    if cx.every_line:
        cx.mark("line", s)
    match s:
        case m.Move():
            lower_move(cx, s, c)
        case m.Forward():
            lower_forward(cx, s, c)
        case m.Deal():
            lower_deal(cx, s, c)
        case m.Shuffle():
            lower_shuffle(cx, s, c)
        case m.Roll():
            lower_roll(cx, s, c)
        case m.Show():
            lower_show(cx, s, c)
        case m.Announce():
            lower_announce(cx, s, c)
        case m.Swap():
            lower_swap(cx, s, c)
        case m.PassOn():
            lower_pass_on(cx, s, c)
        case m.Gain():
            lower_gain(cx, s, c)
        case m.Write():
            lower_write(cx, s, c)
        case m.Erase():
            lower_erase(cx, s, c)
        case m.Assign():
            lower_assign(cx, s, c)
        case m.Perform():
            lower_perform(cx, s, c)
        case m.End():
            _lower_end(cx, s)
        case m.Outcome():
            _lower_outcome(cx, s, c)
        case m.NextTurn():
            cx.emit(Store(Const(at.NEXT), player(cx, s.seat, c)))
        case m.Out():
            _lower_out(cx, s, c)
        case m.If():
            _lower_if(cx, s, c)
        case m.ForEach():
            _lower_for_each(cx, s, c)
        case m.EachSeat():
            _lower_each_seat(cx, s, c)
        case m.Repeat():
            _lower_repeat(cx, s, c)
        case m.Circle():
            _lower_circle(cx, s, c)
        case m.AsSeat():
            _lower_as_seat(cx, s, c)
        case m.Together():
            _lower_together(cx, s, c)
        case m.Choose():
            lower_choose(cx, s, c)
        case m.SetUp():
            lower_set_up(cx, s, c)
        case m.Phase():
            _lower_phase(cx, s, c)
        case m.Score():
            lower_score(cx, s, c)
        case m.Let() | m.LedgerLine():
            raise AssertionError(f"{type(s).__name__} is lowered with what stands around it")
        case _:
            assert_never(s)


def watch(cx: Lowering, s: m.Stmt) -> None:
    """Remember how much lies in the zones that wait to become empty or full by a statement."""
    events = [] if cx.mode.silent else [t.event for t in cx.rules.triggers]
    cx.counts = _watched(cx, (e if may_match(cx, e, s) else None for e in events))


def _lower_out(cx: Lowering, s: m.Out, c: Scope) -> None:
    bit = Bin("<<", Const(1), player(cx, s.seat, c))
    cx.emit(Store(Const(at.OUT), Bin("|", Load(Const(at.OUT)), bit)))
    changed(cx, {"is out"}, c)


def _lower_end(cx: Lowering, s: m.End) -> None:
    if cx.mode.silent:  # the round is being scored: what follows it happens once, then it is over
        if s.what == "game":
            cx.emit(Store(Const(at.LAST), Const(1)))
        return
    if s.what == "phase":
        reset(cx)
        cx.emit(Jump(Const(at.LEAVE)))
        _begin_unreached(cx, s)
    else:
        _leave(cx, s, s.what)


def _lower_outcome(cx: Lowering, s: m.Outcome, c: Scope) -> None:
    won = cx.hold(result_bits(cx, s, c), "w")
    cx.mark("begins", s)
    ended = Const(len(cx.rules.endings) + s.number + 1)
    cx.emit(Store(Const(at.WON), won), Store(Const(at.ENDED), ended))
    if cx.mode.silent:
        cx.emit(Store(Const(at.LAST), Const(1)))
    else:
        _leave(cx, s, "game")


def _leave(cx: Lowering, s: m.Stmt, what: m.Ended) -> None:
    cx.emit(Goto(cx.end_of[what]))
    _begin_unreached(cx, s)


def _begin_unreached(cx: Lowering, s: m.Stmt) -> None:
    if cx.out is cx.current.body:
        cx.begin(cx.block(s.span))


def lower_let(cx: Lowering, s: m.Let, c: Scope, lives_on: bool) -> None:
    """Lower a local name: in a register, or in the frame when a decision may come between."""
    if s.indices:
        _let_family(cx, s, c)
        return
    kind = s.domain.type
    if kind.kind == "set":
        _let_set(cx, s, c)
        return
    of_zone = kind.kind == "zone"
    low, high = cx.layout.families[kind.name].range if of_zone else cx.layout.value_range(s.domain)
    value = _let_value(cx, s, low, high, c)
    within = (low, high) if s.variable else bounds(value)
    pieces = kind.kind == "piece"
    c.locals[s.key] = keep_local(cx, value, within, pieces=pieces, lives_on=lives_on)
    if lives_on:
        _name(cx, s, 1)


def _let_set(cx: Lowering, s: m.Let, c: Scope) -> None:
    """Keep the values that a set has now."""
    if cx.mode.supposing:
        message = "a set can't be kept in what is only supposed"
        raise cx.setting.error(Code.E203, message, s.span)
    reg = cx.reg("x", *domain_range(cx, s.value, c))
    source = lower_source(cx, s.value, reg, c)
    room = max(1, most(source, cx.layout))
    if room > MOST_KEPT:
        message = Message(
            "'{name}' could be {room} things, and at most {most} are kept",
            s.name,
            f"{room:,}",
            f"{MOST_KEPT:,}",
        )
        raise cx.setting.error(Code.E104, message, s.value.span)
    count = cx.slot()
    cx.slot(room, pieces=s.domain.type.items[0].kind == "piece")
    c.locals[s.key] = keep(cx, source, reg, count, room)


def _name(cx: Lowering, s: m.Let, size: int) -> None:
    """Let views show a variable, whose slots have just been reserved, while it is there."""
    if s.variable:
        cx.there.append(Named(cx.reserved - size, s, cx.mode.apart))


def _let_value(cx: Lowering, s: m.Let, low: int, high: int, c: Scope) -> E:
    if isinstance(s.value, m.Fold) and s.value.kind == "random":
        drawn = cx.reg("d", low, high)
        random(cx, s.value, drawn, c)
        return drawn
    value = cx.value(s.value, c)
    if s.domain.type.kind == "zone":
        return value
    least = cx.leasts[s.key] = cx.layout.least(s.domain)
    return kept_within(cx, value, low, high, s.name, s.domain.type, s.span, least)


def _let_family(cx: Lowering, s: m.Let, c: Scope) -> None:
    low, high = cx.layout.value_range(s.domain)
    shape = cx.layout.shape(s.indices)
    size = prod(count for _, count in shape)
    base = cx.slot(size, pieces=s.domain.type.kind == "piece")
    c.locals[s.key] = Array(base, shape, low, high)
    value = cx.hold(_let_value(cx, s, low, high, c), "v")
    k = cx.reg("k", 0, size - 1)
    with cx.loop(k, Steps(Const(0), Const(size - 1))):
        cx.emit(Store(add(base, k), value))
    _name(cx, s, size)


def _lower_if(cx: Lowering, s: m.If, c: Scope) -> None:
    test = cx.value(s.condition, c)
    yes = c.inner(nonempty=facts(cx, s.condition, True, c))
    no = c.inner(nonempty=facts(cx, s.condition, False, c))
    if isinstance(test, Const):
        chosen, inside = (s.then, yes) if test.value else (s.otherwise, no)
        if chosen is not None:
            cx.body(chosen, inside)
        return
    if not splits(cx, (s.then, s.otherwise)):
        cx.emit(If(test, body_of(cx, s.then, yes), body_of(cx, s.otherwise, no)))
        return
    after = cx.block(s.span)
    other = cx.block(s.span) if s.otherwise else after
    cx.go_on_if(test, other)
    cx.body(s.then, c)
    cx.goto(after)
    if s.otherwise:
        cx.begin(other)
        cx.body(s.otherwise, c)
        cx.goto(after)
    cx.begin(after)


def _lower_statements_together(cx: Lowering, s: m.Together, c: Scope) -> None:
    with cx.in_mode(bulk=True), quiet(cx) if splits(cx, s.body) else nullcontext():
        cx.body(s.body, c)
    if not cx.mode.bulk and not cx.mode.silent:
        endings(cx, None, c)


def _lower_for_each(cx: Lowering, s: m.ForEach, c: Scope) -> None:
    if cx.mode.supposing or not (splits(cx, s.body) or any(map(found_first, s.binders))):
        inside = c.inner()
        with cx.each(combine(cx, s.binders, s.where, inside)):
            cx.body(s.body, inside)
        return
    first, *rest = s.binders
    inner: m.Block = s.body
    where = s.where
    if rest:
        nested = m.ForEach(binders=tuple(rest), where=where, body=inner, span=s.span)
        inner, where = m.Block(statements=(nested,)), None
    _each_in_blocks(cx, first, where, inner, s.span, c)


def _each_in_blocks(
    cx: Lowering, bind: m.Bind, where: m.Expr | None, body: m.Block, span: Span, c: Scope
) -> None:
    """Write the values down first, then visit them block by block."""
    inside = c.inner()
    source = lower_bind(cx, bind, inside)
    value = inside.locals[bind.key]
    assert isinstance(value, Reg)
    size = max(1, most(source, cx.layout))
    if size > MOST_VALUES:
        raise cx.setting.error(Code.E104, "this runs through too many values", bind.span)
    pieces = bind.type.kind == "piece"
    cells, current, count = cx.slot(size, pieces=pieces), cx.slot(pieces=pieces), cx.slot()
    cx.emit(Store(count, Const(0)))
    with cx.each(source):
        cx.emit(Store(add(cells, Load(count)), value), Store(count, add(Load(count), Const(1))))

    def begin(number: E) -> E:
        cx.emit(Store(current, Load(add(cells, number))))
        inside.locals[bind.key] = Load(current, value.lo, value.hi)
        return Const(1) if where is None else cx.value(where, inside)

    with numbered(cx, span, Const(0), Load(count), begin):
        cx.body(body, inside)


def _lower_repeat(cx: Lowering, s: m.Repeat, c: Scope) -> None:
    site = cx.site(Code.E502, "this is repeated without an end", s.span)
    if not splits(cx, s.body):
        cx.emit(RepeatUntil(body_of(cx, s.body, c), cx.value(s.until, c), site))
        return
    with rounds(cx, s.span) as (_, after):
        cx.body(s.body, c)
        cx.emit(If(cx.value(s.until, c), (Goto(after.number),)))


def _lower_as_seat(cx: Lowering, s: m.AsSeat, c: Scope) -> None:
    with me_kept(cx):
        set_me(cx, cx.value(s.seat, c))
        cx.body(s.body, c)


def _lower_each_seat(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    if s.simultaneous:
        simultaneous(cx, s, c)
        return
    n, first = Const(cx.setting.players), Const(int(s.other))

    def begin(number: E) -> E:
        set_me(cx, Bin("%", add(mine, number), n))
        return Const(1) if s.where is None else cx.value(s.where, c)

    with me_kept(cx) as mine:
        if splits(cx, s.body):
            with numbered(cx, s.span, first, n, begin):
                cx.body(s.body, c)
            return
        k = cx.reg("k", 0, n.value - 1)
        with cx.loop(k, Steps(first, Const(n.value - 1))):
            test, body = begin(k), body_of(cx, s.body, c)
            cx.emit(*(body if s.where is None else (If(test, body),)))


def _lower_circle(cx: Lowering, s: m.Circle, c: Scope) -> None:
    with me_kept(cx) as mine:
        seat = Load(cx.slot(), 0, cx.setting.players - 1)
        start = mine if s.after is None else next_seat(cx, cx.value(s.after, c))
        cx.emit(Store(seat.at, start))
        with rounds(cx, s.span) as (head, after):
            set_me(cx, seat)
            cx.emit(Store(seat.at, next_seat(cx, seat)))
            cx.go_on_if(Const(1) if s.where is None else cx.value(s.where, c), head)
            cx.body(s.body, c)
            cx.emit(If(cx.value(s.until, c), (Goto(after.number),)))


def _lower_together(cx: Lowering, s: m.Together, c: Scope) -> None:
    if not cx.queue or cx.mode.silent or cx.mode.gathering or not splits(cx, s.body):
        _lower_statements_together(cx, s, c)
        return
    watched = _watched(cx, [t.event for t in cx.rules.triggers])
    base, end = cx.slot(), cx.slot()
    cx.emit(
        Store(base, waiting_arrivals(cx)), Store(Const(cx.queue), add(open_blocks(cx), Const(1)))
    )
    with cx.in_mode(gathering=True):
        _lower_statements_together(cx, s, c)
    cx.emit(Store(Const(cx.queue), add(open_blocks(cx), Const(-1))))
    after = cx.block(s.span)
    if not cx.unit.root:
        cx.go_on_if(Not(open_blocks(cx)), after)
    cx.emit(Store(end, waiting_arrivals(cx)))
    _catch_up(cx, base, end, s)
    cx.emit(Store(Const(cx.queue + 1), Load(base)))
    cx.counts = watched
    react_now(cx, None)
    cx.counts = {}
    cx.goto(after)
    cx.begin(after)


def _watched(cx: Lowering, events: Iterable[m.Arrives | m.Becomes | None]) -> dict[int, E]:
    """Keep how much lies in the zones that triggers wait for, by the numbers of these."""
    found: dict[int, E] = {}
    for number, event in enumerate(events):
        if isinstance(event, m.Becomes):
            cell = found[number] = cx.slot()
            cx.emit(Store(cell, Load(cx.value(event.zone, Scope()))))
    return found


def _catch_up(cx: Lowering, base: E, end: E, s: m.Together) -> None:
    """Let the triggers react to what has arrived, one arrival after the other."""
    parts = [cx.slot(pieces=True), cx.slot(), cx.slot()]

    def begin(number: E) -> E:
        place = cx.reg("q")
        cx.emit(Set(place, add(scale(number, WIDTH), Const(cx.queue + 2))))
        cx.emit(*(Store(part, Load(add(place, Const(i)))) for i, part in enumerate(parts)))
        return Const(1)

    with numbered(cx, s.span, Load(base), Load(end), begin):
        piece, zone, space = map(Load, parts)
        arrival = Event("", piece, zone, space, unsure=True)
        for number, t in enumerate(cx.rules.triggers):
            if isinstance(t.event, m.Arrives):
                test, arguments = match(cx, t.event, arrival)
                call_trigger(cx, number, both([*ready(cx), test]) or Const(1), arguments)


def lower_score(cx: Lowering, s: m.Score, c: Scope) -> None:
    """Pay each seat what its ledger says, into a counter or into the totals."""
    cx.mark("begins", s)
    cx.emit(ScoreEvent(s.number))
    forget(cx, {s.into or "total"})
    counter = cx.rules.variables.get(s.into or "")
    once = s.teams and counter and any(d.type == TEAM for d in counter.indices)
    n = cx.rules.header.teams if once else cx.setting.players
    seat = cx.reg("s", 0, n - 1)
    with cx.loop(seat, Steps(Const(0), Const(n - 1))):
        points = cx.hold(Call(f"score{s.number}", (seat,)), "points")
        if s.into is None:
            cell: E = add(seat, Const(cx.layout.totals))
            cx.emit(Store(cell, arithmetic(cx, "+", Load(cell), points, s.span)))
        else:
            _pay_into(cx, s, s.into, seat, points, c)


def _pay_into(cx: Lowering, s: m.Score, name: str, seat: Reg, points: Reg, c: Scope) -> None:
    cells = cx.layout.cells[name]
    me = m.Local(name="seat", key=-3, type=PLAYER)
    indices = tuple(
        m.Op(op="team", arguments=(me,), type=TEAM) if d.type == TEAM else me
        for d in cx.rules.variables[name].indices
    )
    ref = m.VarRef(name=name, type=Type("number"), span=s.span, indices=indices)
    inside = c.inner()
    inside.locals[-3] = seat
    where = cx.hold(cell_address(cx, ref, cells, inside), "z")
    value = arithmetic(cx, "+", Load(where, cells.low, cells.high), points, s.span)
    value = cx.hold(value, "v")
    floor = Select(Bin("<", value, Const(cells.low)), Const(cells.low), value)
    message = Message(
        "'{name}' is {low}..{high}: give it a wider range", name, cells.low, cells.high
    )
    site = cx.site(Code.E503, message, s.span)
    cx.emit(Store(where, cx.checked(floor, cells.low, cells.high, site)))


def _lower_phase(cx: Lowering, s: m.Phase, c: Scope) -> None:
    after = cx.block(s.span)
    if s.when is not None:
        cx.go_on_if(cx.value(s.when, c), after)
    cx.mark("begins", s)
    cx.emit(Store(Const(at.PHASE), Const(cx.phases[s.title])))
    if ends_phases(cx):
        cx.emit(Store(Const(at.LEAVE), Const(after.number)))
    cx.body(s.body, c)
    cx.goto(after)
    cx.begin(after)


def _evaluates_once(s: m.Stmt) -> bool:
    """Return whether a statement looks at the state only as it is when the statement begins."""
    several = isinstance(s, m.Move) and (s.where is not None or moves_many(s))
    return m.traits(s).once and not several
