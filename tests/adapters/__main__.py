"""`python -m tests.adapters [NAME…]`: the suites of PettingZoo, Gymnasium and OpenSpiel on every
ruleset of the library and every example, with every number of players.

Prints a line for each, and at the end how many have failed.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from engine import Game, load
from tests.adapters import suites
from tests.scope import RULESETS, seats

CYCLES = 60


def tried(path: Path, players: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield each suite by its name."""
    game = Game(load(path), players)
    yield "pettingzoo", lambda: suites.pettingzoo(game, CYCLES)
    if players > 1:
        yield "gymnasium", lambda: suites.gymnasium(game)
    yield "openspiel", lambda: suites.openspiel(path, players)


def main(names: list[str]) -> int:
    """Run all suites, or those on some rulesets; return how many have failed."""
    failed = 0
    for path in (path for path in RULESETS if not names or path.stem in names):
        low, high = seats(path)
        for players in range(low, high + 1):
            for suite, run in tried(path, players):
                start = time.perf_counter()
                try:
                    run()
                    said = "passes"
                except Exception:
                    failed += 1
                    said = "fails: " + traceback.format_exc().strip().splitlines()[-1]
                took = time.perf_counter() - start
                print(f"{path.stem}, {players} players, {suite}: {said} ({took:.1f} s)", flush=True)
    print(f"{failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
