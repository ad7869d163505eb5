"""What a move would add to the score of who makes it, as far as that seat can know."""

from __future__ import annotations

from engine import Offer, RulesError, Session, scores_now

_TRIALS = 3
"""In so many worlds that the seat can't tell from the real one it must come to the same."""


def gain(session: Session, offer: Offer, seat: int) -> int | None:
    """Return by how much a seat would stand better right after a move, were the game to end there.

    None where nobody is ranked by a score, or where it depends on what the seat doesn't know. The
    move is tried in worlds made up from what the seat knows, never in the real one.
    """
    game = session.game
    if not game.compiled.rankings:
        return None
    known = session.knows(seat)
    found: set[int] = set()
    for number in range(_TRIALS if known.holes else 1):
        trial = session.fork(len(session.history))
        trial.state = list(game.knowledge.sample(known, number + 1))
        try:
            before = scores_now(game, list(trial.state))[seat]
            trial.apply(offer.move)
            found.add(scores_now(game, list(trial.state))[seat] - before)
        except RulesError:
            return None
    return found.pop() if len(found) == 1 else None
