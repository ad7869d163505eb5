"""`cairn learn`: a first game with a tutor, exercises, and exams for a classroom."""

from __future__ import annotations

import secrets
from pathlib import Path

import typer

from engine.cli.arguments import LearnArguments
from engine.cli.errors import STOPPED, open_game, refuse
from engine.cli.output import put
from engine.cli.questions import Questions
from engine.cli.rulebook import spoken_in
from engine.cli.seats import seats_for
from engine.cli.text import command
from engine.cli.textplay import PersonLeft, TextPlay
from engine.game.session import Game, Session
from engine.game.wording import LegalMove
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.language.files import make_folder, write_file
from engine.language.message import Message
from engine.storage.file_names import usable_name
from engine.table.seats import HUMAN, TUTORED
from engine.teach.boxes import TutorBox
from engine.teach.coach import coached
from engine.teach.course import best_move_exercise, course_of
from engine.teach.exam import QUESTIONS, exam_of
from engine.teach.exam_page import exam_html
from engine.teach.exercises import Exercise
from engine.teach.good_deal import good_deal
from engine.teach.kept_lesson import KeptLesson
from engine.teach.newcomer import no_newcomer
from engine.teach.plan import LessonPlan, plan_for
from engine.teach.progress import Progress, progress_file
from engine.teach.tutor import Tutor, titled

LONGEST = 12
"""So many questions a round of exercises has."""


def learn(args: LearnArguments) -> None:
    """Teach by a game, by exercises, or write an exam."""
    if not args.profile or not usable_name(f"_{args.profile}_"):
        raise refuse(
            Message(
                "'--profile {name}' can't be part of a file's name; choose another name",
                args.profile,
            )
        )
    loaded = open_game(args.ruleset)
    plan = plan_for(loaded, spoken_in(loaded, args.lang), None)
    if args.folder is not None:
        _class(plan, args.folder, 1 if args.seed is None else args.seed)
        return
    try:
        if args.exam or args.course:
            _exercises(plan, args)
        else:
            _game(plan, args)
    except PersonLeft as stopped:
        put(stopped)
    except KeyboardInterrupt:
        put()
        raise typer.Exit(STOPPED) from None


# ------------------------------------------------------------------ the first game


class TaughtPlay(TextPlay):
    """A game in the terminal at which a tutor sits."""

    def __init__(
        self,
        session: Session,
        seats: list[str],
        plan: LessonPlan,
        kept: KeptLesson | None = None,
    ) -> None:
        """Prepare; the learner sits where the only person does. `kept`: where the game is kept."""
        super().__init__(session, seats, Path(f"{session.game.loaded.name}.save"))
        self.plan = plan
        self.tutor = Tutor(plan, self.humans[0], len(session.history))
        self.kept = kept
        self.coach = False
        self.warned: tuple[int, str] | None = None
        """After how many decisions which line was warned of: written again, it is meant."""

    def run(self) -> None:
        """Play with the tutor, then walk through the score and show what didn't happen."""
        super().run()
        if self.kept is not None:
            self.kept.forget()
        if self.tutor.silent:
            return
        for box in self.tutor.walk(self.session):
            self.box(box)
        left = list(self.tutor.left())
        if left:
            self.say()
            self.say(self.plan.speech.say("didn't happen"))
            for point, position in left:
                why = f" ({position.why})" if position.why else ""
                self.say(f"  {titled(point, ': ')}")
                move = f" {position.move}{why}" if position.move else ""
                self.say(f"      {position.title}:{move}" if move else f"      {position.title}")

    def _greet(self) -> None:
        self.box(self.tutor.opening(self.session.game))
        self.say(self._who())
        if self.session.history:
            self.say(self.plan.speech.say("lesson goes on", str(len(self.session.history))))
        self.say(self.plan.speech.say("learn help"))

    def _left(self) -> str:
        if self.kept is None:
            return super()._left()
        again = command("learn", self.session.game.loaded.opened_as)
        return f"{super()._left()} {self.plan.speech.say('lesson kept', again)}"

    def box(self, box: TutorBox) -> None:
        """Show a box; one that only reports the score is a line."""
        if box.brief:
            text = self.words.semicolon.join(box.text.splitlines())
            self.say(f"┃ {self.plan.speech.say('title of', box.title, text)}")
            return
        self.say(f"┃ {box.title}")
        for row in box.text.splitlines():
            self.say(f"┃   {row}")

    def _person(self, seat: int) -> None:
        self.tutor.after(self.session)
        box = self.tutor.before(self.session)
        if box is not None:
            self.dirty = True
            self._tell(self.people.guest)
        while box is not None:
            self.box(box)
            box = self.tutor.before(self.session)
        made = len(self.session.history)
        super()._person(seat)
        if self.coach and len(self.session.history) > made:
            self._tell(self.people.guest)
            said = coached(self.session, self.plan.speech)
            if said:
                self.say(f"┃ {said}")
        if self.kept is not None and len(self.session.history) != made:
            self.tutor.after(self.session)
            self.kept.write(self.session, self.seats, self.tutor)

    def _command(self, line: str, seat: int, legal: list[LegalMove]) -> bool:
        if line == "x":
            self.tutor.silent = not self.tutor.silent
            key = "silent" if self.tutor.silent else "speaks"
            self.say(self.plan.speech.say(key))
            return False
        if line == "b":
            for box in self.tutor.boxes[-3:]:
                self.box(box)
            return False
        return super()._command(line, seat, legal)

    def _help(self, seat: int) -> bool:
        super()._help(seat)
        self.say(self.plan.speech.say("tutor keys"))
        return False

    def _why(self, move: str, seat: int, legal: list[LegalMove]) -> None:
        super()._why(move, seat, legal)
        if move:
            self._refused(seat, self._notation(move, legal))

    def _move(self, line: str, legal: list[LegalMove]) -> bool:
        if self._costs(line, legal):
            return False
        try:
            return super()._move(line, legal)
        except RulesError:
            if self.session.seat is not None:
                self._refused(self.session.seat, self._notation(line, legal))
            raise

    def _refused(self, seat: int, move: str) -> None:
        """Take note of a rule that has forbidden a move: it has just been said why."""
        why = self.session.explain(seat, move)
        if not why.legal and not self.tutor.silent:
            self.tutor.refused(why.span, why.sentence)

    def _costs(self, line: str, legal: list[LegalMove]) -> bool:
        """Warn of a move that costs much by a rule that wasn't explained; once."""
        written = self._notation(line, legal)
        chosen = next((x for x in legal if x.text == written), None)
        moment = len(self.session.history), written
        if chosen is None or self.warned == moment:
            return False
        box = self.tutor.warning(self.session, chosen.move)
        if box is not None:
            self.warned = moment
            self.box(box)
        return box is not None


def _game(plan: LessonPlan, args: LearnArguments) -> None:
    seats = seats_for(plan.rules, args.players, None, HUMAN, TUTORED)
    no_newcomer()
    kept = KeptLesson.of(plan.loaded.name, args.profile)
    session = kept.read(plan.loaded, plan.language, args.players) if args.seed is None else None
    if session is None:
        game = Game(plan.loaded, len(seats), None, plan.language)
        play = first_game(game, args.seed is None, args.seed or 0, kept)
    else:
        play = taught(session, kept)
        kept.remind(play.tutor)
    play.coach = args.coach
    play.run()


def first_game(game: Game, good: bool, seed: int, kept: KeptLesson | None = None) -> TaughtPlay:
    """Return a game with a tutor, on a deal on which much happens early if it needs a `good` one.

    The player who isn't the learner plays along: quickly, sensibly, and no master.
    """
    return taught(Session(game, good_deal(game) if good else seed, fair=False), kept)


def taught(session: Session, kept: KeptLesson | None = None) -> TaughtPlay:
    """Return a game that has been begun, with a tutor; `kept`: where it is kept while it is on."""
    game = session.game
    plan = plan_for(game.loaded, game.language, game.players)
    seats = [HUMAN] + [TUTORED] * (game.players - 1)
    return TaughtPlay(session, seats, plan, kept)


# ------------------------------------------------------------------ exercises


def _exercises(plan: LessonPlan, args: LearnArguments) -> None:
    """Ask what is due, and say at the end what is known and what isn't yet."""
    say = plan.speech.say
    progress = Progress(progress_file(plan.loaded.name, args.profile))
    if progress.set_aside is not None:
        put(say("damaged", str(progress.set_aside)))
    course = course_of(plan, 1 if args.seed is None else args.seed)
    for problem in course.problems:
        put(f"{say('not fitting')} {problem.span.place}: {problem.message}")
    found = list(course.exercises)
    seed = secrets.randbelow(1000) if args.seed is None else args.seed
    asked = exam_of(plan, seed) if args.exam else progress.due(found)[:LONGEST]
    if asked and not args.exam and not any(x.title for x in asked):
        best = best_move_exercise(plan, secrets.randbelow(1000))
        asked += [best] if best is not None else []
    if args.exam:
        _fewer(plan, asked)
    elif not asked:
        put(say("nothing due"))
    if not asked:
        return
    questions = Questions(plan)
    right, unknown = 0, []
    for number, exercise in enumerate(asked, 1):
        put(f"\n{number}/{len(asked)}")
        well = questions.ask(exercise)
        progress.answered(exercise.key, well)
        progress.write()
        right += well
        if not well:
            unknown.append(plan.points[exercise.point])
    put(f"\n{say('result', str(right), str(len(asked)))}")
    for point in unknown:
        put(f"  {titled(point, ': ')}")


def _fewer(plan: LessonPlan, asked: list[Exercise]) -> None:
    """Say so where a game has too few rules for a whole exam."""
    if not asked:
        put(plan.speech.say("no exam"))
    elif len(asked) < QUESTIONS:
        put(plan.speech.say("fewer questions", str(len(asked))))


# ------------------------------------------------------------------ the classroom


def _class(plan: LessonPlan, folder: Path, seed: int) -> None:
    make_folder(folder, "the exams")
    path = folder / f"{plan.loaded.name}.{plan.language}.html"
    asked = exam_of(plan, seed)
    write_file(path, exam_html(plan, asked))
    _fewer(plan, asked)
    put(plain(path))
