"""Games as PettingZoo's environments: its own suites, and what they don't ask."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from engine.adapters.pettingzoo import CairnEnv, cairn_env, cairn_parallel_env
from engine.game.rng import Chance
from tests.adapters.suites import pettingzoo, quiet
from tests.game.games import named, ready
from tests.scope import ALL

SIX = ("lost-cities-card", "kalah", "nim", "goofspiel", "fill-up", "beacons")


def played(env: CairnEnv, seed: int) -> dict[str, float]:
    """Play a random game; return what each agent got."""
    chance, got = Chance(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        got[agent] += reward
        free = np.flatnonzero(observation["action_mask"])
        assert len(free) == 0 if ended or cut else len(free)
        env.step(None if ended or cut else int(free[chance.below(len(free))]))
    return got


@pytest.mark.parametrize("name", SIX)
def test_the_suites_of_pettingzoo_pass(name: str) -> None:
    pettingzoo(ready(named(name)), 8)


@pytest.mark.parametrize("name", ["lost-cities-card", "fill-up", "knock"])
def test_rewards_are_the_points_of_the_game_or_who_wins(name: str) -> None:
    game = ready(named(name))
    env = cairn_env(game, reward="points")
    points = played(env, 3)
    session = env.stepping.session()
    assert session.over
    sign = game.compiled.rankings[0].sign  # -1 where the fewest points win
    assert [*points.values()] == [sign * score for score in session.scores]
    assert sum(played(cairn_env(game, reward="margin"), 3).values()) == pytest.approx(0)
    won = played(cairn_env(game), 3)
    best = [name for name, reward in won.items() if reward == 1]
    assert best == [env.possible_agents[seat] for seat in session.winners] or not best


def test_a_seat_that_does_not_decide_may_choose_nothing() -> None:
    env = cairn_env("lost-cities-card", players=2)
    env.reset(seed=1)
    one, other = (env.observe(agent) for agent in env.possible_agents)
    assert one["action_mask"].any()
    assert not other["action_mask"].any()
    with pytest.raises(ValueError, match="no legal move has the number"):
        env.step(int(np.flatnonzero(one["action_mask"] == 0)[0]))


def test_a_game_may_be_cut_short() -> None:
    env = cairn_env("lost-cities-card", players=2, most=4)
    got = played(env, 5)
    assert not env.agents
    assert [*got.values()] == [0, 0]


def test_where_seats_choose_at_once_each_has_a_mask_of_its_own() -> None:
    env = cairn_parallel_env(ready(named("goofspiel")))
    observed, _ = env.reset(seed=2)
    assert all(one["action_mask"].any() for one in observed.values())
    assert env.stepping.deciding() == [0, 1, 2]
    choices = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in observed.items()}
    observed, *_ = env.step(choices)
    assert len(env.stepping.session().history) == 3
    with pytest.raises(ValueError, match="never choose at once"):
        cairn_parallel_env("chess")


def test_what_another_seat_has_just_chosen_is_not_seen() -> None:
    rows = []
    for choice in (0, 1):
        env = cairn_env(ready(named("goofspiel")))
        env.reset(seed=2)
        free = np.flatnonzero(env.observe("seat_1")["action_mask"])
        env.step(int(free[choice]))
        rows.append(env.observe("seat_2")["observation"])
    assert (rows[0] == rows[1]).all()


def test_pictures_and_texts_of_the_table() -> None:
    game = ready(named("nim"))
    if ALL:
        suites: Any = import_module("pettingzoo.test")
        with quiet():
            suites.render_test(lambda render_mode: cairn_env(game, render_mode=render_mode))
    env = cairn_env(game, render_mode="rgb_array")
    env.reset(seed=5)
    picture = env.render()
    assert (picture.shape, picture.dtype) == ((900, 1440, 3), np.uint8)
    assert len(np.unique(picture)) > 20
    env = cairn_env("lost-cities-card", render_mode="ansi")
    env.reset(seed=5)
    assert "your hand" in env.render()
    with pytest.raises(ValueError, match="render mode"):
        cairn_env(game, render_mode="film")
