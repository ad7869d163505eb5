"""What runs games: continuing from block to block and from decision to decision, and who won."""

from __future__ import annotations

from engine.compile import layout as at
from engine.compile.program import Choice
from engine.compile.wasm.memory import STATE, STEPS, STOP
from engine.compile.wasm.random_choice import choose
from engine.compile.wasm.writer import Writer


def dispatch(w: Writer, count: int, index: str, cases: list[str]) -> None:
    """Write a branch to one of several cases, each of which returns."""
    labels = [w.label("case") for _ in range(count)]
    w.line("".join(f"(block ${label} " for label in reversed(labels)))
    w.line(f"(br_table {' '.join('$' + label for label in labels)} {index}))")
    for number, case in enumerate(cases):
        w.line(f"{case}{')' if number < count - 1 else ''}")
    w.line("(unreachable)")


def write_games(w: Writer) -> None:
    """Write everything that dispatches."""
    blocks, choices = w.program.blocks, w.program.choices
    with w.func("$step (param $next i32) (result i32)", ("next",)):
        cases = [f"(return (call $block{b.number}))" for b in blocks]
        dispatch(w, len(blocks), "(local.get $next)", cases)
    with w.func("$list (param $choice i32) (result i32)", ("choice",)):
        cases = [f"(return (call $legal{c.number}))" for c in choices]
        _dispatch_choices(w, cases)
    head = "(param $choice i32) (param $move i32) (result i32)"
    with w.func(f"$begin {head}", ("choice", "move")):
        cases = [f"(return (call $begin{c.number} (local.get $move)))" for c in choices]
        _dispatch_choices(w, cases)
    for choice in choices:
        _begin(w, choice)
    _random(w)
    _points(w)
    _ranks(w)
    _winners(w)


def _dispatch_choices(w: Writer, cases: list[str]) -> None:
    if cases:
        dispatch(w, len(cases), "(local.get $choice)", cases)
    else:
        w.line("(unreachable)")


def _begin(w: Writer, choice: Choice) -> None:
    """Write what puts a move's arguments into place and returns the block to continue with."""
    with w.func(f"$begin{choice.number} (param $move i32) (result i32)", ("move",)):
        if choice.passing is not None:
            passes = "(i32.lt_s (i32.load (local.get $move)) (i32.const 0))"
            w.line(f"(if {passes} (then (return (i32.const {choice.passing}))))")
        cases = []
        for action in choice.actions:
            stores = "".join(
                f"(i32.store offset={STATE + 4 * (at.ARGUMENTS + i)} (i32.const 0) "
                f"(i32.load offset={4 + 4 * i} (local.get $move)))"
                for i in range(len(action.parameters))
            )
            cases.append(f"{stores}(return (i32.const {action.block}))")
        if cases:
            dispatch(w, len(cases), "(i32.load (local.get $move))", cases)
        else:
            w.line("(unreachable)")


def _random(w: Writer) -> None:
    """Write what plays on at random until the game is over or some decisions are made.

    Each seat has the generator that lies at `chance`, `apart` bytes from the next seat's.
    `next` is where to continue, as a block returns it. Returns 0 when the game is over, else 1.
    """
    names = ("next", "most", "chance", "apart")
    given = " ".join(f"(param ${name} i32)" for name in names)
    with w.func(f"$random {given} (result i32)", names):
        left = w.local("left")
        w.set(left, f"(i32.const {STEPS})")
        w.line("(loop $go")
        w.set(left, f"(i32.sub {w.get(left)} (i32.const 1))")
        stop = f"(i32.load offset={STOP} (i32.const 0))"
        w.line(f"(if (i32.or (i32.eqz {w.get(left)}) {stop}) (then (call $halt)))")
        cases = [f"(local.set $next (call $block{b.number})) (br $go)" for b in w.program.blocks]
        cases += [_random_case(w, choice, left) for choice in w.program.choices]
        cases.append("(return (i32.const 0))")
        dispatch(w, len(cases), "(local.get $next)", cases)
        w.line(")(unreachable)")


def _random_case(w: Writer, choice: Choice, left: str) -> str:
    """Return what makes a random choice, in the loop that goes from block to block."""
    before, w.rows = w.rows, []
    w.line("(if (i32.eqz (local.get $most)) (then (return (i32.const 1))))")
    w.set("most", "(i32.sub (local.get $most) (i32.const 1))")
    w.set(left, f"(i32.const {STEPS})")
    me = f"(i32.load offset={STATE + 4 * at.ME} (i32.const 0))"
    w.locals["by"] = "i32"
    w.set("by", f"(i32.add (local.get $chance) (i32.mul {me} (local.get $apart)))")
    choose(w, choice)
    rows, w.rows = w.rows, before
    return "\n".join(rows)


# ------------------------------------------------------------------ results


def _points(w: Writer) -> None:
    with w.func("$points (param $score i32) (param $seat i32) (result i32)", ("score", "seat")):
        scores = w.program.scores
        cases = [f"(return (call ${name} (local.get $seat)))" for name in scores]
        if cases:
            dispatch(w, len(cases), "(local.get $score)", cases)
        else:
            w.line("(i32.const 0)")


def row(w: Writer) -> int:
    """How many bytes the ranks of a seat take."""
    return 4 * len(w.compiled.rankings)


def _ranks(w: Writer) -> None:
    """Write what puts the seats' ranks to a place, more being better."""
    with w.func("$ranks (param $to i32)", ("to",)):
        for seat in range(w.players):
            for i, ranked in enumerate(w.compiled.rankings):
                given = " ".join(
                    f"(i32.const {seat if getattr(a, 'name', '') == 'me' else 0})"
                    for a in ranked.call.arguments
                )
                value = f"(call ${ranked.call.name} {given})"
                if ranked.sign < 0:
                    value = f"(i32.sub (i32.const 0) {value})"
                place = seat * row(w) + 4 * i
                w.line(f"(i32.store offset={place} (local.get $to) {value})")


def _winners(w: Writer) -> None:
    """Write who wins, as bits: the sides whose ranks, added up, no other side surpasses."""
    with w.func("$winners (param $ranks i32) (result i32)", ("ranks",)):
        won = f"(i32.load offset={STATE + 4 * at.WON} (i32.const 0))"
        bits = f"(i32.and {won} (i32.const {w.layout.everybody}))"
        w.line(f"(if {won} (then (return {bits})))")
        found, setting = w.local("found"), w.compiled.setting
        sides = range(_sides(w)) if w.compiled.rankings else ()
        for side in sides:
            worse = "(i32.const 0)"
            for other in sides:
                if other != side:
                    better = surpasses(_ranks_of_side(w, other), _ranks_of_side(w, side))
                    worse = f"(i32.or {worse} {better})"
            wins = f"(select (i32.const 0) (i32.const {setting.side(side)}) {worse})"
            w.set(found, f"(i32.or {w.get(found)} {wins})")
        w.line(w.get(found))


def surpasses(one: list[str], other: list[str]) -> str:
    """Return whether some ranks surpass others."""
    result = "(i32.const 0)"
    for a, b in zip(reversed(one), reversed(other), strict=True):
        result = f"(select {result} (i32.gt_s {a} {b}) (i32.eq {a} {b}))"
    return result


def ranks_of(w: Writer, seat: int) -> list[str]:
    """Return the ranks of a seat, the first ranking first."""
    places = range(seat * row(w), (seat + 1) * row(w), 4)
    return [f"(i32.load offset={place} (local.get $ranks))" for place in places]


def _sides(w: Writer) -> int:
    return w.compiled.rules.header.teams or w.players


def _ranks_of_side(w: Writer, side: int) -> list[str]:
    first, *others = (ranks_of(w, seat) for seat in range(side, w.players, _sides(w)))
    for ranks in others:
        first = [f"(i32.add {a} {b})" for a, b in zip(first, ranks, strict=True)]
    return first
