"""Colours of the terminal for the words of a game that name one."""

from __future__ import annotations

from rich.color import Color, ColorParseError


def style_of(words: str) -> str:
    """Return a style for words that name a colour of the terminal, else none.

    The bright form is used where there is one; black and white can't be read on every terminal, so
    what they name is only bold.
    """
    word = words.split(",")[0].strip().lower()
    if not word.isalpha() or word == "default":
        return ""
    try:
        color = Color.parse(word)
    except ColorParseError:
        return ""
    if color.number in (0, 7, 8, 15):
        return "bold"
    try:
        Color.parse(f"bright_{word}")
    except ColorParseError:
        return word
    return f"bright_{word}"
