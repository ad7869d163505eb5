"""From a checked model to a program: setup, rounds, turns, phases and endings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.changes import endings, ends, ends_if
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.effects import look
from engine.compile.lowering.flow import uses
from engine.compile.lowering.frames import reset
from engine.compile.lowering.operations import next_seat
from engine.compile.lowering.ranges import player
from engine.compile.lowering.repetition import forget_turns, keep_first, keep_turn
from engine.compile.lowering.revealed_values import forget
from engine.compile.lowering.scores import lower_leader
from engine.compile.lowering.statements import lower_score
from engine.compile.program import (
    NONE,
    Bin,
    Block,
    Const,
    Draw,
    E,
    Goto,
    Halt,
    If,
    Load,
    Not,
    Select,
    Steps,
    Store,
    add,
    both,
)
from engine.language.codes import Code
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.reached import THE_POSITION


def frame(cx: Lowering) -> None:
    """Lower the frame that every game has: its start, rounds, turns and end."""
    rules = cx.rules
    start, setup, turn = cx.block(), cx.block(), cx.block(rules.turn.span)
    turn_end, round_end, over = cx.block(rules.turn.span), cx.block(), cx.block()
    game_end = cx.block()
    chosen_first = any(after.when == "before score" for after in rules.afters)
    first = cx.block() if chosen_first else round_end
    cx.end_of = {"turn": turn_end.number, "round": first.number, "game": game_end.number}
    cx.program.start = start.number
    cx.program.setup, cx.program.turn = setup.number, turn.number
    cx.program.round_end = round_end.number
    _start(cx, start, setup)
    _setup(cx, setup, turn)
    cx.begin(turn)
    reset(cx)
    keep_first(cx)
    cx.mark("turn", rules.turn)
    cx.body(rules.turn, Scope())
    cx.goto(turn_end)
    _turn_end(cx, turn_end, turn, first)
    cx.begin(game_end)
    _last_round(cx)
    cx.goto(first)
    if chosen_first:
        _before_score(cx, first, round_end)
    _round_end(cx, round_end, setup, over)
    cx.begin(over)
    cx.emit(Store(Const(at.PC), Const(at.OVER)), Halt())


def _last_round(cx: Lowering) -> None:
    cx.emit(Store(Const(at.LAST), Const(1)))


def _afters(cx: Lowering, when: str) -> None:
    """Lower what the rules say is done after or before something."""
    for after in cx.rules.afters:
        if after.when == when:
            cx.mark("begins", after)
            cx.body(after.body, Scope())


@contextmanager
def _silently(cx: Lowering, block: Block) -> Iterator[None]:
    """Write a block in which no endings come true and nothing reacts."""
    cx.begin(block)
    with cx.in_mode(silent=True):
        yield


def _start(cx: Lowering, start: Block, setup: Block) -> None:
    starter = cx.seat(at.STARTER)
    with _silently(cx, start):
        cx.emit(Store(Const(at.ROUND), Const(1)), Store(Const(at.NEXT), Const(NONE)))
        if cx.rules.header.starts == "random":
            _random_starter(cx)
        _first_values(cx)
        cx.emit(Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter))
        if cx.rules.setup_once:
            cx.emit(Store(Const(at.QUIET), Const(at.SILENT)))
            _set_up(cx, cx.rules.setup_once)
        cx.goto(setup)


def _random_starter(cx: Lowering) -> None:
    n = cx.setting.players
    r = cx.reg("k", 0, n - 1)
    cx.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))


def _set_up(cx: Lowering, block: m.Block) -> None:
    with cx.in_mode(unwatched=True):
        cx.body(block, Scope())


def _first_values(cx: Lowering) -> None:
    """Give pieces' changing attributes and the variables what they begin with."""
    for name, (base, _, _) in cx.layout.changing.items():
        values = [dict(p.values).get(name, 0) for p in cx.setting.pieces]
        if any(values):
            k = cx.reg("k", 0, len(values) - 1)
            with cx.loop(k, Steps(Const(0), Const(len(values) - 1))):
                cx.emit(Store(add(k, Const(base)), cx.looked_up(f"start_{name}", values, k)))
    for v in cx.rules.variables.values():
        cells = cx.layout.cells[v.name]
        value = cx.setting.value(v.start)
        if not cells.low <= value <= cells.high:
            message = Message("'{name}' is {allowed}", v.name, f"{cells.low}..{cells.high}")
            raise cx.setting.error(Code.E503, message, v.start.span)
        k = cx.reg("k", 0, cells.size - 1)
        with cx.loop(k, Steps(Const(0), Const(cells.size - 1))):
            cx.emit(Store(add(k, Const(cells.base)), Const(value)))


def _setup(cx: Lowering, setup: Block, turn: Block) -> None:
    starter = cx.seat(at.STARTER)
    with _silently(cx, setup):
        cx.emit(
            Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter),
            Store(Const(at.ENDED), Const(0)), Store(Const(at.OUT), Const(0)),
            Store(Const(at.QUIET), Const(at.SILENT)),
        )  # fmt: skip
        for number, ending in enumerate(cx.rules.endings):
            if ending.timing == "more turns":
                cx.emit(Store(Const(cx.layout.latches + number), Const(0)))
        if cx.rules.setup:
            _set_up(cx, cx.rules.setup)
        _opener(cx, starter)
        if cx.rules.setup or cx.rules.setup_once:
            look(cx)
        forget_turns(cx)
        cx.emit(Store(Const(at.QUIET), Const(0)))
        cx.goto(turn)


def _opener(cx: Lowering, starter: E) -> None:
    """Let that seat begin which has what it takes when everything is set up."""
    header = cx.rules.header
    if header.opener is None:
        return
    first = Const(1) if not header.then else Bin("==", Load(Const(at.ROUND)), Const(1))
    with cx.when(first):
        seat = cx.hold(player(cx, header.opener, Scope()), "p")
        cx.emit(Store(Const(at.STARTER), seat))
        cx.emit(Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter))


def _turn_end(cx: Lowering, block: Block, turn: Block, round_end: Block) -> None:
    cx.begin(block)
    cx.mark("ends", cx.rules.turn)
    reset(cx)
    _afters(cx, "after each turn")
    endings(cx, {THE_POSITION}, Scope())
    for number, ending in enumerate(cx.rules.endings):
        if ending.timing == "end of turn":
            ends(cx, number, ending)
        elif ending.timing == "more turns":
            left = Load(Const(cx.layout.latches + number))
            with cx.when(left):
                cx.emit(Store(left.at, add(left, Const(-1))))
                ends_if(cx, number, ending, Not(left))
    _next_turn(cx, turn, round_end)


def _next_turn(cx: Lowering, turn: Block, round_end: Block) -> None:
    keep_turn(cx)
    forget(cx, {"active"})
    active, out = cx.seat(at.ACTIVE), Load(Const(at.OUT))
    leaves = uses(cx, m.Out)
    if leaves:
        with cx.when(Bin("==", out, Const(cx.layout.everybody))):
            cx.goto(round_end)
    cx.emit(Store(Const(at.ACTIVE), _next(cx, active)))
    if uses(cx, m.NextTurn):
        cx.emit(Store(Const(at.NEXT), Const(NONE)))
    if leaves:
        every = Steps(Const(1), Const(cx.setting.players))
        with cx.loop(cx.reg("k"), every), cx.when(Bin("&", Bin(">>", out, active), Const(1))):
            cx.emit(Store(Const(at.ACTIVE), next_seat(cx, active)))
    cx.goto(turn)


def _next(cx: Lowering, active: E) -> E:
    """Return who comes after this turn: whom `next turn` named, otherwise the neighbour."""
    if not uses(cx, m.NextTurn):
        return next_seat(cx, active)
    seat = Load(Const(at.NEXT))
    return Select(Bin("==", seat, Const(NONE)), next_seat(cx, active), seat)


def _round_end(cx: Lowering, block: Block, setup: Block, over: Block) -> None:
    until, final, again = cx.rules.header.until, cx.block(), cx.block()
    with _silently(cx, block):
        if any(map(_chooses, (a.body for a in cx.rules.afters if a.when != "after each turn"))):
            # Run from a choice after the round, when scores have been paid: nothing more is paid.
            # From a choice before the score, what is still to be chosen is left out.
            quiet = Load(Const(at.QUIET))
            tests: list[E] = [Bin(">=", quiet, Const(at.SILENT))]
            if any(after.when == "before score" for after in cx.rules.afters):
                tests.append(Bin("<", quiet, Const(at.UNPAID)))
            cx.emit(If(both(tests) or Const(1), (Goto(over.number),)))
        cx.mark("ends", cx.rules.turn)
        reset(cx)
        cx.emit(Store(Const(at.QUIET), Const(at.SILENT)))
        if until is None:
            rounds = max(1, cx.setting.value(cx.rules.header.rounds))
            with cx.when(Bin(">=", Load(Const(at.ROUND)), Const(rounds))):
                _last_round(cx)
        for score in cx.rules.scores:
            lower_score(cx, score, Scope())
        _afters(cx, "after each round")
        if until is not None:
            with cx.when(cx.value(until, Scope())):
                _last_round(cx)
        cx.emit(If(Load(Const(at.LAST)), (Goto(final.number),), (Goto(again.number),)))
        cx.begin(final)
        _afters(cx, "after last round")
        cx.goto(over)
        cx.begin(again)
        _next_round(cx)
        cx.goto(setup)


def _chooses(body: m.Block) -> bool:
    """Return whether someone may be asked in a block."""
    return any(isinstance(part, m.Stmt) and m.traits(part).leaves for part in walk(body))


def _before_score(cx: Lowering, block: Block, paying: Block) -> None:
    """Lower what is done, and perhaps chosen, between a round's end and its score."""
    with _silently(cx, block):
        reset(cx)
        cx.emit(Store(Const(at.QUIET), Const(at.UNPAID)))
        _afters(cx, "before score")
        cx.emit(Store(Const(at.QUIET), Const(0)))
        cx.goto(paying)


def _next_round(cx: Lowering) -> None:
    forget(cx, {"active", "starter", "round"})
    header, starter = cx.rules.header, cx.seat(at.STARTER)
    if header.starter is not None:
        cx.emit(Store(Const(at.STARTER), player(cx, header.starter, Scope())))
    elif header.then == "next player":
        cx.emit(Store(Const(at.STARTER), _next(cx, cx.seat(at.ACTIVE))))
    elif header.then == "next starter":
        cx.emit(Store(Const(at.STARTER), next_seat(cx, starter)))
    elif header.then == "random":
        _random_starter(cx)
    elif header.then in ("leader", "loser"):
        lower_leader(cx, header.then == "leader", starter)
    cx.emit(
        Store(Const(at.ROUND), add(Load(Const(at.ROUND)), Const(1))),
        Store(Const(at.NEXT), Const(NONE)),
    )
