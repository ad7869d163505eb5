"""The names that keys have for an app."""

import pytest

from viewer.window.keys import key_name, text_name


@pytest.mark.parametrize(
    ("symbol", "held", "name"),
    [
        ("RETURN", [], "enter"),
        ("NUM_ENTER", [], "enter"),
        ("TAB", ["shift"], "shift+tab"),
        ("user_key(17)", ["shift"], "shift+tab"),
        ("LEFT", ["ctrl", "shift"], "ctrl+shift+left"),
        ("F11", [], "f11"),
        ("Z", [], ""),  # it comes as text
        ("Z", ["shift"], ""),
        ("Z", ["ctrl"], "ctrl+z"),
        ("Z", ["shift", "ctrl"], "ctrl+shift+z"),
        ("_1", ["ctrl"], "ctrl+1"),
        ("NUM_1", ["alt"], "alt+1"),
        ("SPACE", ["ctrl"], "ctrl+space"),
        ("LCTRL", ["ctrl"], ""),
        ("user_key(5f)", ["ctrl"], ""),
    ],
)
def test_pressed_keys(symbol: str, held: list[str], name: str) -> None:
    assert key_name(symbol, held) == name


@pytest.mark.parametrize(
    ("text", "shift", "name"),
    [
        ("z", False, "z"),
        ("Z", True, "shift+z"),
        ("Z", False, "z"),  # with caps lock
        ("7", True, "7"),  # on a French keyboard
        ("?", True, "?"),
        ("+", False, "plus"),
        (" ", False, "space"),
        ("é", False, "é"),
        ("\r", False, ""),
        ("", False, ""),
    ],
)
def test_written_keys(text: str, shift: bool, name: str) -> None:
    assert text_name(text, shift) == name
