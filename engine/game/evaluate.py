"""Values of the rules' expressions in any position, outside the flow of a game: for words, examples
and explanations. Each expression is written out as Python once and kept. For readers who don't know
all of a position it is lowered once and reckoned with, see partial.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Never, TypeAlias

from engine.compile.emit_python import PythonEmitter
from engine.compile.lower import Compiled
from engine.compile.lowering.context import Array, Scope
from engine.compile.lowering.expressions import lower_source, lower_value
from engine.compile.program import Const, E, Function, Note, Reg
from engine.game.partial import Noted, Partial, Possible
from engine.game.sight import Sight
from engine.rules import model as m

Locals: TypeAlias = Mapping[int, E | Array | frozenset[int]]
"""What an expression's names stand for, by key; a set where a reader knows only what may be."""
_Key: TypeAlias = tuple[int, bool, tuple[int, ...]]


class Measure:
    """Measures expressions of one compiled ruleset."""

    def __init__(self, compiled: Compiled, space: dict[str, Any]) -> None:
        """Use the names that the loaded program is run with."""
        self.compiled = compiled
        self.space = space
        self._kept: dict[_Key, tuple[m.Expr, Callable[..., Any], list[str]]] = {}
        self._lowered: dict[_Key, tuple[m.Expr, E, dict[str, Function]]] = {}

    def value(self, e: m.Expr, context: Scope, state: list[int]) -> int:
        """Return an expression's value; me and the locals are constants or places."""
        result: int = self._run(e, context, state, listing=False)
        return result

    def elements(self, domain: m.Expr, context: Scope, state: list[int]) -> list[int]:
        """Return the values of a domain, in order."""
        out: list[tuple[int, int, tuple[int, ...]]] = []
        self._run(domain, context, state, listing=True, out=out)
        return [value for _, value, _ in out]

    # -------------------------------------------------------------- for one reader

    def possible(self, e: m.Expr, me: int, names: Locals, sight: Sight) -> Possible:
        """Return what an expression is for a reader, or what it may be as far as they know.

        Raises RulesError where it surely meets an error.
        """
        given: dict[str, Possible] = {"me": me}
        general = Scope(me=Reg("me", 0, self.compiled.setting.players - 1))
        for key, value in names.items():
            if isinstance(value, (Const, frozenset)):
                general.locals[key] = Reg(f"k{abs(key)}")
                given[f"k{abs(key)}"] = value.value if isinstance(value, Const) else value
            else:
                general.locals[key] = value
        mark = (id(e), False, tuple(sorted(general.locals)))
        if mark not in self._lowered:
            self._lowered[mark] = (e, *self._lower(e, general))
        _, lowered, functions = self._lowered[mark]
        return self._partial(sight, functions).value(lowered, given)

    def noted(self, score: int, seat: int, sight: Sight) -> tuple[Possible, list[Noted]]:
        """Return what a score gives a seat, and its lines, as far as a reader knows."""
        partial = self._partial(sight, {})
        partial.notes = []
        total = partial.run(self.compiled.program.scores[score], seat)
        return total, partial.notes

    def ranked(self, number: int, seat: int, sight: Sight) -> Possible:
        """Return what a seat is ranked by, as far as a reader knows."""
        call = self.compiled.rankings[number][1]
        given = [seat if getattr(a, "name", "") == "me" else 0 for a in call.arguments]
        return self._partial(sight, {}).run(call.name, *given)

    def _partial(self, sight: Sight, functions: dict[str, Function]) -> Partial:
        fail: Callable[[int], Never] = self.space["fail"]
        program = self.compiled.program
        return Partial(program, sight.state, sight.slots, fail, self._functions | functions)

    @cached_property
    def _functions(self) -> dict[str, Function]:
        return {f.name: f for f in self.compiled.program.functions}

    def _lower(self, e: m.Expr, context: Scope) -> tuple[E, dict[str, Function]]:
        functions = self.compiled.program.functions
        before = len(functions)
        value = lower_value(self.compiled.lowering, e, context)
        extra = {f.name: f for f in functions[before:]}
        del functions[before:]
        return value, extra

    # -------------------------------------------------------------- written out

    def _run(
        self, e: m.Expr, context: Scope, state: list[int], *, listing: bool, **extra: Any
    ) -> Any:
        """Run an expression with its constants as arguments: it is written out only once."""
        given: dict[str, int] = {}
        general = Scope(me=context.me, locals=dict(context.locals))
        if isinstance(context.me, Const):
            general.me = Reg("me", 0, self.compiled.setting.players - 1)
            given["me"] = context.me.value
        for key, value in context.locals.items():
            if isinstance(value, Const):
                general.locals[key] = Reg(f"k{abs(key)}")
                given[f"k{abs(key)}"] = value.value
        mark = (id(e), listing, tuple(sorted(general.locals)))
        if mark not in self._kept:
            self._kept[mark] = (e, *self._write(e, general, sorted(given), listing))
        _, function, names = self._kept[mark]
        return function(state, *(given[name] for name in names), **extra)

    def _write(
        self, e: m.Expr, context: Scope, names: list[str], listing: bool
    ) -> tuple[Callable[..., Any], list[str]]:
        program, lowering = self.compiled.program, self.compiled.lowering
        before = len(program.functions)
        parameters = "".join(f", {name}" for name in names)
        if listing:
            reg = lowering.reg("x")
            source = lower_source(lowering, e, reg, context)
            body = lowering.loops(source, (Note(0, reg, ()),))
        else:
            value = lower_value(lowering, e, context)
        # Made only now: what is asked for may look into a table that nothing else looks into.
        emitter = PythonEmitter(program, self.compiled.layout)
        for extra in program.functions[before:]:
            emitter.function(extra)
        del program.functions[before:]
        emitter.line(f"def measured(S{parameters}{', out' if listing else ''}):")
        emitter.depth = 1
        if listing:
            emitter.statements(body, tail=False)
        else:
            emitter.line(f"return {emitter.value(value)}")
        space = dict(self.space)
        for name, table in emitter.tables.items():
            space.setdefault(table, program.data[name])
        exec(compile("\n".join(emitter.rows), "<rules>", "exec"), space)
        return space["measured"], names
