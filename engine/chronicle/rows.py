"""The rows of the log: a closed union, each as one reader may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.game.view import Item


@dataclass(frozen=True)
class LogChip:
    """Something that a row names: its words, and the piece if it is one, or a word of the rules.

    `rolled`: whether it is named because it was rolled.
    """

    text: str
    item: Item | None = None
    word: str = ""
    rolled: bool = False


@dataclass(frozen=True)
class DecisionRow:
    """A decision, counted from 1: who made it, the action's title, what it took, its sentence.

    The title is empty as long as the reader may not know what was decided.
    """

    number: int
    seat: int
    title: str
    chips: tuple[LogChip, ...]
    words: str

    @property
    def after(self) -> int:
        """After how many decisions the position is that the row looks back to."""
        return self.number


@dataclass(frozen=True)
class AnnouncementRow:
    """Something that the rules announced; `nth` counts those of one decision from 1."""

    after: int
    nth: int
    words: str


@dataclass(frozen=True)
class EndingRow:
    """Why a round or the game ended."""

    after: int
    words: str


@dataclass(frozen=True)
class PaymentRow:
    """What each seat was paid at the end of a round; None where the reader can't know it.

    `words`: why the round ended, empty where the rules don't say.
    """

    after: int
    round: int
    totals: tuple[int | None, ...]
    words: str


@dataclass(frozen=True)
class RevealRow:
    """What came to be seen of a seat as the next turn began; `nth` counts from 1."""

    after: int
    nth: int
    seat: int
    chips: tuple[LogChip, ...]

    @property
    def words(self) -> str:
        """The names of what came to be seen."""
        return listing(self.chips)


LogRow: TypeAlias = DecisionRow | AnnouncementRow | EndingRow | PaymentRow | RevealRow


def listing(chips: Sequence[LogChip]) -> str:
    """Return the names of what came to be seen, of equal ones their number."""
    counted = Counter(chip.text for chip in chips)
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in counted.items())
