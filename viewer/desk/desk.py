"""The desk: everything that a window shows and does, without any window.

It holds what a person has before them: the game and what they are choosing, or the start screen,
which panel is open, what is said where, where the keyboard is. The window asks it for nodes and
hands it clicks and keys; what they do is in `acting` and `commands`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine import Autosave, Match, RulesError, write_save
from viewer import commands as cmd
from viewer.desk import focus
from viewer.desk.commands import run
from viewer.desk.document import Document
from viewer.desk.game_log import Chronicle
from viewer.desk.i18n import Tongue, capital
from viewer.desk.keyboard import floor, press
from viewer.desk.lesson import Lesson
from viewer.desk.mishaps import note_mishap
from viewer.desk.preferences import Preferences, keep_preferences, language_of_place
from viewer.desk.rules_editor import Book
from viewer.desk.start_screen import Lobby
from viewer.desk.table_view import Tableau
from viewer.desk.telling import Telling
from viewer.desk.tooltips import Tip
from viewer.desk.turn import Acting
from viewer.faces.theme import THEMES, Theme
from viewer.nodes import Node

if TYPE_CHECKING:
    from engine import Session

T = TypeVar("T")
OVERLAY = 4000
"""From here on nodes lie over everything else: while a panel is open only they can be reached."""
CURTAIN = 5000
TOAST_SECONDS = 5.0
WAITING = (
    cmd.Undo,
    cmd.Redo,
    cmd.Hint,
    cmd.Hurry,
    cmd.Confirm,
    cmd.Answer,
    cmd.SetNumber,
    cmd.Step,
)
"""Commands that are for the position that is there when all has been seen."""
NUMBER = "number"
"""What scrolls a stepper."""


@dataclass
class Toast:
    """A sentence that is shown for a while."""

    text: str
    tone: str = "plain"
    until: float = 0.0


Drawer = Callable[["Desk", float, float], list[Node]]


class Desk(Telling):
    """What a person has before them. All calls come from one thread."""

    def __init__(
        self,
        draw: Drawer,
        prefs: Preferences,
        *,
        keeper: Autosave | None = None,
        save: Path | None = None,
        pause: float = 0.7,
    ) -> None:
        """Prepare; `draw` makes the nodes, `pause` is how long an agent's move is waited for."""
        self._draw = draw
        self.prefs = prefs
        self.keeper = keeper
        self.save = save
        self.pause = pause
        self.tongue = Tongue(prefs.language or language_of_place())
        self.lobby: Lobby | None = None
        self.sitting: Match | None = None
        self.lesson: Lesson | None = None
        self.book: Book | None = None
        self.chronicle: Chronicle | None = None
        self.tableau: Tableau | None = None
        self.acting = Acting(self)
        self.overlay = ""
        self.tab: cmd.Tab = "log"
        self.toasts: list[Toast] = []
        self.tip: Tip | None = None
        self.large: int | None = None
        """Whose part of the table is looked at closely, because the pointer rests there."""
        self.focus = ""
        self.by_keys = False
        self.scrolls: dict[str, float] = {}
        self.limits: dict[str, float] = {}
        self.now = 0.0
        self.clipboard: str | None = None
        self.broken = False
        """Whether what lies on the table can't be drawn: then only what was said of that is."""
        self.wants_quit = False
        self.wants_fullscreen = False
        self.under: Node | None = None
        self._clicked = ""
        """What was clicked last: no tip hides what that has brought, until the pointer leaves."""
        self._stale = 0
        self._drawn: tuple[object, list[Node]] | None = None
        self._raw: list[Node] = []
        self._size: tuple[float, float] | None = None
        self._told: dict[str, tuple[object, object]] = {}

    # -------------------------------------------------------------- what the window reads

    @property
    def title(self) -> str:
        """Return the window's caption."""
        return f"{self.game_title} · Cairn" if self.sitting else "Cairn"

    @property
    def theme(self) -> Theme:
        """Return the colours."""
        return THEMES[self.prefs.theme]

    @property
    def speed(self) -> float:
        """Return how fast pieces move; 0 is without motion."""
        return self.prefs.speed

    @property
    def window_size(self) -> tuple[int, int]:
        """Return how large the window was at last, 0 by 0 when that isn't known."""
        return self.prefs.window

    def sized(self, width: int, height: int) -> None:
        """Hear how large the window is now: it opens so the next time."""
        if self.prefs.window != (width, height):
            self.prefs = self.prefs.model_copy(update={"window": (width, height)})
            if self.keeper is not None:
                keep_preferences(self.prefs)

    @property
    def busy(self) -> bool:
        """Tell whether something goes on by itself."""
        tried = self.book is not None and self.book.trying
        passing = self.sitting is not None and bool(self.sitting.stages)
        return self.acting.minds.waiting or bool(self.toasts) or tried or passing

    @property
    def typing(self) -> bool:
        """Tell whether characters go into a one-line input."""
        return self.lobby is not None and bool(self.lobby.typing) and not self.overlay

    def nodes(self, size: tuple[float, float]) -> list[Node]:
        """Return what is on the screen at this size of the window."""
        self._size = size
        key = (size, self._stale, self.focus)
        if self._drawn is None or self._drawn[0] != key:
            drawn = self._draw(self, float(size[0]), float(size[1]))
            shown = self._with_focus(drawn)
            self._drawn = ((size, self._stale, self.focus), shown)
            self._raw = drawn
        return self._drawn[1]

    @property
    def drawn(self) -> list[Node]:
        """Return the nodes of the window as it is now, without the sign of the focus."""
        if self._size is not None:
            self.nodes(self._size)
        return self._raw

    def _with_focus(self, nodes: list[Node]) -> list[Node]:
        if self.by_keys and self.focus == "next":
            reached = focus.focusable(nodes, floor=floor(self))
            usual = [n for n in reached if n.key == "enter"] if self.overlay else []
            inside = [n for n in reached if not n.id.endswith(":x")]
            first = usual or [n for n in reached if n.glow == "target"] or inside or reached
            self.focus = first[0].id if first else ""
        if not self.focus or not self.by_keys:
            return nodes
        node = next((n for n in nodes if n.id == self.focus), None)
        return nodes if node is None else [*nodes, focus.ring(node, self.theme)]

    # -------------------------------------------------------------- what the window tells

    def _changes(self, doing: Callable[[], object]) -> bool:
        """Do something and tell whether there are new nodes; what the rules refuse is told."""
        before = (self._stale, self.focus)
        try:
            doing()
        except RulesError as problem:
            self.toast(capital(problem.diagnostics[0].message), "bad")
        return (self._stale, self.focus) != before

    def touch(self) -> None:
        """Take note that something that is shown has changed."""
        self._stale += 1

    def tick(self, now: float) -> bool:
        """Do what the time asks for: agents, sentences that go away, files that changed."""
        self.now = now
        if self.overlay == "mishap":
            return False

        def work() -> None:
            kept = [t for t in self.toasts if t.until > now]
            if len(kept) != len(self.toasts):
                self.toasts = kept
                self.touch()
            if self.tip is not None and 0 < self.tip.until <= now:
                self.say_tip(None)
            if self.sitting is not None:
                self.acting.tick(now)
            if self.book is not None:
                self.book.tick(now)
            if self.tableau is not None:
                self.tableau.tick(now)

        return self._changes(work)

    def hover(self, node: Node | None) -> bool:
        """Hear that the pointer is now over this."""
        self.under = node
        if node is None or node.id != self._clicked:
            self._clicked = ""
        return False

    def rest(self, node: Node | None, x: float, y: float) -> bool:
        """Hear that the pointer has rested here; None: that it has moved on."""
        if node is not None and node.id == self._clicked:
            return False

        def work() -> None:
            self.acting.rest(node, x, y)
            seat = None if node is None else self.whose(node.spots)
            if seat != self.large:
                self.large = seat
                self.touch()

        return self._changes(work)

    def click(self, node: Node, x: float, y: float) -> bool:
        """Take a click."""

        def work() -> None:
            self.focus, self.by_keys = "", False
            self.say_tip(None)
            self._clicked = node.id
            at_once = node.do is None or isinstance(node.do, WAITING)
            if at_once and self.acting.pass_by():
                return
            if node.do is not None:
                run(self, node.do)
            elif node.spots:
                self.acting.point(node.spots, x, y)
            elif self.overlay in ("help", "moves", "menu") and node.id == "shade":
                self.open("")

        return self._changes(work)

    def menu(self, node: Node | None, x: float, y: float) -> bool:
        """Take a click of the other button: why?"""
        if node is None or not node.spots:
            return False
        return self._changes(lambda: self.acting.why(node.spots, x, y))

    def lift(self, node: Node) -> bool:
        """Hear that this begins to be dragged."""
        return self._changes(lambda: self.acting.lift(node.spots))

    def drop(self, node: Node, onto: Node | None) -> bool:
        """Take what was dragged, over what it was let go."""
        x, y = (onto or node).box.centre
        spots = onto.spots if onto else ()
        return self._changes(lambda: self.acting.drop(spots, x, y))

    def key(self, name: str) -> bool:
        """Take a key."""
        return self._changes(lambda: press(self, name))

    def text(self, text: str) -> bool:
        """Take typed characters for a one-line input."""

        def work() -> None:
            if self.typing and self.lobby is not None:
                self.lobby.typed(text)
                self.touch()

        return self._changes(work)

    def scroll(self, name: str, steps: float) -> bool:
        """Take the wheel over what scrolls under this name."""

        def work() -> None:
            if name == NUMBER:
                self.acting.entry.step(1 if steps < 0 else -1)
                return
            wanted = self.scrolls.get(name, 0.0) + steps
            self.scrolls[name] = max(0.0, min(wanted, self.limits.get(name, 0.0)))
            self.touch()

        return self._changes(work)

    def document(self, name: str) -> Document:
        """Return the text that is edited under this name."""
        return self.book.document(name) if self.book else Document("")

    def edited(self, name: str, text: str) -> bool:
        """Take the text as the person has changed it."""
        if self.book is None:
            return False
        book = self.book
        return self._changes(lambda: book.edited(name, text))

    def leave(self, name: str) -> bool:
        """Hear that the person has left the editor."""
        del name
        return False

    def mishap(self, problem: Exception) -> None:
        """Take note of a fault of the viewer's own: it is told and noted, and the game is kept."""
        note_mishap(problem)
        again, self.broken = self.overlay == "mishap", True
        self._drawn = None
        self.acting.stop()
        if self.sitting is not None and not again:
            with suppress(Exception):
                self.acting.keep()
            with suppress(Exception):
                self.acting.let_go()
        self.say_tip(None)
        self.open("mishap")

    def go_on(self) -> None:
        """Go on after a fault."""
        self.open("")
        if self.sitting is not None:
            self.acting.changed()

    def quit(self) -> bool:
        """Be asked to close: a game is kept without asking, so that nothing is lost."""
        return True

    def closed(self) -> None:
        """Hear that the window is closed."""
        self.acting.keep()
        self.acting.stop()
        if self.save is not None and self.sitting is not None:
            kept = self.sitting.study or self.sitting
            write_save(kept.session, self.save, kept.seats)

    def do(self, command: cmd.AnyCommand) -> bool:
        """Carry out a command."""
        return self._changes(lambda: run(self, command))

    # -------------------------------------------------------------- what is said

    def toast(self, text: str, tone: str = "plain") -> None:
        """Show a sentence for a while."""
        self.toasts = [*self.toasts[-2:], Toast(self.named(text), tone, self.now + TOAST_SECONDS)]
        self.touch()

    def say_tip(self, tip: Tip | None) -> None:
        """Show a tip, or none."""
        if tip != self.tip:
            self.tip = tip
            self.touch()

    def open(self, overlay: str) -> None:
        """Open a panel over the table, or close it."""
        self.overlay = overlay
        self.broken = self.broken and overlay == "mishap"
        self.focus = "next" if overlay and self.by_keys else ""
        self.touch()

    # -------------------------------------------------------------- settings

    def settle(self, **changes: object) -> None:
        """Change settings and keep them."""
        self.prefs = self.prefs.model_copy(update=changes)
        if self.keeper is not None:
            keep_preferences(self.prefs)
        self.tongue = Tongue(self.prefs.language or language_of_place())
        self._told.clear()
        self.touch()

    def sit(self, session: Session, seats: list[str], rules: str) -> None:
        """Put a game on the table."""
        self.acting.stop()
        self.lobby = self.lesson = None
        self.sitting = Match(session, seats, curtains=self.prefs.curtain, passing=self.pause > 0)
        self.chronicle = Chronicle(session)
        self.tableau = Tableau(self)
        self.book = Book(self, rules)
        self.acting.begin(rules)
        self.overlay, self.tab, self.scrolls = "", "log", {}
        self.touch()
