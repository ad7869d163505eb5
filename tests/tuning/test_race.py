"""How often a race between values is wrong, against true values that are known."""

from dataclasses import replace

import numpy as np
import pytest

from engine.study.metric import Metric
from engine.tuning.race import clearly_worse, quantile
from engine.tuning.targets import Target, TargetResult, read_targets
from tests.scope import often


def found(target: Target, wins: np.ndarray) -> list[TargetResult]:
    """What games show of a share that shall be a half; `wins` has 0 or 1 by game."""
    metric = Metric("win.place.1", "the first player wins", wins.astype(np.int64), "%")
    return [TargetResult(target, metric, (wins - 0.5) / 0.5, np.arange(1, len(wins) + 1))]


@pytest.mark.parametrize(
    ("sign", "shares"),
    [("=", (0.4, 0.45, 0.5, 0.56)), ("=", (0.44, 0.47, 0.52)), ("<", (0.49, 0.5, 0.52, 0.6))],
)
def test_the_best_value_is_seldom_called_worse(sign: str, shares: tuple[float, ...]) -> None:
    (target,) = read_targets([f"the first player wins {sign} 50%"])
    chance, errors = np.random.default_rng(5), quantile(len(shares) - 1, [target])
    misses = [abs(x - 0.5) if sign == "=" else max(0.0, x - 0.5) for x in shares]
    true, wrong, rounds = int(np.argmin(misses)), 0, often(400)
    for _ in range(rounds):
        common = chance.random(300)  # the same deals for every value
        results = [found(target, common < share) for share in shares]
        wrong += any(clearly_worse(results[true], other, errors) for other in results)
    assert wrong <= 0.05 * rounds + 3 * (0.05 * rounds) ** 0.5


def test_a_value_far_from_the_target_is_clearly_worse() -> None:
    (target,) = read_targets(["the first player wins = 50%"])
    common = np.random.default_rng(5).random(300)
    near, far = (found(target, common < share) for share in (0.5, 0.7))
    errors = quantile(10, [target])
    assert clearly_worse(far, near, errors) and not clearly_worse(near, far, errors)


def test_a_value_that_meets_two_targets_is_seldom_called_worse() -> None:
    """The other one meets both in every game; chance decides in which direction this one is off."""
    targets = read_targets(["the first player wins = 50%"] * 2)
    chance, errors = np.random.default_rng(7), quantile(1, targets)
    wrong, rounds = 0, often(2000)
    for _ in range(rounds):
        one = [found(target, chance.random(300) < 0.5)[0] for target in targets]
        other = [replace(outcome, off=np.zeros(300)) for outcome in one]
        wrong += clearly_worse(one, other, errors)
    assert wrong <= 0.05 * rounds + 3 * (0.05 * rounds) ** 0.5


def test_of_few_games_nothing_is_clear() -> None:
    (target,) = read_targets(["the first player wins = 50%"])
    near, far = found(target, np.array([0, 1] * 5)), found(target, np.ones(10))
    assert not clearly_worse(far, near, quantile(1, [target]))
