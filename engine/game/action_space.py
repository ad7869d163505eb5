"""The moves of a game as the actions of an environment: numbers, their notation, masks.

It adds to the numbering of `engine.moves` what a program needs that plays by numbers alone: what
each legal number says, and what is still to be chosen of a move that has several numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.game.interpreter import Move, State
from engine.game.wording import Wording
from engine.moves.numbering import Numbering

Listed: TypeAlias = Callable[[State], dict[tuple[int, ...], Move]]
"""Returns the legal moves of a position by their numbers, in the order of the rules."""


class ActionSpace:
    """All moves of a game as numbers, for programs that choose a move by its number.

    `size`: each number is from 0 to below it. `digest`: a hash of what the numbers mean; they mean
    the same wherever it is the same. If `whole` is false, some moves are chosen in steps: one
    number for the action, then one for each argument. `begun` are the numbers chosen so far.

    >>> from engine import Game, Session, load
    >>> session = Session(Game(load("examples/nim.cairn"), players=2))
    >>> actions = session.game.action_space
    >>> actions, actions.numbers(session.state, "take(4, 7)"), actions.notation(session.state, 54)
    (<ActionSpace size=64>, (54,), 'take(4, 7)')
    >>> len(actions.mask(session.state)), sum(actions.mask(session.state))
    (64, 16)
    """

    def __init__(
        self, numbering: Numbering, wording: Wording, listed: Listed | None = None
    ) -> None:
        """Take the numbers, and who speaks of the moves. `listed`: what lists the legal moves of a
        position by their numbers, the interpreter unless something else does.
        """
        self._listed = listed or self._by_interpreter
        self.numbering = numbering
        self._wording = wording
        self._last: tuple[State, dict[tuple[int, ...], Move]] = ([], {})

    def __repr__(self) -> str:
        return f"<ActionSpace size={self.size}>"

    @property
    def size(self) -> int:
        """Return how many numbers there are."""
        return self.numbering.size

    @property
    def digest(self) -> str:
        """Return a hash of what the numbers mean, 24 hexadecimal digits."""
        return self.numbering.digest

    @property
    def whole(self) -> bool:
        """Return whether every move has exactly one number."""
        return self.numbering.whole

    def moves(self, state: State) -> dict[tuple[int, ...], Move]:
        """Return the legal moves by their numbers, in the order of the rules."""
        if self._last[0] != state:
            self._last = list(state), self._listed(state)
        return self._last[1]

    def _by_interpreter(self, state: State) -> dict[tuple[int, ...], Move]:
        found: dict[tuple[int, ...], Move] = {}
        for move in self._wording.interpreter.legal(state):
            found.setdefault(self.numbering.path(state, move), move)
        return found

    def legal(self, state: State, begun: Sequence[int] = ()) -> list[int]:
        """Return the numbers that may be chosen next, in increasing order."""
        depth, chosen = len(begun), tuple(begun)
        paths = self.moves(state)
        return sorted({p[depth] for p in paths if len(p) > depth and p[:depth] == chosen})

    def mask(self, state: State, begun: Sequence[int] = ()) -> bytearray:
        """Return for each number whether it may be chosen next: 1 or 0, `size` bytes.

        `numpy.frombuffer(mask, numpy.int8)` reads it without a copy.
        """
        found = bytearray(self.size)
        for number in self.legal(state, begun):
            found[number] = 1
        return found

    def numbers(self, state: State, move: str) -> tuple[int, ...]:
        """Return the numbers of a legal move by its canonical notation: mostly one.

        Raises ValueError for what is no legal move.
        """
        legal = self._wording.written_moves(state)
        if move not in legal:
            raise ValueError(f"{move} is no legal move here")
        return self.numbering.path(state, legal[move])

    def move(self, state: State, numbers: Sequence[int]) -> Move | None:
        """Return the legal move that has these numbers; None where some are still to be chosen.

        Raises ValueError where no legal move begins with them.
        """
        chosen, moves = tuple(numbers), self.moves(state)
        if chosen in moves:
            return moves[chosen]
        if any(path[: len(chosen)] == chosen for path in moves):
            return None
        raise ValueError(f"no legal move has the number {', '.join(map(str, chosen))}")

    def notation(self, state: State, *numbers: int) -> str:
        """Return the notation of the legal move that has these numbers.

        Of a move that is only begun, it is the notation of those that it may become. Raises
        ValueError where no legal move begins with them.
        """
        if self.move(state, numbers) is not None:
            return self._wording.notation(state, self.moves(state)[numbers])
        begun = [m for p, m in self.moves(state).items() if p[: len(numbers)] == numbers]
        return " or ".join(self._wording.notation(state, move) for move in begun)


__all__ = ["ActionSpace"]
