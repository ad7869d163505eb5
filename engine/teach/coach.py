"""The coach: after a move that cost much, one sentence on why another was better."""

from __future__ import annotations

from engine.game.session import Session
from engine.teach.review import cost_of
from engine.teach.speech import Speech

TRIES = 600
"""Simulated games for a move: the learner waits for them."""
COSTLY = 0.05
"""A move is spoken of that lowers the chance of winning by more than this."""


def coached(session: Session, speech: Speech, tries: int = TRIES) -> str:
    """Return why another move was better than the latest one, in one or two sentences.

    Empty where the move cost at most 5 points of winning chance in 100 by the estimate of a search
    with the trained policy, or where there is no such estimate. `tries`: its simulated games.
    """
    number = len(session.history) - 1
    cost, _ = cost_of(session, number, session.history[number].seat, tries)
    if cost is None or cost.made.wins is None or cost.better.wins is None:
        return ""
    if cost.better.wins - cost.made.wins <= COSTLY:
        return ""
    wins = (f"{100 * move.wins:.0f}" for move in (cost.better, cost.made) if move.wins is not None)
    said = speech.say("coach", cost.better.shown, *wins)
    return f"{said} {cost.better.reason}".strip()
