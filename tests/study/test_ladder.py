"""Luck or skill: a ladder of players."""

from collections.abc import Mapping

import pytest

from engine.study.intervals import Interval
from engine.study.ladder import Rung, SkillLadder, ladder
from engine.study.policy_match import MatchResult
from engine.training.policy import policy_for
from tests.study.test_cheap_ways import untrained


def made(margins: Mapping[tuple[int, int], float], width: float = 0.1) -> SkillLadder:
    """A ladder of three with so much more that one wins than another."""
    results = {
        pair: MatchResult(
            Interval(0.5 + value / 2, 0.0, 1.0, 100), 0.5 - value / 2,
            Interval(value, value - width, value + width, 50), uneven=False,
        )
        for pair, value in margins.items()
    }  # fmt: skip
    return SkillLadder(("random", "greedy", "trained"), results)


@pytest.mark.parametrize(
    ("margins", "levels"),
    [
        ({(1, 0): 0.5, (2, 0): 0.9, (2, 1): 0.4}, [0, 1, 2]),
        ({(1, 0): 0.5, (2, 0): 0.6, (2, 1): 0.05}, [0, 1]),
        ({(1, 0): -0.5, (2, 0): 0.6, (2, 1): 0.9}, [1, 0, 2]),
        ({(1, 0): 0.02, (2, 0): 0.03, (2, 1): 0.05}, [0]),
        ({(2, 1): 0.4}, [1, 2]),
    ],
)
def test_a_level_clearly_beats_the_one_before(
    margins: dict[tuple[int, int], float], levels: list[int]
) -> None:
    found = made(margins)
    assert found.levels == levels
    (sentence,) = found.sentences()
    assert sentence.startswith("No player" if len(levels) == 1 else f"{len(levels)} levels")


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
