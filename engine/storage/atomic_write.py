"""Writing files so that the player who looks sees the old one or the new one, never half of one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".unfinished-"
"""What the names of files begin with that are being written."""


@contextmanager
def replacing(path: Path, *, cached: bool = False) -> Iterator[Path]:
    """Yield a new file beside a path; it takes the path's place if all goes well, else it goes.

    Its name has no end, so that nobody takes it for one of those files. `cached`: what can be made
    again, so nobody waits until it is on the disk, and nobody else may touch it. Raises OSError
    that names the path.
    """
    # The name is there before the file, so that Ctrl-C at any point removes the file.
    new = path.parent / f"{UNFINISHED}{os.getpid()}-{secrets.token_hex(8)}"
    try:
        with _naming(path):
            os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            yield new
            _take_place(new, path, cached=cached)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let an OSError name a path; one for a full disk names nothing."""
    try:
        yield
    except OSError as problem:
        problem.filename, problem.filename2 = str(path), None
        raise


def _take_place(new: Path, path: Path, *, cached: bool) -> None:
    """Put a new file in a path's place, with its rights, once it is on the disk."""
    if not cached:
        _settle(new)
        new.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
    new.replace(path)


def remove_unfinished(folder: Path, process: int) -> None:
    """Remove the files that a process, which has ended, hasn't finished writing in a folder."""
    with suppress(OSError):
        for left in folder.glob(f"{UNFINISHED}{process}-*"):
            left.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; a text as UTF-8 with the ends of its lines as they are.

    Raises OSError.
    """
    with replacing(path) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


def _settle(path: Path) -> None:
    """Wait until a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
