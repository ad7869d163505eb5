"""How the seats stand, as far as the one who looks can tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import scores_now, scores_seen
from viewer.desk.i18n import Tongue, capital, plus, signed

if TYPE_CHECKING:
    from engine import Ledger, LedgerRow, Session


@dataclass(frozen=True)
class Standing:
    """A seat's score if the game ended here, None when that depends on what can't be seen.

    `ledgers` is where it comes from, with None for the same reason.
    """

    score: int | None
    ledgers: tuple[Ledger, ...]

    @property
    def shown(self) -> str:
        """Return the score as people read it."""
        return signed(self.score)


def standings(session: Session, viewer: int | None) -> list[Standing]:
    """Return how each seat stands, as far as a viewer can tell."""
    game = session.game
    seats = range(game.players)
    if session.over or viewer is None:
        scores: list[int | None] = list(
            session.scores if session.over else scores_now(game, session.state)
        )
    else:
        scores = scores_seen(game, session.state, viewer)
    return [Standing(scores[s], tuple(session.ledgers(s, viewer))) for s in seats]


def ledger_lines(name: str, standing: Standing, word: Callable[[str], str]) -> list[str]:
    """Return a seat's running ledger as lines of text, the sum first."""
    rows = [f"{name}: {standing.shown}"]
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


def _groups(rows: Sequence[LedgerRow]) -> list[tuple[str, int]]:
    """Return the sums of lines that follow one another and begin with the same word.

    A line by itself keeps its whole name.
    """
    groups: list[tuple[str, int, int]] = []
    for row in rows:
        head = row.label.split(" ")[0]
        if groups and groups[-1][0].split(" ")[0] == head:
            _, total, count = groups.pop()
            total = total * row.value if row.kind == "times" else total + row.value
            groups.append((head, total, count + 1))
        else:
            groups.append((row.label, 0 if row.kind == "times" else row.value, 1))
    return [(label, total) for label, total, _ in groups]
