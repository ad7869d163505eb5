"""The store of one machine: a SQLite file in the user's data folder."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message
from engine.serving.store import (
    FORMAT,
    REMARKS,
    Entry,
    EntryKind,
    Link,
    NumberTakenError,
    PinnedRules,
    Remark,
    Role,
    SeatKind,
    SeatRecord,
    TableRecord,
)
from engine.serving.terms import Terms
from engine.storage.folders import data_folder

_SCHEMA = """
create table rules (digest text primary key, main text not null, more text not null,
    texts text not null) without rowid;
create table tables (id text primary key, made integer not null unique, title text not null,
    rules text not null references rules, players integer not null, seed text not null,
    options text not null, starter integer not null);
create table seats (game text not null references tables, seat integer not null,
    kind text not null, agent text not null, name text not null,
    primary key (game, seat)) without rowid;
create table log (game text not null references tables, number integer not null,
    kind text not null, seat integer not null, written text not null, act text,
    primary key (game, number)) without rowid;
create unique index acts on log (game, seat, act) where act is not null;
create table links (hash text primary key, game text not null references tables,
    role text not null, seat integer not null, unique (game, role, seat)) without rowid;
"""
_SINCE_1 = """
alter table tables add terms text not null default '{}';
alter table tables add follows text;
alter table tables add turned integer not null default 0;
alter table tables add spent integer not null default 0;
create unique index followers on tables (follows);
alter table log add at integer not null default 0;
alter table log add took integer not null default 0;
create table chat (game text not null references tables, number integer not null,
    seat integer not null, name text not null, said text not null, at integer not null,
    primary key (game, number)) without rowid;
"""
_STEPS = (_SCHEMA, _SINCE_1)
"""What makes each format of the one before."""


def store_file() -> Path:
    """Return where the tables of this user are kept. Raises OSError without a home."""
    return data_folder() / "tables.sqlite"


class SqliteStore:
    """Keeps tables in one file. What is written is synced before a call returns."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises RulesError (E601) if it can't be read or written."""
        self.path = path
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
        with self._writing() as db:
            (found,) = db.execute("pragma user_version").fetchone()
            for step in _STEPS[found:]:
                for statement in step.split(";"):
                    db.execute(statement)
            if found < FORMAT:
                db.execute(f"pragma user_version = {FORMAT}")
        if found > FORMAT:
            template = "{name} was written by a newer Cairn (format {number}); update to read it"
            raise RulesError(Diagnostic(Code.E601, Message(template, self.path, found)))

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
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Do everything in it or nothing."""
        with self._told():
            self._db.execute("begin immediate")
            try:
                yield self._db
                self._db.execute("commit")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._told():
            return self._db.execute(query, values).fetchall()

    # -------------------------------------------------------------- tables

    def create(self, record: TableRecord, rules: PinnedRules, links: Mapping[str, Link]) -> None:
        """Remember a table, its rules and its links, by the hashes of their tokens.

        Raises NumberTakenError if the table that it follows has been followed already.
        """
        with self._numbered(record.follows), self._writing() as db:
            db.execute(
                "insert or ignore into rules values (?, ?, ?, ?)",
                (rules.digest, rules.main, json.dumps(rules.more), json.dumps(rules.texts)),
            )
            (made,) = db.execute("select coalesce(max(made), 0) + 1 from tables").fetchone()
            db.execute(
                "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.id, made, record.title, record.rules, record.players,
                    str(record.seed), json.dumps(dict(record.options)), record.starter,
                    record.terms.written(), record.follows or None, record.turned, record.spent,
                ),
            )  # fmt: skip
            for number, seat in enumerate(record.seats):
                row = (record.id, number, seat.kind.value, seat.agent, seat.name)
                db.execute("insert into seats values (?, ?, ?, ?, ?)", row)
            for hashed, link in links.items():
                key = (hashed, link.table, link.role.value, link.seat)
                db.execute("insert into links values (?, ?, ?, ?)", key)
            db.execute(
                "update links set game = ?, "
                "seat = case when seat < 0 then seat else (seat + ?) % ? end where game = ?",
                (record.id, record.turned, record.players, record.follows),
            )

    def table(self, id: str) -> tuple[TableRecord, PinnedRules] | None:
        """Return a table with its rules, None for an unknown one."""
        rows = self._rows("select * from tables where id = ?", id)
        if not rows:
            return None
        record = self._record(rows[0])
        found = self._rows("select main, more, texts from rules where digest = ?", record.rules)
        main, more, texts = map(str, found[0])
        pairs = tuple((str(path), str(text)) for path, text in json.loads(texts))
        return record, PinnedRules(record.rules, main, tuple(json.loads(more)), pairs)

    def tables(self) -> list[TableRecord]:
        """Return all tables, the newest first."""
        return [self._record(row) for row in self._rows("select * from tables order by made desc")]

    def _record(self, row: tuple[object, ...]) -> TableRecord:
        id, _, title, rules, players, seed, options, starter, terms = map(str, row[:9])
        follows, turned, spent = row[9:]
        query = "select kind, agent, name from seats where game = ? order by seat"
        seats = (
            SeatRecord(SeatKind(kind), str(agent), str(name))
            for kind, agent, name in self._rows(query, id)
        )
        given = {str(name): str(value) for name, value in json.loads(options).items()}
        return TableRecord(
            id, title, rules, int(players), int(seed), tuple(seats), given, int(starter),
            Terms.read(terms), str(follows or ""), int(str(turned)), int(str(spent)),
        )  # fmt: skip

    def follower(self, table: str) -> str:
        """Return the id of the rematch of a table, empty where there is none."""
        found = self._rows("select id from tables where follows = ?", table)
        return str(found[0][0]) if found else ""

    def settle(self, table: str, terms: Terms) -> None:
        """Write other terms of a table."""
        with self._writing() as db:
            db.execute("update tables set terms = ? where id = ?", (terms.written(), table))

    def spend(self, table: str, spent: int) -> None:
        """Write for how many milliseconds the clock has run since the last entry of the log."""
        with self._writing() as db:
            db.execute("update tables set spent = ? where id = ?", (spent, table))

    def seat(self, table: str, seat: int, record: SeatRecord) -> None:
        """Write who a seat is for."""
        with self._writing() as db:
            db.execute(
                "update seats set kind = ?, agent = ?, name = ? where game = ? and seat = ?",
                (record.kind.value, record.agent, record.name, table, seat),
            )

    # -------------------------------------------------------------- the log

    def append(self, table: str, entry: Entry) -> None:
        """Write the next entry of a log. Raises NumberTakenError if its number is taken."""
        row = (
            table, entry.number, entry.kind.value, entry.seat, entry.text, entry.act or None,
            entry.at, entry.took,
        )  # fmt: skip
        with self._numbered(f"{table}, {entry.number}"), self._writing() as db:
            db.execute("insert into log values (?, ?, ?, ?, ?, ?, ?, ?)", row)
            if entry.took:
                db.execute("update tables set spent = 0 where id = ?", (table,))

    @contextmanager
    def _numbered(self, what: str) -> Iterator[None]:
        """Raise NumberTakenError where another server was first."""
        try:
            yield
        except RulesError as problem:
            if isinstance(problem.__cause__, sqlite3.IntegrityError):
                raise NumberTakenError(what) from None
            raise

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a log after a number, in order."""
        query = (
            "select number, kind, seat, written, coalesce(act, ''), at, took from log "
            "where game = ? and number > ? order by number"
        )
        return [
            Entry(
                int(str(number)),
                EntryKind(kind),
                int(str(seat)),
                str(text),
                str(act),
                int(str(at)),
                int(str(took)),
            )
            for number, kind, seat, text, act, at, took in self._rows(query, table, after)
        ]

    def act(self, table: str, seat: int, act: str) -> int | None:
        """Return the number of the entry that a guest's act made, None where there is none."""
        query = "select number from log where game = ? and seat = ? and act = ?"
        found = self._rows(query, table, seat, act)
        return int(str(found[0][0])) if found else None

    # -------------------------------------------------------------- chat

    def say(self, table: str, remark: Remark) -> None:
        """Write the next remark. Raises NumberTakenError if its number is taken."""
        row = (table, remark.number, remark.seat, remark.name, remark.text, remark.at)
        with self._numbered(f"{table}, {remark.number}"), self._writing() as db:
            db.execute("insert into chat values (?, ?, ?, ?, ?, ?)", row)
            old = (table, remark.number - REMARKS)
            db.execute("delete from chat where game = ? and number <= ?", old)

    def remarks(self, table: str, after: int = 0) -> list[Remark]:
        """Return the remarks at a table after a number, in order."""
        query = (
            "select number, seat, name, said, at from chat "
            "where game = ? and number > ? order by number"
        )
        return [
            Remark(int(str(number)), int(str(seat)), str(name), str(text), int(str(at)))
            for number, seat, name, text, at in self._rows(query, table, after)
        ]

    # -------------------------------------------------------------- links

    def link(self, hashed: str) -> Link | None:
        """Return what the token of a hash opens, None for an unknown one."""
        for table, role, seat in self._rows(
            "select game, role, seat from links where hash = ?", hashed
        ):
            return Link(str(table), Role(role), int(str(seat)))
        return None

    def renew(self, hashed: str, link: Link) -> None:
        """Let a token open what another one has opened; the old one opens nothing any more."""
        with self._writing() as db:
            db.execute(
                "insert or replace into links values (?, ?, ?, ?)",
                (hashed, link.table, link.role.value, link.seat),
            )

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()
