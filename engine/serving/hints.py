"""Hints at one table: thought about beside the server, at most one for each seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.game.session import Session
from engine.serving.thinking import Thinker
from engine.table.agent_worker import Thought

At: TypeAlias = tuple[int, str]
"""The version of the table, and the language of the hint."""


class Hints:
    """Remembers what was asked for each seat, so that nobody can keep the server busy with it."""

    def __init__(self, thinker: Thinker) -> None:
        """Begin with nothing asked."""
        self.thinker = thinker
        self._asked: dict[int, tuple[At, Thought]] = {}

    def ask(self, session: Session, version: int) -> Thought:
        """Return what is thought for the seat that has to decide; on the same version it is the
        same thought. One on an older version is given up before its turn.
        """
        seat, at = session.seat, (version, session.game.language)
        assert seat is not None
        known = self._asked.get(seat)
        if known is not None and known[0] == at and not known[1].problem:
            return known[1]
        thought = self.thinker.advise(session, lambda: self._asked[seat][0] == at)
        self._asked[seat] = at, thought
        return thought


class Aside:
    """Thinks for one guest's games beside the tables: a `Worker`. Only the last thought counts."""

    def __init__(self, thinker: Thinker) -> None:
        """Begin with no thought."""
        self._thinker = thinker
        self._begun = 0

    def start(self, session: Session, name: str) -> Thought:
        """Begin to think about what an agent does on the seat that has to decide."""
        return self._thinker.start(session, name, self._wanted())

    def advise(self, session: Session) -> Thought:
        """Begin to think about what is best for the seat that has to decide, and why."""
        return self._thinker.advise(session, self._wanted())

    def _wanted(self) -> Callable[[], bool]:
        self._begun += 1
        number = self._begun
        return lambda: self._begun == number
