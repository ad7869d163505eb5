"""The number of each move: the same on every machine, in both executors, for as long as the rules
mean the same.

    numbering = game.numbering
    numbering.size                                  # how many numbers there are
    number = numbering.number(state, move)          # from 0 to below size
    numbering.move(state, number) == move
    numbering.mask(state)                           # the numbers of the legal moves

How numbers are made is described in `engine.compile.move_numbers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from engine.compile import layout as at
from engine.compile.emit_python import PythonEmitter
from engine.compile.lower import Compiled
from engine.compile.move_numbers import MoveNumbers, number_moves
from engine.compile.program import Program

Legal: TypeAlias = Callable[[list[int]], Sequence[tuple[int, ...]]]
"""Returns the legal moves of a position."""


class Numbering:
    """The numbers of all moves of a game: the same on every machine and in both executors.

    A number is from 0 to below `size`. Comments, sentences and examples don't change it, and pieces
    that nobody can tell apart share one. `whole` is false for a game of more than 65,536 moves:
    then an action that takes several pieces has a number for itself and one for each argument.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> numbering, move = session.game.numbering, session.legal()[0].move
    >>> numbering, numbering.number(session.state, move), numbering.mask(session.state)[:4]
    (<Numbering size=64>, 0, (0, 16, 17, 18))
    """

    def __init__(self, compiled: Compiled, legal: Legal) -> None:
        """Number the moves. `legal`: what lists the legal moves of a position."""
        self.compiled, self.numbers = number_moves(compiled)
        self._legal = legal
        self._first_function = len(compiled.program.functions)

    def __repr__(self) -> str:
        return f"<Numbering size={self.size}>"

    @property
    def size(self) -> int:
        """Return how many numbers there are: each is from 0 to below this."""
        return self.numbers.size

    @property
    def digest(self) -> str:
        """Return a hash of what the numbers mean, 24 hexadecimal digits.

        Where it is the same, every number means the same move, also in another version of Cairn.
        """
        return self.numbers.digest

    @property
    def whole(self) -> bool:
        """Return whether each move has one number.

        Otherwise some moves have several: one for the action, then one for each argument.
        """
        return self.numbers.whole

    def number(self, state: list[int], move: tuple[int, ...]) -> int:
        """Return the number of a legal move.

        Raises ValueError for a move that has several, see `path`.
        """
        path = self.path(state, move)
        if len(path) > 1:
            raise ValueError("this move has a number for each of its arguments; ask for its path")
        return path[0]

    def path(self, state: list[int], move: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers of a legal move: one, or one for its action and each argument."""
        place = state[at.PC], move[0]
        ranges = self.numbers.ranges[place]
        if len(ranges) == 1 and ranges[0].call is None:
            return (ranges[0].first,)
        choice, action = place
        parameters = self.compiled.program.choices[choice].actions[action].parameters
        given = {p.reg.name: value for p, value in zip(parameters, move[1:], strict=True)}
        return tuple(
            one.first
            if one.call is None
            else one.first
            + self._functions[one.call.name](
                state, *(given[getattr(a, "name", "")] for a in one.call.arguments)
            )
            for one in ranges
        )

    def move(self, state: list[int], *numbers: int) -> tuple[int, ...]:
        """Return the legal move that has a number, or a path of numbers.

        Raises ValueError where no legal move has it.
        """
        for move in self._legal(state):
            if self.path(state, move) == numbers:
                return move
        raise ValueError(f"no legal move has the number {', '.join(map(str, numbers))}")

    def mask(self, state: list[int], *begun: int) -> tuple[int, ...]:
        """Return the numbers that may come next, in increasing order.

        `begun`: those already chosen of a move that has several.
        """
        depth = len(begun)
        paths = (self.path(state, move) for move in self._legal(state))
        return tuple(sorted({p[depth] for p in paths if len(p) > depth and p[:depth] == begun}))

    @cached_property
    def _functions(self) -> dict[str, Any]:
        """The functions that number moves, written out as Python."""
        program = self.compiled.program
        added = Program(data=program.data, functions=program.functions[self._first_function :])
        emitter = PythonEmitter(added, self.compiled.layout)
        for name, values in program.data.items():
            emitter.line(f"{emitter.tables[name]} = {values!r}")
        for function in added.functions:
            emitter.function(function)
        space: dict[str, Any] = {"__builtins__": {"range": range, "set": set, "len": len}}
        emitter.load(space)
        return space


__all__ = ["MoveNumbers", "Numbering"]
