"""`cairn check --watch --study`: a line after each edit on what it did to play."""

from __future__ import annotations

from collections.abc import Callable

from engine.cli.errors import spoken
from engine.cli.output import put
from engine.cli.progress import progress
from engine.cli.trial import telling
from engine.language.message import Message
from engine.rules.load import Loaded, display
from engine.study.edit_study import FIRST, EditStudy
from engine.study.text_players import Interrupted


class EditWatch:
    """Studies the edits of one ruleset. `name` is what the command calls it."""

    def __init__(self, name: str, seconds: float) -> None:
        """Begin before the ruleset is first read."""
        self.name, self.study = name, EditStudy(seconds)

    def look(self, loaded: Loaded, changed: Callable[[], bool]) -> None:
        """Print what a text that passed its check did to play since the last one.

        The first text is what the first edit is compared with: its players are trained. Work stops
        as soon as `changed` says so. Raises RulesError where a game of the text can't be played.
        """
        file, seconds = display(loaded.path), self.study.seconds
        if self.study.reference is None:
            with progress("Training", 100) as update:
                self.study.open(loaded, telling(FIRST * seconds, update, changed))
            put(spoken(Message("{file}: edits are compared with this text", file)), flush=True)
            return
        try:
            with progress("Studying the edit", 100) as update:
                effect = self.study.effect(loaded, telling(seconds, update, changed))
        except Interrupted:
            return
        put(spoken(Message("{file}: {line}", file, effect.line)), flush=True)
