"""Whether the files that Cairn keeps are whole: each is read as Cairn itself reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.game.saves import read_save
from engine.storage.atomic_write import UNFINISHED
from engine.storage.cache import read_summed
from engine.training.files import read_kept


def damaged(home: Path) -> Iterator[str]:
    """Yield what is wrong with the files below a folder, a sentence for each."""
    for path in sorted(p for p in home.rglob("*") if p.is_file()):
        if path.name.startswith(UNFINISHED):
            continue  # nobody reads it, and it goes in time
        read = next((read for end, read in _READERS.items() if path.name.endswith(end)), None)
        read = read or _IN_FOLDERS.get(path.parent.name)
        if read is None:
            yield f"nobody knows what {path.relative_to(home)} is"
            continue
        try:
            read(path)
        except Exception as problem:
            size = path.stat().st_size
            yield f"{path.relative_to(home)} ({size} bytes): {type(problem).__name__} {problem}"


def _summed(path: Path) -> None:
    if read_summed(path) is None:
        raise ValueError("its sum doesn't fit")


def _json(path: Path) -> None:
    json.loads(path.read_text("utf-8"))


def _lines(path: Path) -> None:
    if not path.read_bytes().endswith(b"\n"):
        raise ValueError("its last line is cut short")


def _page(path: Path) -> None:
    if not path.read_text("utf-8").rstrip().endswith("</html>"):
        raise ValueError("its end is missing")


def _picture(path: Path) -> None:
    if not path.read_bytes().endswith(b"IEND\xaeB\x60\x82"):
        raise ValueError("its end is missing")


def _appended(path: Path) -> None:
    """Accept a journal: a line that is cut short counts as not written, and is played again."""
    path.read_bytes()


_READERS: dict[str, Callable[[Path], object]] = {
    ".save": read_save,
    ".lesson": read_save,
    ".policy.json": read_kept,
    ".json": _json,
    ".journal": _appended,
    ".course": _summed,
    ".code": _summed,
    ".entry": _summed,
    ".tables": _summed,
    ".csv": _lines,
    ".txt": _lines,
    ".html": _page,
    ".png": _picture,
}
_IN_FOLDERS: dict[str, Callable[[Path], object]] = {"playable": Path.read_bytes, "cairn": _lines}
