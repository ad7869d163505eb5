"""What a seat knows, as an information set, and full states that are consistent with it.

`observe` takes from a state everything that a seat can't know: the identity of pieces it hasn't
seen, hidden variables, secret picks, the random generator. `sample` fills such a state again, in one
of the ways that the seat can't tell from the truth, with fresh randomness. Two states that a seat
can't tell apart have equal information sets, and the same samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.compile import layout as at
from engine.compile.layout import Cells
from engine.compile.lower import Compiled
from engine.game import chance
from engine.game.interpreter import Interpreter, State

UNKNOWN = -2
"""What stands in an information set where a piece lies that the seat doesn't know."""


@dataclass(frozen=True)
class Hole:
    """A place in which a piece lies that the seat doesn't know: its zone, its slot in the state,
    its kind, and which seats know it."""

    zone: int
    slot: int
    component: str
    known: int
    space: int


@dataclass(frozen=True)
class InformationSet:
    """What a seat knows of a position: the state with everything else taken out, and the holes."""

    seat: int
    state: tuple[int, ...]
    holes: tuple[Hole, ...]


class Knowledge:
    """Observes and samples the positions of one compiled ruleset."""

    def __init__(self, interpreter: Interpreter) -> None:
        """Prepare for a ruleset."""
        self.interpreter = interpreter
        self.compiled: Compiled = interpreter.compiled
        self.layout = self.compiled.layout
        self.setting = self.compiled.setting
        self.rules = self.compiled.rules
        self.hidden = self._hidden_cells()

    def _hidden_cells(self) -> list[tuple[Cells, str, int | None]]:
        """Return the variables that somebody can't see and nobody can work out."""
        found: list[tuple[Cells, str, int | None]] = []
        for v in self.rules.variables.values():
            if v.seen != "all" and v.name not in self.compiled.lowering.derivable:
                owners = [i for i, d in enumerate(v.indices) if d.type.names[:1] == ("Player",)]
                found.append((self.layout.cells[v.name], v.seen, owners[0] if owners else None))
        return found

    # -------------------------------------------------------------- observing

    def observe(self, state: State, seat: int) -> InformationSet:
        """Return what a seat knows of a position."""
        seen = list(state)
        if state[at.HIDING]:
            self._before_branches(seen, seat)
        bit = 1 << seat
        holes: list[Hole] = []
        for number, piece in enumerate(self.setting.pieces):
            if not seen[self.layout.known + number] & bit:
                holes.append(self._take_out(seen, number, piece.component))
        self._forget_pieces(seen, bit, state)
        top = max(state[at.TOP], self.compiled.program.stack)
        seen[top:] = [0] * (len(seen) - top)
        for cells, visible, owner in self.hidden:
            for address in self.cells_hidden_from(cells, visible, owner, seat):
                seen[address] = UNKNOWN
        for word in (at.RNG_LOW, at.RNG_HIGH, *range(at.ARGUMENTS, at.FIRST_FREE)):
            seen[word] = 0
        for start, width, _ in self.compiled.lowering.secrets:
            for other in range(self.setting.players):
                if other != seat:
                    seen[start + other * width : start + (other + 1) * width] = [UNKNOWN] * width
        holes.sort(key=lambda h: (h.zone, h.slot, h.component))
        return InformationSet(seat, tuple(seen), tuple(holes))

    def _before_branches(self, seen: State, seat: int) -> None:
        """While branches hide from each other, show what is others' as it was before them."""
        old = self.compiled.snapshot
        for family in self.layout.families.values():
            owner = self.rules.zones[family.name].owner_index
            for number, place in enumerate(family.places):
                if owner is not None and place.indices[owner] != seat:
                    start = family.address(number)
                    seen[start : start + family.stride] = seen[old + start : old + start + family.stride]
        for v in self.rules.variables.values():
            owners = [i for i, d in enumerate(v.indices) if d.type.names[:1] == ("Player",)]
            if owners:
                cells = self.layout.cells[v.name]
                for address in self.cells_hidden_from(cells, "owner", owners[0], seat):
                    seen[address] = seen[old + address]

    def _take_out(self, seen: State, number: int, component: str) -> Hole:
        layout = self.layout
        zone = seen[layout.zone_of + number]
        slot = 0
        if zone:
            try:
                slot = seen.index(number, zone + 1, zone + 1 + seen[zone])
                seen[slot] = UNKNOWN
            except ValueError:
                zone = 0
        space = 0
        if layout.space:
            space = seen[layout.space + number]
            seen[layout.space + number] = 0
        hole = Hole(zone, slot, component, seen[layout.known + number], space)
        seen[layout.zone_of + number] = UNKNOWN
        seen[layout.known + number] = 0
        for base, _, _ in layout.changing.values():
            seen[base + number] = 0
        return hole

    def _forget_pieces(self, seen: State, bit: int, state: State) -> None:
        """Take out the frame's references to pieces that the seat doesn't know."""
        for address in self._references(state):
            piece = state[address]
            if 0 <= piece < len(self.setting.pieces) and not state[self.layout.known + piece] & bit:
                seen[address] = UNKNOWN

    def _references(self, state: Sequence[int]) -> list[int]:
        """Return where the frames that are open name pieces."""
        lowering = self.compiled.lowering
        found = list(lowering.piece_slots)
        frame = state[at.FRAME]
        while frame >= self.compiled.program.stack > 0:
            found += [frame + offset for offset in lowering.units[state[frame + 2]].pieces]
            frame = state[frame + 1]
        return found

    def cells_hidden_from(
        self, cells: Cells, visible: str, owner: int | None, seat: int
    ) -> list[int]:
        """Return the addresses of a variable's values that a seat can't see."""
        result = []
        for offset in range(cells.size):
            rest, index = offset, 0
            for position in range(len(cells.shape) - 1, -1, -1):
                low, count = cells.shape[position]
                if position == owner:
                    index = low + rest % count
                rest //= count
            own = owner is not None and index == seat
            if visible == "none" or own == (visible == "all but owner"):
                result.append(cells.base + offset)
        return result

    # -------------------------------------------------------------- sampling

    def sample(self, known: InformationSet, number: int) -> State:
        """Return a full state that the seat can't tell from the truth; `number` is the seed.

        Unknown pieces of a kind are equally likely in every place in which one lies; unknown
        changing attributes and hidden variables are equally likely over their range. The random
        generator is seeded afresh.
        """
        state = list(known.state)
        chance.seed(state, number)
        by_kind: dict[str, list[int]] = {}
        for piece in self.setting.pieces:
            if state[self.layout.zone_of + piece.number] == UNKNOWN:
                by_kind.setdefault(piece.component, []).append(piece.number)
        for pool in by_kind.values():
            for i in range(len(pool) - 1, 0, -1):
                j = chance.draw(state, i + 1)
                pool[i], pool[j] = pool[j], pool[i]
        for hole in known.holes:
            self._fill(state, hole, by_kind[hole.component].pop())
        for cells, visible, owner in self.hidden:
            for address in self.cells_hidden_from(cells, visible, owner, known.seat):
                low = max(cells.low, 0) if cells.low < -1_000_000 else cells.low
                state[address] = low + chance.draw(state, cells.high - low + 1)
        self._pieces_again(state, known)
        self._picks_again(state, known)
        return state

    def _fill(self, state: State, hole: Hole, piece: int) -> None:
        layout = self.layout
        if hole.slot:
            state[hole.slot] = piece
        state[layout.zone_of + piece] = hole.zone
        state[layout.known + piece] = hole.known
        if layout.space:
            state[layout.space + piece] = hole.space
        component = self.setting.pieces[piece].component
        for name, (base, _, _) in layout.changing.items():
            if (component, name) in layout.ranges:
                low, high = layout.ranges[component, name]
                state[base + piece] = low + chance.draw(state, high - low + 1)

    def _pieces_again(self, state: State, known: InformationSet) -> None:
        """Let the frame's references to unknown pieces name some piece that lies hidden."""
        pieces = [state[h.slot] for h in known.holes if h.slot] or [0]
        for address in self._references(state):
            if state[address] == UNKNOWN:
                state[address] = pieces[chance.draw(state, len(pieces))]

    def _picks_again(self, state: State, known: InformationSet) -> None:
        """Let the other seats' secret picks be some picks of theirs."""
        for start, width, choice in self.compiled.lowering.secrets:
            for other in range(self.setting.players):
                at_seat = start + other * width
                if other != known.seat and state[at_seat] == UNKNOWN:
                    state[at_seat : at_seat + width] = [-1] + [0] * (width - 1)
                    if state[at.PC] == choice and other < state[at.ME]:
                        self._pick(state, other, at_seat)

    def _pick(self, state: State, seat: int, cell: int) -> None:
        """Give a seat that has already picked a random pick of its own."""
        me = state[at.ME]
        state[at.ME] = seat
        moves = self.interpreter.lists[state[at.PC]](state)
        state[at.ME] = me
        if moves:
            move = moves[chance.draw(state, len(moves))]
            state[cell : cell + len(move)] = move

