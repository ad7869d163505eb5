"""Games as environments of PettingZoo: one seat after another, or all at once.

    env = cairn_env("my-game.cairn", players=2)
    env.reset(seed=5)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        …

It needs the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from engine.adapters.stepping import ANYTHING, Reward, Stepping, open_game
from engine.compile.program import STALL
from engine.distribution import install
from engine.game.session import Game
from engine.rules.load import Loaded

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as problem:
    raise ImportError(
        f"environments for PettingZoo need the package pettingzoo; {install('pettingzoo')} "
        "installs it"
    ) from problem

RENDER_MODES = ["ansi", "rgb_array"]
Rows = dict[str, Any]
"""What an agent gets: `observation`, a row of numbers, and `action_mask`."""


class _Seats:
    """What both kinds of environments share: the seats' names, their spaces, and pictures."""

    metadata: dict[str, Any]
    possible_agents: list[str]

    def __init__(self, stepping: Stepping, render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise ValueError(f"a render mode is one of {modes}, not {render_mode}")
        self.stepping, self.render_mode = stepping, render_mode
        game = stepping.game
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(game.players)]
        self.agents: list[str] = []
        size = stepping.actions.size
        row = Box(-ANYTHING, ANYTHING, (stepping.columns,), np.float32)
        self._observed = {
            agent: Dict({"observation": row, "action_mask": Box(0, 1, (size,), np.int8)})
            for agent in self.possible_agents
        }
        self._chosen = {agent: Discrete(size) for agent in self.possible_agents}
        self._random = Random()

    def observation_space(self, agent: str) -> Any:
        """Return what an agent's observations are."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers that an agent chooses from."""
        return self._chosen[agent]

    def observe(self, agent: str) -> Rows:
        """Return what an agent knows, and which numbers it may choose."""
        seat = self.possible_agents.index(agent)
        row, mask = self.stepping.row(seat), self.stepping.mask(seat)
        one_by_one = isinstance(self, AECEnv) and seat != self.stepping.seat
        return {"observation": row, "action_mask": mask * (not one_by_one)}

    def render(self) -> Any:
        """Return the table as text or as pixels, as `render_mode` says."""
        return self.stepping.rendered(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _deal(self, seed: int | None) -> None:
        """Deal a game; without a seed another one each time, as the last seed has it."""
        if seed is not None:
            self._random.seed(seed)
        self.stepping.reset(self._random.getrandbits(63) if seed is None else seed)
        self.agents = list(self.possible_agents)


class CairnEnv(_Seats, AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A game in which one seat after another chooses: an AEC environment."""

    def __init__(self, stepping: Stepping, render_mode: str | None = None) -> None:
        """Take a game; `cairn_env` opens one."""
        AECEnv.__init__(self)
        _Seats.__init__(self, stepping, render_mode)
        self.metadata = {
            "name": f"{stepping.game.loaded.name}_v0", "render_modes": RENDER_MODES,
            "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. `options` isn't used."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._ended()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: int | None) -> None:
        """Choose a number for the agent that is selected; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None can be chosen only when the game is over")
        self._cumulative_rewards[agent] = 0.0
        rewards = self.stepping.step(action)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._ended()
        self._accumulate_rewards()

    def _ended(self) -> None:
        over, cut = self.stepping.over, self.stepping.cut
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.possible_agents[self.stepping.seat]


class CairnParallelEnv(_Seats, ParallelEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A game in which seats choose at once: a parallel environment.

    Where one seat decides alone, the masks of the others are zeros, and what they choose is
    ignored.
    """

    def __init__(self, stepping: Stepping, render_mode: str | None = None) -> None:
        """Take a game; `cairn_parallel_env` opens one."""
        _Seats.__init__(self, stepping, render_mode)
        self.metadata = {"name": f"{stepping.game.loaded.name}_v0", "render_modes": RENDER_MODES}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Rows], dict[str, dict[str, Any]]]:
        """Deal a game. `options` isn't used."""
        self._deal(seed)
        return self._observed_now(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Rows],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Choose a number for every agent that may choose now."""
        agents = list(self.agents)
        rewards = dict.fromkeys(agents, 0.0)
        for seat in self.stepping.deciding():
            if seat != self.stepping.seat or self.stepping.begun:
                continue  # it wasn't asked after all, or is still choosing
            given = self.stepping.step(actions[self.possible_agents[seat]])
            for name, reward in zip(self.possible_agents, given, strict=True):
                rewards[name] += reward
        over, cut = self.stepping.over, self.stepping.cut
        if over or cut:
            self.agents = []
        found = self._observed_now(agents)
        ended, short = dict.fromkeys(agents, over), dict.fromkeys(agents, cut)
        return found, rewards, ended, short, {agent: {} for agent in agents}

    def _observed_now(self, agents: Sequence[str]) -> dict[str, Rows]:
        return {agent: self.observe(agent) for agent in agents}


def cairn_env(
    ruleset: str | Path | Loaded | Game,
    players: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    reward: Reward = "winning",
    render_mode: str | None = None,
    most: int = STALL,
) -> CairnEnv:
    """Return a game as an AEC environment.

    `ruleset`: a name of the library, the path of a file, or rules that are loaded. `players`: as
    few as the rules allow if None. `options`: as on the command line. `reward`: "winning" is 1 for
    a seat that has won, −1 for one that has lost and 0 for a draw; "points" is what a seat gets,
    when it gets it; "margin" is its points less the average of all seats. `most`: a game is cut
    short after so many decisions. Raises RulesError for rules with errors.
    """
    return CairnEnv(Stepping(open_game(ruleset, players, options), reward, most), render_mode)


def cairn_parallel_env(
    ruleset: str | Path | Loaded | Game,
    players: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    reward: Reward = "winning",
    render_mode: str | None = None,
    most: int = STALL,
) -> CairnParallelEnv:
    """Return a game in which all seats choose at once as a parallel environment.

    The arguments are those of `cairn_env`. Raises ValueError for a game in which they never do.
    """
    game = open_game(ruleset, players, options)
    if not game.all_at_once:
        raise ValueError(f"in {game.loaded.name} seats never choose at once; use cairn_env")
    return CairnParallelEnv(Stepping(game, reward, most), render_mode)


__all__ = ["CairnEnv", "CairnParallelEnv", "cairn_env", "cairn_parallel_env"]
