"""A tree search that runs inside the module: what it is told, and what it has found.

The search itself is in engine/compile/wasm/search.wat. It goes through positions sampled from what
a seat knows, so what the seat can't see can't make a difference.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from statistics import median_high

from engine.agents.search_config import MoveStats, SampleSource, SearchParams
from engine.compile import layout as at
from engine.compile.lower import Compiled
from engine.compile.wasm.memory import FAILED, PLAYOUTS, STATE, WORK
from engine.compile.wasm.module import MOST_WORK
from engine.compile.wasm.move_keys import AVERAGES, DEEPEST, FIELDS, NODE
from engine.game.wasm_executor import Module, Stopped
from engine.training.policy import Policy, floats, set_temperature

_AVERAGE = 16
MOST_NODES = 1_000_000
"""How far a tree may grow: 40 MB."""
_PROBES = 9
"""How many random games show how long games usually are."""
_PATIENCE = 3000
"""Decisions after which such a game is left; it is also left when an iteration could have done its
work so often:
"""
_WORTH = 4
_STRETCH = 100
"""Decisions between two looks at that."""
_TIMES = 3
"""By how much longer than usual a playout may be before it is judged where it is."""
_GLANCE = 60
"""Decisions of a playout at most where games aren't over even after very many."""


class Tree:
    """Searches in the positions of one compiled ruleset. Not for several threads at once."""

    def __init__(
        self, compiled: Compiled, like: Tree | None = None, policy: Policy | None = None
    ) -> None:
        """Load the module; `like` is another tree over the same ruleset with the same policy."""
        if policy is not None:
            compiled = policy.plan.compiled
        rated = policy.plan.rated if policy else None
        other = like.module if like else None
        self.module: Module = Module(compiled, search=True, rated=rated, like=other)
        if policy is not None:
            policy.tell(self.module)
        self._root = 0
        self.most: int = like.most if like else max_playout_length(self.module)

    def begin(
        self, source: SampleSource, moves: int, seed: int, iterations: int, params: SearchParams
    ) -> None:
        """Begin a search over the positions of a source, in which the root has some moves.

        It is over after so many iterations, or as soon as the others can't change what it says.
        """
        samples = self.module.emitted.free
        likely = samples + 4 * len(source.words)
        spots = allocate_search(self.module, likely + 4 * len(source.likely), iterations)
        self._root = spots["ROOT"]
        self.module.write(samples, source.words)
        self.module.write(likely, source.likely)
        spots |= {"": samples, "COUNT": source.count}
        spots |= {"NUMBERS": likely, "MANY": len(source.likely)}
        write_search_params(self.module, spots, params, self.most)
        self.module.call("begin_search", moves, seed, iterations)

    def rated(self, words: Sequence[int], number: int, sharpness: float) -> int:
        """Return which legal move the policy takes in a position, by a number below 2**24."""
        set_temperature(self.module, sharpness)
        self.module.load(list(words))
        return self.module.call("choose_by_rates", number)

    def rates(self, words: Sequence[int], sharpness: float = 1.0) -> list[float]:
        """Return how likely the policy is to take each legal move in a position."""
        set_temperature(self.module, sharpness)
        self.module.load(list(words))
        count = self.module.call("rates")
        return floats(self.module, self.module.emitted.priors, count)

    def recall(
        self, plan: Sequence[int], past: Sequence[int], number: int, count: int
    ) -> list[float]:
        """Return how likely what a seat remembers was in samples of a plan, seeded with a number
        and those that follow it, as logarithms to the base 2. There are fewer where it takes long.
        """
        at_plan = self.module.emitted.free
        at_past = at_plan + 4 * len(plan)
        found = at_past + 4 * len(past)
        self.module.reserve(found + 4 * count)
        self.module.write(at_plan, plan)
        self.module.write(at_past, past)
        set_temperature(self.module, 1.0)
        done = self.module.call("recall", at_plan, at_past, number, count, found)
        return floats(self.module, found, done)

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

    def found(self, moves: int) -> list[MoveStats]:
        """Return what was found of each move of the root."""
        result = [MoveStats(0, 0.0, 0.0)] * moves
        node = self.module.word(self._root + 16)
        while node:
            raw = self.module.words(node, NODE // 4).tobytes()
            key, visits, value = struct.unpack_from("<qif", raw)
            leads, wins = struct.unpack_from("<dd", raw, 24)
            if visits and 1 <= key <= moves:
                result[key - 1] = MoveStats(visits, leads / visits, wins / visits, value)
            (node,) = struct.unpack_from("<i", raw, 20)
        return result


def max_playout_length(module: Module) -> int:
    """Return how many decisions a playout takes at most: a few times as many as games usually do.

    Where play goes round in circles a playout is judged after a while as if the game ended there.
    """
    found = []
    for seed in range(1, _PROBES + 1):
        try:
            module.start(seed)
            module.write(PLAYOUTS, [seed, 0])
            module.write(WORK, [0])
            for _ in range(_PATIENCE // _STRETCH):
                if module.call("playout", _STRETCH) == 0:
                    found.append(module.word(STATE + 4 * at.DECISIONS))
                    break
                if module.word(WORK) > _WORTH * MOST_WORK:
                    break
        except Stopped:
            continue
    usual = median_high(found) if 2 * len(found) > _PROBES else 0
    return max(_GLANCE, _TIMES * usual)


def allocate_search(module: Module, start: int, iterations: int) -> dict[str, int]:
    """Have room in a module's memory from a place on for a search; return which pieces are where.

    The tree grows to a number of nodes at most; beyond that it only learns.
    """
    averages = (start + 15) // 16 * 16
    root = averages + AVERAGES * _AVERAGE
    end = root + NODE * (min(iterations, MOST_NODES) + 1)
    module.reserve(end)
    return {"AVERAGES": averages, "ROOT": root, "END": end}


def winning(compiled: Compiled, params: SearchParams) -> float:
    """Return how much winning counts; it is all that does where nobody is ranked."""
    return params.win_weight if compiled.rankings else 1.0


def write_search_params(
    module: Module, spots: dict[str, int], params: SearchParams, most: int
) -> None:
    """Write the addresses and parameters of a search into a module."""
    words = spots | {
        "MOST": most, "TRIES": params.playout_candidates, "CHANCE": params.playout_epsilon,
        "DEEP": min(DEEPEST, params.max_depth),
    }  # fmt: skip
    parts = {
        "EXPLORE": params.c_puct, "LESS": params.fpu_reduction, "SETTLED": params.settled,
        "LIKELY": params.prior_cutoff,
        "WINS": winning(module.compiled, params), "RISK": params.risk,
        "OTHERS": params.opponent_weight,
    }  # fmt: skip
    raw = {name: struct.pack("<i", value) for name, value in words.items()}
    raw |= {name: struct.pack("<d", value) for name, value in parts.items()}
    if module.emitted.rates is not None:
        set_temperature(module, params.sharpness)
    for name, value in raw.items():
        module.write(module.emitted.search + FIELDS[name], array("i", value))
