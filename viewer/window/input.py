"""Between a window and its desk: what the pointer is over, what is dragged, when to look again.

It knows nothing of pyglet, so that tests can fly it by hand.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from viewer.nodes import Node, hit
from viewer.window.animation import INVITING, Flips, Motion

if TYPE_CHECKING:
    from viewer.window.editor import Editor
    from viewer.window.window_app import WindowApp

REST = 0.45
"""After so many seconds without moving the pointer rests."""

STIR = 4.0
SLIP = 6.0
"""So far, at 900 pixels' height, the pointer goes before a press is a drag."""

PULL = 36.0
"""So far, in pixels, a list is drawn for one step."""

FRAME = 1 / 60
BUSY = 1 / 30
IDLE = 0.1


DESKS = ("ctrl+s", "ctrl+n", "ctrl+q")
"""Keys that are the app's even in an editor, as f1 to f12 are but for f3 and f12."""


class InputController:
    """Holds the nodes that are on the screen, and calls the app."""

    def __init__(self, app: WindowApp, size: tuple[int, int], flips: Flips, now: float) -> None:
        """Take the app's first nodes."""
        self.app = app
        self.size = size
        self.motion = Motion(flips)
        self.nodes: list[Node] = []
        self.over: Node | None = None
        self.pressed: Node | None = None
        self.dragged: Node | None = None
        self.editor: Editor | None = None
        self.editing = False
        """Whether the keys are the editor's."""
        self.dirty = True
        self._pointer = (-1.0, -1.0)
        self._start = (0.0, 0.0)
        self._list = ""
        """What the pointer that is held down scrolls."""
        self._pulled = 0
        """So many steps a list was scrolled by the pointer that is held down."""
        self._released = (-1.0, -1.0)
        """Where the button went up at last."""
        self._still_since: float | None = None
        self._rested = False
        self.refresh(now, jump=True)

    # -------------------------------------------------------------- nodes

    @property
    def scale(self) -> float:
        """Return how large the window is, against 1440 by 900."""
        return min(self.size[0] / 1440, self.size[1] / 900)

    def refresh(self, now: float, jump: bool = False, hasty: bool = True) -> None:
        """Fetch the nodes anew; what is left out in haste is fetched when they have been drawn."""
        hasty = hasty and not (jump and self.nodes) and (self.dirty or not self.app.shell.behind)
        self.motion.speed = self.app.shell.speed
        self.nodes = self.app.nodes(self.size, hasty)
        self.motion.show(self.nodes, now, jump)
        self.dirty = True
        floor = self._floor()
        self.editing &= any(node.edit and node.z >= floor for node in self.nodes)
        self.over = self._find(self.over)
        self.pressed = self._find(self.pressed)
        if self.dragged is not None and self._find(self.dragged) is None:
            self.dragged = None

    def _find(self, node: Node | None) -> Node | None:
        """Return the node that now has another's id."""
        if node is None:
            return None
        return next((new for new in self.nodes if new.id == node.id), None)

    def resize(self, size: tuple[int, int], now: float) -> None:
        """Take another size of the window."""
        if size != self.size:
            self.size = size
            self.refresh(now, jump=True)

    def _after(self, changed: bool, now: float) -> None:
        if changed:
            self.refresh(now)
            self._look(now)

    def node_at(self, x: float, y: float) -> Node | None:
        """Return what is under a point, without what is dragged there."""
        dragged = self.dragged.id if self.dragged else ""
        return hit([node for node in self.nodes if node.id != dragged], x, y)

    # -------------------------------------------------------------- pointer

    def move(self, x: float, y: float, now: float) -> None:
        """The pointer is here now."""
        old, self._pointer = self._pointer, (x, y)
        if math.dist(old, (x, y)) > STIR or not self._rested:
            self._still_since = now
        if self._rested and math.dist(old, (x, y)) > STIR * self.scale:
            self._stir(now)
        if self.editor and self.editing and self.pressed and self.pressed.edit:
            self.editor.drag(x, y)
        self._slide(x, y, now)
        self._pull(y, now)
        if self.dragged is None and self.pressed is not None and self.pressed.drag:
            far = math.dist(self._start, (x, y)) > SLIP * max(1.0, self.scale)
            if far:
                self.dragged = self.pressed
                self._after(self.app.lift(self.pressed), now)
        if self.dragged is not None:
            self.motion.hold(self.dragged.id, x - self._start[0], y - self._start[1])
            self.dirty = True
        self._look(now)

    def _slide(self, x: float, y: float, now: float) -> None:
        """Press what the pointer has come to on a slider."""
        pressed = self.pressed
        if pressed is None or not pressed.slide:
            return
        along = [n for n in self.nodes if n.slide == pressed.slide]
        nearest = min(along, key=lambda n: abs(n.box.centre[0] - x), default=None)
        if nearest is not None and nearest.id != pressed.id:
            self.pressed = nearest
            self._after(self.app.click(nearest, x, y), now)

    def _pull(self, y: float, now: float) -> None:
        """Scroll what the pointer, held down, is drawn along; that is no click any more."""
        far = PULL * max(1.0, self.scale)
        steps = math.trunc((self._start[1] - y) / far) - self._pulled
        if self._list and steps:
            self._pulled += steps
            self._after(self.app.scroll(self._list, steps), now)

    def _look(self, now: float) -> None:
        """Report to the app if something else is under the pointer."""
        node = self.node_at(*self._pointer)
        before, self.over = self.over, node
        if (before.id if before else "") != (node.id if node else ""):
            self.motion.pointed = node.id if node else ""
            self.dirty |= any(n is not None and n.glow in INVITING for n in (before, node))
            if self._rested:
                self._stir(now)
            self._still_since = now
            if self.app.hover(node):
                self.refresh(now)

    def _stir(self, now: float) -> None:
        self._rested = False
        self._still_since = now
        if self.app.rest(None, *self._pointer):
            self.refresh(now)

    def away(self, now: float) -> None:
        """The pointer has left the window."""
        self._pointer = (-1.0, -1.0)
        self._look(now)
        self._still_since = None

    def press(self, x: float, y: float, now: float, select: bool = False) -> None:
        """The pointer's button goes down; `select`: with shift held."""
        self.let_go(now)
        self.move(x, y, now)
        self._start, self._pulled = (x, y), 0
        self.pressed = self.over
        held = self.over is not None and (self.over.drag or self.over.slide or self.over.edit)
        self._list = self.over.scroll if self.over is not None and not held else ""
        editing = self.over is not None and self.over.edit
        if editing != self.editing:
            self.leave(now)
            self.editing = editing
        if self.editor and self.editing:
            self.editor.press(x, y, select, now)
        if self._rested:
            self._stir(now)

    def let_go(self, now: float) -> None:
        """Let go of what is held: the button's going up may have been another window's to hear."""
        self.pressed, self._list = None, ""
        if self.dragged is not None:
            self._drop(None, now)

    def release(self, x: float, y: float, now: float) -> None:
        """The pointer's button goes up: a click, or the end of a drag."""
        self.move(x, y, now)
        pressed, self.pressed, self._list = self.pressed, None, ""
        self._released = (x, y)
        if self.dragged is not None:
            self._drop(self.over, now)
        elif self._pulled:
            self._pulled = 0
        elif pressed and self.over and pressed.id == self.over.id and not pressed.edit:
            self._after(self.app.click(self.over, x, y), now)

    def _drop(self, onto: Node | None, now: float) -> None:
        dragged, self.dragged = self.dragged, None
        if dragged is None:
            return
        self.pressed = None
        changed = self.app.drop(dragged, onto)
        self.motion.release(dragged.id, now)
        self._after(changed, now)
        self.dirty = True

    def menu(self, x: float, y: float, now: float) -> None:
        """The pointer's other button was clicked."""
        self.move(x, y, now)
        self._after(self.app.menu(self.over, x, y), now)

    def wheel(self, x: float, y: float, steps: float, now: float) -> None:
        """The wheel was turned; positive is towards the end."""
        self.move(x, y, now)
        if self.over is not None and self.over.edit and self.editor:
            self.editor.wheel(steps)
            return
        under = [
            node
            for node in self.nodes
            if node.scroll and node.holds(x, y) and node.z >= self._floor()
        ]
        if under:
            name = max(enumerate(under), key=lambda pair: (pair[1].z, pair[0]))[1].scroll
            self._after(self.app.scroll(name, steps), now)

    def _floor(self) -> int:
        """Return below which z everything is covered by something that fills the window."""
        wide, high = self.size
        return max(
            (n.z for n in self.nodes if n.block and n.box.w >= wide and n.box.h >= high),
            default=-10_000,
        )

    # -------------------------------------------------------------- keys

    def key(self, name: str, now: float) -> None:
        """A key was pressed."""
        if not name:
            return
        if self.editing and self.editor and not _is_desks(name):
            if not self.editor.key(name) and name == "escape":
                self.leave(now)
            return
        if self.dragged is not None and name == "escape":
            self._drop(None, now)
            return
        self._after(self.app.key(name), now)

    def text(self, text: str, name: str, now: float) -> None:
        """Something was typed by a key of that name."""
        if self.editing and self.editor:
            self.editor.type(text)
        elif self.app.typing:
            self._after(self.app.text(text), now)
        else:
            self.key(name, now)

    def edited(self, text: str, now: float) -> None:
        """The text in the editor was changed."""
        self._after(self.app.edited(text), now)

    def ask(self, key: str, text: str, caret: int, now: float) -> None:
        """A key of the editor asks about a place in its text."""
        self._after(self.app.ask(key, text, caret), now)

    def leave(self, now: float) -> None:
        """The editor was left."""
        was, self.editing, self.dirty = self.editing, False, True
        if was:
            self._after(self.app.leave(), now)

    # -------------------------------------------------------------- time

    def tick(self, now: float) -> None:
        """Let the app do what it does on its own, and see whether the pointer rests."""
        changed = self.app.tick(now)
        self._after(changed, now)
        if not changed and self.app.shell.behind and not self.dirty:
            self.refresh(now, hasty=False)
        rests = self._still_since is not None and now - self._still_since >= REST
        if rests and not self._rested and self.pressed is None:
            self._rested = True
            over = self.over
            clicked = math.dist(self._pointer, self._released) <= STIR
            if clicked and not (over is not None and over.edit):
                return  # what comes to lie under a pointer that has clicked isn't asked about
            if over is not None and over.edit and self.editor:
                over = over._replace(tip=self.editor.tip(self._pointer[1]) or over.tip)
            if self.app.rest(over, *self._pointer):
                self.refresh(now)

    def wait(self, now: float) -> float:
        """Return in how many seconds to call `tick` again."""
        if self.dirty or self.motion.moving() or self.app.shell.behind:
            return FRAME
        if self.app.busy:
            return BUSY
        if self._still_since is not None and not self._rested:
            return min(IDLE, max(FRAME, self._still_since + REST - now))
        return IDLE

    def cursor(self) -> str:
        """Return how the pointer looks: hand, text or default."""
        if self.dragged is not None:
            return "hand"
        if self.over is None:
            return "default"
        if self.over.edit:
            return "text"
        return "hand" if self.over.do or self.over.spots or self.over.drag else "default"


def _is_desks(name: str) -> bool:
    return name in DESKS or (name[0] == "f" and name[1:].isdigit() and name not in ("f3", "f12"))
