"""How numbers are spread: quartiles, extremes and a histogram."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.study import measures as at
from engine.study.findings import ordinal, scored
from engine.study.games import Games
from engine.study.intervals import deviation, quantile

BINS = 40


@dataclass(frozen=True)
class Shape:
    """A distribution. `bins`: how many values lie in `first + i * width` up to the next."""

    key: str
    label: str
    games: int
    mean: float
    sd: float
    quartiles: tuple[float, float, float, float, float]
    first: int
    width: int
    bins: tuple[int, ...]

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
    least, greatest = ordered[0], ordered[-1]
    width = _width(greatest - least)
    first = least // width * width
    bins = [0] * ((greatest - first) // width + 1)
    for value in ordered:
        bins[(value - first) // width] += 1
    q = tuple(quantile(ordered, share) for share in (0, 0.25, 0.5, 0.75, 1))
    assert len(q) == 5
    mean = sum(ordered) / len(ordered)
    sd = deviation(ordered)
    return Shape(key, label, len(ordered), mean, sd, q, first, width, tuple(bins))


def _width(span: int) -> int:
    """Return a width of 1, 2 or 5 times a power of ten that makes few enough bins."""
    power: int = 10 ** max(0, math.floor(math.log10(max(1, span) / BINS)))
    for factor in (1, 2, 5, 10):
        if span / (power * factor) <= BINS:
            return power * factor
    return power * 20


def shapes(games: Games) -> Iterator[Shape]:
    """Yield the distributions of a table's games: scores by place in turn order, and the length."""
    if scored(games):
        first = games.columns.scores
        every = [x for seat in range(games.players) for x in games.column(first + seat)]
        yield shape("score", "a player's score", every)
        for place in range(games.players) if games.players > 1 else ():
            values = games.by_place(first, place)
            yield shape(f"score.place.{place + 1}", f"the {ordinal(place)} player's score", values)
    yield shape("length", "decisions a game", games.column(at.DECISIONS))
