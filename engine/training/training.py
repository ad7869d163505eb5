"""Learning a policy by self-play inside the module, on several cores.

What is learned depends on the seed and the number of steps only, not on how many cores there are: a
fixed number of modules play the games of a step side by side, and each adds up what all have found.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import median_high, pstdev

import numpy as np

from engine.compile import layout as at
from engine.compile.policy_features import STANDING, UNITS, CompiledPolicy, FeatureLines
from engine.compile.wasm.logits import FIELDS, RatedPlaces
from engine.compile.wasm.memory import PLAYOUTS, STATE
from engine.game.rng import Chance, derived
from engine.game.wasm_executor import Module, Stopped, signed
from engine.rules.load import Loaded
from engine.training.attribution import Numbers
from engine.training.feature_sets import FeatureSet, everything
from engine.training.policy import floats, words
from engine.training.templates import MOST

WORKERS = 2
"""Modules that play side by side."""
_NOTES = 16 << 20
"""Bytes in which the decisions of one game are noted."""
_PROBED = 60
"""Random games in which it is seen what features tell."""
_LONGEST = 3000
"""Decisions after which such a game is left."""


@dataclass(frozen=True)
class TrainingTuning:
    """How learning goes about it.

    `games`: of each worker in a step; `rate`: of learning at first, which goes down to a tenth by
    the end; `explored`: how often of 1,024 a game begins with random decisions; `after`: so many at
    most, as a share of a random game; `winning`: how much winning counts, against points; `even`:
    how much moves are drawn to be equally likely at first, which goes down to a tenth by the end.
    """

    games: int = 48
    rate: float = 0.02
    explored: int = 600
    after: float = 1.0
    winning: float = 0.3
    even: float = 0.03


@dataclass(frozen=True)
class RandomPlayBaseline:
    """What random games are like: how long, how far leads spread, what features come to at most."""

    length: int
    spread: float
    scales: tuple[float, ...] = ()


@dataclass
class TrainingProgress:
    """What a step has shown: games played, decisions learned from, points a seat, circles."""

    step: int
    games: int
    decisions: int
    points: float
    circles: int
    error: float


def select_features(loaded: Loaded, players: int, options: Mapping[str, int]) -> FeatureSet:
    """Work out what a policy may look at, and leave out what tells nothing in random games."""
    rough = everything(loaded, players, options)
    return FeatureSet(loaded, players, options, _telling(rough), rough.standing)


def _telling(rough: FeatureSet) -> dict[str, FeatureLines]:
    """Return the features that differ, and not just as another one does.

    Actions of which the same is asked keep the same.
    """
    rows = _rows(rough)
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, head in enumerate(rough.rated.heads):
        if head.name in rough.features:
            key = (rough.names(head.name), rough.features[head.name].texts)
            alike.setdefault(key, []).append(number)
    kept: dict[str, FeatureLines] = {}
    for numbers in alike.values():
        texts = rough.rated.texts(numbers[0])
        columns = zip(*(row for n in numbers for row in rows[n]), strict=False)
        order = rough.features[rough.rated.heads[numbers[0]].name].texts
        shapes = {t: _shape(np.array(c)) for t, c in zip(texts, columns, strict=False)}
        chosen: dict[tuple[float, ...], str] = {}
        for text in order:
            if shapes.get(text) and len(chosen) < MOST:
                chosen.setdefault(shapes[text], text)
        for n in numbers if chosen else ():
            name = rough.rated.heads[n].name
            kept[name] = rough.features[name].only(chosen.values())
    return kept


def _shape(column: Numbers) -> tuple[float, ...]:
    """Return a column without its size and sign, to know it again; nothing for a constant one."""
    moved = column - column[0]
    units = moved[moved != 0]
    return tuple((moved / units[0]).round(4).tolist()) if units.size else ()


def _rows(plan: FeatureSet) -> list[list[list[float]]]:
    """Return by head inputs of moves in random games, a row for each."""
    module = Module(plan.compiled, search=True, rated=plan.rated)
    places = module.emitted.rates
    assert places is not None
    sizes, chance = plan.rated.sizes, Chance(7)
    found: list[list[list[float]]] = [[] for _ in sizes]
    for seed in range(1, _PROBED + 1):
        try:
            module.start(seed)
            for _ in range(_LONGEST // 10):
                count = module.call("legal")
                if not count:
                    break
                for number in {chance.below(count) for _ in range(2)}:
                    head = module.call("inputs", number)
                    found[head].append(floats(module, places.inputs, sizes[head]))
                module.write(PLAYOUTS, [chance.below(1 << 31), seed])
                module.call("playout", 1 + chance.below(6))
        except Stopped:
            continue
    return found


def usual(plan: FeatureSet) -> RandomPlayBaseline:
    """Play random games to see what they are like."""
    scales = _scales(plan)
    module = Module(plan.compiled, search=True)
    lengths, leads = [], []
    for seed in range(1, 200):
        try:
            module.start(seed)
            module.write(PLAYOUTS, [seed, 1])
            if module.call("playout", _LONGEST):
                continue
            lengths.append(module.word(STATE + 4 * at.DECISIONS))
            ranks = [row[0] if row else 0 for row in module.ranks()]
        except Stopped:
            continue
        leads.append(ranks[0] - max(ranks[1:], default=0))
    length = median_high(lengths) if 2 * len(lengths) > 100 else 200
    return RandomPlayBaseline(length, max(1.0, pstdev(leads)) if leads else 1.0, tuple(scales))


def _scales(plan: FeatureSet) -> list[float]:
    """Return by what the features of each group are multiplied."""
    found: dict[tuple[int, int], float] = {}
    for head, rows in zip(plan.rated.heads, _rows(plan), strict=True):
        if rows:
            # A feature is multiplied so that it spreads by about 1.
            scales = 1 / np.maximum(np.std(rows, axis=0)[1:], 0.1)
            places = [(g, i) for g in head.groups for i in range(len(plan.rated.groups[g].values))]
            for place, scale in zip(places, scales.tolist(), strict=True):
                found[place] = min(scale, found.get(place, 10.0))
    return [
        found.get((g, i), 1.0)
        for g, group in enumerate(plan.rated.groups)
        for i in range(len(group.values))
    ]


class Trainer:
    """Learns one policy. `weights` are its numbers, `done` counts the steps."""

    def __init__(self, plan: FeatureSet, seed: int, tuning: TrainingTuning | None = None) -> None:
        """Make the modules and begin with small random weights."""
        self.plan, self.seed, self.tuning = plan, seed, tuning or TrainingTuning()
        self.usual = usual(plan)
        first = Module(plan.compiled, search=True, rated=plan.rated, learning=True)
        self.modules = [first]
        self.modules += [Module(plan.compiled, like=first) for _ in range(WORKERS - 1)]
        places = first.emitted.rates
        assert places is not None
        self.places: RatedPlaces = places
        self.done = 0
        self.scratch = first.emitted.free
        notes = self.scratch + 4 * places.count
        for module in self.modules:
            module.reserve(notes + _NOTES)
            module.write(places.scales, words(self.usual.scales))
            self._tell(module, notes)
        self.weights = fresh_weights(plan.rated, seed)

    @property
    def weights(self) -> list[float]:
        """The weights as they are now."""
        return floats(self.modules[0], self.places.weights, self.places.count)

    @weights.setter
    def weights(self, values: Sequence[float]) -> None:
        for module in self.modules:
            module.write(self.places.weights, words(values))

    def begin_with(
        self, weights: Sequence[float], scales: Sequence[float], seed: int | None = None
    ) -> None:
        """Begin anew with weights that were learned before, for features multiplied by some scales,
        and with another seed if one is given.
        """
        self.usual = replace(self.usual, scales=tuple(scales))
        self.seed, self.done = self.seed if seed is None else seed, 0
        nothing = [0] * (3 * self.places.count)
        for module in self.modules:
            module.write(self.places.weights, [*words(weights), *nothing])
            module.write(self.places.scales, words(scales))

    @property
    def memory(self) -> bytes:
        """What has been learned, with what it takes to continue as if nothing had happened."""
        more = self.modules[0].words(self.places.weights, 4 * self.places.count)
        return struct.pack("<q", self.done) + more.tobytes()

    @memory.setter
    def memory(self, raw: bytes) -> None:
        (self.done,) = struct.unpack_from("<q", raw)
        values = array("i", raw[8:])
        if len(values) != 4 * self.places.count:
            raise ValueError("it belongs to another policy")
        for module in self.modules:
            module.write(self.places.weights, values)

    def steps(self, count: int, share: float = 0.0) -> TrainingProgress:
        """Take some steps. `share`: how much of the whole training is done, 0 to 1."""
        for module in self.modules:
            self._forget(module)
        with ThreadPoolExecutor(len(self.modules)) as pool:
            for _ in range(count):
                self._step(pool, share)
        return self._progress()

    def _step(self, pool: ThreadPoolExecutor, share: float) -> None:
        games = self.tuning.games
        first = 1 + self.done * games * len(self.modules)
        before = self._total("DECISIONS")
        seed = signed(derived(self.seed, 1))
        even = words((self.tuning.even * (1 - 0.9 * share),))
        for module in self.modules:
            module.write(self.places.learning + FIELDS["EVEN"], even)
        jobs = [
            pool.submit(module.call, "learn", seed, first + games * i, games)
            for i, module in enumerate(self.modules)
        ]
        for job in jobs:
            job.result()
        self._join()
        self.done += 1
        t = self.done
        decisions = max(1, self._total("DECISIONS") - before)
        rate = self.tuning.rate * (1 - 0.9 * share)
        rates = words((rate, 1 / decisions, 1 / (1 - 0.9**t), 1 / (1 - 0.99**t)))
        for module in self.modules:
            module.write(self.places.learning + FIELDS["RATE"], rates)
        for job in [pool.submit(module.call, "adapt") for module in self.modules]:
            job.result()

    def _join(self) -> None:
        """Let every module have the gradients of all, added up in the same order."""
        place = self.places.weights + 4 * self.places.count
        found = [m.words(place, self.places.count) for m in self.modules]
        for module in self.modules:
            module.write(place, found[0])
            for other in found[1:]:
                module.write(self.scratch, other)
                module.call("join", self.scratch)

    def _tell(self, module: Module, notes: int) -> None:
        tuning, usual_ = self.tuning, self.usual
        winning = tuning.winning if module.compiled.rankings else 1.0
        values = {
            "": notes, "END": notes + _NOTES, "EXPLORED": tuning.explored,
            "AFTER": max(1, int(tuning.after * usual_.length)),
            "CIRCLE": 3 * usual_.length + 50,
        }  # fmt: skip
        parts = {"SCALE": 1 / usual_.spread, "WINNING": winning}
        for name, value in values.items():
            module.write(self.places.learning + FIELDS[name], [value])
        for name, part in parts.items():
            module.write(self.places.learning + FIELDS[name], words((part,)))

    def _forget(self, module: Module) -> None:
        for name in ("GAMES", "DECISIONS", "POINTS", "CIRCLES", "SQUARES"):
            module.write(self.places.learning + FIELDS[name], [0, 0] if name == "POINTS" else [0])

    def _total(self, name: str) -> int:
        """Return what the modules have counted, all together."""
        return sum(m.word(self.places.learning + FIELDS[name]) for m in self.modules)

    def _progress(self) -> TrainingProgress:
        games, decisions = self._total("GAMES"), self._total("DECISIONS")
        points, squares = 0, 0.0
        for m in self.modules:
            raw = m.words(self.places.learning + FIELDS["POINTS"], 2).tobytes()
            points += struct.unpack("<q", raw)[0]
            squares += floats(m, self.places.learning + FIELDS["SQUARES"], 1)[0]
        return TrainingProgress(
            self.done, games, decisions, points / max(1, games * self.plan.players),
            self._total("CIRCLES"), squares / max(1, decisions),
        )  # fmt: skip


def fresh_weights(rated: CompiledPolicy, seed: int) -> list[float]:
    """Return small random weights; all moves are about equally likely with them."""
    chance = Chance(derived(seed, 2))

    def small(size: float) -> float:
        return size * (chance.below(1 << 20) / (1 << 19) - 1)

    found: list[float] = []
    for size in rated.sizes:
        for _ in range(size):
            found += [small(0.5) for _ in range(UNITS - 1)] + [0.0]
        found += [small(0.1) for _ in range(UNITS - 1)] + [1.0]
    return found + [0.0] * STANDING
