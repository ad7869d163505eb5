"""Every broken text is refused in exactly the words that its case tells.

After a message was changed on purpose, `CAIRN_REWRITE=1 pytest tests/diagnostics` writes the new
ones into the cases; read every one of them before you keep it.
"""

import os
from functools import cache
from pathlib import Path

import pytest

from engine.game.examples import run_examples
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic
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
def test_says_exactly_this(case: Case) -> None:
    text, _ = case.build()
    said = "\n\n".join(d.render(loaded_from(text).findings.sources) for d in told(case))
    if REWRITE:
        case.write(said)
    else:
        assert said == case.says


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_points_at_the_mistake(case: Case) -> None:
    text, touched = case.build()
    loaded = loaded_from(text)
    lines = {item.span.line for item in told(case)}
    assert lines, "nothing is said"
    assert lines == case.elsewhere if case.elsewhere else lines <= touched
    # A text with an error has no model; one with warnings only has one.
    assert (loaded.rules is None) == bool(loaded.findings.errors)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_underlines_something_of_the_line(case: Case) -> None:
    text, _ = case.build()
    lines = text.split("\n")
    for item in told(case):
        span = item.span
        assert item.code in Code
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert (span.line, span.column) < (span.end_line, span.end_column)


def test_nothing_is_said_of_the_game_itself() -> None:
    assert load_text(BASE.read_text(encoding="utf-8"), Path(FILE)).findings.render() == ""


def test_there_are_many_different_cases() -> None:
    assert len(CASES) >= 60
    assert len({case.says for case in CASES}) >= len(CASES) - 5
    assert len({item for case in CASES for item in case.says.split() if "[E" in item}) >= 15
