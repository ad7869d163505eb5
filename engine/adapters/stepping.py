"""A game that is played by numbers alone: what all adapters are made of.

It needs none of their libraries. A move that has several numbers is chosen step by step; the same
seat decides until the move is complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
import numpy.typing as npt

from engine.adapters.module_reader import after_move, moves_of, row_of
from engine.compile import layout as at
from engine.compile.program import STALL
from engine.game.action_space import ActionSpace
from engine.game.interpreter import State
from engine.game.options import read_options
from engine.game.session import Game, Session
from engine.rules.load import Loaded, load

_Player = TypeVar("_Player")
Reward = Literal["winning", "points", "margin"]
"""What rewards are: 1, 0 or −1 at the end; the points that a seat gets, when it gets them; or what
these are above the average of all seats, so that they come to 0.
"""
REWARDS: tuple[Reward, ...] = ("winning", "points", "margin")
ANYTHING = 2.0**31
"""No number of a row is beyond this."""
WIDTH = 80
PICTURE = (1440, 900)


def open_game(
    ruleset: str | Path | Loaded | Game,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Game:
    """Return a ruleset ready to be played: a name of the library, the path of a file, or rules.

    `players`: as few as the rules allow if None. `options`: as on the command line. Raises
    RulesError for rules with errors and for what doesn't fit them.
    """
    if isinstance(ruleset, Game):
        return ruleset
    loaded = ruleset if isinstance(ruleset, Loaded) else load(ruleset)
    rules = loaded.checked()
    seats = rules.header.players[0] if players is None else players
    return Game(loaded, seats, read_options(rules, options or {}))


def others_of(game: Game, seat: int, agents: str | Sequence[_Player]) -> dict[int, str | _Player]:
    """Return the players of all other seats than `seat`: the same, or one for each in order.

    Raises ValueError where they don't fit the seats.
    """
    others = [s for s in range(game.players) if s != seat]
    given = [agents] * len(others) if isinstance(agents, str) else list(agents)
    if seat not in range(game.players) or len(given) != len(others):
        raise ValueError(
            f"a game for {game.players} has the seats 0 to {game.players - 1} and needs "
            f"{game.players - 1} agents for the other seats"
        )
    return dict(zip(others, given, strict=True))


class Stepping:
    """One game: which numbers are allowed now, what each seat knows, what a number leads to.

    `most`: after so many decisions the game is cut short. `reward`: see `Reward`.
    """

    def __init__(self, game: Game, reward: Reward = "winning", most: int = STALL) -> None:
        """Prepare a game; `reset` deals."""
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward}")
        self.game, self.reward, self.most = game, reward, most
        self.actions = ActionSpace(game.numbering, game.wording, partial(moves_of, game))
        self.tensor = game.tensor
        self._steps = self.actions.numbering.numbers.later
        self.columns = self.tensor.size + self._steps
        self.reset(0)

    def reset(self, seed: int, starter: int = 0) -> None:
        """Deal a game; the same seed deals the same game."""
        self.seed, self.starter = seed, starter
        self.state: State = self.game.interpreter.start(seed, starter)
        self.begun: tuple[int, ...] = ()
        self.path: list[int] = []
        """The numbers that were chosen since the deal."""
        self._shown: Session | None = None
        self._next = 0
        self._given = [0.0] * self.game.players

    # -------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.game.interpreter.over(self.state)

    @property
    def cut(self) -> bool:
        """Return whether the game was cut short."""
        return not self.over and self.state[at.DECISIONS] >= self.most

    @property
    def seat(self) -> int:
        """Return the seat that decides, from 0."""
        return self.state[at.ME]

    def deciding(self) -> list[int]:
        """Return the seats that choose at once now; mostly one, none when the game is over.

        Seats whose choice takes several decisions are asked one after the other, without seeing
        what the others have done.
        """
        collected = self.state[at.PC] in self.game.knowledge.collected
        if self.over or self.cut:
            return []
        if self.begun or not collected:
            return [self.seat]
        return [s for s in range(self.seat, self.game.players) if s == self.seat or self._moves(s)]

    def _moves(self, seat: int) -> list[int]:
        """Return what another seat may choose that chooses at once with the one that decides."""
        state = list(self.state)
        state[at.ME] = seat
        return self.actions.legal(state)

    def legal(self) -> list[int]:
        """Return the numbers that may be chosen now, in increasing order."""
        return [] if self.over or self.cut else self.actions.legal(self.state, self.begun)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return for each number whether a seat may choose it now; zeros for who doesn't decide."""
        found = np.zeros(self.actions.size, dtype=np.int8)
        if seat in self.deciding():
            found[self.legal() if seat == self.seat else self._moves(seat)] = 1
        return found

    def row(self, seat: int) -> npt.NDArray[np.float32]:
        """Return what a seat knows, and at the end what it has begun to choose: `columns` numbers.

        A number that was chosen has 1 added there.
        """
        row = row_of(self.game, self.state, seat)
        if not self._steps:
            return row
        own = self.begun if seat == self.seat else ()
        begun = [number + 1 for number in own] + [0] * (self._steps - len(own))
        return np.concatenate([row, np.array(begun, dtype=np.float32)])

    def text(self, seat: int) -> str:
        """Return the same as text."""
        known = self.tensor.text(self.game.knowledge.observe(self.state, seat))
        own = self.begun if seat == self.seat else ()
        return "\n".join([known, *(f"begun with {number}" for number in own)])

    # -------------------------------------------------------------- playing

    def step(self, number: int) -> list[float]:
        """Choose a number; return each seat's reward since the last one.

        Raises ValueError for a number that isn't allowed.
        """
        begun = (*self.begun, int(number))
        move = self.actions.move(self.state, begun)
        self.path.append(int(number))
        if move is None:
            self.begun = begun
            return [0.0] * self.game.players
        self.begun = ()
        self.state = after_move(self.game, self.state, move)
        return self._rewards()

    def _rewards(self) -> list[float]:
        """Return what each seat has got since this was asked last."""
        now = self.standing()
        since = [new - old for new, old in zip(now, self._given, strict=True)]
        self._given = now
        return since

    def standing(self) -> list[float]:
        """Return what each seat has got since the deal: at the end, the returns of the game."""
        game, rules = self.game, self.game.interpreter
        seats = range(game.players)
        if self.reward != "winning":
            points = self._points()
            average = sum(points) / len(points) if self.reward == "margin" else 0
            return [have - average for have in points]
        if not self.over:
            return [0.0] * game.players
        winners = rules.winners(self.state)
        if self.state[at.WON] == at.NOBODY:
            return [-1.0] * game.players
        if len(winners) == game.players and self.state[at.WON]:
            return [1.0] * game.players  # all win together
        if not winners or len(winners) == game.players:
            return [0.0] * game.players
        return [1.0 if seat in winners else -1.0 for seat in seats]

    def _points(self) -> list[float]:
        """Return the points of each seat: those that were paid, and at the end its result.

        Where the fewest points win, they are negative.
        """
        game = self.game
        if self.over:
            return [float(rank[0]) if rank else 0.0 for rank in game.interpreter.ranks(self.state)]
        sign = game.compiled.rankings[0].sign if game.compiled.rankings else 1
        totals = game.compiled.layout.totals
        return [float(sign * self.state[totals + seat]) for seat in range(game.players)]

    # -------------------------------------------------------------- showing

    def session(self) -> Session:
        """Return the game as a session, with the decisions that are complete."""
        if self._shown is None:
            self._shown = Session(self.game, self.seed, starter=self.starter)
        begun: list[int] = []
        for number in self.path[self._next :]:
            begun.append(number)
            move = self.actions.move(self._shown.state, begun)
            if move is not None:
                self._shown.apply(move)
                self._next += len(begun)
                begun = []
        return self._shown

    def rendered(self, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text for "ansi", as pixels for "rgb_array", and else nothing."""
        match mode:
            case "ansi":
                return self.drawn_text()
            case "rgb_array":
                return self.picture()
        return None

    def drawn_text(self) -> str:
        """Return the table as text, as the seat that decides sees it."""
        from rich.console import Console

        from engine.cli.text_position import PositionText

        seats = [f"seat {seat + 1}" for seat in range(self.game.players)]
        drawn = PositionText(seats, WIDTH).draw(self.session().view(self.seat))
        console = Console(file=StringIO(), width=WIDTH, no_color=True, record=True)
        console.print("" if drawn is None else drawn)
        return console.export_text()

    def picture(self, size: Sequence[int] = PICTURE) -> npt.NDArray[np.uint8]:
        """Return the table as pixels, height × width × 3: the picture of `cairn shot`.

        Raises NoWindow where nothing can be drawn.
        """
        from viewer import pixels

        image = pixels(self.session(), (size[0], size[1]), self.seat, self.game.language)
        return np.frombuffer(image, dtype=np.uint8).reshape(size[1], size[0], 3)


__all__ = ["REWARDS", "Reward", "Stepping", "open_game"]
