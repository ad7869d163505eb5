"""Tests of nested loops that are made before the inner loops begin.

`any(held(start) and reaches(start, end) for start, end where end is empty)` asks about `start`
once, not for each `end`. Nothing that a test passes on its way outward may fail or change anything.
And it may only pass others if it reads what is there whether these hold or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.compile import layout as at
from engine.compile.program import (
    And,
    Bin,
    Call,
    Const,
    CopyRange,
    Data,
    Draw,
    E,
    Fail,
    Function,
    Gather,
    Goto,
    Iter,
    Load,
    Mark,
    Not,
    Note,
    Or,
    Reg,
    RepeatUntil,
    Return,
    Rolled,
    Say,
    ScoreEvent,
    ScratchLoad,
    Select,
    Shuffle,
    Stmt,
    Store,
    Transfer,
    Trial,
    bounds,
)
from engine.compile.program_parts import given_values, is_divisor, larger, parts, registers, walk

SHORT = 60
"""How many nodes a rule has at most that may be asked before tests which come first."""
_LASTING = (
    Store, Transfer, Gather, Shuffle, Draw, Note, CopyRange, Trial, Goto, Fail, RepeatUntil,
    ScoreEvent, Mark, Say, Rolled,
)  # fmt: skip
"""Statements that do more than to give registers values, or to leave the function."""


class Readable(NamedTuple):
    """What a test may read: integers of the state, tables, and functions by their names that are
    small values and read only what is there.
    """

    size: int
    data: Mapping[str, Sequence[int]]
    asks_little: Callable[[str], bool]


def tests_by_loop(
    readable: Readable,
    loops: Sequence[tuple[Reg, Iter]],
    tests: Sequence[E],
    body: tuple[Stmt, ...],
) -> list[list[E]]:
    """Return the tests to be made inside each of some nested loops, the outermost first.

    `body`: what is done where all tests hold. Neither the tests nor what the loops go through may
    fail.
    """
    found: list[list[E]] = [[] for _ in loops]
    if not _only_gives_values(body, tests):
        found[-1] += tests
        return found
    depths = {reg.name: depth for depth, (reg, _) in enumerate(loops)}
    latest, last = 0, len(loops) - 1
    for test in conjuncts(tests):
        own = max((depths[name] for name in registers(test) if name in depths), default=last)
        depth = own if _stands_alone(readable, test) else max(own, latest)
        found[depth].append(test)
        latest = max(latest, depth)
    return found


def conjuncts(tests: Sequence[E]) -> Iterator[E]:
    """Yield the tests that must all hold, in order."""
    for test in tests:
        if isinstance(test, And):
            yield from conjuncts(test.items)
        else:
            yield test


def is_short(function: Function, known: dict[str, bool]) -> bool:
    """Return whether a function is a small value, and calls only such. `known`: which of the
    functions made before it are.
    """
    match function.body:
        case (Return(value),) if not larger(value, SHORT):
            calls = (part for part in walk(value) if isinstance(part, Call))
            return all(known.get(call.name, False) for call in calls)
    return False


def _only_gives_values(body: tuple[Stmt, ...], tests: Sequence[E]) -> bool:
    """Return whether statements change nothing that tests may read."""
    if any(isinstance(s, _LASTING) for s in walk(body)):
        return False
    lists = any(isinstance(part, ScratchLoad) for part in walk(tests))
    return not lists and not given_values(body) & set(registers(tests))


def _stands_alone(readable: Readable, test: E) -> bool:
    """Return whether a test is cheap and reads only what is there in any case.

    A zone may hold nothing: then what would be first in it may be any number, which may be
    compared but leads nowhere. A rule knows nothing of where it is asked, and looks for itself.
    """
    match test:
        case Const() | Reg():
            return True
        case Load(where):
            low, high = bounds(where)
            return _is_known(readable, where) and low >= 0 and high < readable.size
        case Data():
            return _is_known(readable, test)
        case Bin(op, _, b) if op in ("//", "%") and not is_divisor(b):
            return False
        case Bin() | Not() | And() | Or() | Select():
            own = test.items if isinstance(test, (And, Or)) else test
            return all(_stands_alone(readable, part) for part in parts(own))
        case Call(name, arguments):
            return readable.asks_little(name) and all(_is_known(readable, e) for e in arguments)
        case _:
            return False


def _is_known(readable: Readable, e: Any) -> bool:
    """Return whether an expression has its bounds in any case."""
    match e:
        case Const() | Reg():
            return True
        case Load(Const(word)):
            return word < at.FIRST_FREE
        case Bin("+" | "-" | "*", a, b):
            return _is_known(readable, a) and _is_known(readable, b)
        case Data(table, where):
            low, high = bounds(where)
            return _is_known(readable, where) and low >= 0 and high < len(readable.data[table])
        case _:
            return False
