"""Which key does what, in one list: the help shows it, and the desk goes by it."""

from __future__ import annotations

from viewer import commands as cmd

COMMANDS: dict[str, cmd.AnyCommand] = {
    "z": cmd.Undo(), "ctrl+z": cmd.Undo(),
    "y": cmd.Redo(), "ctrl+y": cmd.Redo(), "ctrl+shift+z": cmd.Redo(), "shift+z": cmd.Redo(),
    "h": cmd.Hint(), "w": cmd.Why(), "m": cmd.Moves(), "p": cmd.Hurry(),
    "l": cmd.ShowTab("log"), "r": cmd.ShowTab("rules"), "s": cmd.ShowTab("scores"),
    "?": cmd.Help(), "f1": cmd.Help(), "f10": cmd.Menu(), "ctrl+s": cmd.SaveGame(),
    ",": cmd.Back(), ".": cmd.Forward(), "pageup": cmd.Back(), "pagedown": cmd.Forward(),
    "home": cmd.LookAt(0), "end": cmd.Present(), "ctrl+n": cmd.LeaveGame(), "ctrl+q": cmd.Quit(),
    "t": cmd.Fork(), "f9": cmd.EndStudy(), "v": cmd.Replay(), "n": cmd.Sound(),
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
    ("F9", "end_study"),
    ("L  R  S", "key_tabs"),
    ("Ctrl S", "key_save"),
    ("N", "key_sound"),
    ("F11", "fullscreen"),
    ("?", "key_help"),
)
"""Keys as they are written on them, with the name of the text that says what they do."""
