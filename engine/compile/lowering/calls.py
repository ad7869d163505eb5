"""Lowering rules that others call: as a function, or written out where they yield a tuple."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.compile.debug_info import RuleFunction, Scope
from engine.compile.lowering.context import Lowering
from engine.compile.lowering.ranges import lower_argument, parameter_range
from engine.compile.lowering.zones import facts
from engine.compile.program import (
    And,
    Bin,
    Call,
    Const,
    E,
    Function,
    Not,
    Or,
    Reg,
    Return,
    Select,
    bounds,
)
from engine.compile.program_parts import registers
from engine.language.codes import Code
from engine.rules import model as m
from engine.rules.substitution import put

MOST_TUPLES = 2_000
"""How often rules that yield tuples may be written out in one ruleset."""


def lower_rule_call(cx: Lowering, e: m.RuleCall, c: Scope) -> E:
    """Lower the call of a rule."""
    parameters = cx.rules.rules[e.rule].parameters
    if cx.rules.rules[e.rule].takes_sets:
        rule, inside = written_out(cx, e, c)
        return lower_cases(cx, rule.cases, inside)
    arguments = [lower_argument(cx, p, a, c) for p, a in zip(parameters, e.arguments, strict=True)]
    function = rule_function(cx, e.rule)
    given = tuple([c.me, *arguments] if function.uses_me else arguments)
    return Call(function.name, given, function.low, function.high)


def written_out(cx: Lowering, e: m.RuleCall, c: Scope) -> tuple[m.Rule, Scope]:
    """Return a rule with the sets that it is given in place of their names, and what else it is
    given.
    """
    rule = cx.rules.rules[e.rule]
    cx.tuples_spread += 1
    if cx.tuples_spread > MOST_TUPLES:
        message = "too many rules with tuples or sets meet here"
        raise cx.setting.error(Code.E502, message, rule.span)
    inside, sets = c.inner(), dict[int, m.Expr]()
    for p, argument in zip(rule.parameters, e.arguments, strict=True):
        if p.domain.type.kind == "set":
            sets[p.key] = argument
        else:
            inside.locals[p.key] = lower_argument(cx, p, argument, c)
    return replace(rule, cases=put(rule.cases, sets)), inside


def rule_function(cx: Lowering, name: str) -> RuleFunction:
    """Return the function of a rule; it is made when it is asked for first."""
    if name in cx.debug.rule_functions:
        return cx.debug.rule_functions[name]
    rule = cx.rules.rules[name]
    me = Reg("me", 0, cx.setting.players - 1)
    c = Scope(me=me)
    parameters = []
    for p in rule.parameters:
        lo, hi = parameter_range(cx, p.domain)
        r = Reg(f"p{p.key}", lo, hi)
        parameters.append(r)
        c.locals[p.key] = r
    value = lower_cases(cx, rule.cases, c)
    uses_me = "me" in registers(value)
    given = tuple([me, *parameters] if uses_me else parameters)
    function = Function(f"rule{cx.fresh_number()}", given, (Return(value),))
    cx.program.functions.append(function)
    cx.program.spans[function.name] = rule.span
    cx.debug.rule_functions[name] = RuleFunction(function.name, uses_me, *bounds(value))
    return cx.debug.rule_functions[name]


def lower_cases(cx: Lowering, cases: Iterable[m.Case], c: Scope, otherwise: int = 0) -> E:
    """Return the value of the first case that holds; a truth is no when none does."""
    result: E = Const(otherwise)
    for case in reversed(tuple(cases)):
        if case.condition is None:
            result = cx.value(case.value, c)
        else:
            inside = c.inner(nonempty=facts(cx, case.condition, True, c))
            value = cx.value(case.value, inside)
            result = Select(cx.value(case.condition, c), value, result)
    return result


def tuple_parts(cx: Lowering, e: m.Expr, c: Scope) -> list[E]:
    """Return the parts of a tuple; a rule that yields one is written out."""
    if isinstance(e, m.TupleOf):
        return [cx.value(item, c) for item in e.items]
    if isinstance(e, m.RuleCall):
        return _case_parts(cx, *written_out(cx, e, c))
    raise cx.setting.error(Code.E103, "this tuple can't be compared", e.span)


def _case_parts(cx: Lowering, rule: m.Rule, c: Scope) -> list[E]:
    result: list[E] = []
    for case in reversed(rule.cases):
        parts = tuple_parts(cx, case.value, c)
        if case.condition is None or not result:
            result = parts
        else:
            test = cx.value(case.condition, c)
            result = [Select(test, a, b) for a, b in zip(parts, result, strict=True)]
    return result


def compared_tuples(op: str, left: list[E], right: list[E]) -> E:
    """Return whether two tuples compare so: the first part that differs decides."""
    if op in ("=", "!="):
        same = And(tuple(Bin("==", a, b) for a, b in zip(left, right, strict=True)))
        return same if op == "=" else Not(same)
    result: E = Bin(m.SYMBOLS.get(op, op), left[-1], right[-1])
    for a, b in zip(reversed(left[:-1]), reversed(right[:-1]), strict=True):
        result = Or((Bin(op[0], a, b), And((Bin("==", a, b), result))))
    return result
