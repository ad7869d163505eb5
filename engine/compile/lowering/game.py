"""From a checked model to a program: setup, rounds, turns, phases and endings."""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.changes import ended, endings
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.effects import look
from engine.compile.lowering.expressions import lower_value, next_seat, player, table_of_values
from engine.compile.lowering.repetition import forget_turns, keep_first, keep_turn
from engine.compile.lowering.revealed_values import forget
from engine.compile.lowering.scores import lower_leader
from engine.compile.lowering.statements import lower_body, lower_score, reset, uses
from engine.compile.program import (
    NONE,
    And,
    Bin,
    Block,
    Const,
    Data,
    Draw,
    E,
    Goto,
    Halt,
    If,
    Load,
    Loop,
    Not,
    Pick,
    Steps,
    Store,
    add,
)
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.walk import THE_POSITION, walk


def frame(cx: Lowering, scores: list[str]) -> None:
    """Frame."""
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
    cx.emit(*keep_first(cx))
    cx.emit(*cx.mark("turn", rules.turn))
    lower_body(cx, rules.turn, Scope())
    cx.goto(turn_end)
    _turn_end(cx, turn_end, turn, first)
    cx.begin(game_end)
    cx.emit(Store(Const(at.LAST), Const(1)))
    cx.goto(first)
    if chosen_first:
        _before_score(cx, first, round_end)
    _round_end(cx, round_end, setup, over)
    cx.begin(over)
    cx.emit(Store(Const(at.PC), Const(at.OVER)), Halt())


def _start(cx: Lowering, start: Block, setup: Block) -> None:
    cx.begin(start)
    cx.silent = True
    n = cx.setting.players
    cx.emit(Store(Const(at.ROUND), Const(1)), Store(Const(at.NEXT), Const(NONE)))
    if cx.rules.header.starts == "random":
        r = cx.reg("k", 0, n - 1)
        cx.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
    _first_values(cx)
    starter = Load(Const(at.STARTER), 0, n - 1)
    cx.emit(Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter))
    if cx.rules.setup_once:
        cx.emit(Store(Const(at.QUIET), Const(at.SILENT)))
        cx.unwatched = True
        lower_body(cx, cx.rules.setup_once, Scope())
        cx.unwatched = False
    cx.goto(setup)
    cx.silent = False


def _first_values(cx: Lowering) -> None:
    """Give pieces' changing attributes and the variables what they begin with."""
    for name, (base, _, _) in cx.layout.changing.items():
        values = [dict(p.values).get(name, 0) for p in cx.setting.pieces]
        if any(values):
            k = cx.reg("k", 0, len(values) - 1)
            first = Data(*table_of_values(cx, f"start_{name}", values, k))
            every = Steps(Const(0), Const(len(values) - 1))
            cx.emit(Loop(k, every, (Store(add(k, Const(base)), first),)))
    for v in cx.rules.variables.values():
        cells = cx.layout.cells[v.name]
        value = cx.setting.value(v.start)
        site = cx.site(Code.E503, f"'{v.name}' is {cells.low}..{cells.high}", v.span)
        if not (cells.low <= value <= cells.high):
            raise cx.setting.error(Code.E503, cx.program.sites[site].message, v.start.span)
        k = cx.reg("k", 0, cells.size - 1)
        cell = Store(add(k, Const(cells.base)), Const(value))
        cx.emit(Loop(k, Steps(Const(0), Const(cells.size - 1)), (cell,)))


def _setup(cx: Lowering, setup: Block, turn: Block) -> None:
    cx.begin(setup)
    cx.silent = True
    starter = Load(Const(at.STARTER), 0, cx.setting.players - 1)
    cx.emit(
        Store(Const(at.ME), starter), Store(Const(at.ACTIVE), starter),
        Store(Const(at.ENDED), Const(0)), Store(Const(at.OUT), Const(0)),
        Store(Const(at.QUIET), Const(at.SILENT)),
    )  # fmt: skip
    for number, ending in enumerate(cx.rules.endings):
        if ending.timing == "more turns":
            cx.emit(Store(Const(cx.layout.latches + number), Const(0)))
    if cx.rules.setup:
        cx.unwatched = True
        lower_body(cx, cx.rules.setup, Scope())
        cx.unwatched = False
    if cx.rules.setup or cx.rules.setup_once:
        look(cx)
    cx.emit(*forget_turns(cx))
    cx.emit(Store(Const(at.QUIET), Const(0)))
    cx.goto(turn)
    cx.silent = False


def _turn_end(cx: Lowering, block: Block, turn: Block, round_end: Block) -> None:
    cx.begin(block)
    cx.emit(*cx.mark("ends", cx.rules.turn))
    reset(cx)
    for after in cx.rules.afters:
        if after.when == "after each turn":
            cx.emit(*cx.mark("begins", after))
            lower_body(cx, after.body, Scope())
    cx.emit(*endings(cx, {THE_POSITION}, Scope()))
    for number, ending in enumerate(cx.rules.endings):
        over = Goto(cx.end_of[ending.what])
        found = (*cx.mark("begins", ending), *ended(cx, number, ending), over)
        if ending.timing == "end of turn":
            cx.emit(If(lower_value(cx, ending.condition, Scope()), found))
        elif ending.timing == "more turns":
            cell = Const(cx.layout.latches + number)
            left = add(Load(cell), Const(-1))
            last = If(Not(Load(cell)), found)
            cx.emit(If(Load(cell), (Store(cell, left), last)))
    _next_turn(cx, turn, round_end)


def _next_turn(cx: Lowering, turn: Block, round_end: Block) -> None:
    cx.emit(*keep_turn(cx))
    cx.emit(*forget(cx, {"active"}))
    n = cx.setting.players
    active = Load(Const(at.ACTIVE), 0, n - 1)
    leaves = uses(cx, m.Out)
    if leaves:
        everybody = Bin("==", Load(Const(at.OUT)), Const(cx.layout.everybody))
        cx.emit(If(everybody, (Goto(round_end.number),)))
    cx.emit(Store(Const(at.ACTIVE), _next(cx, active)))
    if uses(cx, m.NextTurn):
        cx.emit(Store(Const(at.NEXT), Const(NONE)))
    if leaves:
        k = cx.reg("k")
        out = Bin("&", Bin(">>", Load(Const(at.OUT)), active), Const(1))
        skip = If(out, (Store(Const(at.ACTIVE), next_seat(cx, active)),))
        cx.emit(Loop(k, Steps(Const(1), Const(n)), (skip,)))
    cx.goto(turn)


def _next(cx: Lowering, active: E) -> E:
    """Return who comes after this turn: whom `next turn` named, otherwise the neighbour."""
    if not uses(cx, m.NextTurn):
        return next_seat(cx, active)
    seat = Load(Const(at.NEXT))
    return Pick(Bin("==", seat, Const(NONE)), next_seat(cx, active), seat)


def _round_end(cx: Lowering, block: Block, setup: Block, over: Block) -> None:
    cx.begin(block)
    if _uses_after(cx, m.Choose) or _uses_after(cx, m.Perform):
        # Run from a choice after the round, when scores have been paid: nothing more is paid.
        # From a choice before the score, what is still to be chosen is left out.
        paid: E = Bin(">=", Load(Const(at.QUIET)), Const(at.SILENT))
        if any(after.when == "before score" for after in cx.rules.afters):
            paid = And((paid, Bin("<", Load(Const(at.QUIET)), Const(at.UNPAID))))
        cx.emit(If(paid, (Goto(over.number),)))
    cx.emit(*cx.mark("ends", cx.rules.turn))
    reset(cx)
    cx.silent = True
    cx.emit(Store(Const(at.QUIET), Const(at.SILENT)))
    until = cx.rules.header.until
    if until is None:
        last_round = Bin(">=", Load(Const(at.ROUND)), Const(max(1, _rounds(cx))))
        cx.emit(If(last_round, (Store(Const(at.LAST), Const(1)),)))
    for score in cx.rules.scores:
        lower_score(cx, score, Scope())
    for after in cx.rules.afters:
        if after.when == "after each round":
            cx.emit(*cx.mark("begins", after))
            lower_body(cx, after.body, Scope())
    if until is not None:
        enough = lower_value(cx, until, Scope())
        cx.emit(If(enough, (Store(Const(at.LAST), Const(1)),)))
    final, again = cx.block(), cx.block()
    cx.emit(If(Load(Const(at.LAST)), (Goto(final.number),), (Goto(again.number),)))
    cx.begin(final)
    for after in cx.rules.afters:
        if after.when == "after last round":
            cx.emit(*cx.mark("begins", after))
            lower_body(cx, after.body, Scope())
    cx.goto(over)
    cx.begin(again)
    _next_round(cx)
    cx.goto(setup)
    cx.silent = False


def _before_score(cx: Lowering, block: Block, paying: Block) -> None:
    """Lower what is done, and perhaps chosen, between a round's end and its score."""
    cx.begin(block)
    reset(cx)
    cx.silent = True
    cx.emit(Store(Const(at.QUIET), Const(at.UNPAID)))
    for after in cx.rules.afters:
        if after.when == "before score":
            cx.emit(*cx.mark("begins", after))
            lower_body(cx, after.body, Scope())
    cx.emit(Store(Const(at.QUIET), Const(0)))
    cx.goto(paying)
    cx.silent = False


def _uses_after(cx: Lowering, kind: type[m.Stmt]) -> bool:
    """Tell whether a statement of a kind stands in what is done after rounds."""
    found = [after.body for after in cx.rules.afters if after.when != "after each turn"]
    return any(isinstance(part, kind) for part in walk(tuple(found)))


def _rounds(cx: Lowering) -> int:
    return cx.setting.value(cx.rules.header.rounds)


def _next_round(cx: Lowering) -> None:
    cx.emit(*forget(cx, {"active", "round"}))
    n = cx.setting.players
    then = cx.rules.header.then
    starter: E = Load(Const(at.STARTER), 0, n - 1)
    if cx.rules.header.starter is not None:
        cx.emit(Store(Const(at.STARTER), player(cx, cx.rules.header.starter, Scope())))
    elif then == "next player":
        cx.emit(Store(Const(at.STARTER), _next(cx, Load(Const(at.ACTIVE), 0, n - 1))))
    elif then == "next starter":
        cx.emit(Store(Const(at.STARTER), next_seat(cx, starter)))
    elif then == "random":
        r = cx.reg("k", 0, n - 1)
        cx.emit(Draw(r, Const(n)), Store(Const(at.STARTER), r))
    elif then in ("leader", "loser"):
        lower_leader(cx, then == "leader", starter)
    cx.emit(
        Store(Const(at.ROUND), add(Load(Const(at.ROUND)), Const(1))),
        Store(Const(at.NEXT), Const(NONE)),
    )
