"""Which key does what, in one list: the help shows it, and the app goes by it."""

from __future__ import annotations

from viewer import commands as cmd
from viewer.commands import AtTable, Elsewhere, Everywhere, InSettings

COMMANDS: dict[str, cmd.AnyCommand] = {
    "z": AtTable.UNDO, "ctrl+z": AtTable.UNDO, "y": AtTable.REDO, "ctrl+y": AtTable.REDO,
    "ctrl+shift+z": AtTable.REDO, "shift+z": AtTable.REDO,
    "h": AtTable.HINT, "w": AtTable.WHY, "m": AtTable.MOVES, "p": AtTable.HURRY,
    "l": cmd.ShowTab("log"), "r": cmd.ShowTab("rules"), "s": cmd.ShowTab("scores"),
    "b": cmd.ShowTab("help"), "f1": cmd.ShowTab("help"),
    "?": Everywhere.HELP, "f10": Everywhere.MENU,
    "ctrl+s": AtTable.SAVE_GAME, "ctrl+n": Elsewhere.LEAVE_GAME, "ctrl+q": Everywhere.QUIT,
    ",": AtTable.BACK, ".": AtTable.FORWARD, "pageup": AtTable.BACK, "pagedown": AtTable.FORWARD,
    "home": cmd.LookAt(0), "end": AtTable.PRESENT, "t": AtTable.WHAT_IF, "f9": AtTable.END_WHAT_IF,
    "v": AtTable.REPLAY, "n": InSettings.SOUND,
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
    ("P", "key_now"),
    (",  .  End", "key_look"),
    ("V", "key_replay"),
    ("T", "what_if"),
    ("F9", "end_what_if"),
    ("L  R  S  B", "key_tabs"),
    ("Page ↑ ↓", "key_book"),
    ("Ctrl S", "key_save"),
    ("N", "key_sound"),
    ("F11", "fullscreen"),
    ("?", "key_help"),
)
"""Keys as they are written on them, with the name of the text that says what they do."""
