"""Who is connected to a class: the teacher's pages and the pupils' phones, and what each shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import dedent
from typing import Any, Protocol, TypeAlias

from engine.game.session import Session
from engine.language.source import Source, Span
from engine.serving.class_messages import (
    AnswerQuestion,
    AskClass,
    ClassMessage,
    ForgetClass,
    GoOn,
    JoinClass,
    Pace,
    PairPupils,
    RemovePupil,
    RevealAnswer,
    SetPace,
)
from engine.serving.class_pairs import ClassPairs
from engine.serving.classroom import Classroom
from engine.serving.hosted_table import RefusedError
from engine.serving.store import hashed, new_token
from engine.teach.exercises import Exercise
from engine.teach.positions import open_position

Draw: TypeAlias = Callable[[Session, Sequence[str], tuple[int, int]], dict[str, Any]]
"""Draws a position for a face, with the letters of the moves that are the answers."""
Code: TypeAlias = Callable[[str], list[list[int]]]
Send: TypeAlias = Callable[[dict[str, Any]], None]
ONLY_TEACHER = "only the teacher may do this"
ONLY_PUPILS = "only pupils answer"
REMOVED = "the teacher has taken you out of the class"
OVER = "the class is over"
NOBODY_HERE = "no pupil is there yet"
MOST_LINES = 6
"""So many lines of the rules are shown."""


def lines_of(sources: Mapping[str, Source], span: Span) -> str:
    """Return the lines of the rules that a span covers, at most so many, moved to the left."""
    if span.file not in sources or not span.line:
        return ""
    last = min(span.end_line, span.line + MOST_LINES - 1)
    return dedent("\n".join(sources[span.file].lines[span.line - 1 : last]))


class End(Protocol):
    """Ends a connection, and says why."""

    def __call__(self, why: str, *, again: bool = False) -> None:
        """End it. `again`: whether to come again at once."""


Sit: TypeAlias = Callable[[str], None]
"""Lets a connection sit at the table of a link, by its hash, or leave it for an empty one."""


class ClassDesks:
    """All who are connected to a class. `teacher`: the hash of the token of the teacher's page."""

    def __init__(
        self, room: Classroom, teacher: str, draw: Draw, site: str, code: Code = lambda _: []
    ) -> None:
        """Begin with nobody. `site`: what links begin with. `code`: the QR code of a link."""
        self.room, self.site, self.code = room, site, code
        self.ready = bool(room.exercises)
        self._teacher, self._draw = teacher, draw
        self._desks: list[ClassDesk] = []
        self._pictures: dict[tuple[int, tuple[int, int]], dict[str, Any]] = {}
        self.pairs: ClassPairs | None = None
        """Lays tables for pupils, where there is a house for them."""

    def open(
        self, key: str, send: Send, end: End, sit: Sit = lambda link: None
    ) -> ClassDesk | None:
        """Return the desk of someone who comes by the hash of a token, None for a stranger."""
        room, joins = self.room, key == hashed(self.room.record.join)
        if not (key == self._teacher or joins or room.pupil(key) is not None):
            return None
        desk = ClassDesk(self, key, send, end, sit)
        desk.teaches, desk.joins = key == self._teacher, joins
        if not (desk.teaches or joins):
            self.cut(key, "another device has taken over this seat")
        self._desks.append(desk)
        return desk

    def close(self, desk: ClassDesk) -> None:
        """Hear that a connection has ended."""
        if desk in self._desks:
            self._desks.remove(desk)
            self.changed()

    def cut(self, key: str, why: str) -> None:
        """End the connections of a pupil."""
        for desk in [desk for desk in self._desks if desk.key == key]:
            self._desks.remove(desk)
            desk.end(why)

    def here(self) -> set[str]:
        """Return the keys of those who are connected."""
        return {desk.key for desk in self._desks}

    def changed(self) -> None:
        """Show everybody what is new."""
        for desk in list(self._desks):
            desk.show()

    def tick(self) -> None:
        """Hear that time has passed: the questions may be ready."""
        if not self.ready and self.room.exercises:
            self.ready = True
            for desk in self._desks:
                desk.greet()
            self.changed()

    def new_class(self) -> None:
        """Send everybody but the teacher away."""
        for key in {desk.key for desk in self._desks if not desk.teaches}:
            self.cut(key, OVER)

    def pair(self, play: bool) -> None:
        """Let the pupils who are there play with one another, or let nobody play any more.

        Raises RefusedError and RulesError.
        """
        names = {p.key: p.name for p in self.room.record.pupils if p.key in self.here()}
        if play and not names:
            raise RefusedError(NOBODY_HERE)
        assert self.pairs is not None
        laid = self.pairs.lay(names) if play else {}
        former = self.room.pair(laid)
        self.changed()
        self.pairs.remove(former)

    def table(self, number: int, size: tuple[int, int]) -> dict[str, Any] | None:
        """Return the position of an exercise as it is drawn at a size, None for one without."""
        room = self.room
        exercise = room.exercises[number]
        if exercise.position is None:
            return None
        if (number, size) not in self._pictures:
            if len(self._pictures) > 200:
                self._pictures.clear()
            session = open_position(room.loaded, exercise.position, room.language)
            self._pictures[number, size] = self._draw(session, exercise.answers, size)
        return self._pictures[number, size]


class ClassDesk:
    """One connection to a class. It is sent positions once it has said how large its table is."""

    def __init__(self, desks: ClassDesks, key: str, send: Send, end: End, sit: Sit) -> None:
        """Sit down."""
        self._sit, self._plays = sit, ""
        self.desks, self.key, self.end = desks, key, end
        self.teaches = self.joins = False
        self._send = send
        self._size: tuple[int, int] | None = None
        self._told: dict[str, dict[str, Any]] = {}
        self._drawn: tuple[int, tuple[int, int]] | None = None

    @property
    def room(self) -> Classroom:
        """Return the class."""
        return self.desks.room

    # -------------------------------------------------------------- hearing

    def begin(self, name: str) -> None:
        """Begin the conversation; someone new who says a name has joined. Raises RefusedError."""
        self.greet()
        if self.joins and name:
            self._join(name)
        self.desks.changed()

    def take(self, message: ClassMessage) -> None:
        """Do what the person asks for. Raises RefusedError, and RulesError for a full disk."""
        match message:
            case JoinClass(name=name):
                self._join(name)
            case AnswerQuestion(number=number, choice=choice):
                if self.teaches or self.joins:
                    raise RefusedError(ONLY_PUPILS)
                self.room.answer(self.key, number, choice)
            case GoOn():
                self.room.go_on(self.key)
            case _ if not self.teaches:
                raise RefusedError(ONLY_TEACHER)
            case AskClass(number=number):
                self.room.ask(number)
            case RevealAnswer():
                self.room.reveal()
            case SetPace(pace=pace):
                self.room.let(pace)
            case RemovePupil(name=name):
                self.desks.cut(self.room.remove(name), REMOVED)
            case PairPupils(play=play):
                self.desks.pair(play)
            case ForgetClass():
                if self.desks.pairs is not None:
                    self.desks.pair(False)
                self.room.forget()
                self.desks.new_class()
                self.greet()
        self.desks.changed()

    def _join(self, name: str) -> None:
        if not self.joins:
            return
        token = new_token()
        self.room.join(name, hashed(token))
        self.key, self.joins = hashed(token), False
        self._send({"type": "seated", "token": token, "seat": len(self.room.record.pupils)})
        self.greet()

    def resize(self, width: int, height: int) -> None:
        """Take another size, in pixels."""
        self._size = (width, height)
        self.show()

    def close(self) -> None:
        """Hear that the connection has ended."""
        self.desks.close(self)

    # -------------------------------------------------------------- telling

    def greet(self) -> None:
        """Say what this connection is: the teacher's, a pupil's, or that of someone new."""
        room, pupil = self.room, self.room.pupil(self.key)
        role = "teacher" if self.teaches else "new" if self.joins else "pupil"
        told: dict[str, Any] = {
            "type": "class",
            "role": role,
            "title": room.plan.title if self.desks.ready else "",
            "language": room.language,
            "name": pupil.name if pupil is not None else "",
        }
        if self.teaches:
            link = f"{self.desks.site}/#{room.record.join}"
            told |= {"link": link, "code": self.desks.code(link)}
        self._send(told)

    def show(self) -> None:
        """Send what is new for this screen."""
        if self.joins or self._at_table():
            return
        if self.teaches:
            self._tell("pupils", self._pupils())
            self._tell("plan", self._plan())
        self._tell("question", self._question())

    def _at_table(self) -> bool:
        """Go to the table where the pupil plays, or come back from it; return whether they play."""
        plays = "" if self.teaches else self.room.record.pairs.get(self.key, "")
        if plays != self._plays:
            self._plays, self._drawn = plays, None
            self._told.clear()
            self._sit(plays)
            if not plays:
                self.greet()
        return bool(plays)

    def _tell(self, type: str, message: dict[str, Any]) -> None:
        """Send a message unless the same was sent last; a table only once for a size."""
        if self._told.get(type) != message:
            self._told[type] = message
            number, size = message.get("number"), self._size
            if number is not None and size is not None and self._drawn != (number, size):
                message = {**message, "table": self.desks.table(number, size)}
                self._drawn = number, size
            self._send({"type": type, **message})

    def _pupils(self) -> dict[str, Any]:
        here = self.desks.here()
        pupils = [{"name": p.name, "here": p.key in here} for p in self.room.record.pupils]
        return {"pupils": pupils}

    def _plan(self) -> dict[str, Any]:
        """Return the points of the plan with what is known of each, and how each pupil has done."""
        room, pairs = self.room, self.desks.pairs
        links = dict.fromkeys(room.record.pairs.values()) if pairs is not None else ()
        groups = [pairs.partners(link) for link in links] if pairs is not None else []
        plays = [list(group) for group in dict.fromkeys(map(tuple, groups))]
        head = {"pace": room.record.pace.value, "plays": plays}
        if not self.desks.ready:
            return {"ready": False, "points": [], **head}
        points = [
            {
                "title": point.title,
                "sentence": point.sentence,
                "exercises": list(point.exercises),
                "right": point.right,
                "answered": point.answered,
            }
            for point in room.known()
        ]
        return {"ready": True, "points": points, **head}

    def _question(self) -> dict[str, Any]:
        room = self.room
        if not self.desks.ready:
            return {"asks": False, "pace": room.record.pace.value}
        number = room.asked if self.teaches else room.current(self.key)
        if number is None:
            return self._nothing_asked()
        exercise = room.exercises[number]
        point = room.plan.points[exercise.point]
        shows = room.record.revealed if self.teaches else room.shows(self.key, number)
        found: dict[str, Any] = {
            "asks": True,
            "pace": room.record.pace.value,
            "number": number,
            "size": self._size,
            "title": exercise.title or point.title,
            "told": exercise.told,
            "question": exercise.question,
            "answers": list(exercise.answers),
        }
        if self.teaches:
            found |= {"votes": room.votes(number), "count": room.course}
        else:
            found["chosen"] = room.choice(self.key, number)
        if shows:
            found |= self._revealed(exercise)
        return found

    def _revealed(self, exercise: Exercise) -> dict[str, Any]:
        """Return what is right, why, and the rule that decides."""
        point = self.room.plan.points[exercise.point]
        return {
            "right": exercise.right,
            "replies": list(exercise.replies),
            "rule": {
                "sentence": point.sentence,
                "text": lines_of(self.room.loaded.findings.sources, point.span),
                "file": point.span.file,
                "line": point.span.line,
            },
        }

    def _nothing_asked(self) -> dict[str, Any]:
        """Return what a screen shows between questions: at the end of a round its result."""
        room = self.room
        found: dict[str, Any] = {"asks": False, "pace": room.record.pace.value}
        if not self.teaches and room.record.pace is not Pace.TOGETHER:
            right, total = room.result(self.key)
            found |= {"right": right, "total": total}
        return found
