"""The store of several machines: a PostgreSQL database, whose servers hear of one another.

psycopg comes with the extra `postgres`; nothing else imports it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.serving.schema import FORMAT, statements
from engine.serving.sql_store import Row, RunStatement, SqlStore
from engine.serving.store import NEWER, Link, Role, TableNews, new_token

Database: TypeAlias = psycopg.Connection[tuple[Any, ...]]

CHANNEL = "cairn"
_LOCK = 0x636169726E
"""What servers that change the layout, or lay tables, wait for."""
_PATIENCE = 5
"""How long a database may take to answer a connection, in seconds."""
_AGAIN = 0.5
"""How long a lost connection stays lost before the next attempt, in seconds."""
_SETTINGS = (
    "set search_path to cairn",
    "set synchronous_commit to on",
    "set lock_timeout to '10s'",
    "set statement_timeout to '20s'",
)


class PostgresStore(SqlStore):
    """Keeps tables in a schema of their own. Any number of servers may have it open."""

    conflict = psycopg.errors.UniqueViolation

    def __init__(self, address: str) -> None:
        """Open the database of an address, `postgresql://…`. Raises RulesError (E601)."""
        self._address = address
        self._id = new_token()
        self._name = _name(address)
        self._listener: _Listener | None = None
        self._ended = False
        with self._told():
            self._db = _connected(address)
        try:
            self._open()
        except BaseException:
            self._db.close()
            raise

    def _open(self) -> None:
        with self._told(), self._db.transaction():
            self._db.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
            self._db.execute("create schema if not exists cairn")
            self._db.execute("create table if not exists format (number integer not null)")
            self._db.execute("create sequence if not exists announcements")
            row = self._db.execute("select number from format").fetchone()
            found = int(row[0]) if row else 0
            if found > FORMAT:
                raise RulesError(Diagnostic(Code.E601, Message(NEWER, self._name, found)))
            for statement in statements(found):
                self._db.execute(statement.encode())
            if found < FORMAT:
                self._db.execute("delete from format")
                self._db.execute("insert into format values (%s)", (FORMAT,))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the database refuses into a sentence."""
        try:
            yield
        except psycopg.Error as problem:
            said = str(problem).strip().partition("\n")[0] or type(problem).__name__
            message = Message("{path} can't be used: {reason}", self._name, said)
            raise RulesError(Diagnostic(Code.E601, message)) from problem

    def _ready(self) -> Database:
        """Return the connection, or a new one if the database has ended it."""
        if self._db.closed and not self._ended:
            self._db = _connected(self._address)
        return self._db

    @contextmanager
    def _writing(self, table: str, *, alone: bool = False) -> Iterator[RunStatement]:
        with self._told():
            db = self._ready()

            def run(statement: str, *values: object) -> int:
                return db.execute(_asked(statement), values).rowcount

            with db.transaction():
                if alone:
                    db.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
                yield run
                if table:
                    self._notify(db, TableNews(table))

    def _rows(self, query: str, *values: object) -> Sequence[Row]:
        with self._told():
            return self._ready().execute(_asked(query), values).fetchall()

    # -------------------------------------------------------------- other servers

    def defer(self) -> None:
        """Do nothing: each call waits for the database."""

    async def synced(self) -> None:
        """Return at once: everything is on disk already."""

    def announce(self, news: TableNews) -> int:
        """Let the other servers of these tables hear of something; return its number among
        all announcements.
        """
        ((order,),) = self._rows("select nextval('announcements')")
        with self._told():
            self._notify(self._ready(), replace(news, order=int(str(order))))
        return int(str(order))

    def _notify(self, db: Database, news: TableNews) -> None:
        cut = (news.cut.role.value, news.cut.seat) if news.cut else None
        payload = json.dumps([self._id, news.table, cut, news.why, news.order])
        db.execute("select pg_notify(%s, %s)", (CHANNEL, payload))

    def listen(self, hear: Callable[[TableNews], None]) -> None:
        """Call `hear`, from a thread of its own, with what other servers of these tables do."""
        with self._told():
            self._listener = _Listener(self._address, self._id, hear)

    def close(self) -> None:
        """Let go of the database."""
        self._ended = True
        if self._listener is not None:
            self._listener.ending.set()
            with suppress(psycopg.Error):
                self._db.execute("select pg_notify(%s, '')", (CHANNEL,))  # wakes the listener
            self._listener.thread.join(_PATIENCE)
        self._db.close()


class _Listener:
    """Hears what other servers announce, in a thread, over a connection of its own."""

    def __init__(self, address: str, id: str, hear: Callable[[TableNews], None]) -> None:
        self._address, self._id, self._hear = address, id, hear
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(self._listening(),), daemon=True)
        self.thread.start()

    def _listening(self) -> Database:
        db = _connected(self._address)
        db.execute(f"listen {CHANNEL}".encode())
        return db

    def _run(self, db: Database) -> None:
        while True:
            with suppress(psycopg.Error), db:
                for said in db.notifies():
                    if self.ending.is_set():
                        return
                    with suppress(ValueError, TypeError):  # another version's, or a stranger's
                        self._take(said.payload)
            while not self.ending.wait(_AGAIN):
                with suppress(psycopg.Error):
                    db = self._listening()
                    self._hear(TableNews(""))  # nobody knows what was said meanwhile
                    break
            else:
                return

    def _take(self, payload: str) -> None:
        sender, table, cut, why, order = json.loads(payload)
        if sender != self._id:
            link = Link(table, Role(cut[0]), cut[1]) if cut else None
            self._hear(TableNews(table, link, why, order))


def _connected(address: str) -> Database:
    """Return a connection on which each statement is a transaction. Raises psycopg.Error."""
    db: Database = psycopg.connect(
        address, autocommit=True, connect_timeout=_PATIENCE, application_name="cairn",
        keepalives_idle=10, keepalives_interval=5, keepalives_count=3,
    )  # fmt: skip
    for setting in _SETTINGS:
        db.execute(setting.encode())
    return db


def _asked(statement: str) -> bytes:
    return statement.replace("%", "%%").replace("?", "%s").encode()


def _name(address: str) -> str:
    """Return how a database is called in a message: without any password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    return f"postgresql://{parts.get('host') or 'localhost'}/{parts.get('dbname') or ''}"
