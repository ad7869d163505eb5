"""Many games at once as a vector environment of Gymnasium: one seat learns, agents play the others.

    envs = CairnVectorEnv("my-game.cairn", num_envs=1024, agents="greedy")
    observations, infos = envs.reset(seed=5)
    observations, rewards, terminations, truncations, infos = envs.step(numbers)

It needs the extra `gymnasium`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.adapters.batched import BatchedGames
from engine.adapters.gymnasium import Observed, spaces_of
from engine.adapters.stepping import Reward, open_game, others_of
from engine.compile.program import STALL
from engine.compile.wasm.batches import Autoreset
from engine.distribution import install
from engine.game.session import Game
from engine.rules.load import Loaded

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as problem:
    raise ImportError(
        f"environments for Gymnasium need the package gymnasium; {install('gymnasium')} installs it"
    ) from problem

_Truths = npt.NDArray[np.bool_]
_WHEN = {
    AutoresetMode.NEXT_STEP: Autoreset.NEXT_STEP,
    AutoresetMode.SAME_STEP: Autoreset.SAME_STEP,
    AutoresetMode.DISABLED: Autoreset.DISABLED,
}


class CairnVectorEnv(VectorEnv[Observed, npt.ArrayLike, npt.NDArray[Any]]):
    """Many games for one seat that learns, stepped together; agents play the other seats."""

    def __init__(
        self,
        ruleset: str | Path | Loaded | Game,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        agents: str | Sequence[str] = "random",
        options: Mapping[str, str] | None = None,
        reward: Reward = "winning",
        most: int = STALL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        """Open a ruleset, with arguments as for `CairnGymEnv`.

        `copy`: what is returned stays as it is; else the next step overwrites it. `threads`: how
        many share the games. Raises RulesError for rules with errors, ValueError for agents that
        the WebAssembly executor can't play.
        """
        game = open_game(ruleset, players, options)
        others = others_of(game, seat, agents)
        mode = AutoresetMode(autoreset_mode)
        self.num_envs, self.seat, self.copy = num_envs, seat, copy
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.games = BatchedGames(
            game, num_envs, agents=others, reward=reward, autoreset=_WHEN[mode], most=most,
            threads=threads,
        )  # fmt: skip
        columns = self.games.observations.shape[1]
        self.single_observation_space, self.single_action_space = spaces_of(game, columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal games. `options["reset_mask"]`: only those for which it is true.

        Without a seed, games are dealt that come next; what deals the first ones then is random.
        """
        super().reset(seed=seed)
        if seed is None and not self._dealt:
            seed = int(self.np_random.integers(1 << 62))
        self._dealt = True
        self.games.reset(seed, (options or {}).get("reset_mask"))
        return self._observed(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observed, npt.NDArray[np.float64], _Truths, _Truths, dict[str, Any]]:
        """Choose a number in each game, and let the others play until the seat decides again.

        A number that isn't allowed loses the game at once: the reward is −1, and `illegal` of the
        infos is true.
        """
        games = self.games
        games.step(actions)
        return (
            self._observed(),
            games.rewards[:, self.seat].copy(),
            games.ended.copy(),
            games.cut.copy(),
            self._infos(),
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()

    def _observed(self) -> Observed:
        rows, masks = self.games.observations, self.games.masks
        if self.copy:
            rows, masks = rows.copy(), masks.copy()
        return {"observation": rows, "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        games, every = self.games, np.ones(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {"illegal": games.illegal.copy(), "_illegal": every}
        done = games.ended | games.cut
        if games.autoreset is Autoreset.SAME_STEP and done.any():
            final = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(done):
                mask = np.zeros(games.masks.shape[1], dtype=np.int8)
                row = games.finals[index].copy()
                final[index] = {"observation": row, "action_mask": mask}
            infos |= {"final_obs": final, "_final_obs": done, "_final_info": done}
            infos["final_info"] = {"illegal": games.illegal & done, "_illegal": done}
        return infos


__all__ = ["CairnVectorEnv"]
