"""How fast games are played, everything in one run: ratios that hold on any machine.

The card game by the module, by the interpreter, by hand in Python and by hand in C (if a compiler
is there), in turns, so that whatever else the machine does slows all alike; then every ruleset
and example by both executors, how long each takes from its text to the first playout and how many
iterations a second a search does in the midst of its games; what playing as a learned policy would
costs against playing at random; and how long the command line takes to begin. One core. Run it with
`python -m benchmarks.side_by_side`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import yardstick
from engine.agents.parallel_search import forest
from engine.agents.random_agent import RandomAgent
from engine.agents.search_config import Level, SearchParams
from engine.compile import layout as at
from engine.compile.lower import lower
from engine.compile.wasm.memory import PLAYOUTS, STATE
from engine.game.code_cache import engine
from engine.game.rng import Chance
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.rules.files import library
from engine.rules.load import load
from engine.study.one_game import agent_seed, game_seed, played
from engine.training.policy import policy_for

CARD = "lost-cities-card"
EXAMPLES = Path(__file__).parents[1] / "examples"
SECONDS = 0.2
"""How long each is measured in a round, about."""
SEARCH = 2000
"""Iterations of a search that is measured."""
HELP = "import sys; sys.argv = ['cairn', '--help']; from engine.cli import main; main()"


@dataclass
class Speed:
    """What was played in a time."""

    games: int
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


def by_hand(seed: int, games: int = 100) -> Speed:
    """Play games of the yardstick in Python."""
    rng = random.Random(seed)
    started = time.perf_counter()
    decisions = sum(yardstick.playout(rng)[1] for _ in range(games))
    return Speed(games, decisions, time.perf_counter() - started)


def in_c(program: Path, seed: int, games: int = 20_000) -> Speed:
    """Play games of the yardstick in C, which takes its own time."""
    command = [str(program), str(games), str(seed)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Speed(games, int(found[0]), float(found[1]))


def interpreted(game: Game, seed: int) -> Speed:
    """Play games with the interpreter in the way `cairn sim` does."""
    decisions = number = 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        number += 1
        agents = [RandomAgent(agent_seed(seed, number, s + 1)) for s in range(game.players)]
        decisions += played(game, game_seed(seed, number), agents)[at.DECISIONS]
    return Speed(number, decisions, time.perf_counter() - started)


def compiled(module: Module, seed: int) -> Speed:
    """Play games with the module; the time is that of the calls, without reading the rows."""
    games, decisions, spent, size = 0, 0, 0.0, 16
    width = 3 + module.players * module.emitted.rankings
    while spent < SECONDS:
        started = time.perf_counter()
        module.call("random_games", seed, games + 1, size, module.emitted.free)
        spent += time.perf_counter() - started
        decisions += sum(module.words(module.emitted.free, size * width)[1::width])
        games += size
        size = min(2 * size, 2000)
    return Speed(games, decisions, spent)


def iterations(game: Game, seed: int) -> float:
    """Return how many iterations a second a search does, at every tenth decision of a game."""
    chance, level = Chance(seed), Level(SEARCH, params=SearchParams(settled=0.0))
    state, number = game.interpreter.start(seed), 0
    done, spent = 0, 0.0
    while spent < SECONDS and not game.interpreter.over(state):
        legal = game.interpreter.legal(state)
        if number % 10 == 0 and len(legal) > 1:
            known = game.knowledge.observe(state, game.interpreter.seat(state))
            forest(game).search(game, known, len(legal), chance, Level(1))  # makes what it needs
            started = time.perf_counter()
            found = forest(game).search(game, known, len(legal), chance, level)
            spent += time.perf_counter() - started
            done += sum(f.visits for f in found)
        game.interpreter.apply(state, legal[chance.below(len(legal))])
        number += 1
    return done / spent if spent else 0.0


def from_text(name: str, players: int) -> float:
    """Return how long it takes from a ruleset's text to the first playout, nothing kept before."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        engine()
        started = time.perf_counter()
        module = Module(lower(load(name).checked(), players))
        module.call("random_games", 1, 1, 1, module.emitted.free)
        return time.perf_counter() - started


def compiler() -> str | None:
    """Return a C compiler, if there is one."""
    found = (shutil.which(name) for name in ("cc", "gcc", "clang"))
    return next((path for path in found if path), None)


def print_card_game(rounds: int, seed: int, folder: Path) -> None:
    """Measure the card game four ways and print the ratios."""
    game = Game(load(CARD), 2)
    module = Module(game.compiled)
    program, cc = folder / "yardstick", compiler()
    if cc is not None:
        source = Path(__file__).with_name("yardstick.c")
        subprocess.run([cc, "-O2", "-o", str(program), str(source)], check=True)
    rates: dict[str, list[float]] = {"wasm": [], "interpreter": [], "Python": [], "C": []}
    for number in range(rounds):
        rates["Python"].append(by_hand(seed + number).rate)
        rates["interpreter"].append(interpreted(game, seed + number).rate)
        rates["wasm"].append(compiled(module, seed + number).rate)
        if cc is not None:
            rates["C"].append(in_c(program, seed + number).rate)
    print(f"{CARD}, random games, decisions per second (median of {rounds} rounds)")
    for name, found in rates.items():
        print(
            f"  {name:<12}{statistics.median(found):>14,.0f}" if found else f"  {name}: no compiler"
        )
    for one, other, wanted in (
        ("wasm", "Python", 60), ("wasm", "C", 0.4), ("wasm", "interpreter", 60),
        ("interpreter", "Python", 0.25),
    ):  # fmt: skip
        if rates[other]:
            ratios = [a / b for a, b in zip(rates[one], rates[other], strict=True)]
            middle = statistics.median(ratios)
            print(f"  {one} / {other:<14}{middle:>8.2f}  (wanted: at least {wanted})")


def print_others(names: list[str], rounds: int, seed: int) -> None:
    """Measure every ruleset by both executors and print a table."""
    heads = f"{'interpreter':>12}{'wasm':>14}{'ratio':>8}{'games/s':>12}{'text to playout':>17}"
    heads += f"{'iterations/s':>14}"
    print(f"\n{'':<31}{heads}")
    for name in names:
        loaded = load(name)
        low, high = loaded.checked().header.players
        for players in sorted({low, high}):
            game = Game(loaded, players)
            module = Module(game.compiled)
            slow, fast, most = [], [], 0.0
            for number in range(rounds):
                slow.append(interpreted(game, seed + number).rate)
                speed = compiled(module, seed + number)
                fast.append(speed.rate)
                most = max(most, speed.games / speed.seconds)
            ratio = statistics.median(a / b for a, b in zip(fast, slow, strict=True))
            first = min(from_text(name, players) for _ in range(3))
            print(
                f"{Path(name).stem + f', {players}':<31}{statistics.median(slow):>12,.0f}"
                f"{statistics.median(fast):>14,.0f}{ratio:>8.1f}{most:>12,.0f}{first:>15.3f} s"
                f"{iterations(game, seed):>14,.0f}",
                flush=True,
            )


def playouts(module: Module, how: str) -> Speed:
    """Play on from the opening to the end, as by an export of the module; the time is processor
    time, less that of calls.
    """
    games, decisions = 0, 0

    def spent(most: int) -> float:
        nonlocal games, decisions
        started, games, decisions = time.process_time(), 0, 0
        while time.process_time() - started < SECONDS:
            games += 1
            module.start(games)
            module.write(PLAYOUTS, [games, 1])
            module.call(how, most)
            decisions += module.word(STATE + 4 * at.DECISIONS)
        return (time.process_time() - started) / games

    calls = spent(0)
    each = spent(10_000) - calls
    return Speed(games, decisions, each * games)


def print_policies(names: list[str], rounds: int) -> None:
    """Measure what playing as learned costs against playing at random, and print a table."""
    heads = f"{'chance':>12}{'policy':>12}{'cost':>8}{'policy playouts/s':>20}"
    print(f"\n{'decisions a second, one core':<34}{heads}")
    for name in names:
        loaded = load(name)
        low, high = loaded.checked().header.players
        for players in sorted({low, high}):
            policy = policy_for(Game(loaded, players))
            if policy is None:
                continue
            plain = Module(policy.plan.compiled, search=True)
            module = Module(policy.plan.compiled, search=True, rated=policy.plan.rated)
            policy.tell(module)
            slow, fast, games = [], [], 0.0
            for _ in range(rounds):
                fast.append(playouts(plain, "playout").rate)
                speed = playouts(module, "rated_playout")
                slow.append(speed.rate)
                games = max(games, speed.games / speed.seconds)
            ratio = statistics.median(a / b for a, b in zip(fast, slow, strict=True))
            print(
                f"{Path(name).stem + f', {players}':<34}{statistics.median(fast):>12,.0f}"
                f"{statistics.median(slow):>12,.0f}{ratio:>8.1f}{games:>20,.0f}",
                flush=True,
            )


def shortest(times: int, action: list[str]) -> float:
    """The shortest time of a few that a command takes."""
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(action, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--card", action="store_true", help="the card game alone")
    parser.add_argument("--policies", action="store_true", help="what policies cost alone")
    arguments = parser.parse_args()
    if arguments.policies:
        print_policies([path.stem for path in library()], arguments.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        print_card_game(arguments.rounds, arguments.seed, Path(folder))
    if not arguments.card:
        every = [path.stem for path in library()]
        every += [str(path) for path in sorted(EXAMPLES.glob("*.cairn"))]
        print_others(every, max(1, arguments.rounds // 2), arguments.seed)
        print_policies([path.stem for path in library()], max(1, arguments.rounds // 2))
    took = shortest(3, [sys.executable, "-c", HELP])
    print(f"\ncairn --help {took:.3f} s (wanted: under 0.5)")


if __name__ == "__main__":
    main()
