"""Simulations: a number of games between agents, and what they add up to.

Nothing here depends on the machine or the clock but the times: game number i of a simulation (from
1) is dealt with the seed `game_seed(seed, i)`, and the agent of seat s (from 1) in it is seeded
with `agent_seed(seed, i, s)`. Seat 1 begins every game unless told otherwise.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.agents.agent import Agent
from engine.agents.random_agent import RandomAgent
from engine.agents.registry import check_name, make_agent
from engine.compile import layout as at
from engine.compile.program import STALL
from engine.game.interpreter import State, circles
from engine.game.rng import derived
from engine.game.saves import write_save
from engine.game.session import Game, Session
from engine.game.wasm_executor import Module
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import make_folder
from engine.rules.load import Loaded
from engine.study.fast import (
    Result,
    choose_executor,
    fast_results,
    fitting_executor,
)
from engine.study.spread import spread
from engine.study.wasm_policies import seated, seating

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
class Report:
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

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data, seats counted from 1."""
        data = {name: value for name, value in vars(self).items() if name != "seats"}
        data["seats"] = [
            {"seat": number, **vars(seat)} for number, seat in enumerate(self.seats, 1)
        ]
        return data


@dataclass
class _Tally:
    """What the games so far added up to."""

    scores: list[list[int]]
    wins: list[int]
    ties: list[int]
    decisions: int = 0

    def add(self, decisions: int, scores: Sequence[int], winners: Sequence[int]) -> None:
        self.decisions += decisions
        for row, score in zip(self.scores, scores, strict=True):
            row.append(score)
        if len(winners) == 1:
            self.wins[winners[0]] += 1
        else:
            for seat in winners:
                self.ties[seat] += 1


def game_seed(seed: int, number: int) -> int:
    """Return what game `number` (from 1) of a simulation is dealt with, 48 bits."""
    return derived(seed, number)


def agent_seed(seed: int, number: int, seat: int) -> int:
    """Return what the agent of a seat (from 1) is seeded with in game `number`."""
    return derived(seed, number, seat)


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
) -> Report:
    """Play games between agents and return what they show; `record`: a folder for their saves.

    `progress` hears how many games are done. `executor`: what plays them, the quickest that can if
    None; `workers`: how many processes; `first`: the seat that begins, from 0. The games are the
    same with any executor and number of workers, but for those of agents that think for a time,
    like `hard`. Raises RulesError for what can't be played, with the number and seed of the game in
    which it was met.
    """
    check_seats(seats, players)
    chosen = choose_executor(executor, seats, recorded=record is not None)
    job = Job(
        loaded, players, options or {}, tuple(seats), seed, chosen, record, len(str(games)), first
    )
    table = Playing(job)
    fits = fitting_executor(executor, chosen, table.game.compiled, seats)
    table.job = job = replace(job, executor=fits)
    if record is not None:
        make_folder(record)
    tally = _Tally([[] for _ in seats], [0] * players, [0] * players)
    started = time.perf_counter()
    results = table.results(1, games) if workers == 1 else spread(job, games, workers)
    for number, result in enumerate(results, 1):
        tally.add(*result)
        if progress is not None:
            progress(number)
    return _report(table.game, games, seed, seats, tally, time.perf_counter() - started)


@dataclass(frozen=True)
class Job:
    """What is simulated, in a form that can be sent to other processes."""

    loaded: Loaded
    players: int
    options: Mapping[str, int]
    seats: tuple[str, ...]
    seed: int
    executor: str
    record: Path | None
    digits: int
    first: int = 0


class Playing:
    """A job, compiled."""

    def __init__(self, job: Job) -> None:
        """Compile it."""
        self.job = job
        self.game = Game(job.loaded, job.players, job.options)

    def results(self, first: int, count: int) -> Iterator[Result]:
        """Yield the results of games by their numbers."""
        if self.job.executor == "wasm":
            yield from fast_results(self.module, self.job.seed, first, count, self._one)
        else:
            yield from map(self._one, range(first, first + count))

    @cached_property
    def module(self) -> Module:
        """Return what plays fast."""
        how = seating(self.job.seats)
        module = seated(self.game, how) if how else Module(self.game.compiled)
        module.first(self.job.first)
        return module

    def _one(self, number: int) -> Result:
        """Play one game; an error says in which game it was met."""
        job = self.job
        try:
            state = self._played(number)
        except RulesError as problem:
            note = f"in game {number}, dealt with the seed {game_seed(job.seed, number)}"
            found = [replace(d, notes=(*d.notes, note)) for d in problem.diagnostics]
            raise RulesError(*found) from None
        scores = tuple(final_scores(self.game, state))
        return Result(state[at.DECISIONS], scores, tuple(self.game.interpreter.winners(state)))

    def _played(self, number: int) -> State:
        """Play one game to its end; return the last position."""
        job = self.job
        agents = [
            make_agent(n, agent_seed(job.seed, number, s)) for s, n in enumerate(job.seats, 1)
        ]
        dealt = game_seed(job.seed, number)
        if job.record is not None:
            path = job.record / f"{number:0{max(4, job.digits)}}.save"
            session = Session(self.game, dealt, starter=job.first)
            return _recorded(session, agents, job.seats, path)
        if all(isinstance(player, RandomAgent) for player in agents):
            choosers = [p.below for p in agents if isinstance(p, RandomAgent)]
            return random_game(self.game, dealt, choosers, job.first)
        return played(self.game, dealt, agents, job.first)


def check_seats(seats: Sequence[str], players: int) -> None:
    """Raise RulesError (E603) unless there is an agent for each seat."""
    for name in seats:
        check_name(name)
    if len(seats) != players:
        message = f"{players} players need {players} seats, not {len(seats)}: {','.join(seats)}"
        raise RulesError(Diagnostic(Code.E603, message))


def random_game(
    game: Game, seed: int, choosers: Sequence[Callable[[int], int]], first: int = 0
) -> State:
    """Play a game in which every seat chooses by chance, as fast as the interpreter allows."""
    interpreter = game.interpreter
    interpreter.tell = None
    legal, apply, over, me = interpreter.legal, interpreter.apply, at.OVER, at.ME
    state = interpreter.start(seed, first)
    for _ in range(STALL):
        if state[at.PC] == over:
            return state
        moves = legal(state)
        apply(state, moves[choosers[state[me]](len(moves))])
    return _ended(game, state)


def played(game: Game, seed: int, agents: Sequence[Agent], first: int = 0) -> State:
    """Play a game between agents to its end; return the last position."""
    interpreter = game.interpreter
    interpreter.tell = None
    state = interpreter.start(seed, first)
    for _ in range(STALL):
        if interpreter.over(state):
            return state
        seat = interpreter.seat(state)
        known = game.knowledge.observe(state, seat)
        move = agents[seat].choose(game, known, interpreter.legal(state), seat)
        interpreter.apply(state, move)
    return _ended(game, state)


def _ended(game: Game, state: State) -> State:
    """Return a position if it is the end; else raise that the game goes round in circles."""
    if game.interpreter.over(state):
        return state
    raise circles(game.rules.header.span)


def _recorded(session: Session, agents: Sequence[Agent], seats: Sequence[str], path: Path) -> State:
    """Play a game with its history and save it, also if it ends with an error of the rules."""
    game = session.game
    try:
        while (seat := session.seat) is not None:
            legal = game.interpreter.legal(session.state)
            session.apply(agents[seat].choose(game, session.knows(seat), legal, seat))
    except RulesError:
        write_save(session, path, seats)
        raise
    write_save(session, path, seats)
    return session.state


def final_scores(game: Game, state: State) -> list[int]:
    """Return by what the seats are ranked first, as people count it."""
    rankings = game.compiled.rankings
    sign = -1 if rankings and rankings[0][0] == "lowest" else 1
    return [sign * row[0] if row else 0 for row in game.interpreter.ranks(state)]


def _report(
    game: Game, games: int, seed: int, seats: Sequence[str], tally: _Tally, seconds: float
) -> Report:
    rows = []
    for number, name in enumerate(seats):
        own = tally.scores[number]
        sd = statistics.stdev(own) if games > 1 else 0.0
        mean = round(statistics.mean(own), 4)
        rows.append(SeatReport(name, mean, round(sd, 4), tally.wins[number], tally.ties[number]))
    return Report(
        ruleset=game.loaded.name,
        players=game.players,
        games=games,
        seed=seed,
        options=game.option_words(),
        decisions=round(tally.decisions / games, 4),
        seconds=round(seconds, 3),
        decisions_per_second=round(tally.decisions / max(seconds, 1e-9)),
        seats=tuple(rows),
    )
