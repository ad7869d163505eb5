"""Values of the rules' expressions in any position, outside the flow of a game: for words, examples
and explanations. Each expression is written out as Python once and kept. For readers who don't know
all of a position it is lowered once and computed with, see partial.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn, TypeAlias

from engine.compile.debug_info import Array, Scope
from engine.compile.emit_python import PythonEmitter
from engine.compile.evaluate import Expression, compile_elements, compile_value
from engine.compile.lower import Compiled
from engine.compile.program import INT_MAX, NONE, Const, E, Function, Load, Program, Reg, Site
from engine.game.masked_state import MaskedState
from engine.game.partial import Noted, PartialEvaluator, Possible
from engine.language.diagnostics import Diagnostic, RulesError
from engine.rules import model as m

Locals: TypeAlias = Mapping[int, E | Array | frozenset[int]]
"""What an expression's names mean, by key; a set where a reader knows only what may be."""
_Key: TypeAlias = tuple[int, bool, tuple[int, ...]]


HIDDEN_SET = Array(Load(Const(-1)), ((0, 1),), NONE, INT_MAX, Load(Const(-1)))
"""What a set is to a reader who doesn't know what is in it: it is where nothing is known."""
HERE = "; here it is "
"""What follows in a message is a value, which may be hidden from its reader."""


class SiteErrors:
    """Raises the errors that a program can meet, by their sites."""

    def __init__(self, sites: Sequence[Site]) -> None:
        self.sites = sites

    def fail(self, site: int) -> NoReturn:
        """Stop with the error of a site."""
        known = self.sites[site]
        raise RulesError(Diagnostic(known.code, known.message, known.span))

    def check(self, value: int, low: int, high: int, site: int) -> int:
        """Return a value that lies within bounds; stop with the error of a site for any other."""
        if low <= value <= high:
            return value
        known = self.sites[site]
        message = f"{known.message}{HERE}{value}"
        raise RulesError(Diagnostic(known.code, message, known.span))


def write_head(emitter: PythonEmitter, signature: str) -> None:
    """Write the functions of a program compiled later, and the head of the one that is wanted."""
    for function in emitter.program.functions:
        emitter.function(function)
    emitter.line(f"def {signature}:")
    emitter.depth = 1


def loaded(emitter: PythonEmitter, space: Mapping[str, Any], name: str) -> Callable[..., Any]:
    """Return a function that an emitter has written for a program compiled later.

    `space`: the names that the finished program was loaded into.
    """
    program = emitter.program
    errors = SiteErrors(program.sites)
    own = {**space, "fail": errors.fail, "check": errors.check}
    own |= {table: program.data[data] for data, table in emitter.tables.items()}
    emitter.load(own)
    function: Callable[..., Any] = own[name]
    return function


class ExpressionEvaluator:
    """Measures expressions of one compiled ruleset."""

    def __init__(self, compiled: Compiled, space: dict[str, Any]) -> None:
        """Use the names that the loaded program is run with."""
        self.compiled = compiled
        self.space = space
        self._kept: dict[_Key, tuple[m.Expr, Callable[..., Any], list[str]]] = {}
        self._compiled: dict[_Key, tuple[m.Expr, Expression]] = {}

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

    def possible(self, e: m.Expr, me: int, names: Locals, sight: MaskedState) -> Possible:
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
        hidden = [-1 - key for key, value in general.locals.items() if value is HIDDEN_SET]
        mark = (id(e), False, (*sorted(general.locals), *hidden))
        if mark not in self._compiled:
            self._compiled[mark] = (e, compile_value(self.compiled, e, general))
        _, found = self._compiled[mark]
        return self._partial(sight, found.program).value(found.value, given)

    def noted(self, score: int, seat: int, sight: MaskedState) -> tuple[Possible, list[Noted]]:
        """Return what a score gives a seat, and its lines, as far as a reader knows."""
        partial = self._partial(sight, self.compiled.program)
        partial.notes = []
        total = partial.run(self.compiled.program.scores[score], seat)
        return total, partial.notes

    def ranked(self, number: int, seat: int, sight: MaskedState) -> Possible:
        """Return what a seat is ranked by, as far as a reader knows."""
        call = self.compiled.rankings[number].call
        given = [seat if getattr(a, "name", "") == "me" else 0 for a in call.arguments]
        return self._partial(sight, self.compiled.program).run(call.name, *given)

    def _partial(self, sight: MaskedState, program: Program) -> PartialEvaluator:
        """Reckon with a position as a reader sees it, by the program or one compiled later."""
        functions = self._functions
        if program is not self.compiled.program:
            functions = functions | {f.name: f for f in program.functions}
        fail = SiteErrors(program.sites).fail
        return PartialEvaluator(program, sight.state, sight.slots, fail, functions)

    @cached_property
    def _functions(self) -> dict[str, Function]:
        return {f.name: f for f in self.compiled.program.functions}

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
        parameters = "".join(f", {name}" for name in names)
        layout = self.compiled.layout
        if listing:
            listed = compile_elements(self.compiled, e, context)
            emitter = PythonEmitter(listed.program, layout)
            write_head(emitter, f"measured(S{parameters}, out)")
            emitter.statements(listed.body, tail=False)
            return loaded(emitter, self.space, "measured"), names
        found = compile_value(self.compiled, e, context)
        emitter = PythonEmitter(found.program, layout)
        write_head(emitter, f"measured(S{parameters})")
        emitter.line(f"return {emitter.value(found.value)}")
        return loaded(emitter, self.space, "measured"), names
