"""Conditions on one piece, computed for all pieces at once.

Whether a card fits to what is on the table is asked of each card in a hand. What a card is like
never changes, only what it is compared with does. So for whatever it may be compared with, a table
keeps the cards that fit as bits, and whether a card fits is one of them. Where each card is held
against a zone of its own sort (the pile of its colour), the bits are put together from those of all
sorts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.compile.program import (
    NONE,
    And,
    Call,
    Check,
    Const,
    Data,
    E,
    Guard,
    Load,
    Not,
    Or,
    Reg,
    bounds,
)
from engine.compile.program_parts import (
    instead,
    mentions,
    parts,
    passed,
    rewritten,
    walk,
    with_parts,
    worked_out,
)
from engine.compile.wasm.expressions import cheap, condition, i32, only_value
from engine.compile.wasm.writer import Writer

SORTS = 6
"""Into how many sorts pieces may fall by which part of the state they are held against."""
STEPS = 60
"""How many steps a condition may take for pieces of one sort."""
_BITS = 64
_OTHERS = 256
"""How many different things a piece may be compared with."""
_OTHER = Reg("other")
"""What a piece is compared with."""
_ALL = "(i64.const -1)"
_EMPTY = "(i64.const 0)"

Like = tuple[int, ...]
"""What a piece is like: its integers in some fixed tables."""
Known = tuple[Like, int]
"""What a piece is like, and what it is compared with."""
Reader = Callable[[Known], int]
"""Works out an expression."""


class Accepted(NamedTuple):
    """For which pieces a condition holds: 64 bits, and the number of a piece's bit."""

    bits: str
    number: str


class _Unfit(Exception):
    """A condition can't be computed so."""


def accepted(writer: Writer, e: E, piece: Reg) -> Accepted | None:
    """Return for which pieces a condition holds, None where that can't be told so."""
    try:
        return _Condition(writer, piece).accepted(e)
    except _Unfit:
        return None


class _Condition:
    """A condition on one piece."""

    def __init__(self, writer: Writer, piece: Reg) -> None:
        self._writer = writer
        self._data = writer.program.data
        self._piece = piece
        self._tables: list[str] = []
        """What a piece is like is looked up in these."""
        self._alike: dict[Like, int] = {}
        """The bits of the pieces that are alike."""
        self._known: dict[tuple[E, int], tuple[int, ...]] = {}

    def accepted(self, e: E) -> Accepted:
        """Return for which pieces it holds."""
        e = self._plain(e)
        first, last = bounds(self._piece)
        self._tables = sorted(_tables(e, self._piece))
        if not self._tables or first < 0:
            raise _Unfit
        if last >= min(len(self._data[t]) for t in self._tables):
            raise _Unfit
        likes = [tuple(self._data[t][x] for t in self._tables) for x in range(last + 1)]
        numbers, number = list(range(last + 1)), i32(self._writer, self._piece)
        if last >= _BITS:
            kinds = {like: n for n, like in enumerate(dict.fromkeys(likes))}
            numbers = [kinds[like] for like in likes]
            table = self._writer.memory.table(tuple(numbers))
            number = f"({table.load} offset={table.address} {number})"
        if max(numbers) >= _BITS:
            raise _Unfit
        for like, n in zip(likes, numbers, strict=True):
            self._alike[like] = self._alike.get(like, 0) | 1 << n
        with self._writer.eagerly():
            return Accepted(self._put_together(e), number)

    def _plain(self, e: Any) -> Any:
        """Return an expression with the functions written out that it calls."""
        if isinstance(e, (Check, Guard)):
            raise _Unfit
        e = with_parts(e, self._plain)
        if not isinstance(e, Call):
            return e
        f = self._writer.functions.get(e.name)
        value = None if f is None else only_value(self._writer, f)
        if f is None or value is None:
            raise _Unfit
        return self._plain(instead(value, passed(f, e.arguments)))

    # -------------------------------------------------------------- bits

    def _put_together(self, e: E) -> str:
        """Return the bits, from those of pieces that are held against the same."""
        compared = [part for part in walk(e) if isinstance(part, Load)]
        choosing = [t for t in self._tables if t in _tables(compared, self._piece)]
        sorts: dict[Like, int] = {}
        for like, bits in self._alike.items():
            sort = tuple(like[self._tables.index(t)] for t in choosing)
            sorts[sort] = sorts.get(sort, 0) | bits
        if len(sorts) > SORTS:
            raise _Unfit
        result = ""
        for sort, bits in sorts.items():
            one = self._fixed(e, dict(zip(choosing, sort, strict=True)))
            if self._depends(self._fixed(one, dict.fromkeys(self._tables, 0))):
                raise _Unfit
            if not cheap(self._writer, one, STEPS):
                raise _Unfit
            text = self._bits(one)
            if len(sorts) > 1:
                text = f"(i64.and {text} (i64.const {bits:#x}))"
            result = f"(i64.or {result} {text})" if result else text
        return result

    def _bits(self, e: E) -> str:
        """Return the bits of the pieces for which an expression is true."""
        if not self._depends(e):
            return f"(select {_ALL} {_EMPTY} {condition(self._writer, e)})"
        others = self._others(e)
        if len(others) <= 1:
            return self._looked_up(e, next(iter(others), None))
        if isinstance(e, Not):
            return f"(i64.xor {self._bits(e.a)} {_ALL})"
        if isinstance(e, (And, Or)):
            return self._chain(e)
        raise _Unfit

    def _chain(self, e: And | Or) -> str:
        """Return the bits of a conjunction or disjunction.

        What is compared with the same is looked up together; what doesn't depend on the piece is
        asked last.
        """
        together: dict[E | None, list[E]] = {}
        texts, plain = [], []
        for item in e.items:
            others = self._others(item)
            if not self._depends(item):
                plain.append(item)
            elif len(others) <= 1:
                together.setdefault(next(iter(others), None), []).append(item)
            else:
                texts.append(self._bits(item))
        for other, items in together.items():
            texts.append(self._looked_up(type(e)(tuple(items)), other))
        result = texts[0]
        for text in texts[1:]:
            result = f"(i64.{'and' if isinstance(e, And) else 'or'} {result} {text})"
        for item in plain:
            arms = f"{result} {_EMPTY}" if isinstance(e, And) else f"{_ALL} {result}"
            result = f"(select {arms} {condition(self._writer, item)})"
        return result

    def _looked_up(self, e: E, other: E | None) -> str:
        """Return the bits where a piece is compared with one thing that is known when it runs."""
        if other is None:
            return f"(i64.const {self._holding(self._reader(e), 0):#x})"
        low, high = bounds(other)
        e = rewritten(e, lambda part: _OTHER if part == other else None)
        tables = _tables(e, _OTHER)
        high = min([high, *(len(self._data[t]) - 1 for t in tables)])
        if (low < 0 and low != NONE) or high >= _OTHERS:
            raise _Unfit
        address = self._writer.memory.table(self._masks(e, high + 1), wide=True).address
        value = i32(self._writer, other)
        index = f"(i32.and (i32.shl {value} (i32.const 3)) (i32.const @MASK@))"
        found = f"(i64.load offset={address} {index})"
        if low >= 0 or tables:
            return found
        none = f"(i64.const {self._holding(self._reader(e), NONE):#x})"
        return f"(select {found} {none} (i32.ge_s {value} (i32.const 0)))"

    def _masks(self, e: E, count: int) -> tuple[int, ...]:
        """Return the bits for whatever a piece may be compared with, numbered from 0."""
        if (e, count) not in self._known:
            self._writer.patience -= count * len(self._alike)
            if self._writer.patience < 0:
                raise _Unfit
            holds = self._reader(e)
            self._known[e, count] = tuple(self._holding(holds, y) for y in range(count))
        return self._known[e, count]

    def _holding(self, holds: Reader, other: int) -> int:
        return sum(bits for like, bits in self._alike.items() if holds((like, other)))

    # -------------------------------------------------------------- expressions

    def _depends(self, e: Any) -> bool:
        return mentions(e, {self._piece.name})

    def _others(self, e: E) -> set[E]:
        """Return what an expression depends on also the piece and fixed tables."""
        if isinstance(e, (Load, Reg)):
            return set() if e == self._piece else {e}
        return set().union(*map(self._others, parts(e)))

    def _fixed(self, e: E, values: dict[str, int]) -> E:
        """Return an expression with some integers filled in that say what a piece is like."""
        places: dict[tuple[str, E], Const] = {(t, self._piece): Const(v) for t, v in values.items()}
        found: E = rewritten(
            e, lambda part: places.get((part.table, part.at)) if isinstance(part, Data) else None
        )
        return found

    def _reader(self, e: E) -> Reader:
        """Return what works an expression out."""
        return worked_out(e, self._leaf)

    def _leaf(self, e: E) -> Reader:
        """Return what reads the thing compared with, or looks an integer of a table up."""
        if e == _OTHER:
            return lambda known: known[1]
        if not isinstance(e, Data):
            raise _Unfit
        if e.at == self._piece:
            column = self._tables.index(e.table)
            return lambda known: known[0][column]
        values, at = self._data[e.table], self._reader(e.at)

        def look(known: Known) -> int:
            place = at(known)  # what is looked up in vain may lie anywhere
            return values[place] if 0 <= place < len(values) else 0

        return look


def _tables(e: Any, at: E) -> set[str]:
    """Return the fixed tables in which an expression looks something up at a place."""
    return {part.table for part in walk(e) if isinstance(part, Data) and part.at == at}
