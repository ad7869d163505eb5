"""The tutor at the table: which box is shown, and what it is told of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Tutor, plan_for

if TYPE_CHECKING:
    from engine import Session


class Lesson:
    """What a tutor says to the one person at a table."""

    def __init__(self, session: Session, seat: int) -> None:
        """Begin with what the game is about."""
        plan = plan_for(session.game.loaded, session.game.language, session.game.players)
        self.tutor = Tutor(plan, seat)
        self.waiting = [self.tutor.opening()]
        self._heard = len(session.history)
        self._walked = False

    @property
    def title(self) -> str:
        """Return the heading of the box that is shown, empty for none."""
        return self.waiting[0].title if self.waiting else ""

    @property
    def text(self) -> str:
        """Return what the box says."""
        return self.waiting[0].text if self.waiting else ""

    def look(self, session: Session) -> None:
        """Look at the game as it is now: what happened, and what is to be said of it."""
        if len(session.history) > self._heard:
            self.tutor.after(session)
        self._heard = len(session.history)
        if session.over and not self._walked:
            self._walked = True
            self.waiting += self.tutor.walk(session)
        elif not self.waiting and session.seat == self.tutor.seat:
            self._next(session)

    def close(self, session: Session) -> None:
        """Close the box that is shown; another may take its place."""
        self.waiting = self.waiting[1:]
        if not self.waiting and session.seat == self.tutor.seat:
            self._next(session)

    def _next(self, session: Session) -> None:
        box = self.tutor.before(session)
        self.waiting += [box] if box is not None else []
