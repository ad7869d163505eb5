"""Lowering advice: a function for each action that has some, which weighs one choice of it."""

from __future__ import annotations

from engine.compile.debug_info import Scope
from engine.compile.lowering.calls import lower_cases
from engine.compile.lowering.context import Lowering
from engine.compile.multi_choice import each, keys
from engine.compile.program import Bin, Call, Const, If, Return, Set
from engine.rules import model as m

HEAVIEST = 1000
"""Weights beyond this count as this, and those below 0 as 0."""
PLAIN = 1
"""The weight of what no advice speaks of."""


def lower_advice(lowering: Lowering) -> None:
    """Give the program what weighs choices: for each, by decision and action, a function."""
    for action, context, choice, place in lowering.debug.actions.values():
        advice = lowering.rules.advice.get(action.name)
        if place >= 0 and advice is not None and advice.cases:
            call = _weight(lowering, advice, action, context)
            lowering.program.weights[choice, place] = call


def _weight(lowering: Lowering, advice: m.Advice, action: m.Action, context: Scope) -> Call:
    """Return the call of what weighs a choice of an action, its arguments in registers."""
    c = advised_context(lowering, advice, action, context)
    value = lower_cases(lowering, advice.cases, c, otherwise=PLAIN)
    weight = lowering.reg("w")
    body = (
        Set(weight, value),
        If(Bin("<", weight, Const(0)), (Return(Const(0)),)),
        If(Bin(">", weight, Const(HEAVIEST)), (Return(Const(HEAVIEST)),)),
        Return(weight),
    )
    return lowering.function("weight", body, 0, HEAVIEST)


def advised_context(
    lowering: Lowering, advice: m.Advice, action: m.Action, context: Scope
) -> Scope:
    """Return what the names in advice on an action mean."""
    c = context.inner()
    for parameter, chosen in zip(advice.parameters, action.parameters, strict=False):
        single = each(chosen, lowering.setting)
        if single == [chosen]:
            c.locals[parameter.key] = context.locals[chosen.key]
            continue
        lowering.debug.values_at_once[parameter.key] = lowering.debug.values_at_once[chosen.key]
        for new, old in zip(keys(parameter.key, len(single)), single, strict=True):
            c.locals[new] = context.locals[old.key]
    return c
