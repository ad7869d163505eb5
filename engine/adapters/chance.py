"""Chance as nodes of a tree: every number that a game draws is an outcome to be chosen.

The interpreter asks a script for each number. Where the script ends, the run stops, and who runs it
learns how many outcomes there are; with one of them added, the same is run again.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.compile.lower import Compiled
from engine.compile.program import Draw, bounds
from engine.compile.program_parts import walk
from engine.game import rng
from engine.game.interpreter import Interpreter, State

MOST_OUTCOMES = 100_000
"""What counts as the most outcomes of a draw that has no bound."""


class Asked(Exception):
    """Raised where a number below `below` is to be drawn, and the script has no more."""

    def __init__(self, below: int) -> None:
        super().__init__(f"a number below {below} is to be drawn")
        self.below = below


class ScriptedInterpreter(Interpreter):
    """Plays a game whose random numbers come from a script. Not for several threads at once.

    What can have only one outcome isn't asked.
    """

    def __init__(self, compiled: Compiled) -> None:
        """Write the program out, and take the draws over."""
        super().__init__(compiled)
        self._script: Sequence[int] = ()
        self._used = 0
        self._space |= {"draw": self._next, "shuffle": self._shuffle}

    def follow(self, script: Sequence[int]) -> None:
        """Take the numbers of the next run from a script, from its beginning."""
        self._script, self._used = script, 0

    @property
    def outcomes(self) -> int:
        """Return how many outcomes a draw may have at most."""
        program = self.compiled.program
        bodies = [block.body for block in program.blocks] + [f.body for f in program.functions]
        drawn = [bounds(node.below)[1] for node in walk(bodies) if isinstance(node, Draw)]
        return min(MOST_OUTCOMES, max([2, len(self.compiled.setting.pieces), *drawn]))

    def _next(self, state: State, below: int) -> int:
        if below == 1:
            return 0
        if self._used == len(self._script):
            raise Asked(below)
        self._used += 1
        return self._script[self._used - 1]

    def _roll(self, state: State, below: int, number: int, low: int, faces: list[str]) -> int:
        return self._next(state, below)

    def _shuffle(self, state: State, zone: int, seen: int, known: int) -> None:
        rng.shuffle(state, zone, seen, known, self._next)


__all__ = ["Asked", "ScriptedInterpreter"]
