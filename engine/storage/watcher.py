"""Watching files for changes, by looking at them now and then.

Editors save in many ways: some write in place, some put a new file in the old one's place, so that
for a moment there is none, or an empty one. Only what a file holds counts: a file that is gone or
empty is waited for, and one that was written again as it was has not changed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.storage.plain_file import read_plain

MOST = 4_000_000
"""So many bytes of a file are looked at; those that are watched are shorter."""
RECENT = 2.0
"""For so many seconds after a change, a file's time may not show that it has changed again."""


@dataclass
class _Seen:
    """What a file was like when it was looked at last: its time, size and number; its content."""

    stamp: tuple[int, int, int] | None
    content: bytes
    at: float


class FileWatcher:
    """Watches some files, beginning with what they hold now."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._seen: dict[Path, _Seen] = {}
        self.follow(paths)

    @property
    def paths(self) -> list[Path]:
        """Return the files that are watched."""
        return list(self._seen)

    def follow(self, paths: Iterable[Path]) -> None:
        """Watch these files from now on; those that were watched already keep what was seen."""
        before = self._seen
        self._seen = {}
        for path in paths:
            found = before.get(path)
            self._seen[path] = found or _Seen(None, _content(path) or b"", 0.0)

    def changed(self) -> list[Path]:
        """Return the files that hold something else than when they were looked at last."""
        return [path for path, seen in self._seen.items() if self._look(path, seen)]

    def _look(self, path: Path, seen: _Seen) -> bool:
        try:
            status = path.stat()
        except OSError:
            seen.stamp = None
            return False
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        settled = abs(seen.at - status.st_mtime) > RECENT
        if stamp == seen.stamp and settled:
            return False
        content = _content(path)
        if content is None:
            return False
        changed = content != seen.content
        seen.stamp, seen.content, seen.at = stamp, content, time.time()
        return changed


def times_of(paths: Iterable[Path]) -> tuple[int, ...]:
    """Return when files were changed, in nanoseconds; those that can't be looked at are left out.

    What is kept of files is as good as new while this is the same.
    """
    found = []
    for path in paths:
        with suppress(OSError):
            found.append(path.stat().st_mtime_ns)
    return tuple(found)


def _content(path: Path) -> bytes | None:
    """Return a hash of what a file holds; None for one that is gone or empty."""
    try:
        raw = read_plain(path, MOST)
    except OSError:
        return None
    return hashlib.sha256(raw).digest() if raw.strip() else None
