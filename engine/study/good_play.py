"""What good players do: what tips the choices of a learned policy, in sentences with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.rules.catalogue import ENGLISH
from engine.study.intervals import Interval, difference, mean
from engine.study.metric import number_of, plain
from engine.training.habits import GAMES, PlayHabit, habits
from engine.training.meanings import SURE
from engine.training.policy import Policy

MOST = 8
"""How many are told."""
FEWEST = 5
"""In how many games there was such a choice at least."""


@dataclass(frozen=True)
class PlayTip:
    """What players prefer among the moves of an action.

    `what` it is; `weight`: how much it tips choices in a game; `chosen`, `others`: what it comes to
    for what they choose and for all that they could, on average; `more`: how much more that is.
    """

    action: str
    what: str
    sure: bool
    weight: Interval
    chosen: Interval
    others: Interval
    more: Interval

    @property
    def sentence(self) -> str:
        """Return it in words."""
        unit = "%" if self.sure else ""
        chosen, others = (f"{number_of(i, unit)[0]}{unit}" for i in (self.chosen, self.others))
        size = self.more if self.more.value > 0 else self.more.times(-1)
        _, low, high = number_of(size, unit)
        way = "more" if self.more.value > 0 else "less"
        where = f"{self.action} with {way} of this"
        if self.sure:
            where = f"{self.action} {way} often where this holds"
        return f"{where} – {self.what}: {chosen} instead of {others} ({low} to {high}{unit} {way})."

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "action": self.action,
            "what": self.what,
            "words": self.sentence,
            "weight": plain(self.weight),
            "chosen": plain(self.chosen),
            "others": plain(self.others),
            "more": plain(self.more),
        }


def tips(policy: Policy, games: int = GAMES) -> tuple[PlayTip, ...]:
    """Return what tips choices most in some games of a policy against itself.

    Told is only what surely speaks for what is chosen, and of which that surely has more or less.
    """
    return tuple(_tips(habits(policy, games)))[:MOST]


def _tips(found: Sequence[PlayHabit]) -> Iterator[PlayTip]:
    for habit in found:
        if len(habit.weight) < FEWEST:
            continue
        weight, more = mean(habit.weight), difference(habit.others, habit.chosen)
        if weight.low > 0 and more.clear_of(0):
            sure = habit.meaning.words in SURE
            yield PlayTip(
                habit.action.replace("_", " "),
                habit.meaning.text(ENGLISH),
                sure,
                weight,
                mean(habit.chosen),
                mean(habit.others),
                more,
            )
