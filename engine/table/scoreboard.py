"""How the seats stand, as far as the one who looks can tell."""

from __future__ import annotations

from dataclasses import dataclass

from engine.agents.evaluation import scores_now, scores_seen
from engine.game.interpreter import State
from engine.game.ledger import Ledger
from engine.game.session import Session


@dataclass(frozen=True)
class Standing:
    """A seat's score if the game ended here, None when that depends on what can't be seen.

    `ledgers` is where it comes from, with None for the same reason.
    """

    score: int | None
    ledgers: tuple[Ledger, ...]


def known_scores(session: Session, viewer: int | None) -> list[int | None]:
    """Return what each seat would end with here, None where a viewer can't tell."""
    game = session.game
    if session.over:
        return list(session.scores)
    if viewer is None:
        return scores_now(game, session.state)
    return scores_seen(game, session.state, viewer)


def standings(session: Session, viewer: int | None) -> list[Standing]:
    """Return how each seat stands, as far as a viewer can tell."""
    return [
        Standing(score, tuple(session.ledgers(seat, viewer)))
        for seat, score in enumerate(known_scores(session, viewer))
    ]


def scores_on_the_way(session: Session, steps: int) -> dict[int, tuple[int, ...]]:
    """Return how the seats stood after some of the decisions, from the deal to the end.

    After a round they stood at what had been paid by then, as the log's row of that round says; in
    a round at what they would if that round ended there. What is paid for at the end of the game
    alone counts from the last round on. Where a score can't be counted yet, the decision is left
    out.
    """
    last = len(session.history)
    shown = {round(last * n / steps) for n in range(steps + 1)}
    paid = {result.decisions for result in session.results}
    found: dict[int, tuple[int, ...]] = {}
    for number in sorted(n for n in shown | paid if n < last):
        state = session.at(number).state
        stood = session.ranked(state) if number in paid else _stood(session, state)
        if None not in stood:
            found[number] = tuple(score for score in stood if score is not None)
    return found | {last: tuple(session.scores)}


def _stood(session: Session, state: State) -> list[int | None]:
    return scores_now(session.game, state, last=False)
