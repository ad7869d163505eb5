"""Round robins between agents: every match-up on every seating, and how strong that shows each.

Each deal is played once with every turn of the seats, so that nobody is helped by what was dealt.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rules.load import Loaded
from engine.study.batches import Plan, Table
from engine.study.findings import scored
from engine.study.games import Games
from engine.study.intervals import Interval, mean, wilson
from engine.study.ratings import Deal, Rating, ratings
from engine.study.series import plain, told

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
) -> Plan:
    """Return what an arena plays, a table for each match-up."""
    found = match_ups(agents, players)
    return Plan(tuple(Table(loaded, dict(options), n, players, 0) for n in found), seed)


def whole_turns(games: int, players: int) -> int:
    """Return so many games, or a few more, that every deal is played on every seating."""
    return -(-games // players) * players


@dataclass(frozen=True)
class Entry:
    """How an agent did over all of its games. `wins`: its part of the wins, for each seat of it."""

    agent: str
    rating: Rating
    games: int
    wins: Interval
    score: Interval | None


@dataclass(frozen=True)
class PairEntry:
    """How two agents did against each other: the first one's points, of one a game."""

    one: str
    other: str
    meetings: int
    points: Interval
    ahead: Interval | None
    """By how much the first one's score is higher."""


class Arena:
    """The games of a round robin, and what they show."""

    def __init__(self, agents: Sequence[str], tables: Sequence[Games], seed: int) -> None:
        """Take the games of every match-up."""
        self.agents = list(agents)
        self.tables = list(tables)
        self.seed = seed
        self.scored = any(scored(games) for games in tables)

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return sum(table.count for table in self.tables)

    @cached_property
    def entries(self) -> list[Entry]:
        """Return how the agents did, the strongest first."""
        strata = [list(self._deals(games)) for games in self.tables]
        found = ratings(len(self.agents), strata, self.seed)
        rows = [self._entry(name, rating) for name, rating in zip(self.agents, found, strict=True)]
        return sorted(rows, key=lambda entry: -entry.rating.value)

    def _entry(self, name: str, rating: Rating) -> Entry:
        wins: list[float] = []
        scores: list[float] = []
        for games in self.tables:
            if name in games.table.seats:
                wins += games.of_agent(name, games.wins)
                first = games.columns.scores
                seats = [games.column(first + seat) for seat in range(games.players)]
                scores += games.of_agent(name, seats)
        score = mean(scores) if self.scored else None
        return Entry(name, rating, len(wins), wilson(sum(wins), len(wins)), score)

    @cached_property
    def pairs(self) -> list[PairEntry]:
        """Return how every two agents did against each other, the stronger named first."""
        order = [entry.agent for entry in self.entries]
        return [
            entry
            for one, other in itertools.combinations(order, 2)
            if (entry := self._pair(one, other)) is not None
        ]

    def _pair(self, one: str, other: str) -> PairEntry | None:
        """Return how two agents did, each game being one observation."""
        points: list[float] = []
        ahead: list[float] = []
        meetings = 0
        for games in self.tables:
            if one in games.table.seats and other in games.table.seats:
                for found, difference in _meetings(games, one, other):
                    points.append(sum(found) / len(found))
                    ahead.append(difference)
                    meetings += len(found)
        if not points:
            return None
        share = wilson(sum(points), len(points))
        return PairEntry(one, other, meetings, share, mean(ahead) if self.scored else None)

    def _deals(self, games: Games) -> Iterator[Deal]:
        """Yield what each deal of a match-up showed."""
        found: dict[tuple[int, int], list[list[float]]] = {}
        for i, j in itertools.combinations(range(len(self.agents)), 2):
            one, other = self.agents[i], self.agents[j]
            if one in games.table.seats and other in games.table.seats:
                found[i, j] = [points for points, _ in _meetings(games, one, other)]
        turn = games.table.deals
        for first in range(0, games.count, turn):
            rows = []
            for pair, points in found.items():
                here = [p for game in points[first : first + turn] for p in game]
                rows.append((pair, sum(here), len(here) - sum(here)))
            yield tuple(rows)

    # -------------------------------------------------------------- told

    def text(self) -> str:
        """Return the ratings and the pairs as text."""
        table = self.tables[0].table
        game = self.tables[0].game
        options = "".join(f", {k} = {v}" for k, v in game.option_words().items())
        rows = [
            f"{game.rules.header.title}: {self.games:,} games of {table.players} between "
            f"{', '.join(self.agents)}, seed {self.seed}{options}",
            "",
            f"{'':<14}{'rating':<24}{'wins':<24}{'score' if self.scored else ''}".rstrip(),
        ]
        for entry in self.entries:
            r = entry.rating
            rating = f"{r.value:.0f} ({r.low:.0f} to {r.high:.0f})"
            score = told(entry.score, "points") if entry.score else ""
            rows.append(f"{entry.agent:<14}{rating:<24}{told(entry.wins, '%'):<24}{score}".rstrip())
        rows += ["", "Against each other, ties as half:"]
        for pair in self.pairs:
            lead = f", {told(pair.ahead, 'points')} points ahead" if pair.ahead else ""
            rows.append(
                f"  {pair.one} gets {told(pair.points, '%')} against {pair.other}{lead}; "
                f"{pair.meetings:,} meetings"
            )
        return "\n".join(rows)

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
            "agents": [
                {
                    "agent": entry.agent,
                    "rating": {k: round(v, 2) for k, v in vars(entry.rating).items()},
                    "wins": plain(entry.wins),
                    "score": plain(entry.score) if entry.score else None,
                }
                for entry in self.entries
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


def _meetings(games: Games, one: str, other: str) -> Iterator[tuple[list[float], float]]:
    """Yield by game one's points against another, seat against seat, and how far it is ahead."""
    columns = games.columns
    places = [games.column(columns.places + seat) for seat in range(games.players)]
    scores = [games.column(columns.scores + seat) for seat in range(games.players)]
    mine, theirs = games.seats_of(one), games.seats_of(other)
    for game in range(games.count):
        turn = game % games.players
        points, ahead = [], 0.0
        for a, b in itertools.product(mine[turn], theirs[turn]):
            x, y = places[a][game], places[b][game]
            points.append(1.0 if x < y else 0.5 if x == y else 0.0)
            ahead += scores[a][game] - scores[b][game]
        yield points, ahead / len(points)
