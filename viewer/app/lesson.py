"""The tutor at the table: which box is shown, and what it says about the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import engine
from engine import RulesError, Session
from engine.table.seats import HUMAN, TUTORED
from viewer.app.coach import CoachThought

if TYPE_CHECKING:
    from engine import Explanation, Tutor
    from engine.game.interpreter import Move
    from engine.teach.boxes import TutorBox
    from engine.teach.kept_lesson import KeptLesson
    from engine.teach.plan import LessonPlan


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


def lesson_left(kept: KeptLesson, session: Session) -> Session | None:
    """Return the game of a lesson that was left, as far as it is of the same rules, players and
    options as another; None for none.
    """
    game = session.game
    found = kept.read(game.loaded, game.language, game.players)
    if found is None or not found.history:
        return None
    same = found.game.compiled.setting.options == game.compiled.setting.options
    return found if same else None


class LessonState:
    """What a tutor says to the one person at a table: boxes, of which one is looked at.

    `at` is the number of that box; past the last there is nothing to be said now. A box gives way
    when its moment is over: when the learner moves, and when the next box is due. `lines` are short
    reports of this moment: how the score has changed, what the coach says.
    """

    def __init__(
        self,
        session: Session,
        seat: int,
        seats: Sequence[str] = (),
        kept: KeptLesson | None = None,
        plan: LessonPlan | None = None,
    ) -> None:
        """Begin, or go on with a game in which something has been decided.

        `kept`: where the lesson is kept, with who has the `seats`, so that it can be left.
        `plan`: that of the game, if it is made already.
        """
        self._plan = plan
        self.seat = seat
        self.seats = tuple(seats)
        self.kept = kept
        self.unkept = ""
        """Why it could not be kept the last time."""
        self.coach = False
        """Whether a coach looks at the learner's moves."""
        self.lines: list[str] = []
        self._thought: CoachThought | None = None
        self._heard = len(session.history)
        self.tutor = self._tutor(session)
        if kept is not None and session.history:
            kept.remind(self.tutor)
        self.boxes: list[TutorBox] = [self.tutor.opening(session.game)]
        self.at = 0
        self._walked = False

    def _tutor(self, session: Session) -> Tutor:
        game = session.game
        plan = self._plan
        if plan is None or plan.language != game.language:
            plan = engine.plan_for(game.loaded, game.language, game.players)
        return engine.Tutor(plan, self.seat, self._heard)

    @property
    def box(self) -> TutorBox | None:
        """Return the box that is shown, None for none."""
        return self.boxes[self.at] if self.at < len(self.boxes) else None

    def look(self, session: Session) -> None:
        """Look at the game as it is now: what happened, and what is to be said of it."""
        if session.game.language != self.tutor.plan.language:
            self._translated(session)
        before, self._heard = self._heard, len(session.history)
        made = session.history[before:]
        own = [n for n, decision in enumerate(made, before + 1) if decision.seat == self.seat]
        if made:
            self.tutor.after(session)
        if own:
            self.at, self.lines = len(self.boxes), []
            if self.coach:
                self._thought = CoachThought(session, own[-1], self.tutor.plan.speech)
        if own or self._heard < before:
            self._keep(session)
        if session.over and not self._walked:
            self._walked = True
            self.forget()
            self._replace([*self.tutor.walk(session), *self.tutor.missed()])
        elif made or self.box is None:
            self._next(session)

    def _translated(self, session: Session) -> None:
        """Go on in another language; what was said before is not said again."""
        said, happened = self.tutor.said, self.tutor.happened
        self.tutor = self._tutor(session)
        self.tutor.said |= said
        self.tutor.happened |= happened
        self.boxes, self.at, self.lines = [], 0, []

    # -------------------------------------------------------------- keeping

    def _keep(self, session: Session) -> None:
        """Keep the lesson, so that it can be left now."""
        if self.kept is None or session.over:
            return
        self.unkept = ""
        try:
            self.kept.write(session, self.seats, self.tutor)
        except (RulesError, OSError) as problem:
            self.unkept = str(problem)

    def forget(self) -> None:
        """Remove what was kept: the lesson is over."""
        if self.kept is not None:
            self.kept.forget()

    # -------------------------------------------------------------- the coach

    @property
    def busy(self) -> bool:
        """Return whether the coach is looking at a move."""
        return self._thought is not None

    def advised(self) -> bool:
        """Take what the coach says, if it has come; return whether there is something to show."""
        thought = self._thought
        if thought is None or thought.busy:
            return False
        self._thought = None
        if thought.said:
            self.lines = [*self.lines, thought.said]
        return bool(thought.said)

    def wait(self) -> None:
        """Wait until the coach has looked."""
        if self._thought is not None:
            self._thought.wait()

    # -------------------------------------------------------------- boxes

    def close(self, session: Session) -> None:
        """Close the box that is shown; another may take its place."""
        self.at = min(self.at + 1, len(self.boxes))
        if self.box is None:
            self._next(session)

    def back(self) -> None:
        """Go back to the box before."""
        self.at = max(0, self.at - 1)

    def refused(self, why: Explanation) -> None:
        """Name a rule that forbids what was tried, if nothing was said of it yet."""
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
        """Show the next box that is due; one that only reports the score is a line."""
        if session.seat == self.seat:
            box = self.tutor.before(session)
            while box is not None and box.brief:
                self.lines.append(f"{box.title}: {'; '.join(box.text.splitlines())}")
                box = self.tutor.before(session)
            if box is not None:
                self._replace([box])

    def _replace(self, boxes: list[TutorBox]) -> None:
        """Show boxes that are due now: the one that is shown has had its moment."""
        self.at = len(self.boxes)
        self.boxes += boxes
