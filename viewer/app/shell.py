"""What every screen shares: settings, language, what is over it, what is said, the keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.table.autosave import Autosave
from viewer.app.i18n import Translator
from viewer.app.preferences import Preferences, keep_preferences, language_of_place
from viewer.app.sounds import Sound
from viewer.app.tooltips import Tip
from viewer.artwork.theme import THEMES, Theme
from viewer.node_cache import NodeCache
from viewer.nodes import Node

Overlay: TypeAlias = Literal[
    "", "help", "menu", "games", "moves", "result", "first", "mishap", "save"
]
"""What lies open over a screen."""
OVERLAY = 4000
"""From here on nodes lie over everything else: while a panel is open only they can be reached."""
COVER = 5000
TOAST_SECONDS = 5.0
MOST_HEARD = 3


@dataclass
class Toast:
    """A sentence that is shown for a while."""

    text: str
    tone: str = "plain"
    until: float = 0.0


class Shell:
    """The state that start screen and table share. It knows neither.

    `version` grows whenever something that is shown has changed.
    """

    def __init__(
        self, prefs: Preferences, *, autosave: Autosave | None = None, pause: float = 0.7
    ) -> None:
        """Prepare; `pause` is how long an agent's move is waited for, in seconds."""
        self.prefs = prefs
        self.autosave = autosave
        self.served = False
        """Whether a server shows this: then lessons are beside a table, and lead back to it."""
        self.pause = pause
        self.translate = Translator(prefs.language or language_of_place())
        self.overlay: Overlay = ""
        self.toasts: list[Toast] = []
        self.tip: Tip | None = None
        self.focus = ""
        """The id of the node that the keyboard is at; `next` for the first that can be reached."""
        self.by_keys = False
        self.scrolls: dict[str, float] = {}
        self.limits: dict[str, float] = {}
        self.under: Node | None = None
        """What the pointer is over."""
        self.sounds: list[Sound] = []
        """What is still to be heard."""
        self.now = 0.0
        self.laid = 0
        """How many games, or other rules for one, have been put on the table."""
        self.version = 0
        self.cache = NodeCache()
        """The parts of the panels as they were drawn last."""
        self.hasty = False
        """Whether the nodes are for the first frame after a click or a move: what is dear and not
        looked at first may be as it was, and comes with the next frame."""
        self.behind = False
        """Whether something is shown as it was before."""

    @property
    def theme(self) -> Theme:
        """Return the colours."""
        return THEMES[self.prefs.theme]

    @property
    def speed(self) -> float:
        """Return how fast pieces move; 0 is without motion."""
        return self.prefs.speed

    @property
    def way_out(self) -> str:
        """Return the key of what a way out of a game is called."""
        return "to_table" if self.served else "new_game"

    def touch(self) -> None:
        """Take note that something that is shown has changed."""
        self.version += 1

    def tick(self, now: float) -> None:
        """Let go of what has been shown long enough."""
        kept = [t for t in self.toasts if t.until > now]
        if len(kept) != len(self.toasts):
            self.toasts = kept
            self.touch()
        if self.tip is not None and 0 < self.tip.until <= now:
            self.say_tip(None)

    def toast(self, text: str, tone: str = "plain") -> None:
        """Show a sentence for a while."""
        self.toasts = [*self.toasts[-2:], Toast(text, tone, self.now + TOAST_SECONDS)]
        self.touch()

    def sound(self, *sounds: Sound) -> None:
        """Let sounds be heard, where a person wants that; only the latest where nobody listens."""
        if self.prefs.sound:
            self.sounds = [*self.sounds, *sounds][-MOST_HEARD:]

    def say_tip(self, tip: Tip | None) -> None:
        """Show a tip, or none."""
        if tip != self.tip:
            self.tip = tip
            self.touch()

    def rest(self, node: Node | None, x: float, y: float) -> None:
        """Say what the pointer rests on; None: it has moved on."""
        self.say_tip(Tip(node.tip, x, y) if node is not None and node.tip else None)

    def open(self, overlay: Overlay) -> None:
        """Open a panel over the screen, or close it."""
        self.overlay = overlay
        self.focus = "next" if overlay and self.by_keys else ""
        self.touch()

    def scroll(self, name: str, rows: float) -> None:
        """Move a list by some rows."""
        wanted = self.scrolls.get(name, 0.0) + rows
        self.scrolls[name] = max(0.0, min(wanted, self.limits.get(name, 0.0)))
        self.touch()

    def settle(self, **changes: object) -> None:
        """Change settings and keep them."""
        self.prefs = self.prefs.model_copy(update=changes)
        if self.autosave is not None:
            keep_preferences(self.prefs)
        self.translate = Translator(self.prefs.language or language_of_place())
        self.touch()
