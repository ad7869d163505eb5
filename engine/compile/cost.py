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
from typing import Any

from engine.compile.layout import Layout
from engine.compile.program import (
    REPEAT_LIMIT,
    Again,
    Call,
    Choice,
    Const,
    E,
    Gather,
    If,
    Items,
    Iter,
    Keep,
    Listed,
    Loop,
    Mark,
    Pick,
    Program,
    Reg,
    Rolled,
    Say,
    Shuffle,
    Steps,
    Transfer,
    Trial,
    bounds,
)
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
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
MOST_MOVES = 20_000
"""How many legal moves a decision may have."""
MOST_CANDIDATES = 1_000_000
"""How many moves a decision may look through to find those that are legal."""
SHUFFLE_STEP = 10
"""What drawing a random number and exchanging two pieces costs."""


def turns(over: Iter, layout: Layout) -> int:
    """Return how often a loop can go round at most."""
    if isinstance(over, Listed):
        return len(over.values)
    if isinstance(over, Items):
        return room(over.zone, layout)
    return _steps(over)


def _steps(over: Steps) -> int:
    if over.lo == over.hi:
        return 1
    first, last = bounds(over.lo)[0], bounds(over.hi)[1]
    return max(0, (last - first) // over.step + 1)


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
        for _, over in loops:
            product *= turns(over, layout)
        total += product
    return total


def most_moves(choice: Choice, layout: Layout) -> int:
    """Return how many legal moves a decision can have at most."""
    total = 1
    for action in choice.actions:
        count = 1
        for p in action.parameters:
            for _, over in p.loops:
                count *= turns(over, layout)
        total += count
    return total


def fixed_turns(over: Iter, layout: Layout) -> int:
    """Return how often a loop goes round in every position; 1 where that depends on it."""
    if isinstance(over, Items) or (isinstance(over, Steps) and not _fixed(over)):
        return 1
    return turns(over, layout)


def _fixed(over: Steps) -> bool:
    return isinstance(over.lo, Const) and isinstance(over.hi, Const)


def _about(number: int) -> str:
    """Return a number as people read it: a huge one by its size only."""
    return f"{number:,}" if number < 10**15 else "countless"


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
            Call: self._call, Pick: self._pick, If: self._if, Loop: self._loop, Again: self._again,
            Transfer: self._transfer, Gather: self._gather, Shuffle: self._shuffle,
            Keep: self._keep, Trial: self._trial, Mark: self._nothing, Say: self._nothing,
            Rolled: self._nothing,
        }  # fmt: skip

    def _within(self, steps: int, span: Span, parts: Any = (), rounds: int = 0) -> int:
        """Return how many steps something takes; too many are refused, with what they are for.

        `parts`: where to look for it; `rounds`: how often a loop goes through them.
        """
        if steps <= LIMIT:
            return steps
        message = f"this could take {_about(steps)} steps, and at most {LIMIT:,} are allowed"
        notes = [f"up to {_about(rounds)} rounds"] if rounds else []
        notes += self._dearest(parts)
        hint = "go through fewer values, or rule most of them out first"
        raise RulesError(Diagnostic(Code.E502, message, span, tuple(notes), hint=hint))

    def _dearest(self, parts: Any) -> list[str]:
        """Return in words which of the rules that something calls takes most steps."""
        titles = {r.span: r.name for r in self.layout.setting.rules.rules.values()}
        dearest = max(
            (name for name in self._called(parts, set()) if self._spanned(name) in titles),
            key=lambda name: self._calls.get(name, 0),
            default=None,
        )
        if dearest is None:
            return []
        span, steps = self._spanned(dearest), _about(self._calls.get(dearest, 0))
        return [f"up to {steps} steps each time for '{titles[span]}' (line {span.line})"]

    def _called(self, node: Any, found: set[str]) -> set[str]:
        """Return the functions that something calls, and that these call."""
        if isinstance(node, Call) and node.name not in found:
            found.add(node.name)
            if node.name in self._functions:
                self._called(self._functions[node.name].body, found)
        if isinstance(node, tuple):
            for part in node:
                self._called(part, found)
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
            self._calls[name] = self._within(self.of(body), self._span, body)
            self._span = before
        return self._calls[name]

    def choice(self, choice: Choice) -> int:
        """Return the cost of finding a decision's legal moves."""
        name = f"some{choice.number}"
        if name not in self._calls:
            before, self._span = self._span, choice.span
            total, looked = 0, list[Any]()
            for action in choice.actions:
                steps = 1 + self.of(action.requires or ())
                tests: tuple[Any, ...] = (action.requires,)
                for p in reversed(action.parameters):
                    tests = (*tests, p.where)
                    steps = steps // p.nth + self.of(p.where or ()) + self.of(p.same or ())
                    for reg, over in reversed(p.loops):
                        steps = self._round(reg, over, steps, tests)
                total += steps
                looked.append(tests)
            self._calls[name] = self._within(total, choice.span, tuple(looked))
            self._span = before
        return self._calls[name]

    def of(self, node: Any) -> int:
        """Return the cost of an expression, a statement, or several: one more than their parts."""
        known = self._known.get(type(node))
        if known:
            return known(node)
        return 1 + sum([self.of(part) for part in node if isinstance(part, tuple)])

    def _nothing(self, node: object) -> int:
        return 0

    def _pick(self, node: Pick) -> int:
        return 1 + self.of(node.condition) + max(self.of(node.a), self.of(node.b))

    def _call(self, node: Call) -> int:
        inner = self._calls.get(node.name)
        if inner is None and node.name in self._functions:
            inner = self.function(node.name)
        elif inner is None:
            inner = self.choice(self.program.choices[int(node.name.removeprefix("some"))])
        return 1 + inner + self.of(node.arguments)

    def _if(self, node: If) -> int:
        return self.of(node.condition) + max(self.of(node.then), self.of(node.otherwise))

    def _loop(self, node: Loop) -> int:
        return self._round(node.reg, node.over, self.of(node.body), node.body)

    def _round(self, reg: Reg, over: Iter, body: int, parts: Any) -> int:
        """Return the cost of a loop; one that alone goes too far is refused at its own line."""
        head = self.of(over.zone) if isinstance(over, Items) else 2
        if isinstance(over, Steps):
            head = self.of(over.lo) + self.of(over.hi)
        steps = head + turns(over, self.layout) * (1 + body)
        return self._within(steps, self._spanned(reg.name), parts, turns(over, self.layout))

    def rounds(self, node: Again) -> int:
        """Return how often a `repeat` may go round before it counts as one without an end."""
        return min(REPEAT_LIMIT, max(FEW_ROUNDS, REPEATED // self._once(node)))

    def _once(self, node: Again) -> int:
        return 1 + self.of(node.body) + self.of(node.until)

    def _again(self, node: Again) -> int:
        rounds = self.rounds(node)
        span = self.program.sites[node.site].span
        return self._within(rounds * self._once(node), span, (node.body, node.until), rounds)

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

    def _keep(self, node: Keep) -> int:
        return 1 + node.size // 64
