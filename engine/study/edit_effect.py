"""What an edit of the rules did to play, in one line: the same deals before and after the edit.

A difference is named if its interval leaves out zero. The interval is widened for the number of
comparisons, and by how far figures depend on the players' training: each text has two trainings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.language.message import Message, comma
from engine.study.compare import Comparison, SeriesChange, compare
from engine.study.game_results import GameResults
from engine.study.intervals import LEVEL, Interval, Whole, Z, corrected, student
from engine.study.metrics import findings

LONGER = "games {size} decisions longer (±{around})"
SHORTER = "games {size} decisions shorter (±{around})"
WORDS = {
    "win.place.1": "the first player wins {old} → {new} % (±{around})",
    "win.shared": "several share the win in {old} → {new} % (±{around})",
    "win.nobody": "nobody wins {old} → {new} % (±{around})",
    "win.all": "everybody wins {old} → {new} % (±{around})",
    "score.mean": "scores {old} → {new} (±{around})",
    "length.decisions": LONGER,
    "lead.changes": "changes of the lead {old} → {new} (±{around})",
}
"""What is compared, beside how often actions are chosen and how games end; and its words."""
LATER = "player {place} wins {old} → {new} % (±{around})"
ENDING = "'{ending}' ends {old} → {new} % of games (±{around})"
ACTION = "'{action}' {old} → {new} % of choices (±{around})"
NEW = "'{action}' is new: {share} % of choices"
GONE = "'{action}' is gone: {share} % of choices"
NOTHING = Message("no deal was played to the end by both texts")
CHOSEN = ".chosen"
MOST_OF_A_KIND = 3
"""So many actions, and so many endings, are named."""
FEWEST = 50
"""In fewer games nothing is clear."""
SMALL = 0.02
"""By less than that no share of choices and no number is worth a word, however sure it is."""


@dataclass(frozen=True)
class EditEffect:
    """What is clearly different after an edit, a part of the line for each, and in how many games.

    `note`: what else the line says, such as who played.
    """

    changes: tuple[Message, ...]
    games: int
    note: str = ""

    @property
    def line(self) -> str:
        """Return it in one line: a message that can be said in another language."""
        if not self.games:
            return self.note
        if self.changes:
            line = Message("{changes}, in {games} games", comma(self.changes), f"{self.games:,}")
        else:
            line = Message("no clear difference in {games} games", f"{self.games:,}")
        return Message("{line} ({note})", line, self.note) if self.note else line


def edit_effect(
    before: GameResults, after: GameResults, first: Whole | None, note: str = ""
) -> EditEffect:
    """Return what is different between games of two texts on the same deals.

    `first`: the numbers of those games whose players had the first of two trainings; None where
    players have no training. Nothing is compared where a training has no finished game of both.
    """
    one, other = before.among(after.numbers), after.among(before.numbers)
    by_first = np.isin(one.numbers, first) if first is not None else [True, False]
    if not one.count or len(set(by_first)) < 2:
        return EditEffect((), 0, NOTHING)
    compared = compare(findings(one), findings(other))
    noise = _noise(one, other, first) if first is not None else {}
    left_out = "win.place.2" if one.sides == 2 else ""  # says the same as the first
    known = [c for c in compared.changes if _telling(c.one.key) and c.one.key != left_out]
    known = [c for c in known if c.change.value or c.change.high > c.change.low]
    judged = [_widened(c, len(known), noise.get(c.one.key, 0.0)) for c in known]
    clear = [c for c in judged if _clear(c)]
    parts = (*_differences(clear), *_only_one_has(compared))
    return EditEffect(tuple(parts), one.count, note)


def _noise(one: GameResults, other: GameResults, first: Whole) -> Mapping[str, float]:
    """Return by key the standard deviation that training alone gives a difference.

    It is estimated from how much the two trainings of each text differ beyond chance. The mean of
    two has half the variance of one, so of all four there is a quarter of the squares' sum.
    """
    squares: dict[str, float] = {}
    for games in (one, other):
        later: Whole = np.setdiff1d(games.numbers, first)
        two = [findings(games.among(numbers)) for numbers in (first, later)]
        for key, metric in two[0].items():
            if key in two[1] and _telling(key):
                apart = _apart(metric.interval(), two[1][key].interval())
                squares[key] = squares.get(key, 0.0) + apart
    return {k: math.sqrt(max(0.0, apart) / 4) for k, apart in squares.items()}


def _apart(one: Interval, other: Interval) -> float:
    """Return the square of a difference, less what chance alone makes of it."""
    if math.isinf(one.low) or math.isinf(other.low):
        return 0.0
    by_chance = (_half(one) / Z) ** 2 + (_half(other) / Z) ** 2
    return (one.value - other.value) ** 2 - by_chance


def _telling(key: str) -> bool:
    return key in WORDS or key.startswith(("ending.", "win.place.")) or _is_action(key)


def _is_action(key: str) -> bool:
    return key.startswith("action.") and key.endswith(CHOSEN)


def _widened(found: SeriesChange, comparisons: int, noise: float) -> SeriesChange:
    """Return a difference with the interval that it has where so many are judged (Bonferroni).

    The two squares that `noise` comes from leave it two degrees of freedom.
    """
    change = found.change
    half = _half(corrected(change, comparisons))
    half += noise * student(2, 1 - (1 - LEVEL) / comparisons)
    around = Interval(change.value, change.value - half, change.value + half, change.games)
    return replace(found, change=around)


def _clear(found: SeriesChange) -> bool:
    """Return whether a difference is clear by its interval, and worth a word."""
    change = found.change
    return change.games >= FEWEST and change.clear_of(0.0) and not _small(found)


def _small(found: SeriesChange) -> bool:
    """Return whether a difference is too small to matter; nobody's share of the wins is."""
    size, key = abs(found.change.value), found.one.key
    if found.one.unit == "%":
        return _is_action(key) and size < SMALL
    return size < SMALL * abs(found.one.interval().value)


def _half(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def _differences(clear: Sequence[SeriesChange]) -> Iterator[Message]:
    """Yield each difference in words: those of the whole game, then of endings and actions."""
    by_key = {change.one.key: change for change in clear}
    for key, words in WORDS.items():
        if key in by_key:
            yield _of_game(words, by_key[key])
    for kind, words in (("win.place.", LATER), ("ending.", ENDING), ("action.", ACTION)):
        of_kind = [c for key, c in by_key.items() if key.startswith(kind) and key not in WORDS]
        for change in sorted(of_kind, key=lambda change: -change.strength)[:MOST_OF_A_KIND]:
            name = change.one.key.removeprefix(kind).removesuffix(CHOSEN)
            yield Message(words, name, *_values(change))


def _of_game(words: str, change: SeriesChange) -> Message:
    if words != LONGER:
        return Message(words, *_values(change))
    size = change.change.value
    around = _number(_half(change.change), size)
    return Message(SHORTER if size < 0 else LONGER, _number(abs(size), size), around)


def _values(change: SeriesChange) -> tuple[str, str, str]:
    """Return what a figure was, what it is, and half of the difference's interval."""
    factor = 100 if change.one.unit == "%" else 1
    size = factor * change.change.value
    old, new, around = (
        _number(factor * value, size)
        for value in (change.one.interval().value, change.other.interval().value,
                      _half(change.change))
    )  # fmt: skip
    return old, new, around


def _number(value: float, size: float) -> str:
    """Return a number with a decimal where the difference that is spoken of is small."""
    digits = 0 if abs(size) >= 10 else 1
    return f"{value:,.{digits}f}" if not value or round(value, digits) else f"{value:.1g}"


def _only_one_has(compared: Comparison) -> Iterator[Message]:
    """Yield the actions that are new and those that are gone."""
    for words, metrics in ((NEW, compared.new), (GONE, compared.gone)):
        for metric in metrics:
            if _is_action(metric.key):
                name = metric.key.removeprefix("action.").removesuffix(CHOSEN)
                yield Message(words, name, f"{100 * metric.interval().value:.0f}")
