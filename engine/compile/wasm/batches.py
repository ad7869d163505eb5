"""Many games that a module steps together: their records, and what they show.

What plays them is in batched.wat. Python writes at the places of `BatchPlaces` what it asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.compile import layout as at
from engine.compile.move_numbers import MoveNumbers
from engine.compile.tensor_recipe import TensorRecipe
from engine.compile.wasm.information_set import WORD, Observed
from engine.compile.wasm.memory import STATE
from engine.compile.wasm.tensor import TensorRows
from engine.compile.wasm.writer import Writer

TRIES = 1_000
"""So many games are dealt until there is one in which something is to be chosen from outside."""
MOST_KEPT = 64
"""So many legal moves are kept with a game, so that the next step needn't list them again."""
_LONG = 8


class Autoreset(Enum):
    """When a game that has ended is dealt anew, by the number that batched.wat reads.

    `NEXT_STEP`: with the next step, which chooses nothing in it. `SAME_STEP`: at once, with the row
    of its end aside. `DISABLED`: when that is asked for.
    """

    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2


@dataclass(frozen=True)
class BatchRecipe:
    """What a module needs to step many games: the numbers of moves, and what rows are made of."""

    numbers: MoveNumbers
    recipe: TensorRecipe

    @property
    def columns(self) -> int:
        """Return how many numbers a row has, with those that a move has begun with."""
        return self.recipe.size + self.numbers.later


@dataclass(frozen=True)
class BatchPlaces:
    """The addresses at which Python writes what a batch is, and how large a record is."""

    count: int
    first: int
    total: int
    resets: int
    own: int
    most: int
    reward: int
    games: int
    chosen: int
    rows: int
    masks: int
    rewards: int
    seats: int
    over: int
    cut: int
    illegal: int
    finals: int
    ends: int
    seed: int
    record: int
    lowered: bool
    """Whether the module writes rows. Where rules show values, only Python can."""


_NAMES = (
    "count", "first", "total", "resets", "own", "most", "reward", "games", "chosen", "rows",
    "masks", "rewards", "seats", "over", "cut", "illegal", "finals", "ends",
)  # fmt: skip


class Batches:
    """Writes what batched.wat needs of one compiled ruleset."""

    def __init__(self, writer: Writer, observed: Observed, batch: BatchRecipe) -> None:
        """Find places, and write the rows where the recipe can be lowered."""
        self._writer, self._batch = writer, batch
        lowered = not writer.compiled.debug.revealed
        self._rows = TensorRows(writer, observed, batch.recipe) if lowered else None
        if self._rows is None:
            with writer.func("$row (param $seat i32) (param $to i32)", ("seat", "to")):
                pass
        memory, players = writer.memory, writer.players
        config = memory.take(WORD * len(_NAMES))
        self._standing = memory.take(_LONG * players)
        state = (WORD * writer.program.size + _LONG - 1) // _LONG * _LONG
        fields = {
            "GAME_CHANCE": _LONG * players, "GAME_GIVEN": _LONG * players, "GAME_NUMBER": _LONG,
            "GAME_SAMPLED": _LONG, "GAME_LIVE": WORD, "GAME_DONE": WORD, "GAME_BEGUN": WORD,
            "GAME_PATH": WORD * (batch.numbers.later + 1), "GAME_KEPT": WORD,
            "GAME_MOVES": WORD * writer.width * min(MOST_KEPT, writer.room),
        }  # fmt: skip
        self._record: dict[str, int] = {}
        for name, size in fields.items():
            self._record[name], state = state, state + size
        self._size = (state + _LONG - 1) // _LONG * _LONG
        places = {name: config + WORD * n for n, name in enumerate(_NAMES)}
        self.places = BatchPlaces(
            **places, seed=memory.take(_LONG), record=self._size, lowered=lowered
        )

    @property
    def lowered(self) -> bool:
        """Return whether the module writes rows."""
        return self._rows is not None

    def numbers(self) -> dict[str, int]:
        """Return the values of the names in batched.wat, and in tensor.wat."""
        batch, layout, compiled = self._batch, self._writer.layout, self._writer.compiled
        players = self._writer.players
        found = {f"BATCH_{name.upper()}": getattr(self.places, name) for name in _NAMES}
        found |= self._record | (self._rows.numbers() if self._rows else {})
        return found | {
            "BATCH_SEED": self.places.seed, "GAME": self._size, "CHANCE_BYTES": _LONG * players,
            "GIVEN_BYTES": _LONG * players, "STANDING": self._standing, "TRIES": TRIES,
            "ACTIONS": batch.numbers.size, "ROW_BYTES": WORD * batch.columns,
            "TENSOR_BYTES": WORD * batch.recipe.size, "LATER": batch.numbers.later,
            "LATER_BYTES": WORD * batch.numbers.later, "NOBODY": at.NOBODY,
            "EVERYBODY": layout.everybody, "TOTALS": STATE + WORD * layout.totals,
            "SIGN": compiled.rankings[0].sign if compiled.rankings else 1,
            "SAME_STEP": Autoreset.SAME_STEP.value, "DISABLED": Autoreset.DISABLED.value,
            "BY_HAND": int(self._rows is None), "SAMPLE_SEAT": players + 1,
            "MOST_KEPT": min(MOST_KEPT, self._writer.room),
        }  # fmt: skip
