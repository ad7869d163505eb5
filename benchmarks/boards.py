"""How fast board and card games are played beside OpenSpiel: `python -m benchmarks.boards`.

Random games on one core, by the module, by OpenSpiel and by python-chess, in turns in one run. A
row shows thousand decisions a second of processor time (the median of the rounds), and the ratio
to OpenSpiel stepped from Python. Our games run inside the module, while OpenSpiel is asked from
Python for the moves of each decision. `inside` is OpenSpiel with its random games inside C++. A
move of chance counts for neither side.

Each text of the library is followed by a plainer text of the same game where `benchmarks/plain` has
one: all pieces with all squares, or `where` in place of `require`. The package `open-spiel` has
OpenSpiel, `chess` has python-chess; without them their columns stay empty. For boards of several
sizes see `benchmarks.growth`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import viewer
from benchmarks.side_by_side import EXAMPLES
from engine.game.session import Game
from engine.game.wasm_executor import Module
from engine.rules.files import library
from engine.rules.load import load

PLAIN = Path(__file__).parent / "plain"
SECONDS = 0.5
"""How long each is measured in a round, about."""


@dataclass(frozen=True)
class Rival:
    """A text of the library or of the examples, the players, and OpenSpiel's name of its game."""

    text: str
    players: int
    spiel: str


RIVALS = (
    Rival("chess", 2, "chess"),
    Rival("go", 2, "go(board_size=9)"),
    Rival("reversi", 2, "othello"),
    Rival("draughts", 2, "checkers"),
    Rival("nine-mens-morris", 2, "nine_mens_morris"),
    Rival("hex", 2, "hex(board_size=11)"),
    Rival("backgammon", 2, "backgammon"),
    Rival("gin-rummy", 2, "gin_rummy"),
    Rival("hearts", 4, "hearts"),
    Rival("spades", 4, "spades"),
    Rival("euchre", 4, "euchre"),
    Rival("leduc", 2, "leduc_poker"),
    Rival("kuhn", 2, "kuhn_poker"),
    Rival("tic-tac-toe", 2, "tic_tac_toe"),
)


def played_inside(module: Module, seed: int) -> float:
    """Return how many decisions a second the module makes in random games."""
    games = decisions = 0
    spent, size = 0.0, 1
    width = 3 + module.players * module.emitted.rankings
    while spent < SECONDS:
        started = time.process_time()
        module.call("random_games", seed, games + 1, size, module.emitted.free)
        spent += time.process_time() - started
        decisions += sum(module.words(module.emitted.free, size * width)[1::width])
        games += size
        size = min(2 * size, 2000) if spent < SECONDS / 4 else size
    return decisions / spent


class Spiel:
    """Random games of OpenSpiel."""

    def __init__(self, name: str) -> None:
        """Load a game by its name."""
        import pyspiel

        self.lib: Any = pyspiel
        self.game: Any = pyspiel.load_game(name)

    def stepped(self, seed: int) -> tuple[float, float]:
        """Play games from Python; return decisions a second, and decisions in a game."""
        rng, games, decisions = random.Random(seed), 0, 0
        started = time.process_time()
        while time.process_time() - started < SECONDS:
            decisions += self._one(rng)
            games += 1
        return decisions / (time.process_time() - started), decisions / games

    def _one(self, rng: random.Random) -> int:
        state, decisions = self.game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                moves, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(moves, weights)[0])
                continue
            moves = state.legal_actions()
            state.apply_action(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    def inside(self, seed: int, long: float, rate: float) -> float:
        """Return how many decisions a second its random games in C++ make.

        `long`: the decisions in a game; `rate`: about how many a second there are.
        """
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        games = max(1, round(SECONDS * rate / long))
        rollouts = self.lib.RandomRolloutEvaluator(games, seed)
        bot = self.lib.MCTSBot(self.game, rollouts, 1.0, 1, 10, False, seed, False)
        started = time.process_time()
        bot.step(state)
        return games * long / (time.process_time() - started)


def python_chess(seed: int) -> float:
    """Return how many decisions a second python-chess makes in random games."""
    import chess

    rng, decisions = random.Random(seed), 0
    started = time.process_time()
    while time.process_time() - started < SECONDS:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            decisions += 1
    return decisions / (time.process_time() - started)


def texts(names: Sequence[str]) -> Iterator[tuple[str, str, Rival]]:
    """Yield a name for the row, what is loaded, and the rival; a plainer text after its game."""
    shelf = {path.stem for path in library()}
    for rival in RIVALS:
        if names and rival.text not in names:
            continue
        found = rival.text if rival.text in shelf else str(EXAMPLES / f"{rival.text}.cairn")
        yield rival.text, found, rival
        plain = PLAIN / f"plain-{rival.text}.cairn"
        if plain.is_file():
            yield plain.stem, str(plain), rival


def print_rivals(names: Sequence[str], rounds: int, seed: int) -> None:
    """Measure each game and print a row for each text."""
    spiel = importlib.util.find_spec("pyspiel") is not None
    heads = f"{'module':>10}{'stepped':>10}{'inside':>10}{'ratio':>8}"
    print(f"{'thousand decisions a second':<28}{heads}")
    by_game: dict[Rival, list[tuple[str, Module]]] = {}
    for name, found, rival in texts(names):
        module = Module(Game(load(found), rival.players).compiled)
        by_game.setdefault(rival, []).append((name, module))
    for rival, modules in by_game.items():
        ours: dict[str, list[float]] = {name: [] for name, _ in modules}
        stepped, inside = [], []
        other = Spiel(rival.spiel) if spiel else None
        for number in range(rounds):
            for name, module in modules:
                ours[name].append(played_inside(module, seed + number))
            if other is not None:
                rate, long = other.stepped(seed + number)
                stepped.append(rate)
                inside.append(other.inside(seed + number, long, rate))
        for name, rates in ours.items():
            print(_row(name, rates, stepped, inside), flush=True)
    if importlib.util.find_spec("chess") and (not names or "chess" in names):
        rates = [python_chess(seed + number) for number in range(rounds)]
        print(f"{'python-chess':<28}{'':>10}{statistics.median(rates) / 1000:>10,.1f}")


def _row(name: str, ours: list[float], stepped: list[float], inside: list[float]) -> str:
    row = f"{name:<28}{statistics.median(ours) / 1000:>10,.1f}"
    if not stepped:
        return row
    ratio = statistics.median(a / b for a, b in zip(ours, stepped, strict=True))
    columns = (f"{statistics.median(rates) / 1000:>10,.1f}" for rates in (stepped, inside))
    return f"{row}{''.join(columns)}{ratio:>8.2f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="games of the library; default: all")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"load {viewer.load()}, {os.cpu_count()} cores, median of {given.rounds} rounds")
    print_rivals(given.names, given.rounds, given.seed)


if __name__ == "__main__":
    main()
