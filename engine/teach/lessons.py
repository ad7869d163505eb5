"""Hand-written lessons: YAML beside a ruleset, checked against its rules.

A lesson has a position, as an example of the rules gives it, a text, and either a move that is to
be found or a question with answers. Values in braces are computed in the position, so that no
number is typed twice. A file `NAME.lessons.yaml` belongs to `NAME.cairn`; variants have the lessons
of their game, too, as far as these fit them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.placed_yaml import PlacedYaml
from engine.language.source import Source
from engine.rules.engine_messages import LANGUAGES
from engine.rules.load import Loaded, display, read_beside
from engine.storage.plain_file import is_there

SUFFIX = ".lessons.yaml"
CODE = Code.E607
MOST = 200
"""So many lessons a file has at most."""


def _as_words(value: object) -> object:
    """Read a plain text as one in English; the lines of a text are one line."""
    if isinstance(value, str):
        return {"en": _folded(value)}
    return (
        {language: _folded(text) for language, text in value.items()}
        if isinstance(value, Mapping)
        else value
    )


def _folded(text: object) -> object:
    return re.sub(r"\s*\n\s*", " ", text).strip() if isinstance(text, str) else text


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Words = Annotated[dict[str, str], BeforeValidator(_as_words)]
"""A text by language; English is always there."""


class _Part(BaseModel):
    """A part of a file of lessons: nothing in it may be misspelt."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(_Part):
    """An answer to a question; `why` is said when it is chosen."""

    text: Words
    right: bool = False
    why: Words | None = None


class Lesson(_Part):
    """A lesson. `about`: the points of the plan that it takes the place of, by their keys.

    `move`: the moves that are right, `wrong`: what is said of others, by the move, `other` for all
    the rest. Instead of a move there may be `ask` with `answers`.
    """

    title: Words
    about: Annotated[list[str], BeforeValidator(_as_list)] = []
    position: str = ""
    text: Words
    move: Annotated[list[str], BeforeValidator(_as_list)] = []
    right: Words | None = None
    wrong: dict[str, Words] = {}
    ask: Words | None = None
    answers: list[Answer] = []

    def texts(self) -> Iterator[tuple[tuple[str | int, ...], dict[str, str]]]:
        """Yield every text of it with its path."""
        for name in ("title", "text", "right", "ask"):
            words = getattr(self, name)
            if words is not None:
                yield (name,), words
        for move, words in self.wrong.items():
            yield ("wrong", move), words
        for number, answer in enumerate(self.answers):
            yield ("answers", number, "text"), answer.text
            if answer.why is not None:
                yield ("answers", number, "why"), answer.why


class _File(_Part):
    """What stands in a file of lessons."""

    lessons: list[Lesson] = Field(max_length=MOST)


@dataclass(frozen=True)
class LessonFile:
    """The lessons of a file, with the places of what is in it."""

    lessons: tuple[Lesson, ...]
    places: PlacedYaml


VALUE = re.compile(r"\{([^{}]*)\}")
"""A value in a text: an expression of the rules in braces."""
SEAT = re.compile(r"seat ([0-9]{1,2})")
"""What stands in braces for a seat, so that the reader is told who sits there."""
OTHER = "other"
"""What is said of all moves that no more is said of."""


def lesson_paths(loaded: Loaded) -> list[Path]:
    """Return the files of lessons of a ruleset, its own first, then those of what it builds on."""
    beside = [path.with_suffix("").with_suffix(SUFFIX) for path in dict.fromkeys(loaded.files)]
    return [path for path in beside if is_there(path)]


def read_lessons(path: Path) -> LessonFile:
    """Read a file of lessons. Raises RulesError (E607, E601) with every error and its place."""
    source = Source(display(path), read_beside(path, "file of lessons"))
    places = PlacedYaml(source, CODE, "this file of lessons")
    if not isinstance(places.data, Mapping):
        raise RulesError(places.problem((), "a file of lessons begins with 'lessons:'"))
    try:
        lessons = tuple(_File.model_validate(places.data).lessons)
    except ValidationError as problem:
        told = (_plain_problem(places, error) for error in problem.errors())
        raise RulesError(*{(d.span.line, d.span.column): d for d in told}.values()) from None
    faults = [fault for n, one in enumerate(lessons) for fault in _faults(places, n, one)]
    if faults:
        raise RulesError(*faults)
    return LessonFile(lessons, places)


def _plain_problem(places: PlacedYaml, error: Any) -> Diagnostic:
    """Return what pydantic found as people are told it."""
    path = [key for key in error["loc"] if key != "[key]"]
    kind, name = error["type"], str(path[-1]) if path else ""
    if kind == "extra_forbidden":
        return places.problem(path, f"'{name}' means nothing here", on_key=True)
    if kind == "missing":
        return places.problem(path[:-1], f"'{name}' is missing here", on_key=True)
    if kind == "too_long":
        many = error["ctx"]["actual_length"]
        return places.problem(path, f"at most {MOST} lessons stand here, not {many}", on_key=True)
    if kind in ("string_type", "dict_type") and path:
        return places.problem(path, "a text stands here, or a text for each language")
    return places.problem(path, str(error["msg"]).lower())


def _faults(places: PlacedYaml, number: int, lesson: Lesson) -> Iterator[Diagnostic]:
    """Yield what is wrong with a lesson whatever the rules say."""
    here: tuple[str | int, ...] = ("lessons", number)
    for path, words in lesson.texts():
        if "en" not in words:
            yield places.problem((*here, *path), "this text is missing in English, 'en'")
        for language in set(words) - set(LANGUAGES):
            message = f"'{language}' is no language here; there are {', '.join(LANGUAGES)}"
            yield places.problem((*here, *path, language), message, on_key=True)
        values = {name: sorted(VALUE.findall(text)) for name, text in words.items()}
        for language, found in values.items():
            if found != values.get("en", found):
                message = "this text quotes other values in braces than the English one"
                yield places.problem((*here, *path, language), message)
    for wrong, name, message in (
        (lesson.move and lesson.answers, "answers", "a lesson has a move or answers, not both"),
        (lesson.wrong and not lesson.move, "wrong", "a lesson without 'move' has no wrong moves"),
        (
            bool(lesson.ask) != bool(lesson.answers),
            "ask" if lesson.ask else "answers",
            "'ask' and 'answers' belong together",
        ),
        (
            lesson.answers and [a.right for a in lesson.answers].count(True) != 1,
            "answers",
            "one of the answers is right: say 'right: true' there, and only there",
        ),
    ):
        if wrong:
            yield places.problem((*here, name), message, on_key=True)


def said(words: Mapping[str, str] | None, language: str) -> str:
    """Return a text in a language, in English where it isn't there; empty for none."""
    return "" if words is None else words.get(language, words.get("en", ""))
