"""Games played to see what the rules do: at random and by the greedy agent, within a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeAlias

from engine.agents.registry import make_agent
from engine.game.interpreter import Move, State
from engine.game.session import Game
from engine.game.visits import Chooser, by_chance, visits
from engine.language.diagnostics import Diagnostic, RulesError
from engine.playtest.example_runs import work_through
from engine.playtest.instrumented_game import CoverageCounts, InstrumentedGame
from engine.playtest.lookahead import LostPositionScan, look_ahead
from engine.playtest.played_game import LONGEST, PlayedGame
from engine.rules.load import Loaded
from engine.rules.options import settings

GREEDY_EVERY = 5
"""One game in so many is played by the greedy agent."""
GREEDY_LONGEST = 400
MOST_SETTINGS = 24
WORKED = 0.5
"""This part of the time at most is for the examples."""
AHEAD = 0.2
"""This part of it is for playing on from positions."""
Given: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]
"""How many play, and the values of all options."""


@dataclass
class Played:
    """All games, and what they went through."""

    seen: CoverageCounts = field(default_factory=CoverageCounts)
    runs: list[PlayedGame] = field(default_factory=list)
    seconds: float = 0.0
    worked: bool = True
    """Whether all examples were gone through: without that, what never happened isn't known."""
    ahead: list[LostPositionScan] = field(default_factory=list)
    refused: list[Diagnostic] = field(default_factory=list)
    """Why some settings can't be played at all."""


def play(
    loaded: Loaded,
    seconds: float,
    seed: int = 1,
    stopped: Callable[[], bool] = lambda: False,
    games: int = 10**9,
    tell: Callable[[Played], object] = lambda played: None,
) -> Played:
    """Play a checked ruleset for a time, over its players and options; `stopped` ends it early.
    With `games` no more than these are played. `tell` hears of each game.

    Its examples come first. Games at random of one seed choose alike under every option, so that
    what an option changes shows.
    """
    started = perf_counter()
    played = Played()
    tables: list[tuple[InstrumentedGame, Given]] = []

    def spent() -> float:
        passed = (perf_counter() - started) / (seconds * (1 - AHEAD))
        return max(passed, len(played.runs) / games)

    def late() -> bool:
        return stopped() or spent() >= 1

    def run(table: tuple[InstrumentedGame, Given], seed: int, *, greedy: bool = False) -> None:
        played.runs.append(_run(*table, seed, greedy, late))
        tell(played)

    played.worked = work_through(loaded, played.seen, lambda: stopped() or spent() > WORKED)
    waiting = _settings(loaded)
    number = 0
    while not late():
        if len(tables) < 1 + 2 * MOST_SETTINGS * spent():
            setting = next(waiting, None)
            if setting is not None:
                players, options = setting
                try:
                    looking = played.seen.looking_at(Game(loaded, players, options))
                except RulesError as problem:
                    played.refused += problem.diagnostics
                    continue
                tables.append((looking, (players, tuple(options.items()))))
                for first in range(2):
                    run(tables[-1], seed + first)
                continue
        if not tables:
            break
        turn, table = divmod(number, len(tables))
        greedy = turn % GREEDY_EVERY == GREEDY_EVERY - 1
        run(tables[table], seed + 2 + turn, greedy=greedy)
        number += 1
    end = started + seconds
    played.ahead += look_ahead(loaded, played.runs, lambda: stopped() or perf_counter() >= end)
    played.seconds = perf_counter() - started
    return played


def _settings(loaded: Loaded) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield what is worth playing: the fewest and the most players, each option on its own, the
    rest.
    """
    found = list(settings(loaded.checked()))
    defaults = found[0][1]
    low, high = loaded.checked().header.players

    def rank(setting: tuple[int, dict[str, int]]) -> tuple[int, int]:
        players, options = setting
        changed = sum(value != defaults[name] for name, value in options.items())
        return (0 if not changed and players in (low, high) else 1 + changed, abs(players - low))

    yield from sorted(found, key=rank)[:MOST_SETTINGS]


def _run(
    looking: InstrumentedGame,
    given: Given,
    seed: int,
    greedy: bool,
    late: Callable[[], bool],
) -> PlayedGame:
    players, options = given
    starter = (seed - 1) % players
    moves: list[Move] = []
    choices: list[int] = []
    error = None
    ended = False
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    choose = _greedily(looking.game, seed) if greedy else by_chance(seed)
    longest = GREEDY_LONGEST if greedy else LONGEST
    try:
        state = looking.begin(seed, starter)
        for visit in visits(
            looking.interpreter, state, longest, choose, looking.listener, looking.look
        ):
            if late():
                break
            choices.append(len(visit.legal))
            moves.append(visit.move)
        ended = looking.interpreter.over(state)
        if ended:
            winners = tuple(looking.interpreter.winners(state))
            scores = tuple(row[0] if row else 0 for row in looking.interpreter.ranks(state))
            looking.score(state)
    except RulesError as problem:
        error = problem.diagnostics[0]
    looking.finish()
    counting = tuple((span, *times) for span, times in looking.counting.items())
    return PlayedGame(
        players, options, seed, starter, greedy, tuple(moves), tuple(choices), ended, winners,
        scores, error, counting,
    )  # fmt: skip


def _greedily(game: Game, seed: int) -> Chooser:
    """Return what chooses as the greedy agents of all seats do."""
    agents = [make_agent("greedy", seed * 100 + seat) for seat in range(game.players)]

    def choose(state: State, legal: Sequence[Move]) -> Move:
        seat = game.interpreter.seat(state)
        return agents[seat].choose(game, game.knowledge.observe(state, seat), legal, seat)

    return choose
