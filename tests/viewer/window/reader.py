"""A process that reads the help in a real window: points at paragraphs, and tries a position.

`python -m tests.viewer.window.reader GAME WIDTH HEIGHT WORD [FOLDER]` prints what it saw as JSON:
what is lit while the pointer is on the paragraph that begins with WORD, and what lies on the table
after the first position was tried. With FOLDER it also keeps pictures.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.viewer.app.hands import table
from tests.viewer.window.theatre import House, app_for
from viewer.nodes import Node

FAR = 200
"""The wheel is turned at most so often."""


class Reader:
    """Reads at a window of its own."""

    def __init__(self, game: str, size: tuple[int, int], folder: Path | None) -> None:
        app = app_for(game, ["human", "greedy"])
        app.open("")  # the offer to be taught
        self.app, self.folder = app, folder
        self.house = House(app, size)

    def see(self, name: str) -> None:
        """Keep a picture of the screen."""
        if self.folder is not None:
            from PIL import ImageGrab

            for _ in range(30):
                self.house.step()
            ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save(self.folder / f"{name}.png")

    def found(self, id: str) -> Node | None:
        """A node, where the whole of it is seen."""
        node = next((n for n in self.house.controller.nodes if n.id == id), None)
        if node is None or node.clip is None or node.box.bottom > node.clip.bottom:
            return None
        return node if node.box.y >= node.clip.y else None

    def turn_to(self, id: str) -> tuple[int, int]:
        """Turn the wheel over the book until a thing is seen; return where it is."""
        house = self.house
        paper = next(n for n in house.controller.nodes if n.id == "help:list").box
        x, y = int(paper.x + 20), int(paper.centre[1])
        for _ in range(FAR):
            node = self.found(id)
            if node is not None:
                return int(node.box.x + 8), int(node.box.centre[1])
            down = house.window.height - 1 - y
            house.window.dispatch_event("on_mouse_scroll", x, down, 0, -1)
            house.step()
        raise AssertionError(f"{id} is never seen")

    def point(self, x: int, y: int) -> list[str]:
        """Move the pointer; return which families of zones are lit then."""
        self.house.window.dispatch_event(
            "on_mouse_motion", x, self.house.window.height - 1 - y, 0, 0
        )
        self.house.step()
        nodes = self.house.controller.nodes
        return sorted({n.spots[0].place.family for n in nodes if n.glow == "lit"})

    def read(self, word: str) -> dict[str, object]:
        """Open the help by its key, point at a paragraph, and try the first position."""
        house, screen = self.house, table(self.app)
        house.key("b")
        book = house.until(lambda: screen.help.reading.book, "the book")
        self.see("opened")
        parts = [part for part in book.parts if part.spoken]
        at = next(
            part.number
            for part in parts
            if "".join(run.text for run in getattr(part, "words", ())).startswith(word)
        )
        before = self.point(5, 5)
        lit = self.point(*self.turn_to(f"help:at:{at}"))
        self.see("pointed")
        tried = next(part.number for part in book.parts if part.trial is not None)
        screen.help.go_to(0)
        self.app.shell.touch()
        house.step()
        house.click(*self.turn_to(f"help:try:{tried}"))
        trying, decided = screen.people.trying, len(screen.guest.session.history)
        self.see("tried")
        end = next(n for n in house.controller.nodes if n.id == "banner:end_what_if")
        house.click(*(int(side) for side in end.box.centre))
        return {
            "before": before, "lit": lit, "trying": trying, "decided": decided,
            "back": not screen.people.trying,
        }  # fmt: skip


def main(game: str, width: str, height: str, word: str, folder: str = "") -> None:
    """Read, and print what was seen."""
    reader = Reader(game, (int(width), int(height)), Path(folder) if folder else None)
    try:
        print(json.dumps(reader.read(word)))
    finally:
        reader.house.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
