"""Who wins Nim from every position of its heaps, and whether trained players know it.

    python -m benchmarks.nim [--seconds 20] [--seed 1] [--set last_loses=yes]

Each position is played out by the rules, move by move, in every way there is. That says who wins,
which is compared with the theory (Bouton, 1901). The trained policy then chooses in every position
that can be won.
"""

from __future__ import annotations

import argparse
from functools import reduce
from operator import xor

from engine.agents.search_config import LEVELS
from engine.agents.wasm_tree import Tree
from engine.compile import layout as at
from engine.game.options import read_options
from engine.game.session import Game
from engine.rules.load import load
from engine.training.policy import policy_from
from engine.training.trained_policies import TrainingBudget

Heaps = tuple[int, ...]


class Solution:
    """Every position that can come about, and whether the player to move wins it."""

    def __init__(self, game: Game) -> None:
        """Play everything out."""
        self.game = game
        zones = game.compiled.layout.zones
        self.heaps = [at_ for at_, zone in zones.items() if zone.family.name == "heap"]
        self.wins: dict[Heaps, bool] = {}
        self.states: dict[Heaps, list[int]] = {}
        self._solve(list(game.interpreter.start(1)))

    def sizes(self, state: list[int]) -> Heaps:
        """Return how many matches the heaps have."""
        return tuple(state[at_] for at_ in self.heaps)

    def after(self, state: list[int]) -> list[list[int]]:
        """Return the positions after each legal move."""
        found = []
        for move in self.game.interpreter.legal(state):
            found.append(list(state))
            self.game.interpreter.apply(found[-1], move)
        return found

    def won_by(self, state: list[int], seat: int) -> bool:
        """Return whether a seat has won, or wins from here."""
        if state[at.PC] == at.OVER:
            return seat in self.game.interpreter.winners(state)
        return self._solve(state) == (state[at.ME] == seat)

    def _solve(self, state: list[int]) -> bool:
        sizes = self.sizes(state)
        if sizes not in self.wins:
            self.states[sizes] = state
            results = [self.won_by(after, state[at.ME]) for after in self.after(state)]
            self.wins[sizes] = any(results)
        return self.wins[sizes]


def right(heaps: Heaps, last_loses: bool) -> bool:
    """Return whether the player to move wins by the theory."""
    if last_loses and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


def main() -> None:
    """Solve, compare and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", dest="option", default="last_loses=no")
    given = parser.parse_args()
    loaded = load("nim")
    options = read_options(loaded.checked(), dict([given.option.split("=", 1)]))
    game = Game(loaded, 2, options)
    solution = Solution(game)
    last_loses = given.option == "last_loses=yes"
    agree = sum(won == right(heaps, last_loses) for heaps, won in solution.wins.items())
    print(f"{len(solution.wins)} positions: {agree} are won and lost as the theory says.")
    budget = TrainingBudget(loaded, 2, options, given.seconds, given.seed)
    kept = budget.kept() or budget.train(lambda seconds: None)
    assert kept is not None
    tree = Tree(game.compiled, policy=policy_from(kept.text, game))
    known = won = 0
    for heaps, state in solution.states.items():
        if solution.wins[heaps]:
            rates = tree.rates(state, LEVELS["medium"].policy)
            after = solution.after(state)[rates.index(max(rates))]
            known, won = known + solution.won_by(after, state[at.ME]), won + 1
    print(
        f"Trained players ({kept.seconds:.0f} s, {kept.steps:,} steps) find a winning move in "
        f"{known} of the {won} positions that can be won."
    )


if __name__ == "__main__":
    main()
