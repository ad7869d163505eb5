"""The constructs of a ruleset: everything of which a player has to be told once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.language.frozen import walk
from engine.rules import model as m

Kind = Literal[
    "aim", "players", "start", "rounds", "teams", "type", "piece", "zone", "table", "variable",
    "setup", "turn", "phase", "action", "require", "rule", "procedure", "reaction", "after",
    "ending", "score", "line", "winner", "rating", "option", "advice",
]  # fmt: skip
"""What a point is about, in the order of a rulebook."""


@dataclass(frozen=True)
class Construct:
    """A construct: what it is about, its node, and the number of the one that it is in."""

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
    found += [Construct("type", kind) for kind in rules.enums.values()]
    found += [Construct("piece", component) for component in rules.components.values()]
    found += [Construct("zone", zone) for zone in rules.zones.values()]
    found += [Construct("table", table) for table in rules.tables.values()]
    found += [Construct("variable", variable) for variable in rules.variables.values()]
    for setup in (rules.setup_once, rules.setup):
        if setup is not None:
            _add(found, "setup", setup, setup)
    _add(found, "turn", rules.turn, rules.turn)
    found += [Construct("rule", rule) for rule in rules.rules.values()]
    for procedure in rules.procedures.values():
        _add(found, "procedure", procedure, procedure.body)
    for trigger in rules.triggers:
        _add(found, "reaction", trigger, trigger.body)
    for after in rules.afters:
        _add(found, "after", after, after.body)
    found += [Construct("ending", ending) for ending in rules.deciding]
    for score in rules.scores:
        _add(found, "score", score, score.body)
    if rules.winner is not None:
        found.append(Construct("winner", rules.winner))
    found += [Construct("rating", rating) for rating in rules.ratings]
    found += [Construct("option", option) for option in rules.options.values() if not option.fixed]
    found += [Construct("advice", advice) for advice in rules.advice.values()]
    return found


_Inner = m.Phase | m.Action | m.Score | m.LedgerLine


def _add(
    found: list[Construct], kind: Kind, node: m.Model, body: m.Model, inside: int | None = None
) -> None:
    """Add a part of the flow, and the constructs in its body."""
    number = len(found)
    found.append(Construct(kind, node, inside))
    if isinstance(node, m.Action):
        found += [Construct("require", require, number) for require in node.requires]
    for part in _inner(body):
        match part:
            case m.Phase():
                _add(found, "phase", part, part.body, number)
            case m.Action():
                _add(found, "action", part, part.body, number)
            case m.Score():
                _add(found, "score", part, part.body, number)
            case m.LedgerLine():
                found.append(Construct("line", part, number))


def _inner(node: m.Model) -> Iterator[_Inner]:
    """Yield the constructs in a block, but not those inside of these."""
    inside: set[int] = set()
    for part in walk(node):
        if id(part) not in inside and isinstance(part, _Inner):
            inside |= {id(deeper) for deeper in walk(part)}
            yield part
