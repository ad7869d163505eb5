"""Lowering flow: blocks that go on to one another, local names, branches, loops, seats.

A statement that may stop to ask somebody is divided over blocks, and what it must remember lies in
a frame in the state. Everything else stays structured inside its block, with registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from math import prod
from typing import Any, TypeVar, assert_never

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.debug_info import Array, Named, OfferedAction, Scope, Secret, Unit
from engine.compile.lowering.changes import changed, endings
from engine.compile.lowering.context import Event, Lowering
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
from engine.compile.lowering.expressions import (
    arithmetic,
    attribute,
    cell_address,
    combine,
    domain_range,
    facts,
    holders_of,
    how_many,
    in_order,
    kept_within,
    lower_argument,
    lower_bind,
    lower_source,
    lower_value,
    next_seat,
    parameter_range,
    player,
    random,
    refuse_many,
    type_range,
    zone_range,
)
from engine.compile.lowering.kept_sets import keeping
from engine.compile.lowering.moves import lower_deal, lower_forward, lower_move
from engine.compile.lowering.reactions import (
    _WIDTH,
    _too_deep,
    _waiting_arrivals,
    call_trigger,
    clear_queue,
    match,
    open_blocks,
    open_frame,
    react_now,
    ready,
)
from engine.compile.lowering.revealed_values import forget
from engine.compile.multi_choice import MOST_KEPT, each, fewest_and_most, is_open, versions_of
from engine.compile.program import (
    INT_MAX,
    NONE,
    Action,
    Again,
    Ask,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    Data,
    E,
    Goto,
    If,
    Jump,
    Keep,
    Load,
    Loop,
    Not,
    Parameter,
    Pick,
    Reg,
    Set,
    Steps,
    Stmt,
    Store,
    Tell,
    add,
    both,
    bounds,
    scale,
)
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.checker.expressions import MOST_AT_ONCE
from engine.rules.substitution import put
from engine.rules.types import PLAYER, TEAM, Type
from engine.rules.walk import walk

_T = TypeVar("_T")
MOST_VALUES = 10_000
"""How many values a loop that stops to ask somebody may run through; they are written down."""


def splits(cx: Lowering, node: Any) -> bool:
    """Tell whether a statement may go through another block: a decision, a call, a reaction."""
    if cx.supposing:
        return False
    key = id(node)
    if key not in cx.known_splits:
        cx.known_splits[key] = (node, _find_splits(cx, node))
    return cx.known_splits[key][1]


def _find_splits(cx: Lowering, node: Any) -> bool:
    if isinstance(node, (m.Choose, m.Perform)):
        return True
    if isinstance(node, m.EachSeat) and node.simultaneous:
        return True
    if isinstance(node, m.ForEach) and any(_hangs_together(b) for b in node.binders):
        return True
    if isinstance(node, m.Stmt) and _fires(cx, node):
        return True
    if isinstance(node, m.Model) and not isinstance(node, m.Expr):
        return any(splits(cx, getattr(node, f)) for f in type(node).model_fields if f != "span")
    if isinstance(node, tuple):
        return any(splits(cx, item) for item in node)
    return False


def _fires(cx: Lowering, s: m.Stmt) -> bool:
    """Tell whether a statement's change may set off a trigger."""
    if cx.silent:
        return False
    return any(_may_match(cx, t.event, s) for t in cx.rules.triggers)


def _may_match(cx: Lowering, event: m.Arrives | m.Becomes, s: m.Stmt) -> bool:
    if isinstance(s, m.Forward):
        kinds = {z.name for z in holders_of(cx, s.piece.type.names)}
        return isinstance(event, m.Arrives) and event.zone in kinds
    if isinstance(s, (m.Write, m.Erase)):
        zone = event.zone if isinstance(event, m.Arrives) else event.zone.name
        return zone == s.zone.type.name
    if isinstance(s, m.Move):
        if isinstance(event, m.Arrives):
            return s.form == "one" and s.to.type.name == event.zone and not _many(s)
        return event.zone.name in _touches(cx, s)
    if isinstance(s, m.Swap):
        families = (s.one.type.name, s.other.type.name)
        return isinstance(event, m.Becomes) and event.zone.name in families
    if isinstance(s, m.PassOn):
        return isinstance(event, m.Becomes) and event.zone.name == s.zone.name
    if isinstance(s, m.Deal):
        return isinstance(event, m.Becomes) and event.zone.name in (s.source.name, s.to.name)
    return False


def _touches(cx: Lowering, s: m.Move) -> set[str]:
    """Return the families that a move may take from or add to."""
    names = s.components
    what = s.what
    if isinstance(what, m.Op) and what.op in ("last", "first"):
        return {what.arguments[0].type.name, s.to.type.name}
    if what is not None and what.type.kind == "zone":
        return {what.type.name, s.to.type.name}
    return {z.name for z in holders_of(cx, names)}


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
    if isinstance(s, (m.Move, m.Deal, m.Show, m.Roll, m.Swap, m.PassOn, m.Forward)):
        cx.emit(*cx.mark("does", s))
    if cx.every_line:
        cx.emit(*cx.mark("line", s))
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
            _lower_perform(cx, s, c)
        case m.End():
            _lower_end(cx, s)
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
            _lower_choose(cx, s, c)
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
    cx.counts = {}
    for number, t in enumerate(cx.rules.triggers):
        if isinstance(t.event, m.Becomes) and not cx.silent and _may_match(cx, t.event, s):
            cell = cx.counts[number] = cx.slot()
            cx.emit(Store(cell, Load(lower_value(cx, t.event.zone, Scope()))))


def _lower_out(cx: Lowering, s: m.Out, c: Scope) -> None:
    bit = Bin("<<", Const(1), player(cx, s.seat, c))
    cx.emit(Store(Const(at.OUT), Bin("|", Load(Const(at.OUT)), bit)))
    changed(cx, {"is out"}, c)


def _lower_end(cx: Lowering, s: m.End) -> None:
    if cx.silent:  # the round is being scored: what follows it happens once, then it is over
        cx.emit(*([Store(Const(at.LAST), Const(1))] if s.what == "game" else []))
        return
    if s.what == "phase":
        reset(cx)
        cx.emit(Jump(Const(at.LEAVE)))
    else:
        cx.emit(Goto(cx.end_of[s.what]))
    if cx.out is cx.current.body:
        cx.begin(cx.block(s.span))


def lower_let(cx: Lowering, s: m.Let, c: Scope, lives_on: bool) -> None:
    """Lower a local name: in a register, or in the frame when a decision may come between."""
    if s.indices:
        _let_family(cx, s, c)
        return
    if s.domain.type.kind == "set":
        _let_set(cx, s, c)
        return
    kind = s.domain.type
    of_zone = kind.kind == "zone"
    low, high = zone_range(cx, kind.name) if of_zone else cx.layout.value_range(s.domain)
    value = _let_value(cx, s, low, high, c)
    if not s.variable:
        low, high = bounds(value)
    if lives_on:
        cell = cx.slot(pieces=s.domain.type.kind == "piece")
        c.locals[s.key] = Load(cell, low, high)
        cx.emit(Store(cell, value))
        _name(cx, s, 1)
    else:
        r = cx.reg("v", low, high)
        c.locals[s.key] = r
        cx.emit(Set(r, value))


def _let_set(cx: Lowering, s: m.Let, c: Scope) -> None:
    """Keep the values that a set has now."""
    if cx.supposing:
        message = "a set can't be kept in what is only supposed"
        raise cx.setting.error(Code.E203, message, s.span)
    reg = cx.reg("x", *domain_range(cx, s.value, c))
    source = lower_source(cx, s.value, reg, c)
    room = max(1, most(source, cx.layout))
    if room > MOST_KEPT:
        message = f"'{s.name}' could be {room:,} things, and at most {MOST_KEPT:,} are kept"
        raise cx.setting.error(Code.E104, message, s.value.span)
    count = cx.slot()
    cx.slot(room, pieces=s.domain.type.items[0].kind == "piece")
    c.locals[s.key], written = keeping(cx, source, reg, count, room)
    cx.emit(*written)


def _name(cx: Lowering, s: m.Let, size: int) -> None:
    """Let views show a variable, whose slots have just been reserved, while it is there."""
    if s.variable:
        cx.there.append(Named(cx.reserved - size, s, cx.apart))


def _let_value(cx: Lowering, s: m.Let, low: int, high: int, c: Scope) -> E:
    if isinstance(s.value, m.Fold) and s.value.kind == "random":
        drawn = cx.reg("d", low, high)
        cx.emit(*random(cx, s.value, drawn, c))
        return drawn
    value = lower_value(cx, s.value, c)
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
    cx.emit(Loop(k, Steps(Const(0), Const(size - 1)), (Store(add(base, k), value),)))
    _name(cx, s, size)


def _lower_if(cx: Lowering, s: m.If, c: Scope) -> None:
    test = lower_value(cx, s.condition, c)
    yes = c.inner(nonempty=facts(cx, s.condition, True, c))
    no = c.inner(nonempty=facts(cx, s.condition, False, c))
    if isinstance(test, Const):
        chosen = s.then if test.value else s.otherwise
        if chosen is not None:
            lower_body(cx, chosen, yes if test.value else no)
        return
    if not splits(cx, (s.then, s.otherwise)):
        before = cx.nested()
        lower_body(cx, s.then, yes)
        then = cx.close(before)
        other: tuple[Stmt, ...] = ()
        if s.otherwise is not None:
            before = cx.nested()
            lower_body(cx, s.otherwise, no)
            other = cx.close(before)
        cx.emit(If(test, then, other))
        return
    then_block, after = cx.block(s.span), cx.block(s.span)
    other_block = cx.block(s.span) if s.otherwise else after
    cx.emit(If(test, (Goto(then_block.number),), (Goto(other_block.number),)))
    cx.begin(then_block)
    lower_body(cx, s.then, c)
    cx.goto(after)
    if s.otherwise:
        cx.begin(other_block)
        lower_body(cx, s.otherwise, c)
        cx.goto(after)
    cx.begin(after)


def quieter(cx: Lowering, by: int) -> None:
    """Let endings wait (1) or no longer (-1) in what is carried out, procedures included."""
    cx.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(by))))


def _lower_statements_together(cx: Lowering, s: m.Together, c: Scope) -> None:
    before, cx.bulk = cx.bulk, True
    waits = splits(cx, s.body)
    if waits:
        quieter(cx, 1)
    lower_body(cx, s.body, c)
    if waits:
        quieter(cx, -1)
    cx.bulk = before
    if not cx.bulk and not cx.silent:
        cx.emit(*endings(cx, None, c))


def _lower_for_each(cx: Lowering, s: m.ForEach, c: Scope) -> None:
    if cx.supposing or not (splits(cx, s.body) or any(map(_hangs_together, s.binders))):
        inside = c.inner()
        source = combine(cx, s.binders, s.where, inside)
        before = cx.nested()
        lower_body(cx, s.body, inside)
        cx.emit(*cx.loops(source, cx.close(before)))
        return
    first, *rest = s.binders
    inner: m.Block = s.body
    where = s.where
    if rest:
        nested = m.ForEach(binders=tuple(rest), where=where, body=inner, span=s.span)
        inner, where = m.Block(statements=(nested,)), None
    _each_in_blocks(cx, first, where, inner, s.span, c)


def _hangs_together(bind: m.Bind) -> bool:
    """Tell whether a group is run through, or one end of a zone: what belongs to it is found before
    anything in it is moved.
    """
    return any(
        (isinstance(part, m.Fold) and part.kind == "group")
        or (isinstance(part, m.Op) and part.op in ("first of", "last of"))
        for part in walk(bind.domain)
    )


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
    cells, current = cx.slot(size, pieces=pieces), cx.slot(pieces=pieces)
    count, index = cx.slot(), cx.slot()
    cx.emit(Store(count, Const(0)), Store(index, Const(0)))
    keep = (Store(add(cells, Load(count)), value), Store(count, add(Load(count), Const(1))))
    cx.emit(*cx.loops(source, keep))
    head, visit, after = cx.block(span), cx.block(span), cx.block(span)
    cx.goto(head)
    cx.begin(head)
    done = Bin(">=", Load(index), Load(count))
    cx.emit(If(done, (Goto(after.number),), ()))
    cx.emit(Store(current, Load(add(cells, Load(index)))))
    cx.emit(Store(index, add(Load(index), Const(1))))
    inside.locals[bind.key] = Load(current, value.lo, value.hi)
    test: E = Const(1) if where is None else lower_value(cx, where, inside)
    cx.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
    cx.begin(visit)
    lower_body(cx, body, inside)
    cx.goto(head)
    cx.begin(after)


def _lower_repeat(cx: Lowering, s: m.Repeat, c: Scope) -> None:
    site = cx.site(Code.E502, "this is repeated without an end", s.span)
    if not splits(cx, s.body):
        before = cx.nested()
        lower_body(cx, s.body, c)
        cx.emit(Again(cx.close(before), lower_value(cx, s.until, c), site))
        return
    head, after = cx.block(s.span), cx.block(s.span)
    cx.goto(head)
    cx.begin(head)
    lower_body(cx, s.body, c)
    test = lower_value(cx, s.until, c)
    cx.emit(If(test, (Goto(after.number),), (Goto(head.number),)))
    cx.begin(after)


def save_me(cx: Lowering) -> E:
    """Keep who is me in the frame; return where."""
    cell = cx.slot()
    cx.emit(Store(cell, Load(Const(at.ME))))
    return cell


def set_me(cx: Lowering, seat: E) -> None:
    """Say who is me."""
    cx.emit(Store(Const(at.ME), seat))


def _lower_as_seat(cx: Lowering, s: m.AsSeat, c: Scope) -> None:
    cell = save_me(cx)
    set_me(cx, lower_value(cx, s.seat, c))
    lower_body(cx, s.body, c)
    set_me(cx, Load(cell))


def _lower_each_seat(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    if s.simultaneous:
        simultaneous(cx, s, c)
        return
    n = cx.setting.players
    cell = save_me(cx)
    if not splits(cx, s.body):
        k = cx.reg("k", 0, n - 1)
        before = cx.nested()
        set_me(cx, Bin("%", add(Load(cell), k), Const(n)))
        inner = cx.nested()
        lower_body(cx, s.body, c)
        done = cx.close(inner)
        cx.emit(*(done if s.where is None else (If(lower_value(cx, s.where, c), done),)))
        body = cx.close(before)
        cx.emit(Loop(k, Steps(Const(int(s.other)), Const(n - 1)), body))
    else:
        index = cx.slot()
        head, visit, after = cx.block(s.span), cx.block(s.span), cx.block(s.span)
        cx.emit(Store(index, Const(int(s.other))))
        cx.goto(head)
        cx.begin(head)
        cx.emit(If(Bin(">=", Load(index), Const(n)), (Goto(after.number),)))
        set_me(cx, Bin("%", add(Load(cell), Load(index)), Const(n)))
        cx.emit(Store(index, add(Load(index), Const(1))))
        test: E = Const(1) if s.where is None else lower_value(cx, s.where, c)
        cx.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
        cx.begin(visit)
        lower_body(cx, s.body, c)
        cx.goto(head)
        cx.begin(after)
    set_me(cx, Load(cell))


def _lower_circle(cx: Lowering, s: m.Circle, c: Scope) -> None:
    cell, seat = save_me(cx), cx.slot()
    start = Load(cell) if s.after is None else next_seat(cx, lower_value(cx, s.after, c))
    cx.emit(Store(seat, start))
    head, visit, after = cx.block(s.span), cx.block(s.span), cx.block(s.span)
    cx.goto(head)
    cx.begin(head)
    set_me(cx, Load(seat))
    cx.emit(Store(seat, next_seat(cx, Load(seat, 0, cx.setting.players - 1))))
    test: E = Const(1) if s.where is None else lower_value(cx, s.where, c)
    cx.emit(If(test, (Goto(visit.number),), (Goto(head.number),)))
    cx.begin(visit)
    lower_body(cx, s.body, c)
    cx.emit(If(lower_value(cx, s.until, c), (Goto(after.number),), (Goto(head.number),)))
    cx.begin(after)
    set_me(cx, Load(cell))


def simultaneous(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    """Lower `simultaneously`: single choices are collected, longer branches run one by one."""
    only = s.body.statements[0] if len(s.body.statements) == 1 else None
    simple = isinstance(only, m.Choose) and not only.repeatedly and only.otherwise is None
    if simple and isinstance(only, m.Choose):
        _collect(cx, s, only, c)
    else:
        _one_by_one(cx, s, c)
    if not cx.silent:
        cx.emit(*endings(cx, None, c))


def _lower_choose(cx: Lowering, s: m.Choose, c: Scope) -> None:
    ask, after = cx.block(s.span), cx.block(s.span)
    cx.goto(ask)
    again = ask if s.repeatedly else after
    actions = [_versions(cx, action, c) for action in s.actions]
    blocks = [[cx.block(a.span) for a in same] for same in actions]
    named = zip(s.actions, blocks, strict=True)
    passing = next((same[0] for a, same in named if a.name == "pass"), None)
    skip = after.number if passing is None else passing.number
    choice = lower_choice(cx, s, c, actions, blocks, skip if s.optional else None)
    cx.begin(ask)
    some = Call(f"some{choice.number}", (), 0, 1)
    if s.otherwise is not None:
        otherwise = cx.block(s.span)
        cx.emit(If(Not(some), (Goto(otherwise.number),)))
    elif s.optional or s.repeatedly:
        cx.emit(If(Not(some), (*cx.mark("passes", s), Goto(after.number))))
    cx.emit(Ask(choice.number))
    for offered, same in zip(_offered(cx, s), blocks, strict=True):
        _lower_acts(cx, offered, same, c)
        cx.goto(after if offered[0].place < 0 else again)
    if s.otherwise is not None:
        cx.begin(otherwise)
        lower_body(cx, s.otherwise, c)
        cx.goto(after)
    cx.begin(after)


def lower_choice(
    cx: Lowering,
    s: m.Choose,
    c: Scope,
    versions: list[list[m.Action]],
    blocks: list[list[Block]],
    passing: int | None,
) -> Choice:
    """Make a decision of the program; `passing` is the block of a pass that is always legal.

    `versions`: each action as it is offered, `blocks`: what carries it out.
    """
    actions: list[Action] = []
    cx.debug.locals_at[s.number] = tuple(cx.there)
    for action, block in zip(chain(*versions), chain(*blocks), strict=True):
        inside = c.inner()
        parameters = tuple(one for p in action.parameters for one in _lower_taken(cx, p, inside))
        if len(parameters) > MOST_AT_ONCE:
            message = f"an action takes at most {MOST_AT_ONCE} pieces and values at once"
            raise cx.setting.error(Code.E104, message, action.span)
        tests: list[E] = [
            lower_value(cx, p.where, inside)
            for p in action.parameters
            if p.where is not None and not each(p, cx.setting)
        ]
        for require in action.requires:
            tests.append(lower_value(cx, require.condition, inside))
            inside.nonempty += facts(cx, require.condition, True, inside)
        leaves = action.name == "pass" and s.optional
        place = -1 if leaves else len(actions)
        cx.debug.actions[s.number, place] = OfferedAction(action, inside, s.number, place)
        if leaves:
            continue
        actions.append(Action(action.name, parameters, both(tests), block.number))
    made = Choice(s.number, tuple(actions), passing, s.span)
    cx.program.choices[s.number] = made
    return made


def _offered(cx: Lowering, s: m.Choose) -> list[list[OfferedAction]]:
    """Return the actions that a decision offers, in the order of the text, each in its versions."""
    found = [offered for offered in cx.debug.actions.values() if offered.choice == s.number]
    return [list(same) for _, same in groupby(found, lambda offered: offered.action.number)]


def _versions(cx: Lowering, action: m.Action, c: Scope) -> list[m.Action]:
    """Return an action once for each number of things that it may take."""
    if not any(map(is_open, action.parameters)):
        return [action]
    inside = c.inner()
    counts: list[range] = []
    for number, p in enumerate(action.parameters):
        if not m.takes_several(p.domain):
            bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
            lower_bind(cx, bind, inside)
            counts.append(range(1, 2))
            continue
        cx.debug.values_at_once.setdefault(p.key, 0)
        one = m.Bind(
            name=p.name, key=p.key, type=p.type.items[0], domain=p.domain.arguments[-1], span=p.span
        )
        values = most(lower_bind(cx, one, inside.inner()), cx.layout)
        least, many = fewest_and_most(p.domain, cx.setting)
        rest = len(action.parameters) - number - 1 + sum(found.start for found in counts)
        if many is None and values > MOST_AT_ONCE - rest:
            message = f"'{p.name}' could be up to {values:,}, and an action takes at most "
            message += f"{MOST_AT_ONCE} pieces and values"
            hint = "say how much the zone holds 'at most', or write 'up to 5 of …'"
            raise RulesError(Diagnostic(Code.E104, message, p.domain.span, hint=hint))
        if many is not None and least > many:
            raise cx.setting.error(Code.E104, f"{least}..{many} is empty", p.domain.span)
        counts.append(range(least, (values if many is None else many) + 1))
        if is_open(p):
            refuse_many(cx, values, counts[-1], p)
    return versions_of(action, counts)


def _lower_taken(cx: Lowering, p: m.ActionParameter, c: Scope) -> list[Parameter]:
    """Lower a parameter of an action, which may take several values at once."""
    single = each(p, cx.setting)
    if single == [p]:
        return [_lower_parameter(cx, p, c)]
    assert isinstance(p.domain, m.Op)
    many = how_many(cx, p.domain) if single else 0
    cx.debug.values_at_once[p.key] = max(many, cx.debug.values_at_once.get(p.key, 0))
    if not single:
        return []
    made: list[Parameter] = []
    for number, one in enumerate(single, 1):
        made.append(_lower_parameter(cx, one, c))
        tests = [] if number == 1 else in_order(cx, made)
        if number == len(single) and p.where is not None:
            tests.append(lower_value(cx, p.where, c))
        tests = [*([made[-1].where] if made[-1].where else []), *tests]
        made[-1] = replace(made[-1], where=both(tests), nth=number)
    values = most([(list(made[0].loops), [])], cx.layout)
    refuse_many(cx, values, (len(made),), p)
    return made


def _lower_parameter(cx: Lowering, p: m.ActionParameter, c: Scope) -> Parameter:
    """Lower a parameter of an action."""
    bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
    source = lower_bind(cx, bind, c)
    if len(source) != 1:
        raise cx.setting.error(
            Code.E101, "a parameter takes its values from one place", p.domain.span
        )
    loops, tests = source[0]
    reg = c.locals[p.key]
    assert isinstance(reg, Reg)
    if p.where is not None:
        tests = [*tests, lower_value(cx, p.where, c)]
    same = sameness(cx, reg, p, c) if p.type.kind == "piece" else None
    return Parameter(reg, tuple(loops), both(tests), same)


def sameness(cx: Lowering, piece: Reg, p: m.ActionParameter, c: Scope) -> tuple[E, ...] | None:
    """Return the integers that are equal for pieces that read the same, None when none do."""
    pieces = [x for x in cx.setting.pieces if x.component in p.type.names]
    kinds = cx.program.data["kind"]
    if len({kinds[x.number] for x in pieces}) == len(pieces):
        return None
    known = Bin("&", Bin(">>", Load(add(piece, Const(cx.layout.known))), c.me), Const(1))
    kind: E = Data("kind", piece, 0, max(kinds))
    domain = p.domain
    zone = cx.rules.zones[domain.type.name] if domain.type.kind == "zone" else None
    surely = zone and (zone.seen == "all" or (zone.seen == "owner" and _own(domain, zone)))
    if not surely:
        kind = Pick(known, kind, Bin("-", Const(-1), piece))
    parts: list[E] = [kind]
    if zone is None or (isinstance(domain, m.ZoneRef) and domain.is_open):
        parts.append(Load(add(piece, Const(cx.layout.zone_of))))
    names = {a.name for n in p.type.names for a in cx.rules.components[n].attributes if a.changes}
    parts += [attribute(cx, piece, name) for name in sorted(names)]
    tracks = {z.name for z in holders_of(cx, p.type.names) if z.traits.spaces}
    if cx.layout.space and tracks:
        parts.append(attribute(cx, piece, "space"))
    return tuple(parts)


def width_of(cx: Lowering, action: m.Action) -> int:
    """Return how many integers the arguments of an action are."""
    return sum(len(each(p, cx.setting)) for p in action.parameters)


def _lower_acts(cx: Lowering, versions: list[OfferedAction], blocks: list[Block], c: Scope) -> None:
    """Lower what an action does, once for all its versions: they say what they have taken."""
    if len(versions) == 1:
        cx.begin(blocks[0])
        _lower_act(cx, versions[0], c)
        return
    action, common = versions[0].action, cx.block(versions[0].action.span)
    inside = c.inner()
    kept: list[tuple[E, E, int]] = []
    for number, p in enumerate(action.parameters):
        widths = [len(each(v.action.parameters[number], cx.setting)) for v in versions]
        widest = versions[widths.index(max(widths))]
        single = each(widest.action.parameters[number], cx.setting)
        known = [widest.scope.locals[one.key] for one in single]
        regs = [reg for reg in known if isinstance(reg, Reg)]
        count = cx.slot()
        base = cx.slot(max(1, len(single)), pieces=bool(single) and single[0].type.kind == "piece")
        kept.append((count, base, len(single)))
        if single != [p]:
            low, high = min(r.lo for r in regs), max(r.hi for r in regs)
            many = Load(count, min(widths), max(widths))
            inside.locals[p.key] = Array(base, ((0, len(single)),), low, high, many)
        else:
            inside.locals[p.key] = Load(base, regs[0].lo, regs[0].hi)
    for offered, block in zip(versions, blocks, strict=True):
        cx.begin(block)
        cx.debug.bodies[offered.choice, offered.place] = block.number
        cx.emit(*cx.mark("begins", offered.action))
        place = at.ARGUMENTS
        for p, (count, base, room) in zip(offered.action.parameters, kept, strict=True):
            taken = len(each(p, cx.setting))
            cx.emit(Store(count, Const(taken)))
            for i in range(room):
                value = Load(Const(place + i)) if i < taken else Const(-1)
                cx.emit(Store(add(base, Const(i)), value))
            place += taken
        cx.goto(common)
    cx.begin(common)
    lower_body(cx, action.body, inside)
    cx.emit(*cx.mark("ends", action))


def _lower_act(cx: Lowering, offered: OfferedAction, c: Scope) -> None:
    """Lower what an action does; its arguments wait in the state's argument words."""
    inside, action = c.inner(), offered.action
    cx.debug.bodies[offered.choice, offered.place] = cx.current.number
    cx.emit(*cx.mark("begins", action))
    lives_on = splits(cx, action.body)
    single = [one for p in action.parameters for one in each(p, cx.setting)]
    for number, p in enumerate(single):
        known = offered.scope.locals[p.key]
        assert isinstance(known, Reg)
        argument = Load(Const(at.ARGUMENTS + number), known.lo, known.hi)
        if lives_on:
            cell = cx.slot(pieces=p.type.kind == "piece")
            cx.emit(Store(cell, argument))
            inside.locals[p.key] = Load(cell, known.lo, known.hi)
        else:
            r = cx.reg("a", known.lo, known.hi)
            cx.emit(Set(r, argument))
            inside.locals[p.key] = r
    for require in action.requires:
        inside.nonempty += facts(cx, require.condition, True, inside)
    if lives_on:
        inside.nonempty = []
    lower_body(cx, action.body, inside)
    cx.emit(*cx.mark("ends", action))


def _seats(cx: Lowering, s: m.EachSeat, c: Scope, visit: Any, mine: E) -> None:
    """Emit a loop in seat order over the seats that take part."""
    index = cx.slot()
    head, body, after = cx.block(s.span), cx.block(s.span), cx.block(s.span)
    cx.emit(Store(index, Const(0)))
    cx.goto(head)
    cx.begin(head)
    cx.emit(If(Bin(">=", Load(index), Const(cx.setting.players)), (Goto(after.number),)))
    set_me(cx, Load(index))
    cx.emit(Store(index, add(Load(index), Const(1))))
    tests: list[E] = [Bin("!=", Load(Const(at.ME)), mine)] if s.other else []
    if s.where is not None:
        tests.append(lower_value(cx, s.where, c))
    cx.emit(If(both(tests) or Const(1), (Goto(body.number),), (Goto(head.number),)))
    cx.begin(body)
    visit(head)
    cx.begin(after)


def _collect(cx: Lowering, s: m.EachSeat, choose: m.Choose, c: Scope) -> None:
    n = cx.setting.players
    actions = [_versions(cx, action, c) for action in choose.actions]
    widths = [width_of(cx, a) for a in chain(*actions)]
    width = 1 + max(widths, default=0)
    cx.unit.secrets.append(Secret(cx.reserved, width, choose.number))
    kept = cx.slot(n * width)
    cell = save_me(cx)
    cx.emit(*(Store(add(kept, Const(i * width)), Const(-1)) for i in range(n)))
    blocks = [[cx.block(a.span) for a in same] for same in actions]
    keeping = [[cx.block(a.span) for a in same] for same in actions]
    skipping = cx.block(choose.span)
    passes = [i for i, a in enumerate(choose.actions) if a.name == "pass"]
    skip = keeping[passes[0]][0].number if passes else skipping.number
    choice = lower_choice(cx, choose, c, actions, keeping, skip if choose.optional else None)

    def ask(head: Block) -> None:
        some = Call(f"some{choice.number}", (), 0, 1)
        if choose.optional:
            cx.emit(If(Not(some), (*cx.mark("passes", choose), Goto(head.number))))
        cx.emit(Ask(choice.number))
        mine = add(kept, scale(Load(Const(at.ME)), width))
        for number, block in enumerate(chain(*keeping)):
            cx.begin(block)
            cx.emit(Store(mine, Const(number)))
            for i in range(widths[number]):
                cx.emit(Store(add(mine, Const(1 + i)), Load(Const(at.ARGUMENTS + i))))
            cx.goto(head)
        cx.begin(skipping)
        cx.goto(head)

    _seats(cx, s, c, ask, Load(cell))

    def carry_out(head: Block) -> None:
        mine = add(kept, scale(Load(Const(at.ME)), width))
        for number, block in enumerate(chain(*blocks)):
            loads = [
                Store(Const(at.ARGUMENTS + i), Load(add(mine, Const(1 + i))))
                for i in range(widths[number])
            ]
            here = Bin("==", Load(mine), Const(number))
            cx.emit(If(here, (*loads, Goto(block.number))))
        cx.goto(head)
        for offered, same in zip(_offered(cx, choose), blocks, strict=True):
            bulk, cx.bulk = cx.bulk, True
            _lower_acts(cx, offered, same, c)
            cx.bulk = bulk
            cx.goto(head)

    quieter(cx, 1)
    _seats(cx, s, c, carry_out, Load(cell))
    quieter(cx, -1)
    set_me(cx, Load(cell))


def _one_by_one(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    """Run each branch to its end; the others see the position before until all are done."""
    cell = save_me(cx)
    cx.hides = True
    first = next((part for part in walk(s.body) if isinstance(part, m.Choose)), None)
    if first is not None:  # what the others see until all are done is from here
        cx.emit(Store(Const(at.PC), Const(first.number)))
    cx.emit(Keep(0, -1, 0), Store(Const(at.HIDING), Const(1)))
    quieter(cx, 1)

    def visit(head: Block) -> None:
        first, start = cx.current, cx.reserved
        bulk, cx.bulk = cx.bulk, True
        apart, cx.apart = cx.apart, True
        lower_body(cx, s.body, c)
        cx.bulk, cx.apart = bulk, apart
        cx.goto(head)
        first.body.insert(0, _forget(cx, start, cx.reserved))

    _seats(cx, s, c, visit, Load(cell))
    cx.emit(Store(Const(at.HIDING), Const(0)))
    quieter(cx, -1)
    set_me(cx, Load(cell))


def _forget(cx: Lowering, start: int, end: int) -> Stmt:
    """Return what wipes a stretch of the frame: what the branch before kept in mind."""
    k = cx.reg("k")
    base: E = Const(0) if cx.unit.root else Load(Const(at.FRAME))
    wipe = (Store(add(base, k), Const(0)),)
    return Loop(k, Steps(Const(start), Const(end - 1)), wipe)


def _close_frame(cx: Lowering) -> None:
    """End a unit: close its frame and go back."""
    frame = cx.reg("f")
    cx.emit(
        Set(frame, Load(Const(at.FRAME))),
        Store(Const(at.TOP), frame),
        Store(Const(at.FRAME), Load(add(frame, Const(1)))),
        Jump(frame),
    )


def unit_body(
    cx: Lowering, entry: int, unit: Unit, c: Scope, part: m.Procedure | m.Trigger
) -> None:
    """Lower a procedure's or trigger's body."""
    before, there, unwatched = cx.unit, cx.there, cx.unwatched
    cx.unit, unit.entry, cx.there, cx.unwatched = unit, entry, [], False
    cx.begin(cx.program.blocks[entry])
    cx.emit(*cx.mark("begins", part))
    lower_body(cx, part.body, c)
    cx.emit(*cx.mark("ends", part))
    _close_frame(cx)
    cx.unit, cx.there, cx.unwatched = before, there, unwatched


def _lower_perform(cx: Lowering, s: m.Perform, c: Scope) -> None:
    procedure = cx.rules.procedures[s.procedure]
    single, sets = _parted(procedure, s.arguments)
    if cx.supposing:
        inside = Scope()
        for p, a in single:
            inside.locals[p.key] = cx.hold(lower_argument(cx, p, a, c), "p")
        if sets:
            inside.locals = {**c.locals, **inside.locals}
        lower_body(cx, put(procedure.body, {p.key: a for p, a in sets}), inside)
        return
    arguments = [lower_argument(cx, p, a, c) for p, a in single]
    after = cx.block(s.span)
    site = cx.site(Code.E502, _too_deep(f"'{s.procedure}' is carried out"), s.span)

    def give(frame: Reg) -> Iterator[Stmt]:
        """Yield what writes the sets behind the single arguments."""
        place = 3 + len(single)
        for p, a in sets:
            reg = cx.reg("x", *domain_range(cx, a, c))
            room = cx.rooms[p.key]
            source = lower_source(cx, a, reg, c)
            yield from keeping(cx, source, reg, add(frame, Const(place)), room)[1]
            place += 1 + room

    cx.emit(*open_frame(cx, cx.procedures[s.procedure], arguments, after, site, give))
    cx.begin(after)


def _parted(
    procedure: m.Procedure, arguments: Sequence[_T]
) -> tuple[list[tuple[m.Parameter, _T]], list[tuple[m.Parameter, _T]]]:
    """Return what a procedure is given, single things and sets apart."""
    given = list(zip(procedure.parameters, arguments, strict=True))
    sets = [(p, a) for p, a in given if p.domain.type.kind == "set"]
    return [(p, a) for p, a in given if p.domain.type.kind != "set"], sets


def lower_procedure(cx: Lowering, p: m.Procedure) -> None:
    """Lower a procedure."""
    entry, unit = cx.procedures[p.name]
    c = Scope()
    frame = Load(Const(at.FRAME))
    single, sets = _parted(p, p.parameters)
    for number, (parameter, _) in enumerate(single):
        low, high = parameter_range(cx, parameter.domain)
        unit.pieces += [3 + number] if parameter.domain.type.kind == "piece" else []
        c.locals[parameter.key] = Load(add(frame, Const(3 + number)), low, high)
    unit.size = 3 + len(single)
    for parameter, _ in sets:
        kind, room = parameter.domain.type.items[0], cx.rooms.get(parameter.key, 1)
        count, first = add(frame, Const(unit.size)), unit.size + 1
        low, high = type_range(cx, kind, parameter.span)
        base, many = add(count, Const(1)), Load(count, 0, room)
        c.locals[parameter.key] = Array(base, ((0, room),), low, high, many)
        unit.pieces += range(first, first + room) if kind.kind == "piece" else ()
        unit.size += 1 + room
    unit_body(cx, entry, unit, c, p)


def lower_trigger(cx: Lowering, number: int, t: m.Trigger) -> None:
    """Lower a reaction; what it bound waits in its frame."""
    entry, unit = cx.triggers[number]
    c = Scope()
    frame = Load(Const(at.FRAME))
    for i, bind in enumerate(_bound_of(t)):
        low, high = _arrival_range(cx, bind, t.event)
        unit.pieces += [3 + i] if bind.type.kind == "piece" else []
        c.locals[bind.key] = Load(add(frame, Const(3 + i)), low, high)
        unit.size = 4 + i
    unit_body(cx, entry, unit, c, t)


def _arrival_range(cx: Lowering, bind: m.Bind, event: m.Arrives | m.Becomes) -> tuple[int, int]:
    """Return the bounds of what a reaction binds: a value, an index, a space or place."""
    if not isinstance(event, m.Arrives):
        return NONE, INT_MAX
    zone = cx.rules.zones[event.zone]
    if bind is event.at:
        family = cx.layout.families[zone.name]
        return family.spaces or (0, family.capacity)
    if bind is event.piece and zone.written:
        return cx.setting.range(zone.written)
    for index, (low, count) in zip(event.indices, cx.layout.shape(zone.indices), strict=True):
        if index is bind:
            return low, low + count - 1
    return domain_range(cx, bind.domain, Scope())


def _bound_of(t: m.Trigger) -> list[m.Bind]:
    event = t.event
    if isinstance(event, m.Becomes):
        return []
    parts = (event.piece, *event.indices, event.at)
    return [p for p in parts if isinstance(p, m.Bind)]


def _lower_together(cx: Lowering, s: m.Together, c: Scope) -> None:
    if not cx.queue or cx.silent or cx.gathering or not splits(cx, s.body):
        _lower_statements_together(cx, s, c)
        return
    watched = _watched(cx)
    base, end = cx.slot(), cx.slot()
    cx.emit(
        Store(base, _waiting_arrivals(cx)), Store(Const(cx.queue), add(open_blocks(cx), Const(1)))
    )
    cx.gathering = True
    _lower_statements_together(cx, s, c)
    cx.gathering = False
    cx.emit(Store(Const(cx.queue), add(open_blocks(cx), Const(-1))))
    after = cx.block(s.span)
    if not cx.unit.root:
        go = cx.block(s.span)
        cx.emit(If(open_blocks(cx), (Goto(after.number),), (Goto(go.number),)))
        cx.begin(go)
    cx.emit(Store(end, _waiting_arrivals(cx)))
    _catch_up(cx, base, end, s)
    cx.emit(Store(Const(cx.queue + 1), Load(base)))
    cx.counts = watched
    react_now(cx, None)
    cx.counts = {}
    cx.goto(after)
    cx.begin(after)


def _watched(cx: Lowering) -> dict[int, E]:
    """Keep how much lies in the zones that something in a block may make empty or full."""
    found: dict[int, E] = {}
    for number, t in enumerate(cx.rules.triggers):
        if isinstance(t.event, m.Becomes):
            cell = found[number] = cx.slot()
            cx.emit(Store(cell, Load(lower_value(cx, t.event.zone, Scope()))))
    return found


def _catch_up(cx: Lowering, base: E, end: E, s: m.Together) -> None:
    """Let the triggers react to what has arrived, one arrival after the other."""
    head, visit, after = cx.block(s.span), cx.block(s.span), cx.block(s.span)
    index, piece = cx.slot(), cx.slot(pieces=True)
    zone, space = cx.slot(), cx.slot()
    cx.emit(Store(index, Load(base)))
    cx.goto(head)
    cx.begin(head)
    done = Bin(">=", Load(index), Load(end))
    cx.emit(If(done, (Goto(after.number),), (Goto(visit.number),)))
    cx.begin(visit)
    place = cx.reg("q")
    cx.emit(
        Set(place, add(scale(Load(index), _WIDTH), Const(cx.queue + 2))),
        Store(piece, Load(place)),
        Store(zone, Load(add(place, Const(1)))),
        Store(space, Load(add(place, Const(2)))),
        Store(index, add(Load(index), Const(1))),
    )
    arrival = Event("", Load(piece), Load(zone), Load(space), unsure=True)
    for number, t in enumerate(cx.rules.triggers):
        if isinstance(t.event, m.Arrives):
            test, arguments = match(cx, t.event, arrival)
            call_trigger(cx, number, both([*ready(cx), test]) or Const(1), arguments)
    cx.goto(head)
    cx.begin(after)


def lower_score(cx: Lowering, s: m.Score, c: Scope) -> None:
    """Pay each seat what its ledger says, into a counter or into the totals."""
    cx.emit(*cx.mark("begins", s), Tell("score", s.number))
    cx.emit(*forget(cx, {s.into or "total"}))
    counter = cx.rules.variables.get(s.into or "")
    once = s.teams and counter and any(d.type == TEAM for d in counter.indices)
    n = cx.rules.header.teams if once else cx.setting.players
    seat = cx.reg("s", 0, n - 1)
    before = cx.nested()
    points = cx.hold(Call(f"score{s.number}", (seat,)), "points")
    if s.into is None:
        cell: E = add(seat, Const(cx.layout.totals))
        cx.emit(Store(cell, arithmetic(cx, "+", Load(cell), points, s.span)))
    else:
        _pay_into(cx, s, s.into, seat, points, c)
    cx.emit(Loop(seat, Steps(Const(0), Const(n - 1)), cx.close(before)))


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
    floor = Pick(Bin("<", value, Const(cells.low)), Const(cells.low), value)
    message = f"'{name}' is {cells.low}..{cells.high}: give it a wider range"
    site = cx.site(Code.E503, message, s.span)
    cx.emit(Store(where, cx.checked(floor, cells.low, cells.high, site)))


def reset(cx: Lowering) -> None:
    """Abandon everything pending: the stack is empty and whose turn it is acts."""
    active = Load(Const(at.ACTIVE), 0, cx.setting.players - 1)
    cx.emit(Store(Const(at.ME), active))
    if cx.procedures or cx.triggers:
        base = Store(Const(at.TOP), Bin("+", Const(0), _stack()))
        cx.emit(base, Store(Const(at.FRAME), Const(0)), Store(Const(at.QUIET), Const(0)))
    cx.emit(*clear_queue(cx))
    if _simultaneous(cx):
        cx.emit(Store(Const(at.HIDING), Const(0)), Store(Const(at.QUIET), Const(0)))


def whole_flow(cx: Lowering) -> tuple[m.Model, ...]:
    """Everything that stands in setup, turns, reactions and scoring."""
    if not cx.flow:
        cx.flow = tuple(p for part in _flows(cx.rules) for p in walk(part))
    return cx.flow


def _simultaneous(cx: Lowering) -> bool:
    return any(isinstance(p, m.EachSeat) and p.simultaneous for p in whole_flow(cx))


def uses(cx: Lowering, kind: type[m.Stmt]) -> bool:
    """Tell whether a statement of a kind stands anywhere in the flow."""
    return any(isinstance(p, kind) for p in whole_flow(cx))


def _lower_phase(cx: Lowering, s: m.Phase, c: Scope) -> None:
    after = cx.block(s.span)
    if s.when is not None:
        go = cx.block(s.span)
        cx.emit(If(lower_value(cx, s.when, c), (Goto(go.number),), (Goto(after.number),)))
        cx.begin(go)
    titles = [p.title for p in cx.rules.turn.statements if isinstance(p, m.Phase)]
    cx.emit(*cx.mark("begins", s))
    cx.emit(Store(Const(at.PHASE), Const(titles.index(s.title) + 1)))
    if _ends_phase(cx):
        cx.emit(Store(Const(at.LEAVE), Const(after.number)))
    lower_body(cx, s.body, c)
    cx.goto(after)
    cx.begin(after)


def _ends_phase(cx: Lowering) -> bool:
    return any(isinstance(p, m.End) and p.what == "phase" for p in whole_flow(cx))


def _evaluates_once(s: m.Stmt) -> bool:
    """Tell whether a statement looks at the state only as it is when the statement begins."""
    return isinstance(s, (m.If, m.Assign, m.Gain, m.Write)) or (
        isinstance(s, m.Move) and s.where is None and not _many(s)
    )


def _many(s: m.Move) -> bool:
    return s.what is not None and s.what.type.kind == "set"


def _own(domain: m.Expr, zone: m.Zone) -> bool:
    """Tell whether a zone is that of the seat that is me."""
    if not isinstance(domain, m.ZoneRef) or zone.owner_index is None:
        return False
    index = domain.indices[zone.owner_index]
    return isinstance(index, m.Op) and index.op == "me"


def _stack() -> E:
    return Data("base", Const(0), 0, INT_MAX)


def _flows(rules: m.Ruleset) -> list[object]:
    return [
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
        *rules.procedures.values(),
    ]  # fmt: skip
