"""What every part of the lowering shares: the program as it is, and what is lowered now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any, NamedTuple

from engine.compile import layout as at
from engine.compile.cost import most
from engine.compile.debug_info import DebugInfo, Named, Scope, ScoreLine, Unit
from engine.compile.instance import GameConfig
from engine.compile.layout import Layout
from engine.compile.lowering.derivable import derivable
from engine.compile.lowering.early_tests import Readable, is_short, tests_by_loop
from engine.compile.program import (
    INT_MAX,
    NONE,
    And,
    Bin,
    Block,
    Call,
    Check,
    Const,
    Data,
    E,
    Function,
    Goto,
    If,
    Iter,
    Load,
    Loop,
    Mark,
    Or,
    Program,
    Reg,
    Return,
    Set,
    Site,
    Steps,
    Stmt,
    add,
    both,
    bounds,
)
from engine.compile.program_parts import failing, given_values, instead, larger, registers
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.language.source import Span
from engine.rules import model as m

Loops = list[tuple[Reg, Iter]]


Source = list[tuple[Loops, list[E]]]
"""Where values come from: alternatives of nested loops, the last binding the value, and tests."""


def tested(source: Source, *tests: E) -> Source:
    """Return loops with more tests inside."""
    return [(loops, [*own, *tests]) for loops, own in source]


def nested(outer: Source, inner: Source) -> Source:
    """Return loops with others inside."""
    return [([*loops, *more], [*tests, *extra]) for loops, tests in outer for more, extra in inner]


def _under(tests: list[E], body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    test = both(tests)
    return body if test is None else (If(test, body),)


def _how_many(source: Source) -> E | None:
    """Return how many values loops run through, None where they have to be counted: where there is
    anything but one loop of so many steps, and registers that are given one value each.
    """
    if len(source) != 1 or source[0][1]:
        return None
    found: E | None = None
    given: list[tuple[Reg, E]] = []
    for reg, over in source[0][0]:
        match over:
            case Steps(low, high) if low == high:
                given.append((reg, low))
            case Steps(Const(1), high, 1) if found is None and bounds(high)[0] >= 0:
                found = reduce(_given, reversed(given), high)
            case _:
                return None
    if found is None or any(failing(source, {})) or larger(found, FEW_NODES * 4):
        return None
    return found


def _given(e: E, known: tuple[Reg, E]) -> E:
    """Return an expression with another in place of a register."""
    found: E = instead(e, {known[0].name: known[1]})
    return found


TOLD = ("number", "truth", "enum")
FEW_NODES = 8
"""An expression of at most so many nodes is copied to where it is read again."""
MOST_STEPS = 200_000
"""How many expressions may be lowered for one number of players."""
MOST_NODES = 300
"""An expression of more nodes becomes a function of its own, so that its copies are calls."""


@dataclass
class Event:
    """An arrival: what came, where, at which space or place in order."""

    family: str
    piece: E
    zone: E
    space: E | None = None
    unsure: bool = False
    """The zone may be one of another family; the player who reacts must look."""


CHAIN_LIMIT = 2_000
"""How deep triggers and procedures that can come back to themselves may call one another before the
chain is stopped and named. A position has room for all of them.
"""


def depth(units: list[Unit]) -> int:
    """Return how many frames of units there can be at once."""
    known: dict[int, int] = {}

    def below(unit: Unit) -> int:
        if unit.number not in known:
            known[unit.number] = CHAIN_LIMIT  # what comes back to it while this is computed
            known[unit.number] = 1 + max(map(below, unit.calls.values()), default=0)
        return known[unit.number]

    return min(CHAIN_LIMIT, max(map(below, units), default=0))


@dataclass(frozen=True)
class Mode:
    """How statements and expressions are lowered now; `Lowering.in_mode` sets it for a while."""

    trace: bool = False
    """The program has marks, so that a run shows each thing that happens."""
    supposing: bool = False
    """The rules only suppose what is lowered: the program does it in one go, and takes it back."""
    silent: bool = False
    """In setup and scoring: no endings, no reactions."""
    unwatched: bool = False
    """In setup: nobody sees what passes through a zone, only the pieces there at the end."""
    bulk: bool = False
    """Inside a change that counts as one: endings wait for its end."""
    gathering: bool = False
    """Inside a `together` that keeps arrivals waiting."""
    apart: bool = False
    """Inside a branch that hides from the other seats what it does."""


class Lowerers(NamedTuple):
    """What lowers any expression and any block.

    Those of each kind have files of their own, which call one another through this.
    """

    value: Callable[[Lowering, m.Expr, Scope], E]
    body: Callable[[Lowering, m.Block, Scope], None]


@dataclass
class Lowering:
    """One run over one ruleset with players and options fixed: what is known and made so far."""

    setting: GameConfig
    layout: Layout
    lowerers: Lowerers
    mode: Mode = Mode()
    every_line: bool = False
    """Whether a traced program has a mark before every statement."""
    debug: DebugInfo = field(default_factory=DebugInfo)
    program: Program = field(default_factory=Program)
    out: list[Stmt] = field(default_factory=list)
    unit: Unit = field(init=False)
    procedures: dict[str, tuple[int, Unit]] = field(default_factory=dict)
    triggers: list[tuple[int, Unit]] = field(default_factory=list)
    hides: bool = False
    """Seats choose at once somewhere, and don't see what the others have chosen."""
    queue: int = 0
    """Where the queue lies: how many blocks are open, how many arrivals wait, the arrivals."""
    current: Block = field(init=False)
    counts: dict[int, E] = field(default_factory=dict)
    """By trigger: how much lay in the zone that it waits for, before the current change."""
    rooms: dict[int, int] = field(default_factory=dict)
    """By parameter of a procedure: how many values the set may have that it is given."""
    end_of: dict[str, int] = field(default_factory=dict)
    """The block that ends the turn, the round, the game."""
    flow: tuple[m.Model, ...] = ()
    """Everything in setup, turns, reactions and scoring."""
    ends_phases: bool | None = None
    """Whether `end phase` is anywhere in the flow; None until someone asks."""
    lines: list[ScoreLine] = field(default_factory=list)
    there: list[Named] = field(default_factory=list)
    """The local variables that are there where lowering has come to."""
    leasts: dict[int, int] = field(default_factory=dict)
    """By local variable: the least that it may hold."""
    tuples_spread: int = 0
    """How often a rule that yields a tuple has been written out."""
    ends: dict[int, tuple[m.Expr, Scope, list[E]]] = field(default_factory=dict)
    """By the identity of a domain: what it is made of, lowered for its bounds and not yet for its
    loop.
    """
    earlier: dict[str, str] = field(default_factory=dict)
    """By the function that counts how often the position of a zone has come: that zone."""
    drawn: dict[tuple[str, tuple[int, ...]], set[int]] = field(default_factory=dict)
    """By grid, its name and indices: the pieces that a diagram has put there in set-up."""
    steps: int = 0
    """How many expressions have been lowered."""
    known_splits: dict[int, tuple[Any, bool]] = field(default_factory=dict)
    _sites: dict[tuple[str, str, Span], int] = field(default_factory=dict)
    _may_fail: dict[str, bool] = field(default_factory=dict)
    """Whether the functions that have been asked about may stop with an error, by their names."""
    _short: dict[str, bool] = field(default_factory=dict)
    """Whether these are small values, by their names."""

    def __post_init__(self) -> None:
        """Begin with the root's frame."""
        self.unit = self.debug.root

    @classmethod
    def of_rules(
        cls, setting: GameConfig, layout: Layout, lowerers: Lowerers, *, trace: bool = False
    ) -> Lowering:
        """Begin with the rules: an empty program that has the tables of what pieces are made with.

        `trace`: marks are set, so that a run tells what it goes through.
        """
        known = DebugInfo(derivable=frozenset(derivable(setting.rules)))
        cx = cls(setting, layout, lowerers, mode=Mode(trace=trace), debug=known)
        cx._attribute_tables()
        return cx

    @property
    def rules(self) -> m.Ruleset:
        """The rules that are lowered."""
        return self.setting.rules

    @cached_property
    def phases(self) -> dict[str, int]:
        """The number of each phase of the turn, from 1, by its title."""
        found: dict[str, int] = {}
        phases = (p for p in self.rules.turn.statements if isinstance(p, m.Phase))
        for number, phase in enumerate(phases, 1):
            found.setdefault(phase.title, number)
        return found

    def value(self, e: m.Expr, c: Scope) -> E:
        """Lower an expression that yields one value."""
        return self.lowerers.value(self, e, c)

    def body(self, block: m.Block, c: Scope) -> None:
        """Lower the statements of a block; its locals end with it."""
        self.lowerers.body(self, block, c)

    def fresh_number(self) -> int:
        """Return a number that no other register or function has in its name."""
        self.debug.names_taken += 1
        return self.debug.names_taken

    def site(self, code: Code, message: str, span: Span) -> int:
        """Return the number of a site."""
        key = (code, message, span)
        if key not in self._sites:
            self._sites[key] = len(self.program.sites)
            self.program.sites.append(Site(code, message, span))
        return self._sites[key]

    def reg(self, hint: str = "r", lo: int = NONE, hi: int = INT_MAX) -> Reg:
        """Return a register that no other place has."""
        return Reg(f"{hint}{self.fresh_number()}", lo, hi)

    def piece(self) -> Reg:
        """Return a register for a piece."""
        return self.reg("c", 0, max(0, len(self.setting.pieces) - 1))

    def seat(self, word: int) -> Load:
        """Return the seat in a word of the state."""
        return Load(Const(word), 0, self.setting.players - 1)

    def function(
        self, name: str, body: tuple[Stmt, ...], lo: int = NONE, hi: int = INT_MAX
    ) -> Call:
        """Make a function of statements; return its call with the registers that they take over."""
        inside = given_values(body)
        parameters = [r for n, r in registers(body).items() if n not in inside]
        full = f"{name}{self.fresh_number()}"
        self.program.functions.append(Function(full, tuple(parameters), body))
        return Call(full, tuple(parameters), lo, hi)

    def failing(self, node: Any) -> Iterator[Any]:
        """Yield the parts of something that may stop with an error.

        Each function is gone through once. Those that it calls are made before it.
        """
        known = self._may_fail
        for function in self.program.functions[len(known) :]:
            known[function.name] = any(failing(function.body, known))
            self._short[function.name] = is_short(function, self._short)
        return failing(node, known)

    def _asks_little(self, name: str) -> bool:
        """Return whether a function is that of a rule, and a small value."""
        rules = self.debug.rule_functions.values()
        return self._short.get(name, False) and any(rule.name == name for rule in rules)

    def small(self, e: E) -> E:
        """Return an expression of few nodes with the same value: a large one becomes a function."""
        return self.function("part", (Return(e),), *bounds(e)) if larger(e, MOST_NODES) else e

    def shared(self, values: Sequence[E], made: Callable[[Sequence[E]], E]) -> E:
        """Return what is made of values that it reads more than once.

        Each is evaluated once and first of all: a large one becomes a function's parameter.
        """
        given: dict[str, E] = {}
        read = list[E]()
        for value in values:
            low, high = bounds(value)
            if larger(value, FEW_NODES) and low >= NONE and high <= INT_MAX:
                kept = self.reg("v", low, high)
                given[kept.name] = value
                read.append(kept)
            else:
                read.append(value)
        result = made(read)
        if not given:
            return result
        call = self.function("shared", (Return(result),), *bounds(result))
        names = (r.name if isinstance(r, Reg) else "" for r in call.arguments)
        arguments = (given.get(name, a) for name, a in zip(names, call.arguments, strict=True))
        return call._replace(arguments=tuple(arguments))

    def step(self, span: Span) -> None:
        """Count an expression that is lowered; too many are refused at the place of one."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            message = Message(
                "these rules come to more than {most} steps of a program", f"{MOST_STEPS:,}"
            )
            hint = "ask for what is asked again and again once, with 'let' or in a rule of its own"
            raise RulesError(Diagnostic(Code.E004, message, span, hint=hint))

    def loops(self, source: Source, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Return nested loops around statements, one nest for each alternative."""
        result: list[Stmt] = []
        for loops, tests in source:
            inner = body
            outside, *inside = self._tests_by_loop(loops, tests, body)
            for (reg, over), own in reversed(list(zip(loops, inside, strict=True))):
                inner = (Loop(reg, over, _under(own, inner)),)
            result += _under(outside, inner)
        return tuple(result)

    def _tests_by_loop(self, loops: Loops, tests: list[E], body: tuple[Stmt, ...]) -> list[list[E]]:
        """Return the tests to be made before some loops, and in each of them from the outermost.

        A traced program makes them as they are written: what is asked is counted.
        """
        if len(loops) < 2 or self.mode.trace or any(self.failing((tests, loops))):
            return [*([] for _ in loops), tests]
        readable = Readable(self.layout.size, self.program.data, self._asks_little)
        return [[], *tests_by_loop(readable, loops, tests, body)]

    def total(self, source: Source, value: E, span: Span) -> E:
        """Return the sum of a value over a domain, in a function of its own."""
        only = _how_many(source) if value == Const(1) else None
        if only is not None:
            return only
        total = self.reg("t")
        low, high = bounds(value)
        times = most(source, self.layout)
        low, high = min(0, low * times), max(0, high * times)
        step = add(total, value)
        if low <= NONE or high > INT_MAX:
            low, high = NONE + 1, INT_MAX
            step = Check(
                step, low, high, self.site(Code.E503, "this number becomes too large", span)
            )
        loops = self.loops(source, (Set(total, step),))
        return self.function("sum", (Set(total, Const(0)), *loops, Return(total)), low, high)

    def data(self, name: str, values: Iterable[int]) -> tuple[str, int, int]:
        """Keep a fixed table; return its name and bounds."""
        kept = tuple(values) or (0,)
        self.program.data.setdefault(name, kept)
        return name, min(kept), max(kept)

    def looked_up(self, name: str, values: Sequence[int], where: E) -> Data:
        """Return what is at a place of a fixed table."""
        name, low, high = self.data(name, values)
        return Data(name, where, low, high)

    def _attribute_tables(self) -> None:
        pieces = self.setting.pieces
        components = self.setting.rules.components.values()
        names = dict.fromkeys(a.name for component in components for a in component.attributes)
        printed = [dict(p.values) for p in pieces]
        for name in names:
            self.data(f"attr_{name}", (values.get(name, 0) for values in printed))
        kinds: dict[Any, int] = {}
        changing = self.layout.ranges
        fixed = [
            (p.component, tuple((n, v) for n, v in p.values if (p.component, n) not in changing))
            for p in pieces
        ]
        self.data("kind", (kinds.setdefault(key, len(kinds)) for key in fixed))

    def checked(self, e: E, low: int, high: int, site: int) -> E:
        """Return a value that is known or checked to lie within bounds."""
        lo, hi = bounds(e)
        if low <= lo and hi <= high:
            return e
        return Check(e, low, high, site)

    def within(self, e: E, low: int, high: int, least: int = 0) -> E:
        """Return whether a value lies within bounds; none stands outside all others."""
        inside = And((Bin(">=", e, Const(low)), Bin("<=", e, Const(high))))
        if low > NONE:
            return inside
        return Or((Bin("==", e, Const(NONE)), self.within(e, least, high)))

    def emit(self, *statements: Stmt) -> None:
        """Append statements."""
        self.out.extend(statements)

    def mark(self, event: str, part: m.Model) -> None:
        """Emit the mark of a part of the rules; nothing unless the program is traced."""
        if not self.mode.trace:
            return
        marked = self.debug.marked
        number = next((i for i, known in enumerate(marked) if known is part), len(marked))
        marked += [part] if number == len(marked) else []
        self.emit(Mark(event, number))

    @contextmanager
    def in_mode(self, **changes: bool) -> Iterator[None]:
        """Lower what is inside in another mode."""
        before = self.mode
        self.mode = replace(before, **changes)
        yield
        self.mode = before

    @contextmanager
    def gathered(self) -> Iterator[list[Stmt]]:
        """Gather what is emitted inside, which becomes part of something else."""
        before, self.out = self.out, []
        yield self.out
        self.out = before

    @contextmanager
    def each(self, source: Source) -> Iterator[None]:
        """Emit loops around what is emitted inside."""
        with self.gathered() as body:
            yield
        self.emit(*self.loops(source, tuple(body)))

    @contextmanager
    def loop(self, reg: Reg, over: Iter) -> Iterator[None]:
        """Emit a loop around what is emitted inside."""
        with self.each([([(reg, over)], [])]):
            yield

    @contextmanager
    def when(self, test: E) -> Iterator[None]:
        """Emit a condition around what is emitted inside."""
        with self.gathered() as body:
            yield
        self.emit(If(test, tuple(body)))

    def slot(self, size: int = 1, *, pieces: bool = False) -> E:
        """Reserve integers in the frame of the current unit; return their address.

        `pieces`: they name pieces, which not every seat may know.
        """
        unit = self.unit
        start = self.reserved
        if unit.root:
            self.layout.take(size)
        else:
            unit.size += size
        unit.pieces += range(start, start + size) if pieces else ()
        return Const(start) if unit.root else add(Load(Const(at.FRAME)), Const(start))

    @property
    def reserved(self) -> int:
        """Where what is reserved in the frame of the current unit ends."""
        return self.layout.size if self.unit.root else self.unit.size

    def hold(self, value: E, hint: str = "h") -> Reg:
        """Keep a value in a register."""
        lo, hi = bounds(value)
        r = self.reg(hint, lo, hi)
        self.emit(Set(r, value))
        return r

    def block(self, span: Span | None = None) -> Block:
        """Make a block."""
        made = Block(len(self.program.blocks), [], span)
        self.program.blocks.append(made)
        return made

    def begin(self, block: Block) -> None:
        """Let statements go to a block."""
        self.current = block
        self.out = block.body

    def goto(self, block: Block) -> None:
        """End the current block, unless it has ended."""
        if not self.out or not isinstance(self.out[-1], Goto):
            self.emit(Goto(block.number))

    def go_on_if(self, test: E, otherwise: Block) -> None:
        """End the current block: begin a new one where a test holds, else go to another."""
        if not isinstance(test, Const) or not test.value:
            then = self.block(otherwise.span)
            self.emit(If(test, (Goto(then.number),), (Goto(otherwise.number),)))
            self.begin(then)
