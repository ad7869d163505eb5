"""How well a trained policy plays Kuhn poker, against a best response: no game is played, all is
computed.

    python -m benchmarks.kuhn [--seconds 20] [--seed 1] [--sharpness 1]

The trained policy is asked in every position of every deal how likely each move is. `medium` plays
by it with the sharpness of its level, and bluffs less often. From that follows what the first
player wins on average between two of them: −1/18 chips if neither can be exploited. The best
response knows the policy and takes in every situation what wins most against it, so no trained
response wins more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.agents.search_config import LEVELS
from engine.agents.wasm_tree import Tree
from engine.compile import layout as at
from engine.game.session import Game
from engine.rules.load import load
from engine.training.policy import Policy
from engine.training.training import Trainer, TrainingTuning, select_features

DEALS = 6
SEEDS = 1000
"""Among the deals of so many seeds are all six."""
VALUE = -1 / 18
Situation = tuple[int, str]
"""What the player to move knows: the own card from 0 for the jack, and the moves so far."""
Rates = Callable[[list[int], Situation], list[float]]


@dataclass
class Node:
    """A position: whose turn it is and what that seat knows, with the positions after each move;
    at an end what the first player has won.
    """

    seat: int
    situation: Situation
    rates: list[float] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)
    won: float = 0.0

    def value(self) -> float:
        """Return what the first player wins on average if both go by the policy."""
        if not self.after:
            return self.won
        return sum(p * node.value() for p, node in zip(self.rates, self.after, strict=True))


class Deals:
    """All deals of the game, equally likely, with what a policy does in each position."""

    def __init__(self, game: Game, rates: Rates) -> None:
        """Ask everywhere how likely each legal move is."""
        self.game, self.rates = game, rates
        self.chips = game.compiled.layout.cells["chips"].base
        starts: dict[tuple[int, ...], Node] = {}
        for seed in range(1, SEEDS):
            state = list(game.interpreter.start(seed))
            cards = tuple(self._card(state, seat) for seat in range(2))
            if cards not in starts:
                starts[cards] = self._node(state, "")
            if len(starts) == DEALS:
                break
        assert len(starts) == DEALS
        self.nodes = list(starts.values())

    def _card(self, state: list[int], seat: int) -> int:
        hand = self.game.compiled.layout.zones
        family = next(z for z in hand.values() if z.family.name == "hand" and z.number == seat)
        return int(family.lying(state)[0])

    def _node(self, state: list[int], moves: str) -> Node:
        interpreter = self.game.interpreter
        if state[at.PC] == at.OVER:
            return Node(-1, (0, moves), won=float(state[self.chips] - 2))
        seat = state[at.ME]
        node = Node(seat, (self._card(state, seat), moves))
        node.rates = self.rates(state, node.situation)
        for move in interpreter.legal(state):
            after = list(state)
            interpreter.apply(after, move)
            node.after.append(self._node(after, f"{moves}{move[0]}"))
        return node

    def value(self) -> float:
        """Return what the first player wins a game between two who go by the policy."""
        return sum(node.value() for node in self.nodes) / len(self.nodes)

    def response(self, seat: int) -> float:
        """Return what a best response in a seat wins a game against the policy."""
        chosen: dict[Situation, int] = {}
        # The last situations first: what is best there doesn't depend on choices before.
        known = {n.situation for n in self._all() if n.seat == seat}
        for situation in sorted(known, key=lambda s: -len(s[1])):
            options = [
                (reach, node) for reach, node in self._reached(seat) if node.situation == situation
            ]
            worth = [
                sum(reach * self._worth(node.after[n], seat, chosen) for reach, node in options)
                for n in range(len(options[0][1].after))
            ]
            chosen[situation] = worth.index(max(worth))
        return sum(self._worth(node, seat, chosen) for node in self.nodes) / len(self.nodes)

    def _worth(self, node: Node, seat: int, chosen: dict[Situation, int]) -> float:
        """Return what a seat wins from a position on by what it has chosen."""
        if not node.after:
            return node.won if seat == 0 else -node.won
        if node.seat == seat:
            return self._worth(node.after[chosen[node.situation]], seat, chosen)
        return sum(
            p * self._worth(after, seat, chosen)
            for p, after in zip(node.rates, node.after, strict=True)
        )

    def _reached(self, seat: int) -> Iterator[tuple[float, Node]]:
        """Yield each position with how likely the other seat lets it come about."""
        waiting = [(1.0, node) for node in self.nodes]
        while waiting:
            reach, node = waiting.pop()
            yield reach, node
            for p, after in zip(node.rates, node.after, strict=True):
                waiting.append((reach * (1.0 if node.seat == seat else p), after))

    def _all(self) -> Iterator[Node]:
        return (node for _, node in self._reached(0))


def asked(game: Game, policy: Policy, sharpness: float) -> Rates:
    """Return how likely a policy is to make each legal move."""
    tree = Tree(game.compiled, policy=policy)
    return lambda state, situation: tree.rates(state, sharpness)


def main() -> None:
    """Compute and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sharpness", type=float, default=1.0)
    given = parser.parse_args()
    game = Game(load("kuhn"), 2)
    # Kuhn poker is played for chips alone. Training usually also rewards having more of them.
    plan = select_features(game.loaded, 2, {})
    trainer = Trainer(plan, given.seed, TrainingTuning(winning=0.0))
    began = time.monotonic()
    while (spent := time.monotonic() - began) < given.seconds:
        trainer.steps(5, spent / given.seconds)
    policy = Policy(plan, tuple(trainer.weights), trainer.usual.scales)
    for sharpness in (given.sharpness, LEVELS["medium"].policy):
        deals = Deals(game, asked(game, policy, sharpness))
        gain = (deals.response(0) + deals.response(1)) / 2
        print(
            f"Sharpness {sharpness:g} ({given.seconds:g} s, {trainer.done:,} steps): the first "
            f"player wins {deals.value():+.4f} chips a game, {VALUE:+.4f} is right; a best "
            f"response wins {gain:.4f}."
        )


if __name__ == "__main__":
    main()
