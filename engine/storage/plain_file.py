"""Reading plain files: never a folder, a pipe or a device, at which a program may wait forever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path, PureWindowsPath


class NotPlain(OSError):
    """There is something at a path that is neither a file nor a folder."""


def read_plain(path: Path, most: int) -> bytes:
    """Return what a plain file holds, and at most one byte more than `most`.

    Raises OSError, also for a path that no file can have.
    """
    try:
        plain_status(path)
        with path.open("rb") as file:
            return file.read(most + 1)
    except ValueError as problem:
        raise OSError(errno.EINVAL, str(problem), str(path)) from None


def plain_status(path: Path) -> os.stat_result:
    """Return the status of a plain file, or of the one that a link leads to. Raises OSError."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise NotPlain(errno.EINVAL, "it is no ordinary file", str(path))
    return status


def is_within(path: Path, folder: Path) -> bool:
    """Return whether a path leads to something in a folder or below, links and all."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def is_below(name: str) -> bool:
    """Return whether a name, taken from a folder, can only mean something in it or below.

    It is read as every system would read it, so that a file means the same on each.
    """
    path = PureWindowsPath(name)
    return not path.anchor and ".." not in path.parts


def is_there(path: Path) -> bool:
    """Return whether there is anything at a path, be it a link that leads nowhere."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
