"""From a checked model to a program: setup, rounds, turns, phases and endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.compile import layout as at
from engine.compile.cost import Costs
from engine.compile.instance import Setting
from engine.compile.layout import Layout
from engine.compile.lowering.advice import lower_advice
from engine.compile.lowering.context import LedgerLine, Lowering, Unit, depth
from engine.compile.lowering.expressions import rule_function
from engine.compile.lowering.game import frame
from engine.compile.lowering.reactions import allot_queue
from engine.compile.lowering.revealed_values import allot_facts
from engine.compile.lowering.scores import lower_ranking, lower_scores, rankings_of
from engine.compile.lowering.statements import _flows, lower_procedure, lower_trigger, whole_flow
from engine.compile.program import (
    Call,
    Choice,
    Const,
    Keep,
    Program,
    Store,
)
from engine.rules import model as m


@dataclass
class Compiled:
    """A ruleset with players and options fixed: its program, and what it takes to speak of it."""

    rules: m.Ruleset
    setting: Setting
    layout: Layout
    program: Program
    lowering: Lowering
    rankings: list[tuple[str, Call]] = field(default_factory=list)
    lines: list[LedgerLine] = field(default_factory=list)
    snapshot: int = 0


def _lower_all(cx: Lowering) -> Compiled:
    """Lower everything."""
    rules = cx.rules
    chooses = [p for p in whole_flow(cx) if isinstance(p, m.Choose)]
    count = max((c.number for c in chooses), default=-1) + 1
    cx.program.choices = [Choice(i, (), None, rules.header.span) for i in range(count)]
    for name in rules.procedures:
        cx.procedures[name] = (cx.block().number, _unit(cx, name))
    for t in rules.triggers:
        cx.triggers.append((cx.block(t.span).number, _unit(cx, t.title)))
    allot_facts(cx, tuple(_flows(rules)))
    allot_queue(cx, tuple(_flows(rules)))
    scores = lower_scores(cx)
    frame(cx, scores)
    for p in rules.procedures.values():
        lower_procedure(cx, p)
    for number, t in enumerate(rules.triggers):
        lower_trigger(cx, number, t)
    for name, rule in rules.rules.items():
        if rule.type.kind != "tuple":
            rule_function(cx, name)
    lower_advice(cx)
    compiled = Compiled(rules, cx.setting, cx.layout, cx.program, cx)
    compiled.rankings = [(r.best, lower_ranking(cx, r)) for r in rankings_of(cx)]
    compiled.lines = cx.lines
    _finish(cx, compiled)
    if not cx.trace:
        Costs(cx.program, cx.layout).refuse()
    return compiled


def _unit(cx: Lowering, title: str) -> Unit:
    """Make the unit of a procedure or trigger."""
    cx.units.append(Unit(False, title=title, number=len(cx.units)))
    return cx.units[-1]


def _finish(cx: Lowering, compiled: Compiled) -> None:
    """Give the stack and, where branches hide from each other, the snapshot their places."""
    frame, cx.frames = max((u.size for u in cx.units), default=0), depth(cx.units)
    base = cx.layout.size
    cx.program.stack = base
    cx.program.size = base + frame * cx.frames
    if cx.hides:
        compiled.snapshot = cx.program.size
        cx.program.size += base
        _place_snapshot(cx, base, compiled.snapshot)
    cx.program.data["frame"] = (frame,)
    cx.program.data["base"] = (base,)
    cx.program.data["limit"] = (base + frame * (cx.frames - 1),)
    entry = cx.program.blocks[cx.program.start].body
    entry.insert(0, Store(Const(at.TOP), Const(base)))


def _place_snapshot(cx: Lowering, size: int, target: int) -> None:
    for block in cx.program.blocks:
        for i, s in enumerate(block.body):
            if isinstance(s, Keep):
                block.body[i] = Keep(0, target, size)


def lower(
    rules: m.Ruleset,
    players: int,
    options: Mapping[str, int] | None = None,
    *,
    trace: bool = False,
) -> Compiled:
    """Lower a ruleset. Raises RulesError for what only players and options show to be wrong.

    `trace`: with marks of what begins and ends, and otherwise the same program over the same state.
    """
    setting = Setting(rules, players, options or {})
    return _lower_all(Lowering(setting, Layout(setting), trace=trace))
