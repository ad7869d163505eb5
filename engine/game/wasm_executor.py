"""The fast executor: a compiled ruleset as machine code, run by wasmtime in a sandbox.

It plays the same games as the interpreter, integer for integer; what it can't do is explain. Where
the rules go wrong it stops, and whoever called lets the interpreter do the same again, which says
what happened and where. States that are copied cost more than a call, so work crosses in bulk.

The module has one state in its memory, at STATE; states travel by copying integers.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engine.compile.lower import Compiled
from engine.compile.move_numbers import MoveNumbers
from engine.compile.policy_features import CompiledPolicy
from engine.compile.wasm.batches import BatchRecipe
from engine.compile.wasm.close_look import CloseLook
from engine.compile.wasm.information_set import LEVEL
from engine.compile.wasm.memory import (
    FAILED,
    FINE,
    MOST_PAGES,
    PAGE,
    STATE,
    STOP,
    TRAPPED,
)
from engine.compile.wasm.module import Emitted, emit
from engine.game.code_cache import engine, machine_code
from engine.game.direct_calls import direct
from engine.game.interpreter import Move, State

ROWS = 4096
"""How many games are asked for in one call at most."""


STALLED = 1
"""How the row of a game begins that was stopped at the limit of STALL decisions."""


class Stopped(Exception):
    """The module stopped with an error: a site of the program or a code of its own."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the module stopped with {code}")
        self.code = code


@dataclass(frozen=True)
class Row:
    """How a game ended: how many decisions it took, the seats that won, what they are ranked by."""

    decisions: int
    winners: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


class Module:
    """A compiled ruleset that can be run. Not for several threads at once."""

    def __init__(
        self,
        compiled: Compiled,
        pages: int = 0,
        *,
        search: bool = False,
        measured: bool = False,
        seated: bool = False,
        rated: CompiledPolicy | None = None,
        learning: bool = False,
        numbered: MoveNumbers | None = None,
        look: CloseLook | None = None,
        batch: BatchRecipe | None = None,
        like: Module | None = None,
    ) -> None:
        """Compile and load it. `pages`: how much memory of 64 KiB to have beyond what it needs;
        `search`: with a tree search over it; `measured`: with what studies measure of games;
        `seated`: with games in which each seat chooses in its own way, see `seat`; `rated`: with a
        policy that looks at this, and with `learning` it can learn; `numbered`: with the numbers of
        moves, of a ruleset compiled with them; `look`: with what is measured of games that are
        looked at closely, of a traced ruleset; `batch`: with many games that are stepped together,
        of a module that is `seated`; `like`: one more of a module that there is, with a memory of
        its own.
        """
        self.compiled = compiled
        self.players = compiled.setting.players
        if like is None:
            self.emitted: Emitted = emit(
                compiled, search=search, measured=measured, seated=seated, rated=rated,
                learning=learning, numbered=numbered, look=look, batch=batch,
            )  # fmt: skip
            self._code = machine_code(self.emitted.text)
        else:
            self.emitted, self._code = like.emitted, like._code
        self._told: dict[int, array[int]] = {}
        """What is written again after a trap, by its place: how seats choose."""
        self._renewing = threading.Lock()
        self._begin()
        self.grow(pages)
        self.room = self.size
        """Up to where rows of games are written; what is reserved later lies beyond."""

    def _begin(self) -> None:
        """Take a fresh instance of the code, with a memory of its own. Raises MemoryError."""
        import wasmtime

        store = wasmtime.Store(engine())
        store.set_limits(memory_size=MOST_PAGES * PAGE)
        with _memory():
            exports = wasmtime.Instance(store, self._code, []).exports(store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._store, self._exports, self.memory = store, exports, memory
        self._functions: dict[str, Callable[..., int]] = {}
        self._trap = wasmtime.Trap
        self.grow(0)

    def _renew(self) -> None:
        """Go on with a fresh instance of the same size, and tell it what the old one was told.

        Nothing that the old one has written is taken over, the state neither: who knows what it
        has written where.
        """
        with self._renewing:
            size = self.size
            self._begin()
            self.reserve(size)
        for address, values in self._told.items():
            self.write(address, values)
        self.write(FAILED, [TRAPPED])

    def grow(self, pages: int) -> None:
        """Have so many pages of memory more. Raises MemoryError."""
        if pages > 0:
            with _memory():
                self.memory.grow(self._store, pages)
        self.size = self.memory.data_len(self._store)
        self._base = ctypes.addressof(self.memory.data_ptr(self._store).contents)
        self._stop = ctypes.c_int32.from_address(self._base + STOP)

    def reserve(self, end: int) -> None:
        """See to it that memory continues up to a place."""
        if end > self.size:
            self.grow((end - self.size + PAGE - 1) // PAGE)

    def call(self, name: str, *arguments: int) -> int:
        """Call an export; -1 means that it stopped with an error. Raises Stopped.

        With the code TRAPPED the state and the contents of free memory are gone.
        """
        self._stop.value = 0
        result = self._run(name, *arguments)
        if result == -1:
            raise Stopped(self.word(FAILED))
        return result

    def _run(self, name: str, *arguments: int) -> int:
        """Call an export; a trap, which is no error of the rules, is a way to stop."""
        function = self._functions.get(name)
        if function is None:
            export: Any = self._exports[name]
            function = self._functions[name] = direct(self._store, export)
        try:
            result = function(*arguments)
        except self._trap as problem:
            self._renew()
            raise Stopped(TRAPPED) from problem
        return result

    def stop(self) -> None:
        """Let a call that runs in another thread stop soon, with the code INTERRUPTED."""
        with self._renewing:
            self.write(STOP, [1])

    # -------------------------------------------------------------- memory

    def words(self, address: int, count: int) -> array[int]:
        """Return integers of the memory."""
        self._within(address, 4 * count)
        found = array("i")
        found.frombytes(ctypes.string_at(self._base + address, 4 * count))
        return found

    def shared(self, address: int, size: int) -> ctypes.Array[ctypes.c_char]:
        """Return bytes of the memory to be read and written in place, until it grows or traps.

        They stay readable as long as they are kept, also without the module.
        """
        self._within(address, size)
        found = (ctypes.c_char * size).from_address(self._base + address)
        found.store = self._store  # type: ignore[attr-defined]  # to which the bytes belong
        return found

    def write(self, address: int, values: Sequence[int]) -> None:
        """Put integers into the memory."""
        given = array("i", values)
        self._within(address, 4 * len(given))
        ctypes.memmove(self._base + address, given.buffer_info()[0], 4 * len(given))
        lasting = STATE + 4 * self.emitted.size <= address < self.emitted.free
        if lasting and address != self.emitted.moves:
            self._told[address] = given

    def keep(self, address: int, values: Sequence[int]) -> None:
        """Put integers into reserved memory, and there again after a trap."""
        self.write(address, values)
        self._told[address] = array("i", values)

    def word(self, address: int) -> int:
        """Return one integer of the memory."""
        return self.words(address, 1)[0]

    def _within(self, address: int, size: int) -> None:
        if not 0 <= address <= address + size <= self.size:
            raise IndexError(f"{address}..{address + size} lies outside the module's memory")

    # -------------------------------------------------------------- one game

    def load(self, state: State) -> None:
        """Put a state into the module."""
        self.write(STATE, state)

    def state(self) -> State:
        """Return the module's state."""
        return self.words(STATE, self.emitted.size).tolist()

    def start(self, seed: int, starter: int = 0) -> None:
        """Begin a game, up to its first decision."""
        self.call("start", signed(seed), starter % self.players)

    def deal(self, seed: int) -> None:
        """Begin a game and set it up, up to before its first turn."""
        self.call("deal", signed(seed))

    def legal(self) -> list[Move]:
        """Return the legal moves, in the order of the text; none when the game is over."""
        return self._listed(self.call("legal"))

    def numbered(self, later: int) -> tuple[list[Move], list[list[int]]]:
        """Return the legal moves, and the numbers of each, of a module for batches of games.

        `later`: how many numbers a move may have beyond its first one; −1 where it has fewer.
        """
        place, width = self.emitted.free, later + 1
        self.reserve(place + 4 * width * self.emitted.room)
        count = self.call("numbered", place)
        words = self.words(place, count * width).tolist()
        return self._listed(count), [words[i : i + width] for i in range(0, len(words), width)]

    def _listed(self, count: int) -> list[Move]:
        width = self.emitted.width
        words = self.words(self.emitted.moves, count * width).tolist()
        number = self.words(STATE, 1)[0]
        lengths = [len(a.parameters) for a in self.compiled.program.choices[number].actions]
        rows = [words[i : i + width] for i in range(0, len(words), width)]
        return [tuple(row[: 1 + (lengths[row[0]] if row[0] >= 0 else 0)]) for row in rows]

    def numbers(self, step: int = 0) -> list[int]:
        """Return the number of each legal move, in the order of the text.

        `step`: which of a move's numbers, from 0; -1 for a move that doesn't have so many. The
        module must be `numbered`.
        """
        self.reserve(self.emitted.free + 8 * self.emitted.room)
        count = self.call("numbers", step, self.emitted.free)
        found = array("q")
        found.frombytes(ctypes.string_at(self._base + self.emitted.free, 8 * count))
        return found.tolist()

    def apply(self, move: Move) -> None:
        """Make a legal move, and run to the next decision."""
        self.write(self.emitted.moves, move)
        self.call("apply", 0)

    def points(self, score: int, seat: int) -> int:
        """Return what a score gives a seat now."""
        result = self._run("points", score, seat)
        code = self.word(FAILED)
        if code != FINE:
            raise Stopped(code)
        return result

    def ranks(self) -> list[tuple[int, ...]]:
        """Return what the seats are ranked by, more being better."""
        self.call("ranks")
        width = self.emitted.rankings
        words = self.words(self.emitted.ranks, self.players * width).tolist()
        return [tuple(words[i * width : (i + 1) * width]) for i in range(self.players)]

    def winners(self) -> list[int]:
        """Return the seats that win, given a state in which the game is over."""
        return _seats(self.call("ranks"), self.players)

    # -------------------------------------------------------------- whole games

    def seat(
        self,
        policies: Sequence[int],
        levels: Sequence[bytes | None] = (),
        *,
        turning: bool = False,
        deals: int = 1,
    ) -> None:
        """Say how each seat chooses from now on: 0 at random, 1 greedily, 2 by a search.

        `levels`: of a seat that searches, see seek.wat. `turning`: seats change after each game;
        `deals`: so many games in a row have the same deal. Both are for studies.
        """
        self.write(self.emitted.policies, [*policies, turning, deals])
        for seat, level in enumerate(levels):
            if level is not None:
                self.write(self.emitted.levels + LEVEL * seat, array("i", level))

    def first(self, seat: int) -> None:
        """Say which seat begins the games of simulations from now on, from 0."""
        self.call("first", seat % self.players)

    def sit(self, seed: int, number: int) -> None:
        """Let the seats sit down for a game of a simulation."""
        self.call("sit", signed(seed), number)

    def chosen(self, state: State) -> int:
        """Return which of its legal moves the seat takes that has to decide in a position.

        To be asked at each decision of a game in turn, as seats have generators of their own.
        """
        self.load(state)
        return self.call("chosen")

    def random_games(self, seed: int, first: int, count: int) -> list[Row]:
        """Play games of a simulation in which every seat chooses at random.

        Game numbers count from 1. Raises Unfinished for the first that doesn't come to an end,
        with the rows of those before it.
        """
        return self._games("random_games", seed, first, count)

    def seated_games(self, seed: int, first: int, count: int) -> list[Row]:
        """Play games of a simulation in which seats choose as `seat` has said."""
        return self._games("seated_games", seed, first, count)

    def _games(self, export: str, seed: int, first: int, count: int) -> list[Row]:
        rows: list[Row] = []
        width = 3 + self.players * self.emitted.rankings
        most = min(ROWS, (self.room - self.emitted.free) // (4 * width))
        while len(rows) < count:
            number = first + len(rows)
            asked = min(most, count - len(rows))
            free = self.emitted.free
            try:
                done = self.call(export, signed(seed), number, asked, free)
            except Stopped as problem:
                if asked == 1:
                    raise Unfinished(number, problem.code, rows) from problem
                most = asked // 2  # a game has trapped, and no row can say which
                continue
            words = self.words(free, done * width).tolist()
            ended = words[(done - 1) * width]
            for i in range(done - (ended != 0)):
                rows.append(self._row(words[i * width : (i + 1) * width]))
            if ended:
                last, code = number + done - 1, self.word(FAILED)
                raise Unfinished(last, code, rows, stalled=ended == STALLED)
        return rows

    def _row(self, words: list[int]) -> Row:
        width, ranks = self.emitted.rankings, words[3:]
        return Row(
            words[1],
            tuple(_seats(words[2], self.players)),
            tuple(tuple(ranks[i * width : (i + 1) * width]) for i in range(self.players)),
        )


@contextmanager
def _memory() -> Iterator[None]:
    """Raise MemoryError for memory that wasmtime can't have."""
    import wasmtime

    try:
        yield
    except wasmtime.WasmtimeError as problem:
        raise MemoryError(f"there is no memory for machine code: {problem}") from None


class Unfinished(Exception):
    """A game of many stopped with an error, or `stalled` at the limit of STALL decisions."""

    def __init__(self, number: int, code: int, rows: list[Row], *, stalled: bool = False) -> None:
        """Keep which game it was and why, and how the games before it ended."""
        super().__init__(f"game {number} didn't come to an end")
        self.number = number
        self.code = code
        self.rows = rows
        self.stalled = stalled


def signed(number: int) -> int:
    """Return an integer, modulo 2**64, as WebAssembly takes it."""
    number &= 0xFFFFFFFFFFFFFFFF
    return number - (1 << 64) if number >> 63 else number


def _seats(bits: int, players: int) -> list[int]:
    return [seat for seat in range(players) if bits >> seat & 1]


__all__ = ["PAGE", "Module", "Row", "Stopped", "Unfinished"]
