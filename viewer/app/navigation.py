"""From one screen to the other, and from one game to another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, assert_never

from engine.table.deal import deal_again
from engine.teach.kept_lesson import KeptLesson
from engine.teach.newcomer import no_newcomer
from viewer import commands as cmd
from viewer.app.agent_training import AgentTraining
from viewer.app.course import CourseRound
from viewer.app.i18n import capital
from viewer.app.keyboard import Screen
from viewer.app.lesson import lesson_left, taught
from viewer.app.shell import Overlay, Shell
from viewer.app.start_screen import StartScreen
from viewer.app.table_screen import TableScreen
from viewer.commands import Elsewhere

if TYPE_CHECKING:
    from engine import Loaded, Session
    from engine.teach.boxes import TutorBox


class Screens(Protocol):
    """The app, as far as it goes from one screen to the other."""

    shell: Shell
    screen: Screen
    training: AgentTraining

    @property
    def table(self) -> TableScreen | None:
        """Return the table, None on the start screen."""

    def sit(
        self, session: Session, seats: list[str], rules: str, *, still: bool = False
    ) -> TableScreen:
        """Put a game on the table."""

    def lay(self, course: CourseRound) -> None:
        """Lay the exercise of a course on the table."""

    def fresh(self) -> None:
        """Keep what comes as another game."""

    def open(self, overlay: Overlay) -> None:
        """Open a panel over the screen, or close it."""

    def begin_edited(self, loaded: Loaded, rules: str) -> None:
        """Begin the game of rules that were edited until they had no errors."""


def go(app: Screens, command: cmd.ScreenCommand) -> None:
    """Go to another screen, or to another game."""
    match command:
        case Elsewhere.PLAY | Elsewhere.LEARN:
            if isinstance(app.screen, StartScreen):
                no_newcomer()
                begun = app.screen.setup.begin()
                app.screen.remember()
                app.training.begin(app.screen.setup)
                if command is Elsewhere.LEARN:
                    _teach(app, *begun, deal=not app.screen.setup.seed)
                else:
                    app.sit(*begun)
        case Elsewhere.BE_TAUGHT:
            if app.table is not None:
                no_newcomer()
                guest = app.table.guest
                _teach(app, guest.session, guest.table.seats, app.table.rules, deal=True)
        case Elsewhere.KNOW_IT:
            no_newcomer()
            app.open("")
        case Elsewhere.COURSE:
            _examine(app)
        case Elsewhere.EXAM:
            _examine(app, exam=True)
        case Elsewhere.TRY_IT:
            lesson = app.table.lesson if app.table is not None else None
            if lesson is not None and lesson.box is not None:
                _examine(app, lesson.box)
        case Elsewhere.NEXT_EXERCISE:
            if app.table is not None and app.table.course is not None:
                course = app.table.course
                course.go_on()
                app.lay(course)
        case cmd.Again(turned=turned):
            if app.table is not None:
                old, seats = app.table, list(app.table.guest.table.seats)
                old.keep()
                app.fresh()
                seats = [*seats[-1:], *seats[:-1]] if turned else seats
                app.sit(deal_again(old.guest.session), seats, old.rules)
        case cmd.Resume(file):
            _resume(app, file)
        case Elsewhere.LEAVE_GAME:
            if app.table is not None:
                app.table.leave()
            app.training.stop()
            app.fresh()
            app.screen = StartScreen(app.shell, app.begin_edited)
            app.open("")
        case _:
            assert_never(command)


def _teach(app: Screens, session: Session, seats: list[str], rules: str, *, deal: bool) -> None:
    """Put a game with a tutor on the table: one that was left, unless its deal is wished."""
    app.fresh()
    kept = _lesson_of(app, session)
    left = lesson_left(kept, session) if kept is not None and deal else None
    if left is None:
        app.sit(*taught(session, seats, deal=deal), rules).teach(kept)
        return
    app.sit(left, taught(session, seats, deal=False)[1], rules).teach(kept)
    shell, made = app.shell, len(left.history)
    shell.toast(shell.translate("learn_goes_on", n=made))


def _lesson_of(app: Screens, session: Session) -> KeptLesson | None:
    """Return where lessons of a game are kept, None where nothing is."""
    if app.shell.autosave is None:
        return None
    with suppress(OSError):
        return KeptLesson.of(session.game.loaded.name)
    return None


def _examine(app: Screens, about: TutorBox | None = None, *, exam: bool = False) -> None:
    """Begin the exercises of the game that was chosen, or that is on the table."""
    if isinstance(app.screen, StartScreen):
        session, _, rules = app.screen.setup.begin()
    else:
        app.screen.keep()
        session, rules = app.screen.guest.session, app.screen.rules
    app.fresh()
    course = CourseRound(session, rules, about, exam=exam)
    app.lay(course)
    for problem in course.problems:
        app.shell.toast(capital(problem), "bad")


def _resume(app: Screens, file: str) -> None:
    autosave = app.shell.autosave
    if autosave is not None:
        if app.table is not None:
            app.table.keep()
        session, seats, rules = autosave.resume(file, app.shell.translate.language)
        autosave.current = file
        table = app.sit(session, seats, rules)
        kept = _lesson_of(app, session)
        if kept is not None and _same(lesson_left(kept, session), session):
            table.teach(kept)


def _same(one: Session | None, other: Session) -> bool:
    """Return whether two sessions are the same game, one perhaps further on than the other."""
    if one is None or (one.seed, one.starter) != (other.seed, other.starter):
        return False
    pairs = zip(one.history, other.history, strict=False)
    return all(mine.text == theirs.text for mine, theirs in pairs)
