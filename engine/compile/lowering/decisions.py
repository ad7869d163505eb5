"""Lowering decisions: actions and their parameters, and seats that choose at once.

An action that may take several numbers of things has a version for each of these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, groupby
from typing import NamedTuple

from engine.compile import layout as at
from engine.compile.cost import MOST_CANDIDATES, MOST_MOVES, MOST_OFFERED, fixed_turns, most
from engine.compile.debug_info import Array, OfferedAction, Scope, Secret
from engine.compile.lowering.changes import endings
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.flow import keep_local, me_kept, numbered, quiet, set_me, splits
from engine.compile.lowering.pieces import all_differ, aspects, kind_of, where_of
from engine.compile.lowering.sets import how_many, in_one_nest, in_order, lower_bind, refuse_many
from engine.compile.lowering.zones import facts
from engine.compile.multi_choice import AnOffer, each, fewest_and_most, is_open, versions_of
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
    Parameter,
    Reg,
    Select,
    Steps,
    Stmt,
    Store,
    Suspend,
    add,
    both,
    scale,
)
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.checker.sets import MOST_AT_ONCE
from engine.rules.walk import walk


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


def lower_offer(
    cx: Lowering, offer: m.Action | m.Ability, inside: Scope
) -> tuple[tuple[Parameter, ...], list[E]]:
    """Return what an action takes, and the tests of all that; its scope knows the names then."""
    taken = [_lower_taken(cx, p, inside) for p in offer.parameters]
    parameters = tuple(chain.from_iterable(taken))
    if len(parameters) > MOST_AT_ONCE:
        message = Message("an action takes at most {most} pieces and values at once", MOST_AT_ONCE)
        raise cx.setting.error(Code.E104, message, offer.span)
    tests: list[E] = [
        cx.value(p.where, inside)
        for p in offer.parameters
        if p.where is not None and not each(p, cx.setting)
    ]
    tests += required(cx, offer, inside)
    _refuse_many_moves(cx, offer, taken, tests)
    return parameters, tests


def _refuse_many_moves(
    cx: Lowering, action: m.Offer, taken: list[list[Parameter]], tests: list[E]
) -> None:
    """Refuse an action with more moves in every position than may be offered, or looked through."""
    every = [one for some in taken for one in some]
    limit = MOST_CANDIDATES if tests or any(one.where for one in every) else MOST_OFFERED
    found = "'{name}' offers {count} moves, and at most {limit} are allowed"
    if limit == MOST_CANDIDATES:
        found = "'{name}' looks through {count} moves, and at most {limit} are allowed"
    count = 1
    for p, some in zip(action.parameters, taken, strict=True):
        for one in some:
            for reg, over in one.loops:
                count *= fixed_turns(reg, over, cx.layout)
            count //= one.nth
        if count > limit:
            message = Message(found, action.name, f"{count:,}", f"{limit:,}")
            hint = "let fewer values be chosen, or one after the other"
            raise RulesError(Diagnostic(Code.E510, message, p.domain.span, hint=hint))


def required(cx: Lowering, action: m.Action | m.Ability, inside: Scope) -> list[E]:
    """Return what an action requires; in its scope is known what holds when all of that does."""
    tests = []
    for condition in action.conditions:
        tests.append(cx.value(condition, inside))
        inside.nonempty += facts(cx, condition, True, inside)
    return tests


def _offered(cx: Lowering, s: m.Choose) -> list[list[OfferedAction]]:
    """Return the actions that a decision offers, in the order of the text, each in its versions."""
    found = [offered for offered in cx.debug.actions.values() if offered.choice == s.number]
    return [list(same) for _, same in groupby(found, lambda offered: offered.action.number)]


def versions(cx: Lowering, action: AnOffer, c: Scope) -> list[AnOffer]:
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
            message = Message(
                "'{name}' could be up to {values}, and an action takes at most {most} pieces and "
                "values", p.name, f"{values:,}", MOST_AT_ONCE
            )  # fmt: skip
            hint = "say how much the zone holds 'at most', or write 'up to 5 of …'"
            raise RulesError(Diagnostic(Code.E104, message, p.domain.span, hint=hint))
        if many is not None and least > many:
            raise cx.setting.error(
                Code.E104, Message("{least}..{many} is empty", least, many), p.domain.span
            )
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
            tests.append(cx.value(p.where, c))
        tests = [*([made[-1].where] if made[-1].where else []), *tests]
        made[-1] = replace(made[-1], where=both(tests), nth=number)
    values = most([(list(made[0].loops), [])], cx.layout)
    refuse_many(cx, values, (len(made),), p)
    return made


def _lower_parameter(cx: Lowering, p: m.ActionParameter, c: Scope) -> Parameter:
    """Lower a parameter of an action."""
    bind = m.Bind(name=p.name, key=p.key, type=p.type, domain=p.domain, span=p.span)
    source = lower_bind(cx, bind, c)
    reg = c.locals[p.key]
    assert isinstance(reg, Reg)
    if len(source) != 1:
        source, reg = in_one_nest(cx, source, reg, p.type, p.domain.span)
        c.locals[p.key] = reg
    loops, tests = source[0]
    if p.where is not None:
        tests = [*tests, cx.value(p.where, c)]
    same = sameness(cx, reg, p, c) if p.type.kind == "piece" else None
    return Parameter(reg, tuple(loops), both(tests), same)


def sameness(cx: Lowering, piece: Reg, p: m.ActionParameter, c: Scope) -> tuple[E, ...] | None:
    """Return the integers that are equal for pieces that read the same, None when none do."""
    if all_differ(cx, p.type.names):
        return None
    known = Bin("&", Bin(">>", Load(add(piece, Const(cx.layout.known))), c.me), Const(1))
    kind, lying = kind_of(cx, piece), lying_of(cx, p.domain)
    parts = [kind if lying.surely_known else Select(known, kind, Bin("-", Const(-1), piece))]
    if lying.in_several:
        parts.append(where_of(cx, piece))
    return (*parts, *aspects(cx, piece, p.type.names))


class Lying(NamedTuple):
    """Where the pieces of a parameter's domain lie, as far as the text says.

    `family`: the one family of zones, if there is one. `in_several`: they can be in several zones.
    `surely_known`: the seat that chooses knows each of them.
    """

    family: m.Zone | None
    in_several: bool
    surely_known: bool


def lying_of(cx: Lowering, domain: m.Expr) -> Lying:
    """Return where the pieces of a domain lie, and whether the seat that chooses knows them."""
    if isinstance(domain, m.Op) and domain.op == "without":
        return lying_of(cx, domain.arguments[0])
    zone = cx.rules.zones[domain.type.name] if domain.type.kind == "zone" else None
    if zone is None:
        return Lying(None, True, False)
    in_several = isinstance(domain, m.ZoneRef) and domain.is_open
    surely = zone.seen == "all" or (zone.seen == "owner" and _own(domain, zone))
    return Lying(zone, in_several, surely)


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


def _own(domain: m.Expr, zone: m.Zone) -> bool:
    """Return whether a zone is that of the seat that is me."""
    if not isinstance(domain, m.ZoneRef) or zone.owner_index is None:
        return False
    index = domain.indices[zone.owner_index]
    return isinstance(index, m.Op) and index.op == "me"
