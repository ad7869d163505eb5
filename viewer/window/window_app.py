"""What a window needs of whatever it shows: the app of this machine, or a table on a server."""

from __future__ import annotations

from typing import Protocol

from viewer.app.document import Document
from viewer.app.shell import Shell
from viewer.app.sounds import Sound
from viewer.artwork.theme import Theme
from viewer.nodes import Node


class WindowApp(Protocol):
    """Makes nodes and takes what is done to them, in one thread and in pixels.

    What returns a truth says whether there are new nodes to show. `viewer.app.controller` describes
    each.
    """

    @property
    def shell(self) -> Shell: ...  # noqa: D102 # described where they are made
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def theme(self) -> Theme: ...  # noqa: D102
    @property
    def busy(self) -> bool: ...  # noqa: D102
    @property
    def typing(self) -> bool: ...  # noqa: D102
    @property
    def wants_quit(self) -> bool: ...  # noqa: D102
    @property
    def wants_fullscreen(self) -> bool: ...  # noqa: D102

    def nodes(self, size: tuple[float, float], hasty: bool = False) -> list[Node]: ...  # noqa: D102
    def document(self) -> Document: ...  # noqa: D102
    def heard(self) -> list[Sound]: ...  # noqa: D102
    def sized(self, width: int, height: int) -> None: ...  # noqa: D102
    def tick(self, now: float) -> bool: ...  # noqa: D102
    def hover(self, node: Node | None) -> bool: ...  # noqa: D102
    def rest(self, node: Node | None, x: float, y: float) -> bool: ...  # noqa: D102
    def click(self, node: Node, x: float, y: float) -> bool: ...  # noqa: D102
    def menu(self, node: Node | None, x: float, y: float) -> bool: ...  # noqa: D102
    def lift(self, node: Node) -> bool: ...  # noqa: D102
    def drop(self, node: Node, onto: Node | None) -> bool: ...  # noqa: D102
    def key(self, name: str) -> bool: ...  # noqa: D102
    def text(self, text: str) -> bool: ...  # noqa: D102
    def scroll(self, name: str, steps: float) -> bool: ...  # noqa: D102
    def edited(self, text: str) -> bool: ...  # noqa: D102
    def ask(self, key: str, text: str, caret: int) -> bool: ...  # noqa: D102
    def leave(self) -> bool: ...  # noqa: D102
    def internal_error(self, problem: Exception) -> None: ...  # noqa: D102
    def closed(self) -> None: ...  # noqa: D102
