"""Many games of one ruleset, stepped together inside the WebAssembly module: NumPy in and out.

    games = BatchedGames(Game(load("my-game.cairn"), players=2), 1024, seed=5)
    while True:
        games.step(choose(games.observations, games.masks))

It needs NumPy and wasmtime, and none of the libraries for which there are adapters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.adapters.batch_part import BatchPart, BatchRequest
from engine.adapters.stepping import REWARDS, Reward, open_game
from engine.compile.program import INT_MAX, STALL
from engine.compile.wasm.batches import Autoreset
from engine.game.interpreter import State
from engine.game.session import Game
from engine.rules.load import Loaded
from engine.study.wasm_policies import Seating, seated, seating, unplayable

MOST_GAMES = 1 << 20


class BatchedGames:
    """Many games of one ruleset that are stepped together, each by a number of its action space.

    All that it shows are arrays with a row for each game, written anew by `reset` and `step`; copy
    what you keep. `observations`: what the seat knows that decides, as `Game.tensor` has it, and
    what it has begun to choose. `masks`: 1 for each number that may be chosen, and only zeros for a
    game that has ended. `seats`: who decides, from 0; at an end who decided last. `rewards`: what
    each seat has got with the last step, a column for each seat. `ended`, `cut`: the game is over,
    or was cut short after `most` decisions. `illegal`: it was lost because what was chosen isn't
    allowed; the seat's reward is −1. `finals`: with `Autoreset.SAME_STEP` what the seat that chose
    knows at the end, of each game that has just ended.
    """

    def __init__(
        self,
        game: str | Path | Loaded | Game,
        n: int,
        seed: int = 0,
        *,
        agents: Mapping[int, str] | None = None,
        reward: Reward = "winning",
        autoreset: Autoreset = Autoreset.NEXT_STEP,
        most: int = STALL,
        threads: int = 1,
    ) -> None:
        """Deal `n` games; the same seed deals the same games, with any number of threads.

        `agents`: by seat, from 0, the AI players of seats that aren't played from outside, such as
        "greedy"; they play in the module. `reward`: as in `cairn_env`. `threads`: how many share
        the games. Raises RulesError for a name that no agent has (E603), ValueError for an agent
        that the module can't play, MemoryError for games that need too much memory.
        """
        self.game = open_game(game)
        if not 1 <= n <= MOST_GAMES or not 1 <= threads <= n:
            raise ValueError(f"there are 1 to {MOST_GAMES:,} games, and at most a thread for each")
        if not 1 <= most <= INT_MAX:
            raise ValueError(f"a game has 1 to {INT_MAX:,} decisions at most")
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward}")
        self.autoreset = autoreset
        how, own = self._seating(agents or {})
        first = seated(self.game, how, batched=True)
        modules = [first] + [
            seated(self.game, how, batched=True, like=first) for _ in range(threads - 1)
        ]
        bounds = [n * part // threads for part in range(threads + 1)]
        asked = BatchRequest(n, own, REWARDS.index(reward), autoreset, most)
        self._parts = [
            BatchPart(self.game, module, asked, bounds[i], bounds[i + 1])
            for i, module in enumerate(modules)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        one, *others = (part.arrays for part in self._parts)
        self._whole = whole = one.joined(others) if others else one
        self.observations, self.masks, self.seats = whole.observations, whole.masks, whole.seats
        self.rewards, self.ended, self.cut = whole.rewards, whole.ended, whole.cut
        self.illegal, self.finals = whole.illegal, whole.finals
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.seats)

    def __repr__(self) -> str:
        return f"<BatchedGames {self.game.loaded.name}, games={len(self)}>"

    def _seating(self, agents: Mapping[int, str]) -> tuple[Seating, int]:
        """Return how seats choose, and which are played from outside, as bits."""
        seats = range(self.game.players)
        if not set(agents) <= set(seats) or len(agents) == len(seats):
            raise ValueError(
                f"the seats are 0 to {len(seats) - 1}, and at least one has no agent of its own"
            )
        names = [agents.get(seat, "random") for seat in seats]
        how, reason = seating(names), unplayable(self.game, names)
        if how is None or reason is not None:
            raise ValueError(reason)
        return how, sum(1 << seat for seat in seats if seat not in agents)

    # -------------------------------------------------------------- playing

    def reset(self, seed: int | None = None, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal games anew. `which`: only those. Without a seed, those that come next are dealt."""
        n = len(self)
        if which is not None and (which.shape != (n,) or which.dtype != np.bool_):
            raise ValueError(f"`which` is an array of {n} truths")
        if seed is not None:
            for part in self._parts:
                part.sow(int(seed))
        self._whole.chosen[:] = 1 if seed is None else 2
        if which is not None:
            self._whole.chosen[:] *= which
        self._run(BatchPart.reset)

    def step(self, actions: npt.ArrayLike) -> None:
        """Choose a number in each game, and let agents play until it is asked again.

        What is chosen for a game that has ended is ignored; `autoreset` says when it is dealt anew.
        Raises ValueError for another shape or type, RulesError for rules that fail; then deal all
        games anew before you step again.
        """
        given = np.asarray(actions)
        if given.shape != (len(self),) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"actions are {len(self)} integers, one for each game")
        np.clip(given, -1, self.masks.shape[1], out=self._whole.chosen, casting="unsafe")
        self._run(BatchPart.step)

    def sample(self) -> npt.NDArray[np.int32]:
        """Return for each game one of the numbers that may be chosen, each equally likely.

        It is 0 for a game that has ended. The seed of the games is that of these numbers, too.
        """
        self._each(BatchPart.sample)
        return np.concatenate([part.arrays.chosen for part in self._parts])

    def state(self, index: int) -> State:
        """Return the position of a game, as the interpreter has it."""
        if not 0 <= index < len(self):
            raise IndexError(f"the games are 0 to {len(self) - 1}")
        part = next(part for part in self._parts if index < part.end)
        return part.state(index - part.first)

    def _run(self, what: Callable[[BatchPart], None]) -> None:
        """Let each part do something with what is chosen, and show what comes of it."""

        def run(part: BatchPart) -> None:
            if len(self._parts) == 1:
                what(part)
                return
            part.arrays.chosen[:] = self._whole.chosen[part.first : part.end]
            what(part)
            self._whole.show(part.arrays, part.first)

        self._each(run)

    def _each(self, what: Callable[[BatchPart], None]) -> None:
        """Do something with each part, in threads of their own."""
        if self._pool is None:
            what(self._parts[0])
            return
        running = [self._pool.submit(what, part) for part in self._parts]
        try:
            wait(running)
        finally:
            wait(running)  # also after Ctrl-C: a part isn't for two threads at once
        for done in running:
            done.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


__all__ = ["Autoreset", "BatchedGames"]
