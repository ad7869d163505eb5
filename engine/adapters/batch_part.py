"""Some of many games: those that one module steps, with arrays over its memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.compile import layout as at
from engine.compile.wasm.batches import TRIES, Autoreset, BatchPlaces
from engine.compile.wasm.memory import ENDLESS, FAILED, NOTHING_LEGAL, TRAPPED
from engine.game import rng
from engine.game.evaluate import SiteErrors
from engine.game.interpreter import State, endless
from engine.game.session import Game
from engine.game.wasm_executor import Module, Stopped

_Number = TypeVar("_Number", bound=np.generic)
_LINE = 64
"""Arrays begin at lines of the processor's cache."""


@dataclass(frozen=True)
class BatchRequest:
    """What a batch of games is: how many they are in all, and as in `BatchedGames`.

    `own`: the seats that are played from outside, as bits. `reward`: its number in REWARDS.
    """

    total: int
    own: int
    reward: int
    autoreset: Autoreset
    most: int


@dataclass(frozen=True)
class BatchArrays:
    """What a batch shows, and what is chosen in it: a row for each game; see `BatchedGames`.

    `finals` has no rows unless games are dealt anew in the same step.
    """

    observations: npt.NDArray[np.float32]
    masks: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float64]
    seats: npt.NDArray[np.int32]
    ended: npt.NDArray[np.bool_]
    cut: npt.NDArray[np.bool_]
    illegal: npt.NDArray[np.bool_]
    finals: npt.NDArray[np.float32]
    chosen: npt.NDArray[np.int32]

    def joined(self, others: list[BatchArrays]) -> BatchArrays:
        """Return arrays for these games and others, with copies of what they show."""
        parts = zip(*(one.all() for one in (self, *others)), strict=True)
        return BatchArrays(*(np.concatenate(part) for part in parts))

    def show(self, part: BatchArrays, first: int) -> None:
        """Copy what some of the games show, which are those from `first` on."""
        for whole, own in zip(self.all()[:-1], part.all()[:-1], strict=True):
            whole[first : first + len(own)] = own

    def all(self) -> list[npt.NDArray[np.generic]]:
        """Return the arrays in their order; `chosen` is the last."""
        return [getattr(self, name) for name in self.__dataclass_fields__]


class BatchPart:
    """The games that one module steps: from number `first` to below `end`."""

    def __init__(
        self, game: Game, module: Module, asked: BatchRequest, first: int, end: int
    ) -> None:
        """Give the games room in the module's memory. Raises MemoryError."""
        places = module.emitted.batch
        assert places is not None, "the module was made for many games"
        self.first, self.end = first, end
        self._game, self._module, self._places, self._asked = game, module, places, asked
        self._by_hand = not places.lowered
        self._broken = False
        """Whether the code has trapped: the arrays don't show the memory that it has then."""
        n, words = end - first, module.emitted.size
        kept = n if asked.autoreset is Autoreset.SAME_STEP else 0
        steps = game.numbering.numbers.later
        columns = game.tensor.size + steps
        sizes = {
            places.games: n * places.record, places.rows: 4 * n * columns,
            places.masks: n * game.action_space.size, places.rewards: 8 * n * game.players,
            places.seats: 4 * n, places.over: n, places.cut: n, places.illegal: n,
            places.finals: 4 * kept * columns, places.chosen: 4 * n,
            places.ends: 4 * kept * words * self._by_hand,
        }  # fmt: skip
        address: dict[int, int] = {}
        top = module.size
        for place, size in sizes.items():
            address[place], top = top, (top + size + _LINE - 1) // _LINE * _LINE
        module.reserve(top)
        self._address = address

        def over(place: int, kind: type[_Number]) -> npt.NDArray[_Number]:
            return np.frombuffer(memoryview(module.shared(address[place], sizes[place])), kind)

        self._records = over(places.games, np.int32).reshape(n, places.record // 4)
        self._ends = over(places.ends, np.int32).reshape(-1, words)
        self.arrays = BatchArrays(
            over(places.rows, np.float32).reshape(n, columns),
            over(places.masks, np.int8).reshape(n, game.action_space.size),
            over(places.rewards, np.float64).reshape(n, game.players),
            over(places.seats, np.int32), over(places.over, np.bool_),
            over(places.cut, np.bool_), over(places.illegal, np.bool_),
            over(places.finals, np.float32).reshape(kept, columns),
            over(places.chosen, np.int32),
        )  # fmt: skip
        self._tell(places)

    def _tell(self, places: BatchPlaces) -> None:
        """Write into the module what its batch is."""
        asked, write = self._asked, self._module.write
        for place, address in self._address.items():
            write(place, [address])
        for place, value in (
            (places.count, self.end - self.first), (places.first, self.first),
            (places.total, asked.total), (places.resets, asked.autoreset.value),
            (places.own, asked.own), (places.most, asked.most), (places.reward, asked.reward),
        ):  # fmt: skip
            write(place, [value])

    def sow(self, seed: int) -> None:
        """Take another seed for the games that are dealt from now on."""
        whole = seed & 0xFFFFFFFFFFFFFFFF
        words = [rng.signed(whole & 0xFFFFFFFF), rng.signed(whole >> 32)]
        self._module.write(self._places.seed, words)

    # -------------------------------------------------------------- playing

    def reset(self) -> None:
        """Deal each game for which `chosen` isn't 0; for 2 from its first number on."""
        self._call("batch_reset")

    def step(self) -> None:
        """Choose `chosen` in each game."""
        self._call("batch_step")

    def sample(self) -> None:
        """Put at `chosen` numbers that may be chosen."""
        self._module.call("batch_sample")

    def state(self, index: int) -> State:
        """Return the position of a game."""
        words = self._module.emitted.size
        state: State = self._records[index, :words].tolist()
        top = max(state[at.TOP], self._game.compiled.program.stack)
        if not state[at.HIDING]:
            state[top:] = [0] * (words - top)  # what other games have left there
        return state

    def _call(self, name: str) -> None:
        if self._broken:
            raise Stopped(TRAPPED)
        choosing = self.arrays.seats.tolist() if self._by_hand else []
        try:
            failed = self._module.call(name)
        except Stopped:
            self._broken = True
            raise
        if failed:
            self._explain()
        if self._by_hand:
            self._write_rows(choosing, ended=name == "batch_step")

    def _explain(self) -> None:
        """Raise what was wrong in the game that the module has stopped in.

        Raises RulesError with the place in the rules; ValueError where the seats that are played
        from outside decide nothing in any game.
        """
        code, game = self._module.word(FAILED), self._game
        if code >= 0:
            SiteErrors(self._module.compiled.program.sites).fail(code)
        if code == NOTHING_LEGAL:
            game.interpreter.legal(self._module.state())
            raise ValueError(f"nothing was to be chosen in {TRIES:,} games")
        if code == ENDLESS:
            raise endless(game.rules.header.span)
        raise Stopped(code)

    def _write_rows(self, choosing: list[int], *, ended: bool) -> None:
        """Write the rows in Python, of rules that show values to seats; `choosing`: who chose.

        `ended`: games may just have ended.
        """
        game, arrays = self._game, self.arrays
        size, step = game.tensor.size, self._asked.autoreset is Autoreset.SAME_STEP
        for index, seat in enumerate(arrays.seats.tolist()):
            known = game.knowledge.observe(self.state(index), seat)
            arrays.observations[index, :size] = game.tensor.numbers(known)
            if ended and step and (arrays.ended[index] or arrays.cut[index]):
                known = game.knowledge.observe(self._ends[index].tolist(), choosing[index])
                arrays.finals[index, :size] = game.tensor.numbers(known)
