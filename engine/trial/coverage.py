"""What no example of a ruleset exercises."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.session import Game
from engine.language.source import Span
from engine.rules import model as m
from engine.rules.load import Loaded
from engine.trial.seen import Looking, Seen
from engine.trial.worked import work_through


@dataclass(frozen=True)
class Part:
    """A part of the rules that an example could exercise; `shown`: one does."""

    what: str
    span: Span
    shown: bool


def coverage(loaded: Loaded) -> list[Part]:
    """Return the rules, requirements, actions, reactions, endings and score lines of a checked
    ruleset, in the order of the text, and whether an example goes through each.

    A requirement is exercised by an example in which it refuses something, everything else by one
    in which it takes part.
    """
    seen = Seen()
    ready: dict[object, Looking] = {}

    def looking_at(game: Game) -> Looking:
        key = game.players, tuple(sorted(game.given.items()))
        if key not in ready:
            ready[key] = Looking(game, seen)
        return ready[key]

    rules = loaded.checked()
    work_through(loaded, looking_at, lambda: False)
    if not ready:
        looking_at(Game(loaded, rules.header.players[0]))
    found = [_part(part, seen) for part in seen.parts.values()]
    for name in seen.rules:
        rule = rules.rules[name]
        found.append(Part(f"rule '{name}'", rule.span, seen.asked[name] > 0))
    for span, (action, quote) in seen.requirements.items():
        what = f"'require {quote}' of '{action}'"
        found.append(Part(what, span, seen.refused[span] > 0))
    for span, line in seen.score_lines.items():
        found.append(Part(f"the line '{line.label.raw}'", span, seen.counted[span] > 0))
    return sorted((p for p in found if p is not None), key=lambda p: p.span)


def _part(part: m.Model, seen: Seen) -> Part | None:
    shown = seen.begun[part.span] > 0
    match part:
        case m.Action():
            return Part(f"action '{part.name}'", part.span, shown)
        case m.Trigger() | m.Ending():
            return Part(f"'{part.title}'", part.span, shown)
        case m.Procedure():
            return Part(f"procedure '{part.name}'", part.span, shown)
    return None
