"""Positions that are lost long before the end: games played on from there, which a seat never wins.

What many games don't show isn't proved; so it is told only where it is so in most positions that
were looked at, with how many games were played on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.compile import layout as at
from engine.compile.wasm.memory import PLAYOUTS, STATE, WORK
from engine.game.code_cache import installed
from engine.game.interpreter import State
from engine.game.rng import derived
from engine.game.session import Game
from engine.playtest.played_game import LONGEST, PlayedGame
from engine.rules.load import Loaded

PART = 3
"""Positions are looked at when one part in so many of a game's decisions is over."""
POSITIONS = 16
GAMES = 240
"""So many games are played on from a position, until every seat has won one."""
GREEDY_EVERY = 8
"""One game in so many is played on greedily, the others at random."""


@dataclass(frozen=True)
class LostPosition:
    """A game up to a position from which a seat (from 0) won no game; `left`: how many decisions
    these took on average.
    """

    run: PlayedGame
    seat: int
    left: float


@dataclass
class LostPositionScan:
    """What was found for a number of players: how many positions were looked at, which are lost."""

    players: int
    looked: int = 0
    lost: list[LostPosition] = field(default_factory=list)


def look_ahead(
    loaded: Loaded, runs: Sequence[PlayedGame], late: Callable[[], bool]
) -> Iterator[LostPositionScan]:
    """Yield what was found in positions of games at random, by the number of players.

    Without wasmtime nothing is.
    """
    defaults = {name: option.default for name, option in loaded.checked().options.items()}
    plain = [r for r in runs if r.over and not r.greedy and dict(r.options) == defaults]
    for players in sorted({run.players for run in plain if run.players > 1}):
        if installed() and not late():
            yield _looked(loaded, [r for r in plain if r.players == players][:POSITIONS], late)


def _looked(
    loaded: Loaded, runs: Sequence[PlayedGame], late: Callable[[], bool]
) -> LostPositionScan:
    game = Game(loaded, runs[0].players, dict(runs[0].options))
    playing, found = _PlayingOn(game), LostPositionScan(game.players)
    for run in runs:
        moves = run.moves[: len(run.moves) // PART]
        state = game.interpreter.start(run.seed, run.starter)
        for move in moves:
            game.interpreter.apply(state, move)
        never = playing.never_win(state, late)
        if never is None:
            break
        found.looked += 1
        seats, left = never
        if seats:
            shown = replace(run, moves=moves, choices=run.choices[: len(moves)], over=False)
            found.lost.append(LostPosition(shown, seats[0], left))
    return found


class _PlayingOn:
    """Plays on from positions of a game."""

    def __init__(self, game: Game) -> None:
        from engine.game.wasm_executor import Module, Stopped

        self.players = game.players
        self.module = Module(game.compiled)
        self.stopped = Stopped

    def never_win(self, state: State, late: Callable[[], bool]) -> tuple[list[int], float] | None:
        """Return the seats that win none of many games played on, and how many decisions these took
        on average. None when there is no time; no seats where too few games came to an end, or
        nobody won any.
        """
        won, lengths = set[int](), list[int]()
        for number in range(GAMES):
            if late():
                return None
            winners, length = self._play_on(state, number)
            lengths += [length] * (length > 0)
            won.update(winners)
            if len(won) == self.players or number > len(lengths) * 2 + GREEDY_EVERY:
                return [], 0.0
        seats = [seat for seat in range(self.players) if seat not in won]
        return (seats if won else []), sum(lengths) / len(lengths)

    def _play_on(self, state: State, number: int) -> tuple[list[int], int]:
        """Play one game on; return who won, and after how many decisions, 0 for one that didn't
        come to an end.
        """
        module = self.module
        kind = "greedy_playout" if number % GREEDY_EVERY == 0 else "playout"
        try:
            module.load(state)
            module.write(PLAYOUTS, [derived(1, number) & 0x7FFFFFFF, 0])
            module.write(WORK, [0])
            if module.call(kind, LONGEST) != 0:
                return [], 0
            length = module.word(STATE + 4 * at.DECISIONS) - state[at.DECISIONS]
            return module.winners(), length
        except self.stopped:
            return [], 0
