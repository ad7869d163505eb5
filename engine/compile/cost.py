"""A bound on work: how many steps a block, a function or a decision can take at most.

Rules don't call themselves, and every loop runs over something whose size is known here: steps
between bounds, what fits into a zone, a fixed list. So the cost of a structured piece of program
is found by multiplying along its loops. What could keep a computer busy for minutes is refused
with the line of its loop, before the game begins.

Honest about: it bounds what runs between two blocks, not how many blocks follow one another (the
executors count those), and it counts nodes, not seconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from engine.compile.layout import Layout
from engine.compile.program import (
    REPEAT_LIMIT,
    Bin,
    Bits,
    Call,
    Choice,
    Const,
    CopyRange,
    E,
    Found,
    Gather,
    If,
    Items,
    Iter,
    Listed,
    Loop,
    Mark,
    Program,
    Reg,
    RepeatUntil,
    Rolled,
    Say,
    Select,
    Shuffle,
    Steps,
    Transfer,
    Trial,
    Visit,
    bounds,
)
from engine.compile.program_parts import parts, walk
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.language.source import Span

LIMIT = 1_000_000_000
"""The most steps that a block, a function or a decision may take: a second as machine code.

Zones count as full to the brim and every condition as reached, so what real games take is
hundreds of times less than what is found for them.
"""
REPEATED = LIMIT // 4
"""The most steps that a `repeat` may take: by what one round takes, it is stopped sooner."""
FEW_ROUNDS = 20
"""A `repeat` that may not go round even so often is refused before the game begins."""
FEW_VISITS = 200
"""A choice that may not even visit so many positions is refused before the game begins."""
MOST_MOVES = 20_000
"""How many legal moves a decision may have."""
MOST_OFFERED = 5_000
"""How many moves an action may offer in every position: more than these are only a slip."""
MOST_CANDIDATES = 1_000_000
"""How many moves a decision may look through to find those that are legal."""
SHUFFLE_STEP = 10
"""What drawing a random number and exchanging two pieces costs."""


def turns(reg: Reg, over: Iter, layout: Layout) -> int:
    """Return how often a loop can go round at most: a register has each of its values once."""
    if isinstance(over, Listed):
        return len(over.values)
    if isinstance(over, Items):
        return room(over.zone, layout)
    if isinstance(over, Bits):
        return over.size
    if isinstance(over, Found):
        return 1
    return min(_steps(over), max(0, (reg.hi - reg.lo) // over.step + 1))


def _steps(over: Steps) -> int:
    (first, low), (last, high) = _offset(over.lo), _offset(over.hi)
    if first != last:
        low, high = bounds(over.lo)[0], bounds(over.hi)[1]
    return max(0, (high - low) // over.step + 1)


def _offset(e: E) -> tuple[E | None, int]:
    """Return what a constant is added to, None for nothing, and the constant."""
    match e:
        case Const():
            return None, e.value
        case Bin("+", a, Const(value)):
            return a, value
        case Bin("-", a, Const(value)):
            return a, -value
    return e, 0


def room(zone: E, layout: Layout) -> int:
    """Return how much the zone at an address can hold at most, as far as its bounds tell."""
    low, high = bounds(zone)
    begins, families = layout.by_address
    first = max(0, bisect_right(begins, low) - 1)
    return max((f.capacity for f in families[first : bisect_right(begins, high)]), default=0)


def most(source: Iterable[tuple[list[tuple[Reg, Iter]], Any]], layout: Layout) -> int:
    """Return how many values nested loops, one nest after another, can yield at most."""
    total = 0
    for loops, _ in source:
        product = 1
        for reg, over in loops:
            product *= turns(reg, over, layout)
        total += product
    return total


def most_moves(choice: Choice, layout: Layout) -> int:
    """Return how many legal moves a decision can have at most."""
    total = 1
    for action in choice.actions:
        count = 1
        for p in action.parameters:
            for reg, over in p.loops:
                count *= turns(reg, over, layout)
        total += count
    return total


def fixed_turns(reg: Reg, over: Iter, layout: Layout) -> int:
    """Return how often a loop goes round in every position; 1 where that depends on it."""
    if isinstance(over, (Items, Bits)) or (isinstance(over, Steps) and not _fixed(over)):
        return 1
    return turns(reg, over, layout)


def _fixed(over: Steps) -> bool:
    return isinstance(over.lo, Const) and isinstance(over.hi, Const)


def _about(number: int) -> str:
    """Return a number as people read it: a huge one by its size only."""
    return f"{number:,}" if number < 10**15 else "countless"


_Nest: TypeAlias = tuple[tuple[Span, int], ...]
"""Loops in one another: where each stands, and how often it can go round."""


class Costs:
    """The costs of one program's parts."""

    def __init__(self, program: Program, layout: Layout) -> None:
        """Prepare; costs of functions are found once and kept."""
        self.program = program
        self.layout = layout
        self._functions = {f.name: f for f in program.functions}
        self._calls: dict[str, int] = {}
        self._span = layout.setting.rules.header.span
        self._known: dict[type, Callable[[Any], int]] = {
            Call: self._call, Select: self._pick, If: self._if, Loop: self._loop,
            RepeatUntil: self._again, Transfer: self._transfer, Gather: self._gather,
            Shuffle: self._shuffle,
            CopyRange: self._keep, Trial: self._trial, Mark: self._nothing, Say: self._nothing,
            Rolled: self._nothing, Visit: self._nothing,
        }  # fmt: skip

    def _within(self, steps: int, span: Span, inside: Any = (), nest: _Nest = ()) -> int:
        """Return how many steps something takes; too many are refused where most rounds are made.

        `inside`: what it consists of; `nest`: the loops that these stand in, outermost first.
        """
        if steps <= LIMIT:
            return steps
        message = Message(
            "this could take {about} steps, and at most {most} are allowed",
            _about(steps),
            f"{LIMIT:,}",
        )
        place, rounds = max((*nest, *self._loops(inside)), key=lambda x: x[1], default=(span, 0))
        notes: list[str] = [Message("up to {about} rounds", _about(rounds))] if rounds else []
        notes += self._dearest(inside)
        hint = "go through fewer values, or rule most of them out first"
        raise RulesError(Diagnostic(Code.E502, message, place, tuple(notes), hint=hint))

    def _loops(self, node: Any) -> _Nest:
        """Return the loops, outermost first, in which something takes most of its steps, but for
        those of the rules that it calls.
        """
        if isinstance(node, Loop):
            return (self._going(node.reg, node.over), *self._loops(node.body))
        if isinstance(node, RepeatUntil):
            own = self.program.sites[node.site].span, self.rounds(node)
            return (own, *self._loops((node.body, node.until)))
        inside = parts(node)
        if isinstance(node, Call) and node.name in self._functions:
            unnamed = node.name not in self.program.spans
            inside += [self._functions[node.name].body] if unnamed else []
        return self._loops(max(inside, key=self.of)) if inside else ()

    def _dearest(self, inside: Any) -> list[str]:
        """Return in words which of the rules that something calls takes most steps."""
        titles = {r.span: r.name for r in self.layout.setting.rules.rules.values()}
        dearest = max(
            (name for name in self._called(inside, set()) if self._spanned(name) in titles),
            key=lambda name: self._calls.get(name, 0),
            default=None,
        )
        if dearest is None:
            return []
        span, steps = self._spanned(dearest), _about(self._calls.get(dearest, 0))
        return [
            Message(
                "up to {steps} steps each time for '{titles}' (line {line})",
                steps,
                titles[span],
                span.line,
            )
        ]

    def _called(self, node: Any, found: set[str]) -> set[str]:
        """Return the functions that something calls, and that these call."""
        for part in walk(node):
            if isinstance(part, Call) and part.name not in found:
                found.add(part.name)
                if part.name in self._functions:
                    self._called(self._functions[part.name].body, found)
        return found

    def _spanned(self, name: str) -> Span:
        return self.program.spans.get(name, self._span)

    def highest(self) -> int:
        """Return the cost of the dearest part.

        Raises RulesError (E502) for the first that could take too many steps.
        """
        found = [self.function(name) for name in self._functions]
        found += [self.choice(choice) for choice in self.program.choices]
        for block in self.program.blocks:
            self._span = block.span or self._span
            found.append(self._within(self.of(block.body), self._span, tuple(block.body)))
        return max(found, default=0)

    def function(self, name: str) -> int:
        """Return the cost of a call of a function, without its arguments."""
        if name not in self._calls:
            before, self._span = self._span, self._spanned(name)
            body = self._functions[name].body
            rounds = self.visits(name) if name in self.program.recursions else 1
            self._calls[name] = self._within(rounds * self.of(body), self._span, body)
            self._span = before
        return self._calls[name]

    def choice(self, choice: Choice) -> int:
        """Return the cost of finding a decision's legal moves."""
        name = f"some{choice.number}"
        if name not in self._calls:
            before, self._span = self._span, choice.span
            total = 0
            dearest: tuple[int, Any, _Nest] = (0, (), ())
            for action in choice.actions:
                steps = 1 + self.of(action.requires or ())
                tests: tuple[Any, ...] = (action.requires or (),)
                nest: _Nest = ()
                for p in reversed(action.parameters):
                    tests = (*tests, p.where or ())
                    steps = steps // p.nth + self.of(p.where or ()) + self.of(p.same or ())
                    for reg, over in reversed(p.loops):
                        nest = (self._going(reg, over), *nest)
                        steps = self._round(reg, over, steps, tests, nest)
                total += steps
                dearest = max(dearest, (steps, tests, nest), key=lambda known: known[0])
            self._calls[name] = self._within(total, choice.span, *dearest[1:])
            self._span = before
        return self._calls[name]

    def of(self, node: Any) -> int:
        """Return the cost of an expression, a statement, or several: one more than their parts."""
        known = self._known.get(type(node))
        if known:
            return known(node)
        return 1 + sum(map(self.of, parts(node)))

    def _nothing(self, node: object) -> int:
        return 0

    def _pick(self, node: Select) -> int:
        return 1 + self.of(node.condition) + max(self.of(node.a), self.of(node.b))

    def _call(self, node: Call) -> int:
        inner = self._calls.get(node.name)
        if inner is None and node.name in self._functions:
            inner = self.function(node.name)
        elif inner is None and not node.name.startswith("some"):
            inner = 0  # the other name of a search: `visits` bounds how often it calls itself
        elif inner is None:
            inner = self.choice(self.program.choices[int(node.name.removeprefix("some"))])
        return 1 + inner + self.of(node.arguments)

    def _if(self, node: If) -> int:
        return self.of(node.condition) + max(self.of(node.then), self.of(node.otherwise))

    def _loop(self, node: Loop) -> int:
        nest = (self._going(node.reg, node.over),)
        return self._round(node.reg, node.over, self.of(node.body), node.body, nest)

    def _going(self, reg: Reg, over: Iter) -> tuple[Span, int]:
        """Return where a loop stands, and how often it can go round."""
        return self._spanned(reg.name), turns(reg, over, self.layout)

    def _round(self, reg: Reg, over: Iter, body: int, inside: Any, nest: _Nest) -> int:
        """Return the cost of a loop, the outermost of a nest; one that goes too far is refused."""
        head = self.of(over.zone) if isinstance(over, Items) else 2
        if isinstance(over, Found):
            head = over.size + self.of(over.call)
        if isinstance(over, Bits):
            head = self.of(over.word)
        if isinstance(over, Steps):
            head = self.of(over.lo) + self.of(over.hi)
        span, rounds = self._going(reg, over)
        return self._within(head + rounds * (1 + body), span, inside, nest)

    def rounds(self, node: RepeatUntil) -> int:
        """Return how often a `repeat` may go round before it counts as one without an end."""
        return min(REPEAT_LIMIT, max(FEW_ROUNDS, REPEATED // self._once(node)))

    def visits(self, search: str) -> int:
        """Return how many positions a search for the furthest moves may visit."""
        return max(FEW_VISITS, REPEATED // self.of(self._functions[search].body))

    def _once(self, node: RepeatUntil) -> int:
        return 1 + self.of(node.body) + self.of(node.until)

    def _again(self, node: RepeatUntil) -> int:
        rounds = self.rounds(node)
        span = self.program.sites[node.site].span
        inside = (node.body, node.until)
        return self._within(rounds * self._once(node), span, inside, ((span, rounds),))

    def _transfer(self, node: Transfer) -> int:
        """A piece is found quickly, but what seats lose sight of is gone through one by one."""
        largest = self.layout.largest
        return 10 + (largest if node.hides else largest // 64) + self.of(node.seen)

    def _gather(self, node: Gather) -> int:
        return 10 + node.last - node.first + len(node.zones)

    def _shuffle(self, node: Shuffle) -> int:
        return self.of(node.zone) + SHUFFLE_STEP * room(node.zone, self.layout)

    def _trial(self, node: Trial) -> int:
        return self.of(node.body) + self.of(node.value) + self.layout.size // 32

    def _keep(self, node: CopyRange) -> int:
        return 1 + node.size // 64
