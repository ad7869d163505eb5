"""Luck or skill: a ladder of players, from random ones to those that have trained for longest.

Everybody plays everybody, on equal deals. How many levels of it can be told apart is a measure of
how much there is to learn in a game.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.game.session import Game
from engine.language.message import joined
from engine.study.policy_match import MatchResult, PolicyMatch
from engine.study.study_players import PLAIN, TRAINED, StudyPlayers, seconds_words
from engine.training.policy import policy_from

DEALS = 100
SECONDS = 60.0
"""So long all matches of a ladder may take."""
TOO_FEW = "Too few games were finished in a minute to tell all players of the ladder apart."
LUCK = (
    "No player of the ladder clearly beats another: in this game, more training made no difference."
)
NO_ORDER = (
    "No levels of skill can be told apart, although some players of the ladder clearly beat "
    "others: who wins depends on the opponent."
)


@dataclass(frozen=True)
class Rung:
    """A player of the ladder. `weights`: by what it rates moves."""

    name: str
    agent: str
    weights: tuple[float, ...]


@dataclass(frozen=True)
class SkillLadder:
    """Players by name, and what each won against each of those before it, by their numbers.

    The margins' intervals have Bonferroni's correction for so many pairs.
    """

    names: tuple[str, ...]
    results: dict[tuple[int, int], MatchResult]

    @cached_property
    def levels(self) -> list[int]:
        """Return players each of which clearly beats the one before, from the weakest on: as many
        as there are so that none clearly loses to a lower one.
        """
        order = sorted(range(len(self.names)), key=self._strength)
        for size in range(len(order), 1, -1):
            for chain in itertools.combinations(order, size):
                above = all(self._beats(b, a) for a, b in itertools.pairwise(chain))
                if above and not any(self._beats(*p) for p in itertools.combinations(chain, 2)):
                    return list(chain)
        return order[:1]

    @property
    def complete(self) -> bool:
        """Return whether every pair has played enough games to be judged."""
        margins = [result.margin for result in self.results.values()]
        pairs = math.comb(len(self.names), 2)
        return len(margins) == pairs and all(math.isfinite(x.high - x.low) for x in margins)

    def _beats(self, one: int, other: int) -> bool:
        """Return whether it is clear that a player wins more than another against whom it plays."""
        if (one, other) in self.results:
            return self.results[one, other].margin.low > 0
        found = self.results.get((other, one))
        return found is not None and found.margin.high < 0

    def _strength(self, number: int) -> float:
        """Return how much more a player wins than its opponents, all of them together."""
        won = [x.margin.value for (one, _), x in self.results.items() if one == number]
        lost = [x.margin.value for (_, other), x in self.results.items() if other == number]
        return sum(won) - sum(lost)

    def sentences(self) -> Iterator[str]:
        """Yield how many levels of skill there are, as far as that is clear."""
        if not self.complete:
            yield TOO_FEW
        names = [f"'{self.names[number]}'" for number in self.levels]
        if len(names) > 1:
            yield (
                f"{len(names)} levels of skill can be told apart, each of which clearly beats the "
                f"one before: {joined(names, 'and')}."
            )
        elif any(result.margin.clear_of(0.0) for result in self.results.values()):
            yield NO_ORDER
        elif self.complete:
            yield LUCK

    def rows(self) -> Iterator[str]:
        """Yield what each won against each of those before it."""
        for (one, other), result in self.results.items():
            yield f"{self.names[one]} against {self.names[other]}: {result.words}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "players": list(self.names),
            "levels": [self.names[number] for number in self.levels],
            "matches": [
                {"one": self.names[one], "other": self.names[other], **result.as_json()}
                for (one, other), result in self.results.items()
            ],
        }


def rungs_of(players: StudyPlayers, game: Game) -> list[Rung]:
    """Return the ladder up to trained players, whose policy the game has. Raises Unusable."""
    full = policy_from(players.policy, game).weights
    found = [Rung("random", "random", full), Rung(PLAIN, PLAIN, full)]
    last = f"trained for {seconds_words(players.seconds)}" if players.seconds else "trained"
    for seconds, text in players.earlier:
        name = f"trained for {seconds_words(seconds)}"
        if name not in (found[-1].name, last):
            found.append(Rung(name, TRAINED, policy_from(text, game).weights))
    return [*found, Rung(last, TRAINED, full)]


def ladder(
    game: Game, rungs: Sequence[Rung], seed: int, heard: Callable[[float], None]
) -> SkillLadder:
    """Let everybody play everybody; what isn't played when the time is over is left out.

    `heard` hears the share that is done.
    """
    pairs = [(b, a) for a, b in itertools.combinations(range(len(rungs)), 2)]
    until, like = time.monotonic() + SECONDS, None
    results: dict[tuple[int, int], MatchResult] = {}
    for number, (one, other) in enumerate(sorted(pairs)):
        left = until - time.monotonic()
        if left <= 0:
            break
        first, second = rungs[one], rungs[other]
        trained = TRAINED in (first.agent, second.agent)
        match = PolicyMatch(
            game, first.agent, second.agent, seed, (first.weights, second.weights),
            like if trained else None,
        )  # fmt: skip
        like = like or (match.module if trained else None)
        match.play(DEALS, left / (len(pairs) - number))
        if match.own:
            results[one, other] = match.result(len(pairs))
        heard((number + 1) / len(pairs))
    return SkillLadder(tuple(rung.name for rung in rungs), results)
