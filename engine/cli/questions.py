"""Exercises and exam questions in the terminal: the table in lines, then numbered answers."""

from __future__ import annotations

from engine.cli.line_input import asked
from engine.cli.output import console, put
from engine.cli.text_position import PositionText, as_typed, letters_of
from engine.cli.textplay import PersonLeft
from engine.rules.catalogue import capital
from engine.teach.exam_page import lookup_rows
from engine.teach.exercises import Exercise
from engine.teach.plan import LessonPlan
from engine.teach.positions import ShownPosition, open_position


class Questions:
    """Asks the questions of one round. What can be looked up is printed before the first of them
    that shows a position, and not again.
    """

    def __init__(self, plan: LessonPlan) -> None:
        """Prepare; nothing has been printed."""
        self.plan = plan
        self._looked_up = False

    def ask(self, exercise: Exercise) -> bool:
        """Ask a question until the answer is right; return whether the first one was."""
        say = self.plan.speech.say
        for words in (exercise.title, exercise.told):
            if words:
                put(f"┃ {words}")
        if exercise.position is not None:
            self._draw(exercise.position)
        if len(exercise.answers) == 1:
            return self._tell(exercise)
        if exercise.question:
            put(exercise.question)
        for number, answer in enumerate(exercise.answers, 1):
            put(f"  {number}  {answer}")
        first = True
        while True:
            text = self._line()
            if not text.isdecimal() or not 1 <= int(text[:4]) <= len(exercise.answers):
                put(say("write number", str(len(exercise.answers))))
                continue
            number = int(text) - 1
            key = "answer right" if number == exercise.right else "answer wrong"
            put(say(key, exercise.replies[number]))
            if number == exercise.right:
                return first
            first = False

    def _tell(self, exercise: Exercise) -> bool:
        """Show an exercise with only one possible move, until the learner has read it."""
        say = self.plan.speech.say
        if exercise.moves:
            put(say("only move", exercise.answers[0]))
        put(say("press enter"))
        self._line()
        if exercise.replies[0]:
            put(exercise.replies[0])
        return True

    def _line(self) -> str:
        """Return what the learner writes. Raises PersonLeft where they want to stop."""
        line = asked("> ")
        if not line or line.strip() in ("q", "quit"):
            raise PersonLeft(self.plan.speech.say("stopped"))
        return line.strip()

    def _draw(self, position: ShownPosition) -> None:
        """Draw the table as a game in the terminal does, for the seat that has to decide."""
        session = open_position(self.plan.loaded, position, self.plan.language)
        words, seat = session.game.wording.catalogue, session.seat
        seats = [words.seat(number) for number in range(session.game.players)]
        names = [words.text("you") if number == seat else name for number, name in enumerate(seats)]
        screen = console()
        rules = session.game.rules
        table = PositionText(names, screen.width, words, letters_of(rules))
        drawn = table.draw(as_typed(session.view(seat), words))
        put()
        if drawn is not None:
            screen.print(drawn)
            put()
        for name, values in [] if self._looked_up else lookup_rows(self.plan):
            put(f"  {self.plan.speech.say('title of', capital(name), values)}")
        self._looked_up = True
