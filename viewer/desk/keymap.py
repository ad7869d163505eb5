"""Which key does what, in one list: the help shows it, and the desk goes by it."""

from __future__ import annotations

from viewer.nodes import Do

COMMANDS: dict[str, Do] = {
    "z": Do("undo"), "ctrl+z": Do("undo"),
    "y": Do("redo"), "ctrl+y": Do("redo"), "ctrl+shift+z": Do("redo"), "shift+z": Do("redo"),
    "h": Do("hint"), "w": Do("why"), "m": Do("moves"), "p": Do("hurry"),
    "l": Do("tab", ("log",)), "r": Do("tab", ("rules",)), "s": Do("tab", ("scores",)),
    "?": Do("help"), "f1": Do("help"), "f10": Do("menu"), "ctrl+s": Do("save"),
    ",": Do("back"), ".": Do("forward"), "pageup": Do("back"), "pagedown": Do("forward"),
    "home": Do("look", ("0",)), "end": Do("return"), "ctrl+n": Do("lobby"), "ctrl+q": Do("quit"),
    "t": Do("fork"), "v": Do("replay"),
}  # fmt: skip
"""What keys do while a game is on the table."""

HELP: tuple[tuple[str, str], ...] = (
    ("Tab  ⇧Tab", "key_move"),
    ("← → ↑ ↓", "key_arrows"),
    ("⇧ ← → ↑ ↓", "key_all"),
    ("Enter", "key_enter"),
    ("Esc", "key_escape"),
    ("1 … 9", "key_digits"),
    ("M", "key_list"),
    ("W", "key_why"),
    ("Z  Y", "undo_redo"),
    ("H", "hint"),
    ("P", "play_now"),
    (",  .  End", "key_look"),
    ("V", "replay"),
    ("T", "fork"),
    ("L  R  S", "key_tabs"),
    ("Ctrl S", "key_save"),
    ("F11", "fullscreen"),
    ("?", "key_help"),
)
"""Keys as they are written on them, with the name of the text that says what they do."""
