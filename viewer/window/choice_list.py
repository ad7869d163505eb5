"""The list of words that could be at the caret: which are left, which is chosen, its look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.app.document import OfferedWords
from viewer.artwork import fonts
from viewer.artwork.theme import Theme
from viewer.nodes import Box, Words
from viewer.window.text_buffer import TextBuffer

if TYPE_CHECKING:
    from viewer.window.text_layout import TextLayout

ROWS = 8
"""So many words are seen at once."""
LEAST = 3.0
"""In less room than so many letter sizes nothing is said of a word."""
HIGH = 1.6
"""How high a row is, in letter sizes."""
STEPS = {"up": -1, "down": 1, "pageup": -ROWS, "pagedown": ROWS}


def written(word: str, what: str, box: Box, size: int, theme: Theme) -> list[tuple[Words, Box]]:
    """Return a word, and right of it what it is, each with its box: the word takes what it needs,
    and what it is has the rest.
    """
    inner, small = box.inset(size * 0.5, 0), round(size * 0.85)
    word = fonts.fit(word, inner.w, size, "mono")
    left = inner.start(min(inner.w, fonts.width(word, size, "mono")))
    right = inner.cut(left=left.w + size)
    shown = fonts.fit(what, right.w, small, "mono") if right.w >= size * LEAST else ""
    parts = [(Words(word, size, theme.ink, "mono"), left)]
    if shown:
        parts.append((Words(shown, small, theme.ink_soft, "mono", align="right"), right))
    return parts


class ChoiceList:
    """Words offered at a place of a text. What is typed on leaves those that begin so."""

    def __init__(self) -> None:
        """Begin closed."""
        self.words: list[tuple[str, str]] = []
        """Those that are left, each with what it is; none when the list is closed."""
        self.chosen = 0
        self._offered = OfferedWords(0, ())

    def open(self, offered: OfferedWords, text: TextBuffer) -> None:
        """Show words for the place of the caret."""
        self._offered, self.words = offered, list(offered.words)
        self.follow(text)

    def close(self) -> None:
        """Show nothing any more."""
        self.words = []

    def follow(self, text: TextBuffer) -> None:
        """Leave the words that go on from what is written; close where the caret has gone away."""
        begun = text.text[self._offered.start : text.caret]
        here = text.caret >= self._offered.start and (not begun or begun.isidentifier())
        if not self.words or not here:
            self.close()
            return
        self.words = [word for word in self._offered.words if word[0].startswith(begun)]
        self.chosen = 0
        if [word for word, _ in self.words] == [begun]:
            self.close()

    def key(self, name: str, text: TextBuffer) -> bool:
        """Take a key while the list is shown; False if it isn't one for it."""
        if not self.words:
            return False
        if name in STEPS:
            last, by = len(self.words) - 1, STEPS[name]
            one = abs(by) == 1
            to = self.chosen + by
            self.chosen = to % (last + 1) if one else max(0, min(to, last))
        elif name in ("enter", "tab"):
            self.take(text)
        elif name == "escape":
            self.close()
        else:
            return False
        return True

    def take(self, text: TextBuffer) -> None:
        """Write the chosen word in the place of what was begun."""
        word, _ = self.words[self.chosen]
        text.replace(self._offered.start, text.caret, word)
        self.close()

    # -------------------------------------------------------------- how it looks

    def _seen(self, page: TextLayout, caret: int) -> tuple[int, int]:
        """Return the first word that is seen, and how many: they never cover the caret's row."""
        at = page.caret(caret)
        room = max(page.box.bottom - at.bottom, at.y - page.box.y)
        count = max(1, min(ROWS, len(self.words), int(room / (page.size * HIGH))))
        return max(0, min(self.chosen - count // 2, len(self.words) - count)), count

    def box(self, page: TextLayout, caret: int) -> Box:
        """Return where the list stands: below the caret's row, above where that has no room."""
        high, wide = page.size * HIGH, page.size * 0.62
        first, count = self._seen(page, caret)
        seen = self.words[first : first + count]
        longest = max((len(word) + len(what) for word, what in seen), default=0)
        w = min(page.box.w, (longest + 6) * wide)
        h = high * len(seen)
        at = page.caret(caret)
        x = max(page.box.x, min(at.x, page.box.right - w))
        below = at.bottom + h <= page.box.bottom
        y = at.bottom if below else max(page.box.y, at.y - h)
        return Box(round(x), round(y), round(w), round(h))

    def press(self, page: TextLayout, text: TextBuffer, x: float, y: float) -> bool:
        """Take a press of the pointer: on a word it is taken, elsewhere the list closes."""
        if not self.words:
            return False
        box = self.box(page, text.caret)
        inside = box.x <= x < box.right and box.y <= y < box.bottom
        if inside:
            first, count = self._seen(page, text.caret)
            self.chosen = first + min(count - 1, int((y - box.y) / box.h * count))
            self.take(text)
        else:
            self.close()
        return inside

    def draw(self, page: TextLayout, theme: Theme, caret: int) -> None:
        """Draw the words, the chosen one marked, and where they are among all."""
        if not self.words:
            return
        box, size = self.box(page, caret), page.size
        edge = max(1.0, size / 12)
        page.fill(Box(box.x - edge, box.y - edge, box.w + 2 * edge, box.h + 2 * edge), theme.gold)
        page.fill(box, theme.field)
        first, count = self._seen(page, caret)
        seen = self.words[first : first + count]
        high = box.h / len(seen)
        for row, (word, what) in enumerate(seen):
            place = Box(box.x, box.y + row * high, box.w, high)
            if first + row == self.chosen:
                page.fill(place, theme.button_hot)
            for words, where in written(word, what, place, size, theme):
                page.words(words, where)
        more = len(self.words) - len(seen)
        if more:
            part, at = len(seen) / len(self.words), first / len(self.words)
            bar = Box(box.right - edge * 2, box.y + at * box.h, edge * 2, part * box.h)
            page.fill(bar, theme.gold)
