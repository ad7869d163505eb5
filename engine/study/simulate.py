"""Simulations: a number of games between agents, and what they add up to.

The same simulation twice gives the same numbers, but for the times: see one_game.py. Seat 1 begins
every game unless told otherwise.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.agents.registry import check_name
from engine.compile.program import rating_of
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import make_folder
from engine.rules.load import Loaded
from engine.study.fast import executor_for
from engine.study.game_table import together
from engine.study.intervals import Whole, deviation
from engine.study.outcomes import DECISIONS, SCORES, WINNERS
from engine.study.plan import Matchup, StudyPlan, Todo
from engine.study.run import play_all

Progress = Callable[[int], None]


@dataclass(frozen=True)
class SeatReport:
    """How a seat did: mean and standard deviation of its score (that of a sample), wins and ties.

    A shared win is a tie for each seat that shares it, and a win for none.
    """

    agent: str
    mean: float
    sd: float
    wins: int
    ties: int


@dataclass(frozen=True)
class SimulationReport:
    """What a simulation showed. `decisions` is the mean per game. The same simulation twice gives
    the same numbers, but for the times.
    """

    ruleset: str
    players: int
    games: int
    seed: int
    options: dict[str, str]
    decisions: float
    seconds: float
    decisions_per_second: float
    seats: tuple[SeatReport, ...]
    ratings: dict[str, float]
    """What part of the seats' results has each rating of the rules."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data, seats counted from 1."""
        data = {name: value for name, value in vars(self).items() if name != "seats"}
        data["seats"] = [
            {"seat": number, **vars(seat)} for number, seat in enumerate(self.seats, 1)
        ]
        return data


def simulate(
    loaded: Loaded,
    players: int,
    games: int,
    seed: int,
    seats: Sequence[str],
    options: Mapping[str, int] | None = None,
    record: Path | None = None,
    progress: Progress | None = None,
    executor: str | None = None,
    workers: int = 1,
    first: int = 0,
) -> SimulationReport:
    """Play games between agents and return what they show; `record`: a folder for their saves.

    `progress` hears how many games are done. `executor`: what plays them, the quickest that can if
    None; `workers`: how many processes; `first`: the seat that begins, from 0. The games are the
    same with any executor and number of workers, but for those of agents that think for a time,
    like `hard`. Raises RulesError for what can't be played, with the number and seed of the game in
    which it was met.
    """
    check_seats(seats, players)
    game = Game(loaded, players, dict(options or {}))
    table = Matchup(
        loaded, dict(options or {}), tuple(seats), turning=False, measured=False,
        executor=executor_for(executor, game, seats, recorded=record is not None),
        first=first, record=record, digits=max(4, len(str(games))),
    )  # fmt: skip
    plan = StudyPlan((table,), seed)
    if record is not None:
        make_folder(record)
    started = time.perf_counter()
    batches = play_all(plan, Todo.of([games]), workers=workers, progress=progress)
    rows = np.array(together(batches, SCORES + players, games), np.int64).reshape(games, -1)
    return _report(game, seed, seats, rows, time.perf_counter() - started)


def check_seats(seats: Sequence[str], players: int) -> None:
    """Raise RulesError (E603) unless there is an agent for each seat."""
    for name in seats:
        check_name(name)
    if len(seats) != players:
        message = f"{players} players need {players} seats, not {len(seats)}: {','.join(seats)}"
        raise RulesError(Diagnostic(Code.E603, message))


def _report(
    game: Game, seed: int, seats: Sequence[str], rows: Whole, seconds: float
) -> SimulationReport:
    games, decisions = len(rows), int(rows[:, DECISIONS].sum())
    found = []
    for seat, name in enumerate(seats):
        scores, won = rows[:, SCORES + seat], rows[:, WINNERS] >> seat & 1 == 1
        alone = rows[:, WINNERS] == 1 << seat
        mean, sd = round(float(scores.mean()), 4), round(deviation(scores), 4)
        wins = int(alone.sum())
        found.append(SeatReport(name, mean, sd, wins, int(won.sum()) - wins))
    return SimulationReport(
        ruleset=game.loaded.name,
        players=game.players,
        games=games,
        seed=seed,
        options=game.option_words(),
        decisions=round(decisions / games, 4),
        seconds=round(seconds, 3),
        decisions_per_second=round(decisions / max(seconds, 1e-9)),
        seats=tuple(found),
        ratings=_ratings(game, rows),
    )


def _ratings(game: Game, rows: Whole) -> dict[str, float]:
    """Return what part of the seats' results has each rating; where nobody wins, none has."""
    found = game.compiled.ratings
    scores = rows[rows[:, WINNERS] != 0, SCORES:].ravel().tolist() if found else ()
    called = Counter(rating_of(found, score) for score in scores)
    return {
        words: round(called[words] / (len(rows) * game.players), 4)
        for words in dict.fromkeys(rated.words for rated in found)
        if words
    }
