"""How the flow is divided over blocks: what leaves a block, rounds of blocks, who is me.

A statement that may stop to ask someone is divided over blocks, and what it must remember is in a
frame in the state. Everything else stays structured inside its block, with registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from engine.compile import layout as at
from engine.compile.debug_info import Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.pieces import holders_of
from engine.compile.program import Bin, Block, Const, E, Goto, If, Load, Set, Stmt, Store, add
from engine.language.frozen import children, walk
from engine.language.source import Span
from engine.rules import model as m


def splits(cx: Lowering, node: Any) -> bool:
    """Return whether a statement may go through another block, where registers are lost."""
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
    if isinstance(node, m.ForEach) and any(found_first(b) for b in node.binders):
        return True
    if isinstance(node, m.Stmt) and _fires(cx, node):
        return True
    return not isinstance(node, m.Expr) and any(splits(cx, part) for part in children(node))


def _fires(cx: Lowering, s: m.Stmt) -> bool:
    """Return whether a statement's change may set off a trigger."""
    if cx.mode.silent:
        return False
    return any(may_match(cx, t.event, s) for t in cx.rules.triggers)


def may_match(cx: Lowering, event: m.Arrives | m.Becomes, s: m.Stmt) -> bool:
    """Return whether a statement may let something arrive, or make a zone empty or full."""
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
        case m.Move() if s.form == "one" and not moves_many(s):
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


def body_of(cx: Lowering, block: m.Block | None, c: Scope) -> tuple[Stmt, ...]:
    """Return what a block becomes that goes through no other block of the program."""
    with cx.gathered() as body:
        if block is not None:
            cx.body(block, c)
    return tuple(body)


def keep_local(
    cx: Lowering, value: E, within: tuple[int, int], *, pieces: bool, lives_on: bool
) -> E:
    """Keep a value that a name means: in the frame if it lives on, else in a register."""
    if lives_on:
        cell = cx.slot(pieces=pieces)
        cx.emit(Store(cell, value))
        return Load(cell, *within)
    reg = cx.reg("v", *within)
    cx.emit(Set(reg, value))
    return reg


@contextmanager
def quiet(cx: Lowering) -> Iterator[None]:
    """Let endings wait in what is carried out meanwhile, procedures included."""
    cx.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(1))))
    yield
    cx.emit(Store(Const(at.QUIET), add(Load(Const(at.QUIET)), Const(-1))))


def found_first(bind: m.Bind) -> bool:
    """Tell whether a group is run through, or one end of a zone: what belongs to it is found before
    anything in it is moved.
    """
    return any(
        (isinstance(part, m.Fold) and part.kind == "group")
        or (isinstance(part, m.Op) and part.op in ("first of", "last of"))
        for part in walk(bind.domain)
    )


@contextmanager
def rounds(cx: Lowering, span: Span) -> Iterator[tuple[Block, Block]]:
    """Write blocks that are gone through round by round; yield the first, and what follows."""
    head, after = cx.block(span), cx.block(span)
    cx.goto(head)
    cx.begin(head)
    yield head, after
    cx.goto(head)
    cx.begin(after)


@contextmanager
def numbered(
    cx: Lowering, span: Span, first: E, end: E, begin: Callable[[E], E]
) -> Iterator[Block]:
    """Write blocks that are gone through for each number from one to below another; yield the block
    in which a round begins.

    `begin` emits what a number means and returns whether it counts.
    """
    index = cx.slot()
    cx.emit(Store(index, first))
    with rounds(cx, span) as (head, after):
        cx.emit(If(Bin(">=", Load(index), end), (Goto(after.number),)))
        test = begin(Load(index))
        cx.emit(Store(index, add(Load(index), Const(1))))
        cx.go_on_if(test, head)
        yield head


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


def whole_flow(cx: Lowering) -> tuple[m.Model, ...]:
    """Everything in setup, turns, reactions and scoring."""
    if not cx.flow:
        cx.flow = tuple(p for part in flows(cx.rules) for p in walk(part))
    return cx.flow


def uses(cx: Lowering, kind: type[m.Stmt]) -> bool:
    """Return whether a statement of a kind stands anywhere in the flow."""
    return any(isinstance(p, kind) for p in whole_flow(cx))


def ends_phases(cx: Lowering) -> bool:
    """Return whether `end phase` is anywhere in the flow, which is searched once."""
    if cx.ends_phases is None:
        cx.ends_phases = any(isinstance(p, m.End) and p.what == "phase" for p in whole_flow(cx))
    return cx.ends_phases


def moves_many(s: m.Move) -> bool:
    """Return whether a statement moves a set of pieces."""
    return s.what is not None and s.what.type.kind == "set"


def flows(rules: m.Ruleset) -> list[object]:
    """Return the parts of the rules that hold statements."""
    return [
        rules.setup_once, rules.setup, rules.turn, rules.triggers, rules.afters, rules.scores,
        *rules.procedures.values(),
    ]  # fmt: skip
