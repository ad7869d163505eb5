"""A process that opens a window, or draws a picture, for the tests to look at from outside."""

from __future__ import annotations

import json
import random
import sys
import threading
from pathlib import Path

from tests.viewer.window.stand import Stand


def window(log: Path) -> None:
    """Show a stand-in in a window; each call is a line of JSON in the log."""
    from viewer.window.startup import show

    lines = log.open("a", encoding="utf-8", buffering=1)

    def hear(*call: object) -> None:
        lines.write(json.dumps(call) + "\n")

    guard = threading.Timer(90, sys.exit)
    guard.daemon = True
    guard.start()
    stand = Stand(hear)
    ready = stand.nodes

    def nodes(size: tuple[int, int], hasty: bool = False) -> list[object]:
        hear("nodes", *size)
        return list(ready(size))

    stand.nodes = nodes  # type: ignore[assignment, method-assign]
    show(stand)


def picture(out: Path, size: tuple[int, int], headless: bool) -> None:
    """Draw a stand-in by EGL, or in a window."""
    from viewer.window import shot
    from viewer.window.startup import open_window

    stand = Stand()
    stand.hot = "card 3"
    if headless:
        shot.write(shot.picture(stand.nodes, stand.theme, size), out)
        return
    hidden = open_window("pyglet.window.Window", width=300, height=200)
    hidden.switch_to()
    shot.write(shot.draw(stand.nodes, stand.theme, size), out)


def drift(seed: int, frames: int) -> None:
    """Draw frame after frame only what has changed, and print how far that is from drawing all."""
    from PIL import Image, ImageChops

    from viewer.artwork.rasterise import bake
    from viewer.window.animation import Motion
    from viewer.window.startup import open_window

    size = (900, 560)
    hidden = open_window("pyglet.window.Window", headless=True, width=16, height=16)
    from viewer.window.screen import Screen  # only when OpenGL is there

    stand, chance, motion = Stand(), random.Random(seed), Motion(lambda old, new: True)
    screens = [Screen(stand.theme, bake) for _ in range(2)]
    for screen in screens:
        screen.fit(*size)
    worst = 0
    for number in range(frames):
        if chance.random() < 0.4:
            chance.shuffle(stand.places)
            stand.hot = chance.choice(["", "button", "card 0", "card 5"])
        nodes = [node for node in stand.nodes(size) if chance.random() < 0.93]
        motion.show(nodes, number * 0.04)
        shown = motion.shown(number * 0.04)
        screens[1].painter.redraw()
        pictures = []
        for screen in screens:
            hidden.switch_to()
            screen.painter.frame(shown, seconds=9.0)
            pictures.append(Image.frombytes("RGBA", size, screen.canvas.pixels()).convert("RGB"))
        worst = max(worst, max(ImageChops.difference(*pictures).tobytes()))
    print(worst)


if __name__ == "__main__":
    what, path, *rest = sys.argv[1:]
    if what == "window":
        window(Path(path))
    elif what == "drift":
        drift(int(path), int(rest[0]))
    else:
        width, height = (int(side) for side in rest[0].split("x"))
        picture(Path(path), (width, height), what == "egl")
