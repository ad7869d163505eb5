"""What a game teaches, looked for in the background while the screen continues."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import engine
from engine import Session
from viewer.app.in_thread import InThread, played_again

if TYPE_CHECKING:
    from engine import Review

TRIES = 300
"""Games in mind for each decision."""
_ONE_AT_A_TIME = threading.Lock()
"""A server has many tables; their reviews wait for one another, so that the games continue."""


class GameReview(InThread):
    """The review of a game for a seat: `found` when it is there, `done` of `of` until then."""

    def __init__(self, session: Session, seat: int, tries: int = TRIES) -> None:
        self.seat = seat
        self.language = session.game.language
        self.found: Review | None = None
        self.done, self.of = 0, 1
        self._shown: tuple[int, bool] | None = None
        again = played_again(session, len(session.history))

        def work() -> None:
            with _ONE_AT_A_TIME:
                self.found = engine.review(again(), seat, tries, self._tell)

        super().__init__(work)

    def _tell(self, done: int, of: int) -> None:
        self.done, self.of = done, max(1, of)

    def changed(self) -> bool:
        """Return whether there is something else to be shown than when this was asked last."""
        now = (self.done, self.busy)
        changed, self._shown = now != self._shown, now
        return changed
