"""The file in which a study keeps its games as they are played, so that the study can be resumed.

A line for the plan, then a line for each batch: which games, a checksum, the rows. Lines are only
ever appended, each in one go, and a line that is cut short or doesn't match its checksum counts as
not written: its games are played again, and nothing else is lost. Who has opened a journal has it
alone, before anything in it is read or changed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
import time
import zlib
from array import array
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.files import file_error
from engine.language.message import Message
from engine.study.plan import MOST, Batch, GameRange, Rows
from engine.study.plan_diff import difference

VERSION = 1
HEAD = "cairn study "
KEPT = 30 * 24 * 60 * 60
"""So many seconds a journal is kept that nobody continues with, where nobody chose its place."""


class Journal:
    """An open journal: what it holds, and a place to append to."""

    def __init__(
        self, path: Path, plan: dict[str, Any], widths: list[int], *, resume: bool
    ) -> None:
        """Open or begin a journal. `plan`: what the games depend on; `widths`: columns by table.

        Without `resume`, what it held is gone. Raises RulesError: E601 when the file can't be
        written or another process has it, E610 when it is another study's.
        """
        self.path = path
        self.widths = widths
        self.batches: list[Batch] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as failing:
                self.file = failing.enter_context(_opened(path))
                if not (resume and self._read(self.file, plan)):
                    self.file.truncate(0)
                    self._write(_head(plan))
                failing.pop_all()
        except OSError as problem:
            raise file_error(path, "written", problem) from None

    def close(self) -> None:
        """Close the file; what was appended stays."""
        # A line that couldn't be written is tried again here, and has been complained of.
        with suppress(OSError):
            self.file.close()

    def append(self, batch: Batch) -> None:
        """Keep a batch: it is on the disk when this returns."""
        self.batches.append(batch)
        self._write(_line(batch))

    # -------------------------------------------------------------- the file

    def _write(self, line: bytes) -> None:
        try:
            self.file.write(line)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as problem:
            raise file_error(self.path, "written", problem) from None

    def _read(self, file: IO[bytes], plan: dict[str, Any]) -> bool:
        """Read what it holds; False if not even its first line was written to the end."""
        file.seek(0)
        line = file.readline()
        if not line.endswith(b"\n") and _head(plan).startswith(line):
            return False
        self._check(line, plan)
        for line in file:
            batch = self._batch(line)
            if batch is not None:
                self.batches.append(batch)
        if not line.endswith(b"\n"):  # it was cut short; the next one shall stand alone
            self._write(b"\n")
        return True

    def _check(self, head: bytes, plan: dict[str, Any]) -> None:
        """Refuse a file that was begun for other games than these."""
        try:
            text = head.decode()
            version, _, rest = text.removeprefix(HEAD).partition(" ")
            found = json.loads(rest)
            if not text.startswith(HEAD) or not isinstance(found, dict):
                raise ValueError
        except (ValueError, RecursionError):
            raise _other(self.path, "it is no study's file") from None
        if version != str(VERSION):
            raise _other(
                self.path,
                Message("it was written by another version of Cairn ({version})", version),
            )
        wanted = json.loads(json.dumps(plan))
        if found != wanted:
            raise _other(self.path, difference(found, wanted))

    def _batch(self, line: bytes) -> Batch | None:
        """Return what a line holds, None when it isn't whole."""
        games = _games(line)
        body, _, found = line.rstrip(b"\n").rpartition(b" ")
        if games is None or found != _sum(body) or games.first < 1:
            return None
        if games.table not in range(len(self.widths)) or games.count not in range(1, MOST + 1):
            return None
        rows: Rows[int] = array("i")
        size = games.count * self.widths[games.table]
        try:
            packed = base64.b64decode(body.partition(b" ")[2])
            unpacked = zlib.decompressobj().decompress(packed, size * rows.itemsize + 1)
            rows.frombytes(unpacked)
            whole = len(rows) == size
        except (ValueError, zlib.error):
            return None
        if sys.byteorder == "big":
            rows.byteswap()
        return Batch(games, rows) if whole else None


def _line(batch: Batch) -> bytes:
    """Return a batch as it is written: the games, the rows, the checksum."""
    games, rows = batch.games, batch.rows
    if sys.byteorder == "big":
        rows = rows[:]
        rows.byteswap()
    head = f"{games.table},{games.first},{games.count},{len(rows) // games.count}".encode()
    body = head + b" " + base64.b64encode(zlib.compress(rows.tobytes(), 1))
    return body + b" " + _sum(body) + b"\n"


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()


def _head(plan: dict[str, Any]) -> bytes:
    return f"{HEAD}{VERSION} {json.dumps(plan, ensure_ascii=False, sort_keys=True)}\n".encode()


def _opened(path: Path) -> IO[bytes]:
    """Open a file, made where it is missing, that is nobody else's while it is open."""
    while True:
        file = path.open("a+b")
        _lock(file, path)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # another process was quicker and has removed it meanwhile


def _lock(file: IO[bytes], path: Path) -> None:
    """Refuse a file that another process has open, where the system can tell."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        message = Message("{path} is being written by another process", path)
        raise RulesError(Diagnostic(Code.E601, message)) from None


def used_up(path: Path, counts: Sequence[int]) -> None:
    """Remove a journal when it is of no more use: by table, no more games than so many are in it.

    One that another process has open stays.
    """
    with suppress(OSError, RulesError), path.open("rb") as file:
        _lock(file, path)
        held = [games for line in file if (games := _games(line)) is not None]
        if any(r.table >= len(counts) or r.last > counts[r.table] for r in held):
            return
        if os.name == "nt":  # where a file that is open can't be removed
            file.close()
        path.unlink()


def _games(line: bytes) -> GameRange | None:
    """Return which games a line holds; None of the plan's line, or one that isn't whole."""
    try:
        table, first, count, _ = map(int, line.partition(b" ")[0].split(b","))
    except ValueError:
        return None
    return GameRange(table, first, count)


def forget(folder: Path) -> None:
    """Remove the journals of a folder that nothing has been added to for very long."""
    with suppress(OSError):
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > KEPT:
                path.unlink(missing_ok=True)


def _other(path: Path, why: str) -> RulesError:
    hint = "name another folder with --out"
    return RulesError(
        Diagnostic(
            Code.E610, Message("{path} can't be resumed: {why}", path, Message(why)), hint=hint
        )
    )
