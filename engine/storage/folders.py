"""The folders of this user that Cairn keeps things in, as each system has it.

On Linux they follow the XDG base directories, on macOS they are in ~/Library, on Windows in the
profile's AppData.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("cairn", appauthor=False)


def cache_folder(part: str) -> Path:
    """Return the folder of what can be made again at any time. Raises OSError without a home.

    `part`: what is kept there, as `code`.
    """
    return _found(lambda: _DIRS.user_cache_path) / part


def state_folder() -> Path:
    """Return the folder of what was done: games, progress. Raises OSError without a home."""
    return _found(lambda: _DIRS.user_state_path)


def config_folder() -> Path:
    """Return the folder of what a person has settled. Raises OSError without a home."""
    return _found(lambda: _DIRS.user_config_path)


def data_folder() -> Path:
    """Return the folder of what a person has made. Raises OSError without a home."""
    return _found(lambda: _DIRS.user_data_path)


def _found(path: Callable[[], Path]) -> Path:
    try:
        return path()
    except RuntimeError as problem:
        raise OSError(str(problem)) from None
