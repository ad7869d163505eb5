"""Colours: readable in both themes, known by name, told apart by lightness too."""

import dataclasses
import re

import pytest

from viewer.artwork import theme

READABLE = 4.5
PAIRS = [
    ("ink", "panel"),
    ("ink", "panel_top"),
    ("ink", "field"),
    ("ink_soft", "panel_top"),
    ("ink_soft", "field"),
    ("ink_faint", "panel_top"),
    ("accent", "field"),
    ("gold", "panel_top"),
    ("gold_ink", "gold"),
    ("good_ink", "good"),
    ("bad_ink", "bad"),
    ("button_ink", "button"),
    ("button_ink", "button_hot"),
    ("tip_ink", "tip"),
    ("tip_line", "tip"),
    ("ink_dark", "paper"),
]


@pytest.mark.parametrize("name", theme.THEMES)
def test_a_theme_is_whole(name: str) -> None:
    chosen = theme.THEMES[name]
    assert chosen.name == name
    for field in dataclasses.fields(chosen):
        value = getattr(chosen, field.name)
        if field.name not in ("name", "strong"):
            assert re.fullmatch("#[0-9a-f]{6}", value), field.name


@pytest.mark.parametrize("name", theme.THEMES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_writing_can_be_read(name: str, ink: str, ground: str) -> None:
    chosen = theme.THEMES[name]
    least = 7 if chosen.strong and "hot" not in ground else READABLE
    if (ink, ground) == ("good_ink", "good") and not chosen.strong:
        least = 3.6  # large bold figures only
    assert theme.contrast(getattr(chosen, ink), getattr(chosen, ground)) >= least


@pytest.mark.parametrize("hues", [*theme.AUTO_HUES, *theme.SEAT_HUES])
def test_numbers_on_cards_can_be_read(hues: theme.Hues) -> None:
    assert theme.contrast(hues.ink, hues.light) >= 7
    assert theme.contrast(theme.ink_on(hues.mid, hues.ink), hues.mid) >= 3.2


def test_colour_words_of_three_languages_mean_the_same() -> None:
    for words in (("red", "rot", "rouge", "Rote"), ("blue", "Blau", "bleue"), ("white", "weiß")):
        assert len({theme.hues_named(word) for word in words}) == 1
    assert theme.hues_named("gelb") == theme.hues_named("jaune") == theme.AUTO_HUES[0]
    assert theme.hues_named("dark-green") == theme.hues_named("grün")
    assert theme.hues_named("salmon") == theme.hues_named("red")
    assert theme.hues_named("Tuesday") is None


def test_hues_are_made_of_one_colour() -> None:
    hues = theme.hues_of("#808080")
    assert theme.contrast(hues.light, hues.dark) > 3
    assert hues.mid == "#808080"
    assert theme.blend("#000000", "#ffffff", 0.5) == "#808080"
    assert theme.ink_on("#ffffff") == "#14232a"
    assert theme.ink_on("#000000") == "#ffffff"
