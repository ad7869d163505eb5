"""What the rules announce: sentences that everybody is told while a decision is carried out.

They change nothing, so the game that is played doesn't say them: whoever wants to hear them has the
decision made again by the traced program. Everybody reads them as they know the position then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engine.compile.debug_info import Array
from engine.compile.program import Const, E
from engine.game.interpreter import Move, State
from engine.game.masked_state import MaskedState
from engine.game.record import Announced, Record
from engine.game.trace import Tracer
from engine.game.wording import Wording
from engine.rules import model as m
from engine.rules.walk import walk


class Announcements:
    """Tells what is announced in the games of one compiled ruleset."""

    def __init__(self, wording: Wording, tracer: Tracer) -> None:
        self.wording = wording
        self.tracer = tracer

    @cached_property
    def any(self) -> bool:
        """Whether the rules announce anything at all."""
        return any(isinstance(part, m.Announce) for part in walk(self.wording.rules))

    def made(
        self, state: State, move: Move, viewer: int | None, faces: Sequence[str] = ()
    ) -> list[str]:
        """Return what is announced when a move is made, in order, as a viewer reads it.

        `faces`: what the dice that are rolled first show.
        """
        return self._read(self.tracer.record(state, move, faces), viewer) if self.any else []

    def first(
        self, seed: int, starter: int, viewer: int | None, position: Sequence[int]
    ) -> list[str]:
        """Return what is announced before the first decision of a game that begins at a position;
        nothing of one that was set up otherwise than by its seed.
        """
        if not self.any:
            return []
        opening = self.tracer.opening(seed, starter)
        return self._read(opening, viewer) if opening.after == list(position) else []

    def _read(self, record: Record, viewer: int | None) -> list[str]:
        made = (x for x in record.finished().happenings if isinstance(x, Announced))
        return [self.words(x, viewer) for x in made]

    def words(self, made: Announced, viewer: int | None) -> str:
        """Return an announcement as a viewer reads it in the position in which it is made."""
        said, now = self.tracer.compiled.debug.said[made.said], made.now
        me, *named = made.values
        known: dict[int, E | Array] = dict(said.arrays)
        known.update(zip(said.keys, map(Const, named), strict=True))
        sight = (
            MaskedState(None, now) if viewer is None else self.wording.knowledge.sight(now, viewer)
        )
        return self.wording.text(said.words, known, me, sight)
