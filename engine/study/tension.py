"""Tense? How likely the winner is to win over a game, when a game is decided, and comebacks.

At some moments of a game, the module plays it on to its end several times between the same players.
What a side wins of these playouts estimates its chance, as someone sees it who watches the game:
what is hidden from a spectator is dealt anew for each playout. With more than two sides, the same
playouts show who can't win any more while the game continues.
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
from engine.study.intervals import Interval, Numbers, mean, wilson
from engine.study.metric import interval_words, plain
from engine.study.stepped_games import SteppedGames, asked_of_each

GAMES, MOMENTS, PLAYOUTS = 120, 8, 24
SECONDS = 40.0
"""So long all games and playouts may take."""
FEWEST = 20
"""Of fewer games nothing is said."""
SURE = 0.9
"""A game is decided from the moment on since when the winner's chance was at least so much."""
BEHIND = 0.5
"""A winner came back who once had less than this part of an equal chance."""
TITLE = "Tense? How likely the winner is to win, as someone sees it who watches"
FEW = "Too few games with a single winner were played on to say how long they are open."


@dataclass(frozen=True)
class Tension:
    """The chances of some games. `moments`: shares of a game; `winner`: by game and moment the
    chance of the side that wins; `out`: by game the share of its sides that can't win any more
    after three quarters; None for two sides.
    """

    moments: tuple[float, ...]
    winner: Numbers
    sides: int
    out: Numbers | None
    lowest: Numbers | None = None
    """By game the winner's chance where half of the playouts have it lowest, by the other half."""

    @property
    def games(self) -> int:
        """Return how many games there are."""
        return len(self.winner)

    @property
    def decided(self) -> Interval:
        """Return after which share of a game it is decided, on average."""
        sure = np.flip(np.logical_and.accumulate(np.flip(self.winner >= SURE, 1), 1), 1)
        bounds = np.array([*self.moments, 1.0])
        return mean(bounds[len(self.moments) - sure.sum(axis=1)])

    @property
    def comebacks(self) -> Interval:
        """Return in which share of games the winner was far behind once."""
        lowest = self.winner.min(axis=1) if self.lowest is None else self.lowest
        low = lowest < BEHIND / self.sides
        return wilson(float(low.sum()), self.games)

    def fan(self, share: float) -> list[float]:
        """Return a quantile of the winner's chance, moment by moment."""
        return [float(x) for x in np.quantile(self.winner, share, axis=0)]

    def sentences(self) -> Iterator[str]:
        """Yield when games are decided, and how often the winner came back."""
        if self.games < FEWEST:
            yield FEW
            return
        yield (
            f"For someone who watches, a game is decided after {_words(self.decided)} of it. In "
            f"{_words(self.comebacks)} of the games, the winner once had less than half of an "
            "equal chance."
        )
        if self.out is not None:
            yield (
                f"After three quarters of a game, {_words(mean(self.out))} of the players can't "
                "win any more (experimental)."
            )

    def rows(self) -> Iterator[str]:
        """Yield the winner's chance over the game; nothing of too few games."""
        if self.games < FEWEST:
            return
        for number, moment in enumerate(self.moments):
            chance = _words(mean(self.winner[:, number]))
            yield f"after {100 * moment:.0f}% of a game: {chance}"
        yield f"{self.games:,} games, {PLAYOUTS} playouts at each moment"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        chances = [mean(self.winner[:, n]) for n in range(len(self.moments))] if self.games else []
        return {
            "games": self.games,
            "decided": plain(self.decided) if self.games else None,
            "comebacks": plain(self.comebacks),
            "winner": [
                {"after": moment, **plain(chance)}
                for moment, chance in zip(self.moments, chances, strict=False)
            ],
            "out": None if self.out is None or not self.games else plain(mean(self.out)),
        }


def _words(share: Interval) -> str:
    return interval_words(Interval(share.value, max(0.0, share.low), min(1.0, share.high),
                                   share.games), "%")  # fmt: skip


def tension(
    game: Game,
    agent: str,
    seed: int,
    heard: Callable[[float], None],
    *,
    games: int,
    seconds: float,
) -> Tension | None:
    """Play between equal players; return the chances in their games, None for one side.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    stepped = SteppedGames(game, agent, seed)
    if stepped.sides < 2:
        return None
    moments = tuple(n / MOMENTS for n in range(MOMENTS))
    found = asked_of_each(games, seconds, heard, lambda number: _chances(stepped, number, moments))
    halves = np.array([chances for chances, _ in found]).reshape(len(found), len(moments), 2)
    at_lowest = halves[:, :, 0].argmin(axis=1)
    lowest = halves[np.arange(len(found)), at_lowest, 1]
    out = np.array([share for _, share in found]) if stepped.sides > 2 else None
    return Tension(moments, halves.mean(axis=2), stepped.sides, out, lowest)


def _chances(
    games: SteppedGames, number: int, moments: Sequence[float]
) -> tuple[Numbers, float] | None:
    """Play a game; return the winner's chances at its moments by halves of the playouts, and
    which share of the sides can't win after three quarters. None without a single winner.
    """
    try:
        games.deal(number, number)
        states = [games.state.tolist() for _ in games.steps()]
        result = games.result()
    except Stopped:
        return None
    (winners,) = np.nonzero(result.parts[: games.sides] == 1.0)
    open_states = [s for s in states if not s[at.HIDING]]
    if len(winners) != 1 or not open_states:
        return None
    found: list[Numbers] = []
    out = 0.0
    draw = count(number * 1_000_000)
    for moment in moments:
        chances = _estimated(games, open_states[int(moment * len(open_states))], draw)
        if chances is None:
            return None
        found.append(chances[:, winners[0]])
        if moment == 0.75:
            out = float((chances == 0).all(axis=0).mean())
    return np.array(found), out


def _estimated(games: SteppedGames, state: State, draw: Iterator[int]) -> Numbers | None:
    """Return by half of the playouts what each side wins; None where too few end."""
    knowledge, won = games.game.knowledge, []
    known = knowledge.observe(state, knowledge.spectator)
    for _ in range(PLAYOUTS):
        number = next(draw)
        games.continue_from(knowledge.sample(known, number), number)
        result = games.play()
        if result is not None:
            won.append(result.parts[: games.sides])
    if len(won) < 2:
        return None
    return np.array([np.mean(won[::2], axis=0), np.mean(won[1::2], axis=0)])
