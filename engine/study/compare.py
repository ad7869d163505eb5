"""Two tables side by side: what is different, by how much, and whether that is clear of chance.

Game n of both is dealt with the same seed and played from the same seats, so differences are taken
game by game. A difference is clear when its 95 % interval leaves out zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.study.intervals import Interval
from engine.study.metric import Metric, capital, interval_words, number_of, plain
from engine.study.metrics import GROUPS

MANY = 5
"""So many differences of one kind are told in words; all stand in the tables."""
ALONE = {"action": ".chosen", "line": ".points", "requirement": ".refuses", "rule": ".asked"}
"""What tells of an action, a line and so on that only one of two rulesets has."""


@dataclass(frozen=True)
class SeriesChange:
    """What is estimated of both, and by how much the other is greater."""

    one: Metric
    other: Metric
    change: Interval

    @property
    def clear(self) -> bool:
        """Return whether the difference is clear of zero."""
        known = not math.isinf(self.change.low) and self.change.games > 1
        return known and self.change.clear_of(0.0)

    @property
    def strength(self) -> float:
        """Return how many half intervals the difference is away from zero."""
        half = (self.change.high - self.change.low) / 2
        if math.isinf(half):
            return 0.0
        return abs(self.change.value) / half if half else math.inf

    def sentence(self) -> str:
        """Return the difference in words, how big it is, and both values."""
        change, unit = self.change, self.one.unit
        if not self.one.more:
            return f"{self.one.label}: {interval_words(change, unit)} more; {self.values()}"
        size = change if change.value >= 0 else change.times(-1)
        amount, low, high = number_of(size, unit)
        points = " percentage points" if unit == "%" else ""
        ends = f" ({low} to {high})" if size.low < size.high else ""
        told = self.one.differs(amount + points, less=change.value < 0)
        return f"{told}{ends}; {self.values()}"

    def values(self) -> str:
        """Return both values, what is said of the other one first."""
        return f"{bare(self.other)} instead of {bare(self.one)}"

    def signed(self) -> str:
        """Return the difference with its sign: `+2.1 percentage points (-0.3 to +4.5)`."""
        unit = self.one.unit
        if self.change.games < 2 or math.isinf(self.change.low):
            return "not known"
        amount, low, high = number_of(self.change, unit, sign=True)
        amount += " percentage points" if unit == "%" else f" {unit}".rstrip()
        if self.change.low == self.change.high:
            return f"{amount} in all games" if self.change.value else "none in any game"
        return f"{amount} ({low} to {high})"

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "key": self.one.key, "label": self.one.label, "unit": self.one.unit,
            "one": plain(self.one.interval()), "other": plain(self.other.interval()),
            "difference": plain(self.change), "clear": self.clear,
        }  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """Everything that is different between two tables."""

    changes: tuple[SeriesChange, ...]
    gone: tuple[Metric, ...]
    new: tuple[Metric, ...]

    def of(self, group: str) -> list[SeriesChange]:
        """Return the changes of a group."""
        return [change for change in self.changes if change.one.group == group]

    def at(self, key: str) -> SeriesChange | None:
        """Return the change of what has a key."""
        return next((change for change in self.changes if change.one.key == key), None)

    def sentences(self) -> Iterator[str]:
        """Yield what is clearly different, the strongest of each kind, in words."""
        for group in GROUPS:
            found = [c for c in self.of(group) if c.clear and c.one.more]
            found.sort(key=lambda c: -c.strength)
            for change in found[:MANY]:
                yield capital(change.sentence()) + "."
            if len(found) > MANY:
                more = len(found) - MANY
                yield f"{more} more clear differences stand in the table '{GROUPS[group]}'."
        for what, alone in (("Only the first has", self.gone), ("Only the second has", self.new)):
            for series in alone:
                if series.key.endswith(ALONE.get(series.group, "\n")):
                    yield f"{what} this: {series.label}: {series.cell()}."

    def unclear(self) -> Iterator[str]:
        """Yield the main things that are not clearly different, and how different they may be."""
        for group in ("win", "score", "length", "choice", "lead", "agent"):
            for change in self.of(group):
                if not change.clear and change.change.high > change.change.low:
                    yield f"{change.one.label}: {change.values()}; {change.signed()}."

    @property
    def by_chance(self) -> int:
        """Return how many of the differences would look clear if nothing were different."""
        known = [c for c in self.changes if c.change.high > c.change.low]
        return round(len(known) * 0.05)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "changes": [change.as_json() for change in self.changes],
            "only_first": [series.as_json() for series in self.gone],
            "only_second": [series.as_json() for series in self.new],
        }


def compare(one: dict[str, Metric], other: dict[str, Metric]) -> Comparison:
    """Compare what was found of two tables."""
    changes = [
        SeriesChange(series, other[key], series.change(other[key]))
        for key, series in one.items()
        if key in other
    ]
    gone = [series for key, series in one.items() if key not in other]
    new = [series for key, series in other.items() if key not in one]
    return Comparison(tuple(changes), tuple(gone), tuple(new))


def bare(series: Metric) -> str:
    """Return an estimate without its interval."""
    return number_of(series.interval(), series.unit)[0] + ("%" if series.unit == "%" else "")
