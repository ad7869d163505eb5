"""Kingmaking: how much players who can't win any more decide who of the others does.

At some moments of the second half of a game, playouts show whether the player to move can still
win. If it wins none of them, some of its moves are played out as well. How much the chance of the
best other side depends on the move is what the player decides. Half of the playouts choose the two
moves that are best and worst for that side, and the other half measure how far apart these are.
So luck in few playouts makes no difference look like one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.intervals import Interval, Numbers, ratio
from engine.study.metric import interval_words, plain
from engine.study.stepped_games import SteppedGames, asked_of_each

GAMES, MOMENTS = 200, (0.5, 0.7, 0.9)
PLAYOUTS, HALF = 24, 12
"""So many playouts show whether a player can win, and so many are half of those of a move."""
MOVES = 4
"""So many moves of a decision are compared at most."""
SECONDS = 30.0
"""So long all games and playouts may take."""
FEWEST = 20
"""Of fewer games with such decisions nothing is said."""
TITLE = "Do players who can't win any more decide who does? (experimental)"
FEW = "Too few players without a chance were met to say what they decide (experimental)."


@dataclass(frozen=True)
class Kingmaking:
    """What players without a chance decide. `met`: at which share of the moments the player to move
    had none; `swing`: by how much the chance of the best other side depends on the move. A game is
    one observation of each; only games with such decisions are of `swing`.
    """

    met: Interval
    swing: Interval
    positions: int = 0
    decisions: int = 0

    def sentences(self) -> Iterator[str]:
        """Yield how much such players decide."""
        if self.swing.games < FEWEST:
            yield FEW
            return
        yield (
            f"In the second half of a game, the player to move can't win any more in "
            f"{interval_words(self.met, '%')} of the positions. What it chooses changes the "
            f"leader's chance by {interval_words(self.swing.times(100), '')} percentage points on "
            "average (experimental)."
        )

    def rows(self) -> Iterator[str]:
        """Yield the figures."""
        yield f"positions in which the player to move can't win: {interval_words(self.met, '%')}"
        if self.swing.games:
            words = interval_words(self.swing.times(100), "")
            yield f"its best against its worst move for the leader: {words} percentage points"
        yield f"{self.positions:,} positions, {self.decisions:,} of them with several moves"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"met": plain(self.met), "swing": plain(self.swing)}


def kingmaking(
    game: Game,
    agent: str,
    seed: int,
    heard: Callable[[float], None],
    *,
    games: int,
    seconds: float,
) -> Kingmaking | None:
    """Play between equal players; return what those without a chance decide, None for two sides.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    stepped = SteppedGames(game, agent, seed)
    if stepped.sides < 3:
        return None

    def ask(number: int) -> tuple[int, list[float | None]] | None:
        draw = count(number * 1_000_000)
        states = _moments(stepped, number)
        met = [swing for state in states for swing in _swing(stepped, state, draw)]
        return (len(states), met) if states else None

    return of_games(asked_of_each(games, seconds, heard, ask))


def of_games(found: Sequence[tuple[int, Sequence[float | None]]]) -> Kingmaking:
    """Return what is found, given by game how many positions were looked at, and for each of them
    in which the player can't win how much it decides, None where it has only one move.
    """
    known = [[swing for swing in swings if swing is not None] for _, swings in found]
    known = [swings for swings in known if swings]
    asked = [positions for positions, _ in found]
    return Kingmaking(
        _share(ratio([len(swings) for _, swings in found], asked)),
        ratio([sum(swings) for swings in known], [len(swings) for swings in known]),
        sum(asked),
        sum(map(len, known)),
    )


def _share(found: Interval) -> Interval:
    """Return an interval within what a share can be."""
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high), found.games)


def _moments(games: SteppedGames, number: int) -> list[State]:
    """Play a game; return its positions at the moments that are looked at."""
    try:
        games.deal(number, number)
        states = [games.state.tolist() for _ in games.steps()]
    except Stopped:
        return []
    open_states = [s for s in states if not s[at.HIDING]]
    return [open_states[int(m * len(open_states))] for m in MOMENTS] if open_states else []


def _swing(games: SteppedGames, state: State, draw: Iterator[int]) -> list[float | None]:
    """Return how much the player to move decides, if it can't win; nothing if it can, None where it
    has only one move.
    """
    seat = state[at.ME]
    knowledge = games.game.knowledge
    known = knowledge.observe(state, seat)
    dealt = [knowledge.sample(known, next(draw)) for _ in range(PLAYOUTS)]
    chances = _won(games, dealt, None, draw)
    if chances is None or chances[:, seat % games.sides].any():
        return []
    games.module.load(state)
    moves = games.module.call("legal")
    if moves < 2:
        return [None]
    leader = int(chances.mean(axis=0).argmax())
    first, second = [], []
    for move in np.unique(np.linspace(0, moves - 1, MOVES).astype(int)):
        dealt = [knowledge.sample(known, next(draw)) for _ in range(2 * HALF)]
        won = _won(games, dealt, int(move), draw)
        if won is None or len(won) < 2 * HALF:
            return [None]
        first.append(float(won[:HALF, leader].mean()))
        second.append(float(won[HALF:, leader].mean()))
    return [second[int(np.argmax(first))] - second[int(np.argmin(first))]]


def _won(
    games: SteppedGames, states: list[State], move: int | None, draw: Iterator[int]
) -> Numbers | None:
    """Return by playout what each side wins, from positions in which a move is made first."""
    found = []
    for state in states:
        try:
            games.continue_from(state, next(draw))
            if move is not None:
                games.module.call("legal")
                games.module.call("apply", move)
        except Stopped:
            continue
        result = games.play()
        if result is not None:
            found.append(result.parts[: games.sides])
    return np.array(found) if found else None
