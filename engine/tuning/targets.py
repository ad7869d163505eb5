"""What a tuned game shall be like: a figure of the study's report, and its wanted value.

`the first player wins = 50%` or `decisions < 60`: the name of a figure as `cairn study` prints it
or its key, then what it shall be. How far a game is from a target is its miss: by how much the
figure is off, as a share of the target's value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from engine.language.diagnostics import RulesError, nearest
from engine.language.message import Message, did_you_mean
from engine.study import game_record as at
from engine.study.game_results import GameResults
from engine.study.intervals import Interval, Numbers, Whole
from engine.study.metric import Metric
from engine.study.metrics import findings
from engine.tuning.numbers import refusal

Sign = Literal["=", "<", ">"]

_TARGET = re.compile(r"\s*(?P<name>.+)(?<![<>=])\s*(?P<sign>[<>]=?|=)\s*(?P<value>-?\d+(?:\.\d+)?)"
                     r"\s*(?P<percent>%?)\s*")  # fmt: skip
SHARE = "share of seat {}"
"""What a target calls a place's part of the wins, in which a shared win counts in parts."""


@dataclass(frozen=True)
class Target:
    """A figure by its name, and what it shall be; `percent`: whether the value is one."""

    text: str
    name: str
    sign: Sign
    value: float
    percent: bool

    def metric(self, known: dict[str, Metric]) -> Metric | None:
        """Return the figure of those that were found."""
        key = _key(self.name, known)
        return None if key is None else known[key]

    def goal(self, metric: Metric) -> float:
        """Return the value in the unit in which the metric's interval is."""
        return self.value / 100 if metric.unit == "%" else self.value

    def directions(self) -> tuple[int, ...]:
        """Return which deviations are a miss: above the value (1), below (-1); 0 where it's met."""
        return {"=": (1, -1), "<": (1, 0), ">": (-1, 0)}[self.sign]


@dataclass(frozen=True)
class TargetResult:
    """What was found of one target: its metric, and by how much each game is off the target.

    `off`: per finished game, as a share of the target's value (of 1 where that is 0); its mean is
    that of the figure. `numbers`: the games' numbers.
    """

    target: Target
    metric: Metric
    off: Numbers
    numbers: Whole

    @property
    def interval(self) -> Interval:
        """Return the figure with its interval."""
        return self.metric.interval()

    @property
    def known(self) -> bool:
        """Return whether there is a figure: what its wholes are of may never have come up."""
        return self.interval.games > 0

    @property
    def missed(self) -> bool:
        """Return whether the whole interval of the figure is off the target."""
        goal, ways = self.target.goal(self.metric), self.target.directions()
        return (self.interval.low > goal and 1 in ways) or (
            self.interval.high < goal and -1 in ways
        )

    @property
    def met(self) -> bool:
        """Return whether the whole interval of the figure meets the target."""
        goal, ways = self.target.goal(self.metric), self.target.directions()
        above, below = self.interval.high > goal, self.interval.low < goal
        return not (above and 1 in ways) and not (below and -1 in ways)

    @property
    def miss(self) -> float:
        """Return how far the figure is from the target, as a share of the target's value."""
        mean = float(self.off.mean())
        return max(way * mean for way in self.target.directions())


def read_targets(given: Sequence[str]) -> tuple[Target, ...]:
    """Return the targets as they are written. Raises RulesError (E603) for one that can't be."""
    found = []
    for text in given:
        match = _TARGET.fullmatch(text)
        if match is None:
            message = (
                "'--target {text}' can't be read; write a figure, then =, < or > and a number, as "
                "'decisions < 60'"
            )
            raise refusal(Message(message, text))
        found.append(
            Target(text.strip(), match["name"].strip(), cast(Sign, match["sign"][0]),
                   float(match["value"]), bool(match["percent"]))
        )  # fmt: skip
    return tuple(found)


def outcomes(games: GameResults, targets: Iterable[Target]) -> list[TargetResult]:
    """Return what games show of each target.

    Raises RulesError (E603) for a target whose figure they don't have, or that counts in another
    unit.
    """
    known = figures(games)
    found = []
    for target in targets:
        metric = target.metric(known)
        if metric is None:
            raise _unknown(target, known)
        if target.percent and metric.unit != "%":
            message = "'{text}': {figure} is counted in {unit}, not in percent"
            unit = metric.unit or "times"
            raise refusal(Message(message, target.text, metric.label, unit))
        if metric.unit == "%" and not target.percent:
            percent = f"{target.value * (100 if abs(target.value) <= 1 else 1):g}"
            message = "'{text}': {figure} is a percentage; write {percent}%, not {value}"
            raise refusal(Message(message, target.text, metric.label, percent, f"{target.value:g}"))
        goal = target.goal(metric)
        off = (_by_game(metric) - goal) / (abs(goal) or 1.0)
        found.append(TargetResult(target, metric, off, games.numbers[: len(off)]))
    return found


def figures(games: GameResults) -> dict[str, Metric]:
    """Return everything that a target can be about, by key."""
    return {metric.key: metric for metric in _shares(games)} | findings(games, complete=True)


def _shares(games: GameResults) -> Iterable[Metric]:
    """Yield for each place its part of all wins; a win that several share counts in parts."""
    many = games.sides
    sharing = np.maximum(1, games.ties[:, :many].sum(axis=1))
    parts = games.wins + games.ties / sharing[:, None]
    for place in range(many) if many > 1 else ():
        yield Metric(
            f"win.share.{place + 1}", SHARE.format(place + 1), games.by_place(parts, place), "%",
            wholes=(games.column(at.WINNERS) != 0).astype(np.int64),
        )  # fmt: skip


def _by_game(metric: Metric) -> Numbers:
    """Return a number for each game of which the mean is the figure."""
    values = metric.values.astype(np.float64)
    if metric.wholes is None:
        return values
    total = float(metric.wholes.sum())
    if not total:  # there is no figure
        return np.zeros(len(values))
    value = float(values.sum()) / total
    moved: Numbers = value + (values - value * metric.wholes) / (total / len(values))
    return moved


def _key(name: str, known: dict[str, Metric]) -> str | None:
    """Return the key of a figure that is named by its key, its label or the key's last part."""
    words = _plain(name)
    for key, metric in known.items():
        if name == key or words == _plain(metric.label):
            return key
    last = [key for key in known if key.split(".", 1)[-1] == words]
    return last[0] if len(last) == 1 else None


def _plain(label: str) -> str:
    return " ".join(label.casefold().removeprefix("the ").split())


def _unknown(target: Target, known: dict[str, Metric]) -> RulesError:
    labels = [metric.label for metric in known.values()]
    guess = nearest(target.name, [*labels, *known])
    hint = did_you_mean(guess) or Message(
        "name one that 'cairn study' prints, such as {some}",
        ", ".join(f"'{label}'" for label in [*labels[:2], "decisions a game"]),
    )
    return refusal(Message("no figure is called '{name}'; {hint}", target.name, hint))
