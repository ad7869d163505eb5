"""Many games as a vector environment of Gymnasium: spaces, ways of dealing anew, wrappers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from engine import Game, load_text
from engine.adapters.gymnasium import CairnGymEnv
from engine.adapters.gymnasium_vector import CairnVectorEnv
from tests.adapters.test_gymnasium import GENEROUS
from tests.game.games import named, ready


def last(observed: dict[str, Any]) -> npt.NDArray[np.int64]:
    """The largest number that may be chosen in each game, 0 for one that has ended."""
    masks = observed["action_mask"]
    return np.where(masks.any(axis=1), masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1), 0)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_games_are_played_and_dealt_anew(mode: AutoresetMode) -> None:
    game = ready(named("nim"))
    envs = CairnVectorEnv(game, 5, seat=1, agents="greedy", autoreset_mode=mode)
    one = CairnGymEnv(game, seat=1)
    assert envs.single_observation_space == one.observation_space
    assert envs.single_action_space == one.action_space
    assert envs.metadata["autoreset_mode"] is mode
    observed, _ = envs.reset(seed=3)
    done, ends = np.zeros(5, np.bool_), 0
    for _ in range(40):
        if mode is AutoresetMode.DISABLED and done.any():
            observed, _ = envs.reset(options={"reset_mask": done})
        before = done
        observed, rewards, over, cut, infos = envs.step(last(observed))
        assert observed in envs.observation_space
        assert [x.dtype.kind for x in (rewards, over, cut)] == ["f", "b", "b"]
        assert not cut.any()
        assert not infos["illegal"].any()
        assert (rewards != 0).tolist() == over.tolist()
        if mode is AutoresetMode.NEXT_STEP:
            assert not over[before].any()
        if mode is AutoresetMode.SAME_STEP:
            assert observed["action_mask"].any(axis=1).all()
            if over.any():
                assert infos["_final_obs"].tolist() == over.tolist()
                assert all(x in envs.single_observation_space for x in infos["final_obs"][over])
        done, ends = over, ends + int(over.sum())
    assert ends > 10


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasium_counts_what_episodes_bring(mode: AutoresetMode) -> None:
    path = named("nim")
    name = "engine.adapters.gymnasium:Cairn-v0"
    made = gymnasium.make_vec(
        name, 4, "vector_entry_point", ruleset=path, agents="random", autoreset_mode=mode
    )
    envs = RecordEpisodeStatistics(made)
    observed, _ = envs.reset(seed=1)
    found: list[float] = []
    for _ in range(60):
        observed, _, over, _, infos = envs.step(last(observed))
        if "episode" in infos:
            found += infos["episode"]["r"][over].tolist()
    assert set(found) == {-1, 1}
    envs.close()


def test_what_comes_before_the_first_decision_counts() -> None:
    game = Game(load_text(GENEROUS, Path("generous.cairn")), 2)
    envs = CairnVectorEnv(game, 8, seat=1, reward="points")
    observed, _ = envs.reset(seed=2)
    _, rewards, _, _, _ = envs.step(last(observed))
    assert (rewards >= 3).all()


def test_seeds_are_kept_and_what_was_returned_stays() -> None:
    envs = CairnVectorEnv(ready(named("knock")), 3, threads=2)
    first, _ = envs.reset(seed=7)
    kept = first["observation"].copy()
    envs.step(last(first))
    assert (first["observation"] == kept).all()
    again, _ = envs.reset(seed=7)
    assert (again["observation"] == kept).all()
    more, _ = envs.reset()
    assert (more["observation"] != kept).any()
    envs.close()


def test_agents_must_be_ones_that_the_module_plays() -> None:
    with pytest.raises(ValueError, match="executor"):
        CairnVectorEnv(ready(named("nim")), 2, agents="hard")
    with pytest.raises(ValueError, match="needs 1 agents"):
        CairnVectorEnv(ready(named("nim")), 2, agents=["random", "random"])
