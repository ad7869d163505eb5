"""What comes too late: an ending at the same change comes before it, or no turn follows it.

Endings are looked at in the order of the text, and before reactions. So a `wins when` below a plain
ending, and a reaction to just what an ending waits for, may not do what they seem to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.codes import Code
from engine.language.diagnostics import Findings
from engine.language.frozen import walk
from engine.language.message import Message
from engine.rules import model as m
from engine.rules.reached import reads

NO_WINNER = (None, "nobody wins")


def warn_forestalled(rules: m.Ruleset, findings: Findings) -> None:
    """Warn of winners and reactions that an ending forestalls (W004)."""
    plain = [e for e in rules.endings if e.timing == "at once" and e.result in NO_WINNER]
    plain.sort(key=lambda e: e.order)
    firsts: dict[str, m.Ending] = {}
    for ending in plain:
        for name in _looks_at(rules, ending):
            firsts.setdefault(name, ending)
    wins_when = [e for e in rules.endings if e.result == "wins"]
    for wins in (e for e in rules.endings if e.result not in NO_WINNER):
        meeting = (firsts[name] for name in _looks_at(rules, wins) if name in firsts)
        first = min(meeting, key=lambda e: e.order, default=None)
        if first is not None and first.order < wins.order:
            findings.warn(
                Code.W004,
                Message("if the same change makes line {line} true, nobody wins by this: the "
                        "first ending in the text counts", first.span.line),
                wins.condition.span, hint="put 'wins when' above it",
            )  # fmt: skip
    for trigger in rules.triggers:
        for ending in (*plain, *wins_when):
            if any(_is_what(trigger.event, e) for e in _alternatives(ending.condition)):
                _reaction(trigger, ending, findings, waits=ending in plain)


def check_next_turn(rules: m.Ruleset, findings: Findings) -> None:
    """Report a `next turn` after which no turn comes that it could speak of (E203)."""
    starts = "the header says which player starts: 'starts …, then …'"
    for part in walk((rules.setup_once, rules.setup)):
        if isinstance(part, m.NextTurn):
            message = "'next turn' names the player after this turn; setup has no turns"
            findings.error(Code.E203, message, part.span, hint=starts)
    for after in rules.afters:
        last = after.when == "after last round"
        if after.when == "after each turn" or (not last and rules.header.then == "next player"):
            continue
        for part in walk(after.body):
            if isinstance(part, m.NextTurn):
                _lost(after, rules.header.then, part, findings)


def _lost(after: m.After, then: str, part: m.NextTurn, findings: Findings) -> None:
    message: str = "no turn comes after the last round"
    hint: str | None = None
    if after.when != "after last round":
        message = Message(
            "the header says which player starts the next round ('{then}'), so 'next turn' "
            "has no effect here",
            then,
        )
        hint = "write 'then next player' there: that is the player whose turn would have been next"
    findings.error(Code.E203, message, part.span, hint=hint)


def check_chosen_in_time(rules: m.Ruleset, findings: Findings) -> None:
    """Report a choice after the last round where the score is paid by then (E203)."""
    if not rules.scores:
        return
    for after in rules.afters:
        for part in walk(after.body) if after.when == "after last round" else ():
            if isinstance(part, m.Choose):
                message = Message(
                    "this choice comes too late for the score of line {line}, which is paid first",
                    rules.scores[0].span.line,
                )
                hint = "choose in 'before score', or move that score here, below the choice"
                findings.error(Code.E203, message, part.span, hint=hint)


def _reaction(trigger: m.Trigger, ending: m.Ending, findings: Findings, *, waits: bool) -> None:
    which = (
        "this doesn't happen if it makes line {line} true: nothing reacts in a game that is over"
        if ending.what == "game"
        else "this doesn't happen if it makes line {line} true: nothing reacts in a round "
        "that is over"
    )
    message = Message(which, ending.span.line)
    hint = (
        Message("make the ending wait: '{what} ends at end of turn when …'", ending.what)
        if waits
        else None
    )
    findings.warn(Code.W004, message, trigger.event.span, hint=hint)


def _looks_at(rules: m.Ruleset, ending: m.Ending) -> set[str]:
    """Return what an ending looks at that changes."""
    return reads(rules, ending.condition) - {"me", "active"}


def _alternatives(e: m.Expr | None) -> Iterator[m.Expr]:
    """Yield the conditions each of which is enough for an ending."""
    if isinstance(e, m.Op) and e.op == "or":
        for part in e.arguments:
            yield from _alternatives(part)
    elif isinstance(e, m.Fold) and e.kind == "any":
        yield from _alternatives(e.value)
    elif e is not None:
        yield e


def _is_what(event: m.Arrives | m.Becomes, e: m.Expr) -> bool:
    """Return whether a condition comes true by what a reaction waits for."""
    if not isinstance(e, m.Op) or e.op not in ("is empty", "is full"):
        return False
    zone = e.arguments[0]
    if not isinstance(zone, m.ZoneRef):
        return False
    if isinstance(event, m.Arrives):
        return e.op == "is full" and zone.name == event.zone
    return e.op == f"is {event.state}" and zone.name == event.zone.name
