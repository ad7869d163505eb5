"""Lowering how far a choice must lead that is made again and again: `with lowest sum(dice)`.

Before a player is asked, each legal move is tried, and what follows it to the end of the choice.
The state then keeps a bit for each move, set for those that lead to the highest value; a move
requires its bit. Two functions search: `attempt` makes a move in a trial, and `reach` tries all
that can follow. A value that shall be low is looked for as its opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.compile.debug_info import FurthestMoves, MoveBits, Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.offers import each_move, lower_offer
from engine.compile.program import (
    MOST_IN_A_ROW,
    Bin,
    Call,
    Check,
    Const,
    E,
    Function,
    If,
    Load,
    Loop,
    Parameter,
    Recursion,
    Reg,
    Return,
    Select,
    Set,
    Steps,
    Stmt,
    Store,
    Trial,
    Visit,
    add,
    both,
    bounds,
)
from engine.language.codes import Code
from engine.language.message import Message
from engine.rules import model as m

MOST_BITS = 65_536
"""How many moves a choice may have of which it is kept where they lead."""
SHIFT = 4
"""A word of the state keeps the bits of so many moves, as a power of two."""


class _Tried(NamedTuple):
    """An action whose moves are tried: what it takes, what makes a move legal, and its bits."""

    action: m.Action
    scope: Scope
    parameters: tuple[Parameter, ...]
    test: E | None
    bits: MoveBits


def search_furthest(cx: Lowering, s: m.Choose, c: Scope) -> None:
    """Emit that it is kept which moves of a choice lead far enough."""
    assert s.furthest is not None
    end = cx.value(s.furthest.value, c)
    end = end if s.furthest.highest else Bin("-", Const(0), end)
    low, high = bounds(end)
    tried = list(_tried(cx, s, c))
    size = sum(known.bits.size for known in tried)
    if size > MOST_BITS:
        message = Message(
            "this choice compares {count} moves, and at most {limit} are allowed",
            f"{size:,}", f"{MOST_BITS:,}",
        )  # fmt: skip
        raise cx.setting.error(Code.E502, message, s.furthest.span)
    words = (size >> SHIFT) + 1
    base = cx.slot(words)
    moves = {known.action.number: known.bits for known in tried}
    cx.debug.furthest[s.number] = FurthestMoves(base, moves)
    number = cx.fresh_number()
    search, again = f"reach{number}", f"again{number}"
    level, best = cx.reg("l", 0, MOST_IN_A_ROW), cx.reg("b", low - 1, high)
    found, word = cx.reg("f", low, high), cx.reg("w", 0, words)
    in_a_row = Message("more than {most} moves of this choice follow one another", MOST_IN_A_ROW)
    row = cx.site(Code.E502, in_a_row, s.furthest.span)
    many = cx.site(Code.E502, "this choice can continue in too many ways", s.furthest.span)
    deeper = Check(add(level, Const(1)), 0, MOST_IN_A_ROW - 1, row)
    better, cleared = Bin(">", found, best), Store(add(base, word), Const(0))
    clear = Loop(word, Steps(Const(0), Const(words - 1)), (cleared,))
    first: list[Stmt] = [Visit(search, Const(0), many), clear, Set(best, Const(low - 1))]
    body: list[Stmt] = [Visit(search, level, many), Set(best, Const(low - 1))]
    for known in tried:
        attempt = _attempt(cx, known, Call(again, (deeper,), low, high), level)
        at_first = tuple(Const(0) if a == level else a for a in attempt.arguments)
        mark = _marked(base, known.bits.number(known.scope))
        keep = (
            Set(found, attempt._replace(arguments=at_first)),
            If(better, (clear, Set(best, found))),
            If(Bin("==", found, best), (mark,)),
        )
        first += each_move(known.parameters, known.test, keep)
        highest = If(Bin("==", found, Const(high)), (Return(found),))
        explore = (Set(found, attempt), If(better, (Set(best, found), highest)))
        body += each_move(known.parameters, known.test, explore)
    body.append(Return(Select(Bin(">=", best, Const(low)), best, end)))
    cx.program.functions.append(Function(search, (level,), tuple(body)))
    cx.program.recursions[search] = Recursion(again, s.furthest.span)
    cx.emit(*first)


def lower_furthest(cx: Lowering, e: m.Furthest, c: Scope) -> E:
    """Lower whether a move leads as far as is possible."""
    known = cx.debug.furthest[e.choice]
    number = known.moves[e.action].number(c)
    word = Load(add(known.base, Bin(">>", number, Const(SHIFT))), 0, 2 ** (1 << SHIFT) - 1)
    return Bin("&", Bin(">>", word, _within_word(number)), Const(1))


def _tried(cx: Lowering, s: m.Choose, c: Scope) -> Iterator[_Tried]:
    first = 0
    for action in s.actions:
        inside = c.inner()
        by_itself = replace(action, requires=action.requires[:-1])
        parameters, tests = lower_offer(cx, by_itself, inside)
        sides = []
        for p in action.parameters:
            reg = inside.locals[p.key]
            assert isinstance(reg, Reg)
            sides.append((p.key, reg.lo, reg.hi - reg.lo + 1))
        bits = MoveBits(first, tuple(sides))
        first += bits.size
        yield _Tried(action, inside, parameters, both(tests), bits)


def _within_word(number: E) -> E:
    return Bin("&", number, Const((1 << SHIFT) - 1))


def _marked(base: E, number: E) -> Stmt:
    """Return the statement that sets the bit of a move."""
    place = add(base, Bin(">>", number, Const(SHIFT)))
    word = Load(place, 0, 2 ** (1 << SHIFT) - 1)
    return Store(place, Bin("|", word, Bin("<<", Const(1), _within_word(number))))


def _attempt(cx: Lowering, known: _Tried, leads: E, level: Reg) -> Call:
    """Return the call that makes a move in a trial, and yields what it can lead to."""
    reserved = cx.reserved
    with cx.in_mode(silent=True, supposing=True, trace=False), cx.gathered() as body:
        cx.body(known.action.body, known.scope.inner())
    if cx.reserved != reserved:
        message = "where this leads can't be tried: it needs to write down what it moves first"
        raise cx.setting.error(Code.E203, message, known.action.span)
    low, high = bounds(leads)
    result = cx.reg("s", low, high)
    trial = Trial(tuple(body), result, leads, level)
    return cx.function("attempt", (trial, Return(result)), low, high)
