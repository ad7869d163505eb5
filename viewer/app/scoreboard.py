"""How the seats stand, in lines of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game.ledger import grouped
from viewer.app.i18n import Translator, capital, plus, signed

if TYPE_CHECKING:
    from engine import Ledger, LedgerRow, Session
    from engine.table.scoreboard import Standing


def ledger_lines(name: str, standing: Standing, word: Callable[[str], str]) -> list[str]:
    """Return a seat's running ledger as lines of text, the sum first."""
    rows = [f"{name}: {signed(standing.score)}"]
    for ledger in standing.ledgers:
        for row in filter(tells, ledger.rows):
            value = f"× {signed(row.value)}" if row.kind == "times" else plus(row.value)
            rows.append(f"{capital(row.label)}  {value}")
        if ledger.into:
            rows.append(f"{capital(word(ledger.into))}  = {signed(ledger.total)}")
    return rows


@dataclass(frozen=True)
class ResultRow:
    """What a part of the score came to for each seat, in words; empty where it had none."""

    label: str
    values: tuple[str, ...]


def result_rows(session: Session, translate: Translator) -> list[ResultRow]:
    """Return what the seats' results are made of: round by round, or part by part.

    What a part added is what the seat's standing grew by, so that the parts make the sum: points
    that are found on the way count to their round, and nobody pays what the rules let him keep.
    """
    several = len({result.round for result in session.results}) > 1
    count, beside = session.game.players, translate("on_the_way")
    found: dict[str, list[int | None]] = {}
    known = 0
    for result, grown in zip(session.results, _grown(session), strict=True):
        first, known = result.round != known, result.round
        for ledger in result.ledgers:
            parts, change = _parts(ledger), grown[ledger.seat] if grown else None
            if several and first:
                parts = [(translate("round", n=result.round), ledger.total)]
            if change is not None and several and len(parts) == 1:
                parts = [(parts[0][0], change)]
            elif change is not None and (rest := change - sum(p[1] or 0 for p in parts)):
                parts = [*parts, (beside, rest)]
            for label, total in parts:
                row = found.setdefault(capital(label), [None] * count)
                row[ledger.seat] = _sum(row[ledger.seat], total)
    if beside in found:
        found[beside] = found.pop(beside)
    return [
        ResultRow(label, tuple("" if v is None else signed(v) for v in row))
        for label, row in found.items()
    ]


def _grown(session: Session) -> list[tuple[int, ...]]:
    """Return by how much each seat's standing grew with each score that was paid.

    What a seat had from the start, or has gained since the decision in which another was paid, is
    included. Empty where no score changes a standing, so that its parts aren't those of one.
    """
    results, grown = session.results, []
    states = {n: decision.state for n, decision in enumerate(session.history)}
    start = [0] * session.game.players
    paid = False
    for number, result in enumerate(results):
        following = results[number + 1] if number + 1 < len(results) else None
        if following and following.decisions == result.decisions:
            end = list(following.stands)
        elif following:
            end = session.ranked(list(states.get(result.decisions, session.state)))
        else:
            end = session.scores
        paid = paid or end != list(result.stands)
        grown.append(tuple(b - a for a, b in zip(start, end, strict=bool(start and end))))
        start = end
    return grown if paid else [()] * len(results)


def _parts(ledger: Ledger) -> list[tuple[str, int | None]]:
    """Return what a ledger is made of; lines of the same turn of a loop are one."""
    return [
        (group.rows[0].group or group.label, group.total)
        for group in grouped(ledger.rows)
        if not group.factor
    ]


def _sum(one: int | None, other: int | None) -> int | None:
    return one if other is None else other + (one or 0)


def tells(row: LedgerRow) -> bool:
    """Return whether a line of a ledger changes anything."""
    return bool(row.value != (1 if row.kind == "times" else 0))
