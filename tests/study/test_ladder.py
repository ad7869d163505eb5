"""Luck or skill: a ladder of players."""

import math
from collections.abc import Mapping

import pytest

from engine.study.intervals import Interval
from engine.study.ladder import LUCK, NO_ORDER, TOO_FEW, Rung, SkillLadder, ladder
from engine.study.policy_match import MatchResult
from engine.training.policy import policy_for
from tests.study.test_cheap_ways import untrained


def made(
    margins: Mapping[tuple[int, int], float], width: float = 0.1, players: int = 3
) -> SkillLadder:
    """A ladder with so much more that one wins than another."""
    results = {
        pair: MatchResult(
            Interval(0.5 + value / 2, 0.0, 1.0, 100), 0.5 - value / 2,
            Interval(value, value - width, value + width, 50), uneven=False,
        )
        for pair, value in margins.items()
    }  # fmt: skip
    return SkillLadder(("random", "greedy", "trained", "more")[:players], results)


ALIKE = {(1, 0): 0.02, (2, 0): 0.03, (2, 1): 0.05}


@pytest.mark.parametrize(
    ("margins", "levels"),
    [
        ({(1, 0): 0.5, (2, 0): 0.9, (2, 1): 0.4}, [0, 1, 2]),
        ({(1, 0): 0.5, (2, 0): 0.6, (2, 1): 0.05}, [0, 1]),
        ({(1, 0): -0.5, (2, 0): 0.6, (2, 1): 0.9}, [1, 0, 2]),
        ({(1, 0): 0.02, (2, 0): 0.03, (2, 1): 0.4}, [1, 2]),
    ],
)
def test_a_level_clearly_beats_the_one_before(
    margins: dict[tuple[int, int], float], levels: list[int]
) -> None:
    found = made(margins)
    assert found.levels == levels
    (sentence,) = found.sentences()
    assert sentence.startswith(f"{len(levels)} levels")


def test_a_game_is_luck_only_if_every_pair_is_judged_and_none_is_clear() -> None:
    assert list(made(ALIKE).sentences()) == [LUCK]
    few = made({(1, 0): 0.9, (2, 0): 0.9, (2, 1): 0.9}, width=math.inf)
    for unclear in (few, made({}), made({(1, 0): 0.02, (2, 0): 0.03})):
        assert list(unclear.sentences()) == [TOO_FEW]
    first, second = made({(2, 1): 0.4}).sentences()
    assert first == TOO_FEW and second.startswith("2 levels")


def test_players_who_beat_each_other_in_no_order_are_not_called_luck() -> None:
    unclear = {(1, 0): 0.09, (2, 0): 0.09, (2, 1): 0.0, (3, 1): 0.09, (3, 2): 0.09}
    pairs = unclear | {(3, 0): -0.12}
    assert list(made(pairs, players=4).sentences()) == [NO_ORDER]
    (sentence,) = made({(1, 0): 0.5, (2, 0): -0.5, (2, 1): 0.5}).sentences()
    assert sentence.startswith("2 levels"), "the third one loses to the first"


def test_who_knows_the_best_action_is_a_level_above() -> None:
    game = untrained()
    policy = policy_for(game)
    assert policy is not None
    rungs = [Rung(name, name, policy.weights) for name in ("random", "greedy", "medium")]
    heard: list[float] = []
    found = ladder(game, rungs, 1, heard.append)
    assert sorted(found.results) == [(1, 0), (2, 0), (2, 1)] and heard[-1] == 1.0
    assert found.names[found.levels[-1]] == "greedy" and len(found.levels) > 1
    assert "greedy against random: " in "".join(found.rows())
