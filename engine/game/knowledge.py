"""What a seat knows, as an information set, and full states that are consistent with it.

`observe` takes from a state everything that a seat can't know: the identity of pieces it hasn't
seen, hidden variables, secret picks, the random generator. `sample` fills such a state again, in
one of the ways that the seat can't tell from the truth, with fresh randomness. Two states that a
seat can't tell apart have equal information sets, and the same samples.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from engine.compile import layout as at
from engine.compile.debug_info import Unit
from engine.compile.lower import Compiled
from engine.compile.multi_choice import each
from engine.compile.sorting import loosely_sorted
from engine.compile.visibility import hidden_values, naming_pieces
from engine.game import rng
from engine.game.interpreter import Interpreter, Move, State
from engine.game.masked_state import MaskedState
from engine.game.partial import HIDDEN
from engine.game.revealed_values import Placed, RevealedValues
from engine.rules import model as m

UNKNOWN = -2
"""What stands in an information set where a piece lies that the seat doesn't know."""


class HiddenSlot(NamedTuple):
    """A place in which a piece lies that the seat doesn't know: its zone, its slot in the state,
    what it looks like from behind (see `Setting.pools`), and which seats know it.
    """

    zone: int
    slot: int
    pool: str
    known: int
    space: int


_PLACE = itemgetter(0, 1, 2)


@dataclass(frozen=True)
class InformationSet:
    """What a seat knows of a position: all positions that it can't tell apart have the same one.

    `state`: the integers of the position, −2 for each piece that the seat doesn't know. `holes`:
    the places of these pieces. `placed`: what it was told of them. `past`: what it has seen others
    do, the last decision first; empty unless it was asked for.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/knock.cairn"), players=2), seed=5)
    >>> session.information_set(0)
    <InformationSet of seat 1: holes=3>
    """

    seat: int
    state: tuple[int, ...]
    holes: tuple[HiddenSlot, ...]
    placed: tuple[Placed, ...] = ()
    """What the seat was told about pieces that it doesn't know, by their places."""
    past: tuple[Remembered, ...] = ()
    """What it remembers of the decisions that led here, the last one first."""

    def __repr__(self) -> str:
        return f"<InformationSet of seat {self.seat + 1}: holes={len(self.holes)}>"


@dataclass(frozen=True)
class Remembered:
    """A decision, and how what was hidden before it is after it.

    `known`: what the seat knew before it. `move`: what another seat chose; None for the seat's own
    decisions, and where it hasn't seen all of it. `sources`: for each hole the number of the hole
    after the decision in which its piece lies, or the complement of the number of a piece that the
    seat knew then. `alike`: holes after the decision of which nobody can tell the seat which of
    their pieces has come from where.
    """

    known: InformationSet
    move: Move | None
    sources: tuple[int, ...]
    alike: tuple[tuple[int, ...], ...]


class Knowledge:
    """Observes and samples the positions of one compiled ruleset."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.compiled: Compiled = interpreter.compiled
        self.layout = self.compiled.layout
        self.setting = self.compiled.setting
        self.rules = self.compiled.rules
        self.facts = RevealedValues(interpreter)
        self.spectator = self.setting.players
        """The reader without a seat, counted after the last: knows what is open to everybody."""
        seats = range(self.setting.players + 1)
        self.hidden = [hidden_values(self.compiled, seat) for seat in seats]
        """The values that each seat, and last a spectator, can neither see nor work out."""
        self._named = naming_pieces(self.compiled)
        sorted_by = loosely_sorted(self.rules)
        self._sorted = {
            address: tuple((name, zone.indices[i]) for i, name in sorted_by[zone.model.name])
            for address, zone in self.layout.zones.items()
            if zone.model.name in sorted_by
        }
        """What the pieces in some hidden zones have in common: attributes with their values."""
        debug = self.compiled.debug
        kept = [*debug.root.secrets, *(secret for unit in debug.units for secret in unit.secrets)]
        self.collected = frozenset(choice for _, _, choice in kept)
        """The decisions that several seats make before anything is carried out."""

    @cached_property
    def others_see(self) -> bool:
        """Return whether some seat may see of pieces or variables what another doesn't."""
        seen = {zone.seen for zone in self.rules.zones.values()}
        seen |= {variable.seen for variable in self.rules.variables.values()}
        return not seen <= {"all", "none"}

    def pieces_of(self, choice: int, move: Move) -> list[int]:
        """Return the pieces that a move of a decision names."""
        found = self.compiled.debug.actions.get((choice, move[0]))
        if found is None:
            return []
        taken = (one for p in found.action.parameters for one in each(p, self.setting))
        given = zip(taken, move[1:], strict=True)
        return [piece for p, piece in given if p.type.kind == "piece" and piece >= 0]

    # -------------------------------------------------------------- observing

    def observe(self, state: State, seat: int) -> InformationSet:
        """Return what a seat knows of a position."""
        seen, holes, placed = self._observed(state, seat, UNKNOWN)
        if seat == self.spectator:
            known = self.layout.known
            for word in range(known, known + len(self.setting.pieces)):
                seen[word] &= self.layout.everybody
        return InformationSet(seat, tuple(seen), tuple(holes), placed)

    def _observed(
        self, state: State, seat: int, mark: int
    ) -> tuple[State, list[HiddenSlot], tuple[Placed, ...]]:
        """Return a position with a mark for what a seat doesn't know, its holes in order, and what
        it was told about the pieces in them.
        """
        top = max(state[at.TOP], self.compiled.program.stack)
        if state[at.HIDING] and state[at.ME] != seat:
            top = self.compiled.program.stack
        seen = state[:top]
        if state[at.HIDING]:
            self._before_branches(seen, state, seat)
        seen += [0] * (len(state) - top)
        self._open_to_all(seen, seat)
        bit = 1 << seat
        holes, slots = self._take_out(seen, bit, mark)
        self._forget_pieces(seen, bit, mark)
        placed = self.facts.hide(seen, seat, slots)
        for address, *_ in self.hidden[seat]:
            seen[address] = mark
        for word in (at.RNG_LOW, at.RNG_HIGH, *range(at.ARGUMENTS, at.FIRST_FREE)):
            seen[word] = 0
        for start, width, _ in self.secrets(seen):
            for other in range(self.setting.players):
                if other != seat:
                    seen[start + other * width : start + (other + 1) * width] = [mark] * width
        holes.sort(key=_PLACE)
        return seen, holes, placed

    def _open_to_all(self, state: State, seat: int) -> None:
        """Let a spectator know the pieces that are open, and no others."""
        if seat == self.spectator:
            for piece in range(len(self.setting.pieces)):
                if self._lies_open(piece, state):
                    state[self.layout.known + piece] |= 1 << seat

    def _lies_open(self, piece: int, state: State) -> bool:
        """Return whether all seats know a piece, and it isn't in a zone that only some of them see,
        such as a hand.
        """
        layout = self.layout
        if state[layout.known + piece] & layout.everybody != layout.everybody:
            return False
        zone = layout.zones.get(state[layout.zone_of + piece])
        return zone is None or zone.sees in (0, layout.everybody)

    def knows(self, seat: int, piece: int, state: State) -> bool:
        """Return whether a seat, or a spectator, knows which piece this is."""
        told = bool(state[self.layout.known + piece] >> seat & 1)
        return told or (seat == self.spectator and self._lies_open(piece, state))

    def _before_branches(self, seen: State, state: State, seat: int) -> None:
        """While branches hide from each other, show all but the seat's own as it was before them.

        Its own are its zones with what lies in them and its variables; while it is deciding, also
        what its branch keeps in mind.
        """
        old, layout, end = self.compiled.snapshot, self.layout, self.compiled.program.stack
        seen[:end] = state[old : old + end]
        mine = [at.ME, at.HIDING]
        if state[at.ME] == seat:
            mine += [*range(at.FIRST_FREE), *range(layout.laid_out, end)]
        for zone in layout.zones.values():
            if zone.owner == seat:
                mine += range(zone.address, zone.address + zone.family.stride)
                pieces = zone.lying(state) if zone.tells_apart else ()
                mine += (base + piece for piece in pieces for base in layout.aspects)
        for cells in layout.cells.values():
            mine += cells.of(seat)
        for address in mine:
            seen[address] = state[address]

    def _take_out(
        self, seen: State, bit: int, mark: int
    ) -> tuple[list[HiddenSlot], dict[int, int]]:
        """Replace the pieces that a seat doesn't know with marks; return their places, and the slot
        of each, 0 for none.
        """
        layout, pools, count = self.layout, self.setting.pools, len(self.setting.pieces)
        zone_of, known, space = layout.zone_of, layout.known, layout.space
        everybody = seen[known : known + count]
        hidden = [piece for piece, seats in enumerate(everybody) if not seats & bit]
        zones = {piece: seen[zone_of + piece] for piece in hidden}
        lying = {
            zone: {seen[slot]: slot for slot in range(zone + seen[zone], zone, -1)}
            for zone in {*zones.values()}
            if zone
        }
        holes: list[HiddenSlot] = []
        slots: dict[int, int] = {}
        for piece in hidden:
            zone, at_space = zones[piece], 0
            slot = lying[zone].get(piece, 0) if zone else 0
            if slot:
                seen[slot] = mark
            if space:
                at_space, seen[space + piece] = seen[space + piece], 0
            holes.append(
                HiddenSlot(zone if slot else 0, slot, pools[piece], everybody[piece], at_space)
            )
            slots[piece] = slot
            seen[zone_of + piece] = mark
            seen[known + piece] = 0
        for base, _, _ in layout.changing.values():
            for piece in hidden:
                seen[base + piece] = 0
        return holes, slots

    def _forget_pieces(self, seen: State, bit: int, mark: int) -> None:
        """Take out the references to pieces that the seat doesn't know."""
        for address in self.references(seen):
            piece = seen[address]
            if 0 <= piece < len(self.setting.pieces) and not seen[self.layout.known + piece] & bit:
                seen[address] = mark

    def references(self, state: Sequence[int]) -> list[int]:
        """Return where variables and the frames that are open name pieces."""
        found = [*self.compiled.debug.root.pieces, *self._named]
        for frame, unit in self.frames(state):
            found += [frame + offset for offset in unit.pieces]
        return found

    def missing(self, state: Sequence[int], mark: int = UNKNOWN) -> dict[str, list[int]]:
        """Return the pieces that a seat doesn't know, by what they look like from behind."""
        found: dict[str, list[int]] = {}
        start, pools = self.layout.zone_of, self.setting.pools
        for piece, zone in enumerate(state[start : start + len(self.setting.pieces)]):
            if zone == mark:
                found.setdefault(pools[piece], []).append(piece)
        return found

    def secrets(self, state: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return where picks wait to be carried out, integers a seat, and the choice's number."""
        found: list[tuple[int, int, int]] = list(self.compiled.debug.root.secrets)
        for frame, unit in self.frames(state):
            found += [(frame + start, width, choice) for start, width, choice in unit.secrets]
        return found

    def frames(self, state: Sequence[int]) -> list[tuple[int, Unit]]:
        """Return the frames that are open, the innermost first."""
        found = []
        frame = state[at.FRAME]
        while frame >= self.compiled.program.stack > 0:
            found.append((frame, self.compiled.debug.units[state[frame + 2]]))
            frame = state[frame + 1]
        return found

    def hides(self, name: str, owner: int, viewer: int) -> bool:
        """Return whether a player's own part of a variable can't be seen by another seat."""
        variable = self.rules.variables[name]
        if (
            viewer == self.spectator
            or variable.seen in ("all", "none")
            or m.owner_index(variable.indices) is None
        ):
            return variable.seen != "all"
        return (owner == viewer) == (variable.seen == "all but owner")

    # -------------------------------------------------------------- reading

    def sight(
        self,
        state: State,
        seat: int | None,
        after: State | None = None,
        taken: Collection[int] = (),
    ) -> MaskedState:
        """Return a position as a reader knows it; everything that a seat reads is made from this.

        `after`: a later position, when this one is spoken of; `taken`: the pieces that a move
        between them took. What the reader has come to know of those since is known here too.
        """
        if seat is None:
            return MaskedState(None, state)
        layout, bit = self.layout, 1 << seat
        given = list(state)
        self._open_to_all(given, seat)
        if after is not None and seat == self.spectator:
            after = list(after)
            self._open_to_all(after, seat)
        later = [] if after is None else self.learned(given, after, bit, taken)
        for piece in later:
            given[layout.known + piece] |= bit
        seen, holes, _ = self._observed(given, seat, HIDDEN)
        unplaced = self.missing(seen, HIDDEN)
        for piece in (piece for pool in unplaced.values() for piece in pool):
            self._blot(seen, piece)
        told = seen[layout.known : layout.known + len(self.setting.pieces)]
        known = [bool(seats & bit) for seats in told]
        slots = self._possible(holes, unplaced)
        self._unplace(seen, slots, later)
        if after is not None and not _calm(state, after):
            for piece in later:
                self._blot(seen, piece)
        for v in self.rules.variables.values():
            for address in layout.cells[v.name].hidden_from(seat, v.seen):
                seen[address] = HIDDEN
        pools = {name: frozenset(pool) for name, pool in unplaced.items()}
        return MaskedState(seat, seen, slots, known, pools)

    def _possible(
        self, holes: Sequence[HiddenSlot], unplaced: Mapping[str, Sequence[int]]
    ) -> dict[int, frozenset[int]]:
        """Return which pieces can be in each hidden place, those of a pool and zone found once."""
        found: dict[tuple[str, int], frozenset[int]] = {}
        slots: dict[int, frozenset[int]] = {}
        for hole in holes:
            if hole.slot:
                key = hole.pool, hole.zone if hole.zone in self._sorted else 0
                if key not in found:
                    found[key] = frozenset(self._candidates(hole, unplaced[hole.pool]))
                slots[hole.slot] = found[key]
        return slots

    def learned(self, state: State, after: State, bit: int, taken: Collection[int]) -> list[int]:
        """Return the pieces that a seat knows later and that it can place in a position before.

        Those are the ones that a move took, and what lay in an order that chance hasn't changed.
        """
        layout, calm = self.layout, _calm(state, after)

        def stayed(piece: int) -> bool:
            zone = layout.zones.get(state[layout.zone_of + piece])
            return calm and zone is not None and not zone.model.traits.loose

        part = slice(layout.known, layout.known + len(self.setting.pieces))
        return [
            piece
            for piece, (then, now) in enumerate(zip(after[part], state[part], strict=True))
            if now & bit < then & bit and (piece in taken or stayed(piece))
        ]

    def _blot(self, seen: State, piece: int) -> None:
        """Hide what changes of a piece."""
        for base, _, _ in self.layout.changing.values():
            seen[base + piece] = HIDDEN
        if self.layout.space and seen[self.layout.zone_of + piece] == HIDDEN:
            seen[self.layout.space + piece] = HIDDEN

    def _unplace(self, seen: State, slots: dict[int, frozenset[int]], later: Sequence[int]) -> None:
        """Hide which of the pieces that lie loose are those that came to be known later."""
        for piece in later:
            zone = seen[self.layout.zone_of + piece]
            if zone not in self.layout.zones or not self.layout.zones[zone].model.traits.loose:
                continue
            inside = range(zone + 1, zone + 1 + seen[zone])
            for slot in inside:
                if seen[slot] == piece:
                    seen[slot] = HIDDEN
            for slot in inside:
                if seen[slot] == HIDDEN:
                    slots[slot] = slots.get(slot, frozenset()) | {piece}

    # -------------------------------------------------------------- sampling

    def samples(self, state: State, seat: int, most: int) -> list[State]:
        """Return full states that a seat can't tell from a position: one is enough where it knows
        all pieces.
        """
        known = self.observe(state, seat)
        return [self.sample(known, number) for number in range(most if known.holes else 1)]

    def sample(self, known: InformationSet, number: int) -> State:
        """Return a full state that the seat can't tell from the truth; `number` is the seed.

        Unknown pieces that look alike from behind are equally likely in every place in which one
        lies, but for zones into which pieces are only ever sorted by what they are; unknown
        changing attributes and hidden variables are equally likely over their range. The random
        generator is seeded afresh.
        """
        state = list(known.state)
        rng.seed(state, number)
        by_kind = self.missing(state)
        for pool in by_kind.values():
            for i in range(len(pool) - 1, 0, -1):
                j = rng.draw(state, i + 1)
                pool[i], pool[j] = pool[j], pool[i]
        unknown = [tuple(pool) for pool in by_kind.values()]
        sorts = self.sorts(known)
        holes = (
            sorted(known.holes, key=lambda h: h.zone not in self._sorted) if sorts else known.holes
        )
        for hole in holes:
            pool = by_kind[hole.pool]
            if sorts:
                pool.append(pool.pop(pool.index(self._candidates(hole, pool)[-1])))
            self._fill(state, hole, pool.pop())
        for address, low, many in self.hidden[known.seat]:
            state[address] = low + rng.draw(state, many)
        self.facts.put(state, known.placed)
        self.facts.satisfy(state, unknown)
        self._pieces_again(state, known)
        self._picks_again(state, known)
        if state[at.HIDING]:
            old, end = self.compiled.snapshot, self.compiled.program.stack
            state[old : old + end] = state[:end]
        return state

    def sorts(self, known: InformationSet) -> bool:
        """Return whether a hole is in a zone into which pieces are only ever sorted."""
        return any(hole.zone in self._sorted for hole in known.holes)

    def _candidates(self, hole: HiddenSlot, pool: Collection[int]) -> list[int]:
        """Return those of some pieces that can be in a hole."""
        wanted = self._sorted.get(hole.zone)
        if wanted is None:
            return list(pool)
        values = ((piece, dict(self.setting.pieces[piece].values)) for piece in pool)
        found = [piece for piece, has in values if all(has.get(a) == v for a, v in wanted)]
        return found or list(pool)

    def _fill(self, state: State, hole: HiddenSlot, piece: int) -> None:
        layout = self.layout
        if hole.slot:
            state[hole.slot] = piece
        state[layout.zone_of + piece] = hole.zone
        state[layout.known + piece] = hole.known
        if layout.space:
            state[layout.space + piece] = hole.space
        for base, low, many in layout.rolled[self.setting.pieces[piece].component]:
            state[base + piece] = low + rng.draw(state, many)

    def _pieces_again(self, state: State, known: InformationSet) -> None:
        """Let the frame's references to unknown pieces name some piece that lies hidden."""
        pieces = [state[h.slot] for h in known.holes if h.slot] or [0]
        for address in self.references(state):
            if state[address] == UNKNOWN:
                state[address] = pieces[rng.draw(state, len(pieces))]

    def _picks_again(self, state: State, known: InformationSet) -> None:
        """Let the other seats' secret picks be some picks of theirs."""
        for cell, other in self.take_back_picks(state, known.seat):
            self._pick(state, other, cell)

    def take_back_picks(self, state: State, seat: int) -> Iterator[tuple[int, int]]:
        """Take the secret picks of all seats but one out of what it knows; yield where those belong
        that have been made, and whose they are.
        """
        for start, width, choice in self.secrets(state):
            for other in range(self.setting.players):
                cell = start + other * width
                if other != seat and state[cell] == UNKNOWN:
                    state[cell : cell + width] = [-1] + [0] * (width - 1)
                    if state[at.PC] == choice and other < state[at.ME]:
                        yield cell, other

    def _pick(self, state: State, seat: int, cell: int) -> None:
        """Give a seat that has already picked a random pick of its own."""
        me = state[at.ME]
        state[at.ME] = seat
        moves = self.interpreter.lists[state[at.PC]](state)
        state[at.ME] = me
        if moves:
            move = moves[rng.draw(state, len(moves))]
            state[cell : cell + len(move)] = move


def _calm(state: Sequence[int], after: Sequence[int]) -> bool:
    """Return whether chance has decided nothing between two positions."""
    return all(state[word] == after[word] for word in (at.RNG_LOW, at.RNG_HIGH))
