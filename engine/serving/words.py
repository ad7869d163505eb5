"""Sentences on the wire: their text, and where in it they name a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules.said import Part, Ref, Said, part_text
from engine.rules.types import PLAYER


def as_data(words: str) -> dict[str, Any]:
    """Return a sentence as data: `words`, and where it names seats `seats`, each as where in the
    words its name begins and ends, and its number from 1.
    """
    seats, end = [], 0
    for part in words.parts if isinstance(words, Said) else ():
        start, end = end, end + len(part_text(part))
        if isinstance(part, Ref) and part.type.is_seat and part.value >= 0:
            seats.append([start, end, part.value + 1])
    return {"words": str(words), **({"seats": seats} if seats else {})}


def from_data(data: Mapping[str, Any]) -> Said:
    """Return the sentence that data holds."""
    parts: list[Part] = []
    text, done = str(data["words"]), 0
    for start, end, seat in data.get("seats", []):
        parts += [text[done:start], Ref(text[start:end], PLAYER, seat - 1)]
        done = end
    return Said([*parts, text[done:]])
