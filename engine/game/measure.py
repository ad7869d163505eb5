"""Values of the rules' expressions in any position, outside the flow of a game: for words, examples
and explanations. Each expression is written out as Python once and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.compile.lower import Compiled
from engine.compile.program import Const, Note, Reg
from engine.compile.python import PythonEmitter
from engine.compile.values import Context
from engine.rules import model as m

_Key: TypeAlias = tuple[int, bool, tuple[int, ...]]


class Measure:
    """Measures expressions of one compiled ruleset."""

    def __init__(self, compiled: Compiled, space: dict[str, Any]) -> None:
        """Use the names that the loaded program is run with."""
        self.compiled = compiled
        self.space = space
        self._kept: dict[_Key, tuple[m.Expr, Callable[..., Any], list[str]]] = {}

    def value(self, e: m.Expr, context: Context, state: list[int]) -> int:
        """Return an expression's value; me and the locals are constants or places."""
        result: int = self._run(e, context, state, listing=False)
        return result

    def elements(self, domain: m.Expr, context: Context, state: list[int]) -> list[int]:
        """Return the values of a domain, in order."""
        out: list[tuple[int, int, tuple[int, ...]]] = []
        self._run(domain, context, state, listing=True, out=out)
        return [value for _, value, _ in out]

    def _run(
        self, e: m.Expr, context: Context, state: list[int], *, listing: bool, **extra: Any
    ) -> Any:
        """Run an expression with its constants as arguments: it is written out only once."""
        given: dict[str, int] = {}
        general = Context(me=context.me, locals=dict(context.locals))
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
        self, e: m.Expr, context: Context, names: list[str], listing: bool
    ) -> tuple[Callable[..., Any], list[str]]:
        program, lowering = self.compiled.program, self.compiled.lowering
        before = len(program.functions)
        parameters = "".join(f", {name}" for name in names)
        if listing:
            reg = lowering.reg("x")
            source = lowering.source(e, reg, context)
            body = lowering.loops(source, (Note(0, reg, ()),))
        else:
            value = lowering.value(e, context)
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
