"""What is hard to learn from a ruleset, for its author: sentences that are missing or too long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.language.source import Span
from engine.rules import model as m
from engine.teach.plan import LessonPlan

WORDS = 25
"""A sentence with more words than this is too long: the measure of plain-language guides."""
_SAID = ("phase", "action", "rule", "procedure", "reaction", "after", "ending", "score", "winner",
         "zone", "option", "setup")  # fmt: skip
"""What an author should say a sentence of."""


@dataclass(frozen=True)
class HardPoint:
    """Something hard to learn: where it is, and what to do."""

    span: Span
    text: str


def findings(plan: LessonPlan) -> Iterator[HardPoint]:
    """Yield what is hard to learn, in the order of the plan."""
    for point in plan.points:
        name = f"{point.kind} '{point.title}'"
        if point.kind in _SAID and not point.own and not _only_parts(plan, point.number):
            yield HardPoint(point.span, f"the {name} has no sentence of yours; write one under it")
        for one in _sentences(point.sentence) if point.own else ():
            count = len(one.split())
            if count > WORDS:
                long = f"a sentence of {count} words, where plain language has up to {WORDS}"
                yield HardPoint(point.span, f"the {name} has {long}; make two of it")
        why = plan.why_no_position(point)
        if why.startswith("no example"):
            yield HardPoint(point.span, f"the {name} is shown by no position: {why}")
    sentences = " ".join(p.sentence.casefold() for p in plan.points if p.own)
    for point in plan.of("zone", "piece"):
        stem = point.title.casefold()
        if point.own and point.kind == "zone":
            continue
        if stem.rstrip("s") not in sentences:
            yield HardPoint(point.span, f"no text names the {point.kind} '{point.title}'")


def _only_parts(plan: LessonPlan, number: int) -> bool:
    """Return whether a part of the flow only holds others, which speak for themselves."""
    kinds = {point.kind for point in plan.points if point.inside == number}
    node = plan.points[number].node
    only_score = isinstance(node, m.After) and len(node.body.statements) == 1 and "score" in kinds
    return only_score or bool(kinds & {"phase", "action"})


def _sentences(text: str) -> list[str]:
    return [part for part in text.replace("?", ".").replace("!", ".").split(". ") if part]
