"""Functions that count what lies in a zone and has one certain value, or tell whether there is any.

Such a function is not called once for each value: how often each value occurs is counted in one
go, and looked up then.
"""

from __future__ import annotations

from engine.compile.cost import room
from engine.compile.layout import Layout
from engine.compile.program import (
    Bin,
    Call,
    Check,
    Const,
    E,
    Function,
    Guard,
    If,
    Items,
    Loop,
    Reg,
    Return,
    Set,
    Stmt,
    bounds,
)
from engine.compile.program_parts import registers, walk
from engine.compile.wasm.writer import Tally

MOST_VALUES = 64
"""How many different values may be tallied."""
_MOST = 255
"""How many pieces a zone may have that is tallied: the counts are bytes."""


def tally_of(f: Function, layout: Layout) -> Tally | None:
    """Return what a function counts, None if it is none that does."""
    found: Stmt
    if len(f.body) == 2 and f.body[1] == Return(Const(0)):
        loop, found, counts = f.body[0], Return(Const(1)), False
    elif len(f.body) == 3 and isinstance(f.body[2], Return) and isinstance(f.body[2].value, Reg):
        total = f.body[2].value
        loop, found, counts = f.body[1], Set(total, Bin("+", total, Const(1))), True
        if f.body[0] != Set(total, Const(0)):
            return None
    else:
        return None
    if not isinstance(loop, Loop) or not isinstance(loop.over, Items) or len(loop.body) != 1:
        return None
    only = loop.body[0]
    if not isinstance(only, If) or only.then != (found,) or only.otherwise:
        return None
    zone, test = loop.over.zone, only.condition
    if not isinstance(test, Bin) or test.op != "==" or room(zone, layout) > _MOST:
        return None
    key, wanted = test.a, test.b
    if _registers(key) != {loop.reg.name}:
        key, wanted = wanted, key
    fine = _registers(key) == {loop.reg.name} and not _registers(zone)
    fine = fine and loop.reg.name not in _registers(wanted) != set()
    low, high = bounds(key)
    return Tally(loop.reg, zone, key, wanted, counts) if fine and high - low < MOST_VALUES else None


def _registers(e: E) -> set[str]:
    """Return the registers of an expression; "?" means what may stop with an error."""
    unsure = any(isinstance(part, (Call, Check, Guard)) for part in walk(e))
    return {*registers(e), *["?"] * unsure}
