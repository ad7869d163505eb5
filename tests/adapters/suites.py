"""The suites of PettingZoo, Gymnasium and OpenSpiel, each run on one of our games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from engine import Game

FINE = (
    "Action mask numpy array is all zeros",  # of a seat that doesn't decide
    "probably should be gymnasium.spaces.box",  # a row with its mask, as in PettingZoo's own games
    "Observation is not a NumPy array",
)
"""Warnings that a suite may give: they speak of what is meant."""


@contextmanager
def quiet() -> Iterator[None]:
    """Run a suite without its reports; a warning is a fault but for those that are fine."""
    with warnings.catch_warnings(record=True) as given, redirect_stdout(StringIO()):
        warnings.simplefilter("always")
        yield
    told = [str(one.message) for one in given]
    assert [text for text in told if not any(fine in text for fine in FINE)] == []


def pettingzoo(game: Game, cycles: int) -> None:
    """Run PettingZoo's suites for environments in which one seat after another chooses."""
    from engine.adapters.pettingzoo import cairn_env, cairn_parallel_env

    suites: Any = import_module("pettingzoo.test")
    with quiet():
        suites.api_test(cairn_env(game, most=cycles), num_cycles=cycles)
        suites.seed_test(lambda: cairn_env(game), num_cycles=cycles)
    if game.all_at_once:
        with quiet():
            suites.parallel_api_test(cairn_parallel_env(game, most=cycles), num_cycles=cycles)


def gymnasium(game: Game) -> None:
    """Run Gymnasium's suite for an environment of one seat."""
    from gymnasium.utils.env_checker import check_env

    from engine.adapters.gymnasium import CairnGymEnv

    with quiet():
        check_env(CairnGymEnv(game, most=40), skip_render_check=True)


def openspiel(path: Path, players: int, chance: str = "sampled", most: int = 60) -> None:
    """Run OpenSpiel's random simulation, with a copy and a kept state at every step."""
    pyspiel: Any = import_module("pyspiel")
    import_module("engine.adapters.openspiel")
    given = {"ruleset": str(path), "players": players, "chance": chance, "most": most}
    game = pyspiel.load_game("cairn", given)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
