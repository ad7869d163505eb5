"""Whether someone has played before: who hasn't is offered to be taught first, once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from engine.storage.atomic_write import write_whole
from engine.storage.folders import state_folder


def _file() -> Path:
    return state_folder() / "played"


def is_newcomer() -> bool:
    """Return whether nobody has played here yet: no game is kept, and none was ever offered."""
    with suppress(OSError):
        return not _file().exists() and not any((state_folder() / "games").glob("*.save"))
    return False


def no_newcomer() -> None:
    """Take note that the offer was made; where that can't be kept, it is made again."""
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), "Somebody has played here.\n")
