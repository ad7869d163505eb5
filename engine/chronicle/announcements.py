"""What the rules announce: sentences that everybody is told while a decision is carried out.

They change nothing, so only the record of a decision has them. Each reader reads them as they know
the position at that moment.
"""

from __future__ import annotations

from functools import cached_property

from engine.chronicle.happenings import Announced, Record
from engine.compile import layout as at
from engine.compile.debug_info import Array
from engine.compile.program import Const, E
from engine.game.masked_state import MaskedState
from engine.game.session import Game
from engine.language.frozen import walk
from engine.rules import model as m


class Announcements:
    """Words what is announced in the decisions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def any(self) -> bool:
        """Whether the rules announce anything at all."""
        return any(isinstance(part, m.Announce) for part in walk(self.game.rules))

    def of(self, record: Record, viewer: int | None) -> list[str]:
        """Return what is announced in a record, in order, as a viewer reads it."""
        made = (x for x in record.happenings if isinstance(x, Announced))
        return [self.words(x, viewer) for x in made]

    def words(self, made: Announced, viewer: int | None) -> str:
        """Return an announcement as a viewer reads it in the position in which it is made."""
        wording = self.game.wording
        said, now = self.game.tracer.compiled.debug.said[made.said], made.now
        me, *named = made.values
        known: dict[int, E | Array] = dict(said.arrays)
        known.update(zip(said.keys, map(Const, named), strict=True))
        sight = MaskedState(None, now) if viewer is None else wording.knowledge.sight(now, viewer)
        dealing = not now[at.DECISIONS]  # nobody has moved: it speaks to everybody
        return wording.text(said.words, known, me, sight, other=viewer != me and not dealing)
