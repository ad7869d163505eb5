"""Where files may be written."""

from __future__ import annotations

from pathlib import Path

from engine.cli.errors import refuse
from engine.language.codes import Code
from engine.language.files import check_replaceable
from engine.language.message import Message


def is_save(path: Path) -> bool:
    """Tell whether a path looks like a save: by its first letters, or its name if there is none."""
    try:
        if not path.is_file():
            return path.suffix == ".save"
        with path.open("rb") as file:
            return file.read(6) == b"cairn:"
    except (OSError, ValueError):
        return False


def can_write(path: Path) -> None:
    """Raise RulesError (E601) for a folder, or a file in one that isn't there."""
    if path.is_dir():
        raise refuse(Message("{path} is a folder; name a file to save to", path), Code.E601)
    check_replaceable(path)
    if not path.parent.is_dir():
        raise refuse(
            Message("{path} can't be written: there is no folder {folder}", path, path.parent),
            Code.E601,
        )


def can_save(path: Path) -> None:
    """Raise RulesError (E601) where no save can be written, or something else would be lost."""
    can_write(path)
    if path.exists() and not is_save(path):
        raise refuse(
            Message("{path} is there already and is no save; name another file", path), Code.E601
        )
