"""The engine's interpreter against the hand-written game, in one run, and how long starting takes.

Random games of both are played in turns, so that whatever else the machine does slows both alike.
Run it with `python -m benchmarks.side_by_side`.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time

from benchmarks import yardstick
from engine.agents.uniform import RandomAgent
from engine.compile import layout as at
from engine.compile.lower import lower
from engine.game.session import Game
from engine.rules.load import load
from engine.study.simulate import agent_seed, game_seed, random_game

RULESET = "lost-cities-card"
HELP = "import sys; sys.argv = ['cairn', '--help']; from engine.cli import main; main()"


def hand_written(games: int, seed: int) -> tuple[int, float]:
    """Play games of the yardstick: how many decisions, in how many seconds."""
    rng = random.Random(seed)
    started = time.perf_counter()
    decisions = sum(yardstick.playout(rng)[1] for _ in range(games))
    return decisions, time.perf_counter() - started


def interpreted(game: Game, games: int, seed: int) -> tuple[int, float]:
    """Play games of the interpreter in the way `cairn sim` does."""
    started = time.perf_counter()
    decisions = 0
    for number in range(games):
        choosers = [RandomAgent(agent_seed(seed, number, s)).below for s in range(game.players)]
        decisions += random_game(game, game_seed(seed, number), choosers)[at.DECISIONS]
    return decisions, time.perf_counter() - started


def best(times: int, action: list[str] | None = None) -> float:
    """The shortest time of a few: parsing, checking and lowering, or a command."""
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        if action is None:
            lower(load(RULESET).checked(), 2)
        else:
            subprocess.run(action, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=100, help="of each per round")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    game = Game(load(RULESET), 2)
    by_hand, by_rules = [], []
    for number in range(arguments.rounds):
        decisions, seconds = hand_written(arguments.games, arguments.seed + number)
        by_hand.append(decisions / seconds)
        decisions, seconds = interpreted(game, arguments.games, arguments.seed + number)
        by_rules.append(decisions / seconds)
    one, other = statistics.median(by_hand), statistics.median(by_rules)
    print(f"hand-written         {one:>10,.0f} decisions per second (median of {len(by_hand)})")
    print(f"interpreter          {other:>10,.0f} decisions per second")
    print(f"ratio                {other / one:>10.2f}  (wanted: at least 0.25)")
    print(f"parse, check, lower  {best(5):>10.3f} s (wanted: under 0.1)")
    print(
        f"cairn --help         {best(5, [sys.executable, '-c', HELP]):>10.3f} s (wanted: under 0.5)"
    )


if __name__ == "__main__":
    main()
