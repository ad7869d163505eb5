"""The window's speed on software OpenGL: first frame, frames, idling, and edited rules.

Each part runs in a process of its own, on an X server without a monitor. What was promised stands
beside what was measured; the exit code is 1 if a promise isn't kept.
Run it with `python -m benchmarks.viewer`; it needs Xvfb.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.window.app import TableWindow

ROOT = Path(__file__).resolve().parents[1]
RULESET = "lost-cities-board"
PLAYERS = 4
MOVES = 60
SIZE = (1440, 900)
IDLE_SECONDS = 6.0
WARMING = 10
CHANGES = 60

PROMISES = {
    "first frame, cold cache": (1500.0, "ms"),
    "first frame, warm cache": (600.0, "ms"),
    "whole window drawn anew": (33.0, "ms"),
    "frame of a move, median": (33.0, "ms"),
    "frame of a move, slowest": (33.0, "ms"),
    "first frame of a change, median": (33.0, "ms"),
    "first frame of a change, slowest": (None, "ms"),
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
    from viewer.faces.rasterise import bake
    from viewer.panels import open_desk
    from viewer.window.startup import check_machine, flips, open_window

    check_machine()
    desk = open_desk(RULESET, players=PLAYERS, seats=["human", *["random"] * (PLAYERS - 1)], seed=3)
    desk.shell.pause = 0.0
    table = desk.table
    assert table is not None
    _play(table.match.session, MOVES)
    table.match.lift()
    table.turn.changed()
    began = time.perf_counter()
    window = open_window(
        "viewer.window.app.TableWindow",
        app=desk, bake=bake, flips=flips, width=SIZE[0], height=SIZE[1],
    )  # fmt: skip
    _finish()
    return window, (time.perf_counter() - began) * 1000


def _play(session: object, moves: int) -> None:
    """Play so many moves by chance."""
    from engine.game.session import Session

    assert isinstance(session, Session)
    chance = random.Random(1)
    while len(session.history) < moves and session.seat is not None:
        session.apply(chance.choice(session.legal()).move)


def _finish() -> None:
    from pyglet import gl

    gl.glFinish()


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
    pilot, painter = window.pilot, window.drawing.painter
    assert pilot is not None
    import_module("viewer.window.editor")  # as the running window does after a while
    settle_memory()
    _still(window)
    wholes = []
    for _ in range(25):
        painter._all = pilot.dirty = True
        wholes.append(_timed(window.step))
    changes, others = _played_on(window)
    _still(window)
    opening = _timed(lambda: _press(window, "r"))
    return {
        "editor": opening,
        "whole": statistics.median(wholes),
        "median": statistics.median(others),
        "slowest": max(others),
        "change": statistics.median(changes),
        "slowest change": max(changes),
    }


def _played_on(window: "TableWindow") -> tuple[list[float], list[float]]:
    """Click on, against agents; return how long frames took that show something new, and others.

    The first few don't count: agents prepare themselves then.
    """
    pilot, chance = window.pilot, random.Random(1)
    assert pilot is not None
    changes: list[float] = []
    others: list[float] = []
    while len(changes) < WARMING + CHANGES:
        before = pilot.nodes
        place = None if pilot.motion.moving() else _somewhere(window, chance)
        took = _timed(lambda place=place: _click(window, place))  # type: ignore[misc]
        if pilot.nodes is not before:
            changes.append(took)
        elif pilot.motion.moving() or window.drawing.sheets.waiting:
            others.append(took)
        else:
            time.sleep(0.005)
    return changes[WARMING:], others


def _press(window: "TableWindow", name: str) -> None:
    """Press a key and show what comes of it."""
    assert window.pilot is not None
    window.pilot.key(name, time.monotonic())
    window.step()


def _timed(doing: Callable[[], object]) -> float:
    """Do something and draw it; return the milliseconds."""
    began = time.perf_counter()
    doing()
    _finish()
    return (time.perf_counter() - began) * 1000


def _still(window: "TableWindow") -> None:
    """Let the window come to rest."""
    assert window.pilot is not None
    while window.drawing.sheets.waiting or window.pilot.motion.moving() or window.pilot.dirty:
        window.step()


def _somewhere(window: "TableWindow", chance: random.Random) -> tuple[float, float] | None:
    """Return a place where a click brings the game on, None when nobody is asked."""
    from viewer.nodes import hit

    assert window.pilot is not None
    nodes = window.pilot.nodes
    answers = [node for node in nodes if node.do and node.do.word in ("answer", "confirm")]
    targets = [node for node in nodes if node.spots and node.glow == "target"]
    legal = [node for node in nodes if node.spots and node.glow == "legal"]
    pool = targets + answers or legal
    free = [node for node in pool if hit(nodes, *node.box.centre) is node]
    return chance.choice(free or pool).box.centre if pool else None


def _click(window: "TableWindow", place: tuple[float, float] | None) -> None:
    """Click a place, if any, and show what there is to show."""
    assert window.pilot is not None
    if place is not None:
        now = time.monotonic()
        window.pilot.press(*place, now)
        window.pilot.release(*place, now)
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
    """How long it takes from edited rules to a game that goes on with them."""
    from engine.game.reload import reload
    from engine.game.session import Game, Session
    from engine.rules.files import library
    from engine.rules.load import load

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


PARTS = {part.__name__: part for part in (first_frame, frames, idle, edit)}

# ---------------------------------------------------------------- all of them


def measured(part: str, **environment: str) -> Numbers:
    """Run a part in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.viewer", "--part", part],
        env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1"} | environment,
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    found: Numbers = json.loads(done.stdout.splitlines()[-1])
    return found


def all_parts(rounds: int) -> Numbers:
    """Measure everything; the first frame a few times, of which the middle one counts."""
    with x_server() as display, tempfile.TemporaryDirectory() as kept:
        colds = []
        for number in range(rounds):
            cache = {"XDG_CACHE_HOME": f"{kept}/{number}", "XDG_DATA_HOME": f"{kept}/data"}
            colds.append(measured("first_frame", DISPLAY=display, **cache)["took"])
        here = {"DISPLAY": display, **cache}
        warms = [measured("first_frame", **here)["took"] for _ in range(rounds)]
        drawn, resting = measured("frames", **here), measured("idle", **here)
    edited = measured("edit")
    return {
        "first frame, cold cache": statistics.median(colds),
        "first frame, warm cache": statistics.median(warms),
        "whole window drawn anew": drawn["whole"],
        "frame of a move, median": drawn["median"],
        "frame of a move, slowest": drawn["slowest"],
        "first frame of a change, median": drawn["change"],
        "first frame of a change, slowest": drawn["slowest change"],
        "rules opened in the editor": drawn["editor"],
        "idle": resting["share"],
        "edited rules to running game": edited["median"],
        "edited rules to running game, first": edited["first"],
        "the same, examples not counted": edited["back"],
    }


def main() -> int:
    """Print what was measured; return 1 if a promise isn't kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="first frames of each kind")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part]()))
        return 0
    print(f"{RULESET}, {PLAYERS} players, {SIZE[0]}x{SIZE[1]}, software OpenGL")
    print(f"load {load()}, {os.cpu_count()} cores")
    broken = False
    for name, value in all_parts(given.rounds).items():
        limit, unit = PROMISES[name]
        late = limit is not None and value >= limit
        broken |= late
        promise = "" if limit is None else f"   promised: under {limit:g}{' - NOT KEPT' * late}"
        print(f"{name:<38}{value:>8.1f} {unit:<12}{promise}")
    print(f"load {load()}")
    return int(broken)


def load() -> str:
    """Return how many processes wanted a core in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main())
