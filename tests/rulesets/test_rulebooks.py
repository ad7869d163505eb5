"""The printed books, rule by rule: each has its sentence and its example in the ruleset.

The lists in `tests/rulebooks` name the rules by paraphrases; no sentence of a printed book is here.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from engine.rules.load import load, read_text
from tests.rulesets.outcomes import outcomes

FOLDER = Path(__file__).parents[1] / "rulebooks"
BOOKS = sorted(FOLDER.glob("*.yaml"))
FEWEST = 280


@cache
def read(path: Path) -> dict[str, Any]:
    """A book's list."""
    found: dict[str, Any] = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    return found


@cache
def text_of(ruleset: str) -> str:
    """The text of a ruleset and of the game that it is a variant of."""
    return "\n".join(read_text(file) for file in load(ruleset).files)


def test_all_five_books_and_the_variants_are_there() -> None:
    assert len(BOOKS) == 7
    assert sum(len(read(path)["rules"]) for path in BOOKS) >= FEWEST


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_rule_is_said(path: Path) -> None:
    text = text_of(read(path)["ruleset"])
    for rule in read(path)["rules"]:
        said = f'"{rule["sentence"]}"' if "sentence" in rule else rule["line"]
        assert said in text, rule["rule"]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_rule_has_an_example_that_holds(path: Path) -> None:
    known = {x.title: x.passed for x in outcomes(read(path)["ruleset"])}
    for rule in read(path)["rules"]:
        assert known.get(rule["example"]), f"{rule['rule']}: {rule['example']}"
