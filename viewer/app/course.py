"""Exercises at the table: what is asked, what was answered, and what comes next."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import engine
from engine import RulesError, Session
from engine.table.seats import HUMAN, QUICK
from viewer.app.in_thread import InThread

if TYPE_CHECKING:
    from engine import Exercise, Explanation
    from engine.teach.boxes import TutorBox
    from engine.teach.progress import Progress

LONGEST = 12
"""So many exercises are asked at once."""
TRIES = 300
"""Games in mind for the move that is clearly better than all others."""


class CourseRound:
    """A round of exercises of one game: what is due, one after the other.

    `reply` is what was said of the last answer, `right` whether it was; `tried`: which answers have
    been chosen. `rules` is how the ruleset is opened again.
    """

    def __init__(
        self,
        session: Session,
        rules: str,
        about: TutorBox | None = None,
        tries: int = TRIES,
        *,
        keeps: bool = True,
        exam: bool = False,
    ) -> None:
        """Look for what is due, of the game of a session.

        `about`: what is told of first, with its position to be played from. `tries`: games in mind
        for the one move that is clearly better, which is asked for last. `keeps`: whether the
        person's progress is kept. `exam`: positions that nobody has seen are asked about.
        """
        from engine.teach.course import position_to_try
        from engine.teach.exam import exam_of
        from engine.teach.progress import Progress, progress_file

        game = session.game
        self.rules = rules
        self.dealt = Session(game, session.seed, fair=False)
        self.plan = engine.plan_for(game.loaded, game.language)
        self.exam = exam
        self.problems: list[str] = []
        self.progress: Progress | None = None
        if exam:
            exercises = exam_of(self.plan, session.seed % 1000)
        else:
            found = engine.course_of(self.plan)
            self.problems = [problem.message for problem in found.problems]
            exercises = list(found.exercises)
        self.exercises = exercises[:LONGEST]
        with suppress(OSError):
            if keeps:
                self.progress = Progress(progress_file(game.loaded.name))
                self.exercises = self.progress.due(exercises)[:LONGEST]
        if self.progress is not None and self.progress.set_aside is not None:
            said = self.plan.speech.say("damaged", str(self.progress.set_aside))
            self.problems.append(said)
        if about is not None and about.to_try is not None:
            (number,) = about.points
            more = [x for x in exercises if x.point == number and not x.title]
            shown = position_to_try(self.plan, number, about.to_try)
            self.exercises = [shown, *more][:LONGEST]
        self.missed: list[int] = []
        """The points of the plan whose first answer was wrong."""
        self._judged: list[Exercise] = []
        self._search: InThread | None = None
        if tries and self.exercises and about is None and not any(x.title for x in self.exercises):
            self._search = InThread(lambda: self._judge(tries))
        self.at = 0
        self.well = 0
        self.reply = ""
        self.right = False
        self.tried: set[int] = set()
        self._first = True

    def _judge(self, tries: int) -> None:
        """Look for a position in which one move is clearly better than all others."""
        from engine.teach.course import best_move_exercise

        found = best_move_exercise(self.plan, self.dealt.seed % 1000, tries)
        self._judged = [found] if found is not None else []

    def wait(self) -> None:
        """Wait until the search for a last exercise is over."""
        if self._search is not None:
            self._search.wait()

    @property
    def exercise(self) -> Exercise | None:
        """Return the exercise that is asked, None after the last."""
        return self.exercises[self.at] if self.at < len(self.exercises) else None

    @property
    def said_at_the_end(self) -> str:
        """Return how it went, or that nothing was due."""
        say, points = self.plan.speech.say, self.plan.points
        if not self.exercises:
            return say("no exam" if self.exam else "nothing left")
        result = say("result", str(self.well), str(len(self.exercises)))
        unknown = [points[number].title for number in dict.fromkeys(self.missed)]
        return "\n".join([result, *unknown]) if self.exam else result

    # -------------------------------------------------------------- the table

    def session(self) -> Session:
        """Return the position of the exercise; the deal for one without."""
        from engine.teach.positions import open_position

        exercise = self.exercise
        if exercise is None or exercise.position is None:
            return self.dealt
        return open_position(self.plan.loaded, exercise.position, self.plan.language)

    def seats(self) -> list[str]:
        """Return who sits there: a person where a move is asked for."""
        session, exercise = self.session(), self.exercise
        asked = session.seat if exercise is not None and exercise.moves else None
        return [HUMAN if seat == asked else QUICK for seat in range(session.game.players)]

    def viewer(self, session: Session) -> int:
        """Return whose view is shown: of who decides, or else of the first seat."""
        return session.seat or 0

    # -------------------------------------------------------------- answers

    def answer(self, number: int) -> None:
        """Take an answer by its number."""
        exercise = self.exercise
        if exercise is None or self.right or not 0 <= number < len(exercise.answers):
            return
        self.tried.add(number)
        self._take(number == exercise.right, exercise.replies[number])

    def moved(self, session: Session) -> bool:
        """Take the move that was made at the table as the answer; return whether it was right."""
        exercise = self.exercise
        if exercise is None or not session.history:
            return True
        right, reply = exercise.judged(session.history[-1].text)
        if not self.right:
            self._take(right, reply)
        return right

    def refused(self, why: Explanation) -> None:
        """Answer a move that can't be made with the reason."""
        if self.exercise is not None and not self.right:
            self._take(False, why.sentence)

    def _take(self, right: bool, reply: str) -> None:
        exercise = self.exercise
        assert exercise is not None
        self.right, self.reply = right, reply
        if self._first:
            self._first = False
            self.well += right
            self.missed += [] if right else [exercise.point]
            if self.progress is not None:
                self.progress.answered(exercise.key, right)
                with suppress(OSError, RulesError):
                    self.progress.write()

    def go_on(self) -> None:
        """Go on to the next exercise."""
        if self.exercise is not None and len(self.exercise.answers) == 1 and self._first:
            self.answer(0)
        if self.at == len(self.exercises) - 1 and self._judged:
            self.exercises.append(self._judged.pop())
        self.at = min(self.at + 1, len(self.exercises))
        self.reply, self.right, self.tried, self._first = "", False, set(), True
