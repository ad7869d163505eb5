"""A game is repeated from what was written of it, to the same position."""

from __future__ import annotations

import random

import pytest

from engine import Game, RulesError, Session, load
from tests.game.games import named


@pytest.mark.parametrize("rules", ["lost-cities-card", "lost-cities-rivals", "examples/nim.cairn"])
def test_a_record_is_repeated_as_it_was_played(rules: str) -> None:
    game = Game(load(named(rules) if "/" not in rules else rules), 2)
    played, again, chance = Session(game, 3), Session(game, 3), random.Random(3)
    while not played.over:
        move = chance.choice(list(played.written_moves()))
        assert played.play(move) == again.repeat(move)
    assert again.state == played.state


def test_what_isnt_legal_is_refused_with_its_reason() -> None:
    session = Session(Game(load(named("lost-cities-rivals")), 2), 3)
    for move in ("pass", "bid(2)", "(", ""):
        with pytest.raises(RulesError) as refused:
            session.repeat(move)
        with pytest.raises(RulesError) as told:
            session.play(move)
        assert str(refused.value) == str(told.value)
    assert not session.history
