"""What the window asks of the desk that it shows."""

from __future__ import annotations

from typing import Protocol

from viewer.desk.document import Document
from viewer.desk.sounds import Sound
from viewer.faces.theme import Theme
from viewer.nodes import Node


class App(Protocol):
    """A desk as the window sees it. Calls come from the main thread, in pixels from the top left.

    What returns a truth says whether there are new nodes to show.
    """

    @property
    def title(self) -> str:
        """Return the window's caption."""
        ...

    clipboard: str | None
    """What is to be put on the clipboard; the window takes it away from here."""

    @property
    def theme(self) -> Theme:
        """Return the colours."""
        ...

    @property
    def speed(self) -> float:
        """Return how fast things move: 1 is usual, 0 is without motion."""
        ...

    @property
    def window_size(self) -> tuple[int, int]:
        """Return how large the window is to be at first, 0 by 0 for its usual size."""
        ...

    @property
    def laid(self) -> int:
        """Return how many games, or other rules for one, have been put on the table."""
        ...

    def sized(self, width: int, height: int) -> None:
        """Hear how large the window is now, in points of the screen."""
        ...

    def heard(self) -> list[Sound]:
        """Return the sounds that are to be heard now."""
        ...

    @property
    def busy(self) -> bool:
        """Tell whether something goes on by itself, such as an agent's thinking."""
        ...

    @property
    def typing(self) -> bool:
        """Tell whether characters go to `text` because a one-line input has the keys."""
        ...

    @property
    def wants_quit(self) -> bool:
        """Tell whether the window is to be closed."""
        ...

    @property
    def wants_fullscreen(self) -> bool:
        """Tell whether the window is to fill the screen."""
        ...

    @property
    def behind(self) -> bool:
        """Tell whether some of the nodes are as they were before, since they were made in haste."""
        ...

    def nodes(self, size: tuple[int, int], hasty: bool = False) -> list[Node]:
        """Return what is on the screen at this size of the window; in haste what is dear and isn't
        looked at first may be as it was before.
        """
        ...

    def tick(self, now: float) -> bool:
        """Do what the time asks for."""
        ...

    def hover(self, node: Node | None) -> bool:
        """Hear that the pointer is now over this."""
        ...

    def rest(self, node: Node | None, x: float, y: float) -> bool:
        """Hear that the pointer has rested here; None: that it has moved on."""
        ...

    def click(self, node: Node, x: float, y: float) -> bool:
        """Take a click."""
        ...

    def menu(self, node: Node | None, x: float, y: float) -> bool:
        """Take a click of the other button."""
        ...

    def lift(self, node: Node) -> bool:
        """Hear that this begins to be dragged."""
        ...

    def drop(self, node: Node, onto: Node | None) -> bool:
        """Take what was dragged, over what it was let go."""
        ...

    def key(self, name: str) -> bool:
        """Take a key."""
        ...

    def text(self, text: str) -> bool:
        """Take typed characters."""
        ...

    def scroll(self, name: str, steps: float) -> bool:
        """Take the wheel over what scrolls under this name; positive is towards the end."""
        ...

    def document(self, name: str) -> Document:
        """Return the text that is edited under this name."""
        ...

    def edited(self, name: str, text: str) -> bool:
        """Take the text as the person has changed it."""
        ...

    def ask(self, name: str, key: str, text: str, caret: int) -> bool:
        """Take a key of an editor that asks about a place in its text, as it is written there."""
        ...

    def leave(self, name: str) -> bool:
        """Hear that the person has left the editor, by Escape or by a click elsewhere."""
        ...

    def mishap(self, problem: Exception) -> None:
        """Hear that a call has failed by a fault of the viewer's own."""
        ...

    def quit(self) -> bool:
        """Be asked to close; False keeps the window open."""
        ...

    def closed(self) -> None:
        """Hear that the window is closed."""
        ...
