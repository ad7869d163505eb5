"""How the seats stand, in lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import grouped
from viewer.desk.i18n import Translator, capital, plus, signed

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


def subtotals(standing: Standing, translate: Translator, word: Callable[[str], str]) -> str:
    """Return what a score is made of in one line: of several ledgers their sums, of one the sums
    of its groups.
    """
    found = standing.ledgers or ()
    if len(found) > 1:
        rows = [(word(x.into) if x.into else translate("total"), signed(x.total)) for x in found]
    else:
        rows = [
            (group.label, f"× {signed(group.total)}" if group.factor else signed(group.total))
            for ledger in found
            for group in grouped(ledger.rows)
        ]
    return " · ".join(f"{capital(name)} {value}" for name, value in rows)


def tells(row: LedgerRow) -> bool:
    """Tell whether a line of a ledger changes anything."""
    return bool(row.value != (1 if row.kind == "times" else 0))
