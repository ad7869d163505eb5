"""The keyboard: every key goes to whatever is on top, and what that has no use for continues."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from viewer import commands as cmd
from viewer.app import focus
from viewer.app.help_pages import HELP
from viewer.app.keymap import COMMANDS
from viewer.app.shell import COVER, OVERLAY, Shell
from viewer.app.start_screen import StartScreen
from viewer.app.table_screen import TableScreen
from viewer.commands import AtStart, AtTable, Everywhere
from viewer.nodes import Node

Screen: TypeAlias = StartScreen | TableScreen
PAGES = {"pageup": -4.0, "pagedown": 4.0}
PAGES_OF_HELP = {"pageup": -1.0, "pagedown": 1.0, "home": -1e6, "end": 1e6}
"""How far these keys go in the help, in pages of it."""
_ALWAYS = (Everywhere.HELP, Everywhere.MENU, Everywhere.QUIT)
"""What can be asked for without a game, and by someone who hasn't come to the screen yet."""
_STEPS = {"up": 1, "right": 1, "plus": 1, "+": 1, "down": -1, "left": -1, "minus": -1, "-": -1}


def floor(shell: Shell, screen: Screen) -> int:
    """Return below which z nothing can be reached."""
    covered = isinstance(screen, TableScreen) and not screen.guest.present
    if covered and not shell.overlay:
        return COVER
    return OVERLAY if shell.overlay else 0


class Keyboard:
    """Turns a key into what it means on a screen with its nodes."""

    def __init__(
        self,
        shell: Shell,
        screen: Screen,
        nodes: Callable[[], list[Node]],
        run: Callable[[cmd.AnyCommand], None],
    ) -> None:
        """Prepare for one key; `nodes` are those of the window now, `run` carries out a command."""
        self.shell = shell
        self.screen = screen
        self.table = screen if isinstance(screen, TableScreen) else None
        self.start = screen if isinstance(screen, StartScreen) else None
        self.nodes = nodes
        self.run = run

    @property
    def _floor(self) -> int:
        return floor(self.shell, self.screen)

    def press(self, name: str) -> None:
        """Take a key."""
        shell, table = self.shell, self.table
        if self.start is not None and self.start.key(name):
            return
        if table is not None and table.key(name):
            return
        if table is not None and name in ("enter", "space", "escape") and table.turn.pass_by():
            return
        alone = table is not None and not table.guest.table.humans and not shell.overlay
        if name == "space" and alone:
            self.run(AtTable.PAUSE)
        elif name == "f11":
            self.run(Everywhere.FULLSCREEN)
        elif name in ("tab", "shift+tab"):
            self._tab(1 if name == "tab" else -1)
        elif name == "escape":
            self._escape()
        elif name in ("enter", "space"):
            self._enter()
        elif not self._number(name) and not self._arrow(name) and not self._shortcut(name):
            self._digit(name)

    # -------------------------------------------------------------- focus

    def _focused(self) -> Node | None:
        if not self.shell.by_keys:
            return None
        return next((n for n in self.nodes() if n.id == self.shell.focus), None)

    def _tab(self, step: int) -> None:
        known = focus.focusable(self.nodes(), floor=self._floor)
        current = self.shell.focus if self.shell.by_keys else ""
        self.shell.by_keys = True
        self.shell.focus = focus.after(focus.stops(known, current), current, step)
        self.shell.say_tip(None)

    def _arrow(self, name: str) -> bool:
        way = name.removeprefix("shift+")
        if way not in ("left", "right", "up", "down"):
            return False
        everything = name != way
        current = self._focused()
        known = focus.focusable(self.nodes(), everything=everything, floor=self._floor)
        self.shell.by_keys = True
        self.shell.focus = focus.towards(known, current, way)
        self.shell.say_tip(None)
        return True

    def _enter(self) -> None:
        node = self._focused()
        table = self.table
        if node is not None and node.do is not None:
            self.run(node.do)
        elif self.shell.overlay or table is None:
            do = self._shown("enter")
            if do is not None:
                self.run(do)
        elif not table.guest.present:
            self.run(AtTable.REVEAL)
        elif node is not None and node.spots and not _is_chosen(table, node):
            x, y = node.box.centre
            table.turn.point(node.spots, x, y, node.space)
        else:
            table.turn.confirm()

    def _shown(self, key: str) -> cmd.AnyCommand | None:
        """Return what the control that shows a key does."""
        low = self._floor
        found = (n.do for n in self.nodes() if n.key == key and n.z >= low)
        return next((do for do in found if do is not None), None)

    def _escape(self) -> None:
        table = self.table
        if self.shell.tip is not None:
            self.shell.say_tip(None)
        if self.shell.overlay:
            self.shell.open("")
        elif self.start is not None:
            if self.start.repair is not None:
                self.run(AtStart.LEAVE_RULES)
        elif table is None or (table.guest.asked and table.turn.release()):
            return
        elif table.drawn:
            table.drawn = False
            self.shell.touch()
        elif table.guest.looking is not None:
            table.turn.look(None)
        elif self.shell.focus:
            self.shell.focus = ""
        else:
            self.shell.open("menu")

    # -------------------------------------------------------------- numbers and letters

    def _number(self, name: str) -> bool:
        """Let the stepper have digits, arrows and signs while a number is asked for."""
        table = self.table
        if table is None or self.shell.overlay:
            return False
        turn = table.turn
        if not turn.entry.numbers:
            return False
        if name.isdigit() and len(name) == 1:
            turn.entry.digit(name)
        elif name == "backspace":
            if not turn.entry.rub_out():
                turn.back()
        elif name in _STEPS and self._focused() is None:
            turn.entry.step(_STEPS[name])
        else:
            return False
        turn.numbered()
        return True

    def _digit(self, name: str) -> None:
        """Press the control that shows this key, or choose by number."""
        table = self.table
        listed = table is not None and self.shell.overlay == "moves"
        do = self._shown(name)
        if table is not None and listed and len(name) == 1 and name.isdigit():
            table.turn.list_digit(name)
        elif do is not None:
            self.shell.by_keys = True
            self.run(do)
        elif name == "backspace" and table is not None and not self.shell.overlay:
            table.turn.back()

    def _shortcut(self, name: str) -> bool:
        """Carry out what a letter means while nothing lies over the table."""
        table = self.table
        if name in PAGES and (table is None or self.shell.overlay):
            for shown in {n.scroll for n in self.nodes() if n.scroll and n.z >= self._floor}:
                self.shell.scroll(shown, PAGES[name])
            return True
        if table is not None and table.tab == HELP and name in PAGES_OF_HELP:
            self.shell.scroll(HELP, PAGES_OF_HELP[name] * table.help.page)
            return True
        do = COMMANDS.get(name)
        if do is None:
            return False
        if table is None:
            do = Everywhere.HELP if do == cmd.ShowTab("help") else do
            if do in _ALWAYS and self.shell.overlay in ("", do.word):
                self.run(do)
                return True
            if do is AtTable.SAVE_GAME and not self.shell.overlay:
                self.run(do)  # saves rules with errors, where these are edited
                return True
            return False
        tip = self.shell.tip
        if name == "r" and tip is not None and tip.at and not self.shell.overlay:
            self.run(cmd.ShowRule(*tip.at))
            return True
        if self.shell.overlay and do.word != self.shell.overlay:
            return False
        if not table.guest.present and do not in _ALWAYS:
            return True
        if do is AtTable.WHY:
            node = self._focused()
            if node is not None and node.spots:
                table.turn.reasons.why(node.spots, *node.box.centre)
                return True
        self.shell.by_keys = True
        self.run(do)
        return True


def _is_chosen(table: TableScreen, node: Node) -> bool:
    narrowing = table.turn.narrowing
    return any(s in narrowing.chosen for s in node.spots) and narrowing.ready is not None
