"""Statements, functions and blocks as WebAssembly text.

A block becomes a function that returns the number of the block to go on with. Decisions and the
end of the game have the numbers behind those of the blocks. Blocks that go straight on to another
are written out together, so that a decision costs a call or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, assert_never

from engine.compile import layout as at
from engine.compile.cost import Costs, room, turns
from engine.compile.layout import Layout
from engine.compile.program import (
    INT_MAX,
    Again,
    And,
    Ask,
    Bin,
    Block,
    Const,
    Draw,
    Fail,
    Function,
    Gather,
    Goto,
    Halt,
    If,
    Items,
    Jump,
    Keep,
    Load,
    Loop,
    Mark,
    Note,
    Program,
    Reg,
    Return,
    Set,
    Shuffle,
    Steps,
    Stmt,
    Store,
    Tell,
    Transfer,
)
from engine.compile.wasm.memory import STATE, STOP, Memory
from engine.compile.wasm.rewrite import mentions
from engine.compile.wasm.transfers import Moves

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
            self.nothing_chosen()
            self.statements(block.body, tail=True)
            self.line("(unreachable)")

    # -------------------------------------------------------------- statements

    def statements(self, body: Sequence[Stmt], *, tail: bool) -> None:
        """Write statements; at the tail of a block others may be written out in place."""
        for index, s in enumerate(body):
            last = index == len(body) - 1
            if not isinstance(s, (Set, Transfer, Mark, Note, Tell)):
                self.nothing_chosen()
            self.statement(s, tail=tail and last)

    def statement(self, s: Stmt, *, tail: bool) -> None:
        """Write a statement; at the tail of a block, with what it goes on to."""
        match s:
            case Set():
                self._set(s)
            case Store():
                self._store(s)
            case If():
                self._if(s, tail)
            case Loop():
                self._loop(s)
            case Again():
                self._again(s)
            case Return():
                self.line(f"(return {self.value(s.value)})")
            case Goto():
                self._goto(s, tail)
            case Jump():
                offset, index = self.place(s.at)
                self.leave(f"(i32.load offset={offset} {index})")
            case Ask():
                self._to(at.PC, s.choice)
                self.leave(f"(i32.const {len(self.program.blocks) + s.choice})")
            case Halt():
                self.leave(f"(i32.const {self.over})")
            case Fail():
                self.line(f"(call $fail (i32.const {s.site}))")
            case Transfer():
                self._transfer(s)
            case Gather():
                self._gather(s)
            case Shuffle():
                self._shuffle(s)
            case Draw():
                self.set(self.name(s.reg), f"(call $draw {self.value(s.below)})")
            case Keep():
                target, source = STATE + 4 * s.target, STATE + 4 * s.source
                self.line(
                    f"(memory.copy (i32.const {target}) (i32.const {source})"
                    f" (i32.const {4 * s.size}))"
                )
            case Note():
                self._note(s)
            case Tell():
                self._tell(s)
            case Mark():
                """Nobody traces a game that is played in bulk."""
            case _:
                assert_never(s)

    def _set(self, s: Set) -> None:
        self.follow(s.reg, s.value)
        name = self.name(s.reg)
        self.set(name, self.wide(s.value) if self.long(s.reg) else self.value(s.value))

    def _store(self, s: Store) -> None:
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

    def _again(self, s: Again) -> None:
        turns, again = self.local("turns"), self.label("again")
        self.set(turns, "(i32.const 0)")
        self.line(f"(loop ${again}")
        if self._patrol:
            self.line(f"(if (i32.load offset={STOP} (i32.const 0)) (then (call $halt)))")
        self.statements(s.body, tail=False)
        self.line(f"(if (i32.eqz {self.test(s.until)}) (then")
        more = f"(local.tee ${turns} (i32.add {self.get(turns)} (i32.const 1)))"
        self.line(f"(if (i32.gt_s {more} (i32.const {self.costs.rounds(s)}))")
        self.line(f"(then (call $fail (i32.const {s.site}))))")
        self.line(f"(br ${again}))))")

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

    def _note(self, s: Note) -> None:
        """Lines of ledgers are for people; the interpreter tells them."""

    def _tell(self, s: Tell) -> None:
        """Nobody listens to a game that is played in bulk."""

    def _to(self, word: int, value: int) -> None:
        self.line(f"(i32.store offset={STATE + 4 * word} (i32.const 0) (i32.const {value}))")

    # -------------------------------------------------------------- loops

    def _loop(self, s: Loop) -> None:
        if self.frozen is not None and self._short_search(s):
            self._search(s)
            return
        pieces = self._by_piece(s) if self.frozen is not None else None
        if pieces is not None:
            self._loop(pieces)
            return
        if self.frozen is None and isinstance(s.over, Steps) and self._tallied_loop(s):
            return
        with self.loop(s.reg, s.over, copies=_moves_pieces(s.body)):
            self.statements(s.body, tail=False)

    def _by_piece(self, s: Loop) -> Loop | None:
        """Return a loop over pieces in place of one over what lies in several zones of a family.

        Only for sums, in which the order doesn't matter, and where there are not many more pieces
        than zones: whether a piece lies in one of them is seen without a branch.
        """
        inner = s.body[0]
        if not isinstance(s.over, Steps) or not isinstance(s.over.lo, Const):
            return None
        if not isinstance(inner, Loop) or len(s.body) > 1 or inner.over != Items(s.reg):
            return None
        found, only = self.layout.family_at(s.over.lo.value), inner.body[0]
        if found is None or found[0].stride != s.over.step or not _adds(inner.body, s.reg):
            return None
        names = self.layout.setting.rules.zones[found[0].name].pieces
        first, last = self.layout.setting.run(names[0]) if len(names) == 1 else (0, 0)
        zones = turns(s.over, self.layout)
        if not 0 < last - first <= 2 * zones:
            return None
        where = Load(Bin("+", inner.reg, Const(self.layout.zone_of)), 0, INT_MAX)
        end = Const(s.over.lo.value + (zones - 1) * s.over.step)
        here = (Bin(">=", where, s.over.lo), Bin("<=", where, end), only.condition)
        return Loop(
            inner.reg, Steps(Const(first), Const(last - 1)), (If(And(here), only.then),)
        )  # fmt: skip

    def _tallied_loop(self, s: Loop) -> bool:
        """Write a loop that does something under one condition which only has to be looked up.

        The state stays as it is until the condition holds, and is looked at again afterwards.
        """
        only = s.body[0] if len(s.body) == 1 else None
        if not isinstance(only, If) or only.otherwise:
            return False
        before, self._tallied, self.turning = self._tallied, {}, self.turning + 1
        test, tallied = self.test(only.condition), self._tallied
        self._tallied, self.turning = before, self.turning - 1
        if not tallied:
            return False
        self.write_tallies(tallied)
        with self.loop(s.reg, s.over):
            self.line(f"(if {test} (then")
            self.statements(only.then, tail=False)
            self.write_tallies(tallied)
            self.line("))")
        return True

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


def _adds(body: tuple[Any, ...], zone: Reg) -> bool:
    """Tell whether statements only add to a register under a condition that knows no zone."""
    only = body[0]
    if len(body) > 1 or not isinstance(only, If) or only.otherwise or len(only.then) > 1:
        return False
    add = only.then[0]
    fine = isinstance(add, Set) and isinstance(add.value, Bin) and add.value.op == "+"
    return fine and add.value.a == add.reg and not mentions(only, {zone.name})


def _moves_pieces(node: Any) -> bool:
    """Tell whether statements may change what lies in a zone."""
    if isinstance(node, (Transfer, Gather, Shuffle, Store)):
        return True
    return isinstance(node, tuple) and any(map(_moves_pieces, node))
