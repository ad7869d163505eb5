"""How the seats stand, as far as the one who looks can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import scores_now, scores_seen
from viewer.desk.words import capital, plus, signed

if TYPE_CHECKING:
    from engine import Ledger, Session


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
        for row in ledger.rows:
            value = f"× {signed(row.value)}" if row.kind == "times" else plus(row.value)
            rows.append(f"{capital(row.label)}  {value}")
        if ledger.into:
            rows.append(f"{capital(word(ledger.into))}  = {signed(ledger.total)}")
    return rows
