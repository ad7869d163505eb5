"""A class at one table: its pupils, what they were asked, and what they know of the lesson plan.

It knows no network. Everything is kept in a file of this machine, and in no other place.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import file_error, make_folder, write_file
from engine.language.message import Message
from engine.rules.load import Loaded
from engine.serving import limits
from engine.serving.class_messages import Pace
from engine.serving.hosted_table import RefusedError
from engine.serving.store import NEWER, new_token
from engine.storage.plain_file import is_there, read_plain
from engine.teach.course import course_of
from engine.teach.exam import exam_of
from engine.teach.exercises import Exercise
from engine.teach.plan import LessonPlan, plan_for

VERSION = 1
"""Bump it when what is in a file means something else, and read the older ones as they were."""
LARGEST = 4_000_000
FULL = "this class is full"
NO_NAME = "type your name first"
NOT_ASKED = "this isn't asked now"
PREPARING = "the questions are being prepared; wait a moment"


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PupilRecord(_Kept):
    """A pupil: the hash of the token by which they come, and their name."""

    key: str
    name: str


class GivenAnswer(_Kept):
    """Which answer a pupil gave, from 0, and whether it was right."""

    choice: int
    right: bool


class ClassRecord(_Kept):
    """What is kept of a class. `join`: the token of the link for pupils, which everybody may see.

    `answers`: by the key of an exercise and that of a pupil. `asked`: the exercise that the teacher
    has laid, by its key. `pairs`: by the key of each pupil in a game, the hash of the seat's link.
    """

    version: int = Field(default=VERSION, ge=1)
    join: str
    pupils: list[PupilRecord] = []
    answers: dict[str, dict[str, GivenAnswer]] = {}
    asked: str = ""
    revealed: bool = False
    pace: Pace = Pace.TOGETHER
    pairs: dict[str, str] = {}


@dataclass(frozen=True)
class KnownPoint:
    """A point of the lesson plan: how many answers on it were right, and how many there are."""

    title: str
    sentence: str
    exercises: tuple[int, ...]
    right: int
    answered: int


@dataclass
class Classroom:
    """A class that learns one ruleset.

    >>> from engine import load
    >>> room = Classroom(load("examples/nim.cairn"), "en", None)
    >>> room.prepare()
    >>> room.join("Ada", "a"), room.ask(0), room.answer("a", 0, 1)
    (None, None, None)
    >>> room.votes(0)[1]
    ['Ada']
    """

    loaded: Loaded
    language: str
    path: Path | None
    record: ClassRecord = field(default_factory=lambda: ClassRecord(join=new_token()))
    exercises: tuple[Exercise, ...] = ()
    course: int = 0
    """So many of the exercises are those of the course; the rest are the exam's."""
    _at: dict[str, int] = field(default_factory=dict)
    """The exercise that a pupil looks at, where each has their own pace."""

    @cached_property
    def plan(self) -> LessonPlan:
        """Return the lesson plan, in the language of the class."""
        return plan_for(self.loaded, self.language)

    def prepare(self) -> None:
        """Make the questions, which takes some seconds; a thread of its own may do it."""
        course, exam = course_of(self.plan).exercises, exam_of(self.plan)
        asking = [exercise for exercise in course if len(exercise.answers) > 1]
        own = (replace(x, key=f"exam {n} {x.key}") for n, x in enumerate(exam, 1))
        self.course = len(asking)
        self.exercises = (*asking, *own)  # an exam may ask what the course has asked

    def prepare_aside(self) -> threading.Thread:
        """Make the questions in a thread, and return it."""
        thread = threading.Thread(target=self.prepare, daemon=True)
        thread.start()
        return thread

    # -------------------------------------------------------------- pupils

    def join(self, name: str, key: str) -> None:
        """Let someone in, by the hash of their token. Raises RefusedError."""
        plain = "".join(c if c.isprintable() else " " for c in name).split()
        called = " ".join(plain)[: limits.NAME]
        if not called:
            raise RefusedError(NO_NAME)
        if len(self.record.pupils) >= limits.PUPILS:
            raise RefusedError(FULL)
        taken = {pupil.name for pupil in self.record.pupils}
        numbered = (f"{called} {number}" for number in range(2, limits.PUPILS + 2))
        free = next(x for x in (called, *numbered) if x not in taken)
        self.record.pupils.append(PupilRecord(key=key, name=free))
        self._keep()

    def pupil(self, key: str) -> PupilRecord | None:
        """Return who comes by the hash of a token."""
        return next((pupil for pupil in self.record.pupils if pupil.key == key), None)

    def remove(self, name: str) -> str:
        """Forget a pupil and their answers; return the hash of their token, empty for nobody."""
        gone = next((pupil for pupil in self.record.pupils if pupil.name == name), None)
        if gone is None:
            return ""
        self.record.pupils.remove(gone)
        for given in self.record.answers.values():
            given.pop(gone.key, None)
        self.record.pairs.pop(gone.key, None)
        self._keep()
        return gone.key

    def pair(self, pairs: dict[str, str]) -> list[str]:
        """Let pupils play, each on the seat of a link, and nobody else; return the former links."""
        former = list(self.record.pairs.values())
        self.record.pairs = pairs
        self._keep()
        return former

    def forget(self) -> None:
        """Forget all pupils and answers; the link for pupils becomes another one."""
        self.record = ClassRecord(join=new_token())
        self._at.clear()
        self._keep()

    # -------------------------------------------------------------- questions

    @property
    def asked(self) -> int | None:
        """Return the number of the exercise that the teacher has laid."""
        keys = [exercise.key for exercise in self.exercises]
        return keys.index(self.record.asked) if self.record.asked in keys else None

    def ask(self, number: int) -> None:
        """Ask everybody a question; former answers to it are forgotten. Raises RefusedError."""
        key = self._exercise(number).key
        self.record.asked, self.record.revealed, self.record.pace = key, False, Pace.TOGETHER
        self.record.answers.pop(key, None)
        self._keep()

    def reveal(self) -> None:
        """Show what is right, and the rule that decides."""
        if self.asked is None:
            raise RefusedError(NOT_ASKED)
        self.record.revealed = True
        self._keep()

    def let(self, pace: Pace) -> None:
        """Let each pupil do the course or the exam at their own pace, or end that."""
        self.record.pace, self.record.asked = pace, ""
        self._at.clear()
        if pace is Pace.EXAM:
            for exercise in self.exercises[self.course :]:
                self.record.answers.pop(exercise.key, None)
        self._keep()

    @property
    def round(self) -> range:
        """Return the numbers of the exercises that are done at each one's own pace."""
        match self.record.pace:
            case Pace.COURSE:
                return range(self.course)
            case Pace.EXAM:
                return range(self.course, len(self.exercises))
            case _:
                return range(0)

    def current(self, key: str) -> int | None:
        """Return the number of the exercise that a pupil is asked now, None for none."""
        if self.record.pace is Pace.TOGETHER:
            return self.asked
        if key not in self._at:
            left = (n for n in self.round if self.choice(key, n) is None)
            found = next(left, None)
            if found is None:
                return None
            self._at[key] = found
        return self._at[key]

    def go_on(self, key: str) -> None:
        """Let a pupil see the next exercise of their own round, once they have answered."""
        number = self._at.get(key)
        if number is not None and self.choice(key, number) is not None:
            del self._at[key]

    def answer(self, key: str, number: int, choice: int) -> None:
        """Take an answer. Raises RefusedError for what isn't asked, or isn't open any more."""
        if self.pupil(key) is None or number != self.current(key) or self.shows(key, number):
            raise RefusedError(NOT_ASKED)
        exercise = self._exercise(number)
        if choice not in range(len(exercise.answers)):
            raise RefusedError(NOT_ASKED)
        given = GivenAnswer(choice=choice, right=choice == exercise.right)
        self.record.answers.setdefault(exercise.key, {})[key] = given
        if self.record.pace is Pace.EXAM:
            self.go_on(key)
        self._keep()

    def choice(self, key: str, number: int) -> int | None:
        """Return which answer a pupil has given."""
        given = self.record.answers.get(self.exercises[number].key, {}).get(key)
        return None if given is None else given.choice

    def shows(self, key: str, number: int) -> bool:
        """Return whether a pupil sees now what is right."""
        match self.record.pace:
            case Pace.TOGETHER:
                return self.record.revealed
            case Pace.COURSE:
                return self.choice(key, number) is not None
            case Pace.EXAM:
                return False

    def result(self, key: str) -> tuple[int, int]:
        """Return how many exercises of their round a pupil has answered rightly, and how many there
        are.
        """
        given = [self.record.answers.get(self.exercises[n].key, {}).get(key) for n in self.round]
        return sum(one is not None and one.right for one in given), len(given)

    # -------------------------------------------------------------- what is known

    def votes(self, number: int) -> list[list[str]]:
        """Return the pupils who have chosen each answer of an exercise."""
        exercise = self.exercises[number]
        given = self.record.answers.get(exercise.key, {})
        found: list[list[str]] = [[] for _ in exercise.answers]
        for pupil in self.record.pupils:
            if pupil.key in given and given[pupil.key].choice < len(found):
                found[given[pupil.key].choice].append(pupil.name)
        return found

    def known(self) -> list[KnownPoint]:
        """Return the points of the plan in their order, with what the class knows of each."""
        found = []
        for point in self.plan.points:
            numbers = [n for n, x in enumerate(self.exercises) if x.point == point.number]
            given = [
                one
                for n in numbers
                for one in self.record.answers.get(self.exercises[n].key, {}).values()
            ]
            right = sum(one.right for one in given)
            asking = tuple(n for n in numbers if n < self.course)
            found.append(KnownPoint(point.title, point.sentence, asking, right, len(given)))
        return found

    def _exercise(self, number: int) -> Exercise:
        if not self.exercises:
            raise RefusedError(PREPARING)
        if number not in range(len(self.exercises)):
            raise RefusedError(NOT_ASKED)
        return self.exercises[number]

    # -------------------------------------------------------------- the file

    def _keep(self) -> None:
        if self.path is not None:
            make_folder(self.path.parent, "the classes")
            write_file(self.path, self.record.model_dump_json(indent=1) + "\n")


def open_class(loaded: Loaded, language: str, path: Path) -> Classroom:
    """Return the class of a file, or a new one. Raises RulesError (E601) for a damaged file."""
    room = Classroom(loaded, language, path)
    if is_there(path):
        try:
            room.record = ClassRecord.model_validate_json(read_plain(path, LARGEST))
        except ValidationError:
            said = Message("{path} is no class of Cairn; move it away to begin a new one", path)
            raise RulesError(Diagnostic(Code.E601, said)) from None
        except OSError as problem:
            raise file_error(path, "read", problem) from None
        if room.record.version > VERSION:
            said = Message(NEWER, path, str(room.record.version))
            raise RulesError(Diagnostic(Code.E601, said))
    return room
