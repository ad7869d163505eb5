"""Games as environments of Gymnasium: one seat learns, agents play the others.

    env = CairnGymEnv("my-game.cairn", agents="greedy")
    observation, info = env.reset(seed=5)
    observation, reward, terminated, truncated, info = env.step(number)

It needs the extra `gymnasium`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, SupportsInt

import numpy as np

from engine.adapters.stepping import ANYTHING, Reward, Stepping, open_game, others_of
from engine.agents.agent import Agent, looking_back
from engine.agents.registry import make_agent
from engine.compile.program import STALL
from engine.distribution import install
from engine.game.observation_history import ObservationHistories
from engine.game.session import Game
from engine.rules.load import Loaded

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as problem:
    raise ImportError(
        f"environments for Gymnasium need the package gymnasium; {install('gymnasium')} installs it"
    ) from problem

Observed = dict[str, Any]
"""What the seat gets: `observation`, a row of numbers, and `action_mask`."""
NAME = "Cairn-v0"
"""`gymnasium.make` takes it after the name of this module: `engine.adapters.gymnasium:Cairn-v0`."""
TRIES = 1_000
"""So many games are dealt until there is one in which the seat decides."""


def spaces_of(game: Game, columns: int) -> tuple[Dict, Discrete[np.int64]]:
    """Return the spaces of what a seat gets, `columns` numbers in a row, and of what it chooses."""
    row = Box(-ANYTHING, ANYTHING, (columns,), np.float32)
    mask = Box(0, 1, (game.action_space.size,), np.int8)
    return Dict({"observation": row, "action_mask": mask}), Discrete(game.action_space.size)


class CairnGymEnv(gymnasium.Env[Observed, SupportsInt]):
    """A game for one seat that learns; agents play the other seats."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # it isn't changed
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str | Path | Loaded | Game,
        players: int | None = None,
        *,
        seat: int = 0,
        agents: str | Sequence[str | Agent] = "random",
        options: Mapping[str, str] | None = None,
        reward: Reward = "winning",
        render_mode: str | None = None,
        most: int = STALL,
    ) -> None:
        """Open a game, with arguments as for `engine.adapters.pettingzoo.cairn_env`.

        `seat`: the seat that learns, from 0. `agents`: the players of the other seats, one for all
        of them or one for each, in the order of the seats. Raises RulesError for rules with errors.
        """
        game = open_game(ruleset, players, options)
        others = others_of(game, seat, agents)
        self.stepping, self.seat, self.render_mode = Stepping(game, reward, most), seat, render_mode
        self._names = [others.get(one, "random") for one in range(game.players)]
        columns = self.stepping.columns
        self.observation_space, self.action_space = spaces_of(game, columns)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a game and let the others play until the seat decides. `options` isn't used.

        What the seat gets before its first decision is paid with that decision. A game that ends
        before is dealt anew. Raises ValueError if the seat never decides anything.
        """
        super().reset(seed=seed)
        for _ in range(TRIES):
            self._deal()
            self._owed = self._others_play()
            if not self.stepping.over and not self.stepping.cut:
                return self._observed(), {"illegal": False}
        raise ValueError(f"seat {self.seat} decided nothing in {TRIES} games")

    def _deal(self) -> None:
        self.stepping.reset(int(self.np_random.integers(1 << 62)))
        self._agents = [
            make_agent(name, int(self.np_random.integers(1 << 31)))
            if isinstance(name, str)
            else name
            for name in self._names
        ]
        looking = [s for s in looking_back(self._agents) if s != self.seat]
        self._seen = ObservationHistories(self.stepping.game.knowledge, looking)

    def step(self, action: SupportsInt) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Choose a number, and let the others play until the seat decides again.

        A number that isn't allowed loses the game at once: the reward is −1, and `illegal` of the
        info is true.
        """
        number = int(action)
        if number not in self.stepping.legal():
            return self._observed(), -1.0, True, False, {"illegal": True}
        reward, self._owed = self._owed + self._step(number) + self._others_play(), 0.0
        over, cut = self.stepping.over, self.stepping.cut
        return self._observed(), reward, over, cut, {"illegal": False}

    def render(self) -> Any:
        """Return the table as text or as pixels, as `render_mode` says."""
        return self.stepping.rendered(self.render_mode)

    def _others_play(self) -> float:
        """Let the others play until the seat decides or the game is over; return its rewards."""
        reward, play = 0.0, self.stepping
        while not play.over and not play.cut and play.seat != self.seat:
            known = self._seen.information_set(play.state, play.seat)
            legal = play.game.interpreter.legal(play.state)
            move = self._agents[play.seat].choose(play.game, known, legal, play.seat)
            for number in play.actions.numbering.path(play.state, move):
                reward += self._step(number)
        return reward

    def _step(self, number: int) -> float:
        play = self.stepping
        move = play.actions.move(play.state, (*play.begun, number))
        if move is not None:
            self._seen.see(play.state, move)
        return play.step(number)[self.seat]

    def _observed(self) -> Observed:
        mask = self.stepping.mask(self.seat)
        return {"observation": self.stepping.row(self.seat), "action_mask": mask}


gymnasium.register(
    id=NAME,
    entry_point=f"{__name__}:CairnGymEnv",
    vector_entry_point=f"{__name__}_vector:CairnVectorEnv",
)

__all__ = ["CairnGymEnv"]
