"""How fast games are as environments, beside other libraries' own games in the same run.

    python -m benchmarks.environments [--seconds 5]

Each loop plays random games for a time and counts decisions: with OpenSpiel `legal_actions` and
`apply_action`; with PettingZoo `last`, with observation and mask, and `step`; of many games at once
`sample` and `step`, which write the row and the mask of every decision. Ratios are of one run on
one machine, both in turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from engine.adapters.batched import BatchedGames
from engine.adapters.pettingzoo import cairn_env

CARD_GAME = "gin-rummy"
BATCHED = (("lost-cities-card", 1), ("lost-cities-card", 2), (CARD_GAME, 1), (CARD_GAME, 2))
"""Which games are stepped together, and in how many threads."""
GAMES = 1024
TURNS = 3
Loop = Callable[[float], tuple[int, float]]
"""Plays for some seconds; returns how many decisions were made, and in what time."""


def spiel_loop(game: Any) -> Loop:
    """Return a loop over OpenSpiel's protocol; what chance decides isn't counted."""
    chance = Random(1)

    def play(seconds: float) -> tuple[int, float]:
        made, start = 0, time.perf_counter()
        state = game.new_initial_state()
        while time.perf_counter() - start < seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                made += 1
        return made, time.perf_counter() - start

    return play


def aec_loop(env: Any) -> Loop:
    """Return a loop over PettingZoo's protocol, with observation and mask of each decision."""
    chance = Random(1)

    def play(seconds: float) -> tuple[int, float]:
        made, start, seed = 0, time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            seed += 1
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
                made += 1
        return made, time.perf_counter() - start

    return play


def batched_loop(games: BatchedGames) -> Loop:
    """Return a loop over many games at once, each with a random number that is allowed."""

    def play(seconds: float) -> tuple[int, float]:
        made, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            chosen = games.sample()
            made += len(games) - int((games.ended | games.cut).sum())
            games.step(chosen)
        return made, time.perf_counter() - start

    return play


def compared(what: str, ours: Loop, theirs: Loop, seconds: float) -> str:
    """Run both in turns; return a line with decisions a second and their ratio."""
    counts = {"ours": [0.0, 0.0], "theirs": [0.0, 0.0]}
    for _ in range(TURNS):
        for name, loop in (("ours", ours), ("theirs", theirs)):
            made, took = loop(seconds / TURNS)
            counts[name][0] += made
            counts[name][1] += took
    mine, other = (made / took for made, took in counts.values())
    return f"{what}: {mine:,.0f} decisions/s, theirs {other:,.0f}, ratio {mine / other:.3f}"


def main() -> None:
    """Print a line for each comparison."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=5.0)
    seconds = arguments.parse_args().seconds
    import_module("engine.adapters.openspiel")
    pyspiel: Any = import_module("pyspiel")
    ours = pyspiel.load_game("cairn", {"ruleset": CARD_GAME})
    theirs = pyspiel.load_game("gin_rummy")
    title = f"OpenSpiel, {CARD_GAME} beside its own gin rummy, legal moves and apply"
    print(compared(title, spiel_loop(ours), spiel_loop(theirs), seconds))
    for name, threads in BATCHED:
        games = BatchedGames(name, GAMES, threads=threads)
        rows, masks = games.observations, games.masks
        size = f"{rows.shape[1]} of {rows.dtype} and {masks.shape[1]} of {masks.dtype}"
        title = f"{GAMES} games at once, {name}, threads: {threads} ({size}) beside its gin rummy"
        print(compared(title, batched_loop(games), spiel_loop(theirs), seconds))
    if find_spec("pygame") is None:  # its tic-tac-toe needs that to draw, and nothing is drawn here
        sys.modules["pygame"] = ModuleType("pygame")
    tictactoe: Any = import_module("pettingzoo.classic.tictactoe_v3")
    for name in ("tic-tac-toe", CARD_GAME):
        env = cairn_env(name)
        size = f"{env.stepping.columns} numbers of 32 bits and {env.stepping.actions.size} of mask"
        title = f"PettingZoo, {name} ({size}) beside its own tic-tac-toe"
        print(compared(title, aec_loop(env), aec_loop(tictactoe.env()), seconds))


if __name__ == "__main__":
    main()
