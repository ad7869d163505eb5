"""How the seats stand, as far as the one who looks can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import scores_now
from viewer.desk.words import Tongue, capital, plus, signed

if TYPE_CHECKING:
    from engine import Ledger, Session

SAMPLES = 4
"""On how many positions a score is worked out that may depend on what isn't seen."""


@dataclass(frozen=True)
class Standing:
    """A seat's score if the game ended here, None when that depends on what can't be seen.

    `ledgers` is where it comes from, None for the same reason.
    """

    score: int | None
    ledgers: tuple[Ledger, ...] | None

    @property
    def shown(self) -> str:
        """Return the score as people read it."""
        return "?" if self.score is None else signed(self.score)


def standings(session: Session, viewer: int | None) -> list[Standing]:
    """Return how each seat stands, as far as a viewer can tell."""
    game = session.game
    seats = range(game.players)
    if session.over:
        scores = session.scores
        return [Standing(scores[s], tuple(session.ledgers(s))) for s in seats]
    states = [session.state]
    if viewer is not None:
        known = session.knows(viewer)
        states = [game.knowledge.sample(known, n) for n in range(SAMPLES)]
    rows = [scores_now(game, state) for state in states]
    result = []
    for seat in seats:
        values = {row[seat] for row in rows}
        found = [game.ledgers.ledgers(state, seat) for state in states]
        sure = all(ledgers == found[0] for ledgers in found)
        score = values.pop() if len(values) == 1 else None
        result.append(Standing(score, tuple(found[0]) if sure else None))
    return result


def ledger_lines(
    name: str, standing: Standing, tongue: Tongue, word: Callable[[str], str]
) -> list[str]:
    """Return a seat's running ledger as lines of text, the sum first."""
    rows = [f"{name}: {standing.shown}"]
    if standing.ledgers is None:
        return [*rows, tongue("depends")]
    for ledger in standing.ledgers:
        for row in ledger.rows:
            value = f"× {signed(row.value)}" if row.kind == "times" else plus(row.value)
            rows.append(f"{capital(row.label)}  {value}")
        if ledger.into:
            rows.append(f"{capital(word(ledger.into))}  = {signed(ledger.total)}")
    return rows
