"""Lowering decisions: actions and their parameters, and seats that choose at once.

An action that may take several numbers of things has a version for each of these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, groupby

from engine.compile import layout as at
from engine.compile.cost import MOST_MOVES
from engine.compile.debug_info import Array, OfferedAction, Scope, Secret
from engine.compile.lowering.changes import endings
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.flow import keep_local, me_kept, numbered, quiet, set_me, splits
from engine.compile.lowering.furthest import search_furthest
from engine.compile.lowering.offers import lower_offer, versions
from engine.compile.lowering.zones import facts
from engine.compile.multi_choice import each
from engine.compile.program import (
    Action,
    Bin,
    Block,
    Call,
    Choice,
    Const,
    CopyRange,
    E,
    Load,
    Loop,
    Not,
    Reg,
    Steps,
    Stmt,
    Store,
    Suspend,
    add,
    both,
    scale,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m


def simultaneous(cx: Lowering, s: m.EachSeat, c: Scope) -> None:
    """Lower `simultaneously`: single choices are collected, longer branches run one by one."""
    match s.body.statements:
        case (m.Choose(repeatedly=False, otherwise=None) as only,):
            _collect(cx, s, only, c)
        case _:
            _one_by_one(cx, s, c)
    if not cx.mode.silent:
        endings(cx, None, c)


def lower_choose(cx: Lowering, s: m.Choose, c: Scope) -> None:
    """Lower a decision, and what each of its actions does."""
    ask, after = cx.block(s.span), cx.block(s.span)
    cx.goto(ask)
    if s.furthest is not None:
        cx.begin(ask)
        search_furthest(cx, s, c)
    again = ask if s.repeatedly else after
    actions = [versions(cx, action, c) for action in s.actions]
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
    cx.emit(Suspend(choice.number))
    for offered, same in zip(_offered(cx, s), blocks, strict=True):
        _lower_acts(cx, offered, same, c)
        cx.goto(after if offered[0].place < 0 else again)
    if s.otherwise is not None and otherwise is not None:
        cx.begin(otherwise)
        cx.body(s.otherwise, c)
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
    offered: list[list[m.Action]],
    blocks: list[list[Block]],
    skip: Block,
) -> Choice:
    """Make a decision of the program. `skip`: where a pass continues that does nothing.

    `offered`: each action as it is offered, `blocks`: what carries it out.
    """
    actions: list[Action] = []
    cx.debug.locals_at[s.number] = tuple(cx.there)
    passing = skip.number if s.optional else None
    for action, block in zip(chain(*offered), chain(*blocks), strict=True):
        inside = c.inner()
        parameters, tests = lower_offer(cx, action, inside)
        leaves = action.name == "pass" and s.optional
        place = -1 if leaves else len(actions)
        cx.debug.actions[s.number, place] = OfferedAction(action, inside, s.number, place)
        if leaves:
            passing = block.number
        else:
            actions.append(Action(action.name, parameters, both(tests), block.number))
    crowded = cx.site(
        Code.E510, Message("more than {most} moves are legal here", f"{MOST_MOVES:,}"), s.span
    )
    made = Choice(s.number, tuple(actions), passing, s.span, crowded)
    cx.program.choices[s.number] = made
    return made


def _offered(cx: Lowering, s: m.Choose) -> list[list[OfferedAction]]:
    """Return the actions that a decision offers, in the order of the text, each in its versions."""
    found = [offered for offered in cx.debug.actions.values() if offered.choice == s.number]
    return [list(same) for _, same in groupby(found, lambda offered: offered.action.number)]


def width_of(cx: Lowering, action: m.Action) -> int:
    """Return how many integers the arguments of an action are."""
    return sum(len(each(p, cx.setting)) for p in action.parameters)


def _lower_acts(cx: Lowering, ways: list[OfferedAction], blocks: list[Block], c: Scope) -> None:
    """Lower what an action does, once for all its ways: they say what they have taken."""
    if len(ways) == 1:
        cx.begin(blocks[0])
        _lower_act(cx, ways[0], c)
        return
    action, common = ways[0].action, cx.block(ways[0].action.span)
    inside = c.inner()
    kept: list[tuple[E, E, int]] = []
    for number, p in enumerate(action.parameters):
        widths = [len(each(v.action.parameters[number], cx.setting)) for v in ways]
        widest = ways[widths.index(max(widths))]
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
    for offered, block in zip(ways, blocks, strict=True):
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
    cx.body(action.body, inside)
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
        inside.locals[p.key] = keep_local(cx, argument, within, pieces=pieces, lives_on=lives_on)
    for require in () if lives_on else action.requires:
        inside.nonempty += facts(cx, require.condition, True, inside)
    cx.body(action.body, inside)
    cx.mark("ends", action)


@contextmanager
def _seats(cx: Lowering, s: m.EachSeat, c: Scope, mine: E) -> Iterator[Block]:
    """Write blocks that are gone through in seat order by the seats that take part."""

    def begin(seat: E) -> E:
        set_me(cx, seat)
        tests: list[E] = [Bin("!=", Load(Const(at.ME)), mine)] if s.other else []
        if s.where is not None:
            tests.append(cx.value(s.where, c))
        return both(tests) or Const(1)

    with numbered(cx, s.span, Const(0), Const(cx.setting.players), begin) as head:
        yield head


def _collect(cx: Lowering, s: m.EachSeat, choose: m.Choose, c: Scope) -> None:
    n = cx.setting.players
    actions = [versions(cx, action, c) for action in choose.actions]
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
            cx.emit(Suspend(choice.number))
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
        cx.emit(CopyRange(0, -1, 0), Store(Const(at.HIDING), Const(1)))
        with quiet(cx):
            with _seats(cx, s, c, mine):
                begins, start = cx.current, cx.reserved
                with cx.in_mode(bulk=True, apart=True):
                    cx.body(s.body, c)
                begins.body.insert(0, _forget(cx, start, cx.reserved))
            cx.emit(Store(Const(at.HIDING), Const(0)))


def _forget(cx: Lowering, start: int, end: int) -> Stmt:
    """Return what wipes a stretch of the frame: what the branch before kept in mind."""
    k = cx.reg("k")
    base: E = Const(0) if cx.unit.root else Load(Const(at.FRAME))
    wipe = (Store(add(base, k), Const(0)),)
    return Loop(k, Steps(Const(start), Const(end - 1)), wipe)
