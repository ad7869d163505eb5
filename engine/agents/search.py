"""The agents `easy`, `medium`, `hard` and `mcts`: tree search over what their seat knows."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from engine.agents.greedy import GreedyAgent
from engine.agents.parallel_search import SearchUnavailable, forest
from engine.agents.search_config import BUDGETED, Level
from engine.game.interpreter import Move
from engine.game.knowledge import InformationSet
from engine.game.rng import Chance
from engine.game.session import Game

_log = logging.getLogger("cairn")


class SearchAgent:
    """Plays the move that looks best in trees of what may happen."""

    def __init__(self, seed: int, level: Level, name: str = BUDGETED) -> None:
        """Seed it; unless the time runs out the same seed gives the same choices."""
        self.chance = Chance(seed)
        self.level = level
        self.name = name
        self.greedy = GreedyAgent(seed)

    def __repr__(self) -> str:
        return f"<agent {self.name}>"

    @property
    def looks_back(self) -> bool:
        """Return whether it searches, and asks then what the others' moves tell."""
        return not self.level.policy

    def choose(self, game: Game, known: InformationSet, legal: Sequence[Move], seat: int) -> Move:
        """Return the move that looks best.

        Where no search is possible it chooses as greedy does, and says so once. Raises RulesError
        for rules that stop every game from here.
        """
        if len(legal) == 1:
            return legal[0]
        here = forest(game)
        try:
            if self.level.policy:
                number = here.rated(game, known, self.chance, self.level.policy)
                if number is not None:
                    return legal[number]
            found = here.search(game, known, len(legal), self.chance, self.level)
        except SearchUnavailable as why:
            if not here.told:
                here.told = True
                title = game.rules.header.title
                _log.warning("%s can't be searched, so it is played as by greedy: %s", title, why)
            return self.greedy.choose(game, known, legal, seat)
        if self.chance.below(1024) < self.level.exploration_noise:
            return legal[self._any([f.visits for f in found])]
        return legal[max(range(len(legal)), key=lambda i: found[i].rank)]

    def _any(self, visits: Sequence[int]) -> int:
        """Return a move at random, in proportion to how often it was tried."""
        place = self.chance.below(max(1, sum(visits)))
        for number, count in enumerate(visits):
            if place < count:
                return number
            place -= count
        return 0
