"""What a seat remembers of the decisions of others, so that it can ask what they tell.

Whatever a seat can't see now is some piece that it couldn't see before either. So a position that
it can't tell from the true one has a past, in which the others made the same moves; how likely
those were in it tells how likely it is itself. What is kept here says no more than the seat has
seen: pieces that it can't tell apart it can't follow, and beyond a shuffle or a roll it doesn't
look back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.compile import layout as at
from engine.game.interpreter import Move, State
from engine.game.knowledge import UNKNOWN, InformationSet, Knowledge, Remembered

MOST = 12
"""How many decisions of others are remembered at most."""
MOST_ROWS = 2 * MOST
"""The same with the seat's own, between which what was hidden moves as well."""
_Place = tuple[int, int, str, int]
"""Zone, space, look from behind and who knows it, of a piece that a seat doesn't know."""


@dataclass(frozen=True)
class _Moment:
    """A position as a seat sees it, and where the pieces that it doesn't know lie in truth."""

    known: InformationSet
    places: Mapping[int, _Place]
    chance: tuple[int, int]
    move: Move | None

    def holes(self) -> dict[_Place, list[int]]:
        """Return the numbers of the holes in each place."""
        found: dict[_Place, list[int]] = {}
        for number, hole in enumerate(self.known.holes):
            place = (hole.zone, hole.space, hole.pool, hole.known)
            found.setdefault(place, []).append(number)
        return found


class ObservationHistory:
    """Follows a game for one seat, decision by decision."""

    def __init__(self, knowledge: Knowledge, seat: int) -> None:
        """Begin to follow a game, from any position on."""
        self.knowledge = knowledge
        self.seat = seat
        self._past: tuple[Remembered, ...] = ()
        self._last: _Moment | None = None
        zones = knowledge.layout.zones
        self._listed = {address for address, zone in zones.items() if zone.tells_apart}
        """The zones that say which pieces are in them."""

    def see(self, state: State, move: Move) -> None:
        """Watch a decision be made: the position before it, and the move."""
        if not self.knowledge.others_see:
            return
        if state[at.HIDING]:
            self._last = None
            return
        moment = self._moment(state, self.knowledge.observe(state, self.seat), move)
        self._past = self._joined(moment)
        self._last = moment

    def information_set(self, state: State) -> InformationSet:
        """Return what the seat knows of a position, and what it remembers of how it came about.

        Where nobody else can see what the seat doesn't, there is nothing worth remembering.
        """
        known = self.knowledge.observe(state, self.seat)
        if self._last is None or state[at.HIDING]:
            return known
        return replace(known, past=self._joined(self._moment(state, known, None)))

    def _moment(self, state: State, known: InformationSet, move: Move | None) -> _Moment:
        knowledge, layout, bit = self.knowledge, self.knowledge.layout, 1 << self.seat
        pools = knowledge.setting.pools
        places = {
            piece: (
                zone if (zone := state[layout.zone_of + piece]) in self._listed else 0,
                state[layout.space + piece] if layout.space else 0,
                pools[piece],
                state[layout.known + piece],
            )
            for piece in range(len(pools))
            if not state[layout.known + piece] & bit
        }
        return _Moment(known, places, (state[at.RNG_LOW], state[at.RNG_HIGH]), move)

    def _joined(self, now: _Moment) -> tuple[Remembered, ...]:
        """Return what led to a moment, the last decision first."""
        if self._last is None:
            return ()
        last = self._linked(self._last, now)
        if last is None:
            return ()
        past = (last, *self._past[: MOST_ROWS - 1])
        others = [number for number, row in enumerate(past) if row.move is not None]
        return past[: others[MOST - 1] + 1] if len(others) > MOST else past

    def _linked(self, before: _Moment, after: _Moment) -> Remembered | None:
        """Return how one moment led to the next; None where pieces can't be followed."""
        if before.chance != after.chance or not after.places.keys() <= before.places.keys():
            return None
        learned: dict[_Place, list[int]] = {}
        moved: dict[_Place, dict[_Place, int]] = {}
        for piece, place in before.places.items():
            target = after.places.get(piece)
            to = moved.setdefault(place, {})
            if target is None:
                learned.setdefault(place, []).append(piece)
            else:
                to[target] = to.get(target, 0) + 1
        left = after.holes()
        if any(sum(to.get(p, 0) for to in moved.values()) != len(left[p]) for p in left):
            return None
        alike = [left[p] for p in sorted(left) if sum(p in to for to in moved.values()) > 1]
        groups = tuple(tuple(group) for group in alike)
        sources = [0] * len(before.known.holes)
        for place, holes in sorted(before.holes().items()):
            found = [~piece for piece in sorted(learned.get(place, ()))]
            for target, count in sorted(moved.get(place, {}).items()):
                found += left[target][:count]
                left[target] = left[target][count:]
            if len(found) != len(holes):
                return None
            for hole, source in zip(holes, found, strict=True):
                sources[hole] = source
        return Remembered(before.known, self._seen(before, after), tuple(sources), groups)

    def _seen(self, before: _Moment, after: _Moment) -> Move | None:
        """Return the move of another seat that this one has seen all of."""
        knowledge, state = self.knowledge, before.known.state
        secret = state[at.HIDING] or state[at.PC] in knowledge.collected
        if before.move is None or secret or state[at.ME] == self.seat:
            return None
        if any(state[place] == UNKNOWN for place in knowledge.references(state)):
            return None
        pieces = knowledge.pieces_of(state[at.PC], before.move)
        return None if any(piece in after.places for piece in pieces) else before.move


class ObservationHistories:
    """Follows a game for those seats that look back; the others know what they see."""

    def __init__(self, knowledge: Knowledge, seats: Iterable[int]) -> None:
        """Begin to follow a game, from any position on."""
        self.knowledge = knowledge
        self._of = {seat: ObservationHistory(knowledge, seat) for seat in seats}

    def see(self, state: State, move: Move) -> None:
        """Watch a decision be made: the position before it, and the move."""
        for one in self._of.values():
            one.see(state, move)

    def information_set(self, state: State, seat: int) -> InformationSet:
        """Return what a seat knows of a position, and what it remembers if it looks back."""
        if seat in self._of:
            return self._of[seat].information_set(state)
        return self.knowledge.observe(state, seat)
