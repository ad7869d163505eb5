"""What a window needs of a table on a server: it is given nodes, and hands on what is done."""

from __future__ import annotations

import queue
import time
from contextlib import suppress

from engine.language.diagnostics import RulesError
from engine.serving.dialling import Heard, Line, Lost
from viewer.app.document import Document
from viewer.app.i18n import capital
from viewer.app.keymap import COMMANDS
from viewer.app.mishaps import note_mishap
from viewer.app.preferences import (
    Preferences,
    keep_preferences,
    language_of_place,
    read_preferences,
)
from viewer.app.shell import Shell, Toast
from viewer.app.sounds import Sound
from viewer.artwork.theme import Theme
from viewer.commands import Everywhere
from viewer.nodes import Box, Node
from viewer.panels.notes import notes
from viewer.panels.panel_builder import PanelBuilder
from viewer.panels.screen import panel_scale
from viewer.remote.board import Board
from viewer.remote.company import RemoteCompany

FULLSCREEN = "f11"
SCROLLS = 0.1
RESIZES = 0.15
"""So many seconds pass between two messages about the wheel, and until a new size is sent."""
LEAST = 200
"""The smallest side of a face, in pixels."""
_HERE = "here:"
"""How the ids of what the window itself says begin."""
_ANSWERS = ("made", "done", "refused")


def preferences(language: str | None) -> Preferences:
    """Return the settings that were kept for the window. `language`: another one, if it is wished.

    A file of settings that can't be read costs only the settings.
    """
    kept = Preferences()
    with suppress(RulesError):
        kept = read_preferences()
    wished = language or kept.language or language_of_place()
    return kept.model_copy(
        update={
            "language": wished,
        }
    )


class RemoteApp:
    """A table on a server, for `viewer.window`. All calls come from one thread."""

    def __init__(self, line: Line, prefs: Preferences) -> None:
        """Show the table at the other end of an open line."""
        self.line = line
        self.shell = Shell(prefs)
        self._company = RemoteCompany(line, self.shell)
        self.title = self._titled = f"{line.client.title} · Cairn"
        self.wants_quit = self.wants_fullscreen = False
        self._board = Board()
        self._asked = line.client.size
        self._sized_at = 0.0
        self._marked: dict[str, str] = {}
        """What was clicked and isn't answered: the node of each message."""
        self._wheel: dict[str, float] = {}
        self._wheeled_at = 0.0
        self._lost: Toast | None = None

    # -------------------------------------------------------------- what the window reads

    @property
    def theme(self) -> Theme:
        """Return the colours."""
        return self._board.theme

    @property
    def busy(self) -> bool:
        """Return whether something may come at any time."""
        return not self.line.client.ended

    @property
    def typing(self) -> bool:
        """Return whether characters go into a one-line input: keys do what they do elsewhere."""
        return False

    def nodes(self, size: tuple[float, float], hasty: bool = False) -> list[Node]:
        """Return what is on the screen; after a change of the size what was there, for a moment."""
        wanted = (max(LEAST, round(size[0])), max(LEAST, round(size[1])))
        if wanted != self._asked:
            self._asked, self._sized_at = wanted, time.monotonic()
        marked = set(self._marked.values())
        shown = [
            node._replace(glow="chosen") if node.glow and node.id in marked else node
            for node in self._board.nodes
        ]
        return [*shown, *self._said_here(*size)]

    def _said_here(self, w: float, h: float) -> list[Node]:
        builder = PanelBuilder(self.theme, panel_scale(w, h))
        self._company.panel(builder, Box(0, 0, w, h))
        notes(self.shell, builder, Box(0, 0, w, h), Box(0, 0, w, h))
        return [node._replace(id=f"{_HERE}{node.id}") for node in builder.nodes]

    def document(self) -> Document:
        """Return the text that is edited: none."""
        return Document("")

    def heard(self) -> list[Sound]:
        """Return the sounds to play: none."""
        return []

    def sized(self, width: int, height: int) -> None:
        """Hear how large the window is now: it opens so the next time."""
        if self.shell.prefs.window != (width, height):
            self.shell.prefs = self.shell.prefs.model_copy(update={"window": (width, height)})
            keep_preferences(self.shell.prefs)

    # -------------------------------------------------------------- what comes

    def tick(self, now: float) -> bool:
        """Take over what has come; return whether there are new nodes."""
        self.shell.now = now
        before = self.shell.version
        self._send_waiting()
        while True:
            try:
                news = self.line.news.get_nowait()
            except queue.Empty:
                break
            match news:
                case Lost():
                    self._say_lost()
                case Heard(message):
                    try:
                        self._hear(message)
                    except (LookupError, TypeError, ValueError, AttributeError):
                        self.line.close()
                        self._end("the server has sent something that can't be read")
        self.shell.tick(now)
        self.title = " · ".join(filter(None, (self._company.clocks(), self._titled)))
        if self._company.wants_rematch:
            self._company.wants_rematch = False
            self.line.again()
        return self.shell.version != before

    def _hear(self, message: dict[str, object]) -> None:
        shell, kind = self.shell, message.get("type")
        self._company.hear(message)
        if kind == "nodes":
            self._board.take(message)
            self._titled = str(message.get("title", self._titled))
            if self._lost is not None:
                shell.toasts, self._lost = [t for t in shell.toasts if t is not self._lost], None
            shell.touch()
        elif kind in _ANSWERS:
            if self._marked.pop(str(message.get("id")), None) is not None:
                shell.touch()
            if kind == "refused" and "version" not in message:
                shell.toast(str(message["why"]), "bad")
        elif kind == "said":
            shell.toast(str(message["text"]))
        elif kind == "closed" and self.line.client.ended:
            self._end(self.line.client.ended)

    def _say_lost(self) -> None:
        if self._lost is None:
            self._lost = Toast(self.shell.translate("page_lost"), "bad", float("inf"))
            self.shell.toasts = [*self.shell.toasts, self._lost]
            self.shell.touch()

    def _end(self, why: str) -> None:
        """Say for good why nothing more comes."""
        said = capital(self.shell.translate.told(why))
        self.shell.toasts = [Toast(said, "bad", float("inf"))]
        self.shell.touch()

    def _send_waiting(self) -> None:
        """Send what isn't sent at each event: the wheel's turns, and the size."""
        now = time.monotonic()
        if self._wheel and now - self._wheeled_at >= SCROLLS:
            self._wheeled_at = now
            for node, steps in self._wheel.items():
                self.line.input("scroll", node=node, steps=max(-100.0, min(steps, 100.0)))
            self._wheel = {}
        if self._asked != self.line.client.size and now - self._sized_at >= RESIZES:
            self.line.resize(*self._asked)

    # -------------------------------------------------------------- what a person does

    def _do(self, do: str, node: Node, *, marks: bool = False, **what: object) -> bool:
        if node.id.startswith(_HERE):
            return False
        id = self.line.input(do, node=node.id, **what)
        if marks and node.glow:
            self._marked[id] = node.id
            self.shell.touch()
        return marks

    def hover(self, node: Node | None) -> bool:
        """Hear what the pointer is over: the window lights that without any server."""
        return False

    def rest(self, node: Node | None, x: float, y: float) -> bool:
        """Send on what the pointer rests on; None: it has moved on."""
        here = node is not None and node.id.startswith(_HERE)
        self.line.input("rest", node="" if node is None or here else node.id, x=x, y=y)
        return False

    def click(self, node: Node, x: float, y: float) -> bool:
        """Send a click, unless it is on what the window itself says."""
        if node.id.startswith(_HERE):
            self._company.press(node.id.removeprefix(_HERE))
            return True
        return self._do("click", node, marks=True, x=x, y=y)

    def menu(self, node: Node | None, x: float, y: float) -> bool:
        """Send a click with the other button: why?"""
        return node is not None and self._do("why", node, x=x, y=y)

    def lift(self, node: Node) -> bool:
        """Send that this begins to be dragged."""
        return self._do("lift", node)

    def drop(self, node: Node, onto: Node | None) -> bool:
        """Send over what it was let go."""
        return self._do("drop", node, marks=True, onto=onto.id if onto is not None else "")

    def key(self, name: str) -> bool:
        """Send a key, but for those that are about the window itself."""
        if name == FULLSCREEN:
            self.wants_fullscreen = not self.wants_fullscreen
        elif COMMANDS.get(name) is Everywhere.QUIT:
            self.wants_quit = True
        elif self._company.key(name):
            return True
        elif len(name) <= 24:
            self.line.input("key", key=name)
        return False

    def scroll(self, name: str, steps: float) -> bool:
        """Take the wheel over what scrolls under this name; it is sent with the next ones."""
        node = next((node for node in self._board.nodes if node.scroll == name), None)
        if node is not None:
            self._wheel[node.id] = self._wheel.get(node.id, 0.0) + steps
        return False

    def text(self, text: str) -> bool:
        """Take typed characters: there is no input for them."""
        return False

    def edited(self, text: str) -> bool:
        """Take a changed text: there is none."""
        return False

    def ask(self, key: str, text: str, caret: int) -> bool:
        """Take a key of the editor: there is none."""
        return False

    def leave(self) -> bool:
        """Hear that the editor was left: there is none."""
        return False

    def internal_error(self, problem: Exception) -> None:
        """Take note of a fault of the viewer's own."""
        note_mishap(problem)
        self._end(f"{type(problem).__name__}: {problem}")

    def closed(self) -> None:
        """Hear that the window is closed."""
        self.line.close()
