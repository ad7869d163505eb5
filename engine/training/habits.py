"""What good players do: which features tip the choices of a policy when it plays against itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.game.rng import Chance
from engine.game.wasm_executor import Module, Stopped
from engine.training.attribution import FeatureAttribution, MoveFeatures, Numbers, look
from engine.training.meanings import WHERE_ANY, Meaning
from engine.training.policy import Policy

GAMES = 40
_LONGEST = 2000
"""Decisions after which a game is left."""


@dataclass
class PlayHabit:
    """A feature of an action's moves that tips choices, a number for each game in which it could.

    `weight`: by how much it spoke for what was chosen, against the other moves of that action on
    average, all decisions of the game together; `chosen` and `others`: what it came to for what was
    chosen and for all that could have been, on average.
    """

    action: str
    meaning: Meaning
    weight: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)


def habits(policy: Policy, games: int = GAMES) -> list[PlayHabit]:
    """Return what tips choices in a number of games, what weighs most first.

    Only what can be put into words is among it. Games that don't end are left out.
    """
    player = _Player(policy)
    found: dict[tuple[int, int], PlayHabit] = {}
    heads = policy.plan.rated.heads
    for seed in range(1, games + 1):
        for (head, line), row in player.game(seed).items():
            meaning = policy.meanings.get(player.scales.texts[head][line])
            if meaning is None or meaning.words in WHERE_ANY:
                continue
            habit = found.setdefault((head, line), PlayHabit(heads[head].name, meaning))
            habit.weight.append(float(row[0]))
            habit.chosen.append(float(row[1] / row[3]))
            habit.others.append(float(row[2] / row[3]))
    return sorted(found.values(), key=lambda h: -sum(h.weight))


class _Player:
    """Plays by a policy and notes why."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.scales = policy, FeatureAttribution(policy)
        self.module = Module(policy.plan.compiled, search=True, rated=policy.plan.rated)
        policy.tell(self.module)

    def game(self, seed: int) -> dict[tuple[int, int], Sequence[float]]:
        """Play a game. Return by head and line: weight, sums of what was chosen and could have
        been, and how often there was a choice. Nothing for a game that doesn't end.
        """
        sums: dict[int, Numbers] = {}
        counts: dict[int, int] = defaultdict(int)
        try:
            for chosen, others in self._decisions(seed):
                head, rows = chosen.head, np.array([one.inputs for one in (chosen, *others)])
                parts, values = self.scales.parts(head, rows), self.scales.values(head, rows)
                weight = parts[0] - parts[1:].mean(axis=0)
                new = np.array([weight, values[0], values[1:].mean(axis=0)])
                sums[head] = sums[head] + new if head in sums else new
                counts[head] += 1
        except Stopped:
            return {}
        return {
            (head, line): (*(float(x) for x in table[:, line]), counts[head])
            for head, table in sums.items()
            for line in range(1, table.shape[1])
        }

    def _decisions(self, seed: int) -> Iterator[tuple[MoveFeatures, list[MoveFeatures]]]:
        """Yield what was chosen, and all of the same action that could have been."""
        module, chance = self.module, Chance(seed)
        module.start(seed)
        for _ in range(_LONGEST):
            count = module.call("rates")
            if not count:
                return
            if count < 0:
                break
            number = module.call("choose_by_rates", chance.below(1 << 24)) if count > 1 else 0
            if count > 1:
                looked = look(module, self.policy.plan.rated, range(count))
                same = [one for one in looked if one.head == looked[number].head]
                if len(same) > 1:
                    yield looked[number], same
            module.call("apply", number)
        raise Stopped(0)
