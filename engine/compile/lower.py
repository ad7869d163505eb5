"""From a checked model to a program: setup, rounds, turns, phases and endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.cost import Costs
from engine.compile.debug_info import DebugInfo, ScoreLine, Unit
from engine.compile.instance import GameConfig
from engine.compile.layout import Layout
from engine.compile.lowering.advice import lower_advice
from engine.compile.lowering.calls import rule_function
from engine.compile.lowering.context import Lowerers, Lowering, depth
from engine.compile.lowering.expressions import lower_value
from engine.compile.lowering.flow import flows, whole_flow
from engine.compile.lowering.frames import lower_procedure, lower_trigger
from engine.compile.lowering.game import frame
from engine.compile.lowering.kept_sets import rooms_for_sets
from engine.compile.lowering.reactions import allot_queue
from engine.compile.lowering.revealed_values import allot_facts
from engine.compile.lowering.scores import lower_ranking, lower_scores, rankings_of
from engine.compile.lowering.sets import set_functions
from engine.compile.lowering.statements import lower_body
from engine.compile.program import (
    Choice,
    Const,
    CopyRange,
    Program,
    Ranked,
    ResultBand,
    Store,
)
from engine.rules import model as m


@dataclass(frozen=True)
class Compiled:
    """A ruleset with players and options fixed: its program, and what it takes to speak of it.

    `rankings`: what seats are ranked by, the first ranking first. `lines`: those of all scores, by
    the numbers that their notes bear. `ratings`: what results are called. `snapshot`: where a copy
    of the state is kept while branches hide from each other, 0 where none do.
    """

    rules: m.Ruleset
    setting: GameConfig
    layout: Layout
    program: Program
    debug: DebugInfo
    rankings: tuple[Ranked, ...]
    lines: tuple[ScoreLine, ...]
    ratings: tuple[ResultBand, ...]
    snapshot: int = 0


def _lower_all(cx: Lowering) -> Compiled:
    rules = cx.rules
    chooses = [p for p in whole_flow(cx) if isinstance(p, m.Choose)]
    count = max((c.number for c in chooses), default=-1) + 1
    cx.program.choices = [Choice(i, (), None, rules.header.span) for i in range(count)]
    cx.rooms = rooms_for_sets(cx, whole_flow(cx))
    for name in rules.procedures:
        cx.procedures[name] = (cx.block().number, _unit(cx, name))
    for t in rules.triggers:
        cx.triggers.append((cx.block(t.span).number, _unit(cx, t.title)))
    allot_facts(cx, tuple(flows(rules)))
    allot_queue(cx, tuple(flows(rules)))
    lower_scores(cx)
    frame(cx)
    for p in rules.procedures.values():
        lower_procedure(cx, p)
    for number, t in enumerate(rules.triggers):
        lower_trigger(cx, number, t)
    for name, rule in rules.rules.items():
        if not rule.written_out:
            rule_function(cx, name)
        elif rule.type.kind == "set" and not rule.takes_sets:
            set_functions(cx, name)
    lower_advice(cx)
    rankings = tuple(Ranked(r.sign, lower_ranking(cx, r)) for r in rankings_of(cx))
    snapshot = _finish(cx)
    if not cx.mode.trace:
        Costs(cx.program, cx.layout).highest()
    lines = tuple(cx.lines)
    value = cx.setting.value
    ratings = tuple(ResultBand(value(r.low), value(r.high), r.words) for r in rules.ratings)
    return Compiled(
        rules, cx.setting, cx.layout, cx.program, cx.debug, rankings, lines, ratings, snapshot
    )


def _unit(cx: Lowering, title: str) -> Unit:
    """Make the unit of a procedure or trigger."""
    units = cx.debug.units
    units.append(Unit(title, len(units)))
    return units[-1]


def _finish(cx: Lowering) -> int:
    """Give the stack and, where branches hide from each other, the snapshot their places.

    Returns where the snapshot lies, 0 if there is none.
    """
    units = cx.debug.units
    frame, frames = max((u.size for u in units), default=0), depth(units)
    cx.debug.most_frames = frames
    base = cx.layout.size
    cx.program.stack = base
    cx.program.size = base + frame * frames
    snapshot = 0
    if cx.hides:
        snapshot = cx.program.size
        cx.program.size += base
        _place_snapshot(cx, base, snapshot)
    cx.program.data["frame"] = (frame,)
    cx.program.data["base"] = (base,)
    cx.program.data["limit"] = (base + frame * (frames - 1),)
    entry = cx.program.blocks[cx.program.start].body
    entry.insert(0, Store(Const(at.TOP), Const(base)))
    return snapshot


def _place_snapshot(cx: Lowering, size: int, target: int) -> None:
    for block in cx.program.blocks:
        for i, s in enumerate(block.body):
            if isinstance(s, CopyRange):
                block.body[i] = CopyRange(0, target, size)


def lower(
    rules: m.Ruleset,
    players: int,
    options: Mapping[str, int] | None = None,
    *,
    trace: bool = False,
    lines: bool = False,
) -> Compiled:
    """Lower a ruleset. Raises RulesError for what only players and options show to be wrong.

    `trace`: with marks of what begins and ends, and otherwise the same program over the same state.
    `lines`: with a mark before every statement too.
    """
    setting = GameConfig(rules, players, options or {})
    cx = Lowering.of_rules(setting, Layout(setting), Lowerers(lower_value, lower_body), trace=trace)
    cx.every_line = trace and lines
    return _lower_all(cx)
