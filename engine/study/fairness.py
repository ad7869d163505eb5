"""Fair? What each place wins among equal players, and how much of that is the start.

Each deal is played once with every seat beginning, if the rules leave open who begins. So an
advantage of beginning and one of a place at the table show apart from each other, and nobody is
helped by what was dealt. A shared win counts in equal parts; games that nobody wins count for none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

import numpy as np

from engine.compile import layout as at
from engine.compile.program import Draw, Shuffle
from engine.compile.program_parts import walk
from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.fast import GameResult, fast_results, unfinished
from engine.study.intervals import Interval, Numbers, corrected, ratio, wilson
from engine.study.metric import interval_words, plain
from engine.study.metrics import ordinal
from engine.study.policy_match import AT_ONCE, FEWEST, HOPELESS
from engine.study.stepped_games import SteppedGames
from engine.study.wins import part_of_win

_Won = tuple[int, GameResult]
"""The seat that began a game, and how that ended."""
DEALS = 2000
SECONDS = 20.0
"""So long all games of it may take."""
TITLE = "Fair? What each place wins between equal players"
REPEATED = "The players repeat themselves"
"""How the sentence begins that warns of the other findings."""
FEW = "Too few games were finished and won to say whether the places are fair."
NOBODY = "Between equal players, nobody wins."
LOOKED, MANY = 60, 3
"""So many games are compared with each other; if each course comes more often than that on average,
the report says so.
"""
_ASKED = 6
"""So many deals show who begins."""


class Starts(Enum):
    """Who begins: each seat in turn on the same deals, the seat that the rules draw, or one."""

    TURNED = "turned"
    DRAWN = "drawn"
    FIXED = "fixed"


@dataclass(frozen=True)
class Fairness:
    """What the sides win of all games that anybody wins, with intervals by deal.

    `places`: in turn order, the side that begins first; `seats`: by their first seat at the table.
    """

    starts: Starts
    places: tuple[Interval, ...]
    seats: tuple[Interval, ...]
    games: int
    partners: bool
    courses: int = 0
    looked: int = 0
    """So many games were looked at, none where the rules use chance; so many differed."""
    finished: int = 0
    """So many games came to their end, also those that nobody won."""

    @property
    def even(self) -> float:
        """Return an equal share."""
        return 1 / len(self.places)

    @property
    def known(self) -> bool:
        """Return whether enough deals were won to judge."""
        return self.places[0].games >= FEWEST

    @property
    def repeated(self) -> bool:
        """Return whether the games are too much alike to judge others by them."""
        return self.looked > MANY * self.courses

    def clear(self, shares: Sequence[Interval]) -> dict[int, Interval]:
        """Return those of some shares that are clear of an equal one, by their numbers.

        Of so many places the intervals that decide have Bonferroni's correction; of two, one share
        follows from the other.
        """
        each = len(self.places) if len(self.places) > 2 else 1
        many = each * (1 if self.starts is Starts.FIXED else 2)
        return {n: x for n, x in enumerate(shares) if corrected(x, many).clear_of(self.even)}

    def sentences(self) -> Iterator[str]:
        """Yield whether the start and the place at the table matter."""
        if not self.known:
            yield NOBODY if not self.games and self.finished >= FEWEST else FEW
            return
        if self.repeated:
            who = "the side that" if self.partners else "the one who"
            yield (
                f"{REPEATED}: {self.looked} games had only {self.courses} "
                "different courses, so they say little of how others would fare. In these, "
                f"{who} begins wins {self._words(self.places[0])}."
            )
            return
        yield self._start()
        match self.starts:
            case Starts.TURNED:
                yield self._table()
            case Starts.DRAWN:
                yield self._table()
                yield (
                    "The deal decides who begins. What else it gives that player can't be told "
                    "apart from beginning."
                )
            case Starts.FIXED:
                yield (
                    "The same seat always begins, so the start and the place at the table can't be "
                    "told apart."
                )

    def _start(self) -> str:
        shares = self.clear(self.places)
        first = f"Between equal players, the one who begins wins {_share(self.places[0])}"
        if self.partners:
            first = f"Between equal players, the side that begins wins {_share(self.places[0])}"
        if not shares:
            return f"{first}, an equal part being {self._part()}: no place has a clear edge."
        if len(self.places) == 2:
            good = self.places[0].value > self.even
            return f"{first}: beginning is {'an advantage' if good else 'a disadvantage'}."
        edges = [
            f"the {ordinal(n)} wins {'more' if x.value > self.even else 'less'} ({_share(x)})"
            for n, x in shares.items()
        ]
        return f"{first}. In turn order, {', '.join(edges)} than an equal part, {self._part()}."

    def _table(self) -> str:
        found = self.clear(self.seats)
        if not found:
            return (
                f"The place at the table makes no clear difference: seat 1 wins "
                f"{_share(self.seats[0])}, whichever seat begins."
            )
        shares = [f"seat {n + 1} wins {_share(x)}" for n, x in found.items()]
        return (
            f"The place at the table matters, whichever seat begins: {', '.join(shares)}, an equal "
            f"part being {self._part()}."
        )

    def _words(self, share: Interval) -> str:
        """Return a share, with its interval unless the games repeat each other."""
        return f"{100 * share.value:.3g}%" if self.repeated else _share(share)

    def _part(self) -> str:
        return f"{100 * self.even:.3g}%"

    def rows(self) -> Iterator[str]:
        """Yield what every place wins."""
        for number, share in enumerate(self.places):
            yield f"the {ordinal(number)} in turn order: {self._words(share)}"
        for number, share in enumerate(self.seats if self.starts is not Starts.FIXED else ()):
            yield f"seat {number + 1}, whichever begins: {self._words(share)}"
        yield f"{self.games:,} games that somebody won"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "starts": self.starts.value,
            "games": self.games,
            "courses": self.courses,
            "looked": self.looked,
            "places": [plain(share) for share in self.places],
            "seats": [plain(share) for share in self.seats],
        }


def _share(share: Interval) -> str:
    return interval_words(share, "%")


def fairness(
    game: Game,
    agent: str,
    seed: int,
    heard: Callable[[float], None],
    *,
    deals: int,
    seconds: float,
) -> Fairness | None:
    """Play between equal players; return what the places win, None for fewer than two sides.

    `heard` hears the share that is done. It ends early when the time is over.
    """
    games = SteppedGames(game, agent, seed)
    if games.sides < 2:
        return None
    until, starts = time.monotonic() + seconds, starts_of(games)
    firsts = game.players if starts is Starts.TURNED else 1
    found: list[list[_Won]] = []
    done = 0
    while done < deals and time.monotonic() < until and (found or done < HOPELESS):
        count = min(AT_ONCE, deals - done, max(1, done))
        found += _deals(games, done + 1, count, firsts)
        done += count
        heard(done / deals)
    heard(1.0)
    looked = 0 if _by_chance(game) else min(LOOKED, len(found))
    return shares_of(found, starts, games.sides, game.players, _courses(games, looked), looked)


def _by_chance(game: Game) -> bool:
    """Return whether the rules use chance: then games are independent, however few there may be."""
    program = game.compiled.program
    bodies = [*(one.body for one in program.functions), *(one.body for one in program.blocks)]
    return any(isinstance(part, Shuffle | Draw) for part in walk(bodies))


def _courses(games: SteppedGames, many: int) -> int:
    """Return how many of some games differ in their deals or moves."""
    found = set()
    for number in range(1, many + 1):
        with suppress(Stopped):
            games.deal(number, number)
            state = games.state.copy()
            state[[at.RNG_LOW, at.RNG_HIGH]] = 0
            found.add((state.tobytes(), tuple(games.steps())))
    return len(found)


def _deals(games: SteppedGames, deal: int, count: int, firsts: int) -> Iterator[list[_Won]]:
    """Yield the games of some deals, those of which all are finished; each seat begins in one."""
    module = games.module
    rows, given_up = [], partial(_given_up, module.players)
    for first in range(firsts):
        module.first(first)
        results = fast_results(module, games.seed, deal, count, given_up)
        rows.append(list(results))
    for number, played in enumerate(zip(*rows, strict=True)):
        if all(result.winners is not None for result in played):
            begun = _beginners(games, deal + number, firsts)
            yield list(zip(begun, played, strict=True))


def _given_up(players: int, _: int) -> GameResult:
    """Leave out a deal in which a game stops with an error: the study itself reports it."""
    return unfinished(players)


def _beginners(games: SteppedGames, deal: int, firsts: int) -> list[int]:
    """Return which seat begins in each game of a deal."""
    found = []
    for first in range(firsts):
        games.deal(deal, 1, first=first)
        found.append(games.starter)
    return found


def starts_of(games: SteppedGames) -> Starts:
    """Return who begins, as a few deals show. Raises no error: what stops shows nothing."""
    asked, begun = [], []
    for deal in range(1, _ASKED + 1):
        for first in range(games.game.players):
            try:
                games.deal(deal, 1, first=first)
            except Stopped:
                continue
            asked.append(first)
            begun.append(games.starter)
    if not begun or asked == begun:
        return Starts.TURNED
    return Starts.DRAWN if len(set(begun)) > 1 else Starts.FIXED


def shares_of(
    found: Sequence[Sequence[_Won]],
    starts: Starts,
    sides: int,
    players: int,
    courses: int,
    looked: int,
) -> Fairness:
    """Return the shares of some deals, each with its games."""
    won: Numbers = np.zeros(len(found))
    places: Numbers = np.zeros((sides, len(found)))
    seats: Numbers = np.zeros((sides, len(found)))
    for number, games in enumerate(found):
        for starter, result in games:
            winners = result.winners or ()
            won[number] += bool(winners)
            for side in range(sides):
                seats[side, number] += part_of_win(winners, side, sides)
                place = (starter + side) % players
                places[side, number] += part_of_win(winners, place, sides)
    some = won > 0
    return Fairness(
        starts,
        tuple(_interval(parts[some], won[some]) for parts in places),
        tuple(_interval(parts[some], won[some]) for parts in seats),
        int(won.sum()),
        sides < players,
        courses,
        looked,
        sum(map(len, found)),
    )


def _interval(parts: Numbers, won: Numbers) -> Interval:
    """Return a share with its interval; where no deal differs, Wilson's for so many deals."""
    found = ratio(parts, won)
    if found.games and found.low == found.high:
        return wilson(found.value * found.games, found.games)
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high), found.games)
