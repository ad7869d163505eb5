"""What every classic on the shelf has, and what must hold in any game of it."""

import pytest

from benchmarks.equality import compare
from engine.rules.library import languages, library_entry
from engine.teach.lessons import lesson_paths, read_lessons
from tests.rulesets.outcomes import loaded
from tests.scope import CLASSICS, telling

EXAMPLES = 5


@pytest.mark.parametrize("name", CLASSICS)
def test_its_header_says_for_whom_it_is(name: str) -> None:
    entry = library_entry(loaded(name))
    assert entry.kind
    assert entry.minutes
    assert entry.aim


@pytest.mark.parametrize("name", CLASSICS)
def test_its_rules_are_right_and_have_examples(name: str) -> None:
    assert loaded(name).findings.render() == ""
    assert len(loaded(name).checked().examples) >= EXAMPLES  # `cairn check` runs them


@pytest.mark.parametrize("name", CLASSICS)
def test_what_a_player_meets_has_words(name: str) -> None:
    rules = loaded(name).checked()
    said = {rule.name: rule.words for rule in rules.rules.values() if " " not in rule.name}
    said |= {f"option {option.name}": option.words for option in rules.options.values()}
    said |= {ending.title: ending.words for ending in rules.endings}
    assert [what for what, words in said.items() if not words] == []


@pytest.mark.parametrize("name", CLASSICS)
def test_it_has_lessons_in_every_language(name: str) -> None:
    found = [lesson for path in lesson_paths(loaded(name)) for lesson in read_lessons(path).lessons]
    assert found
    for lesson in found:
        assert set(lesson.text) == set(languages())


@pytest.mark.parametrize("name", telling(("cribbage", "draughts", "spades", "yacht"), CLASSICS))
def test_both_executors_play_it_alike(name: str) -> None:
    decisions, _ = compare(name, 1, most=1)
    assert decisions > 0
