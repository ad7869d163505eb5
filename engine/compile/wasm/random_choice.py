"""Decisions made by chance, as WebAssembly text: the same choice as from the list of legal moves,
without the list.

Each action keeps the arguments that are possible in a place of its own; then one random number
says which action it is and with which of them, and the action is begun at once. Candidates are
written down before it is known whether they count, and then counted or not: a processor that can't
foresee whether a card fits loses more by guessing wrong than by writing in vain.
"""

from __future__ import annotations

from contextlib import ExitStack
from math import prod
from typing import Any

from engine.compile import layout as at
from engine.compile.cost import turns
from engine.compile.layout import Layout
from engine.compile.program import (
    Action,
    Choice,
    Const,
    E,
    Items,
    Iter,
    Listed,
    Parameter,
    Program,
    Reg,
    Steps,
)
from engine.compile.wasm.bitset_conditions import Accepted, accepted
from engine.compile.wasm.legal_moves import Decisions, Met
from engine.compile.wasm.memory import NOTHING_LEGAL, STATE, Memory
from engine.compile.wasm.rewrite import mentions, size

_UNROLLED = 6
"""Up to how many values a loop is written out for one by one."""
_BODY = 600
"""Up to how many parts the blocks of actions are written out where they are chosen."""
_WHOLE = 2400
"""The same, of all decisions together."""


class Chances(Decisions):
    """Writes random choices."""

    def __init__(self, program: Program, layout: Layout, memory: Memory) -> None:
        """Prepare, and find out how much room candidates need."""
        super().__init__(program, layout, memory)
        sizes = [self._room_of(c) for c in program.choices if self._quick(c)]
        self._whole = _WHOLE
        self._candidates = memory.take(max(sizes, default=0))

    def _quick(self, choice: Choice) -> bool:
        return self.most(choice) <= self.room

    def _room_of(self, choice: Choice) -> int:
        return sum(_width(a) * (self._count_of(a) + 1) for a in choice.actions)

    def _count_of(self, action: Action) -> int:
        return prod(map(self._values_of, action.parameters))

    def _values_of(self, p: Parameter) -> int:
        return prod(turns(over, self.layout) for _, over in p.loops)

    def choose(self, choice: Choice) -> None:
        """Write what makes a random choice with the generator at `by` and begins it, in the loop
        that goes from block to block.
        """
        self.heavy(self.costs.choice(choice))
        if self._quick(choice) and choice.actions:
            self.inside = True
            self._choose(choice)
            self.inside = False
        else:
            self.line(f"(local.set $next (call $any (i32.const {choice.number}) ")
            self.line(f"(call $legal{choice.number}) (local.get $by))) (br $go)")

    def _choose(self, choice: Choice) -> None:
        starts, start = [], self._candidates
        for action in choice.actions:
            starts.append(start)
            start += _width(action) * (self._count_of(action) + 1)
        ends = [self.local("to") for _ in choice.actions]
        before = self.names
        with self.freeze():
            for group in _groups(choice):
                for i in group:
                    self.set(
                        ends[i], f"(i32.const {starts[i] if choice.actions[i].parameters else 0})"
                    )
                self._collect(choice, group, ends)
        self.names = before
        counts = [
            self._count(action, starts[i], ends[i]) for i, action in enumerate(choice.actions)
        ]
        self._decide(choice, counts, starts)

    # -------------------------------------------------------------- candidates

    def _collect(self, choice: Choice, group: list[int], ends: list[str]) -> None:
        """Write down the candidates of actions that take their argument from the same place."""
        action = choice.actions[group[0]]
        fresh, holds = "", ""
        fitting = {}
        for i in group:
            self._same_names(action, choice.actions[i])
            fitting[i] = self._fitting(choice.actions[i])
        listed = self.local("listed") if _apart(action) else ""
        if listed:
            self.set(listed, "(i32.const 0)")
        with ExitStack() as stack:
            for index, p in enumerate(action.parameters):
                last = index == len(action.parameters) - 1
                if last and index and action.requires and not mentions(action.requires, _own(p)):
                    holds = self.local("holds")
                    self.set(holds, "(i32.const -1)")
                if last and listed:
                    self._once_listed(stack, p, index, listed)
                    break
                met = Met(self, index, p.same) if p.same is not None else None
                *outer, (reg, over) = p.loops
                for one, other in outer:
                    stack.enter_context(self.loop(one, other))
                if last and p.same is None and (values := _few(over)):
                    self._one_by_one(choice, group, ends, values)
                    return
                stack.enter_context(self.loop(reg, over))
                if p.where is not None:
                    self._when(stack, self.test(p.where))
                if met is not None and last:
                    fresh = self.local("new")
                    self.set(fresh, met.fresh())
                    met.mark()
                elif met is not None:
                    self._when(stack, met.fresh())
                    met.mark()
            for i in group:
                self._same_names(action, choice.actions[i])
                new = self.get(fresh) if fresh else ""
                self._candidate(choice.actions[i], ends[i], new, holds, fitting[i])

    def _fitting(self, action: Action) -> Accepted | None:
        """Write for which pieces in a zone an action is possible, None where that can't be told."""
        p = action.parameters[0] if len(action.parameters) == 1 else None
        if p is None or action.requires is None or not isinstance(p.loops[-1][1], Items):
            return None
        if mentions(action.requires, _own(p) - {p.reg.name}):
            return None
        found = accepted(self, action.requires, p.reg)
        if found is None:
            return None
        bits = self.local("fitting", "i64")
        self.set(bits, found.bits)
        return Accepted(self.get(bits), found.number)

    def _once_listed(self, stack: ExitStack, p: Parameter, index: int, end: str) -> None:
        """Write a loop over the values of a parameter that are the same each time: they are listed
        when they are needed first, which gives `end` its value.
        """
        start = self.memory.take(4 * (self._values_of(p) + 1))
        self.line(f"(if (i32.eqz {self.get(end)}) (then")
        self.set(end, f"(i32.const {start})")
        met = Met(self, index, p.same) if p.same is not None else None
        with ExitStack() as inside:
            for reg, over in p.loops:
                inside.enter_context(self.loop(reg, over))
            if p.where is not None:
                self._when(inside, self.test(p.where))
            if met is not None:
                self._when(inside, met.fresh())
                met.mark()
            self.line(f"(i32.store {self.get(end)} {self.value(p.reg)})")
            self.set(end, f"(i32.add {self.get(end)} (i32.const 4))")
        self.line("))")
        at_, again, out = self.local("at"), self.label("again"), self.label("out")
        self.set(at_, f"(i32.const {start})")
        done = f"(i32.ge_u {self.get(at_)} {self.get(end)})"
        self.line(f"(block ${out} (loop ${again} (br_if ${out} {done})")
        self.set(self.name(p.reg), f"(i32.load {self.get(at_)})")
        self.set(at_, f"(i32.add {self.get(at_)} (i32.const 4))")
        stack.callback(self.line, f"(br ${again})))")

    def _one_by_one(
        self, choice: Choice, group: list[int], ends: list[str], values: list[int]
    ) -> None:
        """Write the last parameter's values one after the other, without a loop."""
        p = choice.actions[group[0]].parameters[-1]
        for value in values:
            self.set(self.name(p.reg), f"(i32.const {value})")
            with ExitStack() as stack:
                if p.where is not None:
                    self._when(stack, self.test(p.where))
                for i in group:
                    self._same_names(choice.actions[group[0]], choice.actions[i])
                    self._candidate(choice.actions[i], ends[i], "")

    def _same_names(self, first: Action, other: Action) -> None:
        """Let the parameters of an action be those of another one that stands for it."""
        if other is not first:
            pairs = zip(first.parameters, other.parameters, strict=True)
            self.names = {**self.names, **{b.reg.name: self.name(a.reg) for a, b in pairs}}

    def _candidate(
        self,
        action: Action,
        end: str,
        fresh: str,
        known: str = "",
        fitting: Accepted | None = None,
    ) -> None:
        """Write a candidate down, and count it if it is one.

        `known`: a local for what doesn't change from one to the next, -1 as long as it is unknown;
        `fitting`: the pieces for which what is required holds.
        """
        for i, p in enumerate(action.parameters):
            self.line(f"(i32.store offset={4 * i} {self.get(end)} {self.value(p.reg)})")
        holds = fresh or "(i32.const 1)"
        if fitting is not None:
            bits = f"(i64.shr_u {fitting.bits} (i64.extend_i32_u {fitting.number}))"
            test = f"(i32.and (i32.wrap_i64 {bits}) (i32.const 1))"
            holds = f"(i32.and {fresh} {test})" if fresh else test
        elif action.requires is not None:
            test = self.one(action.requires)
            if known:
                get, test = self.get(known), f"(local.tee ${known} {test})"
                test = (
                    f"(if (result i32) (i32.ge_s {get} (i32.const 0)) (then {get}) (else {test}))"
                )
            if not fresh:
                holds = test
            elif self.cheap(action.requires) and not known:
                holds = f"(i32.and {fresh} {test})"
            else:
                holds = f"(if (result i32) {fresh} (then {test}) (else (i32.const 0)))"
        step = f"(i32.mul {holds} (i32.const {_width(action) or 1}))"
        self.set(end, f"(i32.add {self.get(end)} {step})")

    def _count(self, action: Action, start: int, end: str) -> str:
        """Write how many candidates of an action there are; return it."""
        if not action.parameters:
            return "(i32.const 1)" if action.requires is None else self.get(end)
        count = self.local("n")
        size_ = f"(i32.sub {self.get(end)} (i32.const {start}))"
        self.set(count, f"(i32.div_u {size_} (i32.const {_width(action)}))")
        return self.get(count)

    # -------------------------------------------------------------- the choice

    def _decide(self, choice: Choice, counts: list[str], starts: list[int]) -> None:
        """Write what draws a number and begins what it stands for."""
        total, rest = self.local("total"), self.local("rest")
        sum_ = counts[0]
        for count in counts[1:]:
            sum_ = f"(i32.add {sum_} {count})"
        if choice.passing is not None:
            sum_ = f"(i32.add {sum_} (i32.const 1))"
        self.set(total, sum_)
        if choice.passing is None:
            self.line(f"(if (i32.eqz {self.get(total)})")
            self.line(f"(then (call $fail (i32.const {NOTHING_LEGAL}))))")
        self._below(rest, self.get(total))
        self._more_decisions()
        self._left = min(_BODY, self._whole)
        landmarks, self._landmarks = self._landmarks, set()
        last = len(counts) - (choice.passing is None)
        for i, action in enumerate(choice.actions):
            if i < last:
                self.line(f"(if (i32.lt_u {self.get(rest)} {counts[i]}) (then")
            self._begin_action(action, starts[i], self.get(rest))
            if i < last:
                self.line("))")
                self.set(rest, f"(i32.sub {self.get(rest)} {counts[i]})")
        if choice.passing is not None:
            self._go(choice.passing)
        self._landmarks = landmarks
        self._whole -= _BODY - self._left
        self.line("(unreachable)")

    def _below(self, to: str, bound: str) -> None:
        """Write what draws a number below a bound from the generator at `by`."""
        old, product = self.local("old", "i64"), self.local("product", "i64")
        get, chance = self.get(old), "(local.get $by)"
        self.set(old, f"(i64.load {chance})")
        step = f"(i64.mul {get} (i64.const 6364136223846793005))"
        self.line(f"(i64.store {chance} (i64.add {step} (i64.const 1442695040888963407)))")
        mixed = f"(i64.shr_u (i64.xor {get} (i64.shr_u {get} (i64.const 18))) (i64.const 27))"
        turn = f"(i32.wrap_i64 (i64.shr_u {get} (i64.const 59)))"
        word = f"(i32.rotr (i32.wrap_i64 {mixed}) {turn})"
        self.set(product, f"(i64.mul (i64.extend_i32_u {word}) (i64.extend_i32_u {bound}))")
        self.line(f"(if (i32.lt_u (i32.wrap_i64 {self.get(product)}) {bound}) (then")
        self.set(product, f"(call $redrawn {chance} {bound} {self.get(product)})")
        self.line("))")
        self.set(to, f"(i32.wrap_i64 (i64.shr_u {self.get(product)} (i64.const 32)))")

    def _more_decisions(self) -> None:
        offset = STATE + 4 * at.DECISIONS
        now = f"(i32.load offset={offset} (i32.const 0))"
        self.line(f"(i32.store offset={offset} (i32.const 0) (i32.add {now} (i32.const 1)))")

    def _begin_action(self, action: Action, start: int, which: str) -> None:
        """Write what puts a candidate's arguments into place and carries the action out."""
        width = _width(action)
        self.nothing_chosen()
        for i, p in enumerate(action.parameters):
            if (zone := _source(p)) is not None:
                self.arguments[at.ARGUMENTS + i] = zone
            word = f"(i32.load offset={start + 4 * i} (i32.mul {which} (i32.const {width})))"
            offset = STATE + 4 * (at.ARGUMENTS + i)
            self.line(f"(i32.store offset={offset} (i32.const 0) {word})")
        self._go(action.block)
        self.nothing_chosen()

    def _go(self, number: int) -> None:
        """Write a block out, or what calls it."""
        block = self.program.blocks[number]
        self._left -= size(tuple(block.body))
        self.heavy(self.costs.of(block.body))
        if self._left < 0:
            self.leave(f"(call $block{number})")
            return
        self._open, self._written = [number], 0
        self.statements(block.body, tail=True)


def _few(over: Iter) -> list[int]:
    """Return the values of a short loop over what is fixed, none for any other."""
    if isinstance(over, Listed):
        values = list(over.values)
    elif isinstance(over, Steps) and isinstance(over.lo, Const) and isinstance(over.hi, Const):
        values = list(range(over.lo.value, over.hi.value + 1, over.step))
    else:
        return []
    return values if len(values) <= _UNROLLED else []


def _own(p: Parameter) -> set[str]:
    """Return the registers that a parameter gives values."""
    return {p.reg.name, *(reg.name for reg, _ in p.loops)}


def _source(p: Parameter) -> E | None:
    """Return the zone that a parameter is chosen from, if it is a piece of a single one."""
    (reg, over), *others = p.loops
    if others or reg != p.reg or not isinstance(over, Items) or _registers(over.zone):
        return None
    return over.zone


def _registers(e: Any) -> bool:
    """Tell whether an expression has registers."""
    return isinstance(e, Reg) or (isinstance(e, tuple) and any(map(_registers, e)))


def _apart(action: Action) -> bool:
    """Tell whether the values of the last parameter are sought, and don't depend on the others."""
    if len(action.parameters) < 2:
        return False
    *others, last = action.parameters
    if last.where is None and last.same is None:
        return False
    earlier = set().union(*map(_own, others))
    return not mentions((last.loops, last.where, last.same), earlier)


def _width(action: Action) -> int:
    """Return how many bytes a candidate takes."""
    return 4 * len(action.parameters)


def _groups(choice: Choice) -> list[list[int]]:
    """Return the actions by number, those together that take one argument from the same place."""
    groups: list[list[int]] = []
    texts: list[str] = []
    for number, action in enumerate(choice.actions):
        text = ""
        if len(action.parameters) == 1:
            p = action.parameters[0]
            text = repr((p.loops, p.where, p.same)).replace(f"name='{p.reg.name}'", "name=''")
        if text and texts and texts[-1] == text:
            groups[-1].append(number)
        else:
            groups.append([number])
            texts.append(text)
    return groups
