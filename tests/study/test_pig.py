"""The exact optimum of a dice game, as the benchmark computes it."""

import numpy as np
import pytest

from benchmarks.pig import GOAL, best, equilibrium
from engine.study.intervals import Numbers
from tests.scope import ALL


def at_twenty(gathered: int, hold: Numbers, roll: Numbers) -> Numbers:
    """Hold with twenty points or more, and where that wins."""
    found: Numbers = np.full(hold.shape, float(gathered >= 20))
    found[max(0, GOAL - gathered) :] = 1.0
    return found


@pytest.mark.skipif(not ALL, reason="value iteration over a whole game: CAIRN_ALL=1")
def test_how_often_the_best_player_wins_is_as_published() -> None:
    """The figures are those of Neller and Presser, Optimal Play of the Dice Game Pig, 2004."""
    first, _ = equilibrium(best, best)
    assert round(100 * first, 2) == 53.06
    others, own = equilibrium(at_twenty, best)
    assert (round(100 * own, 2), round(100 * (1 - others), 2)) == (58.74, 52.24)
