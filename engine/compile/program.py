"""The program: what a ruleset becomes once players and options are fixed.

Small expressions and statements over one array of 32-bit integers, the state. Both executors run
this and nothing else, so it knows addresses and numbers only: no names, no types, no zones.

Expressions yield an integer; a truth is 0 or 1. `lo` and `hi` are bounds that the value is known to
keep; they let the lowering leave out checks that can't fail. A site is a number of `Program.sites`,
which says what went wrong and where in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, dataclass_transform

from engine.language.codes import Code
from engine.language.source import Span
from engine.rules.model.operators import COMPARISONS

NONE = -0x80000000
"""The integer that means none; no number in a game may be it."""
INT_MAX = 0x7FFFFFFF
STALL = 10_000
"""After how many decisions a game that isn't over is reported as going round in circles."""
MOST_IN_A_ROW = 40
"""How many moves of a choice that must lead furthest may follow one another."""
REPEAT_LIMIT = 10_000
"""How often an `RepeatUntil` may go round before it is stopped and named."""

if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    class Node:
        """A part of the program: a NamedTuple, which is cheap to make, to compare and to hash.

        The type checker reads a frozen class: it compares named tuples item by item, and took a
        minute for those that hold one another.
        """

        def _replace(self, **changed: object) -> Self: ...

else:
    Node = NamedTuple


class Const(Node):
    """A fixed integer."""

    value: int


class Reg(Node):
    """A register: lives inside one block or function."""

    name: str
    lo: int = NONE
    hi: int = INT_MAX


class Load(Node):
    """The state's integer at an address."""

    at: E
    lo: int = NONE
    hi: int = INT_MAX


class Data(Node):
    """An integer of a fixed table."""

    table: str
    at: E
    lo: int
    hi: int


class Bin(Node):
    """`+ - * // % == != < <= > >= & | << >>` on two integers; `//` and `%` floor."""

    op: str
    a: E
    b: E


class Not(Node):
    """1 for 0, else 0."""

    a: E


class And(Node):
    """1 when all hold, tried in order."""

    items: tuple[E, ...]


class Or(Node):
    """1 when any holds, tried in order."""

    items: tuple[E, ...]


class Select(Node):
    """`a` when the condition holds, else `b`."""

    condition: E
    a: E
    b: E


class Call(Node):
    """A function of the program."""

    name: str
    arguments: tuple[E, ...]
    lo: int = NONE
    hi: int = INT_MAX


class ScratchLoad(Node):
    """The integer at a place of a function's own list."""

    scratch: str
    at: E
    lo: int = NONE
    hi: int = INT_MAX


class Check(Node):
    """A value that must lie within bounds, else the site's error."""

    value: E
    lo: int
    hi: int
    site: int


class Guard(Node):
    """A value that exists only when the condition holds, else the site's error."""

    condition: E
    value: E
    site: int


E: TypeAlias = (
    Const | Reg | Load | Data | Bin | Not | And | Or | Select | Call | ScratchLoad | Check | Guard
)


class Steps(Node):
    """The integers lo, lo + step, …, up to hi inclusive."""

    lo: E
    hi: E
    step: int = 1


class Items(Node):
    """What lies in the zone at an address when the loop begins."""

    zone: E


class Listed(Node):
    """Fixed integers."""

    values: tuple[int, ...]


class Bits(Node):
    """The places of the bits that are 1 in an integer of so many bits, at most 31, lowest first."""

    word: E
    size: int


class Found(Node):
    """Once, with the list that a call returns: so many integers, kept under a name. The loop's
    register is 1.
    """

    scratch: str
    size: int
    call: Call


Iter: TypeAlias = Steps | Items | Listed | Bits | Found


class Set(Node):
    """Give a register a value."""

    reg: Reg
    value: E


class Store(Node):
    """Put an integer into the state."""

    at: E
    value: E


class Scratch(Node):
    """Begin a list of so many integers, of a function alone: it is no part of the state.

    `zeros`: all are 0 at first; else each is written before it is read.
    """

    name: str
    size: int
    zeros: bool = True


class ScratchStore(Node):
    """Put an integer into such a list."""

    scratch: str
    at: E
    value: E


class If(Node):
    """One of two lists of statements."""

    condition: E
    then: tuple[Any, ...]
    otherwise: tuple[Any, ...] = ()


class Loop(Node):
    """Statements for each value."""

    reg: Reg
    over: Iter
    body: tuple[Any, ...]


class RepeatUntil(Node):
    """Statements until the condition holds, at least once; the site names an endless one."""

    body: tuple[Any, ...]
    until: E
    site: int


class Return(Node):
    """Leave a function with a value."""

    value: E


class ReturnList(Node):
    """Leave a function with a list of its own, for `Found`."""

    scratch: str


class Goto(Node):
    """Go on with a block."""

    block: int


class Jump(Node):
    """Go on with the block whose number is in the state."""

    at: E


class Suspend(Node):
    """Stop: a seat has to decide."""

    choice: int


class Halt(Node):
    """Stop: the game is over."""


class Fail(Node):
    """Stop with the site's error."""

    site: int


class Transfer(Node):
    """Move a piece to the end of a zone and let those know it who see it there.

    `source` None: wherever it is. `top`: it is the last of its source. `seen`: the seats that see
    the target, as bits. `hides`: seats may lose sight of it (see knowing in the language's
    meaning).
    """

    piece: Reg
    source: E | None
    target: E
    top: bool
    seen: E
    capacity: int
    hides: bool
    site: int


class Gather(Node):
    """Move all pieces of a contiguous run, in order, to an emptied zone."""

    first: int
    last: int
    zones: tuple[int, ...]
    target: E
    seen: E
    capacity: int
    site: int


class Shuffle(Node):
    """Bring a zone into a random order; only those who see it know where what lies."""

    zone: E
    seen: E


class Draw(Node):
    """Give a register a random integer from 0 to below a bound.

    When a die is rolled, `attribute` is what changes, and `low` its least value.
    """

    reg: Reg
    below: E
    attribute: str = ""
    low: int = 0


class Note(Node):
    """A line of a ledger: its number among the lines, its value, the values in its label."""

    line: int
    value: E
    label: tuple[E, ...]


class CopyRange(Node):
    """Copy a stretch of the state to another place."""

    source: int
    target: int
    size: int


class Trial(Node):
    """Carry out statements, give a register a value of what is then, put the state back.

    Only functions have one; what they give is as if nothing had been done.
    """

    body: tuple[Any, ...]
    reg: Reg
    value: E
    level: E | None = None
    """Of a trial that may be made again in itself: how many of it are being made, less than
    `MOST_IN_A_ROW`.
    """


class Visit(Node):
    """Count a position that a search visits; too many are the site's error. `search`: its function
    in `Program.recursions`; `level`: how many moves have been made, none where counting begins.
    """

    search: str
    level: E
    site: int


class ScoreEvent(Node):
    """That a score is paid now, by its number. Changes nothing."""

    number: int


class Mark(Node):
    """That a part of the rules `begins` or `ends`, that a `turn` begins, that a statement `does`
    its work next, that a counter's range has `cut` off some of it, or that a choice has no legal
    move: it `passes`, or `lacks` one where it says what else to do. By its number among
    `Lowering.marked`.

    Only traced programs have marks; they change nothing.
    """

    event: str
    number: int


class Say(Node):
    """Something that the rules announce: its number among `DebugInfo.said`, and the values of what
    its words name. Only traced programs say anything; it changes nothing.
    """

    number: int
    values: tuple[E, ...]


class Rolled(Node):
    """That a piece has been rolled, by its number. Only traced programs have it; it changes
    nothing.
    """

    piece: E


Stmt: TypeAlias = (
    Set | Store | Scratch | ScratchStore | If | Loop | RepeatUntil | Return
    | ReturnList | Goto | Jump | Suspend
    | Halt | Fail | Transfer | Gather | Shuffle | Draw | Note | CopyRange | Trial | Visit
    | ScoreEvent | Mark | Say | Rolled
)  # fmt: skip


@dataclass(frozen=True)
class Site:
    """What can go wrong at a place of the text."""

    code: Code
    message: str
    span: Span


@dataclass(frozen=True)
class Function:
    """Statements that return an integer and change nothing."""

    name: str
    parameters: tuple[Reg, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Parameter:
    """A parameter of an action: where its values come from and when two read the same.

    `loops` are nested and end in the parameter's register. `same`: the integers that are equal for
    values that read the same; None when no two can. `nth`: it is that one of several values taken
    at once in increasing order, so only one in `nth` continues.
    """

    reg: Reg
    loops: tuple[tuple[Reg, Iter], ...]
    where: E | None
    same: tuple[E, ...] | None
    nth: int = 1


@dataclass(frozen=True)
class Action:
    """Something that can be chosen: parameters, one condition, the block to continue with."""

    name: str
    parameters: tuple[Parameter, ...]
    requires: E | None
    block: int


@dataclass(frozen=True)
class Choice:
    """A decision: its actions in order. With `passing` the block of the pass, always legal.

    `crowded`: the site of what goes wrong when too many moves are legal.
    """

    number: int
    actions: tuple[Action, ...]
    passing: int | None
    span: Span
    crowded: int = 0


@dataclass
class Block:
    """Statements that end by continuing elsewhere."""

    number: int
    body: list[Stmt] = field(default_factory=list)
    span: Span | None = None


class Ranked(Node):
    """By what seats are ranked: a function of the seat, and its sign (1 if most wins, else -1).

    Times its sign, more is better.
    """

    sign: int
    call: Call


def as_counted(rankings: Sequence[Ranked], rank: Sequence[int]) -> int:
    """Return by what a seat is ranked first, as people count it; 0 where nothing ranks seats.

    `rank`: what the seat is ranked by, more being better.
    """
    return rankings[0].sign * rank[0] if rank else 0


class ResultBand(Node):
    """What results from a number to a number are called, in the words of the rules."""

    low: int
    high: int
    words: str


def rating_of(ratings: Sequence[ResultBand], score: int) -> str:
    """Return what a result is called, empty for one that has no name."""
    return next((r.words for r in ratings if r.low <= score <= r.high), "")


class Recursion(Node):
    """The other name of a function that calls itself, as a search does: nothing that
    follows calls goes round in it without an end. `span` is what asks for it.
    """

    again: str
    span: Span


@dataclass
class Program:
    """Everything that an executor needs."""

    size: int = 0
    stack: int = 0
    data: dict[str, tuple[int, ...]] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)
    """Where in the text the loop of a register or a function stands, by its name."""
    start: int = 0
    setup: int = 0
    turn: int = 0
    round_end: int = 0
    """Landmarks: blocks that are never written out inside others, so that a run can stop there."""
    weights: dict[tuple[int, int], Call] = field(default_factory=dict)
    """By a decision's number and an action's place in it: what weighs a choice of it, as advised,
    its arguments in the parameters' registers.
    """
    recursions: dict[str, Recursion] = field(default_factory=dict)
    """By its name: a function that calls itself."""
    scores: list[str] = field(default_factory=list)
    """Names of functions (seat) -> points; the traced ones also note their lines."""


def bounds(e: E) -> tuple[int, int]:
    """Return the least and greatest integer that an expression can yield."""
    if isinstance(e, Const):
        return e.value, e.value
    if isinstance(e, (Reg, Load, Data, Call, ScratchLoad, Check)):
        return e.lo, e.hi
    if isinstance(e, (Not, And, Or)):
        return 0, 1
    if isinstance(e, Select):
        return _pick_bounds(e)
    if isinstance(e, Guard):
        return bounds(e.value)
    return _bin_bounds(e)


def _pick_bounds(e: Select) -> tuple[int, int]:
    (low, high), (least, most) = bounds(e.a), bounds(e.b)
    match e.condition:  # the greater or lesser of the two keeps to the bounds of both
        case Bin(">=", a, b) if a is e.a and b is e.b:
            return max(low, least), max(high, most)
        case Bin("<=", a, b) if a is e.a and b is e.b:
            return min(low, least), min(high, most)
        case Bin("<", a, Const(0)) if a is e.b and e.a == Bin("-", Const(0), a):
            return max(0, low, least), max(high, most)
    return min(low, least), max(high, most)


def _bin_bounds(e: Bin) -> tuple[int, int]:
    if e.op in COMPARISONS:
        return 0, 1
    (a, b), (c, d) = bounds(e.a), bounds(e.b)
    if e.op == "+":
        return a + c, b + d
    if e.op == "-":
        return a - d, b - c
    if e.op == "*":
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if e.op == "//" and c > 0:
        corners = (a // c, a // d, b // c, b // d)
        return min(corners), max(corners)
    if e.op == "%" and c > 0:
        return 0, d - 1
    if e.op == "&" and c == d >= 0:
        return 0, d
    return NONE, INT_MAX


def add(a: E, b: E) -> E:
    """Return a sum, with constants gathered."""
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value + b.value)
    if isinstance(b, Const):
        if b.value == 0:
            return a
        if isinstance(a, Bin) and a.op == "+" and isinstance(a.b, Const):
            return add(a.a, Const(a.b.value + b.value))
        return Bin("+", a, b)
    if isinstance(a, Const):
        return add(b, a)
    return Bin("+", a, b)


def scale(a: E, factor: int) -> E:
    """Return a product with a constant."""
    if isinstance(a, Const):
        return Const(a.value * factor)
    return a if factor == 1 else Bin("*", a, Const(factor))


def both(items: list[E]) -> E | None:
    """Return the conjunction of conditions, None for none."""
    kept = [e for e in items if not (isinstance(e, Const) and e.value)]
    if not kept:
        return None
    return kept[0] if len(kept) == 1 else And(tuple(kept))


def either(items: list[E]) -> E:
    """Return the disjunction of conditions; of none, what never holds."""
    if len(items) < 2:
        return items[0] if items else Const(0)
    return Or(tuple(items))
