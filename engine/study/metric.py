"""What is estimated from a table's games: each a series over the games, with words for it.

A series is a mean of a number a game, a share of the games, or a ratio of sums over the games.
Series of two rulesets that have the same key say the same of both, and can be compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engine.study.intervals import (
    Column,
    Interval,
    difference,
    mean,
    ratio,
    ratio_difference,
    times,
    wilson,
)


@dataclass(frozen=True)
class Metric:
    """One thing that is estimated.

    `unit`: `%` for what is told in percent, else what is counted, perhaps nothing. `more` tells a
    difference, with `{}` for how much, `ways` which word behind that means more, and which in
    its place for less; without them `label` does. `wholes`: for a ratio, of how much; `count`: it
    is how often something came. What is told in percent and of no wholes is a share of the games.
    """

    key: str
    label: str
    values: Column
    unit: str = ""
    more: str = ""
    ways: tuple[str, str] = ("more", "less")
    wholes: Column | None = None
    count: bool = False

    @property
    def group(self) -> str:
        """Return what kind of thing this is: the key's first word."""
        return self.key.split(".")[0]

    def interval(self) -> Interval:
        """Return the estimate with its interval."""
        if self.wholes is not None:
            found = ratio(self.values, self.wholes)
            return self._of_one(found) if self.unit == "%" else found
        if self.unit == "%":
            return wilson(float(self.values.sum()), len(self.values))
        return times(self.values) if self.count else mean(self.values)

    def _of_one(self, found: Interval) -> Interval:
        """Return a share's interval kept within 0 and 1; where no game differs, Wilson's."""
        if found.games and found.low == found.high and found.value in (0.0, 1.0):
            return wilson(found.value * found.games, found.games)
        return Interval(found.value, max(0.0, found.low), min(1.0, found.high), found.games)

    def change(self, other: Metric) -> Interval:
        """Return by how much the other is greater, game by game on the same seeds."""
        games = min(len(self.values), len(other.values))
        if self.wholes is None or other.wholes is None:
            return difference(self.values[:games], other.values[:games])
        one = self.values[:games], self.wholes[:games]
        return ratio_difference(one, (other.values[:games], other.wholes[:games]))

    def differs(self, amount: str, *, less: bool) -> str:
        """Return in words that this is by so much more, or less."""
        before, _, after = self.more.partition("{}")
        return before + amount + (after.replace(*self.ways, 1) if less else after)

    def words(self) -> str:
        """Return the estimate as it is read in a sentence: `51.2% (49.0 to 53.4)`."""
        return interval_words(self.interval(), self.unit)

    def cell(self) -> str:
        """Return the estimate as it is in a table, which says where all games are the same."""
        found = self.interval()
        same = (
            f" in all {found.games:,} games" if found.games > 1 and found.low == found.high else ""
        )
        return self.words() + same

    def as_json(self) -> dict[str, Any]:
        """Return the estimate as plain data."""
        return {"key": self.key, "label": self.label, "unit": self.unit, **plain(self.interval())}


def capital(text: str) -> str:
    """Return a text as a sentence begins."""
    return text[:1].upper() + text[1:]


def plain(interval: Interval) -> dict[str, Any]:
    """Return an interval as plain data; what can't be told is null."""
    low, high = (None if abs(x) == math.inf else round(x, 6) for x in interval[1:3])
    return {"value": round(interval.value, 6), "low": low, "high": high, "games": interval.games}


def interval_words(interval: Interval, unit: str) -> str:
    """Return an estimate and its interval in words; without an interval where it has no width."""
    if interval.games == 0:
        return "never came up"
    value, low, high = number_of(interval, unit)
    sign = "%" if unit == "%" else ""
    if math.isinf(interval.high) or interval.high == interval.low:
        return f"{value}{sign}"
    return f"{value}{sign} ({low} to {high})"


def number_of(interval: Interval, unit: str, *, sign: bool = False) -> tuple[str, str, str]:
    """Return an estimate and its ends with as many decimals as tell something."""
    if unit == "%":
        interval = interval.times(100)
    digits = _digits(interval)
    if any(x and not round(x, digits) for x in interval[:3]) and interval.high > interval.low:
        digits += 1
    value, low, high = (_number(x, digits, sign) for x in interval[:3])
    return value, low, high


def _number(value: float, digits: int, sign: bool) -> str:
    """Return a number; a nothing that isn't rounded has no decimals."""
    return f"{value:{'+' if sign else ''},.{digits}f}" if value else "0"


def _digits(interval: Interval) -> int:
    """Return how many decimals tell something, given how wide the interval is."""
    width = interval.high - interval.low
    if math.isinf(width) or width == 0:
        return 0 if interval.value == round(interval.value) else 1
    if width >= 20:
        return 0 if abs(interval.value) >= 100 else 1
    if width >= 0.2:
        return 1
    return 2 if width >= 0.02 else 3
