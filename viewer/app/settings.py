"""The settings that a person changes while they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from viewer import commands as cmd
from viewer.app.i18n import languages
from viewer.app.preferences import SCALES, SPEEDS
from viewer.app.shell import Shell
from viewer.commands import InSettings


def settle(shell: Shell, command: cmd.SettingCommand) -> None:
    """Change the setting that a button or a key asks for."""
    prefs = shell.prefs
    match command:
        case InSettings.THEME:
            shell.settle(theme="contrast" if prefs.theme == "table" else "table")
        case InSettings.PALETTE:
            shell.settle(palette="safe" if prefs.palette == "usual" else "usual")
        case InSettings.SCALE:
            shell.settle(scale=_after(SCALES, prefs.scale))
        case InSettings.SPEED:
            shell.settle(speed=_after(SPEEDS, prefs.speed))
        case InSettings.SOUND:
            shell.settle(sound=not prefs.sound)
            name, now_on = shell.translate("sound"), "on" if shell.prefs.sound else "off"
            shell.toast(shell.translate("pair", name=name, value=shell.translate(now_on)))
        case cmd.Language(language):
            known, spoken = languages(), shell.translate.language
            now = known.index(spoken) if spoken in known else 0
            shell.settle(language=language or known[(now + 1) % len(known)])
        case InSettings.HIDE_HANDS:
            shell.settle(hide_hands=not prefs.hide_hands)
        case _:
            assert_never(command)


def _after(values: Sequence[float], value: float) -> float:
    """Return the value that follows the nearest one, after the last the first."""
    nearest = min(range(len(values)), key=lambda n: abs(values[n] - value))
    return values[(nearest + 1) % len(values)]
