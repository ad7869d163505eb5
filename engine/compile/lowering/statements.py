"""Lowering flow: blocks that go on to one another, local names, branches, loops, seats.

A statement that may stop to ask somebody is divided over blocks, and what it must remember lies in
a frame in the state. Everything else stays structured inside its block, with registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain, groupby
from math import prod
from typing import Any, NamedTuple, TypeVar, assert_never

from engine.compile import layout as at
from engine.compile.cost import MOST_CANDIDATES, MOST_MOVES, MOST_OFFERED, fixed_turns, most
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
    all_differ,
    arithmetic,
    aspects,
    cell_address,
    combine,
    domain_range,
    facts,
    holders_of,
    how_many,
    in_order,
    kept_within,
    kind_of,
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
    where_of,
)
from engine.compile.lowering.kept_sets import keep
from engine.compile.lowering.moves import lower_deal, lower_forward, lower_move
from engine.compile.lowering.reactions import (
    WIDTH,
    call_trigger,
    clear_queue,
    match,
    open_blocks,
    open_frame,
    react_now,
    ready,
    too_deep,
    waiting_arrivals,
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
from engine.rules.walk import inside as parts_of
from engine.rules.walk import walk

_T = TypeVar("_T")
MOST_VALUES = 10_000
"""How many values a loop that stops to ask somebody may run through; they are written down."""


def splits(cx: Lowering, node: Any) -> bool:
    """Tell whether a statement may go through another block, where registers are lost."""
    if cx.mode.supposing:
        return False
    key = id(node)
    if key not in cx.known_splits:
        cx.known_splits[key] = (node, _find_splits(cx, node))
    return cx.known_splits[key][1]


def _find_splits(cx: Lowering, node: Any) -> bool:
    if isinstance(node, m.Stmt) and m.traits(node).leaves:
        return True
    if isinstance(node, m.EachSeat) and node.simultaneous:
        return True
    if isinstance(node, m.ForEach) and any(_hangs_together(b) for b in node.binders):
        return True
    if isinstance(node, m.Stmt) and _fires(cx, node):
        return True
    return not isinstance(node, m.Expr) and any(splits(cx, part) for part in parts_of(node))


def _fires(cx: Lowering, s: m.Stmt) -> bool:
    """Tell whether a statement's change may set off a trigger."""
    if cx.mode.silent:
        return False
    return any(_may_match(cx, t.event, s) for t in cx.rules.triggers)


def _may_match(cx: Lowering, event: m.Arrives | m.Becomes, s: m.Stmt) -> bool:
    """Tell whether a statement may let something arrive, or make a zone empty or full."""
    if isinstance(event, m.Arrives):
        return event.zone in _entered(cx, s)
    return event.zone.name in _exchanging(cx, s)


def _entered(cx: Lowering, s: m.Stmt) -> set[str]:
    """Return the families in which a statement lets something arrive that may be reacted to."""
    match s:
        case m.Write() | m.Erase():
            return {s.zone.type.name}
        case m.Forward():
            return {z.name for z in holders_of(cx, s.piece.type.names)}
        case m.Move() if s.form == "one" and not _many(s):
            return {s.to.type.name}
    return set()


def _exchanging(cx: Lowering, s: m.Stmt) -> set[str]:
    """Return the families that a statement may take from or add to."""
    changed = () if isinstance(s, m.Shuffle) else m.changed_by(s)
    found = {e.type.name for e in changed if e is not None and e.type.kind == "zone"}
    match s:
        case m.Move(what=m.Op(op="last" | "first") as end):
            found.add(end.arguments[0].type.name)
        case m.Move(what=what) if what is not None and what.type.kind == "zone":
            found.add(what.type.name)
        case m.Move():
            found |= {z.name for z in holders_of(cx, s.components)}
    return found


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


def body_of(cx: Lowering, block: m.Block | None, c: Scope) -> tuple[Stmt, ...]:
    """Return what a block becomes that goes through no other block of the program."""
    with cx.gathered() as body:
        if block is not None:
            lower_body(cx, block, c)
    return tuple(body)


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
    events = [] if cx.mode.silent else [t.event for t in cx.rules.triggers]
    cx.counts = _watched(cx, (e if _may_match(cx, e, s) else None for e in events))


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
    else:
        cx.emit(Goto(cx.end_of[s.what]))
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
    c.locals[s.key] = _keep(cx, value, within, pieces=pieces, lives_on=lives_on)
    if lives_on:
        _name(cx, s, 1)


def _keep(cx: Lowering, value: E, within: tuple[int, int], *, pieces: bool, lives_on: bool) -> E:
    """Keep a value that a name stands for: in the frame if it lives on, else in a register."""
    if lives_on:
        cell = cx.slot(pieces=pieces)
        cx.emit(Store(cell, value))
        return Load(cell, *within)
    reg = cx.reg("v", *within)
    cx.emit(Set(reg, value))
    return reg


def _let_set(cx: Lowering, s: m.Let, c: Scope) -> None:
    """Keep the values that a set has now."""
    if cx.mode.supposing:
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
    with cx.loop(k, Steps(Const(0), Const(size - 1))):
        cx.emit(Store(add(base, k), value))
    _name(cx, s, size)


def _lower_if(cx: Lowering, s: m.If, c: Scope) -> None:
    test = lower_value(cx, s.condition, c)
    yes = c.inner(nonempty=facts(cx, s.condition, True, c))
    no = c.inner(nonempty=facts(cx, s.condition, False, c))
    if isinstance(test, Const):
        chosen, inside = (s.then, yes) if test.value else (s.otherwise, no)
        if chosen is not None:
            lower_body(cx, chosen, inside)
        return
    if not splits(cx, (s.then, s.otherwise)):
        cx.emit(If(test, body_of(cx, s.then, yes), body_of(cx, s.otherwise, no)))
        return
    after = cx.block(s.span)
    other = cx.block(s.span) if s.otherwise else after
    cx.go_on_if(test, other)
    lower_body(cx, s.then, c)
    cx.goto(after)
    if s.otherwise:
        cx.begin(other)
        lower_body(cx, s.otherwise, c)
        cx.goto(after)
    cx.begin(after)


@contextmanager
def quiet(cx: Lowering) -> Iterator[None]:
    """Let endings wait in what is carried out meanwhile, procedures included."""
    cx.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(1))))
    yield
    cx.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(-1))))


def _lower_statements_together(cx: Lowering, s: m.Together, c: Scope) -> None:
    with cx.in_mode(bulk=True), quiet(cx) if splits(cx, s.body) else nullcontext():
        lower_body(cx, s.body, c)
    if not cx.mode.bulk and not cx.mode.silent:
        endings(cx, None, c)


def _lower_for_each(cx: Lowering, s: m.ForEach, c: Scope) -> None:
    if cx.mode.supposing or not (splits(cx, s.body) or any(map(_hangs_together, s.binders))):
        inside = c.inner()
        with cx.each(combine(cx, s.binders, s.where, inside)):
            lower_body(cx, s.body, inside)
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
    cells, current, count = cx.slot(size, pieces=pieces), cx.slot(pieces=pieces), cx.slot()
    cx.emit(Store(count, Const(0)))
    with cx.each(source):
        cx.emit(Store(add(cells, Load(count)), value), Store(count, add(Load(count), Const(1))))

    def begin(number: E) -> E:
        cx.emit(Store(current, Load(add(cells, number))))
        inside.locals[bind.key] = Load(current, value.lo, value.hi)
        return Const(1) if where is None else lower_value(cx, where, inside)

    with _numbered(cx, span, Const(0), Load(count), begin):
        lower_body(cx, body, inside)


@contextmanager
def _round(cx: Lowering, span: Span) -> Iterator[tuple[Block, Block]]:
    """Write blocks that are gone through round by round; yield the first, and what follows."""
    head, after = cx.block(span), cx.block(span)
    cx.goto(head)
    cx.begin(head)
    yield head, after
    cx.goto(head)
    cx.begin(after)


@contextmanager
def _numbered(
    cx: Lowering, span: Span, first: E, end: E, begin: Callable[[E], E]
) -> Iterator[Block]:
    """Write blocks that are gone through for each number from one to below another; yield the block
    in which a round begins.

    `begin` emits what a number stands for and returns whether it counts.
    """
    index = cx.slot()
    cx.emit(Store(index, first))
    with _round(cx, span) as (head, after):
        cx.emit(If(Bin(">=", Load(index), end), (Goto(after.number),)))
        test = begin(Load(index))
        cx.emit(Store(index, add(Load(index), Const(1))))
        cx.go_on_if(test, head)
        yield head


def _lower_repeat(cx: Lowering, s: m.Repeat, c: Scope) -> None:
    site = cx.site(Code.E502, "this is repeated without an end", s.span)
    if not splits(cx, s.body):
        cx.emit(Again(body_of(cx, s.body, c), lower_value(cx, s.until, c), site))
        return
    with _round(cx, s.span) as (_, after):
        lower_body(cx, s.body, c)
        cx.emit(If(lower_value(cx, s.until, c), (Goto(after.number),)))


@contextmanager
def me_kept(cx: Lowering) -> Iterator[E]:
    """Keep who is me in the frame while others are; yield who it is."""
    kept = Load(cx.slot())
    cx.emit(Store(kept.at, Load(Const(at.ME))))
    yield kept
    set_me(cx, kept)


def set_me(cx: Lowering, seat: E) -> None:
    """Say who is me."""
    cx.emit(Store(Const(at.ME), seat))


def _lower_as_seat(cx: Lowering, s: m.AsSeat, c: Scope) -> None:
    with me_kept(cx):
        set_me(cx, lower_value(cx, s.seat, c))
        lower_body(cx, s.body, c)


def _lower_each_seat(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    if s.simultaneous:
        simultaneous(cx, s, c)
        return
    n, first = Const(cx.setting.players), Const(int(s.other))

    def begin(number: E) -> E:
        set_me(cx, Bin("%", add(mine, number), n))
        return Const(1) if s.where is None else lower_value(cx, s.where, c)

    with me_kept(cx) as mine:
        if splits(cx, s.body):
            with _numbered(cx, s.span, first, n, begin):
                lower_body(cx, s.body, c)
            return
        k = cx.reg("k", 0, n.value - 1)
        with cx.loop(k, Steps(first, Const(n.value - 1))):
            test, body = begin(k), body_of(cx, s.body, c)
            cx.emit(*(body if s.where is None else (If(test, body),)))


def _lower_circle(cx: Lowering, s: m.Circle, c: Scope) -> None:
    with me_kept(cx) as mine:
        seat = Load(cx.slot(), 0, cx.setting.players - 1)
        start = mine if s.after is None else next_seat(cx, lower_value(cx, s.after, c))
        cx.emit(Store(seat.at, start))
        with _round(cx, s.span) as (head, after):
            set_me(cx, seat)
            cx.emit(Store(seat.at, next_seat(cx, seat)))
            cx.go_on_if(Const(1) if s.where is None else lower_value(cx, s.where, c), head)
            lower_body(cx, s.body, c)
            cx.emit(If(lower_value(cx, s.until, c), (Goto(after.number),)))


def simultaneous(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    """Lower `simultaneously`: single choices are collected, longer branches run one by one."""
    match s.body.statements:
        case (m.Choose(repeatedly=False, otherwise=None) as only,):
            _collect(cx, s, only, c)
        case _:
            _one_by_one(cx, s, c)
    if not cx.mode.silent:
        endings(cx, None, c)


def _lower_choose(cx: Lowering, s: m.Choose, c: Scope) -> None:
    ask, after = cx.block(s.span), cx.block(s.span)
    cx.goto(ask)
    again = ask if s.repeatedly else after
    actions = [_versions(cx, action, c) for action in s.actions]
    blocks = [[cx.block(a.span) for a in same] for same in actions]
    choice = lower_choice(cx, s, c, actions, blocks, after)
    cx.begin(ask)
    none_left = Not(Call(f"some{choice.number}", (), 0, 1))
    otherwise = cx.block(s.span) if s.otherwise is not None else None
    if otherwise is not None:
        with cx.when(none_left):
            cx.mark("lacks", s)
            cx.goto(otherwise)
    elif s.optional or s.repeatedly:
        _passed_over(cx, s, none_left, after)
    cx.emit(Ask(choice.number))
    for offered, same in zip(_offered(cx, s), blocks, strict=True):
        _lower_acts(cx, offered, same, c)
        cx.goto(after if offered[0].place < 0 else again)
    if s.otherwise is not None and otherwise is not None:
        cx.begin(otherwise)
        lower_body(cx, s.otherwise, c)
        cx.goto(after)
    cx.begin(after)


def _passed_over(cx: Lowering, s: m.Choose, none_left: E, to: Block) -> None:
    """Emit that nobody is asked where nothing can be chosen."""
    with cx.when(none_left):
        cx.mark("passes", s)
        cx.goto(to)


def lower_choice(
    cx: Lowering,
    s: m.Choose,
    c: Scope,
    versions: list[list[m.Action]],
    blocks: list[list[Block]],
    skip: Block,
) -> Choice:
    """Make a decision of the program. `skip`: where a pass goes on that does nothing.

    `versions`: each action as it is offered, `blocks`: what carries it out.
    """
    actions: list[Action] = []
    cx.debug.locals_at[s.number] = tuple(cx.there)
    passing = skip.number if s.optional else None
    for action, block in zip(chain(*versions), chain(*blocks), strict=True):
        inside = c.inner()
        taken = [_lower_taken(cx, p, inside) for p in action.parameters]
        parameters = tuple(chain.from_iterable(taken))
        if len(parameters) > MOST_AT_ONCE:
            message = f"an action takes at most {MOST_AT_ONCE} pieces and values at once"
            raise cx.setting.error(Code.E104, message, action.span)
        tests: list[E] = [
            lower_value(cx, p.where, inside)
            for p in action.parameters
            if p.where is not None and not each(p, cx.setting)
        ]
        tests += required(cx, action, inside)
        _refuse_many_moves(cx, action, taken, tests)
        leaves = action.name == "pass" and s.optional
        place = -1 if leaves else len(actions)
        cx.debug.actions[s.number, place] = OfferedAction(action, inside, s.number, place)
        if leaves:
            passing = block.number
        else:
            actions.append(Action(action.name, parameters, both(tests), block.number))
    crowded = cx.site(Code.E510, f"more than {MOST_MOVES:,} moves are legal here", s.span)
    made = Choice(s.number, tuple(actions), passing, s.span, crowded)
    cx.program.choices[s.number] = made
    return made


def _refuse_many_moves(
    cx: Lowering, action: m.Action, taken: list[list[Parameter]], tests: list[E]
) -> None:
    """Refuse an action with more moves in every position than may be offered, or looked through."""
    every = [one for some in taken for one in some]
    limit = MOST_CANDIDATES if tests or any(one.where for one in every) else MOST_OFFERED
    found = "looks through" if limit == MOST_CANDIDATES else "offers"
    count = 1
    for p, some in zip(action.parameters, taken, strict=True):
        for one in some:
            for reg, over in one.loops:
                count *= fixed_turns(reg, over, cx.layout)
            count //= one.nth
        if count > limit:
            message = f"'{action.name}' {found} {count:,} moves, and at most {limit:,} are allowed"
            hint = "let fewer values be chosen, or one after the other"
            raise RulesError(Diagnostic(Code.E510, message, p.domain.span, hint=hint))


def required(cx: Lowering, action: m.Action, inside: Scope) -> list[E]:
    """Return what an action requires; in its scope is known what holds when all of that does."""
    tests = []
    for require in action.requires:
        tests.append(lower_value(cx, require.condition, inside))
        inside.nonempty += facts(cx, require.condition, True, inside)
    return tests


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
    if all_differ(cx, p.type.names):
        return None
    known = Bin("&", Bin(">>", Load(add(piece, Const(cx.layout.known))), c.me), Const(1))
    kind, lying = kind_of(cx, piece), lying_of(cx, p.domain)
    parts = [kind if lying.surely_known else Pick(known, kind, Bin("-", Const(-1), piece))]
    if lying.in_several:
        parts.append(where_of(cx, piece))
    return (*parts, *aspects(cx, piece, p.type.names))


class Lying(NamedTuple):
    """Where the pieces of a parameter's domain lie, as far as the text says.

    `family`: the one family of zones, if there is one. `in_several`: they may lie in several zones.
    `surely_known`: the seat that chooses knows each of them.
    """

    family: m.Zone | None
    in_several: bool
    surely_known: bool


def lying_of(cx: Lowering, domain: m.Expr) -> Lying:
    """Return where the pieces of a domain lie, and whether the seat that chooses knows them."""
    zone = cx.rules.zones[domain.type.name] if domain.type.kind == "zone" else None
    if zone is None:
        return Lying(None, True, False)
    in_several = isinstance(domain, m.ZoneRef) and domain.is_open
    surely = zone.seen == "all" or (zone.seen == "owner" and _own(domain, zone))
    return Lying(zone, in_several, surely)


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
        cx.mark("begins", offered.action)
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
    cx.mark("ends", action)


def _lower_act(cx: Lowering, offered: OfferedAction, c: Scope) -> None:
    """Lower what an action does; its arguments wait in the state's argument words."""
    inside, action = c.inner(), offered.action
    cx.debug.bodies[offered.choice, offered.place] = cx.current.number
    cx.mark("begins", action)
    lives_on = splits(cx, action.body)
    single = [one for p in action.parameters for one in each(p, cx.setting)]
    for number, p in enumerate(single):
        known = offered.scope.locals[p.key]
        assert isinstance(known, Reg)
        within, pieces = (known.lo, known.hi), p.type.kind == "piece"
        argument = Load(Const(at.ARGUMENTS + number), *within)
        inside.locals[p.key] = _keep(cx, argument, within, pieces=pieces, lives_on=lives_on)
    for require in () if lives_on else action.requires:
        inside.nonempty += facts(cx, require.condition, True, inside)
    lower_body(cx, action.body, inside)
    cx.mark("ends", action)


@contextmanager
def _seats(cx: Lowering, s: m.EachSeat, c: Scope, mine: E) -> Iterator[Block]:
    """Write blocks that are gone through in seat order by the seats that take part."""

    def begin(seat: E) -> E:
        set_me(cx, seat)
        tests: list[E] = [Bin("!=", Load(Const(at.ME)), mine)] if s.other else []
        if s.where is not None:
            tests.append(lower_value(cx, s.where, c))
        return both(tests) or Const(1)

    with _numbered(cx, s.span, Const(0), Const(cx.setting.players), begin) as head:
        yield head


def _collect(cx: Lowering, s: m.EachSeat, choose: m.Choose, c: Scope) -> None:
    n = cx.setting.players
    actions = [_versions(cx, action, c) for action in choose.actions]
    widths = [width_of(cx, a) for a in chain(*actions)]
    width = 1 + max(widths, default=0)
    cx.unit.secrets.append(Secret(cx.reserved, width, choose.number))
    kept = cx.slot(n * width)
    picked = add(kept, scale(Load(Const(at.ME)), width))
    with me_kept(cx) as mine:
        cx.emit(*(Store(add(kept, Const(i * width)), Const(-1)) for i in range(n)))
        blocks = [[cx.block(a.span) for a in same] for same in actions]
        keeping = [[cx.block(a.span) for a in same] for same in actions]
        skipping = cx.block(choose.span)
        choice = lower_choice(cx, choose, c, actions, keeping, skipping)
        with _seats(cx, s, c, mine) as head:
            if choose.optional:
                _passed_over(cx, choose, Not(Call(f"some{choice.number}", (), 0, 1)), head)
            cx.emit(Ask(choice.number))
            for number, block in enumerate(chain(*keeping)):
                cx.begin(block)
                cx.emit(Store(picked, Const(number)))
                for i in range(widths[number]):
                    cx.emit(Store(add(picked, Const(1 + i)), Load(Const(at.ARGUMENTS + i))))
                cx.goto(head)
            cx.begin(skipping)
        with quiet(cx), _seats(cx, s, c, mine) as head:
            for number, block in enumerate(chain(*blocks)):
                with cx.when(Bin("==", Load(picked), Const(number))):
                    for i in range(widths[number]):
                        cx.emit(Store(Const(at.ARGUMENTS + i), Load(add(picked, Const(1 + i)))))
                    cx.goto(block)
            cx.goto(head)
            with cx.in_mode(bulk=True):
                for offered, same in zip(_offered(cx, choose), blocks, strict=True):
                    _lower_acts(cx, offered, same, c)
                    cx.goto(head)


def _one_by_one(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    """Run each branch to its end; the others see the position before until all are done."""
    with me_kept(cx) as mine:
        cx.hides = True
        first = next((part for part in walk(s.body) if isinstance(part, m.Choose)), None)
        if first is not None:  # what the others see until all are done is from here
            cx.emit(Store(Const(at.PC), Const(first.number)))
        cx.emit(Keep(0, -1, 0), Store(Const(at.HIDING), Const(1)))
        with quiet(cx):
            with _seats(cx, s, c, mine):
                begins, start = cx.current, cx.reserved
                with cx.in_mode(bulk=True, apart=True):
                    lower_body(cx, s.body, c)
                begins.body.insert(0, _forget(cx, start, cx.reserved))
            cx.emit(Store(Const(at.HIDING), Const(0)))


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
    before, there = cx.unit, cx.there
    cx.unit, unit.entry, cx.there = unit, entry, []
    cx.begin(cx.program.blocks[entry])
    with cx.in_mode(unwatched=False):
        cx.mark("begins", part)
        lower_body(cx, part.body, c)
        cx.mark("ends", part)
        _close_frame(cx)
    cx.unit, cx.there = before, there


def _lower_perform(cx: Lowering, s: m.Perform, c: Scope) -> None:
    procedure = cx.rules.procedures[s.procedure]
    single, sets = _parted(procedure, s.arguments)
    if cx.mode.supposing:
        inside = Scope()
        for p, a in single:
            inside.locals[p.key] = cx.hold(lower_argument(cx, p, a, c), "p")
        if sets:
            inside.locals = {**c.locals, **inside.locals}
        lower_body(cx, put(procedure.body, {p.key: a for p, a in sets}), inside)
        return
    arguments = [lower_argument(cx, p, a, c) for p, a in single]
    after = cx.block(s.span)
    site = cx.site(Code.E502, too_deep(f"'{s.procedure}' is carried out"), s.span)
    with open_frame(cx, cx.procedures[s.procedure], arguments, after, site) as frame:
        place = 3 + len(single)
        for p, a in sets:
            reg = cx.reg("x", *domain_range(cx, a, c))
            room = cx.rooms[p.key]
            keep(cx, lower_source(cx, a, reg, c), reg, add(frame, Const(place)), room)
            place += 1 + room
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
            cx.emit(Store(cell, Load(lower_value(cx, event.zone, Scope()))))
    return found


def _catch_up(cx: Lowering, base: E, end: E, s: m.Together) -> None:
    """Let the triggers react to what has arrived, one arrival after the other."""
    parts = [cx.slot(pieces=True), cx.slot(), cx.slot()]

    def begin(number: E) -> E:
        place = cx.reg("q")
        cx.emit(Set(place, add(scale(number, WIDTH), Const(cx.queue + 2))))
        cx.emit(*(Store(part, Load(add(place, Const(i)))) for i, part in enumerate(parts)))
        return Const(1)

    with _numbered(cx, s.span, Load(base), Load(end), begin):
        piece, zone, space = map(Load, parts)
        arrival = Event("", piece, zone, space, unsure=True)
        for number, t in enumerate(cx.rules.triggers):
            if isinstance(t.event, m.Arrives):
                test, arguments = match(cx, t.event, arrival)
                call_trigger(cx, number, both([*ready(cx), test]) or Const(1), arguments)


def lower_score(cx: Lowering, s: m.Score, c: Scope) -> None:
    """Pay each seat what its ledger says, into a counter or into the totals."""
    cx.mark("begins", s)
    cx.emit(Tell(s.number))
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
    floor = Pick(Bin("<", value, Const(cells.low)), Const(cells.low), value)
    message = f"'{name}' is {cells.low}..{cells.high}: give it a wider range"
    site = cx.site(Code.E503, message, s.span)
    cx.emit(Store(where, cx.checked(floor, cells.low, cells.high, site)))


def reset(cx: Lowering) -> None:
    """Abandon everything pending: the stack is empty and whose turn it is acts."""
    set_me(cx, Load(Const(at.ACTIVE), 0, cx.setting.players - 1))
    if cx.procedures or cx.triggers:
        stack = Data("base", Const(0), 0, INT_MAX)
        cx.emit(
            Store(Const(at.TOP), Bin("+", Const(0), stack)),
            Store(Const(at.FRAME), Const(0)),
            Store(Const(at.QUIET), Const(0)),
        )
    clear_queue(cx)
    if any(isinstance(p, m.EachSeat) and p.simultaneous for p in whole_flow(cx)):
        cx.emit(Store(Const(at.HIDING), Const(0)), Store(Const(at.QUIET), Const(0)))


def whole_flow(cx: Lowering) -> tuple[m.Model, ...]:
    """Everything that stands in setup, turns, reactions and scoring."""
    if not cx.flow:
        cx.flow = tuple(p for part in _flows(cx.rules) for p in walk(part))
    return cx.flow


def uses(cx: Lowering, kind: type[m.Stmt]) -> bool:
    """Tell whether a statement of a kind stands anywhere in the flow."""
    return any(isinstance(p, kind) for p in whole_flow(cx))


def _lower_phase(cx: Lowering, s: m.Phase, c: Scope) -> None:
    after = cx.block(s.span)
    if s.when is not None:
        cx.go_on_if(lower_value(cx, s.when, c), after)
    titles = [p.title for p in cx.rules.turn.statements if isinstance(p, m.Phase)]
    cx.mark("begins", s)
    cx.emit(Store(Const(at.PHASE), Const(titles.index(s.title) + 1)))
    if any(isinstance(p, m.End) and p.what == "phase" for p in whole_flow(cx)):
        cx.emit(Store(Const(at.LEAVE), Const(after.number)))
    lower_body(cx, s.body, c)
    cx.goto(after)
    cx.begin(after)


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


def _flows(rules: m.Ruleset) -> list[object]:
    return [
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
        *rules.procedures.values(),
    ]  # fmt: skip
