"""What strategies win against trained players."""

from pathlib import Path

import numpy as np
import pytest

from engine.game.session import Game
from engine.rules.load import load, load_text
from engine.study.cheap_ways import StrategyOutcome, cheap_ways, sentences
from engine.study.policy_match import HOPELESS, PolicyMatch
from engine.training.policy import Policy, use
from engine.training.training import fresh_weights, select_features
from tests.agents.games import CIRCLE
from tests.cli.test_study_players import WELLS
from tests.scope import ALL


def untrained() -> Game:
    """The game with an action that is best, and players who don't know that."""
    game = Game(load_text(WELLS, Path("wells.cairn")), 2)
    plan = select_features(game.loaded, 2, {})
    scales = [1.0] * sum(len(group.values) for group in plan.rated.groups)
    use(game, Policy(plan, tuple(fresh_weights(plan.rated, 1)), tuple(scales)))
    return game


def test_a_cheap_way_to_win_is_named_first_and_soon() -> None:
    heard: list[float] = []
    found = list(cheap_ways(untrained(), 1, heard.append))
    outcomes = {x.strategy.name: x.outcome for x in found}
    assert (
        outcomes["always:flood"] is StrategyOutcome.WINS
        and outcomes["never:flood"] is StrategyOutcome.LOSES
    )
    assert outcomes["always:sip"] is StrategyOutcome.LOSES
    first, *_ = sentences(found)
    assert first.startswith("There is a cheap way to win: always 'flood' when it is legal.")
    (best,) = (x for x in found if x.strategy.name == "always:flood")
    assert best.result.share.games == 100, "it is clear after 50 deals, each from both seats"
    assert heard[-1] == 1.0


def test_without_time_nothing_is_said() -> None:
    found = list(cheap_ways(untrained(), 1, lambda share: None, seconds=0.0))
    assert found == [] and list(sentences(found)) == []


@pytest.mark.skipif(not ALL, reason="games with three players: CAIRN_ALL=1")
def test_equal_players_win_equal_parts_with_any_number_of_sides() -> None:
    game = Game(load("lost-cities-rivals"), 3)
    match = PolicyMatch(game, "medium", "medium", 1)
    match.play(50, 60.0)
    assert abs(match.result().share.value - 1 / 3) < 0.15 and match.result().uneven
    assert np.isclose(match.result().margin.value, match.margins.mean())
    assert not match.result().margin.clear_of(0)


def test_a_match_ends_soon_where_no_game_does() -> None:
    match = PolicyMatch(Game(load_text(CIRCLE, Path("circle.cairn")), 2), "random", "random", 1)
    match.play(50, 60.0)
    assert match.dealt == HOPELESS
    assert match.result().words == "no game that was finished"
