"""Keeping games: each one by itself while it is played, and under a name when that is asked for."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter

from engine.agents.search_config import current_name
from engine.game.ruleset_tests import playable
from engine.game.saves import read_save, replay_on, write_save
from engine.game.session import Session
from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import write_file
from engine.language.message import Message
from engine.rules.load import Loaded, load
from engine.storage.file_names import usable_name
from engine.storage.plain_file import read_plain

LARGEST = 4_000_000
"""So many bytes the list of games takes at most."""
MOST = 12
"""So many games are kept by themselves; the oldest go."""


LONGEST = 60
"""So many characters the name of a save has at most."""


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept: its file, how its rules are opened, and what is said about it."""

    file: str
    rules: str
    title: str
    moves: int
    seats: tuple[str, ...]
    when: Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]
    named: bool = False


_ROWS = TypeAdapter(list[KeptGame])


class Autosave:
    """Keeps games in a folder of the person's own."""

    def __init__(self, folder: Path) -> None:
        """Prepare; the folder is made when the first game is kept."""
        self.folder = folder
        self.current: str = ""

    @property
    def _index(self) -> Path:
        return self.folder / "games.json"

    def fresh(self) -> None:
        """Keep what comes as another game."""
        self.current = ""

    def keep(self, session: Session, seats: Sequence[str], rules: str, title: str) -> bool:
        """Keep a game as it is now; one that is over or not begun isn't kept any longer."""
        if not self.current:
            self.current = f"{session.game.loaded.name}-{time.time_ns() // 1_000_000}.save"
        if session.over or not session.history:
            self.drop(self.current)
            return True
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_save(session, self.folder / self.current, seats)
        except (OSError, RulesError):
            return False
        return self._note(self.current, session, seats, rules, title)

    def proposal(self, session: Session) -> str:
        """Return the first free name for a save of a game."""
        number = 1
        while self.has(f"{session.game.loaded.name}-{number}"):
            number += 1
        return f"{session.game.loaded.name}-{number}"

    def can_name(self, name: str) -> bool:
        """Return whether a save can have a name on every system."""
        return 0 < len(name) <= LONGEST and not (
            set(name) & set('/\\:*?"<>|') or name[0] == "." or not name.isprintable()
        )

    def has(self, name: str) -> bool:
        """Return whether there is a save of a name."""
        return (self.folder / f"{name}.save").exists()

    def save(
        self, session: Session, seats: Sequence[str], rules: str, title: str, name: str
    ) -> Path:
        """Save a game under a name. Raises RulesError (E601) when that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            message = Message(
                "{folder} can't be written: {strerror}", self.folder, problem.strerror
            )
            raise RulesError(Diagnostic(Code.E601, message)) from None
        path = self.folder / f"{name}.save"
        write_save(session, path, seats)
        self._note(path.name, session, seats, rules, title, named=True)
        return path

    def _note(
        self,
        file: str,
        session: Session,
        seats: Sequence[str],
        rules: str,
        title: str,
        *,
        named: bool = False,
    ) -> bool:
        mine = KeptGame(file, rules, title, len(session.history), tuple(seats), time.time(), named)
        rows = [mine, *(r for r in self.recent() if r.file != file)]
        kept = [r for r in rows if r.named] + [r for r in rows if not r.named][:MOST]
        for row in rows:
            if row not in kept:
                self._remove(row.file)
        return self._write(kept)

    def _remove(self, file: str) -> None:
        """Remove a save; one that can't be removed is only not listed any longer."""
        with suppress(OSError):
            (self.folder / file).unlink(missing_ok=True)

    def _write(self, rows: Sequence[KeptGame]) -> bool:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(self._index, json.dumps([asdict(r) for r in rows], indent=1) + "\n")
        except (OSError, RulesError):
            return False
        return True

    def recent(self) -> list[KeptGame]:
        """Return the games that are kept, the latest first; none where nothing can be read."""
        try:
            found = _ROWS.validate_json(read_plain(self._index, LARGEST))
        except (OSError, ValueError):
            return []
        known = [r for r in found if usable_name(r.file) and (self.folder / r.file).is_file()]
        return sorted(known, key=lambda r: -r.when)

    def drop(self, file: str) -> None:
        """Forget a game."""
        rows = self.recent()
        if any(r.file == file for r in rows):
            self._remove(file)
            self._write([r for r in rows if r.file != file])

    def resume(self, file: str, language: str) -> tuple[Session, list[str], str]:
        """Return a kept game: its session, seats and rules. Raises RulesError where it can't be.

        Rules that have been changed since are no hindrance as long as all its moves fit them.
        """
        row = next((r for r in self.recent() if r.file == file), None)
        if row is None:
            raise RulesError(
                Diagnostic(Code.E601, Message("there is no save {name}", self.folder / file))
            )
        path = self.folder / file
        save, loaded = read_save(path), playable(self._rules(row, path))
        if save.rules != loaded.digest:
            save = save.model_copy(update={"position": ""})
        session = replay_on(save, loaded, name=row.title, language=language)
        return session, [*map(current_name, save.seats)], row.rules

    def _rules(self, row: KeptGame, path: Path) -> Loaded:
        """Return the rules of a kept game. Raises RulesError where they aren't there any longer."""
        try:
            return load(row.rules)
        except RulesError as problem:
            message = Message(
                "{problem}; 'cairn play {path} --rules RULESET' opens this game with others",
                problem.diagnostics[0].message,
                path,
            )
            raise RulesError(Diagnostic(Code.E601, message)) from None

    def rules_of(self, path: Path) -> str:
        """Return how the rules of a save are opened, empty for one that isn't kept here."""
        if path.resolve().parent != self.folder.resolve():
            return ""
        return next((r.rules for r in self.recent() if r.file == path.name), "")
