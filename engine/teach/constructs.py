"""The constructs of a ruleset: everything of which a player has to be told once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.rules import model as m
from engine.rules.walk import walk

Kind = Literal[
    "aim", "players", "start", "rounds", "teams", "type", "piece", "zone", "table", "variable",
    "setup", "turn", "phase", "action", "require", "rule", "procedure", "reaction", "after",
    "ending", "score", "line", "winner", "rating", "option", "advice",
]  # fmt: skip
"""What a point is about, in the order of a rulebook."""


@dataclass(frozen=True)
class Construct:
    """A construct: what it is about, its node, and the number of the one that it stands in."""

    kind: Kind
    node: m.Model
    inside: int | None = None


def constructs(rules: m.Ruleset) -> list[Construct]:
    """Return the constructs of a ruleset in the order in which they are told."""
    found: list[Construct] = []
    header = rules.header
    for kind in ("aim", "players", "start", "rounds"):
        found.append(Construct(kind, header))
    if header.teams:
        found.append(Construct("teams", header))
    parts: tuple[tuple[Kind, tuple[m.Model, ...]], ...] = (
        ("type", tuple(rules.enums.values())),
        ("piece", tuple(rules.components.values())),
        ("zone", tuple(rules.zones.values())),
        ("table", tuple(rules.tables.values())),
        ("variable", tuple(rules.variables.values())),
    )
    for kind, nodes in parts:
        found += [Construct(kind, node) for node in nodes]
    for setup in (rules.setup_once, rules.setup):
        if setup is not None:
            _flow(found, "setup", setup, setup)
    _flow(found, "turn", rules.turn, rules.turn)
    for rule in rules.rules.values():
        found.append(Construct("rule", rule))
    for procedure in rules.procedures.values():
        _flow(found, "procedure", procedure, procedure.body)
    for trigger in rules.triggers:
        _flow(found, "reaction", trigger, trigger.body)
    for after in rules.afters:
        _flow(found, "after", after, after.body)
    found += [Construct("ending", ending) for ending in (*rules.endings, *rules.wins_when)]
    for score in rules.scores:
        _flow(found, "score", score, score.body)
    if rules.winner is not None:
        found.append(Construct("winner", rules.winner))
    found += [Construct("rating", rating) for rating in rules.ratings]
    found += [Construct("option", option) for option in rules.options.values() if not option.fixed]
    found += [Construct("advice", advice) for advice in rules.advice.values()]
    return found


def _flow(found: list[Construct], kind: Kind, node: m.Model, block: m.Block) -> None:
    """Add a part of the flow, and the constructs that stand in it."""
    number = len(found)
    found.append(Construct(kind, node))
    for part in _inner(block):
        _statement(found, part, number)


def _statement(found: list[Construct], part: m.Model, inside: int) -> None:
    number = len(found)
    match part:
        case m.Phase():
            found.append(Construct("phase", part, inside))
        case m.Action():
            found.append(Construct("action", part, inside))
            for require in part.requires:
                found.append(Construct("require", require, number))
        case m.Score():
            found.append(Construct("score", part, inside))
        case m.LedgerLine():
            found.append(Construct("line", part, inside))
            return
        case _:
            return
    for inner in _inner(part.body):
        _statement(found, inner, number)


_OUTER = (m.Phase, m.Action, m.Score, m.LedgerLine)


def _inner(node: m.Model) -> Iterator[m.Model]:
    """Yield the constructs that stand in a block, but not those inside of these."""
    inside: set[int] = set()
    for part in walk(node):
        if id(part) in inside or not isinstance(part, _OUTER):
            continue
        inside |= {id(deeper) for deeper in walk(part)}
        yield part
