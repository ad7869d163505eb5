"""Whether a value is in a set that no position changes: it is looked up in a table.

Which cells are next to one, or belong to a line, depends on the board alone. Such a set is found
once for each value of what it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from engine.compile.lowering.context import Loops, Lowering, Source
from engine.compile.program import Bin, Const, Data, E, Listed, Reg, Steps, add, bounds, scale
from engine.compile.program_parts import is_divisor, registers, walk
from engine.rules.model.operators import OPERATIONS

_MOST = 1 << 13
"""How many answers a table has at most."""
_ROUNDS = 1 << 14
"""How often loops may go round for one."""


class _Axis(NamedTuple):
    """What an answer depends on: a value from `low` on in steps."""

    value: E
    low: int
    step: int
    many: int

    @classmethod
    def of(cls, cx: Lowering, value: E) -> _Axis:
        """Return the axis of a value; of a cell, only cells of its grid are on it."""
        low, high = bounds(value)
        found = cx.layout.family_at(low)
        step = found[0].stride if found is not None and found[0].range == (low, high) else 1
        return cls(value, low, step, (high - low) // step + 1)

    @property
    def number(self) -> E:
        """Return which of the values it is."""
        away = add(self.value, Const(-self.low))
        return away if self.step == 1 else Bin("//", away, Const(self.step))

    @property
    def values(self) -> range:
        """Return the values."""
        return range(self.low, self.low + self.many * self.step, self.step)


def looked_up_in(cx: Lowering, source: Source, element: Reg, value: E) -> Data | None:
    """Return whether a value is in a set, from a table; None where the set may change, or is large.

    `source`: loops that run `element` through the set.
    """
    every = [(reg, over) for loops, _ in source for reg, over in loops]
    bound = {reg.name for reg, _ in every}
    given = [reg for name, reg in registers(every).items() if name not in bound]
    axes = [_Axis.of(cx, each) for each in (*given, value)]
    many = 1
    for axis in axes:
        many *= axis.many
    plain = not any(tests for _, tests in source) and all(_is_fixed(cx, over) for _, over in every)
    if not given or not plain or many > _MOST or bound & set(registers(value)):
        return None
    if any(cx.failing(value)):  # of an empty set, nobody asks for the value
        return None
    table, rounds, row = bytearray(many), 0, axes[-1]
    for number, known in enumerate(product(*(axis.values for axis in axes[:-1]))):
        start = {reg.name: each for reg, each in zip(given, known, strict=True)}
        for loops, _ in source:
            try:
                found = list(islice(_values(cx, loops, element, start), _ROUNDS - rounds))
            except IndexError:  # not every number within its bounds is a value
                return None
            rounds += len(found)
            if rounds >= _ROUNDS:
                return None
            for each in found:
                if each in row.values:
                    table[number * row.many + (each - row.low) // row.step] = 1
    where: E = Const(0)
    for axis in axes:
        where = add(scale(where, axis.many), axis.number)
    return cx.looked_up(f"among{cx.fresh_number()}", tuple(table), where)


def _is_fixed(cx: Lowering, over: object) -> bool:
    """Return whether what a loop goes through depends on registers and tables alone."""
    if not isinstance(over, (Steps, Listed)):
        return False
    return all(
        isinstance(part, (Const, Reg, Data)) or (isinstance(part, Bin) and _divides(part))
        for part in walk((over.lo, over.hi) if isinstance(over, Steps) else ())
        if hasattr(part, "_fields")
    )


def _divides(e: Bin) -> bool:
    return e.op not in ("//", "%") or is_divisor(e.b)


def _values(cx: Lowering, loops: Loops, element: Reg, given: dict[str, int]) -> Iterator[int]:
    """Yield what loops run the element through."""
    if not loops:
        yield given[element.name]
        return
    (reg, over), *inner = loops
    assert isinstance(over, (Steps, Listed))
    steps = over.values if isinstance(over, Listed) else range(
        _worked_out(cx, over.lo, given), _worked_out(cx, over.hi, given) + 1, over.step
    )  # fmt: skip
    for each in steps:
        yield from _values(cx, inner, element, {**given, reg.name: each})


def _worked_out(cx: Lowering, e: E, given: dict[str, int]) -> int:
    """Return what an expression yields that reads only tables."""
    match e:
        case Const(value):
            return value
        case Reg(name):
            return given[name]
        case Data(table, where):
            return cx.program.data[table][_worked_out(cx, where, given)]
        case Bin(op, a, b):
            return OPERATIONS[op].yields(_worked_out(cx, a, given), _worked_out(cx, b, given))
    raise AssertionError
