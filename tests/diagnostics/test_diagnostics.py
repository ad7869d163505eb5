"""Every broken text is refused in exactly the words that its case tells.

After a message was changed on purpose, `CAIRN_REWRITE=1 pytest tests/diagnostics` writes the new
ones into the cases; read every one of them before you keep it.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic
from engine.language.message import Message
from engine.rules.catalogue import Catalogue
from engine.rules.load import Loaded, load_text
from tests.diagnostics.cases import BASE, FILE, Case, cases

CASES = cases()
REWRITE = bool(os.environ.get("CAIRN_REWRITE"))


@cache
def loaded_from(text: str) -> Loaded:
    return load_text(text, Path(FILE))


@cache
def told(case: Case) -> tuple[Diagnostic, ...]:
    """What is said of the text, in the end of its examples, if they are run."""
    loaded = loaded_from(case.build()[0])
    if not case.runs or loaded.findings.errors:
        return tuple(loaded.findings.in_order())
    outcomes = run_examples(loaded)
    wrong = [outcome.diagnostic for outcome in outcomes if outcome.diagnostic is not None]
    return *loaded.findings.in_order(), *wrong


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_broken_text_is_refused(case: Case) -> None:
    says_exactly_this(case)
    points_at_the_mistake(case)
    underlines_something_of_the_line(case)
    every_message_has_a_german_and_a_french_translation(case)
    no_sentence_has_more_than_25_words(case)


def says_exactly_this(case: Case) -> None:
    text, _ = case.build()
    said = "\n\n".join(d.render(loaded_from(text).findings.sources) for d in told(case))
    if REWRITE:
        case.write(said)
    else:
        assert said == case.says


def points_at_the_mistake(case: Case) -> None:
    text, touched = case.build()
    loaded = loaded_from(text)
    lines = {item.span.line for item in told(case)}
    assert lines, "nothing is said"
    assert lines == case.elsewhere if case.elsewhere else lines <= touched
    # A text with an error has no model; one with warnings only has one.
    assert (loaded.rules is None) == bool(loaded.findings.errors)


def underlines_something_of_the_line(case: Case) -> None:
    text, _ = case.build()
    lines = text.split("\n")
    for item in told(case):
        span = item.span
        assert item.code in Code
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert (span.line, span.column) < (span.end_line, span.end_column)


def every_message_has_a_german_and_a_french_translation(case: Case) -> None:
    for item in told(case):
        for message in (item.message, item.advice, *item.notes):
            for part in parts_of(message):
                for language in ("de", "fr"):
                    translated = Catalogue(language).told(part)
                    assert translated != part or not words_of(part), (language, part)
        for language in ("de", "fr"):
            in_language = Catalogue(language).told
            assert in_language(item.message) in item.render({}, in_language)


def parts_of(message: str) -> Iterator[str]:
    """A message and the messages among its values."""
    if message:
        yield message
    for value in message.values.values() if isinstance(message, Message) else ():
        if isinstance(value, Message):
            yield from parts_of(value)


def words_of(message: str) -> list[str]:
    """The words of a message's own: none of what it quotes from the rules."""
    template = message.template if isinstance(message, Message) else message
    return re.findall(r"[a-z]+", re.sub(r"\{\w+\}|'[^']*'", "", template))


def no_sentence_has_more_than_25_words(case: Case) -> None:
    for item in told(case):
        for message in (item.message, item.advice):
            assert all(len(part.split()) <= 25 for part in re.split(r"[.;:] ", message)), message


def test_nothing_is_said_of_the_game_itself() -> None:
    assert load_text(BASE.read_text(encoding="utf-8"), Path(FILE)).findings.render() == ""


def test_there_are_many_different_cases() -> None:
    assert len(CASES) >= 60
    assert len({case.says for case in CASES}) >= len(CASES) - 5
    assert len({item for case in CASES for item in case.says.split() if "[E" in item}) >= 15
