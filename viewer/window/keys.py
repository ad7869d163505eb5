"""The names of keys, the same on every system and keyboard."""

from __future__ import annotations

from collections.abc import Collection

SPECIAL = {
    "RETURN": "enter",
    "ENTER": "enter",
    "NUM_ENTER": "enter",
    "ESCAPE": "escape",
    "TAB": "tab",
    "user_key(17)": "tab",  # on X, with shift: another symbol on the same key, which is the 0x17th
    "LEFT": "left",
    "RIGHT": "right",
    "UP": "up",
    "DOWN": "down",
    "NUM_LEFT": "left",
    "NUM_RIGHT": "right",
    "NUM_UP": "up",
    "NUM_DOWN": "down",
    "BACKSPACE": "backspace",
    "DELETE": "delete",
    "NUM_DELETE": "delete",
    "HOME": "home",
    "END": "end",
    "NUM_HOME": "home",
    "NUM_END": "end",
    "PAGEUP": "pageup",
    "PAGEDOWN": "pagedown",
    "NUM_PAGE_UP": "pageup",
    "NUM_PAGE_DOWN": "pagedown",
    **{f"F{number}": f"f{number}" for number in range(1, 13)},
}
"""Keys that write nothing, by the names that pyglet has for them."""

WRITTEN = {
    "SPACE": "space",
    "PLUS": "plus",
    "MINUS": "minus",
    "EQUAL": "plus",
    "SLASH": "/",
    "PERIOD": ".",
}
"""Keys that write something, when they are held with ctrl or alt."""

ORDER = ("ctrl", "alt", "shift")


def key_name(symbol: str, held: Collection[str]) -> str:
    """Return the name of a key that was pressed, or nothing if what it writes will come as text.

    `symbol` is pyglet's name for it, `held` the modifiers: ctrl, alt, shift.
    """
    plain = SPECIAL.get(symbol)
    if plain is None:
        if not {"ctrl", "alt"} & set(held):
            return ""
        plain = WRITTEN.get(symbol) or symbol.removeprefix("NUM_").removeprefix("_").lower()
        if len(plain) > 1 and plain not in WRITTEN.values():
            return ""
    return "".join(f"{name}+" for name in ORDER if name in held) + plain


def text_name(text: str, shift: bool) -> str:
    """Return the name of a key by what it wrote: letters small, with `shift+` if it was held."""
    if text == " ":
        return "space"
    if len(text) != 1 or not text.isprintable():
        return ""
    if text.isalpha():
        return ("shift+" if shift and text != text.lower() else "") + text.lower()
    return {"+": "plus", "-": "minus"}.get(text, text)
