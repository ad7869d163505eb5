"""When games are decided, and comebacks: of games that are decided at a known moment."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.game.session import Game
from engine.rules.load import load, load_text
from engine.study.tension import FEW, Tension, tension
from tests.scope import ALL, telling
from tests.study.playing import MOMENT
from tests.study.test_questions import unheard


def moment(when: int, games: int = 20) -> Tension:
    """Return the chances in games that one decision decides."""
    game = Game(load_text(MOMENT.replace("WHEN", str(when)), Path("moment.cairn")), 2)
    found = tension(game, "random", 1, unheard, games=games, seconds=600.0)
    assert found is not None
    return found


@pytest.mark.parametrize(("when", "decided"), telling([(0, 1 / 8)], [(4, 5 / 8), (7, 1.0)]))
def test_a_game_is_decided_where_its_rules_decide_it(when: int, decided: float) -> None:
    found = moment(when)
    assert found.games == 20 and found.decided.value == pytest.approx(decided)
    before = [n for n, x in enumerate(found.moments) if x < decided]
    assert abs(found.winner[:, before].mean() - 0.5) < 0.1
    assert (np.delete(found.winner, before, axis=1) == 1.0).all()
    first, *_ = found.sentences()
    assert f"decided after {100 * decided:g}" in first


def test_who_was_behind_and_wins_has_come_back() -> None:
    chances = np.array([[0.5, 0.2, 0.95, 1.0]] * 10 + [[0.5, 0.95, 0.5, 0.95]] * 30)
    found = Tension((0.0, 0.25, 0.5, 0.75), chances, 2, None)
    assert found.comebacks.value == 0.25
    noisy = replace(found, lowest=np.full(40, 0.5))
    assert noisy.comebacks.value == 0.0, "other playouts don't find it behind"
    assert found.decided.value == pytest.approx((10 * 0.5 + 30 * 0.75) / 40)
    assert found.fan(0.5)[1] == pytest.approx(0.95)
    assert found.as_json()["winner"][1]["value"] == pytest.approx(0.7625)


def test_of_few_games_nothing_is_said() -> None:
    found = moment(1, games=3)
    assert not list(found.rows())
    assert list(found.sentences()) == [FEW] and found.as_json()["games"] == 3
    assert tension(Game(load("examples/beacons.cairn"), 2), "random", 1, unheard,
                   games=1, seconds=1.0) is None  # fmt: skip


@pytest.mark.skipif(not ALL, reason="playouts of a game of three: CAIRN_ALL=1")
def test_with_three_players_some_cannot_win_any_more() -> None:
    game = Game(load("examples/goofspiel.cairn"), 3)
    found = tension(game, "random", 1, unheard, games=25, seconds=600.0)
    assert found is not None and found.out is not None and found.sides == 3
    assert 0 < found.out.mean() < 2 / 3
    assert "can't win any more (experimental)." in " ".join(found.sentences())
