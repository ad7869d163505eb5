"""The named rules on which a condition fails: those that it asks, and those that these ask."""

from __future__ import annotations

from collections.abc import Iterator

from engine.compile.program import Const
from engine.game.eval_context import EvalContext
from engine.language.diagnostics import RulesError
from engine.rules import model as m
from engine.rules.reached import reached

MOST_ELEMENTS = 1_000
"""So many values that a condition runs through are looked at."""


def blamed_rules(e: m.Expr, reading: EvalContext) -> list[str]:
    """Return the rules on which a failing condition fails, in the order of the text, the ones that
    ask before those that are asked. The reading is of a whole position.
    """
    names = dict.fromkeys(_blamed(e, reading, True, frozenset()))
    return [name for name in names if not name.startswith("original ")]


def _blamed(e: m.Expr, reading: EvalContext, wanted: bool, asked: frozenset[str]) -> Iterator[str]:
    """Yield the rules that make a truth other than wanted. `asked`: the rules around it."""
    match e:
        case m.Op(op="and" | "or"):
            for part in e.arguments:
                if reading.holds(part) != wanted:
                    yield from _blamed(part, reading, wanted, asked)
        case m.Op(op="not"):
            yield from _blamed(e.arguments[0], reading, not wanted, asked)
        case m.Op(op="if"):
            condition, *ways = e.arguments
            yield from _blamed(ways[0 if reading.holds(condition) else 1], reading, wanted, asked)
        case m.Supposing():
            yield from _blamed(e.value, reading.supposing(e), wanted, asked)
        case m.Fold(kind="any" | "all") if not reading.supposed:
            yield from _of_elements(e, reading, wanted, asked)
        case m.RuleCall() if e.type.kind == "truth" and e.rule not in asked:
            yield e.rule
            yield from _of_cases(e, reading, wanted, asked | {e.rule})
        case _:
            parts = {"rules": reading.wording.rules.rules, "procedures": {}}
            yield from (part.rule for part in reached(e, parts) if isinstance(part, m.RuleCall))


def _of_cases(
    call: m.RuleCall, reading: EvalContext, wanted: bool, asked: frozenset[str]
) -> Iterator[str]:
    """Yield the rules on which the case of a rule rests that counts, and those before it fail."""
    rule = reading.wording.rules.rules[call.rule]
    if rule.written_out:
        return
    inside = reading.calling(call)
    for case in rule.cases:
        if case.condition is None or inside.holds(case.condition):
            yield from _blamed(case.value, inside, wanted, asked)
            return
        yield from _blamed(case.condition, inside, True, asked)


def _of_elements(
    e: m.Fold, reading: EvalContext, wanted: bool, asked: frozenset[str]
) -> Iterator[str]:
    """Yield the rules on which something fails for some, or for all, of several values."""
    more_would_do = wanted == (e.kind == "any")
    for one in _elements(e.binders, reading):
        if e.where is not None and not one.holds(e.where):
            if more_would_do:
                yield from _blamed(e.where, one, True, asked)
        elif e.value is None:
            if e.where is not None and not wanted:
                yield from _blamed(e.where, one, False, asked)
        elif one.holds(e.value) != wanted:
            yield from _blamed(e.value, one, wanted, asked)


def _elements(binders: tuple[m.Bind, ...], reading: EvalContext) -> Iterator[EvalContext]:
    """Yield how a part is read for each of the values that some names run through."""
    if not binders:
        yield reading
        return
    first, *rest = binders
    try:
        values = reading.elements(first.domain, reading.sight.state)
    except RulesError:
        return
    for value in values[:MOST_ELEMENTS]:
        yield from _elements(tuple(rest), reading.knowing({first.key: Const(value)}))
