"""Hands that do anything at a window, in any order: what a child, a cat or a stuck key would do.

They use `InputController`, as the window does, without pixels. To let them do that many things
in each game and print what goes wrong: `python -m tests.viewer.window.odd_hands EVENTS [GAME...]`.
"""

from __future__ import annotations

import math
import os
import random
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

from engine.table.autosave import Autosave
from engine.table.seats import HUMAN
from tests.viewer.app.hands import app_with, every_game, game
from viewer.window.input import InputController
from viewer.window.startup import flips

SIZES = ((1440, 900), (1024, 640), (1280, 720), (640, 1200), (3000, 500), (320, 240), (1, 1))
KEYS = (
    "enter", "space", "escape", "tab", "shift+tab", "up", "down", "left", "right", "shift+left",
    "backspace", "delete", "home", "end", "pageup", "pagedown", "f1", "f10", "f11", "f12", "ctrl+z",
    "ctrl+y", "ctrl+s", "ctrl+space", "ctrl+enter", "ctrl+.", "ctrl+n", *"0123456789",
    *"hHmwzyprslvtn,.?+-",
)  # fmt: skip
LEAST = (320, 320)
"""In smaller windows than there are not everything has room."""
HELD = ("enter", "h", "z", "y", "left", "tab", "down", "v", ".", "escape", "1", "m")
"""Keys that are leant on."""
AGENTS = ("random", "greedy")


class OddHands:
    """Someone at a game, with a chance of their own; each thing that they do is noted."""

    def __init__(self, name: str, seed: int, folder: Path) -> None:
        """Sit down, with agents at some of the other seats, and copies of the rules in a folder."""
        self.chance = random.Random(f"{name} {seed}")
        beside = Path(name).parent
        if Path(name).is_file():
            shutil.copytree(beside, folder / beside.name, dirs_exist_ok=True)
            name = str(folder / beside.name / Path(name).name)
        players = game(name).players
        seats = [HUMAN, *(self.chance.choice((HUMAN, *AGENTS)) for _ in range(players - 1))]
        autosave = Autosave(folder / "games")
        covers = self.chance.random() < 0.5
        self.app = app_with(
            name, seats=seats, seed=seed, autosave=autosave, covers=covers, players=players
        )
        self.app.shell.pause = self.chance.choice((0.0, 0.4))
        self.size = SIZES[0]
        self.now = 1.0
        self.point = (0.0, 0.0)
        self.controller = InputController(self.app, self.size, flips, self.now)
        self.done: list[str] = []

    def act(self) -> None:
        """Do something, let some time go by, and look at what is there."""
        doing = self.chance.choices(
            (self._click, self._press, self._release, self._move, self._drag, self._key, self._lean,
             self._type, self._wheel, self._menu, self._away, self._resize, self._edit, self._wait),
            (30, 6, 6, 8, 8, 14, 4, 3, 4, 5, 2, 2, 2, 8),
        )[0]  # fmt: skip
        doing()
        self.wait(self.chance.choice((0.0, 0.001, 0.02, 0.3)))
        check(self.controller, self.now)

    def wait(self, seconds: float) -> None:
        """Let time go by as a window does, that draws a frame now and then."""
        self.now += seconds
        self.controller.tick(self.now)
        if self.chance.random() < 0.7:
            self.controller.motion.shown(self.now)
            self.controller.dirty = False

    def _somewhere(self) -> tuple[float, float]:
        """A place: mostly on something, rather on what glows."""
        nodes = [n for n in self.controller.nodes if n.do or n.spots or n.edit or n.scroll]
        bright = [n for n in nodes if n.glow or (n.do and n.id.startswith(("answer", "confirm")))]
        pool = bright if bright and self.chance.random() < 0.6 else nodes
        if not pool or self.chance.random() < 0.1:
            wide, high = self.size
            return self.chance.uniform(-5, wide + 5), self.chance.uniform(-5, high + 5)
        box = self.chance.choice(pool).box
        return box.x + box.w * self.chance.random(), box.y + box.h * self.chance.random()

    def _at(self) -> tuple[float, float]:
        self.point = self._somewhere()
        return self.point

    def _note(self, *words: object) -> None:
        self.done.append(" ".join(map(str, words)))

    def _click(self) -> None:
        x, y = self._at()
        for _ in range(self.chance.choice((1, 1, 1, 1, 2, 3))):
            self._note("click", round(x), round(y), self._id())
            self.controller.press(x, y, self.now, self.chance.random() < 0.05)
            self.controller.release(x, y, self.now)

    def _id(self) -> str:
        found = self.controller.node_at(*self.point)
        return found.id if found else ""

    def _press(self) -> None:
        x, y = self._at()
        self._note("press", round(x), round(y), self._id())
        self.controller.press(x, y, self.now)

    def _release(self) -> None:
        x, y = self.chance.choice((self.point, self._at()))
        self._note("release", round(x), round(y))
        self.controller.release(x, y, self.now)

    def _move(self) -> None:
        x, y = self._at()
        self._note("move", round(x), round(y), self._id())
        self.controller.move(x, y, self.now)

    def _drag(self) -> None:
        """Drag something, and sometimes do something else meanwhile."""
        self._press()
        for _ in range(self.chance.randint(1, 4)):
            self._move()
        if self.chance.random() < 0.4:
            meanwhile = (self._resize, self._key, self._menu, self._away, self._wheel, self._edit)
            self.chance.choice((*meanwhile, self._wait, self._press))()
        if self.chance.random() < 0.85:
            self._release()

    def _key(self) -> None:
        name = self.chance.choice(KEYS)
        self._note("key", name)
        self.controller.key(name, self.now)

    def _lean(self) -> None:
        name = self.chance.choice(HELD)
        for _ in range(self.chance.randint(5, 15)):
            self._note("key", name)
            self.controller.key(name, self.now)
            if self.chance.random() < 0.3:
                self.wait(0.03)

    def _type(self) -> None:
        text = self.chance.choice(("a", "7", "é", "?", "ß", " "))
        self._note("text", text)
        self.controller.text(text, text, self.now)

    def _wheel(self) -> None:
        x, y = self._at()
        steps = self.chance.choice((1.0, -1.0, 0.2, 40.0, -40.0))
        self._note("wheel", round(x), round(y), steps)
        self.controller.wheel(x, y, steps, self.now)

    def _menu(self) -> None:
        x, y = self._at()
        self._note("menu", round(x), round(y), self._id())
        self.controller.menu(x, y, self.now)

    def _away(self) -> None:
        self._note("away")
        self.chance.choice((self.controller.away, self.controller.let_go))(self.now)

    def _resize(self) -> None:
        self.size = self.chance.choice(SIZES)
        self._note("resize", *self.size)
        self.controller.resize(self.size, self.now)

    def _edit(self) -> None:
        """Type into the rules: something harmless, something wrong, or what was there."""
        table = self.app.table
        page = table.editor.page if table is not None else None
        if page is None:
            return
        text = self.chance.choice((page.text + "\n", page.text[: len(page.text) // 2], page.saved))
        self._note("edit", len(text))
        self.controller.edited(text, self.now)

    def _wait(self) -> None:
        seconds = self.chance.choice((0.05, 0.5, 2.0, 6.0))
        self._note("wait", seconds)
        for _ in range(8):
            self.wait(seconds / 8)


def check(controller: InputController, now: float) -> None:
    """What is on the screen can be drawn, and there is one of each."""
    ids = [node.id for node in controller.nodes]
    assert len(ids) == len(set(ids)), sorted({i for i in ids if ids.count(i) > 1})
    for node in controller.nodes:
        sides = (node.box.x, node.box.y, node.box.w, node.box.h)
        assert all(map(math.isfinite, sides)), node
        assert (
            controller.size[0] < LEAST[0] or controller.size[1] < LEAST[1] or min(sides[2:]) >= 0
        ), node
    for node, pose in controller.motion.shown(now):
        assert math.isfinite(pose.box.x + pose.box.y + pose.box.w + pose.box.h), node
    assert controller.dragged is None or controller.dragged.id in ids
    assert controller.wait(now) >= 0


def main(events: int, names: list[str]) -> int:
    """Do so many things at each game; tell how many games something went wrong at."""
    wrong = 0
    for name in names or every_game():
        for seed in range(1, 1 + max(1, events // 400)):
            with tempfile.TemporaryDirectory() as folder:
                os.environ.update({f"XDG_{n}_HOME": folder for n in ("CONFIG", "STATE", "DATA")})
                hands = OddHands(name, seed, Path(folder))
                try:
                    for _ in range(min(events, 400)):
                        hands.act()
                    hands.app.closed()
                except Exception:
                    wrong += 1
                    print(f"--- {name}, seed {seed}, after {len(hands.done)}:")
                    print("\n".join(hands.done[-12:]))
                    traceback.print_exc(file=sys.stdout)
            print(name, seed, len(hands.done), flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), sys.argv[2:])))
