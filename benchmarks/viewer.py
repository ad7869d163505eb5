"""The window's speed on software OpenGL: first frame, frames, idling, and edited rules.

Each part runs in a process of its own, on an X server without a monitor. What was promised stands
beside what was measured; the exit code is 1 if a promise isn't kept. Beside the time on the clock
stands that on the processor where a machine that does other things too would spoil the first.
Run it with `python -m benchmarks.viewer`; it needs Xvfb. With `--before COMMIT` each part is
measured in turns as it was then and as it is now, and both stand side by side.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.window.app import TableWindow
    from viewer.window.window_app import WindowApp

ROOT = Path(__file__).resolve().parents[1]
RULESET = "lost-cities-board"
PLAYERS = 4
MOVES = 60
SIZE = (1440, 900)
IDLE_SECONDS = 6.0
WARMING = 5
CLICKS = 24
BEGAN = "CAIRN_BENCHMARK_BEGAN"
"""Tells a part when its process was begun."""

PROMISES = {
    "command to first frame, cold": (None, "ms"),
    "command to first frame, warm": (2000.0, "ms"),
    "first frame, cold cache": (1500.0, "ms"),
    "first frame, warm cache": (600.0, "ms"),
    "whole window drawn anew": (33.0, "ms"),
    "frame of a move, median": (33.0, "ms"),
    "frame of a move, slowest": (33.0, "ms"),
    "click to first changed frame, median": (33.0, "ms"),
    "click to first changed frame, slowest": (None, "ms"),
    "click to first changed frame, processor": (None, "ms"),
    "other changed frames, median": (33.0, "ms"),
    "other changed frames, slowest": (None, "ms"),
    "rules opened in the editor": (300.0, "ms"),
    "idle": (8.0, "% of a core"),
    "edited rules to running game": (300.0, "ms"),
    "edited rules to running game, first": (None, "ms"),
    "the same, examples not counted": (None, "ms"),
}
Numbers = dict[str, float]


@contextmanager
def x_server() -> Iterator[str]:
    """Run an X server without a monitor."""
    reading, writing = os.pipe()
    screen = ("-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *screen, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


# ---------------------------------------------------------------- parts, each in its own process


def opened() -> tuple[object, float]:
    """Open a window on the board game in its middle; return it and the milliseconds it took.

    Only then may a part import what imports pyglet.

    They count from before the window is asked for until its first frame has been shown.
    """
    from viewer.artwork.rasterise import bake
    from viewer.panels import open_app
    from viewer.window.startup import check_machine, flips, open_window

    check_machine()
    app = open_app(RULESET, players=PLAYERS, seats=["human", *["random"] * (PLAYERS - 1)], seed=3)
    app.shell.pause = 0.0
    table = app.table
    assert table is not None
    _play(table.guest.session, MOVES)
    table.people.reveal()
    table.turn.changed()
    began = time.perf_counter()
    window = open_window(
        "viewer.window.app.TableWindow",
        app=app, bake=bake, flips=flips, width=SIZE[0], height=SIZE[1],
    )  # fmt: skip
    _finish()
    return window, (time.perf_counter() - began) * 1000


def _play(session: object, moves: int) -> None:
    """Play so many moves at random."""
    from engine.game.session import Session

    assert isinstance(session, Session)
    chance = random.Random(1)
    while len(session.history) < moves and session.seat is not None:
        session.apply(chance.choice(session.legal()).move)


def _finish() -> None:
    from pyglet import gl

    gl.glFinish()


def command() -> Numbers:
    """How long it takes from the command to the first frame, with all that is imported and read."""
    from engine.cli import main
    from viewer.window import startup

    def shown(app: "WindowApp") -> None:
        from viewer.artwork.rasterise import bake

        startup.open_window(
            "viewer.window.app.TableWindow", app=app, bake=bake, flips=startup.flips
        )
        _finish()
        print(json.dumps({"took": (time.time() - float(os.environ[BEGAN])) * 1000}), flush=True)
        os._exit(0)

    startup.show = shown
    sys.argv = ["cairn", "play", RULESET]
    main()
    raise AssertionError("no window was opened")


def first_frame() -> Numbers:
    """How long the first frame takes, and how many pictures were still missing in it."""
    window, took = opened()
    from viewer.window.app import TableWindow

    assert isinstance(window, TableWindow)
    return {"took": took, "missing": window.drawing.sheets.waiting}


def frames() -> Numbers:
    """How long frames take: all of the window anew, and while moves are made and shown."""
    window, _ = opened()
    from viewer.window.app import TableWindow, settle_memory

    assert isinstance(window, TableWindow)
    controller, builder = window.controller, window.drawing.painter
    assert controller is not None
    import_module("viewer.window.editor")  # as the running window does after a while
    settle_memory()
    _still(window)
    wholes = []
    for _ in range(25):
        builder._all = controller.dirty = True
        wholes.append(_timed(window.step))
    clicks, changes, others = _played_on(window)
    _still(window)
    opening = _timed(lambda: _press(window, "r"))
    return {
        "editor": opening,
        "whole": statistics.median(wholes),
        "median": statistics.median(others),
        "slowest": max(others),
        "click": statistics.median(took for took, _ in clicks),
        "slowest click": max(took for took, _ in clicks),
        "click, processor": statistics.median(used for _, used in clicks),
        "change": statistics.median(changes),
        "slowest change": max(changes),
    }


def _played_on(
    window: "TableWindow",
) -> tuple[list[tuple[float, float]], list[float], list[float]]:
    """Click on, against agents; return how long frames took that show what a click did, on the
    clock and on all processors together, others that show something new, and those that don't.

    The first few don't count: agents prepare themselves then.
    """
    controller, chance = window.controller, random.Random(1)
    assert controller is not None
    clicks: list[tuple[float, float]] = []
    changes: list[float] = []
    others: list[float] = []
    while len(clicks) < WARMING + CLICKS:
        before = controller.nodes
        place = None if controller.motion.moving() else _somewhere(window, chance)
        began = time.process_time()
        took = _timed(partial(_click, window, place))
        if controller.nodes is not before and place is not None:
            clicks.append((took, (time.process_time() - began) * 1000))
        elif controller.nodes is not before:
            changes.append(took)
        elif controller.motion.moving() or window.drawing.sheets.waiting:
            others.append(took)
        else:
            time.sleep(0.005)
    return clicks[WARMING:], changes, others


def _press(window: "TableWindow", name: str) -> None:
    """Press a key and show what comes of it."""
    assert window.controller is not None
    window.controller.key(name, time.monotonic())
    window.step()


def _timed(doing: Callable[[], object]) -> float:
    """Do something and draw it; return the milliseconds."""
    began = time.perf_counter()
    doing()
    _finish()
    return (time.perf_counter() - began) * 1000


def _still(window: "TableWindow") -> None:
    """Let the window come to rest."""
    assert window.controller is not None
    while (
        window.drawing.sheets.waiting
        or window.controller.motion.moving()
        or window.controller.dirty
    ):
        window.step()


def _somewhere(window: "TableWindow", chance: random.Random) -> tuple[float, float] | None:
    """Return a place where a click brings the game on, None when nobody is asked."""
    from viewer.nodes import hit

    assert window.controller is not None
    nodes = window.controller.nodes
    answers = [node for node in nodes if node.do and node.do.word in ("answer", "confirm")]
    targets = [node for node in nodes if node.spots and node.glow == "target"]
    legal = [node for node in nodes if node.spots and node.glow == "legal"]
    pool = targets + answers or legal
    free = [node for node in pool if hit(nodes, *node.box.centre) is node]
    return chance.choice(free or pool).box.centre if pool else None


def _click(window: "TableWindow", place: tuple[float, float] | None) -> None:
    """Click a place, if any, and show what there is to show."""
    assert window.controller is not None
    if place is not None:
        now = time.monotonic()
        window.controller.press(*place, now)
        window.controller.release(*place, now)
    window.step()


def idle() -> Numbers:
    """How much of a core a window takes in which nothing happens."""
    window, _ = opened()
    import pyglet

    from viewer.window.app import TableWindow, run

    assert isinstance(window, TableWindow)
    marks: list[tuple[float, float]] = []

    def mark() -> None:
        for _ in range(2):
            time.sleep(IDLE_SECONDS / 2)
            marks.append((time.perf_counter(), time.process_time()))
        pyglet.app.exit()

    threading.Thread(target=mark, daemon=True).start()
    run(window)
    (began, used), (ended, more) = marks
    return {"share": 100 * (more - used) / (ended - began)}


def edit() -> Numbers:
    """How long it takes from edited rules to a game that continues with them."""
    from engine.game.session import Game, Session
    from engine.rules.files import library
    from engine.rules.load import load
    from engine.table.reload import reload

    path = max(library(), key=lambda path: path.stat().st_size)
    loaded = load(path)
    low, high = loaded.checked().header.players
    session = Session(Game(loaded, min(high, max(low, PLAYERS))), 3)
    _play(session, MOVES)
    text = path.read_text(encoding="utf-8")

    def times(examples: bool) -> list[float]:
        found = []
        for number in range(5):
            began = time.perf_counter()
            edited = {path: text + f"\n# edited {number} {examples}\n"}
            back = reload(session, edited, examples=examples)
            found.append((time.perf_counter() - began) * 1000)
            assert back.ok and back.parted is None, back.diagnostics
        return found

    whole, back = times(True), times(False)
    return {"first": whole[0], "median": statistics.median(whole[1:]),
            "back": statistics.median(back)}  # fmt: skip


PARTS = {part.__name__: part for part in (command, first_frame, frames, idle, edit)}

# ---------------------------------------------------------------- all of them


def measured(part: str, root: Path, **environment: str) -> Numbers:
    """Run a part in a process of its own, with the modules of a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.viewer", "--part", part],
        env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1", BEGAN: str(time.time())} | environment,
        cwd=root, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    found: Numbers = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Lay the project out as it was at a commit, measured as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=-1, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        shutil.copy(__file__, Path(folder) / "benchmarks")
        yield Path(folder)


def all_parts(rounds: int, roots: Sequence[Path]) -> list[Numbers]:
    """Measure everything for each tree, a few times in turns."""
    with x_server() as display, tempfile.TemporaryDirectory() as kept:
        found = [Times(root, display, Path(kept) / str(n)) for n, root in enumerate(roots)]
        for _ in range(rounds):
            for times in found:
                times.take()
        return [times.told() for times in found]


@dataclass
class Times:
    """What was measured of one tree."""

    root: Path
    display: str
    kept: Path
    rows: dict[str, list[Numbers]] = field(default_factory=dict)

    def take(self) -> None:
        """Measure each part once more, first with nothing kept from before, then with that."""
        self._once("cold command", "command", fresh=True)
        for part in ("command", "cold first_frame", "first_frame", "frames", "idle", "edit"):
            self._once(part, part.removeprefix("cold "), fresh=part.startswith("cold"))

    def _once(self, name: str, part: str, *, fresh: bool) -> None:
        taken = self.rows.setdefault(name, [])
        kept = self.kept / (f"{name} {len(taken)}" if fresh else "warm")
        if not fresh and not kept.exists():
            kept.mkdir(parents=True)
            self._run("command", kept)
        taken.append(self._run(part, kept))

    def _run(self, part: str, kept: Path) -> Numbers:
        folders = {f"XDG_{name}_HOME": str(kept / name) for name in ("CACHE", "DATA", "STATE")}
        codes = {"PYTHONPYCACHEPREFIX": str(kept / "codes"), "PYTHONDONTWRITEBYTECODE": ""}
        return measured(part, self.root, DISPLAY=self.display, **folders, **codes)

    def told(self) -> Numbers:
        """Return each number by its name: of a few the one in the middle, of the frames of a game
        the least, as each of those means many already.
        """
        middle = {
            (name, key): statistics.median(row[key] for row in rows)
            for name, rows in self.rows.items() for key in rows[0]
        }  # fmt: skip
        best = {key: min(row[key] for row in self.rows["frames"]) for key in self.rows["frames"][0]}
        return {
            "command to first frame, cold": middle["cold command", "took"],
            "command to first frame, warm": middle["command", "took"],
            "first frame, cold cache": middle["cold first_frame", "took"],
            "first frame, warm cache": middle["first_frame", "took"],
            "whole window drawn anew": best["whole"],
            "frame of a move, median": best["median"],
            "frame of a move, slowest": best["slowest"],
            "click to first changed frame, median": best["click"],
            "click to first changed frame, slowest": best["slowest click"],
            "click to first changed frame, processor": best["click, processor"],
            "other changed frames, median": best["change"],
            "other changed frames, slowest": best["slowest change"],
            "rules opened in the editor": best["editor"],
            "idle": middle["idle", "share"],
            "edited rules to running game": middle["edit", "median"],
            "edited rules to running game, first": middle["edit", "first"],
            "the same, examples not counted": middle["edit", "back"],
        }


def main() -> int:
    """Print what was measured; return 1 if a promise isn't kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each part is measured")
    parser.add_argument("--before", metavar="COMMIT", help="measure the project of then beside it")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part]()))
        return 0
    print(f"{RULESET}, {PLAYERS} players, {SIZE[0]}x{SIZE[1]}, software OpenGL")
    print(f"load {load()}, {os.cpu_count()} cores")
    if given.before:
        with tree_of(given.before) as then:
            before, now = all_parts(given.rounds, (then, ROOT))
    else:
        now, before = all_parts(given.rounds, (ROOT,))[0], None
    kept = [_row(name, now[name], before[name] if before else None) for name in now]
    print(f"load {load()}")
    return int(not all(kept))


def _row(name: str, value: float, before: float | None) -> bool:
    """Print a row; return whether its promise is kept."""
    limit, unit = PROMISES[name]
    late = limit is not None and value >= limit
    promise = "" if limit is None else f"   promised: under {limit:g}{' - NOT KEPT' * late}"
    then = "" if before is None else f"{before:>8.1f} before "
    print(f"{name:<42}{then}{value:>8.1f} {unit:<12}{promise}")
    return not late


def load() -> str:
    """Return how many processes wanted a core in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main())
