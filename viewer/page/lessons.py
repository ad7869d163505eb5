"""What a guest learns beside a hosted table: a game with a tutor, exercises, or an exam.

The table waits behind it and is the guest's as before. Nothing of a lesson is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from engine import Game, Session, plan_for
from engine.serving.hints import Aside
from engine.serving.hosted_table import HostedTable
from engine.table.deal import new_seed
from engine.table.pass_and_play import PassAndPlay
from engine.table.seats import HUMAN, QUICK
from engine.table.table import Table
from viewer import commands as cmd
from viewer.app.controller import AppController
from viewer.app.course import CourseRound
from viewer.app.in_thread import InThread
from viewer.app.lesson import LessonState, taught
from viewer.commands import AtTable, Elsewhere, InLesson

if TYPE_CHECKING:
    from engine.teach.boxes import TutorBox

Begun: TypeAlias = Callable[[], None]
"""Puts what was prepared on the screen."""
BEGINS = (Elsewhere.BE_TAUGHT, Elsewhere.COURSE, Elsewhere.EXAM)
AT_A_LESSON = frozenset[cmd.AnyCommand](
    {
        *BEGINS, Elsewhere.TRY_IT, Elsewhere.NEXT_EXERCISE, Elsewhere.LEAVE_GAME, AtTable.REDO,
        InLesson.CLOSE_BOX, InLesson.LAST_BOX, InLesson.STOP_LESSON,
    }
)  # fmt: skip
"""What a guest may ask for at a lesson, besides what they may at a table."""
TUTORS = (InLesson.CLOSE_BOX, InLesson.LAST_BOX, InLesson.STOP_LESSON, Elsewhere.TRY_IT)
_ONE_AT_A_TIME = threading.Lock()
"""A server has many guests; their lessons are prepared one after the other, aside."""


class PageLessons:
    """The lessons of one guest. `back` shows the hosted table again."""

    def __init__(
        self, app: AppController, hosted: HostedTable, seat: int, back: Callable[[], None]
    ) -> None:
        """Begin without a lesson. `seat`: the learner's, from 0."""
        self.there = False
        """Whether the guest is at a lesson, and not at the table."""
        self._app, self._hosted, self._seat, self._back = app, hosted, seat, back
        self._worker = Aside(hosted.hints.thinker)
        self._prepared: Begun | None = None
        self._preparing: InThread | None = None

    def attend(self) -> None:
        """Let a tutor explain the game at the hosted table itself."""
        self._prepare(self._attended, said=False)

    def allows(self, command: cmd.AnyCommand) -> bool:
        """Return whether a command is one of a lesson that may be given now."""
        table = self._app.table
        if command in TUTORS and table is not None and table.lesson is not None:
            return True
        if isinstance(command, cmd.AnswerExercise):
            return self.there
        return command in (AT_A_LESSON if self.there else BEGINS)

    def take(self, command: cmd.ScreenCommand) -> bool:
        """Take a command that goes elsewhere; return whether the app has nothing more to do."""
        match command:
            case Elsewhere.BE_TAUGHT:
                self._prepare(self._tutored)
            case Elsewhere.COURSE:
                self._prepare(lambda session: self._course(session, None))
            case Elsewhere.EXAM:
                self._prepare(self._exam)
            case Elsewhere.TRY_IT:
                table = self._app.table
                box = table.lesson.box if table is not None and table.lesson is not None else None
                if box is not None:
                    self._prepare(lambda session: self._course(session, box))
            case Elsewhere.LEAVE_GAME:
                self.there = False
                self._back()
            case _:
                return False
        return True

    @property
    def busy(self) -> bool:
        """Return whether a lesson continues on its own."""
        table = self._app.table
        plays = table is not None and table.course is None and table.guest.table.agent is not None
        return self._preparing is not None or (self.there and plays)

    def tick(self) -> None:
        """Put a lesson on the screen once it is prepared."""
        preparing = self._preparing
        if preparing is None or preparing.busy:
            return
        self._preparing = None
        if self._prepared is None:
            self._app.shell.toast(preparing.problem, "bad")
            return
        self._prepared()

    # -------------------------------------------------------------- preparing

    def _prepare(self, lesson: Callable[[Session], Begun], *, said: bool = True) -> None:
        """Prepare a lesson, which takes some seconds, in a thread with a game of its own.

        Its deal is a new one, which says nothing about the game at the table.
        """
        if self._preparing is not None:
            return
        shell, played = self._app.shell, self._hosted.table.session.game
        options, language = dict(played.compiled.setting.options), shell.translate.language
        self._prepared = None

        def work() -> None:
            with _ONE_AT_A_TIME:
                game = Game(played.loaded, played.players, options, language)
                self._prepared = lesson(Session(game, new_seed(), fair=False))

        if said:
            shell.toast(shell.translate("learn_preparing"))
        self._preparing = InThread(work)

    def _attended(self, session: Session) -> Begun:
        game = session.game
        plan = plan_for(game.loaded, game.language, game.players)

        def begin() -> None:
            table = self._app.table
            if table is not None and not self.there:
                table.lesson = LessonState(table.guest.session, self._seat, plan=plan)
                self._app.shell.touch()

        return begin

    def _tutored(self, session: Session) -> Begun:
        seats = [HUMAN if n == self._seat else QUICK for n in range(session.game.players)]
        game, names = taught(session, seats, deal=True)
        lesson = LessonState(game, self._seat, names)

        def begin() -> None:
            self.there = True
            people = PassAndPlay(Table(game, names, worker=self._worker), covers=False)
            table = self._app.join(people, self._rules)
            table.lesson = lesson

        return begin

    def _course(self, session: Session, about: TutorBox | None) -> Begun:
        return self._laid(CourseRound(session, self._rules, about, tries=0, keeps=False))

    def _exam(self, session: Session) -> Begun:
        return self._laid(CourseRound(session, self._rules, tries=0, keeps=False, exam=True))

    def _laid(self, course: CourseRound) -> Begun:
        def begin() -> None:
            self.there = True
            self._app.lay(course)

        return begin

    @property
    def _rules(self) -> str:
        return self._hosted.table.session.game.loaded.opened_as
