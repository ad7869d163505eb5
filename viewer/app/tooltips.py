"""What is said beside a thing on the table: what it is, and why something can't be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.said import joined
from viewer.app.i18n import Translator, capital

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
    at: tuple[str, int] | None = None
    """The file and line of the rules that it speaks of."""


def of_explanation(
    found: Explanation, translate: Translator, word: Callable[[str], str], x: float, y: float
) -> Tip:
    """Return a tip that says why a move is legal or not: the sentence, the cards that decided, and
    where it is. What merely isn't possible now is no refusal of the rules.
    """
    tone = "bad" if found.forbidden else "plain"
    foot, at = place_of(found, translate, word), (found.span.file, found.span.line)
    if foot:
        foot = f"{foot} · R"
    text = joined("\n", [capital(found.sentence), *found.facts])
    return Tip(text, x, y, foot=foot, tone=tone, at=at if foot else None)


def place_of(found: Explanation, translate: Translator, word: Callable[[str], str]) -> str:
    """Return the rule and line that an explanation speaks of, as small print.

    `word`: what a word of the rules is in the person's language.
    """
    if not found.span.line:
        return ""
    if found.rule:
        rule = word(found.rule.removeprefix("original "))
        return translate("why_line", rule=rule, line=found.span.line)
    return translate("line", line=found.span.line)
