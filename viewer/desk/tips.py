"""What is said beside a thing on the table: what it is, and why something can't be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viewer.desk.words import Tongue, capital

if TYPE_CHECKING:
    from engine import Explanation


@dataclass(frozen=True)
class Tip:
    """A few words at a place: `tone` is bad for a refusal, plain else; `foot` is small print."""

    text: str
    x: float
    y: float
    title: str = ""
    foot: str = ""
    tone: str = "plain"
    until: float = 0.0


def of_explanation(found: Explanation, tongue: Tongue, x: float, y: float) -> Tip:
    """Return a tip that says why a move is legal or not: the sentence, the values, the line."""
    rows = [capital(found.sentence)]
    if found.values:
        rows.append(", ".join(f"{name} = {value}" for name, value in found.values))
    tone = "plain" if found.legal else "bad"
    return Tip("\n".join(rows), x, y, foot=place_of(found, tongue), tone=tone)


def place_of(found: Explanation, tongue: Tongue) -> str:
    """Return the rule and line that an explanation speaks of, as small print."""
    if not found.span.line:
        return ""
    if found.rule:
        rule = found.rule.removeprefix("original ").replace("_", " ")
        return tongue("why_line", rule=rule, line=found.span.line)
    return tongue("line", line=found.span.line)
