"""The store of one machine: a SQLite file in the user's data folder."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.serving.schema import FORMAT, statements
from engine.serving.sql_store import Row, RunStatement, SqlStore
from engine.serving.store import NEWER, TableNews
from engine.serving.syncing import Syncing
from engine.storage.folders import data_folder

sync_file: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
"""Brings a file to the disk."""


def store_file() -> Path:
    """Return where the tables of this user are kept. Raises OSError without a home."""
    return data_folder() / "tables.sqlite"


class SqliteStore(SqlStore):
    """Keeps tables in one file. What is written is synced before a call returns, or after `defer`
    in a thread: then no table waits for the disk while another one writes.
    """

    conflict = sqlite3.IntegrityError

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises RulesError (E601) if it can't be read or written."""
        self.path = path
        self._syncing: Syncing | None = None
        self._journal = -1
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=10)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.execute("pragma foreign_keys = on")
        try:
            self._open()
        except BaseException:
            self._db.close()
            raise

    def _open(self) -> None:
        with self._writing("") as run:
            (found,) = self._db.execute("pragma user_version").fetchone()
            if found > FORMAT:
                raise RulesError(Diagnostic(Code.E601, Message(NEWER, self.path, found)))
            for statement in statements(found):
                run(statement)
            if found < FORMAT:
                run(f"pragma user_version = {FORMAT}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the disk refuses into a sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            said = problem.strerror if isinstance(problem, OSError) else str(problem)
            message = Message("{path} can't be used: {reason}", self.path, said)
            raise RulesError(Diagnostic(Code.E601, message)) from problem

    @contextmanager
    def _writing(self, table: str, *, alone: bool = False) -> Iterator[RunStatement]:
        with self._told():
            self._db.execute("begin immediate")
            try:
                yield lambda statement, *values: self._db.execute(statement, values).rowcount
                self._db.execute("commit")
                if self._syncing is not None:
                    self._syncing.wrote()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise

    def _rows(self, query: str, *values: object) -> Sequence[Row]:
        with self._told():
            return self._db.execute(query, values).fetchall()

    def defer(self) -> None:
        """Let calls return, from now on, before what they write is on disk.

        SQLite then syncs its journal only before it empties it, and `synced` does so otherwise.
        """
        if self._syncing is None:
            with self._told():
                self._journal = os.open(f"{self.path}-wal", os.O_RDWR | getattr(os, "O_BINARY", 0))
                self._db.execute("pragma synchronous = normal")
            self._syncing = Syncing(self._sync)

    def _sync(self) -> None:
        with self._told():
            sync_file(self._journal)

    async def synced(self) -> None:
        """Return once everything that was written before is on disk. Raises RulesError (E601)."""
        if self._syncing is not None:
            await self._syncing.done()

    def announce(self, news: TableNews) -> int:
        """Do nothing: a file has one server."""
        return 0

    def listen(self, hear: Callable[[TableNews], None]) -> None:
        """Do nothing: a file has one server."""

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()
        if self._journal >= 0:
            os.close(self._journal)
