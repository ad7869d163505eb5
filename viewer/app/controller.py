"""The app: what a window shows and hears, without any window.

It is the one place that knows both screens. It goes from one to the other, asks for nodes, and
hands clicks, keys and commands to the screen that is there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, assert_never, get_args

from engine import RulesError, write_save
from engine.table.autosave import Autosave
from engine.table.pass_and_play import PassAndPlay
from engine.table.table import Table
from viewer import commands as cmd
from viewer.app import focus
from viewer.app.agent_training import AgentTraining
from viewer.app.course import CourseRound
from viewer.app.document import Document
from viewer.app.drawn_nodes import DrawnNodes
from viewer.app.editions import begin
from viewer.app.i18n import capital
from viewer.app.keyboard import Keyboard, Screen
from viewer.app.mishaps import note_mishap
from viewer.app.navigation import go
from viewer.app.number_entry import NUMBER
from viewer.app.preferences import Preferences, keep_preferences
from viewer.app.settings import settle
from viewer.app.shell import Overlay, Shell
from viewer.app.sounds import Sound
from viewer.app.start_screen import StartScreen
from viewer.app.table_screen import TableScreen
from viewer.artwork.theme import Theme
from viewer.commands import AtTable, Everywhere, InRules
from viewer.nodes import Node

if TYPE_CHECKING:
    from engine import Loaded, Session
    from viewer.app.rules_editor import RulesEditor
    from viewer.app.rules_repair import RulesRepair

WAITING = (AtTable.UNDO, AtTable.REDO, AtTable.HINT, AtTable.HURRY)
"""Commands that are, like answers, for the position that is there when all has been seen."""

TABS: tuple[cmd.Tab, ...] = get_args(cmd.Tab)
Drawer = Callable[["AppController", float, float], list[Node]]


class AppController:
    """What a person has before them. All calls come from one thread, in pixels from the top left.

    What returns a truth says whether there are new nodes to show.
    """

    def __init__(
        self,
        draw: Drawer,
        prefs: Preferences,
        *,
        autosave: Autosave | None = None,
        save: Path | None = None,
        pause: float = 0.7,
        allows: Callable[[cmd.AnyCommand], bool] = lambda command: True,
        elsewhere: Callable[[cmd.ScreenCommand], bool] = lambda command: False,
    ) -> None:
        """Begin with the start screen; `draw` makes the nodes.

        `save` is where the game is saved in the end; `pause` is how long an agent's move is waited
        for, in seconds. `allows`: whether a command may be given here; of others there are no
        buttons. `elsewhere`: takes what goes to another screen; whether nothing more is to be done.
        """
        self._elsewhere = elsewhere
        self.allows = allows
        self._save = save
        self.shell = Shell(prefs, autosave=autosave, pause=pause)
        self.screen: Screen = StartScreen(self.shell, self.begin_edited)
        self.broken = False
        """Whether what is on the table can't be drawn: then only what was said of that is."""
        self.wants_quit = False
        self.wants_fullscreen = False
        self.training = AgentTraining(self.shell)
        self._clicked = ""
        """What was clicked last: no tip hides what that has brought, until the pointer leaves."""
        self._drawing = DrawnNodes(self.shell, lambda: self.screen, lambda w, h: draw(self, w, h))

    @property
    def table(self) -> TableScreen | None:
        """Return the table, None on the start screen."""
        return self.screen if isinstance(self.screen, TableScreen) else None

    # -------------------------------------------------------------- what the window reads

    @property
    def title(self) -> str:
        """Return the window's caption."""
        return f"{self.table.text.title} · Cairn" if self.table else "Cairn"

    @property
    def theme(self) -> Theme:
        """Return the colours."""
        return self.shell.theme

    def sized(self, width: int, height: int) -> None:
        """Hear how large the window is now: it opens so the next time."""
        shell = self.shell
        if shell.prefs.window != (width, height):
            shell.prefs = shell.prefs.model_copy(update={"window": (width, height)})
            if shell.autosave is not None:
                keep_preferences(shell.prefs)

    def heard(self) -> list[Sound]:
        """Return the sounds of what has happened since this was asked last."""
        sounds, self.shell.sounds = self.shell.sounds, []
        return sounds

    @property
    def busy(self) -> bool:
        """Return whether something continues on its own."""
        return bool(self.shell.toasts) or (self.table is not None and self.table.busy)

    @property
    def typing(self) -> bool:
        """Return whether characters go into a one-line input."""
        return self.screen.typing

    def nodes(self, size: tuple[float, float], hasty: bool = False) -> list[Node]:
        """Return what is on the screen at this size of the window; in haste what is dear and isn't
        looked at first may be as it was before.
        """
        return self._drawing.nodes(size, hasty)

    # -------------------------------------------------------------- what the window tells

    def _changes(self, doing: Callable[[], object]) -> bool:
        """Do something and return whether there are new nodes; what the rules refuse is told."""
        shell = self.shell
        before = (shell.version, shell.focus)
        try:
            doing()
        except RulesError as problem:
            text = capital(shell.translate.told(problem.diagnostics[0].message))
            shell.toast(self.table.text.named(text) if self.table else text, "bad")
        return (shell.version, shell.focus) != before

    def tick(self, now: float) -> bool:
        """Do what the time asks for: agents, sentences that go away, files that changed."""
        self.shell.now = now
        if self.shell.overlay == "mishap":
            return False

        def work() -> None:
            self.shell.tick(now)
            if self.table is not None:
                self.training.tick(self.table.text.title)
                self.table.tick(now)
            elif isinstance(self.screen, StartScreen):
                self.screen.tick()

        return self._changes(work)

    def hover(self, node: Node | None) -> bool:
        """Hear that the pointer is now over this."""
        self.shell.under = node
        if node is None or node.id != self._clicked:
            self._clicked = ""
        table = self.table
        return table is not None and self._changes(lambda: table.help.point(node))

    def rest(self, node: Node | None, x: float, y: float) -> bool:
        """Hear that the pointer has rested here; None: that it has moved on."""
        if node is not None and node.id == self._clicked:
            return False

        def work() -> None:
            if self.table is not None:
                self.table.turn.reasons.rest(node, x, y)
                self.table.view.look_at(node)
            else:
                self.shell.rest(node, x, y)

        return self._changes(work)

    def click(self, node: Node, x: float, y: float) -> bool:
        """Take a click."""

        def work() -> None:
            shell, table = self.shell, self.table
            shell.focus, shell.by_keys = "", False
            shell.say_tip(None)
            self._clicked = node.id
            at_once = node.do is None or node.do in WAITING or focus.answers(node)
            if at_once and table is not None and table.turn.pass_by():
                return
            if node.do is not None:
                self.run(node.do)
            elif node.spots and table is not None:
                table.turn.point(node.spots, x, y, node.space)
            elif shell.overlay in ("help", "moves", "menu") and node.id == "shade":
                shell.open("")

        return self._changes(work)

    def menu(self, node: Node | None, x: float, y: float) -> bool:
        """Take a click of the other button: why?"""
        table = self.table
        if node is None or not node.spots or table is None:
            return False

        def work() -> None:
            table.speak_of(node.spots)
            table.turn.reasons.why(node.spots, x, y)

        return self._changes(work)

    def lift(self, node: Node) -> bool:
        """Hear that this begins to be dragged."""
        table = self.table
        return table is not None and self._changes(lambda: table.turn.lift(node.spots))

    def drop(self, node: Node, onto: Node | None) -> bool:
        """Take what was dragged, over what it was let go."""
        table = self.table
        x, y = (onto or node).box.centre
        spots, space = (onto.spots, onto.space) if onto else ((), None)
        return table is not None and self._changes(lambda: table.turn.drop(spots, x, y, space))

    def key(self, name: str) -> bool:
        """Take a key."""
        keyboard = Keyboard(self.shell, self.screen, lambda: self._drawing.plain, self.run)
        return self._changes(lambda: keyboard.press(name))

    def text(self, text: str) -> bool:
        """Take typed characters for a one-line input."""
        return self._changes(lambda: self.screen.typed(text))

    def scroll(self, name: str, steps: float) -> bool:
        """Take the wheel over what scrolls under this name."""

        def work() -> None:
            if name == NUMBER and self.table is not None:
                self.run(cmd.Step(1 if steps < 0 else -1))
            else:
                self.shell.scroll(name, steps)

        return self._changes(work)

    def swipe(self, step: int) -> bool:
        """Take a swipe where the log, the scores and the rules cover the table: to the next of
        them, or back by one and at last to the table.
        """
        table = self.table
        if table is None or self.shell.overlay:
            return False
        tabs = [tab for tab in TABS if self.allows(cmd.ShowTab(tab))]
        at = tabs.index(table.tab) + 1 if table.drawn and table.tab in tabs else 0
        to = max(0, min(at + step, len(tabs)))
        table.drawn = to > 0
        if to:
            table.tab = tabs[to - 1]
        return self._changes(self.shell.touch)

    @property
    def _editor(self) -> RulesEditor | RulesRepair | None:
        """Return the rules that are edited, beside the table or instead of one."""
        if isinstance(self.screen, TableScreen):
            return self.screen.editor
        return self.screen.repair

    def document(self) -> Document:
        """Return the text that is edited."""
        return self._editor.document() if self._editor else Document("")

    def edited(self, text: str) -> bool:
        """Take the text as the person has changed it."""
        editor = self._editor
        return editor is not None and self._changes(lambda: editor.edited(text))

    def ask(self, key: str, text: str, caret: int) -> bool:
        """Take a key of the editor that asks about a place in its text, as it is written there."""
        asked = self.screen if isinstance(self.screen, TableScreen) else self.screen.repair
        return asked is not None and self._changes(lambda: asked.ask(key, text, caret))

    def leave(self) -> bool:
        """Hear that the person has left the editor, by Escape or by a click elsewhere."""
        editor = self._editor
        return editor is not None and self._changes(editor.left)

    def internal_error(self, problem: Exception) -> None:
        """Take note of a fault of the viewer's own: it is told and noted, and the game is kept."""
        note_mishap(problem)
        again, self.broken = self.shell.overlay == "mishap", True
        self._drawing.forget()
        if self.table is not None:
            self.table.turn.agents.stop()
            if not again:
                with suppress(Exception):
                    self.table.keep()
                with suppress(Exception):
                    self.table.turn.let_go()
        self.shell.say_tip(None)
        self.shell.open("mishap")

    def closed(self) -> None:
        """Hear that the window is closed: a game is kept without asking."""
        self.training.stop()
        if self.table is not None:
            self.table.leave()
            if self._save is not None:
                session, seats = self.table.kept
                write_save(session, self._save, seats)

    # -------------------------------------------------------------- commands

    def do(self, command: cmd.AnyCommand) -> bool:
        """Carry out a command; return whether there are new nodes."""
        return self._changes(lambda: self.run(command))

    def run(self, command: cmd.AnyCommand) -> None:
        """Carry out a command; one for another screen than is there does nothing.

        Raises RulesError for what the rules refuse.
        """
        if not self.allows(command):
            return
        if isinstance(command, cmd.SetupCommand):
            if isinstance(self.screen, StartScreen):
                self.screen.update(command)
        elif isinstance(command, cmd.TableCommand):
            if isinstance(self.screen, TableScreen):
                self.screen.update(command)
            elif self.screen.repair is not None:
                self._repair(self.screen.repair, command)
        elif isinstance(command, cmd.ScreenCommand):
            if not self._elsewhere(command):
                go(self, command)
        elif isinstance(command, cmd.SettingCommand):
            settle(self.shell, command)
            self.screen.settled(command)
        else:
            self._open(command)

    def _repair(self, repair: RulesRepair, command: cmd.TableCommand) -> None:
        """Do what a button beside rules with errors asks for."""
        match command:
            case cmd.ShowRule(file, line):
                repair.point(file, line)
            case cmd.ShowPage(number):
                repair.show(number)
            case InRules.SAVE_PAGE | AtTable.SAVE_GAME:
                repair.save()
            case InRules.REVERT_PAGE:
                repair.revert()
            case _:
                return
        self.shell.touch()

    def begin_edited(self, loaded: Loaded, rules: str) -> None:
        """Begin the game of rules that were edited until they had no errors."""
        start = self.screen
        assert isinstance(start, StartScreen) and start.repair is not None
        written = {page.path: page.text for page in start.repair.pages}
        self.fresh()
        table = self.sit(*begin(rules, loaded=loaded, language=self.shell.translate.language))
        table.editor.take(written)
        table.tab = "rules"

    def lay(self, course: CourseRound) -> None:
        """Lay the exercise of a course on the table."""
        self.sit(course.session(), course.seats(), course.rules, still=True).examine(course)

    def fresh(self) -> None:
        """Keep what comes as another game."""
        if self.shell.autosave is not None:
            self.shell.autosave.fresh()

    def sit(
        self, session: Session, seats: list[str], rules: str, *, still: bool = False
    ) -> TableScreen:
        """Put a game on the table; `rules` is how its ruleset is opened again."""
        prefs, pause = self.shell.prefs, self.shell.pause
        people = PassAndPlay(Table(session, seats), covers=prefs.hide_hands, passing=pause > 0)
        return self.join(people, rules, still=still)

    def join(self, people: PassAndPlay, rules: str, *, still: bool = False) -> TableScreen:
        """Show a table to people who sit at it; `rules` is how its ruleset is opened again."""
        if self.table is not None:
            self.table.stop()
        self.shell.overlay, self.shell.scrolls = "", {}
        table = TableScreen(self.shell, people, rules, still=still)
        self.screen = table
        self.shell.touch()
        return table

    def open(self, overlay: Overlay) -> None:
        """Open a panel over the screen, or close it."""
        self.broken = self.broken and overlay == "mishap"
        self.shell.open(overlay)

    def _open(self, command: cmd.OverlayCommand) -> None:
        """Open or close what is over a screen."""
        shell = self.shell
        match command:
            case Everywhere.HELP:
                self.open("" if shell.overlay == "help" else "help")
            case Everywhere.MENU:
                self.open("" if shell.overlay == "menu" else "menu")
            case Everywhere.GAMES:
                if self.table is not None:
                    self.table.keep()
                self.open("games")
            case Everywhere.CLOSE:
                self.open("")
            case Everywhere.GO_ON:
                self._go_on()
            case Everywhere.GO_BACK:
                self._go_on()
                if self.table is not None:
                    self.table.turn.undo()
            case cmd.Scroll(name, rows):
                shell.scroll(name, rows)
            case Everywhere.QUIT:
                self.wants_quit = True
            case Everywhere.FULLSCREEN:
                self.wants_fullscreen = not self.wants_fullscreen
                shell.touch()
            case _:
                assert_never(command)

    def _go_on(self) -> None:
        """Go on after a fault."""
        self.open("")
        if self.table is not None:
            self.table.turn.changed()
