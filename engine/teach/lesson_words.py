"""The words that lessons are made of, in the library's languages: `words/*.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from ruamel.yaml import YAML

from engine.rules.engine_messages import LANGUAGES


class LessonWords(BaseModel):
    """A language's file: its comments say what each part is."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    phrases: dict[str, str]
    me: tuple[str, str, str]
    with_me: dict[str, str]
    names: dict[str, tuple[str, str, str]]
    joined: dict[str, str] = {}
    one: dict[str, str] = {}
    no_nouns: tuple[str, ...] = ()
    number: tuple[str, str] = ("", "")
    ends: dict[str, tuple[str, str]] = {}


@cache
def lesson_words(language: str) -> LessonWords:
    """Return the words of a language, English ones for a language that isn't spoken here."""
    if language not in LANGUAGES:
        return lesson_words("en")
    text = (Path(__file__).parent / "words" / f"{language}.yaml").read_text("utf-8")
    return LessonWords.model_validate(YAML(typ="safe", pure=True).load(text))
