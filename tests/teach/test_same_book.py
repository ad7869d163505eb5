"""Rules that play differently have different books, whatever their author's sentences say."""

from functools import cache
from pathlib import Path

import pytest

from benchmarks.books import bare, mutants, readable, text_of
from engine.rules.files import library
from engine.rules.load import load_text

CARD, RIVALS = "lost-cities-card", "lost-cities-rivals"
BOARD, DICE = "lost-cities-board", "lost-cities-roll-and-write"
CHANGES = (
    (CARD, "laid := card.colour", ""),
    (CARD, "or card.value = 0 and last(column).value = 0", ""),
    (
        CARD,
        "for each colour where my expedition[colour] is not empty",
        "for each colour where my expedition[colour] is empty",
    ),
    (CARD, "or card.value > last(column).value", "or card.value > first(column).value"),
    (CARD, "move card to my expedition[card.colour]", ""),
    (RIVALS, "if not wanted(card): move card to box", ""),
    (
        RIVALS,
        "let pile = min(n for n in 1..3 where stock[n] is not empty)",
        "let pile = min(n for n in 1..3)",
    ),
    (
        RIVALS,
        "column is empty or card.value >= last(column).value",
        "column is empty or card.value >= first(column).value",
    ),
    (RIVALS, "move all from stock[pile] to deck", ""),
    (
        RIVALS,
        "any(fits(card, expedition[player, card.colour]) for player in Player)",
        "all(fits(card, expedition[player, card.colour]) for player in Player)",
    ),
    (BOARD, "move explorer forward 1", ""),
    (DICE, "cross(side)", ""),
    (
        DICE,
        "require free = 1 or my path[target] is not empty",
        "require free > 1 or my path[target] is not empty",
    ),
    (
        DICE,
        "game ends at end of turn when all(track[player, dice] is full for player in Player)",
        "game ends at end of turn when any(track[player, dice] is full for player in Player)",
    ),
    (DICE, "write mark in my circle[hue.face]", ""),
    (
        DICE,
        "zone path[Player, Colour]:   column of 1..10, at most 10",
        "zone path[Player, Colour]:   column of 2..10, at most 10",
    ),
    (DICE, "move die to taken", ""),
    (DICE, "keep(hue, die)", ""),
    (DICE, "if not closed[column]: write mark in my bridge[column]", ""),
    (
        DICE,
        "game ends at end of turn when all(closed[column] for column in Column)",
        "game ends at end of turn when any(closed[column] for column in Column)",
    ),
    (DICE, "if symbol[colour, space] = A: tick(artifacts)", ""),
)
"""What books didn't show before everything was put into words: a line, and what took its place."""
PATHS = {path.stem: path for path in library()}


@cache
def book(name: str, language: str) -> str:
    return text_of(load_text(bare(PATHS[name]), PATHS[name]), language=language)


def changed(path: Path, line: str, new: str) -> str:
    rows = bare(path).split("\n")
    place = next(n for n, row in enumerate(rows) if row.strip() == line)
    rows[place] = rows[place].replace(line, new).rstrip()
    return "\n".join(rows)


@pytest.mark.parametrize(("name", "line", "new"), CHANGES)
def test_a_changed_rule_shows_in_its_book(name: str, line: str, new: str) -> None:
    loaded = load_text(changed(PATHS[name], line, new), PATHS[name])
    assert not loaded.findings.errors
    assert text_of(loaded) != book(name, "en")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_it_shows_in_each_language(language: str) -> None:
    for name, line, new in CHANGES[::10]:
        loaded = load_text(changed(PATHS[name], line, new), PATHS[name])
        assert text_of(loaded, language=language) != book(name, language), line


def test_the_same_rules_have_the_same_book() -> None:
    assert text_of(load_text(bare(PATHS[CARD]), PATHS[CARD])) == book(CARD, "en")


def test_a_mutant_changes_its_line_and_reads() -> None:
    found = [one for one, _ in zip(mutants([PATHS[CARD]], 3), range(40), strict=False)]
    original = bare(PATHS[CARD]).split("\n")
    for one in found:
        assert original[one.line - 1].strip() == one.before
        assert one.text.split("\n") != original
    assert any(readable(one) for one in found)
