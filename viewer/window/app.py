"""The window itself: pyglet's events in, frames out, and drawn only when something has changed."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pyglet
from pyglet.math import Mat4
from pyglet.window import key as keys
from pyglet.window import mouse

from viewer.window.animation import Flips
from viewer.window.input import BUSY, InputController
from viewer.window.keys import key_name, text_name
from viewer.window.screen import Screen
from viewer.window.speaker import Speaker
from viewer.window.texture_cache import Bake

if TYPE_CHECKING:
    from viewer.window.editor import Editor
    from viewer.window.window_app import WindowApp

SIZE = (1440, 900)
LEAST = (320, 320)
FIRST = 0.6
"""So long pictures are drawn before the first frame; what is left then comes with the next ones."""

BATCH = 0.02
BATCH_MOVING = 0.006
SETTLE = 0.15
"""After so many seconds at one size, pictures are drawn at exactly that size."""

MOST_FAULTS = 5
"""After so many faults without a frame between them there is nothing left to show."""

LATER = 2.0
"""After so many seconds with one game, or its rules as they are now, things are put in order, so
that nothing falters later and what has gone isn't kept in memory."""

MODIFIERS = (
    (keys.MOD_CTRL, "ctrl"),
    (keys.MOD_COMMAND, "ctrl"),
    (keys.MOD_ALT, "alt"),
    (keys.MOD_OPTION, "alt"),
    (keys.MOD_SHIFT, "shift"),
)
CURSORS = {"hand": "hand", "text": "text", "default": None}


def first_size(known: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Return how large the window is at first: as it was, or larger on a dense screen; never larger
    than the screen.
    """
    screen = pyglet.display.get_display().get_default_screen()
    dense = 1.0 if sys.platform == "darwin" else max(1.0, float(screen.get_scale()))
    wide, high = (
        max(least, min(was or round(side * dense), room if was else round(room * 0.94)))
        for was, side, room, least in zip(
            known, SIZE, (screen.width, screen.height), LEAST, strict=True
        )
    )
    return wide, high


class TableWindow(pyglet.window.Window):  # type: ignore[misc]
    """A window on the app. Its handlers are one line long; `InputController` does the rest."""

    def __init__(self, app: WindowApp, bake: Bake, flips: Flips, **wishes: Any) -> None:
        self.controller: InputController | None = None
        self.clock_now: Callable[[], float] = time.monotonic
        size = dict(zip(("width", "height"), first_size(app.shell.prefs.window), strict=True))
        super().__init__(resizable=True, caption=app.title, **{**size, **wishes})
        self.set_minimum_size(*LEAST)
        self.app = app
        self.drawing = Screen(app.theme, bake)
        self.frames = 0
        self.after: Callable[[], object] = lambda: None
        """Has `step` called soon; the loop that runs the window sets this."""
        self.replaced: Callable[[], object] = lambda: None
        """Hears that another game is on the app, or has other rules; the loop sets this."""
        self.speaker: Speaker | None = None
        """What plays the sounds; a window that isn't shown by `show` has none."""
        self._fitted = (0, 0)
        self._sized_at = -1e9
        self._present = True
        self._held: set[str] = set()
        self._faults = 0
        self._editor: Editor | None = None
        self._pressed = 0
        self._fresh = False
        self._look = "default"
        self._title = app.title
        self._laid = app.shell.laid
        self.controller = InputController(app, self.get_framebuffer_size(), flips, self.clock_now())
        self.step(FIRST)

    # -------------------------------------------------------------- frames

    def step(self, seconds: float | None = None) -> None:
        """Do what is due, and draw if something has changed."""
        with self._unharmed():
            self._step(seconds)

    @contextmanager
    def _unharmed(self) -> Iterator[None]:
        """Keep the window open whatever goes wrong: the app is told, and shows that.

        What fails again and again while that is shown does end it: then nothing can be drawn.
        """
        try:
            yield
        except Exception as problem:
            self._faults += 1
            if self.controller is None or self._faults > MOST_FAULTS:
                raise
            self.app.internal_error(problem)
            self.controller.refresh(self.clock_now(), jump=True)

    def _step(self, seconds: float | None) -> None:
        controller = self.controller
        if controller is None or self.context is None:
            return
        now = self.clock_now()
        controller.tick(now)
        self._obey()
        if self.context is None:
            return
        self._edit(now)
        self._draw(now, seconds)

    def _ask(self, key: str, text: str, caret: int) -> None:
        """Pass on what the editor asks about a place in its text."""
        if self.controller is not None:
            self.controller.ask(key, text, caret, self.clock_now())

    def _edit(self, now: float) -> None:
        """Bring the editor up to what the app says, and the app up to what was typed."""
        controller, screen = self.controller, self.drawing
        assert controller is not None
        editor = self._editor
        if editor is not None:
            text = editor.due(now)
            if text is not None:
                controller.edited(text, now)
        if not controller.dirty or screen.canvas.size == (0, 0):
            return
        node = next((node for node in controller.nodes if node.edit), None)
        if node is None:
            self._editor = screen.painter.inset = controller.editor = None
            return
        if editor is None:
            from viewer.window.editor import Editor

            self._editor = editor = Editor(screen)
            editor.paste, editor.copy = self.get_clipboard_text, self.set_clipboard_text
            editor.ask = self._ask
            screen.painter.inset = controller.editor = editor
        editor.show(node, self.app.document(), controller.scale, self.app.theme, controller.editing)

    def _draw(self, now: float, seconds: float | None) -> None:
        controller, screen = self.controller, self.drawing
        assert controller is not None
        if self._away:
            return
        self.switch_to()
        screen.theme(self.app.theme)
        self._fit(now)
        moving = controller.motion.moving()
        inset = screen.painter.inset
        edited = inset is not None and inset.changed() is not None
        if controller.dirty or moving or edited or screen.sheets.waiting:
            batch = BATCH_MOVING if moving else BATCH
            controller.dirty = False
            if inset is not None:  # pyglet puts back its own whenever a size is told
                wide, high = screen.canvas.size
                self.projection = Mat4.orthogonal_projection(0, wide, high, 0, -1, 1)
            self._present |= screen.painter.frame(controller.motion.shown(now), seconds or batch)
        if self._present:
            self._present = False
            screen.canvas.present(*self.get_framebuffer_size())
            self.flip()
            self.frames += 1
            self._faults = 0

    def _fit(self, now: float) -> None:
        """Follow the window's size: at once with what there is, then with pictures of that size."""
        controller, screen = self.controller, self.drawing
        assert controller is not None
        size = self.get_framebuffer_size()
        if size != screen.canvas.size:
            screen.sheets.patient = screen.canvas.size != (0, 0)
            self._sized_at = now
            screen.fit(*size)
            controller.resize(size, now)
            self._edit(now)
        elif screen.sheets.patient and now - self._sized_at >= SETTLE:
            screen.sheets.patient = False
            screen.painter.redraw()
            controller.dirty = True
            if not self.fullscreen:
                self.app.sized(self.width, self.height)
        if screen.sheets.crowded():
            screen.sheets.clear()
            screen.painter.redraw()
            controller.dirty = True

    def _obey(self) -> None:
        """Do with the window what the app wishes."""
        app = self.app
        if app.title != self._title:
            self._title = app.title
            self.set_caption(app.title)
        if app.shell.laid != self._laid:
            self._laid = app.shell.laid
            self.replaced()
        if app.wants_fullscreen != self.fullscreen:
            self.set_fullscreen(app.wants_fullscreen)
        look = self.controller.cursor() if self.controller else "default"
        if look != self._look:
            self._look = look
            name = CURSORS[look]
            self.set_mouse_cursor(self.get_system_mouse_cursor(name) if name else None)
        sounds = app.heard()
        if self.speaker is not None:
            self.speaker.play(sounds)
        if app.wants_quit:
            self.close()

    @property
    def _away(self) -> bool:
        """Return whether there is nothing to draw on, as when some systems put a window away."""
        return 0 in self.get_framebuffer_size()

    def wait(self) -> float:
        """Return in how many seconds `step` is due again."""
        if self._away:
            return BUSY
        if self.controller is None or self._present or self.drawing.sheets.waiting:
            return 0.0
        return self.controller.wait(self.clock_now())

    # -------------------------------------------------------------- events

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of pyglet's in pixels from the top left."""
        ratio = self.get_pixel_ratio()
        return (x + 0.5) * ratio, (self.height - y - 0.5) * ratio

    def handle(self, work: Callable[[InputController, float], None]) -> None:
        """Do what an event of pyglet's means, once the window is ready; `work` gets the time."""
        if self.controller is not None:
            with self._unharmed():
                work(self.controller, self.clock_now())
            self.after()

    def _expose(self) -> None:
        self._present = True

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Move the pointer."""
        self.handle(lambda controller, now: controller.move(*self._at(x, y), now))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Move the pointer with a button down."""
        self.handle(lambda controller, now: controller.move(*self._at(x, y), now))

    def on_mouse_leave(self, x: int, y: int) -> None:
        """Take the pointer out of the window."""
        self.handle(lambda controller, now: controller.away(now))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Press a button: the left one chooses, the right one asks why."""
        if button == mouse.LEFT:
            shift = bool(modifiers & keys.MOD_SHIFT)
            self.handle(lambda controller, now: controller.press(*self._at(x, y), now, shift))
        elif button == mouse.RIGHT:
            self.handle(lambda controller, now: controller.menu(*self._at(x, y), now))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Let go of a button."""
        if button == mouse.LEFT:
            self.handle(lambda controller, now: controller.release(*self._at(x, y), now))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Turn the wheel."""
        self.handle(lambda controller, now: controller.wheel(*self._at(x, y), -scroll_y, now))

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Press a key; Escape doesn't close the window."""

        def work(controller: InputController, now: float) -> None:
            self._held = {name for bit, name in MODIFIERS if modifiers & bit}
            self._pressed, self._fresh = symbol, True
            controller.key(key_name(keys.symbol_string(symbol), self._held), now)

        self.handle(work)

    def on_text(self, text: str) -> None:
        """Write what a key means, unless it is held with ctrl or alt."""

        def work(controller: InputController, now: float) -> None:
            if text.isprintable() and not {"ctrl", "alt"} & self._held:
                controller.text(text, text_name(text, "shift" in self._held), now)

        self.handle(work)

    def on_text_motion(self, motion: int) -> None:
        """Repeat a key that moves a caret: it comes again while it is held, after its press."""

        def work(controller: InputController, now: float) -> None:
            fresh, self._fresh = self._fresh, False
            if not fresh:
                controller.key(key_name(keys.symbol_string(self._pressed), self._held), now)

        self.handle(work)

    def on_text_motion_select(self, motion: int) -> None:
        """Repeat the key with shift."""
        self.on_text_motion(motion)

    def on_deactivate(self) -> None:
        """Let go of what is dragged: someone has gone to another window."""
        self.handle(lambda controller, now: controller.let_go(now))

    def on_resize(self, width: int, height: int) -> None:
        """Draw at the new size."""
        self.handle(lambda controller, now: self._expose())

    def on_expose(self) -> None:
        """Show the picture again."""
        self.handle(lambda controller, now: self._expose())

    def on_close(self) -> None:
        """Close without asking: the app keeps the game."""
        self.handle(lambda controller, now: self.close())


def settle_memory() -> None:
    """Keep what is there now out of the search for garbage, which else is felt as a jerk."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def run(window: TableWindow) -> None:
    """Run the window until it is closed."""
    clock = pyglet.clock

    def due(_: float) -> None:
        window.step()
        if window.context is not None:
            clock.schedule_once(due, window.wait())

    def soon() -> None:
        clock.unschedule(due)
        clock.schedule_once(due, 0.0)

    def prepare(_: float) -> None:
        import_module("viewer.window.editor")
        settle_memory()

    def later() -> None:
        clock.unschedule(prepare)
        clock.schedule_once(prepare, LATER)

    window.after = soon
    window.replaced = later
    soon()
    later()
    try:
        pyglet.app.run(interval=None)
    finally:
        clock.unschedule(due)
        clock.unschedule(prepare)
        window.app.closed()
