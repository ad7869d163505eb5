"""The cookbook: every recipe is played, its examples hold, and it is as short as it promises."""

from pathlib import Path

import pytest

from tests.docs.snippets import HARNESSES, Snippet, play, read, snippets, told

PAGE = HARNESSES.parents[2] / "docs" / "cookbook.md"
TEXT = PAGE.read_text("utf-8")
RECIPES = [found for found in snippets(TEXT) if found.sort == "fragment"]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda s: f"line {s.line}")
def test_a_recipe_works(recipe: Snippet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    loaded = read(recipe)
    assert told(loaded) == ""
    assert [d.message for d in loaded.findings.items if d.code == "W002"] == []
    for players in sorted({*loaded.checked().header.players}):
        play(loaded, players)


def test_a_recipe_has_an_example_and_a_link_to_a_game() -> None:
    chapters = [part for part in TEXT.split("\n## ") if "cairn fragment" in part]
    assert len(chapters) == len(RECIPES) >= 11
    for chapter in chapters:
        title = chapter.partition("\n")[0]
        assert '\nexample "' in chapter, title
        assert "(games.md" in chapter or "(examples.md#" in chapter, title


def test_the_games_that_the_recipes_change_are_printed() -> None:
    printed = [found.text for found in snippets(TEXT) if not found.sort]
    assert printed == [(HARNESSES / f"{n}.cairn").read_text("utf-8") for n in ("cards", "board")]
