"""Every language says everything, with the same values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from viewer.app.i18n import Translator, languages, sentences
from viewer.artwork.fonts import missing


def _values(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", languages())
def test_a_language_has_every_text_with_its_values(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert set(other) == set(english)
    for key, text in english.items():
        assert _values(other[key]) == _values(text), key
        assert not missing(other[key]), key


def test_the_window_speaks_the_languages_of_the_library() -> None:
    from engine.rules import library

    assert set(languages()) == set(library.languages())


def test_an_unknown_language_speaks_english() -> None:
    assert Translator("xx")("undo") == sentences("en")["undo"]


def test_no_text_is_left_over() -> None:
    folder = Path(__file__).parents[3] / "viewer"
    files = [*(folder / "app").glob("*.py"), *(folder / "panels").glob("*.py")]
    page = (folder / "page").rglob("*.*")
    files += [file for file in page if file.suffix in (".py", ".js")]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    for key in sentences("en"):
        name = key.removesuffix(".one")
        assert (
            key.startswith(("theme_", "agent_", "palette_", "strength_", "kind_"))
            or f'"{name}"' in code
            or f"'{name}'" in code
            or f"words.{name}" in code
        ), key
