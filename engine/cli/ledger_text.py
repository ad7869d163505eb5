"""Where a seat's points come from, in a terminal: when each score is paid, and what that makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cli.text import ledger_rows
from engine.game.ledger import Ledger
from engine.game.session import Session
from engine.language.frozen import walk
from engine.rules import model as m
from engine.rules.catalogue import Catalogue, capital, signed

WHEN = {
    "after each turn": "After each turn; now it would be:",
    "after each round": "At the end of the round; now it would be:",
    "after last round": "At the end of the game; now it would be:",
}
SCORING = "In the scoring; now it would be:"


def ledger_lines(
    session: Session, seat: int, viewer: int | None, words: Catalogue
) -> Iterator[str]:
    """Yield the lines of a seat's scores as of now, as far as a viewer knows; where there are
    several, or counters are paid, with when each is paid and what that makes.
    """
    ledgers = session.ledgers(seat, viewer)
    if not ledgers:
        yield words.text("no score in this game")
    elif not any(ledger.rows for ledger in ledgers):
        yield words.text("nothing yet")
    elif len(ledgers) == 1 and ledgers[0].into is None:
        yield from ledger_rows(ledgers, words)
    else:
        for number, ledger in enumerate(ledgers):
            if ledger.rows:
                yield words.text(WHEN.get(_when(session.game.rules, number), SCORING))
                yield from (f"  {row}" for row in ledger_rows([ledger], words))
        for counter in dict.fromkeys(ledger.into for ledger in ledgers if ledger.into):
            yield from _counter(session, seat, viewer, ledgers, counter, words)


def _when(rules: m.Ruleset, number: int) -> str:
    """Return after what a score is paid; empty for the scoring of a round."""
    for after in rules.afters:
        if any(isinstance(part, m.Score) and part.number == number for part in walk(after)):
            return after.when
    return ""


def _counter(
    session: Session,
    seat: int,
    viewer: int | None,
    ledgers: Sequence[Ledger],
    counter: str,
    words: Catalogue,
) -> Iterator[str]:
    """Yield what a counter is now, and what it would be if all were paid, where that is known."""
    seen = (
        variable.value
        for variable in session.view(viewer).variables
        if variable.family == counter and variable.owner in (None, seat)
    )
    value = next(seen, None)
    paid = [ledger.total for ledger in ledgers if ledger.into == counter]
    if value is None or not value.lstrip("-").isdecimal() or None in paid:
        return
    now = then = int(value)
    least = session.game.rules.variables[counter].domain.low
    stopped = False
    for total in paid:
        then += total or 0
        if isinstance(least, m.Literal_) and then < least.value:
            then, stopped = least.value, True
    name = capital(words.name(counter).replace("_", " "))
    told = "{name}: {now} now, {then} if the game ended here."
    yield words.filled(told, name=name, now=signed(now), then=signed(then))
    if stopped and isinstance(least, m.Literal_):
        never = "{name} can't fall below {least}."
        yield words.filled(never, name=name, least=signed(least.value))
