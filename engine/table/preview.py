"""What a legal move would bring, as far as the one who moves can know.

Moves are tried in worlds made up from what the seat knows, never in the real one, and what isn't
the same in all of them isn't told.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from engine.compile import layout as at
from engine.game.interpreter import State
from engine.game.move_options import MoveOption
from engine.game.places import Cells, TablePlace
from engine.game.session import Session
from engine.language.diagnostics import RulesError
from engine.rules.zone_kinds import ZONE_KINDS

_TRIALS = 3
"""In so many worlds that the seat can't tell from the real one a move must come to the same."""
_CHANCE = (at.RNG_LOW, at.RNG_HIGH)


class Preview:
    """What the moves of a seat would bring, from one position on."""

    def __init__(self, session: Session, seat: int) -> None:
        """Prepare; nothing is tried before it is asked for."""
        self.game = session.game
        self.seat = seat
        self._known = session.information_set(seat)
        self._tried: dict[str, list[tuple[State, State]]] = {}

    def gain(self, offer: MoveOption) -> int | None:
        """Return by how much a move changes the seat's ledgers, or what it would end with where it
        has none or they were paid; None where nobody is ranked by a score, or where it depends on
        what isn't known or can't be counted yet.
        """
        if not self.game.compiled.rankings:
            return None
        try:
            found = {self._change(before, after) for before, after in self._trials(offer)}
        except RulesError:
            return None
        return found.pop() if len(found) == 1 else None

    def _change(self, before: State, after: State) -> int | None:
        interpreter, scores = self.game.interpreter, self.game.ledgers.scores
        if scores and after[at.PC] != at.OVER and after[at.ROUND] == before[at.ROUND]:
            numbers = range(len(scores))
            points = [
                sum(interpreter.points(state, number, self.seat) for number in numbers)
                for state in (before, after)
            ]
            return points[1] - points[0]
        from engine.agents.evaluation import scores_now  # much to load, and few need it

        then, now = (scores_now(self.game, state)[self.seat] for state in (before, after))
        return None if then is None or now is None else now - then

    def landings(self, offer: MoveOption) -> Cells:
        """Return the spaces that pieces would come to, on the tracks whose pieces a move names; on
        all where it names none.
        """
        found: Cells | None = None
        for before, after in self._trials(offer):
            there = frozenset(self._standing(after) - self._standing(before))
            found = there if found is None else found & there
        named = {a.place for a in offer.arguments if a.index is not None}
        own = frozenset(cell for cell in found or () if cell[0] in named)
        return own or found or frozenset()

    def _trials(self, offer: MoveOption) -> list[tuple[State, State]]:
        """Return positions before and after a move; none where it can't be made everywhere.

        One is enough where nothing is hidden and nothing is left to chance.
        """
        if offer.text not in self._tried:
            found: list[tuple[State, State]] = []
            for world in self._worlds:
                after = list(world)
                try:
                    self.game.interpreter.apply(after, offer.move)
                except RulesError:
                    found = []
                    break
                found.append((world, after))
                if not self._known.holes and all(after[w] == world[w] for w in _CHANCE):
                    break
            self._tried[offer.text] = found
        return self._tried[offer.text]

    @cached_property
    def _worlds(self) -> list[State]:
        sample = self.game.knowledge.sample
        return [list(sample(self._known, number + 1)) for number in range(_TRIALS)]

    def _standing(self, state: State) -> Counter[tuple[TablePlace, int]]:
        """Return how many pieces stand on each space."""
        tracks = [f for f, zone in self.game.rules.zones.items() if ZONE_KINDS[zone.kind].spaces]
        return Counter(
            (zone.place, item.space)
            for zone in self.game.viewer.zones(state, tracks)
            for item in zone.items
            if item.space is not None
        )
