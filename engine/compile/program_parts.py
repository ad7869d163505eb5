"""What expressions and statements of a program consist of: going through them, rewriting them,
working them out.

Both are named tuples, and so is whatever stands in one: an expression, a statement, or a plain
tuple of several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from engine.compile.program import (
    And,
    Bin,
    Call,
    Check,
    Const,
    Draw,
    E,
    Fail,
    Function,
    Gather,
    Goto,
    Guard,
    Load,
    Loop,
    Not,
    Or,
    Program,
    Reg,
    RepeatUntil,
    Select,
    Set,
    Transfer,
    Trial,
    Visit,
)
from engine.rules.model.operators import OPERATIONS

Value = TypeVar("Value")
Position = TypeVar("Position")
"""What an expression is computed in."""

# ------------------------------------------------------------------ going through


def walk(node: Any) -> Iterator[Any]:
    """Yield an expression or statement and everything in it, in order; of several, each."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (tuple, list)):
            yield node
            waiting += node[::-1]


def parts(node: Any) -> list[Any]:
    """Return what an expression or statement, or several, directly consist of."""
    return [part for part in node if isinstance(part, tuple)]


def registers(node: Any) -> dict[str, Reg]:
    """Return the registers that an expression or statements read or set, in order."""
    found: dict[str, Reg] = {}
    for part in walk(node):
        if isinstance(part, Reg):
            found.setdefault(part.name, part)
    return found


def mentions(node: Any, names: set[str]) -> bool:
    """Return whether an expression or statement has one of some registers."""
    return any(isinstance(part, Reg) and part.name in names for part in walk(node))


def given_values(body: Any) -> set[str]:
    """Return the registers that statements give a value themselves."""
    return {s.reg.name for s in walk(body) if isinstance(s, (Set, Loop, Draw, Trial))}


def failing(node: Any, may_fail: Mapping[str, bool]) -> Iterator[Any]:
    """Yield the parts that may stop with an error.

    `may_fail`: whether a function may, by its name; one that isn't there counts as if it may.
    """
    for part in walk(node):
        match part:
            case Check() | Guard() | Fail() | RepeatUntil() | Visit():
                yield part
            case Call(name) if may_fail.get(name, True):
                yield part
            case Transfer() | Gather() if part.capacity >= 0:
                yield part


def size(node: Any) -> int:
    """Return how many parts an expression or statement has."""
    return sum(1 for _ in walk(node))


def larger(e: Any, most: int) -> bool:
    """Return whether an expression has more nodes than `most`; looks at no more than these."""
    nodes = (1 for part in walk(e) if hasattr(part, "_fields"))
    return any(islice(nodes, most, None))


def arrivals(program: Program) -> Counter[int]:
    """Return how many ways lead to each block from others, by its number."""
    bodies = [block.body for block in program.blocks]
    return Counter(s.block for s in walk(bodies) if isinstance(s, Goto))


# ------------------------------------------------------------------ rewriting


def with_parts(node: Any, of: Callable[[Any], Any]) -> Any:
    """Return an expression or statement, or several, with something made of each part."""
    made = [of(part) if isinstance(part, (tuple, list)) else part for part in node]
    return type(node)(*made) if hasattr(node, "_fields") else type(node)(made)


def rewritten(node: Any, other: Callable[[Any], E | None]) -> Any:
    """Return an expression or statement with others in place of some of its parts.

    `other`: what takes a part's place, None where it stays.
    """
    found = other(node)
    return with_parts(node, lambda part: rewritten(part, other)) if found is None else found


def instead(node: Any, given: Mapping[str, E]) -> Any:
    """Return an expression with others in place of some registers."""
    return rewritten(node, lambda e: given.get(e.name) if isinstance(e, Reg) else None)


def passed(f: Function, values: Sequence[Value]) -> dict[str, Value]:
    """Return what is passed to a function in a call, by the names of its parameters."""
    return {p.name: a for p, a in zip(f.parameters, values, strict=True)}


# ------------------------------------------------------------------ working out


def worked_out(e: E, leaf: Callable[[E], Callable[[Position], int]]) -> Callable[[Position], int]:
    """Return what works an expression out in any position.

    `leaf`: what reads an expression that is no operation on others.
    """
    match e:
        case Const(value):
            return lambda here: value
        case Bin(op, a, b):
            yields, first, second = OPERATIONS[op].yields, worked_out(a, leaf), worked_out(b, leaf)
            return lambda here: yields(first(here), second(here))
        case Not(a):
            negated = worked_out(a, leaf)
            return lambda here: not negated(here)
        case And(items):
            every = [worked_out(item, leaf) for item in items]
            return lambda here: all(item(here) for item in every)
        case Or(items):
            one = [worked_out(item, leaf) for item in items]
            return lambda here: any(item(here) for item in one)
        case Select(condition, a, b):
            test, yes, no = (worked_out(part, leaf) for part in (condition, a, b))
            return lambda here: yes(here) if test(here) else no(here)
        case _:
            return leaf(e)


def is_divisor(e: E) -> bool:
    """Return whether something may be divided by an expression even where that is done in vain.

    What is read in vain may be anything, whatever its bounds: only a fixed number is sure.
    """
    return isinstance(e, Const) and e.value > 0


def simple(e: E) -> bool:
    """Return whether an expression is so cheap and safe that it may be computed in vain."""
    if isinstance(e, Bin):
        return e.op not in ("//", "%") and simple(e.a) and simple(e.b)
    if isinstance(e, Load):
        return isinstance(e.at, Const)
    return isinstance(e, (Const, Reg))
