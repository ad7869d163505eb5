"""What must hold of any game, on every ruleset of the library and every example."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from engine.game.rng import Chance
from engine.game.session import Game, Session
from engine.rules.load import load
from tests.game.playing import check_pieces, counted_pieces, indistinguishable, swapped
from tests.scope import RULESETS

DECISIONS = 60


@lru_cache(maxsize=1)
def ready(path: Path) -> Game:
    """A ruleset with as many players as it takes."""
    loaded = load(path)
    return Game(loaded, loaded.checked().header.players[1])


@pytest.mark.parametrize("path", RULESETS, ids=[path.stem for path in RULESETS])
def test_pieces_stay_and_nothing_leaks(path: Path) -> None:
    game = ready(path)
    session, chance = Session(game, 5), Chance(5)
    counted = counted_pieces(game, session.state)
    knowledge = game.knowledge
    for step in range(DECISIONS):
        check_pieces(game, session.state)
        assert counted_pieces(game, session.state) == counted
        seat = step % game.players
        known, view = session.knows(seat), session.view(seat)
        sample = knowledge.sample(known, step)
        assert knowledge.observe(sample, seat) == known
        assert game.viewer.view(sample, seat) == view
        for group in indistinguishable(game, session.state, seat):
            i = chance.below(len(group) - 1)
            changed = swapped(game, session.state, group[i], group[i + 1])
            assert knowledge.observe(changed, seat) == known
            assert game.viewer.view(changed, seat) == view
        if session.over:
            break
        legal = session.written_moves()
        session.play(legal[chance.below(len(legal))])
