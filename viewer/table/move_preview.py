"""Where a move along a track would bring a piece, as far as the one who moves can know."""

from __future__ import annotations

from engine import ZONE_KINDS, Offer, RulesError, Session, View

_TRIALS = 3
"""In so many worlds that the seat can't tell from the real one the piece must get to one place."""

Cells = frozenset[tuple[str, int]]
"""Spaces of tracks: a zone's notation and the number of a space."""


def landings(session: Session, offer: Offer, seat: int) -> Cells:
    """Return the spaces that pieces would stand on after a move and don't stand on now.

    The move is tried in worlds made up from what the seat knows, never in the real one.
    """
    known = session.knows(seat)
    before = standing(session.view(seat))
    found: Cells | None = None
    for number in range(_TRIALS):
        trial = session.fork(len(session.history))
        trial.state = list(session.game.knowledge.sample(known, number + 1))
        try:
            trial.apply(offer.move)
        except RulesError:
            return frozenset()
        there = standing(trial.view(seat)) - before
        found = there if found is None else found & there
    return found or frozenset()


def standing(view: View) -> Cells:
    """Return the spaces that pieces stand on."""
    return frozenset(
        (zone.name, item.space)
        for zone in view.zones
        if ZONE_KINDS[zone.kind].spaces
        for item in zone.items
        if item.space is not None
    )
