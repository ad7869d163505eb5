"""How the seats stand, in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from viewer.desk.i18n import Tongue, capital, plus, signed

if TYPE_CHECKING:
    from engine import LedgerRow, Standing


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


def subtotals(standing: Standing, tongue: Tongue, word: Callable[[str], str]) -> str:
    """Return what a score is made of in one line: of several ledgers their sums, of one its rows.

    Lines that multiply by one say nothing.
    """
    found = standing.ledgers or ()
    if len(found) > 1:
        rows = [(word(x.into) if x.into else tongue("total"), signed(x.total)) for x in found]
    else:
        rows = [(label, signed(total)) for ledger in found for label, total in _groups(ledger.rows)]
    return " · ".join(f"{capital(name)} {value}" for name, value in rows)


def tells(row: LedgerRow) -> bool:
    """Tell whether a line of a ledger changes anything."""
    return bool(row.value != (1 if row.kind == "times" else 0))


def _groups(rows: Sequence[LedgerRow]) -> list[tuple[str, int | None]]:
    """Return the sums of lines that follow one another and begin with the same word.

    A line by itself keeps its whole name; a sum with a line that isn't known isn't either.
    """
    groups: list[tuple[str, int | None]] = []
    for row in rows:
        head, value = row.label.split(" ")[0], row.value
        if groups and groups[-1][0].split(" ")[0] == head:
            total = groups.pop()[1]
            if total is None or value is None:
                groups.append((head, None))
            else:
                groups.append((head, total * value if row.kind == "times" else total + value))
        else:
            groups.append((row.label, 0 if row.kind == "times" else value))
    return groups
