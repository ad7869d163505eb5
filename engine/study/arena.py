"""Round robins between agents: every match-up on every seating, and how strong that shows each.

Each deal is played once with every turn of the seats, so that nobody is helped by what was dealt.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from engine.agents.search_config import LEVELS, Level, level_of
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.study.game_results import GameResults
from engine.study.intervals import Column, Interval, Numbers, mean, wilson
from engine.study.metric import interval_words, plain
from engine.study.metrics import scored
from engine.study.plan import Matchup, StudyPlan
from engine.study.ratings import Deal, Rating, ratings
from engine.study.unfinished import unfinished_words
from engine.study.wins import TIES

FORMAT = 1


def match_ups(agents: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return who plays whom: each choice of as many agents as play.

    With fewer agents than seats some of them take several, in every mixture.
    """
    if len(agents) >= players:
        return list(itertools.combinations(agents, players))
    mixed = itertools.combinations_with_replacement(agents, players)
    return [names for names in mixed if len(set(names)) > 1]


def arena_plan(
    loaded: Loaded, options: Mapping[str, int], agents: Sequence[str], players: int, seed: int
) -> StudyPlan:
    """Return what an arena plays, a table for each match-up.

    Raises RulesError (E603) for an agent that is named twice, be it in two spellings.
    """
    _check_different(agents)
    teams = loaded.checked().header.teams
    found = match_ups(agents, teams or players)
    if teams:  # an agent plays for a whole side, whose seats come in turn
        found = [names * (players // teams) for names in found]
    return StudyPlan(tuple(Matchup(loaded, dict(options), n, players, 0) for n in found), seed)


def _check_different(agents: Sequence[str]) -> None:
    known: dict[str | Level, str] = {}
    for name in agents:
        searches = name.partition(":")[0] in LEVELS
        first = known.setdefault(level_of(name) if searches else name, name)
        if first is not name:
            message = Message(
                "'{first}' and '{name}' are the same agent; each can be named once", first, name
            )
            raise RulesError(Diagnostic(Code.E603, message))


def whole_turns(games: int, players: int) -> int:
    """Return so many games, or a few more, that every deal is played on every seating."""
    return -(-games // players) * players


@dataclass(frozen=True)
class AgentResult:
    """How an agent did over all of its games. `wins` and `ties`: how often a seat of it wins, and
    shares a win.
    """

    agent: str
    rating: Rating
    games: int
    wins: Interval
    ties: Interval
    score: Interval | None


@dataclass(frozen=True)
class PairResult:
    """How two agents did against each other: the first one's points, of one a game."""

    one: str
    other: str
    meetings: int
    points: Interval
    ahead: Interval | None
    """By how much the first one's score is higher."""


class Arena:
    """The games of a round robin, and what they show."""

    def __init__(self, agents: Sequence[str], tables: Sequence[GameResults], seed: int) -> None:
        """Take the games of every match-up; those without a finished game show nothing."""
        self.agents = list(agents)
        self.tables = [table for table in tables if table.count]
        self.unfinished = sum(table.unfinished for table in tables)
        self.seed = seed
        self.scored = any(scored(games) for games in tables)

    @property
    def games(self) -> int:
        """Return how many games were finished."""
        return sum(table.count for table in self.tables)

    @cached_property
    def results(self) -> list[AgentResult]:
        """Return how the agents did, the strongest first."""
        strata = [list(self._deals(games)) for games in self.tables]
        sides = self.tables[0].sides
        found = ratings(len(self.agents), strata, self.seed, sides)
        rows = [self._result(name, rating) for name, rating in zip(self.agents, found, strict=True)]
        return sorted(rows, key=lambda result: -result.rating.value)

    def _result(self, name: str, rating: Rating) -> AgentResult:
        own = [games for games in self.tables if name in games.table.seats]

        def all_of(values: Callable[[GameResults], Column]) -> Numbers:
            parts = [g.of_agent(name, values(g)) for g in own]
            return np.concatenate(parts) if parts else np.zeros(0)

        won, tied = (all_of(of) for of in (attrgetter("wins"), attrgetter("ties")))
        scores = all_of(lambda g: g.by_seat(g.columns.scores))
        wins, ties = (wilson(float(part.sum()), part.size) for part in (won, tied))
        score = mean(scores) if self.scored and own else None
        return AgentResult(name, rating, won.size, wins, ties, score)

    @cached_property
    def pairs(self) -> list[PairResult]:
        """Return how every two agents did against each other, the stronger named first."""
        order = [result.agent for result in self.results]
        return [
            result
            for one, other in itertools.combinations(order, 2)
            if (result := self._pair(one, other)) is not None
        ]

    def _pair(self, one: str, other: str) -> PairResult | None:
        """Return how two agents did, each game being one observation."""
        points: list[float] = []
        ahead: list[float] = []
        meetings = 0
        for games in self.tables:
            if one in games.table.seats and other in games.table.seats:
                for found, difference in filter(itemgetter(0), _meetings(games, one, other)):
                    points.append(sum(found) / len(found))
                    ahead.append(difference)
                    meetings += len(found)
        if not points:
            return None
        share = wilson(sum(points), len(points))
        return PairResult(one, other, meetings, share, mean(ahead) if self.scored else None)

    def _deals(self, games: GameResults) -> Iterator[Deal]:
        """Yield what each deal of a match-up showed."""
        found: dict[tuple[int, int], list[list[float]]] = {}
        for i, j in itertools.combinations(range(len(self.agents)), 2):
            one, other = self.agents[i], self.agents[j]
            if one in games.table.seats and other in games.table.seats:
                found[i, j] = [points for points, _ in _meetings(games, one, other)]
        deals = [games.table.deal(number) for number in games.numbers.tolist()]
        for _, played in itertools.groupby(range(games.count), deals.__getitem__):
            rows, own = [], list(played)
            for pair, points in found.items():
                here = [p for game in own for p in points[game]]
                if here:
                    rows.append((pair, sum(here), len(here) - sum(here)))
            yield tuple(rows)

    # -------------------------------------------------------------- told

    def text(self) -> str:
        """Return the ratings and the pairs as text."""
        table = self.tables[0].table
        game = self.tables[0].game
        options = "".join(f", {k} = {v}" for k, v in game.option_words().items())
        wide = max(12, *map(len, self.agents)) + 2
        tied = any(result.ties.value for result in self.results)
        names = ("rating", "wins", *(["ties"] if tied else []), *(["score"] if self.scored else []))
        rows = [
            f"{game.rules.header.title}: {self.games:,} games of {table.players} between "
            f"{', '.join(self.agents)}, seed {self.seed}{options}",
            "",
            "".join([" " * wide, *(f"{name:<24}" for name in names)]).rstrip(),
        ]
        for result in self.results:
            rating = _rated(result.rating)
            score = interval_words(result.score, "points") if result.score else ""
            wins = interval_words(result.wins, "%")
            ties = f"{interval_words(result.ties, '%'):<24}" if tied else ""
            rows.append(f"{result.agent:<{wide}}{rating:<24}{wins:<24}{ties}{score}".rstrip())
        rows += ["", *([TIES] if tied else []), "Against each other, ties as half:"]
        for pair in self.pairs:
            lead = f", {_ahead(pair.ahead)}" if pair.ahead else ""
            rows.append(
                f"  {pair.one} gets {interval_words(pair.points, '%')} against {pair.other}{lead}; "
                f"{pair.meetings:,} meetings"
            )
        rows += self._one_way()
        rows += ["", unfinished_words(self.unfinished)] if self.unfinished else []
        return "\n".join(rows)

    def _one_way(self) -> Iterator[str]:
        """Yield what has to be known of ratings where someone has won or lost everything."""
        if any(pair.points.value in (0.0, 1.0) for pair in self.pairs):
            yield (
                "  Where one has won everything, ratings show how far apart the two are at least; "
                "they may be further."
            )

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        table = self.tables[0].table
        return {
            "format": FORMAT,
            "ruleset": table.loaded.name,
            "text": table.loaded.digest,
            "players": table.players,
            "options": self.tables[0].game.option_words(),
            "seed": self.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "agents": [
                {
                    "agent": result.agent,
                    "rating": {
                        k: None if math.isinf(v) else round(v, 2)
                        for k, v in vars(result.rating).items()
                    },
                    "wins": plain(result.wins),
                    "ties": plain(result.ties),
                    "score": plain(result.score) if result.score else None,
                }
                for result in self.results
            ],
            "pairs": [
                {
                    "one": pair.one,
                    "other": pair.other,
                    "meetings": pair.meetings,
                    "points": plain(pair.points),
                    "ahead": plain(pair.ahead) if pair.ahead else None,
                }
                for pair in self.pairs
            ],
        }


def _rated(rating: Rating) -> str:
    """Return a rating with its interval in words."""
    if math.isinf(rating.high):
        return "none: met nobody"
    return f"{rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def _ahead(found: Interval) -> str:
    """Return how far one is ahead in words, or behind."""
    if found.value < 0:
        return f"{interval_words(found.times(-1), 'points')} points behind"
    return f"{interval_words(found, 'points')} points ahead"


def _meetings(games: GameResults, one: str, other: str) -> Iterator[tuple[list[float], float]]:
    """Yield by game one's points against another, seat against seat, and how far it is ahead.

    Partners count as one, and don't meet each other: they win and lose together.
    """
    columns, sides = games.columns, games.sides
    places, scores = (games.by_seat(first).T.tolist() for first in (columns.places, columns.scores))
    mine, theirs = (
        [sorted({seat % sides for seat in turn}) for turn in games.seats_of(name)]
        for name in (one, other)
    )
    for game, number in enumerate(games.numbers.tolist()):
        turn = (number - 1) % games.players
        points, ahead = [], 0.0
        for a, b in itertools.product(mine[turn], theirs[turn]):
            if a == b:
                continue
            x, y = places[a][game], places[b][game]
            points.append(1.0 if x < y else 0.5 if x == y else 0.0)
            ahead += scores[a][game] - scores[b][game]
        yield points, ahead / max(1, len(points))
