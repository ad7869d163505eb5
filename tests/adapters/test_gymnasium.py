"""Games as Gymnasium's environments: its own suite, agents at the other seats, illegal numbers."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from engine import Game, load_text
from engine.adapters.gymnasium import CairnGymEnv
from tests.adapters import suites
from tests.game.games import named, ready


@pytest.mark.parametrize("name", ["nim", "knock"])
def test_the_suite_of_gymnasium_passes(name: str) -> None:
    suites.gymnasium(ready(named(name)))


@pytest.mark.parametrize("seat", [0, 1])
def test_agents_play_the_other_seats_to_the_end(seat: int) -> None:
    env = CairnGymEnv("lost-cities-card", seat=seat, agents="greedy", reward="points")
    observed, _ = env.reset(seed=4)
    total, ended = 0.0, False
    while not ended:
        free = np.flatnonzero(observed["action_mask"])
        observed, reward, ended, cut, info = env.step(free[0])
        assert not cut
        assert not info["illegal"]
        total += reward
    assert total == env.stepping.session().scores[seat]
    made = {decision.seat for decision in env.stepping.session().history}
    assert made == {0, 1}


def test_a_number_that_is_not_allowed_loses() -> None:
    env = CairnGymEnv(ready(named("nim")))
    observed, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended, info["illegal"]) == (-1, True, True)


GENEROUS = """
game "Generous"
  players 2
  starts seat 1

counter points[Player]: 0..99 = 0
counter turns: 0..9 = 0

turn
  turns := turns + 1
  choose
    give
      points[left(me)] := points[left(me)] + 3
    stop
      require me = seat 1
      end game

game ends when turns = 4

score each Player
  add "Points" points[me]

winner highest total
"""


def test_what_comes_before_the_first_decision_counts() -> None:
    env = CairnGymEnv(Game(load_text(GENEROUS, Path("generous.cairn")), 2), seat=1, reward="points")
    for seed in range(8):  # in half of the games, the other seat stops before this one decides
        observed, _ = env.reset(seed=seed)
        assert observed["action_mask"].any()
        _, reward, ended, _, info = env.step(np.flatnonzero(observed["action_mask"])[0])
        assert not info["illegal"]
        assert reward == env.stepping.session().scores[1] >= 3
        assert ended == env.stepping.over


def test_it_is_registered() -> None:
    path = named("nim")
    env = gymnasium.make("engine.adapters.gymnasium:Cairn-v0", ruleset=path, agents="greedy")
    observed, _ = env.reset(seed=1)
    assert observed in env.observation_space


def test_agents_must_fit_the_seats() -> None:
    with pytest.raises(ValueError, match="needs 1 agents"):
        CairnGymEnv(ready(named("nim")), agents=["random", "greedy"])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_several_are_stepped_together(mode: AutoresetMode) -> None:
    game = ready(named("nim"))
    made = [lambda seat=seat: CairnGymEnv(game, seat=seat) for seat in (0, 1, 0)]
    envs = SyncVectorEnv(made, autoreset_mode=mode)
    observed, _ = envs.reset(seed=3)
    ended = 0
    for _ in range(12):
        free = [
            int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in observed["action_mask"]
        ]
        observed, _, over, _, _ = envs.step(np.array(free))
        ended += int(over.sum())
        assert observed["observation"].shape == (3, game.tensor.size)
    assert ended >= 3
