"""Decisions in which a value that must be in a set is taken from it.

`square in cells of board` with `require square is in goals(man)` asks of each square whether it is
in the set. The set is found once here, and its squares are gone through in the same order, as with
`square in goals(man)`. Whatever is legal stays legal, and what fails still does: where a part of
the set could fail in this position, every value is tried as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.compile import layout as at
from engine.compile.cost import Costs
from engine.compile.debug_info import PackedSet, SetFunctions
from engine.compile.lower import Compiled
from engine.compile.lowering.context import Loops
from engine.compile.lowering.early_tests import conjuncts
from engine.compile.lowering.packed_sets import STRETCH
from engine.compile.program import (
    Action,
    And,
    Bin,
    Bits,
    Call,
    Check,
    Choice,
    Const,
    Data,
    E,
    Found,
    Function,
    If,
    Load,
    Loop,
    Or,
    Parameter,
    Reg,
    Return,
    ReturnList,
    Scratch,
    ScratchLoad,
    ScratchStore,
    Steps,
    Stmt,
    add,
    both,
    bounds,
    scale,
)
from engine.compile.program_parts import failing, instead, mentions, passed, registers, walk
from engine.language.diagnostics import RulesError

_MOST = 50
"""Of more conditions it isn't asked whether a set can fail."""


class _Wanted(NamedTuple):
    """A test that a value is in a set, and what must hold so that nothing about it fails."""

    test: Call
    bits: PackedSet
    sure: E | None


def with_sought_values(compiled: Compiled) -> Compiled:
    """Return a compiled ruleset whose decisions take values from the sets that they must be in."""
    work = _Work(compiled)
    choices = [work.choice(choice) for choice in compiled.program.choices]
    if not work.made and choices == compiled.program.choices:
        return compiled
    functions = [*compiled.program.functions, *work.made]
    program = replace(compiled.program, functions=functions, choices=choices)
    try:  # bits are gone through in whole words, which may be too many steps at most
        Costs(program, compiled.layout).highest()
    except RulesError:
        return compiled
    return replace(compiled, program=program)


class _Work:
    """One run over a program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.sets = {known.has.name: known for known in compiled.debug.set_functions.values()}
        self.functions = {f.name: f for f in compiled.program.functions}
        self.made: list[Function] = []
        self.may_fail: dict[str, bool] = {}
        for f in compiled.program.functions:  # those that it calls are made before it
            self.may_fail[f.name] = any(failing(f.body, self.may_fail))
        self.needs: dict[str, tuple[E, ...] | None] = {}
        self.taken = 0

    def _reg(self, hint: str, low: int, high: int) -> Reg:
        self.taken += 1
        return Reg(f"{hint}.sought{self.taken}", low, high)

    def choice(self, choice: Choice) -> Choice:
        """Return a decision whose actions take values from sets."""
        return replace(choice, actions=tuple(map(self._action, choice.actions)))

    def _action(self, action: Action) -> Action:
        for place, p in enumerate(action.parameters):
            own = list(conjuncts([p.where] if p.where is not None else []))
            required = list(conjuncts([action.requires] if action.requires is not None else []))
            later = action.parameters[place + 1 :]
            given = {
                reg.name for one in (p, *later) for reg in (one.reg, *(r for r, _ in one.loops))
            }
            found = self._wanted(p, own, given)
            if found is not None:
                number, wanted = found
                where = both([*own[:number], *_asked(wanted), *own[number + 1 :]])
                return self._with(action, place, self._taken_from(p, wanted, where))
            if any(self._fails((p.where, one.loops, one.where)) for one in (p, *later)):
                continue
            found = self._wanted(p, required, given)
            if found is not None:
                number, wanted = found
                rest = both([*required[:number], *_asked(wanted), *required[number + 1 :]])
                narrower = self._with(action, place, self._taken_from(p, wanted, p.where))
                return replace(narrower, requires=rest)
        return action

    def _with(self, action: Action, place: int, p: Parameter) -> Action:
        parameters = list(action.parameters)
        parameters[place] = p
        return replace(action, parameters=tuple(parameters))

    def _fails(self, node: object) -> bool:
        return any(failing(node, self.may_fail))

    def _wanted(
        self, p: Parameter, tests: Sequence[E], given: set[str]
    ) -> tuple[int, _Wanted] | None:
        """Return the first test that asks whether a parameter's value is in a set, and its place.

        What is asked before may not fail: it isn't asked any more of values outside the set.
        """
        match p:
            case Parameter(_, ((reg, Steps(Const(low), Const(high), step)),), _, None, 1):
                pass
            case _:
                return None
        for number, test in enumerate(tests):
            known = self.sets.get(test.name) if isinstance(test, Call) else None
            if known is not None and isinstance(test, Call):
                wanted = self._asks(known, test, reg, given)
                if wanted is not None and _within(wanted.bits, range(low, high + 1, step)):
                    return number, wanted
            if self._fails(test):
                break
        return None

    def _asks(self, known: SetFunctions, test: Call, reg: Reg, given: set[str]) -> _Wanted | None:
        values = dict(zip(known.has.arguments, test.arguments, strict=True))
        element = values.pop(known.element, None)
        if element != reg or mentions(tuple(values.values()), given):
            return None
        if any(r not in values for r in known.bits.call.arguments):
            return None
        if not all(map(_is_plain, values.values())):
            return None  # it may be right only where an earlier test holds
        bits = known.bits.given(values)
        tests: dict[E, None] = {}
        for call in (test, bits.call):
            conditions = self._needs(call.name)
            if conditions is None:
                return None
            given_here = passed(self.functions[call.name], call.arguments)
            tests |= dict.fromkeys(instead(condition, given_here) for condition in conditions)
        if mentions(tuple(tests), {reg.name}):
            return None
        return _Wanted(test, bits, both([*tests]))

    def _needs(self, name: str) -> tuple[E, ...] | None:
        """Return what must hold of a function's parameters so that no call of it can fail; None
        where that isn't known before, as of one that calls itself.
        """
        if name not in self.needs:
            self.needs[name] = None
            self.needs[name] = self._needed(self.functions[name])
        return self.needs[name]

    def _needed(self, f: Function) -> tuple[E, ...] | None:
        own = {parameter.name for parameter in f.parameters}
        found: dict[E, None] = {}
        for part in failing(f.body, self.may_fail):
            match part:
                case Check(value, low, high):
                    asked: list[E] = [
                        And((Bin(">=", value, Const(low)), Bin("<=", value, Const(high))))
                    ]
                case Call(name, arguments) if name in self.functions:
                    conditions = self._needs(name)
                    if conditions is None:
                        return None
                    values = passed(self.functions[name], arguments)
                    asked = [instead(condition, values) for condition in conditions]
                case _:
                    return None
            for one in asked:
                if not own.issuperset(registers(one)) or not self._is_there(one):
                    return None
                found[one] = None
            if len(found) > _MOST:
                return None
        return tuple(found)

    def _is_there(self, e: E) -> bool:
        """Return whether an expression can be read in any case."""
        for part in walk(e):
            if isinstance(part, Load):
                low, high = bounds(part.at)
                if not 0 <= low <= high < self.compiled.layout.size:
                    return False
                if any(isinstance(inner, (Load, Data)) for inner in walk(part.at)):
                    return False
            elif isinstance(part, Bin) and part.op in ("//", "%"):
                if not isinstance(part.b, Const) or not part.b.value:
                    return False
            elif hasattr(part, "_fields") and not isinstance(part, (Const, Reg, Bin, And)):
                return False
        return True

    # -------------------------------------------------------------- loops

    def _taken_from(self, p: Parameter, wanted: _Wanted, where: E | None) -> Parameter:
        """Return a parameter that takes its values from a set."""
        bits, loops = wanted.bits, Loops()
        call = bits.call if wanted.sure is None else self._or_all(bits, wanted.sure)
        word: E = Const(0)
        found: E = call
        if bits.many > STRETCH:
            words, kept = -(-bits.many // STRETCH), self._reg("bits", 0, 0).name
            loops.append((self._reg("k", 1, 1), Found(kept, words, call)))
            word = self._reg("w", 0, words - 1)
            loops.append((word, Steps(Const(0), Const(words - 1))))
            found = ScratchLoad(kept, word, 0, (1 << STRETCH) - 1)
        bit = self._reg("b", 0, min(STRETCH, bits.many) - 1)
        loops.append((bit, Bits(found, bit.hi + 1)))
        value = add(scale(add(scale(word, STRETCH), bit), bits.stride), Const(bits.low))
        return replace(p, loops=(*loops, (p.reg, Steps(value, value))), where=where)

    def _or_all(self, bits: PackedSet, sure: E) -> Call:
        """Return the call that finds a set where that can't fail, and else has all values."""
        words = range(-(-bits.many // STRETCH))
        every = [(1 << min(STRETCH, bits.many - STRETCH * word)) - 1 for word in words]
        body: tuple[Stmt, ...]
        if bits.many <= STRETCH:
            body = (If(sure, (Return(bits.call),)), Return(Const(every[0])))
        else:
            kept, own = (self._reg(hint, 0, 0).name for hint in ("found", "list"))
            copied = tuple(
                ScratchStore(own, Const(word), ScratchLoad(kept, Const(word), 0, every[word]))
                for word in words
            )
            filled = tuple(ScratchStore(own, Const(w), Const(all_)) for w, all_ in enumerate(every))
            found = Found(kept, len(words), bits.call)
            one = Loop(self._reg("k", 1, 1), found, copied)
            body = (Scratch(own, len(words), zeros=False), If(sure, (one,), filled))
            body = (*body, ReturnList(own))
        parameters = tuple(registers((sure, bits.call)).values())
        made = Function(self._reg("sought", 0, 0).name, parameters, body)
        self.made.append(made)
        return bits.call._replace(name=made.name, arguments=parameters)


def _asked(wanted: _Wanted) -> list[E]:
    """Return what is still asked of a value that a set has yielded."""
    return [] if wanted.sure is None else [Or((wanted.sure, wanted.test))]


def _within(bits: PackedSet, values: range) -> bool:
    """Return whether a parameter may take each value that a set may have."""
    own = range(bits.low, bits.low + bits.stride * bits.many, bits.stride)
    return own.step == values.step and own[0] in values and own[-1] in values


def _is_plain(e: object) -> bool:
    """Return whether an argument is what it is in any case, whatever tests come before it."""
    match e:
        case Const() | Reg():
            return True
        case Load(Const(word)):
            return word < at.FIRST_FREE
        case _:
            return False
