"""Games of equal players that are looked at decision by decision, while the module plays them.

Studies ask of such games what rows of results leave out: what a piece does for a player, or how a
game ends if only what comes after its deal is different.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.compile import layout as at
from engine.compile.program import STALL, as_counted
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.move_keys import sides
from engine.game.interpreter import State
from engine.game.rng import derived
from engine.game.session import Game
from engine.game.wasm_executor import Stopped
from engine.study.intervals import Numbers
from engine.study.one_game import game_seed
from engine.study.policy_match import HOPELESS
from engine.study.wasm_policies import seated, seating
from engine.study.wins import part_of_win

Answer = TypeVar("Answer")
_HALF = 32
"""How many bits one of the two words of a generator has."""


@dataclass(frozen=True)
class SteppedResult:
    """How a game ended. `starter`: the seat that began; `parts`: by seat, its side's part of the
    win; `scores`: by seat what is ranked first, none where nothing is ranked; `decisions`.
    """

    starter: int
    parts: Numbers
    scores: Numbers
    decisions: int


def asked_of_each(
    most: int, seconds: float, heard: Callable[[float], None], ask: Callable[[int], Answer | None]
) -> list[Answer]:
    """Ask something of games 1 to `most`; return the answers without None.

    It ends early when the time is over, and where the first games give none. `heard` hears the
    share that is done.
    """
    until, found = time.monotonic() + seconds, list[Answer]()
    for number in range(1, most + 1):
        left = until - time.monotonic()
        if left < 0 or (number > HOPELESS and not found):
            break
        answer = ask(number)
        if answer is not None:
            found.append(answer)
        heard(max(number / most, 1 - left / seconds))
    heard(1.0)
    return found


class SteppedGames:
    """Plays games whose seats all have the same agent.

    The module must be able to play it, see `unplayable`.
    """

    def __init__(self, game: Game, agent: str, seed: int) -> None:
        """Seat the players."""
        how = seating([agent] * game.players)
        assert how is not None
        self.game, self.seed = game, seed
        self.sides = sides(game.compiled)
        # With one game a deal, random seats would get a module that can't be asked for choices.
        self.module = seated(game, how, deals=2 if how.random else 1)
        if how.random:
            self.module.seat(how.policies)
        self.starter = 0

    @property
    def state(self) -> npt.NDArray[np.int32]:
        """Return a view of the position, which changes as the game is played."""
        words = memoryview(self.module.shared(STATE, 4 * self.module.emitted.size))
        return np.frombuffer(words, np.int32)

    def deal(self, deal: int, number: int, *, first: int = 0, chance: int = 0) -> None:
        """Deal a game up to its first decision. Raises Stopped.

        `deal`: the number of its deal, from 1; `number`: that of the choices which players leave to
        chance; `first`: the seat that begins, if the rules leave that open. With `chance`, dice and
        shuffles after the deal are others for each number of it.
        """
        dealt = game_seed(self.seed, deal)
        self.module.start(dealt, first)
        if chance:
            seeded = derived(dealt, chance)
            words = (seeded & 0xFFFFFFFF, derived(dealt, chance, 1) & 0xFFFFFFFF)
            self.state[[at.RNG_LOW, at.RNG_HIGH]] = np.array(words, np.uint32).view(np.int32)
        self.module.sit(self.seed, number)
        self.starter = int(self.state[at.STARTER])

    def continue_from(self, state: State, number: int) -> None:
        """Continue from a position; `number` is that of the choices left to chance."""
        self.module.load(state)
        self.module.sit(self.seed, number)

    def steps(self) -> Iterator[int]:
        """Play to the end; yield before each decision which of the legal moves will be made.

        Raises Stopped, also for a game that reaches the limit of decisions.
        """
        call = self.module.call
        state = self.state
        for _ in range(STALL):
            if state[at.PC] == at.OVER:
                return
            chosen = call("chosen")
            yield chosen
            call("apply", chosen)
        raise Stopped(0)

    def play(self) -> SteppedResult | None:
        """Play to the end and return the result; None for a game that doesn't come to one."""
        try:
            for _ in self.steps():
                pass
            return self.result()
        except Stopped:
            return None

    def result(self) -> SteppedResult:
        """Return how a game has ended. Raises Stopped."""
        module, seats = self.module, range(self.game.players)
        won = module.winners()
        parts = np.array([part_of_win(won, seat, self.sides) for seat in seats])
        scores = [
            as_counted(module.compiled.rankings, rank) for rank in module.ranks() if len(rank)
        ]
        decisions = int(self.state[at.DECISIONS])
        return SteppedResult(self.starter, parts, np.array(scores, float), decisions)
