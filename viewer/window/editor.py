"""The rules' editor in a box of the window: keys and pointer to `TextBuffer`, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.app.document import ASKING, Document, OfferedWords
from viewer.artwork.theme import Theme
from viewer.nodes import Box, Node, Words
from viewer.window.choice_list import ChoiceList
from viewer.window.dirty_rects import Rect
from viewer.window.painter import Inset
from viewer.window.text_buffer import TextBuffer, TextEdit
from viewer.window.text_layout import TextLayout

if TYPE_CHECKING:
    from viewer.window.screen import Screen

BLINK = 0.53
SENT = 0.15
"""After so many seconds without typing, the app hears of the changes."""

TWICE = 0.35
"""Two presses within so many seconds select a word, three a line."""

MARGIN = "margin"
"""What the app hears when a line's number is clicked."""
LINE = "line"
"""What it hears when the caret has come to rest on another line."""

NOTCH = 3
"""How many lines one notch of the wheel scrolls."""


class Editor(Inset):
    """One text in one box, drawn over the node that it is in."""

    def __init__(self, screen: Screen) -> None:
        """Begin empty; the clipboard's functions are set by the window."""
        self.id = ""
        self.text = TextBuffer()
        self.text.heard = self._heard
        self.page = TextLayout(screen)
        self.paste: Callable[[], str] = str
        self.copy: Callable[[str], None] = lambda text: None
        self.ask: Callable[[str, str, int], None] = lambda key, text, caret: None
        """Passes on a key that asks about a place in the text."""
        self.searching = False
        self._anew = False
        """Whether what is typed takes the place of what was searched for before."""
        self._screen = screen
        self._theme: Theme = screen.sprites.theme
        self._focused = False
        self._shown = Document("")
        self._exchanged: str | None = None
        self._unsent: float | None = None
        self._jump: int | None = None
        self._dirty = True
        self._lit = True
        self._blinked = 0.0
        self._ideal: float | None = None
        self._presses: tuple[float, int, int] = (-9.0, -1, 0)
        self._choices = ChoiceList()
        self._offered: OfferedWords | None = None
        self._line = 0
        self._rests: float | None = None

    # -------------------------------------------------------------- the app's side

    def show(self, node: Node, document: Document, scale: float, theme: Theme, focus: bool) -> None:
        """Take what the app says: the box, the text if it changed it, colours and marks."""
        self.id = node.id
        size = max(8, round(document.size * scale))
        placed = self.page.place(_inner(node.box, size), size, theme, self.text.text)
        if document.text != self._exchanged:  # laid out once, in the box that it has now
            if self._exchanged is None:
                self.text.restart(document.text)
            else:
                self.text.take(document.text)
            self._exchanged, self._unsent = document.text, None
        if placed or document.spans is not self._shown.spans:
            if document.text == self.text.text:
                self.page.paint(document.spans)
            self._dirty = True
        changed = (document.marks, focus, theme) != (
            self._shown.marks,
            self._focused,
            self._theme,
        )
        self._dirty |= changed
        if document.offered is not self._offered:
            self._offered = document.offered
            if document.offered is not None:
                self._choices.open(document.offered, self.text)
                self._dirty = True
        if focus and not self._focused:
            self._line, self._rests = 0, -1.0
        self._shown, self._focused, self._theme = document, focus, theme
        if document.jump != self._jump:
            self._jump = document.jump
            if document.jump is not None:
                self.text.place(self.text.start_of(document.jump))
                self.page.reveal(self.text.caret, middle=True)
                self._dirty = True

    def due(self, now: float) -> str | None:
        """Return the text if the app is to hear of it now; and let the caret blink."""
        if self._focused and now - self._blinked >= BLINK:
            self._lit, self._blinked, self._dirty = not self._lit, now, True
        if self._unsent is None:
            self._rest(now)
            return None
        if self._unsent < 0:
            self._unsent = now
        if now - self._unsent < SENT:
            return None
        self._unsent, self._exchanged = None, self.text.text
        return self.text.text

    def _rest(self, now: float) -> None:
        """Let the app hear when the caret rests on another line."""
        if self._rests is None or not self._focused:
            return
        if self._rests < 0:
            self._rests = now
        if now - self._rests < SENT:
            return
        self._rests = None
        line = self.text.text.count("\n", 0, self.text.caret)
        if line + 1 != self._line:
            self._line = line + 1
            self._asks(LINE, self.text.caret)

    def tip(self, y: float) -> str:
        """Return what is said of the line at this height."""
        line = self.page.line_at(y)
        return "\n".join(m.tip for m in self._shown.marks if m.line == line and m.tip)

    def _heard(self, change: TextEdit) -> None:
        self.page.change(change)
        self._unsent, self._dirty = -1.0, True

    # -------------------------------------------------------------- input

    def press(self, x: float, y: float, select: bool, now: float) -> None:
        """The pointer's button goes down in the box: once, twice for a word, three times a line."""
        if self._choices.press(self.page, self.text, x, y):
            self._moved()
            return
        at = self.page.at(x, y)
        if x < self.page.box.x + self.page.gutter:
            self._asks(MARGIN, self.text.line_start(at))
            return
        before, place, count = self._presses
        again = now - before < TWICE and abs(at - place) < 2
        count = count % 3 + 1 if again else 1
        self._presses = (now, at, count)
        if count == 2:
            self.text.select_word(at)
        elif count == 3:
            end = min(len(self.text.text), self.text.line_end(at) + 1)
            self.text.select(self.text.line_start(at), end)
        else:
            self.text.place(at, select)
        self._moved()

    def drag(self, x: float, y: float) -> None:
        """The pointer moves with its button down."""
        if self._presses[2] == 1:
            self.text.place(self.page.at(x, y), select=True)
            self._moved()

    def wheel(self, steps: float) -> None:
        """Scroll; positive is towards the end."""
        self.page.scroll(steps * NOTCH * self.page.size * 1.3)
        self._dirty = True

    def _moved(self, keep_x: bool = False) -> None:
        """Show the caret where it is now."""
        if not keep_x:
            self._ideal = None
        self._lit, self._dirty, self._rests = True, True, -1.0
        self._choices.follow(self.text)
        self.page.reveal(self.text.caret)

    def type(self, text: str) -> None:
        """Take typed characters."""
        if self.searching:
            self._seek(text)
            self._found()
        elif not self._shown.read_only:
            self.text.insert(text)
            self._moved()

    def _found(self) -> None:
        self.page.reveal(self.text.caret, middle=True)
        self._dirty = True

    def key(self, name: str) -> bool:
        """Take a key; False if it isn't one for an editor."""
        if self.searching and self._search_key(name):
            return True
        if self._choices.key(name, self.text):
            self._dirty = True
            self.page.reveal(self.text.caret)
            return True
        select = "shift+" in name
        plain = name.replace("shift+", "")
        if self._walk(plain, select):
            return True
        if name in ("ctrl+f", "f3", "shift+f3", "ctrl+g"):
            self._search(name)
            return True
        if name in ASKING:
            self._asks(name, self.text.caret)
            return True
        if name in ("ctrl+a", "ctrl+c"):
            if name == "ctrl+a":
                self.text.select_all()
            elif self.text.selected:
                self.copy(self.text.selected)
            self._dirty = True
            return True
        changes = self._changes()
        if name not in changes:
            return False
        if not self._shown.read_only:
            changes[name]()
            self._moved()
        return True

    def _changes(self) -> dict[str, Callable[[], object]]:
        """Return what keys change the text."""
        text = self.text
        return {
            "enter": text.newline,
            "shift+enter": text.newline,
            "tab": text.indent,
            "shift+tab": text.outdent,
            "backspace": text.backspace,
            "shift+backspace": text.backspace,
            "ctrl+backspace": lambda: text.backspace(word=True),
            "delete": text.delete,
            "ctrl+delete": lambda: text.delete(word=True),
            "ctrl+z": text.undo,
            "ctrl+y": text.redo,
            "ctrl+shift+z": text.redo,
            "ctrl+x": lambda: self.copy(text.cut()),
            "ctrl+v": lambda: text.insert(_clean(self.paste())),
        }

    def _walk(self, key: str, select: bool) -> bool:
        """Move the caret, if the key is one for that."""
        text, page = self.text, self.page
        down = {"up": -1, "down": 1, "pageup": 1 - page.rows, "pagedown": page.rows - 1}
        if key in down:
            if self._ideal is None:
                self._ideal = page.caret(text.caret).x
            text.place(page.beside(text.caret, down[key], self._ideal), select)
            self._moved(keep_x=True)
            return True
        start, end = text.selection
        stand = text.anchor is not None and start != end and not select
        places: dict[str, Callable[[], int]] = {
            "left": lambda: start if stand else text.caret - 1,
            "right": lambda: end if stand else text.caret + 1,
            "ctrl+left": text.word_left,
            "ctrl+right": text.word_right,
            "home": text.home,
            "end": lambda: page.row_ends(text.caret)[1],
            "ctrl+home": lambda: 0,
            "ctrl+end": lambda: len(text.text),
        }
        if key not in places:
            return False
        text.place(places[key](), select)
        self._moved()
        return True

    def _asks(self, key: str, caret: int) -> None:
        """Let the app hear of the text as it is, and of what is asked about it."""
        self._unsent, self._exchanged = None, self.text.text
        self.ask(key, self.text.text, caret)

    def _search(self, name: str) -> None:
        if name == "ctrl+f":
            self.searching = self._anew = True
            chosen = self.text.selected
            if chosen and "\n" not in chosen:
                self.text.query = chosen
        elif self.text.query:
            self.text.find(-1 if name == "shift+f3" else 1)
            self._found()
        self._dirty = True

    def _search_key(self, name: str) -> bool:
        """Take a key while what is searched for is being written."""
        if name in ("enter", "down"):
            self.text.find()
        elif name in ("shift+enter", "up"):
            self.text.find(-1)
        elif name in ("escape", "ctrl+f"):
            self.searching = False
        elif name == "backspace":
            self._seek("", 1)
        elif name == "ctrl+v":
            self._seek(self.paste().split("\n")[0])
        else:
            return False
        self._found()
        return True

    def _seek(self, more: str, less: int = 0) -> None:
        """Search for what was searched for, without so many of its last letters and with more."""
        before = "" if self._anew else self.text.query
        self.text.query, self._anew = before[: len(before) - less] + more, False
        self.text.find(stay=True)

    # -------------------------------------------------------------- drawing

    def changed(self) -> Rect | None:
        """Return the box if something in it has changed."""
        if not self._dirty:
            return None
        box = self.page.box
        return int(box.x) - 1, int(box.y) - 1, int(box.right) + 2, int(box.bottom) + 2

    def draw(self) -> None:
        """Draw everything in the box."""
        self._dirty = False
        page, theme = self.page, self._theme
        page.draw(self._shown.marks, self.text.selection, theme)
        if self._focused and self._lit and not self.searching:
            caret = page.caret(self.text.caret)
            wide = max(1.0, round(page.size / 9))
            page.fill(Box(round(caret.x), caret.y, wide, caret.h), theme.gold)
        self._choices.draw(page, theme, self.text.caret)
        if self.searching:
            self._draw_search()
        page.flush()

    def _draw_search(self) -> None:
        """Draw what is searched for, and which of how many matches is selected."""
        page, theme = self.page, self._theme
        found = self.text.matches()
        start = self.text.selection[0]
        which = found.index(start) + 1 if start in found else 0
        count = f"{which}/{len(found)}" if self.text.query else ""
        size = page.size
        high = size * 2.2
        bar = Box(page.box.x, page.box.bottom - high, page.box.w, high)
        page.fill(bar, theme.field)
        page.fill(Box(bar.x, bar.y, bar.w, max(1.0, size / 12)), theme.field_line)
        inner = bar.inset(size * 0.8, 0)
        colour = theme.ink if found or not self.text.query else theme.tip_line
        page.words(Words(f"› {self.text.query}▏", size, colour, "mono"), inner)
        page.words(Words(count, size, theme.ink_soft, "mono", align="right"), inner)


def _inner(box: Box, size: int) -> Box:
    """Return where the text goes in its node's box: whole pixels, with a little margin."""
    by = round(size * 0.4)
    left, top = round(box.x) + by, round(box.y) + by
    return Box(left, top, max(10, round(box.w) - 2 * by), max(10, round(box.h) - 2 * by))


def _clean(text: str) -> str:
    """Return pasted text with plain newlines and no tabs."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "  ")
