"""Which games are played: every ruleset, number of players and option value, breadth first.

The cases of each kind follow from the seed alone. Those of one ruleset don't depend on which others
are played, and a short run plays the first cases of a long one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, cycle, islice
from pathlib import Path

from benchmarks.equality import everything
from engine.rules import model as m
from engine.rules.load import Loaded, load
from engine.rules.options import values_of

MOST = 500
"""So many games at most are one chunk, which is kept as a whole."""


@dataclass(frozen=True)
class Kind:
    """A way to play: within the module, or decision by decision with all checks.

    `sizes`: how many games of each ruleset are played in each turn, the last again and again;
    `least`: so many at least are played at one table in a turn, for which rules are compiled.
    """

    name: str
    sizes: tuple[int, ...]
    least: int


BULK = Kind("bulk", (4, 60, 440, 1500, 3000, 10_000), 6)
DEEP = Kind("deep", (1, 4, 15, 40, 80, 160), 1)
KINDS = (BULK, DEEP)


@dataclass(frozen=True)
class Table:
    """A ruleset with a number of players and the values of its options."""

    name: str
    players: int
    options: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name} {self.players} {chosen or '-'}"


@dataclass(frozen=True)
class Chunk:
    """Games of a kind at one table: the number of the first, and how many."""

    kind: Kind
    table: Table
    first: int
    games: int


def everywhere() -> list[str]:
    """Return the names of all rulesets, stacks and examples, which say nothing of this machine."""
    return [name if "+" in name else Path(name).stem for name in everything()]


@cache
def loaded(name: str) -> Loaded:
    """Return a ruleset, read once."""
    return load(name)


def tables(rules: m.Ruleset) -> list[tuple[int, str, int]]:
    """Return every number of players with every value of every option: the option's name and the
    value. All as usual has the name ''.
    """
    low, high = rules.header.players
    values = [("", 0)]
    for option in rules.options.values():
        values += [(option.name, v) for v in values_of(rules, option) if v != option.default]
    return [(players, name, value) for name, value in values for players in range(low, high + 1)]


def chunks(names: Sequence[str], seed: int, kind: Kind) -> Iterator[Chunk]:
    """Yield all cases of a kind in their order, without end."""
    each = {name: _of_ruleset(name, seed, kind) for name in names}
    for turn in count():
        order = sorted(names)
        random.Random(f"{seed} {kind.name} {turn}").shuffle(order)
        for name in order:
            yield from next(each[name])


def _of_ruleset(name: str, seed: int, kind: Kind) -> Iterator[list[Chunk]]:
    """Yield the chunks of a ruleset, a list for each turn."""
    rules, chance = loaded(name).checked(), random.Random(f"{seed} {kind.name} {name}")
    every = tables(rules)
    chance.shuffle(every)
    coming, number = cycle(every), 1
    for turn in count():
        size = kind.sizes[min(turn, len(kind.sizes) - 1)]
        many = min(len(every), max(1, size // kind.least))
        found = []
        for place, (players, option, value) in enumerate(islice(coming, many)):
            drawn = _drawn(rules, chance) if turn % 2 else {}
            options = tuple(sorted((drawn | ({option: value} if option else {})).items()))
            games = size // many + (place < size % many)
            for first in range(0, games, MOST):
                table, part = Table(name, players, options), min(MOST, games - first)
                found.append(Chunk(kind, table, number + first, part))
            number += games
        yield found


def _drawn(rules: m.Ruleset, chance: random.Random) -> dict[str, int]:
    """Return values of all options by chance."""
    return {o.name: chance.choice(values_of(rules, o)) for o in rules.options.values()}
