"""The names of keys, the same on every system and keyboard."""

from __future__ import annotations

from collections.abc import Collection

SILENT = {
    "ESCAPE", "TAB", "LEFT", "RIGHT", "UP", "DOWN", "BACKSPACE", "DELETE", "HOME", "END",
    "PAGEUP", "PAGEDOWN", "ENTER", *(f"F{number}" for number in range(1, 13)),
}  # fmt: skip
"""Keys that write nothing, by the names that pyglet has for them but for `NUM_` and `_`."""
OTHERS = {"RETURN": "ENTER", "user_key(17)": "TAB"}
"""Those with another name. On X a tab with shift is another symbol on the same key, the 0x17th."""

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
    plain = OTHERS.get(symbol) or symbol.removeprefix("NUM_").replace("_", "")
    if plain in SILENT:
        plain = plain.lower()
    elif not {"ctrl", "alt"} & set(held):
        return ""
    else:
        plain = WRITTEN.get(plain) or plain.lower()
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
