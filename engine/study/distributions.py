"""How numbers are spread: quartiles, extremes and a histogram."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.study import game_record as at
from engine.study.game_results import GameResults
from engine.study.intervals import Column, deviation
from engine.study.metrics import place_name, scored

BINS = 40


@dataclass(frozen=True)
class Histogram:
    """How whole numbers are spread."""

    key: str
    label: str
    values: Column

    @property
    def games(self) -> int:
        """Return how many there are."""
        return self.values.size

    @property
    def mean(self) -> float:
        """Return their mean."""
        return float(self.values.mean())

    @property
    def sd(self) -> float:
        """Return their standard deviation, that of a sample."""
        return deviation(self.values)

    @cached_property
    def quartiles(self) -> tuple[float, ...]:
        """Return the least, those below which a quarter, half and three quarters lie, and the
        greatest.
        """
        middle = np.quantile(self.values, (0.25, 0.5, 0.75)).tolist()
        return int(self.values.min()), *middle, int(self.values.max())

    def binned(self, width: int) -> tuple[int, tuple[int, ...]]:
        """Return where the first bin of a width begins, and how many values each holds.

        Bins of one width begin at its multiples, whatever the values are.
        """
        first = int(self.values.min()) // width * width
        return first, tuple(np.bincount((self.values - first).astype(int) // width).tolist())

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        least, low, middle, high, greatest = self.quartiles
        width = width_of([self])
        first, bins = self.binned(width)
        return {
            "key": self.key, "label": self.label, "games": self.games,
            "mean": round(self.mean, 6), "sd": round(self.sd, 6), "least": least,
            "lower_quartile": low, "median": middle, "upper_quartile": high,
            "greatest": greatest,
            "histogram": {"first": first, "width": width, "counts": list(bins)},
        }  # fmt: skip


def width_of(shapes: Sequence[Histogram]) -> int:
    """Return a width of 1, 2 or 5 times a power of ten that makes few enough bins of them all."""
    values = np.concatenate([found.values for found in shapes])
    span = int(np.ptp(values))
    power: int = 10 ** max(0, math.floor(math.log10(max(1, span) / BINS)))
    for factor in (1, 2, 5, 10):
        if span / (power * factor) <= BINS:
            return power * factor
    return power * 20


def shapes(games: GameResults) -> Iterator[Histogram]:
    """Yield the distributions of a table's games: scores by place in turn order, and the length."""
    if scored(games):
        scores, many = games.by_seat(games.columns.scores), games.sides
        yield Histogram("score", "a player's score", scores.ravel())
        for place in range(many) if many > 1 else ():
            name = place_name(games, place)
            yield Histogram(
                f"score.place.{place + 1}", f"{name}'s score", games.by_place(scores, place)
            )
    yield Histogram("length", "decisions a game", games.column(at.DECISIONS))
