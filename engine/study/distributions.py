"""How numbers are spread: quartiles, extremes and a histogram."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.study import game_record as at
from engine.study.game_table import GameTable
from engine.study.intervals import deviation, quantile
from engine.study.metrics import place_name, scored, sides_of

BINS = 40


@dataclass(frozen=True)
class Shape:
    """A distribution. `counts`: how often each value came; `bins`: how many values lie in
    `first + i * width` up to the next.
    """

    key: str
    label: str
    games: int
    mean: float
    sd: float
    quartiles: tuple[float, float, float, float, float]
    counts: Mapping[int, int]

    @property
    def first(self) -> int:
        """Return where the first bin begins."""
        return self.binned(self.width)[0]

    @property
    def width(self) -> int:
        """Return how many whole numbers a bin holds."""
        return width_of([self])

    @property
    def bins(self) -> tuple[int, ...]:
        """Return how many values each bin holds."""
        return self.binned(self.width)[1]

    def binned(self, width: int) -> tuple[int, tuple[int, ...]]:
        """Return where the first bin of a width begins, and how many values each holds.

        Bins of one width begin at its multiples, whatever the values are.
        """
        first = min(self.counts) // width * width
        bins = [0] * ((max(self.counts) - first) // width + 1)
        for value, count in self.counts.items():
            bins[(value - first) // width] += count
        return first, tuple(bins)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        least, low, middle, high, greatest = self.quartiles
        return {
            "key": self.key, "label": self.label, "games": self.games,
            "mean": round(self.mean, 6), "sd": round(self.sd, 6), "least": least,
            "lower_quartile": low, "median": middle, "upper_quartile": high,
            "greatest": greatest,
            "histogram": {"first": self.first, "width": self.width, "counts": list(self.bins)},
        }  # fmt: skip


def shape(key: str, label: str, values: Sequence[int]) -> Shape:
    """Return how whole numbers are spread."""
    ordered = sorted(values)
    q = tuple(quantile(ordered, share) for share in (0, 0.25, 0.5, 0.75, 1))
    assert len(q) == 5
    mean = sum(ordered) / len(ordered)
    sd = deviation(ordered)
    return Shape(key, label, len(ordered), mean, sd, q, Counter(ordered))


def width_of(shapes: Sequence[Shape]) -> int:
    """Return a width of 1, 2 or 5 times a power of ten that makes few enough bins of them all."""
    values = [value for found in shapes for value in (min(found.counts), max(found.counts))]
    span = max(values) - min(values)
    power: int = 10 ** max(0, math.floor(math.log10(max(1, span) / BINS)))
    for factor in (1, 2, 5, 10):
        if span / (power * factor) <= BINS:
            return power * factor
    return power * 20


def shapes(games: GameTable) -> Iterator[Shape]:
    """Yield the distributions of a table's games: scores by place in turn order, and the length."""
    if scored(games):
        first, many = games.columns.scores, sides_of(games)
        every = [x for seat in range(games.players) for x in games.column(first + seat)]
        yield shape("score", "a player's score", every)
        for place in range(many) if many > 1 else ():
            values, name = games.by_place(first, place), place_name(games, place)
            yield shape(f"score.place.{place + 1}", f"{name}'s score", values)
    yield shape("length", "decisions a game", games.column(at.DECISIONS))
