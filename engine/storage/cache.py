"""What can be made again: files in this user's cache folders, none of which grows without end."""

from __future__ import annotations

import atexit
import hashlib
import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from engine.storage.atomic_write import UNFINISHED, replacing

ROOM = 64 << 20
"""How many bytes a folder may take; then those of its files go that were not touched for longest,
until it takes half of that.
"""
_LEAST = 4096
"""So many bytes the smallest file takes on a disk, about."""
_LONG_AGO = 3600
"""Who hasn't finished writing a file after so many seconds has been killed."""
_SUM = 32


def keep(path: Path, content: str | bytes) -> None:
    """Keep what can be made again, whole or not at all, where nobody else may touch it.

    The folder is made if there is none, and tidied when the run ends. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    tidy_at_exit(path.parent)
    with replacing(path, cached=True) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


def keep_summed(path: Path, content: bytes) -> None:
    """Keep what can be made again, behind its sum. Raises OSError."""
    keep(path, hashlib.sha256(content).digest() + content)


def read_summed(path: Path) -> bytes | None:
    """Return what `keep_summed` kept; None if it isn't whole. Raises OSError."""
    found = path.read_bytes()
    content = found[_SUM:]
    return content if hashlib.sha256(content).digest() == found[:_SUM] else None


def tidy(folder: Path) -> None:
    """Remove what killed processes have left in a folder, and what is oldest if it holds too much.

    That is done when a run that has written there ends: to look at thousands of files takes long.
    """
    with suppress(OSError):
        with os.scandir(folder) as entries:
            found = [(entry.stat(), entry.path) for entry in entries if entry.is_file()]
        total = sum(_LEAST + status.st_size for status, _ in found)
        least = ROOM // 2 if total > ROOM else total
        for status, name in sorted(found, key=lambda entry: entry[0].st_mtime):
            path = Path(name)
            left = path.name.startswith(UNFINISHED) and time.time() - status.st_mtime > _LONG_AGO
            if left or total > least:
                path.unlink(missing_ok=True)
                total -= _LEAST + status.st_size


@cache
def tidy_at_exit(folder: Path) -> None:
    """Have a folder tidied once when this run ends."""
    atexit.register(tidy, folder)
