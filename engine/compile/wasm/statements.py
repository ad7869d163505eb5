"""Statements, functions and blocks as WebAssembly text.

A block becomes a function that returns the number of the block to go on with. Decisions and the
end of the game have the numbers behind those of the blocks. Blocks that go straight on to another
are written out together, so that a decision costs a call or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.compile import layout as at
from engine.compile.cost import Costs, room
from engine.compile.layout import Layout
from engine.compile.program import (
    REPEAT_LIMIT,
    Again,
    Ask,
    Block,
    Const,
    Draw,
    E,
    Fail,
    Function,
    Gather,
    Goto,
    Halt,
    If,
    Items,
    Iter,
    Jump,
    Keep,
    Listed,
    Loop,
    Mark,
    Note,
    Program,
    Reg,
    Return,
    Set,
    Shuffle,
    Steps,
    Store,
    Tell,
    Transfer,
    bounds,
)
from engine.compile.wasm.changes import Moves
from engine.compile.wasm.memory import STATE, STOP, Memory

HEAVY = 10_000_000
"""From how many steps at most on a part looks now and then whether it shall stop: below, it is done
in an instant, and what goes on from part to part looks itself.
"""
_INLINE = 40
"""How many statements of other blocks may be written out in one block."""
_SHORT = 64
"""How much a zone may hold at most that is searched to its end."""
_SMALL = 8
"""How long a block may be that is written out in several."""


class Statements(Moves):
    """Writes statements, functions and blocks."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare to write a program."""
        super().__init__(program, layout, memory)
        self.hides = False
        """Some move lets seats lose sight of pieces."""
        self.over = len(program.blocks) + len(program.choices)
        """What a block returns when the game is over."""
        self.inside = False
        """What is written stands in the loop that goes from block to block."""
        self.costs = Costs(program, layout)
        self._patrol = False
        self._arrivals = self._count_arrivals()
        self._landmarks = {program.setup, program.turn, program.round_end}
        self._open: list[int] = []
        self._written = 0

    def _count_arrivals(self) -> Counter[int]:
        found: Counter[int] = Counter()

        def look(node: Any) -> None:
            if isinstance(node, Goto):
                found[node.block] += 1
            elif isinstance(node, (tuple, list)):
                for item in node:
                    look(item)

        for block in self.program.blocks:
            look(block.body)
        return found

    # -------------------------------------------------------------- functions and blocks

    def heavy(self, steps: int) -> None:
        """Let loops of what is written next look whether they shall stop, if it may take long."""
        self._patrol = steps > HEAVY

    def function(self, f: Function) -> None:
        """Write a function."""
        self.heavy(self.costs.function(f.name))
        names = tuple(r.name for r in f.parameters)
        given = " ".join(f"(param ${name} i32)" for name in names)
        with self.func(f"${f.name} {given} (result i32)", names), self.freeze():
            self.statements(f.body, tail=False)
            self.line("(unreachable)")

    def block(self, block: Block) -> None:
        """Write a block."""
        self.heavy(self.costs.of(block.body))
        with self.func(f"$block{block.number} (result i32)"):
            self._open, self._written = [block.number], 0
            self.statements(block.body, tail=True)
            self.line("(unreachable)")

    # -------------------------------------------------------------- statements

    def statements(self, body: Any, *, tail: bool) -> None:
        """Write statements; at the tail of a block others may be written out in place."""
        for index, s in enumerate(body):
            last = index == len(body) - 1
            getattr(self, f"_{type(s).__name__.lower()}")(s, tail and last)

    def _set(self, s: Set, tail: bool) -> None:
        name = self.name(s.reg)
        self.set(name, self.wide(s.value) if self.long(s.reg) else self.value(s.value))

    def _store(self, s: Store, tail: bool) -> None:
        offset, index = self.place(s.at)
        self.line(f"(i32.store offset={offset} {index} {self.value(s.value)})")

    def _if(self, s: If, tail: bool) -> None:
        if isinstance(s.condition, Const):
            self.statements(s.then if s.condition.value else s.otherwise, tail=tail)
            return
        if self.frozen is not None and self._only_sets(s):
            self._select(s)
            return
        self.line(f"(if {self.test(s.condition)} (then")
        self.statements(s.then, tail=tail)
        self.line(")")
        if s.otherwise:
            self.line("(else")
            self.statements(s.otherwise, tail=tail)
            self.line(")")
        self.line(")")

    def _only_sets(self, s: If) -> bool:
        """Tell whether a condition in a function only gives registers cheap values."""
        if s.otherwise or len(s.then) > 2 or not self.cheap(s.condition):
            return False
        sets = [x for x in s.then if isinstance(x, Set) and not self.long(x.reg)]
        return len(sets) == len(s.then) and all(self.cheap(x.value) for x in sets)

    def _select(self, s: If) -> None:
        """Write such a condition without a branch."""
        test = self.local("test")
        self.set(test, self.one(s.condition))
        for x in s.then:
            name = self.name(x.reg)
            with self.eagerly():
                value = self.value(x.value)
            self.set(name, f"(select {value} {self.get(name)} {self.get(test)})")

    def _again(self, s: Again, tail: bool) -> None:
        turns, again = self.local("turns"), self.label("again")
        self.set(turns, "(i32.const 0)")
        self.line(f"(loop ${again}")
        if self._patrol:
            self.line(f"(if (i32.load offset={STOP} (i32.const 0)) (then (call $halt)))")
        self.statements(s.body, tail=False)
        self.line(f"(if (i32.eqz {self.test(s.until)}) (then")
        more = f"(local.tee ${turns} (i32.add {self.get(turns)} (i32.const 1)))"
        self.line(f"(if (i32.gt_s {more} (i32.const {REPEAT_LIMIT}))")
        self.line(f"(then (call $fail (i32.const {s.site}))))")
        self.line(f"(br ${again}))))")

    def _return(self, s: Return, tail: bool) -> None:
        self.line(f"(return {self.value(s.value)})")

    def leave(self, target: str) -> None:
        """Write what goes on with the block of a number."""
        self.line(f"(local.set $next {target}) (br $go)" if self.inside else f"(return {target})")

    def _goto(self, s: Goto, tail: bool) -> None:
        block = self.program.blocks[s.block]
        small = self._arrivals[s.block] == 1 or len(block.body) <= _SMALL
        closed = s.block in self._landmarks or s.block in self._open
        if tail and small and not closed and self._written < _INLINE:
            self._open.append(s.block)
            self._written += len(block.body)
            self.statements(block.body, tail=True)
            self._open.pop()
        else:
            self.leave(f"(i32.const {s.block})")

    def _jump(self, s: Jump, tail: bool) -> None:
        offset, index = self.place(s.at)
        self.leave(f"(i32.load offset={offset} {index})")

    def _ask(self, s: Ask, tail: bool) -> None:
        self._to(at.PC, s.choice)
        self.leave(f"(i32.const {len(self.program.blocks) + s.choice})")

    def _halt(self, s: Halt, tail: bool) -> None:
        self.leave(f"(i32.const {self.over})")

    def _to(self, word: int, value: int) -> None:
        self.line(f"(i32.store offset={STATE + 4 * word} (i32.const 0) (i32.const {value}))")

    def _fail(self, s: Fail, tail: bool) -> None:
        self.line(f"(call $fail (i32.const {s.site}))")

    def _draw(self, s: Draw, tail: bool) -> None:
        self.set(self.name(s.reg), f"(call $draw {self.value(s.below)})")

    def _note(self, s: Note, tail: bool) -> None:
        """Lines of ledgers are for people; the interpreter tells them."""

    def _tell(self, s: Tell, tail: bool) -> None:
        """Nobody listens to a game that is played in bulk."""

    def _mark(self, s: Mark, tail: bool) -> None:
        """Nor does anybody trace it."""

    def _keep(self, s: Keep, tail: bool) -> None:
        target, source = STATE + 4 * s.target, STATE + 4 * s.source
        self.line(
            f"(memory.copy (i32.const {target}) (i32.const {source}) (i32.const {4 * s.size}))"
        )

    # -------------------------------------------------------------- loops

    def _loop(self, s: Loop, tail: bool) -> None:
        if self.frozen is not None and self._short_search(s):
            self._search(s)
            return
        with self.loop(s.reg, s.over, copies=_moves_pieces(s.body)):
            self.statements(s.body, tail=False)

    def _short_search(self, s: Loop) -> bool:
        """Tell whether a loop only looks in a zone for something that is cheaply recognised."""
        first = s.body[0] if len(s.body) == 1 else None
        return (
            isinstance(first, If)
            and isinstance(s.over, Items)
            and not first.otherwise
            and len(first.then) == 1
            and isinstance(first.then[0], Return)
            and isinstance(first.then[0].value, Const)
            and room(s.over.zone, self.layout) <= _SHORT
            and self.cheap(first.condition)
        )

    def _search(self, s: Loop) -> None:
        """Write such a loop so that it always goes to the end: how long that takes is foreseen."""
        found = self.local("found")
        self.set(found, "(i32.const 0)")
        with self.loop(s.reg, s.over):
            self.set(found, f"(i32.or {self.get(found)} {self.one(s.body[0].condition)})")
        self.line(f"(if {self.get(found)} (then")
        self.statements(s.body[0].then, tail=False)
        self.line("))")

    @contextmanager
    def loop(self, reg: Reg, over: Iter, *, copies: bool = False) -> Iterator[None]:
        """Write a loop around what is written inside.

        `copies`: what is inside may change the zone that is gone through, so go through a copy.
        """
        if isinstance(over, Steps):
            kind = self._steps(reg, over)
        elif isinstance(over, Listed):
            kind = self._listed(reg, over)
        else:
            kind = self._items(reg, over, copies)
        with kind:
            if self._patrol:
                asked = f"(i32.load offset={STOP} (i32.const 0))"
                self.line(f"(if {asked} (then (call $halt)))")
            yield

    @contextmanager
    def _steps(self, reg: Reg, over: Steps) -> Iterator[None]:
        name = self.name(reg)
        if repr(over.lo) == repr(over.hi):
            self.set(name, self.value(over.lo))
            yield
            return
        end = self._end(over.hi)
        low = self.value(over.lo)
        again, out = self.label("again"), self.label("out")
        self.set(name, low)
        surely = bounds(over.lo)[1] <= bounds(over.hi)[0]
        if not surely:
            self.line(f"(block ${out} (br_if ${out} (i32.gt_s {self.get(name)} {end}))")
        self.line(f"(loop ${again}")
        yield
        step = f"(i32.add {self.get(name)} (i32.const {over.step}))"
        self.line(f"(br_if ${again} (i32.le_s (local.tee ${name} {step}) {end}))")
        self.line(")" if surely else "))")

    def _end(self, hi: E) -> str:
        """Return the end of a loop, which is computed once."""
        if isinstance(hi, Const):
            return self.value(hi)
        end = self.local("end")
        self.set(end, self.value(hi))
        return self.get(end)

    @contextmanager
    def _listed(self, reg: Reg, over: Listed) -> Iterator[None]:
        if not over.values:
            self.line("(block $never (br $never)")
            yield
            self.line(")")
            return
        table = self.memory.table(over.values)
        at_, again = self.local("at"), self.label("again")
        self.set(at_, "(i32.const 0)")
        self.line(f"(loop ${again}")
        self.set(self.name(reg), f"({table.load} offset={table.address} {self.get(at_)})")
        yield
        width = 1 << table.shift
        step = f"(local.tee ${at_} (i32.add {self.get(at_)} (i32.const {width})))"
        end = f"(i32.const {len(over.values) * width})"
        self.line(f"(br_if ${again} (i32.lt_u {step} {end})))")

    @contextmanager
    def _items(self, reg: Reg, over: Items, copies: bool) -> Iterator[None]:
        at_, end, again = self.local("at"), self.local("end"), self.label("again")
        self.set(at_, self.zone(over.zone))
        if copies:
            self._copy_of_zone(at_, over.zone)
        count = f"(i32.load {self.get(at_)})"
        self.set(end, f"(i32.add {self.get(at_)} (i32.shl {count} (i32.const 2)))")
        self.line(f"(if (i32.ne {self.get(at_)} {self.get(end)}) (then (loop ${again}")
        self.set(self.name(reg), f"(i32.load offset=4 {self.get(at_)})")
        yield
        step = f"(local.tee ${at_} (i32.add {self.get(at_)} (i32.const 4)))"
        self.line(f"(br_if ${again} (i32.ne {step} {self.get(end)})))))")

    def _copy_of_zone(self, zone: str, e: E) -> None:
        """Write what copies a zone aside and goes on with the copy."""
        aside = self.memory.take(4 * (room(e, self.layout) + 1))
        size = f"(i32.shl (i32.add (i32.load {self.get(zone)}) (i32.const 1)) (i32.const 2))"
        self.line(f"(memory.copy (i32.const {aside}) {self.get(zone)} {size})")
        self.set(zone, f"(i32.const {aside})")


def _moves_pieces(node: Any) -> bool:
    """Tell whether statements may change what lies in a zone."""
    if isinstance(node, (Transfer, Gather, Shuffle, Store)):
        return True
    return isinstance(node, tuple) and any(map(_moves_pieces, node))
