"""How well trained players play Pig, against the exact optimum: no game is played, all is computed.

    python -m benchmarks.pig [--seconds 60] [--seed 1]

Value iteration finds the best choice in every position of the game for two. The trained policy is
asked in every position how likely it is to hold, as `medium` plays by it. From both follows exactly
how often who wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

from engine.agents.search_config import LEVELS
from engine.agents.wasm_tree import Tree
from engine.game.session import Game
from engine.rules.load import load
from engine.study.intervals import Numbers
from engine.training.policy import Policy, policy_from
from engine.training.trained_policies import TrainingBudget

GOAL = 100
MOST = GOAL + 12
"""So many points are gathered in a turn at most; beyond, everybody is taken to hold."""
NEAR = 1e-12
Holds = Callable[[int, Numbers, Numbers], Numbers]
"""How likely a player is to hold with so many points gathered, by own and other points, given what
holding and rolling are worth.
"""


def best(gathered: int, hold: Numbers, roll: Numbers) -> Numbers:
    """Hold where that is worth more."""
    found: Numbers = (hold >= roll).astype(np.float64)
    return found


def turn(holds: Holds, other: Numbers) -> Numbers:
    """Return how likely a player who begins a turn is to win, by own and other points.

    `other`: the same for the opponent. A turn begins with a roll.
    """
    lost = np.vstack(
        [1 - other.T, np.ones((MOST + 6, GOAL))]
    )  # by own points, also beyond the goal
    ahead = [np.ones((GOAL, GOAL))] * 6
    for gathered in range(MOST - 1, -1, -1):
        roll = (lost[:GOAL] + sum(ahead[1:6])) / 6
        hold = lost[gathered : gathered + GOAL]
        share = holds(gathered, hold, roll) if gathered else np.zeros((GOAL, GOAL))
        ahead = [share * hold + (1 - share) * roll, *ahead[:5]]
    return ahead[0]


def equilibrium(one: Holds, other: Holds) -> tuple[float, float]:
    """Return how often each wins the games that it begins."""
    first = second = np.full((GOAL, GOAL), 0.5)
    while True:
        now = turn(one, second)
        then = turn(other, now)
        moved = max(abs(now - first).max(), abs(then - second).max())
        first, second = now, then
        if moved < NEAR:
            return float(first[0, 0]), float(second[0, 0])


def asked(game: Game, policy: Policy) -> Holds:
    """Return how likely `medium` is to hold, asked in every position."""
    tree, cells = Tree(game.compiled, policy=policy), game.compiled.layout.cells
    state = game.interpreter.start(1)
    number = [move[0] for move in game.interpreter.legal(state)].index(-1)
    points, gathered = cells["points"].base, cells["gathered"].base
    found = np.ones((MOST, GOAL, GOAL))
    for sum_ in range(2, MOST):
        for own in range(GOAL):
            for others in range(GOAL if own + sum_ < GOAL + 6 else 0):
                state[points], state[points + 1], state[gathered] = own, others, sum_
                found[sum_, own, others] = tree.rates(state, LEVELS["medium"].policy)[number]
    return lambda sum_, hold, roll: found[sum_]


def main() -> None:
    """Compute and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = Game(load("pig"), 2)
    optimum, _ = equilibrium(best, best)
    print(f"Between two best players the first one wins {100 * optimum:.2f}%.")
    budget = TrainingBudget(game.loaded, 2, {}, given.seconds, given.seed)
    kept = budget.kept() or budget.train(lambda seconds: None)
    assert kept is not None
    trained = asked(game, policy_from(kept.text, game))
    begun, answered = equilibrium(trained, best)
    print(
        f"Trained players ({kept.seconds:.0f} s, {kept.steps:,} steps) win "
        f"{50 * (begun + 1 - answered):.2f}% against the best ones."
    )
    first, _ = equilibrium(trained, trained)
    print(f"Between two of them the first one wins {100 * first:.2f}%.")


if __name__ == "__main__":
    main()
