"""A tree search that runs inside the module: what it is told, and what it has found.

The search itself is in engine/compile/wasm/search.wat. It goes through positions sampled from what
a seat knows, so what the seat can't see can't make a difference.
"""

from __future__ import annotations

import struct
from array import array

from engine.agents.levels import Found, Source, Tuning
from engine.compile.lower import Compiled
from engine.compile.wasm.keys import DEEPEST, FIELDS, NODE
from engine.compile.wasm.memory import FAILED, PAGE, PLAYOUTS
from engine.game.chance import Chance
from engine.game.module import Module

AVERAGES = 1 << 15
"""How many averages of moves there are room for; moves beyond that share theirs."""
_AVERAGE = 16
MOST_NODES = 1_000_000
"""How far a tree may grow: 56 MB."""


class Tree:
    """Searches in the positions of one compiled ruleset. Not for several threads at once."""

    def __init__(self, compiled: Compiled, like: Tree | None = None) -> None:
        """Load the module; `like` is another tree over the same ruleset."""
        self.module: Module = Module(compiled, search=True, like=like.module if like else None)

    def _make_room(self, words: int, nodes: int) -> None:
        """Divide the module's free memory; have more of it where there is too little."""
        self._samples = self.module.emitted.free
        self._averages = (self._samples + 4 * words + 15) // 16 * 16
        self._root = self._averages + AVERAGES * _AVERAGE
        self._end = self._root + NODE * (nodes + 1)
        self.module.grow((self._end - self.module.size + PAGE - 1) // PAGE)

    def begin(self, source: Source, moves: int, seed: int, iterations: int, tuning: Tuning) -> None:
        """Begin a search over the positions of a source, in which the root has some moves.

        It is over after so many iterations, or as soon as the others can't change what it says.
        """
        self._make_room(len(source.words), min(iterations, MOST_NODES))
        self.module.write(self._samples, source.words)
        self.module.wipe(self._averages, AVERAGES * _AVERAGE + NODE)
        numbers = Chance(seed)
        values = {
            "": self._samples, "COUNT": source.count, "ROOT": self._root, "END": self._end,
            "FREE": self._root + NODE, "MOVES": moves, "AVERAGES": self._averages,
            "MASK": AVERAGES - 1, "MOST": tuning.most, "TRIES": tuning.tries,
            "CHANCE": tuning.chance, "NEXT": 0, "ERRORS": 0, "DEEP": min(DEEPEST, tuning.deep),
            "LEFT": iterations, "GLANCE": tuning.glance, "PLAYOUTS": 0, "ENDED": 0,
        }  # fmt: skip
        for name, value in values.items():
            self._put(name, struct.pack("<i", value))
        self._put("EXPLORE", struct.pack("<d", tuning.explore))
        wins = tuning.wins if self.module.compiled.rankings else 1.0
        self._put("WINS", struct.pack("<d", wins))
        self._put("TRUST", struct.pack("<d", tuning.trust))
        self._put("SETTLED", struct.pack("<d", tuning.settled))
        self._put("SEED", struct.pack("<ii", *_two_words(numbers)))
        self.module.write(PLAYOUTS, _two_words(numbers))
        judged = self.module.emitted.search + 128
        self.module.wipe(judged, 48 * self.module.players)

    def _put(self, name: str, raw: bytes) -> None:
        self.module.write(self.module.emitted.search + FIELDS[name], array("i", raw))

    def run(self, iterations: int) -> int:
        """Do some iterations; return how many of them met no error."""
        return self.module.call("search", iterations)

    @property
    def left(self) -> int:
        """How many iterations there still are to do."""
        return self.module.word(self.module.emitted.search + FIELDS["LEFT"])

    @property
    def failed(self) -> int:
        """What the last error was: a site of the program, or a code of the module's memory."""
        return self.module.word(FAILED)

    def found(self, moves: int) -> list[Found]:
        """Return what was found of each move of the root."""
        result = [Found(0, 0.0, 0.0)] * moves
        at = self.module.word(self._root + 16)
        while at:
            raw = self.module.words(at, NODE // 4).tobytes()
            key, visits = struct.unpack_from("<qi", raw)
            leads, wins = struct.unpack_from("<dd", raw, 24)
            if visits and 1 <= key <= moves:
                result[key - 1] = Found(visits, leads / visits, wins / visits)
            (at,) = struct.unpack_from("<i", raw, 20)
        return result


def _two_words(numbers: Chance) -> tuple[int, int]:
    return numbers.below(1 << 31), numbers.below(1 << 31)
