"""The file in which a study keeps its games as they are played, so that it can be gone on with.

A line for the plan, then a line for each batch: which games, a checksum, the rows. Lines are only
ever appended, each in one go, and a line that is cut short or doesn't match its checksum counts as
not written: its games are played again, and nothing else is lost.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from engine.language.diagnostics import Diagnostic, RulesError
from engine.study.batches import Batch, Range, Rows

VERSION = 1
HEAD = "cairn study "


class Journal:
    """An open journal: what it holds, and a place to append to."""

    def __init__(
        self, path: Path, plan: dict[str, Any], widths: list[int], *, resume: bool
    ) -> None:
        """Open or begin a journal. `plan`: what the games depend on; `widths`: columns by table.

        Raises RulesError: E601 when the file can't be written, E610 when it is another study's.
        """
        self.path = path
        self.widths = widths
        self.batches: list[Batch] = []
        self.file: IO[bytes] | None = None
        try:
            if resume and path.exists():
                self._read(plan)
            else:
                self._begin(plan)
            _lock(self._open(), path)
        except OSError as problem:
            raise _refused(path, problem.strerror or str(problem)) from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was appended stays."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def append(self, batch: Batch) -> None:
        """Keep a batch: it is on the disk when this returns."""
        self.batches.append(batch)
        self._write(_line(batch))

    # -------------------------------------------------------------- the file

    def _begin(self, plan: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        head = f"{HEAD}{VERSION} {json.dumps(plan, ensure_ascii=False, sort_keys=True)}\n"
        whole = self.path.with_name(self.path.name + ".new")
        whole.write_bytes(head.encode())
        whole.replace(self.path)

    def _open(self) -> IO[bytes]:
        self.file = self.path.open("ab")
        return self.file

    def _write(self, line: bytes) -> None:
        assert self.file is not None
        try:
            self.file.write(line)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as problem:
            raise _refused(self.path, problem.strerror or str(problem)) from None

    def _read(self, plan: dict[str, Any]) -> None:
        with self.path.open("rb") as file:
            self._check(file.readline(), plan)
            for line in file:
                batch = self._batch(line)
                if batch is not None:
                    self.batches.append(batch)
                if not line.endswith(b"\n"):
                    self._mend()

    def _mend(self) -> None:
        """End a line that was cut short, so that the next one stands alone."""
        with self.path.open("ab") as file:
            file.write(b"\n")

    def _check(self, head: bytes, plan: dict[str, Any]) -> None:
        """Refuse a file that was begun for other games than these."""
        try:
            text = head.decode()
            version, _, rest = text.removeprefix(HEAD).partition(" ")
            found = json.loads(rest)
            if not text.startswith(HEAD) or not isinstance(found, dict):
                raise ValueError
        except ValueError:
            raise _other(self.path, "it is no study's file") from None
        if version != str(VERSION):
            raise _other(self.path, f"it was written by another version of Cairn ({version})")
        wanted = json.loads(json.dumps(plan))
        if found != wanted:
            raise _other(
                self.path, f"it is of another study; {'; '.join(_differences(found, wanted))}"
            )

    def _batch(self, line: bytes) -> Batch | None:
        """Return what a line holds, None when it isn't whole."""
        try:
            head, _, text = line.rstrip(b"\n").partition(b" ")
            table, first, count, width = map(int, head.split(b","))
            content, _, found = text.rpartition(b" ")
            if found != _sum(head, content) or self.widths[table] != width or first < 1:
                return None
            rows: Rows[int] = array("i")
            rows.frombytes(zlib.decompress(base64.b64decode(content)))
        except (ValueError, IndexError, zlib.error):
            return None
        if sys.byteorder == "big":
            rows.byteswap()
        return Batch(Range(table, first, count), rows) if len(rows) == count * width else None


def _line(batch: Batch) -> bytes:
    """Return a batch as it is written: the games, the rows, the checksum."""
    games, rows = batch.games, batch.rows
    if sys.byteorder == "big":
        rows = rows[:]
        rows.byteswap()
    head = f"{games.table},{games.first},{games.count},{len(rows) // games.count}".encode()
    content = base64.b64encode(zlib.compress(rows.tobytes(), 1))
    return b" ".join((head, content, _sum(head, content))) + b"\n"


def _sum(head: bytes, content: bytes) -> bytes:
    return hashlib.sha256(head + b" " + content).hexdigest()[:16].encode()


def _lock(file: IO[bytes], path: Path) -> None:
    """Refuse a file that another process is writing, where the system can tell."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        message = f"{path} is being written by another process"
        raise RulesError(Diagnostic("E601", message)) from None


def _differences(found: Any, wanted: Any, where: str = "") -> Iterator[str]:
    """Yield in words in what two plans differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted({*found, *wanted}):
            yield from _differences(found.get(key), wanted.get(key), f"{where} {key}".strip())
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True), 1):
            yield from _differences(one, other, f"{where} {number}")
    elif found != wanted:
        yield f"{where}: {_short(found)} instead of {_short(wanted)}"


def _short(value: Any) -> str:
    return "none" if value is None else str(value)


def _other(path: Path, why: str) -> RulesError:
    return RulesError(Diagnostic("E610", f"{path} can't be gone on with: {why}"))


def _refused(path: Path, why: str) -> RulesError:
    return RulesError(Diagnostic("E601", f"{path} can't be written: {why}"))
