"""What the start screen's filters show next, each in turn and then every game again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.language.game_kinds import GameKind
from engine.rules.shelf import Search

T = TypeVar("T")
COMPANIES = range(1, 7)
"""How many players may be asked for."""
LENGTHS = (15, 30, 60)
"""How many minutes may be asked for."""


def next_kind(search: Search) -> Search:
    """Return a search for games of the next kind."""
    return replace(search, kind=_after(search.kind, ("", *GameKind)))


def next_company(search: Search) -> Search:
    """Return a search for games that one player more can play."""
    return replace(search, players=_after(search.players, (0, *COMPANIES)))


def next_length(search: Search) -> Search:
    """Return a search for games that take no longer than the next limit."""
    return replace(search, minutes=_after(search.minutes, (0, *LENGTHS)))


def _after(now: T, values: Sequence[T]) -> T:
    return values[(values.index(now) + 1) % len(values)]
