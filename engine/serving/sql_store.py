"""What both databases have in common: the calls of a store, written once in SQL that both read."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeAlias

from engine.language.diagnostics import RulesError
from engine.serving.store import (
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
    TableNews,
    TableRecord,
)
from engine.serving.terms import Terms

Row: TypeAlias = tuple[object, ...]


class RunStatement(Protocol):
    """Carries out a statement within a transaction."""

    def __call__(self, statement: str, *values: object) -> int:
        """Carry it out with a value for each `?`; return how many rows it has changed."""


class SqlStore(ABC):
    """A store over a database. A subclass connects, reads rows, and writes all or nothing."""

    conflict: type[Exception]
    """What the database raises where a key is taken already."""

    @abstractmethod
    def _rows(self, query: str, *values: object) -> Sequence[Row]:
        """Return what a query finds, with a value for each `?`. Raises RulesError (E601)."""

    @abstractmethod
    def _writing(self, table: str, *, alone: bool = False) -> AbstractContextManager[RunStatement]:
        """Do everything in it or nothing, on disk at its end; other servers hear of the table.

        `table`: empty where they needn't. `alone`: while no other server does the like. Raises
        RulesError (E601).
        """

    @abstractmethod
    def announce(self, news: TableNews) -> int:
        """Let the other servers of these tables hear of something; return its number among
        all announcements.
        """

    @abstractmethod
    def listen(self, hear: Callable[[TableNews], None]) -> None:
        """Call `hear`, from any thread, with what other servers of these tables do."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    @abstractmethod
    def defer(self) -> None:
        """Let calls return, from now on, before what they write is on disk."""

    @abstractmethod
    async def synced(self) -> None:
        """Return once everything that was written before is on disk. Raises RulesError (E601)."""

    # -------------------------------------------------------------- tables

    def create(self, record: TableRecord, rules: PinnedRules, links: Mapping[str, Link]) -> None:
        """Remember a table, its rules and its links, by the hashes of their tokens.

        Raises NumberTakenError if the table that it follows has been followed already.
        """
        with self._numbered(record.follows), self._writing(record.follows, alone=True) as run:
            _pin(run, rules)
            run(
                "insert into tables values "
                "(?, (select coalesce(max(made), 0) + 1 from tables), "
                "?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                record.id, record.title, record.rules, record.players, str(record.seed),
                json.dumps(dict(record.options)), record.starter,
                record.terms.written(), record.follows or None, record.turned, record.spent,
            )  # fmt: skip
            for number, seat in enumerate(record.seats):
                row = (record.id, number, seat.kind.value, seat.agent, seat.name)
                run("insert into seats values (?, ?, ?, ?, ?)", *row)
            for hashed, link in links.items():
                key = (hashed, link.table, link.role.value, link.seat)
                run("insert into links values (?, ?, ?, ?)", *key)
            run(
                "update links set game = ?, "
                "seat = case when seat < 0 then seat else (seat + ?) % ? end where game = ?",
                record.id, record.turned, record.players, record.follows,
            )  # fmt: skip

    def remove(self, table: str) -> None:
        """Forget a table, and those of which it is the rematch."""
        while table:
            record = self.record(table)
            with self._writing(table) as run:
                for name in ("chat", "wishes", "links", "log", "seats"):
                    run(f"delete from {name} where game = ?", table)
                run("delete from tables where id = ?", table)
            table = record.follows if record is not None else ""

    def table(self, id: str) -> tuple[TableRecord, PinnedRules] | None:
        """Return a table with its rules, None for an unknown one."""
        found = self._records("where id = ?", id)
        if not found:
            return None
        (record,) = found
        rules = self.rules(record.rules)
        assert rules is not None  # the table refers to them
        return record, rules

    def pin(self, rules: PinnedRules) -> None:
        """Remember rules, unless they are known already."""
        with self._writing("") as run:
            _pin(run, rules)

    def rules(self, digest: str) -> PinnedRules | None:
        """Return the rules of a hash, None for unknown ones."""
        query = "select main, more, texts from rules where digest = ?"
        for main, more, texts in self._rows(query, digest):
            pairs = tuple((str(path), str(text)) for path, text in json.loads(str(texts)))
            return PinnedRules(digest, str(main), tuple(json.loads(str(more))), pairs)
        return None

    def record(self, id: str) -> TableRecord | None:
        """Return a table without its rules, None for an unknown one."""
        return next(iter(self._records("where id = ?", id)), None)

    def tables(self) -> list[TableRecord]:
        """Return all tables, the newest first."""
        return self._records("")

    def _records(self, which: str, *values: object) -> list[TableRecord]:
        seats: dict[str, list[SeatRecord]] = {}
        query = "select game, kind, agent, name from seats join tables on game = id "
        for game, *seat in self._rows(query + which + " order by game, seat", *values):
            kind, agent, name = map(str, seat)
            seats.setdefault(str(game), []).append(SeatRecord(SeatKind(kind), agent, name))
        found = []
        for row in self._rows(f"select * from tables {which} order by made desc", *values):
            id, _, title, rules, players, seed, options, starter, terms = map(str, row[:9])
            follows, turned, spent = row[9:]
            given = {str(name): str(value) for name, value in json.loads(options).items()}
            found.append(
                TableRecord(
                    id, title, rules, int(players), int(seed), tuple(seats.get(id, ())), given,
                    int(starter), Terms.read(terms), str(follows or ""), int(str(turned)),
                    int(str(spent)),
                )
            )  # fmt: skip
        return found

    def follower(self, table: str) -> str:
        """Return the id of the rematch of a table, empty where there is none."""
        found = self._rows("select id from tables where follows = ?", table)
        return str(found[0][0]) if found else ""

    def settle(self, table: str, terms: Terms) -> None:
        """Write other terms of a table."""
        with self._writing(table) as run:
            run("update tables set terms = ? where id = ?", terms.written(), table)

    def spend(self, table: str, spent: int) -> None:
        """Write for how many milliseconds the clock has run since the last entry of the log."""
        with self._writing("") as run:
            run("update tables set spent = ? where id = ?", spent, table)

    def seat(self, table: str, seat: int, record: SeatRecord) -> None:
        """Write who a seat is for. Who it was for before no longer wants to take back."""
        with self._writing(table) as run:
            run(
                "update seats set kind = ?, agent = ?, name = ? where game = ? and seat = ?",
                record.kind.value, record.agent, record.name, table, seat,
            )  # fmt: skip
            run("delete from wishes where game = ? and seat = ?", table, seat)

    def take(self, table: str, seat: int, record: SeatRecord, hashed: str) -> bool:
        """Give an open seat to the holder of a token; return False if it is no longer open."""
        with self._writing(table) as run:
            taken = run(
                "update seats set kind = ?, agent = ?, name = ? "
                "where game = ? and seat = ? and kind = ?",
                record.kind.value, record.agent, record.name, table, seat, SeatKind.OPEN.value,
            )  # fmt: skip
            if taken:
                _renew(run, hashed, Link(table, Role.SEAT, seat))
        return bool(taken)

    # -------------------------------------------------------------- the log

    def append(self, table: str, entry: Entry) -> None:
        """Write the next entry of a log. Raises NumberTakenError if its number is taken."""
        with self._numbered(f"{table}, {entry.number}"), self._writing(table) as run:
            run(
                "insert into log values (?, ?, ?, ?, ?, ?, ?, ?)",
                table, entry.number, entry.kind.value, entry.seat, entry.text, entry.act or None,
                entry.at, entry.took,
            )  # fmt: skip
            if entry.took:
                run("update tables set spent = 0 where id = ?", table)

    @contextmanager
    def _numbered(self, what: str) -> Iterator[None]:
        """Raise NumberTakenError where another server was first."""
        try:
            yield
        except RulesError as problem:
            if isinstance(problem.__cause__, self.conflict):
                raise NumberTakenError(what) from None
            raise

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a log after a number, in order."""
        query = (
            "select number, kind, seat, written, coalesce(act, ''), at, took from log "
            "where game = ? and number > ? order by number"
        )
        found = []
        for row in self._rows(query, table, after):
            number, kind, seat, text, act, at, took = map(str, row)
            found.append(
                Entry(int(number), EntryKind(kind), int(seat), text, act, int(at), int(took))
            )
        return found

    def act(self, table: str, seat: int, act: str) -> int | None:
        """Return the number of the entry that a guest's act made, None where there is none."""
        query = "select number from log where game = ? and seat = ? and act = ?"
        found = self._rows(query, table, seat, act)
        return int(str(found[0][0])) if found else None

    def wish(self, table: str, seat: int, version: int) -> None:
        """Remember that a seat wants the last decision taken back, at a version of the table."""
        with self._writing(table) as run:
            run(
                "insert into wishes values (?, ?, ?) "
                "on conflict (game, seat) do update set version = excluded.version",
                table, seat, version,
            )  # fmt: skip

    def wishes(self, table: str, version: int) -> frozenset[int]:
        """Return the seats that want the last decision taken back, at a version of the table."""
        query = "select seat from wishes where game = ? and version = ?"
        return frozenset(int(str(seat)) for (seat,) in self._rows(query, table, version))

    # -------------------------------------------------------------- chat

    def say(self, table: str, remark: Remark) -> None:
        """Write the next remark. Raises NumberTakenError if its number is taken."""
        row = (table, remark.number, remark.seat, remark.name, remark.text, remark.at)
        with self._numbered(f"{table}, {remark.number}"), self._writing(table) as run:
            run("insert into chat values (?, ?, ?, ?, ?, ?)", *row)
            old = remark.number - REMARKS
            run("delete from chat where game = ? and number <= ?", table, old)

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
        query = "select game, role, seat from links where hash = ?"
        for table, role, seat in self._rows(query, hashed):
            return Link(str(table), Role(role), int(str(seat)))
        return None

    def renew(self, hashed: str, link: Link) -> None:
        """Let a token open what another one has opened; the old one opens nothing any more."""
        with self._writing(link.table) as run:
            _renew(run, hashed, link)


def _renew(run: RunStatement, hashed: str, link: Link) -> None:
    run(
        "insert into links values (?, ?, ?, ?) "
        "on conflict (game, role, seat) do update set hash = excluded.hash",
        hashed, link.table, link.role.value, link.seat,
    )  # fmt: skip


def _pin(run: RunStatement, rules: PinnedRules) -> None:
    run(
        "insert into rules values (?, ?, ?, ?) on conflict do nothing",
        rules.digest, rules.main, json.dumps(rules.more), json.dumps(rules.texts),
    )  # fmt: skip
