"""How the seats stand, in lines of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import grouped
from viewer.desk.i18n import Translator, capital, plus, signed

if TYPE_CHECKING:
    from engine import Ledger, LedgerRow, Session, Standing


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


def result_rows(
    session: Session, translate: Translator, word: Callable[[str], str]
) -> list[ResultRow]:
    """Return what the seats' results are made of: round by round, or part by part."""
    several = len({result.round for result in session.results}) > 1
    count = session.game.players
    found: dict[str, list[int | None]] = {}
    known = 0
    for result in session.results:
        first, known = result.round != known, result.round
        for ledger in result.ledgers:
            parts = _parts(ledger)
            if several and first:
                parts = [(translate("round", n=result.round), ledger.total)]
            for label, total in parts:
                row = found.setdefault(capital(label), [None] * count)
                row[ledger.seat] = _sum(row[ledger.seat], total)
    return [
        ResultRow(label, tuple("" if v is None else signed(v) for v in row))
        for label, row in found.items()
    ]


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
    """Tell whether a line of a ledger changes anything."""
    return bool(row.value != (1 if row.kind == "times" else 0))
