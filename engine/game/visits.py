"""Games played at random, position by position: the one search that lessons, exercises, playtests
and coverage read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.game.interpreter import SILENT, Interpreter, Listener, Move, State

Chooser: TypeAlias = Callable[[State, Sequence[Move]], Move]
"""Returns one of the legal moves of a position."""


@dataclass(frozen=True)
class Visit:
    """A position that is not over: how many decisions led to it, its legal moves, the next move.

    The position itself is the state that the caller has given; it changes as the game continues.
    """

    number: int
    legal: Sequence[Move]
    move: Move


def by_chance(seed: int) -> Chooser:
    """Return what chooses uniformly, alike wherever the same moves are legal."""
    chance = random.Random(seed)
    return lambda state, legal: chance.choice(legal)


def visits(
    interpreter: Interpreter,
    state: State,
    most: int,
    choose: Chooser,
    listener: Listener = SILENT,
    before: Callable[[State], object] = lambda state: None,
) -> Iterator[Visit]:
    """Yield each position of a game before its next move is made, for at most so many decisions.

    `state`: where the game begins; it is played on in place, so that it holds the last position
    afterwards. `before`: is given each position before its legal moves are listed. Raises
    RulesError where the rules go wrong.

    `for visit in visits(game.interpreter, game.interpreter.start(7), 100, by_chance(7)): ...`
    """
    for number in range(most):
        if interpreter.over(state):
            return
        before(state)
        legal = interpreter.legal(state)
        move = choose(state, legal)
        yield Visit(number, legal, move)
        interpreter.apply(state, move, listener)
