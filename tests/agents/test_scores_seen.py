"""Scores as a reader knows them are those that all positions share that look the same to them."""

from __future__ import annotations

import random

import pytest

from engine import load
from engine.agents.evaluation import SAMPLES, scores_now, scores_seen
from engine.game.session import Session
from engine.table.deal import deal
from tests.scope import ALL

GAMES = ("lost-cities-card", "lost-cities-board", "examples/night-freight.cairn")
"""Nothing hidden counts; counters are hidden; hidden pieces count."""


def sampled(session: Session, viewer: int) -> list[int | None]:
    """The scores that are the same in some positions that the viewer can't tell apart."""
    game, state = session.game, session.state
    known = game.knowledge.observe(state, viewer)
    rows = [scores_now(game, game.knowledge.sample(known, number)) for number in range(SAMPLES)]
    return [
        values[0] if len(set(values)) == 1 and game.ledgers.ranked(state, seat, viewer) else None
        for seat, values in enumerate(zip(*rows, strict=True))
    ]


@pytest.mark.parametrize("rules", GAMES)
def test_scores_are_known_where_nothing_hidden_decides_them(rules: str) -> None:
    chance = random.Random(rules)
    session = deal(load(rules), 2, seed=3)
    for number in range(400 if ALL else 24):
        if session.over:
            break
        if number % 4 == 0 or ALL:
            for viewer in range(3):
                assert scores_seen(session.game, session.state, viewer) == sampled(session, viewer)
        session.play(chance.choice(session.written_moves()))
