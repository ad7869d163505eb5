"""What a person knows of a ruleset: kept in the state folder, spaced by FSRS.

A file that can't be read is set aside, never overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fsrs import Card, Rating, Scheduler

from engine.language.files import make_folder, write_file
from engine.storage.folders import state_folder
from engine.storage.plain_file import is_there, read_plain
from engine.teach.exercises import Exercise

VERSION = 1
"""Bump it when what is in a file means something else."""
LARGEST = 4_000_000
LAST_YEAR = 9000
MOST = 1e6
"""No stability, in days, and no difficulty is as large."""


def progress_file(ruleset: str, person: str = "me") -> Path:
    """Return where the progress of a person in a ruleset is kept. Raises OSError without a home."""
    return state_folder() / "learning" / f"{ruleset}.{person}.json"


class Progress:
    """The cards of one person and ruleset."""

    def __init__(self, path: Path) -> None:
        """Read a file, if there is one. `set_aside`: where a damaged one was moved to."""
        self.path = path
        self.cards: dict[str, Card] = {}
        self.set_aside: Path | None = None
        self._scheduler = Scheduler(enable_fuzzing=False)
        if is_there(path):
            try:
                self.cards = _read(path)
            except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
                self.set_aside = _aside(path)
                path.replace(self.set_aside)

    def answered(self, key: str, right: bool, now: datetime | None = None) -> None:
        """Take note of an answer."""
        card = self.cards.get(key) or Card(card_id=len(self.cards) + 1)
        rating = Rating.Good if right else Rating.Again
        when = now or datetime.now(UTC)
        self.cards[key], _ = self._scheduler.review_card(card, rating, when)

    def due(self, found: Sequence[Exercise], now: datetime | None = None) -> list[Exercise]:
        """Return the exercises that are due: new ones in their order, then those to come back."""
        when = now or datetime.now(UTC)
        new = [x for x in found if x.key not in self.cards]
        back = [x for x in found if x.key in self.cards and self.cards[x.key].due <= when]
        return [*sorted(back, key=lambda x: self.cards[x.key].due), *new]

    def write(self) -> None:
        """Keep it. Raises RulesError (E601) where nothing can be written."""
        make_folder(self.path.parent, "what is learned")
        cards = {key: card.to_dict() for key, card in self.cards.items()}
        write_file(self.path, json.dumps({"version": VERSION, "cards": cards}, indent=1) + "\n")


def _read(path: Path) -> dict[str, Card]:
    raw = read_plain(path, LARGEST)
    if len(raw) > LARGEST:
        raise ValueError("too large")
    data: Any = json.loads(raw.decode("utf-8"))
    if data["version"] != VERSION:
        raise ValueError("another version")
    cards = {str(key): Card.from_dict(value) for key, value in data["cards"].items()}
    if not all(map(_plausible, cards.values())):
        raise ValueError("a number or a time that no answer leads to")
    return cards


def _plausible(card: Card) -> bool:
    """Return whether the scheduler can continue with a card: FSRS computes with what it holds."""
    times = (card.due, card.last_review or card.due)
    known = (card.stability or 1.0, card.difficulty or 1.0)
    return (
        all(time.tzinfo is not None and time.year < LAST_YEAR for time in times)
        and all(isinstance(number, int | float) and 0 < number < MOST for number in known)
        and (card.step is None or card.step in range(10))
    )


def _aside(path: Path) -> Path:
    """Return a free name beside a file."""
    number = 1
    while (free := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return free
