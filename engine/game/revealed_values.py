"""What seats have been told: values that were shown, as facts that a position must agree with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.compile.lower import Compiled
from engine.compile.lowering.context import ME_KEY, Fact, Scope
from engine.compile.program import NONE, Const
from engine.game import rng
from engine.game.interpreter import Interpreter, State
from engine.language.diagnostics import RulesError

TRIES = 400
"""How many exchanges of unknown pieces are tried to make a sample agree with what was told."""


@dataclass(frozen=True)
class Told:
    """A value that was shown and still holds: to which seats, as bits, and what it is about."""

    fact: Fact
    place: int
    seats: int
    value: int
    names: tuple[tuple[int, int], ...]
    """What the expression's names stand for by key; who was me under ME_KEY."""

    def context(self) -> Scope:
        """Return the context that the expression is worked out in."""
        known = dict(self.names)
        me = Const(known.pop(ME_KEY, 0))
        return Scope(me=me, locals={key: Const(value) for key, value in known.items()})


class Facts:
    """Reads, hides and satisfies the facts of one compiled ruleset's positions."""

    def __init__(self, interpreter: Interpreter) -> None:
        """Prepare for a ruleset."""
        self.interpreter = interpreter
        self.compiled: Compiled = interpreter.compiled
        self._places = [
            (fact, place, names)
            for fact in self.compiled.lowering.told
            for place, names in fact.entries()
        ]

    def told(self, state: Sequence[int]) -> list[Told]:
        """Return what has been told, in the order of the text."""
        found = []
        for fact, place, names in self._places:
            if state[place]:
                kept = zip((key for key, _ in fact.kept), state[place + 2 :], strict=False)
                known = (*names.items(), *kept)
                found.append(Told(fact, place, state[place], state[place + 1], known))
        return found

    def hide(self, seen: State, seat: int) -> None:
        """Take out of a seat's position what it wasn't told, or can't place."""
        known = self.compiled.layout.known
        for told in self.told(seen):
            pieces = [key for key, kind in told.fact.kept if kind.kind == "piece"]
            named = [value for key, value in told.names if key in pieces and value != NONE]
            unknown = any(value < 0 or not seen[known + value] >> seat & 1 for value in named)
            if unknown or not told.seats >> seat & 1:
                width = told.fact.width
                seen[told.place : told.place + width] = [0] * width

    # -------------------------------------------------------------- samples

    def satisfy(self, state: State, pieces: Sequence[Sequence[int]]) -> None:
        """Exchange unknown pieces, kind by kind, until a sample agrees with what was told.

        Not sure to succeed: after so many tries the closest position that was found is kept.
        """
        told = self.told(state)
        pools = [pool for pool in pieces if len(pool) > 1]
        wrong = self._wrong(told, state)
        for _ in range(TRIES if pools else 0):
            if not wrong:
                return
            pool = pools[rng.draw(state, len(pools))]
            one, other = (pool[rng.draw(state, len(pool))] for _ in range(2))
            self._exchange(state, one, other)
            after = self._wrong(told, state)
            if after > wrong:
                self._exchange(state, one, other)
            else:
                wrong = after

    def _wrong(self, told: Sequence[Told], state: State) -> int:
        """Return how far a position is from what was told."""
        total = 0
        for fact in told:
            try:
                value = self.interpreter.measure(fact.fact.show.what, fact.context(), state)
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

    def _slot(self, state: State, piece: int) -> int:
        zone = state[self.compiled.layout.zone_of + piece]
        return state.index(piece, zone + 1, zone + 1 + state[zone]) if zone else 0
