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
from engine.compile.wasm.move_keys import sides
from engine.game.session import Game
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import make_folder
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.study.fast import executor_for
from engine.study.game_results import together, unbroken
from engine.study.intervals import Whole, deviation
from engine.study.plan import Batch, Matchup, StudyPlan, Todo
from engine.study.result_runner import DECISIONS, SCORES, WINNERS
from engine.study.run import Notice, PlayStopped, play_all, unnoticed
from engine.study.wins import UNFINISHED, losses, ties, wins

Progress = Callable[[int], None]


@dataclass(frozen=True)
class SeatReport:
    """How a seat did: mean and standard deviation of its score (that of a sample), wins and ties.

    A win of its team is a win for the seat; a win that several share is a tie for each of them, and
    a win for none. `losses`: games that another side won; that all players lost, where they play
    together. `mean` and `sd` are None where the rules count no scores.
    """

    agent: str
    mean: float | None
    sd: float | None
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True)
class SimulationReport:
    """What the finished games of a simulation show.

    `games`: how many finished; `unfinished`: how many were stopped after 100,000 decisions.
    `decisions`: the mean of a game. `seats`: for each seat its agent, the mean and the standard
    deviation of its scores, its wins and its ties. `ratings`: the share of results that have each
    name of the rules, 0 to 1. `shared`: games that several won; `nobody`: games that nobody won.
    The same simulation reports the same numbers, but for `seconds` and `decisions_per_second`.

    >>> from engine import load, simulate
    >>> report = simulate(load("examples/nim.cairn"), 2, 20, 1, ["random", "greedy"])
    >>> report.seats[1].agent, report.seats[1].wins, report.shared, report.nobody
    ('greedy', 10, 0, 0)
    """

    ruleset: str
    players: int
    games: int
    unfinished: int
    seed: int
    options: dict[str, str]
    decisions: float
    seconds: float
    decisions_per_second: float
    seats: tuple[SeatReport, ...]
    ratings: dict[str, float]
    """What part of the seats' results has each rating of the rules."""
    shared: int
    nobody: int

    def __repr__(self) -> str:
        won = ", ".join(f"{seat.agent} won {seat.wins}" for seat in self.seats)
        return f"<SimulationReport {self.ruleset}, games={self.games}: {won}>"

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data, seats counted from 1."""
        data = {name: value for name, value in vars(self).items() if name != "seats"}
        data["seats"] = [
            {"seat": number, **vars(seat)} for number, seat in enumerate(self.seats, 1)
        ]
        return data


class SimulationStopped(KeyboardInterrupt):
    """Ctrl-C was heard during a simulation."""

    def __init__(self, report: SimulationReport | None) -> None:
        """Keep what the games before it showed; None where none was finished."""
        super().__init__()
        self.report = report


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
    notice: Notice = unnoticed,
) -> SimulationReport:
    """Play games between agents and report what they show.

    `seats`: an agent's name for each seat. `record`: a folder for the games' saves. `progress`: is
    called with the number of finished games. `executor`: `python` or `wasm`, the quickest that can
    play if None. `workers`: how many processes. `first`: the seat that begins, from 0. `notice`: is
    called with sentences on how the games are played.

    The games don't depend on executor and workers, but for agents that think for a time, like
    `hard`. Raises RulesError for games that can't be played, with the number and the seed of the
    first, and (E506) if no game ends; SimulationStopped at Ctrl-C.

    >>> from engine import load, simulate
    >>> simulate(load("examples/nim.cairn"), 2, games=20, seed=1, seats=["random", "greedy"])
    <SimulationReport nim, games=20: random won 10, greedy won 10>
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

    def report(batches: Sequence[Batch], count: int) -> SimulationReport:
        rows = np.array(together(batches, SCORES + players, count), np.int64).reshape(count, -1)
        return _report(game, seed, seats, rows, time.perf_counter() - started)

    try:
        batches = play_all(
            plan, Todo.of([games]), [games], workers=workers, progress=progress, notice=notice
        )
    except PlayStopped as stop:
        played = unbroken(stop.batches)
        found = report(stop.batches, played) if played else None
        raise SimulationStopped(found if found and found.games else None) from None
    return report(batches, games)


def check_seats(seats: Sequence[str], players: int) -> None:
    """Raise RulesError (E603) unless there is an agent for each seat."""
    for name in seats:
        check_name(name)
    if len(seats) != players:
        message = Message(
            "{players} players need {players} seats, not {number}: {names}",
            players,
            len(seats),
            ",".join(seats),
        )
        raise RulesError(Diagnostic(Code.E603, message))


def _report(
    game: Game, seed: int, seats: Sequence[str], rows: Whole, seconds: float
) -> SimulationReport:
    played, made = len(rows), int(rows[:, DECISIONS].sum())
    rows = rows[rows[:, WINNERS] != UNFINISHED]
    games, decisions = len(rows), int(rows[:, DECISIONS].sum())
    winners = rows[:, WINNERS], game.players, sides(game.compiled)
    won, tied = wins(*winners), ties(*winners)
    found = []
    lost = losses(*winners)
    for seat, name in enumerate(seats):
        scores = rows[:, SCORES + seat]
        mean = sd = None
        if game.compiled.rankings:
            mean, sd = round(float(scores.mean()), 4), round(deviation(scores), 4)
        counts = (int(of[:, seat].sum()) for of in (won, tied, lost))
        found.append(SeatReport(name, mean, sd, *counts))
    return SimulationReport(
        ruleset=game.loaded.name,
        players=game.players,
        games=games,
        unfinished=played - games,
        seed=seed,
        options=game.option_words(),
        decisions=round(decisions / games, 4),
        seconds=round(seconds, 3),
        decisions_per_second=round(made / max(seconds, 1e-9)),
        seats=tuple(found),
        ratings=_ratings(game, rows),
        shared=int(tied.any(axis=1).sum()),
        nobody=int((rows[:, WINNERS] == 0).sum()),
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
