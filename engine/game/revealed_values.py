"""What seats have been told: values that were shown, as facts that a position must agree with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.compile.debug_info import ME_KEY, RevealedExpression, Scope
from engine.compile.lower import Compiled
from engine.compile.program import NONE, Const
from engine.game import rng
from engine.game.interpreter import Interpreter, State
from engine.language.diagnostics import RulesError

TRIES = 400
"""How many exchanges of unknown pieces are tried to make a sample agree with what was told."""


@dataclass(frozen=True)
class Revealed:
    """A value that was shown and still holds: to which seats, as bits, and what it is about."""

    fact: RevealedExpression
    place: int
    seats: int
    value: int
    names: tuple[tuple[int, int], ...]
    """What the expression's names mean by key; who was me under ME_KEY."""

    def context(self) -> Scope:
        """Return the context that the expression is computed in."""
        known = dict(self.names)
        me = Const(known.pop(ME_KEY, 0))
        return Scope(me=me, locals={key: Const(value) for key, value in known.items()})


@dataclass(frozen=True)
class Placed:
    """What a seat was told about pieces that it doesn't know: which fact, the values that its names
    mean, the slots in which the pieces are in place of them, and what is in the state.
    """

    fact: int
    names: tuple[tuple[int, int], ...]
    slots: tuple[tuple[int, int], ...]
    words: tuple[int, ...]


class RevealedValues:
    """Reads, hides and satisfies the facts of one compiled ruleset's positions."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.compiled: Compiled = interpreter.compiled
        self._places = [
            (fact, place, names)
            for fact in self.compiled.debug.revealed
            for place, names in fact.entries()
        ]
        self._numbers = {id(f.show): i for i, f in enumerate(self.compiled.debug.revealed)}
        self._about_pieces = any(fact.pieces for fact in self.compiled.debug.revealed)

    def revealed(self, state: Sequence[int]) -> list[Revealed]:
        """Return what has been told, in the order of the text."""
        found = []
        for fact, place, names in self._places:
            if state[place]:
                kept = zip((key for key, _ in fact.kept), state[place + 2 :], strict=False)
                known = (*names.items(), *kept)
                found.append(Revealed(fact, place, state[place], state[place + 1], known))
        return found

    def hide(self, seen: State, seat: int, slots: Mapping[int, int]) -> tuple[Placed, ...]:
        """Take out of a seat's position what it wasn't told, or can't place.

        `slots`: where the pieces lie that the seat doesn't know. Returns what it was told about
        those, by their places.
        """
        known = self.compiled.layout.known
        placed = []
        for revealed in self.revealed(seen):
            pieces = [key for key, kind in revealed.fact.kept if kind.kind == "piece"]
            named = [value for key, value in revealed.names if key in pieces and value != NONE]
            unknown = any(value < 0 or not seen[known + value] >> seat & 1 for value in named)
            lies = {
                key: slots.get(value, 0)
                for key, value in revealed.names
                if key in revealed.fact.pieces and not seen[known + value] >> seat & 1
            }
            heard = bool(revealed.seats >> seat & 1) and not unknown
            if heard and not lies:
                continue
            width = revealed.fact.width
            words = tuple(seen[revealed.place : revealed.place + width])
            seen[revealed.place : revealed.place + width] = [0] * width
            if heard and all(lies.values()):
                keys = {key for key, *_ in revealed.fact.sides}
                names = tuple((k, v) for k, v in revealed.names if k in keys and k not in lies)
                number = self._numbers[id(revealed.fact.show)]
                placed.append(Placed(number, names, tuple(lies.items()), words))
        return tuple(sorted(placed, key=lambda p: (p.fact, p.names, p.slots)))

    def put(self, state: State, placed: Sequence[Placed]) -> None:
        """Let a full position hold what was told about the pieces in these places."""
        for p in placed:
            fact = self.compiled.debug.revealed[p.fact]
            names = {**dict(p.names), **{key: state[slot] for key, slot in p.slots}}
            place = fact.place(names)
            state[place : place + fact.width] = p.words

    # -------------------------------------------------------------- samples

    def satisfy(self, state: State, pieces: Sequence[Sequence[int]]) -> None:
        """Exchange unknown pieces, kind by kind, until a sample agrees with what was told.

        Not sure to succeed: after so many tries the closest position that was found is kept.
        """
        facts = self.revealed(state)
        pools = [pool for pool in pieces if len(pool) > 1]
        wrong = self._wrong(facts, state)
        for _ in range(TRIES if pools else 0):
            if not wrong:
                return
            pool = pools[rng.draw(state, len(pools))]
            one, other = (pool[rng.draw(state, len(pool))] for _ in range(2))
            self._exchange(state, one, other)
            now = self.revealed(state) if self._about_pieces else facts
            after = self._wrong(now, state)
            if after > wrong:
                self._exchange(state, one, other)
            else:
                facts, wrong = now, after

    def _wrong(self, facts: Sequence[Revealed], state: State) -> int:
        """Return how far a position is from what was told."""
        total = 0
        for fact in facts:
            try:
                value = self.interpreter.measures.value(fact.fact.show.what, fact.context(), state)
            except RulesError:
                total += 1
                continue
            number = fact.fact.show.what.type.kind == "number" and NONE not in (value, fact.value)
            total += abs(value - fact.value) if number else int(value != fact.value)
        return total

    def _exchange(self, state: State, one: int, other: int) -> None:
        """Let two pieces change places, with what is known of each place."""
        layout = self.compiled.layout
        where = [self._slot(state, piece) for piece in (one, other)]
        for slot, piece in zip(where, (other, one), strict=True):
            if slot:
                state[slot] = piece
        bases = [layout.zone_of, layout.known, *([layout.space] if layout.space else [])]
        for base in bases:
            state[base + one], state[base + other] = state[base + other], state[base + one]
        if self._about_pieces:
            self._exchange_told(state, {one: other, other: one})

    def _exchange_told(self, state: State, instead: Mapping[int, int]) -> None:
        """Let what was shown about two pieces go with their places."""
        moved = []
        for revealed in self.revealed(state):
            names = dict(revealed.names)
            if any(names[key] in instead for key in revealed.fact.pieces):
                width = revealed.fact.width
                moved.append((revealed.fact, names, state[revealed.place : revealed.place + width]))
                state[revealed.place : revealed.place + width] = [0] * width
        for fact, names, words in moved:
            there = {k: instead.get(v, v) if k in fact.pieces else v for k, v in names.items()}
            place = fact.place(there)
            state[place : place + fact.width] = words

    def _slot(self, state: State, piece: int) -> int:
        zone = state[self.compiled.layout.zone_of + piece]
        return state.index(piece, zone + 1, zone + 1 + state[zone]) if zone else 0
