"""What strategies win against trained players."""

from pathlib import Path

import numpy as np
import pytest

from engine.agents.strategies import strategy_of
from engine.game.session import Game
from engine.rules.load import load, load_text
from engine.study.cheap_ways import (
    StrategyOutcome,
    StrategyResult,
    cheap_ways,
    sentences,
    strategies_of,
    untried,
)
from engine.study.intervals import Interval
from engine.study.policy_match import HOPELESS, MatchResult, PolicyMatch
from engine.study.study_players import TRAINED, StudyPlayers
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
    told = list(sentences(found))
    assert told[0].startswith("There is a cheap way to win: ")
    assert any("cheap way to win: always 'flood' when it is legal." in one for one in told)
    (best,) = (x for x in found if x.strategy.name == "always:flood")
    assert best.result.share.games == 100, "it is clear after 50 deals, each from both seats"
    assert heard[-1] == 1.0


def test_without_time_no_strategy_is_tried() -> None:
    found = list(cheap_ways(untrained(), 1, lambda share: None, seconds=0.0))
    assert found == [] and list(sentences(found)) == []
    (left,) = untried(len(strategies_of(untrained())), found)
    assert left == "6 of 6 strategies weren't tried, for lack of time."


def judged(name: str, margin: float) -> StrategyResult:
    """What a strategy wins, by so much more than the players, a twentieth more or less."""
    strategy, share = strategy_of(name), 0.5 + margin / 2
    assert strategy is not None
    interval = Interval(margin, margin - 0.05, margin + 0.05, 400)
    won = Interval(share, share - 0.025, share + 0.025, 800)
    return StrategyResult(strategy, MatchResult(won, 1 - share, interval, uneven=False))


def test_of_two_actions_each_strategy_is_tried_once() -> None:
    names = [x.name for x in strategies_of(Game(load("examples/pig.cairn"), 2))]
    assert names == ["always:again", "always:pass"]
    assert strategies_of(Game(load("examples/nim.cairn"), 2)) == []


@pytest.mark.parametrize(
    "names",
    [("always:roll", "always:hold_on"), ("always:roll", "never:roll")],
)
def test_an_action_without_which_players_lose_leaves_no_choice(names: tuple[str, str]) -> None:
    (sentence,) = sentences([judged(names[0], 0.0), judged(names[1], -0.4)])
    assert sentence == (
        "Where 'roll' is legal, the trained players gain nothing by deciding case by case: always "
        "taking it wins 50.0% (47.5 to 52.5) of 800 games against them, never taking it wins 30.0% "
        "(27.5 to 32.5) of 800 games."
    )
    assert list(sentences([judged(names[0], 0.0), judged(names[1], 0.0)])) == []


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
    players = StudyPlayers(TRAINED, "They try.", random=match.result(), greedy=match.result())
    assert list(players.sentences())[1:] == [
        "No game against random players was finished.",
        "No game against greedy players was finished.",
    ]
