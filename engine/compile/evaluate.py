"""Expressions compiled after the program: for words, explanations, examples and coverage.

A finished program stays as it is. What an expression takes beyond it is a small program of its own,
`Expression.program`, which may call the functions of the finished one and read its tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.compile.debug_info import OfferedAction, Scope, Unit
from engine.compile.lower import Compiled
from engine.compile.lowering.context import Lowerers, Lowering
from engine.compile.lowering.expressions import lower_value
from engine.compile.lowering.offers import required
from engine.compile.lowering.sets import lower_source
from engine.compile.lowering.statements import lower_body
from engine.compile.program import E, If, Note, Program, Set, Stmt, bounds
from engine.rules import model as m


@dataclass(frozen=True)
class Expression:
    """An expression of the rules, compiled for a finished program.

    `value`: what it yields. `program`: its own functions; all tables and sites that it looks into,
    those of the finished program first and under the same names and numbers.
    """

    value: E
    program: Program


@dataclass(frozen=True)
class Listing:
    """Statements that note values one after another, and the program as `Expression` has it."""

    body: tuple[Stmt, ...]
    program: Program


def compile_value(compiled: Compiled, e: m.Expr, scope: Scope) -> Expression:
    """Compile an expression that yields one value. Raises RulesError as lowering does."""
    cx = resumed(compiled)
    return Expression(cx.value(e, scope), cx.program)


def compile_elements(compiled: Compiled, domain: m.Expr, scope: Scope) -> Listing:
    """Compile what notes each value of a domain, in order, as line 0."""
    cx = resumed(compiled)
    reg = cx.reg("x")
    body = cx.loops(lower_source(cx, domain, reg, scope), (Note(0, reg, ()),))
    return Listing(body, cx.program)


def compile_requirements(compiled: Compiled, offered: OfferedAction) -> Listing:
    """Compile what notes of each requirement of an action whether it holds, move by move, with the
    move's arguments.

    The line is the requirement's number; one that stands after another is asked only about the
    moves that that one lets through.
    """
    return next(compile_each_requirements(compiled, [offered]))


def compile_each_requirements(
    compiled: Compiled, offered: Iterable[OfferedAction]
) -> Iterator[Listing]:
    """Compile the requirements of actions one after another, into one program."""
    cx = resumed(compiled)
    for each in offered:
        yield Listing(_noted(cx, compiled, each), cx.program)


def _noted(cx: Lowering, compiled: Compiled, offered: OfferedAction) -> tuple[Stmt, ...]:
    """Return what notes whether the requirements of an action hold, move by move."""
    action, scope, choice, place = offered
    parameters = compiled.program.choices[choice].actions[place].parameters if place >= 0 else ()
    inside = scope.inner()
    inside.nonempty = []
    tests = required(cx, action, inside)
    body: tuple[Stmt, ...] = ()
    for number, test in reversed(list(enumerate(tests))):
        held = cx.reg("held", *bounds(test))
        note = Note(number, held, tuple(p.reg for p in parameters))
        body = (Set(held, test), note, If(held, body)) if body else (Set(held, test), note)
    for p in reversed(parameters):
        body = (If(p.where, body),) if p.where is not None else body
        body = cx.loops([(list(p.loops), [])], body)
    return body


def resumed(compiled: Compiled) -> Lowering:
    """Return a lowering that goes on where the program was finished, into a program of its own."""
    known = compiled.debug
    done = compiled.program
    return Lowering(
        compiled.setting,
        compiled.layout,
        Lowerers(lower_value, lower_body),
        program=Program(data=dict(done.data), sites=list(done.sites), scores=done.scores),
        debug=replace(
            known,
            actions=dict(known.actions),
            revealed=[],
            root=Unit(root=True),
            values_at_once=dict(known.values_at_once),
            rule_functions=dict(known.rule_functions),
            set_functions=dict(known.set_functions),
            grid_lines=dict(known.grid_lines),
        ),
    )


def extended(compiled: Compiled, more: Program) -> Compiled:
    """Return a compiled ruleset whose program also has what was compiled for it later."""
    done = compiled.program
    program = replace(
        done,
        data=more.data,
        functions=[*done.functions, *more.functions],
        sites=more.sites,
        spans=done.spans | more.spans,
    )
    return replace(compiled, program=program)
