"""A game with a tutor that is kept while it is played, so that it can be left at any time.

Two files in the state folder: the game as a save, and what the tutor has said. A file that can't be
read counts as none: the lesson begins anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game.saves import read_save, replay_on, write_save
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.language.files import make_folder, write_file
from engine.rules.load import Loaded
from engine.storage.folders import state_folder
from engine.storage.plain_file import is_there, read_plain
from engine.teach.tutor import Tutor

VERSION = 1
"""Bump it when what is in a file means something else."""
LARGEST = 1_000_000


@dataclass(frozen=True)
class KeptLesson:
    """Where the lesson of one person in one ruleset is kept."""

    path: Path

    @staticmethod
    def of(ruleset: str, person: str = "me") -> KeptLesson:
        """Return the lesson of a person. Raises OSError without a home."""
        return KeptLesson(state_folder() / "learning" / f"{ruleset}.{person}.lesson")

    @property
    def _told(self) -> Path:
        return self.path.with_name(f"{self.path.name}.json")

    def write(self, session: Session, seats: Sequence[str], tutor: Tutor) -> None:
        """Keep a game and what was said in it. Raises RulesError (E601) where it can't be."""
        make_folder(self.path.parent, "what is learned")
        points = tutor.plan.points
        told = {
            "version": VERSION,
            "said": [points[number].key for number in sorted(tutor.said)],
            "happened": [points[number].key for number in sorted(tutor.happened)],
        }
        write_file(self._told, json.dumps(told) + "\n")
        write_save(session, self.path, seats)

    def read(self, loaded: Loaded, language: str, players: int | None) -> Session | None:
        """Return the game that was left, None for none that is on, or none for so many players."""
        if not is_there(self.path):
            return None
        try:
            save = read_save(self.path)
            if players not in (None, save.players):
                return None
            session = replay_on(save, loaded, language=language)
        except RulesError:
            return None
        return None if session.over else session

    def remind(self, tutor: Tutor) -> None:
        """Let a tutor know what was said before; what has changed in the rules is new again."""
        with suppress(OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            data: Any = json.loads(read_plain(self._told, LARGEST).decode("utf-8"))
            if data["version"] != VERSION:
                return
            numbers = {point.key: point.number for point in tutor.plan.points}
            tutor.said |= {numbers[key] for key in data["said"] if key in numbers}
            tutor.happened |= {numbers[key] for key in data["happened"] if key in numbers}

    def forget(self) -> None:
        """Remove what was kept: the game is over."""
        for path in (self.path, self._told):
            with suppress(OSError):
                path.unlink()
