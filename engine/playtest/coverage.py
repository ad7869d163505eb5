"""What no example of a ruleset exercises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.game.session import Game
from engine.language.source import Span
from engine.playtest.example_runs import work_through
from engine.playtest.instrumented_game import CoverageCounts
from engine.rules import model as m
from engine.rules.load import Loaded

Sort = Literal["begins", "rule", "requirement", "line"]
"""How it is told that a part takes part: it begins, it is asked, it refuses, it counts."""


@dataclass(frozen=True)
class CoverablePart:
    """A part of the rules that an example could exercise; `shown`: one does. `name`: of a rule."""

    what: str
    span: Span
    sort: Sort
    name: str = ""
    shown: bool = False


def coverage(loaded: Loaded) -> list[CoverablePart]:
    """Return the rules, requirements, actions, reactions, endings and score lines of a checked
    ruleset, in the order of the text, and whether an example goes through each.

    A requirement is exercised by an example that claims of a move that it can't be made, and it is
    this one that refuses the move; everything else by an example in which it takes part.
    """
    seen, rules = CoverageCounts(), loaded.checked()
    work_through(loaded, seen, lambda: False)
    if not seen.parts:
        seen.looking_at(Game(loaded, rules.header.players[0]))
    return [replace(part, shown=times(part, seen) > 0) for part in _parts(rules, seen)]


def times(part: CoverablePart, seen: CoverageCounts) -> int:
    """Return how often examples went through a part."""
    match part.sort:
        case "begins":
            return seen.begun[part.span]
        case "rule":
            return seen.asked[part.name]
        case "requirement":
            return seen.claimed[part.span]
        case "line":
            return seen.counted[part.span]


def _parts(rules: m.Ruleset, seen: CoverageCounts) -> list[CoverablePart]:
    found = [
        CoverablePart(what, part.span, "begins")
        for part in seen.parts.values()
        for what in _called(part)
    ]
    found += [
        CoverablePart(f"rule '{name}'", rules.rules[name].span, "rule", name) for name in seen.rules
    ]  # fmt: skip
    found += [
        CoverablePart(f"'require {quote}' of '{action}'", span, "requirement")
        for span, (action, quote) in seen.requirements.items()
    ]
    found += [
        CoverablePart(f"the line '{line.label.raw}'", span, "line")
        for span, line in seen.score_lines.items()
    ]
    return sorted(found, key=lambda part: part.span)


def _called(part: m.Model) -> Iterator[str]:
    match part:
        case m.Action():
            yield f"action '{part.name}'"
        case m.Trigger() | m.Ending():
            yield f"'{part.title}'"
        case m.Procedure():
            yield f"procedure '{part.name}'"
