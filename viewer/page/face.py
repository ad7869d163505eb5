"""One guest's table in a browser: the same screen as the window's, sent as differences."""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

from engine.serving.hosted_table import HostedTable
from engine.serving.messages import Hello, Input
from engine.table.pass_and_play import PassAndPlay
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.keyboard import floor
from viewer.app.preferences import Preferences
from viewer.app.table_screen import TableScreen
from viewer.commands import AtTable, Everywhere, InLesson, InSettings
from viewer.nodes import Node
from viewer.page.drawing import Drawing
from viewer.page.lessons import PageLessons
from viewer.page.order import order_sent
from viewer.panels.phone import is_phone
from viewer.panels.screen import scale_of, screen

ALLOWED = frozenset[cmd.AnyCommand](
    {
        AtTable.UNDO, AtTable.CONFIRM, AtTable.CANCEL, AtTable.MOVES, AtTable.REPLAY,
        AtTable.PRESENT, AtTable.BACK, AtTable.FORWARD, AtTable.WHY, AtTable.RESULT,
        Everywhere.HELP, Everywhere.MENU, Everywhere.CLOSE,
        InSettings.THEME, InSettings.PALETTE, InSettings.SCALE,
    }
)  # fmt: skip
"""What a guest may ask for. What writes files, edits rules or leaves the table isn't here."""
ALLOWED_KINDS = (
    cmd.Answer, cmd.SetNumber, cmd.Step, cmd.MakeMove, cmd.LookAt, cmd.Scroll, cmd.ShowTab,
    cmd.ShowPage, cmd.ShowRule, cmd.ShowPart, cmd.SpeakOf, cmd.Language,
)  # fmt: skip


class PageFace:
    """Shows a hosted table to one guest. It is a `TableFace` of `engine.serving`."""

    def __init__(
        self, hosted: HostedTable, seat: int | None, hello: Hello, take_back: Callable[[], None]
    ) -> None:
        """Sit down. `seat`: from 0, the table's spectator for none, None to see everything."""
        self.hosted = hosted
        self._seated = seat is not None and seat < hosted.record.players
        prefs = Preferences.model_validate(
            {"language": hello.language, "hide_hands": False, "sound": False}
        )
        self.app = AppController(
            screen, prefs, allows=self._allows, elsewhere=lambda command: self.lessons.take(command)
        )
        self.app.shell.served = True
        learner = seat if self._seated and seat is not None else 0
        self.lessons = PageLessons(self.app, hosted, learner, self._come_back)
        self._call_people()
        self.app.shell.now = time.monotonic()
        self._size = (hello.width, hello.height)
        self._watched = hosted.table.version
        self._seat, self._take_back = seat, take_back
        self._table = self._sit_down()
        self._shown: list[Node] = []
        self._sent: dict[str, Node] = {}
        self._pictures: set[str] = set()
        self._said = self._titled = self._spoken = ""
        self._fresh, self._ground = True, ""
        self._rests = False
        """Whether nothing continued when that was looked at last, and nothing was heard since."""
        self._people: dict[str, list[str]] = {}

    def _sit_down(self) -> TableScreen:
        """Sit down in the language that the person has chosen."""
        hosted, seat = self.hosted, self._seat
        watched = hosted.table.spectator if seat is None else seat
        self._language = self.app.shell.translate.language
        people = PassAndPlay(
            hosted.table, covers=False, seats=[watched], language=self._language,
            undo=self._take_back, everything=seat is None,
        )  # fmt: skip
        table = self.app.join(people, hosted.table.session.game.loaded.opened_as)
        found = hosted.store.table(hosted.record.id)
        pinned = {Path(path).name: text for path, text in found[1].texts} if found else {}
        for page in table.editor.pages:
            page.text = page.saved = pinned.get(page.path.name, page.text)
        if self._seated and hosted.record.terms.tutor:
            self.lessons.attend()
        return table

    def _come_back(self) -> None:
        """Come back from a lesson to the table."""
        self._table.stand_up()
        self._table = self._sit_down()

    def _allows(self, command: cmd.AnyCommand) -> bool:
        there, table = self.lessons.there, self.app.table
        if command is InLesson.REVIEW_GAME:
            return table is not None and table.guest.session.over and (there or self._seated)
        if command is AtTable.HINT:
            plays = self._seated or (there and table is not None and table.course is None)
            return plays and self.hosted.record.terms.hints
        if self.lessons.allows(command):
            return True
        return isinstance(command, ALLOWED_KINDS) or command in ALLOWED

    def _call_people(self) -> None:
        """Take over the names of the people at the table."""
        shell = self.app.shell
        names = tuple(seat.name for seat in self.hosted.record.seats)
        if shell.prefs.people != names:
            shell.prefs = shell.prefs.model_copy(update={"people": names})
            shell.touch()

    # -------------------------------------------------------------- what the server tells

    @property
    def busy(self) -> bool:
        """Return whether something continues on its own.

        Nothing begins to unless the face hears of something, so a server with a thousand guests
        asks those who rest no further.
        """
        if not self._rests:
            going = self.app.busy or self.app.shell.tip is not None or self.lessons.busy
            self._rests = not going
        return not self._rests

    def tick(self, now: float) -> None:
        """Do what the time asks for, in seconds."""
        self._rests = False
        self.lessons.tick()
        self.app.tick(now)

    def refresh(self) -> None:
        """Hear that the table has changed."""
        self._rests = False
        self.app.shell.now = time.monotonic()
        self._call_people()
        if self._watched != self.hosted.table.version:
            self._watched = self.hosted.table.version
            if not self.lessons.there:
                self._table.turn.changed()

    def toast(self, sentence: str) -> None:
        """Show a sentence for a while."""
        self._rests = False
        self.app.shell.now = time.monotonic()
        self.app.shell.toast(sentence)

    def resize(self, width: int, height: int) -> None:
        """Take another size, in pixels."""
        self._size, self._fresh, self._rests = (width, height), True, False

    def close(self) -> None:
        """Leave the table, and a lesson beside it."""
        if self.lessons.there and self.app.table is not None:
            self.app.table.stop()
        self._table.stand_up()

    # -------------------------------------------------------------- what the person does

    def input(self, message: Input) -> None:
        """Take what the person did, as the window would.

        Raises RefusedError or NotKeptError where the table does.
        """
        app, self._rests = self.app, False
        app.shell.now = time.monotonic()
        node, x, y = self._found(message.node), message.x, message.y
        match message.do:
            case "key":
                app.key(message.key)
            case "rest":
                app.hover(node)
                app.rest(node, x, y)
            case "swipe":
                if is_phone(*self._size):
                    app.swipe(1 if message.steps > 0 else -1)
            case _ if node is None:
                return  # it has gone since, as it may under a pointer in the window
            case "click":
                app.hover(node)
                app.click(node, x, y)
                app.hover(None)
            case "why":
                app.hover(node)
                if not app.menu(node, x, y):
                    app.rest(node, x, y)
            case "lift":
                if node.drag:
                    app.lift(node)
            case "drop":
                app.drop(node, self._found(message.onto))
            case "scroll":
                if node.scroll:
                    app.scroll(node.scroll, message.steps)
        if app.shell.translate.language != self._language and not self.lessons.there:
            self._come_back()
        self._language = app.shell.translate.language
        self._watched = self.hosted.table.version

    def _found(self, id: str) -> Node | None:
        """Return the node of an id that can be reached now: nothing lies over it."""
        low = floor(self.app.shell, self.app.screen)
        nodes = self.app.nodes(self._size)
        return next((node for node in nodes if node.id == id and node.z >= low), None)

    # -------------------------------------------------------------- what the browser draws

    def message(self) -> dict[str, Any] | None:
        """Return what has changed since the last message, None if nothing has."""
        nodes = self.app.nodes(self._size)
        if nodes is self._shown and not self._fresh:
            return self._words() or None
        self._shown = nodes
        new = {node.id: node for node in sorted(nodes, key=attrgetter("z"))}
        if self._fresh:
            self._sent = {}
        drawing = Drawing(self.app.theme, scale_of(*self._size), lambda n: self._label(n, new))
        changed, moved = dict[str, Any](), dict[str, list[int]]()
        for id, node in new.items():
            old = self._sent.get(id)
            if old is node:
                continue
            if old is None or not _moved_only(old, node):
                changed[id] = drawing.node(node)
            elif old.box != node.box:
                moved[id] = [round(node.box.x), round(node.box.y)]
        found: dict[str, Any] = {}
        if self._spoken != self._language:
            self._spoken = found["language"] = self._language
        if self._fresh:
            found |= {"fresh": True, "size": list(self._size)}
        if self._ground != self.app.theme.ground:
            self._ground = found["ground"] = self.app.theme.ground
        people = self._names_and_colours()
        found |= {key: rows for key, rows in people.items() if self._people.get(key) != rows}
        self._people = people
        if gone := [id for id in self._sent if id not in new]:
            found["gone"] = gone
        if changed:
            found["nodes"] = changed
        if moved:
            found["moved"] = moved
        found |= order_sent(list(self._sent), list(new))
        if pictures := {n: s for n, s in drawing.pictures.items() if n not in self._pictures}:
            found["pictures"] = pictures
            self._pictures |= pictures.keys()
        found |= self._words()
        self._sent, self._fresh = new, False
        return found or None

    def _names_and_colours(self) -> dict[str, list[str]]:
        """Return what the seats are called here, and their colours, in their order."""
        names = self._table.text.names()
        hues = [self._table.view.hues(seat) for seat in range(len(names))]
        return {"names": names, "colours": [hue.mid for hue in hues]}

    def _words(self) -> dict[str, str]:
        """Return what is said of the table beside its picture, where that has changed."""
        found, text = {}, self._table.text
        asked = self._table.guest.asked
        title = f"{'● ' if asked else ''}{text.whose_turn()} · {text.title}"
        if self._table.guest.session.over:
            title = f"{text.result_line()} · {text.title}"
        if title != self._titled:
            self._titled = found["title"] = title
        if (said := text.last()) != self._said:
            self._said = found["said"] = said
        return found

    def _label(self, node: Node, nodes: dict[str, Node]) -> str:
        """Return what a screen reader calls a node."""
        if node.do is not None:
            label = nodes.get(f"{node.id}:label")
            return node.tip or (label.words.text if label and label.words else node.do.word)
        return node.tip or (self.app.table or self._table).text.contents(node.spots[0])


def _moved_only(old: Node, new: Node) -> bool:
    """Return whether a node is as it was, or the same elsewhere."""
    one, other = old.box, new.box
    alike = one == other or (not new.turn and (one.w, one.h) == (other.w, other.h))
    return alike and old.alike(new)
