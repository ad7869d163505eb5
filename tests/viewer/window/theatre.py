"""A process with a real desk in a real window, for tests that play whole games there.

`watch FILE`: the window is open, what is on it is in a file, and other hands play. `serve`:
each line of the input asks for a game that is played, or edited, by events put into the window.
"""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.viewer.app.hands import table
from tests.viewer.window.player import Player, Setting
from tests.viewer.window.scene import Scene, scene_of
from viewer.artwork.rasterise import bake
from viewer.nodes import Node
from viewer.panels import AppController, open_app
from viewer.window.startup import check_machine, flips, open_window

LONGEST = 500.0
STEPS = 6000


def app_for(ruleset: str | None, seats: list[str] | None = None, seed: int = 1) -> AppController:
    """A desk at which agents don't wait so that one can follow."""
    app = open_app(ruleset, seats, seed=seed if ruleset else None)
    app.shell.pause = 0.0
    if app.table is not None:
        app.table.people.passing = False  # as in a game that is begun without a pause
    app.internal_error = failed  # type: ignore[method-assign]
    return app


def failed(problem: Exception) -> None:
    """Nothing is overlooked in a test."""
    raise problem


def at_the_end(scene: Scene) -> bool:
    return "result:title" in scene.texts


def moves_of(app: AppController) -> int:
    return len(app.table.guest.session.history) if app.table else 0


# ------------------------------------------------------------------ a window that others play at


def watch(file: Path, ruleset: str | None) -> None:
    """Show an app; every new list of nodes that isn't one in haste is written to a file."""
    from viewer.window.startup import show

    guard = threading.Timer(LONGEST, sys.exit)
    guard.daemon = True
    guard.start()
    app = app_for(ruleset)
    ready, number, last = app.nodes, 0, list[Node]()

    def nodes(size: tuple[float, float], hasty: bool = False) -> list[Node]:
        nonlocal number, last
        found = ready(size, hasty)
        if found is not last and not app.shell.behind:
            number, last = number + 1, found
            part = file.with_suffix(".part")
            part.write_text(json.dumps(scene_of(found, number, moves_of(app)).data()))
            part.replace(file)
        return found

    app.nodes = nodes  # type: ignore[method-assign]
    show(app)


# ------------------------------------------------------------------ a window of one's own


class House:
    """A window, and hands that put events into it as pyglet would."""

    def __init__(self, app: AppController, size: tuple[int, int] = (1440, 900)) -> None:
        check_machine()
        window = open_window(
            "viewer.window.app.TableWindow",
            app=app, bake=bake, flips=flips, width=size[0], height=size[1],
        )  # fmt: skip
        from pyglet.window import key  # not before pyglet has been set up

        from viewer.window.app import TableWindow

        assert isinstance(window, TableWindow) and window.controller is not None
        self.app, self.window, self.controller = app, window, window.controller
        self.codes = {"enter": key.RETURN, "tab": key.TAB, "escape": key.ESCAPE, "end": key.END}
        self.ctrl = key.MOD_CTRL
        self._seen: list[Node] = []
        self._scene = scene_of([])
        self.step()

    def close(self) -> None:
        self.window.app.closed()
        self.window.close()

    def step(self) -> None:
        """Let the window take its events and do what is due."""
        self.window.dispatch_events()
        self.window.step()

    @property
    def scene(self) -> Scene:
        """What is on the screen now."""
        if self.controller.nodes is not self._seen:
            self._seen = self.controller.nodes
            self._scene = scene_of(self._seen, self._scene.number + 1, moves_of(self.app))
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
        """Press a key, with ctrl+ before its name where that is held."""
        plain = name.removeprefix("ctrl+")
        code = self.codes.get(plain) or ord(plain)
        held = self.ctrl if plain != name else 0
        self.window.dispatch_event("on_key_press", code, held)
        if len(name) == 1:
            self.window.dispatch_event("on_text", name)
        self.window.dispatch_event("on_key_release", code, held)
        self.step()

    def type(self, text: str) -> None:
        """Type a text."""
        for char in text:
            self.key(char)

    def rest(self, x: int, y: int, word: str) -> str:
        """Let the pointer rest at a place until a tip with a word is shown; return the tip."""
        self.window.dispatch_event("on_mouse_motion", x, self.window.height - 1 - y, 0, 0)
        return str(self.until(lambda: word in (tip := tip_of(self.scene)) and tip, "the tip"))

    def until(self, found: Callable[[], Any], what: str, seconds: float = 120.0) -> Any:
        """Let time go by until something is found."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            result = found()
            if result:
                return result
            self.step()
            time.sleep(0.005)
        raise AssertionError(f"waited in vain for {what}: {self.scene.texts}")

    def play(self, player: Player, done: Callable[[Scene], bool] = at_the_end) -> Scene:
        """Play to the result, or until something else is seen; return the last scene."""
        until, steps = time.monotonic() + LONGEST, 0
        while not done(self.scene):
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
    app = app_for(wish.get("ruleset"), wish.get("seats"))
    house = House(app, tuple(wish.get("size", (1440, 900))))
    try:
        assert bool(house.scene.thing("start:play")) is bool(setting)
        scene = house.play(Player(setting, wish.get("seed", 1), keys=wish.get("keys", False)))
        sitting = table(app).guest
        assert sitting is not None and sitting.session.over
        texts = {name: text for name, text in scene.texts.items() if name.startswith("result:")}
        return {
            "title": app.title, "moves": moves_of(app), "texts": texts,
            "seats": sitting.table.seats, "seconds": time.monotonic() - began,
            "scores": list(sitting.session.scores), "focus": scene.focused,
        }  # fmt: skip
    finally:
        house.close()


# ------------------------------------------------------------------ rules that are edited


def scores(scene: Scene) -> list[str]:
    """What the plates say of each seat."""
    return [scene.texts.get(f"plate:{seat}:score", "") for seat in (1, 2)]


def tip_of(scene: Scene) -> str:
    """What is said about what the pointer rests on."""
    return "\n".join(text for name, text in scene.texts.items() if name.startswith("tip"))


def rows_of(scene: Scene) -> list[str]:
    """What is said below the rules."""
    return [text for name, text in scene.texts.items() if name.startswith("rules:row")]


def edit(wish: dict[str, Any]) -> dict[str, Any]:
    """Play for a while, then change the rules by typing, and by saving them elsewhere.

    `find` and `type` are the words that are searched for, and typed instead; `later` is saved.
    """
    file = Path(wish["ruleset"])
    house = House(app_for(str(file), ["human", "human"], wish.get("deal", 1)))
    told: dict[str, Any] = {}

    def note(name: str) -> None:
        plate = next(node for node in house.controller.nodes if node.id == "plate:1:score")
        x, y = (int(side) for side in plate.box.centre)
        told[name] = {
            "tip": house.rest(x, y, wish["find"].partition('"')[0]),
            "scores": scores(house.scene),
            "rows": rows_of(house.scene),
        }

    def waits(scene: Scene) -> bool:
        free = not scene.thing("pass_and_play:reveal") and not scene.thing("cancel")
        return free and scene.moves >= wish["moves"] and scores(scene)[0] not in ("", "0")

    try:
        house.play(Player(None, 1, keys=False), waits)
        told["moves"] = house.scene.moves
        note("before")
        house.key("r")
        paper = next(node.box for node in house.controller.nodes if node.edit)
        house.click(*(int(side) for side in paper.centre))
        house.key("ctrl+f")
        house.type(wish["find"])
        house.key("escape")
        house.type(wish["type"])
        before, laid = scores(house.scene), [0]
        house.window.replaced = lambda: laid.append(1)
        house.until(lambda: scores(house.scene) != before, "other scores")
        told["put in order"] = len(laid) - 1
        told["kept"] = house.scene.moves
        house.until(lambda: "example" in "".join(rows_of(house.scene)), "the examples")
        note("typed")
        save = house.scene.thing("rules:save")
        assert save is not None
        house.click(save.x, save.y)
        house.until(lambda: wish["type"] in file.read_text(), "the saved file")
        good = file.read_text()
        before = scores(house.scene)
        file.write_text(good.replace(wish["type"], wish["later"]))
        house.until(lambda: scores(house.scene) != before, "other scores again")
        note("saved elsewhere")
        file.write_text(good.replace(wish["type"], wish["wrong"]))
        word = wish["wrong"].split()[-1]
        house.until(lambda: f"'{word}'" in "".join(rows_of(house.scene)), "what is wrong")
        note("wrong")
        return told
    finally:
        house.close()


# ------------------------------------------------------------------ what is left of a window


def alive(wish: dict[str, Any]) -> dict[str, Any]:
    """Open and close windows with the rules open; return what of each is still there after each."""
    kinds = ("TableWindow", "AppController", "TableScreen", "Session", "Editor")
    rows = []
    for _ in range(wish["windows"]):
        house = House(app_for(wish["ruleset"], ["human", "human"]), (1024, 640))
        house.key("r")
        house.step()
        house.close()
        del house
        gc.collect()
        there = [type(found).__name__ for found in gc.get_objects()]
        rows.append([there.count(kind) for kind in kinds])
    return {"rows": rows}


def serve() -> None:
    """Play a game for each line of JSON."""
    for line in sys.stdin:
        try:
            wish = json.loads(line)
            doing = edit if "find" in wish else alive if "windows" in wish else game
            answer = doing(wish)
        except Exception:
            answer = {"problem": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        watch(Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
    else:
        serve()
