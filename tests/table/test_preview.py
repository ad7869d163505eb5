"""What a move would bring is what it brings, and nothing of it is taken from what is hidden."""

from __future__ import annotations

import random

import pytest

from engine import Session, load
from engine.game.session import Game
from engine.table.preview import Preview
from engine.table.scoreboard import standings
from tests.scope import telling

GAMES = telling(["lost-cities-board"], ["lost-cities-card", "lost-cities-rivals"])


@pytest.mark.parametrize("name", GAMES)
def test_the_gain_that_is_shown_is_the_change_of_the_ledger(name: str) -> None:
    session, chance, told = Session(Game(load(name), 2), 4), random.Random(3), 0
    for _ in range(24):
        seat = session.seat
        assert seat is not None
        preview = Preview(session, seat)
        offer = chance.choice(session.move_options())
        gain, before = preview.gain(offer), _score(session, seat)
        session.apply(offer.move, offer.text)
        if gain is not None:
            told += gain != 0
            assert _score(session, seat) - before == gain, offer.text
    assert told > 3


def test_the_cost_of_beginning_is_told_before_it_is_begun() -> None:
    session = Session(Game(load("lost-cities-card"), 2), 1)
    preview = Preview(session, 0)
    offers = [o for o in session.move_options() if "expedition" in " ".join(map(str, o.targets))]
    assert offers
    assert all((preview.gain(offer) or 0) < 0 for offer in offers)


def _score(session: Session, seat: int) -> int:
    return sum(ledger.total or 0 for ledger in standings(session, None)[seat].ledgers)
