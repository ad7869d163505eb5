"""The positions that were found for a ruleset, kept for the next time.

What a file is called follows from the rules and from our code, so that nothing in it can be out of
date. One that can't be read counts as not there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.storage.cache import keep
from engine.storage.code_stamp import code_stamp
from engine.storage.folders import cache_folder
from engine.teach.positions import ShownPosition

_ROOMS = ("language", "rules", "compile", "game", "teach")
"""What finding them depends on."""

Found = list[list[ShownPosition]]
"""The positions of each construct, by its number."""


def kept_positions(digest: str, count: int) -> Found | None:
    """Return what was found for rules of this digest with so many constructs, None for nothing."""
    try:
        data = json.loads(_path(digest).read_text(encoding="utf-8"))
        found = _read(data)
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None
    return found if len(found) == count else None


def keep_positions(digest: str, found: Found) -> None:
    """Keep what was found; where that isn't possible, it is searched for again next time."""
    states: dict[tuple[int, ...], int] = {}
    rows = [[_row(position, states) for position in shown] for shown in found]
    data = {"states": [_packed(state) for state in states], "shown": rows}
    with suppress(OSError):
        keep(_path(digest), json.dumps(data, separators=(",", ":")))


def _path(digest: str) -> Path:
    """Return where the positions of these rules are kept. Raises OSError without a home."""
    whole = hashlib.sha256(f"{digest}\0{code_stamp(*_ROOMS)}".encode())
    return cache_folder("teach") / f"{whole.hexdigest()[:32]}.json"


def _row(position: ShownPosition, states: dict[tuple[int, ...], int]) -> dict[str, Any]:
    number = states.setdefault(position.state, len(states))
    return {**vars(position), "state": number}


def _packed(state: Sequence[int]) -> list[object]:
    """Return a state without the zeros at its end, and how long it is."""
    end = len(state)
    while end and not state[end - 1]:
        end -= 1
    return [len(state), list(state[:end])]


def _read(data: Any) -> Found:
    states = [(*cells, *[0] * (size - len(cells))) for size, cells in data["states"]]
    if not all(isinstance(cell, int) for state in states for cell in state):
        raise ValueError("a state that isn't one")
    return [[_position(row, states) for row in shown] for shown in data["shown"]]


def _position(row: dict[str, Any], states: list[tuple[int, ...]]) -> ShownPosition:
    options = tuple((str(name), int(value)) for name, value in row["options"])
    return ShownPosition(**{**row, "state": states[row["state"]], "options": options})
