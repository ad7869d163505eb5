"""The deal's share of luck: how much of a result is decided when the first player first decides.

The deal is all that happens before the first decision, with the order of what was shuffled then.
Each deal is played several times by the same players. Dice and shuffles that come later are others
each time, and so are the choices that players leave to chance. The share is the part of the
variance between games that remains between deals (the intraclass correlation): 100 % if a deal
always ends alike, 0 % if results of one deal differ as much as those of several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compile import layout as at
from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.intervals import Interval, Numbers, ratio, wilson
from engine.study.metric import interval_words, plain
from engine.study.stepped_games import SteppedGames, SteppedResult, asked_of_each

DEALS, REPLAYS = 400, 4
SECONDS = 20.0
"""So long all games of it may take."""
TITLE = "How much is decided by the deal?"
SAME = "Every game begins with the same position, so no deal decides anything."
FEW = "Too few games were finished to say how much the deal decides."
ALIKE = "All games ended alike, so nothing was left for the deal to decide."
FEWEST = 20
"""Of fewer deals nothing is said."""
_COMPARED = 8
"""So many deals show whether they differ."""


@dataclass(frozen=True)
class DealLuck:
    """What part of the differences between games the deal explains.

    `wins`: of who wins; `leads`: of how far scores are above or below the others' average. Each is
    None where no game differs from another in it.
    """

    differ: bool
    """Whether deals differ at all."""
    wins: Interval | None
    leads: Interval | None
    deals: int

    def sentences(self) -> Iterator[str]:
        """Yield how much the deal decides."""
        if not self.differ:
            yield SAME
        elif self.deals < FEWEST:
            yield FEW
        elif self.wins is None:
            yield ALIKE
        else:
            scores = f", and {self._words(self.leads)} of the lead" if self.leads else ""
            yield (
                f"The deal decides {self._words(self.wins)} of who wins{scores}. The rest is left "
                "to later luck and to what players choose."
            )

    def _words(self, share: Interval) -> str:
        return interval_words(share, "%")

    def rows(self) -> Iterator[str]:
        """Yield the shares."""
        for name, share in (("who wins", self.wins), ("the lead in points", self.leads)):
            if share is not None:
                yield f"{name}: {self._words(share)} of the variance is between deals"
        if self.deals:
            yield f"{self.deals:,} deals, each played {REPLAYS} times by the same players"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        kinds = {"wins": self.wins, "leads": self.leads}
        found = {k: None if v is None else plain(v) for k, v in kinds.items()}
        return {"differ": self.differ, "deals": self.deals, **found}


def deal_luck(
    game: Game,
    agent: str,
    seed: int,
    heard: Callable[[float], None],
    *,
    deals: int,
    seconds: float,
) -> DealLuck | None:
    """Play deals several times; return what they decide, None for fewer than two sides.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    games = SteppedGames(game, agent, seed)
    if games.sides < 2:
        return None
    if not _differ(games):
        heard(1.0)
        return DealLuck(False, None, None, 0)
    return _luck(asked_of_each(deals, seconds, heard, lambda deal: _replays(games, deal)))


def _replays(games: SteppedGames, deal: int) -> list[SteppedResult] | None:
    """Return how a deal ends, each time with other luck after it; None unless it always does."""
    found = []
    for again in range(REPLAYS):
        try:
            games.deal(deal, (deal - 1) * REPLAYS + again + 1, chance=again + 1)
        except Stopped:
            return None
        result = games.play()
        if result is None:
            return None
        found.append(result)
    return found


def _differ(games: SteppedGames) -> bool:
    """Return whether the first decision comes in different positions."""
    seen = set()
    for deal in range(1, _COMPARED + 1):
        try:
            games.deal(deal, 1)
        except Stopped:
            continue
        state = games.state.copy()
        state[[at.RNG_LOW, at.RNG_HIGH]] = 0
        seen.add(state.tobytes())
    return len(seen) > 1


def _luck(found: Sequence[Sequence[SteppedResult]]) -> DealLuck:
    if not found:
        return DealLuck(True, None, None, 0)
    parts = np.array([[result.parts for result in games] for games in found])
    leads = None
    if found[0][0].scores.size:
        scores = np.array([[result.scores for result in games] for games in found])
        leads = explained(scores - scores.mean(axis=2, keepdims=True))
    return DealLuck(True, explained(parts), leads, len(found))


def explained(results: Numbers) -> Interval | None:
    """Return the share of the variance that is between deals; None where nothing varies.

    `results`: by deal, replay and seat. The share is a ratio of sums over deals: of what replays of
    a deal have in common, their products, and of what each has, its square.
    """
    off = results - results.mean(axis=(0, 1))
    replays = results.shape[1]
    squares: Numbers = (off**2).sum(axis=(1, 2))
    common: Numbers = ((off.sum(axis=1) ** 2).sum(axis=1) - squares) / (replays - 1)
    if not squares.sum() > 1e-9:
        return None
    found = ratio(common, squares)
    if np.allclose(common, squares):
        return wilson(found.games, found.games)
    value, low, high = (min(1.0, max(0.0, x)) for x in found[:3])
    return Interval(value, low, high, found.games)
