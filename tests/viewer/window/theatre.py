"""A process with a real desk in a real window, for tests that play whole games there.

`watch FILE`: the window is open, what is on it stands in a file, and other hands play. `serve`: each
line of the input asks for a game that is played by events put into the window.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from tests.viewer.window.player import Player, Setting
from tests.viewer.window.scene import Scene, scene_of
from viewer.nodes import Node
from viewer.panels import Desk, open_desk
from viewer.window.opening import check_machine, flips, open_window

LONGEST = 100.0
STEPS = 6000


def desk_for(ruleset: str | None, seats: list[str] | None = None, seed: int = 1) -> Desk:
    """A desk at which agents don't wait so that one can follow."""
    desk = open_desk(ruleset, seats, seed=seed if ruleset else None)
    desk.pause = 0.0
    return desk


def moves_of(desk: Desk) -> int:
    return len(desk.sitting.session.history) if desk.sitting else 0


# ------------------------------------------------------------------ a window that others play at


def watch(file: Path, ruleset: str | None) -> None:
    """Show a desk; every new list of nodes is written to a file."""
    from viewer.window.opening import show

    guard = threading.Timer(LONGEST, sys.exit)
    guard.daemon = True
    guard.start()
    desk = desk_for(ruleset)
    ready, number, last = desk.nodes, 0, list[Node]()

    def nodes(size: tuple[float, float]) -> list[Node]:
        nonlocal number, last
        found = ready(size)
        if found is not last:
            number, last = number + 1, found
            part = file.with_suffix(".part")
            part.write_text(json.dumps(scene_of(found, number, moves_of(desk)).data()))
            part.replace(file)
        return found

    desk.nodes = nodes  # type: ignore[method-assign]
    show(desk)


# ------------------------------------------------------------------ a window of one's own


class House:
    """A window, and hands that put events into it as pyglet would."""

    def __init__(self, desk: Desk, size: tuple[int, int] = (1440, 900)) -> None:
        from pyglet.window import key

        from viewer.faces.bake import bake
        from viewer.window.app import TableWindow

        check_machine()
        window = open_window(
            "viewer.window.app.TableWindow",
            stage=desk, bake=bake, flips=flips, width=size[0], height=size[1],
        )  # fmt: skip
        assert isinstance(window, TableWindow) and window.pilot is not None
        self.desk, self.window, self.pilot = desk, window, window.pilot
        self.codes = {"enter": key.RETURN, "tab": key.TAB, "escape": key.ESCAPE, "end": key.END}
        self._seen: list[Node] = []
        self._scene = scene_of([])
        self.step()

    def close(self) -> None:
        self.window.stage.closed()
        self.window.close()

    def step(self) -> None:
        """Let the window take its events and do what is due."""
        self.window.dispatch_events()
        self.window.step()

    @property
    def scene(self) -> Scene:
        """What is on the screen now."""
        if self.pilot.nodes is not self._seen:
            self._seen = self.pilot.nodes
            self._scene = scene_of(self._seen, self._scene.number + 1, moves_of(self.desk))
        return self._scene

    def click(self, x: int, y: int) -> None:
        """Point at a place and press and release the button there."""
        height = self.window.height
        y = height - 1 - y
        self.window.dispatch_event("on_mouse_motion", x, y, 0, 0)
        self.window.dispatch_event("on_mouse_press", x, y, 1, 0)
        self.window.dispatch_event("on_mouse_release", x, y, 1, 0)
        self.step()

    def key(self, name: str) -> None:
        """Press a key."""
        code = self.codes.get(name) or ord(name)
        self.window.dispatch_event("on_key_press", code, 0)
        if len(name) == 1:
            self.window.dispatch_event("on_text", name)
        self.window.dispatch_event("on_key_release", code, 0)
        self.step()

    def play(self, player: Player) -> Scene:
        """Play to the result; return the last scene."""
        until, steps = time.monotonic() + LONGEST, 0
        while "result:title" not in self.scene.texts:
            assert time.monotonic() < until and steps < STEPS, f"no end after {steps} steps"
            act = player.act(self.scene)
            before, steps = self.scene, steps + 1
            if act is None:
                self.step()
                time.sleep(0.001)
                continue
            if act[0] == "click":
                self.click(act[1], act[2])
            else:
                self.key(act[1])
            toasts = [text for name, text in self.scene.texts.items() if name.startswith("toast")]
            assert not toasts, f"after {act}: {toasts}"
            assert self.scene is not before, f"{act} has changed nothing: {before}"
        return self.scene


def game(wish: dict[str, Any]) -> dict[str, Any]:
    """Play a game as it is wished; return how it ended."""
    setting = Setting(**wish["setting"]) if wish.get("setting") else None
    if setting:
        setting.seats = {int(seat): who for seat, who in setting.seats.items()}
    began = time.monotonic()
    desk = desk_for(wish.get("ruleset"), wish.get("seats"))
    house = House(desk, tuple(wish.get("size", (1440, 900))))
    try:
        assert bool(house.scene.thing("start:play")) is bool(setting)
        scene = house.play(Player(setting, wish.get("seed", 1), keys=wish.get("keys", False)))
        sitting = desk.sitting
        assert sitting is not None and sitting.session.over
        texts = {name: text for name, text in scene.texts.items() if name.startswith("result:")}
        return {
            "title": desk.title, "moves": moves_of(desk), "texts": texts,
            "seats": sitting.seats, "seconds": time.monotonic() - began,
            "scores": list(sitting.session.scores), "focus": scene.focused,
            "automatic": False,
        }  # fmt: skip
    finally:
        house.close()


def serve() -> None:
    """Play a game for each line of JSON."""
    for line in sys.stdin:
        try:
            answer = game(json.loads(line))
        except Exception:
            answer = {"problem": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        watch(Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
    else:
        serve()
