"""Single positions in the module, where there is one: legal moves, rows, what a move leads to.

They are the same as in Python, only quicker. Where the module stops, Python does it again and says
why. One module serves all games of a `Game`, one position after another.
"""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from engine.compile.wasm.batches import BatchRecipe
from engine.game.code_cache import installed
from engine.game.interpreter import Move, State
from engine.game.session import Game
from engine.game.wasm_executor import Module, Stopped


class ModuleReader:
    """What reads positions of one game in the module. Threads wait for one another."""

    def __init__(self, game: Game) -> None:
        """Compile the module."""
        numbers = game.numbering.numbers
        recipe = BatchRecipe(numbers, game.tensor.recipe)
        self._module = Module(game.numbering.compiled, seated=True, batch=recipe)
        self._later, self._size = numbers.later, game.tensor.size
        self._place = self._module.emitted.free
        self._module.reserve(self._place + 4 * self._size)
        self._state: State = []
        self._lock = Lock()

    def moves(self, state: State) -> dict[tuple[int, ...], Move]:
        """Return the legal moves by their numbers, in the order of the rules. Raises Stopped."""
        with self._lock:
            self._load(state)
            self._state = []
            moves, numbers = self._module.numbered(self._later)
            self._state = list(state)
        found: dict[tuple[int, ...], Move] = {}
        for move, given in zip(moves, numbers, strict=True):
            path = given[: given.index(-1)] if given[-1] < 0 else given
            found.setdefault(tuple(path), move)
        return found

    def row(self, state: State, seat: int) -> npt.NDArray[np.float32] | None:
        """Return what a seat knows; None where rules show values. Raises Stopped."""
        places = self._module.emitted.batch
        if places is None or not places.lowered:
            return None
        with self._lock:
            self._load(state)
            self._state = []
            self._module.call("row", seat, self._place)
            self._state = list(state)
            return np.frombuffer(self._module.words(self._place, self._size), np.float32)

    def after(self, state: State, move: Move) -> State:
        """Return the position after a legal move. Raises Stopped."""
        with self._lock:
            self._load(state)
            self._state = []
            self._module.apply(move)
            found = self._module.state()
            self._state = list(found)
            return found

    def _load(self, state: State) -> None:
        if self._state != state:
            self._state = []
            self._module.load(state)
            self._state = list(state)


_READERS: WeakKeyDictionary[Game, ModuleReader | None] = WeakKeyDictionary()


def _reader(game: Game) -> ModuleReader | None:
    """Return what reads positions of a game; None where there is no module, or no memory for it."""
    if game not in _READERS:
        try:
            _READERS[game] = ModuleReader(game) if installed() else None
        except MemoryError:
            _READERS[game] = None
    return _READERS[game]


def moves_of(game: Game, state: State) -> dict[tuple[int, ...], Move]:
    """Return the legal moves of a position by their numbers, in the order of the rules."""
    reader = _reader(game)
    try:
        if reader is not None:
            return reader.moves(state)
    except Stopped:
        pass  # the interpreter says what is wrong
    return game.action_space.moves(state)


def after_move(game: Game, state: State, move: Move) -> State:
    """Return the position after a legal move. Raises RulesError where the rules fail."""
    reader = _reader(game)
    try:
        if reader is not None:
            return reader.after(state, move)
    except Stopped:
        pass  # the interpreter says what is wrong
    found = list(state)
    game.interpreter.apply(found, move)
    return found


def row_of(game: Game, state: State, seat: int) -> npt.NDArray[np.float32]:
    """Return what a seat knows of a position as a row of the tensor."""
    reader = _reader(game)
    try:
        row = None if reader is None else reader.row(state, seat)
    except Stopped:
        row = None
    return game.tensor.row(game.knowledge.observe(state, seat)) if row is None else row


__all__ = ["after_move", "moves_of", "row_of"]
