"""A disk that forgets whatever wasn't synced: what SQLite has synced, file by file.

It stands between SQLite and the system: each `xSync` of SQLite's own file system layer is carried
out, and so is each sync of the store itself. What the file holds then is what would be there after
the power has failed.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.serving import sqlite_store

_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
)
"""The name is passed on as the address that it is: SQLite keeps that as long as the file."""
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_METHODS = 19
"""So many words has `sqlite3_io_methods` in its third version; `xSync` is the sixth."""
_SYNC_AT = 5


class _Vfs(ctypes.Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = (
        ("version", ctypes.c_int), ("size", ctypes.c_int), ("longest", ctypes.c_int),
        ("next", ctypes.c_void_p), ("name", ctypes.c_char_p), ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
    )  # fmt: skip


def _library() -> ctypes.CDLL:
    """The SQLite that this process has loaded."""
    import _sqlite3

    assert _sqlite3
    maps = Path("/proc/self/maps").read_text("utf-8")
    return ctypes.CDLL(re.findall(r"\S*libsqlite3\S*", maps)[0])


@contextmanager
def remembered() -> Iterator[dict[Path, bytes]]:
    """While it lasts, keep what each file that SQLite opens held when it was last synced."""
    synced: dict[Path, bytes] = {}
    paths: dict[int, Path] = {}
    kept: list[object] = []
    library = _library()
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    before = vfs.open
    really_open = _OPEN(before)

    def opened(own: int, name: int | None, file: int, flags: int, out: int) -> int:
        code: int = really_open(own, name, file, flags, out)
        if code == 0 and name is not None:
            paths[file] = Path(ctypes.string_at(name).decode())
            methods = ctypes.cast(file, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))
            mine = (ctypes.c_void_p * _METHODS)(*methods[0][:_METHODS])
            at = mine[_SYNC_AT]
            assert at is not None
            really_sync = _SYNC(at)

            def sync(file: int, flags: int) -> int:
                code: int = really_sync(file, flags)
                synced[paths[file]] = paths[file].read_bytes()
                return code

            callback = _SYNC(sync)
            mine[_SYNC_AT] = ctypes.cast(callback, ctypes.c_void_p).value
            methods[0] = ctypes.cast(mine, ctypes.POINTER(ctypes.c_void_p))
            kept.extend((mine, callback))
        return code

    really_sync_journal = sqlite_store.sync_file

    def sync_journal(file: int) -> None:
        really_sync_journal(file)
        path = Path(f"/proc/self/fd/{file}").readlink()
        synced[path] = path.read_bytes()

    callback = _OPEN(opened)
    vfs.open = ctypes.cast(callback, ctypes.c_void_p).value
    sqlite_store.sync_file = sync_journal
    try:
        yield synced
    finally:
        vfs.open = before
        sqlite_store.sync_file = really_sync_journal


def after_a_failure(synced: dict[Path, bytes], path: Path, folder: Path) -> Path:
    """Write into a folder what would be left of a database; return where it is now."""
    folder.mkdir(exist_ok=True)
    for end in ("", "-wal"):
        found = synced.get(path.with_name(path.name + end))
        if found is not None:
            (folder / (path.name + end)).write_bytes(found)
    return folder / path.name
