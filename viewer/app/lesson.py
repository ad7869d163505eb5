"""The tutor at the table: which box is shown, and what it says about the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from engine import Session
from engine.table.seats import HUMAN, TUTORED

if TYPE_CHECKING:
    from engine import Explanation, Tutor
    from engine.game.interpreter import Move
    from engine.teach.boxes import TutorBox


def taught(session: Session, seats: list[str], *, deal: bool) -> tuple[Session, list[str]]:
    """Return a game to learn by, and who sits there; `deal`: dealt so that much happens early.

    The player who isn't the learner plays along: quickly, sensibly, and no master.
    """
    from engine.teach.good_deal import good_deal

    game, starter = session.game, session.starter
    seat = seats.index(HUMAN) if HUMAN in seats else 0
    seed = good_deal(game, starter) if deal else session.seed
    names = [HUMAN if n == seat else TUTORED for n in range(game.players)]
    return Session(game, seed, fair=False, starter=starter), names


class LessonState:
    """What a tutor says to the one person at a table: boxes, of which one is looked at.

    `at` is the number of that box; past the last there is nothing to be said now. A box gives way
    when its moment is over: when the learner moves, and when the next box is due.
    """

    def __init__(self, session: Session, seat: int) -> None:
        self.seat = seat
        self.tutor = self._tutor(session)
        self.boxes: list[TutorBox] = [self.tutor.opening(session.game)]
        self.at = 0
        self._heard = len(session.history)
        self._walked = False

    def _tutor(self, session: Session) -> Tutor:
        game = session.game
        return engine.Tutor(engine.plan_for(game.loaded, game.language, game.players), self.seat)

    @property
    def box(self) -> TutorBox | None:
        """Return the box that is shown, None for none."""
        return self.boxes[self.at] if self.at < len(self.boxes) else None

    def look(self, session: Session) -> None:
        """Look at the game as it is now: what happened, and what is to be said of it."""
        if session.game.language != self.tutor.plan.language:
            self._translated(session)
        made = session.history[self._heard :]
        self._heard = len(session.history)
        if made:
            self.tutor.after(session)
        if any(decision.seat == self.seat for decision in made):
            self.at = len(self.boxes)
        if session.over and not self._walked:
            self._walked = True
            self._replace([*self.tutor.walk(session), *self.tutor.missed()])
        elif made or self.box is None:
            self._next(session)

    def _translated(self, session: Session) -> None:
        """Go on in another language; what was said before is not said again."""
        said = self.tutor.said
        self.tutor = self._tutor(session)
        self.tutor.said |= said
        self.boxes, self.at = [], 0

    def close(self, session: Session) -> None:
        """Close the box that is shown; another may take its place."""
        self.at = min(self.at + 1, len(self.boxes))
        if self.box is None:
            self._next(session)

    def back(self) -> None:
        """Go back to the box before."""
        self.at = max(0, self.at - 1)

    def refused(self, why: Explanation) -> None:
        """Tell of a rule that forbids what was tried, if nothing was said of it yet."""
        if self.tutor.tells(why.span):
            box = self.tutor.refused(why.span, why.sentence)
            self.boxes[self.at : self.at] = [box] if box is not None else []

    def warned(self, session: Session, move: Move) -> bool:
        """Warn of a move that costs much by an untold rule; return whether it does."""
        box = self.tutor.warning(session, move)
        if box is not None:
            self.boxes.insert(self.at, box)
        return box is not None

    def _next(self, session: Session) -> None:
        if session.seat == self.seat:
            box = self.tutor.before(session)
            while box is not None and box.brief:  # the panel of scores shows that
                box = self.tutor.before(session)
            if box is not None:
                self._replace([box])

    def _replace(self, boxes: list[TutorBox]) -> None:
        """Show boxes that are due now: the one that is shown has had its moment."""
        self.at = len(self.boxes)
        self.boxes += boxes
