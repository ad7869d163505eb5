"""The text of a construct: what the rules say, without what people read."""

import re
from pathlib import Path

import pytest

from engine.language.diagnostics import Findings
from engine.language.format import format_text
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules.construct_text import parts
from engine.rules.load import load
from engine.teach.constructs import constructs
from tests.scope import GAMES

CARD = load("lost-cities-card").path.read_text("utf-8")
TAKEN_BACK = "You may not take the card that you have just discarded."
HEADER = ("aim", "players", "start", "rounds", "teams")


def texts(text: str) -> list[str]:
    return [part.text for part in parts(parse(Source("card.cairn", text), Findings()).items)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_construct_of_the_lesson_plan_has_its_part(path: Path) -> None:
    loaded = load(path)
    places = {(part.kind, part.span) for part in parts(loaded.items)}
    for one in constructs(loaded.checked()):
        assert one.kind in HEADER or (one.kind, one.node.span) in places, one


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r'^( +)"[^"]+"$', r'\1"Something else."'),
        (r'because "[^"]+"', 'because "No."'),
        (r'(add|times)( +)"[^"]+"', r'\1\2"A line"'),
        (r"  #.*", ""),
        (r"$", "  # a comment"),
        (r" (?=[=<>] )", "   "),
        (r'example "Sixty(.|\n)*?\n\n', ""),
    ],
)
def test_sentences_comments_blanks_and_examples_change_no_text(pattern: str, new: str) -> None:
    changed = re.sub(pattern, new, CARD, flags=re.MULTILINE)
    assert changed != CARD
    assert texts(changed) == texts(CARD)
    formatted = format_text(Source("card.cairn", changed), Findings())
    assert texts(formatted) == texts(CARD)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("> last(column)", ">= last(column)", ["rule fits"]),
        ("value = 0 and", "value = 1 and", ["rule fits"]),
        ("leader", "anyone", ["start "]),
        ("deal 8", "deal 9", ["setup "]),
        ('  20 when', '  10 when', ["line {colour} bonus"]),
        ("colour != laid", "colour = laid", [f"require {TAKEN_BACK}"]),
        ("face up", "face down", ["zone discards"]),
        ("shuffle deck", "shuffle discards[red]", ["setup "]),
    ],
)  # fmt: skip
def test_a_change_shows_in_the_construct_itself_only(
    old: str, new: str, changed: list[str]
) -> None:
    assert CARD.count(old) == 1
    found = parse(Source("card.cairn", CARD.replace(old, new)), Findings()).items
    pairs = zip(parts(found), texts(CARD), strict=True)
    assert [f"{part.kind} {part.name}" for part, text in pairs if part.text != text] == changed
