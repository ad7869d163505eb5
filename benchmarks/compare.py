"""Compares the speed of a commit with the project as it is: `python -m benchmarks.compare COMMIT`.

Eleven runs by default, the two trees in turns, each part in a process of its own. Each tree
measures with its own benchmarks, so that names may change in between. A row shows the median of
both and their ratio; above 1.00 the project has become slower. It needs Xvfb.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import viewer

ROOT = Path(__file__).resolve().parents[1]
GAMES = (("lost-cities-card", 2), ("lost-cities-board", 4), ("lost-cities-rivals", 3))
ALLOWED = 1.05


def playouts() -> dict[str, float]:
    """Microseconds a decision takes in random games, by each executor."""
    from benchmarks.side_by_side import compiled, interpreted
    from engine.game.session import Game
    from engine.game.wasm_executor import Module
    from engine.rules.load import load

    found = {}
    for name, players in GAMES:
        game = Game(load(name), players)
        found[f"playout, interpreter, {name}"] = 1e6 / interpreted(game, 1).rate
        found[f"playout, WebAssembly, {name}"] = 1e6 / compiled(Module(game.compiled), 1).rate
    return found


def search() -> dict[str, float]:
    """Microseconds an iteration of a search takes."""
    from benchmarks.side_by_side import iterations
    from engine.game.session import Game
    from engine.rules.load import load

    games = ((name, Game(load(name), players)) for name, players in GAMES)
    return {f"search, {name}": 1e6 / iterations(game, 1) for name, game in games}


def clicks() -> dict[str, float]:
    """Milliseconds of processor time from a click to the frame that shows it."""
    from benchmarks.viewer import frames

    return {"click to frame": frames()["click, processor"]}


def edits() -> dict[str, float]:
    """Milliseconds from edited rules to a game that uses them."""
    from benchmarks.viewer import edit

    return {"edit to play": edit()["median"]}


def begins() -> dict[str, float]:
    """Milliseconds of processor time until commands are ready."""
    text = ["play", "lost-cities-card", "--text", "--seed", "1"]
    return {
        "start, cairn --help": _spent(["--help"], ""),
        "start, text play": _spent(text, "q\n"),
    }


def _spent(arguments: list[str], typed: str) -> float:
    command = [sys.executable, "-c", "from engine.cli import main; main()", *arguments]
    before = os.times()
    subprocess.run(command, input=typed, text=True, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user - before.children_user
    return (used + after.children_system - before.children_system) * 1000


PARTS: dict[str, Callable[[], dict[str, float]]] = {
    part.__name__: part for part in (playouts, search, clicks, edits, begins)
}


def measured(part: str, root: Path, display: str, kept: Path) -> dict[str, float]:
    """Run a part in a process of its own, with the modules of a tree."""
    folders = {f"XDG_{name}_HOME": str(kept / name) for name in ("CACHE", "DATA", "STATE")}
    codes = {"PYTHONPYCACHEPREFIX": str(kept / "codes"), "LIBGL_ALWAYS_SOFTWARE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.compare", "--part", part],
        env=os.environ | {"DISPLAY": display, viewer.BEGAN: str(time.time())} | folders | codes,
        cwd=root, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def compare(commit: str, runs: int, parts: Sequence[str]) -> bool:
    """Print a row for each figure; return whether none became slower than is allowed."""
    with (
        viewer.tree_of(commit) as then,
        viewer.x_server() as display,
        tempfile.TemporaryDirectory() as kept,
    ):
        own = ["git", "show", f"{commit}:benchmarks/viewer.py"]
        told = subprocess.run(own, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        (then / "benchmarks" / "viewer.py").write_bytes(told)
        (then / "benchmarks" / Path(__file__).name).write_bytes(Path(__file__).read_bytes())
        trees = {then: Path(kept) / "before", ROOT: Path(kept) / "now"}
        well = True
        for part in parts:
            rows: dict[Path, list[dict[str, float]]] = {then: [], ROOT: []}
            for run in range(runs + 1):
                for tree in (then, ROOT) if run % 2 else (ROOT, then):
                    found = measured(part, tree, display, trees[tree])
                    if run:  # the first fills the caches
                        rows[tree].append(found)
            for name in rows[ROOT][0]:
                before, now = (statistics.median(r[name] for r in rows[t]) for t in (then, ROOT))
                well &= now <= ALLOWED * before
                print(f"{name:<46}{before:>10.3f}{now:>10.3f}{now / before:>8.2f}", flush=True)
    return well


def main() -> int:
    """Print what was measured; return 1 if a part became more than 5 % slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", help="what the project is compared with")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--only", choices=PARTS, action="append", help="only these parts")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part]()))
        return 0
    if given.commit is None:
        parser.error("name the commit to compare with, such as main~20")
    print(f"load {viewer.load()}, {os.cpu_count()} cores, median of {given.runs} runs in turns")
    print(f"{'':<46}{'before':>10}{'now':>10}{'ratio':>8}")
    return int(not compare(given.commit, given.runs, given.only or list(PARTS)))


if __name__ == "__main__":
    sys.exit(main())
