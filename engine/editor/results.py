"""What each example gave, beside it in the text, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.editor.workspace import Tried, name_in
from engine.language import syntax as s
from engine.language.source import Span
from engine.rules.load import Loaded


@dataclass(frozen=True)
class LineResult:
    """What stands beside a line: a few words, and all of it for who wants to know."""

    line: int
    text: str
    more: str = ""


@dataclass(frozen=True)
class Lens:
    """Something that can be done with a part of a text: `run` an example, `play` the game."""

    span: Span
    title: str
    what: str
    example: str = ""


def results(loaded: Loaded, path: Path, tried: Tried) -> list[LineResult]:
    """Return what each example of a file gave, by the line of its head."""
    own = name_in(loaded, path)
    found = []
    for outcome in tried.outcomes:
        if outcome.span.file != own:
            continue
        if outcome.diagnostic is None:
            found.append(LineResult(outcome.span.line, "passes"))
        else:
            problem = outcome.diagnostic
            more = "\n".join([problem.message, *problem.notes])
            found.append(LineResult(outcome.span.line, f"fails: {problem.message}", more))
    return found


def lenses(items: Sequence[s.Item]) -> list[Lens]:
    """Return what can be done with the parts of a text."""
    found = []
    for item in items:
        if isinstance(item, (s.Game, s.Variant)):
            found.append(Lens(item.span, "play this game", "play"))
        elif isinstance(item, s.Example):
            found.append(Lens(item.span, "run this example", "run", item.title))
            found.append(Lens(item.span, "play from here", "play", item.title))
    return found
